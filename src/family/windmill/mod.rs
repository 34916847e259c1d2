//! Windmill and its variants, packed: one centre, corners, cells, one pass. Suits do not matter.
//!
//! Ranks are *roles* from 0: the ace's part 0 to the king's `n_ranks - 1`; a reversed game is the
//! normal one with mirrored roles. So the centre of height c wants role `c mod n_ranks`, and a
//! corner of height h wants `n_ranks - 1 - h`. In sets of roles the bit `4 * role` stands for one.
//!
//! # State
//! `waste` has a bit for each stock position whose card lies in the waste, all below `next`; the
//! positions from `next` on are the stock. `cells` counts the sails' cards, 4 bits a role. Corners
//! are heights in descending order: equal ones are one. `lock` is set from a strict borrow until
//! the centre takes a card from elsewhere. `kings` counts kings ever placed in corners (where it matters), up to the
//! number of corners.
//!
//! # Key
//! The cells follow by subtraction: dealt − stock − waste − centre − corners.
//!
//! ```text
//! bit 0               n_stock + 1 (96)    +6     +1     +3      +16
//!     | waste, sentinel | centre's height | lock | kings | 4 corners × 4 bits |   (122 bits used)
//! ```

mod always_play;
mod guide;
mod habits;
mod hand;
mod hidden;

pub use guide::Weights;

use crate::cards::{Card, N_CARDS};
use crate::deal::notation::{From, To};
use crate::deal::{Borrow, Move as TextMove, WindmillSetup};
use crate::game::{Dominance, Game};

/// Most corners.
pub const MAX_CORNERS: usize = 4;
/// Places in the array of the stock: more than its 95 cards, and those of shrunken shapes with fewer
/// cells, and a power of two, so that a masked place needs no check.
const N_PLACES: usize = 128;
/// The set of a role that nothing wants, for places without a card.
const NO_ROLE: u64 = 1 << 60;

/// A dealt game.
#[derive(Clone, Debug)]
pub struct Windmill {
    setup: WindmillSetup,
    n_ranks: u8,
    goal: u8,
    n_stock: u8,
    /// Each card's role, as a set.
    roles: [u64; 64],
    /// The stock's roles as sets, and [`NO_ROLE`] on all places after them.
    stock: [u64; N_PLACES],
    /// By the centre's height: the role that it wants next. Saves divisions.
    wanted: [u8; 128],
    cells: Vec<u8>,
    start: State,
}

/// What changed since the deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) waste: u128,
    pub(super) cells: u64,
    pub(super) corners: [u8; MAX_CORNERS],
    pub(super) centre: u8,
    pub(super) next: u8,
    pub(super) kings: u8,
    pub(super) lock: bool,
}

/// A move. Roles count from 0 (ace's part); a corner is named by its height before the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Play {
    /// Turn a stock card.
    Turn,
    /// The top of a corner of this height to the centre.
    Borrow {
        /// The corner's height.
        height: u8,
    },
    /// The waste's top to the centre.
    WasteCentre,
    /// The waste's top to the corner that wants it.
    WasteCorner,
    /// A cell's card of the wanted role to the centre.
    CellCentre,
    /// A cell's card to the corner that wants it.
    CellCorner {
        /// The card's role.
        role: u8,
    },
}

/// The only role in a set.
fn number(set: u64) -> u8 {
    set.trailing_zeros() as u8 / 4
}

impl State {
    /// The centre's height.
    pub fn centre(&self) -> u8 {
        self.centre
    }

    /// Cards of this role in cells.
    pub fn in_cells(&self, role: u8) -> u64 {
        self.cells >> (4 * role) & 15
    }
}

impl Windmill {
    /// The game with these cards in deal order.
    ///
    /// # Panics
    /// If the set-up does not fit the packed state, or the number of cards is wrong.
    pub fn new(setup: &WindmillSetup, cards: &[Card]) -> Windmill {
        assert!(setup.n_corners as usize <= MAX_CORNERS && setup.n_suits <= 4);
        assert!(setup.n_stock() <= 101, "the key must hold the set-up");
        assert_eq!(cards.len(), setup.n_dealt(), "cards must match the set-up");
        let mut corners = [0; MAX_CORNERS];
        let placed = if setup.kings_preplaced {
            setup.n_corners
        } else {
            0
        };
        corners[..placed as usize].fill(1);
        let start = State {
            waste: 0,
            cells: 0,
            corners,
            centre: 1,
            next: 0,
            kings: placed,
            lock: false,
        };
        let mut roles = [NO_ROLE; 64];
        for card in (0..N_CARDS).map(Card::from_index) {
            if card.rank().number() <= setup.n_ranks {
                let role = setup.role(card.rank()).number() - 1;
                roles[card.index()] = 1 << (4 * role);
            }
        }
        let mut game = Windmill {
            setup: *setup,
            roles,
            n_ranks: setup.n_ranks,
            goal: setup.centre_goal() as u8,
            n_stock: setup.n_stock() as u8,
            stock: [NO_ROLE; N_PLACES],
            wanted: std::array::from_fn(|height| height as u8 % setup.n_ranks),
            cells: Vec::new(),
            start,
        };
        game.deal_again(cards);
        game
    }

    /// The same game with other cards: cheaper than making it anew.
    ///
    /// # Panics
    /// If the number of cards is wrong.
    pub fn deal_again(&mut self, cards: &[Card]) {
        assert_eq!(
            cards.len(),
            self.setup.n_dealt(),
            "cards must match the set-up"
        );
        let role = |card: &Card| self.roles[card.index() % 64];
        let (cells, dealt_stock) = cards.split_at(self.setup.n_cells as usize);
        for (place, card) in self.stock.iter_mut().zip(dealt_stock) {
            *place = role(card);
        }
        self.cells.clear();
        self.cells
            .extend(cells.iter().map(|card| number(role(card))));
        self.start.cells = cells.iter().map(role).sum();
    }

    /// The set-up.
    pub fn setup(&self) -> &WindmillSetup {
        &self.setup
    }

    /// The waste's top.
    pub fn waste_top(&self, state: &State) -> Option<u8> {
        (state.waste != 0).then(|| self.role_at(127 - state.waste.leading_zeros()))
    }

    /// The role of a stock place's card.
    fn role_at(&self, place: u32) -> u8 {
        number(self.stock[place as usize])
    }

    /// The role that the centre wants next.
    #[inline]
    fn wanted(&self, state: &State) -> u8 {
        self.wanted[state.centre as usize & 127]
    }

    /// The height of a corner whose top may go to the centre.
    fn lent_height(&self, state: &State) -> Option<u8> {
        let allowed = match self.setup.borrow {
            Borrow::None => false,
            Borrow::Strict => !state.lock,
            Borrow::Unlimited => true,
        };
        let height = self.n_ranks - self.wanted(state);
        let lowest = if self.setup.free_kings { 1 } else { 2 };
        (allowed && state.centre < self.goal && height >= lowest).then_some(height)
    }

    /// Whether a card of this role from cells or waste may go to the centre.
    pub fn centre_takes(&self, state: &State, role: u8) -> bool {
        state.centre < self.goal
            && role == self.wanted(state)
            && (role + 1 < self.n_ranks
                || !self.setup.kings_first
                || state.kings >= self.setup.n_corners)
    }

    /// A corner that wants this role.
    pub fn corner_for(&self, state: &State, role: u8) -> Option<usize> {
        let height = self.n_ranks - 1 - role;
        state.corners[..self.setup.n_corners as usize]
            .iter()
            .position(|&h| h == height)
    }

    /// A corner whose top may go to the centre.
    pub fn lender(&self, state: &State) -> Option<usize> {
        let height = self.lent_height(state)?;
        state.corners[..self.setup.n_corners as usize]
            .iter()
            .position(|&h| h == height)
    }

    fn build_corner(&self, state: &mut State, role: u8) {
        let i = self
            .corner_for(state, role)
            .expect("a legal play has its corner");
        // The first of equal heights grows: the order stays descending.
        state.corners[i] += 1;
        let counts = self.setup.kings_first && role + 1 == self.n_ranks;
        if counts && state.kings < self.setup.n_corners {
            state.kings += 1;
        }
    }

    fn build_centre(&self, state: &mut State) {
        state.centre += 1;
        state.lock = false;
    }

    fn take_cell(&self, state: &mut State, role: u8) {
        state.cells -= 1 << (4 * role);
        if let Some(card) = self.refill_card(state) {
            state.cells += 1 << (4 * card);
            if state.waste != 0 {
                state.waste ^= 1 << (127 - state.waste.leading_zeros());
            } else {
                state.next += 1;
            }
        }
    }

    /// The card that fills the next hole: the waste's top, or else the next stock card.
    fn refill_card(&self, state: &State) -> Option<u8> {
        let from_stock = || (state.next < self.n_stock).then(|| self.role_at(state.next.into()));
        self.waste_top(state).or_else(from_stock)
    }

    fn take_waste(&self, state: &mut State) -> u8 {
        let top = 127 - state.waste.leading_zeros();
        state.waste ^= 1 << top;
        self.role_at(top)
    }
}

impl Game for Windmill {
    type State = State;
    type Move = Play;
    type Key = u128;

    fn start(&self) -> State {
        self.start
    }

    fn moves(&self, state: &State, out: &mut Vec<Play>) {
        if let Some(card) = self.waste_top(state) {
            if self.centre_takes(state, card) {
                out.push(Play::WasteCentre);
            }
            if self.corner_for(state, card).is_some() {
                out.push(Play::WasteCorner);
            }
        }
        let wanted = self.wanted(state);
        if state.in_cells(wanted) > 0 && self.centre_takes(state, wanted) {
            out.push(Play::CellCentre);
        }
        let mut last = u8::MAX;
        for &height in &state.corners[..self.setup.n_corners as usize] {
            if height != last && height < self.n_ranks {
                let role = self.n_ranks - 1 - height;
                if state.in_cells(role) > 0 {
                    out.push(Play::CellCorner { role });
                }
            }
            last = height;
        }
        if let Some(i) = self.lender(state) {
            out.push(Play::Borrow {
                height: state.corners[i],
            });
        }
        if state.next < self.n_stock {
            out.push(Play::Turn);
        }
    }

    fn useful_moves(&self, state: &State, _: Dominance, out: &mut Vec<Play>) {
        // No dominance is known beyond the interchange of equal cards and corners.
        self.moves(state, out);
    }

    fn play(&self, state: &mut State, play: Play) {
        match play {
            Play::Turn => {
                state.waste |= 1 << state.next;
                state.next += 1;
            }
            Play::Borrow { height } => {
                // The last of equal heights shrinks: the order stays descending.
                let corners = &mut state.corners[..self.setup.n_corners as usize];
                let i = corners
                    .iter()
                    .rposition(|&h| h == height)
                    .expect("the lender is there");
                corners[i] -= 1;
                state.centre += 1;
                state.lock = self.setup.borrow == Borrow::Strict;
            }
            Play::WasteCentre => {
                self.take_waste(state);
                self.build_centre(state);
            }
            Play::WasteCorner => {
                let role = self.take_waste(state);
                self.build_corner(state, role);
            }
            Play::CellCentre => {
                let role = self.wanted(state);
                self.build_centre(state);
                self.take_cell(state, role);
            }
            Play::CellCorner { role } => {
                self.build_corner(state, role);
                self.take_cell(state, role);
            }
        }
    }

    fn won(&self, state: &State) -> bool {
        let full = |&h: &u8| h == self.n_ranks;
        state.centre == self.goal
            && state.corners[..self.setup.n_corners as usize]
                .iter()
                .all(full)
    }

    fn key(&self, state: &State) -> u128 {
        let corners = state
            .corners
            .iter()
            .fold(0u32, |packed, &h| packed << 4 | u32::from(h));
        let rest = u32::from(state.centre)
            | u32::from(state.lock) << 6
            | u32::from(state.kings) << 7
            | corners << 10;
        state.waste | 1 << state.next | u128::from(rest) << (self.n_stock + 1)
    }

    fn progress(&self, state: &State) -> u32 {
        // A card played from hand adds one or two, a borrowed one moves to the centre, where cards
        // count twice; a turn moves `next`.
        self.played(state) + u32::from(state.centre) + u32::from(state.next)
    }

    fn turned(&self, state: &State) -> u32 {
        u32::from(state.next)
    }

    fn played(&self, state: &State) -> u32 {
        let sum =
            |s: &State| u32::from(s.centre) + s.corners.iter().map(|&h| u32::from(h)).sum::<u32>();
        sum(state) - sum(&self.start)
    }

    fn text(&self, line: &[Play]) -> Vec<TextMove> {
        let mut state = self.start;
        let mut cells: Vec<Option<u8>> = self.cells.iter().map(|&role| Some(role)).collect();
        // Corners as they lie on the table, not sorted.
        let mut corners: Vec<u8> = state.corners[..self.setup.n_corners as usize].to_vec();
        let mut text = Vec::with_capacity(line.len());
        for &play in line {
            let mut corner = |height: u8, up: bool| {
                let i = corners
                    .iter()
                    .position(|&h| h == height)
                    .expect("the corner is there");
                corners[i] = if up { height + 1 } else { height - 1 };
                i as u8 + 1
            };
            let mut from_cell = |role: u8| {
                let i = cells
                    .iter()
                    .position(|&c| c == Some(role))
                    .expect("the card is in a cell");
                cells[i] = self.refill_card(&state);
                From::Cell(i as u8 + 1)
            };
            let waste_height = || {
                self.waste_top(&state)
                    .map_or(0, |role| self.n_ranks - 1 - role)
            };
            text.push(match play {
                Play::Turn => TextMove::Turn,
                Play::Borrow { height } => {
                    TextMove::Play(From::Corner(corner(height, false)), To::Centre)
                }
                Play::WasteCentre => TextMove::Play(From::Waste, To::Centre),
                Play::WasteCorner => {
                    TextMove::Play(From::Waste, To::Corner(corner(waste_height(), true)))
                }
                Play::CellCentre => {
                    TextMove::Play(from_cell(state.centre % self.n_ranks), To::Centre)
                }
                Play::CellCorner { role } => {
                    let to = To::Corner(corner(self.n_ranks - 1 - role, true));
                    TextMove::Play(from_cell(role), to)
                }
            });
            self.play(&mut state, play);
        }
        text
    }
}
