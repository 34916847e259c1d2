//! The JSON of one deal and its verdict.

use super::{VERSION, rules_object};
use crate::deal::{Deal, STREAM, Source};
use crate::games::Rules;
use crate::search::Limit;
use crate::solve::{Solved, Verdict};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A deal: its cards and where they come from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DealReport {
    /// The cards in deal order.
    pub cards: Vec<String>,
    /// The seed of the project's own stream, if it comes from there.
    pub seed: Option<u64>,
    /// That stream's name.
    #[serde(default)]
    pub stream: Option<String>,
    /// PySolFC's game number, if it comes from there.
    #[serde(default)]
    pub pysolfc: Option<String>,
}

impl DealReport {
    /// The report of a deal.
    pub fn new(deal: &Deal) -> DealReport {
        let seed = match deal.source {
            Source::Seed(seed) => Some(seed),
            _ => None,
        };
        let pysolfc = match &deal.source {
            Source::Pysolfc(number) => Some(number.clone()),
            _ => None,
        };
        DealReport {
            cards: deal.cards.iter().map(|card| card.to_string()).collect(),
            seed,
            stream: seed.map(|_| STREAM.to_string()),
            pysolfc,
        }
    }
}

/// Gavotte's choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChoiceReport {
    /// The wing that is all cells, 1 or 2.
    pub free_wing: u8,
    /// The two base ranks.
    pub bases: [String; 2],
}

impl ChoiceReport {
    /// The report of a choice made without seeing the stock.
    pub fn announced(choice: &crate::play::Announced) -> ChoiceReport {
        let bases = [choice.bases.0.to_string(), choice.bases.1.to_string()];
        ChoiceReport {
            free_wing: choice.free_wing,
            bases,
        }
    }

    /// The report of a choice.
    pub fn new(choice: &crate::reference::Choice) -> ChoiceReport {
        let bases = [choice.bases.0.to_string(), choice.bases.1.to_string()];
        ChoiceReport {
            free_wing: choice.free_wing,
            bases,
        }
    }
}

/// The limit that kept a deal undecided.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LimitReport {
    /// `nodes`, `bytes`, `conflicts`, `seconds`, `interrupted` or `incomplete`.
    pub kind: String,
    /// The bound, where there is one.
    pub value: Option<f64>,
}

impl LimitReport {
    /// The report of a limit.
    pub fn new(limit: Limit) -> LimitReport {
        LimitReport {
            kind: limit.kind().to_string(),
            value: limit.value(),
        }
    }
}

/// One deal's verdict, as `cotillion solve --json` prints it and `cotillion verify` reads it.
///
/// # Stability
/// Fields are added, never renamed or removed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SolutionReport {
    /// The program and its version.
    pub program: String,
    /// The game's name.
    pub game: String,
    /// Every rule option with its value.
    pub rules: BTreeMap<String, String>,
    /// The deal.
    pub deal: DealReport,
    /// `solvable`, `unsolvable` or `unknown`.
    pub verdict: String,
    /// Gavotte's choice, where the solution has one.
    pub choice: Option<ChoiceReport>,
    /// The solution's moves; empty without one.
    pub moves: Vec<String>,
    /// The step that settled the deal.
    pub step: String,
    /// States expanded, playouts and decisions.
    pub nodes: u64,
    /// Conflicts of the learning search.
    pub conflicts: u64,
    /// Seconds taken.
    pub secs: f64,
    /// The limit that was hit, for `unknown`.
    pub limit: Option<LimitReport>,
}

impl SolutionReport {
    /// The report of a verdict.
    pub fn new(rules: &Rules, deal: &Deal, solved: &Solved, secs: f64) -> SolutionReport {
        SolutionReport {
            program: format!("cotillion {VERSION}"),
            game: rules.game.name.to_string(),
            rules: rules_object(rules),
            deal: DealReport::new(deal),
            verdict: solved.verdict.name().to_string(),
            choice: solved.choice.as_ref().map(ChoiceReport::new),
            moves: solved.moves.iter().map(|mv| mv.to_string()).collect(),
            step: solved.step.name().to_string(),
            nodes: solved.n_nodes,
            conflicts: solved.n_conflicts,
            secs,
            limit: match solved.verdict {
                Verdict::Unknown(limit) => Some(LimitReport::new(limit)),
                _ => None,
            },
        }
    }
}
