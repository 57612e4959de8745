//! Positions: the content of a FEN, and what a board needs to show and to accept moves.

use pinsight_rules::{ByColor, ByRole, CastlingMode, Color as Side, EnPassantMode, Move};
use serde::Serialize;
use utoipa::ToSchema;

use crate::map::Map;
use crate::piece::{Color, Role, Square};
use crate::pin::WordedPin;
use crate::result::GameResult;

/// A position with the content of its FEN, and whether the game is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Position {
    /// The position as a FEN.
    pub fen: String,
    /// The side to move.
    pub turn: Color,
    /// The castling rights.
    pub castling: CastlingRights,
    /// The en passant square.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the next move.
    pub fullmove_number: u16,
    /// The letter of the piece on each occupied square; upper case is White.
    #[schema(value_type = BTreeMap<String, String>)]
    pub squares: Map<Square, char>,
    /// The pieces that give check.
    pub checkers: Vec<Square>,
    /// The number of legal moves.
    pub legal_moves: usize,
    /// How the game ended.
    pub end: Option<End>,
}

/// The castling rights of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct CastlingRights {
    /// The rights of White.
    pub white: CastlingRooks,
    /// The rights of Black.
    pub black: CastlingRooks,
}

/// The rooks that one side may castle with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct CastlingRooks {
    /// The rook towards the h-file.
    pub king_side: Option<Square>,
    /// The rook towards the a-file.
    pub queen_side: Option<Square>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct End {
    /// The result.
    pub result: GameResult,
    /// Why: `checkmate`.
    pub termination: String,
    /// Both in words: `0-1 by checkmate`.
    pub text: String,
}

impl From<pinsight_rules::End> for End {
    fn from(end: pinsight_rules::End) -> Self {
        Self {
            result: end.outcome.into(),
            termination: end.termination.name().to_owned(),
            text: end.to_string(),
        }
    }
}

impl From<&pinsight_rules::Position> for Position {
    fn from(position: &pinsight_rules::Position) -> Self {
        let rooks = |color| {
            let rook = |side| position.castling_right(color, side).map(Square);
            CastlingRooks {
                king_side: rook(pinsight_rules::CastlingSide::KingSide),
                queen_side: rook(pinsight_rules::CastlingSide::QueenSide),
            }
        };
        let pieces = position.board().pieces();
        Self {
            fen: position.to_string(),
            turn: position.turn().into(),
            castling: CastlingRights { white: rooks(Side::White), black: rooks(Side::Black) },
            en_passant: position.en_passant(EnPassantMode::Fen).map(Square),
            halfmove_clock: position.halfmove_clock(),
            fullmove_number: position.fullmove_number(),
            squares: pieces.map(|(square, piece)| (square.into(), piece.letter())).collect(),
            checkers: position.checkers().into_iter().map(Square).collect(),
            legal_moves: position.count_legal_moves(),
            end: position.end().map(End::from),
        }
    }
}

/// A position of a game with all that a board needs to show it and to accept moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct BoardPosition {
    /// The position as a FEN.
    pub fen: String,
    /// The side to move.
    pub turn: Color,
    /// The square of the king in check.
    pub check: Option<Square>,
    /// For each square with a movable piece, the target squares in one string: `{"g1": "f3h3"}`.
    #[schema(value_type = BTreeMap<String, String>)]
    pub moves: Map<Square, String>,
    /// The moves that promote, without the piece: `e7e8`.
    pub promotions: Vec<String>,
    /// How the game ended.
    pub outcome: Option<End>,
    /// The reason for which a draw can be claimed.
    pub claim: Option<String>,
    /// The pieces that each side has lost since the start of the game.
    pub captured: Captured,
    /// Material in pawns, White's minus Black's.
    pub balance: i32,
    /// The pins on the board.
    pub pins: Vec<WordedPin>,
    /// The pins that the last move released, on the squares before it.
    pub released: Vec<WordedPin>,
}

/// The pieces that each side has lost, as letters, most valuable first: `qrbnp`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Captured {
    /// White's.
    pub white: String,
    /// Black's.
    pub black: String,
}

impl From<&ByColor<ByRole<u8>>> for Captured {
    fn from(lost: &ByColor<ByRole<u8>>) -> Self {
        let letters = |color: Side| -> String {
            let roles = pinsight_rules::Role::ALL.into_iter().rev();
            let letters = roles.flat_map(|role| {
                let letter = role.letter().to_ascii_lowercase();
                std::iter::repeat_n(letter, usize::from(lost[color][role]))
            });
            letters.collect()
        };
        Self { white: letters(Side::White), black: letters(Side::Black) }
    }
}

/// Returns [`BoardPosition::moves`] of `position`. A king castles by moving onto its rook or, except in Chess960, to
/// its target square.
pub fn destinations(position: &pinsight_rules::Position) -> Map<Square, String> {
    let chess960 = position.castling_mode() == CastlingMode::Chess960;
    let moves = position.legal_moves();
    let targets = |mv: &Move| {
        let onto_rook = mv.castling_rook().map(|(rook, _)| rook);
        let to = (!chess960 || onto_rook.is_none()).then_some(mv.to());
        [onto_rook, to].into_iter().flatten().map(move |to| (mv.from(), to)).collect::<Vec<_>>()
    };
    let pairs = square_pairs(moves.iter().flat_map(targets));
    let groups = pairs.chunk_by(|one, two| one.0 == two.0);
    let targets = |group: &[(_, pinsight_rules::Square)]| {
        group.iter().map(|(_, to)| to.to_string()).collect::<String>()
    };
    groups.filter_map(|group| Some((group.first()?.0.into(), targets(group)))).collect()
}

/// Returns [`BoardPosition::promotions`] of `position`.
pub fn promotions(position: &pinsight_rules::Position) -> Vec<String> {
    let moves = position.legal_moves();
    let promoting = moves.iter().filter(|mv| mv.promotion().is_some());
    let pairs = square_pairs(promoting.map(|mv: &Move| (mv.from(), mv.to())));
    pairs.into_iter().map(|(from, to)| format!("{from}{to}")).collect()
}

/// Sorts pairs of squares and removes duplicates.
fn square_pairs<T: Ord>(pairs: impl Iterator<Item = (T, T)>) -> Vec<(T, T)> {
    let mut pairs: Vec<(T, T)> = pairs.collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// The position of a FEN.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct FenPosition {
    /// The position.
    #[serde(flatten)]
    pub position: BoardPosition,
    /// What was repaired in the FEN.
    pub notes: Vec<String>,
}

/// A position of a game of a file, one line of `pinsight fens --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct GamePosition<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// The number of the ply, from 1; 0 is the start.
    pub ply: usize,
    /// The move that led to the position.
    pub san: Option<&'a str>,
    /// The position as a FEN.
    pub fen: &'a str,
}

/// The final position of a game of a file, one line of `pinsight final --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct FinalPosition {
    /// The name of the file.
    pub file: String,
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// The tags of the game.
    #[schema(value_type = BTreeMap<String, String>)]
    pub tags: crate::Tags,
    /// The number of plies played.
    pub plies: usize,
    /// The result that the game states.
    pub result: GameResult,
    /// How the game ended on the board.
    pub end: Option<End>,
    /// The reason for which a draw can be claimed.
    pub claim: Option<String>,
    /// Whether the game was good, repaired or broken.
    pub verdict: crate::Verdict,
    /// The position; null if the game has no legal start.
    pub position: Option<Position>,
    /// The pieces and their squares.
    pub pieces: Option<PieceSquares>,
}

/// The squares of the pieces of each side by role, the king first, the squares sorted by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PieceSquares {
    /// White's.
    #[schema(value_type = BTreeMap<String, Vec<Square>>)]
    pub white: Map<Role, Vec<Square>>,
    /// Black's.
    #[schema(value_type = BTreeMap<String, Vec<Square>>)]
    pub black: Map<Role, Vec<Square>>,
}

impl From<&pinsight_rules::Board> for PieceSquares {
    fn from(board: &pinsight_rules::Board) -> Self {
        let side = |color| {
            let roles = pinsight_rules::Role::ALL.into_iter().rev();
            let squares = roles.map(|role| (role, board.by_piece(pinsight_rules::Piece { color, role })));
            let named = squares.filter(|(_, squares)| squares.any()).map(|(role, squares)| {
                let mut squares: Vec<_> = squares.into_iter().collect();
                squares.sort_unstable_by_key(pinsight_rules::Square::to_string);
                (role.into(), squares.into_iter().map(Square).collect())
            });
            named.collect()
        };
        Self { white: side(Side::White), black: side(Side::Black) }
    }
}
