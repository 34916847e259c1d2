//! The strategies, a file each.

pub mod always_play;
pub mod book;
pub mod hindsight;
pub mod lookahead;
pub mod random;
pub mod sampled_solver;
