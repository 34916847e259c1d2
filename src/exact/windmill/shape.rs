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
    /// At this exit the centre has made this step.
    Made { exit: u8, step: u8 },
    /// This step borrows.
    Borrows(u8),
    /// So many cards have been played from hand at this exit.
    Played { exit: u8, bit: u8 },
    /// So many cards are out at this exit.
    Out { exit: u8, bit: u8 },
    /// So many cards have been played from hand just before this step.
    PlayedStep { step: u8, bit: u8 },
    /// The same just after this step, for the step's own rank.
    PlayedAfter { step: u8, bit: u8 },
}

/// Steps are numbered from 0: step s raises the centre from height s + 1 to s + 2.
#[derive(Default)]
pub(super) struct Shape {
    pub(super) n_exits: usize,
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
    pub(super) fn new(setup: &WindmillSetup) -> Shape {
        let n = setup.n_stock();
        let n_steps = setup.centre_goal() - 1;
        let copies = 2 * setup.n_suits as usize;
        let n_ranks = setup.n_ranks as usize;
        let n_bits = copies * n_ranks;
        let mut meanings = Vec::new();
        for i in 0..n as u8 {
            meanings.extend((i + 1..n as u8).map(|j| Meaning::Before(i, j)));
        }
        let first_made = meanings.len();
        for exit in 0..n as u8 {
            meanings.extend((0..n_steps as u8).map(|step| Meaning::Made { exit, step }));
        }
        let first_borrows = meanings.len();
        meanings.extend((0..n_steps as u8).map(Meaning::Borrows));
        let first_played = meanings.len();
        for exit in 0..n as u8 {
            meanings.extend((0..n_bits as u8).map(|bit| Meaning::Played { exit, bit }));
        }
        let first_out = meanings.len();
        for exit in 0..n as u8 {
            meanings.extend((0..n_bits as u8).map(|bit| Meaning::Out { exit, bit }));
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

    /// The centre has made the step at the exit.
    #[inline]
    pub(super) fn made(&self, exit: usize, step: usize) -> Lit {
        Var((self.first_made + exit * self.n_steps + step) as u32).pos()
    }

    #[inline]
    pub(super) fn borrows(&self, step: usize) -> Lit {
        Var((self.first_borrows + step) as u32).pos()
    }

    #[inline]
    pub(super) fn played(&self, exit: usize, bit: usize) -> Lit {
        Var((self.first_played + exit * self.n_bits() + bit) as u32).pos()
    }

    #[inline]
    pub(super) fn out(&self, exit: usize, bit: usize) -> Lit {
        Var((self.first_out + exit * self.n_bits() + bit) as u32).pos()
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
