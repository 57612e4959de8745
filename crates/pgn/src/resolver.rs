//! What a word in the movetext means as a move, here and now.

use pinsight_rules::{Language, Move, Position, SanError, SanNote};

use crate::fault::Fault;

/// A word understood: one move, or several that were glued; `None` is a null move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Understood {
    pub(crate) moves: Vec<Option<Move>>,
    /// What had to be repaired.
    pub(crate) faults: Vec<Fault>,
}

/// A longer word is no move, nor a row of moves without spaces.
const LONGEST_WORD: usize = 400;

/// Understands a word in a position, in English or another language; the error says why it is no legal move.
///
/// This is the patient way: it tries one reading after another. [`Position::find_san`] is the fast one.
pub(crate) fn understand(
    position: &Position,
    text: &str,
    language: Option<Language>,
) -> Result<Understood, String> {
    if text.len() > LONGEST_WORD {
        return Err(format!("no move, it is {} bytes long", text.len()));
    }
    let refusal = match read_one(position, text, language) {
        Ok((mv, faults)) => return Ok(Understood { moves: vec![mv], faults }),
        Err(refusal) => refusal,
    };
    // As well-written moves first; then each of them may have its own slip.
    let strictly = |position: &Position, part: &str| Some((position.find_san(part.as_bytes())?, Vec::new()));
    let patiently = |position: &Position, part: &str| match read_one(position, part, language) {
        Ok((Some(mv), faults)) => Some((mv, faults)),
        _ => None,
    };
    let glued = unglue(position, text, strictly).or_else(|| unglue(position, text, patiently));
    if let Some((moves, slips)) = glued {
        let glued = Fault::GluedMoves { moves: moves.len() as u32 };
        return Ok(Understood {
            faults: std::iter::once(glued).chain(slips).collect(),
            moves: moves.into_iter().map(Some).collect(),
        });
    }
    Err(refusal.reason())
}

/// Reads one move, `None` for a null move, in any spelling.
fn read_one(
    position: &Position,
    text: &str,
    language: Option<Language>,
) -> Result<(Option<Move>, Vec<Fault>), SanError> {
    let read = position.read_san(text, language)?;
    Ok((read.mv, read.notes.into_iter().filter_map(fault).collect()))
}

/// What a note is worth telling; a wrong or missing `+` or `#` is not.
fn fault(note: SanNote) -> Option<Fault> {
    match note {
        SanNote::SmallLetter(_) => Some(Fault::LowerCasePiece),
        SanNote::NothingTaken => Some(Fault::WrongCapture { takes: false }),
        SanNote::CaptureUnsaid => Some(Fault::WrongCapture { takes: true }),
        SanNote::CastlingSpelling => Some(Fault::OddCastling),
        SanNote::InvisibleCharacters => Some(Fault::OddMove),
        _ => None,
    }
}

/// Several moves without a space between them, with or without their numbers, if there is only one way to take them
/// apart.
fn unglue(
    position: &Position,
    word: &str,
    read: impl Fn(&Position, &str) -> Option<(Move, Vec<Fault>)>,
) -> Option<(Vec<Move>, Vec<Fault>)> {
    /// No move is longer, nor needs more steps to be found: a word made to be slow is given up.
    const LONGEST_MOVE: usize = 8;
    const MOST_STEPS: usize = 1000;
    if !word.is_ascii() {
        return None;
    }
    let mut found = None;
    let mut work = vec![(*position, 0, Vec::new(), Vec::new())];
    let mut steps = 0;
    while let Some((position, from, moves, slips)) = work.pop() {
        steps += 1;
        if steps > MOST_STEPS {
            return None;
        }
        if from == word.len() {
            if found.is_some() {
                return None;
            }
            found = Some((moves, slips));
            continue;
        }
        let from = from + number_before_move(word.get(from..)?);
        let most = (word.len() - from).min(LONGEST_MOVE);
        for length in 2..=most {
            // The whole word has been tried before.
            if length == word.len() {
                continue;
            }
            if let Some((mv, slip)) = read(&position, word.get(from..from + length)?) {
                let moves = moves.iter().copied().chain([mv]).collect();
                let slips = slips.iter().cloned().chain(slip).collect();
                work.push((position.play_unchecked(mv), from + length, moves, slips));
            }
        }
    }
    found
}

/// The length of a move number; `0-0` is none.
fn number_before_move(text: &str) -> usize {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if text.starts_with("0-0") { 0 } else { digits }
}

/// The language of a game's pieces, if it is not English and only one reading goes through.
///
/// `plies` is how many of the words are good in English; the reading has to agree with those, and to go further than
/// English does.
pub(crate) fn find_language(start: &Position, words: &[&str], plies: usize) -> Option<Language> {
    let pieces = words.iter().filter_map(|word| word.bytes().next());
    let letters: Vec<u8> =
        pieces.filter(|letter| letter.is_ascii_uppercase() && !b"OZ".contains(letter)).collect();
    if letters.iter().all(|letter| b"KQRBN".contains(letter)) {
        return None;
    }
    let english = read_as(start, words, None);
    let agreed = read_as(start, words.get(..plies).unwrap_or(words), None).moves;
    let mut best: Option<(Language, Reading)> = None;
    let mut ambiguous = false;
    for language in Language::ALL {
        let known = |letter: &u8| language.letters().contains(letter);
        if !letters.iter().all(known) {
            continue;
        }
        let reading = read_as(start, words, Some(language));
        if reading.words <= english.words || !reading.moves.starts_with(&agreed) {
            continue;
        }
        match &best {
            Some((_, other)) if other.words > reading.words => {}
            Some((_, other)) if other.words == reading.words => ambiguous |= *other != reading,
            _ => {
                best = Some((language, reading));
                ambiguous = false;
            }
        }
    }
    best.filter(|_| !ambiguous).map(|(language, _)| language)
}

/// How far a game can be read in a language.
#[derive(PartialEq, Eq)]
struct Reading {
    words: usize,
    moves: Vec<Option<Move>>,
}

/// Reads words one by one; stops at the first that cannot be read.
fn read_as(start: &Position, words: &[&str], language: Option<Language>) -> Reading {
    let mut position = *start;
    let mut reading = Reading { words: 0, moves: Vec::new() };
    for word in words {
        let Ok(understood) = understand(&position, word, language) else {
            break;
        };
        for &played in &understood.moves {
            position = make_move(&position, played);
        }
        reading.moves.extend(understood.moves);
        reading.words += 1;
    }
    reading
}

/// The position after a move, or after a null move where that is allowed.
pub(crate) fn make_move(position: &Position, played: Option<Move>) -> Position {
    match played {
        Some(mv) => position.play_unchecked(mv),
        None => position.pass().unwrap_or(*position),
    }
}
