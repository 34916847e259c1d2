//! What a player sees of a game in play.
//!
//! A [`View`] holds the true deal, but lends nothing of it beyond what lies open: the state (which
//! says how many cards are where, and names seen cards only through the game), the legal moves, and
//! deals drawn anew. A drawn deal agrees with everything seen; its unseen cards are those that must
//! be left, in an order that owes nothing to the true one. So no strategy can reach a hidden card.

use super::Random;
use crate::game::{Dominance, Hidden};

/// A position as a player sees it.
#[derive(Debug)]
pub struct View<'a, G: Hidden> {
    game: &'a G,
    state: &'a G::State,
}

impl<'a, G: Hidden> View<'a, G> {
    /// The view of a position.
    pub(super) fn new(game: &'a G, state: &'a G::State) -> View<'a, G> {
        View { game, state }
    }

    /// Where every pile stands. Meaningful only together with a deal, such as a drawn one.
    pub fn state(&self) -> &G::State {
        self.state
    }

    /// The legal moves, plays first.
    pub fn moves(&self, out: &mut Vec<G::Move>) {
        self.game.moves(self.state, out);
    }

    /// The legal moves without those that a dominance rules out whatever the unseen order is.
    pub fn useful_moves(&self, on: Dominance, out: &mut Vec<G::Move>) {
        self.game.useful_moves(self.state, on, out);
    }

    /// The move of the rule *play whatever can be played*.
    pub fn always_play(&self) -> Option<G::Move> {
        self.game.always_play(self.state)
    }

    /// The move that the rule sheets' tips suggest.
    pub fn book(&self) -> Option<G::Move> {
        self.game.book(self.state)
    }

    /// A deal that agrees with all that has been seen, the unseen cards in random order.
    pub fn draw(&self, random: &mut Random) -> G {
        let mut game = self.game.clone();
        self.redraw(&mut game, random);
        game
    }

    /// Draws again into a deal drawn from this very view.
    pub fn redraw(&self, drawn: &mut G, random: &mut Random) {
        drawn.reshuffle(self.state, &mut |n| random.below(n));
    }
}
