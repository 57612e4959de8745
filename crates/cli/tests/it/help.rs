//! The help texts: every command, at the widths of common terminals.

use std::process::Command;

const COMMANDS: &[&str] = &[
    "board",
    "moves",
    "why",
    "pins",
    "perft",
    "fens",
    "final",
    "check",
    "pgn",
    "review",
    "scan",
    "convert",
    "sql",
    "cluster",
    "random",
    "match",
    "play",
    "uci",
    "engine",
    "tune",
    "config",
    "completions",
    "motifs",
    "themes",
    "openings",
    "book",
    "tree",
    "search",
    #[cfg(feature = "mcp")]
    "mcp",
    "man",
];

fn help(args: &[&str], width: usize) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
    let output = command.args(args).env("COLUMNS", width.to_string()).output().expect("the program starts");
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn lines_fit_and_examples_are_not_wrapped() {
    for &command in COMMANDS {
        for (flag, width) in [("-h", 80), ("--help", 80), ("-h", 100), ("--help", 100)] {
            let text = help(&[command, flag], width);
            for line in text.lines() {
                assert!(line.chars().count() <= width, "{command} {flag}: {line}");
            }
            let examples = text.split_once("\nExamples:\n").map_or("", |(_, examples)| examples);
            for line in examples.lines().take_while(|line| !line.is_empty()) {
                let begins = ["  pinsight ", "  curl ", "  source ", "  zstdcat "]
                    .iter()
                    .any(|begin| format!("{line} ").starts_with(begin));
                assert!(begins, "{command} {flag}: a wrapped example: {line}");
            }
        }
    }
}

#[test]
fn the_list_has_only_commands_of_this_program() {
    let text = help(&["-h"], 80);
    for (name, is_there) in [("sql", cfg!(feature = "sql")), ("cluster", cfg!(feature = "cluster"))] {
        assert_eq!(text.contains(&format!("\n  {name} ")), is_there, "{text}");
        assert_eq!(
            text.contains(&format!("`{name}`")),
            !is_there,
            "the text names the build command: {text}"
        );
    }
    assert!(!text.contains("\n  tune "), "for development only");
}
