//! Finds the multipliers of `src/attacks/magic.rs`: for each square, one that sends every arrangement of blockers on
//! the square's lines to a slot whose attacks are right, in the fewest slots.
//!
//! `cargo run --release -p pinsight-rules --example find_magics` prints the two tables. The search starts from a fixed
//! seed, so it prints the same numbers each time.
#![allow(clippy::print_stdout, reason = "a program whose output is the point")]

use pinsight_rules::attacks::reach;
use pinsight_rules::{Color, Piece, Role, Square};

fn main() {
    let mut random = SplitMix(2026);
    for role in [Role::Bishop, Role::Rook] {
        println!("{role}:");
        for square in Square::ALL {
            println!("    0x{:016x},", find(role, square, &mut random));
        }
    }
}

fn find(role: Role, square: Square, random: &mut SplitMix) -> u64 {
    let reach = reach(Piece::new(Color::White, role), square);
    // The last square of a direction never blocks anything behind it.
    let mask = reach
        .directions()
        .iter()
        .flat_map(|squares| &squares[..squares.len() - 1])
        .fold(0, |mask, &square| mask | bit(square));
    let arrangements: Vec<(u64, u64)> = subsets(mask)
        .map(|occupied| {
            let attacks = reach.directions().iter().fold(0, |attacks, squares| {
                let seen =
                    squares.iter().position(|&s| occupied & bit(s) != 0).map_or(squares.len(), |i| i + 1);
                squares[..seen].iter().fold(attacks, |attacks, &s| attacks | bit(s))
            });
            (occupied, attacks)
        })
        .collect();
    let shift = 64 - mask.count_ones();
    let mut slots = vec![0; arrangements.len()];
    loop {
        let factor = random.next() & random.next() & random.next();
        if (factor.wrapping_mul(mask) >> 56).count_ones() < 6 {
            continue;
        }
        slots.fill(0);
        let fits = arrangements.iter().all(|&(occupied, attacks)| {
            let slot = &mut slots[(occupied.wrapping_mul(factor) >> shift) as usize];
            let free = *slot == 0 || *slot == attacks;
            *slot = attacks;
            free
        });
        if fits {
            return factor;
        }
    }
}

fn bit(square: Square) -> u64 {
    1 << square.index()
}

fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0u64);
    std::iter::from_fn(move || {
        let subset = next?;
        let following = subset.wrapping_sub(mask) & mask;
        next = (following != 0).then_some(following);
        Some(subset)
    })
}

struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
