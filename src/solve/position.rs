//! Games already begun: can this still be won, and with which next moves?

use super::{InternalError, Progress, Solver, Verdict, describe, steer};
use crate::cards::Card;
use crate::deal::{ContradanceSetup, Deal, Move, Setup};
use crate::exact;
use crate::family::contradance::{Contradance, Play};
use crate::game::Game;
use crate::reference::{Choice, Table};
use crate::search::{Control, Outcome};

/// A legal next move and what it leads to.
#[derive(Clone, PartialEq, Debug)]
pub struct NextMove {
    /// The move.
    pub mv: Move,
    /// Whether the position after it can be won.
    pub verdict: Verdict,
}

/// What is known of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionReport {
    /// Whether it can be won.
    pub verdict: Verdict,
    /// Moves from the position to a win; empty otherwise.
    pub moves: Vec<Move>,
    /// Every legal next move, equal ones once.
    pub next: Vec<NextMove>,
}

/// Decides the position that the moves lead to, and each position one move on. `choice` is
/// Gavotte's. The moves must be legal: [`Table::replay`] says so.
///
/// # Errors
/// [`InternalError`] if a solution does not replay.
///
/// # Panics
/// If the moves are not legal.
pub fn solve_position(
    solver: &mut Solver,
    deal: &Deal,
    choice: Option<Choice>,
    moves: &[Move],
    control: &Control<'_>,
) -> Result<PositionReport, InternalError> {
    let rules = solver.rules().clone();
    let error = |reason: String| InternalError {
        deal: describe(&rules, deal),
        reason,
    };
    let (setup, cards) = match (rules.setup, choice) {
        (Setup::Gavotte(s), Some(choice)) => {
            let cards = s.chosen_cards(choice.free_wing, &deal.cards);
            (Setup::Cotillion(s.chosen(choice.bases)), cards)
        }
        (setup, _) => (setup, deal.cards.clone()),
    };
    let dealt = Table::new(&setup, &cards).map_err(|e| error(e.to_string()))?;
    let table = dealt
        .replay(moves)
        .expect("the caller has replayed the moves")
        .last;
    let begun = Deal {
        cards,
        source: deal.source.clone(),
    };

    let mut next = Vec::new();
    let mut win: Option<Vec<Move>> = table.is_won().then(Vec::new);
    for mv in if table.is_won() {
        Vec::new()
    } else {
        table.distinct_moves()
    } {
        let line = [moves, &[mv]].concat();
        let outcome = solver
            .begun(&setup, &begun, &dealt, &line, control)
            .map_err(error)?;
        let verdict = match outcome {
            Outcome::Solvable(rest) => {
                let whole = [&line[..], &rest].concat();
                let replay = dealt.replay(&whole).map_err(|e| error(e.to_string()))?;
                if !replay.won {
                    return Err(error("the solution found does not win".to_string()));
                }
                win.get_or_insert_with(|| [&[mv], &rest[..]].concat());
                Verdict::Solvable
            }
            Outcome::Unsolvable => Verdict::Unsolvable,
            Outcome::Unknown(limit) => Verdict::Unknown(limit),
        };
        next.push(NextMove { mv, verdict });
    }
    let open = next
        .iter()
        .find(|n| matches!(n.verdict, Verdict::Unknown(_)));
    let verdict = match (&win, open) {
        (Some(_), _) => Verdict::Solvable,
        (None, Some(open)) => open.verdict,
        (None, None) => Verdict::Unsolvable,
    };
    Ok(PositionReport {
        verdict,
        moves: win.unwrap_or_default(),
        next,
    })
}

impl Solver {
    /// Decides the position after some moves; the line found begins there.
    fn begun(
        &mut self,
        setup: &Setup,
        deal: &Deal,
        dealt: &Table,
        moves: &[Move],
        control: &Control<'_>,
    ) -> Result<Outcome<Move>, String> {
        let (budget, stop) = (self.budget(), steer(control));
        let decision = match setup {
            Setup::Cotillion(s) => {
                let mut problem = exact::Problem::from_deal(s, &deal.cards);
                let legal = moves.iter().all(|&mv| problem.play(mv));
                debug_assert!(legal, "the reference has replayed the moves");
                self.cotillion.decide(&problem, &budget, &stop)
            }
            Setup::Windmill(s) => {
                let windmill = &mut self.windmill;
                windmill.decide_begun(s, &deal.cards, moves, &budget, &stop)
            }
            Setup::Contradance(s) => {
                return self.begun_contradance(s, &deal.cards, dealt, moves, control);
            }
            Setup::Gavotte(_) => return Err("Gavotte's choice must be made".to_string()),
        };
        let mut progress = Progress::new();
        self.learned(decision.map_err(|e| e.to_string())?, &mut progress, control);
        Ok(progress.outcome)
    }

    /// Contradance after some moves.
    fn begun_contradance(
        &self,
        setup: &ContradanceSetup,
        cards: &[Card],
        dealt: &Table,
        moves: &[Move],
        control: &Control<'_>,
    ) -> Result<Outcome<Move>, String> {
        let game = Contradance::new(setup, cards);
        // The packed game tells equal foundations not apart; its text names the first. So two
        // tables go along, the given one and the packed game's, and moves that lead to equal
        // positions correspond.
        let (mut given, mut packed) = (dealt.clone(), dealt.clone());
        let mut state = game.start();
        let mut line: Vec<Play> = Vec::new();
        for &mv in moves {
            given = after(&given, mv)?;
            let mut plays = Vec::new();
            game.moves(&state, &mut plays);
            let found = plays.into_iter().find_map(|play| {
                let text = *game.text(&[&line[..], &[play]].concat()).last()?;
                let next = after(&packed, text).ok()?;
                (next.key() == given.key()).then_some((play, next))
            });
            let (play, next) = found.ok_or_else(|| format!("the packed game has no move {mv}"))?;
            packed = next;
            line.push(play);
            game.play(&mut state, play);
        }
        let rest = |found: Vec<Move>| {
            let (mut given, mut packed) = (given.clone(), packed.clone());
            let mut rest = Vec::new();
            for text in found {
                let Ok(next) = after(&packed, text) else {
                    break;
                };
                let same = |mv: &Move| after(&given, *mv).is_ok_and(|t| t.key() == next.key());
                let Some(mv) = given.legal_moves().into_iter().find(same) else {
                    break;
                };
                packed = next;
                given = after(&given, mv).expect("the move is legal");
                rest.push(mv);
            }
            rest
        };
        let mut decider = exact::ContradanceDecider::new(setup);
        let (outcome, _) = decider.decide_begun(cards, &line, self.limits.max_nodes, control);
        Ok(outcome.map(rest))
    }
}

/// The table after a move.
fn after(table: &Table, mv: Move) -> Result<Table, String> {
    let mut next = table.clone();
    next.play(mv).map_err(|why| format!("{mv}: {why}"))?;
    Ok(next)
}
