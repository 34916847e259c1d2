//! What is said as facts and clauses: the rows' limits at steps, borrowing, kings first.

use super::rows::Rows;
use crate::cdcl::{Engine, Lit};
use crate::deal::{Borrow, WindmillSetup};

/// Declares the variables, and adds all facts and clauses of the game to the cleared engine. Counts are left to
/// propagation ([why](super)).
pub(super) fn declare(setup: &WindmillSetup, rows: &Rows, engine: &mut Engine) {
    let shape = &rows.shape;
    if shape.n_vars() == 0 {
        return;
    }
    engine.new_vars(shape.n_vars());
    for var in shape.counts().chain(shape.made_at_turnings()) {
        engine.set_decidable(var, false);
    }
    let mut add = |clause: &[Lit]| {
        engine.add_clause(clause);
    };
    each_fact(setup, rows, &mut add);
    for step in 0..shape.n_steps {
        each_step_clause(setup, rows, step, &mut add);
    }
}

/// Emits what is out and played at exits and turnings in any case.
pub(super) fn each_fact(setup: &WindmillSetup, rows: &Rows, emit: &mut dyn FnMut(&[Lit])) {
    let shape = &rows.shape;
    for moment in 0..shape.n_moments {
        for rank in 0..shape.n_ranks {
            // Out from the start, played from the start.
            for count in 1..=rows.out_first[rank] + rows.own(moment, rank) {
                emit(&[shape.out(moment, shape.bit(rank, count))]);
            }
            for count in 1..=played_first(setup, rank) {
                emit(&[shape.played(moment, shape.bit(rank, count))]);
            }
        }
        // Cards turned then or later are not out.
        if let Some(turned) = shape.turned_at(moment) {
            let mut n_out = rows.out_first.clone();
            for &rank in &rows.stock[..turned] {
                n_out[rank as usize] += 1;
            }
            for (rank, n_out) in n_out.into_iter().enumerate() {
                for count in n_out + 1..=shape.copies {
                    emit(&[!shape.out(moment, shape.bit(rank, count))]);
                }
            }
        }
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

/// Emits what is said as clauses about a step.
pub(super) fn each_step_clause(
    setup: &WindmillSetup,
    rows: &Rows,
    step: usize,
    emit: &mut dyn FnMut(&[Lit]),
) {
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
                emit(&[before(rank, count)]);
            } else if count > least + shape.n_corners {
                emit(&[!before(rank, count)]);
            }
        }
    }
    let height = shape.in_centre(own, step + 2);
    for count in 1..=shape.copies {
        if count <= height {
            emit(&[after(count)]);
        } else if count > height + shape.n_corners {
            emit(&[!after(count)]);
        }
    }
    // The step adds one to its rank's count unless it borrows.
    let borrows = shape.borrows(step);
    for count in 1..=shape.copies {
        emit(&[!before(own, count), after(count)]);
        emit(&[!borrows, !after(count), before(own, count)]);
        if count > 1 {
            emit(&[!before(own, count - 1), borrows, after(count)]);
            emit(&[!after(count), before(own, count - 1)]);
        }
    }
    let king = own + 1 == shape.n_ranks;
    if setup.borrow == Borrow::None || (king && !setup.free_kings) {
        emit(&[!borrows]);
    }
    if setup.borrow == Borrow::Strict && step > 0 {
        emit(&[!borrows, !shape.borrows(step - 1)]);
    }
    // The card borrowed lies on top of its corner: more corners hold it than the next lower rank.
    if own == 0 {
        emit(&[!borrows, before(own, height)]);
    } else {
        for count in 1..=shape.copies {
            emit(&[!borrows, !before(own - 1, count), before(own, count)]);
        }
    }
    if king && setup.kings_first && setup.n_corners > 0 {
        emit(&[borrows, before(own, shape.n_corners)]);
    }
}
