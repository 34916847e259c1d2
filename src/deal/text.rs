//! The text form of a deal: the cards in deal order, separated by white space; `#` starts a comment.

use super::Setup;
use crate::cards::{Card, N_CARDS, N_RANKS, ParseCardError};
use std::fmt;

/// What is wrong with a deal, where, and what was expected. Places count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DealError {
    /// A word that is no card.
    Unknown {
        /// Line in the text.
        line: usize,
        /// Which card of the deal it would have been.
        place: usize,
        /// The word, shortened.
        word: String,
    },
    /// A wrong number of cards.
    Count {
        /// Cards found.
        found: usize,
        /// Cards expected.
        expected: usize,
        /// Cards that are missing, if any.
        missing: Vec<Card>,
    },
    /// A card that stands once more than the decks allow, or should have been left out.
    Surplus {
        /// Its place in deal order.
        place: usize,
        /// The card.
        card: Card,
        /// How many of it (or of its rank) the deal may hold, in words.
        allowed: String,
    },
}

impl fmt::Display for DealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DealError::Unknown { line, place, word } => {
                write!(
                    f,
                    "line {line}, card {place}: {word:?} is no card; {ParseCardError}"
                )
            }
            DealError::Count {
                found,
                expected,
                missing,
            } => {
                write!(f, "{found} cards; expected {expected}")?;
                if !missing.is_empty() && missing.len() <= 12 {
                    let names: Vec<_> = missing.iter().map(Card::to_string).collect();
                    write!(f, " (missing: {})", names.join(" "))?;
                }
                Ok(())
            }
            DealError::Surplus {
                place,
                card,
                allowed,
            } => {
                write!(
                    f,
                    "card {place}: {card} is one too many; expected {allowed}"
                )
            }
        }
    }
}

impl std::error::Error for DealError {}

/// Reads the cards of a deal, in either case and with letters or symbols for suits.
///
/// # Errors
/// [`DealError::Unknown`] for the first word that is no card.
pub fn parse_deal(text: &str) -> Result<Vec<Card>, DealError> {
    let mut cards = Vec::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (i, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("");
        for word in line.split_whitespace() {
            let card = word.parse().map_err(|ParseCardError| DealError::Unknown {
                line: i + 1,
                place: cards.len() + 1,
                word: word.chars().take(20).collect(),
            })?;
            cards.push(card);
        }
    }
    Ok(cards)
}

/// Checks that the cards are exactly those that the set-up deals. In Windmill the cards left out
/// may be of any suit.
///
/// # Errors
/// [`DealError::Surplus`] for the first card too many, else [`DealError::Count`].
pub fn check_cards(setup: &Setup, cards: &[Card]) -> Result<(), DealError> {
    CardCheck::new(setup).check(cards)
}

/// [`check_cards`] for many deals of one game.
pub struct CardCheck {
    deck: Vec<Card>,
    /// Most copies of each card.
    card_limit: [u8; N_CARDS],
    /// Most cards of each rank, where suits of the cards left out are open.
    rank_limit: Option<[u8; N_RANKS]>,
}

impl CardCheck {
    /// A check against this set-up's deck.
    pub fn new(setup: &Setup) -> CardCheck {
        let deck = setup.deck();
        let mut card_limit = [0; N_CARDS];
        let mut rank_limit = None;
        if matches!(setup, Setup::Windmill(_)) {
            let (n_decks, n_suits, n_ranks) = setup.deck_shape();
            for index in (0..N_CARDS).map(Card::from_index) {
                if index.suit().index() < n_suits as usize && index.rank().number() <= n_ranks {
                    card_limit[index.index()] = n_decks;
                }
            }
            let of_rank = rank_limit.insert([0; N_RANKS]);
            for &card in &deck {
                of_rank[card.rank().index()] += 1;
            }
        } else {
            for &card in &deck {
                card_limit[card.index()] += 1;
            }
        }
        CardCheck {
            deck,
            card_limit,
            rank_limit,
        }
    }

    /// Checks the cards of a deal.
    ///
    /// # Errors
    /// As [`check_cards`].
    pub fn check(&self, cards: &[Card]) -> Result<(), DealError> {
        let mut card_left = self.card_limit;
        let mut rank_left = self.rank_limit;
        for (i, &card) in cards.iter().enumerate() {
            let surplus = |allowed| DealError::Surplus {
                place: i + 1,
                card,
                allowed,
            };
            let copies = &mut card_left[card.index()];
            if *copies == 0 {
                let limit = self.card_limit[card.index()];
                return Err(surplus(format!("{limit} of {card} in this game's deal")));
            }
            *copies -= 1;
            if let (Some(left), Some(limit)) = (&mut rank_left, &self.rank_limit) {
                let (of_rank, rank) = (&mut left[card.rank().index()], card.rank());
                if *of_rank == 0 {
                    let limit = limit[rank.index()];
                    return Err(surplus(format!(
                        "{limit} cards of rank {rank}, the others lying out"
                    )));
                }
                *of_rank -= 1;
            }
        }
        if cards.len() == self.deck.len() {
            return Ok(());
        }
        let mut missing = self.deck.clone();
        for card in cards {
            if let Some(place) = missing.iter().position(|m| m == card) {
                missing.remove(place);
            }
        }
        if self.rank_limit.is_some() {
            missing.clear();
        }
        Err(DealError::Count {
            found: cards.len(),
            expected: self.deck.len(),
            missing,
        })
    }
}

/// The cards as text, separated by spaces: what [`parse_deal`] reads.
pub fn cards_text(cards: &[Card]) -> String {
    let names: Vec<_> = cards.iter().map(Card::to_string).collect();
    names.join(" ")
}
