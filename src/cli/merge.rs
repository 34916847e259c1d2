//! `cotillion merge`.

use super::failure::Failure;
use super::output::{OutFile, json, print};
use super::reports::{Report, read_report};
use crate::report::{EstimateReport, PlayReport};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct MergeArgs {
    /// Reports of `cotillion estimate` with the same game, rules, search and limits, or of `cotillion
    /// play` with the same game, rules and strategy, whose seeds adjoin; in any order
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
    let reports = args.files.iter().map(|path| match read_report(path)? {
        (None, name) => Err(Failure::Input(format!(
            "{name}: not a report of play or estimate"
        ))),
        (Some(report), name) => Ok((report, name)),
    });
    let reports = reports.collect::<Result<Vec<_>, _>>()?;
    let out = args.out.as_deref().map(OutFile::new).transpose()?;
    let (plays, estimates): (Vec<_>, Vec<_>) = reports
        .into_iter()
        .partition(|report| matches!(report.0, Report::Play(_)));
    if let (Some((_, play)), Some((_, estimate))) = (plays.first(), estimates.first()) {
        return Err(Failure::Input(format!(
            "{play} is a report of play, {estimate} one of estimate: expected one kind"
        )));
    }
    let mut reports = [plays, estimates].concat();
    reports.sort_by_key(|(report, _)| report.first_seed());
    let mut reports = reports.into_iter();
    let (mut whole, _) = reports.next().expect("clap asks for at least one file");
    for (next, name) in reports {
        let merged = match (&mut whole, &next) {
            (Report::Play(whole), Report::Play(next)) => whole.merge(next),
            (Report::Estimate(whole), Report::Estimate(next)) => whole.merge(next),
            _ => unreachable!("all are of one kind"),
        };
        merged.map_err(|e| Failure::Input(format!("{name}: {e}")))?;
    }
    match whole {
        Report::Play(report) => show(args, out, &*report, PlayReport::text),
        Report::Estimate(mut report) => {
            report.finish();
            show(args, out, &*report, EstimateReport::text)
        }
    }
}

fn show<T: Serialize>(
    args: &MergeArgs,
    out: Option<OutFile>,
    report: &T,
    text: impl Fn(&T) -> String,
) -> Result<(), Failure> {
    if let Some(out) = &out {
        out.write(&json(report))?;
    }
    print(&if args.json {
        json(report)
    } else {
        text(report)
    })
}
