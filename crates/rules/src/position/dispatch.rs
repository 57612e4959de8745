//! The hot loops, compiled twice and chosen at run time.
//!
//! A default build may only use the instructions of the oldest x86-64, where counting the bits of a set takes a dozen
//! operations instead of one. Here the same generic code is compiled a second time for x86-64-v3, and each call takes
//! the version that the processor can run. `make bench` shows what that is worth; see `docs/speed.md`.
//!
//! This is the only module of the crate with `unsafe`: calling a function with more instructions than the caller has
//! is sound only on a processor that has them, and each block stands behind the test for just that.
#![allow(unsafe_code, reason = "each block stands behind the test of the processor")]

use super::Position;
use super::movegen::{All, Captures, Count, Filter, From, Sink};
use super::side::{Black, White};
use crate::{Color, MoveList, MoveSets};

/// Whether the processor has what the second version uses; a constant if the whole build may use it.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn has_v3() -> bool {
    is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2")
}

macro_rules! compiled_twice {
    ($name:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)? $body:block) => {
        #[inline]
        pub(super) fn $name($($argument: $kind),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
                fn v3($($argument: $kind),*) $(-> $result)? $body
                if has_v3() {
                    // SAFETY: the processor has the instructions, as just tested.
                    return unsafe { v3($($argument),*) };
                }
            }
            $body
        }
    };
}

compiled_twice!(count(position: &Position) -> usize {
    let mut count = Count::default();
    generate(position, All, &mut count);
    count.0
});

compiled_twice!(list(position: &Position, moves: &mut MoveList) {
    generate(position, All, moves);
});

compiled_twice!(sets(position: &Position, sets: &mut MoveSets) {
    generate(position, All, sets);
});

compiled_twice!(list_captures(position: &Position, moves: &mut MoveList) {
    generate(position, Captures, moves);
});

compiled_twice!(list_from(position: &Position, from: From, moves: &mut MoveList) {
    generate(position, from, moves);
});

#[inline(always)]
fn generate(position: &Position, filter: impl Filter, sink: &mut impl Sink) {
    match position.turn {
        Color::White => position.generate::<White, _>(filter, sink),
        Color::Black => position.generate::<Black, _>(filter, sink),
    }
}
