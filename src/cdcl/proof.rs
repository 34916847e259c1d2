//! DRAT lines: each learned clause is implied by unit propagation from what stands before it.
//!
//! The formula that a proof belongs to is not written here: counters and theories must be written out
//! as clauses whose unit propagation is at least as strong.

use super::lit::Lit;
use std::fmt::Write;

/// A proof in the making.
#[derive(Default)]
pub(super) struct Proof {
    text: String,
    /// Literals at level 0 that have been written as clauses.
    n_facts: usize,
}

impl Proof {
    pub(super) fn learn(&mut self, lits: impl Iterator<Item = Lit>) {
        for lit in lits {
            let _ = write!(self.text, "{} ", lit.dimacs());
        }
        self.text.push_str("0\n");
    }

    /// Writes down what holds at level 0, in the order in which it was found: the clauses that imply it may go
    /// from then on.
    pub(super) fn note_facts(&mut self, facts: &[Lit]) {
        for &fact in &facts[self.n_facts..] {
            self.learn([fact].into_iter());
        }
        self.n_facts = facts.len();
    }

    pub(super) fn delete(&mut self, lits: impl Iterator<Item = Lit>) {
        self.text.push_str("d ");
        self.learn(lits);
    }

    pub(super) fn bytes(&self) -> usize {
        self.text.capacity()
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }
}
