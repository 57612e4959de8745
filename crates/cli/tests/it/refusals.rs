//! Refused usage of every command: exit code 2, or 1 if nothing was found. The messages of values and of selections are
//! in `tests/cmd/usage.md` and `selection.md`.

use std::fs;
use std::process::{Command, Stdio};

use tempfile::TempDir;

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("g.pgn", "1. e4 e5 *\n"),
        ("empty.pgn", ""),
        ("illegal.pgn", "1. Ke3 *\n"),
        ("start.pgn", "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n"),
        ("wrong.epd", "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";\n4k3/8/8/8/8/8/8/8 w - -\n"),
        ("name.toml", "[engines.\"a b\"]\npath = \"x\"\n"),
        ("path.toml", "[engines.x]\npath = \"\"\n"),
        ("player.toml", "[engines.search]\npath = \"x\"\n"),
    ] {
        fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

/// Runs each command line in a fresh folder and looks for the text in its error.
fn refuses(code: i32, cases: &[(&str, &str)]) {
    for (line, text) in cases {
        let folder = folder();
        let names = || fs::read_dir(folder.path()).expect("a folder").count();
        let before = names();
        let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
        let command = command.args(line.split(' ')).current_dir(folder.path()).stdin(Stdio::null());
        let output = command.env("PINSIGHT_CONFIG", "").output().expect("the program starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{line}: {stderr}");
        assert!(stderr.contains(text), "{line}: {stderr}");
        assert!(output.stdout.is_empty(), "{line}");
        assert_eq!(names(), before, "{line}: a file is left");
    }
}

#[test]
fn flags_that_exclude_each_other_are_refused() {
    let both = "cannot be used with";
    let lines = [
        "board --pgn g.pgn startpos",
        "board --json --pins",
        "board --json --motifs",
        "board --json --flip",
        "board --json --moves-from e2",
        "board --json --last-move e2e4",
        "board --pgn g.pgn --last-move e2e4",
        "board --json -o board.svg",
        "board --json --size 100",
        "board --unicode --arrows e2e4",
        "board --unicode -o board.svg",
        "moves startpos --uci --json",
        "moves startpos --count --json",
        "pins startpos --json --explain",
        "pins startpos e2e5 --allow-illegal --prove",
        "pins startpos e2e5 --allow-illegal --situational",
        "pins startpos --pgn g.pgn",
        "pins --pgn g.pgn --prove",
        "pins --pgn g.pgn --nodes 100",
        "pins startpos e2e5 --allow-illegal --nodes 100",
        "pins --pgn g.pgn --situational",
        "final --json --format fen g.pgn",
        "scan --json --format csv g.pgn",
        "scan --count-by kind -o pins.csv g.pgn",
        "scan --count-by kind --force g.pgn",
        "scan --kind skewer --nodes 100 g.pgn",
        "scan --findings --kind skewer g.pgn",
        "scan --findings --count-by kind g.pgn",
        "scan --all --kind skewer g.pgn",
        "scan --all --status new g.pgn",
        "convert --json --format csv g.pgn",
        "review --all-pins --engine search g.pgn",
        "review --all-pins --nodes 100 g.pgn",
        "review --json -o review.pgn g.pgn",
        "review --json --force g.pgn",
        "random --show --json",
        "random --unicode --summary",
        "random --show --summary",
        "match random random --openings g.pgn --random-openings 4",
        "match random random --tc 5 --movetime 1s",
        "match random random --tc 5 --depth 3",
        "play --level 3 --against greedy",
        "tune --self-play 3 g.pgn -o weights.rs",
        "tune --rounds 3 g.pgn -o weights.rs",
        "tune --self-play 3 --every 2 -o weights.rs",
        "config --init --path",
        "config --json --template",
        "config --path --force",
        "sql --plan --json x",
        #[cfg(feature = "server")]
        "serve --read-only g.pgn",
    ];
    refuses(2, &lines.map(|line| (line, both)));
}

#[test]
fn flags_without_the_argument_that_they_need_are_refused() {
    refuses(
        2,
        &[
            ("board --ply 1", "--pgn <FILE>"),
            ("board --arrows e2e4", "--output <FILE>"),
            ("board --circles e4", "--output <FILE>"),
            ("board --labels e4=!", "--output <FILE>"),
            ("board --captured", "--output <FILE>"),
            ("board --size 100", "--output <FILE>"),
            ("board --theme dark", "--output <FILE>"),
            ("board --delay 1s", "--output <FILE>"),
            ("board --force", "--output <FILE>"),
            ("pins", "<FEN>"),
            ("pins startpos --allow-illegal", "<MOVE>"),
            ("pins startpos --nodes 100", "--prove"),
            ("pins startpos --engine search", "--prove"),
            ("scan --nodes 100 g.pgn", "--findings"),
            ("scan --engine search g.pgn", "--findings"),
            ("review --brief g.pgn", "--all-pins"),
            ("review --all g.pgn", "--all-pins"),
            ("review --skewers g.pgn", "--all-pins"),
            ("check --force g.pgn", "--good <FILE>|--quarantine <FILE>"),
            ("random --unicode", "--show"),
            ("tune g.pgn", "--output <FILE>"),
            ("tune --rounds 2 -o weights.rs", "--self-play <N>"),
            ("tune --nodes 2 -o weights.rs", "--self-play <N>"),
            ("tune --seed 2 -o weights.rs", "--self-play <N>"),
            ("match random random --opening-plies 3", "--openings <FILE>"),
            ("config --force", "--init"),
            ("match random", "<B>"),
            ("engine", "<ENGINE>"),
            ("why startpos", "<MOVE>"),
            ("motifs", "<FEN>"),
            ("completions", "<SHELL>"),
        ],
    );
}

#[test]
fn unsuitable_inputs_and_outputs_are_refused() {
    refuses(
        2,
        &[
            ("board -o board.gif", "an animated GIF needs a game: use --pgn FILE"),
            ("convert g.pgn -o out.pgn", "an input is a PGN file already"),
            ("convert --player A x.parquet", "cannot select games of a Parquet file"),
            ("convert x.parquet g.pgn -o out.pgn", "an input is a PGN file already"),
            ("review g.pgn -o out.txt", "expected a name ending in .pgn or .html"),
            ("match random random --openings empty.pgn", "empty.pgn has no openings"),
            (
                "match random random --openings none.pgn",
                "cannot read openings: none.pgn: cannot open: no such file",
            ),
            (
                "match random random --openings illegal.pgn",
                "cannot use game 1 as an opening: illegal.pgn:1:4",
            ),
            ("match random random --openings start.pgn", "cannot use game 1 as an opening: start.pgn:1:1"),
            ("match random random --openings wrong.epd", "wrong.epd line 2: impossible position"),
            ("random -o -", "--output needs a file, since standard output has the results"),
            ("match random random -o -", "--output needs a file, since standard output has the results"),
            ("tune none.pgn -o weights.rs", "no game could be read"),
            ("themes none.csv", "error: none.csv: cannot open: no such file"),
            ("themes g.pgn", "expected lichess's puzzle table with a column PuzzleId"),
            ("moves g.pgn", "`pinsight fens g.pgn` prints the positions"),
            ("motifs g.pgn", "`pinsight fens g.pgn` prints the positions"),
            ("--config name.toml board", "`a b` is not a name for an engine"),
            ("--config path.toml board", "the engine `x` has an empty path"),
            ("--config player.toml board", "`search` is a built-in player"),
            ("--config none.toml board", "there is no config file none.toml"),
        ],
    );
    refuses(1, &[("tune g.pgn -o weights.rs", "no finished game with quiet positions")]);
}

#[test]
fn parquet_needs_a_file() {
    refuses(
        2,
        &[
            ("convert --format parquet g.pgn", "use -o games.parquet"),
            ("scan --format parquet g.pgn", "use -o pins.parquet"),
            ("scan --findings --format parquet g.pgn", "use -o findings.parquet"),
            ("convert none.parquet", "cannot read none.parquet: no such file"),
        ],
    );
}

#[test]
fn unsuitable_players_and_engines_are_refused() {
    refuses(
        2,
        &[
            ("review --engine random g.pgn", "--engine random: expected `search` or a UCI engine"),
            ("review --engine search,level=3 g.pgn", "the built-in search has no settings here"),
            ("scan --findings --engine greedy g.pgn", "--engine greedy: expected `search` or a UCI engine"),
            ("pins startpos --prove --engine no-such-engine", "cannot start the engine `no-such-engine`"),
            (
                "play --against no-such-engine",
                "expected random, greedy, search, or the name or path of a UCI engine",
            ),
            ("play --against random,seed=3 --seed 4", "sets the seed already; omit --seed"),
            ("play --against sh --seed 4", "--seed is for random, greedy and search"),
            ("match random random,foo=1", "random has no setting `foo`; expected"),
            ("match random search,foo=1", "search has no setting `foo`; expected level"),
            ("match random search,level=99", "expected a number from 1 to 10"),
            ("match random search,level", "`level` is not a setting; expected NAME=VALUE"),
            ("match random search,hash=x", "expected a whole number from"),
            ("match random ", "expected a player: random, greedy, search or a UCI engine"),
            #[cfg(feature = "server")]
            ("serve --engine a:b=/x", "`a:b` is not a valid engine name"),
            #[cfg(feature = "server")]
            ("serve --engine no-such-engine", "--engine no-such-engine: no such program"),
        ],
    );
}
