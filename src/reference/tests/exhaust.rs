//! Exhaustive play against play that remembers nothing.

use super::*;
use crate::cards::Rank;
use crate::deal::{Borrow, CotillionSetup, Deal, Setup, WindmillSetup, parse_deal};

const SMALL: CotillionSetup = CotillionSetup {
    n_suits: 2,
    n_ranks: 5,
    n_columns: 2,
    n_rows: 4,
    n_cells: 1,
    bases: (Rank::ACE, Rank::new(2)),
    preplaced: false,
    n_passes: 1,
};

/// Every line without any set of positions seen before: slower still.
fn plain(table: &Table) -> bool {
    table.is_won()
        || table.legal_moves().into_iter().any(|mv| {
            let mut next = table.clone();
            next.play(mv).unwrap();
            plain(&next)
        })
}

#[test]
fn agrees_with_play_without_a_set_of_positions() {
    let tiny = CotillionSetup {
        n_suits: 1,
        n_columns: 1,
        n_rows: 3,
        n_cells: 0,
        ..SMALL
    };
    let windmill = WindmillSetup {
        n_suits: 2,
        n_ranks: 3,
        n_cells: 0,
        n_corners: 2,
        kings_preplaced: false,
        kings_first: true,
        borrow: Borrow::Strict,
        free_kings: false,
        reversed: false,
    };
    for (setup, n_deals) in [
        (Setup::Cotillion(tiny), 60),
        (Setup::Windmill(windmill), 60),
    ] {
        let mut n_won = 0;
        for seed in 0..n_deals {
            let deal = Deal::from_seed(&setup, seed).cards;
            let table = Table::new(&setup, &deal).unwrap();
            let won = plain(&table);
            assert_eq!(solvable(&table, usize::MAX), Some(won), "{setup:?} {seed}");
            n_won += u64::from(won);
        }
        assert!(n_won > 0 && n_won < n_deals, "{n_won} {setup:?}");
    }
}

#[test]
fn a_winning_line_replays() {
    let setup = Setup::Cotillion(SMALL);
    let mut n_won = 0;
    for seed in 0..40 {
        let deal = Deal::from_seed(&setup, seed).cards;
        let table = Table::new(&setup, &deal).unwrap();
        if let Outcome::Won(line) = explore(&table, usize::MAX) {
            assert!(table.replay(&line).unwrap().won);
            n_won += 1;
        }
    }
    assert!(n_won > 0 && n_won < 40, "{n_won} of 40");
}

#[test]
fn the_limit_is_reported() {
    let setup = Setup::Cotillion(SMALL);
    let deal = Deal::from_seed(&setup, 1).cards;
    let table = Table::new(&setup, &deal).unwrap();
    assert_eq!(solvable(&table, 2), None);
    assert_eq!(explore(&table, 2), Outcome::LimitHit);
}

#[test]
fn a_choice_may_save_a_gavotte() {
    let open = GavotteSetup {
        n_suits: 1,
        n_ranks: 5,
        n_columns: 1,
        n_rows: 4,
        free_wing: None,
        bases: None,
    };
    let fixed = GavotteSetup {
        free_wing: Some(1),
        bases: Some((Rank::ACE, Rank::new(2))),
        ..open
    };
    let (mut n_open, mut n_fixed) = (0, 0);
    for seed in 0..20 {
        let deal = Deal::from_seed(&Setup::Gavotte(open), seed).cards;
        let outcome = explore_gavotte(&open, &deal, usize::MAX).unwrap();
        if let GavotteOutcome::Won(choice, line) = &outcome {
            let table = Table::gavotte(&open, *choice, &deal).unwrap();
            assert!(table.replay(line).unwrap().won);
            n_open += 1;
        }
        let won_fixed = gavotte_solvable(&fixed, &deal, usize::MAX)
            .unwrap()
            .unwrap();
        assert!(!won_fixed || outcome != GavotteOutcome::Lost);
        n_fixed += u32::from(won_fixed);
        assert_eq!(gavotte_solvable(&fixed, &deal, 1).unwrap(), None);
    }
    assert!(n_open > n_fixed, "{n_open} against {n_fixed}");
    let cards = parse_deal("AC").unwrap();
    assert!(gavotte_solvable(&open, &cards, 1).is_err());
}
