//! The engine: what it holds, how constraints are added, propagation and backtracking.

use super::clauses::Clauses;
use super::config::{Config, Stats};
use super::counters::Counters;
use super::heap::Heap;
use super::lit::{Lit, Var};
use super::phases::Phases;
use super::proof::Proof;
use super::theory::Theory;
use super::trail::{Conflict, Reason, Trail};

/// A clause-learning engine. See the [module](super) for an overview.
#[derive(Default)]
pub struct Engine {
    pub(super) config: Config,
    pub(super) stats: Stats,
    pub(super) trail: Trail,
    pub(super) clauses: Clauses,
    /// Places of the clauses of three or more literals that were added from outside.
    pub(super) problem: Vec<u32>,
    pub(super) counters: Counters,
    pub(super) heap: Heap,
    pub(super) phases: Phases,
    /// By variable: may it be decided?
    pub(super) decidable: Vec<bool>,
    pub(super) proof: Option<Proof>,
    /// Whether the constraints are known to contradict each other.
    pub(super) refuted: bool,
    pub(super) model: Vec<i8>,
    pub(super) scratch: Scratch,
}

/// Buffers of conflict analysis.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) learned: Vec<Lit>,
    pub(super) antecedents: Vec<Lit>,
    pub(super) marks: Vec<u8>,
    pub(super) marked: Vec<Var>,
    pub(super) stack: Vec<(Lit, usize)>,
    pub(super) pool: Vec<Lit>,
    pub(super) level_stamp: Vec<u64>,
    pub(super) stamp: u64,
    /// Propagations made when clauses were last shortened.
    pub(super) vivified_at: u64,
}

impl Engine {
    /// An engine without variables.
    pub fn new(config: Config) -> Engine {
        let mut engine = Engine {
            config,
            ..Engine::default()
        };
        engine.clear();
        engine
    }

    /// Forgets variables, constraints, statistics and proof, but keeps the allocations: the engine
    /// behaves exactly like a new one.
    pub fn clear(&mut self) {
        self.stats = Stats::default();
        self.trail.clear();
        self.clauses.clear();
        self.problem.clear();
        self.counters.clear();
        self.heap.clear();
        self.phases.clear();
        self.decidable.clear();
        self.proof = None;
        self.refuted = false;
        self.model.clear();
        self.scratch.marks.clear();
        self.scratch.vivified_at = 0;
    }

    /// The options; they may be changed between solves.
    pub fn config_mut(&mut self) -> &mut Config {
        &mut self.config
    }

    /// Adds a variable that may be decided and whose first phase is false.
    pub fn new_var(&mut self) -> Var {
        self.new_vars(1)
    }

    /// Adds `n` > 0 variables and returns the first; the others follow in number.
    ///
    /// # Panics
    /// If there are more than 2^28 variables.
    pub fn new_vars(&mut self, n: usize) -> Var {
        let first = Var(self.trail.n_vars() as u32);
        assert!(self.trail.n_vars() + n <= 1 << 28, "too many variables");
        for _ in 0..n {
            self.trail.new_var();
            self.heap.new_var();
            self.phases.new_var();
            self.decidable.push(true);
            self.scratch.marks.push(0);
        }
        self.clauses.grow(self.trail.n_vars());
        self.counters.grow(self.trail.n_vars());
        first
    }

    /// Sets the value that decisions on the variable try until it has been assigned.
    pub fn set_phase(&mut self, var: Var, phase: bool) {
        self.phases.set_first(var, phase);
    }

    /// Says whether decisions on the variable are allowed (they are at first). A model may leave
    /// variables open that are not: the caller must know that their constraints can then be met.
    pub fn set_decidable(&mut self, var: Var, decidable: bool) {
        self.decidable[var.index()] = decidable;
        if decidable {
            self.heap.insert(var);
        }
    }

    /// Raises the variable's activity: larger is decided earlier.
    pub fn add_activity(&mut self, var: Var, amount: f64) {
        self.heap.add_activity(var, amount);
    }

    /// Gives the order in which variables are decided as long as they have taken part in no conflict:
    /// first these, then the others by number.
    pub fn set_order(&mut self, vars: &[Var]) {
        self.heap.put_first(vars);
    }

    /// Adds the constraint that one of the literals is true. Returns false if the constraints now
    /// plainly contradict each other.
    ///
    /// Constraints can be added before and between solves.
    pub fn add_clause(&mut self, lits: &[Lit]) -> bool {
        if self.refuted {
            return false;
        }
        let mut kept: Vec<Lit> = Vec::with_capacity(lits.len());
        for &lit in lits {
            if self.trail.is_true(lit) || kept.contains(&!lit) {
                return true;
            }
            if self.trail.is_open(lit) && !kept.contains(&lit) {
                kept.push(lit);
            }
        }
        match kept[..] {
            [] => self.refuted = true,
            [unit] => self.trail.push(unit, Reason::None),
            [a, b] => self.clauses.add_binary(a, b),
            _ => {
                let place = self.clauses.add(&kept, None);
                self.problem.push(place);
            }
        }
        !self.refuted
    }

    /// Adds the constraint that at most `limit` of the literals, all of different variables, are
    /// true. Returns false if the constraints now plainly contradict each other.
    pub fn add_at_most(&mut self, lits: &[Lit], limit: usize) -> bool {
        if self.refuted {
            return false;
        }
        let n_true = lits.iter().filter(|&&l| self.trail.is_true(l)).count();
        if n_true > limit {
            self.refuted = true;
            return false;
        }
        let open: Vec<Lit> = lits
            .iter()
            .copied()
            .filter(|&l| self.trail.is_open(l))
            .collect();
        let limit = limit - n_true;
        if limit == 0 {
            for lit in open {
                self.trail.push(!lit, Reason::None);
            }
        } else if open.len() > limit {
            self.counters.add(&open, limit as u32);
        }
        true
    }

    /// The value of a literal in the last model; `None` where the model leaves it open.
    pub fn model_value(&self, lit: Lit) -> Option<bool> {
        let value = *self.model.get(lit.var().index())?;
        (value != 0).then_some((value > 0) == lit.is_pos())
    }

    /// What has been done since the engine was made or cleared.
    pub fn stats(&self) -> Stats {
        Stats {
            n_vars: self.trail.n_vars(),
            n_clauses: self.clauses.n_clauses,
            ..self.stats
        }
    }

    /// Estimated memory in use.
    pub fn bytes(&self) -> usize {
        self.trail.bytes()
            + self.clauses.bytes()
            + self.counters.bytes()
            + self.proof.as_ref().map_or(0, Proof::bytes)
            + self.trail.n_vars() * 32
    }

    /// Starts recording learned and deleted clauses as DRAT lines.
    pub fn start_proof(&mut self) {
        self.proof = Some(Proof::default());
    }

    /// The proof lines so far, and stops recording.
    pub fn take_proof(&mut self) -> Option<String> {
        self.proof.take().map(Proof::into_text)
    }

    /// Propagates everything. Returns false on a conflict, which the trail then holds.
    pub(super) fn propagate<T: Theory>(&mut self, theory: &mut T) -> bool {
        loop {
            while let Some(&lit) = self.trail.lits().get(self.trail.head) {
                self.trail.head += 1;
                self.stats.propagations += 1;
                // Theory and counters must see each literal, as they will be told of its return.
                let theory_fine = theory.propagate(lit, &mut self.trail);
                let counters_fine =
                    self.counters.is_empty() || self.counters.propagate(lit, &mut self.trail);
                let clauses = &mut self.clauses;
                if !(theory_fine
                    && counters_fine
                    && clauses.propagate(lit, &mut self.trail, &mut self.stats.looks))
                {
                    return false;
                }
            }
            if !theory.flush(&mut self.trail) {
                return false;
            }
            if self.trail.head == self.trail.lits().len() {
                return true;
            }
        }
    }

    /// Takes back all decisions above `level`.
    pub(super) fn backtrack<T: Theory>(&mut self, level: u32, theory: &mut T) {
        let keep = self.trail.len_at(level);
        while self.trail.lits().len() > keep {
            let propagated = self.trail.lits().len() <= self.trail.head;
            let Some(lit) = self.trail.pop() else { break };
            if propagated {
                self.trail.head = self.trail.lits().len();
                if !self.counters.is_empty() {
                    self.counters.undo(lit);
                }
                theory.undo(lit);
            }
            let var = lit.var();
            if self.decidable[var.index()] {
                self.phases.save(var, lit.is_pos());
                self.heap.insert(var);
            }
        }
        self.trail.close_levels(level);
    }

    /// Appends the antecedents of `lit` to `out`.
    pub(super) fn explain<T: Theory>(
        &self,
        lit: Lit,
        reason: Reason,
        theory: &mut T,
        out: &mut Vec<Lit>,
    ) {
        match reason {
            Reason::None => {}
            Reason::Binary(a) => out.push(a),
            Reason::Ternary(a, b) => out.extend([a, b]),
            Reason::Clause(clause) => {
                out.extend(self.clauses.lits(clause).filter(|&l| l != lit).map(|l| !l));
            }
            Reason::Counter(number) => self.counters.explain(number, lit, &self.trail, out),
            Reason::Theory(tag) => theory.explain(lit, tag, &self.trail, out),
        }
    }

    /// The true literals that exclude each other.
    pub(super) fn conflict_lits<T: Theory>(&mut self, theory: &mut T, out: &mut Vec<Lit>) {
        match self.trail.conflict.take() {
            Some(Conflict::Implied(lit, reason)) => {
                self.explain(lit, reason, theory, out);
                out.push(!lit);
            }
            Some(Conflict::Listed) => out.extend_from_slice(&self.trail.failed),
            None => unreachable!("propagation failed without a conflict"),
        }
    }
}
