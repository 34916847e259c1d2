//! `random`: any legal move, turning included, all equally likely. Costs next to nothing; the floor
//! that every other strategy should clear.

use crate::game::Hidden;
use crate::play::{Random, Strategy, StrategyInfo, View};

pub(crate) const INFO: StrategyInfo = StrategyInfo {
    name: "random",
    meaning: "any legal move, turning included",
    cost: "microseconds a game",
    is_cheap: true,
    options: &[],
};

/// The player.
#[derive(Debug)]
pub struct RandomPlay {
    random: Random,
}

impl Default for RandomPlay {
    fn default() -> RandomPlay {
        RandomPlay {
            random: Random::new(0, 0),
        }
    }
}

impl<G: Hidden> Strategy<G> for RandomPlay {
    fn begin(&mut self, random: Random) {
        self.random = random;
    }

    fn choose(&mut self, view: &View<'_, G>) -> Option<G::Move> {
        let mut moves = Vec::new();
        view.moves(&mut moves);
        (!moves.is_empty()).then(|| moves[self.random.below(moves.len() as u32) as usize])
    }
}
