//! Late move reductions.

/// The binary logarithm in 256ths, linearly interpolated between powers of two: integers give the same result on every
/// machine.
const fn log2(n: u32) -> u32 {
    let whole = n.ilog2();
    (whole << 8) + ((n << 8) >> whole) - 256
}

/// The reduction in half-moves for the move at position `number` (from 1) in the move order.
pub(super) fn reduction(depth: i32, number: usize) -> i32 {
    let depth = log2(depth.clamp(1, 64) as u32);
    let number = log2(number.clamp(1, 64) as u32);
    // A quarter of the product of the logarithms, rounded.
    ((depth * number / 4 + (1 << 15)) >> 16) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_with_depth_and_move_number() {
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
