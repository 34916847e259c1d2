//! Depth-first search with a table of exact keys.
//!
//! A key is stored when its state is first met. Since every move makes progress, the state cannot
//! be met again below itself; met elsewhere it has been searched to the end without a win. So the
//! search is complete: it ends with a winning line, or every line has been tried up to the proven
//! dominances, or a limit was hit. A forgetting table only makes it try again.

use super::{Control, Limit, Limits, Outcome, Table};
use crate::game::{Dominance, Game};

struct Frame<S> {
    state: S,
    /// Where this frame's moves end in the shared list; those not yet tried come last.
    first: usize,
    next: usize,
}

/// Searches from `start`. Returns the outcome and the number of nodes: states expanded.
pub fn depth_first<G: Game>(
    game: &G,
    start: G::State,
    on: Dominance,
    limits: &Limits,
    control: &Control<'_>,
) -> (Outcome<G::Move>, u64) {
    let mut table = Table::new(limits.max_bytes);
    let mut moves: Vec<G::Move> = Vec::new();
    let mut frames: Vec<Frame<G::State>> = Vec::new();
    let mut n_nodes = 0;
    let mut state = start;
    loop {
        // Enter `state`.
        if game.won(&state) {
            let line = frames.iter().map(|frame| moves[frame.next - 1]).collect();
            return (Outcome::Solvable(line), n_nodes);
        }
        if table.insert(game.key(&state)) {
            if n_nodes >= limits.max_nodes {
                return (Outcome::Unknown(Limit::Nodes(limits.max_nodes)), n_nodes);
            }
            n_nodes += 1;
            if n_nodes % 4096 == 0
                && let Some(limit) = control.stopped()
            {
                return (Outcome::Unknown(limit), n_nodes);
            }
            let first = moves.len();
            game.useful_moves(&state, on, &mut moves);
            frames.push(Frame {
                state,
                first,
                next: first,
            });
        }
        // Take the next move of the innermost frame that has one left.
        loop {
            let Some(frame) = frames.last_mut() else {
                return (Outcome::Unsolvable, n_nodes);
            };
            if frame.next < moves.len() {
                let play = moves[frame.next];
                frame.next += 1;
                state = frame.state;
                game.play(&mut state, play);
                break;
            }
            moves.truncate(frame.first);
            frames.pop();
        }
    }
}
