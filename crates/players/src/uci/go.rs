//! The limits of a move as the protocol says them.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::time::Duration;

use pinsight_rules::{ByColor, Move, Position, UciMove};

use crate::{Clock, Limit};

/// What stands behind `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    pub(super) limit: Limit,
    /// No answer before `stop`.
    pub(super) infinite: bool,
    /// No answer before `ponderhit` or `stop`.
    pub(super) ponder: bool,
    /// Only these moves.
    pub(super) moves: Vec<Move>,
    /// What was not understood.
    pub(super) unknown: Vec<String>,
}

/// The line that asks for a move.
pub(super) fn write(limit: &Limit) -> String {
    let mut line = "go".to_owned();
    let mut say = |word: &str, number: u128| line.push_str(&format!(" {word} {number}"));
    if let Some(clock) = &limit.clock {
        say("wtime", clock.left.white.as_millis());
        say("btime", clock.left.black.as_millis());
        say("winc", clock.increment.white.as_millis());
        say("binc", clock.increment.black.as_millis());
        if let Some(moves) = clock.moves_to_go {
            say("movestogo", moves.into());
        }
    }
    if let Some(time) = limit.time {
        say("movetime", time.as_millis().max(1));
    }
    if let Some(depth) = limit.depth {
        say("depth", depth.into());
    }
    if let Some(nodes) = limit.nodes {
        say("nodes", nodes.into());
    }
    if let Some(moves) = limit.mate {
        say("mate", moves.into());
    }
    if limit.is_infinite() {
        line.push_str(" infinite");
    }
    line
}

/// Reads what stands behind `go`; never fails, what it does not understand it names.
pub(super) fn read<'a>(words: impl Iterator<Item = &'a str>, position: &Position) -> Go {
    let mut words = words.peekable();
    let mut go = Go::default();
    let zero = ByColor { white: Duration::ZERO, black: Duration::ZERO };
    let (mut left, mut increment, mut moves_to_go) = (ByColor::<Option<Duration>>::default(), zero, None);
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
            "wtime" | "btime" | "winc" | "binc" | "movestogo" | "movetime" | "depth" | "nodes" | "mate" => {
                // A clock may have run out: negative times count as none.
                let Some(number) = words.peek().and_then(|word| word.parse::<i64>().ok()) else {
                    go.unknown.push(format!("{word} without a number"));
                    continue;
                };
                words.next();
                let number = number.max(0) as u64;
                let time = Duration::from_millis(number);
                let small = u32::try_from(number).unwrap_or(u32::MAX);
                match word {
                    "wtime" => left.white = Some(time),
                    "btime" => left.black = Some(time),
                    "winc" => increment.white = time,
                    "binc" => increment.black = time,
                    "movestogo" => moves_to_go = Some(small).filter(|&moves| moves > 0),
                    "movetime" => go.limit.time = Some(time),
                    "depth" => go.limit.depth = Some(small),
                    "nodes" => go.limit.nodes = Some(number),
                    _ => go.limit.mate = Some(small),
                }
            }
            other => go.unknown.push(other.to_owned()),
        }
    }
    // A clock for the other side only says nothing about our time.
    if left[position.turn()].is_some() {
        let left = ByColor::new_with(|color| left[color].unwrap_or_default());
        go.limit.clock = Some(Clock { left, increment, moves_to_go });
    }
    if go.limit.is_infinite() {
        go.infinite = true;
    }
    go
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test says so when it fails")]
mod tests {
    use super::*;

    fn go(line: &str) -> Go {
        read(line.split_whitespace().skip(1), &Position::default())
    }

    #[test]
    fn what_is_written_is_read_again() {
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

    #[test]
    fn odd_lines_are_read_as_far_as_they_go() {
        assert_eq!(go("go depth").unknown, ["depth without a number"]);
        assert_eq!(
            go("go wtime -5 btime 10").limit.clock.map(|clock| clock.left.white),
            Some(Duration::ZERO)
        );
        assert!(go("go btime 10").infinite, "no time of ours");
        let chosen = go("go searchmoves e2e4 d2d4 depth 3");
        assert_eq!(chosen.moves.len(), 2);
        assert_eq!(chosen.limit.depth, Some(3));
        assert_eq!(go("go fast").unknown, ["fast"]);
    }
}
