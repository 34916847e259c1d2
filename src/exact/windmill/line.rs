//! What a line of play does, in the formula's words: first phases from a line that need not win, and facts from the
//! moves that a game begins with.

use super::formula::played_first;
use super::rows::Rows;
use crate::cdcl::{Engine, Lit};
use crate::deal::notation::{From, To};
use crate::deal::{Move, WindmillSetup};

/// Where a line of play has led.
#[derive(Clone, Default)]
pub(super) struct Begun {
    /// By rank: cards played from hand, those on foundations from the start included.
    pub(super) counts: Vec<usize>,
    /// Steps that the centre has made.
    pub(super) step: usize,
    /// Stock cards that have left the waste, in order.
    pub(super) exits: Vec<usize>,
    /// Stock cards in the waste, the top last.
    pub(super) waste: Vec<usize>,
    pub(super) n_turned: usize,
    /// Ranks.
    pub(super) sails: Vec<Option<u8>>,
    /// Heights.
    pub(super) corners: Vec<usize>,
    /// By rank: cards out.
    out: Vec<usize>,
}

impl Begun {
    /// The deal. `sails` are ranks.
    pub(super) fn new(setup: &WindmillSetup, sails: &[u8], rows: &Rows) -> Begun {
        let counts = (0..rows.shape.n_ranks).map(|rank| played_first(setup, rank));
        Begun {
            counts: counts.collect(),
            sails: sails.iter().map(|&rank| Some(rank)).collect(),
            corners: vec![usize::from(setup.kings_preplaced); rows.shape.n_corners],
            out: rows.out_first.clone(),
            ..Begun::default()
        }
    }

    /// Makes a legal move, and hands what the formula says of the moments it makes to `say`: literals that are true.
    fn make(&mut self, mv: Move, rows: &Rows, say: &mut impl FnMut(Lit)) {
        let shape = &rows.shape;
        let said = |lit: Lit, value: bool| if value { lit } else { !lit };
        let Move::Play(from, to) = mv else {
            self.waste.push(self.n_turned);
            self.n_turned += 1;
            return;
        };
        let mut exit = None;
        let rank = match from {
            From::Waste => {
                exit = self.waste.pop();
                exit.map(|card| rows.stock[card])
            }
            From::Cell(i) => {
                exit = self.waste.pop();
                if exit.is_none() && self.n_turned < shape.n_exits {
                    exit = Some(self.n_turned);
                    self.n_turned += 1;
                }
                let refill = exit.map(|card| rows.stock[card]);
                std::mem::replace(&mut self.sails[i as usize - 1], refill)
            }
            From::Corner(i) => {
                self.corners[i as usize - 1] -= 1;
                None
            }
            From::Column(_) => None,
        };
        let step = (to == To::Centre && self.step < shape.n_steps).then_some(self.step);
        if let Some(step) = step {
            for bit in 0..shape.n_bits() {
                let value = self.counts[shape.rank_of(bit)] >= shape.count_of(bit);
                say(said(shape.at_step(step, bit), value));
            }
        }
        if let Some(rank) = rank {
            self.counts[rank as usize] += 1;
        }
        if let To::Corner(i) = to {
            self.corners[i as usize - 1] += 1;
        }
        if let Some(step) = step {
            let own = shape.rank_of_step(step);
            for count in 1..=shape.copies {
                let lit = shape.after_step(step, shape.bit(own, count));
                say(said(lit, self.counts[own] >= count));
            }
            say(said(shape.borrows(step), rank.is_none()));
            self.step += 1;
        }
        if let Some(card) = exit {
            self.exits.push(card);
            self.out[rows.stock[card] as usize] += 1;
            for bit in 0..shape.n_bits() {
                let (rank, count) = (shape.rank_of(bit), shape.count_of(bit));
                say(said(shape.played(card, bit), self.counts[rank] >= count));
                say(said(shape.out(card, bit), self.out[rank] >= count));
            }
            for made in 0..shape.n_steps {
                say(said(shape.made(card, made), made < self.step));
            }
        }
    }

    /// Stock cards that have not left the waste: from its top down, then as they are turned.
    fn left(&self, n: usize) -> impl Iterator<Item = usize> + '_ {
        self.waste.iter().rev().copied().chain(self.n_turned..n)
    }
}

/// Sets the phases of all variables about which the line says something: what it does is tried first.
pub(super) fn suggest(line: &[Move], dealt: &Begun, rows: &Rows, engine: &mut Engine) {
    if line.is_empty() {
        return;
    }
    let mut say = |lit: Lit| engine.set_phase(lit.var(), lit.is_pos());
    let mut begun = dealt.clone();
    for &mv in line {
        begun.make(mv, rows, &mut say);
    }
    let mut order = begun.exits.clone();
    order.extend(begun.left(rows.shape.n_exits));
    in_order(&order, rows, say);
}

/// Adds what the moves have settled as facts, and returns where they lead. The moves must be legal.
///
/// All moments of these moves are known with all that is true at them, and stand before all others. In the waste what
/// lies above leaves before what lies below. A model of the formula with these facts is the moves with a plan that goes
/// on; and a win that goes on from there is such a model (the theorem's two halves). Corner plays after the last exit
/// are no moments, so the counts reached are said of all later ones.
pub(super) fn begin(moves: &[Move], dealt: &Begun, rows: &Rows, engine: &mut Engine) -> Begun {
    let shape = &rows.shape;
    let mut begun = dealt.clone();
    let mut say = |lit: Lit| {
        engine.add_clause(&[lit]);
    };
    for &mv in moves {
        begun.make(mv, rows, &mut say);
    }
    in_order(&begun.exits, rows, &mut say);
    let in_waste: Vec<usize> = begun.waste.iter().rev().copied().collect();
    in_order(&in_waste, rows, &mut say);
    let played: Vec<usize> = (0..shape.n_bits())
        .filter(|&bit| begun.counts[shape.rank_of(bit)] >= shape.count_of(bit))
        .collect();
    for exit in begun.left(shape.n_exits) {
        for &earlier in &begun.exits {
            say(shape.order.before(earlier, exit));
        }
        for step in 0..begun.step {
            say(shape.made(exit, step));
        }
        for &bit in &played {
            say(shape.played(exit, bit));
        }
    }
    for step in begun.step..shape.n_steps {
        for &bit in &played {
            say(shape.at_step(step, bit));
        }
    }
    begun
}

/// Each of these exits comes before the later ones.
fn in_order(exits: &[usize], rows: &Rows, mut say: impl FnMut(Lit)) {
    for (place, &i) in exits.iter().enumerate() {
        for &j in &exits[place + 1..] {
            say(rows.shape.order.before(i, j));
        }
    }
}
