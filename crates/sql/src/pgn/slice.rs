//! Parts of files that can be read at the same time.

use std::io;
use std::ops::Range;

use datafusion::common::Result;
use datafusion::execution::runtime_env::RuntimeEnv;
use pinsight_pgn::{Compression, game_start};
use serde::{Deserialize, Serialize};

use super::file::{PgnFile, Place, cannot_read};

/// A part of a file. It begins where a game begins and ends where one ends.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Slice {
    /// Which file of the table.
    pub(super) file: usize,
    /// The bytes.
    pub(super) range: Range<u64>,
    /// Whether they have to be unpacked first.
    pub(super) packed: bool,
}

/// A part is not smaller than this.
const LEAST: u64 = 1 << 20;
/// So far a start of a game is looked for at first, and at most.
const WINDOW: u64 = 2 << 20;
const WIDEST: u64 = 64 << 20;
/// So much text comes out of a packed byte, about.
const PACKED_WEIGHT: u64 = 6;

/// Cuts files into parts, and shares these out to groups that are about as much work each; at most so many groups.
///
/// Whoever reads all parts reads the games that he would read from the files as a whole: plain files are cut only where
/// a game begins for certain, packed ones not at all, and with `whole` none.
pub(super) fn share_out(
    files: &[PgnFile],
    runtime: &RuntimeEnv,
    groups: usize,
    whole: bool,
) -> Result<Vec<Vec<Slice>>> {
    let total: u64 = files.iter().map(|file| file.size).sum();
    let part = if whole { u64::MAX } else { (total / groups.max(1) as u64).max(LEAST) };
    let mut slices = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let place = file.place(runtime)?;
        let cut = cut(&place, file.size, part).map_err(|error| cannot_read(&file.name(), &error))?;
        slices.extend(cut.into_iter().map(|(range, packed)| Slice { file: index, range, packed }));
    }
    Ok(group(&slices, groups))
}

/// The parts of a file.
fn cut(place: &Place, size: u64, part: u64) -> io::Result<Vec<(Range<u64>, bool)>> {
    let packed = Compression::sniff(&place.read_at(0..size.min(4))?) != Compression::None;
    let count = size / part.max(1);
    if packed || count < 2 {
        return Ok(vec![(0..size, packed)]);
    }
    let mut starts = vec![0];
    for number in 1..count {
        let near = size / count * number;
        // Games may be longer than parts.
        if starts.last().is_some_and(|&last| near <= last) {
            continue;
        }
        if let Some(start) = start_after(place, near, size)? {
            starts.push(start);
        }
    }
    starts.push(size);
    starts.dedup();
    Ok(starts
        .windows(2)
        .map(|pair| (pair.first().copied().unwrap_or(0)..pair.last().copied().unwrap_or(size), false))
        .collect())
}

/// A place behind some byte at which a game begins for certain.
fn start_after(place: &Place, near: u64, size: u64) -> io::Result<Option<u64>> {
    let mut window = WINDOW;
    loop {
        let end = size.min(near + window);
        let bytes = place.read_at(near..end)?;
        if let Some(start) = game_start(&bytes, end == size) {
            return Ok(Some(near + start as u64));
        }
        if end == size || window >= WIDEST {
            return Ok(None);
        }
        window *= 4;
    }
}

/// Gives each part to the group that has least to do, the largest first; within a group they stay in order.
fn group(slices: &[Slice], groups: usize) -> Vec<Vec<Slice>> {
    let weight = |slice: &Slice| {
        let length = slice.range.end - slice.range.start;
        if slice.packed { length * PACKED_WEIGHT } else { length }
    };
    let mut order: Vec<usize> = (0..slices.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(slices.get(index).map_or(0, weight)));
    let mut shared: Vec<(u64, Vec<usize>)> = vec![(0, Vec::new()); groups.clamp(1, slices.len().max(1))];
    for index in order {
        if let (Some(slice), Some((work, group))) =
            (slices.get(index), shared.iter_mut().min_by_key(|(work, group)| (*work, group.len())))
        {
            *work += weight(slice);
            group.push(index);
        }
    }
    shared.sort_by_key(|(_, group)| group.iter().min().copied());
    let in_order = |mut group: Vec<usize>| {
        group.sort_unstable();
        group.into_iter().filter_map(|index| slices.get(index).cloned()).collect()
    };
    shared.into_iter().map(|(_, group)| in_order(group)).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn file(size: u64) -> PgnFile {
        PgnFile { store: None, path: "x".to_owned(), size }
    }

    #[test]
    fn parts_of_a_plain_file_make_up_the_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn");
        let game = "[Event \"a\"]\n[Site \"b\"]\n\n1. e4 { [Event \"c\"] } e5 1-0\n\n";
        let count = (5 << 20) / game.len();
        fs::write(&path, game.repeat(count)).expect("written");
        let file = PgnFile { path: path.display().to_string(), ..file((game.len() * count) as u64) };
        let groups = share_out(std::slice::from_ref(&file), &RuntimeEnv::default(), 4, false).expect("parts");
        let slices: Vec<Slice> = groups.concat();
        assert_eq!((groups.len(), slices.len()), (4, 4));
        let mut at = 0;
        for slice in &slices {
            assert_eq!(slice.range.start, at);
            assert_eq!(at % game.len() as u64, 0, "a game begins here");
            at = slice.range.end;
        }
        assert_eq!(at, file.size);
        let whole = share_out(&[file], &RuntimeEnv::default(), 4, true).expect("one part");
        assert_eq!(whole.concat().len(), 1);
    }

    #[test]
    fn work_is_shared_out_evenly() {
        let slice = |file, length, packed| Slice { file, range: 0..length, packed };
        let slices = vec![slice(0, 60, false), slice(1, 10, true), slice(2, 30, false), slice(3, 30, false)];
        let groups = group(&slices, 3);
        let files: Vec<Vec<usize>> =
            groups.iter().map(|group| group.iter().map(|slice| slice.file).collect()).collect();
        assert_eq!(files, [vec![0], vec![1], vec![2, 3]]);
        assert_eq!(group(&[], 3), [Vec::<Slice>::new()]);
    }
}
