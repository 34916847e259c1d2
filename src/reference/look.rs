//! Looking at a position without changing it.

use super::Table;
use crate::cards::{Card, Rank};
use crate::deal::notation::To;

/// A foundation as it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pile {
    /// Its name in moves.
    pub name: To,
    /// The cards on it.
    pub n_cards: usize,
    /// The cards on it when it is complete.
    pub n_full: usize,
    /// Its top card.
    pub top: Option<Card>,
    /// What it takes next.
    pub takes: Takes,
}

/// What a foundation takes next by suit and rank; other conditions are the moves' affair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// This card.
    Card(Card),
    /// Any card of this rank.
    Rank(Rank),
    /// Nothing: it is complete.
    Nothing,
}

/// What only Windmill's history tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WindmillPast {
    /// Whether the last card on the centre was borrowed under the strict rule, so that none may be
    /// borrowed now.
    pub borrow_locked: bool,
    /// Base cards that have lain in corners at some time, preplaced ones included.
    pub n_kings_cornered: usize,
}

impl Table {
    /// The columns, each with its playable card last.
    pub fn columns(&self) -> &[Vec<Card>] {
        &self.rules().layout().columns
    }

    /// The cells in the order of their numbers, with their holes.
    pub fn cells(&self) -> &[Option<Card>] {
        &self.rules().layout().cells
    }

    /// The waste, its playable card last.
    pub fn waste(&self) -> Vec<Card> {
        let waste = &self.rules().layout().waste;
        waste.iter().map(|c| c.card).collect()
    }

    /// The stock as it lies, the next card to turn first: in the first pass no player sees it.
    pub fn stock(&self) -> Vec<Card> {
        let stock = &self.rules().layout().stock;
        stock.iter().rev().map(|c| c.card).collect()
    }

    /// How often the waste may still be turned over.
    pub fn redeals_left(&self) -> u8 {
        self.rules().layout().redeals_left
    }

    /// The foundations, decoration included.
    pub fn piles(&self) -> Vec<Pile> {
        self.rules().piles()
    }

    /// Windmill's history.
    pub fn windmill_past(&self) -> Option<WindmillPast> {
        match self {
            Table::Piles(_) => None,
            Table::Windmill(table) => Some(table.past()),
        }
    }
}
