//! Contradance (Cotillion): no reserve, all fives and sixes are bases.

use super::{Choices, GameInfo, OptionInfo};
use crate::cards::Rank;
use crate::deal::{ContradanceSetup, Setup};

pub(super) const GAME: GameInfo = GameInfo {
    name: "contradance",
    also: "Cotillion",
    summary: "Two decks; no reserve. Eight foundations down in suit 5 4 3 2 A K, eight up 6 7 8 9 10 \
              J Q; the fives and sixes are out, stock 88.",
    sources: "English Wikipedia, PySolFC",
    options: &[OptionInfo {
        name: "passes",
        values: &["2", "1", "3"],
        meaning: "runs through the stock",
    }],
    setup,
    pysolfc: Some("Contradance"),
    claim: None,
};

fn setup(choices: &Choices<'_>) -> Result<Setup, String> {
    Ok(Setup::Contradance(ContradanceSetup {
        n_decks: 2,
        n_suits: 4,
        n_ranks: 13,
        down_base: Rank::new(5),
        queens_decorate: false,
        preplaced: true,
        n_passes: choices.number("passes"),
    }))
}
