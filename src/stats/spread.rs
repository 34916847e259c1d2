//! How a quantity spreads over deals: a histogram with two significant digits.

use hdrhistogram::Histogram;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error, ser::SerializeStruct};

/// Count, mean and quantiles of a whole number. Spreads add up, so that reports can be merged.
#[derive(Clone, PartialEq, Debug)]
pub struct Spread {
    histogram: Histogram<u64>,
    sum: u128,
    max: u64,
}

impl Default for Spread {
    fn default() -> Spread {
        let histogram = Histogram::new(2).expect("two digits are valid");
        Spread {
            histogram,
            sum: 0,
            max: 0,
        }
    }
}

impl Spread {
    /// Adds one value.
    pub fn add(&mut self, value: u64) {
        self.histogram
            .record(value)
            .expect("an auto-resizing histogram takes any value");
        self.sum += u128::from(value);
        self.max = self.max.max(value);
    }

    /// Adds all values of another spread.
    pub fn merge(&mut self, other: &Spread) {
        self.histogram
            .add(&other.histogram)
            .expect("auto-resizing histograms add");
        self.sum += other.sum;
        self.max = self.max.max(other.max);
    }

    /// Number of values.
    pub fn n(&self) -> u64 {
        self.histogram.len()
    }

    /// Mean; 0 of nothing.
    pub fn mean(&self) -> f64 {
        if self.n() == 0 {
            0.0
        } else {
            self.sum as f64 / self.n() as f64
        }
    }

    /// Sum of the values.
    pub fn sum(&self) -> u128 {
        self.sum
    }

    /// The largest value; 0 of nothing.
    pub fn max(&self) -> u64 {
        self.max
    }

    /// The smallest value that at least this share of the values does not exceed, to two digits.
    pub fn quantile(&self, share: f64) -> u64 {
        self.histogram.value_at_quantile(share).min(self.max)
    }
}

/// `[value, count]` pairs of the histogram stand beside the figures that are read off it, so that a
/// saved spread can be merged.
impl Serialize for Spread {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bins: Vec<(u64, u64)> = self
            .histogram
            .iter_recorded()
            .map(|bin| (bin.value_iterated_to(), bin.count_at_value()))
            .collect();
        let mut out = serializer.serialize_struct("Spread", 8)?;
        out.serialize_field("mean", &self.mean())?;
        out.serialize_field("p50", &self.quantile(0.5))?;
        out.serialize_field("p90", &self.quantile(0.9))?;
        out.serialize_field("p99", &self.quantile(0.99))?;
        out.serialize_field("max", &self.max)?;
        out.serialize_field("sum", &(self.sum as u64))?;
        out.serialize_field("bins", &bins)?;
        out.end()
    }
}

impl<'de> Deserialize<'de> for Spread {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Spread, D::Error> {
        #[derive(Deserialize)]
        struct Saved {
            max: u64,
            sum: u64,
            bins: Vec<(u64, u64)>,
        }
        let saved = Saved::deserialize(deserializer)?;
        let mut spread = Spread {
            sum: saved.sum.into(),
            max: saved.max,
            ..Spread::default()
        };
        for (value, count) in saved.bins {
            spread
                .histogram
                .record_n(value, count)
                .map_err(D::Error::custom)?;
        }
        Ok(spread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_merge_to_the_whole_and_survive_json() {
        let (mut whole, mut parts) = (Spread::default(), [Spread::default(), Spread::default()]);
        for i in 0..1000u64 {
            let value = i * i * 1000;
            whole.add(value);
            parts[i as usize % 2].add(value);
        }
        let text = serde_json::to_string(&parts[1]).unwrap();
        parts[0].merge(&serde_json::from_str(&text).unwrap());
        assert_eq!(
            serde_json::to_string(&parts[0]).unwrap(),
            serde_json::to_string(&whole).unwrap()
        );
        assert_eq!(whole.max(), 998_001_000);
        let median = whole.quantile(0.5) as f64;
        assert!((median / 249_001_000.0 - 1.0).abs() < 1.1e-2, "{median}");
        assert_eq!(Spread::default().quantile(0.5), 0);
    }
}
