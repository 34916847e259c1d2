//! At-most-k constraints kept as counts, with reasons built only when a conflict asks for them.

use super::lit::Lit;
use super::trail::{Reason, Trail};

#[derive(Clone, Copy)]
struct Counter {
    start: u32,
    end: u32,
    limit: u32,
    /// Propagated true literals.
    n_true: u32,
}

const NIL: u32 = u32::MAX;

/// All counters.
#[derive(Default)]
pub(super) struct Counters {
    counters: Vec<Counter>,
    lits: Vec<Lit>,
    /// By literal: first node of its list of counters.
    first: Vec<u32>,
    /// Counter and next node.
    nodes: Vec<(u32, u32)>,
}

impl Counters {
    pub(super) fn grow(&mut self, n_vars: usize) {
        if self.first.len() < 2 * n_vars {
            self.first.resize(2 * n_vars, NIL);
        }
    }

    pub(super) fn clear(&mut self) {
        self.counters.clear();
        self.lits.clear();
        self.first.clear();
        self.nodes.clear();
    }

    /// At most `limit` of the literals, which are distinct, open, and more than `limit` > 0.
    pub(super) fn add(&mut self, lits: &[Lit], limit: u32) {
        let number = self.counters.len() as u32;
        let start = self.lits.len() as u32;
        for &lit in lits {
            self.lits.push(lit);
            let first = &mut self.first[lit.index()];
            self.nodes.push((number, *first));
            *first = self.nodes.len() as u32 - 1;
        }
        self.counters.push(Counter {
            start,
            end: self.lits.len() as u32,
            limit,
            n_true: 0,
        });
    }

    /// Without constraints, literals need not be told.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.counters.is_empty()
    }

    fn members(&self, number: u32) -> &[Lit] {
        let c = &self.counters[number as usize];
        &self.lits[c.start as usize..c.end as usize]
    }

    #[inline]
    pub(super) fn propagate(&mut self, lit: Lit, trail: &mut Trail) -> bool {
        let mut node = self.first[lit.index()];
        let mut fine = true;
        while node != NIL {
            let (number, next) = self.nodes[node as usize];
            node = next;
            let c = &mut self.counters[number as usize];
            c.n_true += 1;
            // Counts stay right for `undo` even after a conflict: the rest of the list is counted too.
            if fine && c.n_true >= c.limit {
                fine = self.saturated(number, trail);
            }
        }
        fine
    }

    /// As many literals as allowed are true and propagated: the others are false.
    fn saturated(&self, number: u32, trail: &mut Trail) -> bool {
        let head = trail.head as u32;
        for &other in self.members(number) {
            let done = trail.is_true(other) && trail.pos_of(other.var()) < head;
            if !done && !trail.imply(!other, Reason::Counter(number)) {
                return false;
            }
        }
        true
    }

    #[inline]
    pub(super) fn undo(&mut self, lit: Lit) {
        let mut node = self.first[lit.index()];
        while node != NIL {
            let (number, next) = self.nodes[node as usize];
            self.counters[number as usize].n_true -= 1;
            node = next;
        }
    }

    /// The true literals because of which `lit`, the negation of a member, is implied.
    pub(super) fn explain(&self, number: u32, lit: Lit, trail: &Trail, out: &mut Vec<Lit>) {
        // For a conflict `lit` is false, and the literals propagated so far are the reason.
        let before = if trail.is_true(lit) {
            trail.pos_of(lit.var())
        } else {
            trail.head as u32
        };
        let limit = self.counters[number as usize].limit as usize;
        let members = self.members(number).iter().copied();
        out.extend(
            members
                .filter(|&m| m != !lit && trail.is_true(m) && trail.pos_of(m.var()) < before)
                .take(limit),
        );
    }

    pub(super) fn bytes(&self) -> usize {
        self.lits.len() * 16
    }
}
