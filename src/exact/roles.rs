//! Theorem 1 at work: which card makes which play.
//!
//! A *role* is one place of one foundation. The theorem fixes, for each card type with two roles to
//! come, which is the first use and which the second; where piles are out of order, once it is said where they meet.

use super::Error;
use super::problem::Problem;
use crate::cards::{Card, N_CARDS, Suit};

/// Number of a role in [`Roles::roles`].
pub(super) type RoleId = usize;

/// One place of one foundation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Role {
    pub(super) card: Card,
    /// 1 or 2.
    pub(super) pile: u8,
    /// The role before it on its pile, unless that has been played.
    pub(super) after: Option<RoleId>,
}

/// Where a copy of a card lies. Cards of the turning order are numbered by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// Column, row.
    Column(usize, usize),
    Cell,
    Turned(usize),
}

/// The roles to come and the cards for them.
pub(super) struct Roles {
    pub(super) roles: Vec<Role>,
    /// By card: its roles to come, the first use first.
    pub(super) uses: Vec<Vec<RoleId>>,
    /// By card: its copies off the foundations, those in columns first.
    pub(super) copies: Vec<Vec<Place>>,
}

/// A suit's arcs.
struct Arcs {
    n_ranks: usize,
    /// Types of the first arc, in which the first pile leads.
    first: usize,
    /// Heights, the leader's first; and the piles' names.
    heights: [usize; 2],
    piles: [u8; 2],
}

impl Arcs {
    fn new(problem: &Problem, heights: [u8; 2]) -> Arcs {
        let n_ranks = usize::from(problem.n_ranks);
        let [order_1, order_2] = &problem.orders;
        // The first pile leads from its base up to the second's; with equal bases, throughout.
        let first = match order_1.iter().position(|&r| r == order_2[0]) {
            Some(0) | None => n_ranks,
            Some(arc) => arc,
        };
        let mut arcs = Arcs {
            n_ranks,
            first,
            heights: heights.map(usize::from),
            piles: [1, 2],
        };
        if first == n_ranks && arcs.heights[0] < arcs.heights[1] {
            arcs.heights.swap(0, 1);
            arcs.piles.swap(0, 1);
        }
        arcs
    }

    /// If a follower is ahead in its leader's arc: the leader, and the arc's places that both have to come.
    fn open(&self) -> Option<(usize, std::ops::Range<usize>)> {
        let lengths = [self.first, self.n_ranks - self.first];
        (0..2).find_map(|leader| {
            let front = self.heights[1 - leader].saturating_sub(lengths[1 - leader]);
            (front > self.heights[leader].min(lengths[leader]))
                .then_some((leader, front..lengths[leader]))
        })
    }
}

/// By suit: the number of cases that the theorem leaves, 1 for a suit in order.
pub(super) fn n_cases(problem: &Problem) -> Vec<usize> {
    let heights = problem.heights.iter();
    let open = heights.map(|&h| Arcs::new(problem, h).open());
    open.map(|open| open.map_or(1, |(_, places)| places.len() + 1))
        .collect()
}

impl Roles {
    /// The roles of this case, a number below [`n_cases`] for each suit: so many types of the open arc are
    /// played by the follower first.
    pub(super) fn new(problem: &Problem, case: &[usize]) -> Result<Roles, Error> {
        let mut roles = Roles {
            roles: Vec::new(),
            uses: vec![Vec::new(); N_CARDS],
            copies: vec![Vec::new(); N_CARDS],
        };
        for (suit, &heights) in problem.heights.iter().enumerate() {
            let arcs = Arcs::new(problem, heights);
            let (n_ranks, arc) = (arcs.n_ranks, arcs.first);
            let mut add =
                |pile: usize, places: std::ops::Range<usize>, after: &mut Option<usize>| {
                    for place in places {
                        let rank = problem.orders[pile][place];
                        let card = Card::new(rank, Suit::ALL[suit]);
                        let id = roles.roles.len();
                        roles.roles.push(Role {
                            card,
                            pile: arcs.piles[pile],
                            after: *after,
                        });
                        roles.uses[card.index()].push(id);
                        *after = Some(id);
                    }
                };
            // First uses of both piles, then second uses: `uses` comes out in that order.
            let (mut after_1, mut after_2) = (None, None);
            let ([h1, h2], arc_2) = (arcs.heights, n_ranks - arc);
            add(0, h1.min(arc)..arc, &mut after_1);
            add(1, h2.min(arc_2)..arc_2, &mut after_2);
            add(0, h1.max(arc)..n_ranks, &mut after_1);
            add(1, h2.max(arc_2)..n_ranks, &mut after_2);
            if let Some((leader, places)) = arcs.open() {
                for &rank in &problem.orders[leader][places][..case[suit]] {
                    roles.uses[Card::new(rank, Suit::ALL[suit]).index()].reverse();
                }
            }
        }
        for (c, column) in problem.columns.iter().enumerate() {
            for (row, card) in column.iter().enumerate() {
                roles.copies[card.index()].push(Place::Column(c, row));
            }
        }
        for card in problem.cells.iter().flatten() {
            roles.copies[card.index()].push(Place::Cell);
        }
        for (i, card) in problem.turned_order().enumerate() {
            roles.copies[card.index()].push(Place::Turned(i));
        }
        for index in 0..N_CARDS {
            if roles.uses[index].len() != roles.copies[index].len() {
                return Err(Error::WrongCards(Card::from_index(index)));
            }
        }
        Ok(roles)
    }

    /// Whether the role is the second of two to come.
    pub(super) fn is_second(&self, role: RoleId) -> bool {
        self.uses[self.roles[role].card.index()].get(1) == Some(&role)
    }
}
