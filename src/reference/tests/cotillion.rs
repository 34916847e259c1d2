//! Royal Cotillion, Odd and Even and Gavotte, sentence by sentence.

use super::*;
use crate::deal::notation::{From, Move};
use crate::deal::{Deal, parse_deal};
use crate::reference::Table;

fn cards(text: &str) -> Vec<Card> {
    parse_deal(text).unwrap()
}

fn rank(text: &str) -> Rank {
    text.parse().unwrap()
}

const ACE_TWO: (Rank, Rank) = (Rank::ACE, Rank::new(2));

/// The full game with its default rules.
const FULL: CotillionSetup = CotillionSetup {
    n_suits: 4,
    n_ranks: 13,
    n_columns: 4,
    n_rows: 3,
    n_cells: 16,
    bases: ACE_TWO,
    preplaced: false,
    n_passes: 1,
};

/// One suit of three ranks: six cards, one column of two, one cell, three in the stock.
const TINY: CotillionSetup = CotillionSetup {
    n_suits: 1,
    n_ranks: 3,
    n_columns: 1,
    n_rows: 2,
    n_cells: 1,
    ..FULL
};

fn table(setup: CotillionSetup, text: &str) -> Table {
    Table::new(&Setup::Cotillion(setup), &cards(text)).unwrap()
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

fn order(base: &str, n_ranks: u8) -> String {
    let ranks = ranks_from(rank(base), n_ranks);
    let names: Vec<_> = ranks.iter().map(Rank::to_string).collect();
    names.join(" ")
}

#[test]
fn foundations_are_built_by_steps_of_two() {
    assert_eq!(order("A", 13), "A 3 5 7 9 J K 2 4 6 8 10 Q");
    assert_eq!(order("2", 13), "2 4 6 8 10 Q A 3 5 7 9 J K");
    assert_eq!(order("6", 13), "6 8 10 Q A 3 5 7 9 J K 2 4");
    assert_eq!(order("7", 13), "7 9 J K 2 4 6 8 10 Q A 3 5");
    assert_eq!(order("K", 13), "K 2 4 6 8 10 Q A 3 5 7 9 J");
    assert_eq!(order("A", 6), "A 3 5 2 4 6");
    assert_eq!(order("2", 6), "2 4 6 A 3 5");
}

#[test]
fn the_order_is_the_one_that_the_set_up_states() {
    for n_ranks in 2..=13 {
        let setup = CotillionSetup { n_ranks, ..FULL };
        for base in (1..=n_ranks).map(Rank::new) {
            assert_eq!(ranks_from(base, n_ranks), setup.build_order(base));
        }
    }
}

#[test]
fn the_full_deal_has_four_columns_of_three_sixteen_cells_and_76_in_the_stock() {
    let deal = Deal::from_seed(&Setup::Cotillion(FULL), 3).cards;
    let table = lay_out(&FULL, &deal).unwrap();
    assert_eq!(table.layout.columns.len(), 4);
    for (i, column) in table.layout.columns.iter().enumerate() {
        assert_eq!(column[..], [deal[i], deal[4 + i], deal[8 + i]]);
    }
    assert_eq!(table.layout.cells.len(), 16);
    assert_eq!(table.layout.cells[0], Some(deal[12]));
    assert_eq!(table.layout.stock.len(), 76);
    assert_eq!(table.layout.stock.last().unwrap().card, deal[28]);
    assert!(table.foundations.iter().all(|f| f.n_cards == 0));
}

#[test]
fn preplaced_bases_lie_out_and_96_cards_are_dealt() {
    let setup = CotillionSetup {
        preplaced: true,
        ..FULL
    };
    let deal = Deal::from_seed(&Setup::Cotillion(setup), 3).cards;
    assert_eq!(deal.len(), 96);
    let table = lay_out(&setup, &deal).unwrap();
    assert_eq!(table.layout.stock.len(), 68);
    let out: Vec<Card> = table
        .foundations
        .iter()
        .flat_map(|f| f.cards().to_vec())
        .collect();
    assert_eq!(out, cards("AC 2C AD 2D AH 2H AS 2S"));
}

#[test]
fn odd_and_even_has_nine_cells_95_in_the_stock_and_one_redeal() {
    let setup = CotillionSetup {
        n_columns: 0,
        n_rows: 0,
        n_cells: 9,
        n_passes: 2,
        ..FULL
    };
    let deal = Deal::from_seed(&Setup::Cotillion(setup), 3).cards;
    let table = lay_out(&setup, &deal).unwrap();
    assert!(table.layout.columns.is_empty());
    assert_eq!(table.layout.cells[8], Some(deal[8]));
    assert_eq!(table.layout.stock.len(), 95);
    assert_eq!(table.layout.redeals_left, 1);
}

#[test]
fn a_game_from_the_deal_to_the_win() {
    // Column: AC under 3C; cell 2C; stock AC 2C 3C.
    let mut table = table(TINY, "AC 3C 2C AC 2C 3C");
    assert_eq!(moves(&table), ["R1>C2", "turn"]);
    assert_eq!(refusal(&table, "L1>C1"), "C1 expects AC, not 3C");
    assert_eq!(refusal(&table, "L1>D1"), "this game has no foundation D1");
    assert_eq!(refusal(&table, "W>C1"), "the waste is empty");
    assert_eq!(refusal(&table, "R2>C1"), "this game has no R2");
    assert_eq!(refusal(&table, "L2>C1"), "this game has no L2");
    assert_eq!(refusal(&table, "K1>C1"), "this game has no K1");
    assert_eq!(refusal(&table, "L1>C"), "this game has no foundation C");
    assert_eq!(refusal(&table, "redeal"), "the stock is not empty yet");
    // The cell is refilled with the stock card, an ace that both foundations want.
    play(&mut table, "R1>C2");
    assert_eq!(moves(&table), ["R1>C1", "R1>C2", "turn"]);
    play(&mut table, "turn");
    assert_eq!(
        table
            .check("W>C1".parse().unwrap())
            .unwrap_err()
            .to_string(),
        "C1 expects AC, not 2C"
    );
    // Now the waste, a two, fills the cell.
    play(&mut table, "R1>C1 L1>C1 L1>C2 turn");
    assert_eq!(moves(&table), ["R1>C1", "W>C2"]);
    assert_eq!(refusal(&table, "L1>C2"), "L1 is empty");
    play(&mut table, "W>C2 R1>C1");
    assert_eq!(refusal(&table, "R1>C1"), "R1 is empty");
    assert_eq!(refusal(&table, "turn"), "the stock is empty");
    assert_eq!(
        refusal(&table, "redeal"),
        "the waste is empty, nothing to redeal"
    );
    assert!(table.is_won());
    assert_eq!(moves(&table), [""; 0]);
}

#[test]
fn only_one_ace_opens_a_pile() {
    let setup = CotillionSetup {
        n_columns: 0,
        n_rows: 0,
        n_cells: 3,
        ..TINY
    };
    let mut table = table(setup, "AC AC 2C 2C 3C 3C");
    assert_eq!(moves(&table), ["R1>C1", "R2>C1", "R3>C2", "turn"]);
    assert_eq!(table.distinct_moves().len(), 3);
    play(&mut table, "R1>C1");
    // The second ace waits for the pile of the two.
    assert_eq!(refusal(&table, "R2>C1"), "C1 expects 3C, not AC");
    assert_eq!(refusal(&table, "R2>C2"), "C2 expects 2C, not AC");
    play(&mut table, "R3>C2 R2>C2");
}

#[test]
fn a_second_pass_repeats_the_first_cards_order() {
    let setup = CotillionSetup {
        n_columns: 0,
        n_rows: 0,
        n_cells: 1,
        n_passes: 2,
        ..TINY
    };
    let mut table = table(setup, "3C 3C 2C 2C AC AC");
    play(&mut table, "turn turn turn turn turn W>C1");
    assert_eq!(moves(&table), ["R1>C1", "redeal"]);
    // The waste 3C 2C 2C AC is turned again from its first card on.
    play(&mut table, "redeal");
    assert_eq!(refusal(&table, "redeal"), "the stock is not empty yet");
    play(&mut table, "turn");
    assert_eq!(moves(&table), ["R1>C1", "W>C1", "turn"]);
    play(&mut table, "turn");
    assert_eq!(moves(&table), ["R1>C1", "W>C2", "turn"]);
    play(&mut table, "turn turn");
    assert_eq!(refusal(&table, "redeal"), "no redeal is left");
}

#[test]
fn gavotte_lays_the_free_wing_out_as_cells_and_the_other_as_columns() {
    let setup = GavotteSetup {
        n_suits: 4,
        n_ranks: 13,
        n_columns: 4,
        n_rows: 4,
        free_wing: None,
        bases: None,
    };
    let deal = Deal::from_seed(&Setup::Gavotte(setup), 5).cards;
    let bases = (rank("6"), rank("7"));
    for free_wing in [1, 2] {
        let table = lay_out_gavotte(&setup, Choice { free_wing, bases }, &deal).unwrap();
        let (columns, cells) = if free_wing == 1 { (16, 0) } else { (0, 16) };
        assert_eq!(table.layout.cells[0], Some(deal[cells]));
        assert_eq!(table.layout.cells[15], Some(deal[cells + 15]));
        assert_eq!(table.layout.columns[0][0], deal[columns]);
        assert_eq!(table.layout.columns[1][0], deal[columns + 1]);
        assert_eq!(
            table.layout.card_at(From::Column(4)),
            Ok(deal[columns + 15])
        );
        assert_eq!(table.layout.stock.len(), 72);
        assert_eq!(table.layout.redeals_left, 0);
        assert!(table.foundations.iter().all(|f| f.n_cards == 0));
        assert_eq!(table.foundations[0].order[0], cards("6C")[0]);
        assert_eq!(table.foundations[7].order[0], cards("7S")[0]);
    }
    assert_eq!(choices(&setup).unwrap().len(), 2 * 91);
}

#[test]
fn a_choice_must_be_one_that_the_set_up_leaves_open() {
    let open = GavotteSetup {
        n_suits: 1,
        n_ranks: 3,
        n_columns: 1,
        n_rows: 1,
        free_wing: None,
        bases: None,
    };
    let fixed = GavotteSetup {
        free_wing: Some(2),
        bases: Some((rank("2"), rank("3"))),
        ..open
    };
    let deal = cards("AC 2C 3C AC 2C 3C");
    let choice = |free_wing, bases| Choice { free_wing, bases };
    let good = choice(2, (rank("2"), rank("3")));
    assert_eq!(choices(&fixed).unwrap(), [good]);
    assert!(Table::gavotte(&fixed, good, &deal).is_ok());
    assert!(Table::new(&Setup::Gavotte(fixed), &deal).is_ok());
    assert!(Table::new(&Setup::Gavotte(open), &deal).is_err());
    for bad in [choice(1, good.bases), choice(2, ACE_TWO)] {
        assert!(Table::gavotte(&fixed, bad, &deal).is_err());
        assert!(Table::gavotte(&open, bad, &deal).is_ok());
    }
    for bad in [
        choice(0, ACE_TWO),
        choice(3, ACE_TWO),
        choice(1, (rank("4"), rank("A"))),
    ] {
        assert!(Table::gavotte(&open, bad, &deal).is_err());
    }
    assert!(Table::gavotte(&open, good, &deal[1..]).is_err());
    assert!(choices(&GavotteSetup { n_ranks: 4, ..open }).is_err());
    assert!(choices(&GavotteSetup { n_rows: 4, ..open }).is_err());
}

#[test]
fn equal_bases_make_equal_piles() {
    let setup = CotillionSetup {
        bases: (rank("3"), rank("3")),
        n_columns: 0,
        n_rows: 0,
        n_cells: 2,
        ..TINY
    };
    let start = table(setup, "3C 3C 2C 2C AC AC");
    assert_eq!(moves(&start), ["R1>C1", "R1>C2", "R2>C1", "R2>C2", "turn"]);
    assert_eq!(start.distinct_moves().len(), 2);
    let (mut first, mut second) = (start.clone(), start);
    play(&mut first, "R1>C1");
    play(&mut second, "R2>C2");
    assert_ne!(first, second);
    assert_eq!(first.key(), second.key());
    // Unequal heights again make the piles differ.
    assert_eq!(first.distinct_moves().len(), first.legal_moves().len());
    play(&mut first, "R2>C2 R1>C1");
    assert_eq!(moves(&first), ["R1>C1", "R2>C2", "turn"]);
}

#[test]
fn unequal_bases_never_make_equal_piles() {
    let setup = CotillionSetup {
        n_columns: 0,
        n_rows: 0,
        n_cells: 2,
        ..TINY
    };
    let start = table(setup, "AC 2C AC 2C 3C 3C");
    let (mut first, mut second) = (start.clone(), start);
    play(&mut first, "R1>C1");
    play(&mut second, "R2>C2");
    assert_ne!(first.key(), second.key());
}

#[test]
fn equal_stock_cards_are_told_apart_by_the_placed_key_only() {
    let setup = CotillionSetup {
        n_columns: 0,
        n_rows: 0,
        n_cells: 0,
        ..TINY
    };
    // One line plays the first ace and keeps the second, the other the other way round; a third
    // card in between is played in both.
    let start = table(setup, "AC AC 2C 2C 3C 3C");
    let (mut first, mut second) = (start.clone(), start);
    play(&mut first, "turn W>C1 turn");
    play(&mut second, "turn turn W>C1");
    assert_eq!(first.key(), second.key());
    assert_ne!(first.placed_key(), second.placed_key());
}

#[test]
fn bad_numbers_and_cards_are_refused() {
    let deal = cards("AC 3C 2C AC 2C 3C");
    assert!(lay_out(&TINY, &deal).is_ok());
    for bad in [
        "AC 3C 2C AC 2C",
        "AC 3C 2C AC 2C 4C",
        "AC 3C 2C AC 2C 3C 3C",
        "AC AC AC 2C 3C 3C",
    ] {
        assert!(lay_out(&TINY, &cards(bad)).is_err(), "{bad}");
    }
    for change in [
        |s: &mut CotillionSetup| s.n_suits = 0,
        |s: &mut CotillionSetup| s.n_suits = 5,
        |s: &mut CotillionSetup| s.n_ranks = 0,
        |s: &mut CotillionSetup| s.n_ranks = 14,
        |s: &mut CotillionSetup| s.n_rows = 9,
        |s: &mut CotillionSetup| s.n_passes = 0,
        |s: &mut CotillionSetup| s.bases = (Rank::new(1), Rank::new(4)),
        |s: &mut CotillionSetup| (s.n_ranks, s.bases) = (4, (Rank::new(1), Rank::new(3))),
    ] {
        let mut setup = TINY;
        change(&mut setup);
        assert!(lay_out(&setup, &deal).is_err(), "{setup:?}");
    }
}
