//! The formula of a position: variables, clauses that are the same at every exit, counters.
//!
//! Variables: `F` (one a card type with a copy in a column and two uses to come), the leaving order `B`
//! (and `p` with a redeal), and for each exit i a block of *local* ones: `P[r,i]`, role r is played by
//! that exit; `U[c,i]`, column card c is; `S[x,i]`, the slot that x needs in the wing is taken.
//!
//! All clauses but those of the leaving order are *templates*: two to four literals that are local, or
//! global (an F), or say that a card of the turning order is out at exit i. They are never written out
//! for the search: the propagator evaluates them at the exit in question.

use super::problem::Problem;
use super::roles::{Place, RoleId, Roles};
use super::stack::{Order, Stack};
use crate::cards::N_CARDS;
use crate::cdcl::{Engine, Lit, Reason, Theory, Trail, Var};

/// A literal of a template: kind in the low two bits, sign in the next, then the number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pattern(u32);

const LOCAL: u32 = 0;
const GLOBAL: u32 = 1;
const OUT: u32 = 2;

impl Pattern {
    fn local(number: usize) -> Pattern {
        Pattern((number as u32) << 3 | LOCAL)
    }

    fn global(var: usize) -> Pattern {
        Pattern((var as u32) << 3 | GLOBAL)
    }

    fn out(card: usize) -> Pattern {
        Pattern((card as u32) << 3 | OUT)
    }

    fn number(self) -> usize {
        (self.0 >> 3) as usize
    }

    fn is_pos(self) -> bool {
        self.0 & 4 == 0
    }
}

impl std::ops::Not for Pattern {
    type Output = Pattern;

    fn not(self) -> Pattern {
        Pattern(self.0 ^ 4)
    }
}

/// What a variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    F(usize),
    B(usize, usize),
    P(usize),
    Local { exit: usize, number: usize },
}

/// What a local variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Local {
    Played(RoleId),
    /// Column, row.
    Uncovered(usize, usize),
    /// The card type, and whether its second slot is meant.
    Stuck(usize, bool),
}

/// Lists of clause numbers by key, in one allocation.
#[derive(Default)]
struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn build(n_keys: usize, pairs: &[(u32, u32)]) -> Lists {
        let mut starts = vec![0; n_keys + 1];
        for &(key, _) in pairs {
            starts[key as usize + 1] += 1;
        }
        for key in 0..n_keys {
            starts[key + 1] += starts[key];
        }
        let mut fill = starts.clone();
        let mut items = vec![0; pairs.len()];
        for &(key, item) in pairs {
            let at = &mut fill[key as usize];
            items[*at as usize] = item;
            *at += 1;
        }
        Lists { starts, items }
    }

    #[inline]
    fn range(&self, key: usize) -> std::ops::Range<usize> {
        self.starts[key] as usize..self.starts[key + 1] as usize
    }
}

/// The formula; as a [`Theory`] it propagates the leaving order and the templates.
#[derive(Default)]
pub(super) struct Formula {
    pub(super) order: Order,
    stack: Stack,
    /// Exits, which are the cards of the turning order.
    pub(super) n_exits: usize,
    /// By F variable: the card type.
    pub(super) choices: Vec<usize>,
    /// By card type: its F variable.
    pub(super) choice_of: Vec<Option<usize>>,
    /// What the local variables of a block are.
    pub(super) locals: Vec<Local>,
    first_local: usize,
    /// Padded to four by repeating the last literal.
    templates: Vec<(u8, [Pattern; 4])>,
    /// The literals of which at most so many are true at each exit.
    pub(super) slots: Vec<Pattern>,
    pub(super) n_cells: usize,
    /// Templates with a literal that becomes false, by that literal's code (2 × number + sign).
    by_local: Lists,
    by_global: Lists,
    by_out: Lists,
    meanings: Vec<Meaning>,
}

impl Formula {
    /// Builds the formula and tells the engine, which must be cleared, about variables and counters.
    pub(super) fn build(problem: &Problem, roles: &Roles, engine: &mut Engine) -> Formula {
        let n = problem.turned_order().count();
        let two_passes = problem.n_passes == 2;
        let mut f = Formula {
            n_exits: n,
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
        let mut pairs: [Vec<(u32, u32)>; 3] = Default::default();
        for (number, &(len, lits)) in self.templates.iter().enumerate() {
            for lit in &lits[..len as usize] {
                // The event is the negation of the literal.
                let key = 2 * lit.number() as u32 + u32::from(lit.is_pos());
                pairs[(lit.0 & 3) as usize].push((key, number as u32));
            }
        }
        self.by_local = Lists::build(2 * self.locals.len(), &pairs[LOCAL as usize]);
        self.by_global = Lists::build(2 * self.choices.len(), &pairs[GLOBAL as usize]);
        self.by_out = Lists::build(2 * self.n_exits, &pairs[OUT as usize]);
    }

    fn declare(&mut self, problem: &Problem, engine: &mut Engine) {
        let n = self.n_exits;
        self.meanings
            .extend((0..self.choices.len()).map(Meaning::F));
        for i in 0..n {
            self.meanings.extend((i + 1..n).map(|j| Meaning::B(i, j)));
        }
        if self.order.passes.is_some() {
            self.meanings.extend((0..n).map(Meaning::P));
        }
        for exit in 0..n {
            let local = |number| Meaning::Local { exit, number };
            self.meanings.extend((0..self.locals.len()).map(local));
        }
        if self.meanings.is_empty() {
            return;
        }
        engine.new_vars(self.meanings.len());
        let mut stuck = Vec::new();
        for exit in (0..n).rev() {
            for (number, local) in self.locals.iter().enumerate() {
                let var = Var((self.first_local + exit * self.locals.len() + number) as u32);
                if matches!(local, Local::Stuck(..)) {
                    stuck.push(var);
                } else {
                    engine.set_phase(var, true);
                    engine.set_decidable(var, false);
                }
            }
            let slots: Vec<Lit> = self
                .slots
                .iter()
                .filter_map(|&s| self.lit(s, exit))
                .collect();
            engine.add_at_most(&slots, self.n_cells);
        }
        engine.set_order(&stuck);
        // Two copies in one column: the upper goes first.
        for (number, &card) in self.choices.iter().enumerate() {
            let places = problem.columns.iter().enumerate().flat_map(|(c, column)| {
                let of_type = column.iter().filter(|x| x.index() == card);
                of_type.map(move |_| c)
            });
            let places: Vec<usize> = places.collect();
            if places.len() == 2 && places[0] == places[1] {
                // The copy listed first is the lower one: it makes the second use.
                engine.add_clause(&[Var(number as u32).neg()]);
            }
        }
        // Cards that lie on the waste already leave it from the top.
        for j in 1..problem.waste.len() {
            for i in 0..j {
                let after = !self.order.b(i, j);
                if self.order.passes.is_some() {
                    engine.add_clause(&[!self.order.p(i), after]);
                } else {
                    engine.add_clause(&[after]);
                }
            }
        }
    }

    /// The literal at this exit; `None` for a card's being out at its own exit, which is true.
    #[inline]
    pub(super) fn lit(&self, pattern: Pattern, exit: usize) -> Option<Lit> {
        let number = pattern.number();
        let lit = match pattern.0 & 3 {
            LOCAL => Var((self.first_local + exit * self.locals.len() + number) as u32).pos(),
            GLOBAL => Var(number as u32).pos(),
            _ if number == exit => return None,
            _ => self.order.before(number, exit),
        };
        Some(if pattern.is_pos() { lit } else { !lit })
    }

    pub(super) fn meaning(&self, var: Var) -> Meaning {
        self.meanings[var.index()]
    }

    /// Evaluates one template at one exit and implies its last open literal.
    #[inline]
    fn check(&self, template: u32, exit: usize, trail: &mut Trail) -> bool {
        let (len, lits) = &self.templates[template as usize];
        let mut open = None;
        let mut last_false = None;
        for &pattern in &lits[..*len as usize] {
            let Some(lit) = self.lit(pattern, exit) else {
                if pattern.is_pos() {
                    return true;
                }
                continue;
            };
            match trail.value(lit) {
                Some(true) => return true,
                Some(false) => last_false = Some(lit),
                None if open.is_some() => return true,
                None => open = Some(lit),
            }
        }
        let tag = template * self.n_exits as u32 + exit as u32;
        match open.or(last_false) {
            Some(lit) => trail.imply(lit, Reason::Theory(tag)),
            None => trail.fail(&[]),
        }
    }

    fn templates_of_out(&self, card: usize, exit: usize, is_out: bool, trail: &mut Trail) -> bool {
        for at in self.by_out.range(2 * card + usize::from(!is_out)) {
            if !self.check(self.by_out.items[at], exit, trail) {
                return false;
            }
        }
        true
    }

    /// Every clause: leaving order, then templates exit by exit. For proofs.
    pub(super) fn each_clause(&self, mut emit: impl FnMut(&[Lit])) {
        self.order.each_clause(&mut emit);
        for exit in 0..self.n_exits {
            for &(len, lits) in &self.templates {
                let lits = &lits[..len as usize];
                if lits
                    .iter()
                    .any(|&l| self.lit(l, exit).is_none() && l.is_pos())
                {
                    continue;
                }
                let lits: Vec<Lit> = lits.iter().filter_map(|&l| self.lit(l, exit)).collect();
                emit(&lits);
            }
        }
    }
}

impl Theory for Formula {
    fn propagate(&mut self, lit: Lit, trail: &mut Trail) -> bool {
        let value = lit.is_pos();
        match self.meanings[lit.var().index()] {
            Meaning::Local { exit, number } => {
                // An event's key is that of the literal that has become true.
                for at in self.by_local.range(2 * number + usize::from(!value)) {
                    if !self.check(self.by_local.items[at], exit, trail) {
                        return false;
                    }
                }
                true
            }
            Meaning::B(i, j) => {
                self.stack.propagate_b(&self.order, i, j, value, trail)
                    && self.templates_of_out(i, j, value, trail)
                    && self.templates_of_out(j, i, !value, trail)
            }
            Meaning::F(number) => {
                for at in self.by_global.range(2 * number + usize::from(!value)) {
                    for exit in 0..self.n_exits {
                        if !self.check(self.by_global.items[at], exit, trail) {
                            return false;
                        }
                    }
                }
                true
            }
            Meaning::P(i) => self.stack.propagate_p(&self.order, i, value, trail),
        }
    }

    fn undo(&mut self, lit: Lit) {
        match self.meanings[lit.var().index()] {
            Meaning::B(i, j) => self.stack.undo_b(i, j, lit.is_pos()),
            Meaning::P(i) => self.stack.undo_p(i, lit.is_pos()),
            _ => {}
        }
    }

    fn explain(&mut self, lit: Lit, tag: u32, _trail: &Trail, out: &mut Vec<Lit>) {
        let (template, exit) = (tag as usize / self.n_exits, tag as usize % self.n_exits);
        let (len, lits) = &self.templates[template];
        for &pattern in &lits[..*len as usize] {
            match self.lit(pattern, exit) {
                Some(other) if other != lit => out.push(!other),
                _ => {}
            }
        }
    }
}
