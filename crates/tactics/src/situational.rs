//! Situational pins: a piece that shields no other piece, but a mate.

use pinsight_rules::attacks::{attacks, ray};
use pinsight_rules::{Bitboard, Color, Move, Placed, Position, Role, Values};

use crate::line::lines;

/// A piece that had better stay, since behind it an attacker would give mate.
///
/// As it stands, the attacker's side has no mate in one even if it had the move; after some moves of the pinned piece
/// off the attacker's ray it has one, by the attacker, along that ray.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SituationalPin {
    /// The bishop, rook or queen that would give mate.
    pub attacker: Placed,
    /// The piece that stands in its way.
    pub pinned: Placed,
    /// The moves of the pinned piece that allow a mate.
    pub allowing: Vec<Allowed>,
    /// Its other legal moves.
    pub safe: Vec<Move>,
    pub(crate) position: Position,
}

/// A move of the pinned piece, and the mate that it allows.
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

    /// The position in which the moves are to be read: the one looked at, with the pinned piece's side to move.
    pub fn position(&self) -> &Position {
        &self.position
    }
}

/// The situational pins of a position, of both sides.
///
/// Each side in its turn is asked what it could do with the move; a side that has to answer a check cannot pass, and
/// then there are none. A piece that is pinned by the attacker on that ray anyway is left out.
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
        for (attacker, pinned) in fronts(position, attacking) {
            let pinned_anyway = pins.iter().any(|line| line.attacker == attacker && line.pinned == pinned);
            if !pinned_anyway {
                found.extend(situational_pin(theirs, attacker, pinned));
            }
        }
        // Asked last, and only where it matters: most positions have no candidate.
        if found.iter().any(|pin: &SituationalPin| pin.attacker.piece.color == attacking)
            && has_mate_in_one(ours)
        {
            found.retain(|pin| pin.attacker.piece.color != attacking);
        }
    }
    found
}

/// Every slider of a side with each enemy piece that it attacks, but for the king.
fn fronts(position: &Position, attacking: Color) -> impl Iterator<Item = (Placed, Placed)> {
    let board = *position.board();
    let sliders = (board.diagonal_sliders() | board.orthogonal_sliders()) & board.by_color(attacking);
    let enemies = board.by_color(!attacking) - board.by_role(Role::King);
    let placed = move |square| board.piece_at(square).map(|piece| Placed { piece, square });
    sliders.into_iter().filter_map(placed).flat_map(move |attacker| {
        let seen = attacks(attacker.piece, attacker.square, board.occupied()) & enemies;
        seen.into_iter().filter_map(placed).map(move |pinned| (attacker, pinned))
    })
}

fn situational_pin(theirs: &Position, attacker: Placed, pinned: Placed) -> Option<SituationalPin> {
    let way = ray(attacker.square, pinned.square);
    let mut pin =
        SituationalPin { attacker, pinned, allowing: Vec::new(), safe: Vec::new(), position: *theirs };
    for &played in &theirs.legal_moves_from(pinned.square) {
        let mate = if way.contains(played.to()) {
            None
        } else {
            mate_along(&theirs.play_unchecked(played), attacker, way)
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

/// The attacker's mate along its ray, if it still stands and has one.
fn mate_along(next: &Position, attacker: Placed, way: Bitboard) -> Option<Move> {
    if next.board().piece_at(attacker.square) != Some(attacker.piece) {
        return None;
    }
    let moves = next.legal_moves_from(attacker.square);
    moves.iter().copied().filter(|mv| way.contains(mv.to())).find(|&mv| mates(next, mv))
}

fn has_mate_in_one(position: &Position) -> bool {
    position.legal_moves().iter().any(|&mv| mates(position, mv))
}

fn mates(position: &Position, mv: Move) -> bool {
    position.play_unchecked(mv).is_checkmate()
}
