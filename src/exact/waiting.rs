//! The rule of waiting: a card that leaves the waste before it gains anything must not be able to wait.
//!
//! # Theorem 3
//! One pass; b is a card of the stock, a any card of stock or waste turned before it. Say that *a makes room for b* if a leaves
//! while b is the next card of the stock (so the cards turned between the two have left), and no card leaves between a and the
//! turning of b. Let c(O) be the number of roles of C(O) made by cards not from columns, and say that a *gains* in a set O of
//! cards that are out, a among them, if c(O) ≥ c(O without a) + 2: it does not only make a role, but lets others be made.
//!
//! **A position that can be won has an F and an order as in Theorem 2 in which each card that makes room for b gains in
//! one of the sets from its own exit up to and with the exit of b.**
//!
//! *Proof.* Take an F (and a case, if the position is out of order), and of the orders that Theorem 2 allows for it, cards being turned only
//! when an exit needs it, one whose cards leave as late as possible: the sum, over all cards, of the number of cards turned when they leave, is greatest. Suppose that a makes room for b and gains in none of those
//! sets. Let a leave right after b instead. The stack allows it: a was the waste's top when it left, so b, when turned, comes to lie on
//! a instead of on what lay below a; and when b leaves, all above b has left, cards turned after b, for which nothing changes. Let O be one of those sets. Without
//! a it has W(O without a) = W(O) − 1 + c(O) − c(O without a) ≤ W(O) ≤ cells. After that both have left and the sets are as before. So the new
//! order is allowed too, and a leaves later in it: a contradiction. ∎
//!
//! # As clauses
//! Let y be the highest card below a in turning order that has not left before a is turned: it lies directly under a. Then a makes
//! room for b iff B\[a,b\], not B\[a,b−1\] (nothing is said if a is b − 1), and not B\[y,b\] (nothing if there is no y).
//!
//! If a gains in O, two roles at least are in C(O) but not in C(O without a). The first to be added of them is one of the type of a,
//! as nothing else has changed; what needs that role and nothing else does is the role *next* to it on its pile and,
//! if it is a first use, the second. One of these is in C(O), and so in C of the larger set at the exit of b. So
//! a clause says for each such y that at the exit of b is played
//!
//! - if the type of a has one role to come: the next to that one;
//! - if its other copy lies in a cell: the next to the second use, as the other copy makes the first;
//! - if its other copy has left before a, or lies in a column and F gives it the first use: the same;
//! - in any case with the other copy in a column: the next to the first use, or the second;
//! - in any case with the other copy in the turning order: the next to the first use, or to the second (the other copy may leave between
//!   a and the exit of b: where it is in O the second use waited for a, where it is not the first did, and the second is not in C(O)).
//!
//! Where there is no next role there is none to be played, and a clause has no such literal.
//! There is a clause for each y, with B\[x,a\] for the x between y and a. Those with more than [`MAX_BETWEEN`] such x are left
//! out. (`every_order` tests the clauses on all orders of small positions.) The rule only cuts: a search that heeds it not at all, or not always, decides the same. It is looked at when all else
//! is propagated.
//!
//! Conflicts of the 29 deals of seeds 0–6000 of Royal Cotillion `start=empty` that once took more than 3,000: 104,380 without the rule,
//! 69,955 where a card need only make its own role, 60,295 with it; and without [looking at turnings](super#looking-at-turnings)
//! 181,925, 141,540 and 134,746. The rule without limit on x between, then in its weaker form: 158,909 instead of 140,671.

use super::formula::Formula;
use super::problem::Problem;
use super::roles::{Place, RoleId, Roles};
use super::stack::{FALSE, Stack, TRUE, below, highest, lowest};
use crate::cdcl::{Lit, Reason, Trail, Var};

/// Most cards between the one below and the one that makes room.
const MAX_BETWEEN: usize = 3;

/// What must be played if a card has made room, and when.
#[derive(Clone, Debug)]
pub(super) struct Need {
    /// One of these.
    roles: Vec<RoleId>,
    /// Only if this is true.
    only_if: Option<Lit>,
}

/// Which cards the rule is to be looked at for.
#[derive(Default)]
pub(super) struct Waiting {
    /// Whether the rule is heeded.
    is_on: bool,
    /// Cards that lie on the waste already.
    n_on_waste: usize,
    /// By card of the turning order.
    needs: Vec<Vec<Need>>,
    /// By role: the cards that need it.
    of_role: Vec<u128>,
    /// Cards to look at.
    pending: u128,
}

impl Waiting {
    pub(super) fn new(problem: &Problem, roles: &Roles, formula: &Formula) -> Waiting {
        let mut waiting = Waiting {
            is_on: problem.n_passes == 1,
            n_on_waste: problem.waste.len(),
            needs: Vec::new(),
            of_role: vec![0; roles.roles.len()],
            pending: 0,
        };
        let mut next_to: Vec<Option<RoleId>> = vec![None; roles.roles.len()];
        for (next, role) in roles.roles.iter().enumerate() {
            if let Some(before) = role.after {
                next_to[before] = Some(next);
            }
        }
        let next = |role: RoleId| next_to[role];
        for (a, card) in problem.turned_order().enumerate() {
            let card = card.index();
            let other = roles.copies[card].iter().find(|&&p| p != Place::Turned(a));
            let need = |roles: [Option<RoleId>; 2], only_if| Need {
                roles: roles.into_iter().flatten().collect(),
                only_if,
            };
            let needs = match (&roles.uses[card][..], other) {
                (&[only], None) => vec![need([next(only), None], None)],
                (&[_, second], Some(Place::Cell)) => vec![need([next(second), None], None)],
                (&[first, second], Some(&place)) => {
                    let (makes_second, of_second) = match place {
                        Place::Turned(other) => (formula.order.before(other, a), next(second)),
                        _ => {
                            let choice = formula.choice_of[card].expect("a card with a choice");
                            (Var(choice as u32).pos(), Some(second))
                        }
                    };
                    vec![
                        need([next(first), of_second], None),
                        need([next(second), None], Some(makes_second)),
                    ]
                }
                _ => Vec::new(),
            };
            for &role in needs.iter().flat_map(|need| &need.roles) {
                waiting.of_role[role] |= 1 << a;
            }
            waiting.needs.push(needs);
        }
        waiting
    }

    /// Forgets what was to be looked at: literals are taken back.
    #[inline]
    pub(super) fn clear_pending(&mut self) {
        self.pending = 0;
    }

    /// Role `number` turns out not to be played at the exit.
    #[inline]
    pub(super) fn unplayed(&mut self, number: usize, exit: usize) {
        if self.is_on && number < self.of_role.len() {
            self.pending |= self.of_role[number] & below(exit);
        }
    }

    /// `B[i,j]` has become known.
    #[inline]
    pub(super) fn ordered(&mut self, i: usize, j: usize, value: bool, stack: &Stack) {
        if !self.is_on {
            return;
        }
        self.pending |= 1 << i;
        if value {
            self.pending |= 1 << j;
            return;
        }
        // Card i may lie directly under a: under i + 1, or under the first card turned after that one has left, …
        let mut a = i + 1;
        while a < j {
            self.pending |= 1 << a;
            match lowest(stack.row[TRUE][a]) {
                Some(next) => a = next,
                None => break,
            }
        }
    }

    /// The cards to look at; none if the rule is not heeded.
    #[inline]
    pub(super) fn take_pending(&mut self) -> u128 {
        std::mem::take(&mut self.pending)
    }
}

impl Formula {
    /// Looks at the clauses of card a that may have become unit.
    pub(super) fn may_wait(&self, a: usize, trail: &mut Trail) -> bool {
        let stack = &self.stack;
        // Before card b_out it has left for sure, before b_in it has not.
        let b_in = highest(stack.row[FALSE][a]).unwrap_or(a);
        let b_out = lowest(stack.row[TRUE][a]);
        let y = self.under(a, |lit| trail.is_true(lit));
        if y.map_or(a, |y| a - y - 1) > MAX_BETWEEN {
            return true;
        }
        b_out.is_none_or(|b| self.may_wait_for(a, b, y, trail))
            && (b_out == Some(b_in + 1)
                || b_in + 1 == self.n_exits
                || self.may_wait_for(a, b_in + 1, y, trail))
    }

    /// The highest card below a of which it is not known that it leaves before a is turned.
    fn under(&self, a: usize, is_known: impl Fn(Lit) -> bool) -> Option<usize> {
        (0..a).rev().find(|&y| !is_known(self.order.b(y, a)))
    }

    fn may_wait_for(&self, a: usize, b: usize, y: Option<usize>, trail: &mut Trail) -> bool {
        let waiting = &self.waiting;
        if b < waiting.n_on_waste {
            return true;
        }
        // What the clause says of B, if any of it is open the last.
        let mut open_b = None;
        for lit in self.makes_no_room(a, b, y) {
            if trail.is_true(lit) || (open_b.is_some() && trail.is_open(lit)) {
                return true;
            }
            if trail.is_open(lit) {
                open_b = Some(lit);
            }
        }
        for (number, need) in waiting.needs[a].iter().enumerate() {
            if need.only_if.is_some_and(|lit| !trail.is_true(lit)) {
                continue;
            }
            let played = need.roles.iter().map(|&role| self.local_var(role, b).pos());
            let mut n_open = usize::from(open_b.is_some());
            let mut implied = open_b;
            let mut is_met = false;
            for lit in played {
                is_met |= trail.is_true(lit);
                n_open += usize::from(trail.is_open(lit));
                if trail.is_open(lit) || implied.is_none() {
                    implied = Some(lit);
                }
            }
            if is_met || n_open > 1 {
                continue;
            }
            // Without an open literal it is a conflict, whichever is named.
            let implied = implied.unwrap_or(!self.order.b(a, b));
            let tag = self.waiting_tags() + ((a * self.n_exits + b) * 2 + number) as u32;
            if !trail.imply(implied, Reason::Theory(tag)) {
                return false;
            }
        }
        true
    }

    /// The literals about a, b and y of which one is true if a does not make room for b.
    fn makes_no_room(&self, a: usize, b: usize, y: Option<usize>) -> impl Iterator<Item = Lit> {
        let earlier = (b > a + 1).then(|| self.order.b(a, b - 1));
        let under = y.map(|y| self.order.b(y, b));
        [Some(!self.order.b(a, b)), earlier, under]
            .into_iter()
            .flatten()
    }

    /// Reasons from this number on are of this rule.
    pub(super) fn waiting_tags(&self) -> u32 {
        (self.n_templates() * self.n_moments()) as u32
    }

    pub(super) fn explain_waiting(
        &self,
        lit: Lit,
        number: usize,
        trail: &Trail,
        out: &mut Vec<Lit>,
    ) {
        let (pair, need) = (number / 2, number % 2);
        let (a, b) = (pair / self.n_exits, pair % self.n_exits);
        let place = match trail.is_true(lit) {
            true => trail.pos_of(lit.var()),
            false => u32::MAX,
        };
        let y = self.under(a, |l| trail.is_true(l) && trail.pos_of(l.var()) < place);
        let clause = self.waiting_clause(a, b, y, &self.waiting.needs[a][need]);
        out.extend(clause.into_iter().filter(|&l| l != lit).map(|l| !l));
    }

    fn waiting_clause(&self, a: usize, b: usize, y: Option<usize>, need: &Need) -> Vec<Lit> {
        let mut clause: Vec<Lit> = self.makes_no_room(a, b, y).collect();
        clause.extend((y.map_or(0, |y| y + 1)..a).map(|x| !self.order.b(x, a)));
        clause.extend(need.only_if.map(|lit| !lit));
        let played = need.roles.iter().map(|&role| self.local_var(role, b).pos());
        clause.extend(played);
        clause
    }

    /// All clauses of the rule, for proofs.
    pub(super) fn each_waiting_clause(&self, mut emit: impl FnMut(&[Lit])) {
        if !self.waiting.is_on {
            return;
        }
        for b in self.waiting.n_on_waste..self.n_exits {
            for a in 0..b {
                for first_between in a.saturating_sub(MAX_BETWEEN)..=a {
                    for need in &self.waiting.needs[a] {
                        emit(&self.waiting_clause(a, b, first_between.checked_sub(1), need));
                    }
                }
            }
        }
    }
}
