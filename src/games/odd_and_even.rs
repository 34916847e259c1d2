//! Odd and Even: Royal Cotillion's foundations, nine cells, no left wing.

use super::{Choices, GameInfo, OptionInfo};
use crate::cards::Rank;
use crate::deal::{CotillionSetup, Setup};

pub(super) const GAME: GameInfo = GameInfo {
    name: "odd-and-even",
    also: "",
    summary: "Two decks; 9 cells and a stock of 95. The foundations of Royal Cotillion, which start \
              empty.",
    sources: "Spanish and Polish encyclopedias, PySolFC, English Wikipedia",
    options: &[OptionInfo {
        name: "passes",
        values: &["2", "1"],
        meaning: "runs through the stock: 2 is one redeal",
    }],
    setup,
    pysolfc: Some("Odd and Even"),
    claim: None,
};

fn setup(choices: &Choices<'_>) -> Result<Setup, String> {
    Ok(Setup::Cotillion(CotillionSetup {
        n_suits: 4,
        n_ranks: 13,
        n_columns: 0,
        n_rows: 0,
        n_cells: 9,
        bases: (Rank::ACE, Rank::new(2)),
        preplaced: false,
        n_passes: choices.number("passes"),
    }))
}
