//! What a search needs to know of a game. No game's name stands here.
//!
//! A game value holds the deal (data that never changes); a state holds only what changed. States
//! are small and copied, never undone. Every move makes progress: [`Game::progress`] strictly
//! grows, so the graph of states has no cycle.

use crate::deal::Move as TextMove;
use std::fmt::Debug;
use std::hash::Hash;

/// An exact key of a state: equal keys if and only if equal states of the same deal.
pub trait Key: Copy + Eq + Hash + Debug + Default + Send + Sync {
    /// A well-mixed hash of the key, for the choice of a place in a table.
    fn mix(&self) -> u64;
}

/// Multiplies and folds: one 64 × 64 → 128-bit product, both halves xored.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

impl Key for u128 {
    fn mix(&self) -> u64 {
        let (low, high) = (*self as u64, (*self >> 64) as u64);
        fold(low ^ 0x9e37_79b9_7f4a_7c15, high ^ 0xd1b5_4a32_d192_ed03)
            .wrapping_mul(0x9fb2_1c65_1e98_df25)
    }
}

impl Key for (u128, u64) {
    fn mix(&self) -> u64 {
        (self.0 ^ u128::from(fold(self.1 ^ 0xa24b_aed4_963e_e407, 0x9fb2_1c65_1e98_df25))).mix()
    }
}

/// Switches of the proven dominances, each of which removes moves that are never needed for a win.
/// Their arguments stand where a family applies them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dominance {
    /// Of two foundations that take the same card only the one with more cards to come is tried.
    pub equal_piles: bool,
    /// A column's free card whose other copy is already played is played at once.
    pub last_copy: bool,
    /// Once no card is left in stock and waste, any play is as good as another.
    pub free_end: bool,
}

impl Dominance {
    /// All dominances on.
    pub const ALL: Dominance = Dominance {
        equal_piles: true,
        last_copy: true,
        free_end: true,
    };
    /// All dominances off.
    pub const NONE: Dominance = Dominance {
        equal_piles: false,
        last_copy: false,
        free_end: false,
    };
}

/// A dealt game as a search sees it.
pub trait Game: Send + Sync {
    /// What changes during play. Equal cards are one: cells with the same card, corners of the same
    /// height and the like are not told apart.
    type State: Copy + Eq + Debug + Send + Sync;
    /// A move, up to the interchange of equal cards and equal piles.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// The exact key of a state.
    type Key: Key;

    /// The state before the first move.
    fn start(&self) -> Self::State;

    /// Puts every legal move into `out`, no move twice: plays first, turning or redealing last.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// As [`Game::moves`], without the moves that the dominances rule out; in the order in which a
    /// search should try them. Some move remains whenever the state can be won.
    fn useful_moves(&self, state: &Self::State, on: Dominance, out: &mut Vec<Self::Move>);

    /// Makes a legal move.
    fn play(&self, state: &mut Self::State, play: Self::Move);

    /// Whether every card that is not decoration lies on a foundation.
    fn won(&self, state: &Self::State) -> bool;

    /// The exact key.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// A measure that every move strictly increases.
    fn progress(&self, state: &Self::State) -> u32;

    /// Cards that have left the stock, counted over all passes: it never shrinks, and states of one
    /// beam layer have it in common.
    fn turned(&self, state: &Self::State) -> u32;

    /// Cards on foundations, those that lay there from the start not counted.
    fn played(&self, state: &Self::State) -> u32;

    /// The moves of a whole line from the start in the notation that people and the reference read.
    fn text(&self, line: &[Self::Move]) -> Vec<TextMove>;
}

/// A cheap source of noise for playouts: xorshift64* (Vigna, 2016). Not for deals or statistics.
#[derive(Clone, Copy, Debug)]
pub struct Noise(u64);

impl Noise {
    /// Starts from a seed, scrambled so that neighbours differ.
    pub fn new(seed: u64) -> Noise {
        Noise(fold(seed ^ 0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03) | 1)
    }

    /// The next 64 bits.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `n`, near enough to uniform.
    pub fn below(&mut self, n: u32) -> u32 {
        (((self.next() >> 32) * u64::from(n)) >> 32) as u32
    }
}

/// What a beam needs beyond the rules: how good a state looks, and a fast line from it.
pub trait Guide: Game {
    /// Weights of the evaluation.
    type Weights: Clone + Debug + Send + Sync;

    /// The portfolio's weightings, the best first.
    fn weightings(&self) -> Vec<Self::Weights>;

    /// How good the state looks; higher is better.
    fn evaluate(&self, state: &Self::State, weights: &Self::Weights) -> i32;

    /// Plays a fast line to the end by a rule with a little chance in it (none for `noise` 0),
    /// pushing its moves; returns the final state.
    fn playout(&self, state: &Self::State, noise: u64, line: &mut Vec<Self::Move>) -> Self::State;
}

/// Deals cards again, beginning from their sorted order, so that nothing of their order remains.
/// `below(n)` gives numbers in 0..n.
pub fn deal_unseen<T: Ord>(unseen: &mut [T], below: &mut dyn FnMut(u32) -> u32) {
    unseen.sort_unstable();
    for i in (1..unseen.len()).rev() {
        unseen.swap(i, below(i as u32 + 1) as usize);
    }
}

/// What hidden-information play needs: the part of the deal that a player has not seen can be dealt
/// again, and the rules of thumb that people use, each of which looks at seen cards only.
pub trait Hidden: Guide + Clone {
    /// Shuffles the stock cards that a player has not seen by now, beginning from their sorted
    /// order, so that nothing of the true order remains. `below(n)` gives numbers in 0..n.
    fn reshuffle(&mut self, state: &Self::State, below: &mut dyn FnMut(u32) -> u32);

    /// The move that plays whatever can be played, in the order that the family's file gives, and
    /// turns otherwise. `None` at the end.
    fn always_play(&self, state: &Self::State) -> Option<Self::Move>;

    /// Plays by [`Hidden::always_play`] to the end.
    fn always_play_out(&self, state: &mut Self::State) {
        while let Some(play) = self.always_play(state) {
            self.play(state, play);
        }
    }

    /// The move that the rule sheets' tips suggest. `None` at the end.
    fn book(&self, state: &Self::State) -> Option<Self::Move>;
}
