//! `hindsight`: races the moves, each sampled order judged by the best of several rules of thumb
//! played out on it, so with some hindsight. A win counts most, the more the earlier a rule found
//! it; without one the most cards played. Costs orders × moves × rules × a microsecond a decision
//! at most; most races end early.

use crate::game::{Dominance, Hidden};
use crate::play::race::{Judge, race};
use crate::play::{Random, Strategy, StrategyInfo, StrategyOptions, View};

pub(crate) const INFO: StrategyInfo = StrategyInfo {
    name: "hindsight",
    meaning: "judges each move by the best of several rules of thumb on each sampled order",
    cost: "some tenths of a second a game",
    is_cheap: false,
    options: &[
        (
            "orders",
            200.0,
            "orders of the unseen stock a decision, at most",
        ),
        (
            "rules",
            8.0,
            "playouts on each order, the first by always playing",
        ),
    ],
};

/// The player.
#[derive(Debug)]
pub struct Hindsight<G: Hidden> {
    max_orders: u32,
    random: Random,
    judge: BestRule<G>,
}

/// Plays several rules of thumb out.
#[derive(Debug)]
struct BestRule<G: Hidden> {
    n_rules: u64,
    line: Vec<G::Move>,
}

impl<G: Hidden> Hindsight<G> {
    /// A player with these options.
    pub fn new(options: &StrategyOptions) -> Hindsight<G> {
        let n_rules = options.get("rules").max(1.0) as u64;
        Hindsight {
            max_orders: options.get("orders").max(1.0) as u32,
            random: Random::new(0, 0),
            judge: BestRule {
                n_rules,
                line: Vec::new(),
            },
        }
    }
}

impl<G: Hidden> Judge<G> for BestRule<G> {
    fn value(&mut self, game: &G, state: &G::State, _: u64) -> f64 {
        let mut most = 0;
        for rule in 0..self.n_rules {
            self.line.clear();
            let end = game.playout(state, rule, &mut self.line);
            if game.won(&end) {
                return 1000.0 + 200.0 * (self.n_rules - rule) as f64 / self.n_rules as f64;
            }
            most = most.max(game.played(&end));
        }
        f64::from(most)
    }
}

impl<G: Hidden> Strategy<G> for Hindsight<G> {
    fn begin(&mut self, random: Random) {
        self.random = random;
    }

    fn choose(&mut self, view: &View<'_, G>) -> Option<G::Move> {
        let mut moves = Vec::new();
        view.useful_moves(Dominance::ALL, &mut moves);
        match moves[..] {
            [only] => Some(only),
            _ => race(
                view,
                &moves,
                self.max_orders,
                &mut self.random,
                &mut self.judge,
            ),
        }
    }
}
