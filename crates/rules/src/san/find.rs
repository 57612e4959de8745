//! The fast path: canonical SAN to the legal move.
//!
//! Looks backwards from the target square for the one candidate instead of generating the legal moves. Leaves any text
//! that is not canonical or not legal to [`Position::read_san`], which also gives the reason. Tests compare the two.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use core::hint::select_unpredictable;

use super::plain::PlainSan;
use crate::attacks::{Mover, between, king_attacks, knight_attacks, origins, pawn_attacks};
use crate::moves::MoveKind;
use crate::position::{Black, Side, White};
use crate::{Bitboard, CastlingSide, Color, File, Move, Piece, Position, Rank, Role, Square};

impl Position {
    /// Returns the legal move of a canonical SAN; `None` for any other text.
    ///
    /// Ignores `+` or `#` at the end, right or wrong. An `x` has to be right.
    #[inline]
    pub fn find_san(&self, text: &[u8]) -> Option<Move> {
        match PlainSan::parse(text) {
            Some(san) => self.find_plain(san),
            None => self.find_special(text),
        }
    }

    /// Plays the canonical SAN at the start of `text` into `next`; returns the move and the length of its token.
    ///
    /// The token ends before a blank, a line end, `)` or the end of `text`. Returns `None` for anything else, a move
    /// that is not legal included; the content of `next` is then unspecified. Built for bulk parsing: decoding a move
    /// also finds the end of its token.
    ///
    /// ```
    /// use pinsight_rules::Position;
    /// let (start, mut next) = (Position::default(), Position::default());
    /// let (knight, length) = start.play_san_prefix(b"Nf3 d5 2. d4", &mut next).expect("a canonical move");
    /// assert_eq!((start.play_unchecked(knight), length), (next, 3));
    /// assert_eq!(start.play_san_prefix(b"Nf3! d5 2. d4", &mut next), None);
    /// ```
    #[inline(always)]
    pub fn play_san_prefix(&self, text: &[u8], next: &mut Self) -> Option<(Move, usize)> {
        if let Some(&chunk) = text.first_chunk()
            && let Some((san, length)) = PlainSan::read(chunk)
        {
            return self.play_plain_san(san, next).map(|mv| (mv, length));
        }
        self.play_special_prefix(text, next)
    }

    /// Like [`play_san_prefix`](Self::play_san_prefix), for texts that [`PlainSan::read`] does not decode.
    #[cold]
    #[inline(never)]
    fn play_special_prefix(&self, text: &[u8], next: &mut Self) -> Option<(Move, usize)> {
        let text = text.get(..PlainSan::CHUNK).unwrap_or(text);
        let token = text.split(|&byte| byte <= b' ' || byte == b')').next()?;
        let mv = self.find_special(token).or_else(|| self.find_plain(PlainSan::parse(token)?))?;
        self.play_into(mv, next);
        Some((mv, token.len()))
    }

    /// Plays the move of `role` between two squares into `next` if it is legal.
    ///
    /// Returns `None` for castling and promotions too. The content of `next` is unspecified without a move.
    #[inline(always)]
    pub fn play_by_squares(&self, role: Role, from: Square, to: Square, next: &mut Self) -> Option<Move> {
        self.play_plain_san(self.plain_by_squares(role, from, to)?, next)
    }

    /// Like [`play_by_squares`](Self::play_by_squares), without playing the move.
    #[inline]
    pub(crate) fn find_by_squares(&self, role: Role, from: Square, to: Square) -> Option<Move> {
        self.find_plain(self.plain_by_squares(role, from, to)?)
    }

    #[inline(always)]
    fn plain_by_squares(&self, role: Role, from: Square, to: Square) -> Option<PlainSan> {
        let captures = match role {
            Role::Pawn => from.file() != to.file(),
            _ => self.board().occupied().contains(to),
        };
        PlainSan::exact(role, from, to, captures)
    }

    /// Returns the legal move of a decoded SAN. An `x` has to be right.
    #[inline]
    fn find_plain(&self, san: PlainSan) -> Option<Move> {
        match self.turn() {
            Color::White => self.find_plain_of::<White>(san),
            Color::Black => self.find_plain_of::<Black>(san),
        }
    }

    /// Plays the legal move of a decoded SAN into `next`, whose content is unspecified without one.
    ///
    /// Faster than [`find_plain`](Self::find_plain) and [`play_into`](Self::play_into): the mover and whether it
    /// captures are known.
    #[inline(never)]
    fn play_plain_san(&self, san: PlainSan, next: &mut Self) -> Option<Move> {
        match self.turn() {
            Color::White => self.play_plain_san_of::<White>(san, next),
            Color::Black => self.play_plain_san_of::<Black>(san, next),
        }
    }

    #[inline(always)]
    fn play_plain_san_of<S: Side>(&self, san: PlainSan, next: &mut Self) -> Option<Move> {
        if self.board().occupied().contains(san.to()) != san.is_capture() {
            return self.find_en_passant(san).inspect(|&mv| self.play_into(mv, next));
        }
        let mv = self.find_plain_of::<S>(san)?;
        self.play_mover_into::<S>(san.mover(), mv, san.is_capture(), next);
        Some(mv)
    }

    #[inline(always)]
    fn find_plain_of<S: Side>(&self, san: PlainSan) -> Option<Move> {
        let (hints, mover, to, captures) = (san.hints, san.mover(), san.to(), san.is_capture());
        let board = self.board();
        let occupied = board.occupied();
        if occupied.contains(to) != captures {
            return self.find_en_passant(san);
        }
        let ours = board.by_color(S::US);
        let candidates = origins(S::US, mover, to) & board.by_mover(mover) & ours & hints;
        let mut from = candidates.first()?;
        if candidates.more_than_one() {
            from = self.only_one(candidates, to)?;
        }
        let double_step = (mover == Mover::PAWN) & (from as u8 ^ to as u8 == 16);
        let kind = select_unpredictable(double_step, MoveKind::DoubleStep, MoveKind::Normal);
        let king = select_unpredictable(mover == Mover::KING, to, self.king(S::US));
        // `between` is empty for a knight's move.
        let open = !between(from, to).intersects(occupied) & !ours.contains(to);
        (open && self.is_safe::<S>(king, from, to)).then(|| Move::new(from, to, kind))
    }

    /// Returns the legal castling move or promotion of a canonical SAN.
    #[cold]
    #[inline(never)]
    fn find_special(&self, text: &[u8]) -> Option<Move> {
        let text = match text {
            [rest @ .., b'+' | b'#'] => rest,
            _ => text,
        };
        match *text {
            [b'O', b'-', b'O'] => self.can_castle(CastlingSide::KingSide).ok(),
            [b'O', b'-', b'O', b'-', b'O'] => self.can_castle(CastlingSide::QueenSide).ok(),
            [file, rank, b'=', role] => self.find_promotion(None, [file, rank], role),
            [from, b'x', file, rank, b'=', role] => self.find_promotion(Some(from), [file, rank], role),
            _ => None,
        }
    }

    fn find_promotion(&self, file: Option<u8>, to: [u8; 2], role: u8) -> Option<Move> {
        let to = Square::from_ascii(to)?;
        let role = Role::PROMOTIONS.into_iter().find(|known| known.letter() == char::from(role))?;
        let us = self.turn();
        let board = self.board();
        let (mover, hint, targets) = match file {
            Some(file) => {
                (Mover::PAWN_CAPTURES, File::from_letter(file as char)?.into(), board.by_color(!us))
            }
            None => (Mover::PAWN, Bitboard::FULL, !board.occupied()),
        };
        if to.rank() != us.relative(Rank::Eighth) || !targets.contains(to) {
            return None;
        }
        let pawns = board.by_piece(Piece::new(us, Role::Pawn));
        let from = (origins(us, mover, to) & pawns & hint).single()?;
        self.exposes_king(from, to).is_empty().then(|| Move::promotion_to(from, to, role))
    }

    /// Returns the en passant capture of a SAN that captures on an empty square.
    #[cold]
    #[inline(never)]
    fn find_en_passant(&self, san: PlainSan) -> Option<Move> {
        let us = self.turn();
        let target = self.en_passant(crate::fen::EnPassantMode::Fen)?;
        if san.mover() != Mover::PAWN_CAPTURES || target != san.to() {
            return None;
        }
        let pawns = self.board().by_piece(Piece::new(us, Role::Pawn));
        let from = (origins(us, san.mover(), target) & pawns & san.hints).single()?;
        let mv = Move::new(from, target, MoveKind::EnPassant);
        self.is_legal(mv).then_some(mv)
    }

    /// Returns the only candidate that can legally move to `to`.
    #[inline(never)]
    fn only_one(&self, candidates: Bitboard, to: Square) -> Option<Square> {
        let occupied = self.board().occupied();
        let mut open = candidates;
        for from in candidates {
            if between(from, to).intersects(occupied) {
                open = open.without(from);
            }
        }
        if open.more_than_one() {
            open = open.into_iter().filter(|&from| self.exposes_king(from, to).is_empty()).collect();
        }
        open.single()
    }

    /// Whether the king, on `king` after the move, is safe when a piece moves from `from` to `to`; equal squares mean
    /// no move.
    #[inline(always)]
    pub(crate) fn is_safe<S: Side>(&self, king: Square, from: Square, to: Square) -> bool {
        let board = self.board();
        let them = board.by_color(!S::US).without(to);
        let occupied = board.occupied().without(from).with(to);
        let leapers = pawn_attacks(S::US, king) & board.by_role(Role::Pawn)
            | knight_attacks(king) & board.by_role(Role::Knight)
            | king_attacks(king) & board.by_role(Role::King);
        // The number of sliders in line with the king is unpredictable: handle the first two without a branch.
        let mut aiming = board.sliders_in_line(king) & them;
        let mut open = leapers & them;
        for _ in 0..2 {
            let slider = Square::wrapping(aiming.0.trailing_zeros());
            let closed = between(king, slider).intersects(occupied);
            open |= select_unpredictable(closed, Bitboard::EMPTY, aiming);
            aiming = aiming.without_first();
        }
        open.is_empty() && aiming.into_iter().all(|slider| between(king, slider).intersects(occupied))
    }
}
