//! Replays for many deals of one game.

use super::illegal::BadDeal;
use super::piles::PilesTable;
use super::{Choice, ReplayError, Rules, contradance, play_all, refused, replay};
use crate::cards::Card;
use crate::deal::{CardCheck, ContradanceSetup, Move, Setup};

/// Replays move lists, deal after deal, as [`replay`] does. Where a deal is decided faster than a table is
/// set up, in Contradance and Quadrille, the cards are laid out on the last deal's table.
pub struct Referee {
    setup: Setup,
    check: CardCheck,
    table: Option<PilesTable>,
}

impl Referee {
    /// A referee for this game.
    pub fn new(setup: &Setup) -> Referee {
        Referee {
            setup: *setup,
            check: CardCheck::new(setup),
            table: None,
        }
    }

    /// Deals the cards and plays the moves: whether the final position is won. `choice` is as for [`replay`].
    ///
    /// # Errors
    /// [`ReplayError`] for a refused deal or the first illegal move.
    pub fn is_won(
        &mut self,
        choice: Option<Choice>,
        cards: &[Card],
        moves: &[Move],
    ) -> Result<bool, ReplayError> {
        match (self.setup, choice) {
            (Setup::Contradance(setup), None) => {
                let table = self.lay_out(&setup, cards).map_err(refused)?;
                play_all(table, moves)?;
                Ok(table.is_won())
            }
            (setup, choice) => replay(&setup, choice, cards, moves).map(|replay| replay.won),
        }
    }

    /// The table after the deal.
    fn lay_out(
        &mut self,
        setup: &ContradanceSetup,
        cards: &[Card],
    ) -> Result<&mut PilesTable, BadDeal> {
        let table = match self.table.take() {
            None => contradance::lay_out(setup, cards)?,
            Some(mut table) => {
                let checked = self.check.check(cards);
                checked.map_err(|e| BadDeal(e.to_string()))?;
                contradance::lay_out_again(&mut table, setup, cards);
                table
            }
        };
        Ok(self.table.insert(table))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::{Deal, cards_text};
    use crate::reference::Table;

    /// Whatever the last deal left on the table, the next one starts from its own cards.
    #[test]
    fn a_table_used_again_is_the_table_laid_out_anew() {
        let mut n_won = 0;
        for (n_decks, preplaced) in [(1, false), (1, true), (2, false), (2, true)] {
            let setup = ContradanceSetup {
                n_decks,
                n_suits: 4,
                n_ranks: 13,
                down_base: crate::cards::Rank::new(5),
                queens_decorate: n_decks == 1,
                preplaced,
                n_passes: 3,
            };
            let game = Setup::Contradance(setup);
            let mut referee = Referee::new(&game);
            for seed in 0..200 {
                let cards = Deal::from_seed(&game, seed).cards;
                let fresh = Table::new(&game, &cards).unwrap();
                let again = referee.lay_out(&setup, &cards).unwrap().clone();
                assert_eq!(Table::Piles(again), fresh);
                // The first legal move each time: plays come before turns.
                let (mut table, mut moves) = (fresh.clone(), Vec::new());
                while let Some(&mv) = table.legal_moves().first() {
                    table.play(mv).unwrap();
                    moves.push(mv);
                }
                let won = referee.is_won(None, &cards, &moves);
                assert_eq!(won, Ok(table.is_won()), "{}", cards_text(&cards));
                n_won += u32::from(won == Ok(true));
                moves.push(Move::Turn);
                let refusal = fresh.replay(&moves).unwrap_err();
                assert_eq!(referee.is_won(None, &cards, &moves), Err(refusal));
                let short = &cards[1..];
                let refusal = replay(&game, None, short, &[]).unwrap_err();
                assert_eq!(referee.is_won(None, short, &[]), Err(refusal));
            }
        }
        assert!((50..750).contains(&n_won), "{n_won}");
    }
}
