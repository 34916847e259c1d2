//! A worker: one program, many games in flight, and what to do when a request fails.

use super::child::{Child, NoAnswer};
use super::fault::{Fault, FaultKind};
use super::flight::Flight;
use super::protocol::{self, BYE, Choose, Position};
use super::{Feed, Outside, OutsideGame};
use crate::play::Sight;
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};

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
