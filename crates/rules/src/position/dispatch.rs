//! Move generation compiled twice and dispatched by CPU features at run time.
//!
//! A default build targets baseline x86-64, where a population count takes a dozen operations instead of one. The same
//! generic code is compiled again with newer instructions. `docs/speed.md` has the gain.
//!
//! The only module of the crate with `unsafe`: calling a function with `target_feature` is sound only on a CPU that has
//! the features.
#![allow(unsafe_code, reason = "each call follows the detection of its CPU features")]

use super::Position;
use super::movegen::{Count, Sink};
use super::side::{Black, White};
use crate::{Bitboard, Color, MoveList, MoveSets, Role};

macro_rules! compiled_twice {
    ($name:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)? $body:block) => {
        #[inline]
        pub(super) fn $name($($argument: $kind),*) $(-> $result)? {
            // One list for detection and code generation, so that no feature is used undetected.
            compiled_twice!(
                @for ["popcnt" "bmi1" "bmi2" "lzcnt"] ($($argument: $kind),*) $(-> $result)? $body
            );
            $body
        }
    };
    (@for [$($feature:tt)+] ($($argument:ident: $kind:ty),*) $(-> $result:ty)? $body:block) => {
        #[cfg(target_arch = "x86_64")]
        {
            $(#[target_feature(enable = $feature)])+
            fn v3($($argument: $kind),*) $(-> $result)? $body
            // A constant if the build enables the features.
            if $(is_x86_feature_detected!($feature))&&+ {
                // SAFETY: the CPU has the features, as just detected.
                return unsafe { v3($($argument),*) };
            }
        }
    };
}

compiled_twice!(count(position: &Position) -> usize {
    let mut count = Count::default();
    generate::<false>(position, Bitboard::FULL, &mut count);
    count.0
});

compiled_twice!(list(position: &Position, moves: &mut MoveList) {
    generate::<false>(position, Bitboard::FULL, moves);
});

compiled_twice!(sets(position: &Position, sets: &mut MoveSets) {
    let ours = position.board.by_color(position.turn);
    let count = |role| (position.board.by_role(role) & ours).len();
    if MoveSets::fits(ours.len(), count(Role::Pawn), count(Role::Queen)) {
        generate::<false>(position, Bitboard::FULL, sets);
    } else {
        list_into_sets(position, sets);
    }
});

compiled_twice!(list_captures(position: &Position, moves: &mut MoveList) {
    generate::<true>(position, Bitboard::FULL, moves);
});

compiled_twice!(list_from(position: &Position, from: Bitboard, moves: &mut MoveList) {
    generate::<false>(position, from, moves);
});

#[inline(always)]
fn generate<const CAPTURES: bool>(position: &Position, origins: Bitboard, sink: &mut impl Sink) {
    match position.turn {
        Color::White => position.generate::<White, CAPTURES>(origins, sink),
        Color::Black => position.generate::<Black, CAPTURES>(origins, sink),
    }
}

#[cold]
#[inline(never)]
fn list_into_sets(position: &Position, sets: &mut MoveSets) {
    sets.set_listed(&position.legal_moves());
}
