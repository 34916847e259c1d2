//! `cotillion compare`.

use super::args::{GameArgs, RunArgs, SeedsArgs};
use super::failure::Failure;
use super::output::json;
use super::play::{outside, play_failure};
use super::progress::{bar, conclude, interrupt_flag};
use crate::batch::{CompareJob, Compared, OutsideJob, compare, play_outside};
use crate::play::StrategyOptions;
use crate::play::outside::{Outside, PREFIX};
use crate::report::CompareReport;
use crate::search::Limits;
use clap::Args;

#[derive(Args, Debug)]
pub(super) struct CompareArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The strategies, two or more; options follow a name, as in hindsight:orders=50:rules=4.
    /// `exec:` and a program with its arguments asks that program, as in `play`
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', required = true)]
    strategies: Vec<String>,
    /// An option of the `exec:` strategies; may be repeated
    #[arg(long = "exec-opt", value_name = "NAME=VALUE")]
    exec_options: Vec<String>,
    #[command(flatten)]
    seeds: SeedsArgs,
    /// Decide the deals too: the solvable share is the ceiling of every win rate
    #[arg(long)]
    solvable: bool,
    #[command(flatten)]
    run: RunArgs,
}

/// Conflicts after which a deal is given up.
const MAX_CONFLICTS: u64 = 2_000_000;

pub(super) fn run(args: &CompareArgs) -> Result<(), Failure> {
    let rules = args.game.rules()?;
    args.seeds.check()?;
    let confidence = args.run.confidence()?;
    let contestants = contestants(args)?;
    if contestants.len() < 2 {
        return Err(Failure::input(
            "--strategies: expected two or more, separated by commas",
        ));
    }
    let out = args.run.out()?;
    let stop = interrupt_flag()?;
    let names: Vec<String> = contestants.iter().map(Contestant::name).collect();
    // Programs play first, each with many games in flight; then the others join them deal by deal.
    let mut n_deals = args.seeds.deals;
    let mut outside_wins = Vec::new();
    for contestant in &contestants {
        let wins = match contestant {
            Contestant::Inside(_) => None,
            Contestant::Outside(text, options) => {
                let outside = outside(&rules, text, options)?;
                let wins = play_program(args, text, outside, n_deals)?;
                n_deals = wins.len() as u64;
                Some(wins)
            }
        };
        outside_wins.push(wins);
    }
    let first_seed = args.seeds.first_seed;
    let mut report = CompareReport::new(&rules, &names, first_seed, confidence, args.solvable);
    let limits = Limits {
        max_conflicts: MAX_CONFLICTS,
        ..Limits::default()
    };
    let inside = contestants.into_iter().filter_map(|c| match c {
        Contestant::Inside(options) => Some(options),
        Contestant::Outside(..) => None,
    });
    let job = CompareJob {
        rules,
        strategies: inside.collect(),
        solve: args.solvable.then_some(limits),
        first_seed,
        n_deals,
        n_threads: args.run.threads,
    };
    let bar = bar(n_deals, "deals");
    let result = compare(&job, stop, |seed, compared| {
        let mut won = compared.won.iter().copied();
        let at = (seed - first_seed) as usize;
        let all = outside_wins.iter().filter_map(|wins| match wins {
            Some(wins) => Some(wins[at]),
            None => won.next(),
        });
        report.add(&Compared {
            won: all.collect(),
            verdict: compared.verdict,
        });
        bar.inc(1);
    });
    bar.finish_and_clear();
    report.finish();
    if let Some(out) = &out {
        out.write(&json(&report))?;
    }
    result.map_err(|failure| play_failure(&args.strategies.join(","), failure))?;
    let text = args.run.shown(&report, report.text());
    conclude(&text, report.seeds.count, "deals")
}

/// A strategy of the program's own, or a program and how it is asked.
enum Contestant {
    Inside(StrategyOptions),
    Outside(String, StrategyOptions),
}

impl Contestant {
    fn name(&self) -> String {
        match self {
            Contestant::Inside(options) => options.text(),
            Contestant::Outside(text, _) => text.clone(),
        }
    }
}

fn contestants(args: &CompareArgs) -> Result<Vec<Contestant>, Failure> {
    let read = |text: &String| -> Result<Contestant, Failure> {
        let wrong = |e| Failure::Input(format!("--strategies: {e}"));
        if text.starts_with(PREFIX) {
            let options = StrategyOptions::outside(text, &args.exec_options).map_err(wrong)?;
            Ok(Contestant::Outside(text.clone(), options))
        } else {
            let options = StrategyOptions::parse(text).map_err(wrong)?;
            Ok(Contestant::Inside(options))
        }
    };
    args.strategies.iter().map(read).collect()
}

/// Which of the deals a program wins; as many as were played before an interrupt.
fn play_program(
    args: &CompareArgs,
    text: &str,
    outside: Outside,
    n_deals: u64,
) -> Result<Vec<bool>, Failure> {
    let job = OutsideJob {
        outside,
        first_seed: args.seeds.first_seed,
        n_deals,
        n_threads: args.run.threads,
    };
    let bar = bar(n_deals, "games");
    bar.set_message(text.to_string());
    let mut wins = Vec::new();
    let result = play_outside(&job, interrupt_flag()?, |_, game, _| {
        wins.push(game.won);
        bar.inc(1);
    });
    bar.finish_and_clear();
    result.map_err(|failure| play_failure(text, failure))?;
    Ok(wins)
}
