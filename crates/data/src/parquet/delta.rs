//! Parquet's encoding of numbers by their differences, and of texts by what they have in common with the one before.

use super::hybrid::{bits_for, push_packed, push_varint};

/// So many differences stand in a block.
const BLOCK: usize = 128;
/// So many of them have their own width.
const MINIBLOCK: usize = 32;

/// Adds texts: how long each begins like the one before, how long the rest is, and all the rests.
pub(super) fn push_texts(out: &mut Vec<u8>, texts: &[&[u8]]) {
    let mut before: &[u8] = &[];
    let shared = texts.iter().map(|text| common(std::mem::replace(&mut before, text), text) as i64);
    let shared: Vec<i64> = shared.collect();
    let rests = texts.iter().zip(&shared).map(|(text, &same)| text.get(same as usize..).unwrap_or_default());
    push_numbers(out, &shared);
    push_numbers(out, &rests.clone().map(|rest| rest.len() as i64).collect::<Vec<_>>());
    rests.for_each(|rest| out.extend_from_slice(rest));
}

/// How long two texts begin alike.
fn common(one: &[u8], other: &[u8]) -> usize {
    let words = one.as_chunks::<8>().0.iter().zip(other.as_chunks::<8>().0);
    let same = 8 * words.take_while(|(one, other)| one == other).count();
    let rest = one.iter().zip(other).skip(same);
    same + rest.take_while(|(one, other)| one == other).count()
}

/// Adds numbers, none of which is further from another than 31 bits tell.
pub(super) fn push_numbers(out: &mut Vec<u8>, numbers: &[i64]) {
    push_varint(out, BLOCK);
    push_varint(out, BLOCK / MINIBLOCK);
    push_varint(out, numbers.len());
    push_zigzag(out, numbers.first().copied().unwrap_or_default());
    let next = numbers.iter().skip(1);
    let differences: Vec<i64> = numbers.iter().zip(next).map(|(one, next)| next.wrapping_sub(*one)).collect();
    for block in differences.chunks(BLOCK) {
        let least = block.iter().copied().min().unwrap_or_default();
        push_zigzag(out, least);
        let mut packed = Vec::new();
        for place in 0..BLOCK / MINIBLOCK {
            let part = block.chunks(MINIBLOCK).nth(place).unwrap_or_default();
            let above: Vec<u32> = part.iter().map(|&difference| (difference - least) as u32).collect();
            let width = bits_for(above.iter().copied().max().unwrap_or_default() as usize);
            out.push(width);
            if !part.is_empty() {
                push_packed(&mut packed, &above, width, MINIBLOCK);
            }
        }
        out.append(&mut packed);
    }
}

fn push_zigzag(out: &mut Vec<u8>, number: i64) {
    push_varint(out, (number << 1 ^ number >> 63) as usize);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_begin_alike_up_to_the_first_difference() {
        let text = b"rnbqkbnr/pppppppp/8/8";
        for length in 0..text.len() {
            let mut other = text.to_vec();
            other[length] = b'?';
            assert_eq!(common(text, &other), length);
            assert_eq!(common(text, &text[..length]), length);
        }
        assert_eq!(common(text, text), text.len());
    }

    /// The example of the format's description, worked out by hand: 7, 5, 3, 1, 2, 3, 4, 5.
    #[test]
    fn numbers_are_as_the_format_says() {
        let mut out = Vec::new();
        push_numbers(&mut out, &[7, 5, 3, 1, 2, 3, 4, 5]);
        // 128 as a varint, 4 miniblocks, 8 numbers, 7 as zigzag; least difference -2, widths 2 0 0 0; of the differences
        // above the least 0 0 0 3 3 3 3 two bits each.
        let packed = [0b1100_0000, 0b0011_1111, 0, 0, 0, 0, 0, 0];
        let head = [0x80, 0x01, 4, 8, 14, 3, 2, 0, 0, 0];
        assert_eq!(out, [&head[..], &packed[..]].concat());
    }
}
