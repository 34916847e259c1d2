//! `always-play`: plays whatever can be played, turns only when nothing can. Royal Cotillion: left
//! wing, then waste, then cells; Windmill: centre, then corners, borrowing last. Costs a microsecond
//! a game.

use crate::game::Hidden;
use crate::play::{Random, Strategy, StrategyInfo, View};

pub(crate) const INFO: StrategyInfo = StrategyInfo {
    name: "always-play",
    meaning: "whatever can be played, at once: left wing, then waste, then cells",
    cost: "a microsecond a game",
    is_cheap: true,
    options: &[],
};

/// The player.
#[derive(Debug)]
pub struct AlwaysPlay;

impl<G: Hidden> Strategy<G> for AlwaysPlay {
    fn begin(&mut self, _: Random) {}

    fn choose(&mut self, view: &View<'_, G>) -> Option<G::Move> {
        view.always_play()
    }

    fn is_always_play(&self) -> bool {
        true
    }
}
