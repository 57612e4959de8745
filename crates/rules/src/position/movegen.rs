//! Legal moves, by masks.
//!
//! First two questions: which squares end a check, and which pieces are pinned on which lines. Then every piece goes
//! where its attacks, those masks and the caller's filter allow; nothing is generated that has to be taken back. Only
//! the king's own steps, castling and en passant need a look at the board as it would be afterwards.

use super::Position;
use super::side::{Black, Side, White};
use crate::attacks::{
    between, bishop_attacks, diagonals, king_attacks, knight_attacks, near_diagonals, near_orthogonals,
    orthogonals, pawn_attacks, rook_attacks,
};
use crate::moves::MoveKind;
use crate::{Bitboard, CastlingSide, Color, File, Move, MoveList, MoveSets, Role, Square};

/// What becomes of the moves: listed, kept as sets, or only counted.
pub(super) trait Sink {
    /// A piece goes from its square to each of the targets.
    fn piece(&mut self, from: Square, targets: Bitboard);
    /// Pawns come to each of the targets; each stood `step` before it.
    fn pawns(&mut self, targets: Bitboard, step: i32, kind: MoveKind);
    /// Pawns come to each of the targets on the last rank; each stood `step` before it.
    fn promotions(&mut self, targets: Bitboard, step: i32);
    /// Castling or en passant.
    fn special(&mut self, from: Square, to: Square, kind: MoveKind);
}

/// Counts.
#[derive(Default)]
pub(super) struct Count(pub(super) usize);

impl Sink for Count {
    #[inline(always)]
    fn piece(&mut self, _: Square, targets: Bitboard) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i32, _: MoveKind) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i32) {
        self.0 += 4 * targets.len();
    }

    #[inline(always)]
    fn special(&mut self, _: Square, _: Square, _: MoveKind) {
        self.0 += 1;
    }
}

impl Sink for MoveList {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        self.extend(targets.into_iter().map(|to| Move::new(from, to, MoveKind::Normal)));
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i32, kind: MoveKind) {
        self.extend(targets.into_iter().map(|to| Move::new(before(to, step), to, kind)));
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            self.extend(Role::PROMOTIONS.map(|role| Move::promotion_to(before(to, step), to, role)));
        }
    }

    #[inline(always)]
    fn special(&mut self, from: Square, to: Square, kind: MoveKind) {
        self.push(Move::new(from, to, kind));
    }
}

impl Sink for MoveSets {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        self.add(from, targets, MoveKind::Normal);
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i32, kind: MoveKind) {
        self.add_pawns(targets, step, kind);
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i32) {
        self.add_promotions(targets, step);
    }

    #[inline(always)]
    fn special(&mut self, from: Square, to: Square, kind: MoveKind) {
        self.add(from, to.into(), kind);
    }
}

#[inline(always)]
fn before(to: Square, step: i32) -> Square {
    Square::wrapping((to as i32 - step) as u32)
}

/// Which of the legal moves are wanted.
pub(super) trait Filter: Copy {
    /// Whether only captures are.
    const CAPTURES: bool = false;

    /// From which squares.
    #[inline(always)]
    fn from(self) -> Bitboard {
        Bitboard::FULL
    }
}

/// Every move.
#[derive(Clone, Copy)]
pub(super) struct All;

impl Filter for All {}

/// Captures, en passant included.
#[derive(Clone, Copy)]
pub(super) struct Captures;

impl Filter for Captures {
    const CAPTURES: bool = true;
}

/// Moves of the pieces on these squares.
#[derive(Clone, Copy)]
pub(super) struct From(pub(super) Bitboard);

impl Filter for From {
    #[inline(always)]
    fn from(self) -> Bitboard {
        self.0
    }
}

/// What the king's lines say about a position.
#[derive(Clone, Copy)]
struct Threats {
    checkers: Bitboard,
    /// Squares on rank and file that a piece pinned there may use, the attacker's included.
    pin_orthogonal: Bitboard,
    /// The same on diagonals.
    pin_diagonal: Bitboard,
}

impl Position {
    /// Hands every legal move that the filter wants to the sink.
    #[inline(always)]
    pub(super) fn generate<S: Side, F: Filter>(&self, filter: F, sink: &mut impl Sink) {
        let board = &self.board;
        let occupied = board.occupied();
        let us = board.by_color(S::US);
        let them = occupied ^ us;
        let king = self.our_king::<S>();
        let king_wanted = filter.from().contains(king);
        let wanted = if F::CAPTURES { them } else { !us };

        let steps = king_attacks(king) & wanted;
        let mut attacked = Bitboard::EMPTY;
        if king_wanted && steps.any() {
            attacked = self.attacked::<S>(king);
            sink.piece(king, steps - attacked);
        }

        let threats = self.threats::<S>(king);
        let check = match threats.checkers.first() {
            None => Bitboard::FULL,
            Some(_) if threats.checkers.more_than_one() => return,
            Some(checker) => between(king, checker).with(checker),
        };
        self.piece_moves(us & filter.from(), wanted & check, threats, sink);
        self.pawn_moves::<S, F>(us & filter.from(), check, threats, sink);
        self.en_passant_moves::<S>(us & filter.from(), king, threats.checkers, sink);

        let rooks = self.castling & us;
        if !F::CAPTURES && king_wanted && rooks.any() && threats.checkers.is_empty() {
            let rooks = rooks & rook_attacks(king, occupied);
            if rooks.any() && steps.is_empty() {
                // Only in Chess960: a king who cannot step may still change places with his rook.
                attacked = self.attacked_cold::<S>(king);
            }
            for rook in rooks {
                if self.castling_is_safe::<S>(king, rook, attacked) {
                    sink.special(king, rook, MoveKind::Castling);
                }
            }
        }
    }

    /// The checkers of our king and the lines on which our pieces are pinned to it.
    #[inline(always)]
    fn threats<S: Side>(&self, king: Square) -> Threats {
        let board = &self.board;
        let them = board.by_color(!S::US);
        let leapers = pawn_attacks(S::US, king) & board.by_role(Role::Pawn)
            | knight_attacks(king) & board.by_role(Role::Knight);
        let sliders =
            diagonals(king) & board.diagonal_sliders() | orthogonals(king) & board.orthogonal_sliders();
        let mut checkers = leapers & them;
        let mut pins = Bitboard::EMPTY;
        for slider in sliders & them {
            let path = between(king, slider);
            let blockers = path & board.occupied();
            if blockers.is_empty() {
                checkers |= slider.into();
            }
            // A line with no blocker, or with one of theirs, binds no piece of ours and does no harm in the set.
            if !blockers.more_than_one() {
                pins |= path.with(slider);
            }
        }
        Threats { checkers, pin_orthogonal: pins & orthogonals(king), pin_diagonal: pins & diagonals(king) }
    }

    /// Knights, bishops, rooks and queens; a queen is a bishop first and then a rook.
    ///
    /// A pinned slider stays on its line if it stays on any line of that kind: from one it cannot reach another.
    #[inline(always)]
    fn piece_moves(&self, ours: Bitboard, targets: Bitboard, threats: Threats, sink: &mut impl Sink) {
        let board = &self.board;
        let occupied = board.occupied();
        let Threats { pin_orthogonal, pin_diagonal, .. } = threats;
        let free = ours - pin_orthogonal - pin_diagonal;
        for from in board.by_role(Role::Knight) & free {
            sink.piece(from, knight_attacks(from) & targets);
        }
        let bishops = board.diagonal_sliders();
        for from in bishops & free {
            sink.piece(from, bishop_attacks(from, occupied) & targets);
        }
        for from in bishops & ours & pin_diagonal {
            sink.piece(from, bishop_attacks(from, occupied) & targets & pin_diagonal);
        }
        let rooks = board.orthogonal_sliders();
        for from in rooks & free {
            sink.piece(from, rook_attacks(from, occupied) & targets);
        }
        for from in rooks & ours & pin_orthogonal {
            sink.piece(from, rook_attacks(from, occupied) & targets & pin_orthogonal);
        }
    }

    /// All pawns at once, but for en passant.
    #[inline(always)]
    fn pawn_moves<S: Side, F: Filter>(
        &self,
        ours: Bitboard,
        check: Bitboard,
        threats: Threats,
        sink: &mut impl Sink,
    ) {
        let pawns = self.board.by_role(Role::Pawn) & ours;
        let Threats { pin_orthogonal, pin_diagonal, .. } = threats;
        let free = pawns - pin_orthogonal - pin_diagonal;

        let bound = (pawns & pin_diagonal) - pin_orthogonal;
        let prey = self.board.by_color(!S::US) & check;
        let west = (S::west(free) | S::west(bound) & pin_diagonal) & prey;
        let east = (S::east(free) | S::east(bound) & pin_diagonal) & prey;
        sink.pawns(west - S::LAST, S::WEST, MoveKind::Normal);
        sink.pawns(east - S::LAST, S::EAST, MoveKind::Normal);

        let mut ahead = Bitboard::EMPTY;
        if !F::CAPTURES {
            let bound = (pawns & pin_orthogonal) - pin_diagonal;
            let occupied = self.board.occupied();
            let single = (S::ahead(free) | S::ahead(bound) & pin_orthogonal) - occupied;
            let double = S::ahead(single & S::THIRD) - occupied;
            ahead = single & check;
            sink.pawns(ahead - S::LAST, S::AHEAD, MoveKind::Normal);
            sink.pawns(double & check, 2 * S::AHEAD, MoveKind::DoubleStep);
        }
        if (west | east | ahead).intersects(S::LAST) {
            sink.promotions(west & S::LAST, S::WEST);
            sink.promotions(east & S::LAST, S::EAST);
            sink.promotions(ahead & S::LAST, S::AHEAD);
        }
    }

    #[inline(always)]
    fn en_passant_moves<S: Side>(
        &self,
        ours: Bitboard,
        king: Square,
        checkers: Bitboard,
        sink: &mut impl Sink,
    ) {
        if let Some(target) = self.en_passant {
            for from in pawn_attacks(!S::US, target) & self.board.by_role(Role::Pawn) & ours {
                if self.en_passant_is_safe::<S>(king, from, target, checkers) {
                    sink.special(from, target, MoveKind::EnPassant);
                }
            }
        }
    }

    #[inline(always)]
    fn our_king<S: Side>(&self) -> Square {
        let kings = self.board.by_role(Role::King) & self.board.by_color(S::US);
        Square::wrapping(kings.0.trailing_zeros())
    }

    /// The squares that they attack, as far as he may go there, through our king too: he may not step back along a line.
    #[inline(always)]
    fn attacked<S: Side>(&self, king: Square) -> Bitboard {
        let board = &self.board;
        // Only sliders that can look beside the king matter; if he may castle, those that look farther too.
        let may_castle = (self.castling & board.by_color(S::US)).any();
        let far = if may_castle { Bitboard::FULL } else { Bitboard::EMPTY };
        let them = board.by_color(!S::US);
        let their_king = Square::wrapping((board.by_role(Role::King) & them).0.trailing_zeros());
        let mut attacked = pawns_attack(!S::US, board.by_role(Role::Pawn) & them) | king_attacks(their_king);
        for knight in board.by_role(Role::Knight) & them {
            attacked |= knight_attacks(knight);
        }
        let occupied = board.occupied().without(king);
        for slider in board.diagonal_sliders() & them & (near_diagonals(king) | far) {
            attacked |= bishop_attacks(slider, occupied);
        }
        for slider in board.orthogonal_sliders() & them & (near_orthogonals(king) | far) {
            attacked |= rook_attacks(slider, occupied);
        }
        attacked
    }

    #[cold]
    #[inline(never)]
    fn attacked_cold<S: Side>(&self, king: Square) -> Bitboard {
        self.attacked::<S>(king)
    }

    /// Whether our king stands well after a pawn took in passing: two pawns leave their squares at once.
    #[inline(never)]
    fn en_passant_is_safe<S: Side>(
        &self,
        king: Square,
        from: Square,
        target: Square,
        checkers: Bitboard,
    ) -> bool {
        let board = &self.board;
        let taken = Square::new(target.file(), from.rank());
        let leapers = board.by_role(Role::Pawn) | board.by_role(Role::Knight);
        if ((checkers & leapers).without(taken)).any() {
            return false;
        }
        let occupied = board.occupied().without(from).without(taken).with(target);
        let them = board.by_color(!S::US);
        let attackers = bishop_attacks(king, occupied) & board.diagonal_sliders()
            | rook_attacks(king, occupied) & board.orthogonal_sliders();
        !attackers.intersects(them)
    }

    /// Whether castling with that rook is legal, given the right, free paths, no check and the safe squares.
    #[inline(always)]
    fn castling_is_safe<S: Side>(&self, king: Square, rook: Square, attacked: Bitboard) -> bool {
        let (king_path, rook_path) = castling_paths(king, rook);
        let others = self.board.occupied().without(king).without(rook);
        if (king_path | rook_path).intersects(others) || king_path.without(king).intersects(attacked) {
            return false;
        }
        // In Chess960 the rook may have been the king's shield on the rank; one on the edge shields nothing.
        if matches!(rook.file(), File::A | File::H) {
            return true;
        }
        let side = CastlingSide::of(king, rook);
        let king_to = Square::new(side.king_file(), king.rank());
        let rook_to = Square::new(side.rook_file(), king.rank());
        let after = self.board.occupied().without(king).without(rook).with(rook_to);
        let sliders = self.board.orthogonal_sliders() & self.board.by_color(!S::US);
        !rook_attacks(king_to, after).intersects(sliders)
    }
}

/// The squares over which king and rook go, their last included.
#[inline(always)]
fn castling_paths(king: Square, rook: Square) -> (Bitboard, Bitboard) {
    let side = CastlingSide::of(king, rook);
    let king_to = Square::new(side.king_file(), king.rank());
    let rook_to = Square::new(side.rook_file(), king.rank());
    (between(king, king_to).with(king_to), between(rook, rook_to).with(rook_to))
}

/// All squares that pawns there attack.
#[inline(always)]
fn pawns_attack(color: Color, pawns: Bitboard) -> Bitboard {
    match color {
        Color::White => White::west(pawns) | White::east(pawns),
        Color::Black => Black::west(pawns) | Black::east(pawns),
    }
}
