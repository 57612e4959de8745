//! Resolves a word of the movetext that the fast path rejects.

use pinsight_rules::{Language, Move, Position, ReadSan, SanNote};

use crate::diagnostic::Fault;

/// A resolved word: one move, or several without a space between them; `None` is a null move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Resolved {
    pub(super) moves: Vec<Option<Move>>,
    /// What was repaired.
    pub(super) faults: Vec<Fault>,
}

/// No move, and no sequence of glued moves, is longer.
const MAX_WORD: usize = 400;

/// Resolves a word at a position; the error is the reason why it is not a legal move.
pub(super) fn resolve(
    position: &Position,
    text: &str,
    language: Option<Language>,
) -> Result<Resolved, String> {
    if text.len() > MAX_WORD {
        return Err(format!("not a move: {} bytes long", text.len()));
    }
    let error = match position.read_san(text, language) {
        Ok(read) => return Ok(Resolved { moves: vec![read.mv], faults: faults(position, &read) }),
        Err(error) => error,
    };
    // Canonical parts first; else each part may have a fault of its own.
    let canonical = |position: &Position, part: &str| Some((position.find_san(part.as_bytes())?, Vec::new()));
    let lenient = |position: &Position, part: &str| {
        let read = position.read_san(part, language).ok()?;
        // The missing rank or file may be the start of the next part.
        let is_cut = |note: &SanNote| matches!(note, SanNote::MissingRank | SanNote::MissingPawnFile);
        let mv = read.mv.filter(|_| !read.notes.iter().any(is_cut))?;
        Some((mv, faults(position, &read)))
    };
    let glued = split_glued(position, text, canonical).or_else(|| split_glued(position, text, lenient));
    let Some((moves, faults)) = glued else {
        return Err(error.reason());
    };
    let glued = Fault::GluedMoves { moves: moves.len() as u32 };
    Ok(Resolved {
        faults: std::iter::once(glued).chain(faults).collect(),
        moves: moves.into_iter().map(Some).collect(),
    })
}

/// Converts the notes on a move to faults; ignores a wrong or missing `+` or `#`.
fn faults(position: &Position, read: &ReadSan) -> Vec<Fault> {
    let read_as = || read.mv.map_or_else(|| "--".to_owned(), |mv| position.san(mv));
    let fault = |note: &SanNote| match note {
        SanNote::LowercasePiece(_) => Some(Fault::LowerCasePiece),
        SanNote::CaptureSignWithoutCapture => Some(Fault::WrongCapture { takes: false }),
        SanNote::MissingCaptureSign => Some(Fault::WrongCapture { takes: true }),
        SanNote::CastlingSpelling | SanNote::CastlingAsKingMove => {
            let side = read.mv.and_then(Move::castling_side)?;
            Some(Fault::OddCastling { side })
        }
        SanNote::NullMoveSpelling => Some(Fault::OddNullMove),
        SanNote::InvisibleCharacters
        | SanNote::MissingPawnFile
        | SanNote::MissingRank
        | SanNote::CheckInWords => Some(Fault::OddMove { read_as: read_as() }),
        _ => None,
    };
    read.notes.iter().filter_map(fault).collect()
}

/// Splits moves without a space between them, with or without their numbers, if there is exactly one way to do so.
fn split_glued(
    position: &Position,
    word: &str,
    read: impl Fn(&Position, &str) -> Option<(Move, Vec<Fault>)>,
) -> Option<(Vec<Move>, Vec<Fault>)> {
    const MAX_MOVE: usize = 8;
    /// Bounds the time for hostile words.
    const MAX_STEPS: usize = 1000;
    if !word.is_ascii() {
        return None;
    }
    let mut found = None;
    let mut work = vec![(*position, 0, Vec::new(), Vec::new())];
    let mut steps = 0;
    while let Some((position, from, moves, faults)) = work.pop() {
        steps += 1;
        if steps > MAX_STEPS {
            return None;
        }
        if from == word.len() {
            if found.is_some() {
                return None;
            }
            found = Some((moves, faults));
            continue;
        }
        let from = from + number_length(word.get(from..)?);
        let max = (word.len() - from).min(MAX_MOVE);
        // The whole word is not a move.
        for length in (2..=max).filter(|&length| length < word.len()) {
            if let Some((mv, more)) = read(&position, word.get(from..from + length)?) {
                let moves = moves.iter().copied().chain([mv]).collect();
                let faults = faults.iter().cloned().chain(more).collect();
                work.push((position.play_unchecked(mv), from + length, moves, faults));
            }
        }
    }
    found
}

/// Returns the length of a leading move number; 0 for `0-0`.
fn number_length(text: &str) -> usize {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if text.starts_with("0-0") { 0 } else { digits }
}

/// Returns the position after a move or a null move that [`resolve`] returned.
pub(super) fn after(position: &Position, played: Option<Move>) -> Position {
    match played {
        Some(mv) => position.play_unchecked(mv),
        None => position.pass().unwrap_or(*position),
    }
}
