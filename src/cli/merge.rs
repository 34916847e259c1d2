//! `cotillion merge`.

use super::failure::Failure;
use super::output::{OutFile, input_name, json, print, read_text};
use crate::report::EstimateReport;
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct MergeArgs {
    /// Reports of `cotillion estimate` with the same game, rules, search and limits, whose seeds
    /// adjoin; in any order
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write the JSON report to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &MergeArgs) -> Result<(), Failure> {
    let mut reports = Vec::new();
    for path in &args.files {
        let name = input_name(path);
        let text = read_text(path)?;
        let report: EstimateReport = serde_json::from_str(&text)
            .map_err(|e| Failure::Input(format!("{name}: not a report of estimate: {e}")))?;
        report
            .check()
            .map_err(|e| Failure::Input(format!("{name}: {e}")))?;
        reports.push((report, name));
    }
    reports.sort_by_key(|(report, _)| report.seeds.first);
    let out = args.out.as_deref().map(OutFile::new).transpose()?;
    let mut reports = reports.into_iter();
    let (mut whole, _) = reports.next().expect("clap asks for at least one file");
    for (next, name) in reports {
        whole
            .merge(&next)
            .map_err(|e| Failure::Input(format!("{name}: {e}")))?;
    }
    whole.finish();
    if let Some(out) = &out {
        out.write(&json(&whole))?;
    }
    print(&if args.json {
        json(&whole)
    } else {
        whole.text()
    })
}
