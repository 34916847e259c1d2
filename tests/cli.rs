//! The program as a user runs it.

use assert_cmd::Command;
use predicates::prelude::*;
use serde_json::Value;
use std::path::Path;

fn cotillion() -> Command {
    let mut command = Command::cargo_bin("cotillion").unwrap();
    command.env_remove("LC_ALL").env("LANG", "C.UTF-8");
    command
}

fn run(args: &str) -> Command {
    let mut command = cotillion();
    command.args(args.split_whitespace());
    command
}

fn json(args: &str) -> Value {
    let output = run(args).assert().success().get_output().stdout.clone();
    serde_json::from_slice(&output).unwrap()
}

/// Bad input: exit code 2, nothing on stdout, a message that holds these words.
fn refused(args: &str, stdin: &[u8], words: &[&str]) {
    let mut assert = run(args).write_stdin(stdin).assert().code(2).stdout("");
    for word in words {
        assert = assert.stderr(predicate::str::contains(*word));
    }
}

const GAMES: [&str; 6] = [
    "royal-cotillion",
    "gavotte",
    "odd-and-even",
    "contradance",
    "quadrille",
    "windmill",
];

#[test]
fn version_help_and_completions_are_there() {
    run("--version")
        .assert()
        .success()
        .stdout(predicate::str::starts_with("cotillion 0."));
    run("estimate --help")
        .assert()
        .success()
        .stdout(predicate::str::contains("--until-width"));
    run("completions bash")
        .assert()
        .success()
        .stdout(predicate::str::contains("_cotillion"));
}

#[test]
fn games_lists_every_game_with_defaults_and_sources() {
    let games = json("games --json");
    let names: Vec<_> = games
        .as_array()
        .unwrap()
        .iter()
        .map(|g| g["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, GAMES);
    assert_eq!(games[0]["options"][0]["default"], "empty");
    run("games")
        .assert()
        .success()
        .stdout(predicate::str::contains(
            "--rule borrow=strict|none|unlimited",
        ));
}

#[test]
fn what_deal_prints_deal_reads() {
    for game in GAMES {
        for form in ["", "--ascii", "--format cards"] {
            let text = run(&format!("deal {game} --seed 7 {form}"))
                .assert()
                .success();
            let text = text.get_output().stdout.clone();
            let lines = String::from_utf8(text.clone()).unwrap();
            let wide = lines
                .lines()
                .filter(|l| form != "--format cards" && l.chars().count() > 80);
            assert_eq!(
                wide.filter(|l| !l.starts_with("# windmill")).count(),
                0,
                "{lines}"
            );
            assert_eq!(lines.is_ascii(), !form.is_empty());
            let back = run(&format!("deal {game} --deal - --format cards"))
                .write_stdin(text)
                .assert()
                .success();
            let seed = run(&format!("deal {game} --seed 7 --format cards"))
                .assert()
                .success();
            assert_eq!(back.get_output().stdout, seed.get_output().stdout);
        }
    }
}

#[test]
fn a_solution_verifies_and_a_spoilt_one_does_not() {
    for game in GAMES {
        let seed = if game == "contradance" { 40 } else { 3 };
        let (seed, output) = (seed..seed + 60)
            .find_map(|seed| {
                let output = run(&format!("solve {game} --seed {seed} --json"))
                    .output()
                    .unwrap();
                let value: Value = serde_json::from_slice(&output.stdout).unwrap();
                (value["verdict"] == "solvable").then_some((seed, value))
            })
            .expect("some deal can be won");
        assert_eq!(output["deal"]["seed"], seed);
        assert_eq!(output["game"], game);
        assert!(
            output["limit"].is_null() && output["nodes"].is_u64() && output["rules"].is_object()
        );
        let verify = |value: &Value| run("verify -").write_stdin(value.to_string()).assert();
        verify(&output)
            .code(0)
            .stdout(predicate::str::starts_with("won"));

        let mut short = output.clone();
        short["moves"].as_array_mut().unwrap().truncate(5);
        verify(&short)
            .code(1)
            .stdout(predicate::str::starts_with("not won"));

        let mut twice = output.clone();
        let moves = twice["moves"].as_array_mut().unwrap();
        moves.push("redeal".into());
        let n = moves.len();
        verify(&twice)
            .code(2)
            .stderr(predicate::str::contains(format!("move {n} is illegal")));

        let mut other = output.clone();
        other["deal"]["cards"].as_array_mut().unwrap().swap(0, 50);
        if other["deal"]["cards"] != output["deal"]["cards"] {
            verify(&other)
                .code(2)
                .stderr(predicate::str::contains("deal.seed"));
        }
    }
}

#[test]
fn a_deal_and_moves_as_text_verify() {
    let solutions = (0..20).map(|seed| json(&format!("solve quadrille --seed {seed} --json")));
    let value = solutions
        .into_iter()
        .find(|v| v["verdict"] == "solvable")
        .unwrap();
    let list = |v: &Value| {
        let words: Vec<_> = v
            .as_array()
            .unwrap()
            .iter()
            .map(|w| w.as_str().unwrap())
            .collect();
        words.join("\n")
    };
    let text = format!(
        "{}\n# moves\n{}\n",
        list(&value["deal"]["cards"]),
        list(&value["moves"])
    );
    run("verify - --game quadrille")
        .write_stdin(text.clone())
        .assert()
        .code(0);
    refused("verify -", text.as_bytes(), &["--game"]);
    let wrong = text.replacen("turn", "trun", 1);
    refused("verify - --game quadrille", wrong.as_bytes(), &["trun"]);
}

#[test]
fn a_limit_leaves_a_deal_unknown_with_exit_code_3() {
    let unknown = run("solve royal-cotillion --seed 5 --search depth-first --max-nodes 10 --json");
    let output = { unknown }.assert().code(3).get_output().stdout.clone();
    let value: Value = serde_json::from_slice(&output).unwrap();
    assert_eq!(value["verdict"], "unknown");
    assert_eq!(value["limit"]["kind"], "nodes");
    assert_eq!(value["limit"]["value"], 10.0);
}

#[test]
fn estimates_are_the_same_for_any_number_of_threads_and_shards_merge() {
    let folder = tempfile::tempdir().unwrap();
    let report = |first: u64, deals: u64, threads: u64| {
        let path = folder
            .path()
            .join(format!("{first}-{deals}-{threads}.json"));
        run(&format!("estimate royal-cotillion --deals {deals} --first-seed {first} --threads {threads} --out"))
            .arg(&path)
            .assert()
            .success()
            .stdout(predicate::str::contains("solvable share:"));
        path
    };
    let read = |path: &Path| {
        let mut value: Value =
            serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        value.as_object_mut().unwrap().remove("times").unwrap();
        value
    };
    let whole = report(0, 60, 1);
    assert_eq!(read(&whole), read(&report(0, 60, 2)));
    let value = read(&whole);
    let counts = &value["counts"];
    let sum: u64 = ["solvable", "unsolvable", "unknown"]
        .iter()
        .map(|k| counts[k].as_u64().unwrap())
        .sum();
    assert_eq!(sum, 60);
    assert!(value["rate"]["low"].as_f64() < value["rate"]["high"].as_f64());

    let (first, second) = (report(0, 25, 2), report(25, 35, 2));
    let merged = cotillion()
        .arg("merge")
        .arg(&second)
        .arg(&first)
        .arg("--json")
        .assert()
        .success();
    let mut merged: Value = serde_json::from_slice(&merged.get_output().stdout).unwrap();
    merged.as_object_mut().unwrap().remove("times").unwrap();
    assert_eq!(merged, value);
    cotillion()
        .arg("merge")
        .args([&whole, &second])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("do not adjoin"));
}

#[test]
fn until_width_stops_at_a_whole_hundred() {
    let value = json("estimate quadrille --deals 100000 --until-width 0.05 --json");
    let n = value["seeds"]["count"].as_u64().unwrap();
    assert!(n.is_multiple_of(100) && n < 3000, "{n}");
    let width = value["rate"]["high"].as_f64().unwrap() - value["rate"]["low"].as_f64().unwrap();
    assert!(width < 0.05);
}

#[test]
fn strategies_play_and_repeat() {
    for game in GAMES {
        for strategy in ["random", "always-play", "book", "lookahead", "hindsight"] {
            let n = if strategy == "hindsight" { 1 } else { 20 };
            let few = if strategy == "hindsight" {
                "--strategy-opt orders=20"
            } else {
                ""
            };
            let args = format!("play {game} --strategy {strategy} {few} --deals {n} --json");
            let report = |threads: u64| {
                let mut value = json(&format!("{args} --threads {threads}"));
                value.as_object_mut().unwrap().remove("times").unwrap();
                value
            };
            let value = report(1);
            assert_eq!(value["seeds"]["count"], n);
            assert_eq!(value, report(2));
        }
    }
    let trace = run("play windmill --strategy book --deals 1 --trace")
        .assert()
        .success();
    let trace = String::from_utf8(trace.get_output().stdout.clone()).unwrap();
    assert!(trace.contains("turn") && trace.trim_end().ends_with("won"));
    refused(
        "play windmill --strategy luck --deals 1",
        b"",
        &["luck", "always-play"],
    );
}

#[test]
fn bad_deals_are_refused() {
    let deal = run("deal royal-cotillion --seed 1 --format cards")
        .output()
        .unwrap()
        .stdout;
    let text = String::from_utf8(deal).unwrap();
    let solve = "solve royal-cotillion --deal -";
    refused(solve, b"", &["standard input", "0 cards; expected 104"]);
    let short = text.trim().rsplit_once(' ').unwrap().0.to_string();
    refused(solve, short.as_bytes(), &["103 cards; expected 104"]);
    let first = text.split(' ').next().unwrap();
    let doubled = format!("{first} {first} {}", text.split_once(' ').unwrap().1);
    refused(solve, doubled.as_bytes(), &["one too many"]);
    refused(
        solve,
        text.replacen(first, "14H", 1).as_bytes(),
        &["line 1, card 1", "14H"],
    );
    refused(solve, b"5H \xe9\x20 6H", &["byte 4", "UTF-8"]);
    refused(solve, &[0, 159, 146, 150, 255], &["UTF-8"]);
    refused(solve, &vec![b' '; 17 << 20], &["larger than"]);
    refused(
        "solve royal-cotillion --deal /nonexistent/deal",
        b"",
        &["/nonexistent/deal"],
    );
}

#[test]
fn bad_arguments_are_refused() {
    refused(
        "solve klondike --seed 1",
        b"",
        &["klondike", "royal-cotillion"],
    );
    refused(
        "solve royal-cotillion --seed 1 --rule start=late",
        b"",
        &["late", "preplaced"],
    );
    refused(
        "solve royal-cotillion --seed 1 --rule luck=yes",
        b"",
        &["luck", "start"],
    );
    refused(
        "solve royal-cotillion --seed 1 --rule start",
        b"",
        &["NAME=VALUE"],
    );
    refused(
        "solve gavotte --seed 1 --rule bases=6",
        b"",
        &["bases", "6,7"],
    );
    refused(
        "solve royal-cotillion --seed 18446744073709551616",
        b"",
        &["--seed"],
    );
    refused("solve royal-cotillion --seed -1", b"", &[]);
    refused("solve royal-cotillion", b"", &["--seed"]);
    refused(
        "solve royal-cotillion --seed 1 --memory much",
        b"",
        &["--memory"],
    );
    refused(
        "solve royal-cotillion --seed 1 --max-nodes 0",
        b"",
        &["--max-nodes"],
    );
    refused(
        "solve royal-cotillion --seed 1 --max-secs nan",
        b"",
        &["--max-secs"],
    );
    refused("solve gavotte --pysolfc 5", b"", &["gavotte"]);
    refused("solve windmill --pysolfc 0", b"", &["--pysolfc"]);
    refused("estimate royal-cotillion --deals 0", b"", &["--deals"]);
    refused(
        "estimate royal-cotillion --deals 2 --first-seed 18446744073709551615",
        b"",
        &["64-bit"],
    );
    refused(
        "estimate royal-cotillion --deals 2 --confidence 1",
        b"",
        &["--confidence"],
    );
    refused(
        "estimate royal-cotillion --deals 2 --until-width 0",
        b"",
        &["--until-width"],
    );
    refused(
        "estimate royal-cotillion --deals 2 --out /nonexistent/r.json",
        b"",
        &["/nonexistent"],
    );
    refused(
        "estimate royal-cotillion --deals 2 --out /",
        b"",
        &["directory"],
    );
    refused("verify -", b"{\"game\": 5}", &["game"]);
    refused("verify -", b"{\"game\": \"windmill\"", &["JSON"]);
    refused("merge /dev/null", b"", &["not a report"]);
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("report.json");
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("cotillion"))
        .args([
            "estimate",
            "royal-cotillion",
            "--deals",
            "100000000",
            "--json",
            "--out",
        ])
        .arg(&out)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let kill = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(1));
    let value: Value = serde_json::from_str(&std::fs::read_to_string(&out).unwrap()).unwrap();
    assert_eq!(value["complete"], false);
    assert!(value["seeds"]["count"].as_u64().unwrap() > 0);
    assert_eq!(value["counts"]["unknown"], 0);
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        1,
        "no part file is left"
    );
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_failure() {
    let program = assert_cmd::cargo::cargo_bin("cotillion");
    let script = format!(
        "set -o pipefail; {} completions bash | head -c 1 >/dev/null",
        program.display()
    );
    let status = std::process::Command::new("bash")
        .args(["-c", &script])
        .output()
        .unwrap();
    assert!(status.status.success() && status.stderr.is_empty());
}
