//! A race between moves on the same sampled orders of the unseen stock.
//!
//! All moves are judged on the same orders (common random numbers), so that luck cancels in the
//! differences. After each lap of orders, from [`LEAST`] on, a move falls out whose mean is below the leader's by more
//! than [`CAUTION`] standard errors of the paired difference, or that has never differed from it.
//! The race ends when one move is left or the orders are used up.

use super::{Random, View};
use crate::game::Hidden;

/// Orders in a lap.
const LAP: u32 = 10;
/// Orders before a move may fall out: rare differences decide many games.
const LEAST: f64 = 40.0;
/// Standard errors by which a move must lag to fall out.
const CAUTION: f64 = 2.0;

/// Judges a position of a drawn deal; higher is better. `order` numbers the drawn orders, so that
/// all moves meet the same chance.
pub trait Judge<G: Hidden> {
    /// The value of a position, from 0.
    fn value(&mut self, game: &G, state: &G::State, order: u64) -> f64;
}

/// The best of several moves by the judge's word on at most `max_orders` sampled orders. Of equal
/// moves the first wins.
pub fn race<G: Hidden>(
    view: &View<'_, G>,
    moves: &[G::Move],
    max_orders: u32,
    random: &mut Random,
    judge: &mut impl Judge<G>,
) -> Option<G::Move> {
    let mut alive: Vec<usize> = (0..moves.len()).collect();
    let mut game = view.draw(random);
    let mut values: Vec<Vec<f64>> = vec![Vec::new(); moves.len()];
    let mut n_orders = 0;
    while alive.len() > 1 && n_orders < max_orders {
        for _ in 0..LAP.min(max_orders - n_orders) {
            view.redraw(&mut game, random);
            let order = random.bits();
            for &i in &alive {
                let mut state = *view.state();
                game.play(&mut state, moves[i]);
                values[i].push(judge.value(&game, &state, order));
            }
            n_orders += 1;
        }
        let leader = leader(&alive, &values)?;
        alive.retain(|&i| i == leader || !lags(&values[leader], &values[i]));
    }
    leader(&alive, &values).map(|i| moves[i])
}

/// The first of the moves with the highest sum.
fn leader(alive: &[usize], values: &[Vec<f64>]) -> Option<usize> {
    let sum = |i: usize| values[i].iter().sum::<f64>();
    alive
        .iter()
        .copied()
        .reduce(|best, i| if sum(i) > sum(best) { i } else { best })
}

/// Whether the second is behind the first beyond doubt, or never differed from it.
fn lags(first: &[f64], second: &[f64]) -> bool {
    let n = first.len() as f64;
    let differences = first.iter().zip(second).map(|(a, b)| a - b);
    let (sum, squares) = differences.fold((0.0, 0.0), |(s, q), d| (s + d, q + d * d));
    let mean = sum / n;
    let variance = (squares / n - mean * mean).max(0.0);
    n >= LEAST && (squares == 0.0 || mean > CAUTION * (variance / n).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_falls_out_only_when_it_is_behind_beyond_doubt() {
        let steady = vec![1.0; 40];
        let noisy: Vec<f64> = (0..40).map(|i| f64::from(i % 2) * 2.0).collect();
        let behind: Vec<f64> = (0..40).map(|i| 0.1 * f64::from(i % 2)).collect();
        assert!(lags(&steady, &steady));
        assert!(!lags(&steady, &noisy));
        assert!(lags(&steady, &behind));
        assert!(!lags(&behind, &steady));
        assert!(!lags(&steady[1..], &behind[1..]), "too few orders");
        let values = [behind, steady.clone(), steady, noisy];
        assert_eq!(leader(&[0, 1, 2, 3], &values), Some(1));
        assert_eq!(leader(&[], &values), None);
    }
}
