//! Finds lines by their geometry.
//!
//! Each ray is a bitboard, and the first two pieces on it are its two nearest bits. The tables take four kilobytes and
//! stay in cache during replay. With the much larger slider attack tables, which replay does not use, profiles showed
//! the ledger waiting for memory.

use core::hint::select_unpredictable;

use pinsight_rules::{Bitboard, Board, Color, Square};

/// File and rank steps: files and ranks clockwise from north, then diagonals clockwise from north-west.
const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (-1, 1), (1, 1), (1, -1), (-1, -1)];

/// For each direction and square, the squares from the next one to the edge.
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

/// One bitboard for each of four directions. All four take the same operations, so that they compile to SIMD.
type Lanes = [u64; 4];

/// The directions of the lanes. Up: north, east, north-west, north-east. Down: their opposites.
const UP: [usize; 4] = [0, 1, 4, 5];
const DOWN: [usize; 4] = [2, 3, 6, 7];

/// Shift distance of one step in each lane, up or down.
const STEPS: [u32; 4] = [8, 1, 7, 9];

/// The squares that one step can reach; masks out wrapping around an edge.
const REACHABLE_UP: Lanes = reachable(UP);
const REACHABLE_DOWN: Lanes = reachable(DOWN);

const fn reachable(directions: [usize; 4]) -> Lanes {
    let mut reachable = [0; 4];
    let mut lane = 0;
    while lane < 4 {
        let (files, ranks) = DIRECTIONS[directions[lane]];
        let mut square = 0;
        while square < 64 {
            if let Some(next) = Square::ALL[square].offset(files, ranks) {
                reachable[lane] |= 1 << next.index();
            }
            square += 1;
        }
        lane += 1;
    }
    reachable
}

#[inline(always)]
fn zip(a: Lanes, b: Lanes, join: impl Fn(u64, u64) -> u64) -> Lanes {
    [join(a[0], b[0]), join(a[1], b[1]), join(a[2], b[2]), join(a[3], b[3])]
}

/// A Kogge-Stone fill in four directions.
#[derive(Clone, Copy)]
struct Fill<const IS_UP: bool> {
    /// The squares that end a run of one, two or four empty squares.
    runs: [Lanes; 3],
}

impl<const IS_UP: bool> Fill<IS_UP> {
    const REACHABLE: Lanes = if IS_UP { REACHABLE_UP } else { REACHABLE_DOWN };

    #[inline(always)]
    fn new(empty: Bitboard) -> Self {
        let and = |a: Lanes, b: Lanes| zip(a, b, |a, b| a & b);
        let one = Self::REACHABLE.map(|reachable| reachable & empty.0);
        let two = and(one, Self::step::<1>(one));
        let four = and(two, Self::step::<2>(two));
        Self { runs: [one, two, four] }
    }

    #[inline(always)]
    fn step<const TIMES: u32>(sets: Lanes) -> Lanes {
        let step = |lane: usize| {
            let by = STEPS[lane] * TIMES;
            if IS_UP { sets[lane] << by } else { sets[lane] >> by }
        };
        [step(0), step(1), step(2), step(3)]
    }

    /// Returns the squares that `pieces` attack as sliders.
    #[inline(always)]
    fn attacks(&self, pieces: Lanes) -> Lanes {
        let [one, two, four] = self.runs;
        let fill = |filled: Lanes, run: Lanes, stepped: Lanes| {
            zip(filled, zip(run, stepped, |run, stepped| run & stepped), |a, b| a | b)
        };
        let filled = fill(pieces, one, Self::step::<1>(pieces));
        let filled = fill(filled, two, Self::step::<2>(filled));
        let filled = fill(filled, four, Self::step::<4>(filled));
        zip(Self::step::<1>(filled), Self::REACHABLE, |next, reachable| next & reachable)
    }

    /// Returns the shielded pieces of the lines from `sliders`: the second piece on each ray, if both are enemies.
    #[inline(always)]
    fn ends(&self, sliders: Lanes, occupied: Bitboard, white: Bitboard) -> Lanes {
        // The squares whose colour differs from that of the nearest piece behind them, if there is one.
        let changes = self.attacks([white.0; 4]).map(|after_white| after_white ^ white.0);
        let occupied = [occupied.0; 4];
        let pinned = zip(self.attacks(sliders), zip(occupied, changes, |a, b| a & b), |a, b| a & b);
        zip(self.attacks(pinned), zip(occupied, changes, |a, b| a & !b), |a, b| a & b)
    }
}

/// Returns the piece of a ray that is nearest to its origin. Computes both ends, which is cheaper than a branch.
#[inline(always)]
fn nearest(direction: usize, pieces: Bitboard) -> Bitboard {
    let Bitboard(set) = pieces;
    let lowest = set & set.wrapping_neg();
    let highest = (1_u64 << 63).wrapping_shr(set.leading_zeros()) & set;
    // Directions 0, 1, 4 and 5 lead to higher squares.
    Bitboard(select_unpredictable(direction & 2 == 0, lowest, highest))
}

/// The geometry of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Triple {
    /// Attacker, pinned, shielded.
    pub(crate) squares: [Square; 3],
    /// From attacker to shielded, both included. The line exists as long as nothing changes here.
    pub(crate) span: Bitboard,
    /// Sort key: White's attackers first, then by square, then by direction.
    pub(crate) rank: u16,
}

/// Finds the lines of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineFinder {
    occupied: Bitboard,
    black: Bitboard,
    diagonal: Bitboard,
    orthogonal: Bitboard,
}

impl LineFinder {
    #[inline]
    pub(crate) fn new(board: &Board) -> Self {
        Self {
            occupied: board.occupied(),
            black: board.by_color(Color::Black),
            diagonal: board.diagonal_sliders(),
            orthogonal: board.orthogonal_sliders(),
        }
    }

    #[inline(always)]
    fn triple(&self, squares: [Square; 3], direction: usize) -> Triple {
        let [attacker, _, shielded] = squares;
        let rays = &RAYS[direction];
        let is_black = self.black.contains(attacker);
        Triple {
            squares,
            span: (rays[attacker.index()] - rays[shielded.index()]).with(attacker),
            rank: u16::from(is_black) << 9 | (attacker.index() as u16) << 3 | direction as u16,
        }
    }

    /// Returns the ends of all lines.
    #[inline(always)]
    pub(crate) fn ends(&self) -> LineEnds {
        let white = self.occupied - self.black;
        let (straight, diagonal) = (self.orthogonal.0, self.diagonal.0);
        let sliders = [straight, straight, diagonal, diagonal];
        let (up, down) = (Fill::<true>::new(!self.occupied), Fill::<false>::new(!self.occupied));
        LineEnds([up.ends(sliders, self.occupied, white), down.ends(sliders, self.occupied, white)])
    }

    /// Visits all lines, unordered.
    #[inline]
    pub(crate) fn for_each(&self, visit: impl FnMut(Triple)) {
        self.for_each_to(&self.ends(), visit);
    }

    /// Visits the lines with the given ends, unordered.
    #[inline]
    pub(crate) fn for_each_to(&self, ends: &LineEnds, mut visit: impl FnMut(Triple)) {
        if ends.is_empty() {
            return;
        }
        for (&direction, &ends) in [UP, DOWN].as_flattened().iter().zip(ends.0.as_flattened()) {
            for shielded in Bitboard(ends) {
                if let Some(triple) = self.line_to(shielded, direction) {
                    visit(triple);
                }
            }
        }
    }

    /// Returns the line in `direction` that ends at `shielded`.
    #[inline(always)]
    fn line_to(&self, shielded: Square, direction: usize) -> Option<Triple> {
        let back = direction ^ 2;
        let pieces = RAYS[back][shielded.index()] & self.occupied;
        let pinned = nearest(back, pieces);
        let attacker = nearest(back, pieces - pinned).first()?;
        Some(self.triple([attacker, pinned.first()?, shielded], direction))
    }
}

/// Ends of lines: for each direction the squares of shielded pieces. A direction and an end determine a line.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct LineEnds([Lanes; 2]);

impl LineEnds {
    /// Adds the end of a line.
    #[inline(always)]
    pub(crate) fn add(&mut self, triple: &Triple) {
        let [_, _, shielded] = triple.squares;
        let direction = usize::from(triple.rank & 7);
        // Bit 1 of a direction is set for those that lead down; the other two bits are the lane.
        self.0[direction >> 1 & 1][direction >> 1 & 2 | direction & 1] |= Bitboard::from(shielded).0;
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        let [a, b, c, d] = zip(self.0[0], self.0[1], |up, down| up | down);
        a | b | c | d == 0
    }

    /// Returns the ends that are not in `others`.
    #[inline(always)]
    pub(crate) fn without(self, others: &Self) -> Self {
        let [up, down] = self.0;
        let without = |a: Lanes, b: Lanes| zip(a, b, |a, b| a & !b);
        Self([without(up, others.0[0]), without(down, others.0[1])])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_rules::attacks::ray;

    #[test]
    fn rays_equal_those_of_the_rules() {
        for rays in &RAYS {
            for from in Square::ALL {
                for towards in rays[from.index()] {
                    assert_eq!(rays[from.index()], ray(from, towards));
                }
            }
        }
        let all: usize = RAYS.iter().flatten().map(|ray| ray.len()).sum();
        // The moves of a queen on an empty board, summed over all squares.
        assert_eq!(all, 1456);
    }

    /// Finds the lines of one slider by walking each of its rays.
    fn lines_of(finder: LineFinder, board: &Board, attacker: Square) -> impl Iterator<Item = Triple> {
        let directions = if board.orthogonal_sliders().contains(attacker) { 0 } else { 4 }
            ..if board.diagonal_sliders().contains(attacker) { 8 } else { 4 };
        let color = board.color_at(attacker).expect("a slider");
        directions.filter_map(move |direction| {
            let (files, ranks) = DIRECTIONS[direction];
            let step = |square: &Square| square.offset(files, ranks);
            let mut pieces = std::iter::successors(step(&attacker), step)
                .filter(|&square| board.piece_at(square).is_some())
                .take(2)
                .filter(|&square| board.color_at(square) == Some(!color));
            Some(finder.triple([attacker, pieces.next()?, pieces.next()?], direction))
        })
    }

    #[test]
    fn lines_found_at_once_equal_those_found_ray_by_ray() {
        for position in pinsight_testkit::random::positions(2_000, 23) {
            let board = position.board();
            let finder = LineFinder::new(board);
            let mut all = Vec::new();
            finder.for_each(|triple| all.push(triple));
            all.sort_by_key(|triple| triple.rank);
            let sliders = board.diagonal_sliders() | board.orthogonal_sliders();
            let of_side = |color| (sliders & board.by_color(color)).into_iter();
            let attackers = of_side(Color::White).chain(of_side(Color::Black));
            let each: Vec<_> = attackers.flat_map(|attacker| lines_of(finder, board, attacker)).collect();
            assert_eq!(all, each, "{position}");
        }
    }

    #[test]
    fn the_nearest_piece_is_the_first_on_the_ray() {
        for (direction, &(files, ranks)) in DIRECTIONS.iter().enumerate() {
            let mut ray = Vec::from([Square::D4]);
            while let Some(next) = ray[ray.len() - 1].offset(files, ranks) {
                ray.push(next);
            }
            for near in 1..ray.len() {
                let pieces: Bitboard = ray[near..].iter().copied().collect();
                assert_eq!(nearest(direction, pieces), ray[near].into());
            }
            assert!(nearest(direction, Bitboard::EMPTY).is_empty());
        }
    }
}
