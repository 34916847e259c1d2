//! The old books' claims beside what has been measured.

use super::{EstimateReport, PlayReport, percent, rules_object, table};
use crate::games::{Claim, GAMES, Rules};
use crate::stats::{Interval, wilson};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A strategy's rate beside a claim.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Measured {
    /// The strategy with its options, or `(solvable)` for the ceiling.
    pub strategy: String,
    /// Games.
    pub games: u64,
    /// Games won, or deals that can be won.
    pub won: u64,
    /// Interval of the rate.
    pub rate: Interval,
    /// One in so many, from the rate itself; absent without a win.
    pub one_in: Option<f64>,
    /// `within`, `too high` or `too low`: the claim beside the interval.
    pub claim_is: String,
    /// Points in a hundred from the claimed rate to the nearer end of the interval; 0 within.
    pub off_by_points: f64,
}

/// A claim and the rates measured for one set of rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ClaimReport {
    /// The game's name.
    pub game: String,
    /// Every rule option with its value.
    pub rules: BTreeMap<String, String>,
    /// The words.
    pub claim: String,
    /// Whose words.
    pub source: String,
    /// The claimed rate as one in so many.
    pub claimed_one_in: f64,
    /// Confidence of the intervals.
    pub confidence: f64,
    /// The strategies, as measured.
    pub strategies: Vec<Measured>,
    /// The solvable share of seeded deals: the ceiling of every strategy.
    pub solvable: Option<Measured>,
    /// The strategy whose rate comes nearest.
    pub nearest: Option<String>,
}

impl Measured {
    /// The figures beside a claim.
    pub fn new(strategy: &str, won: u64, games: u64, rate: Interval, claim: &Claim) -> Measured {
        let claimed = 1.0 / claim.one_in;
        let (claim_is, off) = if claimed > rate.high {
            ("too high", claimed - rate.high)
        } else if claimed < rate.low {
            ("too low", rate.low - claimed)
        } else {
            ("within", 0.0)
        };
        Measured {
            strategy: strategy.to_string(),
            games,
            won,
            rate,
            one_in: (won > 0).then(|| games as f64 / won as f64),
            claim_is: claim_is.to_string(),
            off_by_points: 100.0 * off,
        }
    }

    /// The claim beside the interval, in words.
    pub fn verdict(&self) -> String {
        match self.claim_is.as_str() {
            "within" => "within the interval".to_string(),
            side => format!("{side} by {:.1} points", self.off_by_points),
        }
    }

    /// The share won.
    fn share(&self) -> f64 {
        self.won as f64 / self.games.max(1) as f64
    }

    /// The figures of a report of play, named by the strategy and its options.
    pub fn of_play(report: &PlayReport, confidence: f64, claim: &Claim) -> Measured {
        let (won, games) = (report.won, report.seeds.count);
        let options = report.options.iter().map(|(k, v)| format!(" {k}={v}"));
        let name = report.strategy.clone() + &options.collect::<String>();
        Measured::new(&name, won, games, wilson(won, games, confidence), claim)
    }

    /// The solvable share of a report of estimate.
    pub fn of_estimate(report: &EstimateReport, confidence: f64, claim: &Claim) -> Measured {
        let report = EstimateReport {
            confidence,
            ..report.clone()
        };
        let (won, games) = (report.counts.solvable, report.seeds.count);
        Measured::new("(solvable)", won, games, report.interval(), claim)
    }
}

impl ClaimReport {
    /// The claim beside the figures.
    pub fn new(
        rules: &Rules,
        claim: &Claim,
        confidence: f64,
        strategies: Vec<Measured>,
        solvable: Option<Measured>,
    ) -> ClaimReport {
        let claimed = 1.0 / claim.one_in;
        let distance = |m: &Measured| (m.share() - claimed).abs();
        let nearest = strategies
            .iter()
            .min_by(|a, b| distance(a).total_cmp(&distance(b)));
        ClaimReport {
            game: rules.game.name.to_string(),
            rules: rules_object(rules),
            claim: claim.text.to_string(),
            source: claim.source.to_string(),
            claimed_one_in: claim.one_in,
            confidence,
            nearest: nearest.map(|m| m.strategy.clone()),
            strategies,
            solvable,
        }
    }

    /// The claims of all games beside kept reports, for each set of rules that a claim may speak of. Strategies
    /// come in the order of their rates; of several estimates the largest counts. Rules without reports of play
    /// are left out.
    ///
    /// # Errors
    /// Names a game with a claim for which there is no report of play.
    pub fn of_reports(
        plays: &[PlayReport],
        estimates: &[EstimateReport],
        confidence: f64,
    ) -> Result<Vec<ClaimReport>, String> {
        let mut reports = Vec::new();
        for game in GAMES {
            let Some(claim) = &game.claim else { continue };
            let n_before = reports.len();
            for options in claim.rules {
                let rules = Rules::new(game.name, options).map_err(|e| e.to_string())?;
                let values = rules_object(&rules);
                let same =
                    |name: &str, other: &BTreeMap<_, _>| name == game.name && *other == values;
                let mut measured: Vec<Measured> = plays
                    .iter()
                    .filter(|report| same(&report.game, &report.rules))
                    .map(|report| Measured::of_play(report, confidence, claim))
                    .collect();
                if measured.is_empty() {
                    continue;
                }
                measured.sort_by(|a, b| a.share().total_cmp(&b.share()));
                let solvable = estimates
                    .iter()
                    .filter(|report| same(&report.game, &report.rules))
                    .max_by_key(|report| report.seeds.count)
                    .map(|report| Measured::of_estimate(report, confidence, claim));
                reports.push(ClaimReport::new(
                    &rules, claim, confidence, measured, solvable,
                ));
            }
            if reports.len() == n_before {
                return Err(format!("no report of play for {}", game.name));
            }
        }
        Ok(reports)
    }

    /// The table for people.
    pub fn text(&self) -> String {
        let rules: Vec<_> = self.rules.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let mut text = format!(
            "{} {}\n\"{}\" ({})\n",
            self.game,
            rules.join(" "),
            self.claim,
            self.source
        );
        let mut rows = vec![
            ["strategy", "games", "one in", "rate", "the claim is"]
                .map(String::from)
                .to_vec(),
        ];
        for m in self.strategies.iter().chain(&self.solvable) {
            rows.push(vec![
                m.strategy.clone(),
                super::count(m.games),
                m.one_in.map_or("-".into(), |x| format!("{x:.2}")),
                format!("{} to {}", percent(m.rate.low), percent(m.rate.high)),
                m.verdict(),
            ]);
        }
        text += &table(&rows);
        if let Some(nearest) = &self.nearest {
            text += &format!("nearest: {nearest}\n");
        }
        text
    }
}
