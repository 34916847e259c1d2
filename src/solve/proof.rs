//! Refutations for outside checkers.

use super::{Solver, steer};
use crate::cards::Card;
use crate::deal::{CotillionSetup, Deal, Setup};
use crate::exact::{self, Refutation};
use crate::reference;
use crate::search::{Control, Outcome};
use std::fmt;

/// A refutation with a name for its files: `refutation`, or for Gavotte one a choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedProof {
    /// The name, fit for a file.
    pub name: String,
    /// The texts.
    pub refutation: Refutation,
}

/// Why there is no proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofError {
    /// The deal can be won.
    Solvable,
    /// A limit was hit, or the run interrupted.
    Limit,
    /// The program is wrong.
    Internal(String),
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofError::Solvable => f.write_str("the deal can be won: there is nothing to refute"),
            ProofError::Limit => f.write_str("the proof search hit its limit"),
            ProofError::Internal(what) => write!(f, "internal error: {what}"),
        }
    }
}

impl std::error::Error for ProofError {}

/// Refutes the deal and hands each part of the proof to `take` as it is found.
///
/// # Errors
/// [`ProofError`] if the deal is not refuted, or `take` fails with a text.
pub fn prove(
    solver: &mut Solver,
    deal: &Deal,
    control: &Control<'_>,
    mut take: impl FnMut(NamedProof) -> Result<(), String>,
) -> Result<(), ProofError> {
    let mut give = |name: String, refutation: Refutation| {
        take(NamedProof { name, refutation }).map_err(ProofError::Internal)
    };
    let refutation = match solver.rules().setup {
        Setup::Cotillion(setup) => solver.refute(&setup, &deal.cards, control)?,
        Setup::Gavotte(setup) => {
            let choices = reference::choices(&setup);
            for choice in choices.map_err(|e| ProofError::Internal(e.to_string()))? {
                let (first, second) = choice.bases;
                let name = format!("wing-{}-bases-{first}-{second}", choice.free_wing);
                let cards = setup.chosen_cards(choice.free_wing, &deal.cards);
                give(
                    name,
                    solver.refute(&setup.chosen(choice.bases), &cards, control)?,
                )?;
            }
            return Ok(());
        }
        Setup::Windmill(setup) => {
            let (budget, stop) = (solver.budget(), steer(control));
            let windmill = &mut solver.windmill;
            refuted(windmill.refute(&setup, &deal.cards, &budget, &stop))?
        }
        Setup::Contradance(setup) => {
            let mut decider = exact::ContradanceDecider::new(&setup);
            match decider.refute(&deal.cards, solver.limits.max_nodes, control) {
                (Outcome::Unsolvable, refutation) => refutation.ok_or_else(no_proof)?,
                (Outcome::Solvable(_), _) => return Err(ProofError::Solvable),
                (Outcome::Unknown(_), _) => return Err(ProofError::Limit),
            }
        }
    };
    give("refutation".to_string(), refutation)
}

impl Solver {
    fn refute(
        &mut self,
        setup: &CotillionSetup,
        cards: &[Card],
        control: &Control<'_>,
    ) -> Result<Refutation, ProofError> {
        let problem = exact::Problem::from_deal(setup, cards);
        let stop = steer(control);
        refuted(self.cotillion.refute(&problem, &self.budget(), &stop))
    }

    /// The learning search's limits.
    pub(super) fn budget(&self) -> exact::Budget {
        exact::Budget {
            conflicts: self.limits.max_conflicts,
            bytes: self.limits.max_bytes,
        }
    }
}

/// The refutation, or why there is none.
fn refuted(
    found: Result<(exact::Decision, Option<Refutation>), exact::Error>,
) -> Result<Refutation, ProofError> {
    let (decision, refutation) = found.map_err(|e| ProofError::Internal(e.to_string()))?;
    match (decision.outcome, refutation) {
        (exact::Outcome::Solvable(_), _) => Err(ProofError::Solvable),
        (exact::Outcome::Unknown(_), _) => Err(ProofError::Limit),
        (exact::Outcome::Unsolvable, refutation) => refutation.ok_or_else(no_proof),
    }
}

fn no_proof() -> ProofError {
    ProofError::Internal("a refutation without a proof".to_string())
}
