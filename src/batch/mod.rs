//! Many deals in parallel, taken in seed order whatever the number of threads.

mod ordered;

pub use ordered::{Work, in_order};
