//! `cotillion solve`.

use super::args::{GameArgs, OneDeal, SearchArgs};
use super::failure::Failure;
use super::output::{json, print};
use super::progress::interrupt_flag;
use crate::report::{SolutionReport, count};
use crate::search::Control;
use crate::solve::{Solved, Solver, Verdict};
use clap::Args;
use std::time::Instant;

#[derive(Args, Debug)]
pub(super) struct SolveArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    deal: OneDeal,
    #[command(flatten)]
    search: SearchArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &SolveArgs) -> Result<(), Failure> {
    let rules = args.game.rules()?;
    let limits = args.search.limits(u64::MAX, u64::MAX)?;
    let deal = args.deal.deal(&rules)?;
    let stop = interrupt_flag()?;
    let start = Instant::now();
    let control = Control::new(stop, limits.max_secs);
    let mut solver = Solver::new(&rules, args.search.plan(), limits);
    let solved = solver.solve(&deal, &control).map_err(Failure::other)?;
    let secs = start.elapsed().as_secs_f64();
    if args.json {
        print(&json(&SolutionReport::new(&rules, &deal, &solved, secs)))?;
    } else {
        print(&text(&solved, secs))?;
    }
    match solved.verdict {
        Verdict::Unknown(_) => Err(Failure::Unknown),
        _ => Ok(()),
    }
}

fn text(solved: &Solved, secs: f64) -> String {
    let mut text = match solved.verdict {
        Verdict::Unknown(limit) => format!("unknown: stopped at the limit ({limit})\n"),
        verdict => format!("{}\n", verdict.name()),
    };
    if let Some(choice) = &solved.choice {
        let (first, second) = choice.bases;
        text += &format!(
            "choice: free wing {}, bases {first},{second}\n",
            choice.free_wing
        );
    }
    for (i, mv) in solved.moves.iter().enumerate() {
        text += &format!("{:>4}  {mv}\n", i + 1);
    }
    text += &format!(
        "{} nodes, {} conflicts, {secs:.3} s, by {}\n",
        count(solved.n_nodes),
        count(solved.n_conflicts),
        solved.step.name(),
    );
    text
}
