//! Why a move is illegal or a deal is refused, in words.

use crate::cards::{Card, Rank};
use crate::deal::notation::{From, To};
use std::fmt;

/// Why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// A turn, but no card is left in the stock.
    StockEmpty,
    /// A redeal, but the stock still has cards.
    StockNotEmpty,
    /// A redeal, but there is no card to turn over.
    NothingToRedeal,
    /// A redeal, but this is the last pass.
    NoRedealLeft,
    /// The game has no such column, cell or corner.
    NoSuchSource(From),
    /// The game has no such foundation.
    NoSuchFoundation(To),
    /// The column, cell, waste or corner holds no card.
    Empty(From),
    /// The foundation is complete.
    Complete(To),
    /// A suit's foundation takes another card next.
    ExpectsCard {
        /// The foundation.
        to: To,
        /// The card that it takes next.
        expected: Card,
        /// The card of the move.
        found: Card,
    },
    /// A foundation built regardless of suit takes another rank next.
    ExpectsRank {
        /// The foundation.
        to: To,
        /// The rank that it takes next.
        expected: Rank,
        /// The card of the move.
        found: Card,
    },
    /// A corner's card goes to the centre or nowhere.
    CornerToCorner,
    /// The rules in force do not let cards go from the corners to the centre.
    BorrowNever,
    /// The corner holds only its base, which must stay.
    BorrowBase {
        /// The corner.
        from: From,
        /// Its base.
        base: Card,
    },
    /// The last card on the centre was borrowed.
    BorrowLocked,
    /// A corner base's rank may not yet go to the centre.
    CornersFirst {
        /// The card of the move.
        found: Card,
        /// The number of corners.
        n_corners: u8,
    },
}

/// A place as a player calls it.
fn place(from: From) -> String {
    match from {
        From::Waste => "the waste".to_string(),
        other => other.to_string(),
    }
}

/// A foundation as a player calls it.
fn pile(to: To) -> String {
    match to {
        To::Centre => "the centre".to_string(),
        other => other.to_string(),
    }
}

/// A rank's name in a sentence.
fn word(rank: Rank) -> String {
    match rank.number() {
        1 => "ace".to_string(),
        11 => "jack".to_string(),
        12 => "queen".to_string(),
        13 => "king".to_string(),
        n => n.to_string(),
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Illegal::StockEmpty => f.write_str("the stock is empty"),
            Illegal::StockNotEmpty => f.write_str("the stock is not empty yet"),
            Illegal::NothingToRedeal => f.write_str("the waste is empty, nothing to redeal"),
            Illegal::NoRedealLeft => f.write_str("no redeal is left"),
            Illegal::NoSuchSource(from) => write!(f, "this game has no {}", place(from)),
            Illegal::NoSuchFoundation(to) => {
                write!(f, "this game has no foundation {to}")
            }
            Illegal::Empty(from) => write!(f, "{} is empty", place(from)),
            Illegal::Complete(to) => write!(f, "{} is complete", pile(to)),
            Illegal::ExpectsCard {
                to,
                expected,
                found,
            } => write!(f, "{} expects {expected}, not {found}", pile(to)),
            Illegal::ExpectsRank {
                to,
                expected,
                found,
            } => write!(f, "{} expects rank {expected}, not {found}", pile(to)),
            Illegal::CornerToCorner => f.write_str("no card goes from one corner to another"),
            Illegal::BorrowNever => f.write_str("no card may go from a corner to the centre"),
            Illegal::BorrowBase { from, base } => {
                write!(f, "{from}'s base {} may not be borrowed", word(base.rank()))
            }
            Illegal::BorrowLocked => f.write_str(
                "the centre's next card must come from a sail, the waste or the stock after a borrow",
            ),
            Illegal::CornersFirst { found, n_corners } => write!(
                f,
                "{found} may go to the centre only when all {n_corners} corners have been taken"
            ),
        }
    }
}

impl std::error::Error for Illegal {}

/// Why no table can be laid out: a set-up out of range, a choice that it does not allow, or cards
/// that are not those of the deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadDeal(pub String);

impl fmt::Display for BadDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadDeal {}

/// An error unless the condition holds.
pub(super) fn ensure(condition: bool, otherwise: &str) -> Result<(), BadDeal> {
    if condition {
        Ok(())
    } else {
        Err(BadDeal(otherwise.to_string()))
    }
}
