//! Moves, playouts, searches and whole deals on fixed seeds, one thread.
//!
//! The asserted counts are checksums of behaviour: a change to rules, move ordering or search moves them, and
//! belongs in the commit that states it.

#![allow(missing_docs)] // criterion's macros write public functions

use cotillion::deal::{Deal, Setup};
use cotillion::family::cotillion::Cotillion;
use cotillion::family::windmill::Windmill;
use cotillion::game::{Dominance, Game, Guide};
use cotillion::games::{GAMES, Rules};
use cotillion::play::{Player, StrategyOptions};
use cotillion::search::{Beam, BeamOptions, Control, Limits, beam, depth_first};
use cotillion::solve::{SEARCH_PLANS, Solver, Verdict};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::sync::atomic::AtomicBool;

/// Deals of each search.
const N_DEALS: u64 = 5;
/// Games of one measurement of playing out, the shuffle included.
const N_GAMES: u64 = 1_000;
const MAX_NODES: u64 = 20_000;

// Behaviour checksums.
/// Legal moves met along the playouts of the first deals: royal-cotillion, windmill.
const N_MOVES: [u64; 2] = [1526, 1425];
/// Games won by always playing on seeds from 0: royal-cotillion, windmill, quadrille.
const N_WON: [u64; 3] = [179, 168, 612];
/// Nodes of depth-first search.
const DEPTH_FIRST_NODES: u64 = 80_167;
/// Nodes of beams: royal-cotillion, windmill.
const BEAM_NODES: [u64; 2] = [415, 12_755];
/// Solvable and unsolvable deals of each game, in the registry's order.
const VERDICTS: [(u64, u64); 6] = [(5, 0), (5, 0), (5, 0), (0, 5), (1, 4), (4, 1)];

fn royal_cotillion() -> Vec<Cotillion> {
    let Setup::Cotillion(setup) = Rules::default_of("royal-cotillion").setup else {
        unreachable!("the game is of this family")
    };
    let deal = |seed| Deal::from_seed(&Setup::Cotillion(setup), seed).cards;
    (0..N_DEALS)
        .map(|seed| Cotillion::new(&setup, &deal(seed)))
        .collect()
}

fn windmill() -> Vec<Windmill> {
    let Setup::Windmill(setup) = Rules::default_of("windmill").setup else {
        unreachable!("the game is of this family")
    };
    let deal = |seed| Deal::from_seed(&Setup::Windmill(setup), seed).cards;
    (0..N_DEALS)
        .map(|seed| Windmill::new(&setup, &deal(seed)))
        .collect()
}

/// The states along each deal's playout, each with the move made there.
fn states<G: Guide>(games: &[G]) -> Vec<(usize, G::State, G::Move)> {
    let mut all = Vec::new();
    for (i, game) in games.iter().enumerate() {
        let (mut state, mut line) = (game.start(), Vec::new());
        game.playout(&state, 0, &mut line);
        for play in line {
            all.push((i, state, play));
            game.play(&mut state, play);
        }
    }
    all
}

fn moves_of<G: Guide>(criterion: &mut Criterion, name: &str, games: &[G], n_moves: u64) {
    let states = states(games);
    let mut moves = Vec::new();
    let mut generate = || {
        let mut n = 0;
        for (i, state, _) in &states {
            moves.clear();
            games[*i].moves(state, &mut moves);
            n += moves.len() as u64;
        }
        n
    };
    assert_eq!(generate(), n_moves, "{name}");
    let mut group = criterion.benchmark_group("moves");
    group.throughput(Throughput::Elements(n_moves));
    group.bench_function(format!("generate/{name}"), |b| b.iter(&mut generate));
    group.throughput(Throughput::Elements(states.len() as u64));
    group.bench_function(format!("play/{name}"), |b| {
        b.iter(|| {
            let played = states.iter().map(|&(i, mut state, play)| {
                games[i].play(&mut state, play);
                games[i].played(&state)
            });
            played.sum::<u32>()
        });
    });
    group.finish();
    let mut group = criterion.benchmark_group("rule-playout");
    group.throughput(Throughput::Elements(games.len() as u64));
    let mut line = Vec::new();
    group.bench_function(name, |b| {
        b.iter(|| {
            let ends = games.iter().map(|game| {
                line.clear();
                game.played(&game.playout(&game.start(), 1, &mut line))
            });
            ends.sum::<u32>()
        });
    });
    group.finish();
}

fn moves(criterion: &mut Criterion) {
    moves_of(criterion, "royal-cotillion", &royal_cotillion(), N_MOVES[0]);
    moves_of(criterion, "windmill", &windmill(), N_MOVES[1]);
}

/// Elements a second are games a second of one core.
fn always_play(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("always-play");
    group.throughput(Throughput::Elements(N_GAMES));
    let strategy = StrategyOptions::new("always-play", &[] as &[&str]).expect("a strategy");
    for (game, n_won) in ["royal-cotillion", "windmill", "quadrille"]
        .into_iter()
        .zip(N_WON)
    {
        let mut player = Player::new(&Rules::default_of(game).setup, &strategy);
        let mut play = || {
            let won = (0..N_GAMES).filter(|&seed| player.play(seed).expect("legal moves").won);
            won.count() as u64
        };
        assert_eq!(play(), n_won, "{game}");
        group.bench_function(game, |b| b.iter(&mut play));
    }
    group.finish();
}

fn searches(criterion: &mut Criterion) {
    let stop = AtomicBool::new(false);
    let control = Control::new(&stop, None);
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    let games = royal_cotillion();
    let limits = Limits {
        max_nodes: MAX_NODES,
        ..Limits::default()
    };
    let search = || {
        let of =
            |game: &Cotillion| depth_first(game, game.start(), Dominance::ALL, &limits, &control).1;
        games.iter().map(of).sum::<u64>()
    };
    assert_eq!(search(), DEPTH_FIRST_NODES);
    group.throughput(Throughput::Elements(DEPTH_FIRST_NODES));
    group.bench_function("depth-first/royal-cotillion", |b| b.iter(search));
    let mut search = beams(&games, &control);
    assert_eq!(search(), BEAM_NODES[0]);
    group.throughput(Throughput::Elements(BEAM_NODES[0]));
    group.bench_function("beam/royal-cotillion", |b| b.iter(&mut search));
    let games = windmill();
    let mut search = beams(&games, &control);
    assert_eq!(search(), BEAM_NODES[1]);
    group.throughput(Throughput::Elements(BEAM_NODES[1]));
    group.bench_function("beam/windmill", |b| b.iter(&mut search));
    group.finish();
}

fn beams<'a, G: Guide>(games: &'a [G], control: &'a Control<'a>) -> impl FnMut() -> u64 + 'a {
    let mut memory = Beam::default();
    move || {
        let mut n_nodes = 0;
        for game in games {
            let options = BeamOptions {
                width: 10,
                weights: game.weightings().swap_remove(0),
                n_playouts: 2,
                playout_weight: 60,
                keep: 3,
                noise: 10,
            };
            let start = game.start();
            n_nodes += beam(game, start, &options, u64::MAX, control, &mut memory).1;
        }
        n_nodes
    }
}

fn whole_deals(criterion: &mut Criterion) {
    let stop = AtomicBool::new(false);
    let control = Control::new(&stop, None);
    let limits = Limits {
        max_conflicts: 2_000,
        ..Limits::default()
    };
    let mut group = criterion.benchmark_group("solve");
    group.sample_size(10);
    group.throughput(Throughput::Elements(N_DEALS));
    for (game, verdicts) in GAMES.iter().zip(VERDICTS) {
        let rules = Rules::default_of(game.name);
        let mut solver = Solver::new(&rules, SEARCH_PLANS[0], limits);
        let mut solve = || {
            let mut counts = (0, 0);
            for seed in 0..N_DEALS {
                let deal = Deal::from_seed(&rules.setup, seed);
                match solver.solve(&deal, &control).expect("it replays").verdict {
                    Verdict::Solvable => counts.0 += 1,
                    Verdict::Unsolvable => counts.1 += 1,
                    Verdict::Unknown(_) => {}
                }
            }
            counts
        };
        assert_eq!(solve(), verdicts, "{}", game.name);
        group.bench_function(game.name, |b| b.iter(&mut solve));
    }
    group.finish();
}

criterion_group!(benches, moves, always_play, searches, whole_deals);
criterion_main!(benches);
