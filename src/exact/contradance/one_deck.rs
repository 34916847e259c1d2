//! One deck: there is nothing to choose, and one playout decides.
//!
//! Cards are bits of a word here, the first to be turned uppermost: what can be played next is the waste's top, its
//! lowest bit, or else the highest bit of the stock that a foundation wants. So a play costs the same however many
//! cards are turned before it.

use super::Relaxation;
use crate::cards::Card;
use crate::deal::Move;
use crate::family::contradance::Play;

/// More than the cards of a deck, as a power of two: a place below it needs no other check.
const N_PLACES: usize = 64;

/// A deal and where it stands.
struct Game {
    /// By place: the card that its foundation takes next, or none.
    after: [u64; N_PLACES],
    /// All places.
    all: u64,
    /// What has to leave.
    needed: u64,
    /// What lies in stock and waste.
    present: u64,
    /// The places not reached in this pass.
    ahead: u64,
    /// What foundations have come to want.
    wanted: u64,
    pass: u8,
}

impl Game {
    fn new(relaxation: &Relaxation, cards: &[Card]) -> Game {
        let mut bits = [0; N_PLACES];
        for (place, card) in cards.iter().rev().enumerate() {
            bits[card.index() % N_PLACES] = 1u64 << place;
        }
        let all = (1 << cards.len()) - 1;
        let mut game = Game {
            after: [0; N_PLACES],
            all,
            needed: all,
            present: all,
            ahead: all,
            wanted: 0,
            pass: 0,
        };
        for (after, card) in game.after.iter_mut().zip(cards.iter().rev()) {
            *after = bits[usize::from(relaxation.after[card.index()]) % N_PLACES];
        }
        let mut open = relaxation.open;
        while open != 0 {
            let card = open.trailing_zeros() as usize;
            game.wanted |= bits[card];
            // Decoration counts as played.
            if relaxation.played[card] > 0 {
                game.needed &= !bits[card];
            }
            open &= open - 1;
        }
        game
    }

    fn is_won(&self) -> bool {
        self.present & self.needed == 0
    }

    /// The waste's top, or nothing.
    fn top(&self) -> u64 {
        let waste = self.present & !self.ahead;
        waste & waste.wrapping_neg()
    }

    fn stock(&self) -> u64 {
        self.present & self.ahead
    }

    /// Turns the stock's cards down to this place.
    fn turn_to(&mut self, place: u32) {
        self.ahead &= (1 << place) - 1;
    }

    fn redeal(&mut self) {
        self.pass += 1;
        self.ahead = self.all;
    }

    /// The waste's top, at this place, goes to its foundation.
    fn leave(&mut self, place: u32) {
        self.present ^= 1 << place;
        self.wanted |= self.after[place as usize % N_PLACES];
    }

    fn play(&mut self, play: Play) {
        match play {
            Play::Turn => self.turn_to(self.stock().ilog2()),
            Play::Redeal => self.redeal(),
            Play::Waste => self.leave(self.top().trailing_zeros()),
        }
    }
}

/// A line that wins from the position that these legal moves lead to, if there is one.
pub(super) fn winning_line(
    relaxation: &Relaxation,
    cards: &[Card],
    plays: &[Play],
) -> Option<Vec<Move>> {
    let mut game = Game::new(relaxation, cards);
    for &play in plays {
        game.play(play);
    }
    // Turns, among which the other moves are put.
    let mut line = relaxation.turns.clone();
    let mut n_moves = 0;
    loop {
        let is_won = game.is_won();
        let stock = game.stock();
        let reach = if is_won { 0 } else { stock };
        if let Some(place) = (game.wanted & (game.top() | reach)).checked_ilog2() {
            n_moves += (stock >> place).count_ones() as usize;
            game.turn_to(place);
            game.leave(place);
            let card = cards[cards.len() - 1 - place as usize];
            line[n_moves] = relaxation.names[card.index()];
            n_moves += 1;
        } else if is_won {
            line.truncate(n_moves);
            return Some(line);
        } else if game.pass + 1 < relaxation.setup.n_passes {
            n_moves += stock.count_ones() as usize;
            game.redeal();
            line[n_moves] = Move::Redeal;
            n_moves += 1;
        } else {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::cards::Rank;
    use crate::deal::{ContradanceSetup, Deal, Setup};
    use crate::exact::ContradanceDecider;
    use crate::search::{Control, Outcome};
    use std::sync::atomic::AtomicBool;

    /// The relaxed playout, which takes any number of decks, finds the same lines.
    #[test]
    fn it_plays_as_the_relaxed_playout_does() {
        let never = AtomicBool::new(false);
        let control = Control::new(&never, None);
        let mut n_won = 0;
        for switches in 0..16 {
            let setup = ContradanceSetup {
                n_decks: 1,
                n_suits: 4,
                n_ranks: 13,
                down_base: Rank::new(5),
                queens_decorate: switches & 1 != 0,
                preplaced: switches & 2 != 0,
                n_passes: 1 + switches / 4,
            };
            let mut decider = ContradanceDecider::new(&setup);
            for seed in 0..200 {
                let cards = Deal::from_seed(&Setup::Contradance(setup), seed).cards;
                let (relaxed, _) = decider.refute(&cards, u64::MAX, &control);
                let (outcome, n_playouts) = decider.decide(&cards, u64::MAX, &control);
                assert_eq!((&outcome, n_playouts), (&relaxed, 1), "seed {seed}");
                n_won += u32::from(outcome != Outcome::Unsolvable);
            }
        }
        assert!((500..2700).contains(&n_won), "{n_won}");
    }
}
