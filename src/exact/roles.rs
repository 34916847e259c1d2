//! Theorem 1 at work: which card makes which play.
//!
//! A *role* is one place of one foundation. The theorem fixes, for each card type with two roles to
//! come, which is the first use and which the second.

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

impl Roles {
    pub(super) fn new(problem: &Problem) -> Result<Roles, Error> {
        let mut roles = Roles {
            roles: Vec::new(),
            uses: vec![Vec::new(); N_CARDS],
            copies: vec![Vec::new(); N_CARDS],
        };
        let n_ranks = usize::from(problem.n_ranks);
        let [order_1, order_2] = &problem.orders;
        // The first pile leads from its base up to the second's; with equal bases, throughout.
        let arc = match order_1.iter().position(|&r| r == order_2[0]) {
            Some(0) | None => n_ranks,
            Some(arc) => arc,
        };
        for (suit, heights) in problem.heights.iter().enumerate() {
            let mut heights = heights.map(usize::from);
            let mut piles = [1, 2];
            if arc == n_ranks && heights[0] < heights[1] {
                heights.swap(0, 1);
                piles.swap(0, 1);
            }
            let done = |height: usize, from: usize| height.saturating_sub(from);
            let behind_1 = heights[0].min(arc) < done(heights[1], n_ranks - arc);
            let behind_2 = heights[1].min(n_ranks - arc) < done(heights[0], arc);
            if behind_1 || (arc < n_ranks && behind_2) {
                return Err(Error::OutOfOrder(Suit::ALL[suit]));
            }
            let mut add =
                |pile: usize, places: std::ops::Range<usize>, after: &mut Option<usize>| {
                    for place in places {
                        let rank = problem.orders[pile][place];
                        let card = Card::new(rank, Suit::ALL[suit]);
                        let id = roles.roles.len();
                        roles.roles.push(Role {
                            card,
                            pile: piles[pile],
                            after: *after,
                        });
                        roles.uses[card.index()].push(id);
                        *after = Some(id);
                    }
                };
            // First uses of both piles, then second uses: `uses` comes out in that order.
            let (mut after_1, mut after_2) = (None, None);
            let (h1, h2, arc_2) = (heights[0], heights[1], n_ranks - arc);
            add(0, h1.min(arc)..arc, &mut after_1);
            add(1, h2.min(arc_2)..arc_2, &mut after_2);
            add(0, h1.max(arc)..n_ranks, &mut after_1);
            add(1, h2.max(arc_2)..n_ranks, &mut after_2);
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
