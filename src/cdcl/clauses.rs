//! Clause store with two watched literals.
//!
//! A clause of three or more literals is a run of words in one arena:
//!
//! ```text
//! word 0        word 1                      words 2 …
//! length        learned(1) | used(2) | vivified(1) | lbd(28)    literal codes; the first two are watched
//! ```
//!
//! A watch holds the clause's place and a blocker, another of its literals: while the blocker is true the
//! clause is not looked at. Clauses of two literals live in the lists of their literals only.

use super::lit::Lit;
use super::trail::{Reason, Trail};

#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    blocker: Lit,
}

const BINARY: u8 = 1;
const LONG: u8 = 2;
const HEADER: usize = 2;
const LEARNED: u32 = 1;
const USED_SHIFT: u32 = 1;
const VIVIFIED: u32 = 8;
const LBD_SHIFT: u32 = 4;

/// All clauses.
#[derive(Default)]
pub(super) struct Clauses {
    arena: Vec<u32>,
    /// By literal: clauses to look at when the literal becomes true (its negation is watched).
    watches: Vec<Vec<Watch>>,
    /// By literal: literals that it implies.
    implied: Vec<Vec<Lit>>,
    /// By literal: bits telling which of its two lists may have entries. Most have none, and this
    /// small table stays in the cache.
    busy: Vec<u8>,
    pub(super) learned: Vec<u32>,
    pub(super) n_clauses: usize,
    wasted: usize,
}

impl Clauses {
    pub(super) fn grow(&mut self, n_vars: usize) {
        let n = 2 * n_vars;
        if self.watches.len() < n {
            self.watches.resize_with(n, Vec::new);
            self.implied.resize_with(n, Vec::new);
            self.busy.resize(n, 0);
        }
    }

    /// Forgets everything but keeps the allocations.
    pub(super) fn clear(&mut self) {
        self.arena.clear();
        self.watches.iter_mut().for_each(Vec::clear);
        self.implied.iter_mut().for_each(Vec::clear);
        self.busy.fill(0);
        self.learned.clear();
        self.n_clauses = 0;
        self.wasted = 0;
    }

    pub(super) fn add_binary(&mut self, a: Lit, b: Lit) {
        self.implied[(!a).index()].push(b);
        self.implied[(!b).index()].push(a);
        self.busy[(!a).index()] |= BINARY;
        self.busy[(!b).index()] |= BINARY;
        self.n_clauses += 1;
    }

    /// Stores a clause of three or more literals; the first two are watched.
    pub(super) fn add(&mut self, lits: &[Lit], learned: Option<u32>) -> u32 {
        let clause = self.arena.len() as u32;
        self.arena.push(lits.len() as u32);
        let lbd = learned.unwrap_or(0);
        let flags = if learned.is_some() {
            LEARNED | 1 << USED_SHIFT
        } else {
            0
        };
        self.arena.push(lbd << LBD_SHIFT | flags);
        self.arena.extend(lits.iter().map(|l| l.code()));
        self.watch(clause);
        if learned.is_some() {
            self.learned.push(clause);
        }
        self.n_clauses += 1;
        clause
    }

    pub(super) fn watch(&mut self, clause: u32) {
        let at = clause as usize + HEADER;
        let (a, b) = (
            Lit::from_code(self.arena[at]),
            Lit::from_code(self.arena[at + 1]),
        );
        self.watches[(!a).index()].push(Watch { clause, blocker: b });
        self.watches[(!b).index()].push(Watch { clause, blocker: a });
        self.busy[(!a).index()] |= LONG;
        self.busy[(!b).index()] |= LONG;
    }

    /// Takes the clause out of the lists of its watched literals: it propagates nothing until watched again.
    pub(super) fn unwatch(&mut self, clause: u32) {
        let at = clause as usize + HEADER;
        for &code in &self.arena[at..at + 2] {
            let lit = Lit::from_code(code);
            self.watches[(!lit).index()].retain(|w| w.clause != clause);
        }
    }

    /// Whether it has been tried to shorten the clause.
    pub(super) fn is_vivified(&self, clause: u32) -> bool {
        self.arena[clause as usize + 1] & VIVIFIED != 0
    }

    pub(super) fn note_vivified(&mut self, clause: u32) {
        self.arena[clause as usize + 1] |= VIVIFIED;
    }

    pub(super) fn lits(&self, clause: u32) -> impl Iterator<Item = Lit> + '_ {
        let at = clause as usize;
        let len = self.arena[at] as usize;
        self.arena[at + HEADER..at + HEADER + len]
            .iter()
            .map(|&code| Lit::from_code(code))
    }

    pub(super) fn len(&self, clause: u32) -> usize {
        self.arena[clause as usize] as usize
    }

    pub(super) fn is_learned(&self, clause: u32) -> bool {
        self.arena[clause as usize + 1] & LEARNED != 0
    }

    pub(super) fn lbd(&self, clause: u32) -> u32 {
        self.arena[clause as usize + 1] >> LBD_SHIFT
    }

    /// Notes that the clause took part in a conflict and now has this many levels among its literals.
    pub(super) fn note_use(&mut self, clause: u32, lbd: u32) {
        let word = &mut self.arena[clause as usize + 1];
        let lbd = lbd.min(*word >> LBD_SHIFT);
        *word = lbd << LBD_SHIFT | *word & VIVIFIED | 2 << USED_SHIFT | LEARNED;
    }

    /// Whether the clause was used since the last but one call; ages the mark.
    pub(super) fn age(&mut self, clause: u32) -> bool {
        let word = &mut self.arena[clause as usize + 1];
        let used = *word >> USED_SHIFT & 3;
        if used > 0 {
            *word -= 1 << USED_SHIFT;
        }
        used > 0
    }

    /// Propagates one literal. Counts the longer clauses looked at.
    #[inline]
    pub(super) fn propagate(&mut self, lit: Lit, trail: &mut Trail, n_looks: &mut u64) -> bool {
        let busy = self.busy[lit.index()];
        (busy & BINARY == 0 || self.propagate_binary(lit, trail))
            && (busy & LONG == 0 || self.propagate_long(lit, trail, n_looks))
    }

    /// Propagates one literal through the clauses of two literals.
    fn propagate_binary(&self, lit: Lit, trail: &mut Trail) -> bool {
        for &other in &self.implied[lit.index()] {
            if !trail.imply(other, Reason::Binary(lit)) {
                return false;
            }
        }
        true
    }

    /// Propagates one literal through the longer clauses.
    fn propagate_long(&mut self, lit: Lit, trail: &mut Trail, n_looks: &mut u64) -> bool {
        let mut list = std::mem::take(&mut self.watches[lit.index()]);
        let falsified = (!lit).code();
        let (mut from, mut to) = (0, 0);
        let mut fine = true;
        'watches: while from < list.len() {
            let watch = list[from];
            from += 1;
            if trail.sign(watch.blocker) > 0 {
                list[to] = watch;
                to += 1;
                continue;
            }
            *n_looks += 1;
            let at = watch.clause as usize;
            let len = self.arena[at] as usize;
            let lits = &mut self.arena[at + HEADER..at + HEADER + len];
            let other = lits[0] ^ lits[1] ^ falsified;
            let other_lit = Lit::from_code(other);
            let kept = Watch {
                clause: watch.clause,
                blocker: other_lit,
            };
            if trail.sign(other_lit) > 0 {
                list[to] = kept;
                to += 1;
                continue;
            }
            for k in 2..lits.len() {
                let candidate = Lit::from_code(lits[k]);
                if trail.sign(candidate) >= 0 {
                    lits[0] = other;
                    lits[1] = candidate.code();
                    lits[k] = falsified;
                    self.watches[(!candidate).index()].push(kept);
                    self.busy[(!candidate).index()] |= LONG;
                    continue 'watches;
                }
            }
            // The implied literal goes first, where `reason` clauses have it.
            lits[0] = other;
            lits[1] = falsified;
            list[to] = kept;
            to += 1;
            if !trail.imply(other_lit, Reason::Clause(watch.clause)) {
                fine = false;
                break;
            }
        }
        list.copy_within(from.., to);
        list.truncate(to + list.len() - from);
        self.watches[lit.index()] = list;
        fine
    }

    /// Deletes clauses: they lose their watches at once, their words when the arena is packed.
    pub(super) fn remove(&mut self, mut doomed: Vec<u32>) {
        doomed.sort_unstable();
        let gone = |clause: u32| doomed.binary_search(&clause).is_ok();
        for list in &mut self.watches {
            list.retain(|w| !gone(w.clause));
        }
        self.learned.retain(|&c| !gone(c));
        self.n_clauses -= doomed.len();
        self.wasted += doomed
            .iter()
            .map(|&c| self.arena[c as usize] as usize + HEADER)
            .sum::<usize>();
    }

    /// Words of deleted clauses against all words.
    pub(super) fn is_sparse(&self) -> bool {
        self.wasted * 2 > self.arena.len()
    }

    /// Packs the arena. Clauses move, so only while no reason names one (at level 0).
    pub(super) fn pack(&mut self, problem: &mut [u32]) {
        let mut arena = Vec::with_capacity(self.arena.len() - self.wasted);
        for clause in problem.iter_mut().chain(self.learned.iter_mut()) {
            let at = *clause as usize;
            let end = at + HEADER + self.arena[at] as usize;
            *clause = arena.len() as u32;
            arena.extend_from_slice(&self.arena[at..end]);
        }
        self.arena = arena;
        self.wasted = 0;
        self.watches.iter_mut().for_each(Vec::clear);
        for &clause in problem.iter() {
            self.watch(clause);
        }
        for i in 0..self.learned.len() {
            self.watch(self.learned[i]);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.arena.capacity() * 4
            + self.n_clauses * 2 * size_of::<Watch>()
            + self.watches.len() * 2 * size_of::<Vec<Watch>>()
    }
}
