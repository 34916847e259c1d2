//! The registry: every game by name, its options with defaults, meanings and sources.
//!
//! A game is one small file that states its constants and turns settled options into a
//! [`Setup`]; adding one adds a line to [`GAMES`].

mod contradance;
mod gavotte;
mod odd_and_even;
mod quadrille;
mod royal_cotillion;
mod windmill;

use crate::deal::Setup;
use std::fmt;

/// All games, in the order in which they are listed.
pub const GAMES: &[&GameInfo] = &[
    &royal_cotillion::GAME,
    &gavotte::GAME,
    &odd_and_even::GAME,
    &contradance::GAME,
    &quadrille::GAME,
    &windmill::GAME,
];

/// A game and its options.
#[derive(Debug)]
pub struct GameInfo {
    /// The name, kebab-case.
    pub name: &'static str,
    /// Other names, for people.
    pub also: &'static str,
    /// What is dealt and what wins, in a sentence or two.
    pub summary: &'static str,
    /// Where the rules stand.
    pub sources: &'static str,
    /// The rule options.
    pub options: &'static [OptionInfo],
    /// The set-up that settled options mean.
    pub setup: fn(&Choices<'_>) -> Result<Setup, String>,
    /// Whether PySolFC has the game, and under which name.
    pub pysolfc: Option<&'static str>,
    /// What the books say of its chances.
    pub claim: Option<Claim>,
}

/// A claim about how often a game comes out, made of people who do not see the stock.
#[derive(Debug)]
pub struct Claim {
    /// It comes out one time in this many.
    pub one_in: f64,
    /// The words.
    pub text: &'static str,
    /// Whose words.
    pub source: &'static str,
    /// The rules that it may speak of: lists of options, the first being the defaults.
    pub rules: &'static [&'static [&'static str]],
}

/// A rule option.
#[derive(Debug)]
pub struct OptionInfo {
    /// The name, kebab-case.
    pub name: &'static str,
    /// The values it takes, the default first. A value in capitals stands for a form.
    pub values: &'static [&'static str],
    /// What it settles.
    pub meaning: &'static str,
}

impl OptionInfo {
    /// The value that holds where none is given.
    pub const fn default(&self) -> &'static str {
        self.values[0]
    }

    /// Whether some value is a form such as `RANK,RANK` that the game reads itself.
    fn is_open(&self) -> bool {
        self.values
            .iter()
            .any(|v| v.starts_with(char::is_uppercase))
    }
}

/// The settled value of each option, in the order of the game's list.
#[derive(Clone, Debug)]
pub struct Choices<'a>(&'a [(&'static str, String)]);

impl Choices<'_> {
    /// The value of an option.
    ///
    /// # Panics
    /// If the game has no such option.
    pub fn get(&self, name: &str) -> &str {
        let found = self.0.iter().find(|(n, _)| *n == name);
        &found.expect("a game asks for its own options only").1
    }

    /// The value of an option that counts something.
    ///
    /// # Panics
    /// If the listed values are not small numbers.
    pub fn number(&self, name: &str) -> u8 {
        self.get(name)
            .parse()
            .expect("the listed values are numbers")
    }
}

/// A game with all its options settled.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The game.
    pub game: &'static GameInfo,
    /// Every option with its value, in the order of the game's list.
    pub values: Vec<(&'static str, String)>,
    /// What they mean.
    pub setup: Setup,
}

/// A game or rule that is not known, and what would be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesError(pub String);

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RulesError {}

impl Rules {
    /// The game of this name with these options, `name=value` each; the others have their defaults.
    ///
    /// # Errors
    /// [`RulesError`] names the unknown game, option or value, and lists those that exist.
    pub fn new(game: &str, options: &[impl AsRef<str>]) -> Result<Rules, RulesError> {
        let found = GAMES.iter().copied().find(|g| g.name == game);
        let game = found.ok_or_else(|| {
            let names: Vec<_> = GAMES.iter().map(|g| g.name).collect();
            RulesError(format!(
                "unknown game {game:?}; expected one of {}",
                names.join(", ")
            ))
        })?;
        let mut values: Vec<(&'static str, String)> = game
            .options
            .iter()
            .map(|o| (o.name, o.default().to_string()))
            .collect();
        let mut given = vec![false; values.len()];
        for text in options {
            let text = text.as_ref();
            let (i, value) = find_option(game, text)?;
            if std::mem::replace(&mut given[i], true) {
                return Err(RulesError(format!("rule {:?} is given twice", values[i].0)));
            }
            values[i].1 = value.to_string();
        }
        let setup = (game.setup)(&Choices(&values)).map_err(RulesError)?;
        Ok(Rules {
            game,
            values,
            setup,
        })
    }

    /// The game with all defaults.
    ///
    /// # Panics
    /// If there is no such game.
    pub fn default_of(game: &str) -> Rules {
        Rules::new(game, &[] as &[&str]).expect("the defaults of a known game are valid")
    }
}

fn find_option<'t>(game: &GameInfo, text: &'t str) -> Result<(usize, &'t str), RulesError> {
    let Some((name, value)) = text.split_once('=') else {
        return Err(RulesError(format!(
            "rule {text:?} has no value; expected NAME=VALUE"
        )));
    };
    let Some(i) = game.options.iter().position(|o| o.name == name) else {
        let names: Vec<_> = game.options.iter().map(|o| o.name).collect();
        let known = match names.len() {
            0 => "it has none".to_string(),
            _ => format!("expected one of {}", names.join(", ")),
        };
        return Err(RulesError(format!(
            "{} has no rule {name:?}; {known}",
            game.name
        )));
    };
    let option = &game.options[i];
    if !option.is_open() && !option.values.contains(&value) {
        let values = option.values.join(", ");
        return Err(RulesError(format!(
            "rule {name} of {} cannot be {value:?}; expected one of {values}",
            game.name
        )));
    }
    Ok((i, value))
}
