//! Moves with a blank or a line break in them: `N f3`.

use pinsight_rules::{Language, Move, Position};

use super::resolve::resolve;
use crate::lex::{Span, word_length};
use crate::text::{count_lines, is_space};

/// A legal move made of several words.
pub(super) struct Joined {
    pub(super) mv: Move,
    /// The words without the blanks.
    pub(super) text: String,
    /// The offset of the end of the last word.
    pub(super) end: usize,
    /// Whether the words are a legal move without the first one, too.
    pub(super) is_legal_without: bool,
}

/// No move is longer, and no move has more parts: `O - O - O`.
const MAX_MOVE: usize = 8;
const MAX_PARTS: usize = 5;

/// Joins a word that is not a move with the words after it; `None` if the joined words are not a legal move.
///
/// A word that could be a whole move is joined only with a part that cannot begin one, as in `e8 =Q`.
#[cold]
pub(super) fn join(
    position: &Position,
    bytes: &[u8],
    word: Span,
    language: Option<Language>,
) -> Option<Joined> {
    let first = std::str::from_utf8(word.of(bytes)).ok()?;
    if first.len() > MAX_MOVE {
        return None;
    }
    let mut text = first.to_owned();
    let mut end = word.end;
    let mut found = None;
    for _ in 1..MAX_PARTS {
        let Some(part) = next_part(bytes, end) else { break };
        let part_text = std::str::from_utf8(part.of(bytes)).ok()?;
        if text.len() + part_text.len() > MAX_MOVE || !may_be_joined(&text, part_text) {
            break;
        }
        if text == first && resolve(position, first, language).is_ok() {
            return None;
        }
        text.push_str(part_text);
        end = part.end;
        let resolved = resolve(position, &text, language).ok().map(|resolved| resolved.moves);
        if let Some([Some(mv)]) = resolved.as_deref() {
            let is_legal_without =
                text.get(first.len()..).is_some_and(|rest| position.find_san(rest.as_bytes()).is_some());
            found = Some(Joined { mv: *mv, text: text.clone(), end, is_legal_without });
        }
    }
    found
}

/// Returns the next word, unless a blank line or anything but blanks precedes it, or it is a move number.
fn next_part(bytes: &[u8], from: usize) -> Option<Span> {
    let rest = bytes.get(from..)?;
    let blanks = rest.iter().take_while(|&&byte| is_space(byte)).count();
    if blanks == 0 || count_lines(rest.get(..blanks)?).0 > 1 {
        return None;
    }
    let word = rest.get(blanks..)?;
    let length = word_length(word);
    let is_number = word.get(..length)?.iter().all(u8::is_ascii_digit) && word.get(length) == Some(&b'.');
    (length > 0 && !is_number).then(|| Span::new(from + blanks, from + blanks + length))
}

/// Whether two words may be parts of one move: the first is not a whole move, or the second cannot begin one.
pub(crate) fn may_be_joined(first: &str, second: &str) -> bool {
    let is_whole = matches!(
        first.trim_end_matches(['+', '#']).as_bytes(),
        [.., b'a'..=b'h', b'1'..=b'8'] | [b'O' | b'o' | b'0', b'-', b'O' | b'o' | b'0']
    );
    // `00`, `OOO`: castling, even if it is illegal here. `00 d4` is not a split `d4`.
    let is_castling = first.len() > 1 && first.bytes().all(|byte| matches!(byte, b'0' | b'O' | b'o'));
    !(is_whole || is_castling) || second.starts_with(['x', ':', '-', '=', '/', '+', '#'])
}

/// Whether a word marks the check or mate of the move before it: `Qh5 mate`.
pub(super) fn is_check_word(word: &[u8]) -> bool {
    ["ch", "check", "mate", "checkmate"].iter().any(|mark| word.eq_ignore_ascii_case(mark.as_bytes()))
}
