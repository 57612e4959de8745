//! What a slider sees, and what it sees behind the first enemy: peekaboo without lifting anything.
//!
//! Each direction is one set of squares, and the first two pieces in it are its two nearest bits. The tables have four
//! kilobytes and stay near while a game is replayed; with the much larger attack tables, profiles showed the ledger
//! waiting for memory, since the rest of a replay does not use them.

use pinsight_rules::{Bitboard, Board, Color, Square};

/// Files and ranks clockwise from the north, then diagonals clockwise from the north-west.
const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (-1, 1), (1, 1), (1, -1), (-1, -1)];

/// The squares from beside a square to the edge, for each direction.
static RAYS: [[Bitboard; 64]; 8] = rays();

const fn rays() -> [[Bitboard; 64]; 8] {
    let mut rays = [[Bitboard::EMPTY; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = DIRECTIONS[direction];
        let mut from = 0;
        while from < 64 {
            let mut next = Square::ALL[from].offset(files, ranks);
            while let Some(square) = next {
                rays[direction][from] = rays[direction][from].with(square);
                next = square.offset(files, ranks);
            }
            from += 1;
        }
        direction += 1;
    }
    rays
}

/// The piece that stands nearest in a direction.
#[inline(always)]
fn nearest(direction: usize, pieces: Bitboard) -> Option<Square> {
    let (files, ranks) = DIRECTIONS[direction];
    if 8 * ranks + files > 0 { pieces.first() } else { pieces.last() }
}

/// Bishops, rooks and queens: white's, then black's.
pub(crate) fn sliders(board: &Board) -> impl Iterator<Item = Square> {
    let sliders = board.diagonal_sliders() | board.orthogonal_sliders();
    let black = board.by_color(Color::Black);
    (sliders - black).into_iter().chain(sliders & black)
}

/// The lines of one slider.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    attacker: Square,
    /// Pinned and shielded, for each direction.
    pairs: [Option<(Square, Square)>; 8],
    /// All squares that were looked at: as long as nothing changes there, the lines are the same.
    pub(crate) squares: Bitboard,
}

impl Sight {
    /// Looks in all directions of the slider, and past each enemy that stands first.
    #[inline]
    pub(crate) fn of(board: &Board, attacker: Square) -> Self {
        let mut sight = Self { attacker, pairs: [None; 8], squares: attacker.into() };
        let black = board.by_color(Color::Black);
        let enemies = if black.contains(attacker) { board.occupied() - black } else { black };
        if board.orthogonal_sliders().contains(attacker) {
            (0..4).for_each(|direction| sight.look(direction, board.occupied(), enemies));
        }
        if board.diagonal_sliders().contains(attacker) {
            (4..8).for_each(|direction| sight.look(direction, board.occupied(), enemies));
        }
        sight
    }

    #[inline(always)]
    fn look(&mut self, direction: usize, occupied: Bitboard, enemies: Bitboard) {
        let rays = &RAYS[direction];
        let way = rays[self.attacker.index()];
        let up_to = |last: Option<Square>| last.map_or(way, |last| way - rays[last.index()]);
        let pieces = way & occupied;
        let first = nearest(direction, pieces);
        let Some(pinned) = first.filter(|&first| enemies.contains(first)) else {
            self.squares |= up_to(first);
            return;
        };
        let second = nearest(direction, pieces.without(pinned));
        self.squares |= up_to(second);
        self.pairs[direction] =
            second.filter(|&second| enemies.contains(second)).map(|shielded| (pinned, shielded));
    }

    /// Attacker, pinned, shielded.
    #[inline]
    pub(crate) fn lines(&self) -> impl Iterator<Item = [Square; 3]> {
        self.pairs.iter().flatten().map(|&(pinned, shielded)| [self.attacker, pinned, shielded])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_rules::attacks::ray;

    #[test]
    fn the_rays_are_those_of_the_rules() {
        for rays in &RAYS {
            for from in Square::ALL {
                for towards in rays[from.index()] {
                    assert_eq!(rays[from.index()], ray(from, towards));
                }
            }
        }
        let all: usize = RAYS.iter().flatten().map(|ray| ray.len()).sum();
        // A queen's moves on the empty board, from all squares: 1456.
        assert_eq!(all, 1456);
    }
}
