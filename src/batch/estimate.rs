//! Deciding a range of seeds.

use super::{Work, in_order};
use crate::deal::Deal;
use crate::games::Rules;
use crate::search::{Control, Limit, Limits};
use crate::solve::{InternalError, SearchPlan, Solved, Solver, Verdict};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Which deals to decide, and how.
#[derive(Clone, Debug)]
pub struct EstimateJob {
    /// The game.
    pub rules: Rules,
    /// The way of searching.
    pub plan: SearchPlan,
    /// The limits of each search.
    pub limits: Limits,
    /// The first seed.
    pub first_seed: u64,
    /// Number of seeds.
    pub n_deals: u64,
    /// Threads; 0 means one for each core.
    pub n_threads: usize,
}

/// Why a batch stopped.
#[derive(Debug)]
pub enum EstimateError {
    /// A solution did not replay.
    Internal(InternalError),
    /// The threads could not be started.
    Threads(rayon::ThreadPoolBuildError),
}

/// Decides the deals and hands each verdict, its moves left out, with its microseconds to `take` in seed order.
/// The run ends where `take` breaks it off. An interrupted deal and those after it are not handed over.
///
/// # Errors
/// [`EstimateError`] if a solution does not replay, or threads cannot be started.
pub fn estimate(
    job: &EstimateJob,
    stop: &AtomicBool,
    mut take: impl FnMut(u64, &Solved, u64) -> ControlFlow<()>,
) -> Result<(), EstimateError> {
    let work = Work {
        first_seed: job.first_seed,
        n_seeds: job.n_deals,
        n_threads: job.n_threads,
        block: job.rules.setup.deals_at_once(),
    };
    let mut defect = None;
    in_order(
        work,
        stop,
        || {
            let solver = Solver::new(&job.rules, job.plan, job.limits);
            (solver, job.rules.setup.deck(), Instant::now())
        },
        |(solver, deck, start), seed| {
            let deal = Deal::from_deck(deck, seed);
            let control = Control::new(stop, job.limits.max_secs);
            let solved = solver.solve(&deal, &control).map(|solved| Solved {
                moves: Vec::new(),
                ..solved
            });
            let cut = matches!(&solved, Ok(s) if s.verdict == Verdict::Unknown(Limit::Interrupted));
            // One look at the clock a deal: the next one's time begins where this one's ends.
            let end = Instant::now();
            let micros = end
                .duration_since(std::mem::replace(start, end))
                .as_micros() as u64;
            (!cut).then_some((solved, micros))
        },
        |seed, (solved, micros)| {
            let solved = match solved {
                Ok(solved) => solved,
                Err(error) => {
                    defect = Some(error);
                    return ControlFlow::Break(());
                }
            };
            take(seed, &solved, micros)
        },
    )
    .map_err(EstimateError::Threads)?;
    defect.map_or(Ok(()), |error| Err(EstimateError::Internal(error)))
}
