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
//! choose, and one playout decides (`one_deck`).
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
mod one_deck;

use super::Refutation;
use crate::cards::{Card, N_CARDS, Rank, Suit};
use crate::cdcl::{Config, Engine};
use crate::deal::notation::{From, To};
use crate::deal::{ContradanceSetup, Move};
use crate::family::contradance::Play;
use crate::search::{Control, Outcome};
use choices::Choices;

/// Most cards in the stock, 104, as a power of two: a place below it needs no other check.
const MAX_PLACES: usize = 128;
const NONE: u8 = u8::MAX;

/// The types in the order of the stock; nothing beyond its end.
type Stock = [u8; MAX_PLACES];

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
    /// Bits of the types of which a use is enabled.
    open: u64,
    n_played: usize,
    /// Stock places: the waste, its top last, in the first `n_waste`, the stock from `turn` to `n_rest`.
    rest: [u8; MAX_PLACES],
    n_waste: usize,
    turn: usize,
    n_rest: usize,
    pass: u8,
}

impl Table {
    fn turn(&mut self) {
        self.rest[self.n_waste % MAX_PLACES] = self.rest[self.turn % MAX_PLACES];
        self.n_waste += 1;
        self.turn += 1;
    }

    /// Turns cards up to the first of an open type or the end of the stock, and counts them.
    fn turn_to_open(&mut self, stock: &Stock) -> usize {
        let (first, n_covered) = (self.turn, self.turn - self.n_waste);
        let mut turn = first;
        while turn < self.n_rest {
            let place = self.rest[turn % MAX_PLACES];
            self.rest[(turn - n_covered) % MAX_PLACES] = place;
            turn += 1;
            if self.open >> stock[place as usize % MAX_PLACES] & 1 != 0 {
                break;
            }
        }
        self.turn = turn;
        self.n_waste = turn - n_covered;
        turn - first
    }

    fn redeal(&mut self) {
        self.pass += 1;
        self.n_rest = std::mem::take(&mut self.n_waste);
        self.turn = 0;
    }

    /// The stock place of the waste's top. The waste must not be empty.
    fn top(&self) -> u8 {
        self.rest[(self.n_waste - 1) % MAX_PLACES]
    }

    /// The waste's top leaves. Counts the uses made, and those that they enable down the foundation.
    fn leave(&mut self, card: usize, after: &[u8; N_CARDS]) {
        if self.left[card] == 0 {
            self.first_left[card] = self.top();
        }
        self.n_waste -= 1;
        self.left[card] += 1;
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
            self.open |= 1 << card;
        }
    }
}

/// Decides Contradance deals with the same tables.
pub struct ContradanceDecider {
    relaxation: Relaxation,
    /// Clear between deals.
    engine: Engine,
}

impl ContradanceDecider {
    /// A decider for this set-up.
    pub fn new(setup: &ContradanceSetup) -> ContradanceDecider {
        ContradanceDecider {
            relaxation: Relaxation::new(setup),
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
    ) -> (Outcome<Move>, u64) {
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
    ) -> (Outcome<Move>, u64) {
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
    ) -> (Outcome<Move>, Option<Refutation>) {
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
    ) -> (Outcome<Move>, u64, Option<Refutation>) {
        assert_eq!(
            cards.len(),
            self.relaxation.setup.n_dealt(),
            "the deal is the set-up's"
        );
        if self.relaxation.setup.n_decks == 1 && !prove {
            // Nothing is left to choose; only a refutation is written by the way for two decks.
            let line = one_deck::winning_line(&self.relaxation, cards, plays);
            return (line.map_or(Outcome::Unsolvable, Outcome::Solvable), 1, None);
        }
        let mut stock: Stock = [0; MAX_PLACES];
        for (place, card) in stock.iter_mut().zip(cards) {
            *place = card.index() as u8;
        }
        let start = self.relaxation.start(&stock, cards.len(), plays);
        let ContradanceDecider { relaxation, engine } = self;
        let mut choices = Choices::new(relaxation, &start, &stock, cards.len());
        if prove {
            engine.start_proof();
            choices.keep_cores();
        }
        let (outcome, n_playouts) = choices.decide(engine, max_playouts, control);
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
        if prove || n_playouts > 1 {
            engine.clear();
        }
        (outcome, n_playouts, refutation)
    }
}

/// The relaxed playouts of one game.
struct Relaxation {
    setup: ContradanceSetup,
    /// The type that follows on the same foundation.
    after: [u8; N_CARDS],
    /// Enabled and played uses at the start.
    enabled: [u8; N_CARDS],
    played: [u8; N_CARDS],
    /// Bits of the types enabled.
    open: u64,
    /// Uses to make from the stock.
    n_uses: usize,
    /// How the first use of each type is written.
    names: [Move; N_CARDS],
    /// As many turns as a line has moves at most.
    turns: Vec<Move>,
}

impl Relaxation {
    fn new(setup: &ContradanceSetup) -> Relaxation {
        let n_decks = setup.n_decks;
        let (mut after, mut enabled, mut played) = ([NONE; N_CARDS], [0; N_CARDS], [0; N_CARDS]);
        let mut n_uses = 0;
        let mut names = [Move::Turn; N_CARDS];
        let name = |suit, rank| Move::Play(From::Waste, To::Base(suit, rank, n_decks - 1));
        for &suit in &Suit::ALL[..setup.n_suits as usize] {
            for order in [setup.down_order(), setup.up_order()] {
                let card = |rank: &Rank| Card::new(*rank, suit).index();
                for rank in &order {
                    names[card(rank)] = name(suit, order[0]);
                }
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
                let card = Card::new(rank, suit).index();
                enabled[card] = n_decks;
                played[card] = n_decks;
                names[card] = name(suit, rank);
            }
        }
        let is_open = enabled.iter().zip(0..).filter(|&(&n, _)| n > 0);
        Relaxation {
            setup: *setup,
            open: is_open.map(|(_, card)| 1u64 << card).sum(),
            after,
            enabled,
            played,
            n_uses,
            names,
            turns: vec![Move::Turn; (usize::from(setup.n_passes) + 1) * (setup.n_dealt() + 1)],
        }
    }

    /// Where the plays lead.
    fn start(&self, stock: &Stock, n_stock: usize, plays: &[Play]) -> Table {
        let mut table = Table {
            enabled: self.enabled,
            played: self.played,
            left: [0; N_CARDS],
            first_left: [NONE; N_CARDS],
            open: self.open,
            n_played: 0,
            rest: std::array::from_fn(|i| i as u8),
            n_waste: 0,
            turn: 0,
            n_rest: n_stock,
            pass: 0,
        };
        for play in plays {
            match play {
                Play::Turn => table.turn(),
                Play::Redeal => table.redeal(),
                Play::Waste => {
                    let card = stock[table.top() as usize];
                    table.leave(card as usize, &self.after);
                }
            }
        }
        table
    }

    /// Plays at once whatever the choices allow, relaxed where they are open. Each move is told to `note` with the
    /// number of times it is made; the names hold if the line is lawful.
    fn playout(
        &self,
        start: &Table,
        stock: &Stock,
        first: &[u8; N_CARDS],
        mut note: impl FnMut(Move, usize),
    ) -> Playout {
        let mut table = start.clone();
        let (mut held, mut abused) = (0, None);
        loop {
            while table.n_waste > 0 {
                let place = table.top();
                let card = stock[place as usize % MAX_PLACES] as usize;
                if table.open >> card & 1 == 0 {
                    break;
                }
                if self.setup.n_decks == 2 && table.enabled[card] == 1 {
                    // Of a type whose first use has been made in earnest the other copy waits for the second.
                    if start.left[card] > 0 {
                        break;
                    }
                    if !may_lead(first, card, place) {
                        held |= 1 << card;
                        break;
                    }
                    if table.left[card] > 0 && abused.is_none() {
                        abused = Some((card as u8, table.first_left[card]));
                    }
                }
                note(self.name(card, table.left[card]), 1);
                table.leave(card, &self.after);
            }
            let won = table.n_played == self.n_uses;
            if !won && table.turn < table.n_rest {
                note(Move::Turn, table.turn_to_open(stock));
            } else if !won && table.n_waste > 0 && table.pass + 1 < self.setup.n_passes {
                note(Move::Redeal, 1);
                table.redeal();
            } else {
                return Playout { won, abused, held };
            }
        }
    }

    /// The play of a card of which so many copies have left. Of two equal foundations the first one always leads.
    fn name(&self, card: usize, n_left: u8) -> Move {
        match self.names[card] {
            Move::Play(from, To::Base(suit, rank, number)) => {
                Move::Play(from, To::Base(suit, rank, number + n_left))
            }
            other => other,
        }
    }
}

/// Whether this copy may leave while one use of its type is enabled.
fn may_lead(first: &[u8; N_CARDS], card: usize, place: u8) -> bool {
    first[card] == OPEN || first[card] == place
}
