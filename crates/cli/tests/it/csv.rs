//! CSV: cells that a spreadsheet would run as formulas, in all commands that write CSV.

use std::fs;
use std::process::Command;

#[test]
fn formulas_are_quoted_unless_csv_is_raw() {
    let folder = tempfile::tempdir().expect("a folder");
    let pgn = "[White \"=1+1\"]\n[Black \"Anna\"]\n\n1. e4 e5 2. Nf3 d6 3. d4 Bg4 *\n";
    fs::write(folder.path().join("games.pgn"), pgn).expect("written");
    let puzzle = "PuzzleId,FEN,Moves\n=1+1,6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1,g8h8 a1a8\n";
    fs::write(folder.path().join("puzzles.csv"), puzzle).expect("written");
    for arguments in [
        "convert --format csv games.pgn",
        "scan --format csv games.pgn",
        "scan --count-by white --format csv games.pgn",
        "search --fen startpos --format csv games.pgn",
        "themes puzzles.csv",
        #[cfg(feature = "sql")]
        "sql --format csv SELECT|White|FROM|'games.pgn'",
        #[cfg(feature = "sql")]
        "sql --format csv SELECT|1|AS|\"=1+1\"",
    ] {
        let csv = |extra: &[&str]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
            let words = arguments.split(' ').map(|word| word.replace('|', " "));
            let output = command.args(words).args(extra).current_dir(folder.path()).output();
            let output = output.expect("the program runs");
            String::from_utf8(output.stdout).expect("UTF-8")
        };
        let (quoted, raw) = (csv(&[]), csv(&["--raw-csv"]));
        assert!(quoted.contains("'=1+1") && raw.contains("=1+1"), "{arguments}\n{quoted}{raw}");
        assert_eq!(quoted.replace("'=1+1", "=1+1"), raw, "{arguments}");
    }
}
