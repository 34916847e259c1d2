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
//! # Relaxation
//! Where F is still open for a type, let *both* copies leave as soon as one use is enabled, the use
//! itself being counted when it is enabled. By the same induction the cards that leave in any line
//! with any F that agrees with what is settled leave in this relaxed playout too. If it does not
//! win, no such line does. If it wins and no second copy left before the second use was enabled, it
//! *is* a legal line, and won. Otherwise a type was *abused*: it has to be settled.
//!
//! # Learning
//! A relaxed playout that loses asks only some of the settled types: those of which a copy was *held*, kept on
//! the waste by the choice alone. Without the other choices it would be the same playout. Dropping choices
//! one after the other as long as the playout still loses leaves a *core*, and "not all of the core" is a clause over F
//! that all winning lines satisfy. These clauses go to the learning search. It settles abused types until
//! a playout wins lawfully, or the clauses contradict each other and the deal cannot be won. With 3 passes some tens of
//! playouts decide a deal for which branching over all types, without learning, took up to more than 20 million.
//!
//! # Games already begun
//! All of this holds from any position. A type of which one copy has left has its first use made, so the other
//! copy waits for the second.

mod choices;

use super::Refutation;
use crate::cards::{Card, N_CARDS, Rank, Suit};
use crate::cdcl::{Config, Engine};
use crate::deal::ContradanceSetup;
use crate::family::contradance::Play;
use crate::search::{Control, Outcome};
use choices::Choices;

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
    /// Bits of the types of which a copy was kept from leaving by a choice.
    held: u64,
}

/// What a playout keeps.
#[derive(Clone)]
struct Table {
    /// By type: uses enabled and made, copies that have left, the stock place of the first of these.
    enabled: [u8; N_CARDS],
    played: [u8; N_CARDS],
    left: [u8; N_CARDS],
    first_left: [u8; N_CARDS],
    n_played: usize,
    /// Stock places: the waste, its top last, in the first `n_waste`, the stock from `turn` to `n_rest`.
    rest: [u8; MAX_STOCK],
    n_waste: usize,
    turn: usize,
    n_rest: usize,
    pass: u8,
}

impl Table {
    fn turn(&mut self) {
        self.rest[self.n_waste] = self.rest[self.turn];
        self.n_waste += 1;
        self.turn += 1;
    }

    fn redeal(&mut self) {
        self.pass += 1;
        self.n_rest = std::mem::take(&mut self.n_waste);
        self.turn = 0;
    }

    /// The waste's top leaves. Counts the uses made, and those that they enable down the foundation.
    fn leave(&mut self, card: usize, after: &[u8; N_CARDS]) {
        self.n_waste -= 1;
        self.left[card] += 1;
        if self.left[card] == 1 {
            self.first_left[card] = self.rest[self.n_waste];
        }
        let mut card = card;
        while self.played[card] < self.left[card].min(self.enabled[card]) {
            self.played[card] += 1;
            self.n_played += 1;
            let next = after[card];
            if next == NONE {
                break;
            }
            card = next as usize;
            self.enabled[card] += 1;
        }
    }
}

/// Decides Contradance deals with the same tables.
pub struct ContradanceDecider {
    setup: ContradanceSetup,
    /// The type that follows on the same foundation.
    after: [u8; N_CARDS],
    /// Enabled and played uses at the start.
    enabled: [u8; N_CARDS],
    played: [u8; N_CARDS],
    /// Uses to make from the stock.
    n_uses: usize,
    engine: Engine,
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
            engine: Engine::new(Config::default()),
        }
    }

    /// Decides the deal. The second value counts playouts; a little more than `max_playouts` may be made.
    ///
    /// # Panics
    /// If the number of cards is not the set-up's.
    pub fn decide(
        &mut self,
        cards: &[Card],
        max_playouts: u64,
        control: &Control<'_>,
    ) -> (Outcome<Play>, u64) {
        self.decide_begun(cards, &[], max_playouts, control)
    }

    /// Decides the position that these moves, which must be legal, lead to; the plays found begin there.
    ///
    /// # Panics
    /// If the number of cards is not the set-up's.
    pub fn decide_begun(
        &mut self,
        cards: &[Card],
        plays: &[Play],
        max_playouts: u64,
        control: &Control<'_>,
    ) -> (Outcome<Play>, u64) {
        let (outcome, n_playouts, _) = self.run(cards, plays, max_playouts, control, false);
        (outcome, n_playouts)
    }

    /// As [`ContradanceDecider::decide`], and writes down why if the deal cannot be won.
    ///
    /// # Panics
    /// If the number of cards is not the set-up's.
    pub fn refute(
        &mut self,
        cards: &[Card],
        max_playouts: u64,
        control: &Control<'_>,
    ) -> (Outcome<Play>, Option<Refutation>) {
        let (outcome, _, refutation) = self.run(cards, &[], max_playouts, control, true);
        (outcome, refutation)
    }

    fn run(
        &mut self,
        cards: &[Card],
        plays: &[Play],
        max_playouts: u64,
        control: &Control<'_>,
        prove: bool,
    ) -> (Outcome<Play>, u64, Option<Refutation>) {
        assert_eq!(
            cards.len(),
            self.setup.n_dealt(),
            "the deal is the set-up's"
        );
        let stock: Vec<u8> = cards.iter().map(|card| card.index() as u8).collect();
        let mut engine = std::mem::take(&mut self.engine);
        engine.clear();
        let start = self.start(&stock, plays);
        let mut choices = Choices::new(self, &start, &stock);
        if prove {
            engine.start_proof();
            choices.keep_cores();
        }
        let (outcome, n_playouts) = choices.decide(&mut engine, max_playouts, control);
        let drat = engine.take_proof();
        let refutation = drat.filter(|_| outcome == Outcome::Unsolvable).map(|drat| {
            let (cnf, table) = choices.cnf_and_table();
            let drat = if drat.is_empty() {
                "0\n".to_string()
            } else {
                drat
            };
            Refutation { cnf, drat, table }
        });
        self.engine = engine;
        (outcome, n_playouts, refutation)
    }

    /// Where the plays lead.
    fn start(&self, stock: &[u8], plays: &[Play]) -> Table {
        let mut table = Table {
            enabled: self.enabled,
            played: self.played,
            left: [0; N_CARDS],
            first_left: [NONE; N_CARDS],
            n_played: 0,
            rest: std::array::from_fn(|i| i as u8),
            n_waste: 0,
            turn: 0,
            n_rest: stock.len(),
            pass: 0,
        };
        for play in plays {
            match play {
                Play::Turn => table.turn(),
                Play::Redeal => table.redeal(),
                Play::Waste => {
                    let place = table.rest[table.n_waste - 1];
                    table.leave(stock[place as usize] as usize, &self.after);
                }
            }
        }
        table
    }

    /// Plays at once whatever the choices allow, relaxed where they are open.
    fn playout(
        &self,
        start: &Table,
        stock: &[u8],
        first: &[u8; N_CARDS],
        mut line: Option<&mut Vec<Play>>,
    ) -> Playout {
        let mut table = start.clone();
        let (mut held, mut abused) = (0, None);
        loop {
            while table.n_waste > 0 {
                let place = table.rest[table.n_waste - 1];
                let card = stock[place as usize] as usize;
                let uses = table.enabled[card];
                // Of a type whose first use has been made in earnest the other copy waits for the second.
                if uses == 0 || uses == 1 && start.left[card] > 0 && self.setup.n_decks == 2 {
                    break;
                }
                if uses == 1 && self.setup.n_decks == 2 && !may_lead(first, card, place) {
                    held |= 1 << card;
                    break;
                }
                if uses == 1 && table.left[card] > 0 && abused.is_none() {
                    abused = Some((card as u8, table.first_left[card]));
                }
                if let Some(line) = line.as_deref_mut() {
                    line.push(Play::Waste);
                }
                table.leave(card, &self.after);
            }
            let won = table.n_played == self.n_uses;
            let play = if won {
                None
            } else if table.turn < table.n_rest {
                table.turn();
                Some(Play::Turn)
            } else if table.n_waste > 0 && table.pass + 1 < self.setup.n_passes {
                table.redeal();
                Some(Play::Redeal)
            } else {
                None
            };
            let Some(play) = play else {
                return Playout { won, abused, held };
            };
            if let Some(line) = line.as_deref_mut() {
                line.push(play);
            }
        }
    }
}

/// Whether this copy may leave while one use of its type is enabled.
fn may_lead(first: &[u8; N_CARDS], card: usize, place: u8) -> bool {
    first[card] == OPEN || first[card] == place
}
