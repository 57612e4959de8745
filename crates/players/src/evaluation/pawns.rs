//! Pawn structure: passed, isolated, doubled, backward, phalanx and defended pawns.

use pinsight_rules::{Bitboard, Color, File, Square};

use super::terms::{self, Tally};

const NOT_A: u64 = !Bitboard::from_file(File::A).0;
const NOT_H: u64 = !Bitboard::from_file(File::H).0;

/// The adjacent squares on the same rank.
pub(super) const fn beside(set: Bitboard) -> Bitboard {
    Bitboard((set.0 & NOT_A) >> 1 | (set.0 & NOT_H) << 1)
}

/// The squares one step ahead.
pub(super) const fn ahead(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => Bitboard(set.0 << 8),
        Color::Black => Bitboard(set.0 >> 8),
    }
}

/// The squares that pawns attack.
pub(super) const fn attacked_by(color: Color, pawns: Bitboard) -> Bitboard {
    ahead(color, beside(pawns))
}

/// All squares ahead, to the edge of the board.
pub(super) const fn fill_ahead(color: Color, set: Bitboard) -> Bitboard {
    let mut all = set.0;
    match color {
        Color::White => {
            all |= all << 8;
            all |= all << 16;
            all |= all << 32;
            Bitboard(all << 8)
        }
        Color::Black => {
            all |= all >> 8;
            all |= all >> 16;
            all |= all >> 32;
            Bitboard(all >> 8)
        }
    }
}

/// All squares of the files that the set occupies.
pub(super) const fn files(set: Bitboard) -> Bitboard {
    let all = fill_ahead(Color::White, set).0 | set.0 | fill_ahead(Color::Black, set).0;
    Bitboard(all)
}

/// The square from the side's point of view: ranks are mirrored for Black.
pub(super) const fn relative(color: Color, square: Square) -> Square {
    match color {
        Color::White => square,
        Color::Black => square.flip_ranks(),
    }
}

/// Adds the terms of one side's pawns. `kings` are the own and the enemy king.
#[inline(always)]
pub(super) fn tally<T: Tally>(
    color: Color,
    ours: Bitboard,
    theirs: Bitboard,
    occupied: Bitboard,
    kings: (Square, Square),
    sum: &mut T,
) {
    let their_front = fill_ahead(!color, theirs);
    let stoppers = their_front | beside(their_front);
    let our_attacks = attacked_by(color, ours);
    // Squares that an own pawn defends or can advance to defend.
    let support = fill_ahead(color, our_attacks) | our_attacks;
    let our_front = fill_ahead(color, ours);
    let neighbours = beside(files(ours));
    for square in ours {
        let here = Bitboard::from_square(square);
        let rank = relative(color, square).rank().index();
        let doubled = here.intersects(fill_ahead(!color, ours));
        if !here.intersects(stoppers) && !doubled {
            sum.add(terms::PASSED + rank, color, 1);
            let next = ahead(color, here);
            if !next.intersects(occupied) {
                sum.add(terms::PASSED_FREE + rank, color, 1);
            }
            if rank >= 3 {
                let target = next.first().unwrap_or(square);
                sum.add(terms::PASSED_OWN_KING + kings.0.distance(target) as usize, color, 1);
                sum.add(terms::PASSED_OTHER_KING + kings.1.distance(target) as usize, color, 1);
            }
        }
        if here.intersects(beside(ours)) {
            sum.add(terms::PHALANX + rank, color, 1);
        }
        if here.intersects(our_attacks) {
            sum.add(terms::DEFENDED + rank, color, 1);
        }
        if !here.intersects(neighbours) {
            sum.add(terms::ISOLATED, color, 1);
        } else if !here.intersects(support) && ahead(color, here).intersects(attacked_by(!color, theirs)) {
            sum.add(terms::BACKWARD, color, 1);
        }
    }
    sum.add(terms::DOUBLED, color, (ours & our_front).len() as i32);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the shifts with squares found by coordinates.
    #[test]
    fn shifts_equal_steps_by_coordinates() {
        for square in Square::ALL {
            let here = Bitboard::from_square(square);
            let at = |steps: &[(i32, i32)]| -> Bitboard {
                steps.iter().filter_map(|&(files, ranks)| square.offset(files, ranks)).collect()
            };
            assert_eq!(beside(here), at(&[(-1, 0), (1, 0)]));
            for (color, up) in [(Color::White, 1), (Color::Black, -1)] {
                assert_eq!(ahead(color, here), at(&[(0, up)]));
                assert_eq!(attacked_by(color, here), at(&[(-1, up), (1, up)]));
                let way: Vec<(i32, i32)> = (1..8).map(|steps| (0, up * steps)).collect();
                assert_eq!(fill_ahead(color, here), at(&way));
            }
            assert_eq!(files(here), Bitboard::from_file(square.file()));
        }
    }
}
