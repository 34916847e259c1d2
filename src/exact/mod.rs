//! Exact decision of Royal Cotillion and its relatives: two theorems turn a deal into a small formula.
//!
//! # The game
//! Each suit has two piles that build along the same cycle of ranks, pile 1 from its base around to the
//! rank before it, pile 2 likewise; the bases may be equal. Cards lie in *columns* (only the last card is
//! free, nothing refills them), in *cells* (all free), or are *turned*: one after the other they come
//! from the stock to the top of the waste. A card that is played from a cell leaves a hole that the
//! waste's top fills at once. A turned card *exits* when it leaves the waste, be it to a pile or into a cell.
//! Columns, cells' content, waste, stock and heights of piles may be those of a fresh deal or of a game
//! already begun ([`Problem`]).
//!
//! # Theorem 1: each pile's cards are known beforehand
//! Cut the cycle into the arc from pile 1's base up to pile 2's and the rest (equal bases: one arc, the
//! whole cycle). In its arc each pile *leads*, the other *follows*: every card type is played once on
//! either pile. Call a position *in order* if in each arc the leading pile has played at least as many
//! cards as the follower; a fresh deal is.
//!
//! **From a position in order that can be won, it can be won by a line that stays in order**: in each arc
//! the leading pile takes the first copy played of each type, the follower the second.
//!
//! *Exchange.* Suppose that both piles of a suit wait for the same card x and a winning line puts x on
//! pile S, which has s cards to come, although L has l > s. Both go on along the same cycle, so what S
//! needs is the beginning of what L needs. Change the line: let L and S exchange what they are given. In the
//! old line S is ahead by one after x, but L ends further on; so some time the two have advanced equally
//! far, at the latest when S is full and L has taken s cards. Until then the exchanged line is legal, as each pile plays
//! what the other would have; and at that time the two lines have reached the same position. With l = s
//! (equal bases, equal heights) the piles differ in name only.
//!
//! *Proof.* Look at the first play of a winning line after which some arc is out of order: the follower
//! takes the arc's p-th type while the leader has taken fewer than p of them, so exactly p − 1; the leader,
//! whose run begins with its arc, then waits for the same card. It has more to come than the follower, whose run
//! ends with this arc (or just as much, if there is one arc only). Exchange. The first such play now comes later; so
//! finitely many exchanges do. ∎
//!
//! *Out of order.* A game already begun may have a suit in which the follower of an arc is ahead. (Of one arc only: to
//! be ahead there its run in the other must be over.) Take a winning line, and let the two piles be level for the first
//! time when both wait for the m-th of the arc's types that both have to come, or never (m beyond the last). Up to then
//! the follower plays each type first; from then on the position is in order, and the theorem says that the leader
//! may. So the position can be won iff it can for one of these m, and for each of them it is known who plays what first.
//! All are tried.
//!
//! A *role* is one place of one pile. By the theorem each type with both roles to come has a *first* and a
//! *second use*, and a play needs: the role before it on its pile, for a second use the first, and a copy at hand.
//! Copies outside the columns can stand in for each other: what they need is that one, or both, are out of
//! the waste. For a copy in a column it matters which of the uses it makes. That choice, one bit F a type
//! (none if both copies are outside, or only one role is left), is all that Theorem 1 leaves open.
//!
//! # Theorem 2: only the order of exits matters
//! Fix F. For a set O of turned cards let C(O) be the roles that can be played if exactly O has exited, with no
//! thought of space: start from nothing and add every role whose needs are met, column cards in their
//! order, until none can be added. What can be added stays addable, so C(O) is well defined, and it grows with O. Let
//! W(O) = (cards in cells at the start) + |O| − (roles of C(O) made by cards not from columns): the cells that are
//! needed to have O out.
//!
//! **The position can be won iff there are an F and an order x1 … xN of exits that turning and the waste's stack
//! allow, with W({x1 … xm}) ≤ cells for every m ≥ 1, and C(all) is everything.**
//!
//! *If.* Turn as the order needs it, and play from a cell only to make an exit. Before exit m + 1, m cards
//! not from columns have been played, as each exit came with just one; so all cells are full. Turn until x(m+1)
//! tops the waste. Make column plays of C({x1 … xm}) until a card in a cell can make its role, and play
//! that: the refill takes x(m+1). If no cell's card ever can, all of C({x1 … xm}) has been played and W of that set is the number of
//! cells; W after the exit is not larger, so C grows by at least one role of a card not from a column, and the first such role
//! (after column plays, if it needs them) can only be made by x(m+1): play it from the waste. After
//! the last exit nothing is refilled: play C(all).
//!
//! *Only if.* Take a winning line that Theorem 1 allows and the F and exits that it has. Just after exit m
//! the cards out and not played lie in cells, so there are at most `cells`; and those played are in
//! C({x1 … xm}). ∎
//!
//! So to fill holes at once, as the rules demand, costs nothing against filling them at leisure, and the piles are a
//! function of F and the exits. A hole at the start is possible only if nothing is left to turn; then there are no exits.
//!
//! *What turning and stack allow.* In one pass: of cards i < j in turning order, i exits before j is turned or after
//! j has exited (the latter, if both lie on the waste already). With a redeal: let p_i say that i exits in the first pass. All
//! exits of the first pass come before those of the second. Cards of the same pass obey the rule above. A card of the second
//! pass lies on everything below it for the rest of the first, so i with p_i below j without exits before j is
//! turned, before every later card of the first pass. At the redeal what is left is turned over: its order is that of
//! the stock again, so the second pass is a first pass of the cards left. Both proofs stay as they are: between exits nothing but
//! turning happens, cells stay full until the last exit, and the redeal is made when the next exit is of the second pass.
//! `stack.rs` has the clauses; together they make B transitive, hence an order. More than two passes are refused.
//!
//! # Theorem 3: no card leaves too early
//! With one pass it can be demanded that a card which leaves the waste just before another is turned gains something before that
//! one leaves: it could have waited under it. This only cuts the search short; theorem and proof stand in `waiting.rs`.
//!
//! # Looking at turnings
//! Theorem 2 looks at the sets that are out just after each exit. In one pass the set {i : B\[i,t\]} that is out just before
//! card t of the stock is turned is one of them too, or empty; so W of it is at most `cells` (for the empty set because the cells hold no more). To
//! demand this as well changes no answer. But while it is open in which order the cards out at that turning have left, and so which of them
//! was the last, no single exit knows of all of them, and the turning does: the three hardest deals of seeds
//! 0–99,999 of `start=empty` take 67,000 conflicts instead of 199,000, and all of seeds 0–1,999 3.7 ms a deal instead of 5.0.
//! ([`Decider::look_at_turnings`] switches it.) With a redeal no variables tell what is out at a turning, and it is not done.
//!
//! Looking also just before each exit takes 10 % fewer conflicts but as much time; P kept monotone from turning to turning changes nothing.
//!
//! # The formula
//! Variables F, B (the order of exits), p, and for every exit i: P\[r,i\], role r is in C of the exits up to and with i; U, the
//! same for column cards; S, a slot that is taken; and all these for turnings. Clauses say what P needs, that a card out whose role is not P takes a
//! slot, and a counter that at most `cells` slots are. P need not be all of C, and S may be too many: both ways
//! only make the counters harder, so an F and an order as in Theorem 2 give a model. Conversely P of a model lies in
//! C unless roles wait for each other in a circle, which only F's choice of who uncovers whom can bring
//! about (it would also keep C(all) from being everything). A model with such a circle is answered by a clause that forbids
//! these choices, and the search goes on (`cotillion.rs`). Otherwise the model's F and order meet the theorem, and
//! `plan.rs` carries out its first half. Callers replay the moves by rules that share no code with this.
//!
//! # Why an engine of our own
//! The numbers of slots are counters, and the leaving order and the clauses that repeat at each of up to 104 exits are
//! evaluated rather than stored: an instance takes 0.2 ms to set up and 0.05 ms a conflict. Written out (as `proof` does) it has
//! 250,000 clauses, which other engines take 0.1 s to load. On four such refutations of middling
//! length (Royal Cotillion `start=empty`, seeds 386, 438, 716, 724; loading left out) CaDiCaL 1.9.5 took 0.57, 4.2, 2.4 and 0.24 s
//! with 0.6 to 0.8 ms a conflict, Glucose 4.2 0.26, 1.1, 0.49 and 0.08 s with 0.3 to 0.4 ms; this engine 0.02, 0.001, 0.12 and 0.005 s,
//! with 352, 7, 2,399 and 106 conflicts against 935, 5,798, 4,050, 307 and 671, 3,647, 1,723, 208.
//!
//! Its options were chosen on the 29 deals of seeds 0–6000 of `start=empty` that take more than 3,000 conflicts (141,540 in all
//! instead of 176,026 without the following, before turnings were looked at), the three hardest of seeds 0–99,999 (232,799 instead of 296,374), and Windmill:
//! restarts in units of 50 conflicts instead of 100, learned clauses reduced after 500 instead of 2,000, vivification from 3,000
//! conflicts on for a fifth of all propagations, target phases up to 10,000 conflicts. Without target phases long refutations are
//! shorter (92,000 to 134,000 conflicts for seed 92517 instead of 190,000), but solutions take a quarter longer.
//!
//! Tried without gain: failed literals at level 0 (none found), choices of columns decided first (three times the conflicts), P and slots
//! read just before an exit instead of just after it (half again as many).
//!
//! Tried without gain, on the unsolvable deals of seeds 0–999 of `start=empty`: P kept monotone along the order of exits (20 % more
//! conflicts, each taking twice as long), the rule that cards that can be played for good when turned are (3 % fewer
//! conflicts, 10 % more time), restarts by moving averages of levels (no change), activity for the
//! antecedents of learned literals (15 % more conflicts).
//!
//! Files: `problem` is a position, `roles` Theorem 1, `formula` with `variables`, `templates` and `stack` the constraints, `waiting` Theorem 3, `locks` the columns, `cotillion` the
//! decision, `plan` from model to moves, `proof` a refutation for outside checkers, `every_order` tests.

mod contradance;
mod cotillion;
#[cfg(test)]
mod every_order;
mod formula;
mod locks;
mod plan;
mod problem;
mod proof;
mod roles;
mod stack;
mod templates;
mod variables;
mod waiting;
mod windmill;

pub use contradance::ContradanceDecider;
pub use cotillion::{Decider, decide};
pub use problem::Problem;
pub use proof::Refutation;
pub use windmill::WindmillDecider;

use crate::cards::Card;
use crate::cdcl;
use crate::deal::Move;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// What a decision may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Conflicts of the engine.
    pub conflicts: u64,
    /// Estimated memory of the engine.
    pub bytes: usize,
}

impl Default for Budget {
    /// No limits.
    fn default() -> Budget {
        Budget {
            conflicts: u64::MAX,
            bytes: usize::MAX,
        }
    }
}

/// What may steer a decision from outside.
#[derive(Clone, Copy, Default, Debug)]
pub struct Control<'a> {
    /// Ends the decision soon after it becomes true.
    pub stop: Option<&'a AtomicBool>,
    /// Ends the decision soon after this moment.
    pub deadline: Option<Instant>,
}

/// Whether a position can be won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It can, by these moves.
    Solvable(Vec<Move>),
    /// It cannot.
    Unsolvable,
    /// This limit came first.
    Unknown(cdcl::Limit),
}

/// What a decision took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// The engine's counts.
    pub engine: cdcl::Stats,
    /// Models in which the columns locked each other, each answered by a clause.
    pub n_refinements: u64,
}

impl Statistics {
    fn add(&mut self, other: &Statistics) {
        self.engine.add(&other.engine);
        self.n_refinements += other.n_refinements;
    }
}

/// An outcome and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The answer.
    pub outcome: Outcome,
    /// Its cost.
    pub statistics: Statistics,
}

/// Why a position cannot be decided here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// One and two passes are understood, not this many.
    TooManyPasses(u8),
    /// More cards in stock and waste than two decks hold.
    TooManyCards(usize),
    /// A cell is empty although stock or waste are not.
    Hole,
    /// The cards on the table and on the foundations do not add up; the first such card.
    WrongCards(Card),
    /// The program is wrong: a model does not play.
    BadModel(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::TooManyPasses(n) => write!(f, "one or two passes can be decided, not {n}"),
            Error::TooManyCards(n) => write!(f, "{n} cards in stock and waste are too many"),
            Error::Hole => f.write_str("a cell is empty although there are cards to fill it"),
            Error::WrongCards(card) => write!(f, "{card}: the copies do not add up"),
            Error::BadModel(what) => write!(f, "internal error, a model does not play: {what}"),
        }
    }
}

impl std::error::Error for Error {}
