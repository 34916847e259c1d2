//! The table of every game whose foundations are built in suit: a layout and foundations that
//! each take a fixed list of cards in order.

use super::Rules;
use super::illegal::Illegal;
use super::key::Key;
use super::layout::Layout;
use super::look::{Pile, Takes};
use crate::cards::{Card, N_RANKS};
use crate::deal::notation::{From, To};
use std::sync::Arc;

/// A foundation built in suit, or a place for decoration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Foundation {
    /// Its name in moves.
    pub name: To,
    /// All the cards that it takes, in order.
    pub order: Arc<[Card]>,
    /// The number of cards on it: the first ones of `order`.
    pub n_cards: usize,
    /// Whether it need not be filled to win.
    pub decoration: bool,
}

impl Foundation {
    /// The cards on it.
    pub fn cards(&self) -> &[Card] {
        &self.order[..self.n_cards]
    }

    /// The card that it takes next, or nothing when it is complete.
    fn next(&self) -> Option<Card> {
        self.order.get(self.n_cards).copied()
    }

    /// Whether the two differ in nothing but the name.
    fn equals(&self, other: &Foundation) -> bool {
        self.order == other.order && self.n_cards == other.n_cards
    }
}

/// A position of the Royal Cotillion or the Contradance family.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PilesTable {
    pub(super) layout: Layout,
    /// The foundations of a suit stand together, suit by suit.
    pub(super) foundations: Vec<Foundation>,
    /// Foundations of one suit.
    n_a_suit: usize,
    /// For each rank that names foundations the first of these within its suit.
    first_named: [u8; N_RANKS],
}

impl PilesTable {
    /// A table with these foundations, which stand suit by suit, those named by equal ranks in the order of their
    /// numbers.
    pub(super) fn new(layout: Layout, foundations: Vec<Foundation>, n_a_suit: usize) -> PilesTable {
        let mut first_named = [0; N_RANKS];
        for (i, foundation) in foundations[..n_a_suit].iter().enumerate().rev() {
            if let To::Base(_, rank, _) = foundation.name {
                first_named[rank.index()] = i as u8;
            }
        }
        PilesTable {
            layout,
            foundations,
            n_a_suit,
            first_named,
        }
    }

    /// Where the foundation with this name stands.
    #[inline(always)]
    fn find(&self, to: To) -> Result<usize, Illegal> {
        let (suit, first, number) = match to {
            To::Pile(suit, number) => (suit, 0, number),
            To::Base(suit, rank, number) => (suit, self.first_named[rank.index()], number),
            To::Centre | To::Corner(_) => return Err(Illegal::NoSuchFoundation(to)),
        };
        let within_suit = usize::from(first) + usize::from(number.saturating_sub(1));
        let place = suit.index() * self.n_a_suit + within_suit;
        match self.foundations.get(place) {
            Some(foundation) if foundation.name == to => Ok(place),
            _ => Err(Illegal::NoSuchFoundation(to)),
        }
    }

    /// Where the play's foundation stands, if the play is legal.
    #[inline(always)]
    fn find_play(&self, from: From, to: To) -> Result<usize, Illegal> {
        let found = self.layout.card_at(from)?;
        let place = self.find(to)?;
        match self.foundations[place].next() {
            None => Err(Illegal::Complete(to)),
            Some(expected) if expected != found => Err(Illegal::ExpectsCard {
                to,
                expected,
                found,
            }),
            Some(_) => Ok(place),
        }
    }
}

/// Cards are equal when suit and rank are.
fn label(card: Card) -> u8 {
    card.index() as u8
}

impl Rules for PilesTable {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn layout_mut(&mut self) -> &mut Layout {
        &mut self.layout
    }

    fn sources(&self) -> Vec<From> {
        self.layout.sources()
    }

    fn targets(&self) -> Vec<To> {
        self.foundations.iter().map(|f| f.name).collect()
    }

    fn check(&self, from: From, to: To) -> Result<(), Illegal> {
        self.find_play(from, to).map(|_| ())
    }

    #[inline(always)]
    fn play_card(&mut self, from: From, to: To) -> Result<(), Illegal> {
        let place = self.find_play(from, to)?;
        self.layout.take(from);
        self.foundations[place].n_cards += 1;
        Ok(())
    }

    fn is_won(&self) -> bool {
        let mut needed = self.foundations.iter().filter(|f| !f.decoration);
        needed.all(|f| f.next().is_none())
    }

    fn write_key(&self, key: &mut Key, by_place: bool) {
        self.layout.write_key(key, label, by_place);
        // Foundations that take the same cards are interchangeable: their heights are sorted.
        let mut heights: Vec<(&[Card], usize)> = self
            .foundations
            .iter()
            .map(|f| (&*f.order, f.n_cards))
            .collect();
        heights.sort_unstable();
        key.list(heights.into_iter().map(|(_, height)| height as u8));
    }

    fn same_from(&self, from: From) -> From {
        self.layout.representative(from, label)
    }

    fn same_to(&self, to: To) -> To {
        let Ok(own) = self.find(to).map(|place| &self.foundations[place]) else {
            return to;
        };
        let mut all = self.foundations.iter();
        all.find(|f| f.equals(own)).map_or(to, |f| f.name)
    }

    fn on_foundations(&self) -> Vec<Card> {
        let cards = self.foundations.iter().flat_map(Foundation::cards);
        cards.copied().collect()
    }

    fn piles(&self) -> Vec<Pile> {
        let pile = |f: &Foundation| Pile {
            name: f.name,
            n_cards: f.n_cards,
            n_full: f.order.len(),
            top: f.cards().last().copied(),
            takes: f.next().map_or(Takes::Nothing, Takes::Card),
        };
        self.foundations.iter().map(pile).collect()
    }
}
