//! Filters for pin events.

mod error;
mod pattern;

use std::str::FromStr;

use pinsight_rules::{Color, Piece, Role};

use crate::line::LineKind;
use crate::pin::{By, Cause, Pin, PinStatus, Relevance};

pub use error::{FilterError, one_of};

/// Pieces of a role, a colour, or both. The default matches every piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PieceFilter {
    /// Only this role.
    pub role: Option<Role>,
    /// Only pieces of this side.
    pub color: Option<Color>,
}

impl PieceFilter {
    /// Returns whether the piece matches.
    pub fn matches(&self, piece: Piece) -> bool {
        self.role.is_none_or(|role| role == piece.role) && self.color.is_none_or(|color| color == piece.color)
    }
}

impl FromStr for PieceFilter {
    type Err = FilterError;

    /// Parses `knight`, `white`, `black knight`, `black-knight` or `any`.
    fn from_str(text: &str) -> Result<Self, FilterError> {
        let mut filter = Self::default();
        let (mut any, mut known) = (false, false);
        let words = text.split(['-', '_', ' ', '\t']).filter(|word| !word.is_empty());
        for word in words {
            let color = one_of(word, &Color::ALL, Color::name);
            let role = one_of(word, &Role::ALL, Role::name);
            match (color, role) {
                (Ok(color), _) if filter.color.is_none() => filter.color = Some(color),
                (_, Ok(role)) if filter.role.is_none() && !any => filter.role = Some(role),
                _ if word.eq_ignore_ascii_case("any") && filter.role.is_none() && !any => any = true,
                _ => return Err(FilterError::new(text, PIECE)),
            }
            known = true;
        }
        known.then_some(filter).ok_or_else(|| FilterError::new(text, PIECE))
    }
}

const PIECE: &str = "a role, a colour, both or any, such as queen, white, black-rook or any";

/// Which pin events to select. An event must match every field. An empty list matches all events, except in `statuses`
/// and `kinds`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PinFilter {
    /// Statuses; an empty list matches nothing.
    pub statuses: Vec<PinStatus>,
    /// Kinds of lines; an empty list matches nothing.
    pub kinds: Vec<LineKind>,
    /// Causes.
    pub causes: Vec<Cause>,
    /// The side whose move caused the event, relative to the pinned piece.
    pub by: Option<By>,
    /// The colour that moved.
    pub side: Option<Color>,
    /// Attackers.
    pub attackers: Vec<PieceFilter>,
    /// Pinned pieces.
    pub pinned: Vec<PieceFilter>,
    /// Shielded pieces.
    pub shielded: Vec<PieceFilter>,
    /// The minimum cost; excludes lines without a cost.
    pub min_cost: Option<i32>,
    /// Static relevance; excludes lines other than pins.
    pub relevance: Option<Relevance>,
    /// Whether the pinned piece has a static reply; excludes everything but relative pins.
    pub static_reply: Option<bool>,
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
            relevance: None,
            static_reply: None,
        }
    }
}

impl PinFilter {
    /// Returns whether the kinds include lines other than pins.
    pub fn wants_all_lines(&self) -> bool {
        self.kinds.iter().any(|kind| !kind.is_pin())
    }

    /// Returns whether an event matches, caused by a move of `side`.
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
            // Last, since they are expensive to compute.
            && self.relevance.is_none_or(|wanted| pin.relevance() == Some(wanted))
            && self.static_reply.is_none_or(|wanted| {
                pin.cost.is_some() && pin.static_reply().is_some() == wanted
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_a_role_a_colour_both_or_any() {
        let filter = |role, color| Ok(PieceFilter { role, color });
        assert_eq!("queen".parse(), filter(Some(Role::Queen), None));
        assert_eq!("white".parse(), filter(None, Some(Color::White)));
        assert_eq!("Black-Rook".parse(), filter(Some(Role::Rook), Some(Color::Black)));
        assert_eq!(" black  knight ".parse(), filter(Some(Role::Knight), Some(Color::Black)));
        assert_eq!("any".parse(), filter(None, None));
        assert_eq!("white any".parse(), filter(None, Some(Color::White)));
        for wrong in ["", "q", "white-white", "queen-rook", "white-queen-rook", "any queen", "any any"] {
            assert!(wrong.parse::<PieceFilter>().is_err(), "{wrong}");
        }
    }
}
