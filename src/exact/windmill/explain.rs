//! Reasons of the rules that are counted: built when a conflict asks for them.
//!
//! A reason may name only literals that became true before the implied one. All are looked up on the trail;
//! where there is a choice the weaker literal is named.

use super::rows::{Rows, bits};
use super::shape::{MAX_RANKS, Meaning};
use crate::cdcl::{Lit, Trail};

/// The stuck cards of a rank, at least one.
#[derive(Clone, Copy, Default)]
pub(super) struct Stuck {
    pub(super) rank: usize,
    /// So many can have been played.
    pub(super) n_playable: usize,
    /// So many more are out.
    pub(super) n_stuck: usize,
    /// What says that no more can have been played, unless the corners do.
    pub(super) bound: Option<Lit>,
}

/// True, and on the trail before this place.
#[inline]
pub(super) fn held(lit: Lit, before: u32, trail: &Trail) -> bool {
    trail.is_true(lit) && trail.pos_of(lit.var()) < before
}

/// The place of an implied literal; for a conflict it is false and everything true counts.
pub(super) fn place_of(lit: Lit, trail: &Trail) -> u32 {
    if trail.is_true(lit) {
        trail.pos_of(lit.var())
    } else {
        u32::MAX
    }
}

impl Rows {
    pub(super) fn explain_tie(&self, moment: usize, lit: Lit, trail: &Trail, out: &mut Vec<Lit>) {
        let place = place_of(lit, trail);
        let shape = &self.shape;
        match shape.meaning(lit.var()) {
            Meaning::Out { bit, .. } => {
                let (rank, count) = (shape.rank_of(bit as usize), shape.count_of(bit as usize));
                let own = self.own(moment, rank);
                let cards = self.of_rank[rank] & !(1 << moment);
                let (needed, out_first) = if lit.is_pos() {
                    (count - own - self.out_first[rank], true)
                } else {
                    (shape.copies + 1 - count, false)
                };
                self.name(moment, cards, out_first, needed, place, trail, out);
            }
            Meaning::Before(i, j) => {
                let card = if moment == i as usize { j } else { i } as usize;
                let rank = self.stock[card] as usize;
                let cards = self.of_rank[rank] & !(1 << moment) & !(1 << card);
                let first = self.out_first[rank] + self.own(moment, rank);
                let is_before = Some(lit) == shape.before(card, moment);
                // At least `count` are out and so many stay that this one must be out; or
                // fewer than `count` are out and that many without this one.
                for count in first + 1..=shape.copies {
                    let out_lit = shape.out(moment, shape.bit(rank, count));
                    let (number, needed) = if is_before {
                        (out_lit, shape.copies - count)
                    } else {
                        (!out_lit, count - 1 - first)
                    };
                    let n_held = bits(cards)
                        .filter(|&c| self.is_known(c, moment, !is_before, place, trail))
                        .count();
                    if n_held >= needed && held(number, place, trail) {
                        out.push(number);
                        self.name(moment, cards, !is_before, needed, place, trail, out);
                        return;
                    }
                }
                unreachable!("a tie has a reason");
            }
            other => unreachable!("a tie implies no {other:?}"),
        }
    }

    /// Names so many of the cards that leave before the moment, or after it.
    #[allow(clippy::too_many_arguments)]
    fn name(
        &self,
        moment: usize,
        cards: u128,
        is_before: bool,
        needed: usize,
        place: u32,
        trail: &Trail,
        out: &mut Vec<Lit>,
    ) {
        let known =
            bits(cards).filter(|&card| self.is_known(card, moment, is_before, place, trail));
        let mut n_left = needed;
        for card in known.take(needed) {
            n_left -= 1;
            out.extend(self.side(card, moment, is_before));
        }
        assert_eq!(n_left, 0, "a tie has a reason");
    }

    /// That the card leaves before the moment, or after it; none if a card leaves after a turning as it is turned
    /// then or later.
    fn side(&self, card: usize, moment: usize, is_before: bool) -> Option<Lit> {
        match is_before {
            true => self.shape.before(card, moment),
            false => self.shape.before(moment, card),
        }
    }

    fn is_known(
        &self,
        card: usize,
        moment: usize,
        is_before: bool,
        place: u32,
        trail: &Trail,
    ) -> bool {
        match self.side(card, moment, is_before) {
            Some(lit) => held(lit, place, trail),
            None => !is_before,
        }
    }

    /// Names why `needed` cards are stuck at the moment, those of rank `skip` not counted.
    pub(super) fn explain_stuck(
        &self,
        moment: usize,
        skip: Option<usize>,
        needed: usize,
        trail: &Trail,
        place: u32,
        out: &mut Vec<Lit>,
    ) {
        let shape = &self.shape;
        let mut stuck = [Stuck::default(); MAX_RANKS];
        let mut n = 0;
        for rank in (0..shape.n_ranks).filter(|&r| Some(r) != skip) {
            let n_out = self.n_out(moment, rank, place, trail);
            if let Some(count) = self.first_unplayed(moment, rank, place, trail)
                && n_out >= count
            {
                stuck[n] = Stuck {
                    rank,
                    n_playable: count - 1,
                    n_stuck: n_out + 1 - count,
                    bound: Some(!shape.played(moment, shape.bit(rank, count))),
                };
                n += 1;
            }
        }
        self.each_stuck(
            moment,
            &mut stuck[..n],
            needed,
            trail,
            place,
            |reached, bound| {
                out.extend(bound);
                out.push(reached);
            },
        );
    }

    /// Emits why `needed` of these cards are stuck, those of the ranks with most of them first: for each rank what says that
    /// they are out, and its bound.
    pub(super) fn each_stuck(
        &self,
        moment: usize,
        stuck: &mut [Stuck],
        needed: usize,
        trail: &Trail,
        place: u32,
        mut emit: impl FnMut(Lit, Option<Lit>),
    ) {
        let shape = &self.shape;
        stuck.sort_unstable_by_key(|s| (std::cmp::Reverse(s.n_stuck), s.rank));
        let mut left = needed;
        for s in stuck.iter() {
            if left == 0 {
                break;
            }
            let size = s.n_stuck.min(left);
            left -= size;
            let reached = (s.n_playable + size..=shape.copies)
                .map(|c| shape.out(moment, shape.bit(s.rank, c)))
                .find(|&l| held(l, place, trail));
            emit(reached.expect("the cards are out"), s.bound);
        }
        assert_eq!(left, 0, "stuck cards have a reason");
    }

    /// So many cards of the rank are known to be out.
    pub(super) fn n_out(&self, moment: usize, rank: usize, place: u32, trail: &Trail) -> usize {
        let shape = &self.shape;
        let counts = (1..=shape.copies).rev();
        let mut reached =
            counts.filter(|&c| held(shape.out(moment, shape.bit(rank, c)), place, trail));
        reached.next().unwrap_or(0)
    }

    /// The lowest count of plays of the rank that is known not to be reached.
    pub(super) fn first_unplayed(
        &self,
        moment: usize,
        rank: usize,
        place: u32,
        trail: &Trail,
    ) -> Option<usize> {
        let shape = &self.shape;
        (1..=shape.copies).find(|&c| held(!shape.played(moment, shape.bit(rank, c)), place, trail))
    }

    pub(super) fn explain_implied_stuck(
        &self,
        moment: usize,
        lit: Lit,
        trail: &Trail,
        out: &mut Vec<Lit>,
    ) {
        let place = place_of(lit, trail);
        if place == u32::MAX {
            // A conflict: what is assigned by now is too much in any case.
            return self.explain_stuck(moment, None, self.shape.n_cells + 1, trail, place, out);
        }
        let shape = &self.shape;
        let (Meaning::Played { bit, .. } | Meaning::Out { bit, .. }) = shape.meaning(lit.var())
        else {
            unreachable!("stuck cards imply counts");
        };
        let (rank, count) = (shape.rank_of(bit as usize), shape.count_of(bit as usize));
        // What the opposite would make stuck in this rank.
        let (size, other) = if lit.is_pos() {
            let reached = self.n_out(moment, rank, place, trail);
            (
                reached + 1 - count,
                shape.out(moment, shape.bit(rank, reached)),
            )
        } else {
            let bound = self.first_unplayed(moment, rank, place, trail);
            let bound = bound.expect("the card is not played");
            (
                count + 1 - bound,
                !shape.played(moment, shape.bit(rank, bound)),
            )
        };
        let needed = (shape.n_cells + 1).saturating_sub(size);
        out.push(other);
        self.explain_stuck(moment, Some(rank), needed, trail, place, out);
    }

    pub(super) fn explain_legal(&self, moment: usize, lit: Lit, trail: &Trail, out: &mut Vec<Lit>) {
        let place = place_of(lit, trail);
        let shape = &self.shape;
        let n_ranks = shape.n_ranks;
        match shape.meaning(lit.var()) {
            Meaning::Made { step, .. } => {
                // Height step + 2 is reached, or step + 1 not exceeded; the rank has that place.
                let step = step as usize;
                let rank = if lit.is_pos() {
                    if step + 1 >= n_ranks {
                        out.extend(self.at_least(moment, step + 3 - n_ranks, trail, place));
                    }
                    (step + 1) % n_ranks
                } else {
                    if step + n_ranks <= shape.n_steps {
                        out.extend(self.less_than(moment, step + 1 + n_ranks, trail, place));
                    }
                    step % n_ranks
                };
                for count in 1..=shape.copies {
                    let pair = [
                        shape.played(moment, shape.bit(rank, count)),
                        !shape.played(moment, shape.bit(rank + 1, count)),
                    ];
                    if pair.iter().all(|&l| held(l, place, trail)) {
                        out.extend(pair);
                        return;
                    }
                }
                unreachable!("the counts are apart");
            }
            Meaning::Played { bit, .. } => {
                let bit = bit as usize;
                let (rank, other) = if lit.is_pos() {
                    let below = bit - shape.copies;
                    (shape.rank_of(below), shape.played(moment, below))
                } else {
                    (
                        shape.rank_of(bit),
                        !shape.played(moment, bit + shape.copies),
                    )
                };
                out.push(other);
                // The height lies strictly between two places of the rank, `height` the upper one.
                let mut height = rank + 1;
                loop {
                    let exceeds = height > n_ranks;
                    let lower = exceeds
                        .then(|| self.at_least(moment, height + 1 - n_ranks, trail, place))
                        .flatten();
                    let bounded = height <= shape.n_steps + 1;
                    let upper = bounded
                        .then(|| self.less_than(moment, height, trail, place))
                        .flatten();
                    if lower.is_some() == exceeds && upper.is_some() == bounded {
                        out.extend(lower);
                        out.extend(upper);
                        return;
                    }
                    assert!(bounded, "the height has bounds");
                    height += n_ranks;
                }
            }
            other => unreachable!("legal corners imply no {other:?}"),
        }
    }

    /// The weakest literal held that says that the centre's height is at least this, 2 or more.
    pub(super) fn at_least(
        &self,
        moment: usize,
        height: usize,
        trail: &Trail,
        place: u32,
    ) -> Option<Lit> {
        (height - 2..self.shape.n_steps)
            .map(|step| self.shape.made(moment, step))
            .find(|&l| held(l, place, trail))
    }

    /// The weakest literal held that says that the centre's height is less than this.
    pub(super) fn less_than(
        &self,
        moment: usize,
        height: usize,
        trail: &Trail,
        place: u32,
    ) -> Option<Lit> {
        (0..(height - 1).min(self.shape.n_steps))
            .rev()
            .map(|step| !self.shape.made(moment, step))
            .find(|&l| held(l, place, trail))
    }
}
