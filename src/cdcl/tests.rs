//! The engine against brute force on small random formulas.

use super::*;

/// A small generator for test data (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    /// Literals of `len` different variables.
    fn lits(&mut self, n_vars: usize, len: usize) -> Vec<Lit> {
        let mut lits: Vec<Lit> = Vec::new();
        while lits.len() < len {
            let var = Var(self.below(n_vars) as u32);
            if lits.iter().all(|l| l.var() != var) {
                lits.push(var.lit(self.below(2) == 0));
            }
        }
        lits
    }
}

#[derive(Clone)]
enum Constraint {
    Clause(Vec<Lit>),
    AtMost(Vec<Lit>, usize),
}

fn holds(constraint: &Constraint, value: impl Fn(Lit) -> bool) -> bool {
    match constraint {
        Constraint::Clause(lits) => lits.iter().any(|&l| value(l)),
        Constraint::AtMost(lits, k) => lits.iter().filter(|&&l| value(l)).count() <= *k,
    }
}

fn brute_force(n_vars: usize, constraints: &[Constraint]) -> bool {
    (0..1u32 << n_vars).any(|bits| {
        let value = |l: Lit| (bits >> l.var().0 & 1 == 1) == l.is_pos();
        constraints.iter().all(|c| holds(c, value))
    })
}

/// Keeps some constraints as a theory that looks at all of them each time: at-most constraints
/// explained on demand, clauses of three literals at once.
struct Naive {
    constraints: Vec<Constraint>,
    seen: Vec<Lit>,
}

impl Theory for Naive {
    fn propagate(&mut self, lit: Lit, _trail: &mut Trail) -> bool {
        self.seen.push(lit);
        true
    }

    fn undo(&mut self, lit: Lit) {
        assert_eq!(self.seen.pop(), Some(lit));
    }

    fn flush(&mut self, trail: &mut Trail) -> bool {
        assert_eq!(self.seen, trail.lits());
        for (i, constraint) in self.constraints.iter().enumerate() {
            match constraint {
                Constraint::AtMost(lits, k) => {
                    let n_true = lits.iter().filter(|&&l| trail.is_true(l)).count();
                    if n_true > *k {
                        let lits: Vec<Lit> =
                            lits.iter().copied().filter(|&l| trail.is_true(l)).collect();
                        return trail.fail(&lits);
                    }
                    if n_true == *k {
                        for &l in lits {
                            if trail.is_open(l) && !trail.imply(!l, Reason::Theory(i as u32)) {
                                return false;
                            }
                        }
                    }
                }
                Constraint::Clause(lits) => {
                    let free: Vec<Lit> = lits
                        .iter()
                        .copied()
                        .filter(|&l| !trail.is_false(l))
                        .collect();
                    match free[..] {
                        [] => return trail.imply(lits[0], Reason::Ternary(!lits[1], !lits[2])),
                        [l] => {
                            let others: Vec<Lit> =
                                lits.iter().copied().filter(|&o| o != l).collect();
                            trail.imply(l, Reason::Ternary(!others[0], !others[1]));
                        }
                        _ => {}
                    }
                }
            }
        }
        true
    }

    fn explain(&mut self, lit: Lit, tag: u32, trail: &Trail, out: &mut Vec<Lit>) {
        let Constraint::AtMost(lits, _) = &self.constraints[tag as usize] else {
            unreachable!()
        };
        let before = trail.pos_of(lit.var());
        out.extend(
            lits.iter()
                .copied()
                .filter(|&l| trail.is_true(l) && trail.pos_of(l.var()) < before),
        );
    }
}

#[test]
fn random_formulas_agree_with_brute_force() {
    let mut random = Random(1);
    let (mut n_sat, mut n_unsat) = (0, 0);
    let mut engine = Engine::new(Config::default());
    for round in 0..3000 {
        let n_vars = 6 + random.below(8);
        let mut constraints = Vec::new();
        for _ in 0..n_vars * 2 + random.below(2 * n_vars + 1) {
            let len = 2 + random.below(2);
            constraints.push(Constraint::Clause(random.lits(n_vars, len)));
        }
        for _ in 0..random.below(5) {
            let len = 3 + random.below(n_vars - 3);
            let k = 1 + random.below(len - 1);
            constraints.push(Constraint::AtMost(random.lits(n_vars, len), k));
        }
        let (as_theory, native): (Vec<_>, Vec<_>) = constraints.iter().cloned().partition(|c| {
            round % 2 == 1
                && match c {
                    Constraint::Clause(lits) => lits.len() == 3 && lits[0].is_pos(),
                    Constraint::AtMost(lits, _) => lits[0].is_pos(),
                }
        });
        engine.clear();
        *engine.config_mut() = Config {
            restart_unit: 1 + random.below(8) as u64,
            reduce_interval: 2,
            kept_lbd: 1,
            target_until: [0, 5, u64::MAX][round as usize % 3],
            vivify_after: 2,
            vivify_effort: (round % 4) as f64,
            rephase_interval: round % 5,
            ..Config::default()
        };
        engine.new_vars(n_vars);
        // Some constraints come only after a first solve.
        let n_first = native.len() / (1 + random.below(2));
        let mut theory = Naive {
            constraints: as_theory,
            seen: Vec::new(),
        };
        let mut answer = Answer::Sat;
        for part in [&native[..n_first], &native[n_first..]] {
            for constraint in part {
                match constraint {
                    Constraint::Clause(lits) => engine.add_clause(lits),
                    Constraint::AtMost(lits, k) => engine.add_at_most(lits, *k),
                };
            }
            answer = engine.solve(&mut theory, &Limits::default());
        }
        assert_eq!(answer == Answer::Sat, brute_force(n_vars, &constraints));
        if answer == Answer::Sat {
            n_sat += 1;
            let value = |l: Lit| engine.model_value(l) == Some(true);
            assert!(constraints.iter().all(|c| holds(c, value)));
        } else {
            n_unsat += 1;
        }
    }
    assert!(n_sat > 300 && n_unsat > 300, "{n_sat} {n_unsat}");
}

/// n + 1 pigeons in n holes, the holes as counters.
fn pigeons(engine: &mut Engine, n: u32) {
    engine.new_vars((n * (n + 1)) as usize);
    let sits = |pigeon: u32, hole: u32| Var(pigeon * n + hole).pos();
    for pigeon in 0..=n {
        let holes: Vec<Lit> = (0..n).map(|hole| sits(pigeon, hole)).collect();
        engine.add_clause(&holes);
    }
    for hole in 0..n {
        let guests: Vec<Lit> = (0..=n).map(|pigeon| sits(pigeon, hole)).collect();
        engine.add_at_most(&guests, 1);
    }
}

#[test]
fn limits_end_a_solve_and_it_can_go_on() {
    let mut engine = Engine::new(Config::default());
    pigeons(&mut engine, 6);
    let few = Limits {
        conflicts: 5,
        ..Limits::default()
    };
    assert_eq!(
        engine.solve(&mut NoTheory, &few),
        Answer::Unknown(Limit::Conflicts)
    );
    assert_eq!(engine.stats().conflicts, 5);
    let stop = std::sync::atomic::AtomicBool::new(true);
    let stopped = Limits {
        stop: Some(&stop),
        ..Limits::default()
    };
    assert_eq!(
        engine.solve(&mut NoTheory, &stopped),
        Answer::Unknown(Limit::Stopped)
    );
    let small = Limits {
        bytes: 1000,
        ..Limits::default()
    };
    assert_eq!(
        engine.solve(&mut NoTheory, &small),
        Answer::Unknown(Limit::Memory)
    );
    assert_eq!(
        engine.solve(&mut NoTheory, &Limits::default()),
        Answer::Unsat
    );
}

#[test]
fn a_cleared_engine_behaves_like_a_new_one() {
    let mut engine = Engine::new(Config::default());
    pigeons(&mut engine, 7);
    assert_eq!(
        engine.solve(&mut NoTheory, &Limits::default()),
        Answer::Unsat
    );
    let first = engine.stats();
    engine.clear();
    pigeons(&mut engine, 7);
    engine.solve(&mut NoTheory, &Limits::default());
    assert_eq!(engine.stats(), first);
}

#[test]
fn proofs_of_plain_formulas_check() {
    let mut random = Random(7);
    let mut n_unsat = 0;
    for _ in 0..300 {
        let n_vars = 8 + random.below(4);
        let clauses: Vec<Vec<Lit>> = (0..n_vars * 5).map(|_| random.lits(n_vars, 3)).collect();
        let mut engine = Engine::new(Config {
            restart_unit: 2,
            reduce_interval: 2,
            ..Config::default()
        });
        engine.start_proof();
        engine.new_vars(n_vars);
        for clause in &clauses {
            engine.add_clause(clause);
        }
        if engine.solve(&mut NoTheory, &Limits::default()) == Answer::Unsat {
            n_unsat += 1;
            let proof = engine.take_proof().expect("a proof was asked for");
            check_rup(n_vars, clauses, &proof);
        }
    }
    assert!(n_unsat > 50);
}

/// Each added line must follow by unit propagation; the last is the empty clause.
fn check_rup(n_vars: usize, mut clauses: Vec<Vec<Lit>>, proof: &str) {
    let mut last = vec![Var(0).pos()];
    for line in proof.lines() {
        let (delete, line) = match line.strip_prefix("d ") {
            Some(rest) => (true, rest),
            None => (false, line),
        };
        let mut lits: Vec<Lit> = line
            .split(' ')
            .map(|n| n.parse::<i64>().expect("a number"))
            .take_while(|&n| n != 0)
            .map(|n| Var(n.unsigned_abs() as u32 - 1).lit(n > 0))
            .collect();
        lits.sort();
        if delete {
            let same = |c: &Vec<Lit>| {
                let mut c = c.clone();
                c.sort();
                c == lits
            };
            let place = clauses.iter().position(same).expect("a known clause");
            clauses.remove(place);
            continue;
        }
        let mut value = vec![None; n_vars];
        for l in &lits {
            value[l.var().index()] = Some(!l.is_pos());
        }
        let of = |value: &[Option<bool>], l: Lit| value[l.var().index()].map(|v| v == l.is_pos());
        let refuted = 'propagate: loop {
            let mut changed = false;
            for c in &clauses {
                if c.iter().any(|&l| of(&value, l) == Some(true)) {
                    continue;
                }
                let open: Vec<Lit> = c
                    .iter()
                    .copied()
                    .filter(|&l| of(&value, l).is_none())
                    .collect();
                match open[..] {
                    [] => break 'propagate true,
                    [l] => {
                        value[l.var().index()] = Some(l.is_pos());
                        changed = true;
                    }
                    _ => {}
                }
            }
            if !changed {
                break false;
            }
        };
        assert!(refuted, "{lits:?}");
        clauses.push(lits.clone());
        last = lits;
    }
    assert!(last.is_empty());
}
