//! The table of every game whose foundations are built in suit: a layout and foundations that
//! each take a fixed list of cards in order.

use super::Rules;
use super::illegal::Illegal;
use super::key::Key;
use super::layout::Layout;
use super::look::{Pile, Takes};
use crate::cards::Card;
use crate::deal::notation::{From, To};
use std::sync::Arc;

/// A foundation built in suit, or a place for decoration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Foundation {
    /// Its name in moves.
    pub name: To,
    /// All the cards that it takes, in order.
    pub order: Arc<[Card]>,
    /// The cards on it.
    pub cards: Vec<Card>,
    /// Whether it need not be filled to win.
    pub decoration: bool,
}

impl Foundation {
    /// The card that it takes next, or nothing when it is complete.
    fn next(&self) -> Option<Card> {
        self.order.get(self.cards.len()).copied()
    }

    /// Whether the two differ in nothing but the name.
    fn equals(&self, other: &Foundation) -> bool {
        self.order == other.order && self.cards == other.cards
    }
}

/// A position of the Royal Cotillion or the Contradance family.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PilesTable {
    pub(super) layout: Layout,
    /// The foundations of a suit stand together, suit by suit.
    pub(super) foundations: Vec<Foundation>,
    /// Foundations of one suit.
    pub(super) n_a_suit: usize,
}

impl PilesTable {
    /// Where the foundation with this name stands.
    fn find(&self, to: To) -> Result<usize, Illegal> {
        let no_such = Illegal::NoSuchFoundation(to);
        let (To::Pile(suit, _) | To::Base(suit, ..)) = to else {
            return Err(no_such);
        };
        let first = suit.index() * self.n_a_suit;
        let from_suit = self.foundations.get(first..).unwrap_or_default();
        let place = from_suit.iter().position(|f| f.name == to);
        place.map(|place| first + place).ok_or(no_such)
    }

    /// The card that the play takes and where its foundation stands, if it is legal.
    #[inline]
    fn find_play(&self, from: From, to: To) -> Result<(Card, usize), Illegal> {
        let found = self.layout.card_at(from)?;
        let place = self.find(to)?;
        match self.foundations[place].next() {
            None => Err(Illegal::Complete(to)),
            Some(expected) if expected != found => Err(Illegal::ExpectsCard {
                to,
                expected,
                found,
            }),
            Some(_) => Ok((found, place)),
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

    fn play_card(&mut self, from: From, to: To) -> Result<(), Illegal> {
        let (card, place) = self.find_play(from, to)?;
        self.layout.take(from);
        self.foundations[place].cards.push(card);
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
            .map(|f| (&*f.order, f.cards.len()))
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
        self.foundations
            .iter()
            .flat_map(|f| f.cards.clone())
            .collect()
    }

    fn piles(&self) -> Vec<Pile> {
        let pile = |f: &Foundation| Pile {
            name: f.name,
            n_cards: f.cards.len(),
            n_full: f.order.len(),
            top: f.cards.last().copied(),
            takes: f.next().map_or(Takes::Nothing, Takes::Card),
        };
        self.foundations.iter().map(pile).collect()
    }
}
