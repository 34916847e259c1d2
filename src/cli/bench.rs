//! `cotillion bench`.

use super::args::{GameArgs, LimitArgs, SeedsArgs};
use super::failure::Failure;
use super::output::{OutFile, json};
use super::play::play_failure;
use super::progress::{bar, conclude, interrupt_flag};
use crate::batch::{Work, bench_searches};
use crate::report::BenchReport;
use crate::solve::SEARCH_PLANS;
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct BenchArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    seeds: SeedsArgs,
    /// The ways of searching, the first being what the others are measured against
    #[arg(
        long = "search",
        value_name = "A,B,…",
        value_delimiter = ',',
        required = true
    )]
    searches: Vec<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Threads; 0 is one for each core. Times are steadiest with 1
    #[arg(long, value_name = "T", default_value_t = 1)]
    threads: usize,
    /// Write the JSON report to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Conflicts and nodes after which a deal is given up unless told otherwise.
const MAX_CONFLICTS: u64 = 2_000_000;
const MAX_NODES: u64 = 1_000_000;

pub(super) fn run(args: &BenchArgs) -> Result<(), Failure> {
    let rules = args.game.rules()?;
    args.seeds.check()?;
    let mut plans = Vec::new();
    for name in &args.searches {
        let found = SEARCH_PLANS.iter().find(|plan| plan.name == name);
        plans.push(*found.ok_or_else(|| {
            let names: Vec<_> = SEARCH_PLANS.iter().map(|plan| plan.name).collect();
            let names = names.join(", ");
            Failure::Input(format!(
                "--search: unknown search {name:?}; expected some of {names}"
            ))
        })?);
    }
    let limits = args.limits.limits(MAX_NODES, MAX_CONFLICTS)?;
    let out = args.out.as_deref().map(OutFile::new).transpose()?;
    let stop = interrupt_flag()?;
    let (first_seed, n_seeds) = (args.seeds.first_seed, args.seeds.deals);
    let work = Work {
        first_seed,
        n_seeds,
        n_threads: args.threads,
        block: 1,
    };
    let mut report = BenchReport::new(&rules, &plans, first_seed);
    let bar = bar(n_seeds, "deals");
    let result = bench_searches(&rules, &plans, limits, work, stop, |_, benched| {
        report.add(benched);
        bar.inc(1);
    });
    bar.finish_and_clear();
    if let Some(out) = &out {
        out.write(&json(&report))?;
    }
    result.map_err(|failure| play_failure("", failure))?;
    let text = if args.json {
        json(&report)
    } else {
        report.text()
    };
    conclude(&text, report.seeds.count, "deals")
}
