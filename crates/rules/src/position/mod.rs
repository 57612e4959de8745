//! A legal position and its moves.

mod checks;
mod dispatch;
mod make;
mod movegen;
mod side;

pub use checks::KingPin;
pub(crate) use side::{Black, Side, White};

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::attacks::{diagonals, orthogonals};
use crate::fen::{CastlingNotation, EnPassantMode, Fen, FenError};
use crate::validate::{Legality, PositionError};
use crate::{
    Bitboard, Board, CastlingMode, CastlingSide, Color, File, Move, MoveList, MoveSets, Piece, Placed, Rank,
    Role, Setup, Square,
};

/// A legal position: a valid [`Setup`], or the result of a legal move.
///
/// Both sides have one king, and the side that just moved is not in check.
///
/// ```
/// use pinsight_rules::Position;
/// let start = Position::default();
/// assert_eq!(start.legal_moves().len(), 20);
/// let e4 = start.parse_move("e4")?;
/// let next = start.play(e4)?;
/// assert_eq!(next.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    castling: Bitboard,
    halfmove_clock: u16,
    fullmove_number: u16,
    turn: Color,
    en_passant: Option<Square>,
}

impl Position {
    /// Converts a valid setup.
    fn from_checked(setup: &Setup) -> Self {
        let Setup { board, turn, castling, en_passant, halfmove_clock, fullmove_number } = *setup;
        Self { board, castling, halfmove_clock, fullmove_number, turn, en_passant }
    }

    /// Returns the position as a setup, which can be edited.
    pub fn to_setup(&self) -> Setup {
        let Self { board, castling, halfmove_clock, fullmove_number, turn, en_passant } = *self;
        Setup { board, turn, castling, en_passant, halfmove_clock, fullmove_number }
    }

    /// Returns the board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the half-moves since the last capture or pawn move.
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Returns the number of the move, from 1.
    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Returns the castling rights of both sides, as the squares of their rooks.
    pub fn castling_rooks(&self) -> Bitboard {
        self.castling
    }

    /// Returns the rook of a castling right, whether castling is legal now or not.
    pub fn castling_right(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let king = self.king(color);
        let rooks = self.castling & Bitboard::from_rank(color.relative(Rank::First));
        rooks.into_iter().find(|&rook| CastlingSide::of(king, rook) == side)
    }

    /// Whether every right is that of standard chess: king on the e-file, rooks on the a- and h-files.
    pub fn has_standard_castling(&self) -> bool {
        self.castling.into_iter().all(|rook| {
            let color = if rook.rank() == Rank::First { Color::White } else { Color::Black };
            matches!(rook.file(), File::A | File::H) && self.king(color).file() == File::E
        })
    }

    /// Returns how UCI writes castling here: the standard way where possible.
    pub fn castling_mode(&self) -> CastlingMode {
        if self.has_standard_castling() { CastlingMode::Standard } else { CastlingMode::Chess960 }
    }

    /// Returns the en passant square.
    pub fn en_passant(&self, mode: EnPassantMode) -> Option<Square> {
        let target = self.en_passant?;
        let applies = match mode {
            EnPassantMode::Fen => true,
            EnPassantMode::XFen => self.en_passant_takers(target).any(),
            EnPassantMode::Legal => {
                self.legal_moves_of(self.en_passant_takers(target)).iter().any(|mv| mv.is_en_passant())
            }
        };
        applies.then_some(target)
    }

    fn en_passant_takers(&self, target: Square) -> Bitboard {
        let pawns = self.board.by_piece(Piece::new(self.turn, Role::Pawn));
        crate::attacks::pawn_attacks(!self.turn, target) & pawns
    }

    pub(crate) fn placed(&self, square: Square) -> Option<Placed> {
        self.board.piece_at(square).map(|piece| Placed { piece, square })
    }

    /// Returns the square of a side's king.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        let kings = self.board.by_piece(Piece::new(color, Role::King));
        Square::wrapping(kings.0.trailing_zeros())
    }

    /// Returns all legal moves, in no particular order.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        dispatch::list(self, &mut moves);
        moves
    }

    /// Returns all legal moves as sets of targets; cheaper if only a few moves are read.
    #[inline]
    pub fn legal_move_sets(&self) -> MoveSets {
        let mut sets = MoveSets::default();
        self.fill_move_sets(&mut sets);
        sets
    }

    /// Like [`legal_move_sets`](Self::legal_move_sets), written to `sets`, which saves a copy.
    #[inline]
    pub fn fill_move_sets(&self, sets: &mut MoveSets) {
        sets.clear();
        dispatch::sets(self, sets);
    }

    /// Returns the legal captures, en passant included.
    #[inline]
    pub fn legal_captures(&self) -> MoveList {
        let mut moves = MoveList::new();
        dispatch::list_captures(self, &mut moves);
        moves
    }

    /// Returns the legal moves of the piece on a square.
    #[inline]
    pub fn legal_moves_from(&self, square: Square) -> MoveList {
        self.legal_moves_of(square.into())
    }

    pub(crate) fn legal_moves_of(&self, squares: Bitboard) -> MoveList {
        let mut moves = MoveList::new();
        dispatch::list_from(self, squares, &mut moves);
        moves
    }

    /// Counts the legal moves; faster than listing them.
    #[inline]
    pub fn count_legal_moves(&self) -> usize {
        dispatch::count(self)
    }

    /// Whether the side to move has a legal move.
    pub fn has_legal_moves(&self) -> bool {
        // A pawn in no line with its king is not pinned: nearly always one of them can advance.
        let king = self.king(self.turn);
        let pawns =
            self.board.by_piece(Piece::new(self.turn, Role::Pawn)) - diagonals(king) - orthogonals(king);
        let (advance, is_safe) = match self.turn {
            Color::White => (White::ahead(pawns), self.is_safe::<White>(king, king, king)),
            Color::Black => (Black::ahead(pawns), self.is_safe::<Black>(king, king, king)),
        };
        is_safe && (advance - self.board.occupied()).any() || self.count_legal_moves() > 0
    }

    /// Whether the move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves_from(mv.from()).contains(&mv)
    }

    /// Returns the position after the move if it is legal.
    pub fn play(&self, mv: Move) -> Result<Self, IllegalMove> {
        if self.is_legal(mv) {
            Ok(self.play_unchecked(mv))
        } else {
            let reason = self.explain_move(mv.from(), mv.to(), mv.promotion()).err().map_or_else(
                || "the move belongs to another position".to_owned(),
                |refusal| refusal.to_string(),
            );
            Err(IllegalMove { mv, reason })
        }
    }

    /// Returns the position after a null move (`--` in PGN); `None` if the side to move is in check.
    pub fn pass(&self) -> Option<Self> {
        if self.in_check() {
            return None;
        }
        Some(Self {
            turn: !self.turn,
            en_passant: None,
            halfmove_clock: self.halfmove_clock.saturating_add(1),
            fullmove_number: self.fullmove_number.saturating_add(self.turn as u16),
            ..*self
        })
    }

    /// Whether the move is a capture.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        mv.capture_square().is_some_and(|square| self.board.occupied().contains(square))
    }

    /// Returns the piece that the move captures.
    pub fn captured(&self, mv: Move) -> Option<Piece> {
        self.board.piece_at(mv.capture_square()?)
    }

    /// Returns the position with colours swapped and ranks mirrored.
    #[must_use]
    pub fn flip_colors(&self) -> Self {
        Self::from_checked(&self.to_setup().flip_colors())
    }

    /// Returns the FEN, with castling rights as in X-FEN.
    pub fn fen(&self, mode: EnPassantMode) -> String {
        let setup = Setup { en_passant: self.en_passant(mode), ..self.to_setup() };
        setup.fen(CastlingNotation::XFen)
    }

    /// Returns the FEN, with castling rights as the files of the rooks.
    pub fn shredder_fen(&self, mode: EnPassantMode) -> String {
        let setup = Setup { en_passant: self.en_passant(mode), ..self.to_setup() };
        setup.fen(CastlingNotation::Shredder)
    }
}

impl Default for Position {
    /// Returns the starting position.
    fn default() -> Self {
        Self::from_checked(&Setup::start())
    }
}

impl fmt::Display for Position {
    /// Writes the FEN, with the en passant square after every double step.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.fen(EnPassantMode::Fen))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

/// Why a text is not a legal position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParsePositionError {
    /// The text is not a FEN.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The position is not legal.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl Setup {
    /// Returns the position, or all its faults.
    ///
    /// ```
    /// use pinsight_rules::{Legality, Setup};
    /// let setup: Setup = "QQQQQQQQ/QQQQQQQQ/8/8/8/5k2/8/K7 b - - 0 1".parse()?;
    /// assert!(setup.position(Legality::Strict).is_err_and(|error| error.is_playable()));
    /// assert!(setup.position(Legality::AllowImpossible).is_ok());
    /// # Ok::<(), pinsight_rules::FenError>(())
    /// ```
    pub fn position(&self, legality: Legality) -> Result<Position, PositionError> {
        if !self.is_obviously_valid() {
            let error = PositionError { faults: self.faults() };
            let accepted = match legality {
                Legality::Strict => error.faults.is_empty(),
                Legality::AllowImpossible => error.is_playable(),
            };
            if !accepted {
                return Err(error);
            }
        }
        Ok(Position::from_checked(self))
    }
}

impl TryFrom<Setup> for Position {
    type Error = PositionError;

    /// Accepts what [`Legality::Strict`] accepts.
    fn try_from(setup: Setup) -> Result<Self, PositionError> {
        setup.position(Legality::Strict)
    }
}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        Ok(Self::try_from(text.parse::<Fen>()?.setup)?)
    }
}

/// An illegal move and the reason.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{mv:?} is not legal: {reason}")]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// The reason.
    pub reason: String,
}
