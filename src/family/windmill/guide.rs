//! What a beam needs of the family: an evaluation, and greedy playouts.

use super::{Play, State, Windmill};
use crate::game::{Game, Guide, Noise};

/// Weights of the linear evaluation, in tenths.
#[derive(Clone, Debug)]
pub struct Weights {
    /// For each card on centre or corners.
    pub played: i32,
    /// More for each card on the centre.
    pub centre: i32,
    /// For each king in a corner.
    pub king: i32,
    /// To lose for each step until a cell's card is needed.
    pub cell_wait: i32,
    /// To lose for each step by which a waste card is needed later than one below it.
    pub blocked: i32,
    /// To lose for each further cell with the same role.
    pub double: i32,
}

const NEVER: i32 = 14;

impl Windmill {
    /// Steps until a card of each role is needed at the centre or a corner.
    fn waits(&self, state: &State) -> [i32; 13] {
        let n = i32::from(self.n_ranks);
        let mut waits = [NEVER; 13];
        if state.centre < self.goal {
            let wanted = i32::from(state.centre) % n;
            for role in 0..n {
                waits[role as usize] = (role - wanted).rem_euclid(n);
            }
        }
        for &height in &state.corners[..self.setup.n_corners as usize] {
            let wanted = n - 1 - i32::from(height);
            for role in 0..=wanted {
                let wait = &mut waits[role as usize];
                *wait = (*wait).min(wanted - role);
            }
        }
        waits
    }

    /// The greedy play: centre, kings to corners, borrow, waste to corner, a cell to a corner where
    /// that rescues a waste card, turn. With noise some choices are skipped.
    pub(super) fn greedy(&self, state: &State, noise: &mut Option<Noise>) -> Option<Play> {
        let mut skip = |chance: u32| noise.as_mut().is_some_and(|n| n.below(100) < chance);
        let king = self.n_ranks - 1;
        let top = self.waste_top(state);
        let wanted = state.centre % self.n_ranks;
        if top == Some(wanted) && self.centre_takes(state, wanted) && !skip(3) {
            return Some(Play::WasteCentre);
        }
        if state.in_cells(wanted) > 0 && self.centre_takes(state, wanted) && !skip(10) {
            return Some(Play::CellCentre);
        }
        if self.corner_for(state, king).is_some() {
            if top == Some(king) && !skip(3) {
                return Some(Play::WasteCorner);
            }
            if state.in_cells(king) > 0 && !skip(3) {
                return Some(Play::CellCorner { role: king });
            }
        }
        if let Some(i) = self.lender(state)
            && !skip(15)
        {
            return Some(Play::Borrow {
                height: state.corners[i],
            });
        }
        if let Some(top) = top {
            if self.corner_for(state, top).is_some() && !skip(15) {
                return Some(Play::WasteCorner);
            }
            for &height in &state.corners[..self.setup.n_corners as usize] {
                let role = king.wrapping_sub(height);
                if height < self.n_ranks && state.in_cells(role) > 0 && !skip(15) {
                    return Some(Play::CellCorner { role });
                }
            }
        }
        if state.next < self.n_stock {
            return Some(Play::Turn);
        }
        for &height in &state.corners[..self.setup.n_corners as usize] {
            let role = king.wrapping_sub(height);
            if height < self.n_ranks && (state.in_cells(role) > 0) {
                return Some(Play::CellCorner { role });
            }
        }
        let mut rest = Vec::new();
        self.moves(state, &mut rest);
        rest.first().copied()
    }
}

impl Guide for Windmill {
    type Weights = Weights;

    fn weightings(&self) -> Vec<Weights> {
        vec![
            Weights {
                played: 151,
                centre: 62,
                king: 129,
                cell_wait: 14,
                blocked: 32,
                double: 79,
            },
            Weights {
                played: 400,
                centre: 100,
                king: 300,
                cell_wait: 50,
                blocked: 40,
                double: 100,
            },
        ]
    }

    fn evaluate(&self, state: &State, weights: &Weights) -> i32 {
        let waits = self.waits(state);
        let mut value = weights.played * self.played(state) as i32;
        value += weights.centre * i32::from(state.centre);
        value += weights.king * i32::from(state.kings);
        for role in 0..self.n_ranks {
            let n = state.in_cells(role) as i32;
            value -= n * weights.cell_wait * waits[role as usize];
            value -= (n - 1).max(0) * weights.double;
        }
        let mut waste = state.waste;
        let mut soonest = NEVER;
        while waste != 0 {
            let wait = waits[self.stock[waste.trailing_zeros() as usize] as usize];
            waste &= waste - 1;
            value -= weights.blocked * (wait - soonest).max(0);
            soonest = soonest.min(wait);
        }
        value / 10
    }

    fn playout(&self, state: &State, noise: u64, line: &mut Vec<Play>) -> State {
        let mut state = *state;
        let mut noise = (noise != 0).then(|| Noise::new(noise));
        while let Some(play) = self.greedy(&state, &mut noise) {
            line.push(play);
            self.play(&mut state, play);
        }
        state
    }
}
