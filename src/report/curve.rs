//! The JSON of a strategy's win rate over the time that it takes.

use super::merge::Seeds;
use super::{PlayReport, count, percent, rules_object, table};
use crate::deal::STREAM;
use crate::games::Rules;
use crate::report::VERSION;
use crate::stats::Interval;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One value of the option.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CurvePoint {
    /// The value.
    pub value: f64,
    /// Games won.
    pub won: u64,
    /// The share won.
    pub share: f64,
    /// Wilson interval of the win rate.
    pub rate: Interval,
    /// Positions in which the strategy chose among several moves.
    pub decisions: u64,
    /// Milliseconds of one core for such a choice.
    pub ms_per_decision: f64,
    /// Seconds of one core for a game.
    pub secs_per_game: f64,
}

/// What more time buys a strategy: the same seeds for each value of one option, as `cotillion curve --json`
/// prints it.
///
/// # Stability
/// Fields are added, never renamed or removed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CurveReport {
    /// The program and its version.
    pub program: String,
    /// What kind of report this is: `curve`.
    pub kind: String,
    /// The game's name.
    pub game: String,
    /// Every rule option with its value.
    pub rules: BTreeMap<String, String>,
    /// The deal stream.
    pub stream: String,
    /// The seeds of every point.
    pub seeds: Seeds,
    /// Confidence of the intervals.
    pub confidence: f64,
    /// The strategy.
    pub strategy: String,
    /// Its options that stay.
    pub options: BTreeMap<String, f64>,
    /// The option that varies.
    pub option: String,
    /// One for each value, in the order asked for.
    pub points: Vec<CurvePoint>,
}

impl CurveReport {
    /// A report without points.
    pub fn new(rules: &Rules, seeds: Seeds, confidence: f64, option: &str) -> CurveReport {
        CurveReport {
            program: format!("cotillion {VERSION}"),
            kind: "curve".to_string(),
            game: rules.game.name.to_string(),
            rules: rules_object(rules),
            stream: STREAM.to_string(),
            seeds,
            confidence,
            strategy: String::new(),
            options: BTreeMap::new(),
            option: option.to_string(),
            points: Vec::new(),
        }
    }

    /// Adds the finished report of one value. Its times are taken to be those of threads all busy.
    pub fn add(&mut self, report: &PlayReport) {
        let mut options = report.options.clone();
        let value = options.remove(&self.option).unwrap_or_default();
        self.strategy.clone_from(&report.strategy);
        self.options = options;
        let games = report.seeds.count;
        let secs = report.times.wall_secs * report.times.threads as f64;
        self.points.push(CurvePoint {
            value,
            won: report.won,
            share: report.won as f64 / games.max(1) as f64,
            rate: report.rate,
            decisions: report.decisions,
            ms_per_decision: 1000.0 * secs / report.decisions.max(1) as f64,
            secs_per_game: secs / games.max(1) as f64,
        });
    }

    /// The table for people.
    pub fn text(&self) -> String {
        let rules: Vec<_> = self.rules.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let options: Vec<_> = self
            .options
            .iter()
            .map(|(k, v)| format!("{k}={v}"))
            .collect();
        let mut rows = vec![
            [
                self.option.as_str(),
                "won",
                "share",
                "interval",
                "ms a decision",
                "s a game",
            ]
            .map(String::from)
            .to_vec(),
        ];
        for point in &self.points {
            rows.push(vec![
                point.value.to_string(),
                count(point.won),
                percent(point.share),
                format!(
                    "{} to {}",
                    percent(point.rate.low),
                    percent(point.rate.high)
                ),
                format!("{:.3}", point.ms_per_decision),
                format!("{:.3}", point.secs_per_game),
            ]);
        }
        format!(
            "{} {}, {} games from seed {} of {}\nstrategy {} {}\n\n{}",
            self.game,
            rules.join(" "),
            count(self.seeds.count),
            self.seeds.first,
            self.stream,
            self.strategy,
            options.join(" "),
            table(&rows)
        )
    }
}
