//! Counts of lines and positions a ply, for other implementations to compare with.

use super::{Key, Table};
use std::collections::{HashMap, HashSet};

/// What is reached after a number of plies. A ply is a turn, a redeal or a play; refills are part of
/// the play. Lines go on from won positions where moves are left (decoration).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// Lines of exactly this many moves, each position offering [`Table::distinct_moves`]. Moves
    /// with different sources (two columns, a cell and the waste, …) are different even where they
    /// lead to equal positions.
    pub paths: u64,
    /// Positions in which these lines end that differ by [`Table::key`]. A position that is reached
    /// after different numbers of plies counts at each.
    pub distinct: u64,
    /// As `distinct`, by [`Table::placed_key`].
    pub placed: u64,
}

/// The counts for 1, 2, … `plies` plies from the position; shorter if no line is that long.
///
/// Cost: each position that differs by place is expanded once a ply.
pub fn perft(table: &Table, plies: usize) -> Vec<Count> {
    let mut counts = Vec::new();
    let mut level: HashMap<Key, (Table, u64)> = HashMap::new();
    level.insert(table.placed_key(), (table.clone(), 1));
    for _ in 0..plies {
        let mut next_level: HashMap<Key, (Table, u64)> = HashMap::new();
        for (table, paths) in level.into_values() {
            for mv in table.distinct_moves() {
                let mut next = table.clone();
                if next.play(mv).is_ok() {
                    let entry = next_level.entry(next.placed_key()).or_insert((next, 0));
                    entry.1 += paths;
                }
            }
        }
        if next_level.is_empty() {
            break;
        }
        let distinct: HashSet<Key> = next_level.values().map(|(t, _)| t.key()).collect();
        counts.push(Count {
            paths: next_level.values().map(|(_, paths)| paths).sum(),
            distinct: distinct.len() as u64,
            placed: next_level.len() as u64,
        });
        level = next_level;
    }
    counts
}
