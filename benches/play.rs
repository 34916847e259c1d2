//! Games of always-play on one core, with the games won as a checksum: what `cotillion play` costs a
//! game, the deal included.

#![allow(missing_docs)] // criterion's macros write public functions

use cotillion::games::Rules;
use cotillion::play::{Player, StrategyOptions};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Games in a round (seeds from 0).
const N_GAMES: u64 = 20_000;

/// Name, game, rule options, and the games won in a round.
const GAMES: [(&str, &str, &[&str], u64); 3] = [
    ("royal-cotillion", "royal-cotillion", &[], 3883),
    (
        "royal-cotillion-preplaced",
        "royal-cotillion",
        &["start=preplaced"],
        8655,
    ),
    ("windmill", "windmill", &[], 3396),
];

fn n_won(player: &mut Player) -> u64 {
    let won = (0..N_GAMES).map(|seed| player.play(seed).expect("legal moves").won);
    won.map(u64::from).sum()
}

fn play(criterion: &mut Criterion) {
    let strategy = StrategyOptions::new("always-play", &[""; 0]).expect("a strategy");
    let mut group = criterion.benchmark_group("always-play");
    group.sample_size(10);
    group.throughput(Throughput::Elements(N_GAMES));
    for (name, game, options, expected) in GAMES {
        let rules = Rules::new(game, options).expect("a game");
        let mut player = Player::new(&rules.setup, &strategy);
        assert_eq!(n_won(&mut player), expected, "{name}");
        group.bench_function(name, |b| b.iter(|| n_won(&mut player)));
    }
    group.finish();
}

criterion_group!(benches, play);
criterion_main!(benches);
