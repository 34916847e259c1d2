//! Gavotte (Odds and Evens, Palace): the player chooses the free wing and the bases.

use super::{Choices, GameInfo, OptionInfo};
use crate::cards::Rank;
use crate::deal::{GavotteSetup, Setup};

pub(super) const GAME: GameInfo = GameInfo {
    name: "gavotte",
    also: "Odds and Evens, Palace",
    summary: "Two decks; two wings of 16, a stock of 72, one pass. After seeing the wings the player \
              says which is all cells, the other becoming 4 columns of 4, and names the two base \
              ranks of every suit; foundations are built by twos around the cycle.",
    sources: "German and Spanish rule sheets, Polish encyclopedia",
    options: &[
        OptionInfo {
            name: "free-wing",
            values: &["either", "1", "2"],
            meaning: "the wing that is all cells; either: the player chooses",
        },
        OptionInfo {
            name: "bases",
            values: &["any", "RANK,RANK"],
            meaning: "the two base ranks, such as 6,7 or A,A; any: the player chooses",
        },
    ],
    setup,
    pysolfc: None,
    claim: None,
};

fn setup(choices: &Choices<'_>) -> Result<Setup, String> {
    let free_wing = match choices.get("free-wing") {
        "1" => Some(1),
        "2" => Some(2),
        _ => None,
    };
    let bases = match choices.get("bases") {
        "any" => None,
        text => Some(parse_bases(text).ok_or_else(|| {
            format!(
                "rule bases of gavotte cannot be {text:?}; expected any, or two ranks such as 6,7"
            )
        })?),
    };
    let size = GavotteSetup {
        n_suits: 4,
        n_ranks: 13,
        n_columns: 4,
        n_rows: 4,
        free_wing,
        bases,
    };
    Ok(Setup::Gavotte(size))
}

fn parse_bases(text: &str) -> Option<(Rank, Rank)> {
    let (first, second) = text.split_once(',')?;
    Some((first.parse().ok()?, second.parse().ok()?))
}
