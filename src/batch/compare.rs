//! Several strategies, or several ways of searching, on the same deals.

use super::{PlayFailure, Work, in_order};
use crate::deal::Deal;
use crate::games::Rules;
use crate::play::{Player, StrategyOptions};
use crate::search::{Control, Limit, Limits};
use crate::solve::{InternalError, SEARCH_PLANS, SearchPlan, Solved, Solver, Verdict};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Which strategies to compare on which deals.
#[derive(Clone, Debug)]
pub struct CompareJob {
    /// The game.
    pub rules: Rules,
    /// The strategies.
    pub strategies: Vec<StrategyOptions>,
    /// Whether each deal is decided too, within these limits.
    pub solve: Option<Limits>,
    /// The first seed.
    pub first_seed: u64,
    /// Number of seeds.
    pub n_deals: u64,
    /// Threads; 0 means one for each core.
    pub n_threads: usize,
}

/// One deal's results.
#[derive(Clone, PartialEq, Debug)]
pub struct Compared {
    /// Whether each strategy won.
    pub won: Vec<bool>,
    /// The deal's verdict, if asked for.
    pub verdict: Option<Verdict>,
}

/// Plays each deal by all strategies and hands the results to `take` in seed order.
///
/// # Errors
/// [`PlayFailure`] for an illegal answer, an internal error, or if threads cannot be started.
pub fn compare(
    job: &CompareJob,
    stop: &AtomicBool,
    mut take: impl FnMut(u64, &Compared),
) -> Result<(), PlayFailure> {
    let cheap = job.solve.is_none() && job.strategies.iter().all(|s| s.info.is_cheap);
    let work = Work {
        first_seed: job.first_seed,
        n_seeds: job.n_deals,
        n_threads: job.n_threads,
        block: if cheap { 256 } else { 1 },
    };
    let setup = &job.rules.setup;
    let worker = || {
        let players: Vec<_> = job
            .strategies
            .iter()
            .map(|s| Player::new(setup, s))
            .collect();
        let solver = job
            .solve
            .map(|limits| Solver::new(&job.rules, SEARCH_PLANS[0], limits));
        (players, solver)
    };
    let solve = |(players, solver): &mut (Vec<Player>, Option<Solver>), seed: u64| {
        let mut won = Vec::with_capacity(players.len());
        for player in players {
            match player.play(seed) {
                Ok(result) => won.push(result.won),
                Err(error) => return Some(Err(PlayFailure::Illegal(seed, error))),
            }
        }
        let Some(solver) = solver else {
            return Some(Ok(Compared { won, verdict: None }));
        };
        let control = Control::new(stop, None);
        match solver.solve(&Deal::from_seed(setup, seed), &control) {
            Ok(Solved {
                verdict: Verdict::Unknown(Limit::Interrupted),
                ..
            }) => None,
            Ok(solved) => Some(Ok(Compared {
                won,
                verdict: Some(solved.verdict),
            })),
            Err(error) => Some(Err(PlayFailure::Internal(error))),
        }
    };
    let mut failure = None;
    in_order(work, stop, worker, solve, |seed, result| match result {
        Ok(compared) => {
            take(seed, &compared);
            ControlFlow::Continue(())
        }
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    })
    .map_err(PlayFailure::Threads)?;
    failure.map_or(Ok(()), Err)
}

/// One deal decided in several ways, each with its microseconds.
pub type Benched = Vec<(Solved, u64)>;

/// Decides each deal in every way, the ways taking turns in going first, and hands the results to
/// `take` in seed order.
///
/// # Errors
/// [`PlayFailure`] for an internal error, or if threads cannot be started.
pub fn bench_searches(
    rules: &Rules,
    plans: &[SearchPlan],
    limits: Limits,
    work: Work,
    stop: &AtomicBool,
    mut take: impl FnMut(u64, &Benched),
) -> Result<(), PlayFailure> {
    let worker = || -> Vec<Solver> {
        plans
            .iter()
            .map(|&plan| Solver::new(rules, plan, limits))
            .collect()
    };
    let solve = |solvers: &mut Vec<Solver>, seed: u64| {
        let deal = Deal::from_seed(&rules.setup, seed);
        let mut results: Vec<Option<(Solved, u64)>> = vec![None; solvers.len()];
        for turn in 0..solvers.len() {
            let i = (turn + seed as usize) % solvers.len();
            let start = Instant::now();
            let control = Control::new(stop, limits.max_secs);
            match solvers[i].solve(&deal, &control) {
                Ok(Solved {
                    verdict: Verdict::Unknown(Limit::Interrupted),
                    ..
                }) => return None,
                Ok(solved) => results[i] = Some((solved, start.elapsed().as_micros() as u64)),
                Err(error) => return Some(Err(error)),
            }
        }
        Some(Ok(results.into_iter().flatten().collect::<Benched>()))
    };
    let mut failure: Option<InternalError> = None;
    in_order(work, stop, worker, solve, |seed, result| match result {
        Ok(benched) => {
            take(seed, &benched);
            ControlFlow::Continue(())
        }
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    })
    .map_err(PlayFailure::Threads)?;
    failure.map_or(Ok(()), |error| Err(PlayFailure::Internal(error)))
}
