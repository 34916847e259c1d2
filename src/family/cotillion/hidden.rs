//! What hidden-information play needs of the family.

use super::{Cotillion, PackKey, Play, State};
use crate::game::Hidden;

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
        for column in 0..self.setup.n_columns {
            if let Some(card) = self.column_end(state, column as usize)
                && wanted >> card & 1 != 0
            {
                return Some(Play::Column {
                    column,
                    pile: self.piles(state, card).0[0],
                });
            }
        }
        if let Some(card) = self.waste_top(state)
            && wanted >> card & 1 != 0
        {
            return Some(Play::Waste {
                pile: self.piles(state, card).0[0],
            });
        }
        let cells = state.one & wanted;
        if cells != 0 {
            let card = cells.trailing_zeros() as u8;
            return Some(Play::Cell {
                card,
                pile: self.piles(state, card).0[0],
            });
        }
        let mut turn = Vec::new();
        self.turns(state, &mut turn);
        turn.pop()
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
