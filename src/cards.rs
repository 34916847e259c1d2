//! Ranks, suits and cards: parsing and printing.
//!
//! A card is one byte, `suit * 13 + rank - 1`, so that sets of card types fit a 64-bit mask.

use std::fmt;
use std::str::FromStr;

/// Number of ranks of a full suit.
pub const N_RANKS: usize = 13;
/// Number of suits of a full deck.
pub const N_SUITS: usize = 4;
/// Number of card types of a full deck: 4 suits × 13 ranks.
pub const N_CARDS: usize = N_SUITS * N_RANKS;

/// A rank, ace = 1 to king = 13.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// The ace.
    pub const ACE: Rank = Rank(1);
    /// The queen.
    pub const QUEEN: Rank = Rank(12);
    /// The king.
    pub const KING: Rank = Rank(13);

    /// The rank with this number.
    ///
    /// # Panics
    /// If `number` is not in 1..=13.
    pub const fn new(number: u8) -> Rank {
        assert!(
            number >= 1 && number <= 13,
            "a rank is a number from 1 to 13"
        );
        Rank(number)
    }

    /// 1 for the ace to 13 for the king.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// 0 for the ace to 12 for the king.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: [&str; 13] = [
            "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
        ];
        f.write_str(NAMES[self.index()])
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Rank {
    type Err = ParseCardError;

    fn from_str(s: &str) -> Result<Rank, ParseCardError> {
        let number = match s.to_ascii_uppercase().as_str() {
            "A" => 1,
            "T" | "10" => 10,
            "J" => 11,
            "Q" => 12,
            "K" => 13,
            one if one.len() == 1 && ("2"..="9").contains(&one) => one.as_bytes()[0] - b'0',
            _ => return Err(ParseCardError),
        };
        Ok(Rank(number))
    }
}

/// A suit, in the order clubs, diamonds, hearts, spades.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    /// ♣
    Clubs,
    /// ♦
    Diamonds,
    /// ♥
    Hearts,
    /// ♠
    Spades,
}

impl Suit {
    /// All suits in order.
    pub const ALL: [Suit; N_SUITS] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// 0 for clubs to 3 for spades.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter used in deals and moves: `C D H S`.
    pub const fn letter(self) -> char {
        ['C', 'D', 'H', 'S'][self as usize]
    }

    /// The Unicode symbol.
    pub const fn symbol(self) -> char {
        ['♣', '♦', '♥', '♠'][self as usize]
    }

    /// The suit of a letter or symbol, in either case.
    pub fn from_char(c: char) -> Option<Suit> {
        Some(match c {
            'C' | 'c' | '♣' | '♧' => Suit::Clubs,
            'D' | 'd' | '♦' | '♢' => Suit::Diamonds,
            'H' | 'h' | '♥' | '♡' => Suit::Hearts,
            'S' | 's' | '♠' | '♤' => Suit::Spades,
            _ => return None,
        })
    }
}

/// A card type. Both decks' copies of a card are the same `Card`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(suit as u8 * N_RANKS as u8 + rank.0 - 1)
    }

    /// The card with this index, the inverse of [`Card::index`].
    ///
    /// # Panics
    /// If `index` is 52 or more.
    pub const fn from_index(index: usize) -> Card {
        assert!(index < N_CARDS, "a card's index is below 52");
        Card(index as u8)
    }

    /// `suit * 13 + rank - 1`, from 0 to 51.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// A mask with this card's bit set.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The rank.
    pub const fn rank(self) -> Rank {
        Rank(self.0 % N_RANKS as u8 + 1)
    }

    /// The suit.
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize / N_RANKS]
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank(), self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = ParseCardError;

    /// Reads rank then suit, in either case: `10H`, `th`, `K♠`. A variation selector after a
    /// symbol is ignored.
    fn from_str(s: &str) -> Result<Card, ParseCardError> {
        let s = s.trim_end_matches(['\u{fe0e}', '\u{fe0f}']);
        let last = s.chars().next_back().ok_or(ParseCardError)?;
        let suit = Suit::from_char(last).ok_or(ParseCardError)?;
        let rank = s[..s.len() - last.len_utf8()].parse()?;
        Ok(Card::new(rank, suit))
    }
}

/// The text is no card (or no rank).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseCardError;

impl fmt::Display for ParseCardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a rank (A 2 … 10 J Q K) and a suit (C D H S), such as 10H")
    }
}

impl std::error::Error for ParseCardError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back_from_its_text() {
        for index in 0..N_CARDS {
            let card = Card::from_index(index);
            let text = card.to_string();
            assert_eq!(text.parse(), Ok(card));
            assert_eq!(text.to_lowercase().parse(), Ok(card));
            let symbol = format!("{}{}", card.rank(), card.suit().symbol());
            assert_eq!(symbol.parse(), Ok(card));
            assert_eq!(Card::new(card.rank(), card.suit()), card);
        }
        assert_eq!("tS".parse::<Card>(), "10S".parse());
    }

    #[test]
    fn other_text_is_refused() {
        for text in [
            "", "A", "S", "1S", "11S", "0S", "AX", "10", "AAS", "A S", "é♠", "♠",
        ] {
            assert_eq!(text.parse::<Card>(), Err(ParseCardError), "{text:?}");
        }
    }
}
