//! A state taken in hand for playing on at speed: what playouts share.
//!
//! Cards of a role are counted in the four bits from `4 * role` on, and the lowest of these bits
//! stands for the role in sets. Corners are counted by what lies on top: an empty corner counts as
//! role `n_ranks`, and what corners want is one role below. The waste is a stack of stock places.

use super::{Borrow, N_PLACES, Play, State, Windmill};

/// A state in hand.
pub(super) struct Hand<'a> {
    game: &'a Windmill,
    /// The waste's places from 1 to `n_waste`, under it one without a card.
    waste: [u8; N_PLACES],
    pub n_waste: usize,
    next: usize,
    pub cells: u64,
    corners: u64,
    centre: u8,
    /// The role that follows on the centre, as a place in counts.
    pub wanted: u32,
    /// That role as a set, empty if the centre takes no card from cells or waste.
    pub open: u64,
    /// The bits in counts of that role, none if no corner may lend a card of it.
    lent: u64,
    kings: u8,
    lock: bool,
}

/// The roles that are counted.
#[inline(always)]
pub(super) fn roles(counts: u64) -> u64 {
    let pairs = counts | counts >> 1;
    (pairs | pairs >> 2) & 0x1111_1111_1111_1111
}

impl<'a> Hand<'a> {
    /// Takes a state in hand.
    #[inline(always)]
    pub fn take(game: &'a Windmill, state: &State) -> Hand<'a> {
        let mut hand = Hand {
            game,
            waste: [N_PLACES as u8 - 1; N_PLACES],
            n_waste: 0,
            next: state.next as usize,
            cells: state.cells,
            corners: 0,
            centre: state.centre,
            wanted: 4 * u32::from(state.centre % game.n_ranks),
            open: 0,
            lent: 0,
            kings: state.kings,
            lock: state.lock,
        };
        let mut waste = state.waste;
        while waste != 0 {
            hand.push(waste.trailing_zeros() as u8);
            waste &= waste - 1;
        }
        for height in &state.corners[..game.setup.n_corners as usize] {
            hand.corners += 1 << (4 * (game.n_ranks - height));
        }
        hand.open_centre();
        hand
    }

    /// The packed state.
    #[inline(always)]
    pub fn put_back(&self, state: &mut State) {
        let mut waste = [0u64; 2];
        for &place in &self.waste[1..=self.n_waste] {
            waste[usize::from(place / 64) % 2] |= 1 << (place % 64);
        }
        state.waste = u128::from(waste[0]) | u128::from(waste[1]) << 64;
        state.cells = self.cells;
        let mut corners = self.corners;
        for height in &mut state.corners[..self.game.setup.n_corners as usize] {
            let top = corners.trailing_zeros() / 4;
            *height = self.game.n_ranks - top as u8;
            corners -= 1 << (4 * top);
        }
        state.centre = self.centre;
        state.next = self.next as u8;
        state.kings = self.kings;
        state.lock = self.lock;
    }

    #[inline(always)]
    fn push(&mut self, place: u8) {
        self.n_waste += 1;
        self.waste[self.n_waste % N_PLACES] = place;
    }

    /// The waste's top as a place in counts, beyond all roles if there is none.
    #[inline(always)]
    pub fn top(&self) -> u32 {
        let place = self.waste[self.n_waste % N_PLACES];
        self.game.stock[place as usize % N_PLACES].trailing_zeros()
    }

    /// Notes whether the centre takes a card from cells or waste, and what a corner may lend.
    #[inline(always)]
    fn open_centre(&mut self) {
        let setup = &self.game.setup;
        let is_king = self.wanted == self.king();
        let kings_wait = setup.kings_first && self.kings < setup.n_corners;
        let closed = self.is_full() || is_king && kings_wait;
        self.open = u64::from(!closed) << self.wanted;
        let allowed = match setup.borrow {
            Borrow::None => false,
            Borrow::Strict => !self.lock,
            Borrow::Unlimited => true,
        };
        let lends = allowed && !self.is_full() && (!is_king || setup.free_kings);
        self.lent = (u64::from(lends) * 15) << self.wanted;
    }

    /// Puts a card on the centre.
    #[inline(always)]
    fn build_centre(&mut self, lock: bool) {
        self.centre += 1;
        self.lock = lock;
        let after = self.wanted + 4;
        let is_last = after == 4 * u32::from(self.game.n_ranks);
        self.wanted = if is_last { 0 } else { after };
        self.open_centre();
    }

    /// Whether the centre is complete.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.centre >= self.game.goal
    }

    /// Whether a card can be turned.
    #[inline(always)]
    pub fn has_stock(&self) -> bool {
        self.next < self.game.n_stock as usize
    }

    /// The king's role as a place in counts.
    #[inline(always)]
    pub fn king(&self) -> u32 {
        4 * u32::from(self.game.n_ranks - 1)
    }

    /// The role after the wanted one, as a set.
    #[inline(always)]
    pub fn after(&self) -> u64 {
        let is_king = self.wanted == self.king();
        if is_king { 1 } else { 16 << self.wanted }
    }

    /// The roles that corners want.
    #[inline(always)]
    pub fn corners_want(&self) -> u64 {
        roles(self.corners) >> 4
    }

    /// Puts a card of this role, given as a place in counts, on a corner that wants it.
    #[inline(always)]
    fn build_corner(&mut self, role: u32) {
        self.corners -= 15 << role;
        if role == 4 * u32::from(self.game.n_ranks - 1) {
            let counts = self.game.setup.kings_first && self.kings < self.game.setup.n_corners;
            self.kings += u8::from(counts);
            self.open_centre();
        }
    }

    /// Takes a card of this role, given as a place in counts, from the waste or from a cell, whose hole is
    /// filled.
    #[inline(always)]
    fn give(&mut self, role: u32, is_top: bool) {
        let from_cell = u64::from(is_top).wrapping_sub(1);
        // Either way the waste loses its top: to the pile built or to the cell.
        let refill = if self.n_waste > 0 {
            let top = self.top();
            self.n_waste -= 1;
            1 << top
        } else if self.next < self.game.n_stock as usize {
            self.next += 1;
            self.game.stock[(self.next - 1) % N_PLACES]
        } else {
            0
        };
        self.cells = self.cells + (refill & from_cell) - (1 << role & from_cell);
    }

    /// Plays the wanted card from the waste or a cell to the centre.
    #[inline(always)]
    pub fn play_to_centre(&mut self, is_top: bool) {
        self.give(self.wanted, is_top);
        self.build_centre(false);
    }

    /// Plays a card from the waste or a cell to a corner that wants its role.
    #[inline(always)]
    pub fn play_to_corner(&mut self, role: u32, is_top: bool, line: &mut Vec<Play>) {
        line.push(if is_top {
            Play::WasteCorner
        } else {
            Play::CellCorner {
                role: role as u8 / 4,
            }
        });
        self.give(role, is_top);
        self.build_corner(role);
    }

    /// Borrows a corner's top for the centre, which must be possible.
    #[inline(always)]
    pub fn borrow_one(&mut self, line: &mut Vec<Play>) {
        let height = self.game.n_ranks - self.wanted as u8 / 4;
        line.push(Play::Borrow { height });
        self.corners += 15 << self.wanted;
        self.build_centre(self.game.setup.borrow == Borrow::Strict);
    }

    /// Turns a card.
    #[inline(always)]
    pub fn turn(&mut self, line: &mut Vec<Play>) {
        line.push(Play::Turn);
        self.push(self.next as u8);
        self.next += 1;
    }

    /// Whether a corner's top may go to the centre.
    #[inline(always)]
    pub fn lends(&self) -> bool {
        self.corners & self.lent != 0
    }
}
