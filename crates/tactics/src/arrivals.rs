//! The new pins of one move, without a ledger.
//!
//! Whoever asks about one move only needs no list of what stood before: most lines of the position after the move
//! stood as they stand, and need no look at what captures gain. The ledger is the oracle of this shorter way.

use pinsight_rules::attacks::{between, diagonals};
use pinsight_rules::{Bitboard, Board, Square, Values};

use crate::change::MoveDelta;
use crate::line::{judge, placed};
use crate::pin::{BoardState, Pin, PinContext, PinStatus, PlayedMove};
use crate::sight::{Triple, View};
use crate::unchanged::Unchanged;

/// The pins that a move brings, in the ledger's order.
pub(crate) fn new_pins(
    shift: &MoveDelta,
    before: &BoardState,
    after: &BoardState,
    played: PlayedMove,
    values: &Values,
) -> Vec<Pin> {
    let unchanged = Unchanged::new(&before.board, &after.board, shift.touched());
    let mut pins = Vec::new();
    View::of(&after.board).lines(|Triple { squares, rank, .. }| {
        let origins = shift.origins(squares);
        let stood = is_line(&before.board, origins);
        if stood && origins == squares && stays_the_same(&unchanged, &after.board, squares, values) {
            return;
        }
        let Some(line) = judge(&after.board, values, squares).filter(|line| line.kind.is_pin()) else {
            return;
        };
        if stood && judge(&before.board, values, origins).is_some_and(|line| line.kind.is_pin()) {
            return;
        }
        let stood = || View::of(&before.board).lines_of(origins[0]).map(|triple| triple.squares);
        let cause = shift.cause_of_new(squares, origins, stood);
        let by = shift.by(line.attacker.piece.color);
        let context = PinContext { state: *after, played: Some(played), values: *values };
        let (cause, by) = (Some(cause), Some(by));
        pins.push((rank, Pin { cause, by, ..Pin::new(line, PinStatus::New, context) }));
    });
    pins.sort_unstable_by_key(|&(rank, _)| rank);
    pins.into_iter().map(|(_, pin)| pin).collect()
}

/// Whether a slider on the first square looks past just one piece, on the second, at the third; whose pieces these
/// are is known.
fn is_line(board: &Board, [attacker, pinned, shielded]: [Square; 3]) -> bool {
    let sliders = if diagonals(attacker).contains(shielded) {
        board.diagonal_sliders()
    } else {
        board.orthogonal_sliders()
    };
    sliders.contains(attacker)
        && between(attacker, shielded) & board.occupied() == Bitboard::from_square(pinned)
}

/// Whether a line that stands as it stood is sure to be of the same kind.
fn stays_the_same(unchanged: &Unchanged<'_>, after: &Board, squares: [Square; 3], values: &Values) -> bool {
    let [_, pinned, shielded] = squares.map(|square| placed(after, square));
    pinned.zip(shielded).is_some_and(|(pinned, shielded)| unchanged.holds_for(pinned, shielded, values))
}
