//! Weights of terms.

use super::terms;

/// The weight of a term for the middlegame and the endgame, packed into one number so that one addition adds both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Weight(pub(super) i32);

/// A weight for each term.
pub(crate) type Weights = [Weight; terms::COUNT];

impl Weight {
    pub(crate) const fn new(middle: i32, end: i32) -> Self {
        Self((end << 16) + middle)
    }

    pub(crate) const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    pub(crate) const fn end(self) -> i32 {
        // A negative lower half borrows from the upper one.
        (self.0 + 0x8000) >> 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_parts_survive_sums_and_products() {
        for middle in [-900, -1, 0, 1, 37, 900] {
            for end in [-900, -1, 0, 1, 53, 900] {
                let weight = Weight::new(middle, end);
                assert_eq!((weight.middle(), weight.end()), (middle, end));
                let tripled = Weight(weight.0 * -3 + Weight::new(5, 7).0);
                assert_eq!((tripled.middle(), tripled.end()), (5 - 3 * middle, 7 - 3 * end));
            }
        }
    }
}
