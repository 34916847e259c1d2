//! The JSON of a batch of deals; reports of adjoining seeds can be merged.

use super::merge::{MergeError, Seeds, check_confidence, same};
use super::{ChoiceReport, VERSION, count, percent, rules_object, table};
use crate::deal::STREAM;
use crate::games::Rules;
use crate::search::Limits;
use crate::solve::{Solved, Verdict};
use crate::stats::{Interval, Spread, rate_interval};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many deals have which verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Deals with a replayed solution.
    pub solvable: u64,
    /// Deals proven to have none.
    pub unsolvable: u64,
    /// Deals for which a limit was hit.
    pub unknown: u64,
}

/// The limits of each deal's search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LimitsReport {
    /// States expanded, playouts and decisions; none if absent.
    pub max_nodes: Option<u64>,
    /// Conflicts of the learning search; none if absent.
    pub max_conflicts: Option<u64>,
    /// Memory in bytes.
    pub max_bytes: u64,
    /// Seconds; what it cuts off is not reproducible.
    pub max_secs: Option<f64>,
}

impl LimitsReport {
    fn new(limits: &Limits) -> LimitsReport {
        let bounded = |n: u64| (n != u64::MAX).then_some(n);
        LimitsReport {
            max_nodes: bounded(limits.max_nodes),
            max_conflicts: bounded(limits.max_conflicts),
            max_bytes: limits.max_bytes as u64,
            max_secs: limits.max_secs,
        }
    }
}

/// What differs from run to run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Times {
    /// Threads used.
    pub threads: usize,
    /// Seconds from start to end; of merged reports, the sum.
    pub wall_secs: f64,
    /// Microseconds a deal, each counted from the end of the one before on its thread.
    pub deal_micros: Spread,
}

/// How often a choice won.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChoiceCount {
    /// The choice.
    #[serde(flatten)]
    pub choice: ChoiceReport,
    /// Deals whose solution begins with it.
    pub solvable: u64,
}

/// What is known of a range of seeds, as `cotillion estimate --json` prints it.
///
/// # Stability
/// Fields are added, never renamed or removed. Everything but `times` is the same for any number of
/// threads.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EstimateReport {
    /// The program and its version.
    pub program: String,
    /// What kind of report this is: `estimate`.
    pub kind: String,
    /// The game's name.
    pub game: String,
    /// Every rule option with its value.
    pub rules: BTreeMap<String, String>,
    /// The deal stream.
    pub stream: String,
    /// The seeds decided.
    pub seeds: Seeds,
    /// Whether all seeds asked for are in.
    pub complete: bool,
    /// The way of searching.
    pub search: String,
    /// The limits of each search.
    pub limits: LimitsReport,
    /// Deals by verdict.
    pub counts: Counts,
    /// Confidence of the interval.
    pub confidence: f64,
    /// Wilson interval of the solvable share; undecided deals count as lost for the low end and as
    /// won for the high end.
    pub rate: Interval,
    /// Deals by the step that settled them.
    pub steps: BTreeMap<String, u64>,
    /// Undecided deals by the limit that was hit.
    pub limits_hit: BTreeMap<String, u64>,
    /// The undecided seeds, up to a thousand.
    pub unknown_seeds: Vec<u64>,
    /// The first unsolvable seeds, up to a thousand.
    pub unsolvable_seeds: Vec<u64>,
    /// Gavotte: how often each choice won, the most frequent first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<ChoiceCount>,
    /// Nodes a deal.
    pub nodes: Spread,
    /// Conflicts a deal.
    pub conflicts: Spread,
    /// What differs from run to run.
    pub times: Times,
}

const MAX_SEEDS: usize = 1000;

impl EstimateReport {
    /// A report of no deals yet.
    pub fn new(
        rules: &Rules,
        search: &str,
        limits: &Limits,
        first_seed: u64,
        confidence: f64,
    ) -> EstimateReport {
        EstimateReport {
            program: format!("cotillion {VERSION}"),
            kind: "estimate".to_string(),
            game: rules.game.name.to_string(),
            rules: rules_object(rules),
            stream: STREAM.to_string(),
            seeds: Seeds {
                first: first_seed,
                count: 0,
            },
            complete: false,
            search: search.to_string(),
            limits: LimitsReport::new(limits),
            counts: Counts::default(),
            confidence,
            rate: Interval {
                low: 0.0,
                high: 1.0,
            },
            steps: BTreeMap::new(),
            limits_hit: BTreeMap::new(),
            unknown_seeds: Vec::new(),
            unsolvable_seeds: Vec::new(),
            choices: Vec::new(),
            nodes: Spread::default(),
            conflicts: Spread::default(),
            times: Times {
                threads: 0,
                wall_secs: 0.0,
                deal_micros: Spread::default(),
            },
        }
    }

    /// Adds the next seed's verdict.
    ///
    /// # Panics
    /// If the seed does not follow those already in.
    pub fn add(&mut self, seed: u64, solved: &Solved, micros: u64) {
        assert_eq!(
            seed,
            self.seeds.first + self.seeds.count,
            "seeds come in order"
        );
        self.seeds.count += 1;
        let step = solved.step.name();
        match self.steps.get_mut(step) {
            Some(n) => *n += 1,
            None => {
                self.steps.insert(step.to_string(), 1);
            }
        }
        self.nodes.add(solved.n_nodes);
        self.conflicts.add(solved.n_conflicts);
        self.times.deal_micros.add(micros);
        match solved.verdict {
            Verdict::Solvable => self.counts.solvable += 1,
            Verdict::Unsolvable => {
                self.counts.unsolvable += 1;
                if self.unsolvable_seeds.len() < MAX_SEEDS {
                    self.unsolvable_seeds.push(seed);
                }
            }
            Verdict::Unknown(limit) => {
                self.counts.unknown += 1;
                *self.limits_hit.entry(limit.kind().to_string()).or_default() += 1;
                if self.unknown_seeds.len() < MAX_SEEDS {
                    self.unknown_seeds.push(seed);
                }
            }
        }
        if let Some(choice) = &solved.choice {
            self.add_choice(ChoiceReport::new(choice), 1);
        }
    }

    fn add_choice(&mut self, choice: ChoiceReport, n: u64) {
        match self.choices.iter_mut().find(|c| c.choice == choice) {
            Some(found) => found.solvable += n,
            None => self.choices.push(ChoiceCount {
                choice,
                solvable: n,
            }),
        }
    }

    /// The interval of the solvable share so far.
    pub fn interval(&self) -> Interval {
        let Counts {
            solvable, unknown, ..
        } = self.counts;
        rate_interval(solvable, unknown, self.seeds.count, self.confidence)
    }

    /// Settles what is computed from the counts.
    pub fn finish(&mut self) {
        self.rate = self.interval();
        let key = |c: &ChoiceCount| {
            (
                u64::MAX - c.solvable,
                c.choice.free_wing,
                c.choice.bases.clone(),
            )
        };
        self.choices.sort_by_key(key);
    }

    /// Adds the report of the seeds that follow this one's.
    ///
    /// # Errors
    /// [`MergeError`] if the two do not speak of the same game, rules, stream, search and limits,
    /// or their seeds do not adjoin.
    pub fn merge(&mut self, next: &EstimateReport) -> Result<(), MergeError> {
        same("kinds", &self.kind, &next.kind)?;
        same("games", &self.game, &next.game)?;
        same("rules", &self.rules, &next.rules)?;
        same("streams", &self.stream, &next.stream)?;
        same("searches", &self.search, &next.search)?;
        same("limits", &self.limits, &next.limits)?;
        self.seeds.extend(&next.seeds)?;
        self.complete &= next.complete;
        self.counts.solvable += next.counts.solvable;
        self.counts.unsolvable += next.counts.unsolvable;
        self.counts.unknown += next.counts.unknown;
        for (step, n) in &next.steps {
            *self.steps.entry(step.clone()).or_default() += n;
        }
        for (limit, n) in &next.limits_hit {
            *self.limits_hit.entry(limit.clone()).or_default() += n;
        }
        self.unknown_seeds.extend(&next.unknown_seeds);
        self.unknown_seeds.truncate(MAX_SEEDS);
        self.unsolvable_seeds.extend(&next.unsolvable_seeds);
        self.unsolvable_seeds.truncate(MAX_SEEDS);
        for c in &next.choices {
            self.add_choice(c.choice.clone(), c.solvable);
        }
        self.nodes.merge(&next.nodes);
        self.conflicts.merge(&next.conflicts);
        self.times.wall_secs += next.times.wall_secs;
        self.times.threads = self.times.threads.max(next.times.threads);
        self.times.deal_micros.merge(&next.times.deal_micros);
        self.finish();
        Ok(())
    }

    /// Checks that the parts of a report read from a file agree with each other.
    ///
    /// # Errors
    /// [`MergeError`] says which do not.
    pub fn check(&self) -> Result<(), MergeError> {
        let Counts {
            solvable,
            unsolvable,
            unknown,
        } = self.counts;
        let sum = solvable
            .checked_add(unsolvable)
            .and_then(|n| n.checked_add(unknown));
        if sum != Some(self.seeds.count) {
            let count = self.seeds.count;
            return Err(MergeError(format!(
                "the counts do not add up to the {count} seeds"
            )));
        }
        self.seeds.check()?;
        check_confidence(self.confidence)
    }

    /// The table for people.
    pub fn text(&self) -> String {
        let n = self.seeds.count;
        let share = |k: u64| {
            if n == 0 {
                "-".into()
            } else {
                percent(k as f64 / n as f64)
            }
        };
        let options: Vec<_> = self.rules.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let Counts {
            solvable,
            unsolvable,
            unknown,
        } = self.counts;
        let mut rows = vec![
            vec!["solvable".to_string(), count(solvable), share(solvable)],
            vec![
                "unsolvable".to_string(),
                count(unsolvable),
                share(unsolvable),
            ],
            vec!["unknown".to_string(), count(unknown), share(unknown)],
            vec!["deals".to_string(), count(n)],
        ];
        rows.extend(
            self.steps
                .iter()
                .map(|(step, k)| vec![format!("settled by {step}"), count(*k), share(*k)]),
        );
        let secs = |micros: f64| format!("{:.4} s", micros / 1e6);
        let times = &self.times.deal_micros;
        let spread = vec![vec!["a deal", "mean", "median", "90 %", "99 %", "most"]];
        let mut spread: Vec<Vec<String>> = spread
            .into_iter()
            .map(|r| r.into_iter().map(String::from).collect())
            .collect();
        for (name, s) in [("nodes", &self.nodes), ("conflicts", &self.conflicts)] {
            let quantile = |share| count(s.quantile(share));
            let mean = count(s.mean().round() as u64);
            let row = [
                mean,
                quantile(0.5),
                quantile(0.9),
                quantile(0.99),
                count(s.max()),
            ];
            spread.push([vec![name.to_string()], row.to_vec()].concat());
        }
        let quantile = |share| secs(times.quantile(share) as f64);
        let most = secs(times.max() as f64);
        let row = [
            secs(times.mean()),
            quantile(0.5),
            quantile(0.9),
            quantile(0.99),
            most,
        ];
        spread.push([vec!["time".to_string()], row.to_vec()].concat());
        let mut text = format!(
            "{} {}, seeds {} to {} of {}{}\n\n",
            self.game,
            options.join(" "),
            self.seeds.first,
            self.seeds.first as u128 + u128::from(n).saturating_sub(1),
            self.stream,
            if self.complete {
                ""
            } else {
                " (stopped early)"
            },
        );
        text += &table(&rows);
        text += &format!(
            "\nsolvable share: {} to {} at {} confidence\n\n",
            percent(self.rate.low),
            percent(self.rate.high),
            percent(self.confidence),
        );
        text += &table(&spread);
        if !self.choices.is_empty() {
            text += "\nchoices that won most often (free wing, bases)\n";
            let row = |c: &ChoiceCount| {
                let [first, second] = &c.choice.bases;
                vec![
                    format!("{} {first},{second}", c.choice.free_wing),
                    count(c.solvable),
                ]
            };
            text += &table(&self.choices.iter().take(10).map(row).collect::<Vec<_>>());
        }
        let (threads, wall) = (self.times.threads, self.times.wall_secs);
        let rate = if wall > 0.0 { n as f64 / wall } else { 0.0 };
        text += &format!("\n{wall:.1} s on {threads} threads, {rate:.1} deals/s\n");
        text
    }
}
