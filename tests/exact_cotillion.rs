//! The exact decision against exhaustive play of shrunken games, and on deals with known answers.

mod support;

use cotillion::cards::{Card, Rank};
use cotillion::deal::{CotillionSetup, Deal, Move, Setup};
use cotillion::exact::{Budget, Control, Decider, Decision, Outcome, Problem};
use cotillion::reference::{self, Table};
use support::chances;

/// Suits, ranks, columns, rows, cells.
type Shape = (u8, u8, u8, u8, u8);

fn set_up(shape: Shape, bases: (u8, u8), preplaced: bool, n_passes: u8) -> CotillionSetup {
    let (n_suits, n_ranks, n_columns, n_rows, n_cells) = shape;
    CotillionSetup {
        n_suits,
        n_ranks,
        n_columns,
        n_rows,
        n_cells,
        bases: (Rank::new(bases.0), Rank::new(bases.1)),
        preplaced,
        n_passes,
    }
}

fn decide(decider: &mut Decider, problem: &Problem) -> Decision {
    decider
        .decide(problem, &Budget::default(), &Control::default())
        .unwrap_or_else(|e| panic!("{e}: {problem:?}"))
}

/// Counts of solvable, unsolvable and too large.
#[derive(Default, Debug)]
struct Tally([usize; 3]);

/// Deciders with and without the rule of waiting and looking at turnings; the first has both.
fn deciders() -> [Decider; 4] {
    let with = |waits, looks| Decider::new().heed_waiting(waits).look_at_turnings(looks);
    [
        with(true, true),
        with(false, true),
        with(true, false),
        with(false, false),
    ]
}

/// Compares one position; `table` and `problem` are the same.
fn compare(deciders: &mut [Decider; 4], table: &Table, problem: &Problem, tally: &mut Tally) {
    let decisions = deciders.each_mut().map(|d| decide(d, problem));
    let decision = &decisions[0];
    for other in &decisions {
        if let Outcome::Solvable(moves) = &other.outcome {
            let replay = table.replay(moves);
            assert!(replay.is_ok_and(|r| r.won), "{problem:?} {moves:?}");
        }
        assert_eq!(
            decision.outcome == Outcome::Unsolvable,
            other.outcome == Outcome::Unsolvable,
            "{problem:?}"
        );
    }
    match reference::explore(table, 40_000) {
        reference::Outcome::Won(_) => {
            assert!(
                matches!(decision.outcome, Outcome::Solvable(_)),
                "{problem:?}"
            );
            tally.0[0] += 1;
        }
        reference::Outcome::Lost => {
            assert_eq!(decision.outcome, Outcome::Unsolvable, "{problem:?}");
            tally.0[1] += 1;
        }
        reference::Outcome::LimitHit => tally.0[2] += 1,
    }
}

fn compare_deals(setup: &CotillionSetup, seeds: std::ops::Range<u64>, tally: &mut Tally) {
    let mut deciders = deciders();
    let wings = usize::from(setup.n_columns * setup.n_rows + setup.n_cells);
    if setup.n_dealt() < wings {
        return;
    }
    let setup_of_game = Setup::Cotillion(*setup);
    for seed in seeds {
        let deal = Deal::from_seed(&setup_of_game, seed);
        let table = Table::new(&setup_of_game, &deal.cards).expect("a deal");
        let problem = Problem::from_deal(setup, &deal.cards);
        compare(&mut deciders, &table, &problem, tally);
    }
}

/// Asserts that both answers are plentiful.
fn both(tally: &Tally, at_least: usize) {
    println!("solvable, unsolvable, too large: {tally:?}");
    assert!(
        tally.0[0] >= at_least && tally.0[1] >= at_least,
        "{tally:?}"
    );
}

const SHAPES: [Shape; 24] = [
    (1, 4, 0, 0, 1),
    (1, 6, 2, 2, 2),
    (1, 7, 3, 3, 2),
    (1, 9, 0, 0, 1),
    (1, 9, 1, 3, 1),
    (1, 9, 2, 3, 2),
    (1, 11, 0, 0, 3),
    (1, 11, 2, 2, 1),
    (1, 11, 4, 3, 3),
    (1, 13, 0, 0, 4),
    (1, 13, 1, 3, 4),
    (1, 13, 2, 3, 3),
    (1, 13, 3, 4, 4),
    (2, 4, 3, 4, 2),
    (2, 5, 3, 4, 1),
    (2, 7, 0, 0, 1),
    (2, 7, 0, 0, 2),
    (2, 7, 1, 3, 1),
    (2, 7, 2, 3, 1),
    (2, 7, 2, 2, 1),
    (2, 7, 3, 4, 2),
    (3, 5, 0, 0, 1),
    (3, 5, 4, 3, 2),
    (3, 5, 2, 2, 1),
];

#[test]
fn shrunken_deals_agree_with_exhaustive_play() {
    let mut tally = Tally::default();
    for shape in SHAPES {
        for preplaced in [false, true] {
            compare_deals(&set_up(shape, (1, 2), preplaced, 1), 0..60, &mut tally);
        }
    }
    both(&tally, 400);
}

#[test]
fn other_bases_agree_with_exhaustive_play() {
    let mut tally = Tally::default();
    for shape in SHAPES.into_iter().filter(|s| s.1 % 2 == 1) {
        let n = shape.1;
        for bases in [
            (1, 1),
            (2, 2),
            (n, n),
            (3, 1),
            (2, 1),
            (1, n),
            (n, 2),
            (4, 3),
        ] {
            compare_deals(&set_up(shape, bases, false, 1), 0..12, &mut tally);
        }
    }
    both(&tally, 200);
}

#[test]
fn redeals_agree_with_exhaustive_play() {
    let mut tally = Tally::default();
    for shape in SHAPES {
        for (bases, preplaced) in [((1, 2), false), ((1, 2), true)] {
            compare_deals(&set_up(shape, bases, preplaced, 2), 0..30, &mut tally);
        }
        if shape.1 % 2 == 1 {
            compare_deals(&set_up(shape, (3, 3), false, 2), 0..10, &mut tally);
        }
    }
    // Few cells and many ranks: here a redeal may still not be enough.
    for shape in [
        (1, 11, 0, 0, 1),
        (1, 13, 0, 0, 1),
        (1, 13, 1, 3, 1),
        (1, 13, 2, 3, 1),
    ] {
        compare_deals(&set_up(shape, (1, 2), false, 2), 0..100, &mut tally);
    }
    both(&tally, 150);
}

/// Plays some legal moves from each deal and compares what then stands on the table.
#[test]
fn positions_agree_with_exhaustive_play() {
    let mut tally = Tally::default();
    let mut below = chances();
    let mut deciders = deciders();
    for shape in SHAPES {
        for (bases, n_passes) in [((1, 2), 1), ((1, 2), 2), ((3, 3), 1)] {
            if shape.1 % 2 == 0 && bases != (1, 2) {
                continue;
            }
            let setup = set_up(shape, bases, false, n_passes);
            let game = Setup::Cotillion(setup);
            for seed in 0..20 {
                let deal = Deal::from_seed(&game, seed);
                let mut table = Table::new(&game, &deal.cards).expect("a deal");
                let mut problem = Problem::from_deal(&setup, &deal.cards);
                for _ in 0..below(deal.cards.len()) {
                    let moves: Vec<Move> = table.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    let mv = moves[below(moves.len())];
                    table.play(mv).expect("a legal move");
                    assert!(problem.play(mv), "{mv}");
                }
                compare(&mut deciders, &table, &problem, &mut tally);
            }
        }
    }
    both(&tally, 100);
}

/// The public case file: game, options, verdict, cards.
#[test]
fn known_answers() {
    let text = include_str!("data/exact/royal-cotillion.txt");
    let mut decider = Decider::new();
    let mut n = [0, 0];
    for line in text
        .lines()
        .filter(|l| !l.starts_with('#') && !l.is_empty())
    {
        let mut words = line.split_whitespace();
        assert_eq!(words.next(), Some("royal-cotillion"));
        let preplaced = words.next() == Some("start=preplaced");
        let solvable = words.next() == Some("solvable");
        let cards: Vec<Card> = words.map(|w| w.parse().expect("a card")).collect();
        let setup = set_up((4, 13, 4, 3, 16), (1, 2), preplaced, 1);
        let problem = Problem::from_deal(&setup, &cards);
        let decision = decide(&mut decider, &problem);
        match &decision.outcome {
            Outcome::Solvable(moves) => {
                let table = Table::new(&Setup::Cotillion(setup), &cards).expect("a deal");
                assert!(table.replay(moves).is_ok_and(|r| r.won));
                assert!(solvable, "{line}");
            }
            outcome => assert!(*outcome == Outcome::Unsolvable && !solvable, "{line}"),
        }
        n[usize::from(solvable)] += 1;
    }
    assert!(n[0] > 0 && n[1] > 0);
}
