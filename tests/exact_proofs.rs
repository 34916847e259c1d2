//! Refutations checked by a public DRAT checker that shares nothing with the solver.

use cotillion::cards::Rank;
use cotillion::deal::{CotillionSetup, Deal, Setup};
use cotillion::exact::{Budget, Control, Decider, Outcome, Problem, Refutation};
use dratify::{Checker, Lit};

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
