//! What a beam needs of the family: an evaluation, and playouts by rules of thumb.

use super::{Cotillion, PackKey, Play, State};
use crate::cards::N_CARDS;
use crate::game::{Game, Guide, Noise};

/// Weights of the linear evaluation, all in points to lose but `played`.
#[derive(Clone, Debug)]
pub struct Weights {
    /// For each card on a foundation.
    pub played: i32,
    /// For each step until a cell's card is needed.
    pub cell_wait: i32,
    /// For each pair of waste cards of which the upper is needed later.
    pub blocked: i32,
    /// For each card above a waste card that is needed soon, over the steps until then.
    pub buried: i32,
    /// For each card over a column's card, over the steps until that is needed.
    pub column: i32,
    /// For each card that the slowest suit is behind the mean.
    pub slowest: i32,
}

/// Steps until both copies of a card are needed: the sooner and the later; [`NEVER`] once played.
type Waits = [[i32; 2]; N_CARDS];

const NEVER: i32 = 40;

impl<K: PackKey> Cotillion<K> {
    fn waits(&self, state: &State) -> Waits {
        let mut waits = [[NEVER; 2]; N_CARDS];
        for suit in 0..self.setup.n_suits as usize {
            let heights = [state.height(suit, 0) as i32, state.height(suit, 1) as i32];
            for rank in 0..self.setup.n_ranks as usize {
                let wait = |pile: usize| {
                    let steps = i32::from(self.place[pile][rank]) - heights[pile];
                    if steps < 0 { NEVER } else { steps }
                };
                let (a, b) = (wait(0), wait(1));
                waits[suit * 13 + rank] = [a.min(b), a.max(b)];
            }
        }
        waits
    }

    /// Steps until the sooner copy of a card is needed.
    pub(super) fn wait(&self, state: &State, card: u8) -> i32 {
        let (suit, rank) = (card as usize / 13, card as usize % 13);
        let wait = |pile: usize| {
            let steps = i32::from(self.place[pile][rank]) - state.height(suit, pile) as i32;
            if steps < 0 { NEVER } else { steps }
        };
        wait(0).min(wait(1))
    }

    /// Plays by a rule of thumb: columns, then waste, then cells, held back as `hold` says.
    fn by_rule(
        &self,
        state: &mut State,
        hold: Hold,
        noise: &mut Option<Noise>,
        line: &mut Vec<Play>,
    ) {
        loop {
            let play = self.rule_play(state, hold, noise);
            let Some(play) = play else { return };
            line.push(play);
            self.play(state, play);
        }
    }

    fn rule_play(&self, state: &State, hold: Hold, noise: &mut Option<Noise>) -> Option<Play> {
        let wanted = state.want[0] | state.want[1];
        let pile = |card: u8| self.piles(state, card).0[0];
        let mut skip = |chance: u32| noise.as_mut().is_some_and(|n| n.below(100) < chance);
        for column in 0..self.setup.n_columns {
            if let Some(card) = self.column_end(state, column as usize)
                && wanted >> card & 1 != 0
            {
                return Some(Play::Column {
                    column,
                    pile: pile(card),
                });
            }
        }
        let top = self.waste_top(state);
        if let Some(card) = top
            && wanted >> card & 1 != 0
            && !skip(hold.waste_chance)
        {
            return Some(Play::Waste { pile: pile(card) });
        }
        let stock_left = state.present >> state.next != 0;
        let cells = state.one & wanted;
        if cells != 0 {
            // A cell's play rescues the waste's top: worth more the sooner that is needed.
            let held = cells.count_ones();
            let worth = match top {
                None => hold.empty,
                Some(card) => self.wait(state, card) <= hold.steps,
            };
            if !stock_left || held > hold.most || worth {
                let n = noise.as_mut().map_or(0, |n| n.below(held));
                let mut rest = cells;
                for _ in 0..n {
                    rest &= rest - 1;
                }
                let card = rest.trailing_zeros() as u8;
                return Some(Play::Cell {
                    card,
                    pile: pile(card),
                });
            }
        }
        if stock_left {
            Some(Play::Turn)
        } else if state.present != 0 && state.pass + 1 < self.setup.n_passes {
            Some(Play::Redeal)
        } else if let Some(card) = top
            && wanted >> card & 1 != 0
        {
            Some(Play::Waste { pile: pile(card) })
        } else {
            None
        }
    }
}

/// When playable cards in cells are held back.
#[derive(Clone, Copy, Debug)]
struct Hold {
    /// Play to rescue a waste top that is needed within this many steps.
    steps: i32,
    /// Play when more than this many are held.
    most: u32,
    /// Play on an empty waste, for the next stock card.
    empty: bool,
    /// Chance in percent that a playable waste top is left.
    waste_chance: u32,
}

/// Holds nothing back.
const ALWAYS_PLAY: Hold = Hold {
    steps: NEVER,
    most: 0,
    empty: true,
    waste_chance: 0,
};

impl<K: PackKey> Guide for Cotillion<K> {
    type Weights = Weights;

    fn weightings(&self) -> Vec<Weights> {
        vec![Weights {
            played: 60,
            cell_wait: 10,
            blocked: 4,
            buried: 10,
            column: 20,
            slowest: 10,
        }]
    }

    fn evaluate(&self, state: &State, weights: &Weights) -> i32 {
        let waits = self.waits(state);
        let mut value = weights.played * self.played(state) as i32;
        let mut one = state.one;
        while one != 0 {
            let card = one.trailing_zeros() as usize;
            one &= one - 1;
            value -= weights.cell_wait * waits[card][0];
            if state.two >> card & 1 != 0 {
                value -= weights.cell_wait * waits[card][1];
            }
        }
        let mut waste = state.waste();
        let mut soonest = NEVER;
        let n = waste.count_ones() as i32;
        let mut below = 0;
        while waste != 0 {
            let wait = waits[self.stock[waste.trailing_zeros() as usize] as usize][0];
            waste &= waste - 1;
            if wait > soonest {
                value -= weights.blocked * (wait - soonest);
            }
            soonest = soonest.min(wait);
            below += 1;
            value -= weights.buried * (n - below) / (wait + 2);
        }
        for column in 0..self.setup.n_columns as usize {
            let depth = state.depth(column);
            for (i, &card) in self.columns[column][..depth].iter().enumerate() {
                value -= weights.column * (depth - 1 - i) as i32 / (waits[card as usize][0] + 2);
            }
        }
        let totals =
            (0..self.setup.n_suits as usize).map(|s| state.height(s, 0) + state.height(s, 1));
        let (sum, least) = totals.fold((0, 99), |(sum, least), t| (sum + t, least.min(t)));
        let behind = sum as i32 / i32::from(self.setup.n_suits) - least as i32;
        value - weights.slowest * behind
    }

    fn playout(&self, state: &State, noise: u64, line: &mut Vec<Play>) -> State {
        let mut state = *state;
        if noise == 0 {
            self.by_rule(&mut state, ALWAYS_PLAY, &mut None, line);
        } else {
            let mut noise = Noise::new(noise);
            let bits = noise.next() >> 20;
            let hold = Hold {
                steps: [NEVER, 1, 2, 3, 4, 6, 8, 12][bits as usize & 7],
                most: [0, 2, 3, 4, 5, 6, 8, 8][(bits >> 3) as usize & 7],
                empty: bits >> 6 & 1 != 0,
                waste_chance: [0, 0, 0, 5][(bits >> 7) as usize & 3],
            };
            self.by_rule(&mut state, hold, &mut Some(noise), line);
        }
        state
    }
}
