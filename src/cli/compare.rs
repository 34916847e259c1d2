//! `cotillion compare`.

use super::args::{GameArgs, SeedsArgs, check_confidence};
use super::failure::Failure;
use super::output::{OutFile, json};
use super::play::play_failure;
use super::progress::{bar, conclude, interrupt_flag};
use crate::batch::{CompareJob, compare};
use crate::play::StrategyOptions;
use crate::report::CompareReport;
use crate::search::Limits;
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct CompareArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The strategies, two or more; options follow a name, as in hindsight:orders=50:rules=4
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', required = true)]
    strategies: Vec<String>,
    #[command(flatten)]
    seeds: SeedsArgs,
    /// Decide the deals too: the solvable share is the ceiling of every win rate
    #[arg(long)]
    solvable: bool,
    /// Threads; 0 is one for each core
    #[arg(long, value_name = "T", default_value_t = 0)]
    threads: usize,
    /// Confidence of the intervals
    #[arg(long, value_name = "C", default_value_t = 0.95)]
    confidence: f64,
    /// Write the JSON report to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Conflicts after which a deal is given up.
const MAX_CONFLICTS: u64 = 2_000_000;

pub(super) fn run(args: &CompareArgs) -> Result<(), Failure> {
    let rules = args.game.rules()?;
    args.seeds.check()?;
    let confidence = check_confidence(args.confidence)?;
    let strategies: Vec<StrategyOptions> = args
        .strategies
        .iter()
        .map(|text| StrategyOptions::parse(text))
        .collect::<Result<_, _>>()
        .map_err(|e| Failure::Input(format!("--strategies: {e}")))?;
    if strategies.len() < 2 {
        return Err(Failure::input(
            "--strategies: expected two or more, separated by commas",
        ));
    }
    let out = args.out.as_deref().map(OutFile::new).transpose()?;
    let stop = interrupt_flag()?;
    let (first_seed, n_deals) = (args.seeds.first_seed, args.seeds.deals);
    let mut report = CompareReport::new(&rules, &strategies, first_seed, confidence, args.solvable);
    let limits = Limits {
        max_conflicts: MAX_CONFLICTS,
        ..Limits::default()
    };
    let job = CompareJob {
        rules,
        strategies,
        solve: args.solvable.then_some(limits),
        first_seed,
        n_deals,
        n_threads: args.threads,
    };
    let bar = bar(n_deals, "deals");
    let result = compare(&job, stop, |_, compared| {
        report.add(compared);
        bar.inc(1);
    });
    bar.finish_and_clear();
    report.finish();
    if let Some(out) = &out {
        out.write(&json(&report))?;
    }
    result.map_err(|failure| play_failure(&args.strategies.join(","), failure))?;
    let text = if args.json {
        json(&report)
    } else {
        report.text()
    };
    conclude(&text, report.seeds.count, "deals")
}
