//! Windmill's default rules, sentence by sentence.

use super::*;
use crate::deal::notation::Move;
use crate::deal::{Deal, parse_deal};
use crate::reference::Table;

#[path = "windmill_options.rs"]
mod options;

/// The full game with its default rules.
const FULL: WindmillSetup = WindmillSetup {
    n_suits: 4,
    n_ranks: 13,
    n_cells: 8,
    n_corners: 4,
    kings_preplaced: false,
    kings_first: true,
    borrow: Borrow::Strict,
    free_kings: false,
    reversed: false,
};

fn cards(text: &str) -> Vec<Card> {
    parse_deal(text).unwrap()
}

/// A position made by hand: the centre's top card, the corners, the sails, the cards in hand.
/// Each corner that is not empty counts as a king played.
fn position(
    setup: WindmillSetup,
    centre: &str,
    corners: [&str; 4],
    sails: &str,
    stock: &str,
) -> Table {
    let dealt = cards(&format!("{sails} {stock}"));
    let corners = corners.map(cards).to_vec();
    Table::Windmill(WindmillTable {
        setup,
        layout: Layout::deal(&dealt, 0, 0, cards(sails).len(), 1),
        centre: cards(centre),
        n_kings_cornered: corners.iter().filter(|c| !c.is_empty()).count(),
        corners,
        borrow_locked: false,
    })
}

/// Plays moves given as text, separated by white space.
fn play(table: &mut Table, moves: &str) {
    for text in moves.split_whitespace() {
        let mv: Move = text.parse().unwrap();
        table.play(mv).unwrap_or_else(|why| panic!("{mv}: {why}"));
    }
}

/// Why a move is refused; checks that it changes nothing.
fn refusal(table: &Table, text: &str) -> String {
    let mut after = table.clone();
    let why = after.play(text.parse().unwrap()).unwrap_err();
    assert_eq!(&after, table);
    why.to_string()
}

fn moves(table: &Table) -> Vec<String> {
    table.legal_moves().iter().map(Move::to_string).collect()
}

fn inner(table: &Table) -> &WindmillTable {
    match table {
        Table::Windmill(table) => table,
        Table::Piles(_) => panic!("not a Windmill table"),
    }
}

const NO_CORNERS: [&str; 4] = ["", "", "", ""];
const ALL_KINGS: [&str; 4] = ["KC", "KD", "KH", "KS"];

#[test]
fn one_ace_in_the_centre_eight_sails_and_95_in_the_stock() {
    let deal = Deal::from_seed(&Setup::Windmill(FULL), 7);
    let table = lay_out(&FULL, &deal.cards).unwrap();
    assert_eq!(table.centre, cards("AC"));
    assert_eq!(table.layout.cells.iter().flatten().count(), 8);
    assert_eq!(table.layout.stock.len(), 95);
    assert!(table.corners.iter().all(Vec::is_empty));
}

#[test]
fn preplaced_kings_lie_in_the_corners_and_count_as_played() {
    let setup = WindmillSetup {
        kings_preplaced: true,
        ..FULL
    };
    let deal = Deal::from_seed(&Setup::Windmill(setup), 7);
    let table = lay_out(&setup, &deal.cards).unwrap();
    assert_eq!(table.corners, ALL_KINGS.map(cards));
    assert_eq!(table.layout.stock.len(), 91);
    assert_eq!(table.n_kings_cornered, 4);
}

#[test]
fn the_cards_left_out_are_those_that_were_not_dealt() {
    let setup = WindmillSetup {
        kings_preplaced: true,
        ..FULL
    };
    let mut dealt = cards("AC AC AD AD AS AS AH KH KH KC KC");
    for suit in Suit::ALL {
        for rank in (2..=12).map(Rank::new) {
            dealt.extend([Card::new(rank, suit); 2]);
        }
    }
    let table = lay_out(&setup, &dealt).unwrap();
    assert_eq!(table.centre, cards("AH"));
    assert_eq!(table.corners, ["KD", "KD", "KS", "KS"].map(cards));
}

#[test]
fn the_centre_is_built_up_regardless_of_suit_and_wraps_from_king_to_ace() {
    let mut table = position(FULL, "AC", ALL_KINGS, "2H 4S KC QD", "3D");
    assert_eq!(
        moves(&table),
        ["R1>C", "R4>K1", "R4>K2", "R4>K3", "R4>K4", "turn"]
    );
    assert_eq!(refusal(&table, "R2>C"), "the centre expects rank 2, not 4S");
    // The sail's hole is filled by the stock card.
    play(&mut table, "R1>C R1>C R2>C");
    assert_eq!(refusal(&table, "W>C"), "the waste is empty");
    play(
        &mut position(FULL, "AC QH", ALL_KINGS, "KH AD", ""),
        "R1>C R2>C",
    );
}

#[test]
fn the_centre_is_complete_at_its_goal() {
    let mut setup = FULL;
    setup.n_suits = 1;
    setup.n_ranks = 3;
    setup.n_corners = 1;
    let table = WindmillTable {
        setup,
        layout: Layout::deal(&cards("AC"), 0, 0, 1, 1),
        centre: cards("AC 2C"),
        corners: vec![cards("3C 2C")],
        n_kings_cornered: 1,
        borrow_locked: false,
    };
    let mut table = Table::Windmill(table);
    assert_eq!(refusal(&table, "R1>C"), "the centre expects rank 3, not AC");
    assert!(!table.is_won());
    play(&mut table, "R1>K1");
    assert_eq!(refusal(&table, "R1>K1"), "R1 is empty");
    let mut full = inner(&table).clone();
    full.centre.push(cards("3C")[0]);
    full.layout.cells = vec![Some(cards("AC")[0])];
    let full = Table::Windmill(full);
    assert_eq!(refusal(&full, "R1>C"), "the centre is complete");
    assert_eq!(refusal(&full, "K1>C"), "the centre is complete");
    assert_eq!(refusal(&full, "R1>K1"), "K1 is complete");
    assert_eq!(inner(&full).setup.centre_goal(), 3);
}

#[test]
fn corners_are_built_down_from_a_king_to_the_ace() {
    let mut table = position(FULL, "AC", NO_CORNERS, "KH QD", "JS KC");
    assert_eq!(refusal(&table, "R2>K1"), "K1 expects rank K, not QD");
    play(&mut table, "R1>K3");
    // The refill is the first stock card, the jack.
    assert_eq!(moves(&table), ["R2>K3", "turn"]);
    play(&mut table, "R2>K3 R1>K3");
    assert_eq!(inner(&table).corners[2], cards("KH QD JS"));
    // The hole of the queen took the other king, and nothing was left for the jack's.
    assert_eq!(moves(&table), ["R2>K1", "R2>K2", "R2>K4"]);
    assert_eq!(refusal(&table, "R1>C"), "R1 is empty");
    assert_eq!(refusal(&table, "turn"), "the stock is empty");
    assert_eq!(refusal(&table, "R2>K3"), "K3 expects rank 10, not KC");
}

#[test]
fn the_first_four_kings_go_to_the_corners() {
    let corners = ["KC", "KD", "KH", ""];
    let mut table = position(FULL, "QC", corners, "KS KC", "");
    assert_eq!(moves(&table), ["R1>K4", "R2>K4"]);
    assert_eq!(
        refusal(&table, "R1>C"),
        "KS may go to the centre only when all 4 corners have been taken"
    );
    play(&mut table, "R1>K4 R2>C");

    let optional = WindmillSetup {
        kings_first: false,
        ..FULL
    };
    let table = position(optional, "QC", corners, "KS KC", "");
    assert_eq!(moves(&table), ["R1>C", "R1>K4", "R2>C", "R2>K4"]);
}

#[test]
fn a_borrow_locks_borrowing_until_the_centre_takes_a_card_from_hand() {
    let corners = [
        "KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C",
        "KD QD JD 10D 9D 8D 7D 6D 5D 4D",
        "KH QH",
        "KS",
    ];
    let mut table = position(FULL, "2C", corners, "JS 5D", "6C");
    assert_eq!(moves(&table), ["R1>K3", "K1>C", "turn"]);
    play(&mut table, "K1>C");
    let locked =
        "the centre's next card must come from a sail, the waste or the stock after a borrow";
    assert_eq!(refusal(&table, "K2>C"), locked);
    // A play to a corner does not lift the lock, and neither does turning a card.
    play(&mut table, "R1>K3");
    assert_eq!(refusal(&table, "K2>C"), locked);

    let mut table = position(FULL, "3C", corners, "4S JS", "5D");
    play(&mut table, "R1>C");
    assert_eq!(refusal(&table, "K2>C"), "the centre expects rank 5, not 4D");
    // From a sail: the lock is lifted.
    let mut lifted = position(FULL, "2C", corners, "4S JS", "5D");
    play(&mut lifted, "K1>C R1>C");
    assert!(!inner(&lifted).borrow_locked);
    // From the waste, where a turned stock card lies.
    let mut lifted = position(FULL, "2C", corners, "JS", "4C 5D");
    play(&mut lifted, "K1>C turn");
    assert!(inner(&lifted).borrow_locked);
    play(&mut lifted, "W>C");
    assert!(!inner(&lifted).borrow_locked);
}

#[test]
fn the_game_has_no_columns_suit_piles_or_redeal() {
    let mut table = position(FULL, "AC", NO_CORNERS, "2C", "3C");
    assert_eq!(refusal(&table, "L1>C"), "this game has no L1");
    assert_eq!(refusal(&table, "R1>C1"), "this game has no foundation C1");
    assert_eq!(refusal(&table, "R1>K5"), "this game has no foundation K5");
    assert_eq!(refusal(&table, "K5>C"), "this game has no K5");
    assert_eq!(refusal(&table, "K1>C"), "K1 is empty");
    play(&mut table, "turn");
    assert_eq!(refusal(&table, "redeal"), "no redeal is left");
}

#[test]
fn equal_sails_and_corners_give_equal_moves() {
    let table = position(FULL, "AC", ["", "KC", "", "KD"], "2C QC 2D QH", "");
    assert_eq!(table.legal_moves().len(), 2 + 2 * 2);
    let distinct: Vec<_> = table.distinct_moves().iter().map(Move::to_string).collect();
    assert_eq!(distinct, ["R1>C", "R2>K2"]);
    let mut one = table.clone();
    let mut other = table;
    play(&mut one, "R2>K2");
    play(&mut other, "R4>K4");
    assert_eq!(one.key(), other.key());
    play(&mut other, "R1>C");
    assert_ne!(one.key(), other.key());
}

#[test]
fn the_borrow_lock_belongs_to_the_key() {
    let corners = ["KC QC JC", "KD", "", ""];
    let mut borrowed = position(FULL, "10C", corners, "JD", "");
    let mut direct = borrowed.clone();
    play(&mut borrowed, "K1>C R1>K1");
    play(&mut direct, "R1>C");
    assert_ne!(borrowed.key(), direct.key());
}

#[test]
fn bad_numbers_and_cards_are_refused() {
    let deal = Deal::from_seed(&Setup::Windmill(FULL), 0).cards;
    let refused = |setup: WindmillSetup, cards: &[Card]| lay_out(&setup, cards).unwrap_err().0;
    assert!(refused(FULL, &deal[1..]).starts_with("102 cards"));
    let mut surplus = deal.clone();
    surplus.push(cards("AC")[0]);
    assert!(!refused(FULL, &surplus).is_empty());
    for change in [
        |s: &mut WindmillSetup| s.n_suits = 0,
        |s: &mut WindmillSetup| s.n_suits = 5,
        |s: &mut WindmillSetup| s.n_ranks = 1,
        |s: &mut WindmillSetup| s.n_ranks = 14,
        |s: &mut WindmillSetup| s.n_corners = 8,
        |s: &mut WindmillSetup| s.n_cells = 200,
    ] {
        let mut setup = FULL;
        change(&mut setup);
        assert!(!refused(setup, &deal).is_empty(), "{setup:?}");
    }
}
