//! The formula of a position: variables, clauses that are the same at every moment, counters.
//!
//! *Moments* are the exits, just after which it is looked at what is out, and the [turnings](super#looking-at-turnings),
//! just before which it is. Variables: `F` (one a card type with a copy in a column and two uses to come), the leaving order
//! `B` (and `p` with a redeal), and for each moment i a block of *local* ones: `P[r,i]`, role r is played by
//! then; `U[c,i]`, column card c is; `S[x,i]`, the slot that x needs in the wing is taken.
//!
//! All clauses but those of the leaving order are *templates*: two to four literals that are local, or
//! global (an F), or say that a card of the turning order is out at moment i. They are never written out
//! for the search: the propagator evaluates them at the moment in question.

use super::problem::Problem;
use super::roles::{Place, Roles};
use super::stack::{Order, Stack, bits};
use super::templates::{GLOBAL, LOCAL, Lists, Pattern, Rest};
use super::variables::{Local, Meaning, Packed};
use super::waiting::Waiting;
use crate::cards::N_CARDS;
use crate::cdcl::{Engine, Lit, Reason, Theory, Trail, Var};
use std::ops::Range;

/// Which rules the formula has that only cut the search short.
#[derive(Clone, Copy)]
pub(super) struct Cuts {
    pub(super) waiting: bool,
    pub(super) turnings: bool,
}

impl Cuts {
    pub(super) const ALL: Cuts = Cuts {
        waiting: true,
        turnings: true,
    };
}

/// The formula; as a [`Theory`] it propagates the leaving order and the templates.
#[derive(Default)]
pub(super) struct Formula {
    pub(super) order: Order,
    pub(super) stack: Stack,
    pub(super) waiting: Waiting,
    /// Exits, which are the cards of the turning order.
    pub(super) n_exits: usize,
    /// The cards at whose turning it is looked at what is out.
    turnings: Range<usize>,
    /// By F variable: the card type.
    pub(super) choices: Vec<usize>,
    /// By card type: its F variable.
    pub(super) choice_of: Vec<Option<usize>>,
    /// What the local variables of a moment are.
    pub(super) locals: Vec<Local>,
    first_local: usize,
    /// By moment and card: the literal that the card is out.
    out_lits: Vec<Lit>,
    /// Padded to four by repeating the last literal.
    templates: Vec<(u8, [Pattern; 4])>,
    /// The literals of which at most so many are true at each moment.
    slots: Vec<Pattern>,
    pub(super) n_cells: usize,
    /// Templates with a literal that becomes false, by that literal's code (2 × number + sign).
    by_local: Lists,
    by_global: Lists,
    by_out: Lists,
    meanings: Vec<Packed>,
}

impl Formula {
    /// Builds the formula and tells the engine, which must be cleared, about variables and counters.
    pub(super) fn build(
        problem: &Problem,
        roles: &Roles,
        cuts: Cuts,
        engine: &mut Engine,
    ) -> Formula {
        let n = problem.turned_order().count();
        let two_passes = problem.n_passes == 2;
        let mut f = Formula {
            n_exits: n,
            turnings: match cuts.turnings && !two_passes {
                true => problem.waste.len().max(1)..n,
                false => 0..0,
            },
            n_cells: problem.cells.len(),
            choice_of: vec![None; N_CARDS],
            ..Formula::default()
        };
        for card in 0..N_CARDS {
            let in_column = matches!(roles.copies[card].first(), Some(Place::Column(..)));
            if in_column && roles.uses[card].len() == 2 {
                f.choice_of[card] = Some(f.choices.len());
                f.choices.push(card);
            }
        }
        let first_b = f.choices.len();
        let passes = two_passes.then_some((first_b + Order::n_vars(n)) as u32);
        f.order = Order::new(n, first_b as u32, passes);
        f.first_local = first_b + Order::n_vars(n) + if two_passes { n } else { 0 };
        f.add_locals(problem, roles);
        f.index();
        f.stack.reset(n);
        if cuts.waiting {
            f.waiting = Waiting::new(problem, roles, &f);
        }
        f.declare(problem, engine);
        f
    }

    fn add(&mut self, lits: &[Pattern]) {
        let mut padded = [lits[lits.len() - 1]; 4];
        padded[..lits.len()].copy_from_slice(lits);
        self.templates.push((lits.len() as u8, padded));
    }

    fn new_local(&mut self, local: Local) -> Pattern {
        self.locals.push(local);
        Pattern::local(self.locals.len() - 1)
    }

    fn add_locals(&mut self, problem: &Problem, roles: &Roles) {
        for role in 0..roles.roles.len() {
            self.new_local(Local::Played(role));
        }
        let played = Pattern::local;
        for (role, what) in roles.roles.iter().enumerate() {
            if let Some(before) = what.after {
                self.add(&[!played(role), played(before)]);
            }
            if roles.is_second(role) {
                let first = roles.uses[what.card.index()][0];
                self.add(&[!played(role), played(first)]);
            }
        }
        let mut uncovered: Vec<Vec<Pattern>> = Vec::new();
        for (c, column) in problem.columns.iter().enumerate() {
            let rows = (0..column.len()).map(|row| self.new_local(Local::Uncovered(c, row)));
            let rows: Vec<Pattern> = rows.collect();
            for pair in rows.windows(2) {
                self.add(&[!pair[0], pair[1]]);
            }
            uncovered.push(rows);
        }
        for card in 0..N_CARDS {
            let uses: Vec<Pattern> = roles.uses[card].iter().map(|&r| played(r)).collect();
            match (&uses[..], &roles.copies[card][..]) {
                ([], _) => {}
                (&[p], &[place]) => self.one_copy(card, p, place, &uncovered),
                (&[p1, p2], &[a, b]) => self.two_copies(card, p1, p2, a, b, &uncovered),
                _ => unreachable!("there are as many copies as uses"),
            }
        }
    }

    fn one_copy(&mut self, card: usize, p: Pattern, place: Place, uncovered: &[Vec<Pattern>]) {
        match place {
            Place::Column(c, row) => {
                self.add(&[!p, uncovered[c][row]]);
                self.add(&[!uncovered[c][row], p]);
            }
            Place::Cell => self.slots.push(!p),
            Place::Turned(a) => {
                let s = self.new_local(Local::Stuck(card, false));
                self.slots.push(s);
                self.add(&[!p, Pattern::out(a)]);
                self.add(&[!Pattern::out(a), p, s]);
            }
        }
    }

    /// Copies in columns come first, then cells, then cards of the turning order.
    fn two_copies(
        &mut self,
        card: usize,
        p1: Pattern,
        p2: Pattern,
        a: Place,
        b: Place,
        uncovered: &[Vec<Pattern>],
    ) {
        if let Place::Column(c, row) = a {
            let f = Pattern::global(self.choice_of[card].expect("a card with a choice"));
            let u = uncovered[c][row];
            self.add(&[!f, !p1, u]);
            self.add(&[!f, !u, p1]);
            self.add(&[f, !p2, u]);
            self.add(&[f, !u, p2]);
            match b {
                Place::Column(c, row) => {
                    let u = uncovered[c][row];
                    self.add(&[f, !p1, u]);
                    self.add(&[f, !u, p1]);
                    self.add(&[!f, !p2, u]);
                    self.add(&[!f, !u, p2]);
                }
                Place::Cell => {
                    let s = self.new_local(Local::Stuck(card, false));
                    self.slots.push(s);
                    self.add(&[p1, s]);
                    self.add(&[!f, p2, s]);
                }
                Place::Turned(x) => {
                    let s = self.new_local(Local::Stuck(card, false));
                    self.slots.push(s);
                    let out = Pattern::out(x);
                    self.add(&[f, !p1, out]);
                    self.add(&[!p2, out]);
                    self.add(&[!out, p1, s]);
                    self.add(&[!f, !out, p2, s]);
                }
            }
            return;
        }
        // Two copies outside the columns are alike: the first out is for the first use.
        let out_of = |place| match place {
            Place::Turned(x) => Some(Pattern::out(x)),
            _ => None,
        };
        match (out_of(a), out_of(b)) {
            (Some(x), Some(y)) => {
                let s1 = self.new_local(Local::Stuck(card, false));
                let s2 = self.new_local(Local::Stuck(card, true));
                self.slots.extend([s1, s2]);
                self.add(&[!p1, x, y]);
                self.add(&[!p2, x]);
                self.add(&[!p2, y]);
                self.add(&[!x, p1, s1]);
                self.add(&[!y, p1, s1]);
                self.add(&[!x, !y, p2, s2]);
            }
            (None, Some(y)) => {
                let s = self.new_local(Local::Stuck(card, true));
                self.slots.extend([!p1, s]);
                self.add(&[!p2, y]);
                self.add(&[!y, p2, s]);
            }
            _ => self.slots.extend([!p1, !p2]),
        }
    }

    fn index(&mut self) {
        let mut pairs: [Vec<(usize, u32, Vec<Pattern>)>; 3] = Default::default();
        for (number, &(len, lits)) in self.templates.iter().enumerate() {
            let lits = &lits[..usize::from(len)];
            for &lit in lits {
                let others = lits.iter().copied().filter(|&l| l != lit).collect();
                // The template has to be told when the literal becomes false.
                pairs[(lit.0 & 3) as usize].push(((!lit).key(), number as u32, others));
            }
        }
        let [local, global, out] = pairs;
        self.by_local = Lists::build(2 * self.locals.len(), local);
        self.by_global = Lists::build(2 * self.choices.len() + 2, global);
        self.by_out = Lists::build(2 * self.n_exits, out);
    }

    pub(super) fn n_templates(&self) -> usize {
        self.templates.len()
    }

    /// Exits, which have the numbers of their cards, and turnings.
    pub(super) fn n_moments(&self) -> usize {
        self.n_exits + self.turnings.len()
    }

    /// The moment just before the card, one of `turnings`, is turned.
    fn turning(&self, card: usize) -> usize {
        self.n_exits + card - self.turnings.start
    }

    /// The card whose turning the moment is, if it is not an exit.
    pub(super) fn turned_at(&self, moment: usize) -> Option<usize> {
        let number = moment.checked_sub(self.n_exits)?;
        Some(self.turnings.start + number)
    }

    pub(super) fn local_var(&self, number: usize, moment: usize) -> Var {
        Var((self.first_local + moment * self.locals.len() + number) as u32)
    }

    /// The slots' variables at exits, late exits first.
    fn slot_vars(&self) -> Vec<Var> {
        let is_slot = |&number: &usize| matches!(self.locals[number], Local::Stuck(..));
        let slots: Vec<usize> = (0..self.locals.len()).filter(is_slot).collect();
        let of_exit = |exit| slots.iter().map(move |&slot| self.local_var(slot, exit));
        (0..self.n_exits).rev().flat_map(of_exit).collect()
    }

    /// Forbids decisions on slots. They need none: with the leaving order and the columns' choices
    /// settled, propagation makes false all roles that cannot be played, and true all slots that are
    /// taken; every other local variable can then have the value that no clause minds.
    pub(super) fn leave_slots_to_propagation(&self, engine: &mut Engine) {
        for var in self.slot_vars() {
            engine.set_decidable(var, false);
        }
    }

    fn declare(&mut self, problem: &Problem, engine: &mut Engine) {
        let n = self.n_exits;
        let n_moments = self.n_moments();
        let meanings = &mut self.meanings;
        meanings.extend((0..self.choices.len()).map(|f| Packed::new(2, 0, f)));
        for i in 0..n {
            meanings.extend((i + 1..n).map(|j| Packed::new(1, i, j)));
        }
        if self.order.passes.is_some() {
            meanings.extend((0..n).map(|i| Packed::new(3, 0, i)));
        }
        for moment in 0..n_moments {
            let local = |number| Packed::new(0, moment, number);
            meanings.extend((0..self.locals.len()).map(local));
        }
        // The last variable is true: a card is out at its own exit.
        let always = Var(self.meanings.len() as u32).pos();
        self.meanings.push(Packed::new(2, 0, self.choices.len()));
        for exit in 0..n {
            self.out_lits.extend((0..n).map(|card| match card == exit {
                true => always,
                false => self.order.before(card, exit),
            }));
        }
        // Before a card is turned neither it nor later ones are out.
        for turned in self.turnings.clone() {
            self.out_lits.extend((0..n).map(|card| match card < turned {
                true => self.order.b(card, turned),
                false => !always,
            }));
        }
        engine.new_vars(self.meanings.len());
        for moment in 0..n_moments {
            for (number, local) in self.locals.iter().enumerate() {
                let var = self.local_var(number, moment);
                let is_slot = matches!(local, Local::Stuck(..));
                if !is_slot {
                    engine.set_phase(var, true);
                }
                if !is_slot || moment >= n {
                    engine.set_decidable(var, false);
                }
            }
            engine.add_at_most(&self.slots_at(moment), self.n_cells);
        }
        engine.set_order(&self.slot_vars());
        for fact in self.facts(problem) {
            engine.add_clause(&fact);
        }
    }

    /// Clauses that are not the same at every exit.
    pub(super) fn facts(&self, problem: &Problem) -> Vec<Vec<Lit>> {
        let mut facts = vec![vec![Var(self.meanings.len() as u32 - 1).pos()]];
        // Two copies in one column: the upper goes first.
        for (number, &card) in self.choices.iter().enumerate() {
            let places = problem.columns.iter().enumerate().flat_map(|(c, column)| {
                let of_type = column.iter().filter(|x| x.index() == card);
                of_type.map(move |_| c)
            });
            let places: Vec<usize> = places.collect();
            if places.len() == 2 && places[0] == places[1] {
                // The copy listed first is the lower one: it makes the second use.
                facts.push(vec![Var(number as u32).neg()]);
            }
        }
        // Cards that lie on the waste already leave it from the top.
        for j in 1..problem.waste.len() {
            for i in 0..j {
                let mut fact = vec![!self.order.b(i, j)];
                if self.order.passes.is_some() {
                    fact.push(!self.order.p(i));
                }
                facts.push(fact);
            }
        }
        facts
    }

    pub(super) fn n_vars(&self) -> usize {
        self.meanings.len()
    }

    /// The literals of which at most `n_cells` are true at this moment.
    pub(super) fn slots_at(&self, moment: usize) -> Vec<Lit> {
        self.slots.iter().map(|&s| self.lit(s, moment)).collect()
    }

    /// The literal at this moment.
    #[inline]
    pub(super) fn lit(&self, pattern: Pattern, moment: usize) -> Lit {
        let first = 2 * (self.first_local + moment * self.locals.len()) as u32;
        self.lit_of(pattern, first, &self.out_lits[moment * self.n_exits..])
    }

    /// The literal at the moment whose local literals start at `first` and whose `out` literals these are.
    #[inline]
    fn lit_of(&self, pattern: Pattern, first: u32, outs: &[Lit]) -> Lit {
        let code = pattern.0 >> 2;
        match pattern.0 & 3 {
            LOCAL => Lit::from_code(first + code),
            GLOBAL => Lit::from_code(code),
            _ => Lit::from_code(outs[(code >> 1) as usize].code() ^ (code & 1)),
        }
    }

    pub(super) fn meaning(&self, var: Var) -> Meaning {
        self.meanings[var.index()].unpack()
    }

    /// `lit` has become true: evaluates at one moment the templates that contain its negation, and implies
    /// their last open literals.
    #[inline]
    fn check(
        &self,
        (implied, rests): (&[Pattern], &[Rest]),
        lit: Lit,
        moment: usize,
        trail: &mut Trail,
    ) -> bool {
        let first = 2 * (self.first_local + moment * self.locals.len()) as u32;
        let outs = &self.out_lits[moment * self.n_exits..(moment + 1) * self.n_exits];
        for &other in implied {
            if !trail.imply(self.lit_of(other, first, outs), Reason::Binary(lit)) {
                return false;
            }
        }
        for rest in rests {
            let [a, b, c] = rest.others;
            let a = self.lit_of(a, first, outs);
            if trail.is_true(a) {
                continue;
            }
            let b = self.lit_of(b, first, outs);
            if trail.is_true(b) {
                continue;
            }
            let (a_open, b_open) = (trail.is_open(a), trail.is_open(b));
            if a_open && b_open {
                continue;
            }
            let (implied, reason) = if rest.others[1] == c {
                match a_open {
                    true => (a, Reason::Ternary(lit, !b)),
                    false => (b, Reason::Ternary(lit, !a)),
                }
            } else {
                let c = self.lit_of(c, first, outs);
                if trail.is_true(c) || (trail.is_open(c) && (a_open || b_open)) {
                    continue;
                }
                let implied = match (a_open, b_open) {
                    (true, _) => a,
                    (_, true) => b,
                    _ => c,
                };
                let tag = rest.template * self.n_moments() as u32 + moment as u32;
                (implied, Reason::Theory(tag))
            };
            if !trail.imply(implied, reason) {
                return false;
            }
        }
        true
    }

    /// Before a card is turned, neither it nor later ones are out: `always` is true, and so is what follows from that.
    fn not_turned(&self, always: Lit, trail: &mut Trail) -> bool {
        self.turnings.clone().all(|turned| {
            let mut cards = turned..self.n_exits;
            cards.all(|card| {
                let list = self.by_out.of(2 * card + 1);
                self.check(list, always, self.turning(turned), trail)
            })
        })
    }

    /// The templates at this moment, as clauses.
    pub(super) fn each_clause_at(&self, moment: usize, mut emit: impl FnMut(&[Lit])) {
        for &(len, lits) in &self.templates {
            let lits = lits[..usize::from(len)].iter();
            let lits: Vec<Lit> = lits.map(|&l| self.lit(l, moment)).collect();
            emit(&lits);
        }
    }
}

impl Theory for Formula {
    #[inline]
    fn propagate(&mut self, lit: Lit, trail: &mut Trail) -> bool {
        let value = lit.is_pos();
        let sign = usize::from(!value);
        match self.meanings[lit.var().index()].unpack() {
            Meaning::Local { moment, number } => {
                if !value && moment < self.n_exits {
                    self.waiting.unplayed(number, moment);
                }
                self.check(self.by_local.of(2 * number + sign), lit, moment, trail)
            }
            Meaning::B(i, j) => {
                self.waiting.ordered(i, j, value, &self.stack);
                // At j's exit and turning i is out or not; at i's exit, j the other way round.
                let (of_i, of_j) = (2 * i + sign, 2 * j + 1 - sign);
                self.stack.propagate_b(&self.order, i, j, value, trail)
                    && self.check(self.by_out.of(of_i), lit, j, trail)
                    && self.check(self.by_out.of(of_j), lit, i, trail)
                    && (!self.turnings.contains(&j)
                        || self.check(self.by_out.of(of_i), lit, self.turning(j), trail))
            }
            Meaning::F(number) => {
                let list = self.by_global.of(2 * number + sign);
                (0..self.n_moments()).all(|moment| self.check(list, lit, moment, trail))
                    && (number < self.choices.len() || self.not_turned(lit, trail))
            }
            Meaning::P(i) => self.stack.propagate_p(&self.order, i, value, trail),
        }
    }

    fn flush(&mut self, trail: &mut Trail) -> bool {
        bits(self.waiting.take_pending()).all(|card| self.may_wait(card, trail))
    }

    #[inline]
    fn undo(&mut self, lit: Lit) {
        self.waiting.clear_pending();
        let var = lit.var().index();
        if var < self.choices.len() || var >= self.first_local {
            return;
        }
        match self.meanings[lit.var().index()].unpack() {
            Meaning::B(i, j) => self.stack.undo_b(i, j, lit.is_pos()),
            Meaning::P(i) => self.stack.undo_p(i, lit.is_pos()),
            _ => {}
        }
    }

    fn explain(&mut self, lit: Lit, tag: u32, trail: &Trail, out: &mut Vec<Lit>) {
        if let Some(number) = tag.checked_sub(self.waiting_tags()) {
            return self.explain_waiting(lit, number as usize, trail, out);
        }
        let (template, moment) = (
            tag as usize / self.n_moments(),
            tag as usize % self.n_moments(),
        );
        let (len, lits) = &self.templates[template];
        let lits = lits[..usize::from(*len)].iter();
        let others = lits.map(|&l| self.lit(l, moment)).filter(|&l| l != lit);
        out.extend(others.map(|l| !l));
    }
}
