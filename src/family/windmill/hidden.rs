//! What hidden-information play needs of the family.

use super::always_play::Playout;
use super::habits::HABITS;
use super::hand::Hand;
use super::{Play, State, Windmill};
use crate::game::{Hidden, deal_unseen};

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
        deal_unseen(
            &mut self.stock[state.next as usize..self.n_stock as usize],
            below,
        );
    }

    /// Centre from the waste, then from cells; corners likewise; then borrowing, then turning.
    fn always_play(&self, state: &State) -> Option<Play> {
        let wanted = self.wanted(state);
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
        let mut playout = Playout::new(self, state);
        playout.run();
        playout.put_back(state);
    }

    /// The centre first; kings to corners; borrowing where it leads on; corners only to rescue a card
    /// from the waste that is needed soon, rather with ranks held twice, so that a mix is kept.
    fn book(&self, state: &State) -> Option<Play> {
        let mut line = Vec::new();
        Hand::take(self, state).by_habit::<false>(&HABITS[0], &mut || false, &mut line);
        line.first().copied()
    }
}
