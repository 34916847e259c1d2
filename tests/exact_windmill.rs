//! The exact decision of Windmill against exhaustive play of shrunken games, and on deals with known
//! answers.

mod support;

use cotillion::cards::{Card, Rank};
use cotillion::cdcl::Config;
use cotillion::deal::{Borrow, Deal, Setup, WindmillSetup};
use cotillion::exact::{Budget, Control, Outcome, WindmillDecider};
use cotillion::reference::{self, Table};
use support::chances;

/// The full game with default rules.
const FULL: WindmillSetup = WindmillSetup {
    n_suits: 4,
    n_ranks: 13,
    n_cells: 8,
    n_corners: 4,
    kings_preplaced: false,
    kings_first: true,
    borrow: Borrow::Strict,
    free_kings: false,
    reversed: false,
};

/// Suits, ranks, cells, corners.
const SHAPES: &[(u8, u8, u8, u8)] = &[
    (1, 2, 0, 1),
    (1, 3, 0, 0),
    (1, 4, 0, 0),
    (1, 4, 1, 0),
    (1, 5, 0, 1),
    (1, 6, 0, 1),
    (1, 6, 1, 0),
    (1, 7, 1, 1),
    (1, 7, 2, 0),
    (1, 8, 0, 1),
    (1, 8, 1, 1),
    (1, 8, 2, 1),
    (1, 9, 1, 1),
    (1, 9, 2, 1),
    (1, 9, 2, 0),
    (1, 13, 3, 1),
    (2, 2, 0, 2),
    (2, 3, 0, 0),
    (2, 3, 0, 3),
    (2, 4, 0, 1),
    (2, 4, 0, 2),
    (2, 4, 0, 3),
    (2, 4, 1, 0),
    (2, 5, 0, 1),
    (2, 5, 0, 2),
    (2, 5, 0, 3),
    (2, 5, 1, 0),
    (2, 5, 1, 2),
    (2, 5, 1, 3),
    (2, 6, 0, 2),
    (2, 6, 1, 1),
    (2, 6, 1, 2),
    (2, 6, 2, 0),
    (2, 6, 1, 3),
    (2, 7, 1, 2),
    (2, 7, 1, 3),
    (2, 8, 2, 2),
    (3, 3, 0, 0),
    (3, 3, 0, 4),
    (3, 4, 0, 1),
    (3, 4, 0, 3),
    (3, 4, 0, 2),
    (3, 4, 1, 4),
    (3, 5, 0, 3),
    (4, 3, 0, 0),
    (4, 3, 0, 4),
    (4, 4, 0, 2),
    (4, 4, 0, 4),
];

/// All combinations of the options.
fn option_sets() -> Vec<WindmillSetup> {
    let mut all = Vec::new();
    for borrow in [Borrow::Strict, Borrow::None, Borrow::Unlimited] {
        for switches in 0..16 {
            let on = |bit: u8| switches >> bit & 1 != 0;
            all.push(WindmillSetup {
                borrow,
                kings_preplaced: on(0),
                kings_first: !on(1),
                free_kings: on(2),
                reversed: on(3),
                ..FULL
            });
        }
    }
    all
}

/// Counts of solvable, unsolvable and too large.
type Tally = [usize; 3];

/// Deciders that look at some turnings, at all, at none, with and without bounds on heights.
fn deciders() -> [WindmillDecider; 4] {
    [(2, true), (1, true), (0, true), (2, false)].map(|(every, bounds)| {
        WindmillDecider::new()
            .look_at_turnings(every)
            .bound_heights(bounds)
    })
}

/// Compares one deal with exhaustive play of at most so many positions.
fn compare(
    deciders: &mut [WindmillDecider; 4],
    setup: &WindmillSetup,
    seed: u64,
    max: usize,
) -> usize {
    let game = Setup::Windmill(*setup);
    let deal = Deal::from_seed(&game, seed);
    let table = Table::new(&game, &deal.cards).expect("a deal");
    let outcomes = deciders.each_mut().map(|decider| {
        let decision = decider.decide(setup, &deal.cards, &Budget::default(), &Control::default());
        decision
            .unwrap_or_else(|e| panic!("{e}: {setup:?} seed {seed}"))
            .outcome
    });
    agree(&table, &outcomes, max, &format!("{setup:?} seed {seed}"))
}

/// Compares outcomes with each other and with exhaustive play of at most so many positions from the table.
fn agree(table: &Table, outcomes: &[Outcome], max: usize, what: &str) -> usize {
    let outcome = &outcomes[0];
    for other in outcomes {
        if let Outcome::Solvable(moves) = other {
            let replay = table.replay(moves);
            assert!(replay.as_ref().is_ok_and(|r| r.won), "{what}: {replay:?}");
        }
        assert_eq!(
            *outcome == Outcome::Unsolvable,
            *other == Outcome::Unsolvable,
            "{what}"
        );
    }
    match reference::explore(table, max) {
        reference::Outcome::Won(_) => {
            assert!(matches!(outcome, Outcome::Solvable(_)), "{what} can be won");
            0
        }
        reference::Outcome::Lost => {
            assert_eq!(*outcome, Outcome::Unsolvable, "{what}");
            1
        }
        reference::Outcome::LimitHit => 2,
    }
}

#[test]
fn shrunken_deals_agree_with_exhaustive_play() {
    let mut deciders = deciders();
    let mut total: Tally = [0; 3];
    let n_seeds: u64 = std::env::var("WINDMILL_SEEDS").map_or(2, |n| n.parse().expect("a number"));
    for options in option_sets() {
        let mut tally: Tally = [0; 3];
        for &(n_suits, n_ranks, n_cells, n_corners) in SHAPES {
            let setup = WindmillSetup {
                n_suits,
                n_ranks,
                n_cells,
                n_corners,
                ..options
            };
            if setup.n_dealt() < n_cells as usize {
                continue;
            }
            for seed in 0..n_seeds {
                tally[compare(&mut deciders, &setup, seed, 20_000)] += 1;
            }
        }
        println!("{options:?}: {tally:?}");
        assert!(tally[0] >= 10 && tally[1] >= 10, "{options:?}: {tally:?}");
        for (sum, n) in total.iter_mut().zip(tally) {
            *sum += n;
        }
    }
    println!("solvable, unsolvable, too large: {total:?}");
}

/// Plays some legal moves from each deal and compares what then stands on the table.
#[test]
fn positions_agree_with_exhaustive_play() {
    let mut deciders = deciders();
    let mut tally: Tally = [0; 3];
    let mut below = chances();
    for options in option_sets() {
        for &(n_suits, n_ranks, n_cells, n_corners) in SHAPES {
            let setup = WindmillSetup {
                n_suits,
                n_ranks,
                n_cells,
                n_corners,
                ..options
            };
            if setup.n_dealt() < n_cells as usize {
                continue;
            }
            let game = Setup::Windmill(setup);
            let cards = Deal::from_seed(&game, below(1000) as u64).cards;
            let mut table = Table::new(&game, &cards).expect("a deal");
            let mut line = Vec::new();
            for _ in 0..below(2 * cards.len() + 1) {
                let moves = table.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[below(moves.len())];
                table.play(mv).expect("a legal move");
                line.push(mv);
            }
            let what = format!("{setup:?} {line:?}");
            let outcomes = deciders.each_mut().map(|decider| {
                let (budget, control) = (Budget::default(), Control::default());
                let decision = decider.decide_begun(&setup, &cards, &line, &budget, &control);
                decision.unwrap_or_else(|e| panic!("{e}: {what}")).outcome
            });
            tally[agree(&table, &outcomes, 20_000, &what)] += 1;
        }
    }
    println!("solvable, unsolvable, too large: {tally:?}");
    assert!(tally[0] > 500 && tally[1] > 500, "{tally:?}");
}

/// The public case file: game, options, verdict, cards.
#[test]
fn known_answers() {
    let text = include_str!("data/exact/windmill.txt");
    let mut decider = WindmillDecider::new();
    let mut n = [0, 0];
    for line in text
        .lines()
        .filter(|l| !l.starts_with('#') && !l.is_empty())
    {
        let mut words = line.split_whitespace();
        assert_eq!(words.next(), Some("windmill"));
        assert_eq!(words.next(), Some("borrow=strict"));
        let solvable = words.next() == Some("solvable");
        let cards: Vec<Card> = words.map(|w| w.parse().expect("a card")).collect();
        let decision = decider
            .decide(&FULL, &cards, &Budget::default(), &Control::default())
            .unwrap_or_else(|e| panic!("{e}"));
        match &decision.outcome {
            Outcome::Solvable(moves) => {
                let table = Table::new(&Setup::Windmill(FULL), &cards).expect("a deal");
                assert!(table.replay(moves).is_ok_and(|r| r.won));
                assert!(solvable, "{line}");
            }
            outcome => assert!(*outcome == Outcome::Unsolvable && !solvable, "{line}"),
        }
        n[usize::from(solvable)] += 1;
    }
    assert!(n[0] > 0 && n[1] > 0);
}

/// The verdict does not depend on how the search goes: a reason that says too much would show.
#[test]
fn every_way_of_searching_gives_the_same_verdict() {
    let game = Setup::Windmill(FULL);
    for (seed, solvable) in [(3, true), (4, false), (18, false), (42, false), (117, true)] {
        let deal = Deal::from_seed(&game, seed);
        for (activity_decay, restart_unit, target_until) in
            [(0.75, 100, u64::MAX), (0.9, 20, 1000), (0.95, 50, 0)]
        {
            let config = Config {
                activity_decay,
                restart_unit,
                target_until,
                vivify_after: 200,
                ..Config::default()
            };
            let mut decider = WindmillDecider::with_config(config);
            let mut budget = Budget {
                conflicts: 500,
                ..Budget::default()
            };
            let decision = decider.decide(&FULL, &deal.cards, &budget, &Control::default());
            let mut outcome = decision.expect("a deal").outcome;
            while let Outcome::Unknown(_) = outcome {
                budget.conflicts *= 2;
                let decision = decider.resume(&budget, &Control::default());
                outcome = decision.expect("a deal").outcome;
            }
            assert_eq!(
                matches!(outcome, Outcome::Solvable(_)),
                solvable,
                "seed {seed}"
            );
        }
    }
}

/// Reversing the direction and mirroring the ranks changes nothing.
#[test]
fn a_reversed_game_is_the_mirrored_one() {
    let mut decider = WindmillDecider::new();
    let normal = WindmillSetup {
        n_suits: 2,
        n_ranks: 6,
        n_cells: 1,
        n_corners: 2,
        ..FULL
    };
    let reversed = WindmillSetup {
        reversed: true,
        ..normal
    };
    let mut n = [0, 0];
    for seed in 0..60 {
        let cards = Deal::from_seed(&Setup::Windmill(normal), seed).cards;
        let mirror = |c: &Card| Card::new(Rank::new(7 - c.rank().number()), c.suit());
        let mirrored: Vec<Card> = cards.iter().map(mirror).collect();
        let mut decide = |setup, cards: &[Card]| {
            let decision = decider.decide(setup, cards, &Budget::default(), &Control::default());
            decision.expect("a deal").outcome
        };
        let outcome = decide(&normal, &cards);
        assert_eq!(outcome, decide(&reversed, &mirrored));
        n[usize::from(outcome == Outcome::Unsolvable)] += 1;
    }
    assert!(n[0] > 0 && n[1] > 0, "{n:?}");
}

/// What only cuts the search short does so.
#[test]
fn cuts_save_conflicts() {
    let n_conflicts = |mut decider: WindmillDecider| {
        let of_seed = |seed| {
            let cards = Deal::from_seed(&Setup::Windmill(FULL), seed).cards;
            let decision = decider.decide(&FULL, &cards, &Budget::default(), &Control::default());
            let decision = decision.expect("a deal");
            assert_eq!(decision.outcome, Outcome::Unsolvable, "seed {seed}");
            decision.statistics.engine.conflicts
        };
        [4, 18, 42].map(of_seed).iter().sum::<u64>()
    };
    let all = n_conflicts(WindmillDecider::new());
    let without_heights = n_conflicts(WindmillDecider::new().bound_heights(false));
    let without_turnings = n_conflicts(WindmillDecider::new().look_at_turnings(0));
    assert!(all * 10 < without_heights * 9, "{all} {without_heights}");
    assert!(all * 10 < without_turnings * 9, "{all} {without_turnings}");
}
