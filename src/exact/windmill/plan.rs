//! From a model to moves: the constructive half of the theorem.

use super::line::Begun;
use super::shape::Shape;
use crate::cdcl::Lit;
use crate::deal::Move;
use crate::deal::notation::{From, To};

/// A play of the plan, which knows no places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Play {
    /// The next centre card comes from a corner.
    Borrow,
    /// The next centre card comes from hand.
    Centre,
    /// A card of this rank goes from hand to a corner.
    Corner(usize),
}

/// The moves that a model stands for, from where the game stands on, or what went wrong: a model always works.
pub(super) fn moves(
    shape: &Shape,
    stock: &[u8],
    begun: &Begun,
    value: impl Fn(Lit) -> bool,
) -> Result<Vec<Move>, String> {
    let (exits, plays) = read(shape, begun, value)?;
    Table::new(shape, stock, begun).carry_out(&exits, &plays)
}

/// The exits to come in order, and the plan.
fn read(
    shape: &Shape,
    begun: &Begun,
    value: impl Fn(Lit) -> bool,
) -> Result<(Vec<usize>, Vec<Play>), String> {
    let n = shape.n_exits;
    let others = |i: usize| (0..n).filter(move |&j| j != i);
    let mut exits: Vec<usize> = (0..n).filter(|i| !begun.exits.contains(i)).collect();
    exits.sort_by_cached_key(|&i| {
        others(i)
            .filter(|&j| value(shape.order.before(j, i)))
            .count()
    });
    let count = |lit: &dyn Fn(usize) -> Lit, rank: usize| {
        (1..=shape.copies)
            .filter(|&c| value(lit(shape.bit(rank, c))))
            .count()
    };
    let mut plan = Plan {
        shape,
        counts: begun.counts.clone(),
        plays: Vec::new(),
    };
    let mut left = exits.iter().peekable();
    for step in begun.step..=shape.n_steps {
        while let Some(&&exit) = left.peek()
            && (step == shape.n_steps || !value(shape.made(exit, step)))
        {
            left.next();
            plan.raise(|rank| count(&|bit| shape.played(exit, bit), rank))?;
        }
        if step == shape.n_steps {
            break;
        }
        plan.raise(|rank| count(&|bit| shape.at_step(step, bit), rank))?;
        if value(shape.borrows(step)) {
            plan.plays.push(Play::Borrow);
        } else {
            plan.counts[shape.rank_of_step(step)] += 1;
            plan.plays.push(Play::Centre);
        }
    }
    plan.raise(|_| shape.copies)?;
    Ok((exits, plan.plays))
}

struct Plan<'a> {
    shape: &'a Shape,
    counts: Vec<usize>,
    plays: Vec<Play>,
}

impl Plan<'_> {
    /// Corner plays, kings first, until each rank's count is this.
    fn raise(&mut self, target: impl Fn(usize) -> usize) -> Result<(), String> {
        for rank in (0..self.shape.n_ranks).rev() {
            let target = target(rank);
            if target < self.counts[rank] {
                return Err(format!("the count of rank {rank} falls"));
            }
            for _ in self.counts[rank]..target {
                self.plays.push(Play::Corner(rank));
            }
            self.counts[rank] = target;
        }
        Ok(())
    }
}

/// The physical position while a plan is carried out.
struct Table<'a> {
    shape: &'a Shape,
    stock: &'a [u8],
    n_turned: usize,
    waste: Vec<usize>,
    sails: Vec<Option<u8>>,
    /// Heights.
    corners: Vec<usize>,
    centre: usize,
    moves: Vec<Move>,
}

impl<'a> Table<'a> {
    fn new(shape: &'a Shape, stock: &'a [u8], begun: &Begun) -> Table<'a> {
        Table {
            shape,
            stock,
            n_turned: begun.n_turned,
            waste: begun.waste.clone(),
            sails: begun.sails.clone(),
            corners: begun.corners.clone(),
            centre: begun.step + 1,
            moves: Vec::new(),
        }
    }

    fn carry_out(mut self, exits: &[usize], plays: &[Play]) -> Result<Vec<Move>, String> {
        let mut exits = exits.iter();
        for &play in plays {
            let wanted = self.centre % self.shape.n_ranks;
            match play {
                Play::Borrow => {
                    let corner = self.corner(self.shape.n_ranks - wanted)?;
                    self.corners[corner] -= 1;
                    self.centre += 1;
                    self.moves
                        .push(Move::Play(From::Corner(corner as u8 + 1), To::Centre));
                }
                Play::Centre => {
                    self.centre += 1;
                    self.play_from_hand(wanted, To::Centre, exits.next())?;
                }
                Play::Corner(rank) => {
                    let corner = self.corner(self.shape.n_ranks - 1 - rank)?;
                    self.corners[corner] += 1;
                    self.play_from_hand(rank, To::Corner(corner as u8 + 1), exits.next())?;
                }
            }
        }
        Ok(self.moves)
    }

    fn corner(&self, height: usize) -> Result<usize, String> {
        let found = self.corners.iter().position(|&h| h == height);
        found.ok_or_else(|| format!("no corner holds {height} cards"))
    }

    /// Plays a card of this rank while `exit` leaves the waste, if any card is to leave still.
    fn play_from_hand(&mut self, rank: usize, to: To, exit: Option<&usize>) -> Result<(), String> {
        if let Some(exit) = exit {
            while self.waste.last() != Some(exit) {
                if self.n_turned == self.stock.len() {
                    return Err(format!("stock card {exit} cannot top the waste"));
                }
                self.waste.push(self.n_turned);
                self.n_turned += 1;
                self.moves.push(Move::Turn);
            }
        }
        let in_sail = |&card: &Option<u8>| card == Some(rank as u8);
        let from = if let Some(sail) = self.sails.iter().position(in_sail) {
            self.sails[sail] = self.waste.pop().map(|i| self.stock[i]);
            From::Cell(sail as u8 + 1)
        } else if self.waste.last().map(|&i| self.stock[i]) == Some(rank as u8) {
            self.waste.pop();
            From::Waste
        } else {
            return Err(format!("no card of rank {rank} is at hand"));
        };
        self.moves.push(Move::Play(from, to));
        Ok(())
    }
}
