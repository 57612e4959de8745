//! Explains how a SAN is resolved, piece by piece.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use core::fmt;

use super::{San, SanError, SanMove, SanNote};
use crate::refusal::Refusal;
use crate::{Bitboard, CastlingSide, File, Move, Placed, Position, Rank, Role, Square};

/// A parsed SAN and how it was resolved in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SanReading {
    /// The parsed SAN.
    pub san: San,
    /// Every piece of its role of the side to move.
    pub candidates: Vec<Candidate>,
    /// The move, or the reason why there is none.
    pub meaning: Result<Move, SanError>,
    /// How the text differs from the SAN of the move.
    pub notes: Vec<SanNote>,
}

/// A piece that could make the move of a SAN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Its square.
    pub square: Square,
    /// Whether it can make the move, and if not, why.
    pub status: CandidateStatus,
}

/// Whether a candidate can make the move of a SAN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CandidateStatus {
    /// It can; this is the move.
    ComesFromHere(Move),
    /// The SAN names another file.
    WrongFile(File),
    /// The SAN names another rank.
    WrongRank(Rank),
    /// The piece cannot make the move.
    Refused(Refusal),
}

impl fmt::Display for Candidate {
    /// `g1: comes from here`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.square, self.status)
    }
}

impl fmt::Display for CandidateStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ComesFromHere(_) => f.write_str("comes from here"),
            Self::WrongFile(file) => write!(f, "wrong file: the move names the {file}-file"),
            Self::WrongRank(rank) => write!(f, "wrong rank: the move names rank {rank}"),
            Self::Refused(refusal) => match refusal {
                Refusal::CannotReach(..) => f.write_str("cannot reach"),
                Refusal::Blocked(_, _, by) | Refusal::PawnBlocked(_, by) => write!(f, "blocked by {by}"),
                Refusal::OwnPiece(_, there) => write!(f, "cannot take its own {}", there.piece.role),
                Refusal::NothingToTake(_, to) => write!(f, "nothing to take on {to}"),
                Refusal::Pinned { king, by, .. } => write!(f, "pinned by {by} to the king on {king}"),
                Refusal::KingAttacked(to, by) => write!(f, "{by} attacks {to}"),
                other => write!(f, "{other}"),
            },
        }
    }
}

impl Position {
    /// Explains how a SAN is resolved in this position.
    ///
    /// ```
    /// use pinsight_rules::Position;
    /// let position: Position = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1".parse()?;
    /// let reading = position.explain_san("Ne2")?;
    /// let verdicts: Vec<String> = reading.candidates.iter().map(|c| c.to_string()).collect();
    /// assert_eq!(verdicts[0], "g1: comes from here");
    /// assert_eq!(verdicts[1], "c3: pinned by the bishop on b4 to the king on e1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain_san(&self, text: &str) -> Result<SanReading, SanError> {
        let (san, mut notes) = self.parse_san(text, None)?;
        let candidates = match &san {
            San::Piece(wanted) => self.candidates(wanted),
            San::Castling(..) | San::FileCapture(_) | San::Null => Vec::new(),
        };
        let meaning = san.resolve(self);
        match &meaning {
            Ok(mv) => self.note_differences(&san, *mv, &mut notes),
            Err(_) => notes.clear(),
        }
        Ok(SanReading { san, candidates, meaning, notes })
    }

    pub(crate) fn candidates(&self, wanted: &SanMove) -> Vec<Candidate> {
        let ours = self.board().by_color(self.turn());
        let squares = match wanted.role {
            Some(role) => self.board().by_role(role) & ours,
            None => wanted.origin().map_or(Bitboard::EMPTY, |from| ours & from.into()),
        };
        squares
            .into_iter()
            .map(|square| Candidate { square, status: self.candidate_status(wanted, square) })
            .collect()
    }

    fn candidate_status(&self, wanted: &SanMove, square: Square) -> CandidateStatus {
        if let Some(file) = wanted.origin_file().filter(|&file| file != square.file()) {
            return CandidateStatus::WrongFile(file);
        }
        if let Some(rank) = wanted.rank.filter(|&rank| rank != square.rank()) {
            return CandidateStatus::WrongRank(rank);
        }
        if let Some(rook) = self.rook_of_castling(wanted) {
            return CandidateStatus::Refused(Refusal::KingOntoRook(rook));
        }
        match self.explain_move(square, wanted.to, wanted.promotion) {
            Ok(mv) => CandidateStatus::ComesFromHere(mv),
            Err(refusal) => CandidateStatus::Refused(refusal),
        }
    }

    /// Returns the castling rook onto which a SAN such as `Kh1` moves the king; only UCI writes castling like that.
    fn rook_of_castling(&self, wanted: &SanMove) -> Option<Placed> {
        let is_rook = wanted.role == Some(Role::King)
            && self.castling_rooks().contains(wanted.to)
            && self.board().color_at(wanted.to) == Some(self.turn());
        let side = CastlingSide::of(self.king(self.turn()), wanted.to);
        self.placed(wanted.to).filter(|rook| is_rook && rook.square.file() != side.king_file())
    }
}
