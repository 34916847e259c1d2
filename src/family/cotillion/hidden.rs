//! What hidden-information play needs of the family.

use super::hand::Hand;
use super::{Cotillion, PackKey, Play, State};
use crate::game::{Hidden, deal_unseen};

impl<K: PackKey> Hidden for Cotillion<K> {
    fn reshuffle(&mut self, state: &State, below: &mut dyn FnMut(u32) -> u32) {
        // After a redeal every card has been seen.
        if state.pass > 0 {
            return;
        }
        deal_unseen(
            &mut self.stock[state.next as usize..self.n_stock as usize],
            below,
        );
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
        let mut hand = Hand::take(self, state);
        loop {
            let wanted = hand.wanted();
            if wanted & hand.ends() != 0 {
                hand.play_column();
                continue;
            }
            let (top, cells) = (hand.top(), wanted & hand.cells());
            let is_top = wanted >> top & 1 != 0;
            if is_top || cells != 0 {
                let cell = cells.trailing_zeros() as u8;
                hand.play_top_or_cell(is_top, if is_top { top } else { cell });
            } else if !hand.turn_to_play() && !hand.redeal() {
                break;
            }
        }
        *state = hand.put_back();
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
