//! The rules that count at a moment, an exit or turning: ties, legal corners, stuck cards, heights of the centre. They are looked at in batches.

use super::rows::{Masks, Rows, bits};
use super::shape::MAX_RANKS;
use crate::cdcl::{Lit, Reason, Trail};
use crate::exact::stack::{FALSE, TRUE, below, highest, lowest};

/// Which rule to ask for a reason; the moment stands above.
pub(super) const TIE: u32 = 0;
pub(super) const STUCK: u32 = 1;
pub(super) const LEGAL: u32 = 2;
pub(super) const HEIGHT: u32 = 3;

pub(super) fn tag(kind: u32, moment: usize) -> Reason {
    Reason::Theory((moment as u32) << 2 | kind)
}

/// Counted rules to look at soon, each once however many of its literals change meanwhile. Empty when all
/// is propagated, so nothing is left when literals are taken back.
pub(super) struct Pending {
    /// Moments with a rule to look at.
    pub(super) moments: u128,
    /// By moment: a bit for each rank whose tie is to be looked at, then the other rules.
    rules: [u16; 128],
    /// Length of the trail at which they are looked at.
    due: usize,
}

pub(super) const LEGAL_RULE: u16 = 1 << MAX_RANKS;
pub(super) const STUCK_RULE: u16 = 1 << (MAX_RANKS + 1);

impl Default for Pending {
    fn default() -> Pending {
        Pending {
            moments: 0,
            rules: [0; 128],
            due: 0,
        }
    }
}

impl Pending {
    #[inline]
    pub(super) fn add(&mut self, moment: usize, rules: u16) {
        self.moments |= 1 << moment;
        self.rules[moment] |= rules;
    }

    pub(super) fn clear(&mut self) {
        for moment in bits(self.moments) {
            self.rules[moment] = 0;
        }
        self.moments = 0;
        self.due = 0;
    }
}

impl Rows {
    /// Looks at the counted rules when those literals are propagated that were on the trail when the first
    /// rule came up. Looked at for each literal they cost more; at the very end conflicts are found late.
    #[inline]
    pub(super) fn counted(&mut self, lit: Lit, trail: &mut Trail) -> bool {
        if self.pending.moments == 0 {
            return true;
        }
        if self.pending.due == 0 {
            self.pending.due = trail.lits().len();
        }
        trail.pos_of(lit.var()) as usize + 1 < self.pending.due || self.look_at_pending(trail)
    }

    fn look_at_pending(&mut self, trail: &mut Trail) -> bool {
        while let Some(moment) = highest(self.pending.moments) {
            let rules = u128::from(self.pending.rules[moment]);
            for rank in bits(rules & below(MAX_RANKS)) {
                if !self.tie(moment, rank, trail) {
                    return false;
                }
            }
            if rules & u128::from(LEGAL_RULE) != 0 && !self.legal(moment, trail) {
                return false;
            }
            if rules & u128::from(STUCK_RULE) != 0 && !self.stuck(moment, trail) {
                return false;
            }
            if rules >> MAX_RANKS != 0 && self.bounds_heights && !self.bound_height(moment, trail) {
                return false;
            }
            self.pending.rules[moment] = 0;
            self.pending.moments ^= 1 << moment;
        }
        self.pending.due = 0;
        true
    }

    /// 1 if the moment is the exit of a card of the rank.
    pub(super) fn own(&self, moment: usize, rank: usize) -> usize {
        usize::from(self.stock.get(moment).is_some_and(|&r| r as usize == rank))
    }

    /// The out-counts of a rank at a moment against the cards that leave before it.
    fn tie(&mut self, moment: usize, rank: usize, trail: &mut Trail) -> bool {
        let shape = &self.shape;
        let cards = self.of_rank[rank];
        let first = self.out_first[rank];
        let own = self.own(moment, rank);
        let number = moment * MAX_RANKS + rank;
        let low = first + own + self.n_before[TRUE][number] as usize;
        let high = shape.copies - self.n_before[FALSE][number] as usize;
        let reason = tag(TIE, moment);
        let counted = |masks: &Masks, side: usize| {
            (masks[side][moment] & shape.rank_mask(rank)) >> (rank * shape.copies)
        };
        // Counts known to be reached, and not to be exceeded.
        let reached = highest(counted(&self.out, TRUE)).map_or(0, |b| b + 1);
        let bound = lowest(counted(&self.out, FALSE)).unwrap_or(shape.copies);
        if low > reached && !trail.imply(shape.out(moment, shape.bit(rank, low)), reason) {
            return false;
        }
        if high < bound && !trail.imply(!shape.out(moment, shape.bit(rank, high + 1)), reason) {
            return false;
        }
        if low == high {
            return true;
        }
        let open =
            cards & !self.before[TRUE][moment] & !self.before[FALSE][moment] & !(1 << moment);
        if reached >= high {
            for card in bits(open) {
                if !self.imply_order(card, moment, reason, trail) {
                    return false;
                }
            }
        } else if bound <= low {
            for card in bits(open) {
                if !self.imply_order(moment, card, reason, trail) {
                    return false;
                }
            }
        }
        true
    }

    /// Counts that are out and counts that are not played, with all that they imply in their ranks: the inner bits
    /// of a chain may be still to come.
    #[inline]
    pub(super) fn filled(&self, mut out: u128, mut unplayed: u128) -> (u128, u128) {
        let mut reach = 1;
        while reach < self.shape.copies {
            out |= out >> reach & self.lower[reach];
            unplayed |= (unplayed & self.lower[reach]) << reach;
            reach *= 2;
        }
        (out, unplayed)
    }

    /// At most as many cards are out and not played as there are cells.
    fn stuck(&mut self, moment: usize, trail: &mut Trail) -> bool {
        // By rank: the counts known to be out, and those not reached by the plays.
        let (out, unplayed) = self.filled(self.out[TRUE][moment], self.played[FALSE][moment]);
        let shape = &self.shape;
        // Each bit in both is a stuck card.
        let n_stuck = (out & unplayed).count_ones() as usize;
        if n_stuck > shape.n_cells {
            let mut failed = std::mem::take(&mut self.failed);
            failed.clear();
            let needed = shape.n_cells + 1;
            self.explain_stuck(moment, None, needed, trail, u32::MAX, &mut failed);
            trail.fail(&failed);
            self.failed = failed;
            return false;
        }
        let slack = shape.n_cells - n_stuck;
        if slack >= shape.copies {
            return true;
        }
        let reason = tag(STUCK, moment);
        // Fewer played, or more out, would make more than `slack` further ones stuck. The outermost bits of
        // each rank imply the others.
        let least = (out & !unplayed) >> slack & self.lower[slack];
        let least = least & !(least >> 1 & self.lower[1]);
        for bit in bits(least & !self.played[TRUE][moment]) {
            if !trail.imply(shape.played(moment, bit), reason) {
                return false;
            }
        }
        let most = (unplayed & !out & self.lower[slack]) << slack;
        let most = most & !((most & self.lower[1]) << 1);
        for bit in bits(most & !self.out[FALSE][moment]) {
            if !trail.imply(!shape.out(moment, bit), reason) {
                return false;
            }
        }
        true
    }

    /// Corners hold at least as many of the next higher rank, at a moment: where they could not, the
    /// centre's top must be the lower of the two.
    fn legal(&mut self, moment: usize, trail: &mut Trail) -> bool {
        let shape = &self.shape;
        let (low, high) = self.heights(moment);
        let n_ranks = shape.n_ranks;
        let reason = tag(LEGAL, moment);
        let (played, unplayed) = (self.played[TRUE][moment], self.played[FALSE][moment]);
        let above = unplayed >> shape.copies;
        let mut apart = played & above & self.below_king;
        while let Some(bit) = lowest(apart) {
            let rank = shape.rank_of(bit);
            apart &= !shape.rank_mask(rank);
            // Heights with this rank on top: rank + 1, rank + 1 + n_ranks, …
            let up = (low.max(rank + 1) - rank - 1).div_ceil(n_ranks) * n_ranks + rank + 1;
            if up > low {
                if up > shape.n_steps + 1 {
                    let last = up - n_ranks;
                    return trail.imply(!shape.made(moment, last - 1), reason);
                }
                if !trail.imply(shape.made(moment, up - 2), reason) {
                    return false;
                }
            }
            if high > rank && !(high - rank - 1).is_multiple_of(n_ranks) {
                let down = (high - rank - 1) / n_ranks * n_ranks + rank + 1;
                if !trail.imply(!shape.made(moment, down - 1), reason) {
                    return false;
                }
            }
        }
        if high + 1 - low >= n_ranks {
            return true;
        }
        let mut settled = self.below_king;
        for height in low..=high {
            settled &= !shape.rank_mask((height - 1) % n_ranks);
        }
        for bit in bits((played & settled) << shape.copies & !played) {
            if !trail.imply(shape.played(moment, bit), reason) {
                return false;
            }
        }
        for bit in bits(above & settled & !unplayed) {
            if !trail.imply(!shape.played(moment, bit), reason) {
                return false;
            }
        }
        true
    }
}
