//! Piece placement.

use core::fmt;

use crate::attacks::{
    self, Mover, bishop_attacks, diagonals, king_attacks, knight_attacks, orthogonals, pawn_attacks,
    rook_attacks,
};
use crate::bitboard::draw;
use crate::{Bitboard, Color, File, Piece, Rank, Role, Square};

/// The pieces on their squares, in any arrangement, legal or not.
///
/// A square is encoded in four bits, each stored as a bitboard: black, orthogonal slider, diagonal slider, leaper. A
/// queen has both slider bits. King and pawn use the two free combinations:
///
/// | piece | orthogonal | diagonal | leaper |
/// |---|---|---|---|
/// | rook | 1 | 0 | 0 |
/// | bishop | 0 | 1 | 0 |
/// | queen | 1 | 1 | 0 |
/// | knight | 0 | 0 | 1 |
/// | king | 1 | 0 | 1 |
/// | pawn | 0 | 1 | 1 |
///
/// A board has 32 bytes, a piece moves without a branch, and all diagonal sliders are one operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    black: Bitboard,
    orthogonal: Bitboard,
    diagonal: Bitboard,
    leaper: Bitboard,
}

/// For each mover the planes orthogonal, diagonal, leaper: empty if its role has that bit, full otherwise.
static OUTSIDE: [[Bitboard; 4]; 8] = {
    const IN: Bitboard = Bitboard::EMPTY;
    const OUT: Bitboard = Bitboard::FULL;
    let mut table = [[OUT, IN, IN, IN]; 8];
    table[Mover::KNIGHT.row()] = [OUT, OUT, IN, IN];
    table[Mover::BISHOP.row()] = [OUT, IN, OUT, IN];
    table[Mover::ROOK.row()] = [IN, OUT, OUT, IN];
    table[Mover::QUEEN.row()] = [IN, IN, OUT, IN];
    table[Mover::KING.row()] = [IN, OUT, IN, IN];
    table
};

impl Board {
    /// The empty board.
    pub const EMPTY: Self = Self::from_planes([Bitboard::EMPTY; 4]);

    /// Builds a board from its planes: orthogonal, diagonal, leaper, black.
    #[inline(always)]
    pub(crate) const fn from_planes([orthogonal, diagonal, leaper, black]: [Bitboard; 4]) -> Self {
        Self { black, orthogonal, diagonal, leaper }
    }

    /// Returns the starting position.
    pub fn start() -> Self {
        use Role::{Bishop, King, Knight, Queen, Rook};
        Self::from_back_rank([Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook])
    }

    /// Returns the start position with these pieces on the first rank of each side.
    pub(crate) fn from_back_rank(back: [Role; 8]) -> Self {
        let mut board = Self::EMPTY;
        for color in Color::ALL {
            for (file, role) in File::ALL.into_iter().zip(back) {
                board.set(Square::new(file, color.relative(Rank::First)), Piece::new(color, role));
                board.set(Square::new(file, color.relative(Rank::Second)), Piece::new(color, Role::Pawn));
            }
        }
        board
    }

    /// Returns the squares of all pieces.
    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.orthogonal.0 | self.diagonal.0 | self.leaper.0)
    }

    /// Returns the FEN letter of the piece on an occupied square.
    #[inline(always)]
    pub(crate) fn letter_at(&self, square: Square) -> u8 {
        // Indexed by the bits black, orthogonal, diagonal, leaper.
        const LETTERS: [u8; 16] = *b".NBPRKQ..nbprkq.";
        let planes = [self.black, self.orthogonal, self.diagonal, self.leaper];
        let bits = planes.iter().fold(0, |bits, plane| bits << 1 | (plane.0 >> square.index() & 1) as usize);
        LETTERS[bits & 15]
    }

    /// Returns the pieces of one side.
    #[inline(always)]
    pub fn by_color(&self, color: Color) -> Bitboard {
        match color {
            Color::White => self.occupied() - self.black,
            Color::Black => self.black,
        }
    }

    /// Returns the pieces of one role, of both sides.
    #[inline(always)]
    pub fn by_role(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => self.leaper & self.diagonal,
            Role::Knight => self.leaper - self.orthogonal - self.diagonal,
            Role::Bishop => self.diagonal - self.orthogonal - self.leaper,
            Role::Rook => self.orthogonal - self.diagonal - self.leaper,
            Role::Queen => self.orthogonal & self.diagonal,
            Role::King => self.leaper & self.orthogonal,
        }
    }

    /// Returns the pieces of the mover's role, of both sides, without a branch.
    #[inline(always)]
    pub(crate) fn by_mover(&self, mover: Mover) -> Bitboard {
        let [orthogonal, diagonal, leaper, _] = OUTSIDE[mover.row()];
        (self.orthogonal ^ orthogonal) & (self.diagonal ^ diagonal) & (self.leaper ^ leaper)
    }

    /// Like [`shifted`](Self::shifted), for a known colour and mover.
    #[inline(always)]
    #[must_use]
    pub(crate) fn moved(&self, color: Color, mover: Mover, from: Square, to: Square) -> Self {
        let [orthogonal, diagonal, leaper, _] = OUTSIDE[mover.row()];
        let target = Bitboard::from_square(to);
        let touched = target.with(from);
        let black = match color {
            Color::White => Bitboard::EMPTY,
            Color::Black => target,
        };
        Self {
            black: (self.black - touched) | black,
            orthogonal: (self.orthogonal - touched) | (target - orthogonal),
            diagonal: (self.diagonal - touched) | (target - diagonal),
            leaper: (self.leaper - touched) | (target - leaper),
        }
    }

    /// Returns the pieces of one colour and role.
    #[inline(always)]
    pub fn by_piece(&self, piece: Piece) -> Bitboard {
        self.by_role(piece.role) & self.by_color(piece.color)
    }

    /// Returns the pieces of the same colour and role as the one on `square`, without a branch.
    #[inline(always)]
    pub fn alike(&self, square: Square) -> Bitboard {
        // The squares whose bit equals that of `square`.
        let same = |plane: Bitboard| plane.0 ^ (plane.0 >> square as u32 & 1).wrapping_sub(1);
        let planes = same(self.orthogonal) & same(self.diagonal) & same(self.leaper) & same(self.black);
        Bitboard(planes) & self.occupied()
    }

    /// Returns the bishops and queens of both sides.
    #[inline(always)]
    pub fn diagonal_sliders(&self) -> Bitboard {
        self.diagonal - self.leaper
    }

    /// Returns the rooks and queens of both sides.
    #[inline(always)]
    pub fn orthogonal_sliders(&self) -> Bitboard {
        self.orthogonal - self.leaper
    }

    /// Returns the sliders of both sides that attack `square` on an empty board.
    #[inline(always)]
    pub(crate) fn sliders_in_line(&self, square: Square) -> Bitboard {
        diagonals(square) & self.diagonal_sliders() | orthogonals(square) & self.orthogonal_sliders()
    }

    /// Returns the piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let role = self.role_at(square)?;
        let color = if self.black.contains(square) { Color::Black } else { Color::White };
        Some(Piece { color, role })
    }

    /// Returns the role of the piece on a square.
    #[inline]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        let bit = |plane: Bitboard| plane.0 >> square as u32 & 1;
        match bit(self.orthogonal) | bit(self.diagonal) << 1 | bit(self.leaper) << 2 {
            0b001 => Some(Role::Rook),
            0b010 => Some(Role::Bishop),
            0b011 => Some(Role::Queen),
            0b100 => Some(Role::Knight),
            0b101 => Some(Role::King),
            0b110 => Some(Role::Pawn),
            _ => None,
        }
    }

    /// Returns the colour of the piece on a square.
    #[inline]
    pub fn color_at(&self, square: Square) -> Option<Color> {
        let color = if self.black.contains(square) { Color::Black } else { Color::White };
        self.occupied().contains(square).then_some(color)
    }

    /// Puts a piece on a square, replacing any piece there.
    #[inline(always)]
    pub fn set(&mut self, square: Square, piece: Piece) {
        self.remove(square);
        let here = Bitboard::from_square(square);
        if piece.color == Color::Black {
            self.black |= here;
        }
        if matches!(piece.role, Role::Rook | Role::Queen | Role::King) {
            self.orthogonal |= here;
        }
        if matches!(piece.role, Role::Bishop | Role::Queen | Role::Pawn) {
            self.diagonal |= here;
        }
        if matches!(piece.role, Role::Knight | Role::King | Role::Pawn) {
            self.leaper |= here;
        }
    }

    /// Removes the piece on a square.
    #[inline(always)]
    pub fn remove(&mut self, square: Square) {
        *self = self.without(square.into());
    }

    /// Returns the board without the pieces on `squares`.
    #[must_use]
    #[inline(always)]
    pub fn without(&self, squares: Bitboard) -> Self {
        self.map(|plane| plane - squares)
    }

    /// Returns the board with the piece on `from` moved to `to`, replacing any piece there.
    #[inline(always)]
    #[must_use]
    pub(crate) fn shifted(&self, from: Square, to: Square) -> Self {
        let kept = !(Bitboard::from_square(from) | Bitboard::from_square(to)).0;
        self.map(|plane| {
            let bit = plane.0 >> from as u32 & 1;
            Bitboard(plane.0 & kept | bit << to as u32)
        })
    }

    /// Changes each plane.
    #[inline(always)]
    fn map(&self, change: impl Fn(Bitboard) -> Bitboard) -> Self {
        Self::from_planes([self.orthogonal, self.diagonal, self.leaper, self.black].map(change))
    }

    /// Iterates over the pieces with their squares, from a1 to h8.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        let board = *self;
        self.occupied()
            .into_iter()
            .filter_map(move |square| board.piece_at(square).map(|piece| (square, piece)))
    }

    /// Returns the square of a side's king, the first if there are several.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.by_piece(Piece::new(color, Role::King)).first()
    }

    /// Returns the squares that the piece on `square` attacks.
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        self.piece_at(square)
            .map_or(Bitboard::EMPTY, |piece| attacks::attacks(piece, square, self.occupied()))
    }

    /// Returns the pieces of one side that attack a square, given a hypothetical occupancy.
    #[inline]
    pub fn attackers(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let attackers = pawn_attacks(!color, square) & self.by_role(Role::Pawn)
            | knight_attacks(square) & self.by_role(Role::Knight)
            | king_attacks(square) & self.by_role(Role::King)
            | bishop_attacks(square, occupied) & self.diagonal_sliders()
            | rook_attacks(square, occupied) & self.orthogonal_sliders();
        attackers & self.by_color(color) & occupied
    }

    /// Returns the board with colours swapped and ranks mirrored.
    #[must_use]
    pub fn flip_colors(&self) -> Self {
        let black = self.by_color(Color::White).flip_ranks();
        Self { black, ..self.map(Bitboard::flip_ranks) }
    }

    /// Returns the board with files mirrored.
    #[must_use]
    pub fn flip_files(&self) -> Self {
        self.map(Bitboard::flip_files)
    }
}

impl FromIterator<(Square, Piece)> for Board {
    fn from_iter<I: IntoIterator<Item = (Square, Piece)>>(pieces: I) -> Self {
        let mut board = Self::EMPTY;
        for (square, piece) in pieces {
            board.set(square, piece);
        }
        board
    }
}

impl fmt::Debug for Board {
    /// Draws the board, the eighth rank on top.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        draw(f, |square| self.piece_at(square).map_or('.', Piece::letter))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_and_remove_work_for_every_piece_on_every_square() {
        for square in Square::ALL {
            for color in Color::ALL {
                for role in Role::ALL {
                    let piece = Piece::new(color, role);
                    let mut board = Board::EMPTY;
                    board.set(square, piece);
                    assert_eq!(board.piece_at(square), Some(piece));
                    assert_eq!(board.by_piece(piece), square.into());
                    assert_eq!(board.alike(square), square.into());
                    assert_eq!(board.occupied(), square.into());
                    for other in Role::ALL.into_iter().filter(|&other| other != role) {
                        assert!(board.by_role(other).is_empty());
                    }
                    board.set(square, Piece::new(!color, Role::Queen));
                    assert_eq!(board.piece_at(square), Some(Piece::new(!color, Role::Queen)));
                    board.remove(square);
                    assert_eq!(board, Board::EMPTY);
                }
            }
        }
    }

    #[test]
    fn shifting_captures_the_piece_on_the_target() {
        let board = Board::start().shifted(Square::D1, Square::E7);
        assert_eq!(board.piece_at(Square::D1), None);
        assert_eq!(board.piece_at(Square::E7), Some(Piece::new(Color::White, Role::Queen)));
        assert_eq!(board.occupied().len(), 31);
        assert_eq!(board.by_color(Color::Black).len(), 15);
    }

    #[test]
    fn board_has_32_bytes() {
        assert_eq!(size_of::<Board>(), 32);
    }
}
