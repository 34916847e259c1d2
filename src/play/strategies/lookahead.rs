//! `lookahead`: for each legal move, plays out many random orders of the unseen stock by the rule
//! *always play*, and takes the move that does best: a win counts 2, each card played its share of
//! 1. All moves are tried on the same orders. Costs samples × moves × a microsecond a decision.

use crate::game::Hidden;
use crate::play::{Random, Strategy, StrategyInfo, StrategyOptions, View};

pub(crate) const INFO: StrategyInfo = StrategyInfo {
    name: "lookahead",
    meaning: "plays each move out on random orders of the unseen stock by always playing",
    cost: "some milliseconds a game",
    is_cheap: false,
    options: &[("samples", 50.0, "orders of the unseen stock a decision")],
};

/// The player.
#[derive(Debug)]
pub struct Lookahead {
    n_samples: u32,
    random: Random,
}

impl Lookahead {
    /// A player with these options.
    pub fn new(options: &StrategyOptions) -> Lookahead {
        let n_samples = options.get("samples").max(1.0) as u32;
        Lookahead {
            n_samples,
            random: Random::new(0, 0),
        }
    }
}

impl<G: Hidden> Strategy<G> for Lookahead {
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
            for (value, &play) in values.iter_mut().zip(&moves) {
                let mut state = *view.state();
                game.play(&mut state, play);
                game.always_play_out(&mut state);
                *value += u64::from(game.played(&state)) + 200 * u64::from(game.won(&state));
            }
        }
        // Of equal moves the first: plays come before turning.
        let best = (0..moves.len()).max_by_key(|&i| (values[i], std::cmp::Reverse(i)))?;
        Some(moves[best])
    }
}
