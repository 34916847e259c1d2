//! A strategy on a range of seeds.

use super::{Work, in_order};
use crate::deal::Setup;
use crate::play::outside::Fault;
use crate::play::{GameResult, PlayError, Player, StrategyOptions};
use crate::solve::InternalError;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// Which games to play.
#[derive(Clone, Debug)]
pub struct PlayJob {
    /// The set-up.
    pub setup: Setup,
    /// The strategy.
    pub strategy: StrategyOptions,
    /// The first seed.
    pub first_seed: u64,
    /// Number of seeds.
    pub n_deals: u64,
    /// Threads; 0 means one for each core.
    pub n_threads: usize,
}

/// Why a batch of games stopped.
#[derive(Debug)]
pub enum PlayFailure {
    /// The strategy's answer on this seed was illegal.
    Illegal(u64, PlayError),
    /// A strategy outside the program made a fault on this seed, at the move with this number.
    Fault(u64, u64, Fault),
    /// A strategy outside the program could not be started.
    Start(Fault),
    /// A solution did not replay.
    Internal(InternalError),
    /// The threads could not be started.
    Threads(rayon::ThreadPoolBuildError),
}

impl fmt::Display for PlayFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayFailure::Illegal(seed, error) => write!(f, "seed {seed}, {error}"),
            PlayFailure::Fault(seed, move_number, fault) => {
                write!(f, "seed {seed}, move {move_number}: {fault}")
            }
            PlayFailure::Start(fault) => fault.fmt(f),
            PlayFailure::Internal(error) => error.fmt(f),
            PlayFailure::Threads(error) => write!(f, "threads cannot be started: {error}"),
        }
    }
}

impl std::error::Error for PlayFailure {}

/// Plays the games and hands each result to `take` in seed order.
///
/// # Errors
/// [`PlayFailure`] for an illegal answer, or if threads cannot be started.
pub fn play(
    job: &PlayJob,
    stop: &AtomicBool,
    mut take: impl FnMut(u64, &GameResult),
) -> Result<(), PlayFailure> {
    let work = Work {
        first_seed: job.first_seed,
        n_seeds: job.n_deals,
        n_threads: job.n_threads,
        block: if job.strategy.info.is_cheap { 1024 } else { 1 },
    };
    let mut failure = None;
    in_order(
        work,
        stop,
        || Player::new(&job.setup, &job.strategy),
        |player, seed| Some(player.play(seed)),
        |seed, result| match result {
            Ok(result) => {
                take(seed, &result);
                ControlFlow::Continue(())
            }
            Err(error) => {
                failure = Some(PlayFailure::Illegal(seed, error));
                ControlFlow::Break(())
            }
        },
    )
    .map_err(PlayFailure::Threads)?;
    failure.map_or(Ok(()), Err)
}
