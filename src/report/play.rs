//! The JSON of a strategy's games.

use super::merge::{MergeError, Seeds, check_confidence, same};
use super::{VERSION, count, percent, rules_object, table};
use crate::deal::STREAM;
use crate::games::Rules;
use crate::play::outside::FaultKind;
use crate::play::{GameResult, StrategyOptions};
use crate::stats::{Interval, wilson};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How a strategy did on a range of seeds, as `cotillion play --json` prints it.
///
/// # Stability
/// Fields are added, never renamed or removed. Everything but `times` is the same for any number of
/// threads.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayReport {
    /// The program and its version.
    pub program: String,
    /// What kind of report this is: `play`.
    pub kind: String,
    /// The game's name.
    pub game: String,
    /// Every rule option with its value.
    pub rules: BTreeMap<String, String>,
    /// The strategy.
    pub strategy: String,
    /// Its options.
    pub options: BTreeMap<String, f64>,
    /// The deal stream.
    pub stream: String,
    /// The seeds played.
    pub seeds: Seeds,
    /// Whether all seeds asked for are in.
    pub complete: bool,
    /// Games won.
    pub won: u64,
    /// Confidence of the interval.
    pub confidence: f64,
    /// Wilson interval of the win rate.
    pub rate: Interval,
    /// Positions in which the strategy chose among several moves.
    pub decisions: u64,
    /// For a strategy outside the program: what it calls itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy_name: Option<String>,
    /// For a strategy outside the program: games lost by a fault, by kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faults: Option<BTreeMap<String, u64>>,
    /// What differs from run to run.
    pub times: PlayTimes,
}

/// What differs from run to run.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayTimes {
    /// Threads used.
    pub threads: usize,
    /// Seconds from start to end.
    pub wall_secs: f64,
    /// Games a second on all threads together.
    pub games_per_sec: f64,
    /// For a strategy outside the program: how often a program was started anew after a fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restarts: Option<u64>,
}

impl PlayReport {
    /// A report of no games yet.
    pub fn new(
        rules: &Rules,
        strategy: &StrategyOptions,
        first_seed: u64,
        confidence: f64,
    ) -> PlayReport {
        let names = strategy.info.options.iter().map(|o| o.0.to_string());
        PlayReport {
            program: format!("cotillion {VERSION}"),
            kind: "play".to_string(),
            game: rules.game.name.to_string(),
            rules: rules_object(rules),
            strategy: strategy.info.name.to_string(),
            options: names.zip(strategy.values.iter().copied()).collect(),
            stream: STREAM.to_string(),
            seeds: Seeds {
                first: first_seed,
                count: 0,
            },
            complete: false,
            won: 0,
            confidence,
            rate: Interval {
                low: 0.0,
                high: 1.0,
            },
            decisions: 0,
            strategy_name: None,
            faults: None,
            times: PlayTimes {
                threads: 0,
                wall_secs: 0.0,
                games_per_sec: 0.0,
                restarts: None,
            },
        }
    }

    /// Makes it the report of a strategy outside the program, named by its command line.
    pub fn outside(mut self, strategy: &str) -> PlayReport {
        self.strategy = strategy.to_string();
        self.faults = Some(BTreeMap::new());
        self
    }

    /// Counts a game lost by a fault, which [`PlayReport::add`] counts as well.
    pub fn add_fault(&mut self, kind: FaultKind) {
        let faults = self.faults.get_or_insert_default();
        *faults.entry(kind.name().to_string()).or_default() += 1;
    }

    /// Adds the next seed's game.
    pub fn add(&mut self, result: &GameResult) {
        self.seeds.count += 1;
        self.won += u64::from(result.won);
        self.decisions += result.n_decisions;
    }

    /// Settles what is computed from the counts.
    pub fn finish(&mut self, threads: usize, wall_secs: f64) {
        self.rate = wilson(self.won, self.seeds.count, self.confidence);
        let games_per_sec = if wall_secs > 0.0 {
            self.seeds.count as f64 / wall_secs
        } else {
            0.0
        };
        self.times = PlayTimes {
            threads,
            wall_secs,
            games_per_sec,
            restarts: self.times.restarts,
        };
    }

    /// Adds the report of the seeds that follow this one's.
    ///
    /// # Errors
    /// [`MergeError`] if the two do not speak of the same game, rules, stream, strategy and options,
    /// or their seeds do not adjoin.
    pub fn merge(&mut self, next: &PlayReport) -> Result<(), MergeError> {
        same("kinds", &self.kind, &next.kind)?;
        same("games", &self.game, &next.game)?;
        same("rules", &self.rules, &next.rules)?;
        same("streams", &self.stream, &next.stream)?;
        same("strategies", &self.strategy, &next.strategy)?;
        same("strategies", &self.strategy_name, &next.strategy_name)?;
        same("options", &self.options, &next.options)?;
        self.seeds.extend(&next.seeds)?;
        self.complete &= next.complete;
        self.won += next.won;
        self.decisions += next.decisions;
        for (kind, n) in next.faults.iter().flatten() {
            *self
                .faults
                .get_or_insert_default()
                .entry(kind.clone())
                .or_default() += n;
        }
        let restarts = [self.times.restarts, next.times.restarts];
        self.times.restarts = restarts.into_iter().flatten().reduce(|a, b| a + b);
        let threads = self.times.threads.max(next.times.threads);
        self.finish(threads, self.times.wall_secs + next.times.wall_secs);
        Ok(())
    }

    /// Checks that the parts of a report read from a file agree with each other.
    ///
    /// # Errors
    /// [`MergeError`] says which do not.
    pub fn check(&self) -> Result<(), MergeError> {
        if self.won > self.seeds.count {
            return Err(MergeError(format!(
                "{} of {} games are won",
                self.won, self.seeds.count
            )));
        }
        self.seeds.check()?;
        check_confidence(self.confidence)
    }

    /// The table for people.
    pub fn text(&self) -> String {
        let rules: Vec<_> = self.rules.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let options: Vec<_> = self
            .options
            .iter()
            .map(|(k, v)| format!("{k}={v}"))
            .collect();
        let n = self.seeds.count;
        let mut text = format!(
            "{} {}, seeds {} to {} of {}\nstrategy {} {}\n\n",
            self.game,
            rules.join(" "),
            self.seeds.first,
            self.seeds.first as u128 + u128::from(n).saturating_sub(1),
            self.stream,
            self.strategy,
            options.join(" "),
        );
        let rate = if n == 0 {
            0.0
        } else {
            self.won as f64 / n as f64
        };
        let mut rows = vec![
            vec!["games".to_string(), count(n)],
            vec!["won".to_string(), count(self.won), percent(rate)],
        ];
        for (kind, &n) in self.faults.iter().flatten() {
            rows.push(vec![format!("lost by {kind}"), count(n)]);
        }
        text += &table(&rows);
        text += &format!(
            "\nwin rate: {} to {} at {} confidence\n{} decisions, {:.1} s on {} threads, {:.1} games/s\n",
            percent(self.rate.low),
            percent(self.rate.high),
            percent(self.confidence),
            count(self.decisions),
            self.times.wall_secs,
            self.times.threads,
            self.times.games_per_sec,
        );
        if let Some(n) = self.times.restarts.filter(|&n| n > 0) {
            text += &format!("{} restarts of the program\n", count(n));
        }
        text
    }
}
