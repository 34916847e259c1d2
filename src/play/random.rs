//! The strategies' randomness, reproducible from the seed of the deal.

use rand::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A generator for one game. Its stream is apart from that of the deals.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

/// Tells strategies' streams from deals' streams with the same seed.
const APART: u64 = 0x5eed_0f57_7a7e_91e5;

impl Random {
    /// The generator for the game with this seed; `salt` tells repetitions apart.
    pub fn new(seed: u64, salt: u64) -> Random {
        let mixed = (seed ^ APART)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(salt);
        Random(Xoshiro256PlusPlus::seed_from_u64(mixed))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in 0..n, uniform to within 2^-32; n > 0.
    pub fn below(&mut self, n: u32) -> u32 {
        (((self.0.next_u64() >> 32) * u64::from(n)) >> 32) as u32
    }
}
