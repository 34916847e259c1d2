//! Exact keys of positions.

/// A position written as bytes: equal keys exactly for equal positions of one game.
///
/// Every list is written with its length before it, so no two different sequences of lists and
/// numbers give the same bytes.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Key(Vec<u8>);

impl Key {
    /// Adds one number.
    pub(super) fn number(&mut self, number: u8) {
        self.0.push(number);
    }

    /// Adds a list of fewer than 256 numbers.
    pub(super) fn list(&mut self, numbers: impl IntoIterator<Item = u8>) {
        let start = self.0.len();
        self.0.push(0);
        self.0.extend(numbers);
        self.0[start] = (self.0.len() - start - 1) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_do_not_run_into_each_other() {
        let key = |lists: &[&[u8]]| {
            let mut key = Key::default();
            for list in lists {
                key.list(list.iter().copied());
            }
            key
        };
        assert_ne!(key(&[&[1, 2], &[3]]), key(&[&[1], &[2, 3]]));
        assert_ne!(key(&[&[], &[0]]), key(&[&[0], &[]]));
        assert_eq!(key(&[&[1, 2], &[3]]), key(&[&[1, 2], &[3]]));
    }
}
