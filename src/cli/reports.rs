//! Reads reports back.

use super::failure::Failure;
use super::output::{input_name, read_text};
use crate::report::{EstimateReport, PlayReport};
use serde_json::Value;
use std::fmt::Display;
use std::path::Path;

/// A report that was kept.
#[derive(Clone)]
pub(super) enum Report {
    Play(Box<PlayReport>),
    Estimate(Box<EstimateReport>),
}

impl Report {
    pub(super) fn first_seed(&self) -> u64 {
        match self {
            Report::Play(report) => report.seeds.first,
            Report::Estimate(report) => report.seeds.first,
        }
    }
}

/// Reads a report of `play` or `estimate`, if that is what the JSON is, and the file's name.
pub(super) fn read_report(path: &Path) -> Result<(Option<Report>, String), Failure> {
    let name = input_name(path);
    let wrong = |kind: &str, what: &dyn Display| {
        Failure::Input(format!("{name}: not a report of {kind}: {what}"))
    };
    let value: Value =
        serde_json::from_str(&read_text(path)?).map_err(|e| wrong("play or estimate", &e))?;
    let report = match value["kind"].as_str() {
        Some("play") => {
            let report: PlayReport =
                serde_json::from_value(value).map_err(|e| wrong("play", &e))?;
            report.check().map_err(|e| wrong("play", &e))?;
            Report::Play(Box::new(report))
        }
        Some("estimate") => {
            let report: EstimateReport =
                serde_json::from_value(value).map_err(|e| wrong("estimate", &e))?;
            report.check().map_err(|e| wrong("estimate", &e))?;
            Report::Estimate(Box::new(report))
        }
        _ => return Ok((None, name)),
    };
    Ok((Some(report), name))
}
