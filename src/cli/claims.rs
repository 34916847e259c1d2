//! `cotillion claims`.

use super::args::RunArgs;
use super::failure::Failure;
use super::output::{json, print};
use super::play::play_failure;
use super::progress::{bar, interrupt_flag, interrupted};
use super::reports::{Report, read_report};
use crate::batch::{EstimateJob, PlayJob, estimate, play};
use crate::games::{Claim, GAMES, Rules};
use crate::play::{STRATEGIES, StrategyOptions};
use crate::report::{ClaimReport, EstimateReport, Measured, PlayReport};
use crate::search::Limits;
use crate::solve::SEARCH_PLANS;
use clap::Args;
use std::ops::ControlFlow;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct ClaimsArgs {
    /// Kept reports of `play` and `estimate` (JSON). With any, nothing is measured anew, and files of
    /// other kinds are passed over
    #[arg(value_name = "REPORT", conflicts_with_all = ["deals", "costly_deals", "solved_deals", "first_seed", "threads"])]
    reports: Vec<PathBuf>,
    /// Games of each cheap strategy
    #[arg(long, value_name = "N", default_value_t = 100_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    deals: u64,
    /// Games of each costly strategy; 0 leaves them out
    #[arg(long, value_name = "N", default_value_t = 200)]
    costly_deals: u64,
    /// Deals decided for the solvable share; 0 leaves it out
    #[arg(long, value_name = "N", default_value_t = 1000)]
    solved_deals: u64,
    /// The first seed
    #[arg(long, value_name = "S", default_value_t = 0)]
    first_seed: u64,
    #[command(flatten)]
    run: RunArgs,
}

/// Conflicts after which a deal is given up.
const MAX_CONFLICTS: u64 = 200_000;

pub(super) fn run(args: &ClaimsArgs) -> Result<(), Failure> {
    args.run.confidence()?;
    let out = args.run.out()?;
    let reports = if args.reports.is_empty() {
        measured(args)?
    } else {
        kept(args)?
    };
    if let Some(out) = &out {
        out.write(&json(&reports))?;
    }
    let texts: Vec<_> = reports.iter().map(ClaimReport::text).collect();
    print(&args.run.shown(&reports, texts.join("\n")))
}

/// From the files given.
fn kept(args: &ClaimsArgs) -> Result<Vec<ClaimReport>, Failure> {
    let (mut plays, mut estimates) = (Vec::new(), Vec::new());
    for path in &args.reports {
        match read_report(path)? {
            (Some(Report::Play(report)), _) => plays.push(*report),
            (Some(Report::Estimate(report)), _) => estimates.push(*report),
            (None, name) => {
                eprintln!("{name}: passed over, neither a report of play nor of estimate");
            }
        }
    }
    ClaimReport::of_reports(&plays, &estimates, args.run.confidence).map_err(Failure::Input)
}

/// From games played and deals decided now.
fn measured(args: &ClaimsArgs) -> Result<Vec<ClaimReport>, Failure> {
    let most = args.deals.max(args.costly_deals).max(args.solved_deals);
    if args.first_seed.checked_add(most).is_none() {
        return Err(Failure::input(
            "--first-seed: the seeds run past the largest 64-bit number",
        ));
    }
    let mut reports = Vec::new();
    for game in GAMES {
        let Some(claim) = &game.claim else { continue };
        for options in claim.rules {
            let rules = Rules::new(game.name, options).map_err(Failure::other)?;
            reports.push(measure(args, &rules, claim)?);
        }
    }
    Ok(reports)
}

fn measure(args: &ClaimsArgs, rules: &Rules, claim: &Claim) -> Result<ClaimReport, Failure> {
    let stop = interrupt_flag()?;
    let mut measured = Vec::new();
    for info in STRATEGIES {
        let n_deals = if info.is_cheap {
            args.deals
        } else {
            args.costly_deals
        };
        if n_deals == 0 {
            continue;
        }
        let strategy = StrategyOptions::new(info.name, &[] as &[&str]).map_err(Failure::other)?;
        let mut report = PlayReport::new(rules, &strategy, args.first_seed, args.run.confidence);
        let job = PlayJob {
            setup: rules.setup,
            strategy,
            first_seed: args.first_seed,
            n_deals,
            n_threads: args.run.threads,
        };
        let bar = bar(n_deals, "games");
        bar.set_message(format!("{} by {}", rules.game.name, info.name));
        let result = play(&job, stop, |_, game| {
            report.add(game);
            bar.inc(1);
        });
        bar.finish_and_clear();
        result.map_err(|failure| play_failure(info.name, failure))?;
        if interrupted() {
            return Err(Failure::other("interrupted"));
        }
        report.finish(0, 0.0);
        measured.push(Measured::of_play(&report, args.run.confidence, claim));
    }
    let solvable = if args.solved_deals == 0 {
        None
    } else {
        Some(ceiling(args, rules, claim)?)
    };
    Ok(ClaimReport::new(
        rules,
        claim,
        args.run.confidence,
        measured,
        solvable,
    ))
}

/// The solvable share.
fn ceiling(args: &ClaimsArgs, rules: &Rules, claim: &Claim) -> Result<Measured, Failure> {
    let stop = interrupt_flag()?;
    let limits = Limits {
        max_conflicts: MAX_CONFLICTS,
        ..Limits::default()
    };
    let job = EstimateJob {
        rules: rules.clone(),
        plan: SEARCH_PLANS[0],
        limits,
        first_seed: args.first_seed,
        n_deals: args.solved_deals,
        n_threads: args.run.threads,
    };
    let plan = job.plan.name;
    let mut report =
        EstimateReport::new(rules, plan, &limits, args.first_seed, args.run.confidence);
    let bar = bar(args.solved_deals, "deals");
    bar.set_message(format!("{} decided", rules.game.name));
    let result = estimate(&job, stop, |seed, solved, micros| {
        report.add(seed, solved, micros);
        bar.inc(1);
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    result?;
    if interrupted() {
        return Err(Failure::other("interrupted"));
    }
    report.finish();
    Ok(Measured::of_estimate(&report, args.run.confidence, claim))
}
