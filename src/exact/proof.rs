//! A refutation that others can check: the formula as a DIMACS file, a proof in DRAT form, and a table
//! of what the variables mean.
//!
//! The search keeps the leaving order, the templates and the counters as code. Here they are written out
//! as clauses: the first two literally, each counter as a sequential counter (Sinz 2005), whose unit
//! propagation makes false all other literals once the allowed number is true, as the native one does. So every learned
//! clause follows from the file and the earlier ones by unit propagation, which is what a DRAT checker
//! checks. Each clause against columns that lock each other stands in the file with a comment, and the reader
//! can check the circle that it names against the lay-out.
//!
//! A proof says that the formula cannot be met. That the formula says what it should is the matter of
//! the [theorems](super).

use super::cotillion::clause;
use super::formula::Formula;
use super::locks::Lock;
use super::problem::Problem;
use super::roles::Roles;
use super::variables::{Local, Meaning};
use crate::cards::Card;
use crate::cdcl::{Lit, Var};
use std::fmt::Write;

/// A proof that a position cannot be won, as three texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// The formula in DIMACS form, with comments.
    pub cnf: String,
    /// The proof in DRAT form.
    pub drat: String,
    /// What each variable means, a line each; those beyond the last line are the counters' own.
    pub table: String,
}

/// Clauses with comments between them.
#[derive(Default)]
pub(super) struct Writer {
    text: String,
    n_clauses: usize,
}

impl Writer {
    pub(super) fn clause(&mut self, lits: &[Lit]) {
        for lit in lits {
            let _ = write!(self.text, "{} ", lit.dimacs());
        }
        self.text.push_str("0\n");
        self.n_clauses += 1;
    }

    pub(super) fn comment(&mut self, what: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.text, "c {what}");
    }

    /// The whole file.
    pub(super) fn finish(self, n_vars: usize) -> String {
        format!("p cnf {} {}\n{}", n_vars, self.n_clauses, self.text)
    }
}

/// At most `limit` of the literals. `row[k]` is implied by more than `k` true ones so far; its variables are
/// numbered from `n_vars` on.
pub(super) fn at_most(
    lits: &[Lit],
    limit: usize,
    n_vars: &mut usize,
    emit: &mut dyn FnMut(&[Lit]),
) {
    if lits.len() <= limit {
        return;
    }
    let mut row: Vec<Lit> = Vec::new();
    for (at, &lit) in lits.iter().enumerate() {
        let next: Vec<Lit> = (0..limit.min(at + 1))
            .map(|k| Var((*n_vars + k) as u32).pos())
            .collect();
        *n_vars += next.len();
        if let Some(&full) = row.get(limit.wrapping_sub(1)) {
            emit(&[!full, !lit]);
        } else if limit == 0 {
            emit(&[!lit]);
        }
        for (k, &new) in next.iter().enumerate() {
            if let Some(&old) = row.get(k) {
                emit(&[!old, new]);
            }
            match k.checked_sub(1) {
                None => emit(&[!lit, new]),
                Some(less) => emit(&[!lit, !row[less], new]),
            }
        }
        row = next;
    }
}

/// Writes the formula out; `locks` are the clauses against columns that lock each other.
pub(super) fn cnf(formula: &Formula, problem: &Problem, locks: &[Lock]) -> String {
    let mut writer = Writer::default();
    let mut n_vars = formula.n_vars();
    writer.comment(format_args!("facts"));
    for fact in formula.facts(problem) {
        writer.clause(&fact);
    }
    writer.comment(format_args!("leaving order"));
    formula.order.each_clause(|lits| writer.clause(lits));
    for moment in 0..formula.n_moments() {
        match formula.turned_at(moment) {
            None => writer.comment(format_args!("exit {}", moment + 1)),
            Some(card) => writer.comment(format_args!("turning {}", card + 1)),
        }
        formula.each_clause_at(moment, |lits| writer.clause(lits));
        let slots: Vec<Lit> = formula.slots_at(moment);
        at_most(&slots, formula.n_cells, &mut n_vars, &mut |lits| {
            writer.clause(lits);
        });
    }
    writer.comment(format_args!("cards that cannot wait"));
    formula.each_waiting_clause(|lits| writer.clause(lits));
    for lock in locks {
        let cycle: Vec<String> = lock
            .cycle
            .iter()
            .map(|role| format!("{} on pile {}", role.card, role.pile))
            .collect();
        writer.comment(format_args!(
            "with the opposite choices each waits for the next, the last for the first: {}",
            cycle.join(", ")
        ));
        writer.clause(&clause(lock));
    }
    writer.finish(n_vars)
}

/// What each variable means, a line each.
pub(super) fn table(formula: &Formula, problem: &Problem, roles: &Roles) -> String {
    let cards: Vec<Card> = problem.turned_order().collect();
    let turned = |i: usize| format!("{} (turned {})", cards[i], i + 1);
    let mut text = String::new();
    for var in 0..formula.n_vars() {
        let _ = write!(text, "{} ", var + 1);
        let _ = match formula.meaning(Var(var as u32)) {
            Meaning::F(number) => match formula.choices.get(number) {
                Some(&card) => writeln!(
                    text,
                    "of the copies of {} the one in a column (of two: the one in the first column, or the lower) is used first",
                    Card::from_index(card)
                ),
                None => writeln!(text, "true"),
            },
            Meaning::B(i, j) => writeln!(text, "{} leaves before {}", turned(i), turned(j)),
            Meaning::P(i) => writeln!(text, "{} leaves in the first pass", turned(i)),
            Meaning::Local { moment, number } => {
                let at = match formula.turned_at(moment) {
                    None => format!("at the exit of {}", turned(moment)),
                    Some(card) => format!("when {} is turned", turned(card)),
                };
                match formula.locals[number] {
                    Local::Played(role) => {
                        let role = &roles.roles[role];
                        writeln!(text, "{at}: {} can be on pile {}", role.card, role.pile)
                    }
                    Local::Uncovered(c, row) => {
                        writeln!(text, "{at}: column {} card {} can be gone", c + 1, row + 1)
                    }
                    Local::Stuck(card, second) => writeln!(
                        text,
                        "{at}: a {} {}takes a slot of the wing",
                        Card::from_index(card),
                        if second { "for the second use " } else { "" }
                    ),
                }
            }
        };
    }
    text
}
