//! What beams and hidden-information play need of the family: little, since playing at once is
//! nearly always right.

use super::{Contradance, MAX_STOCK, Play, State};
use crate::cards::N_CARDS;
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

    /// On a list of the cards in waste and stock; only the want of cards decides.
    fn always_play_out(&self, state: &mut State) {
        let mut rest = [0u8; 128];
        let mut n_rest = 0;
        let mut present = state.present;
        while present != 0 {
            rest[n_rest % 128] = present.trailing_zeros() as u8;
            n_rest += 1;
            present &= present - 1;
        }
        let below_next = state.present & ((1u128 << state.next) - 1);
        let mut n_waste = below_next.count_ones() as usize;
        let mut turn = n_waste;
        let [mut lead, mut follow] = state.want;
        let card_at = |place: u8| usize::from(self.stock[usize::from(place) % MAX_STOCK]);
        loop {
            while n_waste > 0 {
                let card = card_at(rest[(n_waste - 1) % 128]) % N_CARDS;
                let bit = 1u64 << card;
                if bit & (lead | follow | self.decoration) == 0 {
                    break;
                }
                n_waste -= 1;
                if bit & self.decoration == 0 {
                    let leads = lead & bit != 0;
                    let want = if leads { &mut lead } else { &mut follow };
                    *want = (*want ^ bit) | self.after[card];
                    state.heights += 1 << (self.shift[card] + 3 * u8::from(!leads));
                }
            }
            let wanted = lead | follow | self.decoration;
            let first = turn;
            let mut is_wanted = false;
            while turn < n_rest && !is_wanted {
                let place = rest[turn % 128];
                rest[n_waste % 128] = place;
                n_waste += 1;
                turn += 1;
                is_wanted = wanted >> card_at(place) & 1 != 0;
            }
            if turn > first {
                continue;
            }
            if n_waste == 0 || state.pass + 1 >= self.setup.n_passes {
                break;
            }
            state.pass += 1;
            n_rest = std::mem::take(&mut n_waste);
            turn = 0;
        }
        state.want = [lead, follow];
        state.present = rest[..n_waste]
            .iter()
            .fold(0, |bits, &place| bits | 1 << place);
        state.next = self.n_stock;
    }

    fn book(&self, state: &State) -> Option<Play> {
        self.always_play(state)
    }
}
