//! Arguments that several commands share, and their checks.

use super::failure::Failure;
use super::output::{OutFile, input_name, json, read_text};
use crate::deal::{Deal, PysolfcNumber};
use crate::games::{GAMES, Rules};
use crate::search::Limits;
use crate::solve::{SEARCH_PLANS, SearchPlan};
use bytesize::ByteSize;
use clap::Args;
use clap::builder::PossibleValuesParser;
use serde::Serialize;
use std::path::PathBuf;
use std::str::FromStr;

/// A game and its rule options.
#[derive(Args, Debug)]
pub(super) struct GameArgs {
    /// The game: one of those that `cotillion games` lists
    pub game: String,
    /// A rule option; may be repeated. `cotillion games` lists them with their defaults
    #[arg(long = "rule", value_name = "NAME=VALUE")]
    pub rules: Vec<String>,
}

impl GameArgs {
    pub(super) fn rules(&self) -> Result<Rules, Failure> {
        Rules::new(&self.game, &self.rules).map_err(Failure::input)
    }
}

/// Which single deal.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub(super) struct OneDeal {
    /// The deal with this number in the project's own stream (64-bit)
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Read the cards in deal order from a file, or from standard input with `-`; `#` starts a
    /// comment
    #[arg(long, value_name = "FILE")]
    pub deal: Option<PathBuf>,
    /// The deal that PySolFC 3 shows for this game number; `ms` numbers too
    #[arg(long, value_name = "N")]
    pub pysolfc: Option<PysolfcNumber>,
}

impl OneDeal {
    pub(super) fn deal(&self, rules: &Rules) -> Result<Deal, Failure> {
        match (self.seed, &self.deal, &self.pysolfc) {
            (Some(seed), ..) => Ok(Deal::from_seed(&rules.setup, seed)),
            (None, None, Some(number)) => pysolfc_deal(rules, number),
            (None, Some(path), _) => {
                let text = read_text(path)?;
                let named = |error| Failure::Input(format!("{}: {error}", input_name(path)));
                Deal::from_text(&rules.setup, &text).map_err(named)
            }
            (None, None, None) => Err(Failure::input(
                "no deal is named; expected --seed, --deal or --pysolfc",
            )),
        }
    }
}

/// The deal with a PySolFC number, for the games and rules that PySolFC has.
fn pysolfc_deal(rules: &Rules, number: &PysolfcNumber) -> Result<Deal, Failure> {
    if rules.game.pysolfc.is_none() {
        let with: Vec<_> = GAMES
            .iter()
            .filter(|g| g.pysolfc.is_some())
            .map(|g| g.name)
            .collect();
        return Err(Failure::Input(format!(
            "--pysolfc: PySolFC has no {}; expected one of {}",
            rules.game.name,
            with.join(", ")
        )));
    }
    Deal::from_pysolfc(&rules.setup, number).map_err(|error| {
        Failure::Input(format!(
            "--pysolfc: PySolFC's game lays other cards out: {error}"
        ))
    })
}

/// How to search, and how far.
#[derive(Args, Debug)]
pub(super) struct SearchArgs {
    /// The way of searching
    #[arg(long, default_value = SEARCH_PLANS[0].name,
          value_parser = PossibleValuesParser::new(SEARCH_PLANS.iter().map(|p| p.name)))]
    pub search: String,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// How far to search.
#[derive(Args, Debug)]
pub(super) struct LimitArgs {
    /// Give a deal up after this many nodes: states expanded, playouts made, decisions of the
    /// learning search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_nodes: Option<u64>,
    /// Give a deal up after this many conflicts of the learning search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_conflicts: Option<u64>,
    /// Memory for the tables and clauses of one search
    #[arg(long, value_name = "SIZE", default_value = "1GiB")]
    pub memory: ByteSizeArg,
    /// Give a deal up after this many seconds; what this cuts off is not reproducible
    #[arg(long, value_name = "SECS")]
    pub max_secs: Option<f64>,
}

impl SearchArgs {
    pub(super) fn plan(&self) -> SearchPlan {
        let found = SEARCH_PLANS.iter().find(|plan| plan.name == self.search);
        *found.expect("the parser admits only names of plans")
    }

    /// As [`LimitArgs::limits`].
    pub(super) fn limits(&self, max_nodes: u64, max_conflicts: u64) -> Result<Limits, Failure> {
        self.limits.limits(max_nodes, max_conflicts)
    }
}

impl LimitArgs {
    /// The limits; `max_nodes` and `max_conflicts` have these defaults.
    pub(super) fn limits(&self, max_nodes: u64, max_conflicts: u64) -> Result<Limits, Failure> {
        if self
            .max_secs
            .is_some_and(|secs| !(secs > 0.0 && secs.is_finite()))
        {
            return Err(Failure::input(
                "--max-secs: expected a number of seconds above 0",
            ));
        }
        Ok(Limits {
            max_nodes: self.max_nodes.unwrap_or(max_nodes),
            max_bytes: usize::try_from(self.memory.0).unwrap_or(usize::MAX),
            max_conflicts: self.max_conflicts.unwrap_or(max_conflicts),
            max_secs: self.max_secs,
        })
    }
}

/// A number of bytes: `512MiB`, `1GiB`, `64000000`.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByteSizeArg(pub u64);

impl FromStr for ByteSizeArg {
    type Err = String;

    fn from_str(text: &str) -> Result<ByteSizeArg, String> {
        const LEAST: u64 = 1 << 20;
        let size: ByteSize = text
            .parse()
            .map_err(|e| format!("{e}; expected a size such as 1GiB"))?;
        if size.0 < LEAST {
            return Err("expected at least 1MiB".to_string());
        }
        Ok(ByteSizeArg(size.0))
    }
}

/// Which consecutive seeds.
#[derive(Args, Debug)]
pub(super) struct SeedsArgs {
    /// Number of deals
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub deals: u64,
    /// The first seed
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub first_seed: u64,
}

impl SeedsArgs {
    /// Checks that the seeds fit.
    pub(super) fn check(&self) -> Result<(), Failure> {
        match self.first_seed.checked_add(self.deals) {
            Some(_) => Ok(()),
            None => Err(Failure::Input(format!(
                "--first-seed {} and --deals {}: the seeds run past the largest 64-bit number",
                self.first_seed, self.deals
            ))),
        }
    }
}

/// How a run over many seeds is made and reported.
#[derive(Args, Debug)]
pub(super) struct RunArgs {
    /// Threads; 0 is one for each core
    #[arg(long, value_name = "T", default_value_t = 0)]
    pub threads: usize,
    /// Confidence of the intervals
    #[arg(long, value_name = "C", default_value_t = 0.95)]
    pub confidence: f64,
    /// Write the JSON report to this file; `curve` and `estimate` do so on the way too
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl RunArgs {
    /// The confidence, checked.
    pub(super) fn confidence(&self) -> Result<f64, Failure> {
        if self.confidence > 0.0 && self.confidence < 1.0 {
            Ok(self.confidence)
        } else {
            Err(Failure::input(
                "--confidence: expected a number between 0 and 1, such as 0.95",
            ))
        }
    }

    /// The file for the report, checked.
    pub(super) fn out(&self) -> Result<Option<OutFile>, Failure> {
        self.out.as_deref().map(OutFile::new).transpose()
    }

    /// The report as it is to be printed: JSON, or this text for people.
    pub(super) fn shown(&self, report: &impl Serialize, text: String) -> String {
        if self.json { json(report) } else { text }
    }
}

/// The number of threads that `--threads` means.
pub(super) fn n_threads(given: usize) -> usize {
    match given {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        n => n,
    }
}
