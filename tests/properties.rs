//! Symmetries that must not change a verdict, on random shrunken deals: mirrored Windmill, the order of
//! Gavotte's bases, the names of the suits.

mod support;

use cotillion::cards::{Card, Rank, Suit};
use cotillion::deal::{Borrow, CotillionSetup, Deal, Setup, WindmillSetup};
use cotillion::exact::{Budget, Control, Decider, Outcome, Problem};
use cotillion::game::{Dominance, Hidden};
use cotillion::reference::{self, Table};
use cotillion::search;
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;
use support::{Visit, with_packed};

/// Whether depth-first search of the packed game wins.
struct Search;

impl Visit for Search {
    type Out = bool;

    fn visit<G: Hidden>(self, game: &G) -> bool {
        let stop = AtomicBool::new(false);
        let control = search::Control::new(&stop, None);
        let limits = search::Limits::default();
        let start = game.start();
        let (outcome, _) = search::depth_first(game, start, Dominance::ALL, &limits, &control);
        matches!(outcome, search::Outcome::Solvable(_))
    }
}

fn packed(setup: &Setup, cards: &[Card]) -> bool {
    with_packed(setup, cards, Search)
}

/// The reference's verdict, unless the deal is too large for it.
fn literal(setup: &Setup, cards: &[Card]) -> Option<bool> {
    reference::solvable(&Table::new(setup, cards).unwrap(), 4_000)
}

fn exact(setup: &CotillionSetup, cards: &[Card]) -> bool {
    let problem = Problem::from_deal(setup, cards);
    let decision = Decider::new().decide(&problem, &Budget::default(), &Control::default());
    matches!(decision.unwrap().outcome, Outcome::Solvable(_))
}

fn agree(a: Option<bool>, b: Option<bool>) -> bool {
    a.is_none() || b.is_none() || a == b
}

fn windmill() -> impl Strategy<Value = WindmillSetup> {
    let borrow = prop_oneof![
        Just(Borrow::Strict),
        Just(Borrow::None),
        Just(Borrow::Unlimited)
    ];
    let shape = (1u8..=2, 3u8..=6, 0u8..=1, 0u8..=2);
    (shape, borrow, any::<(bool, bool, bool)>()).prop_map(|(shape, borrow, on)| WindmillSetup {
        n_suits: shape.0,
        n_ranks: shape.1,
        n_cells: shape.2,
        n_corners: shape.3.min(2 * shape.0 - 1),
        kings_preplaced: on.0,
        kings_first: on.1,
        borrow,
        free_kings: on.2,
        reversed: false,
    })
}

fn cotillion() -> impl Strategy<Value = CotillionSetup> {
    let shape = (2u8..=3, 4u8..=5, 0u8..=3, 1u8..=3, 1u8..=2);
    (shape, any::<bool>(), 1u8..=2).prop_map(|(shape, preplaced, n_passes)| CotillionSetup {
        n_suits: shape.0,
        n_ranks: shape.1,
        n_columns: shape.2,
        n_rows: if shape.2 == 0 { 0 } else { shape.3.min(2) },
        n_cells: shape.4,
        bases: (Rank::new(1), Rank::new(2)),
        preplaced,
        n_passes,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_reversed_windmill_is_the_mirrored_one(normal in windmill(), seed in any::<u64>()) {
        let reversed = WindmillSetup { reversed: true, ..normal };
        let cards = Deal::from_seed(&Setup::Windmill(normal), seed).cards;
        let mirror = |c: &Card| Card::new(Rank::new(normal.n_ranks + 1 - c.rank().number()), c.suit());
        let mirrored: Vec<Card> = cards.iter().map(mirror).collect();
        let (normal, reversed) = (Setup::Windmill(normal), Setup::Windmill(reversed));
        let verdict = packed(&normal, &cards);
        prop_assert_eq!(verdict, packed(&reversed, &mirrored));
        prop_assert!(agree(Some(verdict), literal(&normal, &cards)));
        prop_assert!(agree(Some(verdict), literal(&reversed, &mirrored)));
    }

    #[test]
    fn the_order_of_the_bases_does_not_matter(
        half in 2u8..=4, bases in (0u8..9, 0u8..9), n_columns in 1u8..=2, seed in any::<u64>(),
    ) {
        let n_ranks = 2 * half + 1;
        let rank = |i: u8| Rank::new(i % n_ranks + 1);
        let setup = |bases| CotillionSetup {
            n_suits: 1, n_ranks, n_columns, n_rows: 2, n_cells: 2, bases, preplaced: false, n_passes: 1,
        };
        let one = setup((rank(bases.0), rank(bases.1)));
        let other = setup((rank(bases.1), rank(bases.0)));
        let cards = Deal::from_seed(&Setup::Cotillion(one), seed).cards;
        let verdict = exact(&one, &cards);
        prop_assert_eq!(verdict, exact(&other, &cards));
        let setups = [Setup::Cotillion(one), Setup::Cotillion(other)];
        for setup in &setups {
            prop_assert_eq!(verdict, packed(setup, &cards));
            prop_assert!(agree(Some(verdict), literal(setup, &cards)));
        }
    }

    #[test]
    fn the_names_of_the_suits_do_not_matter(setup in cotillion(), by in 1usize..3, seed in any::<u64>()) {
        let game = Setup::Cotillion(setup);
        let cards = Deal::from_seed(&game, seed).cards;
        let n_suits = usize::from(setup.n_suits);
        let place = |suit: Suit| Suit::ALL.iter().position(|&s| s == suit).unwrap();
        let rename = |c: &Card| Card::new(c.rank(), Suit::ALL[(place(c.suit()) + by) % n_suits]);
        let renamed: Vec<Card> = cards.iter().map(rename).collect();
        let verdict = exact(&setup, &cards);
        prop_assert_eq!(verdict, exact(&setup, &renamed));
        prop_assert!(agree(Some(verdict), literal(&game, &cards)));
        prop_assert!(agree(literal(&game, &cards), literal(&game, &renamed)));
    }
}
