//! The numbers of a game and the layout of its variables.
//!
//! Depends on the set-up and the number of stock cards only, so a decider keeps it from deal to deal.

use crate::cdcl::{Lit, Var};
use crate::deal::WindmillSetup;
use crate::exact::stack::Order;

/// Most ranks.
pub(super) const MAX_RANKS: usize = 13;

/// What a variable stands for. A `bit` is `rank × copies + count − 1`: at least `count` cards of the rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// Stock card i leaves the waste before stock card j, i < j.
    Before(u8, u8),
    /// At this moment the centre has made this step.
    Made { moment: u8, step: u8 },
    /// This step borrows.
    Borrows(u8),
    /// So many cards have been played from hand at this moment.
    Played { moment: u8, bit: u8 },
    /// So many cards are out at this moment.
    Out { moment: u8, bit: u8 },
    /// So many cards have been played from hand just before this step.
    PlayedStep { step: u8, bit: u8 },
    /// The same just after this step, for the step's own rank.
    PlayedAfter { step: u8, bit: u8 },
}

/// Steps are numbered from 0: step s raises the centre from height s + 1 to s + 2. Other moments are numbered together: the
/// exits by their cards, then the turnings of some cards, every seventh say.
#[derive(Default)]
pub(super) struct Shape {
    pub(super) n_exits: usize,
    /// Exits and turnings. Less than 128.
    pub(super) n_moments: usize,
    /// Every so many cards a turning is looked at.
    turning_every: usize,
    /// By card: its turning, if that is looked at.
    turnings: Vec<Option<usize>>,
    pub(super) n_steps: usize,
    pub(super) n_ranks: usize,
    /// Cards of each rank.
    pub(super) copies: usize,
    pub(super) n_corners: usize,
    pub(super) n_cells: usize,
    pub(super) order: Order,
    meanings: Vec<Meaning>,
    /// By bit: rank and count. These three save divisions.
    places: Vec<(u8, u8)>,
    /// By step.
    step_ranks: Vec<u8>,
    first_made: usize,
    first_borrows: usize,
    first_played: usize,
    first_out: usize,
    first_step: usize,
    first_after: usize,
}

impl Shape {
    /// The numbers of a game, with the turning of every so many cards, of none if it is 0.
    pub(super) fn new(setup: &WindmillSetup, turning_every: usize) -> Shape {
        let n = setup.n_stock();
        let n_turnings = n.saturating_sub(1).checked_div(turning_every);
        let n_moments = (n + n_turnings.unwrap_or(0)).min(127);
        let mut turnings = vec![None; n];
        for moment in n..n_moments {
            turnings[(moment - n + 1) * turning_every] = Some(moment);
        }
        let n_steps = setup.centre_goal() - 1;
        let copies = 2 * setup.n_suits as usize;
        let n_ranks = setup.n_ranks as usize;
        let n_bits = copies * n_ranks;
        let mut meanings = Vec::new();
        for i in 0..n as u8 {
            meanings.extend((i + 1..n as u8).map(|j| Meaning::Before(i, j)));
        }
        let first_made = meanings.len();
        for moment in 0..n_moments as u8 {
            meanings.extend((0..n_steps as u8).map(|step| Meaning::Made { moment, step }));
        }
        let first_borrows = meanings.len();
        meanings.extend((0..n_steps as u8).map(Meaning::Borrows));
        let first_played = meanings.len();
        for moment in 0..n_moments as u8 {
            meanings.extend((0..n_bits as u8).map(|bit| Meaning::Played { moment, bit }));
        }
        let first_out = meanings.len();
        for moment in 0..n_moments as u8 {
            meanings.extend((0..n_bits as u8).map(|bit| Meaning::Out { moment, bit }));
        }
        let first_step = meanings.len();
        for step in 0..n_steps as u8 {
            meanings.extend((0..n_bits as u8).map(|bit| Meaning::PlayedStep { step, bit }));
        }
        let first_after = meanings.len();
        for step in 0..n_steps {
            let first = (step + 1) % n_ranks * copies;
            let own = (first..first + copies).map(|bit| Meaning::PlayedAfter {
                step: step as u8,
                bit: bit as u8,
            });
            meanings.extend(own);
        }
        Shape {
            n_exits: n,
            n_moments,
            turning_every,
            turnings,
            n_steps,
            n_ranks,
            copies,
            n_corners: setup.n_corners as usize,
            n_cells: setup.n_cells as usize,
            order: Order::new(n, 0, None),
            meanings,
            places: (0..n_bits)
                .map(|bit| ((bit / copies) as u8, (bit % copies + 1) as u8))
                .collect(),
            step_ranks: (0..n_steps).map(|s| ((s + 1) % n_ranks) as u8).collect(),
            first_made,
            first_borrows,
            first_played,
            first_out,
            first_step,
            first_after,
        }
    }

    pub(super) fn n_vars(&self) -> usize {
        self.meanings.len()
    }

    /// The variables of counts: all that stand after those of order, steps and borrowing.
    pub(super) fn counts(&self) -> impl Iterator<Item = Var> + use<> {
        (self.first_played as u32..self.n_vars() as u32).map(Var)
    }

    /// Whether the centre has made a step at a turning: these variables need no decisions either.
    pub(super) fn made_at_turnings(&self) -> impl Iterator<Item = Var> + use<> {
        let first = self.made(self.n_exits, 0).var();
        (first.0..self.first_borrows as u32).map(Var)
    }

    /// The moments whose order with earlier cards' exits is that of the card: its exit, and its turning if that is looked at.
    #[inline]
    pub(super) fn moments_of(&self, card: usize) -> impl Iterator<Item = usize> + use<> {
        [Some(card), self.turnings[card]].into_iter().flatten()
    }

    /// The card whose turning the moment is, if it is not an exit.
    #[inline]
    pub(super) fn turned_at(&self, moment: usize) -> Option<usize> {
        Some((moment.checked_sub(self.n_exits)? + 1) * self.turning_every)
    }

    /// That moment a comes before moment b, unless it always does, or never.
    #[inline]
    pub(super) fn before(&self, a: usize, b: usize) -> Option<Lit> {
        match (self.turned_at(a), self.turned_at(b)) {
            (None, None) => Some(self.order.before(a, b)),
            (None, Some(turned)) => (a < turned).then(|| self.order.b(a, turned)),
            (Some(turned), None) => (b < turned).then(|| !self.order.b(b, turned)),
            (Some(_), Some(_)) => None,
        }
    }

    /// Whether the literal says that so many cards have been played.
    pub(super) fn says_played(&self, lit: Lit) -> bool {
        let var = lit.var().index();
        lit.is_pos()
            && var >= self.first_played
            && !(self.first_out..self.first_step).contains(&var)
    }

    #[inline]
    pub(super) fn meaning(&self, var: Var) -> Meaning {
        self.meanings[var.index()]
    }

    pub(super) fn n_bits(&self) -> usize {
        self.copies * self.n_ranks
    }

    /// All bits of a rank.
    #[inline]
    pub(super) fn rank_mask(&self, rank: usize) -> u128 {
        ((1 << self.copies) - 1) << (rank * self.copies)
    }

    /// At least `count` ≥ 1 cards of the rank.
    #[inline]
    pub(super) fn bit(&self, rank: usize, count: usize) -> usize {
        rank * self.copies + count - 1
    }

    #[inline]
    pub(super) fn rank_of(&self, bit: usize) -> usize {
        self.places[bit].0 as usize
    }

    /// 1 …
    #[inline]
    pub(super) fn count_of(&self, bit: usize) -> usize {
        self.places[bit].1 as usize
    }

    /// The rank that the step puts on the centre.
    #[inline]
    pub(super) fn rank_of_step(&self, step: usize) -> usize {
        self.step_ranks[step] as usize
    }

    /// Cards of the rank among the centre's first `height`.
    pub(super) fn in_centre(&self, rank: usize, height: usize) -> usize {
        (height + self.n_ranks - 1 - rank) / self.n_ranks
    }

    /// The centre has made the step at the moment.
    #[inline]
    pub(super) fn made(&self, moment: usize, step: usize) -> Lit {
        Var((self.first_made + moment * self.n_steps + step) as u32).pos()
    }

    #[inline]
    pub(super) fn borrows(&self, step: usize) -> Lit {
        Var((self.first_borrows + step) as u32).pos()
    }

    #[inline]
    pub(super) fn played(&self, moment: usize, bit: usize) -> Lit {
        Var((self.first_played + moment * self.n_bits() + bit) as u32).pos()
    }

    #[inline]
    pub(super) fn out(&self, moment: usize, bit: usize) -> Lit {
        Var((self.first_out + moment * self.n_bits() + bit) as u32).pos()
    }

    /// Just before the step.
    #[inline]
    pub(super) fn at_step(&self, step: usize, bit: usize) -> Lit {
        Var((self.first_step + step * self.n_bits() + bit) as u32).pos()
    }

    /// Just after the step.
    #[inline]
    pub(super) fn after_step(&self, step: usize, bit: usize) -> Lit {
        let own = self.rank_of_step(step) * self.copies;
        if (own..own + self.copies).contains(&bit) {
            Var((self.first_after + step * self.copies + bit - own) as u32).pos()
        } else {
            self.at_step(step, bit)
        }
    }
}
