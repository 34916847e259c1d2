//! `cotillion solve --position`.

use super::args::GameArgs;
use super::failure::Failure;
use super::output::{input_name, json, print};
use super::verify::{Claim, read_claim};
use crate::deal::Setup;
use crate::reference;
use crate::report::{ChoiceReport, DealReport, LimitReport, rules_object};
use crate::search::Control;
use crate::solve::{PositionReport, Solver, Verdict, solve_position};
use serde_json::json;
use std::path::Path;
use std::sync::atomic::AtomicBool;

pub(super) fn run(
    solver: &mut Solver,
    game: &GameArgs,
    path: &Path,
    as_json: bool,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let name = input_name(path);
    let claim = read_claim(path, Some(&game.game), &game.rules)?;
    let rules = solver.rules();
    if claim.rules.game.name != rules.game.name || claim.rules.setup != rules.setup {
        let what = "the file's game and rules are not those named here";
        return Err(Failure::Input(format!(
            "{name}: {what}; expected {}",
            rules.game.name
        )));
    }
    if let (Setup::Gavotte(s), None) = (rules.setup, claim.choice)
        && (s.free_wing.is_none() || s.bases.is_none())
    {
        let what = "a game of gavotte begins with its choice; expected --rule free-wing and bases";
        return Err(Failure::Input(format!("{name}: {what}")));
    }
    let Claim {
        choice,
        deal,
        moves,
        ..
    } = &claim;
    let choice = choice.or_else(|| fixed_choice(&rules.setup));
    reference::replay(&rules.setup, choice, &deal.cards, moves)
        .map_err(|error| Failure::Input(format!("{name}: {error}")))?;
    let control = Control::new(stop, None);
    let report = solve_position(solver, deal, choice, moves, &control).map_err(Failure::other)?;
    if as_json {
        let limit = match report.verdict {
            Verdict::Unknown(limit) => Some(LimitReport::new(limit)),
            _ => None,
        };
        let rules = solver.rules();
        let next = report
            .next
            .iter()
            .map(|n| json!({"move": n.mv.to_string(), "verdict": n.verdict.name()}));
        let text =
            |moves: &[crate::deal::Move]| moves.iter().map(|m| m.to_string()).collect::<Vec<_>>();
        print(&json(&json!({
            "game": rules.game.name,
            "rules": rules_object(rules),
            "deal": DealReport::new(deal),
            "choice": choice.as_ref().map(ChoiceReport::new),
            "made": text(moves),
            "verdict": report.verdict.name(),
            "moves": text(&report.moves),
            "next": next.collect::<Vec<_>>(),
            "limit": limit,
        })))?;
    } else {
        print(&text(&report, moves.len()))?;
    }
    match report.verdict {
        Verdict::Unknown(_) => Err(Failure::Unknown),
        _ => Ok(()),
    }
}

/// The choice that the rules leave no freedom in.
fn fixed_choice(setup: &Setup) -> Option<reference::Choice> {
    match setup {
        Setup::Gavotte(s) => Some(reference::Choice {
            free_wing: s.free_wing?,
            bases: s.bases?,
        }),
        _ => None,
    }
}

fn text(report: &PositionReport, n_made: usize) -> String {
    let mut text = format!("{} after {n_made} moves\n", report.verdict.name());
    for next in &report.next {
        text += &format!("  {:<8} {}\n", next.mv.to_string(), next.verdict.name());
    }
    if !report.moves.is_empty() {
        text += "a solution from here:\n";
    }
    for (i, mv) in report.moves.iter().enumerate() {
        text += &format!("{:>4}  {mv}\n", n_made + i + 1);
    }
    text
}
