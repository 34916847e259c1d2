//! What hidden-information play needs of the family.

use super::{Cotillion, MAX_STOCK, PackKey, Play, State};
use crate::game::{Game, Hidden, deal_unseen};

impl<K: PackKey> Cotillion<K> {
    /// [`Hidden::always_play_out`] without redeals: the waste is a stack of stock places meanwhile.
    fn one_pass_out(&self, state: &mut State) {
        let mut stack = [0u8; MAX_STOCK];
        let mut n_waste = 0;
        let mut bits = state.waste();
        while bits != 0 {
            stack[n_waste] = bits.trailing_zeros() as u8;
            n_waste += 1;
            bits &= bits - 1;
        }
        let mut next = state.next as usize;
        let n_stock = self.n_stock as usize;
        let mut ends = self.column_ends(state);
        'plays: loop {
            let wanted = state.want[0] | state.want[1];
            if wanted & ends != 0 {
                let play = self.column_play(state, wanted);
                self.play(state, play.expect("a wanted card is free"));
                ends = self.column_ends(state);
                continue;
            }
            if n_waste > 0 {
                let card = self.stock[stack[n_waste - 1] as usize];
                if wanted >> card & 1 != 0 {
                    n_waste -= 1;
                    self.build(state, card, self.pile(state, card));
                    continue;
                }
            }
            let cells = state.one & wanted;
            if cells != 0 {
                let card = cells.trailing_zeros() as u8;
                state.take_from_cells(card);
                self.build(state, card, self.pile(state, card));
                if n_waste > 0 {
                    n_waste -= 1;
                    state.add_to_cells(self.stock[stack[n_waste] as usize]);
                } else if next < n_stock {
                    state.add_to_cells(self.stock[next]);
                    next += 1;
                }
                continue;
            }
            // Nothing can be played before a wanted card is turned.
            while next < n_stock {
                let card = self.stock[next];
                if wanted >> card & 1 != 0 {
                    next += 1;
                    self.build(state, card, self.pile(state, card));
                    continue 'plays;
                }
                stack[n_waste] = next as u8;
                n_waste += 1;
                next += 1;
            }
            break;
        }
        // The stock is used up: what is present lies in the waste.
        state.next = self.n_stock;
        state.present = stack[..n_waste]
            .iter()
            .fold(0, |bits, &place| bits | 1 << place);
    }
}

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
        if self.setup.n_passes == 1 {
            return self.one_pass_out(state);
        }
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
