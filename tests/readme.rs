//! The README's tables are those of the files in `results/`.
//!
//! `COTILLION_WRITE_README=1 cargo test --test readme` writes them.

use cotillion::games::{GAMES, Rules};
use cotillion::report::{ClaimReport, CurveReport, EstimateReport, PlayReport, count, percent};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const BEGIN: &str = "<!-- results: written by `COTILLION_WRITE_README=1 cargo test --test readme` from the files in results/ -->\n";
const END: &str = "<!-- /results -->";

/// The options that are not at their defaults.
fn options(game: &str, rules: &BTreeMap<String, String>) -> String {
    let defaults = Rules::default_of(game).values;
    let other = |(name, value): (&String, &String)| {
        let default = defaults.iter().any(|(n, v)| n == name && v == value);
        (!default).then(|| format!("{name}={value}"))
    };
    let other: Vec<_> = rules.iter().filter_map(other).collect();
    if other.is_empty() {
        "defaults".to_string()
    } else {
        other.join(" ")
    }
}

fn place(game: &str) -> usize {
    GAMES
        .iter()
        .position(|g| g.name == game)
        .expect("a known game")
}

/// Reads every report of a kind, in the order of games, rules and names.
fn reports<T: for<'de> serde::Deserialize<'de>>(kind: &str) -> Vec<(String, T)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    files.sort();
    let mut reports = Vec::new();
    for path in files {
        if path.extension().is_none_or(|e| e != "json") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        if value["kind"] == kind {
            let name = path.file_name().unwrap().to_str().unwrap().to_string();
            let report = serde_json::from_str(&text);
            reports.push((
                name,
                report.unwrap_or_else(|e| panic!("{}: {e}", path.display())),
            ));
        }
    }
    reports
}

/// The claims beside the reports; `results/claims.json` holds the same.
fn claims(
    plays: &[(String, PlayReport)],
    estimates: &[(String, EstimateReport)],
) -> Vec<ClaimReport> {
    let plays: Vec<_> = plays.iter().map(|(_, r)| r.clone()).collect();
    let estimates: Vec<_> = estimates.iter().map(|(_, r)| r.clone()).collect();
    let claims = ClaimReport::of_reports(&plays, &estimates, 0.95).expect("reports of play");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/claims.json");
    let text = serde_json::to_string_pretty(&claims).unwrap() + "\n";
    if std::env::var_os("COTILLION_WRITE_README").is_some() {
        fs::write(&path, text).unwrap();
    } else {
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            text,
            "results/claims.json"
        );
    }
    claims
}

fn tables() -> String {
    let mut text = String::from(
        "\n### How many deals can be won\n\n\
         | game | rules | deals | solvable | 95 % interval | unknown | file |\n|---|---|--:|--:|---|--:|---|\n",
    );
    let mut estimates = reports::<EstimateReport>("estimate");
    estimates.sort_by_key(|(name, r)| {
        (
            place(&r.game),
            options(&r.game, &r.rules) != "defaults",
            name.clone(),
        )
    });
    for (name, r) in &estimates {
        r.check().unwrap();
        assert_eq!(r.rate, r.interval(), "{name}");
        let share = r.counts.solvable as f64 / r.seeds.count as f64;
        text += &format!(
            "| {} | {} | {} | {} | {} to {} | {} | `{name}` |\n",
            r.game,
            options(&r.game, &r.rules),
            count(r.seeds.count),
            percent(share),
            percent(r.rate.low),
            percent(r.rate.high),
            count(r.counts.unknown),
        );
    }
    text += "\n### How often strategies win without seeing the stock\n\n\
             | game | rules | strategy | games | won | 95 % interval | file |\n|---|---|---|--:|--:|---|---|\n";
    let mut plays = reports::<PlayReport>("play");
    plays.sort_by(|(_, a), (_, b)| {
        let key = |r: &PlayReport| {
            (
                place(&r.game),
                options(&r.game, &r.rules) != "defaults",
                options(&r.game, &r.rules),
            )
        };
        let rate = |r: &PlayReport| r.won as f64 / r.seeds.count as f64;
        key(a).cmp(&key(b)).then(rate(a).total_cmp(&rate(b)))
    });
    for (name, r) in &plays {
        let settings: Vec<_> = r.options.iter().map(|(k, v)| format!("{k}={v}")).collect();
        text += &format!(
            "| {} | {} | {} {} | {} | {} | {} to {} | `{name}` |\n",
            r.game,
            options(&r.game, &r.rules),
            r.strategy,
            settings.join(" "),
            count(r.seeds.count),
            percent(r.won as f64 / r.seeds.count as f64),
            percent(r.rate.low),
            percent(r.rate.high),
        );
    }
    text += "\n### The old claims\n\n\
             | claim | rules | strategy | games | one in | 95 % interval | the claim is |\n|---|---|---|--:|--:|---|---|\n";
    for claim in claims(&plays, &estimates) {
        for m in claim.strategies.iter().chain(&claim.solvable) {
            text += &format!(
                "| {}: one in {} | {} | {} | {} | {} | {} to {} | {} |\n",
                claim.game,
                claim.claimed_one_in,
                options(&claim.game, &claim.rules),
                m.strategy,
                count(m.games),
                m.one_in.map_or("-".to_string(), |x| format!("{x:.2}")),
                percent(m.rate.low),
                percent(m.rate.high),
                m.verdict(),
            );
        }
    }
    text += "\n### What more time buys\n\n\
             | game | rules | strategy | games | won | 95 % interval | ms a decision | s a game | file |\n\
             |---|---|---|--:|--:|---|--:|--:|---|\n";
    for (name, curve) in reports::<CurveReport>("curve") {
        for point in &curve.points {
            text += &format!(
                "| {} | {} | {} {}={} | {} | {} | {} to {} | {:.2} | {:.3} | `{name}` |\n",
                curve.game,
                options(&curve.game, &curve.rules),
                curve.strategy,
                curve.option,
                point.value,
                count(curve.seeds.count),
                percent(point.share),
                percent(point.rate.low),
                percent(point.rate.high),
                point.ms_per_decision,
                point.secs_per_game,
            );
        }
    }
    // A strategy without options leaves a blank.
    text.replace("  |", " |") + "\n"
}

#[test]
fn the_tables_are_those_of_the_results() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = fs::read_to_string(&path).unwrap();
    let (before, rest) = readme
        .split_once(BEGIN)
        .expect("the README has a place for results");
    let (shown, after) = rest.split_once(END).expect("the place for results ends");
    let tables = tables();
    if std::env::var_os("COTILLION_WRITE_README").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{tables}{END}{after}")).unwrap();
        return;
    }
    assert_eq!(shown, tables);
    assert!(tables.lines().count() > 20, "there are results to show");
}
