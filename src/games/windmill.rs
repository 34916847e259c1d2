//! Windmill (Propeller) and its variants.

use super::{Choices, Claim, GameInfo, OptionInfo};
use crate::deal::{Borrow, Setup, WindmillSetup};

pub(super) const GAME: GameInfo = GameInfo {
    name: "windmill",
    also: "Propeller",
    summary: "Two decks, suits ignored; an ace in the centre, 8 cells (sails), a stock of 95, one \
              pass. The centre is built up to 52 cards, four corners from king down to ace.",
    sources: "German rule sheets, English Wikipedia, PySolFC; Hoffmann 1892; Morehead and Mott-Smith",
    options: &[
        OptionInfo {
            name: "kings",
            values: &["as-they-come", "preplaced"],
            meaning: "preplaced: four kings lie in the corners from the start, stock 91",
        },
        OptionInfo {
            name: "kings-first",
            values: &["required", "optional"],
            meaning: "required: a king may go to the centre only when four have gone to corners",
        },
        OptionInfo {
            name: "borrow",
            values: &["strict", "none", "unlimited"],
            meaning: "plays from a corner to the centre; strict: the next card on the centre then \
                      comes from a sail, the waste or the stock",
        },
        OptionInfo {
            name: "free-kings",
            values: &["no", "yes"],
            meaning: "yes: a corner's base king may be borrowed too",
        },
        OptionInfo {
            name: "direction",
            values: &["normal", "reversed"],
            meaning: "reversed: a king in the centre built down, corners from aces up",
        },
    ],
    setup,
    pysolfc: Some("Windmill"),
    claim: Some(Claim {
        one_in: 10.0,
        text: "comes out about one time in ten",
        source: "Morehead and Mott-Smith, as the German rule sheet and its overview quote them",
        rules: &[
            &[],
            &["kings=preplaced"],
            &["borrow=none"],
            &["free-kings=yes"],
        ],
    }),
};

fn setup(choices: &Choices<'_>) -> Result<Setup, String> {
    Ok(Setup::Windmill(WindmillSetup {
        n_suits: 4,
        n_ranks: 13,
        n_cells: 8,
        n_corners: 4,
        kings_preplaced: choices.get("kings") == "preplaced",
        kings_first: choices.get("kings-first") == "required",
        borrow: match choices.get("borrow") {
            "none" => Borrow::None,
            "unlimited" => Borrow::Unlimited,
            _ => Borrow::Strict,
        },
        free_kings: choices.get("free-kings") == "yes",
        reversed: choices.get("direction") == "reversed",
    }))
}
