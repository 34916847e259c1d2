//! Every search against exhaustive play of shrunken deals by the reference: each dominance on and
//! off, a table of one bucket, and the relaxed playouts of Contradance.

mod support;

use cotillion::cards::Card;
use cotillion::deal::{Deal, Setup};
use cotillion::exact::ContradanceDecider;
use cotillion::game::{Dominance, Hidden};
use cotillion::reference::{self, Table};
use cotillion::search::{Beam, BeamOptions, Control, Limits, Outcome, beam, depth_first};
use std::sync::atomic::AtomicBool;
use support::{Visit, parse_setup, with_packed};

/// Set-ups with plenty of both answers.
const SETUPS: &[&str] = &[
    "cotillion suits=1 ranks=7 columns=2 rows=2 cells=1 bases=A,2 preplaced=no passes=1",
    "cotillion suits=1 ranks=9 columns=2 rows=2 cells=2 bases=A,2 preplaced=yes passes=1",
    "cotillion suits=1 ranks=13 columns=1 rows=3 cells=3 bases=A,2 preplaced=no passes=1",
    "cotillion suits=2 ranks=5 columns=2 rows=2 cells=1 bases=A,2 preplaced=no passes=1",
    "cotillion suits=2 ranks=5 columns=2 rows=4 cells=1 bases=A,2 preplaced=yes passes=1",
    "cotillion suits=1 ranks=7 columns=3 rows=3 cells=2 bases=3,3 preplaced=no passes=1",
    "cotillion suits=1 ranks=7 columns=2 rows=3 cells=1 bases=4,6 preplaced=no passes=1",
    "cotillion suits=1 ranks=6 columns=2 rows=2 cells=1 bases=A,2 preplaced=no passes=1",
    "cotillion suits=1 ranks=9 columns=0 rows=0 cells=1 bases=A,2 preplaced=no passes=1",
    "cotillion suits=1 ranks=7 columns=0 rows=0 cells=1 bases=A,2 preplaced=no passes=2",
    "cotillion suits=2 ranks=4 columns=0 rows=0 cells=1 bases=A,2 preplaced=no passes=2",
    "gavotte suits=1 ranks=9 columns=2 rows=2 free-wing=1 bases=3,6",
    "windmill suits=1 ranks=6 cells=1 corners=1 preplaced=no kings-first=yes borrow=strict free-kings=no reversed=no",
    "windmill suits=2 ranks=4 cells=1 corners=2 preplaced=no kings-first=yes borrow=strict free-kings=no reversed=no",
    "windmill suits=2 ranks=4 cells=1 corners=2 preplaced=yes kings-first=yes borrow=none free-kings=no reversed=no",
    "windmill suits=2 ranks=4 cells=1 corners=2 preplaced=no kings-first=no borrow=unlimited free-kings=no reversed=yes",
    "windmill suits=2 ranks=4 cells=1 corners=2 preplaced=no kings-first=yes borrow=strict free-kings=yes reversed=no",
    "windmill suits=2 ranks=5 cells=0 corners=2 preplaced=no kings-first=no borrow=none free-kings=no reversed=no",
    "contradance decks=2 suits=1 ranks=7 down-base=2 queens-decorate=no preplaced=yes passes=2",
    "contradance decks=2 suits=2 ranks=6 down-base=2 queens-decorate=no preplaced=yes passes=2",
    "contradance decks=2 suits=1 ranks=9 down-base=4 queens-decorate=no preplaced=yes passes=2",
    "contradance decks=2 suits=1 ranks=8 down-base=3 queens-decorate=no preplaced=no passes=2",
    "contradance decks=1 suits=2 ranks=7 down-base=2 queens-decorate=yes preplaced=no passes=2",
    "contradance decks=1 suits=2 ranks=9 down-base=4 queens-decorate=no preplaced=yes passes=3",
];

const N_SEEDS: u64 = 400;
/// Positions after which the reference gives a deal up; those are counted and few.
const MAX_POSITIONS: usize = 60_000;

const SWITCHES: [Dominance; 5] = [
    Dominance::ALL,
    Dominance::NONE,
    Dominance {
        equal_piles: true,
        ..Dominance::NONE
    },
    Dominance {
        last_copy: true,
        ..Dominance::NONE
    },
    Dominance {
        free_end: true,
        ..Dominance::NONE
    },
];

struct Against<'a> {
    setup: &'a Setup,
    cards: &'a [Card],
    expected: bool,
    name: String,
}

impl Against<'_> {
    fn check<M: Clone>(
        &self,
        how: &str,
        outcome: Outcome<M>,
        text: impl Fn(&[M]) -> Vec<cotillion::deal::Move>,
    ) {
        match outcome {
            Outcome::Solvable(line) => {
                assert!(
                    self.expected,
                    "{}: {how} wins what cannot be won",
                    self.name
                );
                let replay = reference::replay(self.setup, None, self.cards, &text(&line));
                assert!(replay.unwrap().won, "{}: {how}", self.name);
            }
            Outcome::Unsolvable => assert!(!self.expected, "{}: {how} refutes a win", self.name),
            Outcome::Unknown(limit) => panic!("{}: {how}: {limit}", self.name),
        }
    }
}

impl Visit for Against<'_> {
    type Out = ();

    fn visit<G: Hidden>(self, game: &G) {
        let stop = AtomicBool::new(false);
        let control = Control::new(&stop, None);
        for on in SWITCHES {
            let (outcome, _) = depth_first(game, game.start(), on, &Limits::default(), &control);
            self.check(&format!("{on:?}"), outcome, |line| game.text(line));
        }
        // One bucket: the search forgets nearly everything and must still be right. Where that takes
        // too long the limit must be reported, not an answer.
        let tiny = Limits {
            max_bytes: 0,
            max_nodes: 300_000,
            ..Limits::default()
        };
        let (outcome, n_nodes) = depth_first(game, game.start(), Dominance::ALL, &tiny, &control);
        match outcome {
            Outcome::Unknown(_) => assert_eq!(n_nodes, tiny.max_nodes),
            outcome => self.check("one bucket", outcome, |line| game.text(line)),
        }
        let options = BeamOptions {
            width: 5,
            weights: game.weightings().swap_remove(0),
            n_playouts: 2,
            playout_weight: 60,
            keep: 3,
            noise: 1,
        };
        let mut memory = Beam::default();
        let (outcome, _) = beam(
            game,
            game.start(),
            &options,
            u64::MAX,
            &control,
            &mut memory,
        );
        if matches!(outcome, Outcome::Solvable(_)) {
            self.check("beam", outcome, |line| game.text(line));
        }
    }
}

#[test]
fn searches_agree_with_exhaustive_play() {
    let (mut n_won, mut n_lost, mut n_skipped) = (0, 0, 0);
    for text in SETUPS {
        let setup = parse_setup(text);
        for seed in 0..N_SEEDS {
            let deal = Deal::from_seed(&setup, seed);
            let table = Table::new(&setup, &deal.cards).unwrap();
            let Some(expected) = reference::solvable(&table, MAX_POSITIONS) else {
                n_skipped += 1;
                continue;
            };
            n_won += u32::from(expected);
            n_lost += u32::from(!expected);
            let name = format!("{text} seed {seed}");
            let against = Against {
                setup: &setup,
                cards: &deal.cards,
                expected,
                name,
            };
            if let Setup::Contradance(s) = &setup {
                let stop = AtomicBool::new(false);
                let control = Control::new(&stop, None);
                let mut decider = ContradanceDecider::new(s);
                let (outcome, _) = decider.decide(&deal.cards, u64::MAX, &control);
                against.check("learning", outcome, <[_]>::to_vec);
            }
            with_packed(&setup, &deal.cards, against);
        }
    }
    println!("{n_won} won, {n_lost} lost, {n_skipped} skipped");
    assert!(
        n_won > 3_000 && n_lost > 1_000,
        "{n_won} won, {n_lost} lost"
    );
    assert!(
        n_skipped < 50,
        "{n_skipped} deals were too large for the reference"
    );
}
