//! The commands around solving: proofs, positions, comparisons, claims, benches.

use assert_cmd::Command;
use predicates::prelude::*;
use serde_json::Value;

fn run(args: &str) -> Command {
    let mut command = Command::cargo_bin("cotillion").unwrap();
    command.args(args.split_whitespace());
    command
}

fn json(args: &str) -> Value {
    let output = run(args).assert().success().get_output().stdout.clone();
    serde_json::from_slice(&output).unwrap()
}

#[test]
fn an_unsolvable_deal_comes_with_its_proof() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("proof");
    run("solve royal-cotillion --seed 53 --proof")
        .arg(&out)
        .assert()
        .success();
    let read = |name: &str| std::fs::read_to_string(out.join(name)).unwrap();
    let cnf = read("refutation.cnf");
    let header: Vec<&str> = cnf.lines().next().unwrap().split(' ').collect();
    assert_eq!(header[..2], ["p", "cnf"]);
    let n_clauses = cnf
        .lines()
        .skip(1)
        .filter(|line| !line.starts_with('c'))
        .count();
    assert_eq!(header[3], n_clauses.to_string());
    assert!(
        read("refutation.drat")
            .lines()
            .any(|line| line.trim() == "0")
    );
    assert!(read("refutation.vars.txt").contains("leaves"));
    // A solvable deal leaves the folder empty.
    let empty = folder.path().join("empty");
    run("solve royal-cotillion --seed 0 --proof")
        .arg(&empty)
        .assert()
        .success();
    assert_eq!(std::fs::read_dir(&empty).unwrap().count(), 0);
    // Other families have proofs, too.
    for game in ["contradance", "quadrille --rule passes=1"] {
        run(&format!("solve {game} --seed 0 --proof"))
            .arg(&empty)
            .assert()
            .success();
        assert_eq!(std::fs::read_dir(&empty).unwrap().count(), 3);
    }
}

/// A game begun: the deal and the first moves of its solution.
fn begun(game: &str, rules: &str, seed: u64, n_moves: usize) -> (String, Vec<String>) {
    let solutions =
        (seed..seed + 20).map(|seed| json(&format!("solve {game} {rules} --seed {seed} --json")));
    let value = { solutions }
        .find(|v| v["verdict"] == "solvable")
        .expect("some deal can be won");
    let words = |v: &Value| -> Vec<String> {
        v.as_array()
            .unwrap()
            .iter()
            .map(|w| w.as_str().unwrap().to_string())
            .collect()
    };
    let moves = words(&value["moves"]);
    let text = format!(
        "{}\n{}\n",
        words(&value["deal"]["cards"]).join(" "),
        moves[..n_moves].join("\n")
    );
    (text, moves)
}

#[test]
fn positions_say_whether_and_how_they_can_be_won() {
    let cases = [
        ("royal-cotillion", "", 3, 60),
        ("royal-cotillion", "--rule start=preplaced", 3, 30),
        ("odd-and-even", "", 2, 50),
        ("gavotte", "--rule free-wing=2 --rule bases=A,2", 1, 40),
        ("windmill", "", 5, 120),
        ("quadrille", "", 1, 20),
        ("contradance", "--rule passes=3", 1, 60),
    ];
    for (game, rules, seed, n_moves) in cases {
        let (text, moves) = begun(game, rules, seed, n_moves);
        let position = run(&format!("solve {game} {rules} --position - --json"));
        let output = { position }.write_stdin(text.clone()).assert().success();
        let value: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
        assert_eq!(value["verdict"], "solvable", "{game}");
        let next = value["next"].as_array().unwrap();
        // The move that the solution makes is among those that win.
        assert!(
            next.iter().any(|n| n["verdict"] == "solvable"),
            "{game}: {} is not among {next:?}",
            moves[n_moves]
        );
        // The solution from here replays after the moves made.
        let rest: Vec<_> = value["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| m.as_str().unwrap())
            .collect();
        let whole = format!("{text}{}\n", rest.join("\n"));
        run(&format!("verify - --game {game} {rules}"))
            .write_stdin(whole)
            .assert()
            .code(0)
            .stdout(predicate::str::starts_with("won"));
    }
}

#[test]
fn bad_positions_are_refused() {
    let (text, _) = begun("royal-cotillion", "", 3, 10);
    let refused = |args: &str, text: &str, word: &str| {
        run(args)
            .write_stdin(text)
            .assert()
            .code(2)
            .stderr(predicate::str::contains(word));
    };
    refused(
        "solve royal-cotillion --position -",
        &format!("{text}redeal\n"),
        "move 11 is illegal",
    );
    refused("solve windmill --position -", &text, "card");
    refused("solve gavotte --position -", &text, "choice");
    refused(
        "solve royal-cotillion --seed 1 --position -",
        "",
        "--position",
    );
}

#[test]
fn comparisons_count_every_deal_once() {
    let value = json(
        "compare windmill --strategies random,book,lookahead:samples=5 --deals 80 --solvable --json",
    );
    assert_eq!(value["strategies"].as_array().unwrap().len(), 3);
    for pair in value["pairs"].as_array().unwrap() {
        let counts = &pair["counts"];
        let keys = ["both", "first_only", "second_only", "neither"];
        let sum: u64 = keys.iter().map(|k| counts[k].as_u64().unwrap()).sum();
        assert_eq!(sum, 80);
        let p = pair["p_value"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&p));
    }
    let best = value["strategies"][2]["won"].as_u64().unwrap();
    assert!(best <= value["counts"]["solvable"].as_u64().unwrap());
    run("compare windmill --strategies book --deals 5")
        .assert()
        .code(2);
    run("compare windmill --strategies book,luck --deals 5")
        .assert()
        .code(2);
}

#[test]
fn claims_stand_beside_what_is_measured() {
    let value = json("claims --deals 20000 --costly-deals 0 --solved-deals 20 --json");
    let claims = value.as_array().unwrap();
    assert!(claims.len() >= 2);
    for claim in claims {
        let one_in = claim["claimed_one_in"].as_f64().unwrap();
        for measured in claim["strategies"].as_array().unwrap() {
            let (low, high) = (&measured["rate"]["low"], &measured["rate"]["high"]);
            let inside = low.as_f64() <= Some(1.0 / one_in) && high.as_f64() >= Some(1.0 / one_in);
            assert_eq!(measured["claim_is"] == "within", inside);
        }
        assert!(claim["nearest"].is_string() && claim["solvable"]["won"].is_u64());
    }
    // The old "one in five" is what playing everything at once gives.
    assert_eq!(claims[0]["nearest"], "always-play");
}

/// Reports that were kept give the same table as measuring does, and merge like those of estimate.
#[test]
fn claims_stand_beside_kept_reports() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for (name, command) in [
        (
            "a",
            "play royal-cotillion --strategy always-play --deals 600",
        ),
        (
            "b",
            "play royal-cotillion --strategy always-play --first-seed 600 --deals 400",
        ),
        ("c", "play windmill --strategy book --deals 500"),
        ("d", "estimate royal-cotillion --deals 20"),
    ] {
        run(command).arg("--out").arg(path(name)).assert().success();
    }
    let mut merge = run("merge --json --out");
    merge.arg(path("ab")).arg(path("b")).arg(path("a"));
    let merged = merge.assert().success();
    let merged: Value = serde_json::from_slice(&merged.get_output().stdout).unwrap();
    let whole = json("play royal-cotillion --strategy always-play --deals 1000 --json");
    for key in ["won", "decisions", "rate", "seeds", "complete"] {
        assert_eq!(merged[key], whole[key], "{key}");
    }
    let mut claims = run("claims --json");
    let shown = claims.args(["ab", "c", "d"].map(path)).assert().success();
    let shown: Value = serde_json::from_slice(&shown.get_output().stdout).unwrap();
    assert_eq!(shown[0]["strategies"][0]["won"], whole["won"]);
    assert_eq!(shown[0]["solvable"]["games"], 20);
    assert_eq!(shown[1]["game"], "windmill");
    // What does not fit is refused.
    for (command, files, what) in [
        ("merge", ["a", "d"], "expected one kind"),
        ("merge", ["a", "c"], "games differ"),
        ("claims", ["d", "ab"], "no report of play for windmill"),
    ] {
        let refused = run(command).args(files.map(path)).assert().code(2);
        refused.stderr(predicate::str::contains(what));
    }
}

/// Each point of a curve is what `play` measures with that value.
#[test]
fn curves_hold_a_point_for_each_value() {
    let curve =
        json("curve royal-cotillion --strategy lookahead --vary samples=1,20 --deals 60 --json");
    let points = curve["points"].as_array().unwrap();
    assert_eq!(points.len(), 2);
    for point in points {
        let value = &point["value"];
        let played = json(&format!(
            "play royal-cotillion --strategy lookahead --strategy-opt samples={value} --deals 60 --json"
        ));
        assert_eq!(point["won"], played["won"]);
        assert_eq!(point["rate"], played["rate"]);
    }
    let ms = |i: usize| points[i]["ms_per_decision"].as_f64().unwrap();
    assert!(ms(0) > 0.0 && ms(1) > 0.0);
    for (vary, what) in [("samples", "expected NAME=V,W"), ("depth=3", "no option")] {
        run(&format!(
            "curve royal-cotillion --strategy lookahead --vary {vary} --deals 1"
        ))
        .assert()
        .code(2)
        .stderr(predicate::str::contains(what));
    }
}

#[test]
fn benches_run_every_search_on_every_deal() {
    let value = json("bench royal-cotillion --deals 12 --search auto,learning,beam --json");
    let searches = value["searches"].as_array().unwrap();
    assert_eq!(searches.len(), 3);
    for search in searches {
        let keys = ["solvable", "unsolvable", "unknown"];
        let sum: u64 = keys
            .iter()
            .map(|k| search["counts"][k].as_u64().unwrap())
            .sum();
        assert_eq!(sum, 12);
    }
    assert_eq!(searches[0]["counts"], searches[1]["counts"]);
    run("bench royal-cotillion --deals 1 --search luck")
        .assert()
        .code(2);
}
