//! Recognises input that is not PGN text by its first bytes.

/// The number of bytes examined.
pub(super) const HEAD: usize = 4096;

/// Fewer bytes than this are never taken for binary data.
const MIN_BINARY: usize = 256;

/// Describes content that cannot be read as PGN, and what to do with it; `None` for text.
pub(super) fn refusal(head: &[u8]) -> Option<String> {
    if let Some(archive) = archive(head) {
        return Some(format!("this is {archive}; unpack it first"));
    }
    if let Some(kind) = other_format(head) {
        return Some(format!("this is {kind}; expected PGN text"));
    }
    is_binary(head).then(|| "this is a binary file; expected PGN text".to_owned())
}

fn archive(head: &[u8]) -> Option<&'static str> {
    if head.get(257..262) == Some(b"ustar") {
        return Some("a tar archive");
    }
    Some(match head {
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] | [b'P', b'K', 7, 8, ..] => "a zip archive",
        [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => "an xz file",
        [b'7', b'z', 0xBC, 0xAF, 0x27, 0x1C, ..] => "a 7z archive",
        [b'R', b'a', b'r', b'!', 0x1A, 7, ..] => "a RAR archive",
        [0x04, 0x22, 0x4D, 0x18, ..] => "an LZ4 file",
        _ => return None,
    })
}

fn other_format(head: &[u8]) -> Option<&'static str> {
    Some(match head {
        [b'P', b'A', b'R', b'1', ..] => "a Parquet file",
        [0x89, b'P', b'N', b'G', ..] => "a PNG image",
        [0xFF, 0xD8, 0xFF, ..] => "a JPEG image",
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => "a GIF image",
        [b'%', b'P', b'D', b'F', b'-', ..] => "a PDF document",
        _ if head.starts_with(b"SQLite format 3\0") => "an SQLite database",
        _ => return None,
    })
}

/// Whether more than one byte in twenty is a control character that text does not contain. In random bytes, two are.
fn is_binary(head: &[u8]) -> bool {
    let is_control = |byte: &&u8| matches!(byte, 0x00..=0x08 | 0x0E..=0x1F);
    head.len() >= MIN_BINARY && head.iter().filter(is_control).count() * 20 > head.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_not_refused() {
        for text in ["", "1. e4 *", "PK", "% comment", "[Event \"\0\"]", "BM", "7z wins"] {
            assert_eq!(refusal(text.as_bytes()), None, "{text:?}");
        }
        let text = "1. e4 {Grünfeld — ♞} e5\n".repeat(200);
        assert_eq!(refusal(text.as_bytes()), None);
        let latin: Vec<u8> = (0x20..=0xFF).cycle().take(HEAD).collect();
        assert_eq!(refusal(&latin), None);
    }

    #[test]
    fn random_bytes_are_binary() {
        let mut state = 1u32;
        let bytes: Vec<u8> = std::iter::repeat_with(|| {
            // The generator of ANSI C.
            state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            (state >> 16) as u8
        })
        .take(HEAD)
        .collect();
        assert_eq!(refusal(&bytes).as_deref(), Some("this is a binary file; expected PGN text"));
    }
}
