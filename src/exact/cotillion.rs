//! Deciding a position of Royal Cotillion or one of its relatives.

use super::formula::{Cuts, Formula};
use super::locks::{self, Lock};
use super::plan::Plan;
use super::problem::Problem;
use super::proof::{self, Refutation};
use super::roles::{self, RoleId, Roles};
use super::stack::MAX_TURNED;
use super::{Budget, Control, Decision, Error, Outcome, Statistics};
use crate::cards::Card;
use crate::cdcl::{Answer, Config, Engine, Limit, Limits, Lit, Var};
use crate::deal::CotillionSetup;

/// Conflicts during which wing slots are decided (free, late exits first), which finds most solutions at once.
/// Afterwards only columns' choices and the leaving order are: refutations are then shorter.
const GUIDED_CONFLICTS: u64 = 100;

/// Decides whether the deal can be won. `cards` are in the set-up's deal order.
///
/// # Errors
/// [`Error`] says what is asked too much or is inconsistent.
pub fn decide(
    setup: &CotillionSetup,
    cards: &[Card],
    budget: &Budget,
    control: &Control<'_>,
) -> Result<Decision, Error> {
    Decider::new().decide(&Problem::from_deal(setup, cards), budget, control)
}

/// Decides position after position with the same memory.
pub struct Decider {
    engine: Engine,
    cuts: Cuts,
}

impl Default for Decider {
    fn default() -> Decider {
        Decider::new()
    }
}

impl Decider {
    /// A decider with the default options.
    pub fn new() -> Decider {
        Decider::with_config(Config::default())
    }

    /// A decider whose engine has these options.
    pub fn with_config(config: Config) -> Decider {
        Decider {
            engine: Engine::new(config),
            cuts: Cuts::ALL,
        }
    }

    /// Switches the [rule of waiting](super), which only cuts the search short, on (as at first) or off.
    pub fn heed_waiting(mut self, heeds_waiting: bool) -> Decider {
        self.cuts.waiting = heeds_waiting;
        self
    }

    /// Switches [looking at turnings](super#looking-at-turnings), which only cuts the search short, on (as at first) or off.
    pub fn look_at_turnings(mut self, looks: bool) -> Decider {
        self.cuts.turnings = looks;
        self
    }

    /// Decides whether the position can be won.
    ///
    /// # Errors
    /// [`Error`] says what is asked too much or is inconsistent.
    pub fn decide(
        &mut self,
        problem: &Problem,
        budget: &Budget,
        control: &Control<'_>,
    ) -> Result<Decision, Error> {
        self.run(problem, budget, control, false).map(|(d, _)| d)
    }

    /// As [`Decider::decide`], and writes down why if the position cannot be won and is in order (as fresh
    /// deals are; see [Theorem 1](super)).
    ///
    /// # Errors
    /// As for [`Decider::decide`].
    pub fn refute(
        &mut self,
        problem: &Problem,
        budget: &Budget,
        control: &Control<'_>,
    ) -> Result<(Decision, Option<Refutation>), Error> {
        self.run(problem, budget, control, true)
    }

    fn run(
        &mut self,
        problem: &Problem,
        budget: &Budget,
        control: &Control<'_>,
        prove: bool,
    ) -> Result<(Decision, Option<Refutation>), Error> {
        check(problem)?;
        let n_cases = roles::n_cases(problem);
        let mut case: Vec<usize> = n_cases.iter().map(|n| n - 1).collect();
        let mut done = Statistics::default();
        loop {
            let left = Budget {
                conflicts: budget.conflicts.saturating_sub(done.engine.conflicts),
                ..*budget
            };
            let roles = Roles::new(problem, &case)?;
            let (mut decision, refutation) =
                self.run_case(problem, &roles, &left, control, prove)?;
            done.add(&decision.statistics);
            decision.statistics = done;
            // Downwards through all cases, like the digits of a number.
            let lower = case.iter().position(|&c| c > 0);
            match (&decision.outcome, lower) {
                (Outcome::Unsolvable, Some(suit)) => {
                    case[suit] -= 1;
                    for (c, n) in case[..suit].iter_mut().zip(&n_cases) {
                        *c = n - 1;
                    }
                }
                _ => {
                    let one_case = n_cases.iter().all(|&n| n == 1);
                    return Ok((decision, refutation.filter(|_| one_case)));
                }
            }
        }
    }

    fn run_case(
        &mut self,
        problem: &Problem,
        roles: &Roles,
        budget: &Budget,
        control: &Control<'_>,
        prove: bool,
    ) -> Result<(Decision, Option<Refutation>), Error> {
        self.engine.clear();
        if prove {
            self.engine.start_proof();
        }
        let mut formula = Formula::build(problem, roles, self.cuts, &mut self.engine);
        let mut locks = locks::find(problem, roles, &formula.choice_of);
        let n_found = locks.len();
        for lock in &locks {
            self.engine.add_clause(&clause(lock));
        }
        // Conflicts after which slots are no longer decided.
        let mut guided = Some(GUIDED_CONFLICTS);
        let outcome = loop {
            let left = budget
                .conflicts
                .saturating_sub(self.engine.stats().conflicts);
            let stage = guided.map(|end| end.saturating_sub(self.engine.stats().conflicts));
            let limits = Limits {
                conflicts: stage.map_or(left, |stage| stage.min(left)),
                bytes: budget.bytes,
                stop: control.stop,
                deadline: control.deadline,
            };
            match self.engine.solve(&mut formula, &limits) {
                Answer::Unsat => break Outcome::Unsolvable,
                Answer::Unknown(Limit::Conflicts) if stage.is_some_and(|stage| stage < left) => {
                    guided = None;
                    formula.leave_slots_to_propagation(&mut self.engine);
                    continue;
                }
                Answer::Unknown(limit) => break Outcome::Unknown(limit),
                Answer::Sat => {}
            }
            let choice = |card: usize| {
                let number = formula.choice_of[card]?;
                self.engine.model_value(Var(number as u32).pos())
            };
            let column_roles = Plan::column_roles(problem, roles, choice);
            if let Some(cycle) = locks::circle(problem, roles, &column_roles) {
                let lock = self.lock(&formula, problem, roles, &column_roles, cycle);
                self.engine.add_clause(&clause(&lock));
                locks.push(lock);
                continue;
            }
            let plan = self.plan(&formula, column_roles);
            break match plan.moves(problem, roles) {
                Ok(moves) => Outcome::Solvable(moves),
                Err(what) => return Err(Error::BadModel(what)),
            };
        };
        let drat = self.engine.take_proof();
        let refutation = match (&outcome, drat) {
            (Outcome::Unsolvable, Some(drat)) => Some(Refutation {
                cnf: proof::cnf(&formula, problem, &locks),
                drat,
                table: proof::table(&formula, problem, roles),
            }),
            _ => None,
        };
        let statistics = Statistics {
            engine: self.engine.stats(),
            n_refinements: (locks.len() - n_found) as u64,
        };
        let decision = Decision {
            outcome,
            statistics,
        };
        Ok((decision, refutation))
    }

    /// The lock that the model's choices close.
    fn lock(
        &self,
        formula: &Formula,
        problem: &Problem,
        roles: &Roles,
        column_roles: &[Vec<RoleId>],
        cycle: Vec<RoleId>,
    ) -> Lock {
        let mut chosen = Vec::new();
        for (column, its_roles) in problem.columns.iter().zip(column_roles) {
            for (cards, pair) in column.windows(2).zip(its_roles.windows(2)) {
                let next = cycle.iter().position(|&r| r == pair[0]).map(|at| at + 1);
                if next.is_some_and(|next| cycle[next % cycle.len()] == pair[1]) {
                    chosen.extend(cards.iter().filter_map(|c| formula.choice_of[c.index()]));
                }
            }
        }
        chosen.sort_unstable();
        chosen.dedup();
        let made = |number| {
            let value = self.engine.model_value(Var(number as u32).pos());
            (number, value == Some(true))
        };
        Lock {
            choices: chosen.into_iter().map(made).collect(),
            cycle: cycle.iter().map(|&r| roles.roles[r]).collect(),
        }
    }

    /// Reads the leaving order off the model.
    fn plan(&self, formula: &Formula, column_roles: Vec<Vec<RoleId>>) -> Plan {
        let n = formula.n_exits;
        let value = |lit: Lit| self.engine.model_value(lit) == Some(true);
        let mut exits: Vec<usize> = (0..n).collect();
        // A card's place is the number of cards that leave before it.
        let place = |i: usize| {
            (0..n)
                .filter(|&j| j != i && value(formula.order.before(j, i)))
                .count()
        };
        exits.sort_by_cached_key(|&i| place(i));
        let two_passes = formula.order.passes.is_some();
        Plan {
            column_roles,
            exits,
            second_pass: (0..n)
                .map(|i| two_passes && !value(formula.order.p(i)))
                .collect(),
        }
    }
}

fn check(problem: &Problem) -> Result<(), Error> {
    if !(1..=2).contains(&problem.n_passes) {
        return Err(Error::TooManyPasses(problem.n_passes));
    }
    let n_turned = problem.turned_order().count();
    if n_turned > MAX_TURNED {
        return Err(Error::TooManyCards(n_turned));
    }
    if n_turned > 0 && problem.cells.contains(&None) {
        return Err(Error::Hole);
    }
    Ok(())
}

/// Not all choices of the lock.
pub(super) fn clause(lock: &Lock) -> Vec<Lit> {
    let choices = lock.choices.iter();
    choices
        .map(|&(number, value)| Var(number as u32).lit(!value))
        .collect()
}
