//! Contradance and Quadrille decided: relaxed playouts and a branching over copies.
//!
//! # Definitions
//! All foundations of one suit and direction take the same cards, so the leading one makes the
//! *first use* of each card type and the following one, with two decks, the *second use*. A type is
//! *enabled* as often as foundations have reached it: n_decks times at the start for a base, else as
//! often as its predecessor has been played.
//!
//! # Why one choice a type is enough
//! Only the waste's top can be played. Let F say for each type which of its two copies makes the
//! first use (at the other one's disposal is the second use alone). *For fixed F, playing at once is
//! never worse.* Compare any line with the line that plays at once whatever F allows, turn by turn.
//! By induction over the moves every card that the first line has played has been played in the
//! second: when the first line plays a card, everything above it in the waste has left, so it has in
//! the second line too, where the card is thus the top or already gone; and the uses that enable it
//! are made. So the second line wins if any line with this F does. With one deck there is nothing to
//! choose, and one playout decides.
//!
//! With two decks the choice is real. Take a card of which one use is enabled, on top of the waste
//! while its other copy is still to come: letting it lie at the bottom and playing the other copy,
//! when that comes, keeps the other copy from covering what is needed.
//!
//! # Relaxation and branching
//! Where F is still open for a type, let *both* copies leave as soon as one use is enabled, the use
//! itself being counted when it is enabled. By the same induction the cards that leave in any line
//! with any F that agrees with what is settled leave in this relaxed playout too. If it does not
//! win, no such line does. If it wins and no second copy left before the second use was enabled, it
//! *is* a legal line, and won. Otherwise the first type that was abused so is settled, one way and
//! the other. At most one choice a type is settled on any branch, so the search ends; a limit on the
//! number of playouts ends it earlier, with no answer.

use crate::cards::{Card, N_CARDS, Rank, Suit};
use crate::deal::ContradanceSetup;
use crate::family::contradance::Play;
use crate::search::{Control, Limit, Outcome};

/// Most cards in the stock.
const MAX_STOCK: usize = 104;
const NONE: u8 = u8::MAX;

/// Who may leave the waste when a type is enabled once.
const OPEN: u8 = u8::MAX;

/// What a deal and the choices settled so far lead to.
struct Playout {
    won: bool,
    /// The first type abused, and its copy that left first.
    abused: Option<(u8, u8)>,
}

/// Decides Contradance deals with the same tables.
#[derive(Debug)]
pub struct ContradanceDecider {
    setup: ContradanceSetup,
    /// The type that follows on the same foundation.
    after: [u8; N_CARDS],
    /// Enabled and played uses at the start.
    enabled: [u8; N_CARDS],
    played: [u8; N_CARDS],
    /// Uses to make from the stock.
    n_uses: usize,
}

impl ContradanceDecider {
    /// A decider for this set-up.
    pub fn new(setup: &ContradanceSetup) -> ContradanceDecider {
        let n_decks = setup.n_decks;
        let (mut after, mut enabled, mut played) = ([NONE; N_CARDS], [0; N_CARDS], [0; N_CARDS]);
        let mut n_uses = 0;
        for &suit in &Suit::ALL[..setup.n_suits as usize] {
            for order in [setup.down_order(), setup.up_order()] {
                let card = |rank: &Rank| Card::new(*rank, suit).index();
                for pair in order.windows(2) {
                    after[card(&pair[0])] = card(&pair[1]) as u8;
                }
                enabled[card(&order[0])] = n_decks;
                n_uses += order.len() * n_decks as usize;
                if setup.preplaced {
                    played[card(&order[0])] = n_decks;
                    n_uses -= n_decks as usize;
                    if let Some(second) = order.get(1) {
                        enabled[card(second)] = n_decks;
                    }
                }
            }
            // Decoration may leave at any time; its uses do not count.
            if let Some(rank) = setup.decoration() {
                enabled[Card::new(rank, suit).index()] = n_decks;
                played[Card::new(rank, suit).index()] = n_decks;
            }
        }
        ContradanceDecider {
            setup: *setup,
            after,
            enabled,
            played,
            n_uses,
        }
    }

    /// Decides the deal. The second value counts playouts.
    ///
    /// # Panics
    /// If the number of cards is not the set-up's.
    pub fn decide(
        &self,
        cards: &[Card],
        max_playouts: u64,
        control: &Control<'_>,
    ) -> (Outcome<Play>, u64) {
        assert_eq!(
            cards.len(),
            self.setup.n_dealt(),
            "the deal is the set-up's"
        );
        let stock: Vec<u8> = cards.iter().map(|card| card.index() as u8).collect();
        // The stock place of the copy that makes each type's first use.
        let mut first = [OPEN; N_CARDS];
        // Settled types, each with whether its other value is still to be tried.
        let mut settled: Vec<(u8, bool)> = Vec::new();
        let mut n_playouts = 0;
        let mut line = Vec::with_capacity((self.setup.n_passes as usize + 1) * stock.len());
        loop {
            if n_playouts >= max_playouts {
                return (Outcome::Unknown(Limit::Nodes(max_playouts)), n_playouts);
            }
            n_playouts += 1;
            if n_playouts % 1024 == 0
                && let Some(limit) = control.stopped()
            {
                return (Outcome::Unknown(limit), n_playouts);
            }
            // The first playout often decides: its line is kept at once.
            let record = (n_playouts == 1).then_some(&mut line);
            let playout = self.playout(&stock, &first, record);
            match (playout.won, playout.abused) {
                (true, None) => {
                    if n_playouts > 1 {
                        line.clear();
                        self.playout(&stock, &first, Some(&mut line));
                    }
                    return (Outcome::Solvable(line), n_playouts);
                }
                (true, Some((card, copy))) => {
                    first[card as usize] = copy;
                    settled.push((card, true));
                    continue;
                }
                (false, _) => {}
            }
            // Back to the last type with a value to try.
            loop {
                let Some((card, other)) = settled.pop() else {
                    return (Outcome::Unsolvable, n_playouts);
                };
                let card = card as usize;
                if other {
                    let tried = first[card] as usize;
                    let twin = stock.iter().enumerate();
                    let mut twin = twin.filter(|&(i, &c)| c as usize == card && i != tried);
                    first[card] = twin.next().expect("an open type has two copies").0 as u8;
                    settled.push((card as u8, false));
                    break;
                }
                first[card] = OPEN;
            }
        }
    }

    /// Plays at once whatever the choices allow, relaxed where they are open.
    fn playout(
        &self,
        stock: &[u8],
        first: &[u8; N_CARDS],
        mut line: Option<&mut Vec<Play>>,
    ) -> Playout {
        let (mut enabled, mut played) = (self.enabled, self.played);
        let mut left = [0u8; N_CARDS];
        let mut first_left = [NONE; N_CARDS];
        let mut n_played = 0;
        let mut abused = None;
        let mut rest: [u8; MAX_STOCK] = [0; MAX_STOCK];
        for (i, place) in rest[..stock.len()].iter_mut().enumerate() {
            *place = i as u8;
        }
        let mut n_rest = stock.len();
        for pass in 0..self.setup.n_passes {
            if pass > 0 {
                if n_rest == 0 {
                    break;
                }
                if let Some(line) = line.as_deref_mut() {
                    line.push(Play::Redeal);
                }
            }
            // The waste is kept in the part of `rest` already turned.
            let n_turns = n_rest;
            let mut n_waste = 0;
            for turn in 0..n_turns {
                rest[n_waste] = rest[turn];
                n_waste += 1;
                if let Some(line) = line.as_deref_mut() {
                    line.push(Play::Turn);
                }
                while n_waste > 0 {
                    let place = rest[n_waste - 1];
                    let card = stock[place as usize] as usize;
                    let uses = enabled[card];
                    if uses == 0
                        || uses == 1 && self.setup.n_decks == 2 && !may_lead(first, card, place)
                    {
                        break;
                    }
                    n_waste -= 1;
                    if let Some(line) = line.as_deref_mut() {
                        line.push(Play::Waste);
                    }
                    left[card] += 1;
                    if left[card] == 1 {
                        first_left[card] = place;
                    } else if uses == 1 && abused.is_none() {
                        abused = Some((card as u8, first_left[card]));
                    }
                    // Count the uses made, and those that they enable down the foundation.
                    let mut card = card;
                    while played[card] < left[card].min(enabled[card]) {
                        played[card] += 1;
                        n_played += 1;
                        let next = self.after[card];
                        if next == NONE {
                            break;
                        }
                        card = next as usize;
                        enabled[card] += 1;
                    }
                    if n_played == self.n_uses {
                        return Playout { won: true, abused };
                    }
                }
            }
            n_rest = n_waste;
        }
        Playout {
            won: n_played == self.n_uses,
            abused,
        }
    }
}

/// Whether this copy may leave while one use of its type is enabled.
fn may_lead(first: &[u8; N_CARDS], card: usize, place: u8) -> bool {
    first[card] == OPEN || first[card] == place
}
