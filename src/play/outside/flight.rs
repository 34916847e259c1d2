//! A game in flight: played by the literal rules, held wherever there is a choice.

use super::OutsideGame;
use super::fault::Fault;
use crate::deal::{Deal, Move, Setup};
use crate::play::table::announce;
use crate::play::{Announced, GameResult, Random, Trace};
use crate::reference::Table;

/// A game in flight.
pub(super) struct Flight {
    pub(super) seed: u64,
    pub(super) number: u64,
    pub(super) table: Table,
    pub(super) legal: Vec<Move>,
    pub(super) trace: Trace,
}

impl Flight {
    pub(super) fn begin(setup: &Setup, seed: u64, number: u64) -> Flight {
        let cards = Deal::from_seed(setup, seed).cards;
        let (table, announced) = match setup {
            Setup::Gavotte(s) => {
                let choice: Announced = announce(s, &cards, &mut Random::new(seed, 1));
                (Table::gavotte(s, choice.into(), &cards), Some(choice))
            }
            other => (Table::new(other, &cards), None),
        };
        Flight {
            seed,
            number,
            table: table.expect("a deal of the set-up can be laid out"),
            legal: Vec::new(),
            trace: Trace {
                result: GameResult {
                    won: false,
                    n_decisions: 0,
                    n_moves: 0,
                },
                announced,
                moves: Vec::new(),
            },
        }
    }

    pub(super) fn play(&mut self, mv: Move) {
        self.table.play(mv).expect("the move is legal");
        self.trace.result.n_moves += 1;
        self.trace.moves.push(mv);
    }

    /// Plays on while there is no choice; whether there is one at last.
    pub(super) fn play_to_choice(&mut self) -> bool {
        loop {
            self.trace.result.won = self.table.is_won();
            if self.trace.result.won {
                return false;
            }
            self.legal = self.table.legal_moves();
            match self.legal[..] {
                [] => return false,
                [only] => self.play(only),
                _ => match self.table.distinct_moves()[..] {
                    [only] => self.play(only),
                    _ => return true,
                },
            }
        }
    }

    pub(super) fn end(self, fault: Option<Fault>) -> (u64, OutsideGame) {
        let trace = self.trace;
        (self.seed, OutsideGame { trace, fault })
    }
}
