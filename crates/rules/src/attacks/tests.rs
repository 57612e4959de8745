use super::walker::{self, BISHOP_STEPS, KING_STEPS, ROOK_STEPS};
use super::*;

/// Iterates over all subsets of `lines`.
fn arrangements(lines: Bitboard) -> impl Iterator<Item = Bitboard> {
    let mut next = Some(0u64);
    std::iter::from_fn(move || {
        let subset = next?;
        let following = subset.wrapping_sub(lines.0) & lines.0;
        next = (following != 0).then_some(following);
        Some(Bitboard(subset))
    })
}

#[test]
fn slider_attacks_equal_the_walker_for_every_square_and_all_blockers() {
    for square in Square::ALL {
        for (role, lines, steps) in
            [(Role::Bishop, diagonals(square), &BISHOP_STEPS), (Role::Rook, orthogonals(square), &ROOK_STEPS)]
        {
            for occupied in arrangements(lines) {
                let slow = Bitboard(walker::slides(square, steps, occupied.0));
                let fast = attacks(Piece::new(Color::White, role), square, occupied | !lines);
                assert_eq!(fast, slow, "{role} on {square}, occupied {occupied:?}");
            }
        }
    }
}

#[test]
fn leaper_attacks_follow_from_the_distances_of_files_and_ranks() {
    for from in Square::ALL {
        for to in Square::ALL {
            let files = (to.file() as i32 - from.file() as i32).abs();
            let ranks = to.rank() as i32 - from.rank() as i32;
            assert_eq!(knight_attacks(from).contains(to), files * ranks.abs() == 2, "{from} {to}");
            assert_eq!(king_attacks(from).contains(to), files.max(ranks.abs()) == 1, "{from} {to}");
            for (color, up) in [(Color::White, 1), (Color::Black, -1)] {
                assert_eq!(pawn_attacks(color, from).contains(to), (files, ranks) == (1, up), "{from} {to}");
            }
        }
    }
}

#[test]
fn between_line_and_ray_equal_the_walker() {
    for a in Square::ALL {
        let mut on_a_line = Bitboard::EMPTY;
        for step in KING_STEPS {
            let mut passed = Bitboard::EMPTY;
            for n in 1..8 {
                let Some(b) = a.offset(n * step.0, n * step.1) else {
                    break;
                };
                let ahead = Bitboard(walker::slide(a, step, 0));
                let back = Bitboard(walker::slide(a, (-step.0, -step.1), 0));
                assert_eq!(between(a, b), passed);
                assert_eq!(line(a, b), ahead | back | a.into());
                assert_eq!(ray(a, b), ahead);
                passed = passed.with(b);
                on_a_line = on_a_line.with(b);
            }
        }
        assert_eq!(on_a_line, queen_attacks(a, Bitboard::EMPTY));
        for b in !on_a_line {
            assert!(between(a, b).is_empty() && line(a, b).is_empty() && ray(a, b).is_empty());
        }
    }
    assert!(aligned(Square::A1, Square::C3, Square::H8));
    assert!(!aligned(Square::A1, Square::C3, Square::H7));
}
