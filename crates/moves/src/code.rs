//! The code of a move.
//!
//! Squares are relative to the side to move: for Black the ranks are mirrored. A code consists of the piece (a pawn by its
//! file, a bishop by the colour of its square, others as the first or second of their role from the a-file) and its
//! offset. Most codes therefore mean the same in all positions, which compresses well.

use core::hint::select_unpredictable;

use pinsight_rules::{Bitboard, CastlingSide, Color, Move, Piece, Position, Role, Square};

/// Eight for the most advanced pawn of each file.
const PAWNS: u8 = 0;
/// Eight steps, then castling to both sides.
const KING: u8 = 64;
const CASTLING: u8 = 72;
/// Eight for each of two.
const KNIGHTS: u8 = 74;
/// Sixteen for each of two: the rising diagonal, then the falling one.
const BISHOPS: u8 = 90;
/// Sixteen for each of two: the rank, then the file.
const ROOKS: u8 = 122;
/// Thirty-two for each of two: as a rook, then as a bishop.
const QUEENS: u8 = 154;
/// The end of the codes of pieces.
const END: u8 = 218;

/// The index of the move in a list follows: see [`play_listed`].
pub(crate) const LISTED: u8 = 254;
/// A null move.
pub(crate) const NULL_MOVE: u8 = 255;

const KING_STEPS: [(i8, i8); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
const KNIGHT_STEPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// How the codes of a role are composed.
#[derive(Clone, Copy)]
struct Kind {
    /// The first code.
    first: u8,
    /// Added per file to the right, for a light square, and for the second piece of the role; 0 if the second has no codes.
    by_file: u8,
    if_light: u8,
    if_second: u8,
    /// The preceding squares that count, for pieces on light and on dark squares.
    before_light: Bitboard,
    before_dark: Bitboard,
    /// The squares ahead on the file that count.
    ahead: Bitboard,
}

/// By role.
static KINDS: [Kind; 6] = kinds();
/// By role and [`offset_index`].
static OFFSETS: [[u8; 256]; 6] = offsets();

const LIGHT: Bitboard = Bitboard(0x55AA_55AA_55AA_55AA);
const DARK: Bitboard = Bitboard(!LIGHT.0);
const A_FILE: u64 = 0x0101_0101_0101_0101;

#[allow(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn kinds() -> [Kind; 6] {
    let any = Kind {
        first: 0,
        by_file: 0,
        if_light: 0,
        if_second: 0,
        before_light: Bitboard::FULL,
        before_dark: Bitboard::FULL,
        ahead: Bitboard::EMPTY,
    };
    let mut kinds = [any; 6];
    kinds[Role::Pawn as usize] = Kind {
        first: PAWNS,
        by_file: 8,
        before_light: Bitboard::EMPTY,
        before_dark: Bitboard::EMPTY,
        ahead: Bitboard::FULL,
        ..any
    };
    kinds[Role::Knight as usize] = Kind { first: KNIGHTS, if_second: 8, ..any };
    kinds[Role::Bishop as usize] =
        Kind { first: BISHOPS, if_light: 16, before_light: LIGHT, before_dark: DARK, ..any };
    kinds[Role::Rook as usize] = Kind { first: ROOKS, if_second: 16, ..any };
    kinds[Role::Queen as usize] = Kind { first: QUEENS, if_second: 32, ..any };
    kinds[Role::King as usize] = Kind { first: KING, ..any };
    kinds
}

/// Returns a unique index for the offset from one square to another.
#[inline(always)]
fn offset_index(from: Square, to: Square, side: Color) -> usize {
    let spread = |square: Square| {
        let relative = square as u8 ^ rank_mirror(side);
        relative + (relative & 56)
    };
    usize::from(spread(to).wrapping_sub(spread(from)))
}

#[allow(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn offsets() -> [[u8; 256]; 6] {
    let mut table = [[0; 256]; 6];
    let mut ranks: i8 = -7;
    while ranks <= 7 {
        let mut files: i8 = -7;
        while files <= 7 {
            let index = (ranks * 16 + files) as u8 as usize;
            table[Role::Pawn as usize][index] = match (files, ranks) {
                (0, 2) => 1,
                (-1, _) => 2,
                (1, _) => 3,
                _ => 0,
            };
            table[Role::Knight as usize][index] = index_of_step(&KNIGHT_STEPS, (files, ranks));
            table[Role::Bishop as usize][index] = diagonal(files, ranks);
            table[Role::Rook as usize][index] = straight(files, ranks);
            table[Role::Queen as usize][index] =
                if files == 0 || ranks == 0 { straight(files, ranks) } else { 16 + diagonal(files, ranks) };
            table[Role::King as usize][index] = index_of_step(&KING_STEPS, (files, ranks));
            files += 1;
        }
        ranks += 1;
    }
    table
}

#[allow(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn index_of_step(steps: &[(i8, i8); 8], step: (i8, i8)) -> u8 {
    let mut index = 0;
    while index < 8 {
        if steps[index].0 == step.0 && steps[index].1 == step.1 {
            return index as u8;
        }
        index += 1;
    }
    0 // Not an offset of the piece.
}

/// A file and a rank, relative to the side to move.
#[derive(Clone, Copy)]
struct RelativeSquare {
    file: i8,
    rank: i8,
}

impl RelativeSquare {
    #[inline(always)]
    fn new(square: Square, side: Color) -> Self {
        let relative = square as u8 ^ rank_mirror(side);
        Self { file: (relative & 7) as i8, rank: (relative >> 3) as i8 }
    }

    #[inline(always)]
    fn square(self, side: Color) -> Option<Square> {
        let on_board = (self.file | self.rank) & !7 == 0;
        let relative = (self.rank << 3 | self.file) as u8 & 63;
        Square::from_index(usize::from(relative ^ rank_mirror(side))).filter(|_| on_board)
    }
}

/// Returns the mask that mirrors the index of a square for Black.
#[inline(always)]
fn rank_mirror(side: Color) -> u8 {
    match side {
        Color::White => 0,
        Color::Black => 56,
    }
}

/// Returns a set of squares relative to the side.
#[inline(always)]
fn relative_set(set: Bitboard, side: Color) -> u64 {
    match side {
        Color::White => set.0,
        Color::Black => set.flip_ranks().0,
    }
}

/// Returns the code of a legal move; `None` if it needs a list.
///
/// The role is unpredictable, so all roles share table lookups without branches.
#[inline]
pub(crate) fn of_move(before: &Position, mv: Move) -> Option<u8> {
    let side = before.turn();
    let board = before.board();
    let role = board.role_at(mv.from())?;
    let promotes = match mv.promotion() {
        None => 0,
        // A double step does not promote, so its code is free.
        Some(Role::Queen) => 4,
        Some(_) => return None,
    };
    match mv.castling_side() {
        None => {}
        Some(CastlingSide::KingSide) => return Some(CASTLING),
        Some(CastlingSide::QueenSide) => return Some(CASTLING + 1),
    }
    let kind = KINDS.get(role as usize)?;
    let from = mv.from() as u32;
    let (file, here) = (from & 7, 1u64 << from);
    let is_light = LIGHT.0 & here != 0;
    let before = select_unpredictable(is_light, kind.before_light, kind.before_dark);
    let (lower, higher) = (here - 1, here.wrapping_neg() & !here);
    let (behind, ahead) = match side {
        Color::White => (lower, higher),
        Color::Black => (higher, lower),
    };
    let (own_file, left) = (A_FILE << file, A_FILE * ((1 << file) - 1));
    let counts = before.0 & (left | own_file & behind) | kind.ahead.0 & own_file & ahead;
    let earlier = board.alike(mv.from()) & Bitboard(counts);
    if earlier.more_than_one() || earlier.any() & (kind.if_second == 0) {
        return None;
    }
    // Mirrored ranks exchange light and dark.
    let relative_light = u8::from(is_light) ^ side as u8;
    let offset = *OFFSETS.get(role as usize)?.get(offset_index(mv.from(), mv.to(), side))?;
    let which =
        kind.by_file * file as u8 + kind.if_light * relative_light + kind.if_second * u8::from(earlier.any());
    Some(kind.first + which + offset + promotes)
}

/// Returns the move of a code and plays it into `next`; `None` if it is illegal.
#[inline]
pub(crate) fn play(before: &Position, code: u8, next: &mut Position) -> Option<Move> {
    let side = before.turn();
    let board = before.board();
    let (role, from, files, ranks) = match code {
        PAWNS..KING => {
            let (file, offset) = ((code >> 3) as i8, code & 7);
            let pawns = relative_set(board.by_piece(Piece::new(side, Role::Pawn)), side);
            let on_file = pawns & A_FILE << file;
            if on_file == 0 {
                return None;
            }
            let from = RelativeSquare { file, rank: (63 - on_file.leading_zeros() as i8) >> 3 };
            let (files, ranks) = match offset & 3 {
                0 => (0, 1),
                1 => (0, 2),
                2 => (-1, 1),
                _ => (1, 1),
            };
            if offset >= 4 {
                return promote(before, from, files, ranks, next);
            }
            (Role::Pawn, from.square(side)?, files, ranks)
        }
        KING..CASTLING => {
            let &(files, ranks) = KING_STEPS.get(usize::from(code - KING))?;
            (Role::King, before.king(side), files, ranks)
        }
        CASTLING..KNIGHTS => {
            let to = if code == CASTLING { CastlingSide::KingSide } else { CastlingSide::QueenSide };
            let mv = before.can_castle(to).ok()?;
            before.play_into(mv, next);
            return Some(mv);
        }
        KNIGHTS..BISHOPS => {
            let code = code - KNIGHTS;
            let &(files, ranks) = KNIGHT_STEPS.get(usize::from(code & 7))?;
            (Role::Knight, nth(before, Role::Knight, code >> 3)?, files, ranks)
        }
        BISHOPS..ROOKS => {
            let code = code - BISHOPS;
            let bishops = board.by_piece(Piece::new(side, Role::Bishop));
            let from = first_of_color(bishops, code >= 16, side)?;
            let (files, ranks) = diagonal_offset(RelativeSquare::new(from, side), code);
            (Role::Bishop, from, files, ranks)
        }
        ROOKS..QUEENS => {
            let code = code - ROOKS;
            let from = nth(before, Role::Rook, code >> 4)?;
            let (files, ranks) = straight_offset(RelativeSquare::new(from, side), code);
            (Role::Rook, from, files, ranks)
        }
        QUEENS..END => {
            let code = code - QUEENS;
            let from = nth(before, Role::Queen, code >> 5)?;
            let relative = RelativeSquare::new(from, side);
            let (files, ranks) = if code & 16 == 0 {
                straight_offset(relative, code)
            } else {
                diagonal_offset(relative, code)
            };
            (Role::Queen, from, files, ranks)
        }
        _ => return None,
    };
    let relative = RelativeSquare::new(from, side);
    let to = RelativeSquare { file: relative.file + files, rank: relative.rank + ranks }.square(side)?;
    before.play_by_squares(role, from, to, next)
}

/// Plays a promotion to a queen.
#[cold]
fn promote(
    before: &Position,
    from: RelativeSquare,
    files: i8,
    ranks: i8,
    next: &mut Position,
) -> Option<Move> {
    let side = before.turn();
    let to = RelativeSquare { file: from.file + files, rank: from.rank + ranks }.square(side)?;
    let moves = before.legal_moves_from(from.square(side)?);
    let matches = |mv: &&Move| mv.to() == to && mv.promotion() == Some(Role::Queen);
    let mv = moves.iter().find(matches).copied()?;
    before.play_into(mv, next);
    Some(mv)
}

/// Plays a move by its index in the list of all legal moves except those of the king, ordered by origin, target (a1 to h8)
/// and promotion (knight to queen).
#[cold]
pub(crate) fn play_listed(before: &Position, number: u8, next: &mut Position) -> Option<Move> {
    let moves = before.legal_moves();
    let king = before.king(before.turn());
    let matches = |mv: &&Move| mv.from() != king && index_among(&moves, king, **mv) == usize::from(number);
    let mv = moves.iter().find(matches).copied()?;
    before.play_into(mv, next);
    Some(mv)
}

/// Returns the index of a legal move in that list; there are fewer than 256.
#[cold]
pub(crate) fn index_in_list(before: &Position, mv: Move) -> u8 {
    index_among(&before.legal_moves(), before.king(before.turn()), mv) as u8
}

fn index_among(moves: &[Move], king: Square, mv: Move) -> usize {
    let sort_key = |mv: Move| (mv.from(), mv.to(), mv.promotion());
    moves.iter().filter(|&&other| other.from() != king && sort_key(other) < sort_key(mv)).count()
}

/// Returns the index of a square in the order of files, then ranks.
#[inline(always)]
fn by_files(square: Square, side: Color) -> u8 {
    let RelativeSquare { file, rank } = RelativeSquare::new(square, side);
    (file << 3 | rank) as u8
}

/// Returns the ordinal of a piece among those of its side and role; `None` from the third on.
#[inline(always)]
fn ordinal(ours: Bitboard, square: Square, side: Color) -> Option<u8> {
    let index = by_files(square, side);
    let before = ours.into_iter().filter(|&other| by_files(other, side) < index).count();
    (before < 2).then_some(before as u8)
}

/// Returns the first or second piece of a role of the side to move.
#[inline(always)]
fn nth(position: &Position, role: Role, number: u8) -> Option<Square> {
    let side = position.turn();
    let ours = position.board().by_piece(Piece::new(side, role));
    let first = ours.first()?;
    let rest = ours.without(first);
    let Some(second) = rest.first() else {
        return (number == 0).then_some(first);
    };
    if rest.more_than_one() {
        return ours.into_iter().find(|&square| ordinal(ours, square, side) == Some(number));
    }
    let in_order = by_files(first, side) < by_files(second, side);
    Some(if in_order == (number == 0) { first } else { second })
}

/// Returns the first bishop on squares of one colour.
#[inline(always)]
fn first_of_color(bishops: Bitboard, light: bool, side: Color) -> Option<Square> {
    let wanted = bishops & if light == (side == Color::White) { LIGHT } else { DARK };
    let first = wanted.first()?;
    if wanted.more_than_one() {
        return wanted.into_iter().min_by_key(|&square| by_files(square, side));
    }
    Some(first)
}

/// Along the rank: files to the right, modulo 8. Along the file: eight plus the ranks up, modulo 8.
const fn straight(files: i8, ranks: i8) -> u8 {
    if ranks == 0 { (files & 7) as u8 } else { 8 + (ranks & 7) as u8 }
}

#[inline(always)]
fn straight_offset(from: RelativeSquare, code: u8) -> (i8, i8) {
    let by = (code & 7) as i8;
    if code & 8 == 0 {
        (((from.file + by) & 7) - from.file, 0)
    } else {
        (0, ((from.rank + by) & 7) - from.rank)
    }
}

/// Files to the right, modulo 8; plus eight on a diagonal that falls to the right.
const fn diagonal(files: i8, ranks: i8) -> u8 {
    (files & 7) as u8 + if files == ranks { 0 } else { 8 }
}

#[inline(always)]
fn diagonal_offset(from: RelativeSquare, code: u8) -> (i8, i8) {
    let files = ((from.file + (code & 7) as i8) & 7) - from.file;
    if code & 8 == 0 { (files, files) } else { (files, -files) }
}
