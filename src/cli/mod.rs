//! The command line: arguments, progress, one file a command. Nothing else knows a terminal.

mod args;
mod bench;
mod claims;
mod compare;
mod completions;
mod curve;
mod deal;
mod estimate;
mod failure;
mod games;
mod merge;
mod output;
mod play;
mod position;
mod progress;
mod reports;
mod solve;
mod verify;

use crate::report::VERSION;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

const ABOUT: &str = "Exact solver and win-rate estimator for the Royal Cotillion and Windmill \
                     families of patience games";

const AFTER: &str = "\
A deal is solvable if some line of play wins with every card's place known. Every solution is \
replayed by an independent implementation of the rules before it is reported.

Examples:
  cotillion estimate royal-cotillion --deals 1000
  cotillion solve windmill --seed 7
  cotillion deal royal-cotillion --seed 7 | cotillion solve royal-cotillion --deal -
  cotillion solve royal-cotillion --seed 7 --json | cotillion verify -

Exit codes: 0 done, 2 bad input, 3 a single deal stayed unknown, 1 anything else
(verify: 0 won, 1 legal but not won, 2 bad input or illegal).";

#[derive(Parser)]
#[command(name = "cotillion", version = VERSION, about = ABOUT, after_help = AFTER)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the games with their rule options, defaults and sources
    Games(games::GamesArgs),
    /// Print a deal as a person would lay it out, or as data
    Deal(deal::DealArgs),
    /// Decide whether one deal can be won, and how
    Solve(solve::SolveArgs),
    /// Replay a solution with the independent reference rules
    Verify(verify::VerifyArgs),
    /// Decide many seeded deals and report the solvable share with its interval
    Estimate(estimate::EstimateArgs),
    /// Let a strategy play many seeded deals without seeing the stock
    Play(play::PlayArgs),
    /// Compare strategies on the same deals
    Compare(compare::CompareArgs),
    /// Measure what more time buys a strategy: its win rate for several values of one option
    Curve(curve::CurveArgs),
    /// Set the old books' claims against measured win rates and solvable shares
    Claims(claims::ClaimsArgs),
    /// Compare ways of searching on the same deals
    Bench(bench::BenchArgs),
    /// Merge the reports of adjoining seed ranges into one
    Merge(merge::MergeArgs),
    /// Print a completion script for a shell
    Completions(completions::CompletionsArgs),
}

/// Runs the program on the process's arguments.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to stdout; a closed pipe there is no failure.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let result = match cli.command {
        Command::Games(args) => games::run(&args),
        Command::Deal(args) => deal::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Estimate(args) => estimate::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Curve(args) => curve::run(&args),
        Command::Claims(args) => claims::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Completions(args) => completions::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
