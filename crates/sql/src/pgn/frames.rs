//! Frames of a zstd file (RFC 8878). `pzstd`, which lichess uses, writes many; each can be decompressed on its own.

const MAGIC: [u8; 4] = 0xFD2F_B528_u32.to_le_bytes();
/// The largest block.
const MAX_BLOCK: usize = 128 << 10;

/// Finds the first frame in a part of a file. `complete`: the file ends with this part.
///
/// The magic number may occur in compressed data, so the headers of all blocks up to the end of the bytes or of the frame
/// have to be valid, too.
pub(super) fn frame_start(bytes: &[u8], complete: bool) -> Option<usize> {
    let candidates = bytes.windows(MAGIC.len()).enumerate().filter(|(_, window)| *window == MAGIC);
    candidates.map(|(at, _)| at).find(|&at| bytes.get(at..).is_some_and(|frame| is_frame(frame, complete)))
}

/// Whether a frame, of which the end may be missing, has valid headers.
fn is_frame(frame: &[u8], complete: bool) -> bool {
    let Some(&descriptor) = frame.get(MAGIC.len()) else {
        return false;
    };
    let single_segment = descriptor & 0x20 != 0;
    let content_size = match descriptor >> 6 {
        0 => usize::from(single_segment),
        flag => 1 << flag,
    };
    let dictionary = [0, 1, 2, 4].get(usize::from(descriptor & 3)).copied().unwrap_or(0);
    let mut at = MAGIC.len() + 1 + usize::from(!single_segment) + dictionary + content_size;
    let mut blocks = 0;
    while let Some(&[a, b, c]) = frame.get(at..at + 3) {
        let header = u32::from_le_bytes([a, b, c, 0]) as usize;
        let (kind, size) = (header >> 1 & 3, header >> 3);
        if kind == 3 || size > MAX_BLOCK || descriptor & 0x08 != 0 {
            return false;
        }
        blocks += 1;
        at += 3 + if kind == 1 { 1 } else { size };
        if header & 1 == 1 {
            at += if descriptor & 0x04 != 0 { 4 } else { 0 };
            return match frame.get(at..) {
                Some([]) => true,
                Some(next) if next.len() < MAGIC.len() => !complete,
                // Another frame, or a skippable one.
                Some(next) => next.starts_with(&MAGIC) || next.get(1..4) == Some(&[0x2A, 0x4D, 0x18]),
                None => !complete,
            };
        }
    }
    blocks > 0 && !complete
}

#[cfg(test)]
mod tests {
    use pinsight_testkit::random::Random;

    use super::*;

    #[test]
    fn finds_every_frame_and_nothing_else() {
        let mut random = Random::new(1);
        let mut file = Vec::new();
        let mut starts = Vec::new();
        for length in [0, 1, 300, 5_000, 150_000, 7, 20_000] {
            starts.push(file.len());
            let mut content: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
            // Incompressible blocks contain the bytes as they are.
            content.extend(MAGIC);
            file.extend(zstd::encode_all(content.as_slice(), 1).expect("compressed"));
        }
        let expected = |from: usize| starts.iter().copied().find(|&start| start >= from);
        for from in (0..file.len()).step_by(4999).chain(starts.iter().flat_map(|&start| [start, start + 1])) {
            let found = frame_start(&file[from..], true).map(|at| from + at);
            assert_eq!(found, expected(from), "from {from}");
            // With fewer bytes: the same, or none.
            let found = frame_start(&file[from..file.len().min(from + 60_000)], false);
            assert!(found.is_none_or(|at| Some(from + at) == expected(from)), "from {from}");
        }
    }
}
