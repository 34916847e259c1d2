//! The formula written out in full, for refutations that others can check.
//!
//! What the propagator keeps as code stands here as clauses: each moment's row against each other moment's, the
//! out-counts as counters in both directions, the stuck cards as a sequential counter. The search on it
//! needs no propagator, so a proof rests on the clauses alone; it is some times slower. The implied
//! cuts are left out.

use super::formula::{each_fact, each_step_clause};
use super::rows::Rows;
use super::shape::{Meaning, Shape};
use crate::cards::Rank;
use crate::cdcl::{Lit, Var};
use crate::deal::WindmillSetup;
use crate::exact::proof::{Writer, at_most};
use std::fmt::Write;

/// Takes a clause.
type Emit<'a> = &'a mut dyn FnMut(&[Lit]);

/// A formula to be written out. The order of its clauses, and so of the counters' variables, never changes.
pub(super) struct Written<'a> {
    setup: &'a WindmillSetup,
    rows: &'a Rows,
    n_vars: usize,
}

impl<'a> Written<'a> {
    pub(super) fn new(setup: &'a WindmillSetup, rows: &'a Rows) -> Written<'a> {
        Written {
            setup,
            rows,
            n_vars: 0,
        }
    }

    /// Emits all clauses, `title` before each part, and returns the number of variables.
    pub(super) fn each_clause(
        mut self,
        mut emit: impl FnMut(&[Lit]),
        mut title: impl FnMut(String),
    ) -> usize {
        let (setup, rows) = (self.setup, self.rows);
        self.n_vars = rows.shape.n_vars();
        title("facts at exits".to_string());
        each_fact(setup, rows, &mut emit);
        title("leaving order".to_string());
        rows.shape.order.each_clause(&mut emit);
        for step in 0..rows.shape.n_steps {
            title(format!("centre step {}", step + 2));
            each_step_clause(setup, rows, step, &mut emit);
            self.step(step, &mut emit);
        }
        for exit in 0..rows.shape.n_exits {
            title(format!("exit {}", exit + 1));
            self.line(exit, &mut emit);
            self.legal(exit, &mut emit);
            self.tie(exit, &mut emit);
            self.stuck(exit, &mut emit);
        }
        self.n_vars
    }

    fn shape(&self) -> &'a Shape {
        &self.rows.shape
    }

    /// At least m + 1 is at least m.
    fn unary(&self, lit: impl Fn(usize) -> Lit, emit: Emit<'_>) {
        let shape = self.shape();
        for bit in 0..shape.n_bits() {
            if shape.count_of(bit) > 1 {
                emit(&[!lit(bit), lit(bit - 1)]);
            }
        }
    }

    /// The step's own row, and that it is not above the next one's.
    fn step(&self, step: usize, emit: Emit<'_>) {
        let shape = self.shape();
        self.unary(|bit| shape.at_step(step, bit), emit);
        for bit in 0..shape.n_bits() {
            let (rank, count) = (shape.rank_of(bit), shape.count_of(bit));
            if step + 1 < shape.n_steps {
                emit(&[!shape.after_step(step, bit), shape.at_step(step + 1, bit)]);
            }
            // Corners hold at least as many of the next rank; the centre's top counts once less.
            let drop = usize::from(rank == step % shape.n_ranks);
            if rank + 1 < shape.n_ranks && count > drop {
                let next = shape.bit(rank + 1, count - drop);
                emit(&[!shape.at_step(step, bit), shape.at_step(step, next)]);
            }
        }
    }

    /// The exit's place among exits and steps, and the rows along that line.
    fn line(&self, exit: usize, emit: Emit<'_>) {
        let shape = self.shape();
        self.unary(|bit| shape.played(exit, bit), emit);
        self.unary(|bit| shape.out(exit, bit), emit);
        for step in 0..shape.n_steps {
            let made = shape.made(exit, step);
            if step > 0 {
                emit(&[!made, shape.made(exit, step - 1)]);
            }
            for bit in 0..shape.n_bits() {
                let played = shape.played(exit, bit);
                emit(&[!made, !shape.after_step(step, bit), played]);
                emit(&[made, !played, shape.at_step(step, bit)]);
            }
        }
        for other in (0..shape.n_exits).filter(|&other| other != exit) {
            let before = shape.order.before(exit, other);
            for step in 0..shape.n_steps {
                emit(&[!before, !shape.made(exit, step), shape.made(other, step)]);
            }
            for bit in 0..shape.n_bits() {
                emit(&[!before, !shape.played(exit, bit), shape.played(other, bit)]);
            }
        }
    }

    /// Corners hold at least as many of the next rank, whatever the centre's height.
    fn legal(&self, exit: usize, emit: Emit<'_>) {
        let shape = self.shape();
        for bit in 0..shape.n_bits() - shape.copies {
            let (played, above) = (shape.played(exit, bit), bit + shape.copies);
            if shape.count_of(bit) > 1 {
                emit(&[!played, shape.played(exit, above - 1)]);
            }
            // The heights at which the rank is the centre's top, and below, between and above them.
            let tops = (shape.rank_of(bit) + 1..=shape.n_steps + 1).step_by(shape.n_ranks);
            let mut low = None;
            for high in tops.map(Some).chain([None]) {
                let mut clause = vec![!played, shape.played(exit, above)];
                // Height h is reached iff step h − 2 has been made; height 1 always is.
                if let Some(low) = low {
                    if low + 1 > shape.n_steps + 1 {
                        continue;
                    }
                    clause.push(!shape.made(exit, low - 1));
                }
                match high {
                    Some(1) => {
                        low = high;
                        continue;
                    }
                    Some(high) => clause.push(shape.made(exit, high - 2)),
                    None => {}
                }
                emit(&clause);
                low = high;
            }
        }
    }

    /// What is out is what was out at the start, the card itself and those that left before it.
    fn tie(&mut self, exit: usize, emit: Emit<'_>) {
        let shape = self.shape();
        for rank in 0..shape.n_ranks {
            let own = usize::from(self.rows.stock[exit] as usize == rank);
            let base = self.rows.out_first[rank] + own;
            let others = (0..shape.n_exits)
                .filter(|&other| other != exit && self.rows.stock[other] as usize == rank);
            let left: Vec<Lit> = others.map(|o| shape.order.before(o, exit)).collect();
            // row[k]: more than k of those seen so far have left.
            let mut row: Vec<Lit> = Vec::new();
            for (at, &lit) in left.iter().enumerate() {
                let last = at + 1 == left.len();
                let next: Vec<Lit> = (0..at + 1)
                    .map(|k| match last {
                        true => shape.out(exit, shape.bit(rank, base + k + 1)),
                        false => Var((self.n_vars + k) as u32).pos(),
                    })
                    .collect();
                self.n_vars += if last { 0 } else { next.len() };
                for (k, &new) in next.iter().enumerate() {
                    let old = row.get(k).copied();
                    let less = k.checked_sub(1).map(|k| row[k]);
                    // At least k + 1 if so before, or k before and this one; and only then.
                    if let Some(old) = old {
                        emit(&[!old, new]);
                    }
                    match less {
                        Some(less) => emit(&[!less, !lit, new]),
                        None => emit(&[!lit, new]),
                    }
                    match old {
                        Some(old) => emit(&[old, lit, !new]),
                        None => emit(&[lit, !new]),
                    }
                    match (old, less) {
                        (Some(old), Some(less)) => emit(&[old, less, !new]),
                        (None, Some(less)) => emit(&[less, !new]),
                        (_, None) => {}
                    }
                }
                row = next;
            }
            for count in base + left.len() + 1..=shape.copies {
                emit(&[!shape.out(exit, shape.bit(rank, count))]);
            }
        }
    }

    /// What is out and not played fits into the cells; what is played is out.
    fn stuck(&mut self, exit: usize, emit: Emit<'_>) {
        let shape = self.shape();
        let mut stuck = Vec::new();
        for bit in 0..shape.n_bits() {
            let (out, played) = (shape.out(exit, bit), shape.played(exit, bit));
            let lit = Var(self.n_vars as u32).pos();
            self.n_vars += 1;
            emit(&[!played, out]);
            emit(&[!out, played, lit]);
            stuck.push(lit);
        }
        at_most(&stuck, shape.n_cells, &mut self.n_vars, emit);
    }
}

/// The formula as a DIMACS file.
pub(super) fn cnf(setup: &WindmillSetup, rows: &Rows) -> String {
    let writer = std::cell::RefCell::new(Writer::default());
    let n_vars = Written::new(setup, rows).each_clause(
        |lits| writer.borrow_mut().clause(lits),
        |title| writer.borrow_mut().comment(format_args!("{title}")),
    );
    writer.into_inner().finish(n_vars)
}

/// What each variable means, a line each.
pub(super) fn table(setup: &WindmillSetup, rows: &Rows) -> String {
    let shape = &rows.shape;
    let name = |role: usize| setup.role(Rank::new(role as u8 + 1));
    let card = |i: u8| {
        format!(
            "{} (turned {})",
            name(rows.stock[i as usize] as usize),
            i + 1
        )
    };
    let count = |bit: u8| {
        let bit = bit as usize;
        format!(
            "at least {} of rank {}",
            shape.count_of(bit),
            name(shape.rank_of(bit))
        )
    };
    let mut text = String::new();
    for var in 0..shape.n_vars() {
        let _ = write!(text, "{} ", var + 1);
        let _ = match shape.meaning(Var(var as u32)) {
            Meaning::Before(i, j) => writeln!(text, "{} leaves before {}", card(i), card(j)),
            Meaning::Made { moment: exit, step } => writeln!(
                text,
                "at the exit of {}: the centre holds at least {} cards",
                card(exit),
                step + 2
            ),
            Meaning::Borrows(step) => {
                writeln!(text, "the centre's card {} comes from a corner", step + 2)
            }
            Meaning::Played { moment: exit, bit } => writeln!(
                text,
                "at the exit of {}: {} played from hand",
                card(exit),
                count(bit)
            ),
            Meaning::Out { moment: exit, bit } => {
                writeln!(text, "at the exit of {}: {} out", card(exit), count(bit))
            }
            Meaning::PlayedStep { step, bit } => writeln!(
                text,
                "before the centre's card {}: {} played from hand",
                step + 2,
                count(bit)
            ),
            Meaning::PlayedAfter { step, bit } => writeln!(
                text,
                "after the centre's card {}: {} played from hand",
                step + 2,
                count(bit)
            ),
        };
    }
    text
}
