//! What is said as facts and clauses: the rows' limits at steps, borrowing, kings first.

use super::rows::Rows;
use crate::cdcl::Engine;
use crate::deal::{Borrow, WindmillSetup};

/// Declares the variables, and adds all facts and clauses of the game to the cleared engine.
pub(super) fn declare(setup: &WindmillSetup, rows: &Rows, engine: &mut Engine) {
    let shape = &rows.shape;
    if shape.n_vars() == 0 {
        return;
    }
    engine.new_vars(shape.n_vars());
    for exit in 0..shape.n_exits {
        for rank in 0..shape.n_ranks {
            // Out from the start, played from the start.
            let own = usize::from(rows.stock[exit] as usize == rank);
            for count in 1..=rows.out_first[rank] + own {
                engine.add_clause(&[shape.out(exit, shape.bit(rank, count))]);
            }
            for count in 1..=played_first(setup, rank) {
                engine.add_clause(&[shape.played(exit, shape.bit(rank, count))]);
            }
        }
    }
    for step in 0..shape.n_steps {
        declare_step(setup, rows, step, engine);
    }
}

/// Cards of the rank that lie on foundations from the start.
pub(super) fn played_first(setup: &WindmillSetup, rank: usize) -> usize {
    let king = rank + 1 == setup.n_ranks as usize;
    if rank == 0 {
        1
    } else if king && setup.kings_preplaced {
        setup.n_corners as usize
    } else {
        0
    }
}

fn declare_step(setup: &WindmillSetup, rows: &Rows, step: usize, engine: &mut Engine) {
    let shape = &rows.shape;
    let own = shape.rank_of_step(step);
    let before = |rank: usize, count: usize| shape.at_step(step, shape.bit(rank, count));
    let after = |count: usize| shape.after_step(step, shape.bit(own, count));
    // No corner holds a rank twice, and none holds less than nothing.
    for rank in 0..shape.n_ranks {
        let least = shape.in_centre(rank, step + 1);
        let first = played_first(setup, rank);
        for count in 1..=shape.copies {
            if count <= least.max(first) {
                engine.add_clause(&[before(rank, count)]);
            } else if count > least + shape.n_corners {
                engine.add_clause(&[!before(rank, count)]);
            }
        }
    }
    let height = shape.in_centre(own, step + 2);
    for count in 1..=shape.copies {
        if count <= height {
            engine.add_clause(&[after(count)]);
        } else if count > height + shape.n_corners {
            engine.add_clause(&[!after(count)]);
        }
    }
    // The step adds one to its rank's count unless it borrows.
    let borrows = shape.borrows(step);
    for count in 1..=shape.copies {
        engine.add_clause(&[!before(own, count), after(count)]);
        engine.add_clause(&[!borrows, !after(count), before(own, count)]);
        if count > 1 {
            engine.add_clause(&[!before(own, count - 1), borrows, after(count)]);
            engine.add_clause(&[!after(count), before(own, count - 1)]);
        }
    }
    let king = own + 1 == shape.n_ranks;
    if setup.borrow == Borrow::None || (king && !setup.free_kings) {
        engine.add_clause(&[!borrows]);
    }
    if setup.borrow == Borrow::Strict && step > 0 {
        engine.add_clause(&[!borrows, !shape.borrows(step - 1)]);
    }
    // The card borrowed lies on top of its corner: more corners hold it than the next lower rank.
    if own == 0 {
        engine.add_clause(&[!borrows, before(own, height)]);
    } else {
        for count in 1..=shape.copies {
            engine.add_clause(&[!borrows, !before(own - 1, count), before(own, count)]);
        }
    }
    if king && setup.kings_first && setup.n_corners > 0 {
        engine.add_clause(&[borrows, before(own, shape.n_corners)]);
    }
}
