//! What holds for every game: conservation, refusals, replay, equal moves, counts.

use super::*;
use crate::cards::{Rank, Suit};
use crate::deal::{Borrow, ContradanceSetup, CotillionSetup, Deal, WindmillSetup, parse_deal};

/// The full games and some of their options.
fn full_games() -> Vec<Setup> {
    let royal = CotillionSetup {
        n_suits: 4,
        n_ranks: 13,
        n_columns: 4,
        n_rows: 3,
        n_cells: 16,
        bases: (Rank::ACE, Rank::new(2)),
        preplaced: false,
        n_passes: 1,
    };
    let odd_and_even = CotillionSetup {
        n_columns: 0,
        n_rows: 0,
        n_cells: 9,
        n_passes: 2,
        ..royal
    };
    let gavotte = GavotteSetup {
        n_suits: 4,
        n_ranks: 13,
        n_columns: 4,
        n_rows: 4,
        free_wing: Some(2),
        bases: Some((Rank::new(9), Rank::new(9))),
    };
    let contradance = ContradanceSetup {
        n_decks: 2,
        n_suits: 4,
        n_ranks: 13,
        down_base: Rank::new(5),
        queens_decorate: false,
        preplaced: true,
        n_passes: 2,
    };
    let quadrille = ContradanceSetup {
        n_decks: 1,
        queens_decorate: true,
        preplaced: false,
        n_passes: 3,
        ..contradance
    };
    let mut games = vec![
        Setup::Cotillion(royal),
        Setup::Cotillion(CotillionSetup {
            preplaced: true,
            ..royal
        }),
        Setup::Cotillion(odd_and_even),
        Setup::Gavotte(gavotte),
        Setup::Contradance(contradance),
        Setup::Contradance(quadrille),
    ];
    for borrow in [Borrow::Strict, Borrow::None, Borrow::Unlimited] {
        for bits in 0..16 {
            games.push(Setup::Windmill(WindmillSetup {
                n_suits: 4,
                n_ranks: 13,
                n_cells: 8,
                n_corners: 4,
                kings_preplaced: bits & 1 == 1,
                kings_first: bits & 2 == 2,
                borrow,
                free_kings: bits & 4 == 4,
                reversed: bits & 8 == 8,
            }));
        }
    }
    games
}

/// Of all foundations that could be named only those of the game are there.
#[test]
fn foundations_go_by_their_names() {
    let mut names = vec![To::Centre];
    for number in 0..=5 {
        names.push(To::Corner(number));
        for suit in Suit::ALL {
            names.push(To::Pile(suit, number));
            names.extend((1..=13).map(|rank| To::Base(suit, Rank::new(rank), number)));
        }
    }
    for setup in full_games() {
        let mut table = Table::new(&setup, &Deal::from_seed(&setup, 0).cards).unwrap();
        table.play(Move::Turn).unwrap();
        let targets = table.rules().targets();
        for &to in &names {
            let refused = table.check(Move::Play(From::Waste, to));
            let is_there = refused != Err(Illegal::NoSuchFoundation(to));
            assert_eq!(is_there, targets.contains(&to), "{setup:?} {to}");
        }
    }
}

/// A small generator of pseudo-random numbers for choosing moves.
fn random(state: &mut u64) -> usize {
    *state = state
        .wrapping_mul(6364136223846793005)
        .wrapping_add(1442695040888963407);
    (*state >> 33) as usize
}

#[test]
fn no_card_appears_or_vanishes() {
    for setup in full_games() {
        for seed in 0..6 {
            let deal = Deal::from_seed(&setup, seed);
            let mut table = Table::new(&setup, &deal.cards).unwrap();
            let mut expected = deal.cards.clone();
            expected.extend(setup.left_out());
            expected.sort();
            let mut state = seed;
            let mut n_moves = 0;
            loop {
                let mut cards = table.all_cards();
                cards.sort();
                assert_eq!(cards, expected);
                // A play where there is one, mostly; else a turn.
                let mut moves = table.legal_moves();
                if moves.len() > 1 && !random(&mut state).is_multiple_of(4) {
                    moves.retain(|&mv| mv != Move::Turn);
                }
                if moves.is_empty() {
                    break;
                }
                table.play(moves[random(&mut state) % moves.len()]).unwrap();
                n_moves += 1;
            }
            assert!(n_moves >= setup.n_stock() / 2 && n_moves < 1000);
        }
    }
}

#[test]
fn every_move_that_is_not_listed_is_refused_and_changes_nothing() {
    let conceivable = |table: &Table| {
        let mut moves = vec![Move::Turn, Move::Redeal];
        let mut tos = table.rules().targets();
        tos.extend([To::Centre, To::Corner(0), To::Corner(9), To::Corner(255)]);
        for n in [0, 1, 2, 4, 5, 16, 17, 255] {
            for from in [From::Column(n), From::Cell(n), From::Waste, From::Corner(n)] {
                moves.extend(tos.iter().map(|&to| Move::Play(from, to)));
            }
        }
        moves
    };
    for setup in full_games().into_iter().step_by(5) {
        let deal = Deal::from_seed(&setup, 11);
        let mut table = Table::new(&setup, &deal.cards).unwrap();
        let mut state = 1;
        for _ in 0..60 {
            let legal = table.legal_moves();
            for mv in conceivable(&table) {
                if legal.contains(&mv) {
                    continue;
                }
                let mut after = table.clone();
                assert!(after.play(mv).is_err(), "{mv}");
                assert_eq!(after, table);
            }
            let Some(&mv) = legal.get(random(&mut state) % legal.len().max(1)) else {
                break;
            };
            table.play(mv).unwrap();
        }
    }
}

#[test]
fn distinct_moves_are_the_legal_ones_up_to_equal_positions() {
    for setup in full_games() {
        let deal = Deal::from_seed(&setup, 2);
        let mut table = Table::new(&setup, &deal.cards).unwrap();
        let mut state = 5;
        loop {
            let legal = table.legal_moves();
            let keys = |moves: &[Move]| {
                let mut keys: Vec<Key> = moves
                    .iter()
                    .map(|&mv| {
                        let mut next = table.clone();
                        next.play(mv).unwrap();
                        next.placed_key()
                    })
                    .collect();
                keys.sort();
                keys.dedup();
                keys
            };
            let distinct = table.distinct_moves();
            assert_eq!(keys(&legal), keys(&distinct));
            assert!(distinct.iter().all(|mv| legal.contains(mv)));
            let Some(&mv) = legal.get(random(&mut state) % legal.len().max(1)) else {
                break;
            };
            table.play(mv).unwrap();
        }
    }
}

#[test]
fn a_move_list_is_replayed_and_its_first_illegal_move_named() {
    let setup = CotillionSetup {
        n_suits: 1,
        n_ranks: 3,
        n_columns: 1,
        n_rows: 2,
        n_cells: 1,
        bases: (Rank::ACE, Rank::new(2)),
        preplaced: false,
        n_passes: 1,
    };
    let setup = Setup::Cotillion(setup);
    let cards = parse_deal("AC 3C 2C AC 2C 3C").unwrap();
    let moves = |text: &str| -> Vec<Move> {
        text.split_whitespace()
            .map(|mv| mv.parse().unwrap())
            .collect()
    };
    let line = moves("R1>C2 turn R1>C1 L1>C1 L1>C2 turn W>C2 R1>C1");
    let won = replay(&setup, None, &cards, &line).unwrap();
    assert!(won.won && won.last.is_won());
    assert!(!replay(&setup, None, &cards, &line[..7]).unwrap().won);
    let error = replay(&setup, None, &cards, &moves("turn R1>C1 turn")).unwrap_err();
    assert_eq!(error.move_number, 2);
    assert_eq!(
        error.to_string(),
        "move 2 is illegal: R1>C1: C1 expects AC, not 2C"
    );
    assert_eq!(
        replay(&setup, None, &cards[1..], &line)
            .unwrap_err()
            .move_number,
        0
    );
    let choice = Choice {
        free_wing: 1,
        bases: (Rank::ACE, Rank::ACE),
    };
    assert_eq!(
        replay(&setup, Some(choice), &cards, &line)
            .unwrap_err()
            .move_number,
        0
    );
}

#[test]
fn perft_of_a_game_counted_by_hand() {
    // One suit, three ranks, no wings: 3C 3C AC AC 2C 2C. Turning is the only move until an ace
    // shows; then each position is told apart by what was played.
    let setup = CotillionSetup {
        n_suits: 1,
        n_ranks: 3,
        n_columns: 0,
        n_rows: 0,
        n_cells: 0,
        bases: (Rank::ACE, Rank::new(2)),
        preplaced: false,
        n_passes: 1,
    };
    let cards = parse_deal("3C 3C AC AC 2C 2C").unwrap();
    let table = Table::new(&Setup::Cotillion(setup), &cards).unwrap();
    let counts = perft(&table, 5);
    let rows: Vec<_> = counts
        .iter()
        .map(|c| (c.paths, c.distinct, c.placed))
        .collect();
    // Ply 4: play the ace, or turn the second. Ply 5: after the play, 3C or turn; after the turn,
    // play or turn: four positions. "Ace played, second ace turned" and "second ace played" are equal
    // but for their places.
    assert_eq!(
        rows,
        [(1, 1, 1), (1, 1, 1), (1, 1, 1), (2, 2, 2), (4, 3, 4)]
    );
    // To the end: the last ply has no successors.
    let all = perft(&table, 100);
    assert!(all.len() < 20);
}
