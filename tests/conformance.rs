//! One suite over the registry: every game, every listed value of every option. Random play on the
//! packed game goes along with the reference: same moves, same end, conserved cards, growing
//! progress, no move twice, equal keys exactly for equal states.

mod support;

use cotillion::deal::{Deal, Setup};
use cotillion::game::{Dominance, Hidden};
use cotillion::games::{GAMES, Rules};
use cotillion::reference::Table;
use std::collections::{BTreeSet, HashMap};
use support::{Visit, with_packed};

/// Every game with its defaults, and with each listed value of each option on its own.
fn all_rules() -> Vec<Rules> {
    let mut all = Vec::new();
    for game in GAMES {
        all.push(Rules::default_of(game.name));
        for option in game.options {
            for value in &option.values[1..] {
                let value = if *value == "RANK,RANK" { "6,7" } else { value };
                all.push(Rules::new(game.name, &[format!("{}={value}", option.name)]).unwrap());
            }
        }
    }
    all
}

/// Gavotte with a choice made; other set-ups as they are.
fn settled(setup: Setup) -> Setup {
    match setup {
        Setup::Gavotte(mut s) => {
            s.free_wing = s.free_wing.or(Some(2));
            s.bases = s.bases.or(Some((
                cotillion::cards::Rank::ACE,
                cotillion::cards::Rank::KING,
            )));
            Setup::Gavotte(s)
        }
        other => other,
    }
}

struct Conform {
    table: Table,
    seed: u64,
    name: String,
}

impl Visit for Conform {
    type Out = ();

    fn visit<G: Hidden>(self, game: &G) {
        let Conform {
            mut table,
            seed,
            name,
        } = self;
        let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut below = |n: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 11) as usize % n
        };
        let mut cards = table.all_cards();
        cards.sort_unstable();
        let mut state = game.start();
        let mut line: Vec<G::Move> = Vec::new();
        let mut keys: HashMap<G::Key, G::State> = HashMap::new();
        loop {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            for (i, play) in moves.iter().enumerate() {
                assert!(!moves[..i].contains(play), "{name}: {play:?} twice");
            }
            // The packed moves are the reference's, up to equal cells, corners and foundations.
            let n_distinct = table.distinct_moves().len();
            assert_eq!(moves.len(), n_distinct, "{name} after {} moves", line.len());
            let mut useful = Vec::new();
            game.useful_moves(&state, Dominance::ALL, &mut useful);
            assert!(useful.iter().all(|play| moves.contains(play)), "{name}");
            assert_eq!(useful.is_empty(), moves.is_empty(), "{name}");
            assert_eq!(game.won(&state), table.is_won(), "{name}");
            if let Some(other) = keys.insert(game.key(&state), state) {
                panic!("{name}: a state came back: {other:?}");
            }
            if moves.is_empty() {
                break;
            }
            // Each successor has its own key unless it is the same state.
            let mut successors: HashMap<G::Key, G::State> = HashMap::new();
            for &play in &moves {
                let mut next = state;
                game.play(&mut next, play);
                assert!(
                    game.progress(&next) > game.progress(&state),
                    "{name}: {play:?}"
                );
                assert!(
                    game.turned(&next) >= game.turned(&state),
                    "{name}: {play:?}"
                );
                let other = *successors.entry(game.key(&next)).or_insert(next);
                assert_eq!(other, next, "{name}: one key, two states");
            }
            let n_states: BTreeSet<_> = successors.values().map(|s| format!("{s:?}")).collect();
            assert_eq!(
                n_states.len(),
                successors.len(),
                "{name}: two keys, one state"
            );

            // Turning is rarer than its share, so that games get far.
            let n = if moves.len() > 1 && below(4) > 0 {
                moves.len() - 1
            } else {
                moves.len()
            };
            let play = moves[below(n)];
            line.push(play);
            let text = game.text(&line);
            let last = *text.last().unwrap();
            table
                .play(last)
                .unwrap_or_else(|why| panic!("{name}: {last}: {why}"));
            game.play(&mut state, play);
            let mut now = table.all_cards();
            now.sort_unstable();
            assert_eq!(now, cards, "{name}: cards are lost or made");
        }
    }
}

#[test]
fn packed_games_go_along_with_the_reference() {
    for rules in all_rules() {
        let setup = settled(rules.setup);
        for seed in 0..6 {
            let deal = Deal::from_seed(&setup, seed);
            let table = Table::new(&setup, &deal.cards).unwrap();
            let name = format!("{} {:?} seed {seed}", rules.game.name, rules.values);
            with_packed(&setup, &deal.cards, Conform { table, seed, name });
        }
    }
}

/// A deal drawn from a view owes nothing to the true order of the unseen cards.
struct Redraw {
    swapped: Vec<cotillion::cards::Card>,
    setup: Setup,
}

impl Visit for Redraw {
    type Out = ();

    fn visit<G: Hidden>(self, game: &G) {
        // The same position of a deal whose unseen cards lie the other way round.
        struct Other<G: Hidden>(G);
        impl<H: Hidden> Visit for Other<H> {
            type Out = ();
            fn visit<G: Hidden>(self, other: &G) {
                let mut first = self.0.clone();
                let mut second = other.clone();
                let draw = |i: &mut u32, n: u32| {
                    *i = i.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
                    (*i >> 8) % n
                };
                let (mut a, mut b) = (1u32, 1u32);
                let start = first.start();
                first.reshuffle(&start, &mut |n| draw(&mut a, n));
                let start = second.start();
                second.reshuffle(&start, &mut |n| draw(&mut b, n));
                let lines = [play_turns(&first), play_turns(&second)];
                assert_eq!(lines[0], lines[1]);
            }
        }
        fn play_turns<G: Hidden>(game: &G) -> Vec<String> {
            let mut state = game.start();
            let mut line = Vec::new();
            while let Some(play) = game.always_play(&state) {
                line.push(format!("{play:?}"));
                game.play(&mut state, play);
            }
            line
        }
        with_packed(&self.setup, &self.swapped, Other(game.clone()));
    }
}

#[test]
fn drawn_deals_do_not_depend_on_the_hidden_order() {
    for rules in all_rules() {
        let setup = settled(rules.setup);
        for seed in 0..3 {
            let cards = Deal::from_seed(&setup, seed).cards;
            let mut swapped = cards.clone();
            let n_open = cards.len() - setup.n_stock();
            swapped[n_open..].reverse();
            assert_ne!(cards, swapped);
            with_packed(&setup, &cards, Redraw { swapped, setup });
        }
    }
}

struct AlwaysPlay;

impl Visit for AlwaysPlay {
    type Out = (String, String);

    fn visit<G: Hidden>(self, game: &G) -> (String, String) {
        let mut state = game.start();
        while let Some(play) = game.always_play(&state) {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            assert!(moves.contains(&play), "{play:?}");
            game.play(&mut state, play);
        }
        let mut fast = game.start();
        game.always_play_out(&mut fast);
        (format!("{fast:?}"), format!("{state:?}"))
    }
}

#[test]
fn playing_out_fast_is_playing_move_by_move() {
    for rules in all_rules() {
        let setup = settled(rules.setup);
        for seed in 0..200 {
            let cards = Deal::from_seed(&setup, seed).cards;
            let (fast, slow) = with_packed(&setup, &cards, AlwaysPlay);
            assert_eq!(fast, slow, "{} seed {seed}", rules.game.name);
        }
    }
}
