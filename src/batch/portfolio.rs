//! One hard deal on all cores: solvers with different options race, the first answer counts.
//!
//! Every solver is complete, so all verdicts agree and the number of threads changes none; which
//! solution is found may differ. With a limit on nodes or conflicts only one solver runs, since
//! another's luck must not turn what the limit leaves unknown into an answer.

use crate::deal::Deal;
use crate::games::Rules;
use crate::search::{Control, Limit, Limits};
use crate::solve::{InternalError, SearchPlan, Solved, Solver, Verdict};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// How often an interrupt is looked for.
const POLL: Duration = Duration::from_millis(50);

/// Decides one deal on `n_threads` threads (0: one for each core). `tick` is called about twenty
/// times a second meanwhile.
///
/// # Errors
/// [`InternalError`] if a solution does not replay.
pub fn solve_on_all_cores(
    rules: &Rules,
    plan: SearchPlan,
    limits: Limits,
    n_threads: usize,
    deal: &Deal,
    stop: &AtomicBool,
    mut tick: impl FnMut(),
) -> Result<Solved, InternalError> {
    let n_threads = match n_threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        n => n,
    };
    let limited = limits.max_nodes != u64::MAX || limits.max_conflicts != u64::MAX;
    let n_solvers = if limited { 1 } else { n_threads };
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for number in 0..n_solvers {
            let (sender, done) = (sender.clone(), &done);
            scope.spawn(move || {
                let mut solver = Solver::variant(rules, plan, limits, number as u64);
                let control = Control::new(done, limits.max_secs);
                // The receiver is gone once an answer has come.
                let _ = sender.send(solver.solve(deal, &control));
            });
        }
        drop(sender);
        let mut last = None;
        loop {
            match receiver.recv_timeout(POLL) {
                Ok(Ok(solved)) if matches!(solved.verdict, Verdict::Unknown(_)) => {
                    last = Some(solved);
                }
                Ok(answer) => {
                    done.store(true, Ordering::Relaxed);
                    return answer;
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    tick();
                    if stop.load(Ordering::Relaxed) {
                        done.store(true, Ordering::Relaxed);
                    }
                }
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    let solved = last.expect("a solver ends with an answer or a limit");
                    return Ok(match solved.verdict {
                        Verdict::Unknown(Limit::Interrupted) if !stop.load(Ordering::Relaxed) => {
                            unreachable!("solvers are stopped only by an answer or an interrupt")
                        }
                        _ => solved,
                    });
                }
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::SEARCH_PLANS;

    #[test]
    fn the_number_of_threads_changes_no_verdict() {
        let stop = AtomicBool::new(false);
        let cases: [(&str, &[u64]); 4] = [
            ("royal-cotillion", &[23, 53, 5]),
            ("odd-and-even", &[1]),
            ("contradance", &[0, 1, 2]),
            ("windmill", &[3]),
        ];
        for (game, seeds) in cases {
            let rules = Rules::default_of(game);
            for &seed in seeds {
                let deal = Deal::from_seed(&rules.setup, seed);
                let verdict = |n_threads| {
                    let limits = Limits::default();
                    let plan = SEARCH_PLANS[0];
                    solve_on_all_cores(&rules, plan, limits, n_threads, &deal, &stop, || ())
                        .unwrap()
                        .verdict
                };
                let one = verdict(1);
                assert!(!matches!(one, Verdict::Unknown(_)));
                assert_eq!(one, verdict(2), "{game} {seed}");
                assert_eq!(one, verdict(4), "{game} {seed}");
            }
        }
    }

    #[test]
    fn an_interrupt_ends_the_race() {
        let rules = Rules::default_of("royal-cotillion");
        let deal = Deal::from_seed(&rules.setup, 23);
        let plan = SEARCH_PLANS
            .iter()
            .find(|plan| plan.name == "depth-first")
            .unwrap();
        let stop = AtomicBool::new(true);
        let solved = solve_on_all_cores(&rules, *plan, Limits::default(), 2, &deal, &stop, || ());
        assert_eq!(
            solved.unwrap().verdict,
            Verdict::Unknown(Limit::Interrupted)
        );
    }
}
