//! The phase of the game, and the kind of an endgame.

use pinsight_rules::{Bitboard, Board, Color, Rank, Role};

use super::kind::Theme;
use crate::motif::Combination;

/// Pieces other than kings and pawns up to which a position is an endgame, and a middlegame.
const ENDGAME_PIECES: usize = 6;
const MIDDLEGAME_PIECES: usize = 10;
/// Own pieces on a back rank below which a position is a middlegame.
const BACK_RANK_PIECES: usize = 4;

/// Returns the phase: endgame with few pieces, opening with most pieces on the back ranks, else middlegame.
pub(super) fn of_game(board: &Board) -> Theme {
    let pieces = board.occupied() - board.by_role(Role::Pawn) - board.by_role(Role::King);
    let home = |color: Color| Bitboard::from_rank(color.relative(Rank::First)) & board.by_color(color);
    let developed = Color::ALL.into_iter().any(|color| home(color).len() < BACK_RANK_PIECES);
    if pieces.len() <= ENDGAME_PIECES {
        Theme::Endgame
    } else if pieces.len() <= MIDDLEGAME_PIECES || developed {
        Theme::Middlegame
    } else {
        Theme::Opening
    }
}

/// Returns the kind of endgame, if the first move of the solution keeps it.
pub(super) fn of_endgame(puzzle: &Combination) -> Option<Theme> {
    let kind = endgame(puzzle.start().board())?;
    let after = puzzle.own_steps().next()?.after;
    (endgame(after.board()) == Some(kind)).then_some(kind)
}

/// Returns the kind of endgame by the pieces besides kings and pawns.
fn endgame(board: &Board) -> Option<Theme> {
    let count = |role| board.by_role(role).len();
    let counts = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(count);
    match counts {
        [0, 0, 0, 0] => Some(Theme::PawnEndgame),
        [_, 0, 0, 0] => Some(Theme::KnightEndgame),
        [0, _, 0, 0] => Some(Theme::BishopEndgame),
        [0, 0, _, 0] => Some(Theme::RookEndgame),
        [0, 0, 0, _] => Some(Theme::QueenEndgame),
        [0, 0, _, 1] => Some(Theme::QueenRookEndgame),
        _ => None,
    }
}
