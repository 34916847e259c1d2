//! A position to decide: a fresh deal or a game already begun.

use crate::cards::{Card, Rank};
use crate::deal::notation::{From, To};
use crate::deal::{CotillionSetup, Move};

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

    /// Makes a move of the game; returns false and changes nothing if it is not legal.
    pub fn play(&mut self, mv: Move) -> bool {
        match mv {
            Move::Turn => {
                let can = !self.stock.is_empty();
                if can {
                    self.waste.push(self.stock.remove(0));
                }
                can
            }
            Move::Redeal => {
                let can = self.stock.is_empty() && !self.waste.is_empty() && self.n_passes > 1;
                if can {
                    self.stock = std::mem::take(&mut self.waste);
                    self.n_passes -= 1;
                }
                can
            }
            Move::Play(from, to) => self.card_at(from).is_some_and(|card| {
                let can = self.build(card, to);
                if can {
                    self.take(from);
                }
                can
            }),
        }
    }

    fn card_at(&self, from: From) -> Option<Card> {
        let index = |n: u8| usize::from(n).wrapping_sub(1);
        match from {
            From::Column(n) => self.columns.get(index(n))?.last().copied(),
            From::Cell(n) => *self.cells.get(index(n))?,
            From::Waste => self.waste.last().copied(),
            From::Corner(_) => None,
        }
    }

    /// Puts a card on a foundation if it fits.
    fn build(&mut self, card: Card, to: To) -> bool {
        let To::Pile(suit, pile @ 1..=2) = to else {
            return false;
        };
        let pile = usize::from(pile - 1);
        let Some(heights) = self.heights.get_mut(suit.index()) else {
            return false;
        };
        let next = self.orders[pile].get(usize::from(heights[pile]));
        let fits = next.is_some_and(|&rank| Card::new(rank, suit) == card);
        heights[pile] += u8::from(fits);
        fits
    }

    /// Takes away the card that lies there; a cell is filled again.
    fn take(&mut self, from: From) {
        match from {
            From::Column(n) => {
                self.columns[usize::from(n - 1)].pop();
            }
            From::Cell(n) => {
                let next = self.waste.pop();
                self.cells[usize::from(n - 1)] =
                    next.or_else(|| (!self.stock.is_empty()).then(|| self.stock.remove(0)));
            }
            From::Waste => {
                self.waste.pop();
            }
            From::Corner(_) => {}
        }
    }
}
