//! `cotillion estimate`.

use super::args::{GameArgs, RunArgs, SearchArgs, SeedsArgs, n_threads};
use super::failure::Failure;
use super::output::json;
use super::progress::{bar, conclude, interrupt_flag, interrupted};
use crate::batch::{EstimateJob, estimate};
use crate::report::{EstimateReport, percent};
use clap::Args;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

#[derive(Args, Debug)]
pub(super) struct EstimateArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    seeds: SeedsArgs,
    #[command(flatten)]
    search: SearchArgs,
    /// Stop once the interval is narrower than this (0.01 is one point in a hundred); looked at
    /// after each hundred deals
    #[arg(long, value_name = "W")]
    until_width: Option<f64>,
    #[command(flatten)]
    run: RunArgs,
}

/// Conflicts after which `estimate` gives a deal up unless told otherwise.
const MAX_CONFLICTS: u64 = 2_000_000;
/// Nodes after which it does; only searches without learning get there.
const MAX_NODES: u64 = 20_000_000;
/// How often the width of the interval is looked at: after each hundred deals.
const WIDTH_STEP: u64 = 100;
/// Time between saved reports.
const SAVE_EVERY: Duration = Duration::from_secs(20);

pub(super) fn run(args: &EstimateArgs) -> Result<(), Failure> {
    let rules = args.game.rules()?;
    args.seeds.check()?;
    let confidence = args.run.confidence()?;
    if args.until_width.is_some_and(|w| !(w > 0.0 && w <= 1.0)) {
        return Err(Failure::input(
            "--until-width: expected a number above 0 and up to 1",
        ));
    }
    let limits = args.search.limits(MAX_NODES, MAX_CONFLICTS)?;
    let out = args.run.out()?;
    let plan = args.search.plan();
    let stop = interrupt_flag()?;
    let (first_seed, n_deals) = (args.seeds.first_seed, args.seeds.deals);
    let job = EstimateJob {
        rules,
        plan,
        limits,
        first_seed,
        n_deals,
        n_threads: args.run.threads,
    };

    let mut report = EstimateReport::new(&job.rules, plan.name, &limits, first_seed, confidence);
    report.times.threads = n_threads(args.run.threads);
    let bar = bar(n_deals, "deals");
    let has_bar = !bar.is_hidden();
    let start = Instant::now();
    let mut saved = start;
    let mut trouble = None;
    let result = estimate(&job, stop, |seed, solved, micros| {
        report.add(seed, solved, micros);
        let n_done = report.seeds.count;
        if has_bar {
            bar.inc(1);
        }
        if has_bar && n_done.is_multiple_of(16) {
            let interval = report.interval();
            let counts = report.counts;
            bar.set_message(format!(
                "solvable {} to {}; {} unsolvable, {} unknown",
                percent(interval.low),
                percent(interval.high),
                counts.unsolvable,
                counts.unknown
            ));
        }
        if let Some(out) = &out
            && trouble.is_none()
            && n_done.is_multiple_of(16)
            && saved.elapsed() > SAVE_EVERY
        {
            saved = Instant::now();
            let mut part = report.clone();
            part.times.wall_secs = start.elapsed().as_secs_f64();
            part.finish();
            trouble = out.write(&json(&part)).err();
        }
        match args.until_width {
            Some(width)
                if n_done.is_multiple_of(WIDTH_STEP) && report.interval().width() < width =>
            {
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        }
    });
    bar.finish_and_clear();
    report.times.wall_secs = start.elapsed().as_secs_f64();
    report.complete = report.seeds.count == n_deals || !interrupted() && args.until_width.is_some();
    report.finish();
    // What is finished is reported, whatever ended the run.
    if let Some(out) = &out {
        out.write(&json(&report))?;
    }
    result?;
    let text = args.run.shown(&report, report.text());
    conclude(&text, report.seeds.count, "deals")
}
