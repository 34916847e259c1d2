//! `cotillion solve`.

use super::args::{GameArgs, OneDeal, SearchArgs};
use super::failure::Failure;
use super::output::{OutFile, json, print};
use super::position;
use super::progress::{interrupt_flag, spinner};
use crate::batch::solve_on_all_cores;
use crate::deal::Deal;
use crate::report::{SolutionReport, count};
use crate::search::Control;
use crate::solve::{Solved, Solver, Verdict, prove};
use clap::Args;
use std::path::{Path, PathBuf};
use std::time::Instant;

#[derive(Args, Debug)]
pub(super) struct SolveArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    deal: OneDeal,
    #[command(flatten)]
    search: SearchArgs,
    /// Threads; 0 is one for each core. Solvers with different options race on a hard deal; with a
    /// limit on nodes or conflicts there is one, so that the limit is reproducible
    #[arg(long, value_name = "T", default_value_t = 0)]
    threads: usize,
    /// Start from a game already begun: the cards in deal order and then the moves made, as text (or
    /// the JSON of this command); says whether it can still be won, and with which next moves
    #[arg(long, value_name = "FILE", conflicts_with = "OneDeal")]
    position: Option<PathBuf>,
    /// For a deal that cannot be won, write the evidence to this folder: a DIMACS formula, a table of
    /// what its variables mean, and a DRAT proof that any checker reads; for Gavotte one a choice
    #[arg(long, value_name = "DIR", conflicts_with = "position")]
    proof: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &SolveArgs) -> Result<(), Failure> {
    let rules = args.game.rules()?;
    let limits = args.search.limits(u64::MAX, u64::MAX)?;
    let stop = interrupt_flag()?;
    if let Some(path) = &args.position {
        let mut solver = Solver::new(&rules, args.search.plan(), limits);
        return position::run(&mut solver, &args.game, path, args.json, stop);
    }
    let deal = args.deal.deal(&rules)?;
    let folder = args.proof.as_deref().map(proof_folder).transpose()?;
    let start = Instant::now();
    let plan = args.search.plan();
    let spinner = spinner();
    let solved = solve_on_all_cores(&rules, plan, limits, args.threads, &deal, stop, || {
        spinner.tick();
    });
    spinner.finish_and_clear();
    let solved = solved.map_err(Failure::other)?;
    let secs = start.elapsed().as_secs_f64();
    if args.json {
        print(&json(&SolutionReport::new(&rules, &deal, &solved, secs)))?;
    } else {
        print(&text(&solved, secs))?;
    }
    if let Some(folder) = &folder
        && solved.verdict == Verdict::Unsolvable
    {
        let mut solver = Solver::new(&rules, plan, limits);
        write_proofs(&mut solver, &deal, &Control::new(stop, None), folder)?;
    }
    match solved.verdict {
        Verdict::Unknown(_) => Err(Failure::Unknown),
        _ => Ok(()),
    }
}

/// Checks that proofs can be written there, so that a long search does not end in vain.
fn proof_folder(folder: &Path) -> Result<PathBuf, Failure> {
    std::fs::create_dir_all(folder)
        .map_err(|e| Failure::Input(format!("{}: cannot be made: {e}", folder.display())))?;
    OutFile::new(&folder.join("refutation.cnf"))?;
    Ok(folder.to_path_buf())
}

fn write_proofs(
    solver: &mut Solver,
    deal: &Deal,
    control: &Control<'_>,
    folder: &Path,
) -> Result<(), Failure> {
    let mut trouble = None;
    let result = prove(solver, deal, control, |proof| {
        let texts = [
            ("cnf", &proof.refutation.cnf),
            ("drat", &proof.refutation.drat),
            ("vars.txt", &proof.refutation.table),
        ];
        for (ending, text) in texts {
            let path = folder.join(format!("{}.{ending}", proof.name));
            if let Err(failure) = OutFile::new(&path).and_then(|file| file.write(text)) {
                trouble = Some(failure);
                return Err("a file could not be written".to_string());
            }
        }
        eprintln!(
            "wrote {}",
            folder
                .join(format!("{}.{{cnf,drat,vars.txt}}", proof.name))
                .display()
        );
        Ok(())
    });
    if let Some(failure) = trouble {
        return Err(failure);
    }
    result.map_err(Failure::other)
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
