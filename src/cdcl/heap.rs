//! Which variable to decide: the most active one; those that no conflict has touched yet come after all
//! others, in an order given beforehand.
//!
//! Active variables lie in a binary heap with places, the others in a list with a cursor, so that
//! taking back thousands of untouched variables costs next to nothing.

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
    /// The untouched variables' order, and each one's place in it.
    list: Vec<Var>,
    list_place: Vec<u32>,
    cursor: usize,
}

impl Default for Heap {
    fn default() -> Heap {
        Heap {
            activity: Vec::new(),
            place: Vec::new(),
            order: Vec::new(),
            step: 1.0,
            list: Vec::new(),
            list_place: Vec::new(),
            cursor: 0,
        }
    }
}

impl Heap {
    pub(super) fn clear(&mut self) {
        self.activity.clear();
        self.place.clear();
        self.order.clear();
        self.step = 1.0;
        self.list.clear();
        self.list_place.clear();
        self.cursor = 0;
    }

    pub(super) fn new_var(&mut self) {
        let var = Var(self.activity.len() as u32);
        self.activity.push(0.0);
        self.place.push(OUT);
        self.list_place.push(self.list.len() as u32);
        self.list.push(var);
    }

    /// Moves these variables to the front of the list, in this order.
    pub(super) fn put_first(&mut self, vars: &[Var]) {
        let old = std::mem::take(&mut self.list);
        for &var in vars {
            self.list_place[var.index()] = OUT;
        }
        let rest = old.iter().filter(|v| self.list_place[v.index()] != OUT);
        self.list.extend(vars.iter().chain(rest));
        for (place, var) in self.list.iter().enumerate() {
            self.list_place[var.index()] = place as u32;
        }
        self.cursor = 0;
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

    /// The variable may be wanted again.
    #[inline]
    pub(super) fn insert(&mut self, var: Var) {
        if self.activity[var.index()] == 0.0 {
            self.cursor = self.cursor.min(self.list_place[var.index()] as usize);
        } else if self.place[var.index()] == OUT {
            self.order.push(var);
            self.up(self.order.len() - 1);
        }
    }

    /// The next variable to try. Each is given out again only after `insert`.
    pub(super) fn pop(&mut self) -> Option<Var> {
        let Some(&top) = self.order.first() else {
            while let Some(&var) = self.list.get(self.cursor) {
                self.cursor += 1;
                if self.activity[var.index()] == 0.0 {
                    return Some(var);
                }
            }
            return None;
        };
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

    pub(super) fn activity(&self, var: Var) -> f64 {
        self.activity[var.index()]
    }

    pub(super) fn add_activity(&mut self, var: Var, amount: f64) {
        let activity = &mut self.activity[var.index()];
        *activity += amount;
        if *activity > RESCALE {
            self.activity.iter_mut().for_each(|a| *a /= RESCALE);
            self.step /= RESCALE;
        }
        match self.place[var.index()] {
            OUT => self.insert(var),
            place => self.up(place as usize),
        }
    }

    pub(super) fn decay(&mut self, factor: f64) {
        self.step /= factor;
    }
}
