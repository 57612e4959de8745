//! Pieces on squares.

use core::fmt;

use crate::attacks::{self, Mover, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use crate::{Bitboard, Color, File, Piece, Rank, Role, Square};

/// Which piece stands on which square; any arrangement, possible or not.
///
/// Four bits tell what stands on a square, and the board keeps each of the four as a set of squares: black or not,
/// moves along ranks and files, moves along diagonals, leaps. A queen does both of the middle ones; the leapers use
/// the two free combinations:
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
/// So a board is 32 bytes, a piece moves without a branch, and "all sliders of the diagonals" is one operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    black: Bitboard,
    orthogonal: Bitboard,
    diagonal: Bitboard,
    leaper: Bitboard,
}

/// For each mover the planes orthogonal, diagonal, leaper: full where its role is not in the plane, empty where it is.
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
    /// No pieces.
    pub const EMPTY: Self = Self {
        black: Bitboard::EMPTY,
        orthogonal: Bitboard::EMPTY,
        diagonal: Bitboard::EMPTY,
        leaper: Bitboard::EMPTY,
    };

    /// The board of its sets of squares: orthogonal, diagonal, leaper, black.
    #[inline(always)]
    pub(crate) const fn from_planes([orthogonal, diagonal, leaper, black]: [Bitboard; 4]) -> Self {
        Self { black, orthogonal, diagonal, leaper }
    }

    /// The pieces as they stand before the first move.
    pub fn start() -> Self {
        use Role::{Bishop, King, Knight, Queen, Rook};
        let back = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
        let mut board = Self::EMPTY;
        for color in Color::ALL {
            for (file, role) in File::ALL.into_iter().zip(back) {
                board.set(Square::new(file, color.relative(Rank::First)), Piece::new(color, role));
                board.set(Square::new(file, color.relative(Rank::Second)), Piece::new(color, Role::Pawn));
            }
        }
        board
    }

    /// All pieces.
    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.orthogonal.0 | self.diagonal.0 | self.leaper.0)
    }

    /// The letter of the piece on an occupied square, as FEN writes it.
    #[inline(always)]
    pub(crate) fn letter_at(&self, square: Square) -> u8 {
        // By the bits black, orthogonal, diagonal, leaper.
        const LETTERS: [u8; 16] = *b".NBPRKQ..nbprkq.";
        let planes = [self.black, self.orthogonal, self.diagonal, self.leaper];
        let bits = planes.iter().fold(0, |bits, plane| bits << 1 | (plane.0 >> square.index() & 1) as usize);
        LETTERS[bits & 15]
    }

    /// All pieces of one side.
    #[inline(always)]
    pub fn by_color(&self, color: Color) -> Bitboard {
        match color {
            Color::White => self.occupied() - self.black,
            Color::Black => self.black,
        }
    }

    /// All pieces of one role, of both sides.
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

    /// The pieces of the mover's role, without a branch on it.
    #[inline(always)]
    pub(crate) fn by_mover(&self, mover: Mover) -> Bitboard {
        let [orthogonal, diagonal, leaper, _] = OUTSIDE[mover.row()];
        (self.orthogonal ^ orthogonal) & (self.diagonal ^ diagonal) & (self.leaper ^ leaper)
    }

    /// The board after the mover, of that colour, went from one square to another: [`shifted`](Self::shifted) for who
    /// knows what stands there.
    #[inline(always)]
    #[must_use]
    pub(crate) fn moved(&self, color: Color, mover: Mover, from: Square, to: Square) -> Self {
        let [orthogonal, diagonal, leaper, _] = OUTSIDE[mover.row()];
        let arrives = Bitboard::from_square(to);
        let touched = arrives.with(from);
        let black = match color {
            Color::White => Bitboard::EMPTY,
            Color::Black => arrives,
        };
        Self {
            black: (self.black - touched) | black,
            orthogonal: (self.orthogonal - touched) | (arrives - orthogonal),
            diagonal: (self.diagonal - touched) | (arrives - diagonal),
            leaper: (self.leaper - touched) | (arrives - leaper),
        }
    }

    /// All pieces of one colour and role.
    #[inline(always)]
    pub fn by_piece(&self, piece: Piece) -> Bitboard {
        self.by_role(piece.role) & self.by_color(piece.color)
    }

    /// All pieces of the same colour and role as the one on a square; none if it is empty. Costs no branch on the role.
    #[inline(always)]
    pub fn alike(&self, square: Square) -> Bitboard {
        // Where a plane says the same as on the square.
        let same = |plane: Bitboard| plane.0 ^ (plane.0 >> square as u32 & 1).wrapping_sub(1);
        let planes = same(self.orthogonal) & same(self.diagonal) & same(self.leaper) & same(self.black);
        Bitboard(planes) & self.occupied()
    }

    /// Bishops and queens of both sides.
    #[inline(always)]
    pub fn diagonal_sliders(&self) -> Bitboard {
        self.diagonal - self.leaper
    }

    /// Rooks and queens of both sides.
    #[inline(always)]
    pub fn orthogonal_sliders(&self) -> Bitboard {
        self.orthogonal - self.leaper
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let role = self.role_at(square)?;
        let color = if self.black.contains(square) { Color::Black } else { Color::White };
        Some(Piece { color, role })
    }

    /// The role of the piece on a square.
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

    /// The colour of the piece on a square.
    #[inline]
    pub fn color_at(&self, square: Square) -> Option<Color> {
        if !self.occupied().contains(square) {
            None
        } else if self.black.contains(square) {
            Some(Color::Black)
        } else {
            Some(Color::White)
        }
    }

    /// Puts a piece on a square, in place of what stood there.
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

    /// Takes what stands on a square off the board.
    #[inline(always)]
    pub fn remove(&mut self, square: Square) {
        self.keep(!Bitboard::from_square(square));
    }

    /// The board without the pieces on those squares.
    #[must_use]
    pub fn without(mut self, squares: Bitboard) -> Self {
        self.keep(!squares);
        self
    }

    /// The board after what stands on one square went to another, in place of what stood there.
    #[inline(always)]
    #[must_use]
    pub(crate) fn shifted(&self, from: Square, to: Square) -> Self {
        let kept = !(Bitboard::from_square(from) | Bitboard::from_square(to)).0;
        let shift = |plane: Bitboard| {
            let bit = plane.0 >> from as u32 & 1;
            Bitboard(plane.0 & kept | bit << to as u32)
        };
        Self {
            black: shift(self.black),
            orthogonal: shift(self.orthogonal),
            diagonal: shift(self.diagonal),
            leaper: shift(self.leaper),
        }
    }

    #[inline(always)]
    fn keep(&mut self, squares: Bitboard) {
        self.black &= squares;
        self.orthogonal &= squares;
        self.diagonal &= squares;
        self.leaper &= squares;
    }

    /// All pieces with their squares, from a1 to h8.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        let board = *self;
        self.occupied()
            .into_iter()
            .filter_map(move |square| board.piece_at(square).map(|piece| (square, piece)))
    }

    /// The square of a side's king; if it has several, the first.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.by_piece(Piece::new(color, Role::King)).first()
    }

    /// What the piece on a square attacks; nothing if there is none.
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        self.piece_at(square)
            .map_or(Bitboard::EMPTY, |piece| attacks::attacks(piece, square, self.occupied()))
    }

    /// The pieces of one side that attack a square, with the given squares taken as occupied.
    ///
    /// Passing other squares than those occupied answers questions such as "and if this piece were not there".
    #[inline]
    pub fn attackers(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let attackers = pawn_attacks(!color, square) & self.by_role(Role::Pawn)
            | knight_attacks(square) & self.by_role(Role::Knight)
            | king_attacks(square) & self.by_role(Role::King)
            | bishop_attacks(square, occupied) & self.diagonal_sliders()
            | rook_attacks(square, occupied) & self.orthogonal_sliders();
        attackers & self.by_color(color) & occupied
    }

    /// The board with the colours changed and turned over, so that black's pieces become white's.
    #[must_use]
    pub fn flip_colors(&self) -> Self {
        Self {
            black: (self.occupied() - self.black).flip_ranks(),
            orthogonal: self.orthogonal.flip_ranks(),
            diagonal: self.diagonal.flip_ranks(),
            leaper: self.leaper.flip_ranks(),
        }
    }

    /// The board in the mirror: a and h change places.
    #[must_use]
    pub fn flip_files(&self) -> Self {
        Self {
            black: self.black.flip_files(),
            orthogonal: self.orthogonal.flip_files(),
            diagonal: self.diagonal.flip_files(),
            leaper: self.leaper.flip_files(),
        }
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
        for rank in Rank::ALL.into_iter().rev() {
            writeln!(f)?;
            for file in File::ALL {
                let piece = self.piece_at(Square::new(file, rank));
                write!(f, "{} ", piece.map_or('.', Piece::letter))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_on_every_square_is_found_again_and_leaves_without_a_trace() {
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
    fn shifting_takes_what_stood_there() {
        let board = Board::start().shifted(Square::D1, Square::E7);
        assert_eq!(board.piece_at(Square::D1), None);
        assert_eq!(board.piece_at(Square::E7), Some(Piece::new(Color::White, Role::Queen)));
        assert_eq!(board.occupied().len(), 31);
        assert_eq!(board.by_color(Color::Black).len(), 15);
    }

    #[test]
    fn the_start_has_what_it_should() {
        let board = Board::start();
        assert_eq!(board.occupied().len(), 32);
        assert_eq!(board.king(Color::Black), Some(Square::E8));
        assert_eq!(board.by_role(Role::Pawn).len(), 16);
        assert_eq!(board, board.flip_colors());
    }

    #[test]
    fn a_board_is_small() {
        assert_eq!(size_of::<Board>(), 32);
    }
}
