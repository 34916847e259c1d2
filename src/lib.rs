//! cotillion: an exact solver and a win-rate estimator for a family of patience games.
//!
//! Data flows one way: deal, state, search, verdict, tally, report.

pub mod batch;
pub mod cards;
pub mod cdcl;
pub mod cli;
pub mod deal;
pub mod exact;
pub mod family;
pub mod game;
pub mod games;
pub mod play;
pub mod reference;
pub mod report;
pub mod search;
pub mod solve;
pub mod stats;
