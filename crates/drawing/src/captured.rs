//! The pieces that are gone.

use pinsight_rules::{Board, ByColor, Color, Piece, Role};

/// The pieces of each side that are gone from the board, the dearest first.
///
/// A pawn that became a queen is not gone: of a side with more queens than at the start, so many pawns fewer are
/// counted as taken.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Captured {
    /// By the colour of the pieces that are gone.
    pub gone: ByColor<Vec<Role>>,
}

impl Captured {
    /// What is gone since the start of the game.
    pub fn since(start: &Board, now: &Board) -> Self {
        Self { gone: ByColor::new_with(|color| gone(start, now, color)) }
    }
}

fn gone(start: &Board, now: &Board, color: Color) -> Vec<Role> {
    let count = |board: &Board, role| board.by_piece(Piece { color, role }).len();
    let promoted: usize =
        Role::PROMOTIONS.into_iter().map(|role| count(now, role).saturating_sub(count(start, role))).sum();
    let mut gone = Vec::new();
    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
        let there = count(now, role) + if role == Role::Pawn { promoted } else { 0 };
        gone.extend(core::iter::repeat_n(role, count(start, role).saturating_sub(there)));
    }
    gone
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_rules::Position;

    #[test]
    fn promoted_pawns_are_not_gone() {
        // White: nine pieces and pawns less, but one pawn is a second queen. Black lacks a rook, a bishop, two pawns.
        let now: Position =
            "1n1qkbnr/2pppppp/8/8/8/8/2PPPPPP/QNBQKBNR w - - 0 1".parse().expect("a position");
        let captured = Captured::since(&Board::start(), now.board());
        assert_eq!(captured.gone[Color::White], [Role::Rook, Role::Pawn]);
        assert_eq!(captured.gone[Color::Black], [Role::Rook, Role::Bishop, Role::Pawn, Role::Pawn]);
        assert_eq!(Captured::since(&Board::start(), &Board::start()), Captured::default());
    }
}
