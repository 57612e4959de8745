//! Which pin events are wanted.

use pinsight_rules::{Color, Piece, Role};
use pinsight_tactics::{By, Cause, LineKind, Pin, PinStatus};

/// A kind of piece: a role, a colour, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PieceFilter {
    /// Only this role.
    pub role: Option<Role>,
    /// Only this side's.
    pub color: Option<Color>,
}

impl PieceFilter {
    /// Whether the piece is one of these.
    pub fn matches(&self, piece: Piece) -> bool {
        self.role.is_none_or(|role| role == piece.role) && self.color.is_none_or(|color| color == piece.color)
    }
}

/// Which pin events are wanted. Of each list one has to match; an empty list asks for nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PinFilter {
    /// New, kept, released. Not empty: what is not listed is not told.
    pub statuses: Vec<PinStatus>,
    /// Kinds of lines. Not empty: what is not listed is not told.
    pub kinds: Vec<LineKind>,
    /// Causes.
    pub causes: Vec<Cause>,
    /// Whose move made it so.
    pub by: Option<By>,
    /// The side that made the move.
    pub side: Option<Color>,
    /// Attackers.
    pub attackers: Vec<PieceFilter>,
    /// Pinned pieces.
    pub pinned: Vec<PieceFilter>,
    /// Shielded pieces.
    pub shielded: Vec<PieceFilter>,
    /// The least cost; what has no cost is then left out.
    pub min_cost: Option<i32>,
    /// Whether it holds; what is no relative pin is then left out.
    pub holds: Option<bool>,
}

impl Default for PinFilter {
    /// Pins, new and released.
    fn default() -> Self {
        Self {
            statuses: vec![PinStatus::New, PinStatus::Released],
            kinds: vec![LineKind::AbsolutePin, LineKind::RelativePin],
            causes: Vec::new(),
            by: None,
            side: None,
            attackers: Vec::new(),
            pinned: Vec::new(),
            shielded: Vec::new(),
            min_cost: None,
            holds: None,
        }
    }
}

impl PinFilter {
    /// Whether kinds that are no pins are wanted, too.
    pub fn wants_all_lines(&self) -> bool {
        self.kinds.iter().any(|kind| !kind.is_pin())
    }

    /// Whether a pin event is wanted, in a move of this side.
    pub fn matches(&self, pin: &Pin, side: Color) -> bool {
        let piece =
            |list: &[PieceFilter], piece| list.is_empty() || list.iter().any(|one| one.matches(piece));
        self.statuses.contains(&pin.status)
            && self.kinds.contains(&pin.kind)
            && (self.causes.is_empty() || pin.cause.is_some_and(|cause| self.causes.contains(&cause)))
            && self.by.is_none_or(|by| pin.by == Some(by))
            && self.side.is_none_or(|wanted| side == wanted)
            && piece(&self.attackers, pin.attacker.piece)
            && piece(&self.pinned, pin.pinned.piece)
            && piece(&self.shielded, pin.shielded.piece)
            && self.min_cost.is_none_or(|least| pin.cost.is_some_and(|cost| cost >= least))
            // Last, since it takes longest to find.
            && self.holds.is_none_or(|wanted| pin.holds() == Some(wanted))
    }
}
