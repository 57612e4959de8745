use super::walker::{self, steps};
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
        for (role, lines) in [(Role::Bishop, diagonals(square)), (Role::Rook, orthogonals(square))] {
            for occupied in arrangements(lines) {
                let slow = Bitboard(walker::slides(square, steps(role), occupied.0));
                let fast = attacks(Piece::new(Color::White, role), square, occupied | !lines);
                assert_eq!(fast, slow, "{role} on {square}, occupied {occupied:?}");
            }
        }
    }
}

#[test]
fn leaper_attacks_equal_their_reach() {
    for square in Square::ALL {
        for role in [Role::Knight, Role::King] {
            let piece = Piece::new(Color::White, role);
            let reached: Bitboard = reach(piece, square).squares().collect();
            assert_eq!(attacks(piece, square, Bitboard::FULL), reached, "{role} on {square}");
        }
        for color in Color::ALL {
            let pawn = Piece::new(color, Role::Pawn);
            let captures: Bitboard =
                reach(pawn, square).squares().filter(|target| target.file() != square.file()).collect();
            assert_eq!(pawn_attacks(color, square), captures, "{pawn} on {square}");
        }
    }
}

#[test]
fn leaper_attacks_do_not_wrap_around_edges() {
    for square in Square::ALL {
        for role in [Role::Knight, Role::King] {
            for target in attacks(Piece::new(Color::White, role), square, Bitboard::EMPTY) {
                assert!(square.distance(target) <= 2, "{role} {square} {target}");
            }
        }
    }
    let h8_knight = Bitboard::from(Square::F7).with(Square::G6);
    assert_eq!(knight_attacks(Square::H8), h8_knight);
    let h8_king = Bitboard::from(Square::G8).with(Square::G7).with(Square::H7);
    assert_eq!(king_attacks(Square::H8), h8_king);
}

#[test]
fn reach_lists_each_direction_from_near_to_far() {
    let rook = reach(Piece::new(Color::White, Role::Rook), Square::D4);
    assert_eq!(rook.directions().len(), 4);
    for squares in rook.directions() {
        assert!(squares.is_sorted_by_key(|square| square.distance(Square::D4)));
    }
    assert_eq!(rook.directions()[1], [Square::D5, Square::D6, Square::D7, Square::D8]);
    let pawn = reach(Piece::new(Color::Black, Role::Pawn), Square::H7);
    assert_eq!(pawn.directions(), [vec![Square::H6, Square::H5], vec![Square::G6]]);
    assert_eq!(reach(Piece::new(Color::White, Role::Pawn), Square::A8).squares().count(), 0);
}

#[test]
fn between_line_and_ray_equal_the_walker() {
    for a in Square::ALL {
        let mut on_a_line = Bitboard::EMPTY;
        for &step in steps(Role::Queen) {
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
