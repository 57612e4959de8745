//! The transposition table.
//!
//! Threads share it without locks. An entry is two words: the data, and the key XOR the data. After a data race the words
//! do not match, and the entry is taken for one of another position.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use pinsight_rules::{Move, Role};

use super::value::{self, Value};
use crate::player::Bound;

/// The stored result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) mv: Option<MoveCode>,
    /// Mate scores count from the node that reads or writes the entry.
    pub(super) value: Value,
    /// `None` in check.
    pub(super) static_eval: Option<Value>,
    pub(super) depth: u8,
    /// `None` if the value is exact.
    pub(super) bound: Option<Bound>,
}

/// A move in 16 bits, unique among the legal moves of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MoveCode(u16);

impl MoveCode {
    pub(super) fn of(mv: Move) -> Self {
        let promotion = match mv.promotion() {
            Some(Role::Knight) => 1,
            Some(Role::Bishop) => 2,
            Some(Role::Rook) => 3,
            Some(_) => 4,
            // In Chess960 a king may reach the same square by castling and by a normal move.
            None if mv.castling_side().is_some() => 5,
            None => 6,
        };
        Self(mv.from() as u16 | (mv.to() as u16) << 6 | promotion << 12)
    }
}

/// Entries per cluster; a cluster is one cache line.
const WAYS: usize = 4;

#[derive(Default)]
#[repr(align(64))]
struct Cluster([[AtomicU64; 2]; WAYS]);

pub(super) struct Table {
    clusters: Vec<Cluster>,
    /// The number of the search, modulo 64. Entries of older searches are replaced first.
    age: AtomicU8,
}

impl Table {
    pub(super) fn new(megabytes: usize) -> Self {
        let count = (megabytes << 20) / size_of::<Cluster>();
        let mut clusters = Vec::new();
        clusters.resize_with(count.max(1), Cluster::default);
        Self { clusters, age: AtomicU8::new(0) }
    }

    pub(super) fn clear(&mut self) {
        for cluster in &mut self.clusters {
            *cluster = Cluster::default();
        }
        self.age = AtomicU8::new(0);
    }

    /// Makes all entries one search older.
    pub(super) fn start_new_search(&self) {
        self.age.store((self.age.load(Ordering::Relaxed) + 1) & 63, Ordering::Relaxed);
    }

    pub(super) fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        self.cluster(key).0.iter().find_map(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            if data == 0 || slot[0].load(Ordering::Relaxed) ^ data != key {
                return None;
            }
            let entry = unpack(data);
            Some(Entry { value: value::from_table(entry.value, ply)?, ..entry })
        })
    }

    pub(super) fn put(&self, key: u64, mut entry: Entry, ply: usize) {
        let age = self.age.load(Ordering::Relaxed);
        let cluster = self.cluster(key);
        let mut victim = &cluster.0[0];
        let mut least = i32::MAX;
        for slot in &cluster.0 {
            let data = slot[1].load(Ordering::Relaxed);
            if data == 0 || slot[0].load(Ordering::Relaxed) ^ data == key {
                victim = slot;
                if data != 0 {
                    let old = unpack(data);
                    // Keep a much deeper result of the current search.
                    if entry.bound.is_some() && entry.depth + 3 < old.depth && age_of(data) == age {
                        return;
                    }
                    entry.mv = entry.mv.or(old.mv);
                }
                break;
            }
            let age_difference = i32::from(age.wrapping_sub(age_of(data)) & 63);
            let worth = i32::from(unpack(data).depth) - 4 * age_difference;
            if worth < least {
                (least, victim) = (worth, slot);
            }
        }
        entry.value = value::to_table(entry.value, ply);
        let data = pack(&entry, age);
        victim[0].store(key ^ data, Ordering::Relaxed);
        victim[1].store(data, Ordering::Relaxed);
    }

    /// How full the current search has made the table, in permille of a sample.
    pub(super) fn hashfull(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster.0)
            .filter(|slot| {
                let data = slot[1].load(Ordering::Relaxed);
                data != 0 && age_of(data) == age
            })
            .count();
        (used * 1000 / (sample.len() * WAYS)) as u32
    }

    fn cluster(&self, key: u64) -> &Cluster {
        &self.clusters[((u128::from(key) * self.clusters.len() as u128) >> 64) as usize]
    }
}

/// Stands for no static evaluation; no position has this value.
const NO_VALUE: i16 = i16::MIN;

fn pack(entry: &Entry, age: u8) -> u64 {
    let bound = match entry.bound {
        None => 3,
        Some(Bound::Lower) => 2,
        Some(Bound::Upper) => 1,
    };
    let static_eval = entry.static_eval.map_or(NO_VALUE, |value| value as i16);
    u64::from(entry.mv.map_or(0, |code| code.0))
        | u64::from(entry.value as i16 as u16) << 16
        | u64::from(static_eval as u16) << 32
        | u64::from(entry.depth) << 48
        | u64::from(age << 2 | bound) << 56
}

fn unpack(data: u64) -> Entry {
    let code = data as u16;
    let static_eval = (data >> 32) as u16 as i16;
    Entry {
        mv: (code != 0).then_some(MoveCode(code)),
        value: Value::from((data >> 16) as u16 as i16),
        static_eval: (static_eval != NO_VALUE).then_some(Value::from(static_eval)),
        depth: (data >> 48) as u8,
        bound: match data >> 56 & 3 {
            3 => None,
            2 => Some(Bound::Lower),
            _ => Some(Bound::Upper),
        },
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_rules::Position;

    #[test]
    fn an_entry_is_read_as_it_was_written() {
        let table = Table::new(1);
        let mv = Position::default().parse_move("e4").ok().map(MoveCode::of);
        let mut key = 1_u64;
        for (value, static_eval, depth, bound) in [
            (37, Some(-12), 9, None),
            (-29_990, None, 0, Some(Bound::Upper)),
            (29_990, Some(0), 127, Some(Bound::Lower)),
        ] {
            key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let entry = Entry { mv, value, static_eval, depth, bound };
            table.put(key, entry, 0);
            assert_eq!(table.get(key, 0), Some(entry));
        }
        assert_eq!(table.get(12_345, 0), None);
    }

    #[test]
    fn mate_scores_are_relative_to_the_node() {
        let table = Table::new(1);
        let mated_at_ply_7 = -value::MATE + 7;
        table.put(99, Entry { mv: None, value: mated_at_ply_7, static_eval: None, depth: 3, bound: None }, 5);
        assert_eq!(table.get(99, 1).map(|entry| entry.value), Some(-value::MATE + 3));
    }

    #[test]
    fn every_move_of_a_position_has_its_own_code() {
        for position in pinsight_testkit::random::positions(2_000, 3) {
            let moves = position.legal_moves();
            for (index, &mv) in moves.iter().enumerate() {
                let same = moves.iter().position(|&other| MoveCode::of(other) == MoveCode::of(mv));
                assert_eq!(same, Some(index), "{position}: {mv:?}");
            }
        }
    }
}
