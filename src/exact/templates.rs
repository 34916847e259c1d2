//! Clauses that are the same at every exit, and how to find those that a literal concerns.

/// A literal of a template: kind in the low two bits, then twice its number plus 1 if negated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pattern(pub(super) u32);

pub(super) const LOCAL: u32 = 0;
pub(super) const GLOBAL: u32 = 1;
pub(super) const OUT: u32 = 2;

impl Pattern {
    pub(super) fn local(number: usize) -> Pattern {
        Pattern((number as u32) << 3 | LOCAL)
    }

    pub(super) fn global(var: usize) -> Pattern {
        Pattern((var as u32) << 3 | GLOBAL)
    }

    pub(super) fn out(card: usize) -> Pattern {
        Pattern((card as u32) << 3 | OUT)
    }

    /// The kind's lists are keyed by this: twice the number plus 1 if negated.
    pub(super) fn key(self) -> usize {
        (self.0 >> 2) as usize
    }
}

impl std::ops::Not for Pattern {
    type Output = Pattern;

    fn not(self) -> Pattern {
        Pattern(self.0 ^ 4)
    }
}

/// A template of three or four literals as one of them sees it: the others.
#[derive(Clone, Copy)]
pub(super) struct Rest {
    pub(super) template: u32,
    /// The last is repeated if there are two.
    pub(super) others: [Pattern; 3],
}

/// Templates by the literal whose truth they have to be told, in one allocation a length.
#[derive(Default)]
pub(super) struct Lists {
    /// Ends of each key's entries in `implied` and in `rests`.
    ends: Vec<[u32; 2]>,
    /// What the literal implies by itself.
    implied: Vec<Pattern>,
    rests: Vec<Rest>,
}

impl Lists {
    pub(super) fn build(n_keys: usize, mut pairs: Vec<(usize, u32, Vec<Pattern>)>) -> Lists {
        let mut lists = Lists::default();
        pairs.sort_by_key(|&(key, ..)| key);
        let mut pairs = pairs.into_iter().peekable();
        for key in 0..n_keys {
            while let Some((_, template, others)) = pairs.next_if(|&(k, ..)| k == key) {
                match others[..] {
                    [other] => lists.implied.push(other),
                    [a, b] => lists.rests.push(Rest {
                        template,
                        others: [a, b, b],
                    }),
                    [a, b, c] => lists.rests.push(Rest {
                        template,
                        others: [a, b, c],
                    }),
                    _ => unreachable!("templates have two to four literals"),
                }
            }
            lists
                .ends
                .push([lists.implied.len() as u32, lists.rests.len() as u32]);
        }
        lists
    }

    #[inline]
    pub(super) fn of(&self, key: usize) -> (&[Pattern], &[Rest]) {
        let start = key
            .checked_sub(1)
            .map_or([0, 0], |before| self.ends[before]);
        let end = self.ends[key];
        (
            &self.implied[start[0] as usize..end[0] as usize],
            &self.rests[start[1] as usize..end[1] as usize],
        )
    }
}
