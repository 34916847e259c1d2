//! What is written for people and programs: JSON schemas and tables.

mod claims;
mod compare;
mod curve;
mod estimate;
mod merge;
mod play;
mod solution;
mod table;

pub use claims::{ClaimReport, Measured};
pub use compare::{BenchReport, CompareReport};
pub use curve::{CurvePoint, CurveReport};
pub use estimate::{EstimateReport, LimitsReport, Times};
pub use merge::{MergeError, Seeds};
pub use play::PlayReport;
pub use solution::{ChoiceReport, DealReport, LimitReport, SolutionReport};
pub use table::{count, percent, table};

/// The program's version with the commit it was built from.
pub const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    " (",
    env!("COTILLION_COMMIT"),
    ")"
);

use crate::games::Rules;
use std::collections::BTreeMap;

/// The options as an object.
pub fn rules_object(rules: &Rules) -> BTreeMap<String, String> {
    rules
        .values
        .iter()
        .map(|(name, value)| (name.to_string(), value.clone()))
        .collect()
}
