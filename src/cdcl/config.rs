//! Options, limits, answers and statistics.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Options of the search. The defaults suit formulas of some ten thousand variables that are solved
/// within some hundred to some ten thousand conflicts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Config {
    /// What activities keep at each conflict, in 0.5..1.
    pub activity_decay: f64,
    /// Conflicts in the unit of the Luby sequence of restarts, 1 or more.
    pub restart_unit: u64,
    /// Conflicts before learned clauses are first reduced; the interval grows by as much each time.
    pub reduce_interval: u64,
    /// Learned clauses with at most this many levels among their literals are kept for good.
    pub kept_lbd: u32,
    /// Conflicts after which learned clauses are shortened by propagation, each time when they have been reduced.
    pub vivify_after: u64,
    /// What shortening may cost: propagations, as a share of all others.
    pub vivify_effort: f64,
    /// Conflicts up to which decisions try the values of the longest assignment without conflict so far; later they
    /// try the last values.
    pub target_until: u64,
    /// Conflicts between changes of phase, growing by as much each time; 0 for never.
    pub rephase_interval: u64,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            activity_decay: 0.85,
            restart_unit: 50,
            reduce_interval: 500,
            kept_lbd: 2,
            vivify_after: 3000,
            vivify_effort: 0.2,
            target_until: 10_000,
            rephase_interval: 1000,
        }
    }
}

/// When a solve gives up.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Conflicts of this solve.
    pub conflicts: u64,
    /// Estimated memory of the engine.
    pub bytes: usize,
    /// Ends the solve soon after it becomes true.
    pub stop: Option<&'a AtomicBool>,
    /// Ends the solve soon after this moment. What it cuts off is not reproducible.
    pub deadline: Option<Instant>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits {
            conflicts: u64::MAX,
            bytes: usize::MAX,
            stop: None,
            deadline: None,
        }
    }
}

impl Limits<'_> {
    /// Whether it is time to stop.
    pub(super) fn is_over(&self) -> bool {
        self.stop.is_some_and(|s| s.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|d| Instant::now() >= d)
    }
}

/// The limit that ended a solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Limit {
    /// [`Limits::conflicts`].
    Conflicts,
    /// [`Limits::bytes`].
    Memory,
    /// [`Limits::stop`] or [`Limits::deadline`].
    Stopped,
}

/// What a solve found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model; see [`Engine::model_value`](super::Engine::model_value).
    Sat,
    /// There is none.
    Unsat,
    /// A limit was reached.
    Unknown(Limit),
}

/// What the engine has done.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Stats {
    /// Conflicts met.
    pub conflicts: u64,
    /// Decisions made.
    pub decisions: u64,
    /// Literals propagated.
    pub propagations: u64,
    /// Stored clauses looked at.
    pub looks: u64,
    /// Restarts.
    pub restarts: u64,
    /// Literals of learned clauses before and after minimisation.
    pub learned_lits: (u64, u64),
    /// Variables.
    pub n_vars: usize,
    /// Stored clauses, learned ones included.
    pub n_clauses: usize,
}

impl Stats {
    /// Adds the counts of another search; the sizes become its own.
    pub fn add(&mut self, other: &Stats) {
        *self = Stats {
            conflicts: self.conflicts + other.conflicts,
            decisions: self.decisions + other.decisions,
            propagations: self.propagations + other.propagations,
            looks: self.looks + other.looks,
            restarts: self.restarts + other.restarts,
            learned_lits: (
                self.learned_lits.0 + other.learned_lits.0,
                self.learned_lits.1 + other.learned_lits.1,
            ),
            n_vars: other.n_vars,
            n_clauses: other.n_clauses,
        };
    }
}
