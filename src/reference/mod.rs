//! The rules, slow and literal, on lists of cards: the judge of every other implementation.
//!
//! A [`Table`] is a position. It lists its legal moves by trying every conceivable one, says in
//! words why a move is illegal, and replays move lists. [`explore`] plays shrunken games to the
//! end with no pruning at all, and [`perft()`] counts positions for other implementations
//! to compare with.
//!
//! Only `cards` and `deal` are used here: nothing that is checked takes part in the checking.
//!
//! Cost: a legal-move list tries each source with each foundation, a few microseconds; every
//! position owns its lists.

mod contradance;
mod cotillion;
mod exhaust;
mod illegal;
mod key;
mod layout;
mod look;
mod perft;
mod piles;
mod referee;
mod windmill;

pub use cotillion::{Choice, choices};
pub use exhaust::{GavotteOutcome, Outcome, explore, explore_gavotte, gavotte_solvable, solvable};
pub use illegal::{BadDeal, Illegal};
pub use key::Key;
pub use look::{Pile, Takes, WindmillPast};
pub use perft::{Count, perft};
pub use piles::PilesTable;
pub use referee::Referee;
pub use windmill::WindmillTable;

use crate::cards::Card;
use crate::deal::notation::{From, Move, To};
use crate::deal::{GavotteSetup, Setup};
use layout::Layout;
use std::fmt;

/// What a family's table answers; [`Table`] adds turning and redealing.
trait Rules {
    fn layout(&self) -> &Layout;
    fn layout_mut(&mut self) -> &mut Layout;
    /// Every place that a card could come from.
    fn sources(&self) -> Vec<From>;
    /// Every foundation.
    fn targets(&self) -> Vec<To>;
    /// Whether the play is legal.
    fn check(&self, from: From, to: To) -> Result<(), Illegal>;
    /// Makes a play if it is legal; an illegal one changes nothing.
    fn play_card(&mut self, from: From, to: To) -> Result<(), Illegal>;
    fn is_won(&self) -> bool;
    fn write_key(&self, key: &mut Key, by_place: bool);
    /// The lowest-numbered place that is equal to this one.
    fn same_from(&self, from: From) -> From;
    /// The lowest-numbered foundation that is equal to this one.
    fn same_to(&self, to: To) -> To;
    fn on_foundations(&self) -> Vec<Card>;
    /// Every foundation as it stands, in the order of `targets`.
    fn piles(&self) -> Vec<Pile>;
}

/// A position: every card's place, and whatever history the rules look at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Table {
    /// A game whose foundations are built in suit: Royal Cotillion, Odd and Even, Gavotte after
    /// its choice, Contradance, Quadrille.
    Piles(PilesTable),
    /// Windmill and its variants.
    Windmill(WindmillTable),
}

impl Table {
    /// The position after the deal. Gavotte's set-up must fix the free wing and the bases; where
    /// the player chooses, use [`Table::gavotte`].
    ///
    /// # Errors
    /// [`BadDeal`] if the set-up describes no game or the cards are not those that it deals.
    pub fn new(setup: &Setup, cards: &[Card]) -> Result<Table, BadDeal> {
        match setup {
            Setup::Cotillion(setup) => cotillion::lay_out(setup, cards).map(Table::Piles),
            Setup::Contradance(setup) => contradance::lay_out(setup, cards).map(Table::Piles),
            Setup::Windmill(setup) => windmill::lay_out(setup, cards).map(Table::Windmill),
            Setup::Gavotte(setup) => match (setup.free_wing, setup.bases) {
                (Some(free_wing), Some(bases)) => {
                    Table::gavotte(setup, Choice { free_wing, bases }, cards)
                }
                _ => Err(BadDeal(
                    "the player must choose the free wing and the bases".to_string(),
                )),
            },
        }
    }

    /// The position after Gavotte's player has chosen.
    ///
    /// # Errors
    /// [`BadDeal`] as for [`Table::new`], and for a choice that the set-up does not allow.
    pub fn gavotte(setup: &GavotteSetup, choice: Choice, cards: &[Card]) -> Result<Table, BadDeal> {
        cotillion::lay_out_gavotte(setup, choice, cards).map(Table::Piles)
    }

    fn rules(&self) -> &dyn Rules {
        match self {
            Table::Piles(table) => table,
            Table::Windmill(table) => table,
        }
    }

    /// Whether a move is legal here.
    ///
    /// # Errors
    /// [`Illegal`] says why it is not.
    pub fn check(&self, mv: Move) -> Result<(), Illegal> {
        match mv {
            Move::Turn => self.rules().layout().check_turn(),
            Move::Redeal => self.rules().layout().check_redeal(),
            Move::Play(from, to) => self.rules().check(from, to),
        }
    }

    /// Every legal move: plays by source and foundation, then turn, then redeal. Every cell, corner
    /// and foundation counts separately.
    pub fn legal_moves(&self) -> Vec<Move> {
        let targets = self.rules().targets();
        let mut moves = Vec::new();
        for from in self.rules().sources() {
            moves.extend(targets.iter().map(|&to| Move::Play(from, to)));
        }
        moves.extend([Move::Turn, Move::Redeal]);
        moves.retain(|&mv| self.check(mv).is_ok());
        moves
    }

    /// The legal moves with equal ones counted once: of the moves that differ only in which of
    /// several equal cells, corners or foundations they name, the one with the lowest numbers.
    /// Cells are equal when they hold the same card (Windmill: rank); corners when they are equally
    /// high; foundations when they take the same cards and are equally high.
    pub fn distinct_moves(&self) -> Vec<Move> {
        let rules = self.rules();
        let mut moves = self.legal_moves();
        moves.retain(|&mv| match mv {
            Move::Play(from, to) => rules.same_from(from) == from && rules.same_to(to) == to,
            Move::Turn | Move::Redeal => true,
        });
        moves
    }

    /// Makes a move, refills implied. An illegal one changes nothing.
    ///
    /// # Errors
    /// [`Illegal`] says why the move is not allowed.
    pub fn play(&mut self, mv: Move) -> Result<(), Illegal> {
        match self {
            Table::Piles(table) => play(table, &mv),
            Table::Windmill(table) => play(table, &mv),
        }
    }

    /// Whether every card that is not decoration lies on a foundation.
    pub fn is_won(&self) -> bool {
        self.rules().is_won()
    }

    /// The exact key of the position: equal for two positions of one deal exactly if they differ at
    /// most in which of several equal cells, corners or foundations is which, and in which of
    /// several equal cards lies where. Columns keep their numbers. Windmill's cards are equal when
    /// their ranks are; its borrow lock belongs to the position.
    pub fn key(&self) -> Key {
        let mut key = Key::default();
        self.rules().write_key(&mut key, false);
        key
    }

    /// As [`Table::key`], but equal cards of stock and waste are told apart by their place in the
    /// stock as dealt: what an implementation sees that keeps the waste as a set of stock places.
    pub fn placed_key(&self) -> Key {
        let mut key = Key::default();
        self.rules().write_key(&mut key, true);
        key
    }

    /// All cards on the table, in no particular order: the same before and after every move.
    pub fn all_cards(&self) -> Vec<Card> {
        let layout = self.rules().layout();
        let mut cards = self.rules().on_foundations();
        cards.extend(layout.columns.iter().flatten());
        cards.extend(layout.cells.iter().flatten());
        cards.extend(layout.stock.iter().chain(&layout.waste).map(|c| c.card));
        cards
    }

    /// Plays the moves one after the other.
    ///
    /// # Errors
    /// [`ReplayError`] for the first illegal move.
    pub fn replay(&self, moves: &[Move]) -> Result<Replay, ReplayError> {
        self.clone().replay_on(moves)
    }

    /// As [`Table::replay`], on this very table.
    fn replay_on(mut self, moves: &[Move]) -> Result<Replay, ReplayError> {
        match &mut self {
            Table::Piles(table) => play_all(table, moves)?,
            Table::Windmill(table) => play_all(table, moves)?,
        }
        Ok(Replay {
            won: self.is_won(),
            last: self,
        })
    }
}

/// Makes a move, refills implied. An illegal one changes nothing.
#[inline(always)]
fn play(table: &mut impl Rules, mv: &Move) -> Result<(), Illegal> {
    match *mv {
        Move::Turn => {
            table.layout().check_turn()?;
            table.layout_mut().turn();
        }
        Move::Redeal => {
            table.layout().check_redeal()?;
            table.layout_mut().redeal();
        }
        Move::Play(from, to) => table.play_card(from, to)?,
    }
    Ok(())
}

/// Makes the moves one after the other.
fn play_all(table: &mut impl Rules, moves: &[Move]) -> Result<(), ReplayError> {
    for (i, mv) in moves.iter().enumerate() {
        if let Err(why) = play(table, mv) {
            return Err(illegal(i + 1, mv, why));
        }
    }
    Ok(())
}

#[cold]
fn illegal(move_number: usize, mv: &Move, why: Illegal) -> ReplayError {
    ReplayError {
        move_number,
        reason: format!("{mv}: {why}"),
    }
}

/// What a legal move list leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// Whether the final position is won.
    pub won: bool,
    /// The final position.
    pub last: Table,
}

/// Why a move list is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError {
    /// The first illegal move, counted from 1; 0 if the deal itself is refused.
    pub move_number: usize,
    /// Why, in words.
    pub reason: String,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.move_number {
            0 => write!(f, "the deal is refused: {}", self.reason),
            n => write!(f, "move {n} is illegal: {}", self.reason),
        }
    }
}

impl std::error::Error for ReplayError {}

/// Deals the cards and plays the moves. `choice` is Gavotte's, `None` for other games and where
/// the set-up fixes it.
///
/// # Errors
/// [`ReplayError`] for a refused deal or the first illegal move.
pub fn replay(
    setup: &Setup,
    choice: Option<Choice>,
    cards: &[Card],
    moves: &[Move],
) -> Result<Replay, ReplayError> {
    let table = match (setup, choice) {
        (Setup::Gavotte(setup), Some(choice)) => Table::gavotte(setup, choice, cards),
        (_, Some(_)) => Err(BadDeal("only Gavotte has a choice to state".to_string())),
        (setup, None) => Table::new(setup, cards),
    };
    table.map_err(refused)?.replay_on(moves)
}

/// The deal itself is refused.
fn refused(BadDeal(reason): BadDeal) -> ReplayError {
    ReplayError {
        move_number: 0,
        reason,
    }
}

#[cfg(test)]
#[path = "tests/table.rs"]
mod tests;
