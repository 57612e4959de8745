//! The start positions of Chess960.

use crate::{Board, Position, Role, Setup};

impl Position {
    /// Returns the Chess960 start position with this Scharnagl number, from 0 to 959; 518 is the standard position.
    ///
    /// ```
    /// use pinsight_rules::Position;
    /// assert_eq!(Position::chess960(518), Some(Position::default()));
    /// assert_eq!(Position::chess960(960), None);
    /// ```
    pub fn chess960(number: usize) -> Option<Self> {
        let board = Board::from_back_rank(back_rank(number)?);
        Self::try_from(Setup { board, castling: board.by_role(Role::Rook), ..Setup::start() }).ok()
    }
}

/// The pairs of free squares for the knights, in the order of the numbers.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// Returns the pieces of the first rank. Until the king is placed, a rook marks a free square.
fn back_rank(number: usize) -> Option<[Role; 8]> {
    let (rest, light) = (number / 4, number % 4);
    let (rest, dark) = (rest / 4, rest % 4);
    let &(first, second) = KNIGHTS.get(rest / 6)?;
    let mut back = [Role::Rook; 8];
    back[2 * light + 1] = Role::Bishop;
    back[2 * dark] = Role::Bishop;
    let nth_free = [(Role::Queen, rest % 6), (Role::Knight, second), (Role::Knight, first), (Role::King, 1)];
    for (role, nth) in nth_free {
        *back.iter_mut().filter(|square| **square == Role::Rook).nth(nth)? = role;
    }
    Some(back)
}
