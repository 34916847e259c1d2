//! Windmill's rule options: borrowing, free kings, the reversed direction.

use super::*;

#[test]
fn borrowing_never_and_without_limit() {
    let corners = [
        "KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C",
        "KD QD JD 10D 9D 8D 7D 6D 5D 4D",
        "",
        "",
    ];
    let never = WindmillSetup {
        borrow: Borrow::None,
        ..FULL
    };
    let table = position(never, "2C", corners, "JS", "");
    assert_eq!(moves(&table), [""; 0]);
    assert_eq!(
        refusal(&table, "K1>C"),
        "no card may go from a corner to the centre"
    );
    let unlimited = WindmillSetup {
        borrow: Borrow::Unlimited,
        ..FULL
    };
    let mut table = position(unlimited, "2C", corners, "JS", "");
    play(&mut table, "K1>C K2>C");
    assert_eq!(inner(&table).centre, cards("2C 3C 4D"));
}

#[test]
fn a_base_king_stays_unless_kings_are_free() {
    let table = position(FULL, "QC", ALL_KINGS, "KC", "");
    assert_eq!(moves(&table), ["R1>C"]);
    assert_eq!(
        refusal(&table, "K2>C"),
        "K2's base king may not be borrowed"
    );
    assert_eq!(
        refusal(&table, "K1>K2"),
        "no card goes from one corner to another"
    );
    let free = WindmillSetup {
        free_kings: true,
        ..FULL
    };
    let mut table = position(free, "QC", ALL_KINGS, "KC", "KD");
    assert_eq!(
        moves(&table),
        ["R1>C", "K1>C", "K2>C", "K3>C", "K4>C", "turn"]
    );
    play(&mut table, "K2>C");
    // The emptied corner takes the next king; four kings have been cornered already.
    assert_eq!(moves(&table), ["R1>K2", "turn"]);
    let mut later = inner(&table).clone();
    later.centre.push(cards("QS")[0]);
    let later = Table::Windmill(later);
    assert_eq!(moves(&later), ["R1>C", "R1>K2", "turn"]);
    assert_eq!(
        refusal(&later, "K1>C"),
        "the centre's next card must come from a sail, the waste or the stock after a borrow"
    );
    play(&mut table, "R1>K2");
    assert_eq!(inner(&table).n_kings_cornered, 5);
}

#[test]
fn a_free_king_may_be_borrowed_before_all_corners_were_taken() {
    let free = WindmillSetup {
        free_kings: true,
        ..FULL
    };
    let mut table = position(free, "QC", ["KC", "", "", ""], "KD", "");
    play(&mut table, "K1>C");
    let mut later = inner(&table).clone();
    later.centre.push(cards("QS")[0]);
    let later = Table::Windmill(later);
    // One king has been cornered at some time, so a king in hand may not go to the centre.
    assert_eq!(moves(&later), ["R1>K1", "R1>K2", "R1>K3", "R1>K4"]);
    assert_eq!(
        refusal(&later, "R1>C"),
        "KD may go to the centre only when all 4 corners have been taken"
    );
}

#[test]
fn reversed_the_centre_goes_down_from_a_king_and_corners_up_from_aces() {
    let reversed = WindmillSetup {
        reversed: true,
        ..FULL
    };
    let deal = Deal::from_seed(&Setup::Windmill(reversed), 1);
    let dealt = lay_out(&reversed, &deal.cards).unwrap();
    assert_eq!(dealt.centre, cards("KC"));
    let mut table = position(reversed, "KC", ["AC", "", "", ""], "QD 2S AH KS", "");
    assert_eq!(moves(&table), ["R1>C", "R2>K1", "R3>K2", "R3>K3", "R3>K4"]);
    play(&mut table, "R1>C R2>K1");
    // From the ace the centre goes on with the king; an ace goes there once all corners are taken.
    let four = ["AC", "AD", "AH", "AS"];
    let mut table = position(reversed, "2C", four, "AC KD", "");
    assert_eq!(refusal(&table, "K1>C"), "K1's base ace may not be borrowed");
    play(&mut table, "R1>C R2>C");
}

#[test]
fn reversed_small_games_mirror_the_normal_ones() {
    for (n_ranks, kings_preplaced, free_kings) in
        [(3, false, false), (4, true, false), (5, false, true)]
    {
        let normal = WindmillSetup {
            n_suits: 2,
            n_ranks,
            n_cells: 2,
            n_corners: 2,
            kings_preplaced,
            free_kings,
            ..FULL
        };
        let reversed = WindmillSetup {
            reversed: true,
            ..normal
        };
        for seed in 0..20 {
            let deal = Deal::from_seed(&Setup::Windmill(normal), seed).cards;
            let mirror =
                |card: &Card| Card::new(Rank::new(n_ranks + 1 - card.rank().number()), card.suit());
            let mirrored: Vec<Card> = deal.iter().map(mirror).collect();
            let mut a = Table::new(&Setup::Windmill(normal), &deal).unwrap();
            let mut b = Table::new(&Setup::Windmill(reversed), &mirrored).unwrap();
            for step in 0.. {
                let moves = a.legal_moves();
                assert_eq!(moves, b.legal_moves());
                assert_eq!(a.is_won(), b.is_won());
                let Some(&mv) = moves.get((step * 7 + seed as usize) % moves.len().max(1)) else {
                    break;
                };
                a.play(mv).unwrap();
                b.play(mv).unwrap();
            }
        }
    }
}

#[test]
fn the_piles_tell_how_many_kings_were_cornered_until_it_suffices() {
    for (n_corners, borrow) in [(2, Borrow::Strict), (3, Borrow::Unlimited)] {
        let setup = WindmillSetup {
            n_suits: 2,
            n_ranks: 3,
            n_cells: 3,
            n_corners,
            borrow,
            free_kings: true,
            ..FULL
        };
        for seed in 0..200 {
            let deal = Deal::from_seed(&Setup::Windmill(setup), seed).cards;
            let mut table = Table::new(&Setup::Windmill(setup), &deal).unwrap();
            for step in 0.. {
                let inner = inner(&table);
                let taken = inner.corners.iter().filter(|c| !c.is_empty()).count();
                let on_centre = inner.centre.iter().filter(|c| c.rank() == inner.king());
                let n_corners = n_corners as usize;
                assert_eq!(
                    inner.n_kings_cornered.min(n_corners),
                    (taken + on_centre.count()).min(n_corners)
                );
                let moves = table.legal_moves();
                let Some(&mv) = moves.get((step * 5 + seed as usize) % moves.len().max(1)) else {
                    break;
                };
                table.play(mv).unwrap();
            }
        }
    }
}
