//! Validation at scale: the exact deciders against exhaustive play of shrunken deals by the reference, and
//! the learning search against wins that beams have found on full deals.
//!
//! A plain test run takes a small sample. `COTILLION_VALIDATE=N` takes N times as many seeds;
//! `COTILLION_VALIDATE_OUT=FILE` keeps the counts as JSON: each test puts its own part into the file.

use cotillion::cards::Rank;
use cotillion::deal::{
    Borrow, ContradanceSetup, CotillionSetup, Deal, GavotteSetup, Setup, WindmillSetup, cards_text,
};
use cotillion::exact::{self, ContradanceDecider, Decider, Problem, WindmillDecider};
use cotillion::games::Rules;
use cotillion::reference::{self, Table};
use cotillion::search::{Control, Limits, Outcome};
use cotillion::solve::{SEARCH_PLANS, SearchPlan, Solver, Step, Verdict};
use rayon::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};

/// Positions after which the reference gives a deal up; such deals are counted as skipped.
const MAX_POSITIONS: usize = 6_000;
/// The first seed of the shrunken deals: other tests have the smaller ones.
const FIRST_SEED: u64 = 1_000_000;
/// Conflicts after which the learning search may leave a deal of Windmill unknown.
const MAX_CONFLICTS: u64 = 5_000;

/// A group of set-ups that are counted together. The set-up may vary with the seed.
struct Shape {
    family: &'static str,
    setup: Box<dyn Fn(u64) -> Setup>,
    /// Seeds for each unit of `COTILLION_VALIDATE`.
    n_seeds: u64,
}

/// Suits, ranks, columns, rows, cells: small ones, on which both answers are common.
const COTILLION: &[(u8, u8, u8, u8, u8)] = &[
    (1, 4, 0, 0, 1),
    (1, 5, 2, 2, 1),
    (1, 6, 2, 2, 1),
    (1, 7, 0, 0, 1),
    (1, 7, 2, 3, 1),
    (1, 7, 3, 3, 2),
    (1, 8, 4, 2, 1),
    (1, 9, 0, 0, 1),
    (1, 9, 0, 0, 2),
    (1, 9, 1, 3, 1),
    (1, 9, 2, 3, 2),
    (1, 9, 4, 3, 1),
    (1, 11, 2, 2, 2),
    (1, 11, 0, 0, 2),
    (1, 11, 4, 3, 3),
    (1, 11, 0, 0, 1),
    (1, 13, 0, 0, 1),
    (1, 13, 1, 3, 1),
    (1, 13, 2, 3, 1),
    (1, 13, 1, 3, 3),
    (1, 13, 3, 4, 3),
    (1, 13, 4, 3, 4),
    (2, 4, 0, 0, 1),
    (2, 4, 3, 4, 2),
    (2, 5, 0, 0, 1),
    (2, 5, 2, 2, 1),
    (2, 5, 3, 4, 1),
    (2, 7, 3, 4, 2),
    (2, 7, 4, 4, 1),
    (3, 4, 2, 3, 1),
    (3, 4, 4, 4, 1),
    (3, 5, 4, 3, 1),
    (3, 5, 4, 4, 2),
];

/// Suits, ranks, columns, rows of each wing.
const GAVOTTE: &[(u8, u8, u8, u8)] = &[
    (1, 5, 1, 1),
    (1, 7, 1, 2),
    (1, 7, 2, 1),
    (1, 9, 1, 2),
    (1, 9, 2, 1),
    (1, 9, 1, 3),
    (1, 11, 1, 3),
    (1, 13, 2, 2),
    (2, 5, 1, 1),
    (2, 5, 1, 2),
    (3, 5, 1, 2),
];

/// Suits, ranks, cells, corners.
const WINDMILL: &[(u8, u8, u8, u8)] = &[
    (1, 3, 0, 0),
    (1, 4, 0, 1),
    (1, 5, 0, 1),
    (1, 5, 1, 0),
    (1, 6, 1, 1),
    (1, 7, 1, 1),
    (1, 8, 1, 1),
    (1, 8, 2, 0),
    (1, 9, 2, 1),
    (1, 13, 3, 1),
    (2, 3, 0, 2),
    (2, 4, 0, 2),
    (2, 4, 0, 3),
    (2, 4, 1, 1),
    (2, 5, 1, 2),
    (2, 5, 1, 3),
    (2, 6, 1, 3),
    (3, 4, 0, 4),
    (3, 4, 1, 3),
];

/// Suits, ranks, the rank of the piles built down.
const CONTRADANCE: &[(u8, u8, u8)] = &[
    (1, 5, 2),
    (1, 6, 2),
    (1, 7, 2),
    (1, 7, 4),
    (1, 8, 3),
    (1, 9, 4),
    (1, 13, 5),
    (2, 5, 2),
    (2, 6, 2),
    (2, 7, 3),
    (3, 5, 2),
];

fn shapes() -> Vec<Shape> {
    let mut all: Vec<Shape> = Vec::new();
    let mut add = |family, n_seeds, setup: Box<dyn Fn(u64) -> Setup>| {
        all.push(Shape {
            family,
            setup,
            n_seeds,
        });
    };
    for &(n_suits, n_ranks, n_columns, n_rows, n_cells) in COTILLION {
        let base = CotillionSetup {
            n_suits,
            n_ranks,
            n_columns,
            n_rows,
            n_cells,
            bases: (Rank::new(1), Rank::new(2)),
            preplaced: false,
            n_passes: 1,
        };
        for preplaced in [false, true] {
            let one = CotillionSetup { preplaced, ..base };
            let two = CotillionSetup { n_passes: 2, ..one };
            let family = if n_columns == 0 {
                "odd and even, one pass"
            } else {
                "royal cotillion"
            };
            add(family, 6, Box::new(move |_| Setup::Cotillion(one)));
            let family = if n_columns == 0 {
                "odd and even, two passes"
            } else {
                "royal cotillion with a redeal"
            };
            // A redeal is seldom in vain: more of those where it may be.
            let n_seeds = if n_cells == 1 && n_suits == 1 && n_ranks >= 9 {
                16
            } else {
                4
            };
            add(family, n_seeds, Box::new(move |_| Setup::Cotillion(two)));
        }
        if n_ranks % 2 == 1 {
            // All pairs of bases in turn, both set-ups.
            add(
                "other bases",
                6,
                Box::new(move |seed| {
                    let n = u64::from(n_ranks);
                    let rank = |i: u64| Rank::new((i % n) as u8 + 1);
                    Setup::Cotillion(CotillionSetup {
                        bases: (rank(seed), rank(seed / n)),
                        preplaced: seed / n / n % 2 == 1,
                        ..base
                    })
                }),
            );
        }
    }
    for &(n_suits, n_ranks, n_columns, n_rows) in GAVOTTE {
        add(
            "gavotte",
            8,
            Box::new(move |seed| {
                let n = u64::from(n_ranks);
                let rank = |i: u64| Rank::new((i % n) as u8 + 1);
                Setup::Gavotte(GavotteSetup {
                    n_suits,
                    n_ranks,
                    n_columns,
                    n_rows,
                    free_wing: Some((seed % 2) as u8 + 1),
                    bases: Some((rank(seed / 2), rank(seed / 2 / n))),
                })
            }),
        );
    }
    for &(n_suits, n_ranks, n_cells, n_corners) in WINDMILL {
        for borrow in [Borrow::Strict, Borrow::None, Borrow::Unlimited] {
            for switches in 0..16u8 {
                let on = |bit: u8| switches >> bit & 1 != 0;
                let setup = WindmillSetup {
                    n_suits,
                    n_ranks,
                    n_cells,
                    n_corners,
                    kings_preplaced: on(0),
                    kings_first: !on(1),
                    borrow,
                    free_kings: on(2),
                    reversed: on(3),
                };
                let family = match borrow {
                    Borrow::Strict => "windmill, strict borrowing",
                    Borrow::None => "windmill, no borrowing",
                    Borrow::Unlimited => "windmill, unlimited borrowing",
                };
                add(family, 1, Box::new(move |_| Setup::Windmill(setup)));
            }
        }
    }
    for &(n_suits, n_ranks, down_base) in CONTRADANCE {
        for n_decks in [1, 2] {
            for n_passes in [1, 2, 3] {
                for preplaced in [false, true] {
                    let setup = ContradanceSetup {
                        n_decks,
                        n_suits,
                        n_ranks,
                        down_base: Rank::new(down_base),
                        queens_decorate: n_decks == 1 && n_ranks >= 7 && down_base < 4,
                        preplaced,
                        n_passes,
                    };
                    let family = match n_decks {
                        1 => "contradance, one deck",
                        _ => "contradance, two decks",
                    };
                    add(family, 3, Box::new(move |_| Setup::Contradance(setup)));
                }
            }
        }
    }
    all
}

/// Units of work: 1 unless `COTILLION_VALIDATE` says more.
fn scale() -> Option<u64> {
    let text = std::env::var("COTILLION_VALIDATE").ok()?;
    Some(text.parse().expect("COTILLION_VALIDATE is a number"))
}

/// The deciders, with memory kept from deal to deal.
struct Deciders {
    cotillion: Decider,
    windmill: WindmillDecider,
}

impl Deciders {
    /// The moves of a win, or none if the deal is unsolvable.
    fn decide(&mut self, setup: &Setup, deal: &Deal) -> Option<Vec<cotillion::deal::Move>> {
        let (budget, control) = (exact::Budget::default(), exact::Control::default());
        let decision = match setup {
            Setup::Cotillion(s) => {
                let problem = Problem::from_deal(s, &deal.cards);
                self.cotillion.decide(&problem, &budget, &control)
            }
            Setup::Gavotte(s) => {
                let cards = s.chosen_cards(s.free_wing.unwrap(), &deal.cards);
                let problem = Problem::from_deal(&s.chosen(s.bases.unwrap()), &cards);
                self.cotillion.decide(&problem, &budget, &control)
            }
            Setup::Windmill(s) => self.windmill.decide(s, &deal.cards, &budget, &control),
            Setup::Contradance(s) => {
                let stop = AtomicBool::new(false);
                let control = Control::new(&stop, None);
                let mut decider = ContradanceDecider::new(s);
                return match decider.decide(&deal.cards, u64::MAX, &control).0 {
                    Outcome::Solvable(moves) => Some(moves),
                    Outcome::Unsolvable => None,
                    Outcome::Unknown(limit) => panic!("{limit} without a limit"),
                };
            }
        };
        match decision {
            Ok(decision) => match decision.outcome {
                exact::Outcome::Solvable(moves) => Some(moves),
                exact::Outcome::Unsolvable => None,
                exact::Outcome::Unknown(limit) => panic!("{limit:?} without a limit"),
            },
            Err(error) => panic!("{error}: {setup:?} {}", cards_text(&deal.cards)),
        }
    }
}

/// What was found in a group of deals.
#[derive(Clone, Copy, Default)]
struct Tally {
    n_shapes: u64,
    n_solvable: u64,
    n_unsolvable: u64,
    n_skipped: u64,
}

#[test]
fn exact_deciders_agree_with_exhaustive_play() {
    let units = scale().unwrap_or(1);
    let mut deciders = Deciders {
        cotillion: Decider::new(),
        windmill: WindmillDecider::new(),
    };
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    for shape in shapes() {
        let tally = tallies.entry(shape.family).or_default();
        let first = (shape.setup)(FIRST_SEED);
        // Preplaced cards may leave less than the wings hold.
        let wings = match first {
            Setup::Cotillion(s) => usize::from(s.n_columns * s.n_rows + s.n_cells),
            Setup::Windmill(s) => usize::from(s.n_cells),
            _ => 0,
        };
        if first.n_dealt() < wings {
            continue;
        }
        tally.n_shapes += 1;
        for seed in FIRST_SEED..FIRST_SEED + shape.n_seeds * units {
            let setup = (shape.setup)(seed);
            let deal = Deal::from_seed(&setup, seed);
            let name = || format!("{setup:?} seed {seed}: {}", cards_text(&deal.cards));
            let moves = deciders.decide(&setup, &deal);
            let table = Table::new(&setup, &deal.cards).unwrap_or_else(|e| panic!("{e}"));
            if let Some(moves) = &moves {
                let replay = table.replay(moves);
                assert!(replay.is_ok_and(|r| r.won), "no win: {}", name());
            }
            match reference::solvable(&table, MAX_POSITIONS) {
                None => tally.n_skipped += 1,
                Some(true) => {
                    assert!(moves.is_some(), "can be won: {}", name());
                    tally.n_solvable += 1;
                }
                Some(false) => {
                    assert!(moves.is_none(), "cannot be won: {}", name());
                    tally.n_unsolvable += 1;
                }
            }
        }
    }
    let mut groups = Map::new();
    let (mut n_decided, mut n_least) = (0, 0);
    for (family, tally) in &tallies {
        let &Tally {
            n_shapes,
            n_solvable,
            n_unsolvable,
            n_skipped,
        } = tally;
        println!(
            "{family}: {n_shapes} shapes, {n_solvable} solvable, {n_unsolvable} unsolvable, {n_skipped} skipped"
        );
        let n = n_solvable + n_unsolvable;
        n_decided += n;
        let group = json!({
            "shapes": n_shapes, "solvable": n_solvable, "unsolvable": n_unsolvable,
            "skipped": n_skipped, "mismatches": 0,
        });
        groups.insert(family.to_string(), group);
        n_least += n_solvable.min(n_unsolvable);
        assert!(
            n_solvable.min(n_unsolvable) * 50 >= n,
            "{family}: one answer is rare"
        );
        assert!(n_skipped * 5 <= n, "{family}: too many deals are too large");
    }
    println!("{n_decided} deals compared");
    assert!(n_least * 5 >= n_decided, "one answer is rare");
    keep(
        "shrunken_deals",
        json!({
            "what": "exact deciders against exhaustive play by the reference; every solution replayed",
            "compared": n_decided,
            "first_seed": FIRST_SEED,
            "seeds_factor": units,
            "max_positions": MAX_POSITIONS,
            "groups": groups,
        }),
    );
}

/// Game, options, seeds for each unit of `COTILLION_VALIDATE`, seeds of a plain test run.
const FULL_DEALS: &[(&str, &[&str], u64, u64)] = &[
    ("windmill", &[], 10, 4),
    ("windmill", &["borrow=none"], 5, 2),
    ("windmill", &["borrow=unlimited"], 5, 2),
    ("windmill", &["kings=preplaced"], 5, 2),
    ("odd-and-even", &[], 50, 20),
    ("gavotte", &["bases=A,2", "free-wing=1"], 100, 20),
    ("royal-cotillion", &["start=empty"], 400, 30),
    ("royal-cotillion", &["start=preplaced"], 600, 100),
];

#[test]
fn wins_of_beams_are_never_refuted() {
    let stop = AtomicBool::new(false);
    let control = Control::new(&stop, None);
    let plan = |name: &str| -> SearchPlan {
        let found = SEARCH_PLANS.iter().find(|p| p.name == name);
        *found.expect("a plan of this name")
    };
    let mut groups = Map::new();
    let mut n_all = 0;
    for &(game, options, n_a_unit, n_plain) in FULL_DEALS {
        let rules = Rules::new(game, options).unwrap();
        let max_conflicts = match game {
            "windmill" => MAX_CONFLICTS,
            _ => u64::MAX,
        };
        let limits = Limits {
            max_conflicts,
            ..Limits::default()
        };
        let n_seeds = scale().map_or(n_plain, |units| units * n_a_unit);
        // By seed: nothing if the beams do not win, else whether the learning search came to an end.
        let solvers = || {
            let beams = Solver::new(&rules, plan("auto"), limits);
            (beams, Solver::new(&rules, plan("learning"), limits))
        };
        let results = (0..n_seeds)
            .into_par_iter()
            .map_init(solvers, |(beams, learning), seed| {
                let deal = Deal::from_seed(&rules.setup, seed);
                // The solver replays each solution and fails if it does not win.
                let found = beams.solve(&deal, &control).unwrap();
                if found.verdict != Verdict::Solvable || found.step != Step::Beam {
                    return [0, 0];
                }
                match learning.solve(&deal, &control).unwrap().verdict {
                    Verdict::Solvable => [1, 0],
                    Verdict::Unsolvable => {
                        panic!("{game} {options:?} seed {seed}: a win is refuted")
                    }
                    Verdict::Unknown(limit) => {
                        assert_eq!(game, "windmill", "seed {seed}: {limit}");
                        [1, 1]
                    }
                }
            });
        let [n_won, n_unknown] = results.reduce(|| [0u64; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
        let name = [&[game], options].concat().join(" ");
        println!("{name}: {n_seeds} deals, {n_won} won by beams, of these {n_unknown} unknown");
        assert!(n_won * 2 > n_seeds, "{name}: beams hardly win");
        n_all += n_won - n_unknown;
        let group = json!({
            "first_seed": 0, "deals": n_seeds, "won_by_beams": n_won,
            "confirmed": n_won - n_unknown, "unknown": n_unknown, "refuted": 0,
        });
        groups.insert(name, group);
        // After each group, so that a run cut short keeps what it has.
        keep(
            "full_deals",
            json!({
                "what": "deals won by beams, decided again by the learning search alone; both solutions replayed",
                "confirmed": n_all,
                "windmill_max_conflicts": MAX_CONFLICTS,
                "groups": groups,
            }),
        );
    }
    println!("{n_all} wins confirmed");
}

/// Tests write the file one at a time.
static FILE: Mutex<()> = Mutex::new(());

/// Puts a part into the file that `COTILLION_VALIDATE_OUT` names, with the program's version and the date.
fn keep(part: &str, mut value: Value) {
    let Ok(path) = std::env::var("COTILLION_VALIDATE_OUT") else {
        return;
    };
    let _turn = FILE.lock();
    let before = std::fs::read_to_string(&path);
    let mut whole: Map<String, Value> = before.map_or_else(
        |_| Map::new(),
        |text| serde_json::from_str(&text).expect("the file is one of ours"),
    );
    value["version"] = json!(env!("CARGO_PKG_VERSION"));
    value["commit"] = json!(env!("COTILLION_COMMIT"));
    value["date"] = json!(today());
    whole.insert(part.to_string(), value);
    let text = serde_json::to_string_pretty(&whole).unwrap() + "\n";
    std::fs::write(&path, text).unwrap();
}

/// The date in UTC, from the days since 1970 (Howard Hinnant, `civil_from_days`).
fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let days = now.as_secs() / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    format!("{year}-{month:02}-{date:02}")
}

#[test]
fn the_date_has_its_form() {
    let text = today();
    assert!(text.len() == 10 && &text[..2] == "20", "{text}");
}
