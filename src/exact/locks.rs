//! Columns that lock each other.
//!
//! A covered card's role waits for the role of the card above it; roles wait for the one before them
//! on their pile, and second uses for first ones. With some choices F these waits form circles, and then not
//! even all cards in the world at hand would help. [`find`] lists the circles before the search, as most
//! refutations by columns need nothing else; [`circle`] finds one that was left out.

use super::problem::Problem;
use super::roles::{Place, Role, RoleId, Roles};

/// Choices under which roles wait for each other.
pub(super) struct Lock {
    /// Choice and value; the lock closes if all are made so.
    pub(super) choices: Vec<(usize, bool)>,
    /// Roles of which each waits for the next, perhaps through others, and the last for the first.
    pub(super) cycle: Vec<Role>,
}

/// A set of choices with their values, as masks.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Choices {
    made: u64,
    values: u64,
}

impl Choices {
    fn one(choice: Option<usize>, value: bool) -> Choices {
        choice.map_or(Choices::default(), |number| Choices {
            made: 1 << number,
            values: u64::from(value) << number,
        })
    }

    fn and(self, other: Choices) -> Option<Choices> {
        let agree = (self.values ^ other.values) & self.made & other.made == 0;
        agree.then_some(Choices {
            made: self.made | other.made,
            values: self.values | other.values,
        })
    }

    fn contains(self, part: Choices) -> bool {
        part.made & !self.made == 0 && (self.values ^ part.values) & part.made == 0
    }
}

/// Under some choices one role waits for another because of who covers whom.
struct Wait {
    role: RoleId,
    for_role: RoleId,
    under: Choices,
}

/// Steps after which the list may stay incomplete.
const MAX_STEPS: usize = 20_000;

struct Finder {
    waits: Vec<Wait>,
    /// By role: the roles that it waits for whatever the choices, itself included.
    needs: Vec<u128>,
    found: Vec<(Choices, Vec<RoleId>)>,
    path: Vec<usize>,
    n_steps: usize,
}

/// The locks with the fewest covered cards first; none contains the choices of another.
pub(super) fn find(problem: &Problem, roles: &Roles, choice_of: &[Option<usize>]) -> Vec<Lock> {
    let mut finder = Finder {
        waits: waits(problem, roles, choice_of),
        needs: needs(roles),
        found: Vec::new(),
        path: Vec::new(),
        n_steps: 0,
    };
    let n_covered: usize = problem
        .columns
        .iter()
        .map(|c| c.len().saturating_sub(1))
        .sum();
    for length in 1..=n_covered {
        for start in 0..finder.waits.len() {
            let under = finder.waits[start].under;
            finder.extend(start, under, length);
        }
    }
    let lock = |(under, cycle): (Choices, Vec<RoleId>)| Lock {
        choices: (0..64)
            .filter(|n| under.made >> n & 1 != 0)
            .map(|n| (n, under.values >> n & 1 != 0))
            .collect(),
        cycle: cycle.iter().map(|&r| roles.roles[r]).collect(),
    };
    finder.found.into_iter().map(lock).collect()
}

impl Finder {
    /// Goes on from the wait `at`, the last of `length − path` more; circles begin with their lowest.
    fn extend(&mut self, at: usize, under: Choices, length: usize) {
        self.n_steps += 1;
        if self.n_steps > MAX_STEPS || self.found.iter().any(|(f, _)| under.contains(*f)) {
            return;
        }
        self.path.push(at);
        let reached = self.needs[self.waits[at].for_role];
        let start = self.path[0];
        if self.path.len() == length {
            if reached >> self.waits[start].role & 1 != 0 {
                let waits = self.path.iter().map(|&w| &self.waits[w]);
                let cycle = waits.flat_map(|w| [w.role, w.for_role]).collect();
                self.found.push((under, cycle));
            }
        } else {
            for next in start + 1..self.waits.len() {
                if reached >> self.waits[next].role & 1 != 0
                    && !self.path.contains(&next)
                    && let Some(under) = under.and(self.waits[next].under)
                {
                    self.extend(next, under, length);
                }
            }
        }
        self.path.pop();
    }
}

fn needs(roles: &Roles) -> Vec<u128> {
    let mut needs: Vec<u128> = Vec::new();
    // Roles wait only for roles with lower numbers.
    for (id, role) in roles.roles.iter().enumerate() {
        let first = roles.uses[role.card.index()][0];
        let before = role.after.map_or(0, |r| needs[r]);
        let first = if first < id { needs[first] } else { 0 };
        needs.push(before | first | 1 << id);
    }
    needs
}

fn waits(problem: &Problem, roles: &Roles, choice_of: &[Option<usize>]) -> Vec<Wait> {
    let mut waits = Vec::new();
    for (c, column) in problem.columns.iter().enumerate() {
        for row in 1..column.len() {
            for (role, under) in roles_of(roles, choice_of, problem, c, row - 1) {
                for (for_role, also) in roles_of(roles, choice_of, problem, c, row) {
                    if let Some(under) = under.and(also) {
                        waits.push(Wait {
                            role,
                            for_role,
                            under,
                        });
                    }
                }
            }
        }
    }
    waits
}

/// The roles that a column card can make, and the choices for each.
fn roles_of(
    roles: &Roles,
    choice_of: &[Option<usize>],
    problem: &Problem,
    column: usize,
    row: usize,
) -> Vec<(RoleId, Choices)> {
    let card = problem.columns[column][row].index();
    let uses = &roles.uses[card];
    let copies = &roles.copies[card];
    let is_first_copy = copies[0] == Place::Column(column, row);
    match choice_of[card] {
        None => vec![(uses[0], Choices::default())],
        choice => [true, false]
            .map(|value| {
                let number = usize::from(value != is_first_copy);
                (uses[number], Choices::one(choice, value))
            })
            .to_vec(),
    }
}

/// Looks for a circle given who plays each role: each waits for the next, the last for the first.
pub(super) fn circle(
    problem: &Problem,
    roles: &Roles,
    column_roles: &[Vec<RoleId>],
) -> Option<Vec<RoleId>> {
    let n = roles.roles.len();
    let mut cover: Vec<Option<RoleId>> = vec![None; n];
    for (column, its_roles) in problem.columns.iter().zip(column_roles) {
        debug_assert_eq!(column.len(), its_roles.len());
        for pair in its_roles.windows(2) {
            cover[pair[0]] = Some(pair[1]);
        }
    }
    let waits_for = |role: RoleId| {
        let uses = &roles.uses[roles.roles[role].card.index()];
        let first = roles.is_second(role).then(|| uses[0]);
        [roles.roles[role].after, first, cover[role]]
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
            match waits_for(at)[edge] {
                Some(target) if state[target] == 0 => {
                    state[target] = 1;
                    path.push((target, 0));
                }
                Some(target) if state[target] == 1 => {
                    let from = path.iter().position(|&(r, _)| r == target)?;
                    return Some(path[from..].iter().map(|&(r, _)| r).collect());
                }
                _ => {}
            }
        }
    }
    None
}
