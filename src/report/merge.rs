//! What reports that can be merged share.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A range of seeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seeds {
    /// The first seed.
    pub first: u64,
    /// How many follow each other.
    pub count: u64,
}

impl Seeds {
    /// Checks that the seeds exist.
    pub(super) fn check(&self) -> Result<(), MergeError> {
        let end = self.first.checked_add(self.count);
        end.map(|_| ())
            .ok_or_else(|| MergeError("the seeds run past the largest 64-bit number".to_string()))
    }

    /// Adds the seeds that follow.
    pub(super) fn extend(&mut self, next: &Seeds) -> Result<(), MergeError> {
        if self.first.checked_add(self.count) != Some(next.first) {
            return Err(MergeError(format!(
                "seeds do not adjoin: {} from {} on, then {} from {} on",
                self.count, self.first, next.count, next.first
            )));
        }
        self.count += next.count;
        Ok(())
    }
}

/// Why two reports cannot be merged, or one is not sound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MergeError(pub String);

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MergeError {}

/// Checks that both reports say the same of this.
pub(super) fn same<T: PartialEq + fmt::Debug>(what: &str, a: &T, b: &T) -> Result<(), MergeError> {
    if a == b {
        Ok(())
    } else {
        Err(MergeError(format!("{what} differ: {a:?} and {b:?}")))
    }
}

/// Checks a confidence.
pub(super) fn check_confidence(confidence: f64) -> Result<(), MergeError> {
    if confidence > 0.0 && confidence < 1.0 {
        Ok(())
    } else {
        Err(MergeError(
            "the confidence does not lie between 0 and 1".to_string(),
        ))
    }
}
