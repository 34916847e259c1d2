//! What a beam needs of the family: an evaluation, and greedy playouts.

use super::habits::{HABITS, NEVER as NEVER_STEPS};
use super::hand::Hand;
use super::{Play, State, Windmill};
use crate::game::{Game, Guide, Noise};

const NEVER: i32 = NEVER_STEPS as i32;

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

impl Windmill {
    /// Steps until a card of each role is needed at the centre or a corner.
    fn waits(&self, state: &State) -> [i32; 13] {
        let n = i32::from(self.n_ranks);
        let mut waits = [NEVER; 13];
        if state.centre < self.goal {
            let wanted = i32::from(self.wanted(state));
            for role in 0..n {
                let steps = role - wanted;
                waits[role as usize] = if steps < 0 { steps + n } else { steps };
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
            let wait = waits[self.role_at(waste.trailing_zeros()) as usize];
            waste &= waste - 1;
            value -= weights.blocked * (wait - soonest).max(0);
            soonest = soonest.min(wait);
        }
        value / 10
    }

    fn playout(&self, state: &State, noise: u64, line: &mut Vec<Play>) -> State {
        let mut hand = Hand::take(self, state);
        let n = HABITS.len() as u64;
        if noise < n {
            hand.play_out(&HABITS[noise as usize], line);
        } else {
            let mut chance = Noise::new(noise);
            let habit = &HABITS[((chance.next() >> 32) % n) as usize];
            let mut skip = || chance.below(12) == 0;
            while hand.by_habit::<false>(habit, &mut skip, line) {}
        }
        let mut end = *state;
        hand.put_back(&mut end);
        end
    }
}
