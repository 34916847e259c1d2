//! Exact decision by theorem and clause learning.

mod cotillion;
mod formula;
mod plan;
mod problem;
mod roles;
mod stack;
mod windmill;

pub use cotillion::{Decider, decide};
pub use problem::Problem;
pub use windmill::WindmillDecider;

use crate::cards::{Card, Suit};
use crate::cdcl;
use crate::deal::Move;
use std::fmt;
use std::sync::atomic::AtomicBool;

/// What a decision may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Conflicts of the engine.
    pub conflicts: u64,
    /// Estimated memory of the engine.
    pub bytes: usize,
}

impl Default for Budget {
    /// No limits.
    fn default() -> Budget {
        Budget {
            conflicts: u64::MAX,
            bytes: usize::MAX,
        }
    }
}

/// What may steer a decision from outside.
#[derive(Clone, Copy, Default, Debug)]
pub struct Control<'a> {
    /// Ends the decision soon after it becomes true.
    pub stop: Option<&'a AtomicBool>,
}

/// Whether a position can be won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It can, by these moves.
    Solvable(Vec<Move>),
    /// It cannot.
    Unsolvable,
    /// This limit came first.
    Unknown(cdcl::Limit),
}

/// What a decision took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// The engine's counts.
    pub engine: cdcl::Stats,
    /// Models in which the columns locked each other, each answered by a clause.
    pub n_refinements: u64,
}

/// An outcome and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The answer.
    pub outcome: Outcome,
    /// Its cost.
    pub statistics: Statistics,
}

/// Why a position cannot be decided here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// One and two passes are understood, not this many.
    TooManyPasses(u8),
    /// More cards in stock and waste than two decks hold.
    TooManyCards(usize),
    /// A cell is empty although stock or waste are not.
    Hole,
    /// The piles of this suit were built in an order that Theorem 1 does without.
    OutOfOrder(Suit),
    /// The cards on the table and on the foundations do not add up; the first such card.
    WrongCards(Card),
    /// The program is wrong: a model does not play.
    BadModel(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::TooManyPasses(n) => write!(f, "one or two passes can be decided, not {n}"),
            Error::TooManyCards(n) => write!(f, "{n} cards in stock and waste are too many"),
            Error::Hole => f.write_str("a cell is empty although there are cards to fill it"),
            Error::OutOfOrder(suit) => write!(
                f,
                "in {suit:?} a card went to the pile that had less to come"
            ),
            Error::WrongCards(card) => write!(f, "{card}: the copies do not add up"),
            Error::BadModel(what) => write!(f, "internal error, a model does not play: {what}"),
        }
    }
}

impl std::error::Error for Error {}
