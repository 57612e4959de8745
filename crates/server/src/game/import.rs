//! A file of games that is imported.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pinsight_pgn::{Compression, Game as PgnGame, RawGame, Source, SplitOptions, Splitter, Tags};
use pinsight_wire as wire;

use super::opening;
use super::persist::tags_text;
use super::pgn::{mainline_plies, reported};
use crate::clock::now;
use crate::error::ApiError;
use crate::limits::Limits;
use crate::store::{NewImport, NewImportGame, Upload};

/// The maximum size of a game.
const MAX_GAME: usize = 8 << 20;
/// The number of games, and of their bytes, that are written in one transaction.
const SLICE: (usize, usize) = (500, 4 << 20);
/// The tags in the list of games.
const SHOWN_TAGS: [&str; 11] =
    ["White", "Black", "Event", "Site", "Date", "Round", "Result", "ECO", "Opening", "WhiteElo", "BlackElo"];

/// A file of games. It is read twice: once to accept or refuse it, once to store its games slice by slice. So a refused file
/// changes nothing, and an accepted one is never in memory as a whole.
#[derive(Debug)]
pub(crate) struct ImportFile {
    pub(crate) name: String,
    pub(crate) upload: Upload,
    pub(crate) limits: Limits,
    /// Raised when the client has disconnected; ends the reading.
    pub(crate) abandoned: Arc<AtomicBool>,
}

impl ImportFile {
    /// Reads all games and counts them; an error if there are too many, or none.
    pub(crate) fn survey(&self) -> Result<NewImport, ApiError> {
        let (mut total, mut faulty, mut is_empty) = (0, 0, true);
        let mut first_fault = None;
        self.each_game(|raw, game| {
            if total == self.limits.import_games {
                return Err(ApiError::too_large(format!("the file contains more than {total} games")));
            }
            total += 1;
            let row = row(raw, game);
            faulty += u64::from(row.verdict == wire::Verdict::Broken.name());
            is_empty &= row.plies == 0 && row.tags == "[]";
            if first_fault.is_none() && row.plies == 0 {
                let mut faults = game.diagnostics.iter().map(wire::Diagnostic::from);
                first_fault = faults.find(|fault| fault.severity == wire::Severity::Error);
            }
            Ok(())
        })?;
        match first_fault {
            _ if !is_empty => {}
            Some(fault) => return Err(ApiError::bad_pgn(fault.message)),
            None => {
                let message =
                    "the file contains no game: expected PGN, plain or compressed with zstd, gzip or bzip2";
                return Err(ApiError::bad_pgn(message));
            }
        }
        Ok(NewImport { name: self.name.clone(), created: now(), faulty, print: self.upload.print(), total })
    }

    /// Reads all games again and passes them to `take` in slices.
    pub(crate) fn read(
        &self,
        mut take: impl FnMut(Vec<NewImportGame>) -> Result<(), ApiError>,
    ) -> Result<(), ApiError> {
        let (mut slice, mut bytes) = (Vec::new(), 0);
        self.each_game(|raw, game| {
            bytes += raw.bytes.len();
            slice.push(row(raw, game));
            if slice.len() >= SLICE.0 || bytes >= SLICE.1 {
                bytes = 0;
                return take(std::mem::take(&mut slice));
            }
            Ok(())
        })?;
        if slice.is_empty() { Ok(()) } else { take(slice) }
    }

    fn each_game(
        &self,
        mut visit: impl FnMut(&RawGame<'_>, &PgnGame) -> Result<(), ApiError>,
    ) -> Result<(), ApiError> {
        let reader = self.upload.reader().map_err(|error| ApiError::spool_failed(&error))?;
        let unpacked = Unpacked {
            source: Source::from_reader(&self.name, reader),
            left: (self.limits.unpacked_mib as u64) << 20,
            exceeded: Arc::default(),
            abandoned: Arc::clone(&self.abandoned),
        };
        let exceeded = Arc::clone(&unpacked.exceeded);
        let mut source = Source::from_reader(&self.name, unpacked);
        // The text would be unpacked once more, without a limit.
        if source.compression().is_ok_and(|compression| compression != Compression::None) {
            return Err(ApiError::bad_pgn("the file is compressed twice: unpack it first"));
        }
        let options = SplitOptions { max_game: MAX_GAME, ..SplitOptions::default() };
        let mut splitter = Splitter::with_options(source, options);
        while let Some(raw) = splitter.next_game() {
            let raw = raw.map_err(|error| match exceeded.load(Ordering::Relaxed) {
                true => {
                    let limit = self.limits.unpacked_mib;
                    ApiError::too_large(format!("the file has more than {limit} MiB when unpacked"))
                }
                false => ApiError::bad_pgn(error.to_string()),
            })?;
            if self.abandoned.load(Ordering::Relaxed) {
                return Err(ApiError::bad_request("the client has disconnected"));
            }
            visit(&raw, &PgnGame::read(&raw))?;
        }
        Ok(())
    }
}

/// The decompressed bytes of a file: an error if there are too many, or if the client has disconnected.
struct Unpacked {
    source: Source,
    left: u64,
    exceeded: Arc<AtomicBool>,
    abandoned: Arc<AtomicBool>,
}

impl Read for Unpacked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.abandoned.load(Ordering::Relaxed) {
            return Err(io::Error::other("the client has disconnected"));
        }
        let count = self.source.read(buffer).map_err(|error| io::Error::other(error.to_string()))?;
        match self.left.checked_sub(count as u64) {
            Some(left) => self.left = left,
            None => {
                self.exceeded.store(true, Ordering::Relaxed);
                return Err(io::Error::other("the file is too large"));
            }
        }
        Ok(count)
    }
}

fn row(raw: &RawGame<'_>, game: &PgnGame) -> NewImportGame {
    let mut shown = Tags::new();
    for tag in SHOWN_TAGS {
        if let Some(value) = game.tags.get(tag) {
            shown.set(tag, value);
        }
    }
    opening::fill_in(&mut shown, &game.tree);
    NewImportGame {
        number: raw.number,
        tags: tags_text(&shown),
        result: game.result.token(),
        plies: mainline_plies(game),
        verdict: wire::Verdict::from(game.verdict()).name(),
        faults: reported(game).count(),
        offset: raw.span.start,
        line: raw.line,
        column_offset: raw.column_offset,
        bytes: raw.bytes.to_vec(),
    }
}
