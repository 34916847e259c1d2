//! Tallies and intervals: pure arithmetic.

mod interval;
mod paired;
mod spread;

pub use interval::{Interval, rate_interval, wilson};
pub use paired::Paired;
pub use spread::Spread;
