//! Parquet's encoding of small numbers: runs of one number, and groups of eight with as few bits as they need.

/// How many bits numbers up to this one need.
pub(crate) fn bits_for(greatest: usize) -> u8 {
    (usize::BITS - greatest.leading_zeros()) as u8
}

/// Adds numbers of so many bits each.
pub(crate) fn push_hybrid(out: &mut Vec<u8>, numbers: &[u32], width: u8) {
    let mut rest = numbers;
    while let Some(&first) = rest.first() {
        let equal = rest.iter().take_while(|&&number| number == first).count();
        // A run ends on a whole group: what follows may have to be packed in eights.
        let run = if equal == rest.len() { equal } else { equal & !7 };
        let (part, behind) = if run >= 8 || run == rest.len() {
            push_run(out, first, run, width);
            rest.split_at(run)
        } else {
            let (packed, behind) = rest.split_at(unlike(rest));
            push_packed(out, packed, width);
            (packed, behind)
        };
        debug_assert!(!part.is_empty(), "it goes on");
        rest = behind;
    }
}

/// How many numbers stand in groups of eight before the first group that begins a run; at least one group, or the rest.
fn unlike(numbers: &[u32]) -> usize {
    let groups = numbers.chunks(8).skip(1);
    let before = groups
        .take_while(|group| group.len() < 8 || group.iter().any(|number| Some(number) != group.first()));
    numbers.len().min(8 * (1 + before.count()))
}

fn push_run(out: &mut Vec<u8>, number: u32, length: usize, width: u8) {
    push_varint(out, length << 1);
    let bytes = number.to_le_bytes();
    out.extend_from_slice(bytes.get(..usize::from(width.div_ceil(8))).unwrap_or_default());
}

/// Groups of eight, the last one filled with zeros.
fn push_packed(out: &mut Vec<u8>, numbers: &[u32], width: u8) {
    push_varint(out, numbers.len().div_ceil(8) << 1 | 1);
    for group in numbers.chunks(8) {
        let (mut bits, mut count) = (0u64, 0);
        for place in 0..8 {
            bits |= u64::from(group.get(place).copied().unwrap_or_default()) << count;
            count += u32::from(width);
            while count >= 8 {
                out.push(bits as u8);
                bits >>= 8;
                count -= 8;
            }
        }
    }
}

fn push_varint(out: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reads as the format's description says.
    fn read(mut bytes: &[u8], width: u8, count: usize) -> Vec<u32> {
        let mut take = |length: usize| {
            let (taken, rest) = bytes.split_at(length);
            bytes = rest;
            taken
        };
        let mut numbers = Vec::new();
        while numbers.len() < count {
            let (mut header, mut shift) = (0usize, 0);
            loop {
                let byte = take(1)[0];
                header |= usize::from(byte & 0x7F) << shift;
                shift += 7;
                if byte < 0x80 {
                    break;
                }
            }
            if header & 1 == 0 {
                let value = take(usize::from(width).div_ceil(8))
                    .iter()
                    .rev()
                    .fold(0, |sum, &byte| sum << 8 | u32::from(byte));
                numbers.extend(std::iter::repeat_n(value, header >> 1));
            } else {
                let packed = take((header >> 1) * usize::from(width));
                let bit = |at: usize| u32::from(packed[at / 8] >> (at % 8) & 1);
                for number in 0..(header >> 1) * 8 {
                    let from = number * usize::from(width);
                    numbers.push((0..usize::from(width)).fold(0, |sum, at| sum | bit(from + at) << at));
                }
            }
        }
        assert!(bytes.is_empty(), "nothing is left");
        numbers.truncate(count);
        numbers
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            runs in proptest::collection::vec((0u32..1 << 20, 1usize..40), 0..60), width in 0u8..=20,
        ) {
            let mask = (1u32 << width) - 1;
            let numbers: Vec<u32> = runs.iter().flat_map(|&(number, length)| std::iter::repeat_n(number & mask, length)).collect();
            let mut bytes = Vec::new();
            push_hybrid(&mut bytes, &numbers, width);
            prop_assert_eq!(read(&bytes, width, numbers.len()), numbers);
        }
    }

    #[test]
    fn a_column_of_one_text_takes_no_room() {
        let mut bytes = Vec::new();
        push_hybrid(&mut bytes, &[0; 10_000], bits_for(0));
        assert_eq!(bytes.len(), 3);
        assert_eq!([bits_for(1), bits_for(2), bits_for(3), bits_for(4)], [1, 2, 2, 3]);
    }
}
