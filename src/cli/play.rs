//! `cotillion play`.

use super::args::{GameArgs, SeedsArgs, check_confidence, n_threads};
use super::failure::Failure;
use super::output::{OutFile, json, print};
use super::progress::{bar, interrupt_flag, interrupted};
use crate::batch::{PlayFailure, PlayJob, play};
use crate::games::Rules;
use crate::play::{Player, StrategyOptions};
use crate::report::{ChoiceReport, PlayReport, percent};
use clap::Args;
use std::path::PathBuf;
use std::time::Instant;

#[derive(Args, Debug)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The strategy
    #[arg(long, value_name = "S")]
    strategy: String,
    /// An option of the strategy; may be repeated
    #[arg(long = "strategy-opt", value_name = "NAME=VALUE")]
    options: Vec<String>,
    #[command(flatten)]
    seeds: SeedsArgs,
    /// Threads; 0 is one for each core
    #[arg(long, value_name = "T", default_value_t = 0)]
    threads: usize,
    /// Confidence of the interval
    #[arg(long, value_name = "C", default_value_t = 0.95)]
    confidence: f64,
    /// Write the JSON report to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print the first game move by move instead
    #[arg(long)]
    trace: bool,
}

pub(super) fn run(args: &PlayArgs) -> Result<(), Failure> {
    let rules = args.game.rules()?;
    args.seeds.check()?;
    let confidence = check_confidence(args.confidence)?;
    let strategy = StrategyOptions::new(&args.strategy, &args.options)
        .map_err(|e| Failure::Input(format!("--strategy: {e}")))?;
    if args.trace {
        return trace(&rules, &strategy, args.seeds.first_seed);
    }
    let out = args.out.as_deref().map(OutFile::new).transpose()?;
    let stop = interrupt_flag()?;
    let mut report = PlayReport::new(&rules, &strategy, args.seeds.first_seed, confidence);
    let job = PlayJob {
        setup: rules.setup,
        strategy,
        first_seed: args.seeds.first_seed,
        n_deals: args.seeds.deals,
        n_threads: args.threads,
    };
    let bar = bar(job.n_deals, "games");
    let start = Instant::now();
    let result = play(&job, stop, |_, game| {
        report.add(game);
        if !bar.is_hidden() {
            bar.inc(1);
            bar.set_message(format!(
                "won {}",
                percent(report.won as f64 / report.seeds.count as f64)
            ));
        }
    });
    bar.finish_and_clear();
    report.complete = report.seeds.count == job.n_deals;
    report.finish(n_threads(args.threads), start.elapsed().as_secs_f64());
    if let Some(out) = &out {
        out.write(&json(&report))?;
    }
    result.map_err(|failure| play_failure(&args.strategy, failure))?;
    print(&if args.json {
        json(&report)
    } else {
        report.text()
    })?;
    if interrupted() {
        let done = report.seeds.count;
        return Err(Failure::Other(format!(
            "interrupted; the report holds the first {done} games"
        )));
    }
    Ok(())
}

/// Why games of a strategy, or of several, stopped.
pub(super) fn play_failure(strategy: &str, failure: PlayFailure) -> Failure {
    match failure {
        PlayFailure::Illegal(..) => Failure::Other(format!("strategy {strategy}, {failure}")),
        PlayFailure::Threads(_) => Failure::Input(format!("--threads: {failure}")),
        PlayFailure::Internal(_) => Failure::other(failure),
    }
}

/// Prints one game.
fn trace(rules: &Rules, strategy: &StrategyOptions, seed: u64) -> Result<(), Failure> {
    let trace = Player::new(&rules.setup, strategy)
        .trace(seed)
        .map_err(|error| {
            Failure::Other(format!(
                "strategy {}, seed {seed}, {error}",
                strategy.info.name
            ))
        })?;
    let mut text = String::new();
    if let Some(announced) = trace.announced {
        let choice = ChoiceReport::announced(&announced);
        let [first, second] = &choice.bases;
        text += &format!(
            "choice: free wing {}, bases {first},{second}\n",
            choice.free_wing
        );
    }
    for (i, mv) in trace.moves.iter().enumerate() {
        text += &format!("{:>4}  {mv}\n", i + 1);
    }
    text += if trace.result.won {
        "won\n"
    } else {
        "not won\n"
    };
    print(&text)
}
