//! Vivification: learned clauses made shorter by propagation.
//!
//! The negations of a clause's literals are decided one after the other, the most active variable first. As soon as
//! propagation meets a conflict, or makes one of the other literals true or false, part of the clause is known to be
//! superfluous: what is left follows from the other constraints by unit propagation (so it is a line of the proof
//! as any learned clause), and replaces it (Piette, Hamadi, Saïs 2008).

use super::engine::Engine;
use super::lit::Lit;
use super::theory::Theory;
use super::trail::Reason;
use std::cmp::Reverse;

impl Engine {
    /// Shortens learned clauses that have not been tried yet, those of the fewest levels first, newer ones before older,
    /// until the share of propagations since the last call that the options allow is spent. At level 0 only. Returns
    /// false if the constraints turn out to contradict each other.
    pub(super) fn vivify<T: Theory>(&mut self, theory: &mut T) -> bool {
        let start = self.stats.propagations;
        let since = start - self.scratch.vivified_at;
        let end = start + (since as f64 * self.config.vivify_effort) as u64;
        let mut todo: Vec<(u32, Reverse<u32>)> = self
            .clauses
            .learned
            .iter()
            .filter(|&&clause| !self.clauses.is_vivified(clause))
            .map(|&clause| (self.clauses.lbd(clause), Reverse(clause)))
            .collect();
        todo.sort_unstable();
        let mut replaced = Vec::new();
        let mut fine = true;
        self.phases.keep(true);
        for (lbd, Reverse(clause)) in todo {
            if self.stats.propagations >= end {
                break;
            }
            let lits: Vec<Lit> = self.clauses.lits(clause).collect();
            self.clauses.unwatch(clause);
            let kept = self.needed_of(&lits, theory);
            self.backtrack(0, theory);
            if kept.as_ref().is_some_and(|kept| kept.len() == lits.len()) {
                self.clauses.watch(clause);
                self.clauses.note_vivified(clause);
                continue;
            }
            replaced.push(clause);
            if let Some(kept) = kept {
                fine = self.replace(&kept, lbd, theory);
            }
            if let Some(proof) = &mut self.proof {
                proof.note_facts(self.trail.lits());
                proof.delete(lits.iter().copied());
            }
            if !fine {
                break;
            }
        }
        self.clauses.remove(replaced);
        self.phases.keep(false);
        self.scratch.vivified_at = self.stats.propagations;
        fine
    }

    /// Adds what is left of a learned clause. Returns false if nothing can satisfy it.
    fn replace<T: Theory>(&mut self, kept: &[Lit], lbd: u32, theory: &mut T) -> bool {
        if let Some(proof) = &mut self.proof {
            proof.learn(kept.iter().copied());
        }
        match *kept {
            [] => return false,
            [unit] => {
                self.trail.push(unit, Reason::None);
                return self.propagate(theory);
            }
            [a, b] => self.clauses.add_binary(a, b),
            _ => {
                let lbd = lbd.min(kept.len() as u32 - 1);
                let clause = self.clauses.add(kept, Some(lbd));
                self.clauses.note_vivified(clause);
            }
        }
        true
    }

    /// The part of the clause that is needed, or none if it is true at level 0. Leaves decisions on the trail.
    fn needed_of<T: Theory>(&mut self, clause: &[Lit], theory: &mut T) -> Option<Vec<Lit>> {
        let mut order = clause.to_vec();
        let activity = |lit: &Lit| self.heap.activity(lit.var());
        order.sort_by(|a, b| activity(b).total_cmp(&activity(a)));
        let mut decided = Vec::new();
        let mut reasons = Vec::new();
        for lit in order {
            if self.trail.is_true(lit) {
                if self.trail.level_of(lit.var()) == 0 {
                    return None;
                }
                self.explain(lit, self.trail.reason_of(lit.var()), theory, &mut reasons);
                let mut needed = self.decisions_behind(reasons, theory);
                needed.push(lit);
                return Some(needed);
            }
            if self.trail.is_false(lit) {
                continue;
            }
            decided.push(lit);
            self.trail.open_level();
            self.trail.push(!lit, Reason::None);
            if !self.propagate(theory) {
                self.conflict_lits(theory, &mut reasons);
                return Some(self.decisions_behind(reasons, theory));
            }
        }
        Some(decided)
    }

    /// The negations of the decisions from which these true literals follow.
    fn decisions_behind<T: Theory>(&mut self, mut todo: Vec<Lit>, theory: &mut T) -> Vec<Lit> {
        let mut decisions = Vec::new();
        while let Some(lit) = todo.pop() {
            let var = lit.var();
            if self.trail.level_of(var) == 0 || self.is_marked(var) {
                continue;
            }
            self.mark_seen(var);
            match self.trail.reason_of(var) {
                Reason::None => decisions.push(!lit),
                reason => self.explain(lit, reason, theory, &mut todo),
            }
        }
        self.clear_marks();
        decisions
    }
}
