//! Numbers that come again and again.

use super::distinct::Distinct;

/// A table of keys has so many places at most.
const LARGEST_TABLE: i64 = 1 << 18;
/// Clocks are told in thousandths of a second, but are whole seconds mostly.
const CLOCK_UNIT: i64 = 1000;

/// Numbers that come again and again.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    pub(super) all: Vec<i64>,
    distinct: Distinct<i64>,
    /// By number, less the least: its key and one more; 0 is none.
    table: Vec<u32>,
}

impl Numbers {
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.distinct.clear();
    }

    /// The least and the greatest.
    pub(super) fn bounds(&self) -> Option<(i64, i64)> {
        Some((*self.all.iter().min()?, *self.all.iter().max()?))
    }

    /// What was last found by [`distinct`](Self::distinct).
    pub(super) fn known(&self) -> &Distinct<i64> {
        &self.distinct
    }

    /// Each number once, and the keys of all. Where they are not far from each other, keys are found in a table.
    pub(super) fn distinct(&mut self) -> &Distinct<i64> {
        self.distinct.clear();
        let Some((least, greatest)) = self.bounds() else {
            return &self.distinct;
        };
        let range = greatest.checked_sub(least).unwrap_or(i64::MAX);
        if range < LARGEST_TABLE {
            self.number(range, |number| number - least);
        } else if range / CLOCK_UNIT < LARGEST_TABLE
            && self.all.iter().all(|&number| (number - least) % CLOCK_UNIT == 0)
        {
            self.number(range / CLOCK_UNIT, |number| (number - least) / CLOCK_UNIT);
        } else {
            self.all.iter().for_each(|&number| self.distinct.add(number));
        }
        &self.distinct
    }

    /// Finds the keys in a table, by the place of each number up to the last.
    fn number(&mut self, last: i64, place: impl Fn(i64) -> i64) {
        let Self { all, distinct, table } = self;
        table.clear();
        table.resize(last as usize + 1, 0);
        distinct.add_by(all.iter(), |lookup, &number| {
            let Some(key) = table.get_mut(place(number) as usize) else {
                return lookup.key(number);
            };
            if *key == 0 {
                *key = lookup.key(number) + 1;
            }
            *key - 1
        });
    }
}
