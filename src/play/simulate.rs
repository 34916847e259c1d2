//! One game, from the deal to its end.

use super::{Random, Strategy, View};
use crate::game::Hidden;
use std::fmt;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Whether it was won.
    pub won: bool,
    /// Positions in which the strategy chose among several moves.
    pub n_decisions: u64,
    /// Moves made.
    pub n_moves: u64,
}

/// A strategy answered with an illegal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayError {
    /// The move's number, from 1.
    pub move_number: u64,
    /// What the strategy answered.
    pub answer: String,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "move {}: the answer {} is not legal here",
            self.move_number, self.answer
        )
    }
}

impl std::error::Error for PlayError {}

/// Where the moves of a game are kept, if anyone wants them.
pub type Record<'a, M> = Option<&'a mut Vec<M>>;

/// Plays the game from its start. The strategy is asked wherever there is a choice; a single legal
/// move is made without asking.
///
/// # Errors
/// [`PlayError`] for an illegal answer.
pub fn simulate<G: Hidden>(
    game: &G,
    strategy: &mut dyn Strategy<G>,
    random: Random,
    mut record: Record<'_, G::Move>,
) -> Result<GameResult, PlayError> {
    let mut state = game.start();
    let mut result = GameResult {
        won: false,
        n_decisions: 0,
        n_moves: 0,
    };
    if strategy.is_always_play() && record.is_none() {
        game.always_play_out(&mut state);
        result.won = game.won(&state);
        return Ok(result);
    }
    strategy.begin(random);
    let mut moves = Vec::new();
    while !game.won(&state) {
        moves.clear();
        game.moves(&state, &mut moves);
        let play = match moves[..] {
            [] => break,
            [only] => only,
            _ => {
                result.n_decisions += 1;
                let Some(play) = strategy.choose(&View::new(game, &state)) else {
                    break;
                };
                if !moves.contains(&play) {
                    let move_number = result.n_moves + 1;
                    return Err(PlayError {
                        move_number,
                        answer: format!("{play:?}"),
                    });
                }
                play
            }
        };
        game.play(&mut state, play);
        result.n_moves += 1;
        if let Some(record) = &mut record {
            record.push(play);
        }
    }
    result.won = game.won(&state);
    Ok(result)
}
