//! Material signatures.

use std::str::FromStr;

use pinsight_rules::{Board, Color, Piece, Role};

use pinsight_tactics::{FilterError, PieceFilter, PinFilter};

const EXPECTED: &str = "the pieces of both sides, each with a king, such as KRPvKR or KBNvK";

/// The pieces of two sides, whichever of them is White: `KRPvKR`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Material {
    sides: [Side; 2],
}

/// The number of pieces of each role, in the order of [`Role::ALL`].
type Side = [u8; 6];

impl Material {
    /// Returns whether a board has this material.
    pub fn matches(&self, board: &Board) -> bool {
        let [one, other] = self.sides;
        let [white, black] = [Color::White, Color::Black].map(|color| side_of(board, color));
        (white, black) == (one, other) || (white, black) == (other, one)
    }

    /// Returns whether White and Black can have these numbers of pawns.
    pub(crate) fn has_pawns(&self, pawns: [usize; 2]) -> bool {
        let counts = |side: Side| {
            Role::ALL
                .iter()
                .zip(side)
                .find(|(role, _)| **role == Role::Pawn)
                .map_or(0, |(_, count)| usize::from(count))
        };
        let [one, other] = self.sides.map(counts);
        pawns == [one, other] || pawns == [other, one]
    }

    /// Returns whether the pieces of a pin can be among these: the attacker on one side, the other two on the other.
    pub(crate) fn has_pin(&self, pin: &PinFilter) -> bool {
        let [one, other] = self.sides;
        let wanted = |wanted: &[PieceFilter], role: Role| {
            wanted.is_empty() || wanted.iter().any(|filter| filter.role.is_none_or(|wanted| wanted == role))
        };
        let of = |side: Side| Role::ALL.into_iter().zip(side).filter(|(_, count)| *count > 0);
        let can_pin = |attackers: Side, victims: Side| {
            let is_attacker = |(role, _): (Role, u8)| {
                matches!(role, Role::Bishop | Role::Rook | Role::Queen) && wanted(&pin.attackers, role)
            };
            let are_victims = |(front, count): (Role, u8)| {
                let is_shielded =
                    |(back, _): (Role, u8)| (back != front || count > 1) && wanted(&pin.shielded, back);
                (front != Role::King || pin.wants_all_lines())
                    && wanted(&pin.pinned, front)
                    && of(victims).any(is_shielded)
            };
            of(attackers).any(is_attacker) && of(victims).any(are_victims)
        };
        can_pin(one, other) || can_pin(other, one)
    }

    /// Returns the number of pieces of the side that has fewer.
    pub(crate) fn least_men(&self) -> usize {
        self.men().into_iter().min().unwrap_or(0)
    }

    /// Returns the number of pieces of the side that has more.
    pub(crate) fn most_men(&self) -> usize {
        self.men().into_iter().max().unwrap_or(0)
    }

    fn men(&self) -> [usize; 2] {
        self.sides.map(|side| side.iter().map(|&count| usize::from(count)).sum())
    }
}

fn side_of(board: &Board, color: Color) -> Side {
    Role::ALL.map(|role| board.by_piece(Piece::new(color, role)).len() as u8)
}

impl FromStr for Material {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Self, FilterError> {
        let (one, other) =
            text.trim().split_once(['v', 'V', '-']).ok_or_else(|| FilterError::new(text, EXPECTED))?;
        Ok(Self { sides: [parse_side(one)?, parse_side(other)?] })
    }
}

fn parse_side(text: &str) -> Result<Side, FilterError> {
    let mut side = Side::default();
    for letter in text.trim().chars() {
        let role = Role::ALL.iter().position(|role| role.letter().eq_ignore_ascii_case(&letter));
        let count =
            role.and_then(|role| side.get_mut(role)).ok_or_else(|| FilterError::new(text, EXPECTED))?;
        *count = count.saturating_add(1);
    }
    let count =
        |role: Role| Role::ALL.iter().zip(side).find(|(one, _)| **one == role).map_or(0, |(_, count)| count);
    if count(Role::King) != 1 {
        return Err(FilterError::new(text, EXPECTED));
    }
    let surplus: u8 = [(Role::Knight, 2), (Role::Bishop, 2), (Role::Rook, 2), (Role::Queen, 1)]
        .map(|(role, usual)| count(role).saturating_sub(usual))
        .into_iter()
        .fold(0, u8::saturating_add);
    if surplus.saturating_add(count(Role::Pawn)) > 8 {
        return Err(FilterError::new(text, "at most eight pawns and promoted pieces of each side"));
    }
    Ok(side)
}
