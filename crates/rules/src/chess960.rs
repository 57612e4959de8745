//! The start positions of Chess960.

use crate::{Bitboard, Board, Color, File, Piece, Position, Rank, Role, Setup, Square};

impl Position {
    /// Returns the Chess960 start position with this Scharnagl number, from 0 to 959; 518 is the standard position.
    ///
    /// ```
    /// use pinsight_rules::Position;
    /// assert_eq!(Position::chess960(518), Some(Position::default()));
    /// assert_eq!(Position::chess960(960), None);
    /// ```
    pub fn chess960(number: usize) -> Option<Self> {
        let back = (number < 960).then(|| back_rank(number))??;
        let mut setup = Setup { board: Board::EMPTY, castling: Bitboard::EMPTY, ..Setup::start() };
        for color in Color::ALL {
            for (file, role) in File::ALL.into_iter().zip(back) {
                let home = Square::new(file, color.relative(Rank::First));
                setup.board.set(home, Piece::new(color, role));
                setup
                    .board
                    .set(Square::new(file, color.relative(Rank::Second)), Piece::new(color, Role::Pawn));
                if role == Role::Rook {
                    setup.castling = setup.castling.with(home);
                }
            }
        }
        Self::try_from(setup).ok()
    }
}

/// The pairs of free squares for the knights, in the order of the numbers.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// Returns the pieces of the first rank.
fn back_rank(number: usize) -> Option<[Role; 8]> {
    let mut back = [None; 8];
    let (rest, light) = (number / 4, number % 4);
    let (rest, dark) = (rest / 4, rest % 4);
    *back.get_mut(2 * light + 1)? = Some(Role::Bishop);
    *back.get_mut(2 * dark)? = Some(Role::Bishop);
    place(&mut back, rest % 6, Role::Queen)?;
    let &(first, second) = KNIGHTS.get(rest / 6)?;
    place(&mut back, second, Role::Knight)?;
    place(&mut back, first, Role::Knight)?;
    for role in [Role::Rook, Role::King, Role::Rook] {
        place(&mut back, 0, role)?;
    }
    Some(back.map(|role| role.unwrap_or(Role::Rook)))
}

/// Puts a role on the n-th free square.
fn place(back: &mut [Option<Role>; 8], nth: usize, role: Role) -> Option<()> {
    *back.iter_mut().filter(|square| square.is_none()).nth(nth)? = Some(role);
    Some(())
}
