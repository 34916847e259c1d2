//! The rule of waiting: a card that leaves the waste before it is needed must not be able to wait.
//!
//! # Theorem 3
//! One pass; b is a card of the stock, a any card of stock or waste turned before it. Say that *a makes room for b* if a leaves
//! while b is the next card of the stock (so the cards turned between the two have left), and no card leaves between a and the
//! turning of b. Say that a is *needed* in a set O of cards that are out, a among them, if C(O) is more than C(O without a).
//!
//! **A position that can be won has an F and an order as in Theorem 2 in which each card that makes room for b is needed in one of
//! the sets from its own exit up to and with the exit of b.**
//!
//! *Proof.* Take an F (and a case, if the position is out of order), and of the orders that Theorem 2 allows for it, cards being turned only
//! when an exit needs it, one whose cards leave as late as possible: the sum, over all cards, of the number of cards turned when they leave, is greatest. Suppose that a makes room for b and is not needed in any of those
//! sets. Let a leave right after b instead. The stack allows it: a was the waste's top when it left, so b, when turned, comes to lie on
//! a instead of on what lay below a; and when b leaves, all above b has left. Let O be one of those sets. Without
//! a it has W(O without a) = W(O) − 1 ≤ cells, as C stays the same. After that both have left and the sets are as before. So the new
//! order is allowed too, and a leaves later in it: a contradiction. ∎
//!
//! # As clauses
//! Let y be the highest card below a in turning order that has not left before a is turned: it lies directly under a. Then a makes
//! room for b iff B\[a,b\], not B\[a,b−1\] (nothing is said if a is b − 1), and not B\[y,b\] (nothing if there is no y). C
//! only grows, and a is needed in a set if it makes a role of its type there. So a clause says for each such y that
//! at the exit of b is played
//!
//! - if the type of a has one role to come, that role;
//! - if its other copy lies in a cell, the second use, as the other copy makes the first;
//! - else the first use; and the second, if the other copy has left before a, or lies in a column and F gives it the first.
//!
//! In the cases left the first use is weaker than need be: P of the first use is true whenever a makes either.
//! There is a clause for each y, with B\[x,a\] for the x between y and a. Those with more than [`MAX_BETWEEN`] such x are left
//! out. The rule only cuts: a search that heeds it not at all, or not always, decides the same. It is looked at when all else
//! is propagated.
//!
//! Conflicts of the 29 deals of seeds 0–6000 of Royal Cotillion `start=empty` that take more than 3,000: 245,575 without the rule,
//! 140,671 with it. The same without limit on x between: 158,909.

use super::formula::Formula;
use super::problem::Problem;
use super::roles::{Place, RoleId, Roles};
use super::stack::{FALSE, Stack, TRUE, below, highest, lowest};
use crate::cdcl::{Lit, Reason, Trail, Var};

/// Most cards between the one below and the one that makes room.
const MAX_BETWEEN: usize = 3;

/// What must be played if a card has made room, and when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Need {
    role: RoleId,
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
        for (a, card) in problem.turned_order().enumerate() {
            let card = card.index();
            let other = roles.copies[card].iter().find(|&&p| p != Place::Turned(a));
            let always = |role| Need {
                role,
                only_if: None,
            };
            let needs = match (&roles.uses[card][..], other) {
                (&[only], None) => vec![always(only)],
                (&[_, second], Some(Place::Cell)) => vec![always(second)],
                (&[first, second], Some(&place)) => {
                    let only_if = match place {
                        Place::Turned(other) => formula.order.before(other, a),
                        _ => {
                            let choice = formula.choice_of[card].expect("a card with a choice");
                            Var(choice as u32).pos()
                        }
                    };
                    let second = Need {
                        role: second,
                        only_if: Some(only_if),
                    };
                    vec![always(first), second]
                }
                _ => Vec::new(),
            };
            for need in &needs {
                waiting.of_role[need.role] |= 1 << a;
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
        let mut open = None;
        for lit in self.makes_no_room(a, b, y) {
            if trail.is_true(lit) || (open.is_some() && trail.is_open(lit)) {
                return true;
            }
            if trail.is_open(lit) {
                open = Some(lit);
            }
        }
        for (number, need) in waiting.needs[a].iter().enumerate() {
            let played = self.local_var(need.role, b).pos();
            if trail.is_true(played) || need.only_if.is_some_and(|lit| !trail.is_true(lit)) {
                continue;
            }
            let implied = match open {
                None => played,
                Some(open) if trail.is_false(played) => open,
                Some(_) => continue,
            };
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
        (self.n_templates() * self.n_exits) as u32
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
        let clause = self.waiting_clause(a, b, y, self.waiting.needs[a][need]);
        out.extend(clause.into_iter().filter(|&l| l != lit).map(|l| !l));
    }

    fn waiting_clause(&self, a: usize, b: usize, y: Option<usize>, need: Need) -> Vec<Lit> {
        let mut clause: Vec<Lit> = self.makes_no_room(a, b, y).collect();
        clause.extend((y.map_or(0, |y| y + 1)..a).map(|x| !self.order.b(x, a)));
        clause.extend(need.only_if.map(|lit| !lit));
        clause.push(self.local_var(need.role, b).pos());
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
                    for &need in &self.waiting.needs[a] {
                        emit(&self.waiting_clause(a, b, first_between.checked_sub(1), need));
                    }
                }
            }
        }
    }
}
