//! Variables by activity: a binary heap with places, largest activity first, ties by number.

use super::lit::Var;

const OUT: u32 = u32::MAX;
const RESCALE: f64 = 1e100;

/// The decision order.
pub(super) struct Heap {
    activity: Vec<f64>,
    /// By variable: place in `order`, or `OUT`.
    place: Vec<u32>,
    order: Vec<Var>,
    step: f64,
}

impl Default for Heap {
    fn default() -> Heap {
        Heap {
            activity: Vec::new(),
            place: Vec::new(),
            order: Vec::new(),
            step: 1.0,
        }
    }
}

impl Heap {
    pub(super) fn clear(&mut self) {
        self.activity.clear();
        self.place.clear();
        self.order.clear();
        self.step = 1.0;
    }

    pub(super) fn new_var(&mut self) {
        self.activity.push(0.0);
        self.place.push(OUT);
    }

    fn before(&self, a: Var, b: Var) -> bool {
        let (x, y) = (self.activity[a.index()], self.activity[b.index()]);
        x > y || (x == y && a < b)
    }

    fn up(&mut self, mut at: usize) {
        let var = self.order[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(var, self.order[parent]) {
                break;
            }
            self.order[at] = self.order[parent];
            self.place[self.order[at].index()] = at as u32;
            at = parent;
        }
        self.order[at] = var;
        self.place[var.index()] = at as u32;
    }

    fn down(&mut self, mut at: usize) {
        let var = self.order[at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.order.len() {
                break;
            }
            if child + 1 < self.order.len() && self.before(self.order[child + 1], self.order[child])
            {
                child += 1;
            }
            if !self.before(self.order[child], var) {
                break;
            }
            self.order[at] = self.order[child];
            self.place[self.order[at].index()] = at as u32;
            at = child;
        }
        self.order[at] = var;
        self.place[var.index()] = at as u32;
    }

    pub(super) fn insert(&mut self, var: Var) {
        if self.place[var.index()] == OUT {
            self.order.push(var);
            self.up(self.order.len() - 1);
        }
    }

    pub(super) fn pop(&mut self) -> Option<Var> {
        let top = *self.order.first()?;
        self.place[top.index()] = OUT;
        let last = self.order.pop().expect("the heap is not empty");
        if last != top {
            self.order[0] = last;
            self.down(0);
        }
        Some(top)
    }

    pub(super) fn bump(&mut self, var: Var) {
        let step = self.step;
        self.add_activity(var, step);
    }

    pub(super) fn add_activity(&mut self, var: Var, amount: f64) {
        let activity = &mut self.activity[var.index()];
        *activity += amount;
        if *activity > RESCALE {
            self.activity.iter_mut().for_each(|a| *a /= RESCALE);
            self.step /= RESCALE;
        }
        let place = self.place[var.index()];
        if place != OUT {
            self.up(place as usize);
        }
    }

    pub(super) fn decay(&mut self, factor: f64) {
        self.step /= factor;
    }
}
