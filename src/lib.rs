//! cotillion: an exact solver and a win-rate estimator for a family of patience games.
//!
//! Data flows one way: deal, state, search, verdict, tally, report.

pub mod cards;
pub mod cdcl;
pub mod deal;
pub mod exact;
