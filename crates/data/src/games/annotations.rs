//! Clocks and evaluations in comments.

use pinsight_pgn::{Command, Eval, EvalScore};

/// The clock and the evaluation of a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Annotations {
    /// In milliseconds.
    pub(super) clock: Option<i32>,
    pub(super) eval: Option<Eval>,
}

impl Annotations {
    /// Parses a comment; the first command of each kind counts.
    #[inline]
    pub(super) fn read(text: &[u8]) -> Self {
        let mut found = Self::default();
        let mut rest = text;
        loop {
            // Nearly always only blanks surround the commands.
            while let [b' ', after @ ..] = rest {
                rest = after;
            }
            rest = match rest {
                [] => return found,
                [b'[', after @ ..] => after,
                _ => match memchr::memchr(b'[', rest) {
                    Some(start) => rest.get(start + 1..).unwrap_or_default(),
                    None => return found,
                },
            };
            if let Some((clock, after)) = rest.strip_prefix(b"%clk ").and_then(plain_clock) {
                found.clock = found.clock.or(Some(clock));
                rest = after;
            } else if let Some((eval, after)) = rest.strip_prefix(b"%eval ").and_then(plain_eval) {
                found.eval = found.eval.or(Some(eval));
                rest = after;
            } else if rest.first() == Some(&b'%') {
                rest = found.parse_unusual(rest);
            }
        }
    }

    /// Parses a command in an unusual form; returns the text after it.
    #[cold]
    fn parse_unusual<'a>(&mut self, rest: &'a [u8]) -> &'a [u8] {
        let Some((inside, rest)) = memchr::memchr(b']', rest).and_then(|end| rest.split_at_checked(end))
        else {
            return &[];
        };
        let inside = inside.get(1..).unwrap_or_default();
        self.add(&Command::parse(&String::from_utf8_lossy(inside)));
        rest
    }

    fn add(&mut self, command: &Command) {
        match command {
            Command::Clock(clock) => self.clock = self.clock.or_else(|| clock.as_millis().try_into().ok()),
            Command::Eval(eval) => self.eval = self.eval.or(Some(*eval)),
            _ => {}
        }
    }
}

/// Parses `0:05:00]`, with hours of any length; returns the text after it.
#[inline]
fn plain_clock(text: &[u8]) -> Option<(i32, &[u8])> {
    // Hours nearly always have one digit.
    let (hours, rest) = match text {
        [hours @ b'0'..=b'9', b':', ..] => (i32::from(hours - b'0'), text.get(1..)?),
        _ => number(text)?,
    };
    let &[b':', m0, m1, b':', s0, s1, b']', ref rest @ ..] = rest else {
        return None;
    };
    let two = |tens: u8, ones: u8| {
        (tens.is_ascii_digit() & ones.is_ascii_digit())
            .then(|| i32::from(tens - b'0') * 10 + i32::from(ones - b'0'))
    };
    let (minutes, seconds) = (two(m0, m1)?, two(s0, s1)?);
    // More than twenty days do not fit.
    (hours < 500).then(|| (((hours * 60 + minutes) * 60 + seconds) * 1000, rest))
}

/// Parses `-1.25]` or `#-3]`; returns the text after it.
#[inline]
fn plain_eval(text: &[u8]) -> Option<(Eval, &[u8])> {
    let (mate, text) = text.strip_prefix(b"#").map_or((false, text), |text| (true, text));
    let (sign, text) = text.strip_prefix(b"-").map_or((1, text), |text| (-1, text));
    let (whole, rest) = number(text)?;
    let (score, rest) = match *rest {
        [b']', ref rest @ ..] if mate => (EvalScore::Mate(sign * whole), rest),
        [b'.', tenths @ b'0'..=b'9', hundredths @ b'0'..=b'9', b']', ref rest @ ..] if !mate => {
            let decimals = i32::from(tenths - b'0') * 10 + i32::from(hundredths - b'0');
            (EvalScore::Centipawns(sign * (whole * 100 + decimals)), rest)
        }
        _ => return None,
    };
    Some((Eval { score, depth: None }, rest))
}

/// Parses up to five digits; returns the text after them.
#[inline]
fn number(text: &[u8]) -> Option<(i32, &[u8])> {
    let length = text.iter().take(6).take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at_checked(length).filter(|_| (1..6).contains(&length))?;
    Some((digits.iter().fold(0, |sum, digit| sum * 10 + i32::from(digit - b'0')), rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_pgn::Comment;

    /// Parses with the general parser of comments.
    fn slowly(text: &str) -> Annotations {
        let mut found = Annotations::default();
        Comment::new(text).commands().for_each(|command| found.add(&command));
        found
    }

    #[test]
    fn the_fast_path_agrees_with_the_general_parser() {
        for text in [
            " [%clk 0:05:00] ",
            "[%eval 0.17] [%clk 0:00:30]",
            "[%eval -12.05][%clk 100:59:59]",
            "[%eval #-3] mate",
            "[%eval #5]",
            "[%clk 0:00:09.5]",
            "[%clk 5:00]",
            "[%clk 0:05:00.123] [%eval 0.3,22]",
            "[%eval +0.31] [%eval 1.00]",
            "[%clk 900:00:00]",
            "[%clk 0:99:99]",
            "[%clk 0:05:0x]",
            "[%clk 0:05:00",
            "[%clk  0:05:00]",
            "[%clk 0:05:00 ]",
            "[%emt 0:00:10]",
            "[ [% [%clk 1:00:00]",
            "[%eval 123456.00]",
            "[%eval .5]",
            "[%eval #]",
            "[%eval -]",
            "[%eval 0.170]",
            "nothing at all",
        ] {
            assert_eq!(Annotations::read(text.as_bytes()), slowly(text), "{text}");
        }
        let read = |text: &str| Annotations::read(text.as_bytes());
        assert_eq!(read("[%clk 1:02:03]").clock, Some(3_723_000));
        assert_eq!(read("[%clk 0:00:09.5]").clock, Some(9_500));
        assert_eq!(read("[%clk 900:00:00]").clock, None, "more than 32 bits can hold");
    }
}
