//! Parses movetext and UCI moves of published tables.

use std::sync::Arc;

use memchr::{memchr, memmem};
use pinsight_moves::{push_move, push_null_move, push_start};
use pinsight_pgn::{Eval, RawGame, Severity, split};
use pinsight_rules::{ParsePositionError, Position, UciMove};

use super::reader::GameReader;
use super::wants::GameWants;

/// Parses movetext and UCI moves to the bytes of the column `moves`; keep one per thread and reuse it.
///
/// ```
/// use pinsight_data::MovesParser;
/// use pinsight_moves::MovesReader;
///
/// let mut parser = MovesParser::default();
/// let parsed = parser.parse("1. e4 { [%clk 0:05:00] } e5 2. Ke3 *", None)?;
/// assert_eq!(MovesReader::new(parsed.moves)?.count(), 2);
/// assert!(parsed.fault.is_some());
/// let parsed = parser.parse("e2e4 e7e5", None)?;
/// assert_eq!(MovesReader::new(parsed.moves)?.count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MovesParser {
    reader: GameReader,
    source: Arc<str>,
    text: String,
    moves: Vec<u8>,
}

/// The moves of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsedMoves<'a> {
    /// The legal moves up to the first fault.
    pub moves: &'a [u8],
    /// The clock after each ply in milliseconds; empty if all are missing.
    pub clocks: &'a [Option<i32>],
    /// The evaluation after each ply; empty if all are missing.
    pub evals: &'a [Option<Eval>],
    /// Why they end before the text does.
    pub fault: Option<String>,
}

impl<'a> ParsedMoves<'a> {
    fn of(moves: &'a [u8], fault: Option<String>) -> Self {
        Self { moves, clocks: &[], evals: &[], fault }
    }
}

impl Default for MovesParser {
    fn default() -> Self {
        Self {
            reader: GameReader::new(GameWants::ONLY_MOVES),
            source: Arc::from("movetext"),
            text: String::new(),
            moves: Vec::new(),
        }
    }
}

impl MovesParser {
    /// Parses UCI moves if the text begins with one, else movetext. The game starts from `fen`, four fields or six.
    pub fn parse(&mut self, text: &str, fen: Option<&str>) -> Result<ParsedMoves<'_>, ParsePositionError> {
        let first = text.split_ascii_whitespace().next().unwrap_or_default();
        match first.parse::<UciMove>() {
            Ok(_) => self.parse_uci(text, fen),
            Err(_) => self.parse_movetext(text, fen),
        }
    }

    /// Parses movetext: SAN with move numbers, comments, variations and a result. Tags may precede it; `fen` has precedence over
    /// the tag `FEN`. Of several games the first counts.
    pub fn parse_movetext(
        &mut self,
        text: &str,
        fen: Option<&str>,
    ) -> Result<ParsedMoves<'_>, ParsePositionError> {
        let start = start(fen)?;
        self.moves.clear();
        if text.trim().is_empty() {
            push_start(&mut self.moves, &start);
            return Ok(ParsedMoves::of(&self.moves, None));
        }
        let bytes = if start == Position::default() {
            text.as_bytes()
        } else {
            self.text.clear();
            self.text.push_str(&format!("[FEN \"{start}\"]\n\n{text}"));
            self.text.as_bytes()
        };
        let has_faults = !self.reader.read(&RawGame::new(&self.source, bytes)).diagnostics.is_empty();
        let mut games = split(&self.source, bytes);
        let several = (has_faults || may_be_several(bytes)).then(|| games.next().zip(games.next())).flatten();
        if let Some((first, _)) = &several {
            self.reader.read(first);
        }
        let row = self.reader.row();
        let error = row.diagnostics.iter().find(|found| found.severity() == Severity::Error);
        let fault = error.map(|found| match found.ply {
            Some(ply) => format!("ply {ply}: {}", found.message()),
            None => found.message(),
        });
        let other = || match several {
            Some(_) => Some("more than one game: only the first counts".to_owned()),
            None => breaks_off(text).then(|| format!("ply {}: the text breaks off", row.plies + 1)),
        };
        let fault = fault.or_else(other);
        Ok(ParsedMoves { moves: &row.moves, clocks: &row.clocks, evals: &row.evals, fault })
    }

    /// Parses UCI moves, separated by spaces.
    pub fn parse_uci(
        &mut self,
        text: &str,
        fen: Option<&str>,
    ) -> Result<ParsedMoves<'_>, ParsePositionError> {
        let mut position = start(fen)?;
        self.moves.clear();
        push_start(&mut self.moves, &position);
        let mut fault = None;
        for (index, word) in text.split_ascii_whitespace().enumerate() {
            let played =
                word.parse::<UciMove>().map_err(|error| error.to_string()).and_then(|uci| match uci {
                    UciMove::Null => {
                        let passed = position.pass().ok_or_else(|| "a null move in check".to_owned())?;
                        push_null_move(&mut self.moves);
                        Ok(passed)
                    }
                    UciMove::Normal { .. } => {
                        let mv = position.move_from_uci(uci).map_err(|refusal| refusal.to_string())?;
                        push_move(&mut self.moves, &position, mv);
                        Ok(position.play_unchecked(mv))
                    }
                });
            match played {
                Ok(next) => position = next,
                Err(reason) => {
                    fault = Some(format!("ply {}: `{word}`: {reason}", index + 1));
                    break;
                }
            }
        }
        Ok(ParsedMoves::of(&self.moves, fault))
    }
}

/// Returns whether another game may follow the first, which is rare: splitting every text would take too long.
fn may_be_several(text: &[u8]) -> bool {
    let has_first_move = |at: usize| text.get(at + 3).is_some_and(|&next| next != b'.');
    memchr(b'\n', text).is_some() || memmem::find_iter(text, b" 1.").any(has_first_move)
}

/// Returns whether a text ends with the number of a move or with the letter of a piece.
fn breaks_off(text: &str) -> bool {
    let last = text.split_ascii_whitespace().next_back().unwrap_or_default().as_bytes();
    last.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
        || matches!(last, [b'K' | b'Q' | b'R' | b'B' | b'N'])
}

fn start(fen: Option<&str>) -> Result<Position, ParsePositionError> {
    match fen.map(str::trim) {
        None | Some("" | "startpos") => Ok(Position::default()),
        Some(fen) => fen.parse(),
    }
}
