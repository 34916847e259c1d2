//! From a deal to a verdict: which step when, with which budget, and the replay by the reference.
//!
//! Every solution, whichever step found it, is replayed by [`reference`](crate::reference) before
//! it is believed; one that does not replay stops the run as an [`InternalError`] naming the deal.

mod gavotte;
mod position;
mod proof;

pub use position::{NextMove, PositionReport, solve_position};
pub use proof::{NamedProof, ProofError, prove};

use crate::cards::Card;
use crate::cdcl;
use crate::deal::{ContradanceSetup, CotillionSetup, Deal, Move, Setup, Source, WindmillSetup};
use crate::exact;
use crate::family::contradance::Contradance;
use crate::family::cotillion::{Cotillion, PackKey};
use crate::family::windmill::Windmill;
use crate::game::{Dominance, Game, Guide};
use crate::games::Rules;
use crate::reference::{Choice, Referee};
use crate::search::{Beam, BeamOptions, Control, Limit, Limits, Outcome, beam, depth_first};
use std::fmt;

/// Whether a deal can be won.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// Some line of play wins; it has been replayed.
    Solvable,
    /// No line of play wins: a complete search or proof says so.
    Unsolvable,
    /// A limit was hit first.
    Unknown(Limit),
}

impl Verdict {
    /// `solvable`, `unsolvable` or `unknown`.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Solvable => "solvable",
            Verdict::Unsolvable => "unsolvable",
            Verdict::Unknown(_) => "unknown",
        }
    }
}

/// The step of the pipeline that settled a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Step {
    /// A rule of thumb, played out once or many times.
    Playout,
    /// The beam.
    Beam,
    /// Depth-first search with a table.
    DepthFirst,
    /// The clause-learning search.
    Learning,
}

impl Step {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Step::Playout => "playout",
            Step::Beam => "beam",
            Step::DepthFirst => "depth-first",
            Step::Learning => "learning",
        }
    }
}

/// A named way to search, for people who compare them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchPlan {
    /// The name.
    pub name: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// Whether a beam comes first.
    pub beams: bool,
    /// Whether depth-first search follows.
    pub depth_first: bool,
    /// Whether the learning search follows.
    pub learning: bool,
}

/// The named ways to search; the first is the default.
pub const SEARCH_PLANS: &[SearchPlan] = &[
    SearchPlan {
        name: "auto",
        meaning: "beams of growing width, then the complete search that suits the game",
        beams: true,
        depth_first: true,
        learning: true,
    },
    SearchPlan {
        name: "beam",
        meaning: "beams only: finds wins, refutes nothing",
        beams: true,
        depth_first: false,
        learning: false,
    },
    SearchPlan {
        name: "depth-first",
        meaning: "depth-first search with a table of exact keys only",
        beams: false,
        depth_first: true,
        learning: false,
    },
    SearchPlan {
        name: "learning",
        meaning: "the clause-learning search only",
        beams: false,
        depth_first: false,
        learning: true,
    },
];

/// What is known of a deal.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved {
    /// The verdict.
    pub verdict: Verdict,
    /// The moves of a solution; empty otherwise.
    pub moves: Vec<Move>,
    /// The choice that the solution begins with (Gavotte).
    pub choice: Option<Choice>,
    /// The step that settled the deal or, if none did, the last one tried.
    pub step: Step,
    /// States expanded, playouts made, decisions of the learning search.
    pub n_nodes: u64,
    /// Conflicts of the learning search.
    pub n_conflicts: u64,
}

/// A solution that the reference refuses: a defect of this program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InternalError {
    /// The deal, in words.
    pub deal: String,
    /// What went wrong.
    pub reason: String,
}

impl fmt::Display for InternalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "internal error on {}: {}; please report it",
            self.deal, self.reason
        )
    }
}

impl std::error::Error for InternalError {}

/// Solves deals of one game, keeping memory from deal to deal.
pub struct Solver {
    rules: Rules,
    plan: SearchPlan,
    limits: Limits,
    noise: u64,
    beams: Beams,
    cotillion: exact::Decider,
    windmill: exact::WindmillDecider,
    contradance: Option<exact::ContradanceDecider>,
    referee: Referee,
}

#[derive(Debug, Default)]
struct Beams {
    one_pass: Beam<Cotillion<u128>>,
    redeal: Beam<Cotillion<(u128, u64)>>,
    windmill: Beam<Windmill>,
}

/// Widths of the beams before the learning search, narrow first, each with its number of playouts a
/// state. On royal-cotillion seeds 0-999 they win 84 % of the deals (92 % preplaced), and the whole
/// costs 4.6 and 1.1 ms a deal; with a third beam of width 30 5.3 and 2.0 ms.
const WIDTHS: [(usize, u64); 2] = [(2, 1), (6, 2)];
/// Widths where nothing follows the beams.
const BEAM_ONLY_WIDTHS: [(usize, u64); 5] = [(2, 1), (6, 2), (30, 4), (100, 4), (300, 4)];

/// The same for Windmill, before the learning search is tried. On seeds 0-799, with a beam of width 30 and one of
/// width 100 instead of the last, a deal takes 16 ms instead of 13; with `borrow=none`, seeds 0-1399, 21 instead of 18.
const WINDMILL_WIDTHS: [(usize, u64); 3] = [(3, 2), (10, 2), (50, 4)];
const WINDMILL_BEAM_ONLY_WIDTHS: [(usize, u64); 4] = [(3, 2), (10, 2), (30, 4), (100, 4)];

/// What one search of one position has found, and what it has spent.
struct Progress {
    outcome: Outcome<Move>,
    step: Step,
    n_nodes: u64,
    n_conflicts: u64,
}

impl Progress {
    fn new() -> Progress {
        let outcome = Outcome::Unknown(Limit::Incomplete);
        Progress {
            outcome,
            step: Step::Playout,
            n_nodes: 0,
            n_conflicts: 0,
        }
    }

    fn is_open(&self) -> bool {
        matches!(self.outcome, Outcome::Unknown(Limit::Incomplete))
    }
}

impl Solver {
    /// A solver for this game, search and limits.
    pub fn new(rules: &Rules, plan: SearchPlan, limits: Limits) -> Solver {
        Solver::variant(rules, plan, limits, 0)
    }

    /// As [`Solver::new`], with other options of the learning search and other noise in beams for
    /// each number but 0: solvers that complement each other on hard deals.
    pub fn variant(rules: &Rules, plan: SearchPlan, limits: Limits, number: u64) -> Solver {
        let mut config = cdcl::Config::default();
        if number > 0 {
            config.activity_decay = [0.92, 0.75, 0.95, 0.8][(number as usize - 1) % 4];
            config.restart_unit = [50, 200, 100, 400][(number as usize - 1) % 4];
            if number.is_multiple_of(3) {
                config.target_until = 0;
            }
        }
        let windmill = match number {
            0 => exact::WindmillDecider::new(),
            _ => exact::WindmillDecider::with_config(cdcl::Config {
                rephase_interval: 300,
                ..config
            }),
        };
        Solver {
            rules: rules.clone(),
            plan,
            limits,
            noise: number << 32,
            beams: Beams::default(),
            cotillion: exact::Decider::with_config(config),
            windmill,
            contradance: None,
            referee: Referee::new(&rules.setup),
        }
    }

    /// The game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Decides a deal.
    ///
    /// # Errors
    /// [`InternalError`] if a solution does not replay.
    pub fn solve(&mut self, deal: &Deal, control: &Control<'_>) -> Result<Solved, InternalError> {
        let mut progress = Progress::new();
        let mut choice = None;
        let defect = match self.rules.setup {
            Setup::Cotillion(setup) => {
                let widths = self.widths(&WIDTHS, &BEAM_ONLY_WIDTHS);
                self.cotillion(&setup, &deal.cards, widths, &mut progress, control)
            }
            Setup::Windmill(setup) => self.windmill(&setup, &deal.cards, &mut progress, control),
            Setup::Contradance(setup) => {
                self.contradance(&setup, &deal.cards, &mut progress, control);
                Ok(())
            }
            Setup::Gavotte(setup) => self
                .gavotte(&setup, &deal.cards, &mut progress, control)
                .map(|won| choice = won),
        };
        let error = |reason: String| InternalError {
            deal: describe(&self.rules, deal),
            reason,
        };
        defect.map_err(error)?;
        let (verdict, moves) = match progress.outcome {
            Outcome::Solvable(moves) => match self.referee.is_won(choice, &deal.cards, &moves) {
                Ok(true) => (Verdict::Solvable, moves),
                Ok(false) => return Err(error("the solution found does not win".to_string())),
                Err(why) => return Err(error(format!("the solution found is illegal: {why}"))),
            },
            Outcome::Unsolvable => (Verdict::Unsolvable, Vec::new()),
            Outcome::Unknown(limit) => (Verdict::Unknown(limit), Vec::new()),
        };
        let choice = choice.filter(|_| verdict == Verdict::Solvable);
        let Progress {
            step,
            n_nodes,
            n_conflicts,
            ..
        } = progress;
        Ok(Solved {
            verdict,
            moves,
            choice,
            step,
            n_nodes,
            n_conflicts,
        })
    }

    fn cotillion(
        &mut self,
        setup: &CotillionSetup,
        cards: &[Card],
        widths: &[(usize, u64)],
        progress: &mut Progress,
        control: &Control<'_>,
    ) -> Result<(), String> {
        let mut beams = std::mem::take(&mut self.beams);
        if <u128 as PackKey>::fits(setup) {
            let game = Cotillion::<u128>::new(setup, cards);
            self.packed(&game, &mut beams.one_pass, widths, progress, control);
        } else {
            let game = Cotillion::<(u128, u64)>::new(setup, cards);
            self.packed(&game, &mut beams.redeal, widths, progress, control);
        }
        self.beams = beams;
        if !self.plan.learning || !progress.is_open() {
            return Ok(());
        }
        let problem = exact::Problem::from_deal(setup, cards);
        let budget = exact::Budget {
            conflicts: self
                .limits
                .max_conflicts
                .saturating_sub(progress.n_conflicts),
            bytes: self.limits.max_bytes,
        };
        let stop = steer(control);
        let decision = self.cotillion.decide(&problem, &budget, &stop);
        self.learned(decision.map_err(|e| e.to_string())?, progress, control);
        Ok(())
    }

    /// Takes over what the learning search found.
    fn learned(&self, decision: exact::Decision, progress: &mut Progress, control: &Control<'_>) {
        let engine = decision.statistics.engine;
        progress.step = Step::Learning;
        progress.n_nodes += engine.decisions;
        progress.n_conflicts += engine.conflicts;
        progress.outcome = match decision.outcome {
            exact::Outcome::Solvable(moves) => Outcome::Solvable(moves),
            exact::Outcome::Unsolvable => Outcome::Unsolvable,
            exact::Outcome::Unknown(limit) => Outcome::Unknown(match limit {
                cdcl::Limit::Conflicts => Limit::Conflicts(self.limits.max_conflicts),
                cdcl::Limit::Memory => Limit::Bytes(self.limits.max_bytes),
                cdcl::Limit::Stopped => control.stopped().unwrap_or(Limit::Interrupted),
            }),
        };
    }

    fn contradance(
        &mut self,
        setup: &ContradanceSetup,
        cards: &[Card],
        progress: &mut Progress,
        control: &Control<'_>,
    ) {
        if self.plan.learning {
            let decider = self
                .contradance
                .get_or_insert_with(|| exact::ContradanceDecider::new(setup));
            let (outcome, n_nodes) = decider.decide(cards, self.limits.max_nodes, control);
            progress.step = if n_nodes == 1 {
                Step::Playout
            } else {
                Step::Learning
            };
            progress.n_nodes = n_nodes;
            progress.outcome = outcome;
        } else {
            self.depth_first(&Contradance::new(setup, cards), progress, control);
        }
    }

    /// Beams, then the learning search, which begins along the beams' best line.
    fn windmill(
        &mut self,
        setup: &WindmillSetup,
        cards: &[Card],
        progress: &mut Progress,
        control: &Control<'_>,
    ) -> Result<(), String> {
        let mut beams = std::mem::take(&mut self.beams);
        let beam = &mut beams.windmill;
        beam.clear_best();
        let game = Windmill::new(setup, cards);
        let widths = self.widths(&WINDMILL_WIDTHS, &WINDMILL_BEAM_ONLY_WIDTHS);
        self.packed(&game, beam, widths, progress, control);
        let line = game.text(beam.best());
        self.beams = beams;
        if self.plan.learning && progress.is_open() {
            let (budget, stop) = (self.budget(), steer(control));
            let decision = self
                .windmill
                .decide_along(setup, cards, &line, &budget, &stop);
            self.learned(decision.map_err(|e| e.to_string())?, progress, control);
        }
        Ok(())
    }

    /// The beams of this search: those before the learning search, or those that nothing follows.
    fn widths(
        &self,
        before: &'static [(usize, u64)],
        alone: &'static [(usize, u64)],
    ) -> &'static [(usize, u64)] {
        if self.plan.learning { before } else { alone }
    }

    /// The steps that need only the packed game.
    fn packed<G: Guide>(
        &self,
        game: &G,
        memory: &mut Beam<G>,
        widths: &[(usize, u64)],
        progress: &mut Progress,
        control: &Control<'_>,
    ) {
        if self.plan.beams {
            self.beam(game, memory, widths, progress, control);
        }
        if self.plan.depth_first && !self.plan.learning {
            self.depth_first(game, progress, control);
        }
    }

    fn beam<G: Guide>(
        &self,
        game: &G,
        memory: &mut Beam<G>,
        widths: &[(usize, u64)],
        progress: &mut Progress,
        control: &Control<'_>,
    ) {
        let weightings = game.weightings().into_iter().cycle();
        for (weights, &(width, n_playouts)) in weightings.zip(widths) {
            if !progress.is_open() {
                return;
            }
            let options = BeamOptions {
                width,
                weights,
                n_playouts,
                playout_weight: 60,
                keep: 3,
                noise: self.noise + width as u64,
            };
            let left = self.limits.max_nodes.saturating_sub(progress.n_nodes);
            let (outcome, n_nodes) = beam(game, game.start(), &options, left, control, memory);
            progress.n_nodes += n_nodes;
            progress.step = Step::Beam;
            progress.outcome = outcome.map(|line| game.text(&line));
            self.whole_limit(progress);
        }
    }

    fn depth_first<G: Game>(&self, game: &G, progress: &mut Progress, control: &Control<'_>) {
        if !progress.is_open() {
            return;
        }
        let left = self.limits.max_nodes.saturating_sub(progress.n_nodes);
        let limits = Limits {
            max_nodes: left,
            ..self.limits
        };
        let (outcome, n_nodes) = depth_first(game, game.start(), Dominance::ALL, &limits, control);
        progress.n_nodes += n_nodes;
        progress.step = Step::DepthFirst;
        progress.outcome = outcome.map(|line| game.text(&line));
        self.whole_limit(progress);
    }

    /// A step that hit what was left of the node limit hit the limit.
    fn whole_limit(&self, progress: &mut Progress) {
        if let Outcome::Unknown(Limit::Nodes(n)) = &mut progress.outcome {
            *n = self.limits.max_nodes;
        }
    }
}

/// What steers the learning search.
fn steer<'a>(control: &Control<'a>) -> exact::Control<'a> {
    exact::Control {
        stop: Some(control.flag()),
        deadline: control.deadline(),
    }
}

/// A deal in words, for messages.
fn describe(rules: &Rules, deal: &Deal) -> String {
    let options: Vec<_> = rules
        .values
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let game = format!("{} {}", rules.game.name, options.join(" "));
    match &deal.source {
        Source::Seed(seed) => format!("{game} seed {seed}"),
        Source::Pysolfc(number) => format!("{game} PySolFC deal {number}"),
        Source::Cards => format!("{game} deal {}", crate::deal::cards_text(&deal.cards)),
    }
}
