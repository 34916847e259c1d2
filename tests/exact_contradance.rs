//! Contradance and Quadrille with games begun, against exhaustive play of shrunken deals.

mod support;

use cotillion::cards::Rank;
use cotillion::deal::{ContradanceSetup, Deal, Move, Setup};
use cotillion::exact::ContradanceDecider;
use cotillion::family::contradance::Play;
use cotillion::reference::{self, Table};
use cotillion::search::{Control, Outcome};
use std::sync::atomic::AtomicBool;
use support::chances;

/// Decks, suits, ranks, the base of the piles that go down.
const SHAPES: &[(u8, u8, u8, u8)] = &[
    (2, 1, 6, 3),
    (2, 1, 8, 4),
    (2, 2, 4, 2),
    (2, 2, 5, 2),
    (2, 3, 4, 2),
    (1, 2, 7, 3),
    (1, 3, 5, 2),
];

/// Plays some legal moves from each deal and compares what then stands on the table.
#[test]
fn positions_agree_with_exhaustive_play() {
    let never = AtomicBool::new(false);
    let control = Control::new(&never, None);
    let mut below = chances();
    let mut tally = [0; 3];
    for &(n_decks, n_suits, n_ranks, down_base) in SHAPES {
        for switches in 0..6 {
            let setup = ContradanceSetup {
                n_decks,
                n_suits,
                n_ranks,
                down_base: Rank::new(down_base),
                queens_decorate: false,
                preplaced: switches % 2 == 0,
                n_passes: 1 + switches / 2,
            };
            let game = Setup::Contradance(setup);
            let mut decider = ContradanceDecider::new(&setup);
            for seed in 0..40 {
                let cards = Deal::from_seed(&game, seed).cards;
                let mut table = Table::new(&game, &cards).expect("a deal");
                let mut line = Vec::new();
                for _ in 0..below(2 * cards.len()) {
                    // Plays twice as often as turns, so that games get on.
                    let moves = table.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    let plays = moves.iter().position(|m| matches!(m, Move::Play(..)));
                    let mv = match plays {
                        Some(at) if below(3) > 0 => moves[at],
                        _ => moves[below(moves.len())],
                    };
                    table.play(mv).expect("a legal move");
                    line.push(match mv {
                        Move::Turn => Play::Turn,
                        Move::Redeal => Play::Redeal,
                        Move::Play(..) => Play::Waste,
                    });
                }
                let (outcome, _) = decider.decide_begun(&cards, &line, u64::MAX, &control);
                let solvable = match outcome {
                    Outcome::Solvable(moves) => {
                        win(&table, &moves);
                        true
                    }
                    Outcome::Unsolvable => false,
                    Outcome::Unknown(limit) => panic!("{limit} without a limit"),
                };
                let n = match reference::explore(&table, 20_000) {
                    reference::Outcome::Won(_) => {
                        assert!(solvable, "{setup:?} seed {seed} {line:?} can be won");
                        0
                    }
                    reference::Outcome::Lost => {
                        assert!(!solvable, "{setup:?} seed {seed} {line:?} cannot be won");
                        1
                    }
                    reference::Outcome::LimitHit => 2,
                };
                tally[n] += 1;
            }
        }
    }
    println!("solvable, unsolvable, too large: {tally:?}");
    assert!(tally[0] > 200 && tally[1] > 200, "{tally:?}");
}

/// Plays the line on the reference, which knows which of two equal foundations is which.
fn win(table: &Table, moves: &[Move]) {
    let mut table = table.clone();
    for &mv in moves {
        let mv = match mv {
            Move::Turn | Move::Redeal => mv,
            Move::Play(..) => {
                let moves = table.legal_moves();
                let play = moves.into_iter().find(|m| matches!(m, Move::Play(..)));
                play.expect("the waste's top can be played")
            }
        };
        table.play(mv).expect("a legal move");
    }
    assert!(table.is_won());
}
