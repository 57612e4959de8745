//! Finds the magic numbers of `src/attacks/magic.rs`.
//!
//! `cargo run --release -p pinsight-rules --example find_magics` prints the two tables. The seed is fixed, so the
//! output is reproducible.
#![allow(clippy::print_stdout, reason = "prints the tables")]

use pinsight_rules::{Role, Square};

fn main() {
    let mut random = SplitMix(2026);
    for role in [Role::Bishop, Role::Rook] {
        println!("{role}:");
        for square in Square::ALL {
            println!("    0x{:016x},", find(role, square, &mut random));
        }
    }
}

/// Finds a factor that maps all arrangements of blockers with different attacks to different slots.
fn find(role: Role, square: Square, random: &mut SplitMix) -> u64 {
    let directions = directions(role, square);
    // A blocker on the last square of a direction does not matter.
    let mask = directions
        .iter()
        .flat_map(|squares| &squares[..squares.len() - 1])
        .fold(0, |mask, &square| mask | bit(square));
    let arrangements: Vec<(u64, u64)> = subsets(mask)
        .map(|occupied| {
            let attacks = directions.iter().fold(0, |attacks, squares| {
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
            let is_free = *slot == 0 || *slot == attacks;
            *slot = attacks;
            is_free
        });
        if fits {
            return factor;
        }
    }
}

/// Returns the squares of each direction of a slider, from near to far.
fn directions(role: Role, square: Square) -> Vec<Vec<Square>> {
    let steps = match role {
        Role::Bishop => [(1, 1), (-1, 1), (-1, -1), (1, -1)],
        _ => [(1, 0), (0, 1), (-1, 0), (0, -1)],
    };
    let squares = |(files, ranks)| (1..8).map_while(|n| square.offset(n * files, n * ranks)).collect();
    steps.map(squares).into_iter().filter(|squares: &Vec<_>| !squares.is_empty()).collect()
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
