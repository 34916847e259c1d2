//! Deciding a deal of Windmill or one of its variants.

mod explain;
mod formula;
mod plan;
mod rows;
mod shape;

use super::{Budget, Control, Decision, Error, Outcome, Statistics};
use crate::cards::Card;
use crate::cdcl::{Answer, Config, Engine, Limits};
use crate::deal::WindmillSetup;
use rows::Rows;
use shape::Shape;

/// Decides deal after deal with the same memory.
#[derive(Default)]
pub struct WindmillDecider {
    engine: Engine,
    rows: Rows,
    setup: Option<WindmillSetup>,
}

impl WindmillDecider {
    /// A decider with the default options.
    pub fn new() -> WindmillDecider {
        WindmillDecider::with_config(Config::default())
    }

    /// A decider whose engine has these options.
    pub fn with_config(config: Config) -> WindmillDecider {
        WindmillDecider {
            engine: Engine::new(config),
            ..WindmillDecider::default()
        }
    }

    /// Decides whether the deal can be won. `cards` are in the set-up's deal order.
    ///
    /// # Errors
    /// [`Error`] says what is asked too much or is inconsistent.
    pub fn decide(
        &mut self,
        setup: &WindmillSetup,
        cards: &[Card],
        budget: &Budget,
        control: &Control<'_>,
    ) -> Result<Decision, Error> {
        if self.setup != Some(*setup) {
            self.rows.shape = Shape::new(setup);
            self.setup = Some(*setup);
        }
        let ranks = cards.iter().map(|c| setup.role(c.rank()).number() - 1);
        let ranks: Vec<u8> = ranks.collect();
        let (sails, stock) = ranks.split_at(setup.n_cells as usize);
        let first = (0..setup.n_ranks as usize).map(|r| formula::played_first(setup, r));
        let first: Vec<usize> = first.collect();
        let mut out_first = first.clone();
        for &rank in sails {
            out_first[rank as usize] += 1;
        }
        self.rows.reset(stock.to_vec(), out_first);
        self.engine.clear();
        formula::declare(setup, &self.rows, &mut self.engine);
        let limits = Limits {
            conflicts: budget.conflicts,
            bytes: budget.bytes,
            stop: control.stop,
        };
        let outcome = match self.engine.solve(&mut self.rows, &limits) {
            Answer::Unsat => Outcome::Unsolvable,
            Answer::Unknown(limit) => Outcome::Unknown(limit),
            Answer::Sat => {
                let value = |lit| self.engine.model_value(lit) == Some(true);
                let moves = plan::moves(&self.rows.shape, stock, sails, &first, value);
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
