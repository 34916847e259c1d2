//! Refutations checked by a public DRAT checker that shares nothing with the solver.

use cotillion::cards::Rank;
use cotillion::cdcl::Config;
use cotillion::deal::{Borrow, CotillionSetup, Deal, Setup, WindmillSetup};
use cotillion::exact::{
    Budget, ContradanceDecider, Control, Decider, Outcome, Problem, Refutation, WindmillDecider,
};
use cotillion::games::Rules;
use cotillion::reference::Table;
use cotillion::search;
use dratify::{Checker, Lit};
use std::sync::atomic::AtomicBool;
use support::strict;

mod support;

/// A DIMACS number in the checker's form.
fn literal(number: i64) -> Lit {
    2 * (number.unsigned_abs() as u32 - 1) + Lit::from(number < 0)
}

fn numbers(line: &str) -> Vec<Lit> {
    let words = line.split_whitespace();
    let numbers = words.map(|w| w.parse().expect("a number"));
    numbers.take_while(|&n: &i64| n != 0).map(literal).collect()
}

fn check(refutation: &Refutation) {
    let mut lines = refutation.cnf.lines().filter(|l| !l.starts_with('c'));
    let header: Vec<&str> = lines.next().expect("a header").split(' ').collect();
    assert_eq!(header[..2], ["p", "cnf"]);
    let n_vars: usize = header[2].parse().expect("a number of variables");
    let clauses: Vec<Vec<Lit>> = lines.map(numbers).collect();
    assert_eq!(header[3], clauses.len().to_string());
    assert!(clauses.iter().flatten().all(|&l| (l as usize) < 2 * n_vars));
    assert!(refutation.table.lines().count() <= n_vars);
    let mut checker = Checker::new(n_vars as u32, &clauses, true, true);
    let mut empty = false;
    for line in refutation.drat.lines() {
        let (delete, lits) = match line.strip_prefix("d ") {
            Some(rest) => (true, numbers(rest)),
            None => (false, numbers(line)),
        };
        assert!(checker.check_step(delete, &lits), "{line}");
        empty |= !delete && lits.is_empty();
    }
    assert!(empty, "the proof ends with the empty clause");
}

fn refute(setup: &CotillionSetup, seeds: std::ops::Range<u64>) -> usize {
    let mut decider = Decider::new();
    let mut n = 0;
    for seed in seeds {
        let deal = Deal::from_seed(&Setup::Cotillion(*setup), seed);
        let problem = Problem::from_deal(setup, &deal.cards);
        let plain = decider
            .decide(&problem, &Budget::default(), &Control::default())
            .expect("a deal");
        let (decision, refutation) = decider
            .refute(&problem, &Budget::default(), &Control::default())
            .expect("a deal");
        assert_eq!(decision, plain, "a proof changes nothing");
        assert_eq!(
            refutation.is_some(),
            decision.outcome == Outcome::Unsolvable
        );
        if let Some(refutation) = refutation {
            check(&refutation);
            n += 1;
        }
    }
    n
}

const SMALL: CotillionSetup = CotillionSetup {
    n_suits: 2,
    n_ranks: 9,
    n_columns: 3,
    n_rows: 3,
    n_cells: 2,
    bases: (Rank::new(1), Rank::new(2)),
    preplaced: false,
    n_passes: 1,
};

#[test]
fn refutations_of_shrunken_deals_check() {
    assert!(refute(&SMALL, 0..40) > 5);
    let preplaced = CotillionSetup {
        preplaced: true,
        ..SMALL
    };
    refute(&preplaced, 0..20);
    let redeal = CotillionSetup {
        n_suits: 1,
        n_ranks: 13,
        n_columns: 1,
        n_cells: 1,
        n_passes: 2,
        ..SMALL
    };
    assert!(refute(&redeal, 0..30) > 2);
}

/// Engines that tidy up all the time delete much; what is left must still imply what follows.
#[test]
fn refutations_check_if_deletions_are_obeyed() {
    let no_columns = CotillionSetup {
        n_suits: 3,
        n_ranks: 7,
        n_columns: 0,
        n_rows: 0,
        n_cells: 3,
        ..SMALL
    };
    let (mut n, mut n_deleted) = (0, 0);
    for vivify_effort in [0.0, 3.0, 100.0] {
        let mut decider = Decider::with_config(Config {
            vivify_after: 0,
            vivify_effort,
            reduce_interval: 5,
            restart_unit: 3,
            kept_lbd: 1,
            ..Config::default()
        });
        let lost = [16_903_022_719_818_289_852];
        let deals = (0..30).map(|seed| (SMALL, seed));
        for (setup, seed) in deals.chain(lost.map(|seed| (no_columns, seed))) {
            let deal = Deal::from_seed(&Setup::Cotillion(setup), seed);
            let problem = Problem::from_deal(&setup, &deal.cards);
            let found = decider.refute(&problem, &Budget::default(), &Control::default());
            if let (_, Some(refutation)) = found.expect("a deal") {
                check(&refutation);
                let checked = strict::check(&refutation.cnf, &refutation.drat);
                assert_eq!(checked, Ok(()), "seed {seed}, effort {vivify_effort}");
                n += 1;
                n_deleted += refutation.drat.matches("d ").count();
            }
        }
    }
    assert!(n > 30 && n_deleted > 200, "{n} {n_deleted}");
}

#[test]
fn a_refutation_of_a_full_deal_checks() {
    let full = CotillionSetup {
        n_suits: 4,
        n_ranks: 13,
        n_columns: 4,
        n_cells: 16,
        ..SMALL
    };
    assert_eq!(refute(&full, FULL..FULL + 1), 1);
}

/// An unsolvable full deal with a short proof.
const FULL: u64 = 737;

/// Decides deals with the propagator and on the formula written out, and checks the refutations. Returns the numbers
/// of solvable and unsolvable deals.
fn windmill(setup: &WindmillSetup, seeds: std::ops::Range<u64>) -> [usize; 2] {
    let mut decider = WindmillDecider::new();
    let (budget, control) = (Budget::default(), Control::default());
    let game = Setup::Windmill(*setup);
    let mut n = [0; 2];
    for seed in seeds {
        let deal = Deal::from_seed(&game, seed);
        let plain = decider.decide(setup, &deal.cards, &budget, &control);
        let plain = plain.expect("a deal").outcome;
        let found = decider.refute(setup, &deal.cards, &budget, &control);
        let (decision, refutation) = found.expect("a deal");
        match decision.outcome {
            Outcome::Solvable(moves) => {
                assert!(
                    matches!(plain, Outcome::Solvable(_)),
                    "{setup:?} seed {seed}"
                );
                let table = Table::new(&game, &deal.cards).expect("a deal");
                assert!(table.replay(&moves).is_ok_and(|r| r.won));
                n[0] += 1;
            }
            outcome => {
                assert_eq!(outcome, plain, "{setup:?} seed {seed}");
                check(&refutation.expect("a refutation"));
                n[1] += 1;
            }
        }
    }
    n
}

#[test]
fn refutations_of_shrunken_windmills_check() {
    for borrow in [Borrow::Strict, Borrow::None, Borrow::Unlimited] {
        for switches in 0..16 {
            let on = |bit: u8| switches >> bit & 1 != 0;
            let mut total = [0; 2];
            for (n_suits, n_ranks, n_cells, n_corners) in [
                (1, 7, 1, 1),
                (1, 9, 2, 0),
                (2, 5, 0, 3),
                (2, 6, 1, 2),
                (3, 4, 0, 3),
            ] {
                let setup = WindmillSetup {
                    n_suits,
                    n_ranks,
                    n_cells,
                    n_corners,
                    borrow,
                    kings_preplaced: on(0),
                    kings_first: !on(1),
                    free_kings: on(2),
                    reversed: on(3),
                };
                let n = windmill(&setup, 0..12);
                total = [total[0] + n[0], total[1] + n[1]];
            }
            assert!(
                total[0] >= 5 && total[1] >= 5,
                "{borrow:?} {switches}: {total:?}"
            );
        }
    }
}

#[test]
fn a_refutation_of_a_full_windmill_checks() {
    let Setup::Windmill(full) = Rules::default_of("windmill").setup else {
        unreachable!("the family of Windmill")
    };
    assert_eq!(windmill(&full, FULL_WINDMILL..FULL_WINDMILL + 1), [0, 1]);
}

/// An unsolvable full deal of Windmill with a short proof.
const FULL_WINDMILL: u64 = 18;

#[test]
fn refutations_of_contradance_check() {
    for (game, option, seeds) in [
        ("contradance", "passes=2", 0..40),
        ("contradance", "passes=3", 0..400),
        ("quadrille", "passes=2", 0..5),
    ] {
        let rules = Rules::new(game, &[option]).expect("rules");
        let Setup::Contradance(setup) = rules.setup else {
            unreachable!("the family of Contradance")
        };
        let mut decider = ContradanceDecider::new(&setup);
        let never = AtomicBool::new(false);
        let control = search::Control::new(&never, None);
        let mut n_unsolvable = 0;
        for seed in seeds {
            let deal = Deal::from_seed(&rules.setup, seed);
            let plain = decider.decide(&deal.cards, u64::MAX, &control).0;
            let (outcome, refutation) = decider.refute(&deal.cards, u64::MAX, &control);
            assert_eq!(outcome, plain, "a proof changes nothing");
            assert_eq!(
                refutation.is_some(),
                outcome == search::Outcome::Unsolvable,
                "{game} {option} seed {seed}"
            );
            if let Some(refutation) = refutation {
                check(&refutation);
                n_unsolvable += 1;
            }
        }
        assert!(n_unsolvable >= 3, "{game} {option}: {n_unsolvable}");
    }
}
