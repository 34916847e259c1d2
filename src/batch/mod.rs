//! Many deals in parallel, taken in seed order whatever the number of threads.

mod estimate;
mod ordered;

pub use estimate::{EstimateError, EstimateJob, estimate};
pub use ordered::{Work, in_order};
