//! Shared by the tests: set-ups as one line of text, packed games to visit, chances.

// Each test file uses its part of this.
#![allow(dead_code)]

pub mod strict;

use cotillion::cards::{Card, Rank};
use cotillion::deal::{
    Borrow, ContradanceSetup, CotillionSetup, GavotteSetup, Setup, WindmillSetup,
};
use cotillion::family::contradance::Contradance;
use cotillion::family::cotillion::{Cotillion, PackKey};
use cotillion::family::windmill::Windmill;
use cotillion::game::Hidden;
use std::collections::BTreeMap;
use std::str::FromStr;

/// Something to do with a packed game, whatever its type.
pub trait Visit {
    type Out;

    fn visit<G: Hidden>(self, game: &G) -> Self::Out;
}

/// Packs the deal and visits it. Gavotte's set-up must fix its choice.
pub fn with_packed<V: Visit>(setup: &Setup, cards: &[Card], visit: V) -> V::Out {
    match setup {
        Setup::Cotillion(s) if <u128 as PackKey>::fits(s) => {
            visit.visit(&Cotillion::<u128>::new(s, cards))
        }
        Setup::Cotillion(s) => visit.visit(&Cotillion::<(u128, u64)>::new(s, cards)),
        Setup::Gavotte(s) => {
            let dealt = s.chosen_cards(s.free_wing.unwrap(), cards);
            visit.visit(&Cotillion::<u128>::new(&s.chosen(s.bases.unwrap()), &dealt))
        }
        Setup::Windmill(s) => visit.visit(&Windmill::new(s, cards)),
        Setup::Contradance(s) => visit.visit(&Contradance::new(s, cards)),
    }
}

/// Chances that are the same on every run: each call gives a number below the one given.
pub fn chances() -> impl FnMut(usize) -> usize {
    let mut state = 1u64;
    move |n| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    }
}

/// Reads a set-up: the family's name, then each of its fields as `name=value`, all of them stated.
///
/// # Panics
/// If a field is missing, unknown or out of place: test data is ours.
pub fn parse_setup(text: &str) -> Setup {
    let mut words = text.split_whitespace();
    let family = words.next().expect("a family's name");
    let pairs = words.map(|word| word.split_once('=').expect("name=value"));
    let mut fields: BTreeMap<&str, &str> = pairs.collect();
    let setup = match family {
        "cotillion" => Setup::Cotillion(CotillionSetup {
            n_suits: take(&mut fields, "suits"),
            n_ranks: take(&mut fields, "ranks"),
            n_columns: take(&mut fields, "columns"),
            n_rows: take(&mut fields, "rows"),
            n_cells: take(&mut fields, "cells"),
            bases: bases(&mut fields),
            preplaced: yes(&mut fields, "preplaced"),
            n_passes: take(&mut fields, "passes"),
        }),
        "gavotte" => Setup::Gavotte(GavotteSetup {
            n_suits: take(&mut fields, "suits"),
            n_ranks: take(&mut fields, "ranks"),
            n_columns: take(&mut fields, "columns"),
            n_rows: take(&mut fields, "rows"),
            free_wing: Some(take(&mut fields, "free-wing")),
            bases: Some(bases(&mut fields)),
        }),
        "windmill" => Setup::Windmill(WindmillSetup {
            n_suits: take(&mut fields, "suits"),
            n_ranks: take(&mut fields, "ranks"),
            n_cells: take(&mut fields, "cells"),
            n_corners: take(&mut fields, "corners"),
            kings_preplaced: yes(&mut fields, "preplaced"),
            kings_first: yes(&mut fields, "kings-first"),
            borrow: match take::<String>(&mut fields, "borrow").as_str() {
                "strict" => Borrow::Strict,
                "none" => Borrow::None,
                "unlimited" => Borrow::Unlimited,
                other => panic!("borrow={other}"),
            },
            free_kings: yes(&mut fields, "free-kings"),
            reversed: yes(&mut fields, "reversed"),
        }),
        "contradance" => Setup::Contradance(ContradanceSetup {
            n_decks: take(&mut fields, "decks"),
            n_suits: take(&mut fields, "suits"),
            n_ranks: take(&mut fields, "ranks"),
            down_base: take(&mut fields, "down-base"),
            queens_decorate: yes(&mut fields, "queens-decorate"),
            preplaced: yes(&mut fields, "preplaced"),
            n_passes: take(&mut fields, "passes"),
        }),
        other => panic!("no family {other}"),
    };
    assert!(fields.is_empty(), "unknown fields {fields:?}");
    setup
}

fn take<T: FromStr>(fields: &mut BTreeMap<&str, &str>, name: &str) -> T {
    let value = fields.remove(name);
    let value = value.unwrap_or_else(|| panic!("no field {name}"));
    let parsed = value.parse().ok();
    parsed.unwrap_or_else(|| panic!("{name}={value}"))
}

fn yes(fields: &mut BTreeMap<&str, &str>, name: &str) -> bool {
    match take::<String>(fields, name).as_str() {
        "yes" => true,
        "no" => false,
        other => panic!("{name}={other}"),
    }
}

fn bases(fields: &mut BTreeMap<&str, &str>) -> (Rank, Rank) {
    let text: String = take(fields, "bases");
    let (first, second) = text.split_once(',').expect("two bases");
    (first.parse().unwrap(), second.parse().unwrap())
}
