//! Which heights the centre can have at a moment, an exit or turning: none at which too many cards would be stuck.

use super::counted::{HEIGHT, tag};
use super::explain::{Stuck, place_of};
use super::rows::Rows;
use super::shape::{MAX_RANKS, Meaning};
use crate::cdcl::{Lit, Trail};
use crate::exact::stack::{FALSE, TRUE, below, highest, lowest};

impl Rows {
    /// The lowest and highest possible height of the centre at the moment.
    pub(super) fn heights(&self, moment: usize) -> (usize, usize) {
        let low = highest(self.made[TRUE][moment]).map_or(1, |step| step + 2);
        let high = lowest(self.made[FALSE][moment]).unwrap_or(self.shape.n_steps) + 1;
        (low, high)
    }

    /// Rules out the lowest and the highest of the possible heights as long as too many cards would be stuck there.
    pub(super) fn bound_height(&mut self, moment: usize, trail: &mut Trail) -> bool {
        let shape = &self.shape;
        let (mut low, mut high) = self.heights(moment);
        let (out, unplayed) = self.filled(self.out[TRUE][moment], self.played[FALSE][moment]);
        // What the lowest centre holds is out, and known to be so once all is propagated. One height left is for the other
        // rules.
        if low >= high || out.count_ones() as usize <= shape.n_cells + low {
            return true;
        }
        let is_too_much = |height| self.n_stuck_at(out, unplayed, height) > shape.n_cells;
        let reason = tag(HEIGHT, moment);
        while low <= high.min(shape.n_steps) && is_too_much(low) {
            if !trail.imply(shape.made(moment, low - 1), reason) {
                return false;
            }
            low += 1;
        }
        while is_too_much(high) {
            if !trail.imply(!shape.made(moment, high - 2), reason) {
                return false;
            }
            high -= 1;
        }
        true
    }

    /// How many cards are stuck at least if the centre has this height.
    #[inline]
    fn n_stuck_at(&self, out: u128, unplayed: u128, height: usize) -> usize {
        let shape = &self.shape;
        // The centre holds so many of each rank, and one more of some.
        let rounds = height / shape.n_ranks;
        let one_more = below(height % shape.n_ranks * shape.copies);
        let off_centre = |counts: u128| {
            let fewer = counts >> rounds & self.lower[rounds];
            let more = counts >> (rounds + 1) & self.lower[rounds + 1];
            fewer & !one_more | more & one_more
        };
        // A corner that does not hold a rank holds no lower one.
        let mut unheld = off_centre(unplayed) | self.beyond_corners;
        for n_ranks in [1, 2, 4, 8] {
            unheld |= unheld >> (n_ranks * shape.copies);
        }
        (off_centre(out) & unheld).count_ones() as usize
    }

    /// Names why too many cards would be stuck at the height that `lit` rules out.
    pub(super) fn explain_height(
        &self,
        moment: usize,
        lit: Lit,
        trail: &Trail,
        out: &mut Vec<Lit>,
    ) {
        let (first, place) = (out.len(), place_of(lit, trail));
        let shape = &self.shape;
        let Meaning::Made { step, .. } = shape.meaning(lit.var()) else {
            unreachable!("heights imply steps");
        };
        let step = step as usize;
        let height = if lit.is_pos() {
            if step > 0 {
                out.extend(self.at_least(moment, step + 1, trail, place));
            }
            step + 1
        } else {
            if step + 1 < shape.n_steps {
                out.extend(self.less_than(moment, step + 3, trail, place));
            }
            step + 2
        };
        let mut stuck = [Stuck::default(); MAX_RANKS];
        let mut n = 0;
        let mut on_corners = shape.n_corners;
        let mut bound = None;
        for rank in (0..shape.n_ranks).rev() {
            let in_centre = shape.in_centre(rank, height);
            if let Some(count) = self.first_unplayed(moment, rank, place, trail)
                && (count - 1).saturating_sub(in_centre) < on_corners
            {
                on_corners = (count - 1).saturating_sub(in_centre);
                bound = Some(!shape.played(moment, shape.bit(rank, count)));
            }
            let n_playable = in_centre + on_corners;
            let n_out = self.n_out(moment, rank, place, trail);
            if n_out > n_playable {
                stuck[n] = Stuck {
                    rank,
                    n_playable,
                    n_stuck: n_out - n_playable,
                    bound,
                };
                n += 1;
            }
        }
        let needed = shape.n_cells + 1;
        self.each_stuck(
            moment,
            &mut stuck[..n],
            needed,
            trail,
            place,
            |reached, bound| {
                out.push(reached);
                // Ranks may share a bound.
                out.extend(bound.filter(|lit| !out[first..].contains(lit)));
            },
        );
        debug_assert!(
            self.is_enough(&out[first..], lit, height),
            "{lit:?} {height}"
        );
    }

    /// Whether these literals alone leave no height but this one if what they imply were false, and say that too many
    /// cards are stuck there.
    fn is_enough(&self, reason: &[Lit], implied: Lit, height: usize) -> bool {
        let (mut out, mut unplayed) = (0, 0);
        let (mut low, mut high) = (1, self.shape.n_steps + 1);
        for lit in reason.iter().chain([&!implied]) {
            match (self.shape.meaning(lit.var()), lit.is_pos()) {
                (Meaning::Out { bit, .. }, true) => out |= 1 << bit,
                (Meaning::Played { bit, .. }, false) => unplayed |= 1 << bit,
                (Meaning::Made { step, .. }, true) => low = low.max(step as usize + 2),
                (Meaning::Made { step, .. }, false) => high = high.min(step as usize + 1),
                _ => return false,
            }
        }
        let (out, unplayed) = self.filled(out, unplayed);
        low >= height
            && high <= height
            && self.n_stuck_at(out, unplayed, height) > self.shape.n_cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::{Borrow, WindmillSetup};
    use crate::exact::every_order::chances;
    use crate::exact::windmill::shape::Shape;

    /// All ways to fill the corners: how many hold each rank, never fewer of a higher one.
    fn corners(n_ranks: usize, n_corners: usize) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for _ in 0..n_ranks {
            let longer = |held: &Vec<usize>| {
                let from = held.last().copied().unwrap_or(0);
                (from..=n_corners)
                    .map(|n| [held.clone(), vec![n]].concat())
                    .collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    /// An empty propagator of a game with default options.
    fn rows(n_suits: u8, n_ranks: u8, n_corners: u8) -> Rows {
        let setup = WindmillSetup {
            n_suits,
            n_ranks,
            n_cells: 1,
            n_corners,
            kings_preplaced: false,
            kings_first: true,
            borrow: Borrow::Strict,
            free_kings: false,
            reversed: false,
        };
        let mut rows = Rows::default();
        rows.shape = Shape::new(&setup, 0);
        let n_stock = rows.shape.n_exits;
        rows.reset(vec![0; n_stock], vec![0; n_ranks as usize]);
        rows
    }

    /// Compares with the best of all lay-outs, with the centre at each height. By rank: cards out and the bound of
    /// plays. Returns the number of heights that have a lay-out.
    fn compare(rows: &Rows, lay_outs: &[Vec<usize>], numbers: &[(usize, usize)]) -> usize {
        let shape = &rows.shape;
        let (mut out, mut unplayed) = (0, 0);
        for (rank, &(n_out, bound)) in numbers.iter().enumerate() {
            if n_out > 0 {
                out |= 1 << shape.bit(rank, n_out);
            }
            if bound < shape.copies {
                unplayed |= 1 << shape.bit(rank, bound + 1);
            }
        }
        let (out, unplayed) = rows.filled(out, unplayed);
        let mut n_compared = 0;
        for height in 1..=shape.n_steps + 1 {
            let n_stuck = |held: &Vec<usize>| {
                let stuck = numbers.iter().enumerate().map(|(rank, &(n_out, bound))| {
                    let played = shape.in_centre(rank, height) + held[rank];
                    (played <= bound).then(|| n_out.saturating_sub(played))
                });
                stuck.sum::<Option<usize>>()
            };
            if let Some(least) = lay_outs.iter().filter_map(n_stuck).min() {
                let found = rows.n_stuck_at(out, unplayed, height);
                assert_eq!(found, least, "{numbers:?} {height}");
                n_compared += 1;
            }
        }
        n_compared
    }

    #[test]
    fn stuck_cards_are_those_of_the_best_lay_out() {
        let mut n_compared = 0;
        for (n_suits, n_ranks, n_corners) in [(1, 4, 1), (1, 5, 0), (2, 3, 2), (2, 3, 3), (2, 2, 1)]
        {
            let rows = rows(n_suits, n_ranks, n_corners);
            let n_ranks = n_ranks as usize;
            let lay_outs = corners(n_ranks, n_corners as usize);
            let n_levels = rows.shape.copies + 1;
            // Each number's digits are the cards out and the bounds.
            for number in 0..n_levels.pow(2 * n_ranks as u32) {
                let digit = |place: usize| number / n_levels.pow(place as u32) % n_levels;
                let numbers = (0..n_ranks).map(|rank| (digit(rank), digit(n_ranks + rank)));
                n_compared += compare(&rows, &lay_outs, &numbers.collect::<Vec<_>>());
            }
        }
        assert!(n_compared > 10_000, "{n_compared}");
    }

    /// The same for numbers by chance with as many ranks as there can be, bounds high enough for half of the centre.
    #[test]
    fn stuck_cards_of_all_ranks_are_those_of_the_best_lay_out() {
        let mut below = chances();
        let mut n_compared = 0;
        for (n_suits, n_ranks, n_corners) in [(4, 13, 4), (2, 12, 2), (1, 9, 1)] {
            let rows = rows(n_suits, n_ranks, n_corners);
            let copies = rows.shape.copies;
            let lay_outs = corners(n_ranks as usize, n_corners as usize);
            for _ in 0..40 {
                let mut number = || {
                    let bound = copies / 4 + below(copies - copies / 4 + 1);
                    (below(copies + 1), bound)
                };
                let numbers: Vec<_> = (0..n_ranks).map(|_| number()).collect();
                n_compared += compare(&rows, &lay_outs, &numbers);
            }
        }
        assert!(n_compared > 1000, "{n_compared}");
    }
}
