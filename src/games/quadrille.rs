//! Quadrille (Captured Queens, Captive Queens): one deck, no reserve.

use super::{Choices, GameInfo, OptionInfo};
use crate::cards::Rank;
use crate::deal::{ContradanceSetup, Setup};

pub(super) const GAME: GameInfo = GameInfo {
    name: "quadrille",
    also: "Captured Queens, Captive Queens",
    summary: "One deck; no reserve. Per suit a foundation down 5 4 3 2 A K and one up 6 7 8 9 10 J; \
              the queens are decoration.",
    sources: "English Wikipedia, PySolFC",
    options: &[
        OptionInfo {
            name: "passes",
            values: &["3", "1", "2", "4"],
            meaning: "runs through the stock",
        },
        OptionInfo {
            name: "start",
            values: &["empty", "preplaced"],
            meaning: "empty: all 52 cards are in the stock; preplaced: queens, fives and sixes are \
                      out, stock 40",
        },
    ],
    setup,
    pysolfc: Some("Captive Queens"),
    claim: None,
};

fn setup(choices: &Choices<'_>) -> Result<Setup, String> {
    Ok(Setup::Contradance(ContradanceSetup {
        n_decks: 1,
        n_suits: 4,
        n_ranks: 13,
        down_base: Rank::new(5),
        queens_decorate: true,
        preplaced: choices.get("start") == "preplaced",
        n_passes: choices.number("passes"),
    }))
}
