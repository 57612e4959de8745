//! Reads a game as a row.

use std::sync::Arc;

use pinsight_moves::{push_move, push_null_move, push_start};
use pinsight_openings::OpeningTracker;
use pinsight_pgn::{PlayedMove, RawComment, RawGame, RawTag, Replayer, Sink, decode};
use pinsight_rules::Position;

use super::annotations::Annotations;
use super::row::GameRow;
use super::wants::GameWants;

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
}

impl GameReader {
    /// Reads the given parts of games.
    pub fn new(wants: GameWants) -> Self {
        Self { wants, replayer: Replayer::new(), row: GameRow::default() }
    }

    /// Reads a game. The row of a game with an illegal move ends before that move and has the diagnostic.
    pub fn read(&mut self, raw: &RawGame<'_>) -> &GameRow {
        let Self { wants, replayer, row } = self;
        row.clear();
        row.number = raw.number;
        if !Arc::ptr_eq(&row.file, raw.source) {
            row.file = Arc::clone(raw.source);
        }
        let mut gathering = Gathering {
            wants,
            row,
            bytes: raw.bytes,
            tags_end: 0,
            opening: wants.opening.then(OpeningTracker::default),
        };
        let replayed = if wants.moves {
            Some(replayer.run(raw, &mut gathering))
        } else if let Some(columns) = wants.tags.as_ref().filter(|_| !wants.movetext) {
            let mut tags = raw.all_tags();
            while gathering.row.tags().len() < columns.len()
                && let Some(tag) = tags.next()
            {
                gathering.tag(tag);
            }
            None
        } else {
            raw.tags().for_each(|tag| gathering.tag(tag));
            None
        };
        let Gathering { row, tags_end, opening, .. } = gathering;
        if let Some(opening) = opening.filter(|_| wants.moves) {
            row.opening = opening.opening();
        }
        if let Some(replayed) = replayed {
            row.finish(replayed);
        }
        if wants.movetext {
            row.set_movetext(&decode(raw.bytes.get(tags_end..).unwrap_or_default().trim_ascii()));
        }
        &self.row
    }

    /// Returns the row of the last game.
    pub(super) fn row(&self) -> &GameRow {
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

/// Fills a row from the events of the replay.
struct Gathering<'a> {
    wants: &'a GameWants,
    row: &'a mut GameRow,
    bytes: &'a [u8],
    /// The end of the last tag.
    tags_end: usize,
    /// Follows the mainline. Creating it reads the table of openings, so there is none unless it is wanted.
    opening: Option<OpeningTracker>,
}

impl Gathering<'_> {
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
        let Some(columns) = &self.wants.tags else {
            return self.row.add_tag(&tag.name_text(), &tag.text());
        };
        let column = columns.iter().find(|column| column.name().as_bytes() == tag.name);
        if let Some(column) = column.filter(|column| self.row.tag(column.name()).is_none()) {
            self.row.add_tag(column.name(), &tag.text());
        }
    }

    fn start(&mut self, start: Option<&Position>) {
        if let Some(start) = start {
            push_start(&mut self.row.moves, start);
        }
        if let Some(opening) = &mut self.opening {
            opening.start(start);
        }
    }

    #[inline]
    fn played(&mut self, played: PlayedMove<'_>) {
        if played.depth == 0 {
            self.row.plies += 1;
            push_move(&mut self.row.moves, played.before, played.played);
            if let Some(opening) = &mut self.opening {
                opening.played(played);
            }
        }
    }

    fn null_move(&mut self, ply: u32, before: &Position, after: &Position, depth: u32) {
        if depth == 0 {
            self.row.plies += 1;
            push_null_move(&mut self.row.moves);
            if let Some(opening) = &mut self.opening {
                opening.null_move(ply, before, after, depth);
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
