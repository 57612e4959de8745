//! `pinsight why`.

use clap::Args;
use pinsight_rules::words::list;
use pinsight_rules::{
    Candidate, CastlingCondition, CastlingSide, CheckMark, Move, Placed, Position, Refusal, Role, San,
    SanError, SanMove, SanNote, SanReading, Verdict,
};
use serde_json::{Value, json};

use crate::args::read_position;
use crate::output::{BAD, FAINT, GOOD, HEADING, Output, WriteError};
use crate::{Status, json};

const EXAMPLES: &str = "\
Examples:
  pinsight why startpos Nf3
  pinsight why '4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1' Ne2
  pinsight why '4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1' c3d5
  pinsight why 'r3k2r/8/8/8/8/8/6q1/R3K2R w KQkq - 0 1' O-O

Exit code 0 if the move is legal, 1 if it is not, 2 if the text is no move.";

/// Explain how a move is read: where the piece comes from, or why the move is not legal
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Why {
    /// The position
    fen: String,

    /// The move, in SAN, LAN or UCI
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    text: String,

    /// As JSON
    #[arg(long)]
    json: bool,
}

impl Why {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let position = read_position(&self.fen, output)?;
        let explanation = Explanation::new(&position, self.text.trim())?;
        if self.json {
            output.json(&explanation.json())?;
        } else {
            explanation.write(output)?;
        }
        Ok(match explanation.reading.meaning {
            Ok(_) => Status::Done,
            Err(_) => Status::NothingFound,
        })
    }
}

/// All that there is to say about a move.
struct Explanation<'a> {
    position: &'a Position,
    text: &'a str,
    reading: SanReading,
    /// Set if the move castles, or tries to.
    castling: Option<CastlingSide>,
}

impl<'a> Explanation<'a> {
    fn new(position: &'a Position, text: &'a str) -> Result<Self, SanError> {
        let mut reading = position.explain_san(text)?;
        // What comes nearest to the move first; within that, by square.
        reading.candidates.sort_by_key(|candidate| match candidate.verdict {
            Verdict::ComesFromHere(_) => 0,
            Verdict::Refused(Refusal::CannotReach(..)) => 3,
            Verdict::Refused(_) => 1,
            Verdict::WrongFile(_) | Verdict::WrongRank(_) => 2,
        });
        let castling = castling_side(&reading);
        Ok(Self { position, text, reading, castling })
    }

    fn write(&self, output: &mut Output) -> Result<(), WriteError> {
        output.line(format_args!("{HEADING}Parts of {}{HEADING:#}", self.text))?;
        for (name, value) in self.parts() {
            match value {
                Some(value) => output.line(format_args!("  {name:<10} {value}"))?,
                None => output.line(format_args!("  {FAINT}{name:<10} -{FAINT:#}"))?,
            }
        }
        if let Some(side) = self.castling {
            self.write_conditions(side, output)?;
        } else if let San::Piece(_) = self.reading.san {
            self.write_candidates(output)?;
        }
        output.line("")?;
        match &self.reading.meaning {
            Ok(mv) => self.write_move(*mv, output),
            Err(error) => output.line(format_args!("{BAD}{error}{BAD:#}")),
        }
    }

    fn write_conditions(&self, side: CastlingSide, output: &mut Output) -> Result<(), WriteError> {
        output.line(format_args!("\n{HEADING}Conditions{HEADING:#}"))?;
        for CastlingCondition { rule, fault } in self.position.castling_conditions(side) {
            match fault {
                None => output.line(format_args!("  {GOOD}yes{GOOD:#}  {rule}"))?,
                Some(fault) => output.line(format_args!("  {BAD}no   {rule}: {fault}{BAD:#}"))?,
            }
        }
        Ok(())
    }

    fn write_candidates(&self, output: &mut Output) -> Result<(), WriteError> {
        output.line(format_args!("\n{HEADING}Candidates{HEADING:#}"))?;
        for candidate in &self.reading.candidates {
            let style = match candidate.verdict {
                Verdict::ComesFromHere(_) => GOOD,
                Verdict::Refused(Refusal::CannotReach(..))
                | Verdict::WrongFile(_)
                | Verdict::WrongRank(_) => FAINT,
                Verdict::Refused(_) => BAD,
            };
            let square = candidate.square;
            let verdict = self.verdict(candidate);
            output.line(format_args!("  {style}{square}  {verdict}{style:#}"))?;
        }
        if self.reading.candidates.is_empty() {
            output.line(format_args!("  {FAINT}none{FAINT:#}"))?;
        }
        Ok(())
    }

    fn write_move(&self, mv: Move, output: &mut Output) -> Result<(), WriteError> {
        let position = self.position;
        let text = self.text;
        let sentence = self.sentence(mv);
        output.line(format_args!("{GOOD}{text} is legal: {sentence}{GOOD:#}"))?;
        output.line(format_args!("  SAN  {}", position.san(mv)))?;
        output.line(format_args!("  LAN  {}", position.lan(mv)))?;
        let uci = position.uci(mv, position.castling_mode());
        output.line(format_args!("  UCI  {uci}"))?;
        for note in &self.reading.notes {
            output.line(format_args!("  note: {note}"))?;
        }
        Ok(())
    }

    /// The parts of the text in their order; none where the text says nothing.
    fn parts(&self) -> Vec<(&'static str, Option<String>)> {
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

    fn verdict(&self, candidate: &Candidate) -> String {
        let ambiguous = matches!(self.reading.meaning, Err(SanError::Ambiguous { .. }));
        match &candidate.verdict {
            &Verdict::ComesFromHere(mv) if ambiguous => {
                format!("can go there: {}", self.position.san(mv))
            }
            _ => candidate.verdict.to_string(),
        }
    }

    /// What a legal move does.
    fn sentence(&self, mv: Move) -> String {
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
        format!("the {piece} {}", list(&clauses))
    }

    fn json(&self) -> Value {
        let candidates: Vec<Value> = self
            .reading
            .candidates
            .iter()
            .map(|candidate| {
                json!({
                    "square": json::square(candidate.square),
                    "fits": matches!(candidate.verdict, Verdict::ComesFromHere(_)),
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
            "move": meaning.ok().map(|&mv| json::legal_move(self.position, mv, mode)),
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
            "target": san.map(|san| json::square(san.to)),
            "promotion": san.and_then(|san| san.promotion).map(Role::name),
            "check": check == Some(CheckMark::Check),
            "mate": check == Some(CheckMark::Mate),
            "castling": castling.map(json::castling_side),
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
    reading.candidates.iter().find_map(|candidate| match &candidate.verdict {
        Verdict::Refused(Refusal::Castling(side, _)) => Some(*side),
        _ => None,
    })
}
