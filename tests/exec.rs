//! Strategies outside the program: the example in Python, and programs that misbehave.
//!
//! These tests need `python3` on the path and fail without it.

use assert_cmd::Command;
use cotillion::batch::{OutsideJob, PlayJob, play, play_outside};
use cotillion::games::Rules;
use cotillion::play::StrategyOptions;
use cotillion::play::outside::{Hello, Outside};
use predicates::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Stdio;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/always_play.py");

/// Fails with a plain word if Python is missing.
fn need_python() {
    let run = std::process::Command::new("python3")
        .arg("--version")
        .stdout(Stdio::null())
        .status();
    assert!(
        run.is_ok_and(|status| status.success()),
        "these tests need python3 on the path"
    );
}

fn quoted(path: &str) -> String {
    format!("exec:python3 {}", shlex::try_quote(path).unwrap())
}

/// The games won by the built-in strategy and by the example.
fn wins(game: &str, rules: &[&str], n_deals: u64, n_threads: usize) -> [Vec<u64>; 2] {
    let rules = Rules::new(game, rules).unwrap();
    let none: &[&str] = &[];
    let job = PlayJob {
        setup: rules.setup,
        strategy: StrategyOptions::new("always-play", none).unwrap(),
        first_seed: 0,
        n_deals,
        n_threads,
    };
    let mut built_in = Vec::new();
    let stop = AtomicBool::new(false);
    play(&job, &stop, |seed, game| {
        built_in.extend(game.won.then_some(seed));
    })
    .unwrap();

    let text = quoted(EXAMPLE);
    let options = StrategyOptions::outside(&text, none).unwrap();
    let values = rules.values.iter();
    let values: BTreeMap<_, _> = values.map(|(k, v)| (k.to_string(), v.clone())).collect();
    let hello = Hello::new("test".to_string(), game.to_string(), values);
    let job = OutsideJob {
        outside: Outside::new(&rules.setup, &text, &options, &hello).unwrap(),
        first_seed: 0,
        n_deals,
        n_threads,
    };
    let mut example = Vec::new();
    let mut seeds = Vec::new();
    play_outside(&job, &stop, |seed, game, fault| {
        assert_eq!(fault, None);
        seeds.push(seed);
        example.extend(game.won.then_some(seed));
    })
    .unwrap();
    assert_eq!(seeds, (0..n_deals).collect::<Vec<_>>(), "in seed order");
    assert_eq!(job.outside.name(), Some("always-play in Python"));
    assert_eq!(job.outside.n_restarts(), 0);
    [built_in, example]
}

#[test]
fn the_example_wins_the_games_that_always_play_wins() {
    need_python();
    for n_threads in [1, 2] {
        let [built_in, example] = wins("royal-cotillion", &[], 200, n_threads);
        assert_eq!(built_in, example);
        assert!(built_in.len() > 20);
    }
    for (game, rules) in [
        ("royal-cotillion", &["start=preplaced"][..]),
        ("windmill", &[]),
        ("windmill", &["direction=reversed", "free-kings=yes"]),
        ("gavotte", &["bases=6,7", "free-wing=1"]),
        ("odd-and-even", &[]),
        ("contradance", &["passes=3"]),
        ("quadrille", &[]),
    ] {
        let [built_in, example] = wins(game, rules, 60, 2);
        assert_eq!(built_in, example, "{game} {rules:?}");
        assert!(!built_in.is_empty(), "{game} {rules:?}");
    }
}

#[test]
fn a_trace_is_the_built_in_strategys() {
    need_python();
    for game in ["gavotte", "quadrille"] {
        let trace = |strategy: &str| {
            let mut command = Command::cargo_bin("cotillion").unwrap();
            command.args([
                "play",
                game,
                "--deals",
                "1",
                "--trace",
                "--strategy",
                strategy,
            ]);
            command.assert().success().get_output().stdout.clone()
        };
        assert_eq!(trace(&quoted(EXAMPLE)), trace("always-play"), "{game}");
    }
}

/// A program that greets and then answers each request by this Python code, which may use
/// `positions`, the number of the request `n` (from 1) and the lawful answers `moves`.
struct Program {
    folder: TempDir,
}

impl Program {
    fn new(greeting: &str, code: &str) -> Program {
        need_python();
        let folder = tempfile::tempdir().unwrap();
        let code: Vec<_> = code.lines().map(|line| format!("    {line}\n")).collect();
        let text = format!(
            "import json, os, sys, time\n\
             def say(value):\n    print(json.dumps(value), flush=True)\n\
             json.loads(sys.stdin.readline())\n\
             {greeting}\n\
             for n, line in enumerate(sys.stdin, 1):\n\
             \x20   request = json.loads(line)\n\
             \x20   if request['type'] == 'bye': break\n\
             \x20   positions = request['positions']\n\
             \x20   moves = [p['moves'][0] for p in positions]\n\
             {}",
            code.concat()
        );
        std::fs::write(folder.path().join("a program.py"), text).unwrap();
        Program { folder }
    }

    fn greets(code: &str) -> Program {
        Program::new(
            "say({'type': 'hello', 'protocol': 1, 'name': 'test'})",
            code,
        )
    }

    fn path(&self) -> String {
        let path = self.folder.path().join("a program.py");
        path.to_str().unwrap().to_string()
    }

    fn command(&self, options: &str) -> Command {
        let mut command = Command::cargo_bin("cotillion").unwrap();
        command
            .args([
                "play",
                "royal-cotillion",
                "--strategy",
                &quoted(&self.path()),
            ])
            .args(options.split_whitespace())
            .timeout(Duration::from_secs(120));
        command
    }

    /// A run that ends with exit code 1 and these words.
    fn fails(&self, options: &str, words: &[&str]) {
        let mut assert = self.command(options).assert().code(1).stdout("");
        for word in words {
            assert = assert.stderr(predicate::str::contains(*word));
        }
        self.is_gone();
    }

    /// The JSON report of a run that forfeits.
    fn forfeits(&self, options: &str) -> Value {
        let options = format!("--json --strategy-opt forfeit=1 {options}");
        let assert = self.command(&options).assert().success();
        self.is_gone();
        let mut value: Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
        value.as_object_mut().unwrap().remove("times");
        value
    }

    /// No process runs the program any more.
    #[cfg(target_os = "linux")]
    fn is_gone(&self) {
        let folder = self.folder.path().to_str().unwrap();
        for process in std::fs::read_dir("/proc").unwrap() {
            let line = std::fs::read(process.unwrap().path().join("cmdline")).unwrap_or_default();
            let line = String::from_utf8_lossy(&line);
            assert!(!line.contains(folder), "{line} is still running");
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn is_gone(&self) {}
}

/// Code that does something for games whose first cell began as a club, and answers lawfully else:
/// a fault that depends on the position alone.
fn sometimes(what: &str) -> String {
    format!(
        "if any((p['view']['cells'][15] or '  ')[-1] == 'C' and p['view']['stock'] < 60 for p in positions):\n    {what}\nsay({{'moves': moves}})"
    )
}

#[test]
fn a_program_that_never_greets_is_refused_even_with_forfeits() {
    let dies = Program::new("sys.exit(3)", "pass");
    let text = ["a program.py", "instead of a greeting", "exit status: 3"];
    dies.fails("--deals 10", &text);
    dies.fails("--deals 10 --strategy-opt forfeit=1", &text);
    let nonsense = Program::new("print('ready', flush=True)", "pass");
    nonsense.fails(
        "--deals 10",
        &["instead of a greeting", "\"ready\\n\"", "not JSON"],
    );
    let hangs = Program::new("time.sleep(1000)", "pass");
    hangs.fails(
        "--deals 10 --strategy-opt timeout-secs=0.3",
        &["instead of a greeting", "no answer within 0.3 s"],
    );
    let old = Program::new(
        "say({'type': 'hello', 'protocol': 0, 'name': 'old'})",
        "pass",
    );
    old.fails("--deals 10", &["\"protocol\":1"]);
    Command::cargo_bin("cotillion")
        .unwrap()
        .args([
            "play",
            "quadrille",
            "--deals",
            "1",
            "--strategy",
            "exec:./no-such-program",
        ])
        .assert()
        .code(1)
        .stderr(predicate::str::contains(
            "./no-such-program: it cannot be started",
        ));
}

#[test]
fn a_fault_ends_the_run_with_strategy_seed_and_move() {
    let cases = [
        (
            "moves[0] = 'R1>K9'",
            "the answer \"R1>K9\" is not legal here",
        ),
        ("moves[0] = 7", "it answered \"7\"; expected a move as text"),
        ("moves.pop()", "moves to"),
        ("moves = 'turn'", "expected {\"moves\":[\"…\",…]}"),
        ("print('I am thinking', flush=True)", "is not JSON"),
        ("sys.exit(4)", "it ended (exit status: 4)"),
        ("os.kill(os.getpid(), 9)", "it ended (signal: 9"),
        (
            "os.close(1); time.sleep(1000)",
            "it closed its input or output",
        ),
        ("time.sleep(1000)", "it gave no answer within 0.5 s"),
        ("print('x' * 3000000, flush=True)", "a line of more than"),
    ];
    for (code, words) in cases {
        let program = Program::greets(&format!("{code}\nsay({{'moves': moves}})"));
        program.fails(
            "--deals 20 --first-seed 5 --threads 2 --strategy-opt timeout-secs=0.5",
            &[
                "strategy exec:python3",
                "a program.py",
                "seed 5, move",
                words,
            ],
        );
    }
}

#[test]
fn the_fault_with_the_lowest_seed_is_told_for_any_number_of_threads() {
    for what in ["sys.exit(1)", "print('?', flush=True)"] {
        let program = Program::greets(&sometimes(what));
        let told = |threads: usize| {
            let options = format!("--deals 60 --threads {threads}");
            let assert = program.command(&options).assert().code(1);
            String::from_utf8(assert.get_output().stderr.clone()).unwrap()
        };
        let first = told(1);
        assert!(first.contains("seed "), "{first}");
        assert_eq!(first, told(2));
    }
}

#[test]
fn forfeits_are_counted_the_same_for_any_number_of_threads() {
    for (what, kind) in [
        ("sys.exit(1)", "died"),
        ("moves.append('turn')", "wrong-count"),
    ] {
        let program = Program::greets(&sometimes(what));
        let one = program.forfeits("--deals 24 --threads 1");
        let n = one["faults"][kind].as_u64().unwrap();
        assert!((2..22).contains(&n), "{one}");
        assert_eq!(one["seeds"]["count"], 24);
        let mut two = program.forfeits("--deals 24 --threads 2 --strategy-opt in-flight=7");
        two["options"]["in-flight"] = 64.0.into();
        assert_eq!(one, two);
    }
}

#[test]
fn a_program_that_dies_midway_for_no_reason_is_started_again() {
    let program = Program::greets("if n == 4: sys.exit(1)\nsay({'moves': moves})");
    program.fails("--deals 8 --threads 1", &["seed 0", "it ended"]);
    let report = program.forfeits("--deals 8 --threads 1");
    assert_eq!(report["seeds"]["count"], 8);
    assert_eq!(report["faults"], serde_json::json!({}));
}

#[test]
fn illegal_moves_and_hangs_forfeit_one_game_each() {
    let program = Program::greets(
        "for i, p in enumerate(positions):\n    if p['game'] == 3: moves[i] = 'L1>K1'\n    if p['game'] == 5: moves[i] = None\nsay({'moves': moves})",
    );
    let report = program.forfeits("--deals 8 --threads 1");
    assert_eq!(report["faults"], serde_json::json!({"illegal-move": 1}));
    let program = Program::greets(
        "if any(p['view']['cells'][0] == 'KS' and p['view']['stock'] < 70 for p in positions): time.sleep(1000)\nsay({'moves': moves})",
    );
    let start = Instant::now();
    let report = program.forfeits("--deals 40 --threads 2 --strategy-opt timeout-secs=0.5");
    assert!(
        report["faults"]["timed-out"].as_u64().unwrap() < 20,
        "{report}"
    );
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn bad_arguments_are_refused() {
    for (strategy, option, words) in [
        ("exec:", "in-flight=1", "names no program"),
        ("exec:'open", "in-flight=1", "names no program"),
        ("exec:python3", "in-flight=0", "expected 1 to 4096"),
        ("exec:python3", "depth=3", "has no option \"depth\""),
        ("exe:python3", "depth=3", "takes exec:PROGRAM too"),
    ] {
        Command::cargo_bin("cotillion")
            .unwrap()
            .args(["play", "windmill", "--deals", "1", "--strategy", strategy])
            .args(["--strategy-opt", option])
            .assert()
            .code(2)
            .stdout("")
            .stderr(predicate::str::contains(words));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_leaves_no_program_behind() {
    for n_signals in [1, 2] {
        let program =
            Program::greets("if n > 10: time.sleep(1000)\ntime.sleep(0.01)\nsay({'moves': moves})");
        let mut run = std::process::Command::new(assert_cmd::cargo::cargo_bin("cotillion"))
            .args(["play", "quadrille", "--deals", "100000", "--strategy"])
            .arg(quoted(&program.path()))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(1500));
        for _ in 0..n_signals {
            let kill = std::process::Command::new("kill")
                .args(["-INT", &run.id().to_string()])
                .status();
            assert!(kill.is_ok());
        }
        let start = Instant::now();
        let status = run.wait().unwrap();
        assert!([Some(1), Some(130)].contains(&status.code()), "{status}");
        assert!(start.elapsed() < Duration::from_secs(5));
        // A killed process may take a moment to disappear.
        std::thread::sleep(Duration::from_millis(200));
        program.is_gone();
    }
}

/// A program plays the same deals as the others, and loses none by it.
#[test]
fn programs_are_compared() {
    need_python();
    let strategies = format!("{},always-play,random", quoted(EXAMPLE));
    let run = Command::cargo_bin("cotillion")
        .unwrap()
        .args(["compare", "royal-cotillion", "--deals", "60", "--json"])
        .args(["--strategies", &strategies, "--exec-opt", "in-flight=20"])
        .assert()
        .success();
    let value: Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    let won = |i: usize| value["strategies"][i]["won"].as_u64().unwrap();
    assert!(won(0) > won(2));
    assert_eq!(won(0), won(1), "the example is always-play");
    assert_eq!(value["pairs"][0]["counts"]["first_only"], 0);
    assert_eq!(value["pairs"][0]["counts"]["second_only"], 0);
    for (strategies, option, what) in [
        ("exec:,random", "in-flight=1", "names no program"),
        ("exec:python3,random", "depth=3", "has no option"),
    ] {
        Command::cargo_bin("cotillion")
            .unwrap()
            .args(["compare", "royal-cotillion", "--deals", "1"])
            .args(["--strategies", strategies, "--exec-opt", option])
            .assert()
            .code(2)
            .stderr(predicate::str::contains(what));
    }
}
