//! Relevance of pins: whether a pin matters now.

use pinsight_players::Value;
use pinsight_rules::attacks::line;
use pinsight_rules::{Bitboard, Board, Color, History, Move, Placed, Position, Role, VALUES, exchange};
use pinsight_tactics::{Freedom, LineKind, Pin, Relevance};

use crate::engine::{Question, SearchedLine, Session};

/// What leaving the line must cost for a pin to be real, in centipawns.
const PAWN: i32 = 100;

/// The relevance of a pin with its reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PinProof {
    /// The pin.
    pub pin: Pin,
    /// Whether it matters.
    pub relevance: Relevance,
    /// Why; `None` if it is potential.
    pub reason: Option<PinReason>,
}

/// Why a pin matters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PinReason {
    /// The best move off the line loses at least a pawn against the best move.
    Leaving {
        /// The position before the line, with the pinned side to move.
        start: Position,
        /// The best move off the line and the best play after it.
        moves: Vec<Move>,
        /// What it loses in centipawns; `None` if it allows a mate.
        loss: Option<i32>,
    },
    /// The attacker's side wins the pinned piece.
    Won,
    /// The pinned piece is attacked at least twice.
    AttackedTwice,
    /// The pinned piece could otherwise win this piece.
    CannotCapture(Placed),
    /// The pinned piece could otherwise defend this piece, which hangs.
    CannotDefend(Placed),
}

/// Finds the relevance of pins by search.
pub(crate) struct PinProver<'a> {
    pub(crate) session: Session<'a>,
    pub(crate) nodes: u64,
}

impl PinProver<'_> {
    /// Proves a pin of the current position of `game`.
    pub(crate) fn prove(&self, game: &History, pin: Pin) -> PinProof {
        let reason = match pin.kind {
            LineKind::AbsolutePin => absolute_reason(&pin),
            _ => self.relative_reason(game, &pin),
        };
        let relevance = if reason.is_some() { Relevance::Real } else { Relevance::Potential };
        PinProof { pin, relevance, reason }
    }

    /// Compares the best move of the pinned piece off the line with the best move of its side.
    fn relative_reason(&self, game: &History, pin: &Pin) -> Option<PinReason> {
        let pinned_side = pin.pinned.piece.color;
        let passed;
        // If the pinned side moved last, give it the turn by a null move.
        let game = if game.position().turn() == pinned_side {
            game
        } else {
            passed = History::new(game.position().pass()?);
            &passed
        };
        let start = *game.position();
        let on_line = line(pin.attacker.square, pin.pinned.square);
        let leaves = |mv: &&Move| !on_line.contains(mv.to());
        let leaving: Vec<Move> =
            start.legal_moves_from(pin.pinned.square).iter().filter(leaves).copied().collect();
        if leaving.is_empty() {
            return None;
        }
        let ask = |only: &[Move]| -> Option<SearchedLine> {
            self.session.ask(&Question { game, nodes: self.nodes, lines: 1, only }).into_iter().next()
        };
        let (best, left) = (ask(&[])?, ask(&leaving)?);
        let loss = best.value.clamped() - left.value.clamped();
        let mated = matches!(left.value, Value::MatedIn(_)) && !matches!(best.value, Value::MatedIn(_));
        (mated || loss >= PAWN).then(|| PinReason::Leaving {
            start,
            moves: left.moves,
            loss: (!mated).then_some(loss),
        })
    }
}

/// Returns why a pin to the king matters.
pub(crate) fn absolute_reason(pin: &Pin) -> Option<PinReason> {
    let (board, attacking) = (pin.board(), pin.attacker.piece.color);
    let square = pin.pinned.square;
    if pin.freedom() == Freedom::Geometric {
        return None;
    }
    if exchange(board, square, attacking, &VALUES) > 0 {
        return Some(PinReason::Won);
    }
    if board.attackers(square, attacking, board.occupied()).more_than_one() {
        return Some(PinReason::AttackedTwice);
    }
    let off_line = board.attacks_from(square) - line(pin.attacker.square, square);
    capture(board, pin, off_line)
        .map(PinReason::CannotCapture)
        .or_else(|| defended(board, pin, off_line).map(PinReason::CannotDefend))
}

/// Returns the most valuable piece that the pinned piece would win if it could leave the line.
fn capture(board: &Board, pin: &Pin, off_line: Bitboard) -> Option<Placed> {
    let gains = |target: &Placed| {
        let mut after = *board;
        after.remove(pin.pinned.square);
        after.set(target.square, pin.pinned.piece);
        let recaptured = exchange(&after, target.square, pin.attacker.piece.color, &VALUES);
        VALUES[target.piece.role] > recaptured
    };
    let targets = off_line & board.by_color(pin.attacker.piece.color);
    best(board, targets).filter(gains)
}

/// Returns the most valuable piece of the pinned side that hangs although the pinned piece would defend it.
fn defended(board: &Board, pin: &Pin, off_line: Bitboard) -> Option<Placed> {
    let attacking: Color = pin.attacker.piece.color;
    let targets = off_line & board.by_color(!attacking);
    let hanging: Bitboard = targets
        .into_iter()
        .filter(|&square| exchange(board, square, attacking, &VALUES) > 0)
        .fold(Bitboard::EMPTY, Bitboard::with);
    best(board, hanging)
}

fn best(board: &Board, squares: Bitboard) -> Option<Placed> {
    let placed = |square| board.piece_at(square).map(|piece| Placed { piece, square });
    let pieces = squares.into_iter().filter_map(placed).filter(|placed| placed.piece.role != Role::King);
    pieces.max_by_key(|placed| VALUES[placed.piece.role])
}
