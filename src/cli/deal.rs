//! `cotillion deal`.

use super::args::{GameArgs, OneDeal};
use super::failure::Failure;
use super::output::{json, print};
use crate::cards::{Card, Suit};
use crate::deal::{Deal, Setup, Source, cards_text};
use crate::games::Rules;
use crate::report::{DealReport, rules_object};
use clap::{Args, ValueEnum};
use serde_json::json;

#[derive(Args, Debug)]
pub(super) struct DealArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    deal: OneDeal,
    /// How to print it; both can be read back with `--deal -`
    #[arg(long, value_enum, default_value = "layout")]
    format: Format,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Suits as letters, even where the locale has symbols
    #[arg(long)]
    ascii: bool,
}

#[derive(Clone, Copy, PartialEq, Debug, ValueEnum)]
enum Format {
    /// The piles as they lie on the table
    Layout,
    /// The cards in deal order on one line
    Cards,
}

pub(super) fn run(args: &DealArgs) -> Result<(), Failure> {
    let rules = args.game.rules()?;
    let deal = args.deal.deal(&rules)?;
    if args.json {
        return print(&json(&json!({
            "game": rules.game.name,
            "rules": rules_object(&rules),
            "deal": DealReport::new(&deal),
        })));
    }
    if args.format == Format::Cards {
        return print(&format!("{}\n", cards_text(&deal.cards)));
    }
    let symbols = !args.ascii && locale_has_symbols();
    print(&layout(&rules, &deal, symbols))
}

/// Whether the locale's character set is UTF-8, by the usual order of variables.
fn locale_has_symbols() -> bool {
    let set = |name: &str| std::env::var(name).ok().filter(|v| !v.is_empty());
    let locale = set("LC_ALL")
        .or_else(|| set("LC_CTYPE"))
        .or_else(|| set("LANG"));
    locale.is_some_and(|l| {
        let l = l.to_ascii_lowercase();
        l.contains("utf-8") || l.contains("utf8")
    })
}

/// The piles under headings that are comments: the text is itself a deal file.
fn layout(rules: &Rules, deal: &Deal, symbols: bool) -> String {
    let name = |card: &Card| {
        let suit = card.suit();
        let suit = if symbols {
            suit.symbol()
        } else {
            suit.letter()
        };
        format!("{}{suit}", card.rank())
    };
    let options: Vec<_> = rules
        .values
        .iter()
        .map(|(k, v)| format!("{k}={v}"))
        .collect();
    let source = match &deal.source {
        Source::Seed(seed) => format!("seed {seed}"),
        Source::Pysolfc(number) => format!("PySolFC deal {number}"),
        Source::Cards => "cards as given".to_string(),
    };
    let mut text = format!("# {} {}, {source}\n", rules.game.name, options.join(" "));
    let out = left_out(&rules.setup, &deal.cards);
    if !out.is_empty() {
        let names: Vec<_> = out.iter().map(name).collect();
        text += &section("Out from the start", &[], 0);
        for line in names.chunks(16) {
            text += &format!("#  {}\n", line.join(" "));
        }
    }
    let mut rest = &deal.cards[..];
    for (heading, n_cards, per_row) in piles(&rules.setup) {
        let (cards, after) = rest.split_at(n_cards);
        rest = after;
        let names: Vec<_> = cards.iter().map(name).collect();
        text += &section(&heading, &names, per_row);
    }
    text
}

/// Headings, sizes and cards in a row of the piles, in deal order.
fn piles(setup: &Setup) -> Vec<(String, usize, usize)> {
    let stock = |n: usize| {
        (
            format!("Stock ({n} cards, the first is turned first)"),
            n,
            16,
        )
    };
    match setup {
        Setup::Cotillion(s) => {
            let (n_columns, n_rows, n_cells) =
                (s.n_columns as usize, s.n_rows as usize, s.n_cells as usize);
            let mut piles = Vec::new();
            if n_columns > 0 {
                let heading =
                    format!("Left wing: columns L1 to L{n_columns}, the last row is free");
                piles.push((heading, n_columns * n_rows, n_columns));
            }
            let heading = format!("Right wing: cells R1 to R{n_cells}");
            piles.push((heading, n_cells, if n_cells == 16 { 4 } else { n_cells }));
            piles.push(stock(setup.n_stock()));
            piles
        }
        Setup::Gavotte(s) => {
            let wing = |n: usize| {
                let heading = format!("Wing {n}: cells R1 to R{}, or columns", s.wing_size());
                (heading, s.wing_size(), s.n_columns as usize)
            };
            vec![wing(1), wing(2), stock(setup.n_stock())]
        }
        Setup::Windmill(s) => {
            let n_cells = s.n_cells as usize;
            vec![
                (format!("Sails R1 to R{n_cells}"), n_cells, n_cells),
                stock(setup.n_stock()),
            ]
        }
        Setup::Contradance(_) => vec![stock(setup.n_stock())],
    }
}

/// A heading, and the cards in rows of even columns.
fn section(heading: &str, names: &[String], per_row: usize) -> String {
    let mut text = format!("# {heading}\n");
    if names.is_empty() {
        return text;
    }
    for row in names.chunks(per_row) {
        let cells: Vec<_> = row
            .iter()
            .map(|name| format!("{}{name}", " ".repeat(4 - name.chars().count())))
            .collect();
        text += &format!("{}\n", cells.join(""));
    }
    text
}

/// The cards of the whole decks that the deal does not hold.
fn left_out(setup: &Setup, cards: &[Card]) -> Vec<Card> {
    let (n_decks, n_suits, n_ranks) = setup.deck_shape();
    let mut out = Vec::new();
    for &suit in &Suit::ALL[..n_suits as usize] {
        for rank in (1..=n_ranks).map(crate::cards::Rank::new) {
            let card = Card::new(rank, suit);
            let dealt = cards.iter().filter(|&&c| c == card).count();
            out.extend((dealt..n_decks as usize).map(|_| card));
        }
    }
    out
}
