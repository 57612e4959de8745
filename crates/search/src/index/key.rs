//! Keys of pawn structures.

use pinsight_rules::Bitboard;

/// Returns the hash of the pawns of White and of Black. Part of the format: a change needs a new version.
pub(super) fn pawn_hash([white, black]: [Bitboard; 2]) -> u64 {
    mix(white.0 ^ mix(black.0))
}

/// Returns the key of a hash among `keys` keys.
pub(super) fn key_of(hash: u64, keys: u64) -> u64 {
    ((u128::from(hash) * u128::from(keys)) >> 64) as u64
}

/// The finaliser of SplitMix64.
fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mix_is_the_finaliser_of_split_mix_64() {
        // The first outputs for the seed 1234567, as published with the generator.
        let mut state: u64 = 1_234_567;
        for expected in [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423] {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            assert_eq!(mix(state), expected);
        }
    }

    #[test]
    fn keys_are_below_their_number() {
        assert_eq!(key_of(0, 10), 0);
        assert_eq!(key_of(u64::MAX, 10), 9);
        assert_eq!(key_of(u64::MAX, 1), 0);
    }
}
