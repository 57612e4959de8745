//! Encodes moves.

use pinsight_rules::{IllegalMove, Move, Position};
use thiserror::Error;

use crate::code;

/// The first byte: the standard start position.
pub(crate) const USUAL_START: u8 = 0;
/// The first byte: the length of a FEN in one byte and the FEN follow.
pub(crate) const OTHER_START: u8 = 1;

/// Why moves cannot be encoded.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UnplayableMoves {
    /// A move is illegal in its position.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// A null move of a side that is in check.
    #[error("a null move at ply {ply} is not possible: the king is in check")]
    NullMoveInCheck {
        /// The ply, from 1.
        ply: usize,
    },
}

/// Encodes the moves of a game; `None` is a null move. Fails at the first illegal move.
///
/// ```
/// use pinsight_moves::{MovesReader, encode_moves};
/// use pinsight_rules::Position;
///
/// let start = Position::default();
/// let e4 = start.parse_move("e4")?;
/// let e5 = start.play(e4)?.parse_move("e5")?;
/// let bytes = encode_moves(&start, [Some(e4), Some(e5)])?;
/// assert_eq!(bytes.len(), 3);
///
/// let moves: Vec<_> = MovesReader::new(&bytes)?.collect::<Result<_, _>>()?;
/// assert_eq!(moves[1].played, Some(e5));
/// assert_eq!(moves[1].after.to_string(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn encode_moves(
    start: &Position,
    moves: impl IntoIterator<Item = Option<Move>>,
) -> Result<Vec<u8>, UnplayableMoves> {
    let mut bytes = Vec::new();
    push_start(&mut bytes, start);
    let mut position = *start;
    for (index, played) in moves.into_iter().enumerate() {
        match played {
            Some(mv) => {
                let next = position.play(mv)?;
                push_move(&mut bytes, &position, mv);
                position = next;
            }
            None => {
                position = position.pass().ok_or(UnplayableMoves::NullMoveInCheck { ply: index + 1 })?;
                push_null_move(&mut bytes);
            }
        }
    }
    Ok(bytes)
}

/// Begins a blob. With [`push_move`], encodes moves while they are replayed.
pub fn push_start(bytes: &mut Vec<u8>, start: &Position) {
    if *start == Position::default() {
        bytes.push(USUAL_START);
        return;
    }
    let fen = start.to_string();
    bytes.push(OTHER_START);
    // A FEN has at most 71 characters of pieces and 22 of the rest.
    bytes.push(fen.len() as u8);
    bytes.extend_from_slice(fen.as_bytes());
}

/// Appends a move that is legal in `before`.
#[inline]
pub fn push_move(bytes: &mut Vec<u8>, before: &Position, mv: Move) {
    match code::of_move(before, mv) {
        Some(code) => bytes.push(code),
        None => bytes.extend_from_slice(&[code::LISTED, code::index_in_list(before, mv)]),
    }
}

/// Appends a null move.
pub fn push_null_move(bytes: &mut Vec<u8>) {
    bytes.push(code::NULL_MOVE);
}
