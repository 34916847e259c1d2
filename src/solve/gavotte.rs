//! Gavotte: the choice of wing and bases is part of the question.

use super::{Progress, SearchPlan, Solver, WIDTHS};
use crate::cards::Card;
use crate::deal::GavotteSetup;
use crate::family::cotillion::Cotillion;
use crate::game::{Game, Guide};
use crate::reference::{self, Choice};
use crate::search::{Control, Limit, Outcome};

impl Solver {
    /// Tries the choices, promising ones first: narrow beams on all of them, then wider ones, then
    /// the learning search with a growing number of conflicts. The deal is unsolvable only if every
    /// choice has been refuted.
    pub(super) fn gavotte(
        &mut self,
        setup: &GavotteSetup,
        cards: &[Card],
        progress: &mut Progress,
        control: &Control<'_>,
    ) -> Result<Option<Choice>, String> {
        let mut choices = promising_choices(setup, cards);
        let whole = (self.plan, self.limits);
        let beams_only = SearchPlan {
            depth_first: false,
            learning: false,
            ..self.plan
        };
        let complete_only = SearchPlan {
            beams: false,
            ..self.plan
        };
        let mut rounds: Vec<(SearchPlan, usize, u64)> = Vec::new();
        if self.plan.beams {
            rounds.extend((0..WIDTHS.len()).map(|i| (beams_only, i, 0)));
        }
        if self.plan.learning || self.plan.depth_first {
            let growing = [1_000, 20_000].map(|n| (complete_only, 0, n));
            rounds.extend(growing.into_iter().filter(|_| self.plan.learning));
            rounds.push((complete_only, 0, u64::MAX));
        }
        let mut undecided = Limit::Incomplete;
        for (plan, width, conflicts) in rounds {
            let mut open = Vec::new();
            for choice in choices {
                let chosen = setup.chosen(choice.bases);
                let dealt = setup.chosen_cards(choice.free_wing, cards);
                let spent = progress.n_conflicts;
                self.plan = plan;
                self.limits.max_conflicts =
                    whole.1.max_conflicts.min(spent.saturating_add(conflicts));
                progress.outcome = Outcome::Unknown(Limit::Incomplete);
                let widths = &WIDTHS[width..width + 1];
                let result = self.cotillion(&chosen, &dealt, widths, progress, control);
                (self.plan, self.limits) = whole;
                result?;
                match progress.outcome {
                    Outcome::Solvable(_) => return Ok(Some(choice)),
                    Outcome::Unsolvable => {}
                    Outcome::Unknown(Limit::Incomplete) => open.push(choice),
                    Outcome::Unknown(Limit::Conflicts(n)) if n < whole.1.max_conflicts => {
                        open.push(choice);
                    }
                    Outcome::Unknown(limit) => {
                        undecided = limit;
                        open.push(choice);
                        if matches!(limit, Limit::Interrupted | Limit::Secs(_) | Limit::Nodes(_)) {
                            return Ok(None);
                        }
                    }
                }
            }
            choices = open;
            if choices.is_empty() {
                progress.outcome = Outcome::Unsolvable;
                return Ok(None);
            }
        }
        progress.outcome = Outcome::Unknown(undecided);
        Ok(None)
    }
}

/// All choices, those first after which a few playouts bring the most cards to the foundations.
fn promising_choices(setup: &GavotteSetup, cards: &[Card]) -> Vec<Choice> {
    let mut choices = reference::choices(setup).expect("a game's set-up is sound");
    let mut line = Vec::new();
    choices.sort_by_cached_key(|choice| {
        let dealt = setup.chosen_cards(choice.free_wing, cards);
        let game = Cotillion::<u128>::new(&setup.chosen(choice.bases), &dealt);
        let mut played = |noise: u64| {
            line.clear();
            game.played(&game.playout(&game.start(), noise, &mut line))
        };
        let sum: u32 = (0..8).map(&mut played).sum();
        std::cmp::Reverse(sum)
    });
    choices
}
