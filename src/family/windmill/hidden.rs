//! What hidden-information play needs of the family.

use super::{Play, State, Windmill};
use crate::game::{Game, Hidden};

impl Windmill {
    /// A cell's card that a corner wants, kings first.
    fn cell_to_corner(&self, state: &State) -> Option<Play> {
        let corners = &state.corners[..self.setup.n_corners as usize];
        let wanted = corners
            .iter()
            .filter(|&&h| h < self.n_ranks)
            .map(|h| self.n_ranks - 1 - h);
        let role = wanted.filter(|&role| state.in_cells(role) > 0).max()?;
        Some(Play::CellCorner { role })
    }
}

impl Hidden for Windmill {
    fn reshuffle(&mut self, state: &State, below: &mut dyn FnMut(u32) -> u32) {
        let unseen = &mut self.stock[state.next as usize..self.n_stock as usize];
        unseen.sort_unstable();
        for i in (1..unseen.len()).rev() {
            unseen.swap(i, below(i as u32 + 1) as usize);
        }
    }

    /// Centre from the waste, then from cells; corners likewise; then borrowing, then turning.
    fn always_play(&self, state: &State) -> Option<Play> {
        let wanted = state.centre % self.n_ranks;
        let top = self.waste_top(state);
        if self.centre_takes(state, wanted) {
            if top == Some(wanted) {
                return Some(Play::WasteCentre);
            }
            if state.in_cells(wanted) > 0 {
                return Some(Play::CellCentre);
            }
        }
        if let Some(top) = top
            && self.corner_for(state, top).is_some()
        {
            return Some(Play::WasteCorner);
        }
        let play = self.cell_to_corner(state);
        let borrow = || {
            self.lender(state).map(|i| Play::Borrow {
                height: state.corners[i],
            })
        };
        play.or_else(borrow)
            .or_else(|| (state.next < self.n_stock).then_some(Play::Turn))
    }

    fn always_play_out(&self, state: &mut State) {
        while let Some(play) = self.always_play(state) {
            self.play(state, play);
            if play != Play::Turn || state.next == self.n_stock {
                continue;
            }
            // Nothing else was playable: turn until a card is wanted.
            let mut wanted = 0u64;
            for role in 0..self.n_ranks {
                let takes =
                    self.centre_takes(state, role) || self.corner_for(state, role).is_some();
                wanted |= u64::from(takes) << role;
            }
            let top = self.waste_top(state).expect("a card was turned");
            if wanted >> top & 1 != 0 {
                continue;
            }
            while state.next < self.n_stock {
                let role = self.stock[state.next as usize];
                state.waste |= 1 << state.next;
                state.next += 1;
                if wanted >> role & 1 != 0 {
                    break;
                }
            }
        }
    }

    /// The centre first; kings to corners; borrowing for the centre; corners only to rescue a card
    /// from the waste, or at the end.
    fn book(&self, state: &State) -> Option<Play> {
        self.greedy(state, &mut None)
    }
}
