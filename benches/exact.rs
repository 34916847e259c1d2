//! Exact decisions of fixed deals, with the engine's conflict counts as a checksum of its behaviour.

#![allow(missing_docs)] // criterion's macros write public functions

use cotillion::cards::Rank;
use cotillion::deal::{Borrow, CotillionSetup, Deal, Setup, WindmillSetup};
use cotillion::exact::{Budget, Control, Decider, Outcome, Problem, WindmillDecider};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

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

fn decide_all(setup: &CotillionSetup, n_deals: u64, decider: &mut Decider) -> (usize, u64) {
    let (mut n_solvable, mut n_conflicts) = (0, 0);
    for seed in 0..n_deals {
        let deal = Deal::from_seed(&Setup::Cotillion(*setup), seed);
        let problem = Problem::from_deal(setup, &deal.cards);
        let decision = decider
            .decide(&problem, &Budget::default(), &Control::default())
            .expect("a deal");
        n_solvable += usize::from(matches!(decision.outcome, Outcome::Solvable(_)));
        n_conflicts += decision.statistics.engine.conflicts;
    }
    (n_solvable, n_conflicts)
}

/// The same for Windmill: name, borrowing, number of deals, solvable ones, conflicts.
const WINDMILLS: [(&str, Borrow, u64, usize, u64); 3] = [
    ("windmill", Borrow::Strict, 10, 9, 5386),
    ("windmill-borrow-none", Borrow::None, 10, 9, 6223),
    ("windmill-borrow-unlimited", Borrow::Unlimited, 10, 9, 5303),
];

const fn windmill(borrow: Borrow) -> WindmillSetup {
    WindmillSetup {
        n_suits: 4,
        n_ranks: 13,
        n_cells: 8,
        n_corners: 4,
        kings_preplaced: false,
        kings_first: true,
        borrow,
        free_kings: false,
        reversed: false,
    }
}

fn decide_windmills(
    setup: &WindmillSetup,
    n_deals: u64,
    decider: &mut WindmillDecider,
) -> (usize, u64) {
    let (mut n_solvable, mut n_conflicts) = (0, 0);
    for seed in 0..n_deals {
        let deal = Deal::from_seed(&Setup::Windmill(*setup), seed);
        let decision = decider
            .decide(setup, &deal.cards, &Budget::default(), &Control::default())
            .expect("a deal");
        n_solvable += usize::from(matches!(decision.outcome, Outcome::Solvable(_)));
        n_conflicts += decision.statistics.engine.conflicts;
    }
    (n_solvable, n_conflicts)
}

fn exact(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("exact");
    group.sample_size(10);
    for (name, setup, n_deals, n_solvable, n_conflicts) in &GAMES {
        let mut decider = Decider::new();
        let counts = decide_all(setup, *n_deals, &mut decider);
        assert_eq!(counts, (*n_solvable, *n_conflicts), "{name}");
        group.throughput(Throughput::Elements(*n_deals));
        group.bench_function(*name, |b| {
            b.iter(|| decide_all(setup, *n_deals, &mut decider))
        });
    }
    for (name, borrow, n_deals, n_solvable, n_conflicts) in WINDMILLS {
        let setup = windmill(borrow);
        let mut decider = WindmillDecider::new();
        let counts = decide_windmills(&setup, n_deals, &mut decider);
        assert_eq!(counts, (n_solvable, n_conflicts), "{name}");
        group.throughput(Throughput::Elements(n_deals));
        group.bench_function(name, |b| {
            b.iter(|| decide_windmills(&setup, n_deals, &mut decider))
        });
    }
    group.finish();
}

criterion_group!(benches, exact);
criterion_main!(benches);
