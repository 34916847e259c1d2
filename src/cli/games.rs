//! `cotillion games`.

use super::failure::Failure;
use super::output::{json, print};
use crate::games::{GAMES, GameInfo};
use clap::Args;
use serde_json::{Value, json};

#[derive(Args, Debug)]
pub(super) struct GamesArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &GamesArgs) -> Result<(), Failure> {
    if args.json {
        return print(&json(
            &GAMES.iter().map(|game| game_json(game)).collect::<Vec<_>>(),
        ));
    }
    let texts: Vec<_> = GAMES.iter().map(|game| game_text(game)).collect();
    print(&texts.join("\n"))
}

fn game_json(game: &GameInfo) -> Value {
    let option = |o: &crate::games::OptionInfo| json!({"name": o.name, "default": o.default(), "values": o.values, "meaning": o.meaning});
    json!({
        "name": game.name,
        "also": game.also,
        "summary": game.summary,
        "sources": game.sources,
        "pysolfc": game.pysolfc,
        "options": game.options.iter().map(option).collect::<Vec<_>>(),
    })
}

fn game_text(game: &GameInfo) -> String {
    let also = if game.also.is_empty() {
        String::new()
    } else {
        format!(" ({})", game.also)
    };
    let mut text = format!("{}{also}\n", game.name);
    text += &wrapped(game.summary, 2);
    for option in game.options {
        text += &format!("  --rule {}={}\n", option.name, option.values.join("|"));
        text += &wrapped(
            &format!("{} (default {})", option.meaning, option.default()),
            6,
        );
    }
    text += &wrapped(&format!("Sources: {}", game.sources), 2);
    text
}

/// The text in lines of at most 80 columns, each indented.
fn wrapped(text: &str, indent: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            *line = word.to_string();
        } else if indent + line.chars().count() + 1 + word.chars().count() <= 80 {
            *line += &format!(" {word}");
        } else {
            lines.push(word.to_string());
        }
    }
    lines
        .iter()
        .map(|line| format!("{}{line}\n", " ".repeat(indent)))
        .collect()
}
