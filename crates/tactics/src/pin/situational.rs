//! Situational pins: a piece that shields no other piece, but prevents a mate.

use pinsight_rules::attacks::{attacks, ray};
use pinsight_rules::{Bitboard, Color, Move, Placed, Position, Role, Values};

use crate::line::lines;

/// A piece whose move off an attacker's ray allows the attacker to mate along that ray.
///
/// As long as the piece stays, the attacker's side has no mate in one, even if it had the move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SituationalPin {
    /// The bishop, rook or queen that would mate.
    pub attacker: Placed,
    /// The piece that blocks it.
    pub pinned: Placed,
    /// The moves of the pinned piece that allow a mate.
    pub allowing: Vec<Allowed>,
    /// Its other legal moves.
    pub safe: Vec<Move>,
    pub(crate) position: Position,
}

/// A move of the pinned piece and the mate that it allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowed {
    /// The move of the pinned piece.
    pub played: Move,
    /// The attacker's mate after it.
    pub mate: Move,
}

impl SituationalPin {
    /// Whether every move of the pinned piece allows the mate.
    pub fn all_moves_allow(&self) -> bool {
        self.safe.is_empty()
    }

    /// The position in which the moves are legal: the examined one, with the pinned piece's side to move.
    pub fn position(&self) -> &Position {
        &self.position
    }
}

/// Returns the situational pins of both sides in a position.
///
/// A side in check cannot pass, so there are none in check. A piece that the same attacker already pins on that ray
/// is not reported.
///
/// ```
/// use pinsight_rules::{Position, VALUES};
/// use pinsight_tactics::situational_pins;
/// let position: Position = "4r1k1/8/8/8/8/8/4NPPP/6K1 w - - 0 1".parse()?;
/// let pins = situational_pins(&position, &VALUES);
/// assert_eq!(
///     pins[0].explain(),
///     "Situational pin: the rook on e8 pins the knight on e2 to a mate. \
///      Nc1, Nc3, Nd4 and Nf4 allow Re1#; Ng3 does not.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn situational_pins(position: &Position, values: &Values) -> Vec<SituationalPin> {
    let Some(passed) = position.pass() else {
        return Vec::new();
    };
    let pins: Vec<_> =
        lines(position.board(), values).into_iter().filter(|line| line.kind.is_pin()).collect();
    let mut found = Vec::new();
    for attacking in Color::ALL {
        let (ours, theirs) =
            if position.turn() == attacking { (position, &passed) } else { (&passed, position) };
        let is_pinned =
            |attacker, pinned| pins.iter().any(|line| (line.attacker, line.pinned) == (attacker, pinned));
        let of_side: Vec<_> = attacked_pieces(position, attacking)
            .filter(|&(attacker, pinned)| !is_pinned(attacker, pinned))
            .filter_map(|(attacker, pinned)| situational_pin(theirs, attacker, pinned))
            .collect();
        // Tested last, since most positions have no candidate.
        if !of_side.is_empty() && !has_mate_in_one(ours) {
            found.extend(of_side);
        }
    }
    found
}

/// Returns every slider of a side with each enemy piece that it attacks, except the king.
fn attacked_pieces(position: &Position, attacking: Color) -> impl Iterator<Item = (Placed, Placed)> {
    let board = *position.board();
    let sliders = (board.diagonal_sliders() | board.orthogonal_sliders()) & board.by_color(attacking);
    let enemies = board.by_color(!attacking) - board.by_role(Role::King);
    let placed = move |square| board.piece_at(square).map(|piece| Placed { piece, square });
    sliders.into_iter().filter_map(placed).flat_map(move |attacker| {
        let attacked = attacks(attacker.piece, attacker.square, board.occupied()) & enemies;
        attacked.into_iter().filter_map(placed).map(move |pinned| (attacker, pinned))
    })
}

fn situational_pin(theirs: &Position, attacker: Placed, pinned: Placed) -> Option<SituationalPin> {
    let ray = ray(attacker.square, pinned.square);
    let mut pin =
        SituationalPin { attacker, pinned, allowing: Vec::new(), safe: Vec::new(), position: *theirs };
    for &played in &theirs.legal_moves_from(pinned.square) {
        let mate = if ray.contains(played.to()) {
            None
        } else {
            mate_along(&theirs.play_unchecked(played), attacker, ray)
        };
        match mate {
            Some(mate) => pin.allowing.push(Allowed { played, mate }),
            None => pin.safe.push(played),
        }
    }
    let by_target = |mv: &Move| (mv.to(), mv.promotion());
    pin.allowing.sort_by_key(|allowed| by_target(&allowed.played));
    pin.safe.sort_by_key(by_target);
    (!pin.allowing.is_empty()).then_some(pin)
}

/// Returns the attacker's mate along `ray`, unless it was captured.
fn mate_along(next: &Position, attacker: Placed, ray: Bitboard) -> Option<Move> {
    if next.board().piece_at(attacker.square) != Some(attacker.piece) {
        return None;
    }
    let moves = next.legal_moves_from(attacker.square);
    moves.iter().copied().filter(|mv| ray.contains(mv.to())).find(|&mv| mates(next, mv))
}

fn has_mate_in_one(position: &Position) -> bool {
    position.legal_moves().iter().any(|&mv| mates(position, mv))
}

fn mates(position: &Position, mv: Move) -> bool {
    position.play_unchecked(mv).is_checkmate()
}
