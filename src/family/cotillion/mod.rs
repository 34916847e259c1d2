//! The Royal Cotillion family, packed: two foundations a suit, columns, cells, one or more passes.
//!
//! # State
//! The cards of the stock are numbered from 0 in deal order. `present` has a bit for each that is
//! still in stock or waste; those below `next` are the waste (its top is the highest such bit),
//! those from `next` on the stock; `next` itself is present, or n_stock once the stock is empty. A
//! redeal sets `next` back: the waste turned over is the stock in its old order. Cells are a multiset of card types: a bit in `one` for at least one copy, a bit
//! in `two` for both. Each foundation's next card is a bit of `want`.
//!
//! # Key
//! With one pass everything from `next` on is present, so the waste with a sentinel bit at `next`
//! says both. Cells follow by subtraction: dealt − present − columns − foundations.
//!
//! ```text
//! bit 0                77 (74 Gavotte)      +32                   +16
//!     | waste, sentinel | 8 heights × 4 bits | column depths × 4   | (at most 125 bits used)
//! ```
//!
//! The waste takes n_stock + 1 ≤ 80 bits. With a redeal, or a stock above 79 cards, the key has a
//! second word: `present` and `next` as they are, heights, depths and the pass in 64 bits.
//!
//! # Dominances
//! *Equal piles.* When both foundations of a suit want the same card, both will take the same cards
//! from here on until the one with fewer cards to come is complete. Follow two lines that differ
//! only in which of them takes the card: the names of the two piles can be exchanged until the
//! shorter one ends, and from then on the line that fed the longer one has at least the same
//! choices. So only the pile with more to come (the lower) is tried.
//!
//! *Last copy.* A column's free card whose other copy lies on a foundation has one role left (a
//! suit's two copies of a card go one to each of its two foundations). Playing it now touches
//! neither cells, waste nor stock, uncovers a card and lengthens a foundation: every play of a
//! winning line that made it later is still legal after it. So it is the only move tried.
//!
//! *Free end.* With stock and waste empty nothing is ever refilled and no play spoils another, but
//! for one choice: which copy of a card goes first, if one of them lies in a column. A wanted card
//! with no other copy in a column leaves no such choice (a copy in a cell is always at hand, so the
//! copy from the column, which uncovers a card, goes first): playing it now keeps every later play
//! of a winning line. So the first such card is the only move tried.

mod guide;
mod hand;
mod hidden;

pub use guide::Weights;

use crate::cards::{Card, N_CARDS, Rank, Suit};
use crate::deal::notation::{From, To};
use crate::deal::{CotillionSetup, Move as TextMove};
use crate::game::{Dominance, Game, Key};
use std::marker::PhantomData;

/// Most columns a packed game can have.
pub const MAX_COLUMNS: usize = 4;
/// Most rows.
const MAX_ROWS: usize = 15;
/// Most cards in the stock: 104 − 9, and room for shrunken shapes.
const MAX_STOCK: usize = 104;
/// Places in the array of the stock: a power of two, so that a masked place needs no check.
const N_PLACES: usize = 128;
/// A card type that no foundation takes, for places without a card.
const NO_CARD: u8 = 63;

/// A dealt game. `K` is the key: `u128` for one pass, `(u128, u64)` otherwise.
#[derive(Clone, Debug)]
pub struct Cotillion<K = u128> {
    setup: CotillionSetup,
    /// The stock's cards, and [`NO_CARD`] on all places after them.
    stock: [u8; N_PLACES],
    n_stock: u8,
    /// The columns from their first cards on, under these [`NO_CARD`].
    columns: [[u8; MAX_ROWS + 1]; MAX_COLUMNS],
    cells: Vec<Card>,
    /// Where each rank stands in the two foundations' orders.
    place: [[u8; 13]; 2],
    /// What a card on each of the two foundations of its suit changes in `want`: the card itself and, but
    /// at the end, the one after it.
    steps: [[u64; 2]; 64],
    /// Cards of which, when both foundations want them, the second has more to come.
    second_longer: u64,
    start: State,
    goal: u32,
    key: PhantomData<K>,
}

/// What changed since the deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Stock cards that are in stock or waste.
    present: u128,
    /// Card types of which at least one copy is in a cell.
    one: u64,
    /// Card types of which both copies are in cells.
    two: u64,
    /// Cards that the first and the second foundations take next, a bit a suit.
    want: [u64; 2],
    /// Cards on each foundation, 4 bits each: suit × 2 + (0 first, 1 second).
    heights: u32,
    /// Cards left in each column, 4 bits each.
    depths: u16,
    /// First stock card not yet turned.
    next: u8,
    /// Redeals made.
    pass: u8,
}

/// A move. Foundations are 0 (a suit's first) or 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Play {
    /// Turn a stock card.
    Turn,
    /// Turn the waste over.
    Redeal,
    /// The last card of a column to a foundation.
    Column {
        /// Column from 0.
        column: u8,
        /// Foundation.
        pile: u8,
    },
    /// The waste's top to a foundation.
    Waste {
        /// Foundation.
        pile: u8,
    },
    /// A card from a cell to a foundation.
    Cell {
        /// The card's index.
        card: u8,
        /// Foundation.
        pile: u8,
    },
}

/// How a state is packed into a key.
pub trait PackKey: Key {
    /// Whether keys are exact for this set-up.
    fn fits(setup: &CotillionSetup) -> bool;
    /// The key.
    fn pack(state: &State, n_stock: u8) -> Self;
}

impl PackKey for u128 {
    fn fits(setup: &CotillionSetup) -> bool {
        setup.n_passes == 1 && setup.n_stock() + 1 + 32 + 4 * setup.n_columns as usize <= 128
    }

    fn pack(state: &State, n_stock: u8) -> u128 {
        let sentinel = 1u128 << state.next;
        let waste = state.present & (sentinel - 1);
        let rest = u128::from(state.heights) | u128::from(state.depths) << 32;
        (waste | sentinel) | rest << (n_stock + 1)
    }
}

impl PackKey for (u128, u64) {
    fn fits(setup: &CotillionSetup) -> bool {
        setup.n_stock() + 8 <= 128
    }

    fn pack(state: &State, _: u8) -> (u128, u64) {
        let second =
            u64::from(state.heights) | u64::from(state.depths) << 32 | u64::from(state.pass) << 48;
        (state.present | u128::from(state.next) << 120, second)
    }
}

impl State {
    fn waste(&self) -> u128 {
        self.present & ((1u128 << self.next) - 1)
    }

    fn add_to_cells(&mut self, card: u8) {
        let bit = 1u64 << card;
        self.two |= self.one & bit;
        self.one |= bit;
    }

    fn take_from_cells(&mut self, card: u8) {
        let bit = 1u64 << card;
        if self.two & bit != 0 {
            self.two ^= bit;
        } else {
            self.one ^= bit;
        }
    }

    /// Cards left in a column.
    pub fn depth(&self, column: usize) -> usize {
        (self.depths >> (4 * column)) as usize & 15
    }

    /// Cards on a foundation.
    pub fn height(&self, suit: usize, pile: usize) -> usize {
        (self.heights >> (8 * suit + 4 * pile)) as usize & 15
    }
}

impl<K: PackKey> Cotillion<K> {
    /// The game with these cards in deal order.
    ///
    /// # Panics
    /// If the set-up does not fit the packed state or its key, or the number of cards is wrong.
    pub fn new(setup: &CotillionSetup, cards: &[Card]) -> Cotillion<K> {
        assert!(K::fits(setup), "the key must hold the set-up");
        assert!(setup.n_columns as usize <= MAX_COLUMNS && setup.n_rows as usize <= MAX_ROWS);
        assert_eq!(cards.len(), setup.n_dealt(), "cards must match the set-up");
        let n_stock = setup.n_stock() as u8;
        let mut start = State {
            present: (1u128 << n_stock) - 1,
            one: 0,
            two: 0,
            want: [0; 2],
            heights: 0,
            depths: (0..setup.n_columns)
                .map(|c| u16::from(setup.n_rows) << (4 * c))
                .sum(),
            next: 0,
            pass: 0,
        };
        let mut steps = [[0; 2]; 64];
        let mut place = [[0; 13]; 2];
        for (pile, base) in [setup.bases.0, setup.bases.1].into_iter().enumerate() {
            let order = setup.build_order(base);
            for (i, rank) in order.iter().enumerate() {
                place[pile][rank.index()] = i as u8;
            }
            for suit in Suit::ALL.into_iter().take(setup.n_suits as usize) {
                let card = |rank: Rank| Card::new(rank, suit);
                for (i, &rank) in order.iter().enumerate() {
                    let after = order.get(i + 1).map_or(0, |&rank| card(rank).bit());
                    steps[card(rank).index()][pile] = card(rank).bit() | after;
                }
                let first = usize::from(setup.preplaced);
                start.want[pile] |= order.get(first).map_or(0, |&rank| card(rank).bit());
                start.heights += (first as u32) << (8 * suit.index() + 4 * pile);
            }
        }
        // A foundation that wants a card is as high as the card's place in its order.
        let longer = |card: &Card| place[1][card.rank().index()] < place[0][card.rank().index()];
        let all_cards = (0..N_CARDS).map(Card::from_index);
        let second_longer = all_cards.filter(longer).map(Card::bit).sum();
        let full = u32::from(setup.n_ranks) * 0x11;
        let goal = (0..setup.n_suits as u32)
            .map(|suit| full << (8 * suit))
            .sum();
        let mut game = Cotillion {
            setup: *setup,
            stock: [NO_CARD; N_PLACES],
            n_stock,
            columns: [[NO_CARD; MAX_ROWS + 1]; MAX_COLUMNS],
            cells: Vec::new(),
            place,
            steps,
            second_longer,
            start,
            goal,
            key: PhantomData,
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
        let (n_columns, n_rows) = (self.setup.n_columns as usize, self.setup.n_rows as usize);
        let (wing, rest) = cards.split_at(n_columns * n_rows);
        let (cells, dealt_stock) = rest.split_at(self.setup.n_cells as usize);
        for (row, cards) in wing.chunks_exact(n_columns.max(1)).enumerate() {
            for (column, card) in self.columns.iter_mut().zip(cards) {
                column[row + 1] = card.index() as u8;
            }
        }
        for (place, card) in self.stock.iter_mut().zip(dealt_stock) {
            *place = card.index() as u8;
        }
        (self.start.one, self.start.two) = (0, 0);
        cells
            .iter()
            .for_each(|card| self.start.add_to_cells(card.index() as u8));
        self.cells.clear();
        self.cells.extend_from_slice(cells);
    }

    /// The set-up.
    pub fn setup(&self) -> &CotillionSetup {
        &self.setup
    }

    fn column_end(&self, state: &State, column: usize) -> Option<u8> {
        let depth = state.depth(column);
        (depth > 0).then(|| self.columns[column][depth])
    }

    /// The free cards of the columns, a bit each; what lies under the columns is never wanted.
    fn column_ends(&self, state: &State) -> u64 {
        let columns = self.columns.iter().enumerate();
        columns.fold(0, |ends, (i, column)| ends | 1 << column[state.depth(i)])
    }

    /// A play of a column's free card that is wanted. Some must be.
    fn column_play(&self, state: &State, wanted: u64) -> Option<Play> {
        (0..self.setup.n_columns).find_map(|column| {
            let card = self.column_end(state, column as usize)?;
            let pile = self.pile(state, card);
            (wanted >> card & 1 != 0).then_some(Play::Column { column, pile })
        })
    }

    fn waste_top(&self, state: &State) -> Option<u8> {
        let waste = state.waste();
        (waste != 0).then(|| self.stock[127 - waste.leading_zeros() as usize])
    }

    fn next_stock(&self, state: &State) -> Option<u8> {
        (state.present >> state.next != 0).then_some(state.next)
    }

    fn next_stock_card(&self, state: &State) -> Option<u8> {
        self.next_stock(state)
            .map(|place| self.stock[place as usize])
    }

    /// Sets `next` to the first card still in the stock from `place` on, or to the stock's end, so
    /// that equal states have equal `next`. In the first pass `place` is that already.
    fn pass_by(&self, state: &mut State, place: u8) {
        state.next = place;
        if state.pass > 0 {
            let rest = state.present >> place;
            state.next = self.n_stock.min(place + rest.trailing_zeros() as u8);
        }
    }

    fn refill(&self, state: &mut State) {
        let waste = state.waste();
        if waste != 0 {
            let top = 127 - waste.leading_zeros();
            state.present ^= 1 << top;
            state.add_to_cells(self.stock[top as usize]);
        } else if let Some(place) = self.next_stock(state) {
            state.present ^= 1 << place;
            self.pass_by(state, place + 1);
            state.add_to_cells(self.stock[place as usize]);
        }
    }

    fn build(&self, state: &mut State, card: u8, pile: u8) {
        state.want[pile as usize] ^= self.steps[card as usize][pile as usize];
        state.heights += 1 << (8 * (card / 13) + 4 * pile);
    }

    /// The heights of foundations that want these cards.
    fn heights(&self, want: [u64; 2]) -> u32 {
        // Complete but where a card is wanted.
        let mut heights = self.goal;
        for (pile, mut cards) in want.into_iter().enumerate() {
            while cards != 0 {
                let (suit, rank) = (cards.trailing_zeros() / 13, cards.trailing_zeros() % 13);
                cards &= cards - 1;
                let to_come = self.setup.n_ranks - self.place[pile][rank as usize];
                heights -= u32::from(to_come) << (8 * suit + 4 * pile as u32);
            }
        }
        heights
    }

    /// The foundations that take a card: of two, the one with more to come first.
    fn piles(&self, state: &State, card: u8) -> ([u8; 2], usize) {
        let bit = 1u64 << card;
        match (state.want[0] & bit != 0, state.want[1] & bit != 0) {
            (false, false) => ([0, 0], 0),
            (true, false) => ([0, 0], 1),
            (false, true) => ([1, 1], 1),
            // With equal bases both foundations are equal here, and the first leads.
            (true, true) if self.setup.bases.0 == self.setup.bases.1 => ([0, 0], 1),
            (true, true) => {
                let suit = card as usize / 13;
                let second_longer = state.height(suit, 1) < state.height(suit, 0);
                (if second_longer { [1, 0] } else { [0, 1] }, 2)
            }
        }
    }

    /// The foundation that takes a wanted card: of two, the one with more to come.
    fn pile(&self, state: &State, card: u8) -> u8 {
        self.pile_of(state.want, card)
    }

    /// As [`Cotillion::pile`], from the wanted cards alone.
    #[inline(always)]
    fn pile_of(&self, want: [u64; 2], card: u8) -> u8 {
        ((want[1] & (!want[0] | self.second_longer)) >> card & 1) as u8
    }

    /// Pushes the plays; of two foundations only the first choice if `one_pile`.
    fn plays(&self, state: &State, one_pile: bool, out: &mut Vec<Play>) {
        let wanted = state.want[0] | state.want[1];
        let piles = |card: u8| {
            let (piles, n) = self.piles(state, card);
            let n = if one_pile { n.min(1) } else { n };
            piles.into_iter().take(n)
        };
        for column in 0..self.setup.n_columns {
            if let Some(card) = self.column_end(state, column as usize) {
                out.extend(piles(card).map(|pile| Play::Column { column, pile }));
            }
        }
        if let Some(card) = self.waste_top(state) {
            out.extend(piles(card).map(|pile| Play::Waste { pile }));
        }
        let mut cells = state.one & wanted;
        while cells != 0 {
            let card = cells.trailing_zeros() as u8;
            cells &= cells - 1;
            out.extend(piles(card).map(|pile| Play::Cell { card, pile }));
        }
    }

    fn turns(&self, state: &State, out: &mut Vec<Play>) {
        if state.present >> state.next != 0 {
            out.push(Play::Turn);
        } else if state.present != 0 && state.pass + 1 < self.setup.n_passes {
            out.push(Play::Redeal);
        }
    }

    /// Whether one copy of the card lies on a foundation.
    fn copy_played(&self, state: &State, card: u8) -> bool {
        let (suit, rank) = (card as usize / 13, card as usize % 13);
        let passed = |pile: usize| state.height(suit, pile) > self.place[pile][rank] as usize;
        passed(0) || passed(1)
    }

    /// Copies of the card that lie in columns.
    fn copies_in_columns(&self, state: &State, card: u8) -> usize {
        let columns = self.columns.iter().enumerate();
        let in_column = |(i, column): (usize, &[u8; MAX_ROWS + 1])| {
            column[1..=state.depth(i)]
                .iter()
                .filter(|&&c| c == card)
                .count()
        };
        columns.map(in_column).sum()
    }

    /// The play that makes all others needless, if a dominance names one.
    fn forced(&self, state: &State, on: Dominance) -> Option<Play> {
        let wanted = state.want[0] | state.want[1];
        let free_end = on.free_end && state.present == 0;
        if !on.last_copy && !free_end {
            return None;
        }
        let pile = |card: u8| self.piles(state, card).0[0];
        for column in 0..self.setup.n_columns {
            let Some(card) = self.column_end(state, column as usize) else {
                continue;
            };
            if wanted >> card & 1 == 0 {
                continue;
            }
            let last = on.last_copy && self.copy_played(state, card);
            if last || free_end && self.copies_in_columns(state, card) == 1 {
                return Some(Play::Column {
                    column,
                    pile: pile(card),
                });
            }
        }
        let mut cells = if free_end { state.one & wanted } else { 0 };
        while cells != 0 {
            let card = cells.trailing_zeros() as u8;
            if self.copies_in_columns(state, card) == 0 {
                return Some(Play::Cell {
                    card,
                    pile: pile(card),
                });
            }
            cells &= cells - 1;
        }
        None
    }
}

impl<K: PackKey> Game for Cotillion<K> {
    type State = State;
    type Move = Play;
    type Key = K;

    fn start(&self) -> State {
        self.start
    }

    fn moves(&self, state: &State, out: &mut Vec<Play>) {
        self.plays(state, false, out);
        self.turns(state, out);
    }

    fn useful_moves(&self, state: &State, on: Dominance, out: &mut Vec<Play>) {
        if let Some(play) = self.forced(state, on) {
            out.push(play);
            return;
        }
        self.plays(state, on.equal_piles, out);
        self.turns(state, out);
    }

    fn play(&self, state: &mut State, play: Play) {
        match play {
            Play::Turn => self.pass_by(state, state.next + 1),
            Play::Redeal => {
                state.pass += 1;
                self.pass_by(state, 0);
            }
            Play::Column { column, pile } => {
                let column = column as usize;
                let card = self.columns[column][state.depth(column)];
                state.depths -= 1 << (4 * column);
                self.build(state, card, pile);
            }
            Play::Waste { pile } => {
                let top = 127 - state.waste().leading_zeros();
                state.present ^= 1 << top;
                self.build(state, self.stock[top as usize], pile);
            }
            Play::Cell { card, pile } => {
                state.take_from_cells(card);
                self.build(state, card, pile);
                self.refill(state);
            }
        }
    }

    fn won(&self, state: &State) -> bool {
        state.heights == self.goal
    }

    fn key(&self, state: &State) -> K {
        K::pack(state, self.n_stock)
    }

    fn progress(&self, state: &State) -> u32 {
        // A play adds a card, a turn moves `next`, a redeal sets it back by at most n_stock.
        self.played(state)
            + u32::from(state.pass) * (u32::from(self.n_stock) + 1)
            + u32::from(state.next)
    }

    fn turned(&self, state: &State) -> u32 {
        u32::from(state.pass) * u32::from(self.n_stock) + u32::from(state.next)
    }

    fn played(&self, state: &State) -> u32 {
        let nibbles = |h: u32| (h & 0x0f0f_0f0f) + (h >> 4 & 0x0f0f_0f0f);
        let sum = |h: u32| (nibbles(h).wrapping_mul(0x0101_0101)) >> 24;
        sum(state.heights) - sum(self.start.heights)
    }

    fn text(&self, line: &[Play]) -> Vec<TextMove> {
        let mut state = self.start;
        let mut cells: Vec<Option<u8>> = self
            .cells
            .iter()
            .map(|card| Some(card.index() as u8))
            .collect();
        let mut text = Vec::with_capacity(line.len());
        for &play in line {
            let to = |card: u8, pile: u8| To::Pile(Suit::ALL[card as usize / 13], pile + 1);
            text.push(match play {
                Play::Turn => TextMove::Turn,
                Play::Redeal => TextMove::Redeal,
                Play::Column { column, pile } => {
                    let card = self.columns[column as usize][state.depth(column as usize)];
                    TextMove::Play(From::Column(column + 1), to(card, pile))
                }
                Play::Waste { pile } => {
                    let card = self
                        .waste_top(&state)
                        .expect("a played waste card is there");
                    TextMove::Play(From::Waste, to(card, pile))
                }
                Play::Cell { card, pile } => {
                    let i = cells.iter().position(|&c| c == Some(card));
                    let i = i.expect("a played card is in a cell");
                    cells[i] = self
                        .waste_top(&state)
                        .or_else(|| self.next_stock_card(&state));
                    TextMove::Play(From::Cell(i as u8 + 1), to(card, pile))
                }
            });
            self.play(&mut state, play);
        }
        text
    }
}
