//! The propagator: rows of counts at exits, turnings and steps, as bit masks.
//!
//! Everything that is the same at every moment of a kind is evaluated here and never written out:
//!
//! - *order*: exits and steps form one line (stack rule, transitivity);
//! - *monotone*: counts only grow along that line;
//! - *unary*: at least m + 1 implies at least m;
//! - *legal*: corners hold at least as many of the next higher rank;
//! - *ties*: the out-counts of a moment are the numbers of cards that leave before it;
//! - *stuck*: what is out and not played fits into the cells;
//! - *heights*: the centre has no height at which it would not.
//!
//! The masks hold the literals propagated so far. Reasons of the last four are built on demand
//! (`explain`, `heights`), the others name two literals.

use super::counted::{HEIGHT, LEGAL_RULE, Pending, STUCK, STUCK_RULE, TIE};
use super::shape::{MAX_RANKS, Meaning, Shape};
use crate::cdcl::{Lit, Reason, Theory, Trail};
use crate::exact::stack::{FALSE, Stack, TRUE, below, highest, lowest};

/// Bits from the highest: cards turned late tend to leave late, so later rows are filled first.
#[inline]
pub(super) fn bits(mut mask: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = 127 - mask.leading_zeros() as usize;
            mask ^= 1 << bit;
            bit
        })
    })
}

pub(super) type Masks = [Vec<u128>; 2];

/// The propagator's masks, each for literals that are true and for those that are false.
#[derive(Default)]
pub(super) struct Rows {
    pub(super) shape: Shape,
    stack: Stack,
    /// By stock card: its rank.
    pub(super) stock: Vec<u8>,
    /// By rank: its stock cards.
    pub(super) of_rank: Vec<u128>,
    /// By rank: cards that are out from the start.
    pub(super) out_first: Vec<usize>,
    /// By moment: moments before it (true), after it (false).
    pub(super) before: Masks,
    /// The same for exits only, by moment and rank, as numbers.
    pub(super) n_before: [Vec<u8>; 2],
    /// By moment, over bits.
    pub(super) played: Masks,
    pub(super) out: Masks,
    /// By moment, over steps.
    pub(super) made: Masks,
    /// By step, over bits: before it, after it.
    pub(super) at_step: Masks,
    pub(super) after_step: Masks,
    /// By bit.
    pub(super) played_by_bit: Masks,
    /// By bit, over steps.
    pub(super) at_step_by_bit: Masks,
    pub(super) after_step_by_bit: Masks,
    /// By step.
    pub(super) made_by_step: Masks,
    /// Bits of all ranks but the king's.
    pub(super) below_king: u128,
    /// By number n, at most one more than the copies: in each rank, the bits that have another n places higher.
    pub(super) lower: Vec<u128>,
    /// The bits of counts above the number of corners.
    pub(super) beyond_corners: u128,
    pub(super) pending: Pending,
    pub(super) failed: Vec<Lit>,
    /// Whether heights are bounded.
    pub(super) bounds_heights: bool,
}

impl Rows {
    /// Starts with nothing propagated. The shape must be set.
    pub(super) fn reset(&mut self, stock: Vec<u8>, out_first: Vec<usize>) {
        let shape = &self.shape;
        let (n, n_steps, n_bits) = (shape.n_exits, shape.n_steps, shape.n_bits());
        let n_moments = shape.n_moments;
        self.stack.reset(n);
        for (masks, len) in [
            (&mut self.before, n_moments),
            (&mut self.played, n_moments),
            (&mut self.out, n_moments),
            (&mut self.made, n_moments),
            (&mut self.at_step, n_steps),
            (&mut self.after_step, n_steps),
            (&mut self.played_by_bit, n_bits),
            (&mut self.at_step_by_bit, n_bits),
            (&mut self.after_step_by_bit, n_bits),
            (&mut self.made_by_step, n_steps),
        ] {
            for side in masks {
                side.clear();
                side.resize(len, 0);
            }
        }
        for numbers in &mut self.n_before {
            numbers.clear();
            numbers.resize(n_moments * MAX_RANKS, 0);
        }
        for moment in n..n_moments {
            let turned = shape.turned_at(moment).expect("a turning");
            // Cards turned then or later leave later; turnings are in order.
            let later = below(n) & !below(turned);
            self.before[FALSE][moment] = later | below(n_moments) & !below(moment + 1);
            self.before[TRUE][moment] = below(moment) & !below(n);
            for exit in bits(later) {
                self.before[TRUE][exit] |= 1 << moment;
                self.n_before[FALSE][moment * MAX_RANKS + stock[exit] as usize] += 1;
            }
        }
        self.of_rank = vec![0; shape.n_ranks];
        for (i, &rank) in stock.iter().enumerate() {
            self.of_rank[rank as usize] |= 1 << i;
        }
        let lower = |n: usize| {
            let rank = below(shape.copies.saturating_sub(n));
            (0..shape.n_ranks).fold(0, |mask, r| mask | rank << (r * shape.copies))
        };
        self.lower = (0..=shape.copies + 1).map(lower).collect();
        let beyond = below(shape.copies) & !below(shape.n_corners);
        self.beyond_corners =
            (0..shape.n_ranks).fold(0, |mask, r| mask | beyond << (r * shape.copies));
        self.pending.clear();
        self.below_king = (1 << (n_bits - shape.copies)) - 1;
        self.stock = stock;
        self.out_first = out_first;
    }

    /// Moment a comes before moment b: `lit` says so.
    fn ordered(&mut self, a: usize, b: usize, lit: Lit, trail: &mut Trail) -> bool {
        let shape = &self.shape;
        for bit in bits(self.played[TRUE][a] & !self.played[TRUE][b]) {
            if !trail.imply_with(shape.played(b, bit), || {
                Reason::Ternary(lit, shape.played(a, bit))
            }) {
                return false;
            }
        }
        for bit in bits(self.played[FALSE][b] & !self.played[FALSE][a]) {
            if !trail.imply_with(!shape.played(a, bit), || {
                Reason::Ternary(lit, !shape.played(b, bit))
            }) {
                return false;
            }
        }
        for step in bits(self.made[TRUE][a] & !self.made[TRUE][b]) {
            if !trail.imply_with(shape.made(b, step), || {
                Reason::Ternary(lit, shape.made(a, step))
            }) {
                return false;
            }
        }
        for step in bits(self.made[FALSE][b] & !self.made[FALSE][a]) {
            if !trail.imply_with(!shape.made(a, step), || {
                Reason::Ternary(lit, !shape.made(b, step))
            }) {
                return false;
            }
        }
        for (moment, other) in [(a, b), (b, a)] {
            if let Some(&rank) = self.stock.get(other) {
                self.pending.add(moment, 1 << rank);
            }
        }
        true
    }

    /// The reason for what follows from a literal and from the order of two moments.
    #[inline]
    pub(super) fn ordered_reason(&self, lit: Lit, first: usize, second: usize) -> Reason {
        match self.shape.before(first, second) {
            Some(order) => Reason::Ternary(lit, order),
            None => Reason::Binary(lit),
        }
    }

    /// A literal and one of another moment say how the two are ordered.
    #[inline]
    pub(super) fn imply_order(
        &self,
        first: usize,
        second: usize,
        why: Reason,
        trail: &mut Trail,
    ) -> bool {
        let order = self.shape.before(first, second);
        trail.imply(order.expect("the order is open"), why)
    }

    fn played_at_moment(&mut self, moment: usize, bit: usize, trail: &mut Trail) -> bool {
        let shape = &self.shape;
        let lit = shape.played(moment, bit);
        let why = Reason::Binary(lit);
        let (rank, count) = (shape.rank_of(bit), shape.count_of(bit));
        for lower in bits(shape.rank_mask(rank) & below(bit) & !self.played[TRUE][moment]) {
            if !trail.imply(shape.played(moment, lower), why) {
                return false;
            }
        }
        if !trail.imply(shape.out(moment, bit), why) {
            return false;
        }
        if count > 1
            && rank + 1 < shape.n_ranks
            && !trail.imply(shape.played(moment, bit + shape.copies - 1), why)
        {
            return false;
        }
        let (earlier, later) = (self.before[TRUE][moment], self.before[FALSE][moment]);
        for other in bits(later & !self.played_by_bit[TRUE][bit]) {
            if !trail.imply_with(shape.played(other, bit), || {
                self.ordered_reason(lit, moment, other)
            }) {
                return false;
            }
        }
        for other in bits(self.played_by_bit[FALSE][bit] & !earlier & !later) {
            let reason = Reason::Ternary(lit, !shape.played(other, bit));
            if !self.imply_order(other, moment, reason, trail) {
                return false;
            }
        }
        if let Some(step) = lowest(self.made[FALSE][moment])
            && self.at_step[TRUE][step] >> bit & 1 == 0
            && !trail.imply_with(shape.at_step(step, bit), || {
                Reason::Ternary(lit, !shape.made(moment, step))
            })
        {
            return false;
        }
        if let Some(step) = highest(self.at_step_by_bit[FALSE][bit])
            && self.made[TRUE][moment] >> step & 1 == 0
            && !trail.imply_with(shape.made(moment, step), || {
                Reason::Ternary(lit, !shape.at_step(step, bit))
            })
        {
            return false;
        }
        self.pending.add(moment, LEGAL_RULE);
        true
    }

    fn unplayed_at_moment(&mut self, moment: usize, bit: usize, trail: &mut Trail) -> bool {
        let shape = &self.shape;
        let lit = !shape.played(moment, bit);
        let why = Reason::Binary(lit);
        let (rank, count) = (shape.rank_of(bit), shape.count_of(bit));
        for higher in bits(shape.rank_mask(rank) & !below(bit) & !self.played[FALSE][moment]) {
            if !trail.imply(!shape.played(moment, higher), why) {
                return false;
            }
        }
        if count < shape.copies
            && rank > 0
            && !trail.imply(!shape.played(moment, bit + 1 - shape.copies), why)
        {
            return false;
        }
        let (earlier, later) = (self.before[TRUE][moment], self.before[FALSE][moment]);
        for other in bits(earlier & !self.played_by_bit[FALSE][bit]) {
            if !trail.imply_with(!shape.played(other, bit), || {
                self.ordered_reason(lit, other, moment)
            }) {
                return false;
            }
        }
        for other in bits(self.played_by_bit[TRUE][bit] & !earlier & !later) {
            let reason = Reason::Ternary(lit, shape.played(other, bit));
            if !self.imply_order(moment, other, reason, trail) {
                return false;
            }
        }
        if let Some(step) = highest(self.made[TRUE][moment])
            && self.after_step[FALSE][step] >> bit & 1 == 0
            && !trail.imply_with(!shape.after_step(step, bit), || {
                Reason::Ternary(lit, shape.made(moment, step))
            })
        {
            return false;
        }
        if let Some(step) = lowest(self.after_step_by_bit[TRUE][bit])
            && self.made[FALSE][moment] >> step & 1 == 0
            && !trail.imply_with(!shape.made(moment, step), || {
                Reason::Ternary(lit, shape.after_step(step, bit))
            })
        {
            return false;
        }
        self.pending.add(moment, LEGAL_RULE | STUCK_RULE);
        true
    }

    fn out_at_moment(&mut self, moment: usize, bit: usize, value: bool, trail: &mut Trail) -> bool {
        let shape = &self.shape;
        let rank = shape.rank_of(bit);
        let fine = if value {
            let lit = shape.out(moment, bit);
            bits(shape.rank_mask(rank) & below(bit) & !self.out[TRUE][moment])
                .all(|lower| trail.imply(shape.out(moment, lower), Reason::Binary(lit)))
        } else {
            let lit = !shape.out(moment, bit);
            bits(shape.rank_mask(rank) & !below(bit) & !self.out[FALSE][moment])
                .all(|higher| trail.imply(!shape.out(moment, higher), Reason::Binary(lit)))
                && trail.imply(!shape.played(moment, bit), Reason::Binary(lit))
        };
        let stuck = if value { STUCK_RULE } else { 0 };
        self.pending.add(moment, 1 << rank | stuck);
        fine
    }

    /// Notes that stock card i leaves before stock card j, i < j (side 0), or after it.
    #[inline]
    fn note_order(&mut self, i: usize, j: usize, side: usize) {
        let Rows { before, stock, .. } = self;
        self.n_before[1 - side][i * MAX_RANKS + stock[j] as usize] += 1;
        for moment in self.shape.moments_of(j) {
            before[side][moment] |= 1 << i;
            before[1 - side][i] |= 1 << moment;
            self.n_before[side][moment * MAX_RANKS + stock[i] as usize] += 1;
        }
    }

    fn forget_order(&mut self, i: usize, j: usize, side: usize) {
        let Rows { before, stock, .. } = self;
        self.n_before[1 - side][i * MAX_RANKS + stock[j] as usize] -= 1;
        for moment in self.shape.moments_of(j) {
            before[side][moment] &= !(1 << i);
            before[1 - side][i] &= !(1 << moment);
            self.n_before[side][moment * MAX_RANKS + stock[i] as usize] -= 1;
        }
    }

    /// Notes a literal and implies what follows from it and one other.
    #[inline]
    fn take_in(&mut self, lit: Lit, trail: &mut Trail) -> bool {
        let value = lit.is_pos();
        let side = usize::from(!value);
        match self.shape.meaning(lit.var()) {
            Meaning::Before(i, j) => {
                let (i, j) = (i as usize, j as usize);
                self.note_order(i, j, side);
                let order = &self.shape.order;
                let mut moments = self.shape.moments_of(j);
                self.stack.propagate_b(order, i, j, value, trail)
                    && moments.all(|j| {
                        let (a, b) = if value { (i, j) } else { (j, i) };
                        self.ordered(a, b, lit, trail)
                    })
            }
            Meaning::Made { moment, step } => {
                let (moment, step) = (moment as usize, step as usize);
                self.made[side][moment] |= 1 << step;
                self.made_by_step[side][step] |= 1 << moment;
                if value {
                    self.step_made(moment, step, trail)
                } else {
                    self.step_to_come(moment, step, trail)
                }
            }
            Meaning::Borrows(_) => true,
            Meaning::Played { moment, bit } => {
                let (moment, bit) = (moment as usize, bit as usize);
                self.played[side][moment] |= 1 << bit;
                self.played_by_bit[side][bit] |= 1 << moment;
                if value {
                    self.played_at_moment(moment, bit, trail)
                } else {
                    self.unplayed_at_moment(moment, bit, trail)
                }
            }
            Meaning::Out { moment, bit } => {
                let (moment, bit) = (moment as usize, bit as usize);
                self.out[side][moment] |= 1 << bit;
                self.out_at_moment(moment, bit, value, trail)
            }
            Meaning::PlayedStep { step, bit } => {
                let (step, bit) = (step as usize, bit as usize);
                self.at_step[side][step] |= 1 << bit;
                self.at_step_by_bit[side][bit] |= 1 << step;
                if self.shape.rank_of(bit) != self.shape.rank_of_step(step) {
                    self.after_step[side][step] |= 1 << bit;
                    self.after_step_by_bit[side][bit] |= 1 << step;
                }
                self.row_at_step(step, bit, value, trail)
            }
            Meaning::PlayedAfter { step, bit } => {
                let (step, bit) = (step as usize, bit as usize);
                self.after_step[side][step] |= 1 << bit;
                self.after_step_by_bit[side][bit] |= 1 << step;
                !value || self.row_after(step, bit, trail)
            }
        }
    }
}

impl Theory for Rows {
    fn propagate(&mut self, lit: Lit, trail: &mut Trail) -> bool {
        self.take_in(lit, trail) && self.counted(lit, trail)
    }

    fn undo(&mut self, lit: Lit) {
        if self.pending.moments != 0 {
            self.pending.clear();
        }
        let value = lit.is_pos();
        let side = usize::from(!value);
        match self.shape.meaning(lit.var()) {
            Meaning::Before(i, j) => {
                let (i, j) = (i as usize, j as usize);
                self.forget_order(i, j, side);
                self.stack.undo_b(i, j, value);
            }
            Meaning::Made { moment, step } => {
                self.made[side][moment as usize] &= !(1 << step);
                self.made_by_step[side][step as usize] &= !(1 << moment);
            }
            Meaning::Borrows(_) => {}
            Meaning::Played { moment, bit } => {
                self.played[side][moment as usize] &= !(1 << bit);
                self.played_by_bit[side][bit as usize] &= !(1 << moment);
            }
            Meaning::Out { moment, bit } => self.out[side][moment as usize] &= !(1 << bit),
            Meaning::PlayedStep { step, bit } => {
                let (step, bit) = (step as usize, bit as usize);
                self.at_step[side][step] &= !(1 << bit);
                self.at_step_by_bit[side][bit] &= !(1 << step);
                if self.shape.rank_of(bit) != self.shape.rank_of_step(step) {
                    self.after_step[side][step] &= !(1 << bit);
                    self.after_step_by_bit[side][bit] &= !(1 << step);
                }
            }
            Meaning::PlayedAfter { step, bit } => {
                self.after_step[side][step as usize] &= !(1 << bit);
                self.after_step_by_bit[side][bit as usize] &= !(1 << step);
            }
        }
    }

    fn explain(&mut self, lit: Lit, number: u32, trail: &Trail, out: &mut Vec<Lit>) {
        let moment = (number >> 2) as usize;
        match number & 3 {
            TIE => self.explain_tie(moment, lit, trail, out),
            STUCK => self.explain_implied_stuck(moment, lit, trail, out),
            HEIGHT => self.explain_height(moment, lit, trail, out),
            _ => self.explain_legal(moment, lit, trail, out),
        }
    }
}
