//! Royal Cotillion (Lords and Ladies).

use super::{Choices, Claim, GameInfo, OptionInfo};
use crate::cards::Rank;
use crate::deal::{CotillionSetup, Setup};

pub(super) const GAME: GameInfo = GameInfo {
    name: "royal-cotillion",
    also: "Lords and Ladies",
    summary: "Two decks; a left wing of 4 columns of 3, a right wing of 16 cells, one pass. Each suit \
              has two foundations built by twos: A 3 5 7 9 J K 2 4 6 8 10 Q and 2 4 6 8 10 Q A 3 5 \
              7 9 J K.",
    sources: "German and Spanish rule sheets, Polish encyclopedia, PySolFC, English Wikipedia",
    options: &[OptionInfo {
        name: "start",
        values: &["empty", "preplaced"],
        meaning: "empty: all 104 cards are dealt, stock 76; preplaced: an ace and a two of each \
                  suit lie on the foundations, stock 68",
    }],
    setup,
    pysolfc: Some("Royal Cotillion"),
    claim: Some(Claim {
        one_in: 5.0,
        text: "comes out about one time in five",
        source: "Morehead and Mott-Smith, as the German rule sheet quotes them",
        rules: &[&[], &["start=preplaced"]],
    }),
};

fn setup(choices: &Choices<'_>) -> Result<Setup, String> {
    Ok(Setup::Cotillion(CotillionSetup {
        n_suits: 4,
        n_ranks: 13,
        n_columns: 4,
        n_rows: 3,
        n_cells: 16,
        bases: (Rank::ACE, Rank::new(2)),
        preplaced: choices.get("start") == "preplaced",
        n_passes: 1,
    }))
}
