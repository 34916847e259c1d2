//! What follows from a step's place in the line and from the counts just before and after it.

use super::counted::LEGAL_RULE;
use super::rows::{Rows, bits};
use crate::cdcl::{Reason, Trail};
use crate::exact::stack::{FALSE, TRUE, below};

impl Rows {
    /// The centre has made the step at the moment.
    pub(super) fn step_made(&mut self, moment: usize, step: usize, trail: &mut Trail) -> bool {
        let shape = &self.shape;
        let lit = shape.made(moment, step);
        // The whole chain at once: reasons may name any of it from now on.
        for lower in bits(below(step) & !self.made[TRUE][moment]) {
            if !trail.imply(shape.made(moment, lower), Reason::Binary(lit)) {
                return false;
            }
        }
        let (earlier, later) = (self.before[TRUE][moment], self.before[FALSE][moment]);
        for other in bits(later & !self.made_by_step[TRUE][step]) {
            if !trail.imply_with(shape.made(other, step), || {
                self.ordered_reason(lit, moment, other)
            }) {
                return false;
            }
        }
        for other in bits(self.made_by_step[FALSE][step] & !earlier & !later) {
            let reason = Reason::Ternary(lit, !shape.made(other, step));
            if !self.imply_order(other, moment, reason, trail) {
                return false;
            }
        }
        for bit in bits(self.after_step[TRUE][step] & !self.played[TRUE][moment]) {
            if !trail.imply_with(shape.played(moment, bit), || {
                Reason::Ternary(lit, shape.after_step(step, bit))
            }) {
                return false;
            }
        }
        for bit in bits(self.played[FALSE][moment] & !self.after_step[FALSE][step]) {
            if !trail.imply_with(!shape.after_step(step, bit), || {
                Reason::Ternary(lit, !shape.played(moment, bit))
            }) {
                return false;
            }
        }
        self.pending.add(moment, LEGAL_RULE);
        true
    }

    /// The centre has not made the step at the moment.
    pub(super) fn step_to_come(&mut self, moment: usize, step: usize, trail: &mut Trail) -> bool {
        let shape = &self.shape;
        let lit = !shape.made(moment, step);
        for higher in bits(below(shape.n_steps) & !below(step) & !self.made[FALSE][moment]) {
            if !trail.imply(!shape.made(moment, higher), Reason::Binary(lit)) {
                return false;
            }
        }
        let (earlier, later) = (self.before[TRUE][moment], self.before[FALSE][moment]);
        for other in bits(earlier & !self.made_by_step[FALSE][step]) {
            if !trail.imply_with(!shape.made(other, step), || {
                self.ordered_reason(lit, other, moment)
            }) {
                return false;
            }
        }
        for other in bits(self.made_by_step[TRUE][step] & !earlier & !later) {
            let reason = Reason::Ternary(lit, shape.made(other, step));
            if !self.imply_order(moment, other, reason, trail) {
                return false;
            }
        }
        for bit in bits(self.played[TRUE][moment] & !self.at_step[TRUE][step]) {
            if !trail.imply_with(shape.at_step(step, bit), || {
                Reason::Ternary(lit, shape.played(moment, bit))
            }) {
                return false;
            }
        }
        for bit in bits(self.at_step[FALSE][step] & !self.played[FALSE][moment]) {
            if !trail.imply_with(!shape.played(moment, bit), || {
                Reason::Ternary(lit, !shape.at_step(step, bit))
            }) {
                return false;
            }
        }
        self.pending.add(moment, LEGAL_RULE);
        true
    }

    /// The row before a step: the centre's height is known there.
    pub(super) fn row_at_step(
        &mut self,
        step: usize,
        bit: usize,
        value: bool,
        trail: &mut Trail,
    ) -> bool {
        let shape = &self.shape;
        let (rank, count) = (shape.rank_of(bit), shape.count_of(bit));
        let positive = shape.at_step(step, bit);
        let why = Reason::Binary(if value { positive } else { !positive });
        // Corners hold at least as many of the next rank; the centre's top counts once less.
        let drop = |r: usize| usize::from(r == step % shape.n_ranks);
        if value {
            if count > 1 && !trail.imply(shape.at_step(step, bit - 1), why) {
                return false;
            }
            if rank + 1 < shape.n_ranks
                && count > drop(rank)
                && !trail.imply(shape.at_step(step, bit + shape.copies - drop(rank)), why)
            {
                return false;
            }
        } else {
            if count < shape.copies && !trail.imply(!shape.at_step(step, bit + 1), why) {
                return false;
            }
            if rank > 0
                && count + drop(rank - 1) <= shape.copies
                && !trail.imply(
                    !shape.at_step(step, bit + drop(rank - 1) - shape.copies),
                    why,
                )
            {
                return false;
            }
        }
        if value {
            rank == shape.rank_of_step(step) || self.row_after(step, bit, trail)
        } else {
            self.row_before(step, bit, trail)
        }
    }

    /// So many have been played just after the step: the same holds at everything later.
    pub(super) fn row_after(&mut self, step: usize, bit: usize, trail: &mut Trail) -> bool {
        let shape = &self.shape;
        let lit = shape.after_step(step, bit);
        if step + 1 < shape.n_steps
            && !trail.imply(shape.at_step(step + 1, bit), Reason::Binary(lit))
        {
            return false;
        }
        for moment in bits(self.made_by_step[TRUE][step] & !self.played_by_bit[TRUE][bit]) {
            if !trail.imply_with(shape.played(moment, bit), || {
                Reason::Ternary(lit, shape.made(moment, step))
            }) {
                return false;
            }
        }
        for moment in bits(self.played_by_bit[FALSE][bit] & !self.made_by_step[FALSE][step]) {
            if !trail.imply_with(!shape.made(moment, step), || {
                Reason::Ternary(lit, !shape.played(moment, bit))
            }) {
                return false;
            }
        }
        true
    }

    /// So many have not been played just before the step: nor have they at anything earlier.
    fn row_before(&mut self, step: usize, bit: usize, trail: &mut Trail) -> bool {
        let shape = &self.shape;
        let lit = !shape.at_step(step, bit);
        if step > 0 && !trail.imply(!shape.after_step(step - 1, bit), Reason::Binary(lit)) {
            return false;
        }
        for moment in bits(self.made_by_step[FALSE][step] & !self.played_by_bit[FALSE][bit]) {
            if !trail.imply_with(!shape.played(moment, bit), || {
                Reason::Ternary(lit, !shape.made(moment, step))
            }) {
                return false;
            }
        }
        for moment in bits(self.played_by_bit[TRUE][bit] & !self.made_by_step[TRUE][step]) {
            if !trail.imply_with(shape.made(moment, step), || {
                Reason::Ternary(lit, shape.played(moment, bit))
            }) {
                return false;
            }
        }
        true
    }
}
