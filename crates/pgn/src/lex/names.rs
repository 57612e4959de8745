//! The tag names of a game, for finding duplicates.

use std::collections::HashSet;

use super::Span;

/// Up to this number, names are compared one by one.
const MAX_LISTED: usize = 64;

/// The names of the tags of one game read so far; reusable. Takes constant time per name.
#[derive(Debug, Default)]
pub(crate) struct TagNames {
    /// One bit per hash: most names are new because their bit is not set.
    bits: u64,
    listed: Vec<(u64, Span)>,
    others: HashSet<Vec<u8>>,
}

impl TagNames {
    pub(crate) fn clear(&mut self) {
        self.bits = 0;
        self.listed.clear();
        self.others.clear();
    }

    /// Returns the number of names.
    pub(crate) fn len(&self) -> usize {
        self.listed.len() + self.others.len()
    }

    /// Adds a name in the bytes of the game; returns whether it is new.
    #[inline]
    pub(crate) fn insert(&mut self, bytes: &[u8], span: Span) -> bool {
        let name = span.of(bytes);
        let hash = hash(name);
        let bit = 1 << (hash >> 58);
        let is_listed = || self.listed.iter().any(|(known, span)| *known == hash && span.of(bytes) == name);
        if self.bits & bit != 0 && is_listed() {
            return false;
        }
        self.bits |= bit;
        if self.listed.len() == MAX_LISTED {
            return self.others.insert(name.to_vec());
        }
        if self.listed.capacity() == 0 {
            self.listed.reserve(MAX_LISTED);
        }
        self.listed.push((hash, span));
        true
    }
}

/// Hashes the first and last eight bytes and the length; the upper bits are well mixed.
fn hash(name: &[u8]) -> u64 {
    const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
    let word = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
    let half = |bytes: &[u8; 4]| u64::from(u32::from_le_bytes(*bytes));
    let letters = if let (Some(head), Some(tail)) = (name.first_chunk(), name.last_chunk()) {
        word(head).wrapping_mul(SPREAD).rotate_left(32) ^ word(tail)
    } else if let (Some(head), Some(tail)) = (name.first_chunk(), name.last_chunk()) {
        half(head) << 32 | half(tail)
    } else {
        name.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
    };
    letters.wrapping_add(name.len() as u64).wrapping_mul(SPREAD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_new_exactly_once() {
        let text: String = (0..1000).map(|number| format!("{number:04}")).collect();
        let mut names = TagNames::default();
        for _ in 0..2 {
            names.clear();
            for is_new in [true, false] {
                for start in (0..text.len()).step_by(4) {
                    let span = Span::new(start, start + 4);
                    assert_eq!(names.insert(text.as_bytes(), span), is_new, "{span:?}");
                }
            }
        }
    }
}
