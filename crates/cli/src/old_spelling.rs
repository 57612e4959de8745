//! Old spellings of arguments, which still work.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The new form of an old option.
#[derive(Clone, Copy)]
enum New {
    /// An option with the same value, or none.
    Option(&'static str),
    /// A positional argument.
    Positional(&'static str),
    /// An option with a fixed value; the old one takes none.
    Flag([&'static str; 2]),
    /// The same option; its value was a number of seconds without a unit.
    Seconds,
}

/// Commands with old options and their new forms.
const RENAMED: [(&str, &str, New); 8] = [
    ("random", "--pgn", New::Option("--output")),
    ("match", "--pgn", New::Option("--output")),
    ("engine", "--time", New::Option("--movetime")),
    ("play", "--fen", New::Positional("FEN")),
    ("sql", "--explain", New::Option("--plan")),
    ("final", "--fen", New::Flag(["--format", "fen"])),
    ("board", "--delay", New::Seconds),
    ("cluster", "--wait", New::Seconds),
];

/// Options before the command that take a value.
const GLOBAL: [&str; 2] = ["--color", "--config"];

/// Replaces old spellings. Returns the new arguments, and a note for each replacement.
pub(crate) fn modernise(args: impl IntoIterator<Item = OsString>) -> (Vec<OsString>, Vec<String>) {
    let args: Vec<OsString> = args.into_iter().collect();
    let Some(at) = command_index(&args) else {
        return (args, Vec::new());
    };
    let command = args.get(at).cloned().unwrap_or_default();
    let mut notes = Vec::new();
    let mut modern: Vec<OsString> = Vec::with_capacity(args.len());
    let mut rest = args.into_iter().enumerate().peekable();
    while let Some((index, arg)) = rest.next() {
        if index > at && arg == "--" {
            modern.push(arg);
            break;
        }
        let next = rest.peek().map(|(_, next)| next.as_os_str());
        let Some((old, new, value)) = (index > at).then(|| find(&command, &arg, next)).flatten() else {
            modern.push(arg);
            continue;
        };
        let command = command.display();
        match new {
            New::Option(name) => {
                notes.push(format!("`{command} {old}` is now `{command} {name}`"));
                modern.push(name.into());
                modern.extend(value);
            }
            New::Positional(name) => {
                notes.push(format!("`{command} {old} {name}` is now `{command} {name}`"));
                modern.extend(value);
            }
            New::Flag(words) => {
                notes.push(format!("`{command} {old}` is now `{command} {}`", words.join(" ")));
                modern.extend(words.map(OsString::from));
            }
            New::Seconds => {
                let value = value.or_else(|| rest.next().map(|(_, value)| value)).unwrap_or_default();
                let value = value.display();
                notes.push(format!("`{command} {old} {value}` is now `{command} {old} {value}s`"));
                modern.extend([old.into(), format!("{value}s").into()]);
            }
        }
    }
    modern.extend(rest.map(|(_, arg)| arg));
    (modern, notes)
}

/// Returns the index of the command.
pub(crate) fn command_index(args: &[OsString]) -> Option<usize> {
    let mut index = 1;
    loop {
        let arg = args.get(index)?.to_str()?;
        match arg {
            _ if GLOBAL.contains(&arg) => index += 2,
            _ if arg.starts_with('-') => index += 1,
            _ => return Some(index),
        }
    }
}

/// Returns the old option, its new form and the value of `--old=value`, if `arg` is an old option.
fn find(command: &OsStr, arg: &OsStr, next: Option<&OsStr>) -> Option<(&'static str, New, Option<OsString>)> {
    let arg = arg.to_str()?;
    RENAMED.iter().filter(|(of, _, _)| command == *of).find_map(|&(_, old, new)| {
        let rest = arg.strip_prefix(old)?;
        match (rest.strip_prefix('='), new) {
            // `--fen` with a position selects games.
            (Some(_), New::Flag(_)) => None,
            (None, New::Flag(_)) if next.is_some_and(is_position) => None,
            (Some(value), New::Seconds) if !is_number(OsStr::new(value)) => None,
            (None, New::Seconds) if !next.is_some_and(is_number) => None,
            (Some(value), _) => Some((old, new, Some(value.into()))),
            (None, _) if rest.is_empty() => Some((old, new, None)),
            (None, _) => None,
        }
    })
}

fn is_number(text: &OsStr) -> bool {
    text.to_str().is_some_and(|text| text.parse::<f64>().is_ok())
}

/// Returns whether the text looks like a position: not a file, and empty or with blanks or seven slashes.
fn is_position(text: &OsStr) -> bool {
    let lossy = text.to_string_lossy();
    let pieces = lossy.split_whitespace().next().unwrap_or_default();
    let is_board =
        pieces.matches('/').count() == 7 && pieces.chars().all(|c| "pnbrqkPNBRQK12345678/".contains(c));
    let is_text = lossy.is_empty() || lossy.contains(char::is_whitespace) || pieces == "startpos" || is_board;
    is_text && !Path::new(text).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modern(line: &str) -> (String, Vec<String>) {
        let (args, notes) = modernise(line.split(' ').map(OsString::from));
        let words: Vec<String> = args.iter().map(|arg| arg.display().to_string()).collect();
        (words.join(" "), notes)
    }

    #[test]
    fn old_options_become_new_ones() {
        for (old, new) in [
            ("pinsight random --pgn a.pgn", "pinsight random --output a.pgn"),
            ("pinsight match a b --pgn=a.pgn", "pinsight match a b --output a.pgn"),
            (
                "pinsight --color never engine search --time 2s",
                "pinsight --color never engine search --movetime 2s",
            ),
            ("pinsight play --fen startpos --level 3", "pinsight play startpos --level 3"),
            ("pinsight sql --explain query", "pinsight sql --plan query"),
            ("pinsight final --fen a.pgn", "pinsight final --format fen a.pgn"),
            ("pinsight final --fen /a/b/c/d/e/f/g/h.pgn", "pinsight final --format fen /a/b/c/d/e/f/g/h.pgn"),
            ("pinsight final a.pgn --fen", "pinsight final a.pgn --format fen"),
            ("pinsight board --delay 0.5 -o a.gif", "pinsight board --delay 0.5s -o a.gif"),
            ("pinsight board --delay=2 -o a.gif", "pinsight board --delay 2s -o a.gif"),
            ("pinsight cluster executor --wait 1", "pinsight cluster executor --wait 1s"),
        ] {
            let (line, notes) = modern(old);
            assert_eq!((line.as_str(), notes.len()), (new, 1));
        }
        assert_eq!(
            modern("pinsight engine search --time 2s").1,
            ["`engine --time` is now `engine --movetime`"]
        );
    }

    #[test]
    fn a_mistyped_position_is_not_a_file() {
        for text in ["", "8/8 w - -", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"] {
            assert!(is_position(OsStr::new(text)), "{text}");
        }
        assert!(!is_position(OsStr::new("games.pgn")));
    }

    #[test]
    fn other_arguments_stay() {
        for line in [
            "pinsight",
            "pinsight --help",
            "pinsight board --pgn a.pgn",
            "pinsight pins --pgn a.pgn",
            "pinsight engine search --timeout",
            "pinsight board --delay 2s -o a.gif",
            "pinsight board --delay=500ms",
            "pinsight final --fen 8/8/8/8/8/8/8/8 a.pgn",
            "pinsight final --fen=startpos a.pgn",
            "pinsight random -- --pgn",
            "pinsight fens --fen startpos random --pgn",
        ] {
            assert_eq!(modern(line), (line.to_owned(), Vec::new()));
        }
    }
}
