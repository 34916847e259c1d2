//! Contradance and Quadrille, sentence by sentence.

use super::*;
use crate::deal::notation::Move;
use crate::deal::{Deal, parse_deal};
use crate::reference::Table;

const CONTRADANCE: ContradanceSetup = ContradanceSetup {
    n_decks: 2,
    n_suits: 4,
    n_ranks: 13,
    down_base: Rank::new(5),
    queens_decorate: false,
    preplaced: true,
    n_passes: 2,
};

const QUADRILLE: ContradanceSetup = ContradanceSetup {
    n_decks: 1,
    queens_decorate: true,
    preplaced: false,
    n_passes: 3,
    ..CONTRADANCE
};

/// One suit of six ranks: down `2 A 6`, up `3 4`, the five is decoration.
const TINY: ContradanceSetup = ContradanceSetup {
    n_suits: 1,
    n_ranks: 6,
    down_base: Rank::new(2),
    ..QUADRILLE
};

fn cards(text: &str) -> Vec<Card> {
    parse_deal(text).unwrap()
}

fn table(setup: ContradanceSetup, text: &str) -> Table {
    Table::new(&Setup::Contradance(setup), &cards(text)).unwrap()
}

fn moves(table: &Table) -> Vec<String> {
    table.legal_moves().iter().map(Move::to_string).collect()
}

fn play(table: &mut Table, moves: &str) {
    for text in moves.split_whitespace() {
        let mv: Move = text.parse().unwrap();
        table.play(mv).unwrap_or_else(|why| panic!("{mv}: {why}"));
    }
}

fn refusal(table: &Table, text: &str) -> String {
    let mut after = table.clone();
    let why = after.play(text.parse().unwrap()).unwrap_err();
    assert_eq!(&after, table);
    why.to_string()
}

/// Each foundation's name and what it takes.
fn piles(setup: ContradanceSetup) -> Vec<(String, String)> {
    let deal = Deal::from_seed(&Setup::Contradance(setup), 0).cards;
    let table = lay_out(&setup, &deal).unwrap();
    let name = |to| {
        let mv = Move::Play(crate::deal::notation::From::Waste, to).to_string();
        mv[2..].to_string()
    };
    let ranks = |f: &Foundation| {
        let names: Vec<_> = f.order.iter().map(|c| c.rank().to_string()).collect();
        names.join(" ")
    };
    table
        .foundations
        .iter()
        .map(|f| (name(f.name), ranks(f)))
        .collect()
}

#[test]
fn contradance_has_eight_piles_down_and_eight_up_all_opened() {
    let all = piles(CONTRADANCE);
    assert_eq!(all.len(), 16);
    let expected = [
        ("C5a", "5 4 3 2 A K"),
        ("C5b", "5 4 3 2 A K"),
        ("C6a", "6 7 8 9 10 J Q"),
        ("C6b", "6 7 8 9 10 J Q"),
    ];
    assert_eq!(
        all[..4],
        expected.map(|(a, b)| (a.to_string(), b.to_string()))
    );
    let deal = Deal::from_seed(&Setup::Contradance(CONTRADANCE), 0).cards;
    let table = lay_out(&CONTRADANCE, &deal).unwrap();
    assert_eq!(table.layout.stock.len(), 88);
    assert!(table.foundations.iter().all(|f| f.n_cards == 1));
    assert!(deal.iter().all(|c| ![5, 6].contains(&c.rank().number())));
}

#[test]
fn quadrille_has_four_piles_down_four_up_and_queens_laid_aside() {
    let all = piles(QUADRILLE);
    assert_eq!(all.len(), 12);
    let expected = [("C5", "5 4 3 2 A K"), ("C6", "6 7 8 9 10 J"), ("CQ", "Q")];
    assert_eq!(
        all[..3],
        expected.map(|(a, b)| (a.to_string(), b.to_string()))
    );
    let deal = Deal::from_seed(&Setup::Contradance(QUADRILLE), 0).cards;
    assert_eq!(lay_out(&QUADRILLE, &deal).unwrap().layout.stock.len(), 52);
    let preplaced = ContradanceSetup {
        preplaced: true,
        ..QUADRILLE
    };
    let deal = Deal::from_seed(&Setup::Contradance(preplaced), 0).cards;
    let table = lay_out(&preplaced, &deal).unwrap();
    assert_eq!(table.layout.stock.len(), 40);
    assert!(table.foundations.iter().all(|f| f.n_cards == 1));
}

#[test]
fn a_game_over_two_passes_that_is_won_without_the_queen() {
    let mut table = table(TINY, "AC 5C 6C 4C 3C 2C");
    assert_eq!(moves(&table), ["turn"]);
    assert_eq!(refusal(&table, "W>C2"), "the waste is empty");
    play(&mut table, "turn");
    assert_eq!(refusal(&table, "W>C2"), "this game has no foundation C2");
    let to_down = Move::Play(
        crate::deal::notation::From::Waste,
        To::Base(Suit::Clubs, Rank::new(2), 0),
    );
    assert_eq!(
        table.play(to_down).unwrap_err().to_string(),
        "C2 expects 2C, not AC"
    );
    play(&mut table, "turn");
    // The queen's part may be laid aside when it shows, or not.
    assert_eq!(moves(&table), ["W>C5", "turn"]);
    play(&mut table, "turn turn turn W>C3 W>C3 turn");
    table.play(to_down).unwrap();
    // Left on the waste: AC 5C 6C, turned again in this order.
    assert_eq!(moves(&table), ["redeal"]);
    play(&mut table, "redeal turn");
    table.play(to_down).unwrap();
    play(&mut table, "turn turn");
    assert!(!table.is_won());
    table.play(to_down).unwrap();
    assert!(table.is_won());
    // Even then the queen's part may be played, or the last redeal made.
    assert_eq!(moves(&table), ["W>C5", "redeal"]);
}

#[test]
fn passes_run_out() {
    let one = ContradanceSetup {
        n_passes: 1,
        ..TINY
    };
    let mut table_one = table(one, "AC 5C 6C 4C 3C 2C");
    play(&mut table_one, "turn turn turn turn turn turn");
    assert_eq!(refusal(&table_one, "redeal"), "no redeal is left");
    let mut table_three = table(TINY, "AC 5C 6C 4C 3C 2C");
    for _ in 0..2 {
        assert_eq!(
            refusal(&table_three, "redeal"),
            "the stock is not empty yet"
        );
        play(&mut table_three, "turn turn turn turn turn turn redeal");
    }
    play(&mut table_three, "turn turn turn turn turn turn");
    assert_eq!(refusal(&table_three, "redeal"), "no redeal is left");
}

#[test]
fn both_piles_of_a_suit_take_the_card() {
    let setup = ContradanceSetup {
        n_decks: 2,
        preplaced: true,
        ..TINY
    };
    // Decoration is numbered with two decks.
    assert_eq!(piles(setup)[4].0, "C5a");
    let mut table = table(setup, "AC AC 4C 4C 6C 6C");
    play(&mut table, "turn");
    assert_eq!(moves(&table), ["W>C2a", "W>C2b", "turn"]);
    assert_eq!(table.distinct_moves().len(), 2);
    play(&mut table, "W>C2b turn");
    assert_eq!(moves(&table), ["W>C2a", "turn"]);
    assert_eq!(refusal(&table, "W>C2b"), "C2b expects 6C, not AC");
    play(&mut table, "W>C2a turn W>C3a turn");
    assert_eq!(refusal(&table, "W>C3a"), "C3a is complete");
    assert_eq!(refusal(&table, "W>C5a"), "C5a is complete");
    play(&mut table, "W>C3b turn W>C2a turn W>C2b");
    assert!(table.is_won());
}

#[test]
fn bases_not_preplaced_open_either_pile() {
    let setup = ContradanceSetup {
        n_decks: 2,
        queens_decorate: false,
        n_ranks: 5,
        ..TINY
    };
    let mut table = table(setup, "2C 2C AC AC 3C 3C 4C 4C 5C 5C");
    play(&mut table, "turn");
    assert_eq!(moves(&table), ["W>C2a", "W>C2b", "turn"]);
    play(&mut table, "W>C2a turn W>C2b turn");
    assert_eq!(moves(&table), ["W>C2a", "W>C2b", "turn"]);
}

#[test]
fn bad_numbers_and_cards_are_refused() {
    let deal = cards("AC 5C 6C 4C 3C 2C");
    assert!(lay_out(&TINY, &deal).is_ok());
    assert!(lay_out(&TINY, &deal[1..]).is_err());
    for change in [
        |s: &mut ContradanceSetup| s.n_suits = 0,
        |s: &mut ContradanceSetup| s.n_ranks = 2,
        |s: &mut ContradanceSetup| s.n_ranks = 14,
        |s: &mut ContradanceSetup| s.n_decks = 0,
        |s: &mut ContradanceSetup| s.n_decks = 3,
        |s: &mut ContradanceSetup| s.n_passes = 0,
        |s: &mut ContradanceSetup| s.down_base = Rank::new(4),
        |s: &mut ContradanceSetup| s.down_base = Rank::new(13),
    ] {
        let mut setup = TINY;
        change(&mut setup);
        assert!(lay_out(&setup, &deal).is_err(), "{setup:?}");
    }
}
