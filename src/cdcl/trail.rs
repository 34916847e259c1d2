//! The partial assignment: values, the order in which they came, and why.

use super::lit::{Lit, Var};

/// Why a literal is true. The literals named are true ones ("antecedents") that together imply it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A decision, or a fact at level 0.
    None,
    /// One literal implies it.
    Binary(Lit),
    /// Two literals together imply it.
    Ternary(Lit, Lit),
    /// A stored clause, by its place.
    Clause(u32),
    /// A counter, by its number.
    Counter(u32),
    /// A theory, which explains on demand and gets this tag back.
    Theory(u32),
}

/// What went wrong: these literals cannot all be true, although they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conflict {
    /// The literal is implied for this reason but is false.
    Implied(Lit, Reason),
    /// The true literals in `Trail::failed` exclude each other.
    Listed,
}

/// A reason in one word: kind in the low three bits, then 30 bits each for two numbers.
#[derive(Clone, Copy)]
struct Packed(u64);

impl Packed {
    #[inline]
    fn new(reason: Reason) -> Packed {
        let word = |kind: u64, a: u32, b: u32| kind | u64::from(a) << 4 | u64::from(b) << 34;
        Packed(match reason {
            Reason::None => 0,
            Reason::Binary(a) => word(1, a.code(), 0),
            Reason::Ternary(a, b) => word(2, a.code(), b.code()),
            Reason::Clause(number) => 3 | u64::from(number) << 4,
            Reason::Counter(number) => 4 | u64::from(number) << 4,
            Reason::Theory(number) => 5 | u64::from(number) << 4,
        })
    }

    #[inline]
    fn unpack(self) -> Reason {
        let number = (self.0 >> 4) as u32;
        let a = Lit::from_code(number & ((1 << 30) - 1));
        match self.0 & 7 {
            0 => Reason::None,
            1 => Reason::Binary(a),
            2 => Reason::Ternary(a, Lit::from_code((self.0 >> 34) as u32)),
            3 => Reason::Clause(number),
            4 => Reason::Counter(number),
            _ => Reason::Theory(number),
        }
    }
}

#[derive(Clone, Copy)]
struct VarState {
    level: u32,
    pos: u32,
    reason: Packed,
}

/// The partial assignment. Theories read it and imply literals through it.
#[derive(Default)]
pub struct Trail {
    /// By literal: 1 true, −1 false, 0 open.
    values: Vec<i8>,
    vars: Vec<VarState>,
    lits: Vec<Lit>,
    /// Length of `lits` at each decision.
    starts: Vec<u32>,
    /// Literals before this one have been propagated.
    pub(super) head: usize,
    pub(super) conflict: Option<Conflict>,
    pub(super) failed: Vec<Lit>,
}

impl Trail {
    /// Whether the literal is true (`Some(true)`), false or open.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        match self.values[lit.index()] {
            0 => None,
            v => Some(v > 0),
        }
    }

    /// Whether the literal is true.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.values[lit.index()] > 0
    }

    /// Whether the literal is false.
    pub fn is_false(&self, lit: Lit) -> bool {
        self.values[lit.index()] < 0
    }

    /// Whether the literal is neither true nor false.
    pub fn is_open(&self, lit: Lit) -> bool {
        self.values[lit.index()] == 0
    }

    /// 1 true, −1 false, 0 open.
    pub(super) fn sign(&self, lit: Lit) -> i8 {
        self.values[lit.index()]
    }

    /// The number of decisions made.
    pub fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The level at which the variable got its value. Meaningless while it is open.
    pub fn level_of(&self, var: Var) -> u32 {
        self.vars[var.index()].level
    }

    /// The place on the trail of the variable's literal. Meaningless while it is open.
    pub fn pos_of(&self, var: Var) -> u32 {
        self.vars[var.index()].pos
    }

    /// All true literals in the order in which they became true.
    pub fn lits(&self) -> &[Lit] {
        &self.lits
    }

    /// Makes `lit` true because of `reason`, whose antecedents must be true now. Nothing happens if
    /// it is true already. Returns false, and remembers the conflict, if it is false.
    #[inline]
    pub fn imply(&mut self, lit: Lit, reason: Reason) -> bool {
        match self.values[lit.index()] {
            0 => {
                self.push(lit, reason);
                true
            }
            1 => true,
            _ => {
                self.conflict = Some(Conflict::Implied(lit, reason));
                false
            }
        }
    }

    /// The same with a reason that is made only if it is needed.
    #[inline]
    pub fn imply_with(&mut self, lit: Lit, reason: impl FnOnce() -> Reason) -> bool {
        self.values[lit.index()] > 0 || self.imply(lit, reason())
    }

    /// Reports that these true literals exclude each other. Always returns false.
    pub fn fail(&mut self, lits: &[Lit]) -> bool {
        self.failed.clear();
        self.failed.extend_from_slice(lits);
        self.conflict = Some(Conflict::Listed);
        false
    }

    pub(super) fn reason_of(&self, var: Var) -> Reason {
        self.vars[var.index()].reason.unpack()
    }

    pub(super) fn n_vars(&self) -> usize {
        self.vars.len()
    }

    pub(super) fn new_var(&mut self) -> Var {
        let var = Var(self.vars.len() as u32);
        self.values.extend([0, 0]);
        self.vars.push(VarState {
            level: 0,
            pos: 0,
            reason: Packed::new(Reason::None),
        });
        var
    }

    pub(super) fn push(&mut self, lit: Lit, reason: Reason) {
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.vars[lit.var().index()] = VarState {
            level: self.starts.len() as u32,
            pos: self.lits.len() as u32,
            reason: Packed::new(reason),
        };
        self.lits.push(lit);
    }

    pub(super) fn open_level(&mut self) {
        self.starts.push(self.lits.len() as u32);
    }

    /// Length of the trail that going back to `level` leaves.
    pub(super) fn len_at(&self, level: u32) -> usize {
        match self.starts.get(level as usize) {
            Some(&start) => start as usize,
            None => self.lits.len(),
        }
    }

    /// Takes the last literal off.
    pub(super) fn pop(&mut self) -> Option<Lit> {
        let lit = self.lits.pop()?;
        self.values[lit.index()] = 0;
        self.values[(!lit).index()] = 0;
        Some(lit)
    }

    pub(super) fn close_levels(&mut self, level: u32) {
        self.starts.truncate(level as usize);
        self.head = self.head.min(self.lits.len());
    }

    pub(super) fn clear(&mut self) {
        self.values.clear();
        self.vars.clear();
        self.lits.clear();
        self.starts.clear();
        self.failed.clear();
        self.head = 0;
        self.conflict = None;
    }

    pub(super) fn bytes(&self) -> usize {
        self.vars.len() * (size_of::<VarState>() + 2 + size_of::<Lit>())
    }
}
