//! What bounds a search, and what comes out of one.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Bounds of a search. The same limits give the same outcome everywhere, but for `max_secs`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// States expanded, or decisions of the learning search.
    pub max_nodes: u64,
    /// Memory for tables and clauses, in bytes.
    pub max_bytes: usize,
    /// Conflicts of the learning search.
    pub max_conflicts: u64,
    /// Seconds. What it cuts off is not reproducible.
    pub max_secs: Option<f64>,
}

impl Default for Limits {
    /// No bound but 1 GiB of memory.
    fn default() -> Limits {
        Limits {
            max_nodes: u64::MAX,
            max_bytes: 1 << 30,
            max_conflicts: u64::MAX,
            max_secs: None,
        }
    }
}

/// The bound that a search hit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Limit {
    /// This many nodes.
    Nodes(u64),
    /// This many bytes.
    Bytes(usize),
    /// This many conflicts.
    Conflicts(u64),
    /// This many seconds; not reproducible.
    Secs(f64),
    /// The run was interrupted; not reproducible.
    Interrupted,
    /// An incomplete method found no solution within its own bounds.
    Incomplete,
}

impl Limit {
    /// The limit's name in reports.
    pub fn kind(self) -> &'static str {
        match self {
            Limit::Nodes(_) => "nodes",
            Limit::Bytes(_) => "bytes",
            Limit::Conflicts(_) => "conflicts",
            Limit::Secs(_) => "seconds",
            Limit::Interrupted => "interrupted",
            Limit::Incomplete => "incomplete",
        }
    }

    /// The bound itself, where there is one.
    pub fn value(self) -> Option<f64> {
        match self {
            Limit::Nodes(n) | Limit::Conflicts(n) => Some(n as f64),
            Limit::Bytes(n) => Some(n as f64),
            Limit::Secs(secs) => Some(secs),
            Limit::Interrupted | Limit::Incomplete => None,
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Nodes(n) => write!(f, "{n} nodes"),
            Limit::Bytes(n) => write!(f, "{n} bytes of memory"),
            Limit::Conflicts(n) => write!(f, "{n} conflicts"),
            Limit::Secs(secs) => write!(f, "{secs} seconds"),
            Limit::Interrupted => f.write_str("interrupted"),
            Limit::Incomplete => {
                f.write_str("the search method is incomplete and found no solution")
            }
        }
    }
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome<M> {
    /// A winning line.
    Solvable(Vec<M>),
    /// A complete search found none.
    Unsolvable,
    /// The search was cut off.
    Unknown(Limit),
}

impl<M> Outcome<M> {
    /// The outcome with its line put into other words.
    pub fn map<N>(self, line: impl FnOnce(Vec<M>) -> Vec<N>) -> Outcome<N> {
        match self {
            Outcome::Solvable(moves) => Outcome::Solvable(line(moves)),
            Outcome::Unsolvable => Outcome::Unsolvable,
            Outcome::Unknown(limit) => Outcome::Unknown(limit),
        }
    }
}

/// Lets a search be stopped from outside, or by the clock.
#[derive(Clone, Copy, Debug)]
pub struct Control<'a> {
    stop: &'a AtomicBool,
    deadline: Option<(Instant, f64)>,
}

impl<'a> Control<'a> {
    /// Stops when the flag is set, or `max_secs` from now.
    pub fn new(stop: &'a AtomicBool, max_secs: Option<f64>) -> Control<'a> {
        Control {
            stop,
            deadline: max_secs.map(|secs| (Instant::now(), secs)),
        }
    }

    /// The flag.
    pub fn flag(&self) -> &'a AtomicBool {
        self.stop
    }

    /// The moment when time is up, if there is one.
    pub fn deadline(&self) -> Option<Instant> {
        let (start, secs) = self.deadline?;
        Some(start + Duration::from_secs_f64(secs))
    }

    /// The limit, if it is time to stop. Costs a clock reading: ask every thousand nodes.
    pub fn stopped(&self) -> Option<Limit> {
        if self.stop.load(Ordering::Relaxed) {
            return Some(Limit::Interrupted);
        }
        let (start, secs) = self.deadline?;
        (start.elapsed().as_secs_f64() >= secs).then_some(Limit::Secs(secs))
    }
}
