//! What the variables of a formula stand for.

use super::roles::RoleId;

/// What a variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    F(usize),
    B(usize, usize),
    P(usize),
    Local { moment: usize, number: usize },
}

/// A [`Meaning`] in one word: kind in the top two bits, then moment or row, then number or column.
#[derive(Clone, Copy)]
pub(super) struct Packed(u32);

impl Packed {
    pub(super) fn new(kind: u32, high: usize, low: usize) -> Packed {
        Packed(kind << 30 | (high as u32) << 16 | low as u32)
    }

    #[inline]
    pub(super) fn unpack(self) -> Meaning {
        let (high, low) = ((self.0 >> 16 & 0x3fff) as usize, (self.0 & 0xffff) as usize);
        match self.0 >> 30 {
            0 => Meaning::Local {
                moment: high,
                number: low,
            },
            1 => Meaning::B(high, low),
            2 => Meaning::F(low),
            _ => Meaning::P(low),
        }
    }
}

/// What a local variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Local {
    Played(RoleId),
    /// Column, row.
    Uncovered(usize, usize),
    /// The card type, and whether its second slot is meant.
    Stuck(usize, bool),
}
