//! The JSON of comparisons: strategies, or ways of searching, on the same deals.

use super::estimate::Counts;
use super::merge::Seeds;
use super::{VERSION, count, percent, rules_object, table};
use crate::batch::{Benched, Compared};
use crate::deal::STREAM;
use crate::games::Rules;
use crate::solve::{SearchPlan, Verdict};
use crate::stats::{Interval, Paired, Spread, rate_interval, wilson};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One strategy's wins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Contestant {
    /// The strategy with its options, as `--strategies` takes it.
    pub strategy: String,
    /// Games won.
    pub won: u64,
    /// Wilson interval of the win rate.
    pub rate: Interval,
}

/// Two strategies on the same deals.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// The first strategy.
    pub first: String,
    /// The second strategy.
    pub second: String,
    /// Deals by who won.
    pub counts: Paired,
    /// The first's win rate less the second's.
    pub difference: f64,
    /// Interval of that difference.
    pub interval: Interval,
    /// Exact two-sided McNemar test.
    pub p_value: f64,
}

/// Several strategies on the same deals, as `cotillion compare --json` prints it.
///
/// # Stability
/// Fields are added, never renamed or removed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CompareReport {
    /// The program and its version.
    pub program: String,
    /// What kind of report this is: `compare`.
    pub kind: String,
    /// The game's name.
    pub game: String,
    /// Every rule option with its value.
    pub rules: BTreeMap<String, String>,
    /// The deal stream.
    pub stream: String,
    /// The seeds played.
    pub seeds: Seeds,
    /// Confidence of the intervals.
    pub confidence: f64,
    /// Each strategy's wins.
    pub strategies: Vec<Contestant>,
    /// Every pair.
    pub pairs: Vec<Pair>,
    /// Verdicts on the same deals, if asked for: the ceiling.
    pub counts: Option<Counts>,
    /// Interval of the solvable share, if asked for.
    pub solvable_rate: Option<Interval>,
}

impl CompareReport {
    /// A report of no games yet of the strategies with these names.
    pub fn new(
        rules: &Rules,
        names: &[String],
        first_seed: u64,
        confidence: f64,
        solves: bool,
    ) -> CompareReport {
        let all = Interval {
            low: 0.0,
            high: 1.0,
        };
        let contestant = |s: &String| Contestant {
            strategy: s.clone(),
            won: 0,
            rate: all,
        };
        let mut pairs = Vec::new();
        for (i, first) in names.iter().enumerate() {
            for second in &names[i + 1..] {
                pairs.push(Pair {
                    first: first.clone(),
                    second: second.clone(),
                    counts: Paired::default(),
                    difference: 0.0,
                    interval: all,
                    p_value: 1.0,
                });
            }
        }
        CompareReport {
            program: format!("cotillion {VERSION}"),
            kind: "compare".to_string(),
            game: rules.game.name.to_string(),
            rules: rules_object(rules),
            stream: STREAM.to_string(),
            seeds: Seeds {
                first: first_seed,
                count: 0,
            },
            confidence,
            strategies: names.iter().map(contestant).collect(),
            pairs,
            counts: solves.then(Counts::default),
            solvable_rate: None,
        }
    }

    /// Adds the next deal.
    pub fn add(&mut self, compared: &Compared) {
        self.seeds.count += 1;
        for (contestant, &won) in self.strategies.iter_mut().zip(&compared.won) {
            contestant.won += u64::from(won);
        }
        let n = compared.won.len();
        let index = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
        for (pair, (i, j)) in self.pairs.iter_mut().zip(index) {
            pair.counts.add(compared.won[i], compared.won[j]);
        }
        if let (Some(counts), Some(verdict)) = (&mut self.counts, compared.verdict) {
            match verdict {
                Verdict::Solvable => counts.solvable += 1,
                Verdict::Unsolvable => counts.unsolvable += 1,
                Verdict::Unknown(_) => counts.unknown += 1,
            }
        }
    }

    /// Settles what is computed from the counts.
    pub fn finish(&mut self) {
        let n = self.seeds.count;
        for contestant in &mut self.strategies {
            contestant.rate = wilson(contestant.won, n, self.confidence);
        }
        for pair in &mut self.pairs {
            pair.difference = pair.counts.difference();
            pair.interval = pair.counts.interval(self.confidence);
            pair.p_value = pair.counts.p_value();
        }
        self.solvable_rate = self
            .counts
            .map(|c| rate_interval(c.solvable, c.unknown, n, self.confidence));
    }

    /// The tables for people.
    pub fn text(&self) -> String {
        let n = self.seeds.count;
        let rules: Vec<_> = self.rules.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let (first, last) = (self.seeds.first, self.seeds.first + n.saturating_sub(1));
        let mut text = format!(
            "{} {}, seeds {first} to {last}\n\n",
            self.game,
            rules.join(" ")
        );
        let range = |i: &Interval| format!("{} to {}", percent(i.low), percent(i.high));
        let mut rows = vec![vec![
            "strategy".to_string(),
            "won".into(),
            "win rate".into(),
        ]];
        for c in &self.strategies {
            rows.push(vec![c.strategy.clone(), count(c.won), range(&c.rate)]);
        }
        if let (Some(counts), Some(rate)) = (&self.counts, &self.solvable_rate) {
            rows.push(vec![
                "(solvable)".into(),
                count(counts.solvable),
                range(rate),
            ]);
        }
        text += &table(&rows);
        let mut rows = vec![
            [
                "row less column",
                "difference",
                "interval",
                "only row",
                "only column",
                "p (McNemar)",
            ]
            .map(String::from)
            .to_vec(),
        ];
        for p in &self.pairs {
            let points = |x: f64| format!("{:+.2}", 100.0 * x);
            rows.push(vec![
                format!("{} - {}", p.first, p.second),
                points(p.difference),
                format!("{} to {}", points(p.interval.low), points(p.interval.high)),
                count(p.counts.first_only),
                count(p.counts.second_only),
                format!("{:.2e}", p.p_value),
            ]);
        }
        text + "\npoints in a hundred, on the same deals\n" + &table(&rows)
    }
}

/// One way of searching.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SearchResult {
    /// The name.
    pub search: String,
    /// Deals by verdict.
    pub counts: Counts,
    /// Nodes a deal.
    pub nodes: Spread,
    /// Conflicts a deal.
    pub conflicts: Spread,
    /// Microseconds a deal.
    pub deal_micros: Spread,
    /// Geometric mean over the deals of this way's time over the first way's.
    pub time_ratio: f64,
    /// This way's total time over the first way's.
    pub total_time_ratio: f64,
}

/// Several ways of searching on the same deals, as `cotillion bench --json` prints it.
///
/// # Stability
/// Fields are added, never renamed or removed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BenchReport {
    /// The program and its version.
    pub program: String,
    /// What kind of report this is: `bench`.
    pub kind: String,
    /// The game's name.
    pub game: String,
    /// Every rule option with its value.
    pub rules: BTreeMap<String, String>,
    /// The deal stream.
    pub stream: String,
    /// The seeds decided.
    pub seeds: Seeds,
    /// Each way of searching.
    pub searches: Vec<SearchResult>,
    #[serde(skip)]
    logs: Vec<f64>,
}

impl BenchReport {
    /// A report of no deals yet.
    pub fn new(rules: &Rules, plans: &[SearchPlan], first_seed: u64) -> BenchReport {
        let result = |plan: &SearchPlan| SearchResult {
            search: plan.name.to_string(),
            counts: Counts::default(),
            nodes: Spread::default(),
            conflicts: Spread::default(),
            deal_micros: Spread::default(),
            time_ratio: 1.0,
            total_time_ratio: 1.0,
        };
        BenchReport {
            program: format!("cotillion {VERSION}"),
            kind: "bench".to_string(),
            game: rules.game.name.to_string(),
            rules: rules_object(rules),
            stream: STREAM.to_string(),
            seeds: Seeds {
                first: first_seed,
                count: 0,
            },
            searches: plans.iter().map(result).collect(),
            logs: vec![0.0; plans.len()],
        }
    }

    /// Adds the next deal.
    pub fn add(&mut self, benched: &Benched) {
        self.seeds.count += 1;
        // A microsecond is the clock's grain.
        let first = benched[0].1.max(1) as f64;
        for ((result, log), (solved, micros)) in
            self.searches.iter_mut().zip(&mut self.logs).zip(benched)
        {
            match solved.verdict {
                Verdict::Solvable => result.counts.solvable += 1,
                Verdict::Unsolvable => result.counts.unsolvable += 1,
                Verdict::Unknown(_) => result.counts.unknown += 1,
            }
            result.nodes.add(solved.n_nodes);
            result.conflicts.add(solved.n_conflicts);
            result.deal_micros.add(*micros);
            *log += ((*micros).max(1) as f64 / first).ln();
        }
        let n = self.seeds.count as f64;
        let total = self.searches[0].deal_micros.sum().max(1) as f64;
        for (result, log) in self.searches.iter_mut().zip(&self.logs) {
            result.time_ratio = (log / n).exp();
            result.total_time_ratio = result.deal_micros.sum() as f64 / total;
        }
    }

    /// The table for people.
    pub fn text(&self) -> String {
        let n = self.seeds.count;
        let rules: Vec<_> = self.rules.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let (first, last) = (self.seeds.first, self.seeds.first + n.saturating_sub(1));
        let mut text = format!(
            "{} {}, seeds {first} to {last}\n\n",
            self.game,
            rules.join(" ")
        );
        let heads = [
            "search",
            "solvable",
            "unsolvable",
            "unknown",
            "nodes",
            "mean ms",
            "median",
            "99 %",
            "most",
            "paired ratio",
            "total ratio",
        ];
        let mut rows = vec![heads.map(String::from).to_vec()];
        for s in &self.searches {
            let ms = |micros: f64| format!("{:.3}", micros / 1000.0);
            rows.push(vec![
                s.search.clone(),
                count(s.counts.solvable),
                count(s.counts.unsolvable),
                count(s.counts.unknown),
                count(s.nodes.mean().round() as u64),
                ms(s.deal_micros.mean()),
                ms(s.deal_micros.quantile(0.5) as f64),
                ms(s.deal_micros.quantile(0.99) as f64),
                ms(s.deal_micros.max() as f64),
                format!("{:.3}", s.time_ratio),
                format!("{:.3}", s.total_time_ratio),
            ]);
        }
        text += &table(&rows);
        text + "\nratios of time to the first search: geometric mean over the deals, and of the sums\n"
    }
}
