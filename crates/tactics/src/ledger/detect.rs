//! What a single move changes.

use pinsight_rules::{Move, Placed, Ply, Position, Rank, Role, Square};

use super::PinLedger;
use super::change::PinChange;
use super::context::MoveContext;
use super::delta::MoveDelta;
use crate::pin::{BoardState, Pin, PinOptions, PlayedMove};

/// Returns the new pins that a legal move makes.
///
/// The result for an illegal move is meaningless; use [`detect_forced`] for those.
///
/// ```
/// use pinsight_rules::Position;
/// use pinsight_tactics::{Cause, detect_pins};
/// let position: Position = "7k/6q1/8/8/3P4/8/1B6/1K6 w - - 0 1".parse()?;
/// let pins = detect_pins(&position, position.parse_move("d5")?);
/// assert_eq!(pins.len(), 1);
/// assert_eq!(pins[0].cause, Some(Cause::Discovered));
/// assert_eq!(
///     pins[0].explain(),
///     "New absolute pin, discovered by d5: the bishop on b2 pins the queen on g7 to the king on h8. \
///      The queen may move along the diagonal or take on b2.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn detect_pins(position: &Position, mv: Move) -> Vec<Pin> {
    let after = position.play_unchecked(mv);
    PinLedger::new(position).follow(position, mv, &after).new_pins().collect()
}

/// What a move changes. Owns its pins, unlike [`PinChange`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PinDiff {
    /// The pins that the move makes.
    pub new: Vec<Pin>,
    /// The pins that existed before and still do.
    pub kept: Vec<Pin>,
    /// The pins that the move ends.
    pub released: Vec<Pin>,
}

impl From<PinChange<'_>> for PinDiff {
    fn from(change: PinChange<'_>) -> Self {
        Self {
            new: change.new_pins().collect(),
            kept: change.kept_pins().collect(),
            released: change.released_pins().collect(),
        }
    }
}

/// Returns what a legal move changes.
pub fn detect(position: &Position, mv: Move, options: &PinOptions) -> PinDiff {
    let mut ledger = PinLedger::with_options(position, *options);
    let ply = Ply::new(1, *position, mv);
    PinDiff::from(ledger.step(&ply))
}

/// Returns what changes when the piece on `from` is put onto `to`, legal or not. Nothing changes if `from` is empty.
///
/// A piece of either side on `to` is removed. A pawn that moves to the en passant square captures en passant. A pawn
/// that reaches its last rank becomes `promotion`, by default a queen. A king moves alone: castling is for legal moves.
///
/// ```
/// use pinsight_rules::{Position, Square};
/// use pinsight_tactics::{PinOptions, detect_forced};
/// // The move is illegal: White is in check from b8.
/// let position: Position = "1q5k/2n3r1/8/8/8/8/4Q3/1K6 w - - 0 1".parse()?;
/// let diff = detect_forced(&position, Square::E2, Square::E5, None, &PinOptions::default());
/// assert_eq!(diff.new.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn detect_forced(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Role>,
    options: &PinOptions,
) -> PinDiff {
    let before = BoardState::from(position);
    let Some(piece) = before.board.piece_at(from).filter(|_| from != to) else {
        return PinDiff::default();
    };
    let promotes = piece.role == Role::Pawn && to.rank() == piece.color.relative(Rank::Eighth);
    let promotion = promotes.then(|| promotion.filter(|role| role.is_promotion()).unwrap_or(Role::Queen));
    let moved = Placed { piece, square: from };
    let delta = MoveDelta {
        mover: piece.color,
        from,
        to,
        rook: None,
        captured: before.victim(moved, to).map(|victim| victim.square),
        en_passant: before.is_en_passant(moved, to),
    };
    let board = before.after(moved, to, promotion);
    let after = BoardState { board, turn: !piece.color, en_passant: None };
    let played = PlayedMove::Forced { from, to, promotion };
    let mut ledger = PinLedger::of_board(&before.board, *options);
    PinDiff::from(ledger.advance(&delta, MoveContext::Forced { before: &before, after: &after, played }))
}
