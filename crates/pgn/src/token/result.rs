//! Results, and what looks like them.

use crate::GameResult;

/// A result is never longer than this: `1/2–1/2` with room to spare.
const LONGEST_RESULT: usize = 16;

/// The result that a whole word spells, and whether as the standard does.
pub(crate) fn result_of(word: &[u8]) -> Option<(GameResult, bool)> {
    if let Some(result) = GameResult::from_ascii(word) {
        return Some((result, true));
    }
    if word.len() > LONGEST_RESULT {
        return None;
    }
    if word == b"1/2" {
        return Some((GameResult::Draw, false));
    }
    if word.is_ascii() {
        return None;
    }
    // Bytes that are no UTF-8 are Latin-1: `½` alone is 0xBD.
    let text = crate::text::decode(word).0;
    let plain: String = text.chars().map(|c| if is_dash(c) { '-' } else { c }).collect();
    let result = GameResult::from_ascii(plain.as_bytes());
    let half = matches!(plain.as_str(), "½-½" | "½");
    result.or(half.then_some(GameResult::Draw)).map(|result| (result, false))
}

/// Hyphens, dashes and the minus sign, which all stand for `-` here and there.
fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// `0-0`, `0–0-0+` and so on.
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
