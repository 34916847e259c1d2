//! A parallel map over seeds whose results arrive in seed order.
//!
//! Workers take the next block of seeds from a counter; the caller's thread puts the blocks back in
//! order. So what has been taken at any moment belongs to a contiguous range of seeds, and nothing
//! depends on the number of threads.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

/// Which seeds, on how many threads.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// The first seed.
    pub first_seed: u64,
    /// Number of seeds.
    pub n_seeds: u64,
    /// Threads; 0 means one for each core.
    pub n_threads: usize,
    /// Seeds handed out at once: more for cheap deals.
    pub block: u64,
}

/// Applies `solve` to every seed and hands the results to `take` in seed order, on the caller's
/// thread. Each worker has its own state from `worker`. A result of `None` (the work on that seed
/// was interrupted) ends the run, as does a break from `take` or the `stop` flag.
///
/// # Errors
/// If the threads cannot be started.
///
/// # Panics
/// If the seeds run past `u64::MAX`, or a worker panics.
pub fn in_order<W, R: Send>(
    work: Work,
    stop: &AtomicBool,
    worker: impl Fn() -> W + Sync,
    solve: impl Fn(&mut W, u64) -> Option<R> + Sync,
    mut take: impl FnMut(u64, R) -> ControlFlow<()>,
) -> Result<(), rayon::ThreadPoolBuildError> {
    assert!(work.n_seeds == 0 || work.first_seed.checked_add(work.n_seeds - 1).is_some());
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(work.n_threads)
        .build()?;
    let n_blocks = work.n_seeds.div_ceil(work.block);
    let next_block = AtomicU64::new(0);
    let done = AtomicBool::new(false);
    let (sender, receiver) = mpsc::sync_channel::<(u64, Vec<Option<R>>)>(4096);
    pool.in_place_scope(|scope| {
        for _ in 0..pool.current_num_threads() {
            let sender = sender.clone();
            let (next_block, done, worker, solve) = (&next_block, &done, &worker, &solve);
            scope.spawn(move |_| {
                let mut state = worker();
                loop {
                    let block = next_block.fetch_add(1, Ordering::Relaxed);
                    let halt = done.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed);
                    if block >= n_blocks || halt {
                        return;
                    }
                    let first = block * work.block;
                    let last = (first + work.block).min(work.n_seeds);
                    let mut results = Vec::with_capacity((last - first) as usize);
                    for offset in first..last {
                        let result = solve(&mut state, work.first_seed + offset);
                        let interrupted = result.is_none();
                        results.push(result);
                        if interrupted || stop.load(Ordering::Relaxed) {
                            break;
                        }
                    }
                    if results.len() < (last - first) as usize {
                        results.push(None);
                    }
                    if sender.send((block, results)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut block = 0;
        'blocks: while let Ok((arrived, results)) = receiver.recv() {
            waiting.insert(arrived, results);
            while let Some(results) = waiting.remove(&block) {
                for (i, result) in results.into_iter().enumerate() {
                    let seed = work.first_seed + block * work.block + i as u64;
                    let Some(result) = result else { break 'blocks };
                    if take(seed, result).is_break() {
                        break 'blocks;
                    }
                }
                block += 1;
            }
        }
        done.store(true, Ordering::Relaxed);
        drop(receiver);
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collect(n_threads: usize, block: u64, stop_at: u64) -> Vec<(u64, u64)> {
        let work = Work {
            first_seed: 10,
            n_seeds: 100,
            n_threads,
            block,
        };
        let mut taken = Vec::new();
        let stop = AtomicBool::new(false);
        let solve = |_: &mut (), seed: u64| (seed < stop_at).then_some(seed * seed);
        in_order(
            work,
            &stop,
            || (),
            solve,
            |seed, result| {
                taken.push((seed, result));
                if seed == 90 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        )
        .unwrap();
        taken
    }

    #[test]
    fn results_come_in_seed_order_for_any_number_of_threads() {
        let expected: Vec<_> = (10..=90).map(|seed| (seed, seed * seed)).collect();
        for n_threads in [1, 2, 5] {
            for block in [1, 7, 1000] {
                assert_eq!(collect(n_threads, block, u64::MAX), expected);
                assert_eq!(collect(n_threads, block, 42), expected[..32]);
            }
        }
    }
}
