//! Finds the terms of a position.

use pinsight_rules::attacks::{bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks};
use pinsight_rules::{Bitboard, Board, ByColor, Color, File, Piece, Position, Rank, Role, Square};

use super::pawns::{self, ahead, attacked_by, beside, files, fill_ahead, relative};
use super::terms::{self, Tally};

/// Pawns and attacks of one side.
#[derive(Clone, Copy, Default)]
struct Side {
    pawns: Bitboard,
    pawn_attacks: Bitboard,
    /// The squares around the king and the three squares two steps ahead of it.
    ring: Bitboard,
    /// Attacks by knights, bishops, rooks, queens.
    by_role: [Bitboard; 4],
    all: Bitboard,
    /// Squares attacked at least twice.
    twice: Bitboard,
}

const ROLES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
const MIDDLE_FILES: u64 = Bitboard::from_file(File::C).0
    | Bitboard::from_file(File::D).0
    | Bitboard::from_file(File::E).0
    | Bitboard::from_file(File::F).0;

/// Adds all terms of a position to `sum`, except the side to move.
pub(crate) fn tally<T: Tally>(position: &Position, sum: &mut T) {
    let board = position.board();
    let kings = ByColor::new_with(|color| position.king(color));
    let mut sides = ByColor::new_with(|color| Side::new(board, color, kings[color]));
    for color in Color::ALL {
        pieces(board, color, kings[color], &mut sides, sum);
        let both = (kings[color], kings[!color]);
        pawns::tally(color, sides[color].pawns, sides[!color].pawns, board.occupied(), both, sum);
        shelter(color, kings[color], &sides, sum);
        if board.by_piece(Piece::new(!color, Role::Queen)).any() {
            // Advanced kings are too rare to tune by rank.
            let rank = relative(color, kings[color]).rank().index().min(4);
            sum.add(terms::KING_RANK + rank, color, 1);
        }
    }
    for color in Color::ALL {
        threats(board, color, kings[!color], &sides, sum);
    }
}

impl Side {
    fn new(board: &Board, color: Color, king: Square) -> Self {
        let pawns = board.by_piece(Piece::new(color, Role::Pawn));
        let near = king_attacks(king);
        let pawn_attacks = attacked_by(color, pawns);
        Self {
            pawns,
            pawn_attacks,
            ring: near | ahead(color, near) | Bitboard::from_square(king),
            by_role: [Bitboard::EMPTY; 4],
            all: pawn_attacks | near,
            twice: pawn_attacks & near,
        }
    }

    fn attack(&mut self, role: usize, squares: Bitboard) {
        self.twice |= self.all & squares;
        self.all |= squares;
        self.by_role[role] |= squares;
    }
}

#[inline(always)]
fn pieces<T: Tally>(board: &Board, color: Color, king: Square, sides: &mut ByColor<Side>, sum: &mut T) {
    let occupied = board.occupied();
    let (us, them) = (sides[color], sides[!color]);
    let ours = board.by_color(color);
    // The mobility area: not attacked by an enemy pawn, not occupied by an own pawn or the king.
    let area = !(us.pawns | Bitboard::from_square(king) | them.pawn_attacks);
    let their_front = fill_ahead(!color, them.pawns);
    // Squares that no enemy pawn can ever attack.
    let holes = !(beside(their_front)) & !them.pawn_attacks;
    let outposts = holes & us.pawn_attacks & outpost_ranks(color);
    let mut ring_attackers = 0;
    for square in us.pawns {
        sum.add(terms::PIECE_SQUARE + relative(color, square).index(), color, 1);
    }
    sum.add(terms::PIECE_SQUARE + 64 * 5 + relative(color, king).index(), color, 1);
    for (index, role) in ROLES.into_iter().enumerate() {
        let all = board.by_role(role) & ours;
        for square in all {
            let attacks = match role {
                Role::Knight => knight_attacks(square),
                Role::Bishop => bishop_attacks(square, occupied),
                Role::Rook => rook_attacks(square, occupied),
                _ => queen_attacks(square, occupied),
            };
            sides[color].attack(index, attacks);
            sum.add(terms::PIECE_SQUARE + 64 * (index + 1) + relative(color, square).index(), color, 1);
            sum.add(terms::MOBILITY[index] + (attacks & area).len(), color, 1);
            let on_ring = (attacks & them.ring).len();
            if on_ring > 0 {
                ring_attackers += 1;
                sum.add(terms::KING_RING + index, color, on_ring as i32);
            }
        }
        match role {
            Role::Knight => sum.add(terms::KNIGHT_OUTPOST, color, (all & outposts).len() as i32),
            Role::Bishop => {
                sum.add(terms::BISHOP_OUTPOST, color, (all & outposts).len() as i32);
                sum.add(terms::BISHOP_PAIR, color, i32::from(all.more_than_one()));
            }
            Role::Rook => {
                let without_ours = all - files(us.pawns);
                let open = without_ours - files(them.pawns);
                sum.add(terms::ROOK_OPEN, color, open.len() as i32);
                sum.add(terms::ROOK_HALF_OPEN, color, (without_ours - open).len() as i32);
            }
            _ => {}
        }
    }
    sum.add(terms::KING_ATTACKERS + usize::min(ring_attackers, 7), color, 1);
}

/// The fourth to the sixth rank from the side's point of view.
const fn outpost_ranks(color: Color) -> Bitboard {
    let middle = Bitboard::from_rank(Rank::Fourth).0 | Bitboard::from_rank(Rank::Fifth).0;
    Bitboard(middle | Bitboard::from_rank(color.relative(Rank::Sixth)).0)
}

/// Pawn shelter: own pawns in front of the king, by file.
#[inline(always)]
fn shelter<T: Tally>(color: Color, king: Square, sides: &ByColor<Side>, sum: &mut T) {
    let pawns = sides[color].pawns;
    for column in [Some(king), king.offset(-1, 0), king.offset(1, 0)].into_iter().flatten() {
        let file = Bitboard::from_file(column.file());
        let first = ahead(color, Bitboard::from_square(column));
        let second = ahead(color, first);
        let class = if pawns.intersects(first) {
            1
        } else if pawns.intersects(second) {
            2
        } else if pawns.intersects(fill_ahead(color, Bitboard::from_square(column))) {
            3
        } else {
            0
        };
        sum.add(terms::SHELTER + class, color, 1);
        if !(pawns | sides[!color].pawns).intersects(file) {
            sum.add(terms::OPEN_BESIDE_KING, color, 1);
        }
    }
}

/// Threats against enemy pieces and the enemy king.
#[inline(always)]
fn threats<T: Tally>(board: &Board, color: Color, king: Square, sides: &ByColor<Side>, sum: &mut T) {
    let (us, them) = (&sides[color], &sides[!color]);
    let theirs = board.by_color(!color);
    let of = |role| board.by_role(role) & theirs;
    for (index, role) in ROLES.into_iter().enumerate() {
        sum.add(terms::PAWN_ATTACKS + index, color, (of(role) & us.pawn_attacks).len() as i32);
    }
    let minors = us.by_role[0] | us.by_role[1];
    sum.add(terms::MINOR_ATTACKS, color, (of(Role::Rook) & minors).len() as i32);
    sum.add(terms::MINOR_ATTACKS + 1, color, (of(Role::Queen) & minors).len() as i32);
    sum.add(terms::ROOK_ATTACKS, color, (of(Role::Queen) & us.by_role[2]).len() as i32);
    let hanging = theirs & (us.all - them.all).without(king);
    sum.add(terms::HANGING, color, hanging.len() as i32);

    // Safe checks: squares from which a piece gives check and cannot be captured, except by the unsupported king.
    let occupied = board.occupied();
    let (straight, slanted) = (rook_attacks(king, occupied), bishop_attacks(king, occupied));
    let ours = board.by_color(color);
    let defended = them.all - (king_attacks(king) - them.twice);
    let safe = !ours & !defended | king_attacks(king) & us.twice & !them.twice & !ours;
    let from = [knight_attacks(king), slanted, straight, straight | slanted];
    for (index, squares) in from.into_iter().enumerate() {
        sum.add(terms::SAFE_CHECK + index, color, (squares & us.by_role[index] & safe).len() as i32);
    }
    let weak = king_attacks(king) & us.all & !(them.twice | them.pawn_attacks);
    sum.add(terms::WEAK_RING, color, weak.len() as i32);

    let behind = fill_ahead(!color, us.pawns);
    let space = behind & Bitboard(MIDDLE_FILES) & !them.pawn_attacks & !us.pawns & !them.all;
    sum.add(terms::SPACE, color, space.len() as i32);
}
