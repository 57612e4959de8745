//! Values that come again and again.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

/// Values of which each is kept once, and has a key.
#[derive(Debug)]
pub(super) struct Distinct<T> {
    /// By key.
    values: Vec<T>,
    known: HashMap<T, u32, ahash::RandomState>,
    /// In their order.
    keys: Vec<u32>,
    last: Option<(T, u32)>,
}

impl<T> Default for Distinct<T> {
    fn default() -> Self {
        Self { values: Vec::new(), known: HashMap::default(), keys: Vec::new(), last: None }
    }
}

impl<T: Copy + Eq + Hash + Ord> Distinct<T> {
    pub(super) fn clear(&mut self) {
        self.values.clear();
        self.known.clear();
        self.keys.clear();
        self.last = None;
    }

    /// Adds a value. One that was there just before is found at once.
    #[inline]
    pub(super) fn add(&mut self, value: T) {
        let key = match self.last {
            Some((last, key)) if last == value => key,
            _ => Lookup { values: &mut self.values, known: &mut self.known }.key(value),
        };
        self.last = Some((value, key));
        self.keys.push(key);
    }

    /// Adds values that the function finds the keys of.
    #[inline]
    pub(super) fn add_by<K>(
        &mut self,
        all: impl Iterator<Item = K>,
        mut key: impl FnMut(&mut Lookup<'_, T>, K) -> u32,
    ) {
        let mut lookup = Lookup { values: &mut self.values, known: &mut self.known };
        self.keys.extend(all.map(|each| key(&mut lookup, each)));
    }

    /// Each value once, by key.
    pub(super) fn values(&self) -> &[T] {
        &self.values
    }

    /// The keys of all values, in their order.
    pub(super) fn keys(&self) -> &[u32] {
        &self.keys
    }

    /// Some of the values, in their order.
    pub(super) fn get(&self, some: Range<usize>) -> impl Iterator<Item = T> {
        let keys = self.keys.get(some).unwrap_or_default();
        keys.iter().filter_map(|&key| self.values.get(key as usize).copied())
    }

    /// The least and the greatest.
    pub(super) fn bounds(&self) -> Option<(T, T)> {
        let values = || self.values.iter().copied();
        Some((values().min()?, values().max()?))
    }
}

/// Tells the keys of values.
pub(super) struct Lookup<'a, T> {
    values: &'a mut Vec<T>,
    known: &'a mut HashMap<T, u32, ahash::RandomState>,
}

impl<T: Copy + Eq + Hash> Lookup<'_, T> {
    /// The key of a value; a new one if it was not there yet.
    #[inline]
    pub(super) fn key(&mut self, value: T) -> u32 {
        *self.known.entry(value).or_insert_with(|| {
            self.values.push(value);
            self.values.len() as u32 - 1
        })
    }
}
