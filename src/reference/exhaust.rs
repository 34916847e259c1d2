//! Exhaustive play for shrunken games: every line, no pruning rule.
//!
//! Depth first from the given position. Every legal move of every position reached is tried; a
//! position is left out only if one with an equal key has been entered before. Positions with equal
//! keys have the same lines up to the names of equal piles, so either both can be won or neither.
//! Every move takes a card off the layout, moves one from stock to waste, uses up a redeal or adds a
//! card to the centre, so no line returns to a position and the search ends.

use super::{BadDeal, Choice, Key, Table, choices};
use crate::cards::Card;
use crate::deal::GavotteSetup;
use crate::deal::notation::Move;
use std::collections::HashSet;

/// What exhaustive play finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A line that wins.
    Won(Vec<Move>),
    /// No line wins.
    Lost,
    /// More positions than allowed were reached before an answer.
    LimitHit,
}

/// Plays every line from this position until one wins, entering at most `max_positions` positions.
pub fn explore(table: &Table, max_positions: usize) -> Outcome {
    let mut entered: HashSet<Key> = HashSet::new();
    let mut line = Vec::new();
    match enter(table, max_positions, &mut entered, &mut line) {
        Some(true) => Outcome::Won(line),
        Some(false) => Outcome::Lost,
        None => Outcome::LimitHit,
    }
}

/// Whether the position can be won; `line` then ends with the moves that do it. `None` at the limit.
fn enter(
    table: &Table,
    max_positions: usize,
    entered: &mut HashSet<Key>,
    line: &mut Vec<Move>,
) -> Option<bool> {
    if table.is_won() {
        return Some(true);
    }
    if !entered.insert(table.key()) {
        return Some(false);
    }
    if entered.len() > max_positions {
        return None;
    }
    for mv in table.legal_moves() {
        let mut next = table.clone();
        next.play(mv).expect("a legal move can be played");
        line.push(mv);
        if enter(&next, max_positions, entered, line)? {
            return Some(true);
        }
        line.pop();
    }
    Some(false)
}

/// Whether some line wins from this position; `None` if more than `max_positions` positions are
/// reached before that is known.
pub fn solvable(table: &Table, max_positions: usize) -> Option<bool> {
    match explore(table, max_positions) {
        Outcome::Won(_) => Some(true),
        Outcome::Lost => Some(false),
        Outcome::LimitHit => None,
    }
}

/// What exhaustive play of Gavotte finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GavotteOutcome {
    /// A choice and a line that wins after it.
    Won(Choice, Vec<Move>),
    /// No choice that the set-up leaves to the player can be won.
    Lost,
    /// No choice was won, and at least one was given up at the limit.
    LimitHit,
}

/// Plays every line after every choice that the set-up leaves to the player until one wins,
/// entering at most `max_positions` positions for each choice.
///
/// # Errors
/// [`BadDeal`] as for [`Table::gavotte`].
pub fn explore_gavotte(
    setup: &GavotteSetup,
    cards: &[Card],
    max_positions: usize,
) -> Result<GavotteOutcome, BadDeal> {
    let mut result = GavotteOutcome::Lost;
    for choice in choices(setup)? {
        let table = Table::gavotte(setup, choice, cards)?;
        match explore(&table, max_positions) {
            Outcome::Won(line) => return Ok(GavotteOutcome::Won(choice, line)),
            Outcome::Lost => {}
            Outcome::LimitHit => result = GavotteOutcome::LimitHit,
        }
    }
    Ok(result)
}

/// Whether some choice that the set-up leaves to the player can be won; `None` if that is not
/// known within `max_positions` positions a choice.
///
/// # Errors
/// [`BadDeal`] as for [`Table::gavotte`].
pub fn gavotte_solvable(
    setup: &GavotteSetup,
    cards: &[Card],
    max_positions: usize,
) -> Result<Option<bool>, BadDeal> {
    Ok(match explore_gavotte(setup, cards, max_positions)? {
        GavotteOutcome::Won(..) => Some(true),
        GavotteOutcome::Lost => Some(false),
        GavotteOutcome::LimitHit => None,
    })
}

#[cfg(test)]
#[path = "tests/exhaust.rs"]
mod tests;
