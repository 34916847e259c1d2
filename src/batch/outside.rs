//! A strategy outside the program on a range of seeds.

use super::PlayFailure;
use crate::play::GameResult;
use crate::play::outside::{Fault, FaultKind, Feed, Outside, OutsideGame, play};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};

/// Which games to play.
#[derive(Debug)]
pub struct OutsideJob {
    /// The strategy and the set-up.
    pub outside: Outside,
    /// The first seed.
    pub first_seed: u64,
    /// Number of seeds.
    pub n_deals: u64,
    /// Threads, each with a program of its own; 0 means one for each core.
    pub n_threads: usize,
}

/// What workers send.
enum Sent {
    Game(u64, Box<OutsideGame>),
    Failed(Fault),
}

/// A worker's seeds and where its games go.
struct Line<'a> {
    /// Seeds handed out, from the first.
    n_taken: &'a AtomicU64,
    first_seed: u64,
    n_seeds: u64,
    n_threads: u64,
    /// The offset from which on games are of no more interest.
    end: &'a AtomicU64,
    forfeit: bool,
    done: &'a AtomicBool,
    stop: &'a AtomicBool,
    sender: SyncSender<Sent>,
}

impl Feed for Line<'_> {
    fn fair_share(&self) -> usize {
        usize::try_from(self.n_seeds.div_ceil(self.n_threads)).unwrap_or(usize::MAX)
    }

    fn next(&self) -> Option<u64> {
        let end = self.n_seeds.min(self.end.load(Ordering::Relaxed));
        if self.stopped() || self.n_taken.load(Ordering::Relaxed) >= end {
            return None;
        }
        let offset = self.n_taken.fetch_add(1, Ordering::Relaxed);
        (offset < self.n_seeds).then_some(self.first_seed + offset)
    }

    fn give(&self, seed: u64, game: OutsideGame) {
        if game.fault.is_some() && !self.forfeit {
            self.end
                .fetch_min(seed - self.first_seed, Ordering::Relaxed);
        }
        if self.sender.send(Sent::Game(seed, Box::new(game))).is_err() {
            self.done.store(true, Ordering::Relaxed);
        }
    }

    fn is_idle(&self, seed: u64) -> bool {
        seed - self.first_seed >= self.end.load(Ordering::Relaxed)
    }

    fn stopped(&self) -> bool {
        self.done.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed)
    }
}

/// Plays the games and hands each result to `take` in seed order, with the kind of fault that lost
/// it, if faults are forfeits.
///
/// # Errors
/// [`PlayFailure`] for a fault (if several, the one with the lowest seed), or if programs or threads
/// cannot be started.
///
/// # Panics
/// If the seeds run past `u64::MAX`.
pub fn play_outside(
    job: &OutsideJob,
    stop: &AtomicBool,
    mut take: impl FnMut(u64, &GameResult, Option<FaultKind>),
) -> Result<(), PlayFailure> {
    assert!(job.n_deals == 0 || job.first_seed.checked_add(job.n_deals - 1).is_some());
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(job.n_threads)
        .build()
        .map_err(PlayFailure::Threads)?;
    let (n_taken, end) = (AtomicU64::new(0), AtomicU64::new(u64::MAX));
    let done = AtomicBool::new(false);
    let (sender, receiver) = sync_channel(4096);
    let mut failure = None;
    pool.in_place_scope(|scope| {
        for _ in 0..pool.current_num_threads() {
            let line = Line {
                n_taken: &n_taken,
                first_seed: job.first_seed,
                n_seeds: job.n_deals,
                n_threads: pool.current_num_threads() as u64,
                end: &end,
                forfeit: job.outside.forfeit,
                done: &done,
                stop,
                sender: sender.clone(),
            };
            scope.spawn(move |_| {
                if let Err(fault) = play(&job.outside, &line) {
                    // If nobody listens, the run has ended already.
                    let _ = line.sender.send(Sent::Failed(fault));
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut next = job.first_seed;
        'sent: while let Ok(sent) = receiver.recv() {
            match sent {
                Sent::Game(seed, game) => waiting.insert(seed, game),
                Sent::Failed(fault) => {
                    failure = Some(PlayFailure::Start(fault));
                    break 'sent;
                }
            };
            while let Some(game) = waiting.remove(&next) {
                let result = game.trace.result;
                match game.fault {
                    Some(fault) if !job.outside.forfeit => {
                        failure = Some(PlayFailure::Fault(next, result.n_moves + 1, fault));
                        break 'sent;
                    }
                    fault => take(next, &result, fault.map(|f| f.kind)),
                }
                next = next.saturating_add(1);
            }
        }
        done.store(true, Ordering::Relaxed);
        drop(receiver);
    });
    failure.map_or(Ok(()), Err)
}
