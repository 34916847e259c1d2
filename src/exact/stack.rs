//! The orders in which cards can leave the waste, as a propagator over bit masks.
//!
//! `B[i,j]`, i < j: card i of the turning order leaves the waste before card j does. In one pass, i
//! leaves before j is turned or after j has left; so
//!
//! - (chain) `B[i,j] → B[i,k]` for i < j < k,
//! - (stack) `¬B[i,j] ∧ B[i,k] → B[j,k]` for i < j < k.
//!
//! With a redeal, `p_i` says that card i leaves in the first pass. Then
//!
//! - (passes) `p_i ∧ ¬p_j →` i before j,
//! - (chain) holds if `p_i` or `¬p_k`, (stack) always.
//!
//! The masks hold the literals propagated so far, by row and by column of B.

use crate::cdcl::{Lit, Reason, Trail, Var};

/// Most cards in stock and waste: 8 piles of 13.
pub(super) const MAX_TURNED: usize = 104;

pub(super) fn bits(mut mask: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            bit
        })
    })
}

/// Bits below `n` < 128.
pub(super) const fn below(n: usize) -> u128 {
    (1 << n) - 1
}

/// Bits i < bit < k.
const fn between(i: usize, k: usize) -> u128 {
    below(k) & !below(i + 1)
}

pub(super) fn lowest(mask: u128) -> Option<usize> {
    (mask != 0).then(|| mask.trailing_zeros() as usize)
}

pub(super) fn highest(mask: u128) -> Option<usize> {
    (mask != 0).then(|| 127 - mask.leading_zeros() as usize)
}

/// The variables of the leaving order.
#[derive(Clone, Default)]
pub(super) struct Order {
    /// Cards.
    pub(super) n: usize,
    /// Variable of `p_0` with a redeal.
    pub(super) passes: Option<u32>,
    row: Vec<u32>,
}

impl Order {
    pub(super) fn new(n: usize, first: u32, passes: Option<u32>) -> Order {
        let row = |i: usize| (first as usize + i * (2 * n - i - 1) / 2) as u32;
        Order {
            n,
            passes,
            row: (0..n).map(row).collect(),
        }
    }

    pub(super) fn n_vars(n: usize) -> usize {
        n * n.saturating_sub(1) / 2
    }

    /// `B[i,j]`, i < j.
    #[inline]
    pub(super) fn b(&self, i: usize, j: usize) -> Lit {
        Var(self.row[i] + (j - i - 1) as u32).pos()
    }

    /// i leaves before j, i ≠ j.
    #[inline]
    pub(super) fn before(&self, i: usize, j: usize) -> Lit {
        if i < j { self.b(i, j) } else { !self.b(j, i) }
    }

    /// Card i leaves in the first of two passes.
    pub(super) fn p(&self, i: usize) -> Lit {
        Var(self.passes.expect("there are two passes") + i as u32).pos()
    }

    /// All clauses of the module's head, for proofs.
    pub(super) fn each_clause(&self, mut emit: impl FnMut(&[Lit])) {
        for i in 0..self.n {
            for j in i + 1..self.n {
                for k in j + 1..self.n {
                    emit(&[self.b(i, j), !self.b(i, k), self.b(j, k)]);
                    if self.passes.is_some() {
                        emit(&[!self.b(i, j), self.b(i, k), !self.p(i)]);
                        emit(&[!self.b(i, j), self.b(i, k), self.p(k)]);
                    } else if k == j + 1 {
                        emit(&[!self.b(i, j), self.b(i, k)]);
                    }
                }
                if self.passes.is_some() {
                    emit(&[!self.p(i), self.p(j), self.before(i, j)]);
                    emit(&[!self.p(j), self.p(i), self.before(j, i)]);
                }
            }
        }
    }
}

/// The propagator's masks.
#[derive(Default)]
pub(super) struct Stack {
    /// By i: the j with `B[i,j]` true, false.
    pub(super) row: [Vec<u128>; 2],
    /// By j: the i with `B[i,j]` true, false.
    column: [Vec<u128>; 2],
    /// The cards that leave in the first pass, in the second.
    pass: [u128; 2],
}

pub(super) const TRUE: usize = 0;
pub(super) const FALSE: usize = 1;

impl Stack {
    pub(super) fn reset(&mut self, n: usize) {
        for masks in self.row.iter_mut().chain(&mut self.column) {
            masks.clear();
            masks.resize(n, 0);
        }
        self.pass = [0; 2];
    }

    #[inline]
    pub(super) fn undo_b(&mut self, i: usize, j: usize, value: bool) {
        let side = usize::from(!value);
        self.row[side][i] &= !(1 << j);
        self.column[side][j] &= !(1 << i);
    }

    pub(super) fn undo_p(&mut self, i: usize, value: bool) {
        self.pass[usize::from(!value)] &= !(1 << i);
    }

    #[inline]
    pub(super) fn propagate_b(
        &mut self,
        order: &Order,
        i: usize,
        k: usize,
        value: bool,
        trail: &mut Trail,
    ) -> bool {
        let side = usize::from(!value);
        self.row[side][i] |= 1 << k;
        self.column[side][k] |= 1 << i;
        let fine = if value {
            self.is_before(order, i, k, trail)
        } else {
            self.is_after(order, i, k, trail)
        };
        fine && (order.passes.is_none() || self.passes_of_b(order, i, k, value, trail))
    }

    /// `B[i,k]` is true.
    fn is_before(&mut self, order: &Order, i: usize, k: usize, trail: &mut Trail) -> bool {
        let lit = order.b(i, k);
        if order.passes.is_none() {
            if k + 1 < order.n && !trail.imply(order.b(i, k + 1), Reason::Binary(lit)) {
                return false;
            }
            if self.row[TRUE][i] >> (k - 1) & 1 != 0 {
                // B[i,k-1] has implied the same already.
                return true;
            }
        }
        let inside = between(i, k);
        for j in bits(self.row[FALSE][i] & inside & !self.column[TRUE][k]) {
            if !trail.imply(order.b(j, k), Reason::Ternary(!order.b(i, j), lit)) {
                return false;
            }
        }
        for j in bits(self.column[FALSE][k] & inside & !self.row[TRUE][i]) {
            if !trail.imply(order.b(i, j), Reason::Ternary(lit, !order.b(j, k))) {
                return false;
            }
        }
        true
    }

    /// `B[i,k]` is false.
    fn is_after(&mut self, order: &Order, i: usize, k: usize, trail: &mut Trail) -> bool {
        let one_pass = order.passes.is_none();
        let lit = !order.b(i, k);
        if one_pass && k - 1 > i && !trail.imply(!order.b(i, k - 1), Reason::Binary(lit)) {
            return false;
        }
        // With a third card m after k: `¬B[i,k] ∧ B[i,m] → B[k,m]`.
        let above = !below(k + 1);
        let mut later = self.row[TRUE][i] & above;
        if one_pass {
            later &= later.wrapping_neg();
        }
        for m in bits(later & !self.row[TRUE][k]) {
            if !trail.imply(order.b(k, m), Reason::Ternary(lit, order.b(i, m))) {
                return false;
            }
        }
        let mut later = self.row[FALSE][k];
        if one_pass {
            later = highest(later).map_or(0, |bit| 1 << bit);
        }
        for m in bits(later & !self.row[FALSE][i]) {
            if !trail.imply(!order.b(i, m), Reason::Ternary(lit, !order.b(k, m))) {
                return false;
            }
        }
        // With a card h before i: `¬B[h,i] ∧ B[h,k] → B[i,k]`.
        if one_pass && k + 1 < order.n && self.row[FALSE][i] >> (k + 1) & 1 != 0 {
            return true;
        }
        for h in bits(self.column[FALSE][i] & !self.column[FALSE][k]) {
            if !trail.imply(!order.b(h, k), Reason::Ternary(!order.b(h, i), lit)) {
                return false;
            }
        }
        for h in bits(self.column[TRUE][k] & below(i) & !self.column[TRUE][i]) {
            if !trail.imply(order.b(h, i), Reason::Ternary(order.b(h, k), lit)) {
                return false;
            }
        }
        true
    }

    /// What a B says about passes and, with them, about other B.
    fn passes_of_b(
        &mut self,
        order: &Order,
        i: usize,
        k: usize,
        value: bool,
        trail: &mut Trail,
    ) -> bool {
        let lit = if value { order.b(i, k) } else { !order.b(i, k) };
        // `first` leaves before `second`: if the second goes in pass 1, so does the first.
        let (first, second) = if value { (i, k) } else { (k, i) };
        if self.pass[TRUE] >> second & 1 != 0
            && !trail.imply(order.p(first), Reason::Ternary(lit, order.p(second)))
        {
            return false;
        }
        if self.pass[FALSE] >> first & 1 != 0
            && !trail.imply(!order.p(second), Reason::Ternary(lit, !order.p(first)))
        {
            return false;
        }
        if value {
            // Chain with k as the middle card.
            let above = below(order.n) & !below(k + 1);
            let todo = above & !self.row[TRUE][i];
            let in_first = self.pass[TRUE] >> i & 1 != 0;
            for m in bits(todo) {
                let reason = if in_first {
                    order.p(i)
                } else if self.pass[FALSE] >> m & 1 != 0 {
                    !order.p(m)
                } else {
                    continue;
                };
                if !trail.imply(order.b(i, m), Reason::Ternary(lit, reason)) {
                    return false;
                }
            }
            for m in bits(self.row[FALSE][i] & above) {
                let reason = Reason::Ternary(lit, !order.b(i, m));
                if !(trail.imply(!order.p(i), reason) && trail.imply(order.p(m), reason)) {
                    return false;
                }
            }
        } else {
            // Chain with k as the last card.
            let inside = between(i, k);
            let why = if self.pass[TRUE] >> i & 1 != 0 {
                Some(order.p(i))
            } else if self.pass[FALSE] >> k & 1 != 0 {
                Some(!order.p(k))
            } else {
                None
            };
            if let Some(why) = why {
                for j in bits(inside & !self.row[FALSE][i]) {
                    if !trail.imply(!order.b(i, j), Reason::Ternary(lit, why)) {
                        return false;
                    }
                }
            } else if let Some(j) = bits(inside & self.row[TRUE][i]).next() {
                let reason = Reason::Ternary(order.b(i, j), lit);
                return trail.imply(!order.p(i), reason) && trail.imply(order.p(k), reason);
            }
        }
        true
    }

    pub(super) fn propagate_p(
        &mut self,
        order: &Order,
        i: usize,
        value: bool,
        trail: &mut Trail,
    ) -> bool {
        self.pass[usize::from(!value)] |= 1 << i;
        let lit = if value { order.p(i) } else { !order.p(i) };
        let others = below(order.n) & !(1 << i);
        if value {
            // Those of the second pass come later; those that come earlier are of the first.
            for j in bits(self.pass[FALSE]) {
                if !trail.imply(order.before(i, j), Reason::Ternary(lit, !order.p(j))) {
                    return false;
                }
            }
            let earlier = self.column[TRUE][i] | self.row[FALSE][i];
            for j in bits(earlier & others & !self.pass[TRUE]) {
                let reason = Reason::Ternary(lit, order.before(j, i));
                if !trail.imply(order.p(j), reason) {
                    return false;
                }
            }
            // The chain of row i now holds.
            if let Some(j) = bits(self.row[TRUE][i]).next() {
                let reason = Reason::Ternary(lit, order.b(i, j));
                for m in j + 1..order.n {
                    if !trail.imply(order.b(i, m), reason) {
                        return false;
                    }
                }
            }
            if let Some(m) = highest(self.row[FALSE][i]) {
                let reason = Reason::Ternary(lit, !order.b(i, m));
                for j in i + 1..m {
                    if !trail.imply(!order.b(i, j), reason) {
                        return false;
                    }
                }
            }
            return true;
        }
        for j in bits(self.pass[TRUE]) {
            if !trail.imply(order.before(j, i), Reason::Ternary(lit, order.p(j))) {
                return false;
            }
        }
        let later = self.row[TRUE][i] | self.column[FALSE][i];
        for j in bits(later & others & !self.pass[FALSE]) {
            let reason = Reason::Ternary(lit, order.before(i, j));
            if !trail.imply(!order.p(j), reason) {
                return false;
            }
        }
        // The chains with card i as the last now hold.
        for h in 0..i {
            let inside = between(h, i);
            if let Some(j) = bits(self.row[TRUE][h] & inside).next()
                && !trail.imply(order.b(h, i), Reason::Ternary(lit, order.b(h, j)))
            {
                return false;
            }
            if self.column[FALSE][i] >> h & 1 != 0 {
                let reason = Reason::Ternary(lit, !order.b(h, i));
                for j in bits(inside & !self.row[FALSE][h]) {
                    if !trail.imply(!order.b(h, j), reason) {
                        return false;
                    }
                }
            }
        }
        true
    }
}
