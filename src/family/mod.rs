//! Bit-packed states and move generation, a file a family, generic over its rules.

pub mod contradance;
pub mod cotillion;
pub mod windmill;
