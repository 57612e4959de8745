//! Recognises input that is not PGN text by its first bytes.

/// The number of bytes examined.
pub(super) const HEAD: usize = 4096;

/// Fewer bytes than this are never taken for binary data.
const MIN_BINARY: usize = 256;

/// Describes content that cannot be read as PGN, and what to do with it; `None` for text.
pub(super) fn refusal(head: &[u8]) -> Option<String> {
    const PACKED: &str = "unpack it first";
    const OTHER: &str = "expected PGN text";
    let (kind, advice) = match head {
        _ if head.get(257..262) == Some(b"ustar") => ("a tar archive", PACKED),
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] | [b'P', b'K', 7, 8, ..] => ("a zip archive", PACKED),
        [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => ("an xz file", PACKED),
        [b'7', b'z', 0xBC, 0xAF, 0x27, 0x1C, ..] => ("a 7z archive", PACKED),
        [b'R', b'a', b'r', b'!', 0x1A, 7, ..] => ("a RAR archive", PACKED),
        [0x04, 0x22, 0x4D, 0x18, ..] => ("an LZ4 file", PACKED),
        [b'P', b'A', b'R', b'1', ..] => ("a Parquet file", OTHER),
        [0x89, b'P', b'N', b'G', ..] => ("a PNG image", OTHER),
        [0xFF, 0xD8, 0xFF, ..] => ("a JPEG image", OTHER),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => ("a GIF image", OTHER),
        [b'%', b'P', b'D', b'F', b'-', ..] => ("a PDF document", OTHER),
        _ if head.starts_with(b"SQLite format 3\0") => ("an SQLite database", OTHER),
        _ if is_binary(head) => ("a binary file", OTHER),
        _ => return None,
    };
    Some(format!("this is {kind}; {advice}"))
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
}
