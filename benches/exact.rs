//! Exact decisions of fixed deals, with the engine's conflict counts as a checksum of its behaviour.

#![allow(missing_docs)] // criterion's macros write public functions

use cotillion::cards::{Card, Rank};
use cotillion::deal::{CotillionSetup, Deal, Setup};
use cotillion::exact::{
    Budget, Control, Decider, Decision, Error, Outcome, Problem, WindmillDecider,
};
use cotillion::games::Rules;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};

const ROYAL_COTILLION: CotillionSetup = CotillionSetup {
    n_suits: 4,
    n_ranks: 13,
    n_columns: 4,
    n_rows: 3,
    n_cells: 16,
    bases: (Rank::new(1), Rank::new(2)),
    preplaced: false,
    n_passes: 1,
};

/// Name, set-up, number of deals (seeds from 0), and of these the solvable ones and the conflicts.
const GAMES: [(&str, CotillionSetup, u64, usize, u64); 4] = [
    ("royal-cotillion", ROYAL_COTILLION, 20, 20, 880),
    (
        "royal-cotillion-preplaced",
        CotillionSetup {
            preplaced: true,
            ..ROYAL_COTILLION
        },
        20,
        20,
        1036,
    ),
    ("odd-and-even-one-pass", odd_and_even(1), 5, 0, 2702),
    ("odd-and-even", odd_and_even(2), 20, 20, 7496),
];

const fn odd_and_even(n_passes: u8) -> CotillionSetup {
    CotillionSetup {
        n_columns: 0,
        n_rows: 0,
        n_cells: 9,
        n_passes,
        ..ROYAL_COTILLION
    }
}

/// The same for Windmill: name, rule options, number of deals, solvable ones, conflicts.
const WINDMILLS: [(&str, &str, u64, usize, u64); 3] = [
    ("windmill", "borrow=strict", 10, 9, 5386),
    ("windmill-borrow-none", "borrow=none", 10, 9, 6223),
    ("windmill-borrow-unlimited", "borrow=unlimited", 10, 9, 5303),
];

/// Decides the deals with seeds from 0; returns the number of solvable ones and that of conflicts.
fn decide_all(
    setup: &Setup,
    n_deals: u64,
    mut decide: impl FnMut(&[Card]) -> Result<Decision, Error>,
) -> (usize, u64) {
    let (mut n_solvable, mut n_conflicts) = (0, 0);
    for seed in 0..n_deals {
        let decision = decide(&Deal::from_seed(setup, seed).cards).expect("a deal");
        n_solvable += usize::from(matches!(decision.outcome, Outcome::Solvable(_)));
        n_conflicts += decision.statistics.engine.conflicts;
    }
    (n_solvable, n_conflicts)
}

/// Checks the counts of the deals of a game, then measures how long deciding them takes.
fn measure(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    n_deals: u64,
    counts: (usize, u64),
    mut decide_all: impl FnMut() -> (usize, u64),
) {
    assert_eq!(decide_all(), counts, "{name}");
    group.throughput(Throughput::Elements(n_deals));
    group.bench_function(name, |b| b.iter(&mut decide_all));
}

fn exact(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("exact");
    group.sample_size(10);
    let (budget, control) = (Budget::default(), Control::default());
    for (name, setup, n_deals, n_solvable, n_conflicts) in GAMES {
        let mut decider = Decider::new();
        measure(&mut group, name, n_deals, (n_solvable, n_conflicts), || {
            decide_all(&Setup::Cotillion(setup), n_deals, |cards| {
                decider.decide(&Problem::from_deal(&setup, cards), &budget, &control)
            })
        });
    }
    for (name, rule, n_deals, n_solvable, n_conflicts) in WINDMILLS {
        let rules = Rules::new("windmill", &[rule]).expect("a rule option");
        let Setup::Windmill(setup) = rules.setup else {
            unreachable!("the game is of this family")
        };
        let mut decider = WindmillDecider::new();
        measure(&mut group, name, n_deals, (n_solvable, n_conflicts), || {
            decide_all(&rules.setup, n_deals, |cards| {
                decider.decide(&setup, cards, &budget, &control)
            })
        });
    }
    group.finish();
}

criterion_group!(benches, exact);
criterion_main!(benches);
