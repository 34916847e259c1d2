//! What hidden-information play needs of the family.

use super::{Cotillion, PackKey, Play, State};
use crate::game::{Game, Hidden};

impl<K: PackKey> Hidden for Cotillion<K> {
    fn reshuffle(&mut self, state: &State, below: &mut dyn FnMut(u32) -> u32) {
        // After a redeal every card has been seen.
        if state.pass > 0 {
            return;
        }
        let unseen = &mut self.stock[state.next as usize..self.n_stock as usize];
        unseen.sort_unstable();
        for i in (1..unseen.len()).rev() {
            unseen.swap(i, below(i as u32 + 1) as usize);
        }
    }

    fn always_play(&self, state: &State) -> Option<Play> {
        let wanted = state.want[0] | state.want[1];
        if let Some(play) = self.column_play(state, wanted) {
            return Some(play);
        }
        if let Some(card) = self.waste_top(state)
            && wanted >> card & 1 != 0
        {
            return Some(Play::Waste {
                pile: self.pile(state, card),
            });
        }
        let cells = state.one & wanted;
        if cells != 0 {
            let card = cells.trailing_zeros() as u8;
            return Some(Play::Cell {
                card,
                pile: self.pile(state, card),
            });
        }
        let mut turn = Vec::new();
        self.turns(state, &mut turn);
        turn.pop()
    }

    fn always_play_out(&self, state: &mut State) {
        let mut ends = self.column_ends(state);
        loop {
            let wanted = state.want[0] | state.want[1];
            if wanted & ends != 0 {
                let play = self.column_play(state, wanted);
                self.play(state, play.expect("a wanted card is free"));
                ends = self.column_ends(state);
                continue;
            }
            let waste = state.waste();
            if waste != 0 {
                let top = 127 - waste.leading_zeros();
                let card = self.stock[top as usize];
                if wanted >> card & 1 != 0 {
                    state.present ^= 1 << top;
                    self.build(state, card, self.pile(state, card));
                    continue;
                }
            }
            let cells = state.one & wanted;
            if cells != 0 {
                let card = cells.trailing_zeros() as u8;
                state.take_from_cells(card);
                self.build(state, card, self.pile(state, card));
                self.refill(state);
                continue;
            }
            // Nothing can be played before a wanted card is turned.
            while state.next < self.n_stock && wanted >> self.stock[state.next as usize] & 1 == 0 {
                self.pass_by(state, state.next + 1);
            }
            if state.next < self.n_stock {
                self.pass_by(state, state.next + 1);
            } else if state.present != 0 && state.pass + 1 < self.setup.n_passes {
                self.play(state, Play::Redeal);
            } else {
                return;
            }
        }
    }

    fn book(&self, state: &State) -> Option<Play> {
        let best = self.always_play(state)?;
        let Play::Cell { .. } = best else {
            return Some(best);
        };
        // A cell's card is played to save the waste's top, if that is needed within a few steps, or
        // when nothing is left to turn.
        let stock_left = state.present >> state.next != 0;
        let worth_saving = match self.waste_top(state) {
            None => false,
            Some(card) => self.wait(state, card) <= SOON,
        };
        if worth_saving || !stock_left || state.one.count_ones() < 2 {
            Some(best)
        } else {
            Some(Play::Turn)
        }
    }
}

/// Steps within which a card is worth saving.
const SOON: i32 = 4;
