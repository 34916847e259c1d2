//! A state taken in hand for playing on at speed: what playouts share.
//!
//! Stock and waste become one array of stock places: the waste, a stack, grows into the room that
//! turned cards leave. The free cards of the columns are at hand. Heights follow from the wanted
//! cards and are left to the end. Where a play has two forms of which no processor can foresee the
//! right one, both are worked out, so that nothing waits for a branch.

use super::{Cotillion, MAX_COLUMNS, MAX_STOCK, N_PLACES, PackKey, State};

/// A place without a card, which lies under the waste, then the whole stock in order.
const UNTOUCHED: [u8; N_PLACES] = {
    let mut places = [MAX_STOCK as u8; N_PLACES];
    let mut i = 1;
    while i <= MAX_STOCK {
        places[i] = i as u8 - 1;
        i += 1;
    }
    places
};

/// A state in hand.
pub(super) struct Hand<'a, K> {
    game: &'a Cotillion<K>,
    /// The waste's places from 1 to `n_waste`, under it one without a card; the stock's from `next`
    /// to before `end`.
    places: [u8; N_PLACES],
    n_waste: usize,
    next: usize,
    end: usize,
    want: [u64; 2],
    one: u64,
    two: u64,
    /// The free card of each column.
    ends: [u64; MAX_COLUMNS],
    depths: u16,
    pass: u8,
}

impl<'a, K: PackKey> Hand<'a, K> {
    /// Takes a state in hand.
    #[inline(always)]
    pub fn take(game: &'a Cotillion<K>, state: &State) -> Hand<'a, K> {
        let mut hand = Hand {
            game,
            places: UNTOUCHED,
            n_waste: 0,
            next: state.next as usize + 1,
            end: game.n_stock as usize + 1,
            want: state.want,
            one: state.one,
            two: state.two,
            ends: [0; MAX_COLUMNS],
            depths: state.depths,
            pass: state.pass,
        };
        hand.n_waste = hand.note(1, state.waste()) - 1;
        if state.pass > 0 {
            // The stock has gaps.
            hand.next = hand.n_waste + 1;
            hand.end = hand.note(hand.next, state.present ^ state.waste());
        }
        for column in 0..MAX_COLUMNS {
            hand.ends[column] = hand.column_end(column);
        }
        hand
    }

    /// Writes down these places of the stock from `i` on; returns the end.
    fn note(&mut self, mut i: usize, mut places: u128) -> usize {
        while places != 0 {
            self.places[i % N_PLACES] = places.trailing_zeros() as u8;
            places &= places - 1;
            i += 1;
        }
        i
    }

    /// The packed state.
    #[inline(always)]
    pub fn put_back(&self) -> State {
        let mut present = [0u64; 2];
        let stock = &self.places[self.next..self.end];
        for &place in self.places[1..=self.n_waste].iter().chain(stock) {
            present[usize::from(place / 64) % 2] |= 1 << (place % 64);
        }
        State {
            present: u128::from(present[0]) | u128::from(present[1]) << 64,
            one: self.one,
            two: self.two,
            want: self.want,
            heights: self.game.heights(self.want),
            depths: self.depths,
            next: stock.first().map_or(self.game.n_stock, |&place| place),
            pass: self.pass,
        }
    }

    /// The cards that foundations take next.
    #[inline(always)]
    pub fn wanted(&self) -> u64 {
        self.want[0] | self.want[1]
    }

    /// The free cards of the columns.
    #[inline(always)]
    pub fn ends(&self) -> u64 {
        self.ends.iter().fold(0, |ends, end| ends | end)
    }

    /// The cards in cells.
    #[inline(always)]
    pub fn cells(&self) -> u64 {
        self.one
    }

    /// The card on one of the places.
    #[inline(always)]
    fn card_on(&self, i: usize) -> u8 {
        self.game.stock[self.places[i % N_PLACES] as usize % N_PLACES]
    }

    /// The waste's top; no wanted card if there is none.
    #[inline(always)]
    pub fn top(&self) -> u8 {
        self.card_on(self.n_waste)
    }

    /// Whether a stock card can be turned.
    #[inline(always)]
    pub fn has_stock(&self) -> bool {
        self.next < self.end
    }

    #[inline(always)]
    fn column_end(&self, column: usize) -> u64 {
        let depth = self.depths >> (4 * column) & 15;
        1 << self.game.columns[column][depth as usize]
    }

    /// Puts a wanted card on its foundation.
    #[inline(always)]
    fn build(&mut self, card: u8) {
        let is_second = u64::from(self.game.pile_of(self.want, card)).wrapping_neg();
        let [first, second] = self.game.steps[card as usize % 64];
        self.want[0] ^= first & !is_second;
        self.want[1] ^= second & is_second;
    }

    /// Plays a wanted free card of a column, that of the first; there must be one.
    #[inline(always)]
    pub fn play_column(&mut self) {
        let wanted = self.wanted();
        for column in 0..MAX_COLUMNS {
            let end = self.ends[column];
            if wanted & end != 0 {
                self.depths -= 1 << (4 * column);
                self.ends[column] = self.column_end(column);
                return self.build(end.trailing_zeros() as u8);
            }
        }
    }

    /// Plays the waste's top, or else a card from a cell, whose hole is filled.
    #[inline(always)]
    pub fn play_top_or_cell(&mut self, is_top: bool, card: u8) {
        let from_cell = u64::from(is_top).wrapping_sub(1);
        let taken = 1 << card & from_cell;
        let both = self.two & taken;
        self.two ^= both;
        self.one ^= taken ^ both;
        // Either way the waste loses its top: to the foundation or to the cell.
        let refill = if self.n_waste > 0 {
            self.n_waste -= 1;
            1 << self.card_on(self.n_waste + 1) & from_cell
        } else if self.has_stock() {
            self.next += 1;
            1 << self.card_on(self.next - 1)
        } else {
            0
        };
        self.two |= self.one & refill;
        self.one |= refill;
        self.build(card);
    }

    /// Turns a card.
    #[inline(always)]
    pub fn turn(&mut self) {
        self.n_waste += 1;
        self.places[self.n_waste % N_PLACES] = self.places[self.next % N_PLACES];
        self.next += 1;
    }

    /// Turns cards until one is wanted, and plays that. False if there is none.
    #[inline(always)]
    pub fn turn_to_play(&mut self) -> bool {
        let wanted = self.wanted();
        while self.has_stock() {
            let card = self.card_on(self.next);
            if wanted >> card & 1 != 0 {
                self.next += 1;
                self.build(card);
                return true;
            }
            self.turn();
        }
        false
    }

    /// Turns the waste over, the stock being used up. False if that is not allowed.
    #[inline(always)]
    pub fn redeal(&mut self) -> bool {
        let allowed = self.n_waste > 0 && self.pass + 1 < self.game.setup.n_passes;
        if allowed {
            self.pass += 1;
            self.next = 1;
            self.end = self.n_waste + 1;
            self.n_waste = 0;
        }
        allowed
    }
}
