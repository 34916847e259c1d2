//! The main loop: propagate, learn, decide, and now and then restart, tidy up, change phases.

use super::config::{Answer, Limit, Limits};
use super::engine::Engine;
use super::lit::Lit;
use super::theory::Theory;
use super::trail::Reason;

/// Conflicts between looks at the stop flag and the memory.
const CHECK_INTERVAL: u64 = 64;

impl Engine {
    /// Looks for a model. The engine can be used further whatever the answer: learned clauses, phases
    /// and activities stay.
    ///
    /// `theory` must be in the state that the literals propagated so far have left it in: pass the same
    /// one to all solves.
    pub fn solve<T: Theory>(&mut self, theory: &mut T, limits: &Limits<'_>) -> Answer {
        let answer = self.search(theory, limits);
        if answer == Answer::Sat {
            let trail = &self.trail;
            self.model.clear();
            self.model
                .extend((0..trail.n_vars() as u32).map(|v| trail.sign(super::lit::Var(v).pos())));
        }
        if answer == Answer::Unsat {
            self.refuted = true;
            if let Some(proof) = &mut self.proof {
                proof.learn([].into_iter());
            }
        }
        self.trail.conflict = None;
        self.backtrack(0, theory);
        answer
    }

    fn search<T: Theory>(&mut self, theory: &mut T, limits: &Limits<'_>) -> Answer {
        if self.refuted {
            return Answer::Unsat;
        }
        let end = self.stats.conflicts.saturating_add(limits.conflicts);
        let mut next_restart = self.stats.conflicts + self.config.restart_unit;
        let mut n_restarts = 0;
        let mut next_reduce = self.stats.conflicts + self.config.reduce_interval;
        let mut n_reduces = 0;
        if self.phases.next_change == 0 {
            self.phases.next_change = self.config.rephase_interval;
        }
        loop {
            if !self.propagate(theory) {
                self.stats.conflicts += 1;
                self.note_phases();
                let Some((level, lbd)) = self.analyze(theory) else {
                    return Answer::Unsat;
                };
                self.backtrack(level, theory);
                self.learn(lbd);
                self.heap.decay(self.config.activity_decay);
                if self.stats.conflicts >= end {
                    return Answer::Unknown(Limit::Conflicts);
                }
                if self.stats.conflicts.is_multiple_of(CHECK_INTERVAL)
                    && let Some(limit) = self.limit_reached(limits)
                {
                    return Answer::Unknown(limit);
                }
                continue;
            }
            if self.stats.conflicts >= next_restart {
                n_restarts += 1;
                self.stats.restarts += 1;
                next_restart =
                    self.stats.conflicts + self.config.restart_unit * luby(n_restarts + 1);
                self.restart(theory);
                if self.stats.conflicts >= next_reduce {
                    n_reduces += 1;
                    next_reduce =
                        self.stats.conflicts + self.config.reduce_interval * (n_reduces + 1);
                    self.reduce();
                    if self.stats.conflicts >= self.config.vivify_after && !self.vivify(theory) {
                        return Answer::Unsat;
                    }
                }
                continue;
            }
            let Some(decision) = self.decide(theory) else {
                return Answer::Sat;
            };
            self.stats.decisions += 1;
            self.trail.open_level();
            self.trail.push(decision, Reason::None);
        }
    }

    fn limit_reached(&self, limits: &Limits<'_>) -> Option<Limit> {
        if limits.is_over() {
            Some(Limit::Stopped)
        } else if self.bytes() > limits.bytes {
            Some(Limit::Memory)
        } else {
            None
        }
    }

    /// Adds the clause in `scratch.learned`, whose first literal it makes true.
    fn learn(&mut self, lbd: u32) {
        let learned = std::mem::take(&mut self.scratch.learned);
        if let Some(proof) = &mut self.proof {
            proof.learn(learned.iter().copied());
        }
        let reason = match learned[..] {
            [_] => Reason::None,
            [a, b] => {
                self.clauses.add_binary(a, b);
                Reason::Binary(!b)
            }
            _ => Reason::Clause(self.clauses.add(&learned, Some(lbd))),
        };
        self.trail.push(learned[0], reason);
        self.scratch.learned = learned;
    }

    fn decide<T: Theory>(&mut self, theory: &mut T) -> Option<Lit> {
        if let Some(lit) = theory.decide(&self.trail) {
            return Some(lit);
        }
        loop {
            let var = self.heap.pop()?;
            if self.trail.is_open(var.pos()) && self.decidable[var.index()] {
                return Some(var.lit(self.phases.choose(var, self.follows_target())));
            }
        }
    }

    fn follows_target(&self) -> bool {
        self.stats.conflicts < self.config.target_until
    }

    /// Notes the assignment as it was before the last decision.
    fn note_phases(&mut self) {
        let level = self.trail.level();
        if self.follows_target() && level > 0 {
            let len = self.trail.len_at(level - 1);
            self.phases.note(&self.trail.lits()[..len]);
        }
    }

    fn restart<T: Theory>(&mut self, theory: &mut T) {
        self.backtrack(0, theory);
        if self.config.rephase_interval > 0 && self.stats.conflicts >= self.phases.next_change {
            self.phases.change();
            self.phases.next_change =
                self.stats.conflicts + self.config.rephase_interval * (self.phases.n_changes() + 1);
        }
    }

    /// Deletes the less useful half of the learned clauses. At level 0 only.
    fn reduce(&mut self) {
        let mut doomed: Vec<(u32, usize, u32)> = Vec::new();
        for i in 0..self.clauses.learned.len() {
            let clause = self.clauses.learned[i];
            let lbd = self.clauses.lbd(clause);
            let used = self.clauses.age(clause);
            if lbd > self.config.kept_lbd && !used {
                doomed.push((lbd, self.clauses.len(clause), clause));
            }
        }
        // The worst first; of equal ones the older.
        doomed.sort_unstable_by(|a, b| (b.0, b.1).cmp(&(a.0, a.1)).then(a.2.cmp(&b.2)));
        doomed.truncate(doomed.len().div_ceil(2));
        if let Some(proof) = &mut self.proof {
            proof.note_facts(self.trail.lits());
            for &(_, _, clause) in &doomed {
                proof.delete(self.clauses.lits(clause));
            }
        }
        self.clauses.remove(doomed.iter().map(|d| d.2).collect());
        if self.clauses.is_sparse() {
            self.clauses.pack(&mut self.problem);
        }
    }
}

/// The sequence 1 1 2 1 1 2 4 …, counted from 1 (Luby, Sinclair, Zuckerman 1993).
fn luby(mut i: u64) -> u64 {
    loop {
        let k = 64 - i.leading_zeros() as u64;
        if i == (1 << k) - 1 {
            return 1 << (k - 1);
        }
        i -= (1 << (k - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn luby_starts_as_published() {
        let start: Vec<u64> = (1..=15).map(super::luby).collect();
        assert_eq!(start, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
