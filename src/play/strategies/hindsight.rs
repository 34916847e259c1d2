//! `hindsight`: as `lookahead`, but each sampled order is judged by the best of several rules of
//! thumb played out on it, so with some hindsight.

use crate::game::Hidden;
use crate::play::{Random, Strategy, StrategyInfo, StrategyOptions, View};

pub(crate) const INFO: StrategyInfo = StrategyInfo {
    name: "hindsight",
    meaning: "judges each move by the best of several rules of thumb on each sampled order",
    cost: "some tenths of a second a game",
    is_cheap: false,
    options: &[
        ("samples", 50.0, "orders of the unseen stock a decision"),
        (
            "rules",
            7.0,
            "playouts on each order, the first by always playing",
        ),
    ],
};

/// The player.
#[derive(Debug)]
pub struct Hindsight<G: Hidden> {
    n_samples: u32,
    n_rules: u64,
    random: Random,
    line: Vec<G::Move>,
}

impl<G: Hidden> Hindsight<G> {
    /// A player with these options.
    pub fn new(options: &StrategyOptions) -> Hindsight<G> {
        Hindsight {
            n_samples: options.get("samples").max(1.0) as u32,
            n_rules: options.get("rules").max(1.0) as u64,
            random: Random::new(0, 0),
            line: Vec::new(),
        }
    }
}

impl<G: Hidden> Strategy<G> for Hindsight<G> {
    fn begin(&mut self, random: Random) {
        self.random = random;
    }

    fn choose(&mut self, view: &View<'_, G>) -> Option<G::Move> {
        let mut moves = Vec::new();
        view.moves(&mut moves);
        let mut values = vec![0u64; moves.len()];
        let mut game = view.draw(&mut self.random);
        for _ in 0..self.n_samples {
            view.redraw(&mut game, &mut self.random);
            let noise = self.random.bits() >> 8;
            for (value, &play) in values.iter_mut().zip(&moves) {
                let mut state = *view.state();
                game.play(&mut state, play);
                let mut n_won = 0;
                let mut most = 0;
                for rule in 0..self.n_rules {
                    self.line.clear();
                    let seed = if rule == 0 { 0 } else { noise + rule };
                    let end = game.playout(&state, seed, &mut self.line);
                    n_won += u64::from(game.won(&end));
                    most = most.max(game.played(&end));
                }
                *value += 1000 * n_won.min(1) + 50 * n_won + u64::from(most);
            }
        }
        let best = (0..moves.len()).max_by_key(|&i| (values[i], std::cmp::Reverse(i)))?;
        Some(moves[best])
    }
}
