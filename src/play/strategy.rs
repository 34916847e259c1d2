//! Strategies by name, with their options.

use super::{Random, View, strategies};
use crate::game::Hidden;

/// Chooses moves from what a player sees.
pub trait Strategy<G: Hidden>: Send {
    /// Begins a game; the same seed and salt must lead to the same choices.
    fn begin(&mut self, random: Random);

    /// The move to make. `None` gives the game up; a move that is not legal is an error.
    fn choose(&mut self, view: &View<'_, G>) -> Option<G::Move>;

    /// Whether the strategy plays by [`Hidden::always_play_out`], which a simulation may then call
    /// for the whole game.
    fn is_always_play(&self) -> bool {
        false
    }
}

/// A strategy's name, meaning, cost and options.
#[derive(Debug)]
pub struct StrategyInfo {
    /// The name.
    pub name: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// What a game costs.
    pub cost: &'static str,
    /// Whether a game costs so little that many should be handed out at once.
    pub is_cheap: bool,
    /// Options: name, default, meaning.
    pub options: &'static [(&'static str, f64, &'static str)],
}

/// All strategies, cheap ones first.
pub const STRATEGIES: &[&StrategyInfo] = &[
    &strategies::random::INFO,
    &strategies::always_play::INFO,
    &strategies::book::INFO,
    &strategies::lookahead::INFO,
    &strategies::hindsight::INFO,
    &strategies::sampled_solver::INFO,
];

/// A strategy with the values of its options.
#[derive(Clone, Debug)]
pub struct StrategyOptions {
    /// The strategy.
    pub info: &'static StrategyInfo,
    /// The value of each option, in the order of the list.
    pub values: Vec<f64>,
}

impl StrategyOptions {
    /// The strategy of this name; `options` are `name=value` each.
    ///
    /// # Errors
    /// Says which name or value is not known, and what was expected.
    pub fn new(name: &str, options: &[impl AsRef<str>]) -> Result<StrategyOptions, String> {
        let info = STRATEGIES
            .iter()
            .copied()
            .find(|s| s.name == name)
            .ok_or_else(|| {
                let names: Vec<_> = STRATEGIES.iter().map(|s| s.name).collect();
                format!(
                    "unknown strategy {name:?}; expected one of {}; `play` takes exec:PROGRAM too",
                    names.join(", ")
                )
            })?;
        StrategyOptions::of(info, options)
    }

    /// This strategy; `options` are `name=value` each.
    pub(super) fn of(
        info: &'static StrategyInfo,
        options: &[impl AsRef<str>],
    ) -> Result<StrategyOptions, String> {
        let name = info.name;
        let mut values: Vec<f64> = info.options.iter().map(|o| o.1).collect();
        for text in options {
            let text = text.as_ref();
            let (option, value) = text
                .split_once('=')
                .ok_or_else(|| format!("option {text:?} has no value; expected NAME=VALUE"))?;
            let i = info
                .options
                .iter()
                .position(|o| o.0 == option)
                .ok_or_else(|| {
                    let names: Vec<_> = info.options.iter().map(|o| o.0).collect();
                    format!(
                        "{name} has no option {option:?}; it has: {}",
                        names.join(", ")
                    )
                })?;
            let number = value
                .parse::<f64>()
                .ok()
                .filter(|v| v.is_finite() && *v >= 0.0);
            values[i] = number.ok_or_else(|| {
                format!("option {option} cannot be {value:?}; expected a number from 0 up")
            })?;
        }
        Ok(StrategyOptions { info, values })
    }

    /// The strategy written `name` or `name:option=value:option=value`.
    ///
    /// # Errors
    /// As [`StrategyOptions::new`].
    pub fn parse(text: &str) -> Result<StrategyOptions, String> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or("");
        StrategyOptions::new(name, &parts.collect::<Vec<_>>())
    }

    /// The name, with the options whose values are not the defaults: what
    /// [`StrategyOptions::parse`] reads.
    pub fn text(&self) -> String {
        let mut text = self.info.name.to_string();
        for (option, value) in self.info.options.iter().zip(&self.values) {
            if option.1 != *value {
                text += &format!(":{}={value}", option.0);
            }
        }
        text
    }

    /// The value of an option.
    ///
    /// # Panics
    /// If the strategy has no such option.
    pub fn get(&self, name: &str) -> f64 {
        let i = self.info.options.iter().position(|o| o.0 == name);
        self.values[i.expect("a strategy asks for its own options only")]
    }

    /// A player of this strategy.
    pub fn player<G: Hidden + 'static>(&self) -> Box<dyn Strategy<G>> {
        match self.info.name {
            "random" => Box::new(strategies::random::RandomPlay::default()),
            "always-play" => Box::new(strategies::always_play::AlwaysPlay),
            "book" => Box::new(strategies::book::Book),
            "lookahead" => Box::new(strategies::lookahead::Lookahead::new(self)),
            "hindsight" => Box::new(strategies::hindsight::Hindsight::<G>::new(self)),
            "sampled-solver" => Box::new(strategies::sampled_solver::SampledSolver::<G>::new(self)),
            other => unreachable!("{other} is listed but has no player"),
        }
    }
}
