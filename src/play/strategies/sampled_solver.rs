//! `sampled-solver`: races the moves, each sampled order judged by a narrow beam with playouts, the
//! constructive solver. The strongest judge and the dearest: a tenth of a millisecond an order and
//! move.

use crate::game::{Dominance, Hidden};
use crate::play::race::{Judge, race};
use crate::play::{Random, Strategy, StrategyInfo, StrategyOptions, View};
use crate::search::{Beam, BeamOptions, Control, Outcome, beam};
use std::sync::atomic::AtomicBool;

pub(crate) const INFO: StrategyInfo = StrategyInfo {
    name: "sampled-solver",
    meaning: "judges each move by a narrow beam on each sampled order",
    cost: "a second a game",
    is_cheap: false,
    options: &[
        (
            "orders",
            50.0,
            "orders of the unseen stock a decision, at most",
        ),
        ("width", 2.0, "width of the beam"),
        ("playouts", 2.0, "playouts a state"),
    ],
};

/// The player.
pub struct SampledSolver<G: Hidden> {
    max_orders: u32,
    width: usize,
    n_playouts: u64,
    random: Random,
    memory: Beam<G>,
}

impl<G: Hidden> SampledSolver<G> {
    /// A player with these options.
    pub fn new(options: &StrategyOptions) -> SampledSolver<G> {
        SampledSolver {
            max_orders: options.get("orders").max(1.0) as u32,
            width: options.get("width").max(1.0) as usize,
            n_playouts: options.get("playouts") as u64,
            random: Random::new(0, 0),
            memory: Beam::default(),
        }
    }
}

struct Narrow<'a, G: Hidden> {
    width: usize,
    n_playouts: u64,
    memory: &'a mut Beam<G>,
}

impl<G: Hidden> Judge<G> for Narrow<'_, G> {
    fn value(&mut self, game: &G, state: &G::State, order: u64) -> f64 {
        let options = BeamOptions {
            width: self.width,
            weights: game.weightings().swap_remove(0),
            n_playouts: self.n_playouts,
            playout_weight: 60,
            keep: 2,
            noise: order >> 8,
        };
        let stop = AtomicBool::new(false);
        let control = Control::new(&stop, None);
        let (outcome, _) = beam(game, *state, &options, u64::MAX, &control, self.memory);
        if matches!(outcome, Outcome::Solvable(_)) {
            1.0
        } else {
            0.0
        }
    }
}

impl<G: Hidden> Strategy<G> for SampledSolver<G> {
    fn begin(&mut self, random: Random) {
        self.random = random;
    }

    fn choose(&mut self, view: &View<'_, G>) -> Option<G::Move> {
        let mut moves = Vec::new();
        view.useful_moves(Dominance::ALL, &mut moves);
        if let [only] = moves[..] {
            return Some(only);
        }
        let mut judge = Narrow {
            width: self.width,
            n_playouts: self.n_playouts,
            memory: &mut self.memory,
        };
        race(view, &moves, self.max_orders, &mut self.random, &mut judge)
    }
}
