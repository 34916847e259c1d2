//! Contradance and Quadrille: what is laid out.

use super::cotillion::check_shape;
use super::illegal::{BadDeal, ensure};
use super::layout::Layout;
use super::piles::{Foundation, PilesTable};
use crate::cards::{Card, Rank, Suit};
use crate::deal::notation::To;
use crate::deal::{ContradanceSetup, Setup, check_cards};

/// Lays out the cards, all of them in the stock.
pub(super) fn lay_out(setup: &ContradanceSetup, cards: &[Card]) -> Result<PilesTable, BadDeal> {
    check_shape(setup.n_suits, setup.n_ranks)?;
    ensure(
        (1..=2).contains(&setup.n_decks),
        "there must be 1 or 2 decks",
    )?;
    ensure(setup.n_passes >= 1, "there must be at least one pass")?;
    let king = setup.n_ranks;
    let down_base = setup.down_base.number();
    // Without decoration the queen ends the piles built up; with it the jack does.
    let last_up = if setup.queens_decorate {
        king - 2
    } else {
        king - 1
    };
    ensure(
        down_base < last_up,
        "the down base leaves no rank to build up",
    )?;
    check_cards(&Setup::Contradance(*setup), cards).map_err(|e| BadDeal(e.to_string()))?;

    let mut down: Vec<u8> = (1..=down_base).rev().collect();
    down.push(king);
    let up: Vec<u8> = (down_base + 1..=last_up).collect();
    let mut kinds = vec![(down, false), (up, false)];
    if setup.queens_decorate {
        kinds.push((vec![king - 1], true));
    }
    let mut foundations = Vec::new();
    for &suit in &Suit::ALL[..setup.n_suits as usize] {
        for (ranks, decoration) in &kinds {
            for copy in 1..=setup.n_decks {
                let order: Vec<Card> = ranks
                    .iter()
                    .map(|&r| Card::new(Rank::new(r), suit))
                    .collect();
                let number = if setup.n_decks == 1 { 0 } else { copy };
                foundations.push(Foundation {
                    name: To::Base(suit, order[0].rank(), number),
                    n_cards: usize::from(setup.preplaced),
                    order: order.into(),
                    decoration: *decoration,
                });
            }
        }
    }
    let layout = Layout::deal(cards, 0, 0, 0, setup.n_passes);
    let n_a_suit = kinds.len() * setup.n_decks as usize;
    Ok(PilesTable::new(layout, foundations, n_a_suit))
}

/// Lays out other cards of the same set-up on a table from [`lay_out`], whatever lies on it.
/// The cards must have been checked.
pub(super) fn lay_out_again(table: &mut PilesTable, setup: &ContradanceSetup, cards: &[Card]) {
    table.layout.deal_stock(cards, setup.n_passes);
    for foundation in &mut table.foundations {
        foundation.n_cards = usize::from(setup.preplaced);
    }
}

#[cfg(test)]
#[path = "tests/contradance.rs"]
mod tests;
