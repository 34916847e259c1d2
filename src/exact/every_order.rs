//! Tests of the formula on every order of exits of small positions.
//!
//! C, W and the waste's stack are worked out here anew, from the words of [Theorem 2](super). In each order that the theorem
//! allows, facts and templates must hold at all exits and turnings, and as many slots be taken as W says. If an order breaks a
//! clause of the [rule of waiting](super::waiting), the card in question must be free to leave right after the other
//! one, as the proof of Theorem 3 says: a clause that says too much would show.

use super::formula::{Cuts, Formula};
use super::problem::Problem;
use super::roles::{self, Place, RoleId, Roles};
use super::variables::{Local, Meaning};
use crate::cards::{Rank, Suit};
use crate::cdcl::{Config, Engine, Lit};
use crate::deal::notation::{From, To};
use crate::deal::{CotillionSetup, Deal, Move, Setup};
use std::collections::HashMap;

/// Cards in stock and waste, and choices of columns, of positions that are looked at.
const MAX_EXITS: usize = 10;
const MAX_CHOICES: usize = 4;
/// Orders looked at for each position and choice.
const MAX_ORDERS: usize = 60;

/// A position with its columns' choices made.
struct World<'a> {
    problem: &'a Problem,
    roles: &'a Roles,
    formula: &'a Formula,
    /// By choice variable.
    choices: Vec<bool>,
    /// By set of cards out: the roles of C, and how many are made by cards not from columns.
    closures: HashMap<u128, (u128, usize)>,
}

impl World<'_> {
    /// The column card that makes this use of its type, if one does.
    fn column_card(&self, card: usize, number: usize) -> Option<(usize, usize)> {
        let in_columns = self.roles.copies[card].iter().filter_map(|p| match *p {
            Place::Column(c, row) => Some((c, row)),
            _ => None,
        });
        let in_columns: Vec<(usize, usize)> = in_columns.collect();
        let of_choice = self.formula.choice_of[card].map(|choice| self.choices[choice]);
        match of_choice {
            // The copy listed first makes the first use, or the second.
            Some(first) => in_columns.get(if first { number } else { 1 - number }),
            None => in_columns.first(),
        }
        .copied()
    }

    /// The role of a column card.
    fn role_of(&self, column: usize, row: usize) -> RoleId {
        let card = self.problem.columns[column][row].index();
        let uses = 0..self.roles.uses[card].len();
        let mut uses = uses.filter(|&k| self.column_card(card, k) == Some((column, row)));
        self.roles.uses[card][uses.next().expect("a role")]
    }

    fn closure(&mut self, out: u128) -> (u128, usize) {
        if let Some(&known) = self.closures.get(&out) {
            return known;
        }
        let roles = self.roles;
        let mut left: Vec<usize> = self.problem.columns.iter().map(Vec::len).collect();
        let (mut played, mut n_from_hand) = (0u128, 0);
        let is_in_hand = |place: &Place| match *place {
            Place::Column(..) => false,
            Place::Cell => true,
            Place::Turned(i) => out >> i & 1 != 0,
        };
        let copies = roles.copies.iter();
        let mut in_hand: Vec<usize> = copies
            .map(|c| c.iter().filter(|p| is_in_hand(p)).count())
            .collect();
        loop {
            let before = played;
            for (card, uses) in roles.uses.iter().enumerate() {
                for (number, &role) in uses.iter().enumerate() {
                    let after = roles.roles[role].after.into_iter();
                    let mut needed = after.chain(uses[..number].iter().copied());
                    if played >> role & 1 != 0 || needed.any(|r| played >> r & 1 == 0) {
                        continue;
                    }
                    match self.column_card(card, number) {
                        Some((column, row)) if left[column] == row + 1 => left[column] = row,
                        None if in_hand[card] > 0 => {
                            in_hand[card] -= 1;
                            n_from_hand += 1;
                        }
                        _ => continue,
                    }
                    played |= 1 << role;
                }
            }
            if played == before {
                self.closures.insert(out, (played, n_from_hand));
                return (played, n_from_hand);
            }
        }
    }

    /// The cells needed to have these cards out.
    fn w(&mut self, out: u128) -> usize {
        let n_cells = self.problem.cells.iter().flatten().count();
        n_cells + out.count_ones() as usize - self.closure(out).1
    }

    fn has_room(&mut self, out: u128) -> bool {
        self.w(out) <= self.problem.cells.len()
    }

    /// Adds the orders that go on so, cards being turned only when an exit needs it.
    fn add_orders(&mut self, so_far: &[usize], waste: &[usize], all: &mut Vec<Vec<usize>>) {
        let n = self.formula.n_exits;
        if so_far.len() == n {
            all.push(so_far.to_vec());
        }
        let mut waste = waste.to_vec();
        let mut turned = so_far
            .iter()
            .chain(&waste)
            .max()
            .map_or(0, |&card| card + 1);
        turned = turned.max(self.problem.waste.len());
        while all.len() < MAX_ORDERS && so_far.len() < n {
            if let Some((&top, rest)) = waste.split_last() {
                let next = [so_far, &[top]].concat();
                if self.has_room(set(&next)) {
                    self.add_orders(&next, rest, all);
                }
            }
            if turned == n {
                return;
            }
            waste.push(turned);
            turned += 1;
        }
    }

    /// Whether Theorem 2 allows the order.
    fn allows(&mut self, order: &[usize]) -> bool {
        let mut waste: Vec<usize> = (0..self.problem.waste.len()).collect();
        let mut turned = waste.len();
        for (place, card) in order.iter().enumerate() {
            while waste.last() != Some(card) && turned < order.len() {
                waste.push(turned);
                turned += 1;
            }
            if waste.pop() != Some(*card) || !self.has_room(set(&order[..=place])) {
                return false;
            }
        }
        true
    }
}

fn set(cards: &[usize]) -> u128 {
    cards.iter().fold(0, |set, &card| set | 1 << card)
}

/// Orders looked at, and clauses of the rule of waiting that they break.
#[derive(Default, Debug)]
struct Seen {
    n_orders: usize,
    n_broken: usize,
}

fn look_at(problem: &Problem, seen: &mut Seen) {
    let n_cases = roles::n_cases(problem);
    let case: Vec<usize> = n_cases.iter().map(|n| n - 1).collect();
    let roles = Roles::new(problem, &case).expect("a position");
    let mut engine = Engine::new(Config::default());
    let formula = Formula::build(problem, &roles, Cuts::ALL, &mut engine);
    if formula.choices.len() > MAX_CHOICES {
        return;
    }
    for bits in 0..1u32 << formula.choices.len() {
        let mut world = World {
            problem,
            roles: &roles,
            formula: &formula,
            choices: (0..formula.choices.len())
                .map(|k| bits >> k & 1 != 0)
                .collect(),
            closures: HashMap::new(),
        };
        let all = (1u128 << formula.n_exits) - 1;
        if world.closure(all).0.count_ones() as usize != roles.roles.len() {
            continue;
        }
        let mut orders = Vec::new();
        let waste: Vec<usize> = (0..problem.waste.len()).collect();
        world.add_orders(&[], &waste, &mut orders);
        for order in orders {
            seen.n_orders += 1;
            look_at_order(&mut world, &order, seen);
        }
    }
}

fn look_at_order(world: &mut World<'_>, order: &[usize], seen: &mut Seen) {
    let (problem, formula) = (world.problem, world.formula);
    let place = |card: usize| order.iter().position(|&x| x == card).expect("an exit");
    let out_at = |moment: usize| match formula.turned_at(moment) {
        None => set(&order[..=place(moment)]),
        // A card is turned for the first exit that is not of an earlier one.
        Some(card) => {
            let before = order.iter().take_while(|&&x| x < card);
            before.fold(0, |set, &x| set | 1 << x)
        }
    };
    let out: Vec<u128> = (0..formula.n_moments()).map(out_at).collect();
    let played: Vec<u128> = out.iter().map(|&out| world.closure(out).0).collect();
    let value = |lit: Lit| {
        let holds = match formula.meaning(lit.var()) {
            Meaning::F(choice) => world.choices.get(choice).is_none_or(|&first| first),
            Meaning::B(i, j) => place(i) < place(j),
            Meaning::P(_) => unreachable!("one pass"),
            Meaning::Local { moment, number } => match formula.locals[number] {
                Local::Played(role) => played[moment] >> role & 1 != 0,
                Local::Uncovered(c, row) => played[moment] >> world.role_of(c, row) & 1 != 0,
                Local::Stuck(..) => return None,
            },
        };
        Some(holds == lit.is_pos())
    };
    let is_met = |clause: &[Lit]| clause.iter().any(|&lit| value(lit) == Some(true));
    let facts = formula.facts(problem);
    assert!(facts.iter().all(|f| is_met(f)), "{problem:?} {order:?}");
    let mut n_taken = Vec::new();
    for moment in 0..formula.n_moments() {
        // Slots that the templates say are taken.
        let mut taken = Vec::new();
        formula.each_clause_at(moment, |clause| {
            if !is_met(clause) {
                let slot = clause.iter().find(|&&lit| value(lit).is_none());
                let slot = slot.unwrap_or_else(|| panic!("moment {moment}: {problem:?} {order:?}"));
                taken.push(*slot);
            }
        });
        let slots = formula.slots_at(moment).into_iter();
        n_taken.push(
            slots
                .filter(|slot| value(*slot).unwrap_or(taken.contains(slot)))
                .count(),
        );
    }
    let mut broken = Vec::new();
    formula.each_waiting_clause(|clause| {
        if !is_met(clause) {
            let Meaning::B(a, b) = formula.meaning(clause[0].var()) else {
                panic!("the clause begins with B[a,b]");
            };
            broken.push((a, b));
        }
    });
    for (moment, n_taken) in n_taken.into_iter().enumerate() {
        assert_eq!(n_taken, world.w(out[moment]), "{problem:?} {order:?}");
        assert!(world.has_room(out[moment]), "{problem:?} {order:?}");
    }
    for (a, b) in broken {
        seen.n_broken += 1;
        let mut later: Vec<usize> = order.iter().copied().filter(|&x| x != a).collect();
        let after_b = later.iter().position(|&x| x == b).expect("an exit") + 1;
        later.insert(after_b, a);
        assert!(world.allows(&later), "{a} {b} {problem:?} {order:?}");
    }
}

/// Moves that may be legal.
fn moves(problem: &Problem) -> Vec<Move> {
    let columns = (1..=problem.columns.len() as u8).map(From::Column);
    let cells = (1..=problem.cells.len() as u8).map(From::Cell);
    let mut moves = vec![Move::Turn];
    for from in columns.chain(cells).chain([From::Waste]) {
        for &suit in &Suit::ALL[..usize::from(problem.n_suits)] {
            moves.extend([1, 2].map(|pile| Move::Play(from, To::Pile(suit, pile))));
        }
    }
    moves
}

/// Numbers below the one given, the same on every run: Xorshift (Marsaglia 2003).
pub(super) fn chances() -> impl FnMut(usize) -> usize {
    let mut word = 88_172_645_463_325_252u64;
    move |n| {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
        (word >> 11) as usize % n
    }
}

#[test]
fn every_allowed_order_meets_the_formula_or_may_wait() {
    let mut below = chances();
    let mut seen = Seen::default();
    let mut n_positions = 0;
    while n_positions < 2_000 {
        let n_ranks = 3 + 2 * below(4);
        let mut base = || Rank::new(1 + below(n_ranks) as u8);
        let bases = (base(), base());
        let setup = CotillionSetup {
            n_suits: 1 + below(2) as u8,
            n_ranks: n_ranks as u8,
            n_columns: below(4) as u8,
            n_rows: below(4) as u8,
            n_cells: 1 + below(5) as u8,
            bases,
            preplaced: below(3) == 0,
            n_passes: 1,
        };
        let wings = usize::from(setup.n_columns * setup.n_rows + setup.n_cells);
        if setup.n_dealt() < wings || setup.preplaced && bases.0 == bases.1 {
            continue;
        }
        let deal = Deal::from_seed(&Setup::Cotillion(setup), below(1 << 30) as u64);
        let mut problem = Problem::from_deal(&setup, &deal.cards);
        let mut n_tries = 40 * below(20);
        while n_tries > 0 {
            let moves = moves(&problem);
            problem.play(moves[below(moves.len())]);
            n_tries -= 1;
        }
        if (2..=MAX_EXITS).contains(&problem.turned_order().count()) {
            n_positions += 1;
            look_at(&problem, &mut seen);
        }
    }
    assert!(seen.n_orders > 20_000 && seen.n_broken > 30_000, "{seen:?}");
}
