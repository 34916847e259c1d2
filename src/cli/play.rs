//! `cotillion play`.

use super::args::{GameArgs, RunArgs, SeedsArgs, n_threads};
use super::failure::Failure;
use super::output::{OutFile, json, print};
use super::progress::{bar, conclude, interrupt_flag};
use crate::batch::{OutsideJob, PlayFailure, PlayJob, play, play_outside};
use crate::games::Rules;
use crate::play::outside::{self, Hello, Outside, PREFIX};
use crate::play::{Player, StrategyOptions, Trace};
use crate::report::{ChoiceReport, PlayReport, VERSION, percent, rules_object};
use clap::Args;
use indicatif::ProgressBar;
use std::time::Instant;

#[derive(Args, Debug)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The strategy: a name, or `exec:` and a program with its arguments that is asked for moves on
    /// its standard input
    #[arg(long, value_name = "S")]
    strategy: String,
    /// An option of the strategy; may be repeated
    #[arg(long = "strategy-opt", value_name = "NAME=VALUE")]
    options: Vec<String>,
    #[command(flatten)]
    seeds: SeedsArgs,
    #[command(flatten)]
    run: RunArgs,
    /// Print the first game move by move instead
    #[arg(long)]
    trace: bool,
}

pub(super) fn run(args: &PlayArgs) -> Result<(), Failure> {
    let rules = args.game.rules()?;
    args.seeds.check()?;
    let confidence = args.run.confidence()?;
    let is_outside = args.strategy.starts_with(PREFIX);
    let strategy = if is_outside {
        StrategyOptions::outside(&args.strategy, &args.options)
    } else {
        StrategyOptions::new(&args.strategy, &args.options)
    };
    let strategy = strategy.map_err(|e| Failure::Input(format!("--strategy: {e}")))?;
    let mut report = PlayReport::new(&rules, &strategy, args.seeds.first_seed, confidence);
    if is_outside {
        report = report.outside(&args.strategy);
        let outside = outside(&rules, &args.strategy, &strategy)?;
        return run_outside(args, outside, report);
    }
    if args.trace {
        return trace(&rules, &strategy, args.seeds.first_seed);
    }
    let out = args.run.out()?;
    let stop = interrupt_flag()?;
    let job = PlayJob {
        setup: rules.setup,
        strategy,
        first_seed: args.seeds.first_seed,
        n_deals: args.seeds.deals,
        n_threads: args.run.threads,
    };
    let bar = bar(job.n_deals, "games");
    let start = Instant::now();
    let result = play(&job, stop, |_, game| {
        report.add(game);
        show(&bar, &report);
    });
    bar.finish_and_clear();
    finish(args, report, start, out, result)
}

/// Advances the bar by a game.
fn show(bar: &ProgressBar, report: &PlayReport) {
    if !bar.is_hidden() {
        bar.inc(1);
        let rate = report.won as f64 / report.seeds.count as f64;
        bar.set_message(format!("won {}", percent(rate)));
    }
}

/// Writes and prints the report.
fn finish(
    args: &PlayArgs,
    mut report: PlayReport,
    start: Instant,
    out: Option<OutFile>,
    result: Result<(), PlayFailure>,
) -> Result<(), Failure> {
    report.complete = report.seeds.count == args.seeds.deals;
    report.finish(n_threads(args.run.threads), start.elapsed().as_secs_f64());
    if let Some(out) = &out {
        out.write(&json(&report))?;
    }
    result.map_err(|failure| play_failure(&args.strategy, failure))?;
    let text = args.run.shown(&report, report.text());
    conclude(&text, report.seeds.count, "games")
}

/// The strategy outside the program that the text names.
pub(super) fn outside(
    rules: &Rules,
    text: &str,
    options: &StrategyOptions,
) -> Result<Outside, Failure> {
    let hello = Hello::new(
        format!("cotillion {VERSION}"),
        rules.game.name.to_string(),
        rules_object(rules),
    );
    Outside::new(&rules.setup, text, options, &hello)
        .map_err(|e| Failure::Input(format!("{text}: {e}")))
}

/// Plays by a strategy outside the program.
fn run_outside(args: &PlayArgs, outside: Outside, mut report: PlayReport) -> Result<(), Failure> {
    let stop = interrupt_flag()?;
    let seed = args.seeds.first_seed;
    if args.trace {
        let game = outside::trace(&outside, seed, stop)
            .map_err(|fault| play_failure(&args.strategy, PlayFailure::Start(fault)))?;
        let game = game.ok_or_else(|| Failure::other("interrupted"))?;
        print(&trace_text(&game.trace))?;
        return match game.fault {
            None => Ok(()),
            Some(fault) => {
                let move_number = game.trace.result.n_moves + 1;
                let failure = PlayFailure::Fault(seed, move_number, fault);
                Err(play_failure(&args.strategy, failure))
            }
        };
    }
    let out = args.run.out()?;
    let job = OutsideJob {
        outside,
        first_seed: seed,
        n_deals: args.seeds.deals,
        n_threads: args.run.threads,
    };
    let bar = bar(job.n_deals, "games");
    let start = Instant::now();
    let result = play_outside(&job, stop, |_, game, fault| {
        report.add(game);
        if let Some(kind) = fault {
            report.add_fault(kind);
        }
        show(&bar, &report);
    });
    bar.finish_and_clear();
    report.strategy_name = job.outside.name().map(str::to_string);
    report.times.restarts = Some(job.outside.n_restarts());
    finish(args, report, start, out, result)
}

/// Why games of a strategy, or of several, stopped.
pub(super) fn play_failure(strategy: &str, failure: PlayFailure) -> Failure {
    match failure {
        PlayFailure::Illegal(..) | PlayFailure::Fault(..) => {
            Failure::Other(format!("strategy {strategy}, {failure}"))
        }
        PlayFailure::Start(_) => Failure::Other(format!("strategy {strategy}: {failure}")),
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
    print(&trace_text(&trace))
}

/// A game for people.
fn trace_text(trace: &Trace) -> String {
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
    text
}
