//! First phases from a line of play that need not win: what it does is tried first.

use super::formula::played_first;
use super::rows::Rows;
use crate::cdcl::Engine;
use crate::deal::notation::{From, To};
use crate::deal::{Move, WindmillSetup};

/// Sets the phases of all variables about which the line says something. `sails` are ranks.
pub(super) fn suggest(
    line: &[Move],
    setup: &WindmillSetup,
    sails: &[u8],
    rows: &Rows,
    engine: &mut Engine,
) {
    if line.is_empty() {
        return;
    }
    let shape = &rows.shape;
    let n = shape.n_exits;
    let mut played: Vec<usize> = (0..shape.n_ranks)
        .map(|rank| played_first(setup, rank))
        .collect();
    let mut out = rows.out_first.clone();
    let mut cells: Vec<Option<u8>> = sails.iter().map(|&rank| Some(rank)).collect();
    let mut waste: Vec<usize> = Vec::new();
    let mut next = 0;
    let mut order: Vec<usize> = Vec::new();
    let mut step = 0;
    for &play in line {
        let Move::Play(from, to) = play else {
            waste.push(next);
            next += 1;
            continue;
        };
        let mut exit = None;
        let rank = match from {
            From::Waste => {
                exit = waste.pop();
                exit.map(|card| rows.stock[card])
            }
            From::Cell(i) => {
                let cell = &mut cells[i as usize - 1];
                let rank = *cell;
                exit = waste.pop();
                if exit.is_none() && next < n {
                    exit = Some(next);
                    next += 1;
                }
                *cell = exit.map(|card| rows.stock[card]);
                rank
            }
            _ => None,
        };
        if to == To::Centre && step < shape.n_steps {
            for bit in 0..shape.n_bits() {
                let value = played[shape.rank_of(bit)] >= shape.count_of(bit);
                engine.set_phase(shape.at_step(step, bit).var(), value);
            }
        }
        if let Some(rank) = rank {
            played[rank as usize] += 1;
        }
        if to == To::Centre && step < shape.n_steps {
            let own = shape.rank_of_step(step);
            for count in 1..=shape.copies {
                let lit = shape.after_step(step, shape.bit(own, count));
                engine.set_phase(lit.var(), played[own] >= count);
            }
            engine.set_phase(shape.borrows(step).var(), rank.is_none());
            step += 1;
        }
        if let Some(card) = exit {
            order.push(card);
            out[rows.stock[card] as usize] += 1;
            for bit in 0..shape.n_bits() {
                let (rank, count) = (shape.rank_of(bit), shape.count_of(bit));
                engine.set_phase(shape.played(card, bit).var(), played[rank] >= count);
                engine.set_phase(shape.out(card, bit).var(), out[rank] >= count);
            }
            for made in 0..shape.n_steps {
                engine.set_phase(shape.made(card, made).var(), made < step);
            }
        }
    }
    // What is left goes from the waste's top down, then as it is turned.
    order.extend(waste.iter().rev());
    order.extend(next..n);
    for (place, &i) in order.iter().enumerate() {
        for &j in &order[place + 1..] {
            let lit = shape.order.before(i, j);
            engine.set_phase(lit.var(), lit.is_pos());
        }
    }
}
