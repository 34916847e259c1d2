//! From a conflict to a learned clause: resolution back to the first point through which all of the
//! conflict's consequences on the last level pass, then removal of literals that the others imply.

use super::engine::Engine;
use super::lit::{Lit, Var};
use super::theory::Theory;
use super::trail::Reason;

/// Marks of variables during analysis.
const SEEN: u8 = 1;
/// Implied by the marked literals.
const REDUNDANT: u8 = 2;
/// Not so.
const NEEDED: u8 = 4;

impl Engine {
    /// Learns from the conflict on the trail: fills `scratch.learned`, the asserting literal first and
    /// one of the highest remaining level second, and returns the level to go back to and the number
    /// of levels among the literals. `None` if the conflict needs no decision.
    pub(super) fn analyze<T: Theory>(&mut self, theory: &mut T) -> Option<(u32, u32)> {
        let mut buffer = std::mem::take(&mut self.scratch.antecedents);
        let mut learned = std::mem::take(&mut self.scratch.learned);
        buffer.clear();
        learned.clear();
        if let Some(super::trail::Conflict::Implied(_, Reason::Clause(c))) = self.trail.conflict {
            self.use_clause(c);
        }
        self.conflict_lits(theory, &mut buffer);
        let level_of = |l: &Lit| self.trail.level_of(l.var());
        let level = buffer.iter().map(level_of).max().unwrap_or(0);
        if level == 0 {
            self.scratch.antecedents = buffer;
            self.scratch.learned = learned;
            return None;
        }
        self.backtrack(level, theory);

        learned.push(Lit::from_code(0));
        let mut n_open = 0;
        let mut at = self.trail.lits().len();
        let uip = loop {
            for &lit in &buffer {
                let var = lit.var();
                let lit_level = self.trail.level_of(var);
                if lit_level == 0 || self.scratch.marks[var.index()] != 0 {
                    continue;
                }
                self.mark(var, SEEN);
                self.heap.bump(var);
                if lit_level == level {
                    n_open += 1;
                } else {
                    learned.push(!lit);
                }
            }
            let lit = loop {
                at -= 1;
                let lit = self.trail.lits()[at];
                if self.scratch.marks[lit.var().index()] & SEEN != 0 {
                    break lit;
                }
            };
            n_open -= 1;
            if n_open == 0 {
                break lit;
            }
            let reason = self.trail.reason_of(lit.var());
            if let Reason::Clause(c) = reason {
                self.use_clause(c);
            }
            buffer.clear();
            self.explain(lit, reason, theory, &mut buffer);
        };
        learned[0] = !uip;
        self.stats.learned_lits.0 += learned.len() as u64;
        let mut kept = 1;
        for i in 1..learned.len() {
            if !self.is_redundant(!learned[i], theory) {
                learned[kept] = learned[i];
                kept += 1;
            }
        }
        learned.truncate(kept);
        self.stats.learned_lits.1 += learned.len() as u64;
        self.clear_marks();

        let mut back = 0;
        for i in 1..learned.len() {
            let lit_level = self.trail.level_of(learned[i].var());
            if lit_level > back {
                back = lit_level;
                learned.swap(1, i);
            }
        }
        let lbd = self.n_levels(learned.iter().copied());
        self.scratch.antecedents = buffer;
        self.scratch.learned = learned;
        Some((back, lbd))
    }

    pub(super) fn is_marked(&self, var: Var) -> bool {
        self.scratch.marks[var.index()] != 0
    }

    pub(super) fn mark_seen(&mut self, var: Var) {
        self.mark(var, SEEN);
    }

    pub(super) fn clear_marks(&mut self) {
        for var in self.scratch.marked.drain(..) {
            self.scratch.marks[var.index()] = 0;
        }
    }

    fn mark(&mut self, var: Var, mark: u8) {
        let marks = &mut self.scratch.marks[var.index()];
        if *marks == 0 {
            self.scratch.marked.push(var);
        }
        *marks |= mark;
    }

    fn use_clause(&mut self, clause: u32) {
        if self.clauses.is_learned(clause) {
            let mut lits = std::mem::take(&mut self.scratch.pool);
            lits.clear();
            lits.extend(self.clauses.lits(clause));
            let lbd = self.n_levels(lits.iter().copied());
            self.scratch.pool = lits;
            self.clauses.note_use(clause, lbd);
        }
    }

    fn n_levels(&mut self, lits: impl Iterator<Item = Lit>) -> u32 {
        let Self { scratch, trail, .. } = self;
        scratch.stamp += 1;
        let stamp = scratch.stamp;
        scratch.level_stamp.resize(trail.n_vars() + 1, 0);
        let mut n = 0;
        for lit in lits {
            let seen = &mut scratch.level_stamp[trail.level_of(lit.var()) as usize];
            if *seen != stamp {
                *seen = stamp;
                n += 1;
            }
        }
        n
    }

    /// Whether the true literal is implied by other marked ones. Walks back through the reasons with a
    /// stack of its own; each entry is a literal and where its remaining antecedents start in the pool.
    fn is_redundant<T: Theory>(&mut self, lit: Lit, theory: &mut T) -> bool {
        if self.trail.reason_of(lit.var()) == Reason::None {
            return false;
        }
        let mut pool = std::mem::take(&mut self.scratch.pool);
        let mut stack = std::mem::take(&mut self.scratch.stack);
        pool.clear();
        stack.clear();
        stack.push((lit, 0));
        self.explain(lit, self.trail.reason_of(lit.var()), theory, &mut pool);
        let mut redundant = true;
        while let Some(&(top, start)) = stack.last() {
            if pool.len() == start {
                // All antecedents hold: this literal is implied.
                stack.pop();
                if !stack.is_empty() {
                    self.mark(top.var(), REDUNDANT);
                }
                continue;
            }
            let next = pool.pop().expect("the pool is longer than `start`");
            let var = next.var();
            let marks = self.scratch.marks[var.index()];
            if self.trail.level_of(var) == 0 || marks & (SEEN | REDUNDANT) != 0 {
                continue;
            }
            let reason = self.trail.reason_of(var);
            if marks & NEEDED != 0 || reason == Reason::None || stack.len() > 200 {
                redundant = false;
                break;
            }
            stack.push((next, pool.len()));
            self.explain(next, reason, theory, &mut pool);
        }
        if !redundant {
            for &(failed, _) in &stack[1..] {
                self.mark(failed.var(), NEEDED);
            }
        }
        self.scratch.pool = pool;
        self.scratch.stack = stack;
        redundant
    }
}
