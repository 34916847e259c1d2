//! `cotillion verify`.

use super::failure::Failure;
use super::output::{input_name, print, read_text};
use crate::deal::{Deal, Move, cards_text};
use crate::games::Rules;
use crate::reference::{self, Choice};
use clap::Args;
use serde_json::Value;
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
#[command(
    after_help = "A text file holds the cards in deal order and then the moves, separated by \
                        white space; # starts a comment. It needs --game.\n\
                        Exit codes: 0 won, 1 legal but not won, 2 bad input or illegal."
)]
pub(super) struct VerifyArgs {
    /// The JSON of `cotillion solve --json`, or a deal and a move list as text; `-` is standard
    /// input
    file: PathBuf,
    /// The game, for a text file
    #[arg(long)]
    game: Option<String>,
    /// A rule option, for a text file; may be repeated. Gavotte needs `free-wing` and `bases`
    #[arg(long = "rule", value_name = "NAME=VALUE", requires = "game")]
    rules: Vec<String>,
}

/// A claimed solution.
pub(super) struct Claim {
    pub rules: Rules,
    pub choice: Option<Choice>,
    pub deal: Deal,
    pub moves: Vec<Move>,
}

pub(super) fn run(args: &VerifyArgs) -> Result<(), Failure> {
    let name = input_name(&args.file);
    let claim = read_claim(&args.file, args.game.as_deref(), &args.rules)?;
    let replay = reference::replay(
        &claim.rules.setup,
        claim.choice,
        &claim.deal.cards,
        &claim.moves,
    )
    .map_err(|error| Failure::Input(format!("{name}: {error}")))?;
    let n = claim.moves.len();
    if replay.won {
        return print(&format!(
            "won: {n} legal moves, every card is on a foundation\n"
        ));
    }
    print(&format!(
        "not won: all {n} moves are legal, but cards are left\n"
    ))?;
    Err(Failure::NotWon)
}

/// Reads a deal and moves: JSON, which names its own game, or text of the game given.
pub(super) fn read_claim(
    path: &Path,
    game: Option<&str>,
    rules: &[String],
) -> Result<Claim, Failure> {
    let name = input_name(path);
    let text = read_text(path)?;
    let claim = if is_json(&text) {
        from_json(&text)
    } else {
        from_text(&text, game, rules)
    };
    claim.map_err(|what| Failure::Input(format!("{name}: {what}")))
}

fn is_json(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

fn from_text(text: &str, game: Option<&str>, rules: &[String]) -> Result<Claim, String> {
    let Some(game) = game else {
        return Err("a deal and moves as text need --game; expected that, or JSON".to_string());
    };
    let rules = Rules::new(game, rules).map_err(|e| e.to_string())?;
    // Moves are blanked out of the deal, so that errors in it keep their lines.
    let mut cards = String::new();
    let mut moves = Vec::new();
    for line in text.lines() {
        for word in line.split('#').next().unwrap_or("").split_whitespace() {
            if word == "turn" || word == "redeal" || word.contains('>') {
                moves.push(parse_move(word, moves.len() + 1)?);
            } else if moves.is_empty() {
                cards += &format!("{word} ");
            } else {
                let place = moves.len() + 1;
                return Err(format!(
                    "move {place}: {word:?} is no move; expected turn or FROM>TO"
                ));
            }
        }
        cards.push('\n');
    }
    let deal = Deal::from_text(&rules.setup, &cards).map_err(|e| e.to_string())?;
    Ok(Claim {
        rules,
        choice: None,
        deal,
        moves,
    })
}

fn parse_move(word: &str, number: usize) -> Result<Move, String> {
    word.parse().map_err(|e| format!("move {number}: {e}"))
}

fn from_json(text: &str) -> Result<Claim, String> {
    let value: Value = serde_json::from_str(text).map_err(|e| format!("not JSON: {e}"))?;
    let game = value["game"]
        .as_str()
        .ok_or("game: expected a game's name")?;
    let rules = match &value["rules"] {
        Value::Null => Vec::new(),
        Value::Object(rules) => rules
            .iter()
            .map(|(name, value)| match value {
                Value::String(text) => Ok(format!("{name}={text}")),
                Value::Number(n) => Ok(format!("{name}={n}")),
                other => Err(format!("rules.{name}: expected a string, not {other}")),
            })
            .collect::<Result<_, _>>()?,
        other => return Err(format!("rules: expected an object, not {}", short(other))),
    };
    let rules = Rules::new(game, &rules).map_err(|e| e.to_string())?;
    let cards = match &value["deal"]["cards"] {
        Value::String(text) => text.clone(),
        Value::Array(cards) => strings("deal.cards", cards)?.join("\n"),
        other => {
            return Err(format!(
                "deal.cards: expected a list of cards, not {}",
                short(other)
            ));
        }
    };
    let deal = Deal::from_text(&rules.setup, &cards).map_err(|e| format!("deal.cards: {e}"))?;
    if let Some(seed) = value["deal"]["seed"].as_u64() {
        let dealt = Deal::from_seed(&rules.setup, seed);
        if dealt.cards != deal.cards {
            let expected = cards_text(&dealt.cards[..4.min(dealt.cards.len())]);
            return Err(format!(
                "deal.cards are not those of deal.seed {seed}, which begin {expected}"
            ));
        }
    }
    let Value::Array(moves) = &value["moves"] else {
        return Err(format!(
            "moves: expected a list of moves, not {}",
            short(&value["moves"])
        ));
    };
    let moves = strings("moves", moves)?;
    let moves = moves
        .iter()
        .enumerate()
        .map(|(i, mv)| parse_move(mv, i + 1));
    let moves = moves.collect::<Result<_, _>>()?;
    Ok(Claim {
        choice: choice(&value["choice"])?,
        rules,
        deal,
        moves,
    })
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() > 40 {
        text.chars().take(40).chain(['…']).collect()
    } else {
        text
    }
}

fn strings<'v>(what: &str, values: &'v [Value]) -> Result<Vec<&'v str>, String> {
    let string = |(i, value): (usize, &'v Value)| {
        value
            .as_str()
            .ok_or_else(|| format!("{what}[{i}]: expected a string, not {}", short(value)))
    };
    values.iter().enumerate().map(string).collect()
}

fn choice(value: &Value) -> Result<Option<Choice>, String> {
    if value.is_null() {
        return Ok(None);
    }
    let expected = "choice: expected free_wing 1 or 2 and bases, a list of two ranks";
    let free_wing = value["free_wing"]
        .as_u64()
        .filter(|w| *w == 1 || *w == 2)
        .ok_or(expected)?;
    let rank = |i: usize| {
        value["bases"][i]
            .as_str()
            .and_then(|r| r.parse().ok())
            .ok_or(expected)
    };
    Ok(Some(Choice {
        free_wing: free_wing as u8,
        bases: (rank(0)?, rank(1)?),
    }))
}
