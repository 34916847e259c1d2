//! What a player sees of a position, as data for strategies outside the program.
//!
//! The one place where a [`Table`], which knows every card, is turned into what lies open. While
//! cards of the stock are unseen they are given as a sorted multiset, so two deals that differ only
//! in the order of what has not been turned give equal sights.

use super::Announced;
use crate::cards::Card;
use crate::deal::Setup;
use crate::reference::{Table, Takes};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use std::fmt::Display;

/// A position as a player sees it; serialized, it is the `view` of the line protocol.
///
/// # Stability
/// Fields are added, never renamed or removed, within a protocol version.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sight {
    /// The columns, each with its playable card last.
    #[serde(serialize_with = "columns_text")]
    columns: Vec<Vec<Card>>,
    /// The cells in the order of their numbers, with their holes.
    #[serde(serialize_with = "cells_text")]
    cells: Vec<Option<Card>>,
    /// The waste, its playable card last.
    #[serde(serialize_with = "cards_text")]
    waste: Vec<Card>,
    /// The foundations.
    foundations: Vec<SeenPile>,
    /// Cards in the stock.
    stock: usize,
    /// The stock's unseen cards, sorted.
    #[serde(serialize_with = "cards_text")]
    unseen: Vec<Card>,
    /// The stock's order, the next card to turn first, once a redeal has made it known.
    #[serde(serialize_with = "known_text", skip_serializing_if = "Option::is_none")]
    stock_order: Option<Vec<Card>>,
    /// The number of this pass through the stock, from 1.
    pass: u8,
    /// How often the waste may still be turned over.
    passes_left: u8,
    /// Windmill: whether borrowing waits for a card from elsewhere on the centre.
    #[serde(skip_serializing_if = "Option::is_none")]
    borrow_locked: Option<bool>,
    /// Windmill: base cards that have been played to corners at some time.
    #[serde(skip_serializing_if = "Option::is_none")]
    kings_cornered: Option<usize>,
    /// Gavotte: what was announced before the first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    choice: Option<SeenChoice>,
}

/// A foundation as a player sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct SeenPile {
    pile: String,
    height: usize,
    full: usize,
    top: Option<String>,
    takes: Option<String>,
}

/// Gavotte's choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct SeenChoice {
    free_wing: u8,
    bases: [String; 2],
}

impl Sight {
    /// What a player sees of this position of a game with this set-up.
    pub fn new(setup: &Setup, announced: Option<&Announced>, table: &Table) -> Sight {
        let redeals_left = table.redeals_left();
        let pass = n_passes(setup) - redeals_left;
        let stock = table.stock();
        let n_stock = stock.len();
        // A redeal waits for the stock to run out, so after one every card has been seen.
        let (unseen, stock_order) = if pass > 1 {
            (Vec::new(), Some(stock))
        } else {
            let mut unseen = stock;
            unseen.sort_unstable();
            (unseen, None)
        };
        let foundations = table.piles().into_iter().map(|pile| SeenPile {
            pile: pile.name.to_string(),
            height: pile.n_cards,
            full: pile.n_full,
            top: pile.top.map(|card| card.to_string()),
            takes: match pile.takes {
                Takes::Card(card) => Some(card.to_string()),
                Takes::Rank(rank) => Some(rank.to_string()),
                Takes::Nothing => None,
            },
        });
        let past = table.windmill_past();
        Sight {
            columns: table.columns().to_vec(),
            cells: table.cells().to_vec(),
            waste: table.waste(),
            foundations: foundations.collect(),
            stock: n_stock,
            unseen,
            stock_order,
            pass,
            passes_left: redeals_left,
            borrow_locked: past.map(|p| p.borrow_locked),
            kings_cornered: past.map(|p| p.n_kings_cornered),
            choice: announced.map(|choice| SeenChoice {
                free_wing: choice.free_wing,
                bases: [choice.bases.0.to_string(), choice.bases.1.to_string()],
            }),
        }
    }
}

/// Runs through the stock that the rules allow.
fn n_passes(setup: &Setup) -> u8 {
    match setup {
        Setup::Cotillion(s) => s.n_passes,
        Setup::Contradance(s) => s.n_passes,
        Setup::Gavotte(_) | Setup::Windmill(_) => 1,
    }
}

/// A value written as its text.
struct Text<T>(T);

impl<T: Display> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

fn cards_text<S: Serializer>(cards: &[Card], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cards.iter().map(Text))
}

fn cells_text<S: Serializer>(cells: &[Option<Card>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cells.iter().map(|cell| cell.map(Text)))
}

fn known_text<S: Serializer>(cards: &Option<Vec<Card>>, serializer: S) -> Result<S::Ok, S::Error> {
    cards_text(cards.as_deref().unwrap_or_default(), serializer)
}

fn columns_text<S: Serializer>(columns: &[Vec<Card>], serializer: S) -> Result<S::Ok, S::Error> {
    let mut list = serializer.serialize_seq(Some(columns.len()))?;
    for column in columns {
        list.serialize_element(&column.iter().map(Text).collect::<Vec<_>>())?;
    }
    list.end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Rank;
    use crate::deal::{Deal, Move};
    use crate::games::{GAMES, Rules};

    const ANNOUNCED: Announced = Announced {
        free_wing: 1,
        bases: (Rank::new(6), Rank::new(7)),
    };

    fn lay_out(setup: &Setup, cards: &[Card]) -> (Table, Option<Announced>) {
        match setup {
            Setup::Gavotte(s) => {
                let table = Table::gavotte(s, ANNOUNCED.into(), cards);
                (table.unwrap(), Some(ANNOUNCED))
            }
            _ => (Table::new(setup, cards).unwrap(), None),
        }
    }

    fn sight(setup: &Setup, cards: &[Card], moves: &[Move]) -> String {
        let (mut table, announced) = lay_out(setup, cards);
        for &mv in moves {
            table.play(mv).unwrap();
        }
        serde_json::to_string(&Sight::new(setup, announced.as_ref(), &table)).unwrap()
    }

    #[test]
    fn deals_that_differ_in_the_hidden_order_only_look_the_same() {
        let mut n_compared = 0;
        for game in GAMES {
            let setup = Rules::default_of(game.name).setup;
            for seed in 0..5 {
                let cards = Deal::from_seed(&setup, seed).cards;
                let (mut table, announced) = lay_out(&setup, &cards);
                let mut line = Vec::new();
                // A line of first legal moves: plays, then turns, to the end of the first pass.
                while let Some(&mv) = table.legal_moves().first()
                    && mv != Move::Redeal
                    && !table.is_won()
                {
                    let seen = Sight::new(&setup, announced.as_ref(), &table);
                    let seen = serde_json::to_string(&seen).unwrap();
                    let hidden = cards.len() - table.stock().len();
                    for way in 0..2 {
                        let mut other = cards.clone();
                        match way {
                            0 => other[hidden..].reverse(),
                            _ => other[hidden..].sort_unstable(),
                        }
                        assert_eq!(sight(&setup, &other, &line), seen, "{} {seed}", game.name);
                        n_compared += usize::from(other != cards);
                    }
                    table.play(mv).unwrap();
                    line.push(mv);
                }
            }
        }
        assert!(n_compared > 1000, "{n_compared}");
    }

    #[test]
    fn after_a_redeal_the_order_is_known() {
        let setup = Rules::default_of("odd-and-even").setup;
        let cards = Deal::from_seed(&setup, 1).cards;
        let mut line = vec![Move::Turn; 95];
        let before: serde_json::Value =
            serde_json::from_str(&sight(&setup, &cards, &line)).unwrap();
        assert_eq!((&before["pass"], &before["stock"]), (&1.into(), &0.into()));
        assert_eq!(before["waste"].as_array().unwrap().len(), 95);
        line.push(Move::Redeal);
        let after: serde_json::Value = serde_json::from_str(&sight(&setup, &cards, &line)).unwrap();
        assert_eq!(after["stock_order"], before["waste"]);
        assert_eq!(after["unseen"], serde_json::json!([]));
        assert_eq!(
            (&after["pass"], &after["passes_left"]),
            (&2.into(), &0.into())
        );
    }

    #[test]
    fn a_sight_names_what_lies_open() {
        let setup = Rules::default_of("windmill").setup;
        let cards = Deal::from_seed(&setup, 3).cards;
        let value: serde_json::Value = serde_json::from_str(&sight(&setup, &cards, &[])).unwrap();
        assert_eq!(value["cells"][0], cards[0].to_string());
        assert_eq!(value["unseen"].as_array().unwrap().len(), 95);
        assert!(value.get("stock_order").is_none());
        let centre = serde_json::json!(
            {"pile": "C", "height": 1, "full": 52, "top": "AC", "takes": "2"}
        );
        assert_eq!(value["foundations"][0], centre);
        let corner = serde_json::json!(
            {"pile": "K4", "height": 0, "full": 13, "top": null, "takes": "K"}
        );
        assert_eq!(value["foundations"][4], corner);
        assert_eq!(value["borrow_locked"], false);
    }
}
