//! Windmill and its variants. Suits never matter.

use super::Rules;
use super::cotillion::check_shape;
use super::illegal::{BadDeal, Illegal, ensure};
use super::key::Key;
use super::layout::{Layout, nth};
use super::look::{Pile, Takes, WindmillPast};
use crate::cards::{Card, Rank, Suit};
use crate::deal::notation::{From, To};
use crate::deal::{Borrow, Setup, WindmillSetup, check_cards};

/// A position of the Windmill family.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WindmillTable {
    setup: WindmillSetup,
    layout: Layout,
    centre: Vec<Card>,
    corners: Vec<Vec<Card>>,
    /// Kings that have lain in corners at some time, preplaced ones included.
    n_kings_cornered: usize,
    /// Whether the last card on the centre was borrowed under the strict rule.
    borrow_locked: bool,
}

/// Lays out the cards, given in deal order. The cards left out are those of the two decks that
/// were not dealt, whatever their suits.
pub(super) fn lay_out(setup: &WindmillSetup, cards: &[Card]) -> Result<WindmillTable, BadDeal> {
    check_shape(setup.n_suits, setup.n_ranks)?;
    ensure(
        setup.n_corners < 2 * setup.n_suits,
        "the corners leave no run for the centre",
    )?;
    ensure(
        setup.n_cells as usize <= setup.n_dealt(),
        "the sails hold too many cards",
    )?;
    check_cards(&Setup::Windmill(*setup), cards).map_err(|e| BadDeal(e.to_string()))?;

    let mut left_out = Vec::new();
    for &suit in &Suit::ALL[..setup.n_suits as usize] {
        for rank in (1..=setup.n_ranks).map(Rank::new) {
            let card = Card::new(rank, suit);
            let n_dealt = cards.iter().filter(|&&dealt| dealt == card).count();
            left_out.extend(vec![card; 2 - n_dealt]);
        }
    }
    let mut table = WindmillTable {
        setup: *setup,
        layout: Layout::deal(cards, 0, 0, setup.n_cells as usize, 1),
        centre: Vec::new(),
        corners: vec![Vec::new(); setup.n_corners as usize],
        n_kings_cornered: 0,
        borrow_locked: false,
    };
    for card in left_out {
        if card.rank() == table.king() {
            table.corners[table.n_kings_cornered].push(card);
            table.n_kings_cornered += 1;
        } else {
            table.centre.push(card);
        }
    }
    Ok(table)
}

impl WindmillTable {
    /// The rank of the corners' bases: the king, or the ace when the direction is reversed.
    fn king(&self) -> Rank {
        Rank::new(if self.setup.reversed {
            1
        } else {
            self.setup.n_ranks
        })
    }

    /// The rank above, the ace above the king.
    fn above(&self, rank: Rank) -> Rank {
        Rank::new(if rank.number() == self.setup.n_ranks {
            1
        } else {
            rank.number() + 1
        })
    }

    /// The rank below, the king below the ace.
    fn below(&self, rank: Rank) -> Rank {
        Rank::new(if rank.number() == 1 {
            self.setup.n_ranks
        } else {
            rank.number() - 1
        })
    }

    /// The cards on the complete centre: those that do not go to the corners.
    fn n_centre_full(&self) -> usize {
        let n_corner_cards = self.corners.len() * self.setup.n_ranks as usize;
        let n_cards = 2 * self.setup.n_suits as usize * self.setup.n_ranks as usize;
        n_cards - n_corner_cards
    }

    /// What no pile shows.
    pub(super) fn past(&self) -> WindmillPast {
        WindmillPast {
            borrow_locked: self.borrow_locked,
            n_kings_cornered: self.n_kings_cornered,
        }
    }

    /// The rank that the centre takes next: one above its top card, one below when reversed.
    fn centre_expects(&self) -> Result<Rank, Illegal> {
        let complete = self.centre.len() == self.n_centre_full();
        match self.centre.last() {
            Some(top) if !complete && self.setup.reversed => Ok(self.below(top.rank())),
            Some(top) if !complete => Ok(self.above(top.rank())),
            _ => Err(Illegal::Complete(To::Centre)),
        }
    }

    /// The rank that a corner takes next: a king if it is empty, else one below its top card, one
    /// above when reversed, until it holds one card of each rank.
    fn corner_expects(&self, n: u8) -> Result<Rank, Illegal> {
        let to = To::Corner(n);
        let corner = nth(&self.corners, n).ok_or(Illegal::NoSuchFoundation(to))?;
        match corner.last() {
            None => Ok(self.king()),
            Some(_) if corner.len() == self.setup.n_ranks as usize => Err(Illegal::Complete(to)),
            Some(top) if self.setup.reversed => Ok(self.above(top.rank())),
            Some(top) => Ok(self.below(top.rank())),
        }
    }

    /// The playable card of any place, corners included.
    fn card_at(&self, from: From) -> Result<Card, Illegal> {
        let From::Corner(n) = from else {
            return self.layout.card_at(from);
        };
        let corner = nth(&self.corners, n).ok_or(Illegal::NoSuchSource(from))?;
        corner.last().copied().ok_or(Illegal::Empty(from))
    }

    /// Whether the rules let this corner's top card be borrowed, fit or not.
    fn check_borrow(&self, n: u8) -> Result<(), Illegal> {
        let from = From::Corner(n);
        let corner = nth(&self.corners, n).ok_or(Illegal::NoSuchSource(from))?;
        if self.setup.borrow == Borrow::None {
            return Err(Illegal::BorrowNever);
        }
        if let [base] = corner[..]
            && !self.setup.free_kings
        {
            return Err(Illegal::BorrowBase { from, base });
        }
        if self.borrow_locked {
            return Err(Illegal::BorrowLocked);
        }
        Ok(())
    }

    /// Whether a king from sails or waste may go to the centre yet: when a king has been played to
    /// every corner (though free kings may have left it again), or at once where the option says so.
    fn check_king_from_hand(&self, found: Card) -> Result<(), Illegal> {
        let n_corners = self.setup.n_corners;
        if self.setup.kings_first && self.n_kings_cornered < n_corners as usize {
            return Err(Illegal::CornersFirst { found, n_corners });
        }
        Ok(())
    }
}

/// Cards are equal when their ranks are.
fn label(card: Card) -> u8 {
    card.rank().number()
}

impl Rules for WindmillTable {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn layout_mut(&mut self) -> &mut Layout {
        &mut self.layout
    }

    fn sources(&self) -> Vec<From> {
        let corners = (1..=self.setup.n_corners).map(From::Corner);
        self.layout.sources().into_iter().chain(corners).collect()
    }

    fn targets(&self) -> Vec<To> {
        let corners = (1..=self.setup.n_corners).map(To::Corner);
        [To::Centre].into_iter().chain(corners).collect()
    }

    fn check(&self, from: From, to: To) -> Result<(), Illegal> {
        let found = self.card_at(from)?;
        let expected = match to {
            To::Centre => self.centre_expects()?,
            To::Corner(n) => self.corner_expects(n)?,
            To::Pile(..) | To::Base(..) => return Err(Illegal::NoSuchFoundation(to)),
        };
        if let (From::Corner(_), To::Corner(_)) = (from, to) {
            return Err(Illegal::CornerToCorner);
        }
        if let From::Corner(n) = from {
            self.check_borrow(n)?;
        }
        if found.rank() != expected {
            return Err(Illegal::ExpectsRank {
                to,
                expected,
                found,
            });
        }
        let from_hand = !matches!(from, From::Corner(_));
        if from_hand && to == To::Centre && found.rank() == self.king() {
            self.check_king_from_hand(found)?;
        }
        Ok(())
    }

    fn play_card(&mut self, from: From, to: To) -> Result<(), Illegal> {
        self.check(from, to)?;
        let card = self.card_at(from)?;
        let borrowed = match from {
            From::Corner(n) => {
                self.corners[n as usize - 1].pop();
                true
            }
            hand => {
                self.layout.take(hand);
                false
            }
        };
        if let To::Corner(n) = to {
            let corner = &mut self.corners[n as usize - 1];
            if corner.is_empty() {
                self.n_kings_cornered += 1;
            }
            corner.push(card);
        } else {
            self.centre.push(card);
            self.borrow_locked = borrowed && self.setup.borrow == Borrow::Strict;
        }
        Ok(())
    }

    fn is_won(&self) -> bool {
        let n_cards = 2 * self.setup.n_suits as usize * self.setup.n_ranks as usize;
        self.on_foundations().len() == n_cards
    }

    fn write_key(&self, key: &mut Key, by_place: bool) {
        self.layout.write_key(key, label, by_place);
        key.number(self.centre.len() as u8);
        let mut heights: Vec<u8> = self.corners.iter().map(|c| c.len() as u8).collect();
        heights.sort_unstable();
        key.list(heights);
        key.number(u8::from(self.borrow_locked));
        // How many kings have been cornered matters only until it suffices.
        let n_corners = self.setup.n_corners as usize;
        if self.setup.kings_first {
            key.number(self.n_kings_cornered.min(n_corners) as u8);
        }
    }

    fn same_from(&self, from: From) -> From {
        match from {
            From::Corner(n) => match self.same_to(To::Corner(n)) {
                To::Corner(first) => From::Corner(first),
                _ => from,
            },
            hand => self.layout.representative(hand, label),
        }
    }

    fn same_to(&self, to: To) -> To {
        let To::Corner(n) = to else { return to };
        let height = nth(&self.corners, n).map(Vec::len);
        let first = self.corners.iter().position(|c| Some(c.len()) == height);
        first.map_or(to, |i| To::Corner(i as u8 + 1))
    }

    fn on_foundations(&self) -> Vec<Card> {
        let corners = self.corners.iter().flatten();
        self.centre.iter().chain(corners).copied().collect()
    }

    fn piles(&self) -> Vec<Pile> {
        let pile = |name, cards: &Vec<Card>, n_full, takes: Result<Rank, Illegal>| Pile {
            name,
            n_cards: cards.len(),
            n_full,
            top: cards.last().copied(),
            takes: takes.map_or(Takes::Nothing, Takes::Rank),
        };
        let n_centre = self.n_centre_full();
        let centre = pile(To::Centre, &self.centre, n_centre, self.centre_expects());
        let n_ranks = self.setup.n_ranks as usize;
        let corners = (1..).zip(&self.corners).map(|(n, corner)| {
            let takes = self.corner_expects(n);
            pile(To::Corner(n), corner, n_ranks, takes)
        });
        [centre].into_iter().chain(corners).collect()
    }
}

#[cfg(test)]
#[path = "tests/windmill.rs"]
mod tests;
