//! What a slider sees, and what it sees behind the first enemy: peekaboo without lifting anything.
//!
//! Each direction is one set of squares, and the first two pieces in it are its two nearest bits. The tables have eight
//! kilobytes and stay near while a game is replayed; with the much larger attack tables, profiles showed the ledger
//! waiting for memory, since the rest of a replay does not use them.

use core::hint::select_unpredictable;

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

/// One set of squares for each of four directions: those that lead to higher squares, or those that lead to lower ones.
/// All four are worked on alike, so that a processor that can does it at once.
type Lanes = [u64; 4];

/// The directions of the lanes: north, east, north-west, north-east; and south, west, south-east, south-west.
const UP: [usize; 4] = [0, 1, 4, 5];
const DOWN: [usize; 4] = [2, 3, 6, 7];

/// How many squares a step is, in the lanes of both.
const STEPS: [u32; 4] = [8, 1, 7, 9];

/// Where a step may lead: not around an edge.
const REACHED_UP: Lanes = reached(UP);
const REACHED_DOWN: Lanes = reached(DOWN);

const fn reached(directions: [usize; 4]) -> Lanes {
    let mut reached = [0; 4];
    let mut lane = 0;
    while lane < 4 {
        let (files, ranks) = DIRECTIONS[directions[lane]];
        let mut square = 0;
        while square < 64 {
            if let Some(next) = Square::ALL[square].offset(files, ranks) {
                reached[lane] |= 1 << next.index();
            }
            square += 1;
        }
        lane += 1;
    }
    reached
}

#[inline(always)]
fn zip(a: Lanes, b: Lanes, join: impl Fn(u64, u64) -> u64) -> Lanes {
    [join(a[0], b[0]), join(a[1], b[1]), join(a[2], b[2]), join(a[3], b[3])]
}

/// What lies free in four directions.
#[derive(Clone, Copy)]
struct Free<const IS_UP: bool> {
    /// One square that may be entered; two in a row; four in a row.
    ways: [Lanes; 3],
}

impl<const IS_UP: bool> Free<IS_UP> {
    const REACHED: Lanes = if IS_UP { REACHED_UP } else { REACHED_DOWN };

    #[inline(always)]
    fn new(empty: Bitboard) -> Self {
        let one = Self::REACHED.map(|reached| reached & empty.0);
        let two = zip(one, Self::step::<1>(one), |way, on| way & on);
        let four = zip(two, Self::step::<2>(two), |way, on| way & on);
        Self { ways: [one, two, four] }
    }

    #[inline(always)]
    fn step<const TIMES: u32>(sets: Lanes) -> Lanes {
        let step = |lane: usize| {
            let by = STEPS[lane] * TIMES;
            if IS_UP { sets[lane] << by } else { sets[lane] >> by }
        };
        [step(0), step(1), step(2), step(3)]
    }

    /// The squares that some pieces see first, with what stands there or with nothing.
    #[inline(always)]
    fn first_seen(&self, pieces: Lanes) -> Lanes {
        let [one, two, four] = self.ways;
        let go_on =
            |seen: Lanes, way: Lanes, on: Lanes| zip(seen, zip(way, on, |way, on| way & on), |a, b| a | b);
        let seen = go_on(pieces, one, Self::step::<1>(pieces));
        let seen = go_on(seen, two, Self::step::<2>(seen));
        let seen = go_on(seen, four, Self::step::<4>(seen));
        zip(Self::step::<1>(seen), Self::REACHED, |seen, reached| seen & reached)
    }

    /// Where lines end: with the second piece that a slider of one side looks at, both of the other side.
    #[inline(always)]
    fn ends(&self, sliders: Lanes, ours: Bitboard, enemies: Bitboard) -> Lanes {
        let pinned = self.first_seen(sliders.map(|set| set & ours.0)).map(|seen| seen & enemies.0);
        self.first_seen(pinned).map(|seen| seen & enemies.0)
    }
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
        let pieces = RAYS[direction][attacker.index()] & self.occupied;
        let first = nearest(direction, pieces);
        let second = nearest(direction, pieces - first);
        // Nothing is nearest to nothing, so that the second stands only behind a first.
        if second.is_empty() || !(first | second).is_subset(enemies) {
            return None;
        }
        Some(self.triple([attacker, first.first()?, second.first()?], direction))
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

    /// All lines of the piece on a square; none if it is no slider.
    #[inline]
    pub(crate) fn lines_of(self, attacker: Square) -> impl Iterator<Item = Triple> {
        let first = if self.orthogonal.contains(attacker) { 0 } else { 4 };
        let end = if self.diagonal.contains(attacker) { 8 } else { 4 };
        (first..end).filter_map(move |direction| self.line(attacker, direction))
    }

    /// For each direction the squares of the pieces that lines end with.
    #[inline(always)]
    pub(crate) fn ends(&self) -> Ends {
        let white = self.occupied - self.black;
        let (straight, diagonal) = (self.orthogonal.0, self.diagonal.0);
        let sliders = [straight, straight, diagonal, diagonal];
        let (up, down) = (Free::<true>::new(!self.occupied), Free::<false>::new(!self.occupied));
        let both = |a: Lanes, b: Lanes| zip(a, b, |a, b| a | b);
        Ends([
            both(up.ends(sliders, white, self.black), up.ends(sliders, self.black, white)),
            both(down.ends(sliders, white, self.black), down.ends(sliders, self.black, white)),
        ])
    }

    /// Tells all lines, in no particular order.
    #[inline]
    pub(crate) fn lines(&self, tell: impl FnMut(Triple)) {
        self.lines_to(&self.ends(), tell);
    }

    /// Tells the lines that end there.
    #[inline]
    pub(crate) fn lines_to(&self, ends: &Ends, mut tell: impl FnMut(Triple)) {
        if ends.is_empty() {
            return;
        }
        for (&direction, &ends) in [UP, DOWN].as_flattened().iter().zip(ends.0.as_flattened()) {
            for shielded in Bitboard(ends) {
                if let Some(triple) = self.line_to(shielded, direction) {
                    tell(triple);
                }
            }
        }
    }

    /// The line that ends with a shielded piece.
    #[inline(always)]
    fn line_to(&self, shielded: Square, direction: usize) -> Option<Triple> {
        let back = direction ^ 2;
        let pieces = RAYS[back][shielded.index()] & self.occupied;
        let pinned = nearest(back, pieces);
        let attacker = nearest(back, pieces - pinned).first()?;
        Some(self.triple([attacker, pinned.first()?, shielded], direction))
    }
}

/// For each direction some squares with which lines end; a direction and a square there make one line.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Ends([Lanes; 2]);

impl Ends {
    /// Notes where a line ends.
    #[inline(always)]
    pub(crate) fn add(&mut self, triple: &Triple) {
        let [_, _, shielded] = triple.squares;
        let direction = usize::from(triple.rank & 7);
        // The lower of two directions on one line is two further, in the same lane.
        self.0[direction >> 1 & 1][direction >> 1 & 2 | direction & 1] |= Bitboard::from(shielded).0;
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        let [a, b, c, d] = zip(self.0[0], self.0[1], |up, down| up | down);
        a | b | c | d == 0
    }

    /// Those that are not among others.
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

    #[test]
    fn all_lines_at_once_are_those_of_each_slider() {
        for position in pinsight_testkit::random::positions(2_000, 23) {
            let board = position.board();
            let view = View::of(board);
            let mut all = Vec::new();
            view.lines(|triple| all.push(triple));
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
