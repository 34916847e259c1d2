//! What beams and hidden-information play need of the family: little, since playing at once is
//! nearly always right.

use super::{Contradance, Play, State};
use crate::game::{Game, Guide, Hidden, Noise, deal_unseen};

impl Guide for Contradance {
    type Weights = ();

    fn weightings(&self) -> Vec<()> {
        vec![()]
    }

    fn evaluate(&self, state: &State, (): &()) -> i32 {
        self.played(state) as i32
    }

    fn playout(&self, state: &State, noise: u64, line: &mut Vec<Play>) -> State {
        let mut state = *state;
        let mut noise = (noise != 0).then(|| Noise::new(noise));
        while let Some(mut play) = self.always_play(&state) {
            // Now and then a card with a copy to come is left lying.
            let hold = |n: &mut Noise| play == Play::Waste && n.below(8) == 0;
            let free = self.playable(&state).is_some_and(|i| !self.safe(&state, i));
            if free && noise.as_mut().is_some_and(hold) && state.present >> state.next != 0 {
                play = Play::Turn;
            }
            line.push(play);
            self.play(&mut state, play);
        }
        state
    }
}

impl Hidden for Contradance {
    fn reshuffle(&mut self, state: &State, below: &mut dyn FnMut(u32) -> u32) {
        // After a redeal every card has been seen.
        if state.pass > 0 {
            return;
        }
        deal_unseen(
            &mut self.stock[state.next as usize..self.n_stock as usize],
            below,
        );
        self.pair_twins();
    }

    fn always_play(&self, state: &State) -> Option<Play> {
        if self.playable(state).is_some() {
            Some(Play::Waste)
        } else if state.present >> state.next != 0 {
            Some(Play::Turn)
        } else if state.present != 0 && state.pass + 1 < self.setup.n_passes {
            Some(Play::Redeal)
        } else {
            None
        }
    }

    fn book(&self, state: &State) -> Option<Play> {
        self.always_play(state)
    }
}
