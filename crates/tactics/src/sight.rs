//! What a slider sees, and what it sees behind the first enemy: peekaboo without lifting anything.
//!
//! Each direction is one set of squares, and the first two pieces in it are its two nearest bits. The tables have eight
//! kilobytes and stay near while a game is replayed; with the much larger attack tables, profiles showed the ledger
//! waiting for memory, since the rest of a replay does not use them.

use core::hint::select_unpredictable;

use pinsight_rules::attacks::{diagonals, orthogonals};
use pinsight_rules::{Bitboard, Board, Color, Square};

/// Files and ranks clockwise from the north, then diagonals clockwise from the north-west.
const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (-1, 1), (1, 1), (1, -1), (-1, -1)];

/// The squares from beside a square to the edge, for each direction.
static RAYS: [[Bitboard; 64]; 8] = rays();

/// The direction from one square to another on a line with it; those of other squares have no meaning.
static TOWARDS: [[u8; 64]; 64] = towards(&rays());

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

const fn towards(rays: &[[Bitboard; 64]; 8]) -> [[u8; 64]; 64] {
    let mut towards = [[0; 64]; 64];
    let mut direction = 0;
    while direction < 8 {
        let mut from = 0;
        while from < 64 {
            let mut rest = rays[direction][from];
            while let Some(to) = rest.first() {
                towards[from][to.index()] = direction as u8;
                rest = rest.without(to);
            }
            from += 1;
        }
        direction += 1;
    }
    towards
}

/// How far a step in each direction moves a set's bits, and where it may lead: not around an edge.
const STEPS: [(u32, Bitboard); 8] = steps();

const fn steps() -> [(u32, Bitboard); 8] {
    let mut steps = [(0, Bitboard::FULL); 8];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = DIRECTIONS[direction];
        let mut square = 0;
        let mut reached = Bitboard::EMPTY;
        while square < 64 {
            if let Some(next) = Square::ALL[square].offset(files, ranks) {
                reached = reached.with(next);
            }
            square += 1;
        }
        steps[direction] = ((8 * ranks + files).rem_euclid(64) as u32, reached);
        direction += 1;
    }
    steps
}

/// The squares that some pieces see first in a direction, with what stands there or with nothing.
#[inline(always)]
fn first_seen(direction: usize, pieces: Bitboard, empty: Bitboard) -> Bitboard {
    let (step, reached) = STEPS[direction];
    let turn = |set: Bitboard, steps: u32| Bitboard(set.0.rotate_left(step * steps % 64));
    // Doubling: one square far, then two, then four.
    let mut seen = pieces;
    let mut free = empty & reached;
    seen |= free & turn(seen, 1);
    free &= turn(free, 1);
    seen |= free & turn(seen, 2);
    free &= turn(free, 2);
    seen |= free & turn(seen, 4);
    turn(seen, 1) & reached
}

/// The piece that stands nearest in a direction, as a set; both ends are looked at, which is cheaper than a branch.
#[inline(always)]
fn nearest(direction: usize, pieces: Bitboard) -> Bitboard {
    let Bitboard(set) = pieces;
    let lowest = set & set.wrapping_neg();
    let highest = (1_u64 << 63).wrapping_shr(set.leading_zeros()) & set;
    // North, east, north-west and north-east lead to higher squares.
    Bitboard(select_unpredictable(direction & 2 == 0, lowest, highest))
}

/// Three pieces on a line, by their squares: whatever it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Triple {
    /// Attacker, pinned, shielded.
    pub(crate) squares: [Square; 3],
    /// From the attacker to the shielded, both included: as long as nothing changes there, the line stands.
    pub(crate) span: Bitboard,
    /// White's attackers first, by their squares, then by direction.
    pub(crate) rank: u16,
}

/// What of a board makes lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    occupied: Bitboard,
    black: Bitboard,
    diagonal: Bitboard,
    orthogonal: Bitboard,
}

impl View {
    #[inline]
    pub(crate) fn of(board: &Board) -> Self {
        Self {
            occupied: board.occupied(),
            black: board.by_color(Color::Black),
            diagonal: board.diagonal_sliders(),
            orthogonal: board.orthogonal_sliders(),
        }
    }

    /// The line of an attacker in one direction.
    #[inline(always)]
    fn line(&self, attacker: Square, direction: usize) -> Option<Triple> {
        let is_black = self.black.contains(attacker);
        let enemies = select_unpredictable(is_black, self.occupied - self.black, self.black);
        let rays = &RAYS[direction];
        let way = rays[attacker.index()];
        let pieces = way & self.occupied;
        let first = nearest(direction, pieces);
        let second = nearest(direction, pieces - first);
        // Nothing is nearest to nothing, so that the second stands only behind a first.
        if second.is_empty() || !(first | second).is_subset(enemies) {
            return None;
        }
        let (pinned, shielded) = (first.first()?, second.first()?);
        Some(Triple {
            squares: [attacker, pinned, shielded],
            span: (way - rays[shielded.index()]).with(attacker),
            rank: u16::from(is_black) << 9 | (attacker.index() as u16) << 3 | direction as u16,
        })
    }

    /// All lines of the piece on a square; none if it is no slider.
    #[inline]
    pub(crate) fn lines_of(self, attacker: Square) -> impl Iterator<Item = Triple> {
        let first = if self.orthogonal.contains(attacker) { 0 } else { 4 };
        let end = if self.diagonal.contains(attacker) { 8 } else { 4 };
        (first..end).filter_map(move |direction| self.line(attacker, direction))
    }

    /// All lines, in no particular order: for each direction all sliders of a side look at once.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Triple> {
        let empty = !self.occupied;
        let white = self.occupied - self.black;
        let mut ends = [Bitboard::EMPTY; 8];
        for (direction, ends) in ends.iter_mut().enumerate() {
            let sliders = if direction < 4 { self.orthogonal } else { self.diagonal };
            for (ours, enemies) in [(white, self.black), (self.black, white)] {
                let pinned = first_seen(direction, sliders & ours, empty) & enemies;
                *ends |= first_seen(direction, pinned, empty) & enemies;
            }
        }
        let found = ends.into_iter().enumerate();
        found.flat_map(move |(direction, ends)| {
            ends.into_iter().filter_map(move |shielded| self.line_to(shielded, direction))
        })
    }

    /// The line that ends with a shielded piece.
    fn line_to(&self, shielded: Square, direction: usize) -> Option<Triple> {
        let back = direction ^ 2;
        let pieces = RAYS[back][shielded.index()] & self.occupied;
        let pinned = nearest(back, pieces);
        let attacker = nearest(back, pieces - pinned).first()?;
        self.line(attacker, direction)
    }

    /// Tells each line once on which some of the squares lie, from the attacker to the shielded piece.
    #[inline]
    pub(crate) fn lines_on(&self, squares: Bitboard, mut tell: impl FnMut(Triple)) {
        for attacker in squares & (self.diagonal | self.orthogonal) {
            self.lines_of(attacker).for_each(&mut tell);
        }
        for square in squares {
            let seers = diagonals(square) & self.diagonal | orthogonals(square) & self.orthogonal;
            for attacker in seers - squares {
                let direction = usize::from(TOWARDS[attacker.index()][square.index()]);
                if let Some(triple) = self.line(attacker, direction)
                    // A line through several of them is found from each.
                    && (triple.span & squares).first() == Some(square)
                {
                    tell(triple);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_rules::attacks::ray;

    #[test]
    fn the_rays_are_those_of_the_rules() {
        for (direction, rays) in RAYS.iter().enumerate() {
            for from in Square::ALL {
                for towards in rays[from.index()] {
                    assert_eq!(rays[from.index()], ray(from, towards));
                    assert_eq!(usize::from(TOWARDS[from.index()][towards.index()]), direction);
                }
            }
        }
        let all: usize = RAYS.iter().flatten().map(|ray| ray.len()).sum();
        // A queen's moves on the empty board, from all squares: 1456.
        assert_eq!(all, 1456);
    }

    #[test]
    fn all_lines_at_once_are_those_of_each_slider() {
        for position in pinsight_testkit::random::positions(2_000, 23) {
            let board = position.board();
            let view = View::of(board);
            let mut all: Vec<_> = view.lines().collect();
            all.sort_by_key(|triple| triple.rank);
            let sliders = board.diagonal_sliders() | board.orthogonal_sliders();
            let of_side = |color| (sliders & board.by_color(color)).into_iter();
            let attackers = of_side(Color::White).chain(of_side(Color::Black));
            let each: Vec<_> = attackers.flat_map(|attacker| view.lines_of(attacker)).collect();
            assert_eq!(all, each, "{position}");
        }
    }

    #[test]
    fn the_nearest_piece_is_the_first_on_the_way() {
        for (direction, &(files, ranks)) in DIRECTIONS.iter().enumerate() {
            let mut way = Vec::from([Square::D4]);
            while let Some(next) = way[way.len() - 1].offset(files, ranks) {
                way.push(next);
            }
            for near in 1..way.len() {
                let pieces: Bitboard = way[near..].iter().copied().collect();
                assert_eq!(nearest(direction, pieces), way[near].into());
            }
            assert!(nearest(direction, Bitboard::EMPTY).is_empty());
        }
    }
}
