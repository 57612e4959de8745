//! Writes a move in SAN and LAN.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::{CheckMark, San, SanMove};
use crate::attacks::attacks;
use crate::{Bitboard, Move, Piece, Position, Role};

impl Position {
    /// Returns the SAN of a legal move, with as few hints as possible.
    pub fn san(&self, mv: Move) -> String {
        self.san_parts(mv, self.check_mark(mv)).text()
    }

    /// Returns the LAN of a legal move: `Ng1-f3`, `e7xd8=Q+`.
    pub fn lan(&self, mv: Move) -> String {
        let san = self.san_parts(mv, self.check_mark(mv));
        let San::Piece(parts) = san else {
            return san.text();
        };
        let from = mv.from();
        let dash = if parts.capture { "" } else { "-" };
        let letter = parts.role.filter(|&role| role != Role::Pawn).map(|role| role.letter().to_string());
        let tail = San::Piece(SanMove { role: Some(Role::Pawn), file: None, rank: None, ..parts });
        format!("{}{from}{dash}{tail}", letter.unwrap_or_default())
    }

    /// Like [`san`](Self::san), given the position after the move.
    pub fn san_before(&self, mv: Move, after: &Self) -> String {
        self.san_parts(mv, CheckMark::of(after)).text()
    }

    fn san_parts(&self, mv: Move, check: Option<CheckMark>) -> San {
        if let Some(side) = mv.castling_side() {
            return San::Castling(side, check);
        }
        let (from, to) = (mv.from(), mv.to());
        let role = self.board().role_at(from).unwrap_or(Role::Pawn);
        let capture = self.is_capture(mv);
        let (file, rank) = match role {
            Role::Pawn => (capture, false),
            _ => self.hints(mv, role),
        };
        San::Piece(SanMove {
            role: Some(role),
            file: file.then_some(from.file()),
            rank: rank.then_some(from.rank()),
            capture,
            to,
            promotion: mv.promotion(),
            check,
        })
    }

    /// Whether the SAN needs the file and the rank of the origin.
    fn hints(&self, mv: Move, role: Role) -> (bool, bool) {
        let (from, to) = (mv.from(), mv.to());
        let others = self.board().by_piece(Piece::new(self.turn(), role)).without(from);
        let reaching = others & attacks(Piece::new(self.turn(), role), to, self.board().occupied());
        if reaching.is_empty() {
            return (false, false);
        }
        // Only legal moves count: a pinned piece does not make the move ambiguous.
        let rivals: Bitboard =
            reaching.into_iter().filter(|&other| self.exposes_king(other, to).is_empty()).collect();
        let same_file = rivals.intersects(Bitboard::from_file(from.file()));
        let same_rank = rivals.intersects(Bitboard::from_rank(from.rank()));
        (rivals.any() && (!same_file || same_rank), same_file)
    }

    pub(super) fn check_mark(&self, mv: Move) -> Option<CheckMark> {
        CheckMark::of(&self.play_unchecked(mv))
    }
}

impl CheckMark {
    /// Returns the mark of the move that led to this position.
    fn of(after: &Position) -> Option<Self> {
        if !after.in_check() {
            None
        } else if !after.has_legal_moves() {
            Some(Self::Mate)
        } else {
            Some(Self::Check)
        }
    }
}
