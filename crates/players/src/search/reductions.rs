//! How much less deep late moves are looked at.

/// The logarithm to the base of two, in 256ths; straight lines between powers of two, so that it is the same on every
/// machine.
const fn log2(n: u32) -> u32 {
    let whole = n.ilog2();
    (whole << 8) + ((n << 8) >> whole) - 256
}

/// So many half-moves less, for the move of that number, from 1.
pub(super) fn reduction(depth: i32, number: usize) -> i32 {
    let depth = log2(depth.clamp(1, 64) as u32);
    let number = log2(number.clamp(1, 64) as u32);
    // A quarter of the product of the logarithms, and a half.
    ((depth * number / 4 + (1 << 15)) >> 16) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_and_deeper_means_less() {
        assert_eq!(reduction(1, 1), 0);
        for depth in 2..64 {
            for number in 2..64 {
                assert!(reduction(depth, number) >= reduction(depth - 1, number));
                assert!(reduction(depth, number) >= reduction(depth, number - 1));
                assert!(reduction(depth, number) < depth.max(2));
            }
        }
    }
}
