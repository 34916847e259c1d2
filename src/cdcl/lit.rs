//! Variables and literals.

use std::fmt;
use std::ops::Not;

/// A propositional variable, numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Var(pub u32);

impl Var {
    /// The literal that is true when the variable is.
    pub const fn pos(self) -> Lit {
        Lit(self.0 << 1)
    }

    /// The literal that is true when the variable is false.
    pub const fn neg(self) -> Lit {
        Lit(self.0 << 1 | 1)
    }

    /// The literal that is true when the variable has this value.
    pub const fn lit(self, value: bool) -> Lit {
        Lit(self.0 << 1 | !value as u32)
    }

    /// The number, for indexing.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A literal: twice the variable's number, plus 1 if negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The literal's variable.
    pub const fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Whether the literal is its variable and not the negation.
    pub const fn is_pos(self) -> bool {
        self.0 & 1 == 0
    }

    /// The code, for indexing: twice the variable's number, plus 1 if negated.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal with this code, the inverse of [`Lit::index`].
    pub const fn from_code(code: u32) -> Lit {
        Lit(code)
    }

    /// The code as it is stored in clauses.
    pub const fn code(self) -> u32 {
        self.0
    }

    /// The number that DIMACS files use: variables count from 1, a minus sign negates.
    pub const fn dimacs(self) -> i64 {
        let number = (self.0 >> 1) as i64 + 1;
        if self.is_pos() { number } else { -number }
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.dimacs())
    }
}
