//! Constraints that are cheaper as code than as clauses.

use super::lit::Lit;
use super::trail::Trail;

/// A propagator that takes part in the search.
///
/// The engine hands each literal that becomes true to [`Theory::propagate`] once, in the order of
/// the trail, and to [`Theory::undo`] when it is taken back, in reverse order; so a theory can keep
/// its own counts and bit masks beside the trail. Everything implied must follow from the theory's
/// constraints, which are the same at all times: learned clauses are kept between solves.
pub trait Theory {
    /// `lit` has become true: update, and imply what follows through [`Trail::imply`]. Returns
    /// false as soon as one of its calls does (or after [`Trail::fail`]); the engine calls
    /// [`Theory::undo`] for `lit` in that case, too.
    fn propagate(&mut self, lit: Lit, trail: &mut Trail) -> bool;

    /// `lit`, the latest literal propagated, is taken back. The trail is not to be looked at.
    fn undo(&mut self, lit: Lit);

    /// Called when everything else has been propagated, before a decision is made: the place for
    /// costly propagation that may come late. The engine calls again while it implies something.
    /// Returns false on a conflict.
    fn flush(&mut self, _trail: &mut Trail) -> bool {
        true
    }

    /// Appends to `out` the antecedents of `lit`, which was implied with `Reason::Theory(tag)`: true
    /// literals that all stand before `lit` on the trail (if `lit` is true; for a conflict it is
    /// false) and that together with the theory's constraints make `lit` true. The theory's own
    /// state is that of now, not that of the implication: later literals are told by
    /// [`Trail::pos_of`].
    fn explain(&mut self, _lit: Lit, _tag: u32, _trail: &Trail, _out: &mut Vec<Lit>) {
        unreachable!("this theory gives all its reasons at once");
    }

    /// May choose the next decision, an open literal.
    fn decide(&mut self, _trail: &Trail) -> Option<Lit> {
        None
    }
}

/// The theory without constraints.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoTheory;

impl Theory for NoTheory {
    #[inline]
    fn propagate(&mut self, _lit: Lit, _trail: &mut Trail) -> bool {
        true
    }

    #[inline]
    fn undo(&mut self, _lit: Lit) {}
}
