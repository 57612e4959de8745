//! What a single move changes.

use std::cell::OnceCell;

use pinsight_rules::{Move, Placed, Ply, Position, Rank, Role, Square};

use super::PinLedger;
use super::change::{LineEvent, PinChange};
use super::context::MoveContext;
use super::delta::MoveDelta;
use super::unchanged::Unchanged;
use crate::line::{Line, LineFinder, LineKind, Triple, is_line};
use crate::pin::{BoardState, Cause, Pin, PinOptions, PinStatus, PlayedMove};

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
    let context = MoveContext::Legal { before: position, played: mv, after: &after };
    NewPins::new(context, MoveDelta::new(position, mv)).find()
}

/// Finds the new pins of one move. Classifies only the lines that can be new; a [`PinLedger`] classifies all lines first.
struct NewPins<'a> {
    context: MoveContext<'a>,
    delta: MoveDelta,
    options: PinOptions,
    unchanged: Unchanged<'a>,
    /// The lines that the move touched, before it; found when the first is needed.
    touched: OnceCell<Vec<Triple>>,
}

impl<'a> NewPins<'a> {
    fn new(context: MoveContext<'a>, delta: MoveDelta) -> Self {
        let unchanged = Unchanged::new(context.board_before(), context.board_after(), delta.touched());
        Self { context, delta, options: PinOptions::default(), unchanged, touched: OnceCell::new() }
    }

    fn find(&self) -> Vec<Pin> {
        let mut events = Vec::new();
        LineFinder::new(self.context.board_after()).for_each(|triple| events.extend(self.event(&triple)));
        events.sort_unstable_by_key(|event: &LineEvent| event.rank);
        let pin = |event: &LineEvent| event.pin(PinStatus::New, self.context.after(&self.options.values));
        events.iter().map(pin).collect()
    }

    /// Returns the event of a line after the move if it is a new pin.
    fn event(&self, triple: &Triple) -> Option<LineEvent> {
        let (before, after) = (self.context.board_before(), self.context.board_after());
        let values = &self.options.values;
        let origins = self.delta.origins(triple.squares);
        let is_touched = triple.span.intersects(self.delta.touched());
        let was_line = !is_touched || is_line(before, origins);
        // Most old lines need no exchange to see that they are not new pins.
        if was_line && Line::simple_kind(before, values, origins).is_some_and(LineKind::is_pin) {
            return None;
        }
        if !is_touched {
            let [_, pinned, shielded] =
                triple.squares.map(|square| after.piece_at(square).map(|piece| Placed { piece, square }));
            if self.unchanged.holds_for(pinned?, shielded?, values) {
                return None;
            }
        }
        let line = Line::new(after, values, triple.squares).filter(|line| line.kind.is_pin())?;
        if was_line && Line::new(before, values, origins).is_some_and(|line| line.kind.is_pin()) {
            return None;
        }
        let old_lines = || self.touched().iter().map(|old| old.squares);
        let cause = match is_touched {
            true => self.delta.cause_of_new(triple.squares, origins, old_lines),
            false => Cause::Revalued,
        };
        Some(LineEvent::new(triple, line, cause, &self.delta))
    }

    fn touched(&self) -> &[Triple] {
        self.touched.get_or_init(|| {
            let mut touched = Vec::new();
            LineFinder::new(self.context.board_before()).for_each(|triple| {
                if triple.span.intersects(self.delta.touched()) {
                    touched.push(triple);
                }
            });
            touched
        })
    }
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
