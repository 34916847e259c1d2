//! What beams and hidden-information play need of the family: little, since playing at once is
//! nearly always right.

use super::{Contradance, MAX_CARDS, MAX_STOCK, Play, State};
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
        self.note_places();
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

    /// On places as bits: what is played next is the waste's top, or else the first card of the stock that is wanted, so a
    /// play costs the same however many cards are turned before it.
    fn always_play_out(&self, state: &mut State) {
        let [mut lead, mut follow] = state.want;
        let mut wanted = 0;
        let mut cards = lead | follow | self.decoration;
        while cards != 0 {
            wanted |= self.places[cards.trailing_zeros() as usize % MAX_CARDS];
            cards &= cards - 1;
        }
        let mut present = state.present;
        let mut ahead = u128::MAX << state.next;
        loop {
            let waste = present & !ahead;
            let top = (1 << 127) >> (waste | 1).leading_zeros() & waste;
            let playable = wanted & (top | present & ahead);
            if playable == 0 {
                if present == 0 || state.pass + 1 >= self.setup.n_passes {
                    break;
                }
                state.pass += 1;
                ahead = u128::MAX;
                continue;
            }
            let place = playable & playable.wrapping_neg();
            present ^= place;
            ahead &= !(place | (place - 1));
            let card = self.stock[playable.trailing_zeros() as usize % MAX_STOCK] as usize;
            let bit = 1u64 << (card % MAX_CARDS);
            if bit & self.decoration != 0 {
                continue;
            }
            // The leading foundation takes what both want.
            let next = self.after[card % N_CARDS];
            let leads = lead & bit != 0;
            let want = if leads { &mut lead } else { &mut follow };
            *want = (*want ^ bit) | next;
            state.heights += 1 << (self.shift[card % N_CARDS] + 3 * u8::from(!leads));
            if (lead | follow) & bit == 0 {
                wanted &= !self.places[card % MAX_CARDS];
            }
            let next = (next | 1 << (MAX_CARDS - 1)).trailing_zeros();
            wanted |= self.places[next as usize % MAX_CARDS];
        }
        state.want = [lead, follow];
        state.present = present;
        state.next = self.n_stock;
    }

    fn book(&self, state: &State) -> Option<Play> {
        self.always_play(state)
    }
}
