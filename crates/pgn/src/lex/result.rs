//! Results, and words that resemble them.

use crate::result::GameResult;
use crate::text::{decode, is_dash};

/// No result is longer: `1/2–1/2` has 9 bytes.
const MAX_RESULT: usize = 16;

/// Parses a word as a result, and tells whether it is in the standard spelling.
pub(crate) fn result_of(word: &[u8]) -> Option<(GameResult, bool)> {
    if let Some(result) = GameResult::from_ascii(word) {
        return Some((result, true));
    }
    if word.len() > MAX_RESULT {
        return None;
    }
    if word == b"1/2" {
        return Some((GameResult::Draw, false));
    }
    if word.is_ascii() {
        return None;
    }
    // `½` alone is 0xBD in Latin-1.
    let text = decode(word).0;
    let plain: String = text.chars().map(|c| if is_dash(c) { '-' } else { c }).collect();
    let result = GameResult::from_ascii(plain.as_bytes());
    let half = matches!(plain.as_str(), "½-½" | "½");
    result.or(half.then_some(GameResult::Draw)).map(|result| (result, false))
}

/// Whether a word begins with castling in zeros: `0-0`, `0–0-0+`.
pub(super) fn castles_with_zeros(word: &[u8]) -> bool {
    let [b'0', rest @ ..] = word else {
        return false;
    };
    let after = match rest {
        [b'-', after @ ..] => after,
        [0xE2, 0x80 | 0x88, _, after @ ..] => after,
        _ => return false,
    };
    after.first() == Some(&b'0')
}
