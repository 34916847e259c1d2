//! Intervals for rates.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

/// An interval of rates, each in 0..=1.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Upper less lower end.
    pub fn width(&self) -> f64 {
        self.high - self.low
    }
}

/// The standard normal quantile of a two-sided interval with this confidence (0.95: 1.96).
///
/// # Panics
/// If `confidence` is not between 0 and 1.
pub fn z_score(confidence: f64) -> f64 {
    assert!(
        confidence > 0.0 && confidence < 1.0,
        "confidence lies between 0 and 1"
    );
    Normal::standard().inverse_cdf(0.5 + confidence / 2.0)
}

/// Wilson's score interval for `n_yes` successes in `n` trials (Wilson, JASA 22, 1927); all rates
/// for no trials.
///
/// # Panics
/// If `confidence` is not between 0 and 1, or more successes than trials are given.
pub fn wilson(n_yes: u64, n: u64, confidence: f64) -> Interval {
    assert!(n_yes <= n, "no more successes than trials");
    let z2 = z_score(confidence).powi(2);
    if n == 0 {
        return Interval {
            low: 0.0,
            high: 1.0,
        };
    }
    let (k, n) = (n_yes as f64, n as f64);
    let centre = (k + z2 / 2.0) / (n + z2);
    let half = (z2 * (k * (n - k) / n + z2 / 4.0)).sqrt() / (n + z2);
    // The ends are exact at 0 and n; rounding must not move them.
    let low = if k == 0.0 {
        0.0
    } else {
        (centre - half).max(0.0)
    };
    let high = if k == n {
        1.0
    } else {
        (centre + half).min(1.0)
    };
    Interval { low, high }
}

/// Wilson's interval where some trials are undecided: they count as failures for the lower end and
/// as successes for the upper one.
///
/// # Panics
/// As [`wilson`].
pub fn rate_interval(n_yes: u64, n_unknown: u64, n: u64, confidence: f64) -> Interval {
    Interval {
        low: wilson(n_yes, n, confidence).low,
        high: wilson(n_yes + n_unknown, n, confidence).high,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values from the closed form worked by hand for 95 %: z² = 3.841459.
    #[test]
    fn wilson_agrees_with_published_values() {
        let near = |a: f64, b: f64| (a - b).abs() < 5e-5;
        // Newcombe 1998, table I: 81/263, 15/148, 0/20, 1/29.
        for (k, n, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = wilson(k, n, 0.95);
            assert!(
                near(interval.low, low) && near(interval.high, high),
                "{k}/{n}: {interval:?}"
            );
        }
    }

    #[test]
    fn undecided_trials_widen_both_ends() {
        let decided = rate_interval(50, 0, 100, 0.95);
        let open = rate_interval(50, 10, 100, 0.95);
        assert_eq!(open.low, decided.low);
        assert_eq!(open.high, wilson(60, 100, 0.95).high);
        assert_eq!(
            rate_interval(0, 0, 0, 0.95),
            Interval {
                low: 0.0,
                high: 1.0
            }
        );
    }
}
