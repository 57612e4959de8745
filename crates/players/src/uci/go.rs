//! The command `go`.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::time::Duration;

use pinsight_rules::{ByColor, Move, Position, UciMove};

use crate::limit::{Clock, Limit};

/// The arguments of `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    pub(super) limit: Limit,
    /// Send no `bestmove` before `stop`.
    pub(super) infinite: bool,
    /// Send no `bestmove` before `ponderhit` or `stop`.
    pub(super) ponder: bool,
    /// Count the legal move sequences of this length instead of searching (not part of UCI, but common).
    pub(super) perft: Option<u32>,
    /// The root moves to search (`searchmoves`).
    pub(super) moves: Vec<Move>,
    /// Words that were not understood.
    pub(super) unknown: Vec<String>,
}

/// Writes the command.
pub(super) fn write(limit: &Limit) -> String {
    let mut line = "go".to_owned();
    let mut add = |word: &str, number: u64| line.push_str(&format!(" {word} {number}"));
    if let Some(clock) = &limit.clock {
        add("wtime", millis(clock.left.white));
        add("btime", millis(clock.left.black));
        add("winc", millis(clock.increment.white));
        add("binc", millis(clock.increment.black));
        if let Some(moves) = clock.moves_to_go {
            add("movestogo", moves.into());
        }
    }
    if let Some(time) = limit.time {
        add("movetime", millis(time).max(1));
    }
    if let Some(depth) = limit.depth {
        add("depth", depth.into());
    }
    if let Some(nodes) = limit.nodes {
        add("nodes", nodes);
    }
    if let Some(moves) = limit.mate {
        add("mate", moves.into());
    }
    if limit.is_infinite() {
        line.push_str(" infinite");
    }
    line
}

/// Milliseconds, limited to what engines read into a signed 64-bit integer.
fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).min(i64::MAX as u64)
}

/// Parses the arguments of `go`. Lists what it does not understand instead of failing.
pub(super) fn read<'a>(words: impl Iterator<Item = &'a str>, position: &Position) -> Go {
    let mut words = words.peekable();
    let mut go = Go::default();
    let mut times = Times::default();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(mv) = words
                    .peek()
                    .and_then(|word| word.parse::<UciMove>().ok())
                    .and_then(|mv| position.move_from_uci(mv).ok())
                {
                    go.moves.push(mv);
                    words.next();
                }
            }
            "wtime" | "btime" | "winc" | "binc" | "movestogo" | "movetime" | "depth" | "nodes" | "mate"
            | "perft" => {
                let Some(number) = words.peek().and_then(|word| word.parse::<i64>().ok()) else {
                    go.unknown.push(format!("{word} without a number"));
                    continue;
                };
                words.next();
                // The time of a clock that has run out may be negative.
                let number = number.max(0) as u64;
                match word {
                    "perft" => go.perft = Some(u32::try_from(number).unwrap_or(u32::MAX)),
                    _ => set_number(&mut go.limit, &mut times, word, number),
                }
            }
            other => go.unknown.push(other.to_owned()),
        }
    }
    // Without the time of the side to move the clocks are useless.
    if times.left[position.turn()].is_some() {
        let left = ByColor::new_with(|color| times.left[color].unwrap_or_default());
        let Times { increment, moves_to_go, .. } = times;
        go.limit.clock = Some(Clock { left, increment, moves_to_go });
    }
    if go.limit.is_infinite() {
        go.infinite = true;
    }
    go
}

/// The parts of a clock, as far as they are known.
#[derive(Default)]
struct Times {
    left: ByColor<Option<Duration>>,
    increment: ByColor<Duration>,
    moves_to_go: Option<u32>,
}

/// Stores the number that follows a keyword of `go`.
fn set_number(limit: &mut Limit, times: &mut Times, word: &str, number: u64) {
    let time = Duration::from_millis(number);
    let small = u32::try_from(number).unwrap_or(u32::MAX);
    match word {
        "wtime" => times.left.white = Some(time),
        "btime" => times.left.black = Some(time),
        "winc" => times.increment.white = time,
        "binc" => times.increment.black = time,
        "movestogo" => times.moves_to_go = Some(small).filter(|&moves| moves > 0),
        "movetime" => limit.time = Some(time),
        "depth" => limit.depth = Some(small),
        "nodes" => limit.nodes = Some(number),
        _ => limit.mate = Some(small),
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "tests may panic")]
mod tests {
    use super::*;

    fn go(line: &str) -> Go {
        read(line.split_whitespace().skip(1), &Position::default())
    }

    #[test]
    fn a_written_command_is_read_back() {
        let ms = Duration::from_millis;
        let clock = Clock {
            left: ByColor { white: ms(1_000), black: ms(2_000) },
            increment: ByColor { white: ms(10), black: ms(20) },
            moves_to_go: Some(12),
        };
        let limits = [
            Limit::default(),
            Limit::time(ms(100)),
            Limit::depth(7),
            Limit::nodes(123_456),
            Limit { mate: Some(3), ..Limit::default() },
            Limit::clock(clock),
            Limit { depth: Some(5), nodes: Some(9), ..Limit::clock(Clock { moves_to_go: None, ..clock }) },
        ];
        for limit in limits {
            let read = go(&write(&limit));
            assert_eq!(read.limit, limit);
            assert_eq!(read.infinite, limit.is_infinite());
            assert!(read.unknown.is_empty());
        }
    }

    /// 2^63 - 1 ms: an engine that counts milliseconds in 64 bits can read it.
    #[test]
    fn the_longest_time_fits_in_64_bits() {
        assert_eq!(write(&Limit::time(Duration::MAX)), format!("go movetime {}", i64::MAX));
    }

    #[test]
    fn malformed_arguments_are_listed_and_the_rest_is_read() {
        assert_eq!(go("go depth").unknown, ["depth without a number"]);
        assert_eq!(
            go("go wtime -5 btime 10").limit.clock.map(|clock| clock.left.white),
            Some(Duration::ZERO)
        );
        assert!(go("go btime 10").infinite, "no time for the side to move");
        let chosen = go("go searchmoves e2e4 d2d4 depth 3");
        assert_eq!(chosen.moves.len(), 2);
        assert_eq!(chosen.limit.depth, Some(3));
        assert_eq!(go("go fast").unknown, ["fast"]);
        assert_eq!(go("go perft 3").perft, Some(3));
        let ponder = go("go ponder wtime 1000 btime 1000 movestogo 3");
        assert!(ponder.ponder && !ponder.infinite);
        assert_eq!(ponder.limit.clock.and_then(|clock| clock.moves_to_go), Some(3));
    }
}
