//! Ranges of files that can be read in parallel.

use std::io::{self, Read};
use std::ops::Range;

use datafusion::common::runtime::SpawnedTask;
use datafusion::common::{DataFusionError, Result, exec_datafusion_err};
use datafusion::datasource::listing::{FileRange, PartitionedFile};
use datafusion::datasource::physical_plan::FileGroup;
use futures::{StreamExt, TryStreamExt, stream};
use pinsight_pgn::{Batch, Compression, Source, SourceError, Splitter, game_start};
use serde::{Deserialize, Serialize};

use super::file::StoredFile;
use super::frames::frame_start;

/// The smallest range.
const MIN_RANGE: u64 = 1 << 20;
/// The number of bytes in which a boundary is searched, at first and at most.
const WINDOW: u64 = 1 << 18;
const MAX_WINDOW: u64 = 64 << 20;
/// The same for a frame, which is usually not larger. Most compressed files have one frame only.
const MAX_FRAME_WINDOW: u64 = 16 << 20;
/// The number of requests at a time.
const CONCURRENCY: usize = 32;
/// The estimated ratio of compression.
const PACKED_WEIGHT: u64 = 6;

/// The start of a range of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct RangeStart {
    /// The location of the file.
    pub(super) file: String,
    pub(super) offset: u64,
    /// The number of games and lines before it.
    pub(super) games: u64,
    pub(super) lines: u64,
}

/// The files of a scan, to be read in parallel.
pub(super) struct Split {
    pub(super) groups: Vec<FileGroup>,
    /// The starts of all ranges that do not begin with their file, if they were requested.
    pub(super) starts: Vec<RangeStart>,
}

/// Divides files into at most `groups` groups of about the same size.
///
/// Reading all ranges gives the games of the files: a plain file is cut where a game begins for certain, a zstd file between two
/// frames. `numbered` requests `starts`, for which the plain files that are cut are read once; compressed files are then not cut.
pub(super) async fn split(
    files: Vec<(PartitionedFile, StoredFile)>,
    groups: usize,
    numbered: bool,
) -> Result<Split> {
    let total: u64 = files.iter().map(|(_, file)| file.size).sum();
    let part = (total / groups.max(1) as u64).max(MIN_RANGE);
    let cuts: Vec<_> = files.iter().map(|(_, file)| cut(file, part, numbered)).collect();
    let cuts: Vec<Vec<Range<u64>>> = stream::iter(cuts).buffered(CONCURRENCY).try_collect().await?;
    let mut starts = Vec::new();
    let mut ranges = Vec::new();
    for ((listed, file), cuts) in files.into_iter().zip(cuts) {
        if numbered {
            starts.append(&mut range_starts(&listed, &file, &cuts).await?);
        }
        let weight = if is_packed(&file.name) { PACKED_WEIGHT } else { 1 };
        ranges.extend(cuts.into_iter().map(|range| {
            let weight = (range.end - range.start) * weight;
            let mut part = listed.clone();
            part.range = (range != (0..file.size))
                .then_some(FileRange { start: range.start as i64, end: range.end as i64 });
            (weight, part)
        }));
    }
    Ok(Split { groups: group(ranges, groups), starts })
}

fn is_packed(name: &str) -> bool {
    [".zst", ".gz", ".bz2"].iter().any(|ending| name.ends_with(ending))
}

/// Returns the ranges of a file.
async fn cut(file: &StoredFile, part: u64, numbered: bool) -> Result<Vec<Range<u64>>> {
    let (size, count) = (file.size, file.size / part);
    if count < 2 {
        return Ok(std::iter::once(0..size).collect());
    }
    let compression = Compression::sniff(&file.read_at(0..4).await?);
    let near = |number: u64| size / count * number;
    let mut starts: Vec<Option<u64>> = match compression {
        Compression::None => {
            let starts = stream::iter(1..count).map(|number| next_game(file, near(number)));
            starts.buffered(CONCURRENCY).try_collect().await?
        }
        // A file with no frame near the first cut probably has one only: do not search at the others.
        Compression::Zstd if !numbered => match next_frame(file, near(1)).await? {
            Some(first) => {
                let starts = stream::iter(2..count).map(|number| next_frame(file, near(number)));
                let mut starts: Vec<_> = starts.buffered(CONCURRENCY).try_collect().await?;
                starts.push(Some(first));
                starts
            }
            None => Vec::new(),
        },
        _ => Vec::new(),
    };
    starts.extend([Some(0), Some(size)]);
    let mut starts: Vec<u64> = starts.into_iter().flatten().collect();
    starts.sort_unstable();
    starts.dedup();
    Ok(starts.iter().zip(starts.iter().skip(1)).map(|(&start, &end)| start..end).collect())
}

/// Finds an offset after `near` at which a game begins for certain, after a blank line.
async fn next_game(file: &StoredFile, near: u64) -> Result<Option<u64>> {
    let mut window = WINDOW;
    loop {
        let end = file.size.min(near + window);
        let bytes = file.read_at(near..end).await?;
        let start = game_start(&bytes, end == file.size);
        if let Some((start, before)) = start.and_then(|start| Some((start, bytes.get(..start)?))) {
            let is_blank = before.ends_with(b"\n\n") || before.ends_with(b"\n\r\n");
            return Ok(is_blank.then_some(near + start as u64));
        }
        if end == file.size || window >= MAX_WINDOW {
            return Ok(None);
        }
        window *= 8;
    }
}

/// Finds a frame after `near` in which a game begins for certain.
async fn next_frame(file: &StoredFile, near: u64) -> Result<Option<u64>> {
    let mut window = WINDOW;
    let frame = loop {
        let end = file.size.min(near + window);
        let bytes = file.read_at(near..end).await?;
        match frame_start(&bytes, end == file.size) {
            Some(start) => break near + start as u64,
            None if end == file.size || window >= MAX_FRAME_WINDOW => return Ok(None),
            None => window *= 8,
        }
    };
    let file = file.clone();
    let head = SpawnedTask::spawn_blocking(move || head_of_frame(&file, frame)).join_unwind().await;
    let head = head.map_err(|error| DataFusionError::ExecutionJoin(Box::new(error)))?;
    // A frame that cannot be decompressed is an error of the scan that reads it.
    Ok(matches!(head, Ok(Some(_))).then_some(frame))
}

/// Returns the text from the start of a frame to the first certain start of a game.
fn head_of_frame(file: &StoredFile, frame: u64) -> io::Result<Option<Vec<u8>>> {
    let reader = file.reader(frame..file.size).map_err(io::Error::other)?;
    let mut source = Text(Source::from_reader(&file.name, reader));
    let mut text = Vec::new();
    let mut window = WINDOW;
    loop {
        let more = (&mut source).take(window - text.len() as u64).read_to_end(&mut text)?;
        if let Some(start) = game_start(&text, more == 0) {
            text.truncate(start);
            return Ok(Some(text));
        }
        if more == 0 || window >= MAX_WINDOW {
            return Ok(None);
        }
        window *= 8;
    }
}

/// Opens a range of a file.
pub(super) fn open_range(file: &StoredFile, range: Range<u64>) -> Result<Source> {
    let source = Source::from_reader(&file.name, file.reader(range.clone())?);
    let is_cut = range != (0..file.size);
    let frames = is_cut && {
        let mut magic = [0; 4];
        let mut reader = file.reader(0..4)?;
        reader.read_exact(&mut magic).map_err(|error| file.cannot_read(&error))?;
        Compression::sniff(&magic) == Compression::Zstd
    };
    if !frames {
        return Ok(source);
    }
    // The games that begin in the frames of the range: not the one at its start, but the whole one at its end.
    let head = |frame: u64| -> Result<Vec<u8>> {
        let head = head_of_frame(file, frame).map_err(|error| file.cannot_read(&error))?;
        head.ok_or_else(|| file.cannot_read(&"the file has changed"))
    };
    let mut text = Text(source);
    if range.start > 0 {
        let skipped = head(range.start)?.len() as u64;
        io::copy(&mut (&mut text).take(skipped), &mut io::sink())
            .map_err(|error| file.cannot_read(&error))?;
    }
    let tail = if range.end < file.size { head(range.end)? } else { Vec::new() };
    Ok(Source::from_reader(&file.name, text.chain(io::Cursor::new(tail))))
}

/// The decompressed text of a source as a reader.
struct Text(Source);

impl Read for Text {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|SourceError { cause, .. }| cause)
    }
}

/// Counts the games and lines before each range of a file but the first.
async fn range_starts(
    listed: &PartitionedFile,
    file: &StoredFile,
    ranges: &[Range<u64>],
) -> Result<Vec<RangeStart>> {
    let counts = ranges.iter().zip(ranges.iter().skip(1)).map(|(range, next)| {
        let (file, range, offset) = (file.clone(), range.clone(), next.start);
        async move {
            let counted = SpawnedTask::spawn_blocking(move || count(&file, range)).join_unwind().await;
            let counted = counted.map_err(|error| DataFusionError::ExecutionJoin(Box::new(error)))?;
            counted.map(|(games, lines)| (offset, games, lines))
        }
    });
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let counts: Vec<_> = counts.collect();
    let counts: Vec<_> = stream::iter(counts).buffered(threads).try_collect().await?;
    let mut before = RangeStart { file: listed.object_meta.location.to_string(), ..RangeStart::default() };
    let starts = counts.into_iter().map(|(offset, games, lines)| {
        before.offset = offset;
        before.games += games;
        before.lines += lines;
        before.clone()
    });
    Ok(starts.collect())
}

/// Counts the games and lines of a range of a plain file.
fn count(file: &StoredFile, range: Range<u64>) -> Result<(u64, u64)> {
    let mut splitter = Splitter::new(Source::from_reader(&file.name, file.reader(range)?));
    let mut batch = Batch::default();
    let mut games = 0;
    while splitter.next_batch(&mut batch).map_err(|error| exec_datafusion_err!("{error}"))? {
        games += batch.len() as u64;
    }
    Ok((games, splitter.line() - 1))
}

/// Adds each range to the smallest group, the largest first; within a group they stay in order.
fn group(ranges: Vec<(u64, PartitionedFile)>, groups: usize) -> Vec<FileGroup> {
    let mut order: Vec<(usize, (u64, PartitionedFile))> = ranges.into_iter().enumerate().collect();
    order.sort_by_key(|(_, (weight, _))| std::cmp::Reverse(*weight));
    let mut shared: Vec<(u64, Vec<(usize, PartitionedFile)>)> =
        vec![(0, Vec::new()); groups.clamp(1, order.len().max(1))];
    for (index, (weight, part)) in order {
        if let Some((sum, group)) = shared.iter_mut().min_by_key(|(sum, group)| (*sum, group.len())) {
            *sum += weight;
            group.push((index, part));
        }
    }
    shared.iter_mut().for_each(|(_, group)| group.sort_by_key(|(index, _)| *index));
    shared.sort_by_key(|(_, group)| group.first().map(|(index, _)| *index));
    let files = |group: Vec<(usize, PartitionedFile)>| group.into_iter().map(|(_, part)| part).collect();
    shared.into_iter().map(|(_, group)| FileGroup::new(files(group))).collect()
}
