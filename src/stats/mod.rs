//! Tallies and intervals: pure arithmetic.

mod interval;
mod spread;

pub use interval::{Interval, rate_interval, wilson};
pub use spread::Spread;
