//! Deciding a deal of Windmill or one of its variants.
//!
//! # Words
//! Ranks are *roles* 0 … R − 1, from the ace's part to the king's (a reversed game is the normal one with roles
//! mirrored, and nothing below knows the difference). There are D cards of each rank, Q corners, C
//! cells; the centre is complete with G = (D − Q) R cards. A *hand play* takes a card from a cell or the
//! waste to the centre or a corner; a *borrow* takes one from a corner to the centre. A stock card *leaves
//! the waste* (its *exit*) when it is played from there or fills a hole. *Step* k is the play that gives the
//! centre its k-th card, of rank (k − 1) mod R.
//!
//! # Foundations are two kinds of counts
//! Let c be the centre's height, `cent(r, c)` the number of rank-r cards among the first c cards of the
//! centre, and `N_r` the number of rank-r cards ever played from hand, those that lie on foundations from
//! the start included. Every card on a foundation came there from hand, and a borrow only moves it. So
//! `h_r = N_r − cent(r, c)` is the number of corners that hold rank r. A corner holds the ranks from the
//! king's down to its top, so (i) `0 ≤ h_0 ≤ h_1 ≤ … ≤ h_(R−1) ≤ Q`, and the `h` tell how many corners have
//! each height: (c, N) determines the foundations up to the corners' names. Conversely each (c, N) with (i) is a
//! lawful lay-out. In these terms
//!
//! - a hand play of rank r to a corner adds 1 to `N_r` and leaves c; a corner takes it iff (i) holds afterwards;
//! - a hand play to the centre adds 1 to c and to the count of the centre's next rank; no h changes;
//! - a borrow adds 1 to c alone, so it takes 1 from that `h_r`. Some corner shows rank r on top iff
//!   `h_r > h_(r−1)` (`h_(−1) = 0`), that is, iff (i) holds afterwards.
//!
//! c and all `N_r` only grow. The game is won iff c = G and all `N_r` = D, for then all `h_r` = Q.
//!
//! What the options add:
//!
//! - *strict borrowing*: steps k and k + 1 do not both borrow (corner plays in between do not matter); *none*: no step
//!   does; *unlimited*: nothing.
//! - *base kings stay* (unless `free_kings`): no king's step borrows. A corner's king is its base, so this is
//!   all, and then `h_(R−1)` never falls.
//! - *kings first*: a hand play of a king to the centre needs `N_(R−1) ≥ Q` before it. For let K be the number of kings ever
//!   placed in corners; the rule is K ≥ Q. Until the first king is played to the centre from hand, all kings played from
//!   hand have gone to corners, so `N_(R−1) = K` and the conditions are the same there; both quantities only grow, so
//!   afterwards both hold. This covers free kings (K counts the placings, borrowed kings included), preplaced ones
//!   (`N` and K start at Q), and, without free kings, "all corners are taken". Without `kings_first`
//!   the condition is dropped.
//! - *preplaced*: `N_(R−1)` starts at Q.
//!
//! # Theorem
//! Call *plan* a sequence of hand plays and borrows, regardless of where the cards are, that is lawful by
//! the above and wins. Its number of hand plays is that of the cards dealt. For an order `e_1 … e_n` of the n
//! stock cards let `O_r(m)` be the number of rank-r cards that lie on foundations or in cells at the start or
//! are among `e_1 … e_m`.
//!
//! **A deal can be won iff there are a plan and an order of exits such that**
//! 1. *the stack allows the order*: for i turned before j, i leaves before j is turned or after j has left;
//! 2. *for each m ≤ n, somewhere in the plan stands a moment `t_m`, in the order of m, at which
//!    `N_r ≤ O_r(m)` for all r and at most C cards are out and not played: `Σ_r (O_r(m) − N_r) ≤ C`.*
//!
//! *Only if.* Take a winning line. The deal has filled the cells, and while a stock card has not left the waste, each
//! hand play makes exactly one leave: from the waste itself, or into the hole (if the waste is empty, the
//! next stock card fills it: count it as turned and leaving at once). Order the exits in time. A card that
//! leaves is on top, so 1 holds. Let `t_m` be just after the m-th exit. Whatever has been played was out: `N_r ≤ O_r(m)`.
//! What is out and not played lies in cells: at most C.
//!
//! *If.* The cards on foundations at the start and in cells number `F + C`, so `Σ O_r(m) = F + C + m`, and 2 says
//! that by `t_m` the plan has made at least m hand plays, of ranks that are available among the cards out at m. So
//! the first m hand plays need no more cards of any rank than are out when m cards have left. Now play the plan
//! in its order, borrows where they stand (they need no card from hand). Before the m-th hand play, m ≤ n,
//! exactly m − 1 cards have left and the cells are full. Turn until `e_m` tops the waste, which 1 allows. The
//! cards in cells together with `e_m` are those out at m less the m − 1 played, so one of the wanted rank
//! is among them. If it lies in a cell, play it, and the forced refill takes `e_m`; otherwise it is `e_m`: play
//! it from the waste. Either way exactly `e_m` has left and the cells are full. After the n-th hand play stock and
//! waste are exhausted, all cards not played lie in cells, holes stay, and the rest of the plan needs no more than
//! that. ∎
//!
//! So filling holes at once loses nothing. The proof does not use how large C and n are: without cells all plays are
//! from the waste; without stock (n = 0) the theorem asks for a plan only.
//!
//! *Games already begun.* Moves made settle the moments up to now: exits and steps with their order and counts. The
//! theorem speaks of the whole game, so a position can be won iff the formula has a model in which these moments are what
//! they were and come before all others, cards in the waste leave it from the top down, and no later count is below the present
//! ones. (A plan that begins with the moves made is carried out from where they have led.)
//!
//! # Formula
//! *Moments* are the n exits and the G − 1 steps; they form one line. `Before(i, j)` orders exits, `Made(i, k)`
//! an exit against a step, `Borrows(k)` says what a step does. Each exit has its counts just after it, each step those just
//! before it, and for its own rank those just after it (one more, or the same if it borrows). All are
//! in unary: "at least m". It is demanded that
//!
//! - the line is one: Before obeys the stack rule (and with it is transitive), Made is monotone in both places;
//! - counts grow along the line, and satisfy (i) at every moment (at steps also afterwards), for the centre's
//!   height there; the options' conditions hold at steps;
//! - at exits the out-counts are those of the exits before and at it; 2 holds.
//!
//! From a plan and an order with 1 and 2 the values are read off. From a model comes a plan: between neighbouring
//! moments c is fixed and (i) holds on both sides, `N ≤ N'`. Raise the counts by corner plays, the king's rank
//! first, downwards: while rank r is raised, `h_(r−1) ≤ h_r ≤ h'_r ≤ h'_(r+1)`, so each play is lawful. At a step
//! play from hand or borrow as told; the row just after it satisfies (i). After the last moment c = G, and the same
//! raises all counts to D. Moments `t_m` are the exits. ∎
//!
//! *Counts need no decisions.* Suppose that Before, Made and Borrows are settled and propagation finds no
//! conflict. Out-counts are then settled too. Let all counts of cards played that are left open be true. What is then demanded
//! of counts are facts (limits at steps, kings first and a borrowed ace among them), implications whose premise and conclusion
//! both say "at least" (growth along the line, (i), the two rows of a step, a borrowed card's corner, played and so out), and that at
//! most C cards are stuck. In each of these rules propagation makes a premise false as soon as its conclusion
//! is, so no implication is violated; and with more played fewer are stuck: as many as the counts known to be
//! false show, which were not too many. So the search decides on Before, Made and Borrows only, and a model may leave
//! counts open. Deciding on counts too takes more: the 42 unsolvable deals of seeds 0–999 128,381 conflicts
//! instead of 92,095, and of 15 hard solvable ones 10 instead of 14 are won within 15,000 conflicts.
//!
//! # Looking at turnings
//! Moments can be added for stock cards t: just before t is turned. The exits before it are those of {i : i < t, Before(i, t)}. Each has the
//! counts, out-counts and Made of an exit, and all that is demanded of exits is demanded of it. No answer changes: in a model without
//! turnings give each turning what the last exit before it has, or, if there is none, what the deal has: nothing but sails
//! and foundations out, the sails stuck, no step made. Its place in the line is right after that exit, so all holds there as it holds at the exit.
//! (And what turnings have is in no plan, so their Made needs no decisions.)
//!
//! While it is open in which order the cards out at a turning have left, no single exit knows of all of them, and the turning
//! does. Few cards are enough: with every seventh the 145 deals of seeds 0–1999 of `borrow=none` that beams leave take 332,000
//! conflicts instead of 581,000 and 80 s instead of 119; with every 3rd to 10th 317,000 to 357,000, with every one no fewer, each
//! taking half as long again. The hardest of 10,000 deals of `direction=reversed` take 36,000 to 78,000 conflicts
//! instead of 111,000 to 136,000. Formulas written out have no turnings.
//!
//! # Bounding heights
//! At an exit or turning, let `o_r` be a number of rank-r cards known to be out and `p_r` one that the plays of rank r are
//! known not to exceed (D if no other is). Suppose that the centre's height there is c. By (i)
//! `h_r ≤ h_q ≤ p_q − cent(q, c)` for all q ≥ r, and `h_r ≤ Q` (a limit at the next step; after the last there are only D cards).
//! With `H_r` the least of these bounds, or 0 if that is negative, at most `cent(r, c) + H_r` cards of rank r have been played, so
//! at least `Σ_r max(0, o_r − cent(r, c) − H_r)` are stuck. If that is more than C, the height is not c. The lowest and the highest
//! height that are still possible are looked at, then the next ones inwards while they are ruled out.
//!
//! Once the height is settled the other rules find the same. Here it is found before, where the search would have to try
//! height after height at each exit: the 146 deals of seeds 0–1999 of `borrow=none` that beams leave take 214,000 conflicts
//! instead of 337,000 and 50 s instead of 73, the hardest of 10,000 42,000 instead of 61,000.
//! ([`WindmillDecider::bound_heights`] switches it.) Formulas written out do without.
//!
//! # Smaller cuts
//! Two more are implied and only make propagation stronger: with s cards stuck at an exit for sure, of the rank r
//! no more than C − s further ones can be (both for the counts played and the out-counts); and where the counts of
//! neighbouring ranks are known to differ, the centre's top is the lower of the two.
//!
//! # Tried without gain
//! Bounds on heights also from chains of three or more ranks whose counts are known to differ (5 % fewer conflicts, as
//! much time) or from the rows at steps (no fewer); what follows for out-counts from all of a few heights together. What is out
//! just before steps, with stuck cards counted there too: more conflicts, each dearer. Of the cards that show an out-count
//! those named that were known first, or last; activity for literals one reason behind the learned ones; activities of Before
//! or Made weighted; learned clauses shrunk to one literal a level where one implies the level's others.
//!
//! Out-counts that grow along the line (implied; 10 % more conflicts for refutations), other first phases,
//! restarts every 30 or 400 conflicts; the rule of waiting (`exact/waiting.rs`) for ranks, which holds here too: 8 % fewer
//! conflicts for refutations, each taking longer. Bounds on stuck cards instead of single ones: a quarter more of the hard
//! solvable deals won within 8,000 conflicts.
//!
//! On 43 deals that beams and 1,500 conflicts leave open, up to 8,000 conflicts each: activity decay 0.92, restarts in
//! units of 50 or 250: 213,000 to 232,000 conflicts for all against 218,000. The counted rules at the very end of
//! propagation instead of in batches: 9 % fewer conflicts, half as many propagations more for each.
//!
//! First phases from the beams' best line: 16 wins within 8,000 conflicts instead of 13 (within 4,000: 8 instead of 4),
//! refutations as before; among the deals that take longer it gains nothing. Only as the very first values, not where the
//! phases go back to the first ones: 14.
//!
//! Files: `shape` numbers the variables, `formula` writes what are plain clauses, `rows` propagates the rest, `steps` what
//! it says of steps, `counted` those of its rules that count, `heights` bounds the centre's height, `explain` gives the reasons
//! of these, `line` says what a line of
//! play does, for first phases and for games already begun, `plan` turns a model into moves;
//! `written` has the whole formula as clauses, for proofs.

mod counted;
mod explain;
mod formula;
mod heights;
mod line;
mod plan;
mod rows;
mod shape;
mod steps;
mod written;

use super::stack::MAX_TURNED;
use super::{Budget, Control, Decision, Error, Outcome, Refutation, Statistics};
use crate::cards::Card;
use crate::cdcl::{Answer, Config, Engine, Limits, NoTheory};
use crate::deal::{Move, WindmillSetup};
use line::Begun;
use rows::Rows;
use shape::Shape;
use written::Written;

/// Decides deal after deal with the same memory.
///
/// ```
/// use cotillion::deal::{Deal, Setup};
/// use cotillion::exact::{Budget, Control, Outcome, WindmillDecider};
/// # use cotillion::deal::{Borrow, WindmillSetup};
/// # let small = WindmillSetup { n_suits: 2, n_ranks: 6, n_cells: 1, n_corners: 2, kings_preplaced: false,
/// #     kings_first: true, borrow: Borrow::Strict, free_kings: false, reversed: false };
/// let deal = Deal::from_seed(&Setup::Windmill(small), 1);
/// let mut decider = WindmillDecider::new();
/// let decision = decider.decide(&small, &deal.cards, &Budget::default(), &Control::default())?;
/// assert!(!matches!(decision.outcome, Outcome::Unknown(_)));
/// # Ok::<(), cotillion::exact::Error>(())
/// ```
pub struct WindmillDecider {
    engine: Engine,
    rows: Rows,
    /// What the shape is for: the set-up, and how many cards there are to a turning that is looked at.
    shape_of: Option<(WindmillSetup, usize)>,
    turning_every: usize,
    /// Where the game stands.
    begun: Begun,
}

impl Default for WindmillDecider {
    fn default() -> WindmillDecider {
        WindmillDecider::new()
    }
}

impl WindmillDecider {
    /// A decider with the default options: those of the engine, but phases change more often.
    pub fn new() -> WindmillDecider {
        WindmillDecider::with_config(Config {
            rephase_interval: 300,
            ..Config::default()
        })
    }

    /// A decider whose engine has these options.
    pub fn with_config(config: Config) -> WindmillDecider {
        WindmillDecider {
            engine: Engine::new(config),
            rows: Rows::default(),
            shape_of: None,
            turning_every: 7,
            begun: Begun::default(),
        }
        .bound_heights(true)
    }

    /// Says at the turning of every how many cards the search looks at what is out, which only cuts it short:
    /// 7 at first, 0 for none. More than 127 exits and turnings together are not looked at.
    pub fn look_at_turnings(mut self, every: usize) -> WindmillDecider {
        self.turning_every = every;
        self
    }

    /// Says whether heights of the centre are ruled out at which too many cards would be stuck (they are at
    /// first), which only cuts the search short.
    pub fn bound_heights(mut self, bounds: bool) -> WindmillDecider {
        self.rows.bounds_heights = bounds;
        self
    }

    /// Decides whether the deal can be won. `cards` are in the set-up's deal order, those that lie on
    /// foundations from the start left out.
    ///
    /// # Errors
    /// [`Error::TooManyCards`] for more than two decks; [`Error::BadModel`] for a defect of this program.
    ///
    /// # Panics
    /// If the number of cards is not what the set-up deals.
    pub fn decide(
        &mut self,
        setup: &WindmillSetup,
        cards: &[Card],
        budget: &Budget,
        control: &Control<'_>,
    ) -> Result<Decision, Error> {
        self.decide_along(setup, cards, &[], budget, control)
    }

    /// The same, beginning with what this line of play does, which need not win.
    ///
    /// # Errors
    /// As for [`WindmillDecider::decide`].
    ///
    /// # Panics
    /// As for [`WindmillDecider::decide`].
    pub fn decide_along(
        &mut self,
        setup: &WindmillSetup,
        cards: &[Card],
        line: &[Move],
        budget: &Budget,
        control: &Control<'_>,
    ) -> Result<Decision, Error> {
        self.declare(setup, cards)?;
        line::suggest(line, &self.begun, &self.rows, &mut self.engine);
        self.resume(budget, control)
    }

    /// Decides the position that these moves, which must be legal, lead to; the moves found begin there.
    ///
    /// # Errors
    /// As for [`WindmillDecider::decide`].
    ///
    /// # Panics
    /// As for [`WindmillDecider::decide`].
    pub fn decide_begun(
        &mut self,
        setup: &WindmillSetup,
        cards: &[Card],
        moves: &[Move],
        budget: &Budget,
        control: &Control<'_>,
    ) -> Result<Decision, Error> {
        self.declare(setup, cards)?;
        self.begun = line::begin(moves, &self.begun, &self.rows, &mut self.engine);
        self.resume(budget, control)
    }

    /// As [`WindmillDecider::decide`], but on the formula written out in full, some times slower, and writes down
    /// why if the deal cannot be won.
    ///
    /// # Errors
    /// As for [`WindmillDecider::decide`].
    ///
    /// # Panics
    /// As for [`WindmillDecider::decide`].
    pub fn refute(
        &mut self,
        setup: &WindmillSetup,
        cards: &[Card],
        budget: &Budget,
        control: &Control<'_>,
    ) -> Result<(Decision, Option<Refutation>), Error> {
        self.set(setup, cards, 0)?;
        let engine = &mut self.engine;
        engine.clear();
        engine.start_proof();
        let written = || Written::new(setup, &self.rows);
        let n_vars = written().each_clause(|_| {}, |_| {});
        if n_vars > 0 {
            engine.new_vars(n_vars);
        }
        written().each_clause(
            |clause| {
                engine.add_clause(clause);
            },
            |_| {},
        );
        let answer = engine.solve(&mut NoTheory, &limits(budget, control));
        let decision = self.decision(answer)?;
        let drat = self.engine.take_proof();
        let refutation = match (&decision.outcome, drat) {
            (Outcome::Unsolvable, Some(drat)) => Some(Refutation {
                cnf: written::cnf(setup, &self.rows),
                drat,
                table: written::table(setup, &self.rows),
            }),
            _ => None,
        };
        // Whoever resumes goes on with the formula that is not written out.
        self.declare(setup, cards)?;
        Ok((decision, refutation))
    }

    /// Takes the deal in, with what the engine holds of its formula.
    fn declare(&mut self, setup: &WindmillSetup, cards: &[Card]) -> Result<(), Error> {
        self.set(setup, cards, self.turning_every)?;
        self.engine.clear();
        formula::declare(setup, &self.rows, &mut self.engine);
        Ok(())
    }

    /// Takes the deal in.
    fn set(
        &mut self,
        setup: &WindmillSetup,
        cards: &[Card],
        turning_every: usize,
    ) -> Result<(), Error> {
        assert_eq!(cards.len(), setup.n_dealt(), "cards must match the set-up");
        if cards.len() > MAX_TURNED {
            return Err(Error::TooManyCards(cards.len()));
        }
        let shape_of = Some((*setup, turning_every));
        if self.shape_of != shape_of {
            self.rows.shape = Shape::new(setup, turning_every);
            self.shape_of = shape_of;
        }
        let ranks = cards.iter().map(|c| setup.role(c.rank()).number() - 1);
        let ranks: Vec<u8> = ranks.collect();
        let (sails, stock) = ranks.split_at(setup.n_cells as usize);
        let mut out_first: Vec<usize> = (0..setup.n_ranks as usize)
            .map(|rank| formula::played_first(setup, rank))
            .collect();
        for &rank in sails {
            out_first[rank as usize] += 1;
        }
        self.rows.reset(stock.to_vec(), out_first);
        self.begun = Begun::new(setup, sails, &self.rows);
        Ok(())
    }

    /// Goes on with the deal that was last decided, after its outcome was unknown: what has been learned is kept.
    /// The budget is that of this call; the statistics count from the deal's first call.
    ///
    /// # Errors
    /// As for [`WindmillDecider::decide`].
    pub fn resume(&mut self, budget: &Budget, control: &Control<'_>) -> Result<Decision, Error> {
        let answer = self.engine.solve(&mut self.rows, &limits(budget, control));
        self.decision(answer)
    }

    fn decision(&self, answer: Answer) -> Result<Decision, Error> {
        let outcome = match answer {
            Answer::Unsat => Outcome::Unsolvable,
            Answer::Unknown(limit) => Outcome::Unknown(limit),
            Answer::Sat => {
                let Rows { shape, stock, .. } = &self.rows;
                // Counts that propagation left open are the greatest.
                let value = |lit| {
                    let value = self.engine.model_value(lit);
                    value.unwrap_or_else(|| shape.says_played(lit))
                };
                let moves = plan::moves(shape, stock, &self.begun, value);
                Outcome::Solvable(moves.map_err(Error::BadModel)?)
            }
        };
        Ok(Decision {
            outcome,
            statistics: Statistics {
                engine: self.engine.stats(),
                n_refinements: 0,
            },
        })
    }
}

fn limits<'a>(budget: &Budget, control: &Control<'a>) -> Limits<'a> {
    Limits {
        conflicts: budget.conflicts,
        bytes: budget.bytes,
        stop: control.stop,
        deadline: control.deadline,
    }
}
