//! Situational pins: a piece that shields no other piece, but prevents a mate or a decisive loss.

use pinsight_players::Value;
use pinsight_rules::attacks::{attacks, ray};
use pinsight_rules::{Board, Color, History, Move, Placed, Position, Role, VALUES};
use pinsight_tactics::lines;

use crate::engine::{Question, Session};

/// What leaving the ray must lose, in centipawns.
const DECISIVE: i32 = 300;

/// A piece that cannot leave an attacker's ray: the attacker would then move along the ray and mate or win decisively.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreatPin {
    /// The bishop, rook or queen.
    pub attacker: Placed,
    /// The piece on its ray.
    pub pinned: Placed,
    /// The position with the pinned side to move.
    pub start: Position,
    /// The best move off the ray and the best play after it.
    pub moves: Vec<Move>,
    /// The number of moves to the mate that it allows.
    pub mate: Option<u32>,
}

/// Finds the situational pins of the side to move by search. There are none in check.
pub(crate) fn threat_pins(session: Session<'_>, game: &History, nodes: u64) -> Vec<ThreatPin> {
    let start = *game.position();
    if start.in_check() {
        return Vec::new();
    }
    let ask = |only: &[Move]| session.ask(&Question { game, nodes, lines: 1, only }).into_iter().next();
    let Some(best) = ask(&[]) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (attacker, pinned) in shields(start.board(), start.turn()) {
        let ray = ray(attacker.square, pinned.square);
        let leaving: Vec<Move> = start
            .legal_moves_from(pinned.square)
            .iter()
            .copied()
            .filter(|mv| !ray.contains(mv.to()))
            .collect();
        let Some(left) = (!leaving.is_empty()).then(|| ask(&leaving)).flatten() else {
            continue;
        };
        let mate = match (best.value, left.value) {
            (Value::MatedIn(_), _) => continue,
            (_, Value::MatedIn(moves)) => Some(moves),
            (best, left) if best.clamped() - left.clamped() >= DECISIVE => None,
            _ => continue,
        };
        let along = |mv: &Move| mv.from() == attacker.square && ray.contains(mv.to());
        if left.moves.get(1).is_some_and(along) {
            found.push(ThreatPin { attacker, pinned, start, moves: left.moves, mate });
        }
    }
    found
}

/// Returns each piece of `side` that an enemy slider attacks, except the king and pieces pinned on that ray.
fn shields(board: &Board, side: Color) -> Vec<(Placed, Placed)> {
    let pinned: Vec<_> = lines(board, &VALUES)
        .into_iter()
        .filter(|line| line.kind.is_pin())
        .map(|line| (line.attacker, line.pinned))
        .collect();
    let placed = |square| board.piece_at(square).map(|piece| Placed { piece, square });
    let sliders = (board.diagonal_sliders() | board.orthogonal_sliders()) & board.by_color(!side);
    let pieces = board.by_color(side) - board.by_role(Role::King);
    let mut found = Vec::new();
    for attacker in sliders.into_iter().filter_map(placed) {
        let attacked = attacks(attacker.piece, attacker.square, board.occupied()) & pieces;
        found.extend(attacked.into_iter().filter_map(placed).map(|front| (attacker, front)));
    }
    found.retain(|pair| !pinned.contains(pair));
    found
}
