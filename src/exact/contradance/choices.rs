//! The learning search over which copy of a type makes its first use.
//!
//! A variable for each type with two copies in the stock. The theory behind them is the relaxed playout: when
//! propagation is done it is run with the choices made. If it loses, a part of these choices that still loses is
//! the conflict; if it wins and is lawful, the deal is won; else a type that it abused is chosen next.

use super::{NONE, OPEN, Playout, Relaxation, Stock, Table};
use crate::cards::{Card, N_CARDS};
use crate::cdcl::{Answer, Engine, Limits, Lit, Theory, Trail, Var};
use crate::deal::Move;
use crate::exact::proof::Writer;
use crate::search::{Control, Limit, Outcome};
use std::fmt::Write;
use std::iter::repeat_n;

/// Conflicts between looks at the clock and the number of playouts.
const STAGE: u64 = 5_000;

/// The choices made so far for one deal, as a theory of the learning search.
pub(super) struct Choices<'a> {
    relaxation: &'a Relaxation,
    start: &'a Table,
    stock: &'a Stock,
    n_stock: usize,
    /// By type: the stock place of the copy that makes the first use.
    first: [u8; N_CARDS],
    /// By variable: the type, and the places of its copies. True: the one turned first makes the first use.
    types: Vec<(u8, [u8; 2])>,
    /// By type: its variable.
    var_of: [u8; N_CARDS],
    /// What settles the type that the last playout abused.
    next: Option<Lit>,
    /// Choices that win.
    winner: Option<[u8; N_CARDS]>,
    n_playouts: u64,
    /// Choices that lose.
    core: Vec<Lit>,
    /// All cores found, if they are to be kept.
    cores: Option<Vec<Vec<Lit>>>,
}

impl<'a> Choices<'a> {
    pub(super) fn new(
        relaxation: &'a Relaxation,
        start: &'a Table,
        stock: &'a Stock,
        n_stock: usize,
    ) -> Choices<'a> {
        Choices {
            relaxation,
            start,
            stock,
            n_stock,
            first: [OPEN; N_CARDS],
            types: Vec::new(),
            var_of: [NONE; N_CARDS],
            next: None,
            winner: None,
            n_playouts: 0,
            core: Vec::new(),
            cores: None,
        }
    }

    /// Has the cores kept.
    pub(super) fn keep_cores(&mut self) {
        self.cores = Some(Vec::new());
    }

    /// The formula that a refutation is about, and what its variables mean.
    pub(super) fn cnf_and_table(&self) -> (String, String) {
        let mut writer = Writer::default();
        writer.comment(format_args!(
            "each clause: with the opposite choices alone, the others open, the relaxed playout loses"
        ));
        for core in self.cores.iter().flatten() {
            let clause: Vec<Lit> = core.iter().map(|&lit| !lit).collect();
            writer.clause(&clause);
        }
        let mut table = String::new();
        for (number, &(card, [early, late])) in self.types.iter().enumerate() {
            let _ = writeln!(
                table,
                "{} of the copies of {}, turned {} and {}, the earlier one is used first",
                number + 1,
                Card::from_index(card as usize),
                early + 1,
                late + 1
            );
        }
        (writer.finish(self.types.len()), table)
    }

    pub(super) fn decide(
        &mut self,
        engine: &mut Engine,
        max_playouts: u64,
        control: &Control<'_>,
    ) -> (Outcome<Move>, u64) {
        // The first playout often decides: its line is kept at once.
        let n_passes = usize::from(self.relaxation.setup.n_passes);
        let mut line = Vec::with_capacity((n_passes + 2) * self.n_stock);
        self.n_playouts = 1;
        let playout = self
            .relaxation
            .playout(self.start, self.stock, &self.first, |mv, n| {
                line.extend(repeat_n(mv, n))
            });
        let outcome = match (playout.won, playout.abused) {
            (true, None) => Outcome::Solvable(line),
            (true, Some(_)) => self.learn(engine, max_playouts, control),
            (false, _) => {
                // Not even all freedom helps: the empty clause.
                if let Some(cores) = &mut self.cores {
                    cores.push(Vec::new());
                }
                Outcome::Unsolvable
            }
        };
        (outcome, self.n_playouts)
    }

    /// Decides a deal that the first playout wins unlawfully.
    fn learn(
        &mut self,
        engine: &mut Engine,
        max_playouts: u64,
        control: &Control<'_>,
    ) -> Outcome<Move> {
        let mut seen = [NONE; N_CARDS];
        for (place, &card) in self.stock[..self.n_stock].iter().enumerate() {
            match seen[card as usize] {
                NONE => seen[card as usize] = place as u8,
                before => {
                    self.var_of[card as usize] = self.types.len() as u8;
                    self.types.push((card, [before, place as u8]));
                }
            }
        }
        engine.new_vars(self.types.len());
        loop {
            let limits = Limits {
                conflicts: STAGE,
                ..Limits::default()
            };
            let answer = engine.solve(self, &limits);
            if let Some(first) = self.winner {
                return Outcome::Solvable(self.line(&first));
            }
            if answer == Answer::Unsat {
                return Outcome::Unsolvable;
            }
            if let Some(limit) = control.stopped() {
                return Outcome::Unknown(limit);
            }
            if self.n_playouts >= max_playouts {
                return Outcome::Unknown(Limit::Nodes(max_playouts));
            }
        }
    }

    fn playout(&mut self) -> Playout {
        self.n_playouts += 1;
        self.relaxation
            .playout(self.start, self.stock, &self.first, |_, _| ())
    }

    fn line(&self, first: &[u8; N_CARDS]) -> Vec<Move> {
        let mut line = Vec::new();
        self.relaxation
            .playout(self.start, self.stock, first, |mv, n| {
                line.extend(repeat_n(mv, n))
            });
        line
    }

    /// From the types held in a lost playout: fills `core` with choices that together lose, none of which can be spared.
    fn find_core(&mut self, mut held: u64) {
        let chosen = self.first;
        self.keep(held);
        for card in 0..N_CARDS {
            if held >> card & 1 == 0 {
                continue;
            }
            let kept = std::mem::replace(&mut self.first[card], OPEN);
            let playout = self.playout();
            if playout.won {
                self.first[card] = kept;
            } else {
                held &= playout.held;
                self.keep(held);
            }
        }
        self.core.clear();
        for (number, &(card, places)) in self.types.iter().enumerate() {
            if held >> card & 1 != 0 {
                let is_early = chosen[card as usize] == places[0];
                self.core.push(Var(number as u32).lit(is_early));
            }
        }
        self.first = chosen;
    }

    /// Takes back the choices for all other types.
    fn keep(&mut self, types: u64) {
        for (card, first) in self.first.iter_mut().enumerate() {
            if types >> card & 1 == 0 {
                *first = OPEN;
            }
        }
    }
}

impl Theory for Choices<'_> {
    fn propagate(&mut self, lit: Lit, _trail: &mut Trail) -> bool {
        let (card, places) = self.types[lit.var().index()];
        self.first[card as usize] = places[usize::from(!lit.is_pos())];
        true
    }

    fn undo(&mut self, lit: Lit) {
        self.first[self.types[lit.var().index()].0 as usize] = OPEN;
    }

    fn flush(&mut self, trail: &mut Trail) -> bool {
        if self.winner.is_some() {
            return true;
        }
        let playout = self.playout();
        if !playout.won {
            self.find_core(playout.held);
            if let Some(cores) = &mut self.cores {
                cores.push(self.core.clone());
            }
            return trail.fail(&self.core);
        }
        match playout.abused {
            None => self.winner = Some(self.first),
            Some((card, place)) => {
                let number = self.var_of[card as usize];
                let is_early = self.types[number as usize].1[0] == place;
                self.next = Some(Var(u32::from(number)).lit(is_early));
            }
        }
        true
    }

    fn decide(&mut self, trail: &Trail) -> Option<Lit> {
        self.next.take().filter(|&lit| trail.is_open(lit))
    }
}
