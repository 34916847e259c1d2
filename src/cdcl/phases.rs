//! Which value a decision tries.
//!
//! Each variable keeps the value it last had. With target phases, decisions follow instead the longest
//! assignment that propagation left without conflict since the last change of phase. Now and then the kept values
//! are replaced: by the longest assignment ever, by the first phases, or by the opposite of these.

use super::lit::{Lit, Var};

/// Saved phases: 1 true, −1 false, 0 none.
#[derive(Default)]
pub(super) struct Phases {
    first: Vec<i8>,
    saved: Vec<i8>,
    target: Vec<i8>,
    best: Vec<i8>,
    target_len: usize,
    best_len: usize,
    n_changes: u64,
    /// Whether values are not to be saved for now.
    is_kept: bool,
    /// Conflict count at which the phases change next.
    pub(super) next_change: u64,
}

impl Phases {
    pub(super) fn clear(&mut self) {
        for list in [
            &mut self.first,
            &mut self.saved,
            &mut self.target,
            &mut self.best,
        ] {
            list.clear();
        }
        self.target_len = 0;
        self.best_len = 0;
        self.n_changes = 0;
        self.next_change = 0;
    }

    pub(super) fn new_var(&mut self) {
        self.first.push(-1);
        self.saved.push(-1);
        self.target.push(0);
        self.best.push(0);
    }

    pub(super) fn set_first(&mut self, var: Var, phase: bool) {
        let sign = if phase { 1 } else { -1 };
        self.first[var.index()] = sign;
        self.saved[var.index()] = sign;
    }

    #[inline]
    pub(super) fn save(&mut self, var: Var, value: bool) {
        if !self.is_kept {
            self.saved[var.index()] = if value { 1 } else { -1 };
        }
    }

    /// Keeps the saved phases as they are, whatever is assigned, or no longer does.
    pub(super) fn keep(&mut self, is_kept: bool) {
        self.is_kept = is_kept;
    }

    pub(super) fn choose(&self, var: Var, use_target: bool) -> bool {
        let target = self.target[var.index()];
        if use_target && target != 0 {
            target > 0
        } else {
            self.saved[var.index()] > 0
        }
    }

    /// Notes an assignment without conflict.
    pub(super) fn note(&mut self, lits: &[Lit]) {
        if lits.len() > self.target_len {
            self.target_len = lits.len();
            copy(lits, &mut self.target);
        }
        if lits.len() > self.best_len {
            self.best_len = lits.len();
            copy(lits, &mut self.best);
        }
    }

    pub(super) fn change(&mut self) {
        self.target.fill(0);
        self.target_len = 0;
        match self.n_changes % 4 {
            0 | 2 => {
                for (saved, &best) in self.saved.iter_mut().zip(&self.best) {
                    if best != 0 {
                        *saved = best;
                    }
                }
                self.best_len = 0;
            }
            1 => self.saved.copy_from_slice(&self.first),
            _ => {
                for (saved, &first) in self.saved.iter_mut().zip(&self.first) {
                    *saved = -first;
                }
            }
        }
        self.n_changes += 1;
    }

    pub(super) fn n_changes(&self) -> u64 {
        self.n_changes
    }
}

fn copy(lits: &[Lit], to: &mut [i8]) {
    to.fill(0);
    for lit in lits {
        to[lit.var().index()] = if lit.is_pos() { 1 } else { -1 };
    }
}
