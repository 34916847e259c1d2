//! Lines and positions a ply against `tests/data/perft.txt`, whose header explains the numbers.
//!
//! `COTILLION_WRITE_PERFT=1 cargo test --release --test perft` computes the counts of all lines anew with the
//! reference and writes them back. A change there is a change of the rules, or a bug.

mod support;

use cotillion::cards::Card;
use cotillion::deal::{Deal, Setup};
use cotillion::game::Hidden;
use cotillion::reference::{Count, Table, perft};
use std::collections::HashMap;
use std::fmt::Write;
use support::{Visit, parse_setup, with_packed};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/perft.txt");

/// Plies with more positions than this are left to the packed games.
const MAX_PLACED: u64 = 1_500;

/// One line of the data.
struct Entry {
    setup: Setup,
    seed: u64,
    /// `None`: to the end of the game.
    plies: Option<usize>,
    counts: Vec<Count>,
}

fn parse_entry(line: &str) -> Entry {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [setup, seed, plies, counts] = fields[..] else {
        panic!("set-up | seed | plies | counts, not {line:?}");
    };
    let number = |text: &str| text.parse::<u64>().unwrap();
    let count = |text: &str| {
        let numbers: Vec<u64> = text.split('/').map(number).collect();
        let [paths, distinct, placed] = numbers[..] else {
            panic!("paths/distinct/placed, not {text:?}");
        };
        Count {
            paths,
            distinct,
            placed,
        }
    };
    Entry {
        setup: parse_setup(setup),
        seed: number(seed),
        plies: (plies != "all").then(|| plies.parse().unwrap()),
        counts: counts.split_whitespace().map(count).collect(),
    }
}

/// Counts lines and keys of a packed game, a ply at a time.
struct PackedPerft {
    plies: usize,
}

impl Visit for PackedPerft {
    type Out = Vec<Count>;

    fn visit<G: Hidden>(self, game: &G) -> Vec<Count> {
        let start = game.start();
        let mut layer = HashMap::from([(game.key(&start), (start, 1u64))]);
        let mut counts = Vec::new();
        let mut moves = Vec::new();
        for _ in 0..self.plies {
            let mut next = HashMap::new();
            for (state, paths) in layer.values() {
                moves.clear();
                game.moves(state, &mut moves);
                for &play in &moves {
                    let mut after = *state;
                    game.play(&mut after, play);
                    next.entry(game.key(&after)).or_insert((after, 0)).1 += paths;
                }
            }
            if next.is_empty() {
                break;
            }
            let paths = next.values().map(|(_, paths)| paths).sum();
            // Cards are told apart by their place; equal-looking positions are not counted.
            counts.push(Count {
                paths,
                distinct: 0,
                placed: next.len() as u64,
            });
            layer = next;
        }
        counts
    }
}

fn packed_perft(setup: &Setup, cards: &[Card], plies: usize) -> Vec<Count> {
    with_packed(setup, cards, PackedPerft { plies })
}

/// How an implementation counts: set-up, cards, plies.
type Perft = fn(&Setup, &[Card], usize) -> Vec<Count>;

fn reference_perft(setup: &Setup, cards: &[Card], plies: usize) -> Vec<Count> {
    perft(&Table::new(setup, cards).unwrap(), plies)
}

/// Compares the counts of all plies with at most `max_placed` positions.
fn compare(implementation: Perft, max_placed: u64) {
    let data = std::fs::read_to_string(PATH).unwrap();
    let lines = data
        .lines()
        .filter(|l| !l.is_empty() && !l.starts_with('#'));
    let mut n_lines = 0;
    for line in lines {
        let entry = parse_entry(line);
        let mut shallow = entry.counts.iter().take_while(|c| c.placed <= max_placed);
        let n_shallow = shallow.by_ref().count();
        let to_the_end = entry.plies.is_none() && n_shallow == entry.counts.len();
        // A ply beyond the last shows that the game ends there.
        let plies = n_shallow + usize::from(to_the_end);
        let deal = Deal::from_seed(&entry.setup, entry.seed);
        let found = implementation(&entry.setup, &deal.cards, plies);
        let mut expected = entry.counts[..n_shallow].to_vec();
        if found.iter().all(|count| count.distinct == 0) {
            expected.iter_mut().for_each(|count| count.distinct = 0);
        }
        assert_eq!(found, expected, "{line}");
        n_lines += 1;
    }
    assert!(n_lines > 0);
}

#[test]
fn reference_counts_what_the_data_say() {
    if std::env::var_os("COTILLION_WRITE_PERFT").is_some() {
        write_data();
    }
    compare(reference_perft, MAX_PLACED);
}

#[test]
fn packed_games_count_what_the_data_say() {
    compare(packed_perft, u64::MAX);
}

/// Computes every line's counts anew.
fn write_data() {
    let data = std::fs::read_to_string(PATH).unwrap();
    let mut written = String::new();
    for line in data.lines() {
        if line.is_empty() || line.starts_with('#') {
            writeln!(written, "{line}").unwrap();
            continue;
        }
        let entry = parse_entry(line);
        let deal = Deal::from_seed(&entry.setup, entry.seed);
        let plies = entry.plies.unwrap_or(usize::MAX);
        let counts = reference_perft(&entry.setup, &deal.cards, plies);
        let (stated, _) = line.rsplit_once('|').unwrap();
        write!(written, "{} |", stated.trim_end()).unwrap();
        for c in counts {
            write!(written, " {}/{}/{}", c.paths, c.distinct, c.placed).unwrap();
        }
        writeln!(written).unwrap();
    }
    std::fs::write(PATH, written).unwrap();
}
