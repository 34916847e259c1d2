//! From choices to moves: the constructive half of Theorem 2.
//!
//! Given which role each column card makes and the order in which cards leave the waste, the moves
//! are forced but for the order of plays that do not touch each other.

use super::problem::Problem;
use super::roles::{Place, Role, RoleId, Roles};
use crate::cards::Card;
use crate::deal::Move;
use crate::deal::notation::{From, To};

/// What is left to choose: see the module.
pub(super) struct Plan {
    /// By column and row: the role that the card makes.
    pub(super) column_roles: Vec<Vec<RoleId>>,
    /// Turning-order numbers in the order of leaving the waste.
    pub(super) exits: Vec<usize>,
    /// By turning-order number: whether the card leaves only after the redeal.
    pub(super) second_pass: Vec<bool>,
}

impl Plan {
    /// Reads off the column roles that the choices F make.
    pub(super) fn column_roles(
        problem: &Problem,
        roles: &Roles,
        choice: impl Fn(usize) -> Option<bool>,
    ) -> Vec<Vec<RoleId>> {
        let mut by_column: Vec<Vec<RoleId>> =
            problem.columns.iter().map(|c| vec![0; c.len()]).collect();
        for (card, copies) in roles.copies.iter().enumerate() {
            for (number, &copy) in copies.iter().enumerate() {
                if let Place::Column(c, row) = copy {
                    let uses = &roles.uses[card];
                    // Chosen "true" means that the first copy makes the first use.
                    let use_number = match choice(card) {
                        None => 0,
                        Some(first) => usize::from(first == (number == 1)),
                    };
                    by_column[c][row] = uses[use_number];
                }
            }
        }
        by_column
    }

    /// The moves of the plan, or what went wrong: a plan from a model always works.
    pub(super) fn moves(&self, problem: &Problem, roles: &Roles) -> Result<Vec<Move>, String> {
        let mut table = Table::new(problem, roles, self);
        for &exit in &self.exits {
            table.turn_up(exit, self.second_pass[exit])?;
            loop {
                if table.play_from_cells() || table.play_top() {
                    break;
                }
                if !table.play_from_columns() {
                    let card = table.cards[exit];
                    return Err(format!("no play lets {card} leave the waste"));
                }
            }
        }
        while table.play_from_columns() || table.play_from_cells() {}
        if table.n_played < roles.roles.len() {
            return Err("cards are left over".to_owned());
        }
        Ok(table.moves)
    }
}

/// The physical position while a plan is carried out.
struct Table<'a> {
    roles: &'a Roles,
    plan: &'a Plan,
    cards: Vec<Card>,
    columns: Vec<Vec<Card>>,
    cells: Vec<Option<Card>>,
    waste: Vec<usize>,
    /// Unturned cards, the next one last.
    stock: Vec<usize>,
    redealt: bool,
    played: Vec<bool>,
    n_played: usize,
    moves: Vec<Move>,
}

impl<'a> Table<'a> {
    fn new(problem: &Problem, roles: &'a Roles, plan: &'a Plan) -> Table<'a> {
        let cards: Vec<Card> = problem.turned_order().collect();
        let n_waste = problem.waste.len();
        Table {
            roles,
            plan,
            stock: (n_waste..cards.len()).rev().collect(),
            waste: (0..n_waste).collect(),
            columns: problem.columns.clone(),
            cells: problem.cells.clone(),
            cards,
            redealt: problem.n_passes == 1,
            played: vec![false; roles.roles.len()],
            n_played: 0,
            moves: Vec::new(),
        }
    }

    /// Turns cards until this one lies on top of the waste.
    fn turn_up(&mut self, card: usize, second_pass: bool) -> Result<(), String> {
        while self.waste.last() != Some(&card) || (second_pass && !self.redealt) {
            if let Some(next) = self.stock.pop() {
                self.waste.push(next);
                self.moves.push(Move::Turn);
            } else if !self.redealt {
                self.redealt = true;
                self.stock = std::mem::take(&mut self.waste);
                self.stock.reverse();
                self.moves.push(Move::Redeal);
            } else {
                return Err(format!("{} cannot top the waste", self.cards[card]));
            }
        }
        Ok(())
    }

    fn is_ready(&self, role: RoleId) -> bool {
        let first_done = !self.roles.is_second(role)
            || self.played[self.roles.uses[self.roles.roles[role].card.index()][0]];
        let before_done = self.roles.roles[role].after.is_none_or(|r| self.played[r]);
        !self.played[role] && first_done && before_done
    }

    fn play(&mut self, role: RoleId, from: From) {
        let Role { card, pile, .. } = self.roles.roles[role];
        self.played[role] = true;
        self.n_played += 1;
        self.moves
            .push(Move::Play(from, To::Pile(card.suit(), pile)));
    }

    /// The role that a card outside the columns can make now.
    fn hand_role(&self, card: Card) -> Option<RoleId> {
        let in_columns = self.plan.column_roles.iter().flatten();
        let uses = self.roles.uses[card.index()].iter().copied();
        let mut uses = uses.filter(|&r| self.is_ready(r));
        uses.find(|&r| in_columns.clone().all(|&c| c != r))
    }

    /// Plays some cell's card; its hole takes the top of the waste.
    fn play_from_cells(&mut self) -> bool {
        for cell in 0..self.cells.len() {
            let Some(card) = self.cells[cell] else {
                continue;
            };
            if let Some(role) = self.hand_role(card) {
                self.play(role, From::Cell(cell as u8 + 1));
                self.cells[cell] = self.waste.pop().map(|x| self.cards[x]);
                return true;
            }
        }
        false
    }

    fn play_top(&mut self) -> bool {
        let Some(&top) = self.waste.last() else {
            return false;
        };
        let Some(role) = self.hand_role(self.cards[top]) else {
            return false;
        };
        self.play(role, From::Waste);
        self.waste.pop();
        true
    }

    fn play_from_columns(&mut self) -> bool {
        for c in 0..self.columns.len() {
            let Some(row) = self.columns[c].len().checked_sub(1) else {
                continue;
            };
            let role = self.plan.column_roles[c][row];
            if self.is_ready(role) {
                self.play(role, From::Column(c as u8 + 1));
                self.columns[c].pop();
                return true;
            }
        }
        false
    }
}
