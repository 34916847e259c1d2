//! Deciding a position of Royal Cotillion or one of its relatives.

use super::formula::Formula;
use super::plan::Plan;
use super::problem::Problem;
use super::roles::{RoleId, Roles};
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
#[derive(Default)]
pub struct Decider {
    engine: Engine,
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
        }
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
        let roles = Roles::new(problem)?;
        self.engine.clear();
        let mut formula = Formula::build(problem, &roles, &mut self.engine);
        let mut n_refinements = 0;
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
            let column_roles = Plan::column_roles(problem, &roles, choice);
            if let Some(chosen) = deadlock(problem, &roles, &formula, &column_roles) {
                n_refinements += 1;
                let engine = &self.engine;
                let refuted = chosen.iter().map(|&number| {
                    let var = Var(number as u32);
                    var.lit(engine.model_value(var.pos()) == Some(false))
                });
                let refuted: Vec<Lit> = refuted.collect();
                self.engine.add_clause(&refuted);
                continue;
            }
            let plan = self.plan(&formula, column_roles);
            break match plan.moves(problem, &roles) {
                Ok(moves) => Outcome::Solvable(moves),
                Err(what) => return Err(Error::BadModel(what)),
            };
        };
        Ok(Decision {
            outcome,
            statistics: Statistics {
                engine: self.engine.stats(),
                n_refinements,
            },
        })
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

/// Looks for a cycle among the roles given who plays them: each waits for the role before it on its
/// pile, for the first use of its card, and for the card that covers its own. Returns the choices
/// that the cycle rests on.
fn deadlock(
    problem: &Problem,
    roles: &Roles,
    formula: &Formula,
    column_roles: &[Vec<RoleId>],
) -> Option<Vec<usize>> {
    let n = roles.roles.len();
    let mut covered_by: Vec<Option<(RoleId, [Card; 2])>> = vec![None; n];
    for (column, its_roles) in problem.columns.iter().zip(column_roles) {
        for (cards, pair) in column.windows(2).zip(its_roles.windows(2)) {
            covered_by[pair[0]] = Some((pair[1], [cards[0], cards[1]]));
        }
    }
    let waits_for = |role: RoleId| {
        let first = roles
            .is_second(role)
            .then(|| roles.uses[roles.roles[role].card.index()][0]);
        let cover = covered_by[role].map(|(cover, _)| cover);
        [roles.roles[role].after, first, cover]
    };
    // Depth first; 0 new, 1 on the path, 2 done.
    let mut state = vec![0u8; n];
    for start in 0..n {
        let mut path: Vec<(RoleId, usize)> = Vec::new();
        if state[start] == 0 {
            state[start] = 1;
            path.push((start, 0));
        }
        while let Some((role, next)) = path.last_mut() {
            let (at, edge) = (*role, *next);
            if edge == 3 {
                state[at] = 2;
                path.pop();
                continue;
            }
            *next += 1;
            let Some(target) = waits_for(at)[edge] else {
                continue;
            };
            if state[target] == 0 {
                state[target] = 1;
                path.push((target, 0));
            } else if state[target] == 1 {
                let from = path.iter().position(|&(r, _)| r == target)?;
                let mut chosen = Vec::new();
                for &(r, taken) in &path[from..] {
                    if let (3, Some((_, cards))) = (taken, covered_by[r]) {
                        chosen.extend(cards.iter().filter_map(|c| formula.choice_of[c.index()]));
                    }
                }
                chosen.sort_unstable();
                chosen.dedup();
                return Some(chosen);
            }
        }
    }
    None
}
