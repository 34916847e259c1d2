//! A DRAT checker that obeys every deletion: each learned clause must follow by unit propagation from the clauses that
//! stand, units found earlier included only if a clause for them still stands. (Many checkers keep what they have
//! once derived.)

use std::collections::HashMap;

/// Twice the variable, plus one if negated.
type Lit = usize;

fn clause(line: &str) -> Vec<Lit> {
    let words = line.split_whitespace();
    let numbers = words.map(|w| w.parse().expect("a number"));
    let mut lits: Vec<Lit> = numbers
        .take_while(|&n: &i64| n != 0)
        .map(|n| 2 * (n.unsigned_abs() as usize - 1) + usize::from(n < 0))
        .collect();
    lits.sort_unstable();
    lits
}

#[derive(Default)]
struct Clauses {
    /// Deleted ones are empty. The first two literals are watched.
    all: Vec<Vec<Lit>>,
    /// By literal: clauses that watch it.
    watching: Vec<Vec<usize>>,
    units: Vec<usize>,
    /// By sorted literals: the clauses that stand.
    standing: HashMap<Vec<Lit>, Vec<usize>>,
}

impl Clauses {
    fn add(&mut self, clause: Vec<Lit>) {
        let number = self.all.len();
        if clause.len() == 1 {
            self.units.push(number);
        } else {
            for &lit in clause.iter().take(2) {
                self.watching[lit].push(number);
            }
        }
        self.standing
            .entry(clause.clone())
            .or_default()
            .push(number);
        self.all.push(clause);
    }

    fn delete(&mut self, clause: &[Lit]) -> bool {
        let number = self.standing.get_mut(clause).and_then(Vec::pop);
        number.map(|n| self.all[n].clear()).is_some()
    }

    /// Whether making all literals of the clause false leads to a conflict.
    fn imply(&mut self, clause: &[Lit]) -> bool {
        let mut is_true = vec![false; self.watching.len()];
        let units = self.units.iter().flat_map(|&n| self.all[n].first());
        let mut todo: Vec<Lit> = clause
            .iter()
            .map(|lit| lit ^ 1)
            .chain(units.copied())
            .collect();
        while let Some(lit) = todo.pop() {
            if is_true[lit ^ 1] {
                return true;
            }
            if std::mem::replace(&mut is_true[lit], true) {
                continue;
            }
            let falsified = lit ^ 1;
            for number in std::mem::take(&mut self.watching[falsified]) {
                let lits = &mut self.all[number];
                if lits.is_empty() {
                    continue;
                }
                if lits[0] == falsified {
                    lits.swap(0, 1);
                }
                let other = (2..lits.len()).find(|&i| !is_true[lits[i] ^ 1]);
                if let Some(i) = other.filter(|_| !is_true[lits[0]]) {
                    lits.swap(1, i);
                    self.watching[lits[1]].push(number);
                } else {
                    todo.push(lits[0]);
                    self.watching[falsified].push(number);
                }
            }
        }
        false
    }
}

/// Whether the proof refutes the formula; otherwise the first line that does not hold.
pub fn check(cnf: &str, drat: &str) -> Result<(), String> {
    let mut lines = cnf.lines().filter(|l| !l.starts_with('c'));
    let header = lines.next().expect("a header");
    let n_vars: usize = header
        .split(' ')
        .nth(2)
        .map(|n| n.parse().expect("a number"))
        .expect("variables");
    let mut clauses = Clauses {
        watching: vec![Vec::new(); 2 * n_vars],
        ..Clauses::default()
    };
    lines.for_each(|line| clauses.add(clause(line)));
    for line in drat.lines() {
        let holds = match line.strip_prefix("d ") {
            Some(rest) => clauses.delete(&clause(rest)),
            None => clauses.imply(&clause(line)),
        };
        if !holds {
            return Err(line.to_string());
        }
        if !line.starts_with('d') {
            let learned = clause(line);
            if learned.is_empty() {
                return Ok(());
            }
            clauses.add(learned);
        }
    }
    Err("the proof has no end".to_string())
}
