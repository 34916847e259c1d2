//! The project's own deal stream: a seed shuffles the deck.
//!
//! The generator is Xoshiro256++ whose four words are the first four outputs of SplitMix64 started
//! at the seed. The shuffle is Fisher–Yates from the last place down: place `i` is exchanged with
//! place `j`, uniform in 0..=i. A uniform number below `n` is the high word of the 128-bit product
//! of a 64-bit output and `n`; the output is drawn again while the low word is below
//! 2^64 mod n (Lemire, "Fast random integer generation in an interval", 2019).
//!
//! # Stability
//! Frozen under the name [`STREAM`]; a golden test pins the first deals of every game.

use crate::cards::Card;
use rand::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The stream's name, as reports give it.
pub const STREAM: &str = "cotillion-1";

/// Puts the deck, in its documented order, into the order that the seed gives.
pub fn shuffle(cards: &mut [Card], seed: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut left = cards;
    while left.len() > 1 {
        let last = left.len() - 1;
        let j = below(&mut rng, left.len() as u64) as usize;
        left.swap(j, last);
        left = &mut left[..last];
    }
}

/// A uniform number in 0..n, n > 0.
#[inline(always)]
fn below(rng: &mut Xoshiro256PlusPlus, n: u64) -> u64 {
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(n);
        let low = product as u64;
        // 2^64 mod n is below n: the division is hardly ever needed.
        if low >= n || low >= too_low(n) {
            return (product >> 64) as u64;
        }
    }
}

/// 2^64 mod n: low words below it are refused.
#[cold]
#[inline(never)]
fn too_low(n: u64) -> u64 {
    n.wrapping_neg() % n
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SplitMix64 and Xoshiro256++ as their authors publish them, against the library.
    #[test]
    fn the_generator_is_the_documented_one() {
        for seed in [0, 1, 42, u64::MAX] {
            let mut x = seed;
            let mut split_mix = || {
                x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let z = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                z ^ (z >> 31)
            };
            let mut s: [u64; 4] = std::array::from_fn(|_| split_mix());
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            for _ in 0..100 {
                let expected = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
                let t = s[1] << 17;
                s[2] ^= s[0];
                s[3] ^= s[1];
                s[1] ^= s[2];
                s[0] ^= s[3];
                s[2] ^= t;
                s[3] = s[3].rotate_left(45);
                assert_eq!(rng.next_u64(), expected);
            }
        }
    }
}
