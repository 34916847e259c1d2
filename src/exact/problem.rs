//! A position to decide: a fresh deal or a game already begun.

use crate::cards::{Card, Rank};
use crate::deal::CotillionSetup;

/// A position of a Royal Cotillion game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Suits used.
    pub n_suits: u8,
    /// Ranks used.
    pub n_ranks: u8,
    /// Each suit's first foundation: the ranks in the order in which it takes them.
    pub orders: [Vec<Rank>; 2],
    /// Cards on each suit's first and second foundation.
    pub heights: Vec<[u8; 2]>,
    /// The columns; the last card of each is the free one.
    pub columns: Vec<Vec<Card>>,
    /// The cells. A hole is possible only when stock and waste are empty.
    pub cells: Vec<Option<Card>>,
    /// The waste, its top last.
    pub waste: Vec<Card>,
    /// The stock, the next card first.
    pub stock: Vec<Card>,
    /// Runs through the stock, the present one included.
    pub n_passes: u8,
}

impl Problem {
    /// The position after dealing `cards`, which are in the set-up's deal order.
    ///
    /// # Panics
    /// If the number of cards is not the set-up's.
    pub fn from_deal(setup: &CotillionSetup, cards: &[Card]) -> Problem {
        assert_eq!(cards.len(), setup.n_dealt(), "the deal is the set-up's");
        let n_columns = usize::from(setup.n_columns);
        let (wing, rest) = cards.split_at(n_columns * usize::from(setup.n_rows));
        let (cells, stock) = rest.split_at(usize::from(setup.n_cells));
        let column = |c: usize| wing.iter().skip(c).step_by(n_columns).copied().collect();
        let height = u8::from(setup.preplaced);
        Problem {
            n_suits: setup.n_suits,
            n_ranks: setup.n_ranks,
            orders: [
                setup.build_order(setup.bases.0),
                setup.build_order(setup.bases.1),
            ],
            heights: vec![[height; 2]; usize::from(setup.n_suits)],
            columns: (0..n_columns).map(column).collect(),
            cells: cells.iter().map(|&c| Some(c)).collect(),
            waste: Vec::new(),
            stock: stock.to_vec(),
            n_passes: setup.n_passes,
        }
    }

    /// Waste from the bottom up, then the stock: the order in which the cards are (or were) turned.
    pub fn turned_order(&self) -> impl Iterator<Item = Card> + '_ {
        self.waste.iter().chain(&self.stock).copied()
    }
}
