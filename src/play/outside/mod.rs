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
mod protocol;

pub use child::kill_all;
pub use fault::{Fault, FaultKind};
pub use protocol::{Hello, PROTOCOL};

use super::table::announce;
use super::{Announced, GameResult, Random, Sight, StrategyInfo, StrategyOptions, Trace};
use crate::deal::{Deal, Move, Setup};
use crate::reference::Table;
use child::{Child, NoAnswer};
use protocol::{BYE, Choose, Position};
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
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

/// A game in flight.
struct Flight {
    seed: u64,
    number: u64,
    table: Table,
    legal: Vec<Move>,
    trace: Trace,
}

impl Flight {
    fn begin(setup: &Setup, seed: u64, number: u64) -> Flight {
        let cards = Deal::from_seed(setup, seed).cards;
        let (table, announced) = match setup {
            Setup::Gavotte(s) => {
                let choice: Announced = announce(s, &cards, &mut Random::new(seed, 1));
                (Table::gavotte(s, choice.into(), &cards), Some(choice))
            }
            other => (Table::new(other, &cards), None),
        };
        Flight {
            seed,
            number,
            table: table.expect("a deal of the set-up can be laid out"),
            legal: Vec::new(),
            trace: Trace {
                result: GameResult {
                    won: false,
                    n_decisions: 0,
                    n_moves: 0,
                },
                announced,
                moves: Vec::new(),
            },
        }
    }

    fn play(&mut self, mv: Move) {
        self.table.play(mv).expect("the move is legal");
        self.trace.result.n_moves += 1;
        self.trace.moves.push(mv);
    }

    /// Plays on while there is no choice; whether there is one at last.
    fn play_to_choice(&mut self) -> bool {
        loop {
            self.trace.result.won = self.table.is_won();
            if self.trace.result.won {
                return false;
            }
            self.legal = self.table.legal_moves();
            match self.legal[..] {
                [] => return false,
                [only] => self.play(only),
                _ => match self.table.distinct_moves()[..] {
                    [only] => self.play(only),
                    _ => return true,
                },
            }
        }
    }

    fn end(self, fault: Option<Fault>) -> (u64, OutsideGame) {
        let trace = self.trace;
        (self.seed, OutsideGame { trace, fault })
    }
}

/// Why a worker ends before its games do.
#[derive(Debug)]
enum Halt {
    Stopped,
    /// The program cannot be started or does not greet.
    Start(Fault),
}

/// An answer about one position.
type Answer = Result<Value, Fault>;

/// One worker: a program and its games in flight.
struct Worker<'a> {
    outside: &'a Outside,
    child: Option<Child>,
    /// Whether the child has answered no request yet.
    is_fresh: bool,
    n_started: u64,
    /// Games that ended since the last request.
    over: Vec<u64>,
}

/// The game of one seed, move by move; `None` if `stop` was set before its end.
///
/// # Errors
/// The fault of a program that cannot be started or does not greet.
pub fn trace(
    outside: &Outside,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Option<OutsideGame>, Fault> {
    let feed = OneGame {
        stop,
        seed: Cell::new(Some(seed)),
        game: RefCell::new(None),
    };
    play(outside, &feed)?;
    Ok(feed.game.into_inner())
}

/// A single seed.
struct OneGame<'a> {
    stop: &'a AtomicBool,
    seed: Cell<Option<u64>>,
    game: RefCell<Option<OutsideGame>>,
}

impl Feed for OneGame<'_> {
    fn fair_share(&self) -> usize {
        1
    }

    fn next(&self) -> Option<u64> {
        self.seed.take()
    }

    fn give(&self, _: u64, game: OutsideGame) {
        self.game.replace(Some(game));
    }

    fn is_idle(&self, _: u64) -> bool {
        false
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Plays the games that the feed gives, with one program, until the feed has no more.
///
/// # Errors
/// The fault of a program that cannot be started or does not greet.
pub fn play(outside: &Outside, feed: &dyn Feed) -> Result<(), Fault> {
    let mut worker = Worker {
        outside,
        child: None,
        is_fresh: true,
        n_started: 0,
        over: Vec::new(),
    };
    match worker.play(feed) {
        Ok(()) => {
            if let Some(child) = worker.child.take() {
                child.end(BYE.into());
            }
            Ok(())
        }
        Err(Halt::Stopped) => Ok(()),
        Err(Halt::Start(fault)) => Err(fault),
    }
}

impl Worker<'_> {
    fn play(&mut self, feed: &dyn Feed) -> Result<(), Halt> {
        // In the order of their seeds.
        let mut flights: Vec<Flight> = Vec::new();
        let most = self.outside.in_flight.min(feed.fair_share()).max(1);
        let mut number = 0;
        loop {
            while flights.len() < most
                && let Some(seed) = feed.next()
            {
                number += 1;
                let mut flight = Flight::begin(&self.outside.setup, seed, number);
                if flight.play_to_choice() {
                    flights.push(flight);
                } else {
                    let (seed, game) = flight.end(None);
                    feed.give(seed, game);
                }
            }
            flights.retain(|flight| !feed.is_idle(flight.seed));
            if flights.is_empty() {
                return Ok(());
            }
            let answers = self.answers(&flights, feed)?;
            let mut in_flight = Vec::with_capacity(flights.len());
            for (mut flight, answer) in flights.into_iter().zip(answers) {
                flight.trace.result.n_decisions += 1;
                let choice = answer.and_then(|value| protocol::read_move(&value, &flight.legal));
                let goes_on = match choice {
                    Ok(Some(mv)) => {
                        flight.play(mv);
                        flight.play_to_choice()
                    }
                    _ => false,
                };
                if goes_on {
                    in_flight.push(flight);
                } else {
                    self.over.push(flight.number);
                    let (seed, game) = flight.end(choice.err());
                    feed.give(seed, game);
                }
            }
            flights = in_flight;
        }
    }

    /// The answers to all positions, or to those up to the first fault if that ends the run.
    fn answers(&mut self, flights: &[Flight], feed: &dyn Feed) -> Result<Vec<Answer>, Halt> {
        let all: Vec<&Flight> = flights.iter().collect();
        let fault = match self.request(&all, feed)? {
            Ok(values) => return Ok(values.into_iter().map(Ok).collect()),
            Err(fault) => fault,
        };
        if flights.len() == 1 && !self.outside.forfeit {
            return Ok(vec![Err(fault)]);
        }
        let mut answers = Vec::with_capacity(flights.len());
        for flight in flights {
            let answer = match self.alone(flight, feed) {
                Ok(answer) => answer,
                // The program starts no more: what went before is told.
                Err(Halt::Start(_)) if !self.outside.forfeit => break,
                Err(halt) => return Err(halt),
            };
            let ends_run = answer.is_err() && !self.outside.forfeit;
            answers.push(answer);
            if ends_run {
                return Ok(answers);
            }
        }
        if !self.outside.forfeit {
            // No position is at fault alone: the program is, and the first position stands for all.
            let n = flights.len();
            let words = format!("{fault}, asked about {n} positions at once (see in-flight)");
            return Ok(vec![Err(Fault::new(fault.kind, words))]);
        }
        Ok(answers)
    }

    /// The answer to one position; a fault only if a fresh program makes it.
    fn alone(&mut self, flight: &Flight, feed: &dyn Feed) -> Result<Answer, Halt> {
        loop {
            let was_fresh = self.child.is_none() || self.is_fresh;
            match self.request(&[flight], feed)? {
                Ok(mut values) => return Ok(Ok(values.remove(0))),
                Err(fault) if was_fresh => return Ok(Err(fault)),
                Err(_) => {}
            }
        }
    }

    /// Asks about these positions. After a fault the program is gone.
    fn request(
        &mut self,
        flights: &[&Flight],
        feed: &dyn Feed,
    ) -> Result<Result<Vec<Value>, Fault>, Halt> {
        let positions = flights.iter().map(|flight| Position {
            game: flight.number,
            view: Sight::new(
                &self.outside.setup,
                flight.trace.announced.as_ref(),
                &flight.table,
            ),
            moves: &flight.legal,
        });
        let line = protocol::line(&Choose {
            kind: "choose",
            positions: positions.collect(),
            over: &self.over,
        });
        let patience = self.outside.patience;
        let answer = self
            .child(feed)?
            .ask(line, patience, &|| feed.stopped())
            .and_then(|line| protocol::read_moves(&line, flights.len()).map_err(NoAnswer::Fault));
        match answer {
            Ok(values) => {
                self.is_fresh = false;
                self.over.clear();
                Ok(Ok(values))
            }
            Err(NoAnswer::Stopped) => Err(Halt::Stopped),
            Err(NoAnswer::Fault(fault)) => {
                self.child = None;
                Ok(Err(fault))
            }
        }
    }

    /// The program, started and greeted if there is none.
    fn child(&mut self, feed: &dyn Feed) -> Result<&mut Child, Halt> {
        if self.child.is_none() {
            let child = self.start(feed)?;
            self.n_started += 1;
            if self.n_started > 1 {
                self.outside.n_restarts.fetch_add(1, Ordering::Relaxed);
            }
            self.is_fresh = true;
            self.over.clear();
            self.child = Some(child);
        }
        Ok(self.child.as_mut().expect("it was started"))
    }

    fn start(&self, feed: &dyn Feed) -> Result<Child, Halt> {
        let outside = self.outside;
        let mut child = Child::start(&outside.command).map_err(|error| {
            let words = format!("{}: it cannot be started: {error}", outside.command[0]);
            Halt::Start(Fault::new(FaultKind::Died, words))
        })?;
        let hello = outside.hello.clone();
        let name = child
            .ask(hello, outside.patience, &|| feed.stopped())
            .and_then(|line| protocol::read_hello(&line).map_err(NoAnswer::Fault));
        match name {
            Ok(name) => {
                let _ = outside.name.set(name);
                Ok(child)
            }
            Err(NoAnswer::Stopped) => Err(Halt::Stopped),
            Err(NoAnswer::Fault(fault)) => {
                let words = format!("instead of a greeting: {fault}");
                Err(Halt::Start(Fault::new(fault.kind, words)))
            }
        }
    }
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
