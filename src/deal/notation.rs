//! Moves as text: `turn`, `redeal`, or `FROM>TO`.

use crate::cards::{Rank, Suit};
use std::fmt;
use std::str::FromStr;

/// Where a card is taken from. Numbers start at 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum From {
    /// `L1`…: the last card of a column.
    Column(u8),
    /// `R1`…: a cell or sail; a refill keeps the number.
    Cell(u8),
    /// `W`: the top of the waste.
    Waste,
    /// `K1`…: the top of a corner.
    Corner(u8),
}

/// Which foundation takes the card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum To {
    /// `C1 C2 D1 …`: a suit's first or second foundation, in games with two a suit.
    Pile(Suit, u8),
    /// `C5 C6 …` with one deck, `C5a C5b C6a …` with two: the foundation with this base rank;
    /// `CQ`: the place of a suit's decoration. The number counts equal foundations, 0 where there
    /// is only one.
    Base(Suit, Rank, u8),
    /// `C`: the centre.
    Centre,
    /// `K1`…: a corner.
    Corner(u8),
}

/// One move. Refills are implied, never written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// The next stock card goes to the waste.
    Turn,
    /// The waste is turned over, unshuffled, and becomes the stock of the next pass.
    Redeal,
    /// A card goes to a foundation.
    Play(From, To),
}

impl fmt::Display for From {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            From::Column(n) => write!(f, "L{n}"),
            From::Cell(n) => write!(f, "R{n}"),
            From::Waste => f.write_str("W"),
            From::Corner(n) => write!(f, "K{n}"),
        }
    }
}

impl fmt::Display for To {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            To::Pile(suit, n) => write!(f, "{}{n}", suit.letter()),
            To::Base(suit, rank, 0) => write!(f, "{}{rank}", suit.letter()),
            To::Base(suit, rank, n) => {
                write!(f, "{}{rank}{}", suit.letter(), (b'a' + n - 1) as char)
            }
            To::Centre => f.write_str("C"),
            To::Corner(n) => write!(f, "K{n}"),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Turn => f.write_str("turn"),
            Move::Redeal => f.write_str("redeal"),
            Move::Play(from, to) => write!(f, "{from}>{to}"),
        }
    }
}

/// The text is no move; holds the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseMoveError(pub String);

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is no move; expected turn, redeal or FROM>TO such as R3>C1 or W>K2",
            self.0
        )
    }
}

impl std::error::Error for ParseMoveError {}

/// A number as moves write it: digits without sign or leading zero, 1 to 99.
fn place_number(s: &str) -> Option<u8> {
    let fits = (1..=2).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_digit());
    (fits && !s.starts_with('0'))
        .then(|| s.parse().ok())
        .flatten()
}

fn parse_from(s: &str) -> Option<From> {
    let (kind, rest) = s.split_at_checked(1)?;
    match kind {
        "W" if rest.is_empty() => Some(From::Waste),
        "L" => place_number(rest).map(From::Column),
        "R" => place_number(rest).map(From::Cell),
        "K" => place_number(rest).map(From::Corner),
        _ => None,
    }
}

fn parse_to(s: &str) -> Option<To> {
    if s == "C" {
        return Some(To::Centre);
    }
    if let Some(rest) = s.strip_prefix('K') {
        return place_number(rest).map(To::Corner);
    }
    let suit = Suit::ALL
        .into_iter()
        .find(|suit| s.starts_with(suit.letter()))?;
    let rest = &s[1..];
    if rest == "1" || rest == "2" {
        return Some(To::Pile(suit, rest.as_bytes()[0] - b'0'));
    }
    let (rank, copy) = match rest.as_bytes().last()? {
        letter @ b'a'..=b'h' => (&rest[..rest.len() - 1], letter - b'a' + 1),
        _ => (rest, 0),
    };
    rank.parse().ok().map(|rank| To::Base(suit, rank, copy))
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(s: &str) -> Result<Move, ParseMoveError> {
        let parsed = match s {
            "turn" => Some(Move::Turn),
            "redeal" => Some(Move::Redeal),
            _ => s
                .split_once('>')
                .and_then(|(from, to)| Some(Move::Play(parse_from(from)?, parse_to(to)?))),
        };
        parsed.ok_or_else(|| ParseMoveError(s.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_read_back_from_their_text() {
        let texts = [
            "turn", "redeal", "L1>C1", "L4>S2", "R16>D2", "W>H1", "R8>C", "K4>C", "W>K1", "R2>K4",
            "W>C5a", "W>D6b", "W>S5", "W>CQ", "W>H6",
        ];
        for text in texts {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_text_is_refused() {
        for text in [
            "", "Turn", ">", "W>", "R0>C1", "R01>C1", "X>C", "W>C3x", "R1", "R1>C1>C2", "♣>♣",
            "R+1>C",
        ] {
            assert!(text.parse::<Move>().is_err(), "{text:?}");
        }
    }
}
