//! A dealt game: which cards, in which order, and where they came from.

pub mod notation;
mod pysolfc;
mod setup;
mod stream;
mod text;

pub use notation::Move;
pub use pysolfc::{ParseNumberError, PysolfcNumber};
pub use setup::{Borrow, ContradanceSetup, CotillionSetup, GavotteSetup, Setup, WindmillSetup};
pub use stream::{STREAM, shuffle};
pub use text::{CardCheck, DealError, cards_text, check_cards, parse_deal};

use crate::cards::{Card, N_CARDS, Rank, Suit};

/// Where a deal comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// The project's own seeded stream.
    Seed(u64),
    /// A list of cards.
    Cards,
    /// PySolFC's game number, as its user types it: `24`, `ms123`.
    Pysolfc(String),
}

/// A deal: the cards in deal order, pre-placed ones left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    /// The cards in deal order.
    pub cards: Vec<Card>,
    /// Where they come from.
    pub source: Source,
}

impl Deal {
    /// The deal with this seed of the project's own stream.
    pub fn from_seed(setup: &Setup, seed: u64) -> Deal {
        Deal::from_deck(&setup.deck(), seed)
    }

    /// As [`Deal::from_seed`], for those who keep the set-up's [`Setup::deck`].
    pub fn from_deck(deck: &[Card], seed: u64) -> Deal {
        let mut cards = deck.to_vec();
        shuffle(&mut cards, seed);
        Deal {
            cards,
            source: Source::Seed(seed),
        }
    }

    /// The deal that PySolFC shows for this number. Gavotte, which it does not have, is dealt from
    /// the shuffled decks as they are.
    ///
    /// # Errors
    /// [`DealError`] if PySolFC's game leaves other cards out than the set-up does.
    pub fn from_pysolfc(setup: &Setup, number: &PysolfcNumber) -> Result<Deal, DealError> {
        let cards = number.deal(setup);
        check_cards(setup, &cards)?;
        Ok(Deal {
            cards,
            source: Source::Pysolfc(number.to_string()),
        })
    }

    /// Reads the text form of a deal and checks it against the set-up.
    ///
    /// # Errors
    /// [`DealError`] says which card is unknown, missing or one too many, and where it stands.
    pub fn from_text(setup: &Setup, text: &str) -> Result<Deal, DealError> {
        let cards = parse_deal(text)?;
        check_cards(setup, &cards)?;
        Ok(Deal {
            cards,
            source: Source::Cards,
        })
    }
}

impl Setup {
    /// The cards dealt, in the order that the seeded stream shuffles: deck by deck, clubs to spades,
    /// ace upward; cards left out are taken from the front, one of each suit where the rules leave
    /// the suit open (Windmill: the centre's first card is of clubs).
    ///
    /// # Stability
    /// The seeded stream depends on this order; it never changes for a stream name.
    pub fn deck(&self) -> Vec<Card> {
        let (n_decks, n_suits, n_ranks) = self.deck_shape();
        let mut cards = Vec::with_capacity(2 * N_CARDS);
        for _ in 0..n_decks {
            for &suit in &Suit::ALL[..n_suits as usize] {
                cards.extend((1..=n_ranks).map(|r| Card::new(Rank::new(r), suit)));
            }
        }
        for out in self.left_out() {
            let place = cards.iter().position(|&c| c == out);
            cards.remove(place.expect("cards left out are in the deck"));
        }
        cards
    }

    /// Decks, suits and ranks.
    pub fn deck_shape(&self) -> (u8, u8, u8) {
        match self {
            Setup::Cotillion(s) => (2, s.n_suits, s.n_ranks),
            Setup::Gavotte(s) => (2, s.n_suits, s.n_ranks),
            Setup::Windmill(s) => (2, s.n_suits, s.n_ranks),
            Setup::Contradance(s) => (s.n_decks, s.n_suits, s.n_ranks),
        }
    }

    /// The cards that are not dealt, as the seeded stream leaves them out.
    pub fn left_out(&self) -> Vec<Card> {
        match self {
            Setup::Cotillion(s) => s.preplaced_cards(),
            Setup::Gavotte(_) => Vec::new(),
            Setup::Contradance(s) => s.preplaced_cards(),
            Setup::Windmill(s) => {
                let (first, base) = s.left_out_ranks();
                let mut cards = vec![Card::new(first, Suit::Clubs)];
                if s.kings_preplaced {
                    let suits =
                        (0..s.n_corners as usize).map(|i| Suit::ALL[i % s.n_suits as usize]);
                    cards.extend(suits.map(|suit| Card::new(base, suit)));
                }
                cards
            }
        }
    }

    /// Deals that a worker takes at once: more where a deal costs next to nothing.
    pub fn deals_at_once(&self) -> u64 {
        if matches!(self, Setup::Contradance(_)) {
            256
        } else {
            1
        }
    }

    /// Cards in the stock at the start.
    pub fn n_stock(&self) -> usize {
        match self {
            Setup::Cotillion(s) => s.n_stock(),
            Setup::Gavotte(s) => s.n_stock(),
            Setup::Windmill(s) => s.n_stock(),
            Setup::Contradance(s) => s.n_dealt(),
        }
    }

    /// Cards dealt.
    pub fn n_dealt(&self) -> usize {
        match self {
            Setup::Cotillion(s) => s.n_dealt(),
            Setup::Gavotte(s) => s.n_dealt(),
            Setup::Windmill(s) => s.n_dealt(),
            Setup::Contradance(s) => s.n_dealt(),
        }
    }
}
