//! What hidden-information play needs of the family.

use super::guide::HABITS;
use super::{MAX_STOCK, Play, State, Windmill};
use crate::game::{Game, Hidden, deal_unseen};

impl Windmill {
    /// The role that the centre takes from cells or waste, as a bit; none if it takes none.
    fn centre_mask(&self, state: &State) -> u32 {
        let role = self.wanted(state);
        u32::from(self.centre_takes(state, role)) << role
    }

    /// The roles that corners want.
    fn corner_mask(&self, state: &State) -> u32 {
        let corners = &state.corners[..self.setup.n_corners as usize];
        // A complete corner's bit is shifted out.
        corners
            .iter()
            .fold(0, |mask, &h| mask | (1 << (self.n_ranks - h)) >> 1)
    }

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

/// The highest of these roles of which a cell holds a card.
fn highest_in(mut roles: u32, cells: u64) -> Option<u8> {
    while roles != 0 {
        let role = 31 - roles.leading_zeros();
        if cells >> (4 * role) & 15 != 0 {
            return Some(role as u8);
        }
        roles ^= 1 << role;
    }
    None
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
        // The waste is a stack of stock places meanwhile.
        let mut stack = [0u8; MAX_STOCK];
        let mut n_waste = 0;
        let mut bits = state.waste;
        while bits != 0 {
            stack[n_waste] = bits.trailing_zeros() as u8;
            n_waste += 1;
            bits &= bits - 1;
        }
        let n_stock = self.n_stock as usize;
        let mut next = state.next as usize;
        // Masks of roles: the one that the centre takes from hand, and those that corners want.
        let mut centre = self.centre_mask(state);
        let mut corners = self.corner_mask(state);
        loop {
            let top = match n_waste {
                0 => 0,
                n => 1u32 << self.stock[stack[n - 1] as usize],
            };
            let wanted_cell = self.wanted(state) * 4;
            let cell = if top & centre != 0 {
                n_waste -= 1;
                self.build_centre(state);
                None
            } else if centre != 0 && state.cells >> wanted_cell & 15 != 0 {
                self.build_centre(state);
                Some(wanted_cell)
            } else if top & corners != 0 {
                n_waste -= 1;
                self.build_corner(state, top.trailing_zeros() as u8);
                corners = self.corner_mask(state);
                None
            } else if let Some(role) = highest_in(corners, state.cells) {
                self.build_corner(state, role);
                corners = self.corner_mask(state);
                Some(4 * role)
            } else if let Some(i) = self.lender(state) {
                self.play(
                    state,
                    Play::Borrow {
                        height: state.corners[i],
                    },
                );
                corners = self.corner_mask(state);
                None
            } else {
                // Nothing can be played before a wanted card is turned.
                let mut card = 0;
                while next < n_stock && card & (centre | corners) == 0 {
                    card = 1u32 << self.stock[next];
                    stack[n_waste] = next as u8;
                    n_waste += 1;
                    next += 1;
                }
                if card & (centre | corners) == 0 {
                    break;
                }
                continue;
            };
            if let Some(shift) = cell {
                state.cells -= 1 << shift;
                if n_waste > 0 {
                    n_waste -= 1;
                    state.cells += 1 << (4 * self.stock[stack[n_waste] as usize]);
                } else if next < n_stock {
                    state.cells += 1 << (4 * self.stock[next]);
                    next += 1;
                }
            }
            centre = self.centre_mask(state);
        }
        state.next = next as u8;
        state.waste = stack[..n_waste]
            .iter()
            .fold(0, |bits, &place| bits | 1 << place);
    }

    /// The centre first; kings to corners; borrowing where it leads on; corners only to rescue a card
    /// from the waste that is needed soon, rather with ranks held twice, so that a mix is kept.
    fn book(&self, state: &State) -> Option<Play> {
        self.by_habit(state, &HABITS[0], &mut None)
    }
}
