//! `book`: the tips of the rule sheets as code. Royal Cotillion: the left wing at once, since it
//! frees a card; the waste at once; a cell only when a card worth saving lies on the waste. Windmill:
//! the centre first, corners only for kings and to rescue a card. Costs a few microseconds a game.

use crate::game::Hidden;
use crate::play::{Random, Strategy, StrategyInfo, View};

pub(crate) const INFO: StrategyInfo = StrategyInfo {
    name: "book",
    meaning: "the tips of the rule sheets: a cell only when a card worth saving lies on the waste; \
              in Windmill the centre first, corners only to rescue a card",
    cost: "microseconds a game",
    is_cheap: true,
    options: &[],
};

/// The player.
#[derive(Debug)]
pub struct Book;

impl<G: Hidden> Strategy<G> for Book {
    fn begin(&mut self, _: Random) {}

    fn choose(&mut self, view: &View<'_, G>) -> Option<G::Move> {
        view.book()
    }
}
