//! The message `info`.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::Write as _;
use std::time::Duration;

use pinsight_rules::{CastlingMode, Move, Position, UciMove};

use super::wdl;
use crate::player::{Bound, Info};
use crate::score::{Score, Value};

/// Writes the message; with `wdl`, also the probabilities of win, draw and loss.
pub(super) fn write(info: &Info, position: &Position, mode: CastlingMode, wdl: bool) -> String {
    let mut line = format!("info depth {}", info.depth);
    // Writing to a string cannot fail.
    if let Some(seldepth) = info.seldepth {
        let _ = write!(line, " seldepth {seldepth}");
    }
    let _ = write!(line, " multipv {}", info.line.max(1));
    if let Some(score) = info.score {
        let _ = match score.of(position.turn()) {
            Value::Centipawns(value) => write!(line, " score cp {value}"),
            Value::MatesIn(moves) => write!(line, " score mate {moves}"),
            Value::MatedIn(moves) => write!(line, " score mate -{moves}"),
        };
        match info.bound {
            Some(Bound::Lower) => line.push_str(" lowerbound"),
            Some(Bound::Upper) => line.push_str(" upperbound"),
            None => {}
        }
        if wdl {
            let [wins, draws, losses] = wdl::permille(score.of(position.turn()));
            let _ = write!(line, " wdl {wins} {draws} {losses}");
        }
    }
    let _ = write!(line, " nodes {}", info.nodes);
    if let Some(speed) = info.nodes_per_second() {
        let _ = write!(line, " nps {speed}");
    }
    if let Some(hashfull) = info.hashfull {
        let _ = write!(line, " hashfull {hashfull}");
    }
    // There are no tablebases; GUIs expect the number.
    let _ = write!(line, " tbhits 0 time {}", info.time.as_millis());
    if !info.pv.is_empty() {
        line.push_str(" pv");
        let mut position = *position;
        for &mv in &info.pv {
            let _ = write!(line, " {}", position.uci(mv, mode));
            position = position.play_unchecked(mv);
        }
    }
    line
}

impl Info {
    /// Parses the UCI message `info` about `position`; `None` if it contains neither a score nor a line of play, or is
    /// malformed. The line of play ends before its first illegal move.
    pub fn from_uci(line: &str, position: &Position) -> Option<Self> {
        let mut words = line.split_whitespace();
        words.next().filter(|&word| word == "info")?;
        read(words, position)
    }
}

/// Parses the arguments of `info`; `None` if they contain neither a score nor a line of play, or are malformed.
pub(super) fn read<'a>(words: impl Iterator<Item = &'a str>, position: &Position) -> Option<Info> {
    let mut words = words.peekable();
    let mut info = Info { line: 1, ..Info::default() };
    let mut has_content = false;
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse::<i64>().ok());
        match word {
            // The rest of the line is free text.
            "string" => break,
            "depth" => info.depth = number()?.try_into().ok()?,
            "seldepth" => info.seldepth = number()?.try_into().ok(),
            "multipv" => info.line = number()?.try_into().ok()?,
            "nodes" => info.nodes = number()?.try_into().ok()?,
            "time" => info.time = Duration::from_millis(number()?.try_into().ok()?),
            "hashfull" => info.hashfull = number()?.try_into().ok(),
            "score" => {
                let kind = words.next()?;
                let number = words.next().and_then(|word| word.parse::<i64>().ok())?;
                info.score = Some(Score::new(score(kind, number)?, position.turn()));
                has_content = true;
                info.bound = match words.peek() {
                    Some(&"lowerbound") => Some(Bound::Lower),
                    Some(&"upperbound") => Some(Bound::Upper),
                    _ => None,
                };
            }
            "pv" => {
                info.pv = moves(&mut words, position);
                has_content |= !info.pv.is_empty();
            }
            _ => {}
        }
    }
    has_content.then_some(info)
}

fn score(kind: &str, number: i64) -> Option<Value> {
    let moves = u32::try_from(number.unsigned_abs()).ok()?;
    Some(match kind {
        "cp" => Value::Centipawns(number.clamp(-1_000_000, 1_000_000) as i32),
        "mate" if number > 0 => Value::MatesIn(moves),
        "mate" => Value::MatedIn(moves),
        _ => return None,
    })
}

/// Parses moves up to the first illegal one.
fn moves<'a>(words: &mut impl Iterator<Item = &'a str>, position: &Position) -> Vec<Move> {
    let mut position = *position;
    let mut moves = Vec::new();
    for word in words {
        let mv = word.parse::<UciMove>().ok().and_then(|mv| position.move_from_uci(mv).ok());
        let Some(mv) = mv else { break };
        moves.push(mv);
        position = position.play_unchecked(mv);
    }
    moves
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use pinsight_rules::Color;

    #[test]
    fn a_line_of_stockfish_is_read_and_written_back() {
        let position: Position =
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse().expect("a position");
        let line = "info depth 12 seldepth 17 multipv 2 score cp -31 nodes 40210 nps 1005250 hashfull 14 \
                    tbhits 0 time 40 pv e7e5 g1f3 b8c6";
        let info = Info::from_uci(line, &position).expect("a line");
        assert_eq!((info.depth, info.seldepth, info.line, info.nodes), (12, Some(17), 2, 40_210));
        assert_eq!(info.time, Duration::from_millis(40));
        assert_eq!(info.score.map(|score| score.of(Color::White)), Some(Value::Centipawns(31)));
        assert_eq!(info.pv.len(), 3);
        assert_eq!(write(&info, &position, CastlingMode::Standard, false), line);
        let with_wdl = write(&info, &position, CastlingMode::Standard, true);
        assert!(with_wdl.contains(" score cp -31 wdl "), "{with_wdl}");
        assert_eq!(Info::from_uci(&with_wdl, &position), Some(info));
    }

    #[test]
    fn scores_are_relative_to_the_side_to_move() {
        let position = Position::default();
        let value = |line: &str| Info::from_uci(line, &position)?.score.map(|score| score.of(Color::White));
        assert_eq!(value("info depth 3 score mate 2"), Some(Value::MatesIn(2)));
        assert_eq!(value("info depth 3 score mate -4"), Some(Value::MatedIn(4)));
        assert_eq!(value("info depth 0 score mate 0"), Some(Value::MatedIn(0)));
        assert_eq!(value("info depth 3 score cp 5 upperbound"), Some(Value::Centipawns(5)));
    }

    #[test]
    fn malformed_lines_are_ignored() {
        let position = Position::default();
        for line in [
            "info",
            "info string score cp 5",
            "info depth",
            "info depth x score cp 1",
            "info score cp",
            "info score mate 99999999999999999999",
            "info currmove e2e4 currmovenumber 1",
        ] {
            assert_eq!(Info::from_uci(line, &position), None, "{line}");
        }
        let info = Info::from_uci("info score cp 3 pv e2e4 e2e4 nonsense", &position).expect("a score");
        assert_eq!(info.pv.len(), 1, "an illegal move ends the line");
    }
}
