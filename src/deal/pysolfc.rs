//! The deals that PySolFC shows for a game number.
//!
//! The shuffle is the one that PySolFC publishes as the Python package `pysol-cards` (read for its
//! behaviour; nothing is copied): the decks deck by deck, suits clubs, spades, hearts, diamonds, ace
//! to king; a Fisher–Yates from the last place down; dealt from the end. Numbers below 32000, and
//! `ms` numbers, use the linear congruential generator of Microsoft's C library, and with a single
//! deck interleave the suits first; others use Python's generator, the Mersenne Twister seeded with
//! the number's 32-bit words, with doubles of 53 bits.

use super::Setup;
use crate::cards::{Card, Rank, Suit};
use rand_mt::Mt;
use std::fmt;
use std::str::FromStr;

/// A game number as PySolFC's user types it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PysolfcNumber {
    number: u128,
    ms: bool,
}

/// The largest number of the Mersenne Twister deals.
const MAX_NUMBER: u128 = 100_000_000_000_000_000_000;
/// The largest number of the linear congruential deals.
const MAX_MS: u128 = (1 << 33) - 1;
/// Numbers below this are linear congruential deals with or without `ms`.
const FIRST_TWISTER: u128 = 32_000;

/// The text is no game number of PySolFC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseNumberError;

impl fmt::Display for ParseNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected a PySolFC game number: 1 to {MAX_NUMBER}, or ms1 to ms{MAX_MS}"
        )
    }
}

impl std::error::Error for ParseNumberError {}

impl FromStr for PysolfcNumber {
    type Err = ParseNumberError;

    fn from_str(text: &str) -> Result<PysolfcNumber, ParseNumberError> {
        let digits = text.strip_prefix("ms");
        let ms = digits.is_some();
        let digits = digits.unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(ParseNumberError);
        }
        let number: u128 = digits.parse().map_err(|_| ParseNumberError)?;
        let most = if ms { MAX_MS } else { MAX_NUMBER };
        if !(1..=most).contains(&number) {
            return Err(ParseNumberError);
        }
        Ok(PysolfcNumber { number, ms })
    }
}

impl fmt::Display for PysolfcNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.ms { "ms" } else { "" }, self.number)
    }
}

impl PysolfcNumber {
    /// The shuffled decks in dealing order.
    pub fn shuffled(&self, n_decks: usize) -> Vec<Card> {
        self.numbered(n_decks)
            .into_iter()
            .map(|(_, card)| card)
            .collect()
    }

    /// The shuffled decks in dealing order, each card with the deck that it belongs to.
    fn numbered(&self, n_decks: usize) -> Vec<(usize, Card)> {
        const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds];
        let ms = self.ms || self.number < FIRST_TWISTER;
        let deck = || {
            SUITS
                .iter()
                .flat_map(|&s| (1..=13).map(move |r| Card::new(Rank::new(r), s)))
        };
        let mut cards: Vec<(usize, Card)> = (0..n_decks)
            .flat_map(|n| deck().map(move |card| (n, card)))
            .collect();
        if ms && n_decks == 1 {
            let by_rank = |r| [0, 3, 2, 1].map(|s: usize| (0, Card::new(Rank::new(r), SUITS[s])));
            cards = (1..=13).flat_map(by_rank).collect();
        }
        let mut below: Box<dyn FnMut(u64) -> u64> = if ms {
            let mut generator = Congruential::new(self.number as u64);
            Box::new(move |n| generator.next() % n)
        } else {
            let mut twister = Mt::new_with_key(words(self.number));
            Box::new(move |n| (unit_double(&mut twister) * n as f64) as u64)
        };
        for i in (1..cards.len()).rev() {
            let j = below(i as u64 + 1) as usize;
            cards.swap(i, j);
        }
        cards.reverse();
        cards
    }

    /// The cards in the deal order of this project's rules: PySolFC deals Royal Cotillion's cells
    /// before its columns; Windmill's ace of clubs
    /// of the first deck, and Contradance's fives and sixes, are
    /// taken out before dealing.
    pub fn deal(&self, setup: &Setup) -> Vec<Card> {
        let (n_decks, ..) = setup.deck_shape();
        let mut numbered = self.numbered(n_decks.into());
        if matches!(setup, Setup::Windmill(_)) {
            numbered.retain(|&out| out != (0, Card::new(Rank::ACE, Suit::Clubs)));
        }
        let mut cards: Vec<Card> = numbered.into_iter().map(|(_, card)| card).collect();
        match setup {
            Setup::Cotillion(s) => {
                let n_wing = s.n_columns as usize * s.n_rows as usize;
                cards[..s.n_cells as usize + n_wing].rotate_left(s.n_cells.into());
            }
            Setup::Contradance(s) => {
                let out = s.preplaced_cards();
                cards.retain(|card| !out.contains(card));
            }
            Setup::Gavotte(_) | Setup::Windmill(_) => {}
        }
        cards
    }
}

/// The number's 32-bit words, lowest first, at least one.
fn words(number: u128) -> Vec<u32> {
    let mut words = Vec::new();
    let mut rest = number;
    while rest > 0 || words.is_empty() {
        words.push(rest as u32);
        rest >>= 32;
    }
    words
}

/// A double in 0..1 with 53 random bits, as Python's `random()` makes it.
fn unit_double(twister: &mut Mt) -> f64 {
    let high = f64::from(twister.next_u32() >> 5);
    let low = f64::from(twister.next_u32() >> 6);
    (high * 67_108_864.0 + low) / 9_007_199_254_740_992.0
}

/// The generator of the `ms` deals: 15 bits for seeds below 2^31, else as PySolFC extends it.
struct Congruential {
    seed: u64,
    state: u64,
}

impl Congruential {
    fn new(seed: u64) -> Congruential {
        let state = if seed < 1 << 32 {
            seed
        } else {
            seed - (1 << 32)
        };
        Congruential { seed, state }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(214_013).wrapping_add(2_531_011) & MAX_MS as u64;
        if self.seed >= 1 << 32 {
            ((self.state >> 16) & 0xffff) + 1
        } else if self.seed >= 1 << 31 {
            ((self.state >> 16) & 0x7fff) | 0x8000
        } else {
            (self.state >> 16) & 0x7fff
        }
    }
}
