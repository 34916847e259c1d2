//! Two strategies on the same deals.

use super::{Interval, interval::z_score};
use serde::{Deserialize, Serialize};
use statrs::distribution::{Binomial, DiscreteCDF};

/// How two strategies did on the same deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Paired {
    /// Deals that both won.
    pub both: u64,
    /// Deals that only the first won.
    pub first_only: u64,
    /// Deals that only the second won.
    pub second_only: u64,
    /// Deals that neither won.
    pub neither: u64,
}

impl Paired {
    /// Adds a deal.
    pub fn add(&mut self, first: bool, second: bool) {
        match (first, second) {
            (true, true) => self.both += 1,
            (true, false) => self.first_only += 1,
            (false, true) => self.second_only += 1,
            (false, false) => self.neither += 1,
        }
    }

    /// Deals.
    pub fn n(&self) -> u64 {
        self.both + self.first_only + self.second_only + self.neither
    }

    /// The first's win rate less the second's.
    pub fn difference(&self) -> f64 {
        let n = self.n().max(1) as f64;
        (self.first_only as f64 - self.second_only as f64) / n
    }

    /// Interval of the difference of rates, from the paired variance (Wald with one pseudo-count in
    /// each discordant cell: Agresti and Min, "Simple improved confidence intervals for comparing
    /// matched proportions", 2005).
    ///
    /// # Panics
    /// If `confidence` is not between 0 and 1.
    pub fn interval(&self, confidence: f64) -> Interval {
        let n = self.n() as f64 + 2.0;
        let (b, c) = (self.first_only as f64 + 0.5, self.second_only as f64 + 0.5);
        let mean = (b - c) / n;
        let half = z_score(confidence) * ((b + c) / n - mean * mean).max(0.0).sqrt() / n.sqrt();
        Interval {
            low: (mean - half).max(-1.0),
            high: (mean + half).min(1.0),
        }
    }

    /// The exact two-sided McNemar test: the chance of a split at least as uneven among the deals
    /// that one of the two won, if each had been as likely to win them.
    pub fn p_value(&self) -> f64 {
        let n = self.first_only + self.second_only;
        if n == 0 {
            return 1.0;
        }
        let less = self.first_only.min(self.second_only);
        let coin = Binomial::new(0.5, n).expect("a fair coin is a distribution");
        (2.0 * coin.cdf(less)).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_is_exact() {
        let paired = |b, c| Paired {
            both: 10,
            first_only: b,
            second_only: c,
            neither: 10,
        };
        // 2 * (1 + 8) / 2^8 and 2 * (1 + 10 + 45) / 2^10.
        assert!((paired(1, 7).p_value() - 18.0 / 256.0).abs() < 1e-12);
        assert!((paired(8, 2).p_value() - 112.0 / 1024.0).abs() < 1e-12);
        assert_eq!(paired(0, 0).p_value(), 1.0);
        assert_eq!(paired(4, 4).p_value(), 1.0);
    }

    #[test]
    fn the_interval_holds_the_difference() {
        let mut paired = Paired::default();
        for i in 0..1000 {
            paired.add(i % 2 == 0, i % 5 == 0);
        }
        assert_eq!(paired.n(), 1000);
        assert!((paired.difference() - 0.3).abs() < 1e-12);
        let interval = paired.interval(0.95);
        assert!(interval.low < 0.3 && 0.3 < interval.high && interval.width() < 0.1);
    }
}
