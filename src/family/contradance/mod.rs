//! Contradance and Quadrille, packed: foundations down and up from fixed bases, no reserve.
//!
//! # State
//! Stock and waste as in the Royal Cotillion family: `present` has a bit for each card in stock or
//! waste, those below `next` are the waste. Of two equal foundations one leads: it is never lower
//! than the other, and takes the card that both want. `want` has a bit for each card that some
//! leading (`[0]`) or following (`[1]`) foundation takes next; decoration is always wanted.
//!
//! # Key
//! Two words: `present` with `next` above it; and 16 foundations × 3 bits (suit × 4 + direction × 2
//! \+ leading or following) with the pass above them. Heights are at most 7.
//!
//! # Dominance
//! *Last copy.* When the waste's top is wanted, and no copy of it is left elsewhere or both equal
//! foundations want it, playing it at once is never worse. Take a winning line that plays this very
//! card later: moved here, it uncovers the waste and lengthens a foundation earlier, and nothing
//! else changes. If other copies remain but both foundations want the card, each copy has a place
//! of its own, and the same holds. What remains is a real choice: with two decks, one foundation
//! wanting the card and the other copy still to come, it can be right to let this copy lie (it may
//! be at the bottom of the waste) and to play the other one, which would cover cards that are
//! needed.

mod hidden;

use crate::cards::{Card, N_CARDS, Rank, Suit};
use crate::deal::notation::{From, To};
use crate::deal::{ContradanceSetup, Move as TextMove};
use crate::game::{Dominance, Game};

/// Most cards in the stock.
const MAX_STOCK: usize = 104;
/// More than the cards of a deck, as a power of two: the last one stands for no card.
const MAX_CARDS: usize = 64;

/// A dealt game.
#[derive(Clone, Debug)]
pub struct Contradance {
    setup: ContradanceSetup,
    stock: [u8; MAX_STOCK],
    n_stock: u8,
    /// The bit of the card that follows on the same foundation; 0 at its end.
    after: [u64; N_CARDS],
    /// Where the foundation's bits stand in `heights`: those of the leading one.
    shift: [u8; N_CARDS],
    /// The rank that names the card's foundation.
    base: [Rank; N_CARDS],
    /// By card: the bits of its copies' places in the stock.
    places: [u128; MAX_CARDS],
    decoration: u64,
    start: State,
    goal: u64,
}

/// What changed since the deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    present: u128,
    want: [u64; 2],
    heights: u64,
    next: u8,
    pass: u8,
}

/// A move. Which of two equal foundations takes a card is no choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Play {
    /// Turn a stock card.
    Turn,
    /// Turn the waste over.
    Redeal,
    /// The waste's top to its foundation, or laid aside as decoration.
    Waste,
}

impl Contradance {
    /// The game with these cards in deal order.
    ///
    /// # Panics
    /// If the set-up does not fit the packed state, or the number of cards is wrong.
    pub fn new(setup: &ContradanceSetup, cards: &[Card]) -> Contradance {
        assert!(setup.n_dealt() <= MAX_STOCK && (1..=2).contains(&setup.n_decks));
        assert!(setup.down_order().len() <= 7 && setup.up_order().len() <= 7);
        assert_eq!(cards.len(), setup.n_dealt(), "cards must match the set-up");
        let n_stock = cards.len() as u8;
        let mut start = State {
            present: (1u128 << n_stock) - 1,
            want: [0; 2],
            heights: 0,
            next: 0,
            pass: 0,
        };
        let (mut after, mut shift, mut goal) = ([0; N_CARDS], [0; N_CARDS], 0);
        let mut base = std::array::from_fn(|i| Card::from_index(i).rank());
        let first = usize::from(setup.preplaced);
        for &suit in &Suit::ALL[..setup.n_suits as usize] {
            for (direction, order) in [setup.down_order(), setup.up_order()].iter().enumerate() {
                let card = |rank: Rank| Card::new(rank, suit);
                let lead = (12 * suit.index() + 6 * direction) as u8;
                for pair in order.windows(2) {
                    after[card(pair[0]).index()] = card(pair[1]).bit();
                }
                for &rank in order {
                    shift[card(rank).index()] = lead;
                    base[card(rank).index()] = order[0];
                }
                for deck in 0..setup.n_decks {
                    start.want[deck as usize] |= order.get(first).map_or(0, |&r| card(r).bit());
                    start.heights |= (first as u64) << (lead + 3 * deck);
                    goal |= (order.len() as u64) << (lead + 3 * deck);
                }
            }
        }
        let suits = &Suit::ALL[..setup.n_suits as usize];
        let decoration = setup.decoration().map_or(0, |rank| {
            suits.iter().map(|&suit| Card::new(rank, suit).bit()).sum()
        });
        let mut game = Contradance {
            setup: *setup,
            stock: [0; MAX_STOCK],
            n_stock,
            after,
            shift,
            base,
            places: [0; MAX_CARDS],
            decoration,
            start,
            goal,
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
        for (place, card) in self.stock.iter_mut().zip(cards) {
            *place = card.index() as u8;
        }
        self.note_places();
    }

    /// Notes where the copies of each card are.
    fn note_places(&mut self) {
        self.places = [0; MAX_CARDS];
        for (i, &card) in self.stock[..self.n_stock as usize].iter().enumerate() {
            self.places[card as usize % MAX_CARDS] |= 1 << i;
        }
    }

    /// The set-up.
    pub fn setup(&self) -> &ContradanceSetup {
        &self.setup
    }

    fn waste_top(&self, state: &State) -> Option<usize> {
        let waste = state.present & ((1u128 << state.next) - 1);
        (waste != 0).then(|| 127 - waste.leading_zeros() as usize)
    }

    fn wanted(&self, state: &State) -> u64 {
        state.want[0] | state.want[1] | self.decoration
    }

    /// The waste's top, if a foundation takes it.
    fn playable(&self, state: &State) -> Option<usize> {
        self.waste_top(state)
            .filter(|&i| self.wanted(state) >> self.stock[i] & 1 != 0)
    }

    /// See the module's dominance *last copy*.
    fn safe(&self, state: &State, i: usize) -> bool {
        let bit = 1u64 << self.stock[i];
        state.present & self.places[self.stock[i] as usize] == 1 << i
            || bit & self.decoration != 0
            || state.want[0] & state.want[1] & bit != 0
    }

    /// Sets `next` to the first card in the stock from `place` on, or to the stock's end.
    fn pass_by(&self, state: &mut State, place: u8) {
        state.next = place;
        if state.pass > 0 {
            let rest = state.present >> place;
            state.next = self.n_stock.min(place + rest.trailing_zeros() as u8);
        }
    }
}

impl Game for Contradance {
    type State = State;
    type Move = Play;
    type Key = (u128, u64);

    fn start(&self) -> State {
        self.start
    }

    fn moves(&self, state: &State, out: &mut Vec<Play>) {
        if self.playable(state).is_some() {
            out.push(Play::Waste);
        }
        if state.present >> state.next != 0 {
            out.push(Play::Turn);
        } else if state.present != 0 && state.pass + 1 < self.setup.n_passes {
            out.push(Play::Redeal);
        }
    }

    fn useful_moves(&self, state: &State, on: Dominance, out: &mut Vec<Play>) {
        match self.playable(state) {
            Some(i) if on.last_copy && self.safe(state, i) => out.push(Play::Waste),
            _ => self.moves(state, out),
        }
    }

    fn play(&self, state: &mut State, play: Play) {
        match play {
            Play::Turn => self.pass_by(state, state.next + 1),
            Play::Redeal => {
                state.pass += 1;
                self.pass_by(state, 0);
            }
            Play::Waste => {
                let i = self.waste_top(state).expect("a legal play has its card");
                state.present ^= 1 << i;
                let card = self.stock[i] as usize;
                let bit = 1u64 << card;
                if bit & self.decoration == 0 {
                    let deck = usize::from(state.want[0] & bit == 0);
                    state.want[deck] ^= bit;
                    state.want[deck] |= self.after[card];
                    state.heights += 1 << (self.shift[card] + 3 * deck as u8);
                }
            }
        }
    }

    fn won(&self, state: &State) -> bool {
        state.heights == self.goal
    }

    fn key(&self, state: &State) -> (u128, u64) {
        let second = state.heights | u64::from(state.pass) << 48;
        (state.present | u128::from(state.next) << 120, second)
    }

    fn progress(&self, state: &State) -> u32 {
        let gone = u32::from(self.n_stock) - state.present.count_ones();
        gone + u32::from(state.pass) * (u32::from(self.n_stock) + 1) + u32::from(state.next)
    }

    fn turned(&self, state: &State) -> u32 {
        u32::from(state.pass) * u32::from(self.n_stock) + u32::from(state.next)
    }

    fn played(&self, state: &State) -> u32 {
        let sum = |h: u64| (0..16).map(|i| (h >> (3 * i)) as u32 & 7).sum::<u32>();
        sum(state.heights) - sum(self.start.heights)
    }

    fn text(&self, line: &[Play]) -> Vec<TextMove> {
        let mut state = self.start;
        let mut text = Vec::with_capacity(line.len());
        for &play in line {
            text.push(match play {
                Play::Turn => TextMove::Turn,
                Play::Redeal => TextMove::Redeal,
                Play::Waste => {
                    let i = self.waste_top(&state).expect("a legal play has its card");
                    TextMove::Play(
                        From::Waste,
                        self.target(&state, Card::from_index(self.stock[i].into())),
                    )
                }
            });
            self.play(&mut state, play);
        }
        text
    }
}

impl Contradance {
    /// The foundation's name. The leading one is `a` throughout: it takes what both want.
    fn target(&self, state: &State, card: Card) -> To {
        let is_following = card.bit() & (self.decoration | state.want[0]) == 0;
        let number = match self.setup.n_decks {
            1 => 0,
            _ => 1 + u8::from(is_following),
        };
        To::Base(card.suit(), self.base[card.index()], number)
    }
}
