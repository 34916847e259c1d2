//! `cotillion curve`.

use super::args::{GameArgs, RunArgs, SeedsArgs, n_threads};
use super::failure::Failure;
use super::output::{json, print};
use super::play::play_failure;
use super::progress::{bar, interrupt_flag, interrupted};
use crate::batch::{PlayJob, play};
use crate::play::StrategyOptions;
use crate::report::{CurveReport, PlayReport, Seeds};
use clap::Args;
use std::time::Instant;

#[derive(Args, Debug)]
pub(super) struct CurveArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The strategy
    #[arg(long, value_name = "S")]
    strategy: String,
    /// The option that varies and its values, as in orders=20,200
    #[arg(long, value_name = "NAME=V,W,…")]
    vary: String,
    /// Another option of the strategy; may be repeated
    #[arg(long = "strategy-opt", value_name = "NAME=VALUE")]
    options: Vec<String>,
    #[command(flatten)]
    seeds: SeedsArgs,
    #[command(flatten)]
    run: RunArgs,
}

pub(super) fn run(args: &CurveArgs) -> Result<(), Failure> {
    let rules = args.game.rules()?;
    args.seeds.check()?;
    let confidence = args.run.confidence()?;
    let Some((option, values)) = args.vary.split_once('=') else {
        return Err(Failure::Input(format!(
            "--vary {}: expected NAME=V,W,…",
            args.vary
        )));
    };
    let strategies = values.split(',').map(|value| {
        let options = [&args.options[..], &[format!("{option}={value}")]].concat();
        StrategyOptions::new(&args.strategy, &options)
            .map_err(|e| Failure::Input(format!("--vary {option}={value}: {e}")))
    });
    let strategies = strategies.collect::<Result<Vec<_>, _>>()?;
    let out = args.run.out()?;
    let stop = interrupt_flag()?;
    let seeds = Seeds {
        first: args.seeds.first_seed,
        count: args.seeds.deals,
    };
    let mut curve = CurveReport::new(&rules, seeds, confidence, option);
    for strategy in strategies {
        let mut report = PlayReport::new(&rules, &strategy, seeds.first, confidence);
        let job = PlayJob {
            setup: rules.setup,
            strategy,
            first_seed: seeds.first,
            n_deals: seeds.count,
            n_threads: args.run.threads,
        };
        let bar = bar(job.n_deals, "games");
        let start = Instant::now();
        let result = play(&job, stop, |_, game| {
            report.add(game);
            bar.inc(1);
        });
        bar.finish_and_clear();
        result.map_err(|failure| play_failure(&args.strategy, failure))?;
        if interrupted() {
            break;
        }
        report.finish(n_threads(args.run.threads), start.elapsed().as_secs_f64());
        curve.add(&report);
        if let Some(out) = &out {
            out.write(&json(&curve))?;
        }
    }
    print(&args.run.shown(&curve, curve.text()))?;
    if interrupted() {
        return Err(Failure::other("interrupted"));
    }
    Ok(())
}
