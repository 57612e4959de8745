//! Parquet's encoding of small numbers: runs of one number, and groups of eight with as few bits as they need.

/// Numbers in groups of eight have to be packed together.
const GROUP: usize = 8;

/// How many bits numbers up to this one need.
pub(super) fn bits_for(greatest: usize) -> u8 {
    (usize::BITS - greatest.leading_zeros()) as u8
}

/// Adds numbers of so many bits each.
pub(super) fn push_hybrid<N: Copy + Eq + Into<u32>>(out: &mut Vec<u8>, numbers: &[N], width: u8) {
    let mut rest = numbers;
    while let Some(&first) = rest.first() {
        let (groups, _) = rest.as_chunks::<GROUP>();
        let run = groups.iter().take_while(|group| is_run_of(group, first)).count() * GROUP;
        let behind = rest.get(run..).unwrap_or_default();
        let length = if behind.len() < GROUP && behind.iter().all(|&number| number == first) {
            // What is left is more of the same, and need not be a whole group.
            rest.len()
        } else {
            run
        };
        if length > 0 {
            push_run(out, first.into(), length, width);
            rest = rest.get(length..).unwrap_or_default();
            continue;
        }
        let unlike =
            groups.iter().take_while(|group| !group.first().is_some_and(|&first| is_run_of(group, first)));
        let length = unlike.count() * GROUP;
        // The last few are packed with those before them.
        let length = if rest.len() - length < GROUP { rest.len() } else { length };
        let (packed, behind) = rest.split_at(length);
        push_varint(out, packed.len().div_ceil(GROUP) << 1 | 1);
        push_packed(out, packed, width, packed.len().next_multiple_of(GROUP));
        rest = behind;
    }
}

#[inline(always)]
fn is_run_of<N: Copy + Eq>(group: &[N; GROUP], number: N) -> bool {
    // All eight are looked at, without a branch.
    group.iter().fold(true, |same, &other| same & (other == number))
}

fn push_run(out: &mut Vec<u8>, number: u32, length: usize, width: u8) {
    push_varint(out, length << 1);
    let bytes = number.to_le_bytes();
    out.extend_from_slice(bytes.get(..usize::from(width.div_ceil(8))).unwrap_or_default());
}

/// Adds so many numbers of so many bits each, of which those that are not given are zero. A multiple of eight.
pub(super) fn push_packed<N: Copy + Into<u32>>(out: &mut Vec<u8>, numbers: &[N], width: u8, count: usize) {
    let end = out.len() + count / GROUP * usize::from(width);
    let (groups, rest) = numbers.as_chunks::<GROUP>();
    let mut last = [0; GROUP];
    for (place, &number) in last.iter_mut().zip(rest) {
        *place = number.into();
    }
    let last = (!rest.is_empty()).then_some(last);
    let groups = groups.iter().map(|group| group.map(Into::into)).chain(last);
    match width {
        0 => {}
        1..=8 => groups.for_each(|group| pack_narrow(out, group, width)),
        9..=16 => groups.for_each(|group| pack_middle(out, group, width)),
        _ => groups.for_each(|group| pack_wide(out, group, width)),
    }
    out.resize(end, 0);
}

/// Eight numbers of up to eight bits.
#[inline(always)]
fn pack_narrow(out: &mut Vec<u8>, group: [u32; GROUP], width: u8) {
    let mut bits = 0u64;
    for number in group.into_iter().rev() {
        bits = bits << width | u64::from(number);
    }
    out.extend_from_slice(bits.to_le_bytes().get(..usize::from(width)).unwrap_or_default());
}

/// Eight numbers of up to sixteen bits.
#[inline(always)]
fn pack_middle(out: &mut Vec<u8>, group: [u32; GROUP], width: u8) {
    let mut bits = 0u128;
    for number in group.into_iter().rev() {
        bits = bits << width | u128::from(number);
    }
    out.extend_from_slice(bits.to_le_bytes().get(..usize::from(width)).unwrap_or_default());
}

/// Eight numbers of up to 32 bits.
fn pack_wide(out: &mut Vec<u8>, group: [u32; GROUP], width: u8) {
    let (mut bits, mut count) = (0u64, 0);
    for number in group {
        bits |= u64::from(number) << count;
        count += u32::from(width);
        while count >= 8 {
            out.push(bits as u8);
            bits >>= 8;
            count -= 8;
        }
    }
}

pub(super) fn push_varint(out: &mut Vec<u8>, mut number: usize) {
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
        push_hybrid(&mut bytes, &[0u32; 10_000], bits_for(0));
        assert_eq!(bytes.len(), 3);
        assert_eq!([bits_for(1), bits_for(2), bits_for(3), bits_for(4)], [1, 2, 2, 3]);
    }
}
