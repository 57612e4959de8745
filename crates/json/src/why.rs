//! Why a move is legal or not, in words and as JSON.

use pinsight_rules::{
    Candidate, CandidateStatus, CastlingCondition, CastlingSide, CheckMark, Move, Placed, Position, Refusal,
    Role, San, SanError, SanMove, SanNote, SanReading,
};
use serde_json::{Value, json};

use crate::values;

/// All that there is to say about a move.
#[derive(Clone, Debug)]
pub struct Explanation<'a> {
    /// The position that it is read in.
    pub position: &'a Position,
    /// The move as it was written.
    pub text: &'a str,
    /// How it is read; the candidates that come nearest to the move first.
    pub reading: SanReading,
    /// Set if the move castles, or tries to.
    pub castling: Option<CastlingSide>,
}

impl<'a> Explanation<'a> {
    /// Looks at a text; an error if it is no move at all.
    pub fn new(position: &'a Position, text: &'a str) -> Result<Self, SanError> {
        let mut reading = position.explain_san(text)?;
        // What comes nearest to the move first; within that, by square.
        reading.candidates.sort_by_key(|candidate| match candidate.status {
            CandidateStatus::ComesFromHere(_) => 0,
            CandidateStatus::Refused(Refusal::CannotReach(..)) => 3,
            CandidateStatus::Refused(_) => 1,
            CandidateStatus::WrongFile(_) | CandidateStatus::WrongRank(_) => 2,
        });
        let castling = castling_side(&reading);
        Ok(Self { position, text, reading, castling })
    }

    /// The parts of the text in their order; none where the text says nothing.
    pub fn parts(&self) -> Vec<(&'static str, Option<String>)> {
        let (castling, check, san) = match &self.reading.san {
            San::Piece(san) => (None, san.check, Some(san)),
            San::Castling(side, check) => (Some(*side), *check, None),
            San::Null => return vec![("move", Some("none: the side passes".to_owned()))],
        };
        let mut parts = Vec::new();
        if let Some(side) = castling {
            let side = match side {
                CastlingSide::KingSide => "king's side",
                CastlingSide::QueenSide => "queen's side",
            };
            parts.push(("castling", Some(side.to_owned())));
        }
        if let Some(san) = san {
            parts.extend([
                ("piece", self.piece(san)),
                ("file hint", san.file.map(|file| file.to_string())),
                ("rank hint", san.rank.map(|rank| rank.to_string())),
                ("capture", san.capture.then(|| "yes".to_owned())),
                ("target", Some(san.to.to_string())),
                ("promotion", san.promotion.map(|role| role.to_string())),
            ]);
        }
        parts.push(("check", check.map(|mark| mark.name().to_owned())));
        parts
    }

    /// The piece that the text names, or that stands on the square that it names.
    fn piece(&self, san: &SanMove) -> Option<String> {
        let there = || {
            let square = san.origin()?;
            let piece = self.position.board().piece_at(square)?;
            Some(format!("{} (stands on {square})", piece.role))
        };
        san.role.map_or_else(there, |role| Some(role.to_string()))
    }

    /// What is to be said of a piece that might be meant.
    pub fn verdict(&self, candidate: &Candidate) -> String {
        let ambiguous = matches!(self.reading.meaning, Err(SanError::Ambiguous { .. }));
        match &candidate.status {
            &CandidateStatus::ComesFromHere(mv) if ambiguous => {
                format!("can go there: {}", self.position.san(mv))
            }
            _ => candidate.status.to_string(),
        }
    }

    /// What a legal move does.
    pub fn sentence(&self, mv: Move) -> String {
        if let Some((rook, rook_to)) = mv.castling_rook() {
            let (king, king_to) = (mv.from(), mv.to());
            return format!("the king goes from {king} to {king_to}, the rook from {rook} to {rook_to}");
        }
        let board = self.position.board();
        let piece = board.role_at(mv.from()).map_or("piece", Role::name);
        let mut clauses = vec![format!("comes from {}", mv.from())];
        let taken = mv.capture_square().and_then(|square| {
            let piece = board.piece_at(square)?;
            Some(Placed { piece, square })
        });
        if let Some(taken) = taken {
            let how = if mv.is_en_passant() { " in passing" } else { "" };
            clauses.push(format!("takes {taken}{how}"));
        }
        if let Some(role) = mv.promotion() {
            clauses.push(format!("becomes a {role}"));
        }
        let last = clauses.pop().unwrap_or_default();
        let first = clauses.join(", ");
        format!("the {piece} {first}{}{last}", if first.is_empty() { "" } else { " and " })
    }

    /// The last line: the text is legal and what it does, or why it is not.
    pub fn conclusion(&self) -> String {
        match &self.reading.meaning {
            Ok(mv) => format!("{} is legal: {}", self.text, self.sentence(*mv)),
            Err(error) => error.to_string(),
        }
    }

    /// All of it.
    pub fn json(&self) -> Value {
        let candidates: Vec<Value> = self
            .reading
            .candidates
            .iter()
            .map(|candidate| {
                json!({
                    "square": values::square(candidate.square),
                    "fits": matches!(candidate.status, CandidateStatus::ComesFromHere(_)),
                    "verdict": self.verdict(candidate),
                })
            })
            .collect();
        let conditions = self.castling.map(|side| {
            let conditions = self.position.castling_conditions(side).into_iter();
            conditions
                .map(|CastlingCondition { rule, fault }| {
                    json!({"rule": rule, "holds": fault.is_none(), "fault": fault})
                })
                .collect::<Vec<_>>()
        });
        let meaning = self.reading.meaning.as_ref();
        let mode = self.position.castling_mode();
        json!({
            "fen": self.position.to_string(),
            "text": self.text,
            "legal": meaning.is_ok(),
            "parts": self.json_parts(),
            "candidates": candidates,
            "conditions": conditions,
            "move": meaning.ok().map(|&mv| values::legal_move(self.position, mv, mode)),
            "reason": meaning.err().map(SanError::to_string),
            "notes": self.reading.notes.iter().map(SanNote::to_string).collect::<Vec<_>>(),
        })
    }

    fn json_parts(&self) -> Value {
        let (castling, check, san) = match &self.reading.san {
            San::Piece(san) => (None, san.check, Some(san)),
            San::Castling(side, check) => (Some(*side), *check, None),
            San::Null => return Value::Null,
        };
        json!({
            "piece": san.and_then(|san| san.role).map(Role::name),
            "file": san.and_then(|san| san.file).map(|file| file.to_string()),
            "rank": san.and_then(|san| san.rank).map(|rank| rank.to_string()),
            "capture": san.is_some_and(|san| san.capture),
            "target": san.map(|san| values::square(san.to)),
            "promotion": san.and_then(|san| san.promotion).map(Role::name),
            "check": check == Some(CheckMark::Check),
            "mate": check == Some(CheckMark::Mate),
            "castling": castling.map(values::castling_side),
        })
    }
}

/// To which side the text castles, or tries to: as `O-O`, or by the king's squares.
fn castling_side(reading: &SanReading) -> Option<CastlingSide> {
    if let San::Castling(side, _) = reading.san {
        return Some(side);
    }
    if let Ok(mv) = reading.meaning {
        return mv.castling_side();
    }
    reading.candidates.iter().find_map(|candidate| match &candidate.status {
        CandidateStatus::Refused(Refusal::Castling(side, _)) => Some(*side),
        _ => None,
    })
}
