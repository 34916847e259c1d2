//! Royal Cotillion, Odd and Even, and Gavotte once its choice is made: what is laid out.

use super::illegal::{BadDeal, ensure};
use super::layout::Layout;
use super::piles::{Foundation, PilesTable};
use crate::cards::{Card, Rank, Suit};
use crate::deal::notation::To;
use crate::deal::{CotillionSetup, GavotteSetup, Setup, check_cards};

/// What Gavotte's player says after seeing the wings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Choice {
    /// The wing that is all cells, 1 or 2.
    pub free_wing: u8,
    /// The ranks that open each suit's first and second foundation.
    pub bases: (Rank, Rank),
}

/// The ranks that a foundation takes, in order: the cycle of the odd ranks upward and then the
/// even ranks upward, entered at the base and gone round once.
fn ranks_from(base: Rank, n_ranks: u8) -> Vec<Rank> {
    let odd = (1..=n_ranks).filter(|r| r % 2 == 1);
    let even = (1..=n_ranks).filter(|r| r % 2 == 0);
    let mut cycle: Vec<Rank> = odd.chain(even).map(Rank::new).collect();
    while cycle[0] != base {
        cycle.rotate_left(1);
    }
    cycle
}

/// Refuses numbers that describe no game.
pub(super) fn check_shape(n_suits: u8, n_ranks: u8) -> Result<(), BadDeal> {
    ensure((1..=4).contains(&n_suits), "there must be 1 to 4 suits")?;
    ensure((2..=13).contains(&n_ranks), "there must be 2 to 13 ranks")
}

/// Lays out the cards, given in deal order.
pub(super) fn lay_out(setup: &CotillionSetup, cards: &[Card]) -> Result<PilesTable, BadDeal> {
    check_shape(setup.n_suits, setup.n_ranks)?;
    let (first, second) = setup.bases;
    ensure(
        first.number() <= setup.n_ranks && second.number() <= setup.n_ranks,
        "a base is no rank of the deck",
    )?;
    ensure(
        setup.n_ranks % 2 == 1 || (first.number(), second.number()) == (1, 2),
        "with an even number of ranks the bases must be the ace and the two",
    )?;
    ensure(setup.n_passes >= 1, "there must be at least one pass")?;
    let wings = setup.n_columns as usize * setup.n_rows as usize + setup.n_cells as usize;
    ensure(wings <= setup.n_dealt(), "the wings hold too many cards")?;
    check_cards(&Setup::Cotillion(*setup), cards).map_err(|e| BadDeal(e.to_string()))?;

    let mut foundations = Vec::new();
    for &suit in &Suit::ALL[..setup.n_suits as usize] {
        for (number, base) in [(1, first), (2, second)] {
            let ranks = ranks_from(base, setup.n_ranks);
            foundations.push(Foundation {
                name: To::Pile(suit, number),
                order: ranks.into_iter().map(|r| Card::new(r, suit)).collect(),
                n_cards: usize::from(setup.preplaced),
                decoration: false,
            });
        }
    }
    let layout = Layout::deal(
        cards,
        setup.n_columns as usize,
        setup.n_rows as usize,
        setup.n_cells as usize,
        setup.n_passes,
    );
    Ok(PilesTable::new(layout, foundations, 2))
}

/// Refuses numbers that describe no Gavotte.
fn check_gavotte(setup: &GavotteSetup) -> Result<(), BadDeal> {
    check_shape(setup.n_suits, setup.n_ranks)?;
    ensure(
        setup.n_ranks % 2 == 1,
        "Gavotte needs an odd number of ranks",
    )?;
    ensure(
        2 * setup.wing_size() <= setup.n_dealt(),
        "the wings hold too many cards",
    )
}

/// Lays out Gavotte's cards after the player's choice.
pub(super) fn lay_out_gavotte(
    setup: &GavotteSetup,
    choice: Choice,
    cards: &[Card],
) -> Result<PilesTable, BadDeal> {
    check_gavotte(setup)?;
    check_cards(&Setup::Gavotte(*setup), cards).map_err(|e| BadDeal(e.to_string()))?;
    ensure(
        (1..=2).contains(&choice.free_wing),
        "the free wing must be 1 or 2",
    )?;
    ensure(
        setup.free_wing.is_none_or(|wing| wing == choice.free_wing),
        "the set-up fixes the other wing as the free one",
    )?;
    let (first, second) = choice.bases;
    ensure(
        setup
            .bases
            .is_none_or(|bases| bases == (first, second) || bases == (second, first)),
        "the set-up fixes other bases",
    )?;
    let dealt = setup.chosen_cards(choice.free_wing, cards);
    lay_out(&setup.chosen(choice.bases), &dealt)
}

/// Every choice that the set-up leaves to the player: wings by unordered pairs of bases. Fixed
/// bases are given as they stand.
///
/// # Errors
/// [`BadDeal`] if the set-up describes no Gavotte.
pub fn choices(setup: &GavotteSetup) -> Result<Vec<Choice>, BadDeal> {
    check_gavotte(setup)?;
    let mut all = Vec::new();
    for free_wing in [1, 2] {
        if setup.free_wing.is_some_and(|wing| wing != free_wing) {
            continue;
        }
        if let Some(bases) = setup.bases {
            all.push(Choice { free_wing, bases });
            continue;
        }
        for first in (1..=setup.n_ranks).map(Rank::new) {
            for second in (first.number()..=setup.n_ranks).map(Rank::new) {
                let bases = (first, second);
                all.push(Choice { free_wing, bases });
            }
        }
    }
    Ok(all)
}

#[cfg(test)]
#[path = "tests/cotillion.rs"]
mod tests;
