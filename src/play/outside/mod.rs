//! Strategies outside the program: a child process that chooses moves over a line protocol.
//!
//! Each worker has one child and many games in flight; a request holds the positions of all of
//! them, so that the pipe is not the limit. The games are played by the literal rules of
//! `reference`; the child sees [`super::Sight`] and nothing else, and a game's number tells nothing
//! of its seed.
//!
//! *Faults.* A bad move is the fault of one game. If a whole request fails (no answer in time, the
//! program ended, nonsense) the program is started anew and asked about the positions one by one: a
//! position is at fault if it fails as the first request to a fresh program. So for a program whose
//! answer depends on the position alone, it depends neither on threads nor on what else was asked
//! which games are at fault. With [`Outside::forfeit`] these games are lost; without, the one with the
//! lowest seed ends the run.

mod child;
mod fault;
mod flight;
mod protocol;
mod worker;

pub use child::kill_all;
pub use fault::{Fault, FaultKind};
pub use protocol::{Hello, PROTOCOL};
pub use worker::{play, trace};

use super::{StrategyInfo, StrategyOptions, Trace};
use crate::deal::Setup;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How a strategy's text says that it is a program.
pub const PREFIX: &str = "exec:";

/// Longest patience that makes sense: a day.
const MAX_PATIENCE_SECS: f64 = 86_400.0;
/// Most games in flight: their request line stays below a few megabytes.
const MAX_IN_FLIGHT: f64 = 4096.0;

/// The options of every such strategy.
pub(crate) const INFO: StrategyInfo = StrategyInfo {
    name: "exec:PROGRAM",
    meaning: "a program that is asked for moves on its standard input",
    cost: "as long as the program takes",
    is_cheap: false,
    options: &[
        ("in-flight", 64.0, "games asked about at once, a program"),
        ("timeout-secs", 30.0, "patience with an answer"),
        (
            "forfeit",
            0.0,
            "1: a fault loses the game; 0: it ends the run",
        ),
    ],
};

/// A strategy outside the program.
#[derive(Debug)]
pub struct Outside {
    setup: Setup,
    command: Vec<String>,
    hello: Vec<u8>,
    in_flight: usize,
    patience: Duration,
    /// Whether a fault loses the game instead of ending the run.
    pub forfeit: bool,
    name: OnceLock<String>,
    n_restarts: AtomicU64,
}

/// The program and its arguments.
///
/// # Errors
/// If the text is not `exec:` and a program, or a quotation mark is not closed.
fn command(text: &str) -> Result<Vec<String>, String> {
    let command = text.strip_prefix(PREFIX).and_then(shlex::split);
    command.filter(|words| !words.is_empty()).ok_or_else(|| {
        format!("{text:?} names no program; expected exec:PROGRAM and its arguments, quoted as in a shell")
    })
}

impl StrategyOptions {
    /// The options of a strategy outside the program; `text` is `exec:` and its command line.
    ///
    /// # Errors
    /// Says which option or value is not known, and what was expected.
    pub fn outside(text: &str, options: &[impl AsRef<str>]) -> Result<StrategyOptions, String> {
        command(text)?;
        let options = StrategyOptions::of(&INFO, options)?;
        let in_range = |name: &str, low: f64, high: f64| {
            let value = options.get(name);
            if (low..=high).contains(&value) {
                return Ok(());
            }
            Err(format!(
                "option {name} cannot be {value}; expected {low} to {high}"
            ))
        };
        in_range("in-flight", 1.0, MAX_IN_FLIGHT)?;
        in_range("timeout-secs", 0.001, MAX_PATIENCE_SECS)?;
        in_range("forfeit", 0.0, 1.0)?;
        Ok(options)
    }
}

impl Outside {
    /// The strategy of this text and these options.
    ///
    /// # Errors
    /// If the text is no command line.
    ///
    /// # Panics
    /// If the options are another strategy's.
    pub fn new(
        setup: &Setup,
        text: &str,
        options: &StrategyOptions,
        hello: &Hello,
    ) -> Result<Outside, String> {
        Ok(Outside {
            setup: *setup,
            command: command(text)?,
            hello: protocol::line(hello),
            in_flight: options.get("in-flight") as usize,
            patience: Duration::from_secs_f64(options.get("timeout-secs")),
            forfeit: options.get("forfeit") == 1.0,
            name: OnceLock::new(),
            n_restarts: AtomicU64::new(0),
        })
    }

    /// What the program calls itself, once it has been started.
    pub fn name(&self) -> Option<&str> {
        self.name.get().map(String::as_str)
    }

    /// How often a program was started anew after a fault.
    pub fn n_restarts(&self) -> u64 {
        self.n_restarts.load(Ordering::Relaxed)
    }
}

/// Where games come from and go to.
pub trait Feed {
    /// Most games in flight that leave work for the other workers.
    fn fair_share(&self) -> usize;
    /// The next seed to play, each higher than the one before.
    fn next(&self) -> Option<u64>;
    /// Takes the game of a seed.
    fn give(&self, seed: u64, game: OutsideGame);
    /// Whether the games of this seed and all higher ones are of no more interest.
    fn is_idle(&self, seed: u64) -> bool;
    /// Whether to stop at once.
    fn stopped(&self) -> bool;
}

/// A game played, or broken off by a fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutsideGame {
    /// How it went; not won if there was a fault.
    pub trace: Trace,
    /// The fault, made instead of the move after the last.
    pub fault: Option<Fault>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_is_split_as_a_shell_does() {
        let words = command("exec:./my\\ player --depth '2 3' \"a b\"").unwrap();
        assert_eq!(words, ["./my player", "--depth", "2 3", "a b"]);
        for text in ["exec:", "exec:  ", "exec:'open", "python3 x.py"] {
            assert!(command(text).is_err(), "{text}");
        }
    }

    #[test]
    fn options_are_checked() {
        let refused = |option: &str| StrategyOptions::outside("exec:x", &[option]).unwrap_err();
        assert!(refused("in-flight=0").contains("1 to 4096"));
        assert!(refused("timeout-secs=0").contains("0.001 to 86400"));
        assert!(refused("forfeit=2").contains("0 to 1"));
        assert!(refused("depth=2").contains("in-flight, timeout-secs, forfeit"));
        let options = StrategyOptions::outside("exec:x", &["in-flight=2"]).unwrap();
        assert_eq!(options.values, [2.0, 30.0, 0.0]);
    }
}
