//! Commands inside comments, such as `[%clk 0:05:00]`.

use std::fmt;
use std::time::Duration;

use pinsight_rules::Square;

/// A command inside a comment.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// `[%clk 1:23:45.6]`: the time left on the mover's clock.
    Clock(Duration),
    /// `[%emt 0:00:12]`: the time that the move took.
    Elapsed(Duration),
    /// `[%eval -1.25]`, `[%eval #3]`, `[%eval 0.30,22]`: an engine evaluation.
    Eval(Eval),
    /// `[%cal Ge2e4,Rd1d8]`: arrows.
    Arrows(Vec<Arrow>),
    /// `[%csl Ge4,Rd8]`: marked squares.
    Marks(Vec<Mark>),
    /// Any other command, or a malformed one, as written.
    Other {
        /// The word after the percent sign.
        name: String,
        /// The text after the name.
        arguments: String,
    },
}

/// An engine evaluation, from White's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Eval {
    /// The score.
    pub score: EvalScore,
    /// The search depth.
    pub depth: Option<u32>,
}

/// The score of an [`Eval`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvalScore {
    /// Hundredths of a pawn; positive favours White.
    Centipawns(i32),
    /// Mate in this many moves; negative if Black mates.
    Mate(i32),
}

impl EvalScore {
    /// Returns the centipawns; `None` for a mate.
    pub fn centipawns(self) -> Option<i32> {
        match self {
            Self::Centipawns(score) => Some(score),
            Self::Mate(_) => None,
        }
    }

    /// Returns the moves to mate; `None` for centipawns.
    pub fn mate(self) -> Option<i32> {
        match self {
            Self::Centipawns(_) => None,
            Self::Mate(moves) => Some(moves),
        }
    }
}

/// The colour of an arrow or a mark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Paint {
    /// `G`
    Green,
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `B`
    Blue,
    /// `O`
    Orange,
    /// `C`
    Cyan,
}

impl Paint {
    const LETTERS: [(Self, char); 6] = [
        (Self::Green, 'G'),
        (Self::Red, 'R'),
        (Self::Yellow, 'Y'),
        (Self::Blue, 'B'),
        (Self::Orange, 'O'),
        (Self::Cyan, 'C'),
    ];

    /// Returns the letter of the colour.
    pub fn letter(self) -> char {
        let known = Self::LETTERS.iter().find(|(paint, _)| *paint == self);
        known.map_or('G', |&(_, letter)| letter)
    }

    /// Parses the letter of a colour.
    pub fn from_letter(letter: char) -> Option<Self> {
        let known = Self::LETTERS.iter().find(|(_, known)| *known == letter);
        known.map(|&(paint, _)| paint)
    }
}

/// An arrow between two squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrow {
    /// The colour.
    pub paint: Paint,
    /// The first square.
    pub from: Square,
    /// The square of the head.
    pub to: Square,
}

/// A marked square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mark {
    /// The colour.
    pub paint: Paint,
    /// The square.
    pub square: Square,
}

impl Command {
    /// Parses the text between `[%` and `]`; anything unknown is [`Other`](Self::Other).
    pub fn parse(inside: &str) -> Self {
        let inside = inside.trim();
        let (name, arguments) = inside.split_once(|c: char| c.is_whitespace()).unwrap_or((inside, ""));
        let arguments = arguments.trim();
        let typed = match name {
            "clk" => parse_time(arguments).map(Self::Clock),
            "emt" => parse_time(arguments).map(Self::Elapsed),
            "eval" => parse_eval(arguments).map(Self::Eval),
            "cal" => parse_list(arguments, parse_arrow).map(Self::Arrows),
            "csl" => parse_list(arguments, parse_mark).map(Self::Marks),
            _ => None,
        };
        typed.unwrap_or_else(|| Self::Other { name: name.to_owned(), arguments: arguments.to_owned() })
    }

    /// Returns the word after the percent sign.
    pub fn name(&self) -> &str {
        match self {
            Self::Clock(_) => "clk",
            Self::Elapsed(_) => "emt",
            Self::Eval(_) => "eval",
            Self::Arrows(_) => "cal",
            Self::Marks(_) => "csl",
            Self::Other { name, .. } => name,
        }
    }
}

/// Iterates over the commands in a text, each with its byte range.
pub(crate) fn commands(text: &str) -> impl Iterator<Item = (std::ops::Range<usize>, Command)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + text.get(from..)?.find("[%")?;
        let inside = text.get(start + 2..)?;
        let length = inside.find(']')?;
        from = start + 2 + length + 1;
        Some((start..from, Command::parse(inside.get(..length)?)))
    })
}

/// Parses hours, minutes and seconds: `1:02:03`, `2:03`, `3`, each with decimals.
fn parse_time(text: &str) -> Option<Duration> {
    let mut seconds: u64 = 0;
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    for part in whole.split(':') {
        let well_formed = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let value: u64 = part.parse().ok().filter(|_| well_formed)?;
        seconds = seconds.checked_mul(60)?.checked_add(value)?;
    }
    if whole.split(':').count() > 3 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut nanos = 0;
    let mut unit = 100_000_000;
    for digit in fraction.bytes().take(9) {
        nanos += u32::from(digit - b'0') * unit;
        unit /= 10;
    }
    // Keeps `Duration::new` from overflowing.
    (seconds < u64::MAX / 2).then(|| Duration::new(seconds, nanos))
}

fn parse_eval(text: &str) -> Option<Eval> {
    let (score, depth) = match text.split_once(',') {
        Some((score, depth)) => (score, Some(depth.trim().parse().ok()?)),
        None => (text, None),
    };
    let score = match score.trim().strip_prefix('#') {
        Some(moves) => EvalScore::Mate(moves.parse().ok()?),
        None => EvalScore::Centipawns(parse_centipawns(score.trim())?),
    };
    Some(Eval { score, depth })
}

/// Parses pawns as centipawns: `-1.25` is -125; further digits are rounded.
fn parse_centipawns(text: &str) -> Option<i32> {
    let well_formed = text.bytes().all(|b| b.is_ascii_digit() || b"+-.".contains(&b));
    let pawns: f64 = text.parse().ok().filter(|_| well_formed)?;
    let hundredths = (pawns * 100.0).round();
    let fits = hundredths.abs() <= f64::from(i32::MAX);
    fits.then_some(hundredths as i32)
}

/// Parses a list of which each item begins with the letter of a colour.
fn parse_list<T>(text: &str, item: impl Fn(Paint, &str) -> Option<T>) -> Option<Vec<T>> {
    let parse = |part: &str| {
        let mut chars = part.trim().chars();
        item(Paint::from_letter(chars.next()?)?, chars.as_str())
    };
    text.split(',').map(parse).collect()
}

fn parse_mark(paint: Paint, text: &str) -> Option<Mark> {
    Some(Mark { paint, square: text.parse().ok()? })
}

fn parse_arrow(paint: Paint, text: &str) -> Option<Arrow> {
    Some(Arrow { paint, from: text.get(..2)?.parse().ok()?, to: text.get(2..)?.parse().ok()? })
}

/// Writes hours, minutes, seconds, and the decimals needed.
fn format_time(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let decimals = format!(".{:09}", time.subsec_nanos());
    format!("{hours}:{minutes:02}:{:02}{}", seconds % 60, decimals.trim_end_matches(['0', '.']))
}

fn format_eval(eval: Eval) -> String {
    let score = match eval.score {
        EvalScore::Mate(moves) => format!("#{moves}"),
        EvalScore::Centipawns(score) => {
            let (sign, size) = (if score < 0 { "-" } else { "" }, score.unsigned_abs());
            format!("{sign}{}.{:02}", size / 100, size % 100)
        }
    };
    match eval.depth {
        Some(depth) => format!("{score},{depth}"),
        None => score,
    }
}

fn format_list<T>(items: &[T], format: impl Fn(&T) -> String) -> String {
    items.iter().map(format).collect::<Vec<_>>().join(",")
}

impl fmt::Display for Command {
    /// Writes the command in its brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arguments = match self {
            Self::Clock(time) | Self::Elapsed(time) => format_time(*time),
            Self::Eval(eval) => format_eval(*eval),
            Self::Arrows(arrows) => {
                format_list(arrows, |Arrow { paint, from, to }| format!("{}{from}{to}", paint.letter()))
            }
            Self::Marks(marks) => {
                format_list(marks, |Mark { paint, square }| format!("{}{square}", paint.letter()))
            }
            Self::Other { arguments, .. } => arguments.clone(),
        };
        let blank = if arguments.is_empty() { "" } else { " " };
        write!(f, "[%{}{blank}{arguments}]", self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Command {
        commands(text).next().expect("a command").1
    }

    #[test]
    fn clocks_and_times_are_typed() {
        assert_eq!(one("[%clk 1:02:03]"), Command::Clock(Duration::from_secs(3723)));
        assert_eq!(one("[%clk 0:00:09.5]"), Command::Clock(Duration::from_millis(9500)));
        assert_eq!(one("[%emt 0:12]"), Command::Elapsed(Duration::from_secs(12)));
    }

    #[test]
    fn evals_are_typed() {
        let eval = |score, depth| Command::Eval(Eval { score, depth });
        assert_eq!(one("[%eval -1.25]"), eval(EvalScore::Centipawns(-125), None));
        assert_eq!(one("[%eval 0.3,22]"), eval(EvalScore::Centipawns(30), Some(22)));
        assert_eq!(one("[%eval #-3]"), eval(EvalScore::Mate(-3), None));
    }

    #[test]
    fn arrows_and_marks_are_typed() {
        let arrow = Arrow { paint: Paint::Green, from: Square::E2, to: Square::E4 };
        let mark = Mark { paint: Paint::Red, square: Square::D8 };
        assert_eq!(one("[%cal Ge2e4]"), Command::Arrows(vec![arrow]));
        assert_eq!(one("[%csl Rd8, Rd8]"), Command::Marks(vec![mark, mark]));
    }

    #[test]
    fn malformed_commands_are_kept_as_written() {
        for text in [
            "[%clk soon]",
            "[%clk 1:2:3:4]",
            "[%clk -1:00]",
            "[%eval nan]",
            "[%eval inf]",
            "[%cal Ge2e9]",
            "[%cal]",
        ] {
            assert!(matches!(one(text), Command::Other { .. }), "{text}");
            assert_eq!(one(text).to_string(), text);
        }
    }

    #[test]
    fn commands_are_written_as_read() {
        for text in [
            "[%clk 1:02:03.5]",
            "[%emt 0:00:12]",
            "[%eval -0.05,3]",
            "[%eval #7]",
            "[%cal Ge2e4,Rd1d8]",
            "[%csl Ya1]",
            "[%tqu \"En\",\"\",0]",
            "[%evp]",
        ] {
            assert_eq!(one(text).to_string(), text);
        }
    }
}
