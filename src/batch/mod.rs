//! Many deals in parallel, taken in seed order whatever the number of threads.

mod compare;
mod estimate;
mod ordered;
mod outside;
mod play;
mod portfolio;

pub use compare::{Benched, CompareJob, Compared, bench_searches, compare};
pub use estimate::{EstimateError, EstimateJob, estimate};
pub use ordered::{Work, in_order};
pub use outside::{OutsideJob, play_outside};
pub use play::{PlayFailure, PlayJob, play};
pub use portfolio::solve_on_all_cores;
