//! Reads a game as a row.

use std::ops::Range;
use std::sync::Arc;

use pinsight_openings::OpeningTracker;
use pinsight_pgn::{PlayedMove, RawComment, RawGame, RawTag, Replayer, Sink, decode};
use pinsight_rules::Position;

use super::annotations::Annotations;
use super::row::GameRow;
use super::wants::GameWants;
use crate::moves::{push_move, push_null_move, push_start};

/// Reads games as rows; keep one per thread and reuse it.
///
/// ```
/// use pinsight_data::{GameReader, GameWants};
/// let mut reader = GameReader::new(GameWants::MOVES);
/// for raw in pinsight_pgn::split(&"example".into(), b"[White \"Anna\"]\n\n1. e4 { [%clk 0:05:00] } e5 2. Ke3 *") {
///     let row = reader.read(&raw);
///     assert_eq!((row.tag("White"), row.plies), (Some("Anna"), 2));
///     assert_eq!(row.clocks, [Some(300_000), None]);
///     assert_eq!(row.diagnostics.len(), 1);
/// }
/// ```
#[derive(Debug)]
pub struct GameReader {
    wants: GameWants,
    replayer: Replayer,
    row: GameRow,
    tags: Vec<TagRanges>,
}

impl GameReader {
    /// Reads the given parts of games.
    pub fn new(wants: GameWants) -> Self {
        Self { wants, replayer: Replayer::new(), row: GameRow::default(), tags: Vec::new() }
    }

    /// Reads a game. The row of a game with an illegal move ends before that move and has the diagnostic.
    pub fn read(&mut self, raw: &RawGame<'_>) -> &GameRow {
        let Self { wants, replayer, row, tags } = self;
        row.clear();
        tags.clear();
        row.number = raw.number;
        if !Arc::ptr_eq(&row.file, raw.source) {
            row.file = Arc::clone(raw.source);
        }
        let mut gathering = Gathering {
            wants: *wants,
            row,
            tags,
            bytes: raw.bytes,
            tags_end: 0,
            opening: OpeningTracker::default(),
        };
        let replayed = if wants.moves {
            Some(replayer.run(raw, &mut gathering))
        } else {
            for tag in raw.tags() {
                gathering.tag(tag);
            }
            None
        };
        gathering.end_tags();
        let Gathering { row, tags_end, opening, .. } = gathering;
        if wants.moves && wants.opening {
            row.opening = opening.opening();
        }
        if let Some(replayed) = replayed {
            row.finish(replayed);
        }
        if wants.movetext {
            add_movetext(row, raw, tags_end);
        }
        &self.row
    }
}

impl GameRow {
    fn finish(&mut self, replayed: pinsight_pgn::Replayed) {
        self.start = replayed.start;
        self.last = replayed.last;
        self.result = replayed.result;
        self.diagnostics = replayed.diagnostics;
        self.plies = replayed.plies;
        if !self.clocks.is_empty() {
            self.clocks.resize(self.plies, None);
        }
        if !self.evals.is_empty() {
            self.evals.resize(self.plies, None);
        }
    }
}

fn add_movetext(row: &mut GameRow, raw: &RawGame<'_>, tags_end: usize) {
    let bytes = raw.bytes.get(tags_end..).unwrap_or_default().trim_ascii();
    row.set_movetext(&decode(bytes));
}

/// The ranges of a tag's name and value in the bytes of a game.
#[derive(Clone, Debug)]
pub(super) struct TagRanges {
    pub(super) name: Range<usize>,
    pub(super) value: Range<usize>,
}

impl TagRanges {
    /// Returns `None` if the tag is not part of `bytes`.
    fn of(tag: &RawTag<'_>, bytes: &[u8]) -> Option<Self> {
        // Compares addresses only.
        let place = |part: &[u8]| {
            let start = (part.as_ptr() as usize).wrapping_sub(bytes.as_ptr() as usize);
            let place = start..start.checked_add(part.len())?;
            (place.end <= bytes.len()).then_some(place)
        };
        Some(Self { name: place(tag.name)?, value: place(tag.value)? })
    }

    fn raw<'a>(&self, bytes: &'a [u8]) -> RawTag<'a> {
        let part = |range: &Range<usize>| bytes.get(range.clone()).unwrap_or_default();
        RawTag { name: part(&self.name), value: part(&self.value), at: self.name.start }
    }
}

/// Fills a row from the events of the replay.
struct Gathering<'a> {
    wants: GameWants,
    row: &'a mut GameRow,
    /// Tags not yet added to the row.
    tags: &'a mut Vec<TagRanges>,
    bytes: &'a [u8],
    /// The end of the last tag.
    tags_end: usize,
    /// Follows the mainline if the opening is wanted.
    opening: OpeningTracker,
}

impl Gathering<'_> {
    fn keep(&mut self, tag: &RawTag<'_>) {
        match TagRanges::of(tag, self.bytes) {
            Some(place) => self.tags.push(place),
            None => {
                self.end_tags();
                self.row.add_tag(&tag.name_text(), &tag.text());
            }
        }
    }

    /// Adds the tags to the row: in one copy if none of them needs decoding.
    fn end_tags(&mut self) {
        let Self { row, tags, bytes, .. } = self;
        let start = tags.iter().map(|place| place.name.start.min(place.value.start)).min();
        let end = tags.iter().map(|place| place.name.end.max(place.value.end)).max();
        let (Some(start), Some(end)) = (start, end) else {
            return;
        };
        let head = bytes.get(start..end).unwrap_or_default();
        let plain = head.is_ascii() && memchr::memchr(b'\\', head).is_none();
        match std::str::from_utf8(head).ok().filter(|_| plain) {
            Some(head) => row.add_head(head, start, tags),
            None => {
                for place in tags.iter() {
                    let tag = place.raw(bytes);
                    row.add_tag(&tag.name_text(), &tag.text());
                }
            }
        }
        tags.clear();
    }

    fn note_end(&mut self, tag: &RawTag<'_>) {
        // The offset of the value: compares addresses only.
        let value_at = (tag.value.as_ptr() as usize).wrapping_sub(self.bytes.as_ptr() as usize);
        let behind = value_at.saturating_add(tag.value.len());
        let rest = self.bytes.get(behind..).unwrap_or_default();
        let closing = rest.iter().position(|byte| !matches!(byte, b'"' | b' ' | b'\t'));
        let bracket = closing.filter(|&at| rest.get(at) == Some(&b']')).map_or(0, |at| at + 1);
        self.tags_end = behind.min(self.bytes.len()) + bracket;
    }
}

impl Sink for Gathering<'_> {
    #[inline]
    fn tag(&mut self, tag: RawTag<'_>) {
        if self.wants.movetext {
            self.note_end(&tag);
        }
        if self.wants.tags.include(tag.name) {
            self.keep(&tag);
        }
    }

    fn start(&mut self, start: Option<&Position>) {
        if let Some(start) = start {
            push_start(&mut self.row.moves, start);
        }
        if self.wants.opening {
            self.opening.start(start);
        }
    }

    #[inline]
    fn played(&mut self, played: PlayedMove<'_>) {
        if played.depth == 0 {
            self.row.plies += 1;
            push_move(&mut self.row.moves, played.before, played.played);
            if self.wants.opening {
                self.opening.played(played);
            }
        }
    }

    fn null_move(&mut self, ply: u32, before: &Position, after: &Position, depth: u32) {
        if depth == 0 {
            self.row.plies += 1;
            push_null_move(&mut self.row.moves);
            if self.wants.opening {
                self.opening.null_move(ply, before, after, depth);
            }
        }
    }

    #[inline]
    fn comment(&mut self, comment: RawComment<'_>) {
        // A comment before the first move or after an illegal one belongs to no ply of the row.
        let is_here = comment.depth == 0 && comment.ply as usize == self.row.plies;
        let Some(index) = self.row.plies.checked_sub(1).filter(|_| is_here) else {
            return;
        };
        let Annotations { clock, eval } = Annotations::read(comment.bytes);
        note(&mut self.row.clocks, index, clock);
        note(&mut self.row.evals, index, eval);
    }
}

/// Sets the value of a ply unless it has one.
#[inline]
fn note<T: Copy>(values: &mut Vec<Option<T>>, place: usize, value: Option<T>) {
    if value.is_some() && values.len() <= place {
        if values.len() < place {
            values.resize(place, None);
        }
        values.push(value);
    }
}
