//! A set of exact keys under a byte budget.
//!
//! Four keys share a bucket, and a full bucket overflows into its neighbour. The table doubles while
//! the budget allows; after that a key that finds both full takes the place of an older one. A forgotten key may cost time, never
//! correctness: the state is searched again.

use crate::game::Key;

const WAYS: usize = 4;
const FIRST_BUCKETS: usize = 1 << 8;

/// The set. A default key (all zero bits) marks an empty place; no game's key is all zero.
#[derive(Debug)]
pub struct Table<K> {
    buckets: Vec<[K; WAYS]>,
    max_buckets: usize,
    n_keys: usize,
}

impl<K: Key> Table<K> {
    /// An empty table that never takes more than `max_bytes`, but for one bucket.
    pub fn new(max_bytes: usize) -> Table<K> {
        let affordable = (max_bytes / size_of::<[K; WAYS]>()).max(1);
        let max_buckets = 1 << affordable.ilog2();
        let buckets = vec![[K::default(); WAYS]; FIRST_BUCKETS.min(max_buckets)];
        Table {
            buckets,
            max_buckets,
            n_keys: 0,
        }
    }

    /// Adds the key. Returns whether it was absent (as far as the table remembers).
    pub fn insert(&mut self, key: K) -> bool {
        debug_assert!(key != K::default(), "the default key marks empty places");
        // Half full, one key in about a hundred finds no place.
        let full = self.n_keys * 2 >= self.buckets.len() * WAYS;
        if full && self.buckets.len() * 2 <= self.max_buckets {
            self.grow();
        }
        self.place(key)
    }

    fn place(&mut self, key: K) -> bool {
        let hash = key.mix();
        let first = hash as usize & (self.buckets.len() - 1);
        for index in [first, first ^ usize::from(self.buckets.len() > 1)] {
            for place in &mut self.buckets[index] {
                if *place == key {
                    return false;
                }
                if *place == K::default() {
                    *place = key;
                    self.n_keys += 1;
                    return true;
                }
            }
        }
        self.buckets[first][(hash >> 62) as usize] = key;
        true
    }

    /// Forgets everything, keeping the memory.
    pub fn clear(&mut self) {
        self.buckets.fill([K::default(); WAYS]);
        self.n_keys = 0;
    }

    /// Keys remembered.
    pub fn len(&self) -> usize {
        self.n_keys
    }

    /// Whether no key is remembered.
    pub fn is_empty(&self) -> bool {
        self.n_keys == 0
    }

    /// Bytes taken.
    pub fn n_bytes(&self) -> usize {
        self.buckets.len() * size_of::<[K; WAYS]>()
    }

    fn grow(&mut self) {
        let doubled = vec![[K::default(); WAYS]; self.buckets.len() * 2];
        let old = std::mem::replace(&mut self.buckets, doubled);
        self.n_keys = 0;
        for key in old.into_iter().flatten().filter(|k| *k != K::default()) {
            self.place(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_with_room_forgets_little() {
        let mut table = Table::new(1 << 20);
        let keys = || (1..=20_000u128).map(|i| (i * i) << 20);
        assert!(keys().all(|key| table.insert(key)));
        assert!(table.len() > 19_400, "{}", table.len());
        assert!(table.n_bytes() <= 1 << 20);
    }

    #[test]
    fn a_table_of_one_bucket_forgets_but_never_invents() {
        let mut table = Table::new(0);
        for i in 1..=1_000u128 {
            assert!(table.insert(i));
            assert!(!table.insert(i));
        }
        assert!(table.len() <= WAYS);
    }
}
