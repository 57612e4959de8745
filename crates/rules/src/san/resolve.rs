//! Finds the legal move of a parsed SAN, or the reason why there is none.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use core::cmp::Reverse;

use super::{Candidate, CandidateStatus, FileCapture, San, SanError, SanMove};
use crate::refusal::Refusal;
use crate::{File, Move, Position, Role};

impl San {
    /// Returns the legal move of this text in a position.
    ///
    /// Ignores a wrong or missing `x`, `+` or `#`, but the file of a capturing pawn is required: `d5` is not `exd5`. A
    /// missing promotion or hint is an error.
    pub fn resolve(&self, position: &Position) -> Result<Move, SanError> {
        let illegal = |reason: String| SanError::Illegal { san: self.clone(), reason };
        match self {
            Self::Castling(side, _) => position.can_castle(*side).map_err(|fault| illegal(fault.to_string())),
            Self::Null => Err(illegal(position.null_move_refusal().to_string())),
            Self::Piece(wanted) => self
                .only_move(position, |mv| wanted.matches(position, mv))?
                .or_else(|| wanted.castling_by_king_move(position))
                .ok_or_else(|| illegal(wanted.refusal(position))),
            Self::FileCapture(wanted) => self
                .only_move(position, |mv| wanted.matches(position, mv))?
                .ok_or_else(|| illegal(wanted.refusal(position))),
        }
    }

    /// Returns the legal move that matches; an error if several do.
    fn only_move(
        &self,
        position: &Position,
        matches: impl Fn(Move) -> bool,
    ) -> Result<Option<Move>, SanError> {
        let moves = position.legal_moves();
        let mut matching = moves.iter().copied().filter(|&mv| matches(mv));
        match (matching.next(), matching.next()) {
            (Some(first), Some(second)) => Err(SanError::Ambiguous {
                san: self.clone(),
                moves: [first, second].into_iter().chain(matching).map(|mv| position.san(mv)).collect(),
            }),
            (only, _) => Ok(only),
        }
    }
}

impl SanMove {
    /// Returns the file of the origin if the text determines it: a pawn that does not capture stays on its file.
    pub(super) fn origin_file(&self) -> Option<File> {
        let advances = self.role == Some(Role::Pawn) && !self.capture;
        self.file.or(advances.then_some(self.to.file()))
    }

    fn matches(&self, position: &Position, mv: Move) -> bool {
        mv.castling_side().is_none()
            && mv.to() == self.to
            && mv.promotion() == self.promotion
            && self.origin_file().is_none_or(|file| file == mv.from().file())
            && self.rank.is_none_or(|rank| rank == mv.from().rank())
            && self.role.is_none_or(|role| position.board().role_at(mv.from()) == Some(role))
    }

    /// Returns the castling move of `Kg1`, `Ke1-g1`, `e1g1` or `e1h1`, if the king has no other move there.
    ///
    /// The square of the rook needs both squares without a letter, as in UCI: `Kh1` is not castling.
    fn castling_by_king_move(&self, position: &Position) -> Option<Move> {
        let king = position.king(position.turn());
        let names_squares = self.role.is_none() && self.origin() == Some(king);
        let is_king = self.role == Some(Role::King) || names_squares;
        let hints_fit = self.file.is_none_or(|file| file == king.file())
            && self.rank.is_none_or(|rank| rank == king.rank());
        if !is_king || !hints_fit || self.promotion.is_some() {
            return None;
        }
        let moves = position.legal_moves_from(king);
        moves.iter().copied().find(|mv| {
            let onto_rook = names_squares && mv.castling_rook().is_some_and(|(rook, _)| rook == self.to);
            mv.castling_side().is_some() && (mv.to() == self.to || onto_rook)
        })
    }

    /// Returns the reason why no piece can make the move.
    fn refusal(&self, position: &Position) -> String {
        let Some(role) = self.role else {
            return match self.origin().map(|from| position.explain_move(from, self.to, self.promotion)) {
                Some(Err(refusal)) => refusal.to_string(),
                _ => format!("no piece can go to {}", self.to),
            };
        };
        if let Some(captures) = self.captures_meant(position) {
            return captures;
        }
        let candidates = position.candidates(self);
        let refusals = candidates.iter().filter_map(|candidate| match &candidate.status {
            CandidateStatus::Refused(refusal) => Some(refusal),
            _ => None,
        });
        // The piece whose move fails at the last test is probably the one that was meant.
        match refusals.min_by_key(|refusal| Reverse(refusal.tests_passed())) {
            Some(Refusal::CannotReach(..)) if candidates.len() > 1 => {
                format!("no {} {role} can reach {}", position.turn(), self.to)
            }
            Some(refusal) => refusal.to_string(),
            None => self.no_candidate(position, role, &candidates),
        }
    }

    /// Names the legal captures of pawns on the target if the text is the move of a pawn without `x` and file.
    fn captures_meant(&self, position: &Position) -> Option<String> {
        if self.role != Some(Role::Pawn) || self.capture || self.file.is_some() {
            return None;
        }
        let is_capture = |mv: &Move| Self { capture: true, ..self.clone() }.matches(position, *mv);
        let mut captures: Vec<String> =
            position.legal_moves().iter().filter(|mv| is_capture(mv)).map(|&mv| position.san(mv)).collect();
        captures.sort_unstable();
        (!captures.is_empty()).then(|| {
            let (to, captures) = (self.to, captures.join(" or "));
            format!("no pawn can go straight to {to}; a capture names the pawn's file: {captures}")
        })
    }

    fn no_candidate(&self, position: &Position, role: Role, candidates: &[Candidate]) -> String {
        let turn = position.turn();
        match (candidates.is_empty(), self.origin_file(), self.rank) {
            (true, ..) => format!("{turn} has no {role}"),
            (_, Some(file), Some(rank)) => format!("there is no {turn} {role} on {file}{rank}"),
            (_, Some(file), None) => format!("there is no {turn} {role} on the {file}-file"),
            (_, None, Some(rank)) => format!("there is no {turn} {role} on rank {rank}"),
            (_, None, None) => format!("no {turn} {role} can reach {}", self.to),
        }
    }
}

impl FileCapture {
    fn matches(&self, position: &Position, mv: Move) -> bool {
        self.is_capture(position, mv) && mv.promotion() == self.promotion
    }

    /// Whether the move is a capture by a pawn between these files.
    fn is_capture(&self, position: &Position, mv: Move) -> bool {
        position.board().role_at(mv.from()) == Some(Role::Pawn)
            && mv.from().file() == self.from
            && mv.to().file() == self.to
    }

    fn refusal(&self, position: &Position) -> String {
        let moves = position.legal_moves();
        // Both files fit, so the promotion does not.
        if let Some(mv) = moves.iter().find(|&&mv| self.is_capture(position, mv))
            && let Err(refusal) = position.explain_move(mv.from(), mv.to(), self.promotion)
        {
            return refusal.to_string();
        }
        let (turn, from, to) = (position.turn(), self.from, self.to);
        format!("no {turn} pawn on the {from}-file can capture on the {to}-file")
    }
}
