//! The rooms and who may import whom: reads the `use crate::` lines and crate names of `src`.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms, lowest floor first. A room imports only from rooms before it.
const ROOMS: &[&str] = &[
    "cards",
    "deal",
    "reference",
    "game",
    "family",
    "games",
    "search",
    "cdcl",
    "exact",
    "solve",
    "play",
    "stats",
    "batch",
    "report",
    "cli",
];

/// Rooms that may import even less: only these.
const ONLY: &[(&str, &[&str])] = &[
    ("deal", &["cards"]),
    ("reference", &["cards", "deal"]),
    ("game", &["deal"]),
    ("family", &["cards", "deal", "game"]),
    ("games", &["cards", "deal"]),
    ("search", &["game"]),
    ("cdcl", &[]),
    ("stats", &[]),
];

/// Where outside crates may be named.
const CRATES: &[(&str, &[&str])] = &[
    ("rand", &["deal", "play"]),
    ("rand_xoshiro", &["deal", "play"]),
    ("rayon", &["batch", "search"]),
    ("hashbrown", &["search", "exact"]),
    ("clap", &["cli"]),
    ("clap_complete", &["cli"]),
    ("indicatif", &["cli"]),
    ("ctrlc", &["cli"]),
    ("tempfile", &["cli"]),
    ("statrs", &["stats"]),
    ("hdrhistogram", &["stats"]),
    ("bytesize", &["cli"]),
    ("shlex", &["play"]),
    ("rustix", &["play"]),
];

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}

/// Each source file's room and text without comments.
fn rooms() -> Vec<(String, PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut rooms = Vec::new();
    for path in files {
        let inside = path.strip_prefix(&root).unwrap();
        let first = inside.iter().next().unwrap().to_str().unwrap();
        let room = first.trim_end_matches(".rs").to_string();
        if ["lib", "main", "build"].contains(&room.as_str()) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let code = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        rooms.push((room, path, code.collect::<Vec<_>>().join("\n")));
    }
    rooms
}

/// The names that follow `crate::`, whether alone or in braces.
fn imports(code: &str) -> Vec<String> {
    let mut names = Vec::new();
    for after in code.split("crate::").skip(1) {
        let word = |s: &str| {
            s.chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect()
        };
        if let Some(list) = after.strip_prefix('{') {
            let list = list.split('}').next().unwrap();
            names.extend(list.split(',').map(|item| word(item.trim())));
        } else {
            names.push(word(after));
        }
    }
    names
}

#[test]
fn rooms_import_only_from_lower_floors() {
    let mut n_arrows = 0;
    for (room, path, code) in rooms() {
        let floor = ROOMS.iter().position(|r| *r == room);
        let floor = floor.unwrap_or_else(|| panic!("{} is in no room", path.display()));
        for target in imports(&code) {
            if target == room {
                continue;
            }
            n_arrows += 1;
            let below = ROOMS[..floor].contains(&target.as_str());
            assert!(below, "{}: {room} may not import {target}", path.display());
            if let Some((_, allowed)) = ONLY.iter().find(|(r, _)| *r == room) {
                let allowed = allowed.contains(&target.as_str());
                assert!(
                    allowed,
                    "{}: {room} may not import {target}",
                    path.display()
                );
            }
        }
    }
    assert!(n_arrows > 50, "the imports were not found");
}

#[test]
fn outside_crates_stay_in_their_rooms() {
    let mut n_uses = 0;
    for (room, path, code) in rooms() {
        for (name, allowed) in CRATES {
            let named = code.match_indices(&format!("{name}::")).any(|(at, _)| {
                !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':')
            });
            if named {
                n_uses += 1;
                assert!(
                    allowed.contains(&room.as_str()),
                    "{}: {name}",
                    path.display()
                );
            }
        }
    }
    assert!(n_uses > 10, "the uses were not found");
}

#[test]
fn search_and_its_kin_name_no_game() {
    for (room, path, code) in rooms() {
        if ["game", "search", "cdcl"].contains(&room.as_str()) {
            for name in ["otillion", "indmill", "avotte", "ontradance", "uadrille"] {
                assert!(!code.contains(name), "{} names a game", path.display());
            }
        }
    }
}
