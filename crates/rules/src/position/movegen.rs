//! Generates legal moves by masks.
//!
//! Two masks are computed first: the squares that end a check, and the lines of pins. The targets of a piece are its
//! attacks, restricted by these masks, so no move is generated and then rejected. Only king moves,
//! castling and en passant examine the board after the move.

use super::Position;
use super::side::Side;
use crate::attacks::{
    between, bishop_attacks, diagonals, king_attacks, knight_attacks, near_diagonals, near_orthogonals,
    orthogonals, pawn_attacks, rook_attacks,
};
use crate::move_sets::Origin;
use crate::moves::MoveKind;
use crate::{Bitboard, CastlingSide, File, Move, MoveList, MoveSets, Role, Square};

/// Receives the moves: lists, collects or counts them.
pub(super) trait Sink {
    /// Moves of the piece on `from` to each of `targets`.
    fn piece(&mut self, from: Square, targets: Bitboard);
    /// Pawn moves to each of `targets`, each from the square `step` before it.
    fn pawns(&mut self, targets: Bitboard, step: i32, kind: MoveKind);
    /// Promotions on each of `targets`, each from the square `step` before it.
    fn promotions(&mut self, targets: Bitboard, step: i32);
    /// Castling or en passant.
    fn special(&mut self, from: Square, to: Square, kind: MoveKind);
}

/// Counts the moves.
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
        self.extend([Move::new(from, to, kind)]);
    }
}

impl Sink for MoveSets {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        self.add(targets, Origin::Square(from), MoveKind::Normal);
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i32, kind: MoveKind) {
        self.add(targets, Origin::Step(step), kind);
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i32) {
        self.add(targets, Origin::Step(step), MoveKind::PromoteKnight);
    }

    #[inline(always)]
    fn special(&mut self, from: Square, to: Square, kind: MoveKind) {
        self.add(to.into(), Origin::Square(from), kind);
    }
}

#[inline(always)]
fn before(to: Square, step: i32) -> Square {
    Square::wrapping((to as i32 - step) as u32)
}

/// Checks and pins.
#[derive(Clone, Copy)]
struct Threats {
    checkers: Bitboard,
    /// The squares of pins along ranks and files, from beside the king to the attacker.
    pin_orthogonal: Bitboard,
    /// The same along diagonals.
    pin_diagonal: Bitboard,
}

impl Position {
    /// Passes the legal moves of the pieces on `origins` to `sink`; only the captures if `CAPTURES`.
    #[inline(always)]
    pub(super) fn generate<S: Side, const CAPTURES: bool>(&self, origins: Bitboard, sink: &mut impl Sink) {
        let board = &self.board;
        let occupied = board.occupied();
        let us = board.by_color(S::US);
        let them = occupied ^ us;
        let king = self.king(S::US);
        let king_selected = origins.contains(king);
        let targets = if CAPTURES { them } else { !us };

        let steps = king_attacks(king) & targets;
        let mut attacked = Bitboard::EMPTY;
        if king_selected && steps.any() {
            attacked = self.attacked::<S>(king);
            sink.piece(king, steps - attacked);
        }

        let threats = self.threats::<S>(king);
        let check = match threats.checkers.first() {
            None => Bitboard::FULL,
            Some(_) if threats.checkers.more_than_one() => return,
            Some(checker) => between(king, checker).with(checker),
        };
        self.piece_moves(us & origins, targets & check, threats, sink);
        self.pawn_moves::<S, CAPTURES>(us & origins, check, threats, sink);
        self.en_passant_moves::<S>(us & origins, king, threats.checkers, sink);

        let rooks = self.castling & us;
        if !CAPTURES && king_selected && rooks.any() && threats.checkers.is_empty() {
            let rooks = rooks & rook_attacks(king, occupied);
            if rooks.any() && steps.is_empty() {
                // Chess960: a king without a step may still swap places with its rook.
                attacked = self.attacked_cold::<S>(king);
            }
            for rook in rooks {
                if self.castling_is_safe::<S>(king, rook, attacked) {
                    sink.special(king, rook, MoveKind::Castling);
                }
            }
        }
    }

    /// Returns the checkers of our king and the lines of the pins to it.
    #[inline(always)]
    fn threats<S: Side>(&self, king: Square) -> Threats {
        let board = &self.board;
        let them = board.by_color(!S::US);
        let leapers = pawn_attacks(S::US, king) & board.by_role(Role::Pawn)
            | knight_attacks(king) & board.by_role(Role::Knight);
        let mut checkers = leapers & them;
        let mut pins = Bitboard::EMPTY;
        for slider in board.sliders_in_line(king) & them {
            let path = between(king, slider);
            let blockers = path & board.occupied();
            if blockers.is_empty() {
                checkers |= slider.into();
            }
            // A line without a blocker, or with an enemy blocker, pins none of our pieces and is harmless here.
            if !blockers.more_than_one() {
                pins |= path.with(slider);
            }
        }
        Threats { checkers, pin_orthogonal: pins & orthogonals(king), pin_diagonal: pins & diagonals(king) }
    }

    /// Generates moves of knights, bishops, rooks and queens; a queen moves as a bishop, then as a rook.
    ///
    /// All pin lines of one kind form one mask: a pinned slider cannot reach another line of the mask.
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

    /// Generates the moves of all pawns at once, except en passant.
    #[inline(always)]
    fn pawn_moves<S: Side, const CAPTURES: bool>(
        &self,
        ours: Bitboard,
        check: Bitboard,
        threats: Threats,
        sink: &mut impl Sink,
    ) {
        let pawns = self.board.by_role(Role::Pawn) & ours;
        let Threats { pin_orthogonal, pin_diagonal, .. } = threats;
        let free = pawns - pin_orthogonal - pin_diagonal;

        let pinned = (pawns & pin_diagonal) - pin_orthogonal;
        let victims = self.board.by_color(!S::US) & check;
        let west = (S::west(free) | S::west(pinned) & pin_diagonal) & victims;
        let east = (S::east(free) | S::east(pinned) & pin_diagonal) & victims;
        sink.pawns(west - S::LAST, S::WEST, MoveKind::Normal);
        sink.pawns(east - S::LAST, S::EAST, MoveKind::Normal);

        let mut ahead = Bitboard::EMPTY;
        if !CAPTURES {
            let pinned = (pawns & pin_orthogonal) - pin_diagonal;
            let occupied = self.board.occupied();
            let single = (S::ahead(free) | S::ahead(pinned) & pin_orthogonal) - occupied;
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

    /// Returns the attacked squares beside our king, and on its rank if it may castle.
    ///
    /// Attacks pass through the king: it may not step back along a line.
    #[inline(always)]
    fn attacked<S: Side>(&self, king: Square) -> Bitboard {
        let board = &self.board;
        // Skip sliders that attack no square beside the king, unless it may castle.
        let may_castle = (self.castling & board.by_color(S::US)).any();
        let far = if may_castle { Bitboard::FULL } else { Bitboard::EMPTY };
        let them = board.by_color(!S::US);
        let pawns = board.by_role(Role::Pawn) & them;
        let mut attacked = S::Them::west(pawns) | S::Them::east(pawns) | king_attacks(self.king(!S::US));
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

    /// Whether our king is safe after en passant, which removes two pawns from their squares.
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

    /// Whether castling with `rook` is legal, given the right to castle and no check.
    #[inline(always)]
    fn castling_is_safe<S: Side>(&self, king: Square, rook: Square, attacked: Bitboard) -> bool {
        let (king_to, rook_to) = CastlingSide::targets(king, rook);
        let (king_path, rook_path) =
            (between(king, king_to).with(king_to), between(rook, rook_to).with(rook_to));
        let others = self.board.occupied().without(king).without(rook);
        if (king_path | rook_path).intersects(others) || king_path.without(king).intersects(attacked) {
            return false;
        }
        // Chess960: the rook may have shielded the king along the rank, unless it is on the edge.
        if matches!(rook.file(), File::A | File::H) {
            return true;
        }
        let after = self.board.occupied().without(king).without(rook).with(rook_to);
        let sliders = self.board.orthogonal_sliders() & self.board.by_color(!S::US);
        !rook_attacks(king_to, after).intersects(sliders)
    }
}
