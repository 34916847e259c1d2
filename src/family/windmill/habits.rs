//! Habits: ways to play by looking at seen cards only, on a state in hand.
//!
//! A habit plays to the centre, kings to corners, borrows, plays the waste's top to a corner, a
//! cell's card to a corner where that rescues a waste card, and else turns. Sets of roles and the
//! places in them are those of [`Hand`].

use super::Play;
use super::hand::{Hand, roles};

/// Steps to a card that is never needed: more than any other.
pub(super) const NEVER: u32 = 14;

/// Steps within which the waste's top is needed soon, for [`Cells::ForSoon`].
const SOON: u32 = 4;

/// The bits of all counts that tell of several cards.
const SEVERAL: u64 = 0xeeee_eeee_eeee_eeee;

impl Hand<'_> {
    /// Plays by a habit to the end.
    #[inline(always)]
    pub fn play_out(&mut self, habit: &Habit, line: &mut Vec<Play>) {
        while self.by_habit::<true>(habit, &mut || false, line) {}
    }

    /// Makes a habit's next move; false at the end. Where it would play, `skip` may tell it not to.
    /// `TURN_ON`, for a `skip` that never does, makes further moves at once if they are turns too.
    #[inline(always)]
    pub fn by_habit<const TURN_ON: bool>(
        &mut self,
        habit: &Habit,
        skip: &mut impl FnMut() -> bool,
        line: &mut Vec<Play>,
    ) -> bool {
        let top = 1 << self.top();
        let cells = roles(self.cells);
        let open = self.open;
        if top & open != 0 {
            line.push(Play::WasteCentre);
            self.play_to_centre(true);
            return true;
        }
        let at_end = !self.has_stock();
        if cells & open != 0 && (at_end || self.gives_cell(habit)) && !skip() {
            line.push(Play::CellCentre);
            self.play_to_centre(false);
            return true;
        }
        let corners = self.corners_want();
        let king = corners & 1 << self.king();
        if (top | cells) & king != 0 {
            self.play_to_corner(self.king(), top & king != 0, line);
            return true;
        }
        let borrows = match habit.borrow {
            Borrowing::AtOnce => true,
            Borrowing::LeadsOn => (top | cells) & self.after() != 0,
            Borrowing::LeadsOnOrEnd => at_end || (top | cells) & self.after() != 0,
            Borrowing::Never => false,
        };
        let borrows = borrows && !skip() && self.lends();
        if borrows && !habit.borrow_late {
            self.borrow_one(line);
            return true;
        }
        if top & corners != 0
            && (at_end || self.centre_wait(self.top()) >= habit.corner_wait)
            && !skip()
        {
            self.play_to_corner(self.top(), true, line);
            return true;
        }
        if cells & corners != 0
            && self.n_waste > 0
            && let Some(role) = self.rescuer(habit, cells & corners)
            && !skip()
        {
            self.play_to_corner(role, false, line);
            return true;
        }
        if borrows {
            self.borrow_one(line);
        } else if !at_end {
            if TURN_ON {
                self.turn_on(habit, line);
            } else {
                self.turn(line);
            }
        } else {
            return self.play_rest(line);
        }
        true
    }

    /// With nothing left to turn: the plays that the habit does not make, but for skipped ones in
    /// the order of [`moves`](crate::game::Game::moves).
    #[cold]
    #[inline(never)]
    fn play_rest(&mut self, line: &mut Vec<Play>) -> bool {
        let cells = roles(self.cells);
        let corners = self.corners_want();
        let top = 1 << self.top();
        if top & corners != 0 {
            self.play_to_corner(self.top(), true, line);
        } else if cells & self.open != 0 {
            line.push(Play::CellCentre);
            self.play_to_centre(false);
        } else if cells & corners != 0 {
            self.play_to_corner((cells & corners).trailing_zeros(), false, line);
        } else if self.lends() {
            self.borrow_one(line);
        } else {
            return false;
        }
        true
    }

    /// Turns a card, the habit's move, and more until the habit may have another.
    #[inline(always)]
    fn turn_on(&mut self, habit: &Habit, line: &mut Vec<Play>) {
        let corners = self.corners_want();
        let given = roles(self.cells) & corners;
        // All but the waste's top stays as it is; these tops, and those needed so soon, matter.
        let mut tops = self.open | corners;
        if matches!(habit.borrow, Borrowing::LeadsOn | Borrowing::LeadsOnOrEnd) {
            tops |= self.after();
        }
        let mut soon = -1;
        if given != 0 {
            let doubled = given & roles(self.cells & SEVERAL) != 0;
            soon = habit.rescue + if doubled { habit.doubled } else { 0 };
        }
        if roles(self.cells) & self.open != 0 {
            soon = match habit.cell_to_centre {
                Cells::ForSoon => soon.max(SOON as i32),
                Cells::AtOnce | Cells::ForWaste => NEVER as i32,
            };
        }
        loop {
            self.turn(line);
            let top = self.top();
            let matters = tops >> top & 1 != 0 || self.wait(top) as i32 <= soon;
            if matters || !self.has_stock() {
                return;
            }
        }
    }

    /// Whether the habit gives a cell's card to the centre although cards can be turned.
    #[inline(always)]
    fn gives_cell(&self, habit: &Habit) -> bool {
        match habit.cell_to_centre {
            Cells::AtOnce => true,
            Cells::ForWaste => self.n_waste > 0,
            Cells::ForSoon => {
                (self.cells & SEVERAL) >> self.wanted & 15 != 0
                    || self.n_waste > 0 && self.wait(self.top()) <= SOON
            }
        }
    }

    /// Of these roles, which are in cells and wanted by corners, the one to give up for the waste's top.
    #[inline(always)]
    fn rescuer(&self, habit: &Habit, mut given: u64) -> Option<u32> {
        if self.has_stock() {
            let wait = self.wait(self.top()) as i32;
            if wait > habit.rescue {
                given &= roles(self.cells & SEVERAL);
                if wait > habit.rescue + habit.doubled {
                    return None;
                }
            }
        }
        if given & given.wrapping_sub(1) == 0 {
            return (given != 0).then(|| given.trailing_zeros());
        }
        let mut best = (0, 0);
        while given != 0 {
            let role = given.trailing_zeros();
            given &= given - 1;
            let n = (self.cells >> role & 15) as u32;
            best = best.max((self.centre_wait(role) + 5 * n, role));
        }
        Some(best.1)
    }

    /// Steps until the centre takes a card of this role.
    #[inline(always)]
    fn centre_wait(&self, role: u32) -> u32 {
        if self.is_full() {
            return NEVER;
        }
        let steps = role.wrapping_sub(self.wanted) as i32;
        let around = steps + self.king() as i32 + 4;
        (if steps < 0 { around } else { steps }) as u32 / 4
    }

    /// Steps until a card of this role is needed at the centre or a corner.
    #[inline(always)]
    fn wait(&self, role: u32) -> u32 {
        // The corner that is highest of those still without the role needs it first.
        let corner = (self.corners_want() >> role).trailing_zeros() / 4;
        corner.min(self.centre_wait(role))
    }
}

/// When a cell's card goes to the centre.
#[derive(Clone, Copy, Debug)]
enum Cells {
    AtOnce,
    /// When a waste card can take its place.
    ForWaste,
    /// When it is one of several, or the waste's top is needed within four steps.
    ForSoon,
}

/// When a card is borrowed.
#[derive(Clone, Copy, Debug)]
enum Borrowing {
    AtOnce,
    /// When the next card is at hand.
    LeadsOn,
    /// When it is, or nothing is left to turn.
    LeadsOnOrEnd,
    Never,
}

/// A way to play by looking at seen cards only.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habit {
    cell_to_centre: Cells,
    borrow: Borrowing,
    /// Borrow only when no corner takes a card.
    borrow_late: bool,
    /// The waste's top goes to a corner if the centre wants its role this many steps on or later.
    corner_wait: u32,
    /// A cell's card goes to a corner for a waste top that is needed within this many steps …
    rescue: i32,
    /// … and this many more if the cells hold another of its rank.
    doubled: i32,
}

const fn habit(
    cell_to_centre: Cells,
    borrow: Borrowing,
    corner_wait: u32,
    rescue: i32,
    doubled: i32,
    borrow_late: bool,
) -> Habit {
    Habit {
        cell_to_centre,
        borrow,
        borrow_late,
        corner_wait,
        rescue,
        doubled,
    }
}

/// Habits that complement each other, the best first: on 1,500 deals apart from the usual seeds the
/// first wins 17 %, the first eight between them 39 %, all sixteen 46 %. Found by a greedy choice
/// from some 1,700.
pub(super) const HABITS: [Habit; 16] = {
    use Borrowing::{AtOnce as BorrowAtOnce, LeadsOn, LeadsOnOrEnd, Never};
    use Cells::{AtOnce, ForSoon, ForWaste};
    [
        habit(ForWaste, LeadsOn, 0, 5, 5, false),
        habit(AtOnce, LeadsOn, 0, 2, 2, false),
        habit(ForSoon, BorrowAtOnce, 0, 2, 0, false),
        habit(ForSoon, BorrowAtOnce, 4, 5, 2, false),
        habit(AtOnce, BorrowAtOnce, 0, 1, 2, false),
        habit(ForWaste, BorrowAtOnce, 0, 14, 5, false),
        habit(ForSoon, BorrowAtOnce, 4, 3, 0, true),
        habit(ForWaste, LeadsOnOrEnd, 4, 3, 5, false),
        habit(ForWaste, LeadsOnOrEnd, 7, 2, 0, false),
        habit(ForWaste, LeadsOnOrEnd, 2, 1, 0, false),
        habit(ForSoon, LeadsOnOrEnd, 0, 2, 5, true),
        habit(ForWaste, LeadsOnOrEnd, 2, 1, 5, false),
        habit(ForSoon, LeadsOn, 2, -1, 5, false),
        habit(ForSoon, Never, 4, 14, 5, true),
        habit(ForSoon, BorrowAtOnce, 0, 5, 2, true),
        habit(ForWaste, LeadsOnOrEnd, 0, 3, 2, true),
    ]
};
