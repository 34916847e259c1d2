//! The rule *play whatever can be played*, at speed to the end of a game.
//!
//! Sets and counts of roles are those of [`hand`](super::hand). Where a game's course is even, both
//! sides are computed and one is selected: a branch foretold wrongly costs more.

use super::hand::roles;
use super::{Borrow, N_PLACES, NO_ROLE, State, Windmill};
use std::hint::select_unpredictable as select;

/// No stock place.
const NOWHERE: u8 = N_PLACES as u8 - 1;
/// The place before each: what lies under cards turned in a row.
const BEFORE: [u8; N_PLACES] = {
    let mut before = [NOWHERE; N_PLACES];
    let mut place = 1;
    while place < N_PLACES {
        before[place] = place as u8 - 1;
        place += 1;
    }
    before
};
/// Stock cards looked at together.
const WINDOW: usize = 8;

/// A state being played out.
pub(super) struct Playout<'a> {
    game: &'a Windmill,
    /// The waste's top, as a stock place.
    top: u8,
    /// For each place in the waste, the one under it.
    below: [u8; N_PLACES],
    next: usize,
    cells: u64,
    /// Counts of what lies on top of corners; an empty corner counts as role `n_ranks`.
    corners: u64,
    centre: u8,
    /// The role that follows on the centre, none on a complete one.
    wanted: u64,
    /// The roles that the centre takes from waste and cells when it wants them.
    taken: u64,
    /// The roles that corners lend.
    lendable: u64,
    /// Kings that corners must get before the centre does.
    waiting: u8,
    /// The centre's height at which borrowing is locked.
    locked: u8,
}

impl<'a> Playout<'a> {
    /// Takes a state in hand.
    #[inline(always)]
    pub fn new(game: &'a Windmill, state: &State) -> Playout<'a> {
        let setup = &game.setup;
        let not_king = !(1 << (4 * (game.n_ranks - 1)));
        let mut playout = Playout {
            game,
            top: NOWHERE,
            below: BEFORE,
            next: state.next as usize,
            cells: state.cells,
            corners: 0,
            centre: state.centre,
            wanted: u64::from(state.centre < game.goal) << (4 * game.wanted(state)),
            taken: !0,
            lendable: match (setup.borrow, setup.free_kings) {
                (Borrow::None, _) => 0,
                (_, true) => !0,
                (_, false) => not_king,
            },
            waiting: 0,
            locked: if state.lock { state.centre } else { 0 },
        };
        if setup.kings_first && state.kings < setup.n_corners {
            playout.waiting = setup.n_corners - state.kings;
            playout.taken = not_king;
        }
        let mut waste = state.waste;
        while waste != 0 {
            let place = waste.trailing_zeros() as u8;
            playout.below[place as usize % N_PLACES] = playout.top;
            playout.top = place;
            waste &= waste - 1;
        }
        for height in &state.corners[..setup.n_corners as usize] {
            playout.corners += 1 << (4 * (game.n_ranks - height));
        }
        playout
    }

    /// Plays to the end.
    #[inline(always)]
    pub fn run(&mut self) {
        while self.play() || self.borrow() || self.turn_and_play() {}
    }

    /// The packed state.
    #[inline(always)]
    pub fn put_back(&self, state: &mut State) {
        let setup = &self.game.setup;
        let mut waste = [0u64; 2];
        let mut place = self.top;
        while place != NOWHERE {
            waste[usize::from(place / 64) % 2] |= 1 << (place % 64);
            place = self.below[place as usize % N_PLACES];
        }
        state.waste = u128::from(waste[0]) | u128::from(waste[1]) << 64;
        state.next = self.next as u8;
        state.cells = self.cells;
        let mut corners = self.corners;
        for height in &mut state.corners[..setup.n_corners as usize] {
            let top = corners.trailing_zeros() / 4;
            *height = self.game.n_ranks - top as u8;
            corners -= 1 << (4 * top);
        }
        state.centre = self.centre;
        if setup.kings_first {
            state.kings = setup.n_corners - self.waiting;
        }
        state.lock = self.locked == self.centre;
    }

    /// The role of a stock place's card.
    #[inline(always)]
    fn role(&self, place: usize) -> u64 {
        self.game.stock[place % N_PLACES]
    }

    /// The roles that corners want.
    #[inline(always)]
    fn corners_want(&self) -> u64 {
        roles(self.corners) >> 4
    }

    /// Plays a card from the waste or else a cell: to the centre or else a corner, there the highest.
    /// False if none can be played.
    #[inline(always)]
    fn play(&mut self) -> bool {
        let top = self.role(self.top as usize);
        let at_hand = roles(self.cells) | top;
        let open = self.wanted & self.taken;
        if at_hand & open != 0 {
            self.give(open, top);
            self.build_centre();
            return true;
        }
        let wanted = self.corners_want();
        let playable = at_hand & wanted;
        if playable == 0 {
            return false;
        }
        let highest = 1 << (playable.leading_zeros() ^ 63);
        let role = if top & wanted != 0 { top } else { highest };
        self.give(role, top);
        self.build_corner(role);
        true
    }

    /// Takes a card of this role from the waste, if it is the top, or else from a cell, whose hole is
    /// filled.
    #[inline(always)]
    fn give(&mut self, role: u64, top: u64) {
        if self.top != NOWHERE {
            // Either way the waste loses its top: to the pile built or to the cell.
            self.top = self.below[self.top as usize % N_PLACES];
            self.cells = self.cells + top - role;
        } else {
            self.cells -= role;
            if self.next < self.game.n_stock as usize {
                self.cells += self.role(self.next);
                self.next += 1;
            }
        }
    }

    /// The role after this one on the centre, none if that is complete.
    #[inline(always)]
    fn after(&self, role: u64) -> u64 {
        let is_king = role == 1 << (4 * (self.game.n_ranks - 1));
        let after = if is_king { 1 } else { role << 4 };
        if self.centre == self.game.goal {
            0
        } else {
            after
        }
    }

    /// Puts the wanted card on the centre.
    #[inline(always)]
    fn build_centre(&mut self) {
        self.centre += 1;
        self.wanted = self.after(self.wanted);
    }

    /// Puts a card of this role, or none, on a corner that wants it.
    #[inline(always)]
    fn build_corner(&mut self, role: u64) {
        self.corners -= 15 * role;
        let is_king = role == 1 << (4 * (self.game.n_ranks - 1));
        self.waiting -= u8::from(is_king & (self.waiting > 0));
        self.taken = if self.waiting == 0 { !0 } else { self.taken };
    }

    /// Borrows a corner's top for the centre. False if that cannot be done.
    #[inline(always)]
    fn borrow(&mut self) -> bool {
        let lends = roles(self.corners) & self.wanted & self.lendable != 0;
        let lends = lends & (self.centre != self.locked);
        if lends {
            self.corners += 15 * self.wanted;
            self.build_centre();
            if self.game.setup.borrow == Borrow::Strict {
                self.locked = self.centre;
            }
        }
        lends
    }

    /// Turns cards until one can be played, and plays it. False if there is none.
    #[inline(always)]
    fn turn_and_play(&mut self) -> bool {
        let open = self.wanted & self.taken;
        // The places after the stock end the search.
        let wanted = open | self.corners_want() | NO_ROLE;
        let mut place = self.next;
        loop {
            let hits = (0..WINDOW).map(|i| u32::from(wanted & self.role(place + i) != 0) << i);
            let hits = hits.fold(1 << WINDOW, |all, hit| all | hit);
            let n_skipped = hits.trailing_zeros() as usize;
            place += n_skipped;
            if n_skipped < WINDOW {
                break;
            }
        }
        self.below[self.next % N_PLACES] = self.top;
        let last = (place as u8).wrapping_sub(1);
        self.top = select(place != self.next, last, self.top);
        self.next = place;
        if place >= self.game.n_stock as usize {
            return false;
        }
        self.next += 1;
        let role = self.role(place);
        let to_centre = role & open != 0;
        self.centre += u8::from(to_centre);
        self.wanted = select(to_centre, self.after(role), self.wanted);
        self.build_corner(select(to_centre, 0, role));
        true
    }
}
