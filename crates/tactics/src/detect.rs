//! The simple doors: pins of one position, and what one move changes.

use pinsight_rules::{Move, Piece, Ply, Position, Role, Square, VALUES};

use crate::arrivals::new_pins;
use crate::change::{MoveContext, MoveDelta, PinChange, PinLedger, PinOptions};
use crate::line::lines;
use crate::pin::{BoardState, Pin, PinContext, PinStatus, PlayedMove};

/// The pins that stand in a position, of both sides.
///
/// ```
/// use pinsight_rules::Position;
/// use pinsight_tactics::standing_pins;
/// let position: Position = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1".parse()?;
/// let pins = standing_pins(&position);
/// assert_eq!(pins[0].to_string(), "The bishop on b4 is pinning the knight on c3 to the king on e1.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn standing_pins(position: &Position) -> Vec<Pin> {
    standing(position, &PinOptions::default())
}

/// The pins, or all lines, that stand in a position.
pub fn standing(position: &Position, options: &PinOptions) -> Vec<Pin> {
    let context = PinContext { state: BoardState::from(position), played: None, values: options.values };
    lines(position.board(), &options.values)
        .into_iter()
        .filter(|line| options.all || line.kind.is_pin())
        .map(|line| Pin::new(line, PinStatus::Standing, context))
        .collect()
}

/// The new pins that a legal move brings.
///
/// A move that is not legal here gives some pins without meaning; [`detect_forced`] is for such moves.
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
    let (shift, played) = (MoveDelta::of(position, mv), PlayedMove::Legal(*position, mv));
    new_pins(&shift, &BoardState::from(position), &BoardState::from(&after), played, &VALUES)
}

/// What a move changes, in lists of one's own.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PinDiff {
    /// The pins that the move brings.
    pub new: Vec<Pin>,
    /// The pins that stood before and still stand.
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

/// What a legal move changes.
pub fn detect(position: &Position, mv: Move, options: &PinOptions) -> PinDiff {
    let mut ledger = PinLedger::with_options(position, *options);
    let ply = Ply::new(1, *position, mv);
    PinDiff::from(ledger.step(&ply))
}

/// What changes when the piece on one square is put onto another, whatever the rules say; nothing if there is none.
///
/// What stands on the target goes off the board, whoever it belongs to. A pawn that goes to the en passant square
/// takes in passing; a pawn that reaches its last rank becomes what is asked for, or a queen. A king moves alone:
/// castling is for legal moves.
///
/// ```
/// use pinsight_rules::{Position, Square};
/// use pinsight_tactics::{PinOptions, detect_forced};
/// // White is in check from b8 and may not do this.
/// let position: Position = "1q5k/2n3r1/8/8/8/8/4Q3/1K6 w - - 0 1".parse()?;
/// let change = detect_forced(&position, Square::E2, Square::E5, None, &PinOptions::default());
/// assert_eq!(change.new.len(), 2);
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
    let last = piece.color.relative(pinsight_rules::Rank::Eighth);
    let promotes = piece.role == Role::Pawn && to.rank() == last;
    let becomes = promotion.filter(|role| role.is_promotion()).unwrap_or(Role::Queen);
    let promotion = promotes.then_some(becomes);
    let in_passing = piece.role == Role::Pawn && before.en_passant == Some(to) && from.file() != to.file();
    let taken = if in_passing { Square::new(to.file(), from.rank()) } else { to };
    let shift = MoveDelta {
        mover: piece.color,
        from,
        to,
        rook: None,
        taken: before.board.occupied().contains(taken).then_some(taken),
        en_passant: in_passing,
    };
    let mut after = BoardState { turn: !piece.color, en_passant: None, ..before };
    after.board.remove(taken);
    after.board.remove(from);
    after.board.set(to, Piece::new(piece.color, promotion.unwrap_or(piece.role)));
    let played = PlayedMove::Forced { from, to, promotion };
    let mut ledger = PinLedger::of_board(&before.board, *options);
    PinDiff::from(ledger.advance(&shift, MoveContext::Forced { before: &before, after: &after, played }))
}
