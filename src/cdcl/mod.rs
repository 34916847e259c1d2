//! A small deterministic clause-learning engine with native counters. It knows no cards.
//!
//! [`Engine`] decides whether clauses, at-most-k [counters](Engine::add_at_most) and the constraints of
//! a [`Theory`] can be met together. Same input, same answer and same counts: nothing depends on time,
//! addresses or hashing.
//!
//! Two watched literals with blockers, clauses of two literals apart; activity order; phase saving with
//! target phases and changes of phase; Luby restarts; clauses minimised through the reasons of their literals; learned
//! clauses ranked by levels, length and use. Counters and theories give their reasons when a conflict asks for them.
//!
//! ```
//! use cotillion::cdcl::{Answer, Config, Engine, Limits, NoTheory};
//! let mut engine = Engine::new(Config::default());
//! let vars = engine.new_vars(3).0;
//! let lit = |i: u32| cotillion::cdcl::Var(vars + i).pos();
//! engine.add_clause(&[lit(0), lit(1), lit(2)]);
//! engine.add_at_most(&[lit(0), lit(1), lit(2)], 1);
//! engine.add_clause(&[!lit(0)]);
//! assert_eq!(engine.solve(&mut NoTheory, &Limits::default()), Answer::Sat);
//! let n_true = (0..3).filter(|&i| engine.model_value(lit(i)) == Some(true)).count();
//! assert_eq!(n_true, 1);
//! ```
//!
//! Files: `lit` and `trail` hold the assignment, `clauses` and `counters` the constraints, `theory` the trait for
//! others, `heap` and `phases` choose decisions, `analyze` learns, `vivify` shortens, `search` is the loop, `proof` writes DRAT lines.

mod analyze;
mod clauses;
mod config;
mod counters;
mod engine;
mod heap;
mod lit;
mod phases;
mod proof;
mod search;
#[cfg(test)]
mod tests;
mod theory;
mod trail;
mod vivify;

pub use config::{Answer, Config, Limit, Limits, Stats};
pub use engine::Engine;
pub use lit::{Lit, Var};
pub use theory::{NoTheory, Theory};
pub use trail::{Reason, Trail};
