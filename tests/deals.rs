//! The deal streams are frozen: golden deals, round trips, refused deals.

use cotillion::cards::Card;
use cotillion::deal::{Deal, DealError, PysolfcNumber, STREAM, cards_text};
use cotillion::games::{GAMES, Rules};
use std::fmt::Write;

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/deals.txt");

/// One line a deal: game, options, seed, cards.
fn golden_text() -> String {
    let mut text = format!("# First deals of the stream {STREAM}: game, options, seed, cards\n");
    let variants: [(&str, &[&str]); 9] = [
        ("royal-cotillion", &[]),
        ("royal-cotillion", &["start=preplaced"]),
        ("gavotte", &[]),
        ("odd-and-even", &[]),
        ("contradance", &[]),
        ("quadrille", &[]),
        ("quadrille", &["start=preplaced"]),
        ("windmill", &[]),
        ("windmill", &["kings=preplaced", "direction=reversed"]),
    ];
    for (game, options) in variants {
        let rules = Rules::new(game, options).unwrap();
        for seed in [0, 1, 2, u64::MAX] {
            let deal = Deal::from_seed(&rules.setup, seed);
            writeln!(
                text,
                "{game} {options:?} {seed} {}",
                cards_text(&deal.cards)
            )
            .unwrap();
        }
    }
    text
}

#[test]
fn the_stream_deals_what_it_always_dealt() {
    if std::env::var_os("COTILLION_WRITE_DEALS").is_some() {
        std::fs::write(GOLDEN, golden_text()).unwrap();
    }
    assert_eq!(golden_text(), std::fs::read_to_string(GOLDEN).unwrap());
}

#[test]
fn deals_read_back_from_their_text() {
    for game in GAMES {
        let rules = Rules::default_of(game.name);
        for seed in 0..50 {
            let deal = Deal::from_seed(&rules.setup, seed);
            let text = cards_text(&deal.cards).to_lowercase().replace("10", "T");
            let text = format!("# a comment with 5H in it\n{text} # and another\n");
            assert_eq!(
                Deal::from_text(&rules.setup, &text).unwrap().cards,
                deal.cards
            );
        }
    }
}

#[test]
fn windmill_leaves_any_ace_and_any_kings_out() {
    let rules = Rules::new("windmill", &["kings=preplaced"]).unwrap();
    let mut cards = Deal::from_seed(&rules.setup, 5).cards;
    // The ace of spades is out instead of the ace of clubs, all kings of clubs and spades are out.
    let swap = |cards: &mut Vec<Card>, from: &str, to: &str| {
        let place = cards
            .iter()
            .position(|c| *c == from.parse().unwrap())
            .unwrap();
        cards[place] = to.parse().unwrap();
    };
    swap(&mut cards, "AS", "AC");
    swap(&mut cards, "KC", "KD");
    swap(&mut cards, "KS", "KH");
    assert!(Deal::from_text(&rules.setup, &cards_text(&cards)).is_ok());
    swap(&mut cards, "2D", "KC");
    let error = Deal::from_text(&rules.setup, &cards_text(&cards)).unwrap_err();
    assert!(matches!(error, DealError::Surplus { .. }), "{error}");
}

#[test]
fn wrong_deals_are_refused_with_place_and_expectation() {
    let rules = Rules::default_of("royal-cotillion");
    let cards = Deal::from_seed(&rules.setup, 0).cards;
    let text = cards_text(&cards);
    let message = |text: &str| Deal::from_text(&rules.setup, text).unwrap_err().to_string();
    assert_eq!(message("").split(' ').next(), Some("0"));
    let short = message(text.rsplit_once(' ').unwrap().0);
    assert!(
        short.starts_with("103 cards; expected 104 (missing: "),
        "{short}"
    );
    let doubled = format!("{} {}", text.rsplit_once(' ').unwrap().0, cards[0]);
    let doubled = message(&doubled);
    assert!(
        doubled.contains("one too many") || doubled.contains("missing"),
        "{doubled}"
    );
    let unknown = message(&text.replacen(' ', "\n1Z ", 1));
    assert!(
        unknown.starts_with("line 2, card 2: \"1Z\" is no card"),
        "{unknown}"
    );
}

/// Deals dumped from PySolFC itself.
#[test]
fn pysolfc_deals_are_those_that_pysolfc_shows() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/pysolfc.txt");
    let data = std::fs::read_to_string(path).unwrap();
    let mut n_deals = 0;
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.splitn(3, ' ');
        let (game, number, cards) = (
            words.next().unwrap(),
            words.next().unwrap(),
            words.next().unwrap(),
        );
        let rules = Rules::default_of(game);
        let deal = Deal::from_pysolfc(&rules.setup, &number.parse().unwrap()).unwrap();
        assert_eq!(cards_text(&deal.cards), cards, "{game} {number}");
        n_deals += 1;
    }
    assert!(n_deals >= 10);
}

/// Shuffles made by PySolFC's package pysol-cards: `tests/pysol_cards.py` makes the data.
#[test]
fn pysolfc_shuffles_are_those_of_its_package() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/pysol_cards.txt");
    let data = std::fs::read_to_string(path).unwrap();
    let mut n_shuffles = 0;
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.splitn(3, ' ');
        let (n_decks, number, cards) = (
            words.next().unwrap(),
            words.next().unwrap(),
            words.next().unwrap(),
        );
        let number: PysolfcNumber = number.parse().unwrap();
        let shuffled = number.shuffled(n_decks.parse().unwrap());
        assert_eq!(cards_text(&shuffled), cards, "{n_decks} {number}");
        n_shuffles += 1;
    }
    assert!(n_shuffles >= 20);
}

#[test]
fn other_pysolfc_numbers_are_refused() {
    for text in [
        "",
        "0",
        "ms",
        "ms0",
        "-1",
        "1e3",
        "100000000000000000001",
        "ms8589934592",
        "MS5",
    ] {
        assert!(text.parse::<PysolfcNumber>().is_err(), "{text:?}");
    }
    let preplaced = Rules::new("royal-cotillion", &["start=preplaced"]).unwrap();
    assert!(Deal::from_pysolfc(&preplaced.setup, &"24".parse().unwrap()).is_err());
}
