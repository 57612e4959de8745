//! Captured pieces.

use pinsight_rules::{Board, ByColor, Color, Piece, Role};

/// The captured pieces of each side, most valuable first.
///
/// A promoted pawn does not count as captured: each queen, rook, bishop or knight beyond the starting number stands for
/// one pawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Captured {
    /// The roles, indexed by the colour of the captured pieces.
    pub roles: ByColor<Vec<Role>>,
}

impl Captured {
    /// Compares the current board with the board at the start of the game.
    pub fn since(start: &Board, now: &Board) -> Self {
        Self { roles: ByColor::new_with(|color| captured_roles(start, now, color)) }
    }
}

fn captured_roles(start: &Board, now: &Board, color: Color) -> Vec<Role> {
    let count = |board: &Board, role| board.by_piece(Piece { color, role }).len();
    let promoted: usize =
        Role::PROMOTIONS.into_iter().map(|role| count(now, role).saturating_sub(count(start, role))).sum();
    let mut captured = Vec::new();
    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
        let remaining = count(now, role) + if role == Role::Pawn { promoted } else { 0 };
        captured.extend(core::iter::repeat_n(role, count(start, role).saturating_sub(remaining)));
    }
    captured
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_rules::Position;

    #[test]
    fn a_promoted_pawn_is_not_captured() {
        // White has lost a rook and a pawn; another pawn is the second queen. Black has lost a rook, a bishop and two
        // pawns.
        let now: Position =
            "1n1qkbnr/2pppppp/8/8/8/8/2PPPPPP/QNBQKBNR w - - 0 1".parse().expect("a position");
        let captured = Captured::since(&Board::start(), now.board());
        assert_eq!(captured.roles[Color::White], [Role::Rook, Role::Pawn]);
        assert_eq!(captured.roles[Color::Black], [Role::Rook, Role::Bishop, Role::Pawn, Role::Pawn]);
        assert_eq!(Captured::since(&Board::start(), &Board::start()), Captured::default());
    }
}
