//! Why a move is legal or not, in words and as JSON.

use pinsight_rules::{
    Candidate, CandidateStatus, CastlingCondition, CastlingSide, CheckMark, Move, Placed, Position, Refusal,
    San, SanError, SanMove, SanNote, SanReading,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::moves::{self, LegalMove};
use crate::piece::{Role, Square};

/// The analysis of a written move.
#[derive(Clone, Debug)]
pub struct Explanation<'a> {
    /// The position in which the move is read.
    pub position: &'a Position,
    /// The move as written.
    pub text: &'a str,
    /// The reading of the text; the best candidates first.
    pub reading: SanReading,
    /// The side to which the move castles, or tries to.
    pub castling: Option<CastlingSide>,
}

impl<'a> Explanation<'a> {
    /// Reads `text` as a move of `position`; an error if it is not a move at all.
    pub fn new(position: &'a Position, text: &'a str) -> Result<Self, SanError> {
        let mut reading = position.explain_san(text)?;
        reading.candidates.sort_by_key(|candidate| match candidate.status {
            CandidateStatus::ComesFromHere(_) => 0,
            CandidateStatus::Refused(Refusal::CannotReach(..)) => 3,
            CandidateStatus::Refused(_) => 1,
            CandidateStatus::WrongFile(_) | CandidateStatus::WrongRank(_) => 2,
        });
        let castling = castling_side(&reading);
        Ok(Self { position, text, reading, castling })
    }

    /// Returns the parts of the text in order; `None` for a part that the text does not state.
    pub fn parts(&self) -> Vec<(&'static str, Option<String>)> {
        let check_part = |check: Option<CheckMark>| ("check", check.map(|mark| mark.name().to_owned()));
        match &self.reading.san {
            San::Null => vec![("null move", Some(format!("{} passes the turn", self.position.turn())))],
            San::Castling(side, check) => {
                let side = match side {
                    CastlingSide::KingSide => "king's side",
                    CastlingSide::QueenSide => "queen's side",
                };
                vec![("castling", Some(side.to_owned())), check_part(*check)]
            }
            San::Piece(san) => vec![
                ("piece", self.piece(san)),
                ("file hint", san.file.map(|file| file.to_string())),
                ("rank hint", san.rank.map(|rank| rank.to_string())),
                ("capture", san.capture.then(|| "yes".to_owned())),
                ("target", Some(san.to.to_string())),
                ("promotion", san.promotion.map(|role| role.to_string())),
                check_part(san.check),
            ],
            San::FileCapture(san) => vec![
                ("piece", Some(pinsight_rules::Role::Pawn.to_string())),
                ("file hint", Some(san.from.to_string())),
                ("capture", Some("yes".to_owned())),
                ("target", Some(format!("on the {}-file", san.to))),
                ("promotion", san.promotion.map(|role| role.to_string())),
                check_part(san.check),
            ],
        }
    }

    /// Returns the piece that the text names, or the piece on the square that it names.
    fn piece(&self, san: &SanMove) -> Option<String> {
        let on_origin = || {
            let square = san.origin()?;
            let piece = self.position.board().piece_at(square)?;
            Some(format!("{} (on {square})", piece.role))
        };
        san.role.map_or_else(on_origin, |role| Some(role.to_string()))
    }

    /// Returns the verdict on `candidate` in words.
    pub fn verdict(&self, candidate: &Candidate) -> String {
        let ambiguous = matches!(self.reading.meaning, Err(SanError::Ambiguous { .. }));
        match &candidate.status {
            &CandidateStatus::ComesFromHere(mv) if ambiguous => {
                format!("can go there: {}", self.position.san(mv))
            }
            _ => candidate.status.to_string(),
        }
    }

    /// Describes what the legal move `mv` does.
    pub fn sentence(&self, mv: Move) -> String {
        if let Some((rook, rook_to)) = mv.castling_rook() {
            let (king, king_to) = (mv.from(), mv.to());
            return format!("the king goes from {king} to {king_to}, the rook from {rook} to {rook_to}");
        }
        let board = self.position.board();
        let piece = board.role_at(mv.from()).map_or("piece", pinsight_rules::Role::name);
        let mut clauses = vec![format!("comes from {}", mv.from())];
        let captured = mv.capture_square().and_then(|square| {
            let piece = board.piece_at(square)?;
            Some(Placed { piece, square })
        });
        if let Some(captured) = captured {
            let how = if mv.is_en_passant() { " in passing" } else { "" };
            clauses.push(format!("takes {captured}{how}"));
        }
        if let Some(role) = mv.promotion() {
            clauses.push(format!("becomes a {role}"));
        }
        let clauses = match clauses.split_last() {
            Some((last, first)) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            _ => clauses.concat(),
        };
        format!("the {piece} {clauses}")
    }

    /// Returns the last line: the move is legal and what it does, or why it is not legal.
    pub fn conclusion(&self) -> String {
        match &self.reading.meaning {
            Ok(mv) => format!("{} is legal: {}", self.text, self.sentence(*mv)),
            Err(error) => error.to_string(),
        }
    }
}

/// Returns the side to which the text castles, or tries to: as `O-O`, or by the king's squares.
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

/// How a written move is read, and why it is legal or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Why {
    /// The position in which the move is read.
    pub fen: String,
    /// The move as written.
    pub text: String,
    /// Whether it is legal.
    pub legal: bool,
    /// The parts of the text; null for a null move.
    pub parts: Option<MoveParts>,
    /// The pieces that the text could mean; the best first.
    pub candidates: Vec<WhyCandidate>,
    /// The conditions of castling, if the move castles or tries to.
    pub conditions: Option<Vec<Condition>>,
    /// The move, if it is legal.
    #[serde(rename = "move")]
    pub legal_move: Option<LegalMove>,
    /// Why it is not legal.
    pub reason: Option<String>,
    /// Where the text differs from the move.
    pub notes: Vec<String>,
    /// The conclusion in one sentence.
    pub sentence: String,
}

/// The parts of a move in SAN.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct MoveParts {
    /// The role that the text names.
    pub piece: Option<Role>,
    /// The file of origin.
    pub file: Option<String>,
    /// The rank of origin.
    pub rank: Option<String>,
    /// Whether the text has an `x`.
    pub capture: bool,
    /// The target square; null if the text does not name its rank.
    pub target: Option<Square>,
    /// The role that a pawn promotes to.
    pub promotion: Option<Role>,
    /// Whether the text has a `+`.
    pub check: bool,
    /// Whether the text has a `#`.
    pub mate: bool,
    /// The side to which the text castles.
    pub castling: Option<moves::CastlingSide>,
}

/// A piece that a written move could mean.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct WhyCandidate {
    /// Its square.
    pub square: Square,
    /// Whether the move can be that of this piece.
    pub fits: bool,
    /// Why, or why not.
    pub verdict: String,
}

/// A condition of castling.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Condition {
    /// The rule.
    pub rule: String,
    /// Whether it is met.
    pub holds: bool,
    /// Why it is not.
    pub fault: Option<String>,
}

impl From<CastlingCondition> for Condition {
    fn from(CastlingCondition { rule, fault }: CastlingCondition) -> Self {
        Self { rule: rule.to_string(), holds: fault.is_none(), fault }
    }
}

impl MoveParts {
    fn new(san: &San) -> Option<Self> {
        let none = Self {
            piece: None,
            file: None,
            rank: None,
            capture: false,
            target: None,
            promotion: None,
            check: false,
            mate: false,
            castling: None,
        };
        let (parts, check) = match san {
            San::Piece(san) => {
                let parts = Self {
                    piece: san.role.map(Role),
                    file: san.file.map(|file| file.to_string()),
                    rank: san.rank.map(|rank| rank.to_string()),
                    capture: san.capture,
                    target: Some(san.to.into()),
                    promotion: san.promotion.map(Role),
                    ..none
                };
                (parts, san.check)
            }
            San::FileCapture(san) => {
                let parts = Self {
                    piece: Some(Role(pinsight_rules::Role::Pawn)),
                    file: Some(san.from.to_string()),
                    capture: true,
                    promotion: san.promotion.map(Role),
                    ..none
                };
                (parts, san.check)
            }
            San::Castling(side, check) => (Self { castling: Some((*side).into()), ..none }, *check),
            San::Null => return None,
        };
        let (check, mate) = (check == Some(CheckMark::Check), check == Some(CheckMark::Mate));
        Some(Self { check, mate, ..parts })
    }
}

impl From<&Explanation<'_>> for Why {
    fn from(explanation: &Explanation<'_>) -> Self {
        let Explanation { position, text, reading, castling } = explanation;
        let candidate = |candidate: &Candidate| WhyCandidate {
            square: candidate.square.into(),
            fits: matches!(candidate.status, CandidateStatus::ComesFromHere(_)),
            verdict: explanation.verdict(candidate),
        };
        let conditions = |side| position.castling_conditions(side).into_iter().map(Condition::from).collect();
        let meaning = reading.meaning.as_ref();
        let mode = position.castling_mode();
        Self {
            fen: position.to_string(),
            text: (*text).to_owned(),
            legal: meaning.is_ok(),
            parts: MoveParts::new(&reading.san),
            candidates: reading.candidates.iter().map(candidate).collect(),
            conditions: castling.map(conditions),
            legal_move: meaning.ok().map(|&mv| LegalMove::new(position, mv, mode)),
            reason: meaning.err().map(SanError::to_string),
            notes: reading.notes.iter().map(SanNote::to_string).collect(),
            sentence: explanation.conclusion(),
        }
    }
}
