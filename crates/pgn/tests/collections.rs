//! Real collections, where they are at hand: the same games, plies and final positions as python-chess finds.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use pinsight_pgn::{Batch, Game, Replayer, Source, Splitter, Verdict, Writer};
use pinsight_rules::EnPassantMode;

/// The folder with collections, if this machine has it.
fn data(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    path.exists().then_some(path)
}

const ORACLE: &str = r#"
import io, sys
import chess.pgn
text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="surrogateescape")
while True:
    game = chess.pgn.read_game(text)
    if game is None:
        break
    end = game.end()
    moves = sum(1 for _ in game.mainline_moves())
    print(moves, len(game.errors), game.headers["Result"], end.board().fen(en_passant="fen"))
"#;

/// What python-chess says about each game; nothing where it is not installed.
fn ask_python_chess(pgn: &[u8]) -> Option<Vec<String>> {
    let mut child = Command::new("python3")
        .args(["-c", ORACLE])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take()?;
    let input = pgn.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().ok()?;
    // A child that ended early has not taken everything.
    let _ = writer.join();
    output.status.success().then(|| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines().map(str::to_owned).collect()
    })
}

/// Every so many games of a collection: what we say, and the bytes for the oracle.
fn sample(name: &str, every: u64) -> Option<(Vec<String>, Vec<u8>, u64)> {
    let mut splitter = Splitter::new(Source::open(data(name)?).expect("opens"));
    let mut batch = Batch::default();
    let mut replayer = Replayer::new();
    let (mut ours, mut bytes, mut count) = (Vec::new(), Vec::new(), 0);
    while splitter.next_batch(&mut batch).expect("whole") {
        for raw in batch.games() {
            count += 1;
            let game = replayer.replay(&raw);
            assert_eq!(game.verdict(), Verdict::Good, "game {}: {:?}", raw.number, game.diagnostics);
            if raw.number % every == 0 {
                let last = game.last.expect("a start").fen(EnPassantMode::Fen);
                ours.push(format!("{} 0 {} {last}", game.plies, game.result));
                bytes.extend_from_slice(raw.bytes);
            }
        }
    }
    Some((ours, bytes, count))
}

fn compare(name: &str, every: u64, games: u64) {
    let Some((ours, bytes, count)) = sample(name, every) else {
        return;
    };
    assert_eq!(count, games);
    if let Some(theirs) = ask_python_chess(&bytes) {
        assert_eq!(ours, theirs);
    }
}

// The numbers of games are those that the collections' own list gives.

#[test]
fn lichess_games_are_as_python_chess_reads_them() {
    compare("lichess_2025-05_438.pgn", 2, 438);
}

#[test]
fn tournament_games_are_as_python_chess_reads_them() {
    compare("tournament.pgn.zst", 60, 33_380);
}

#[test]
fn annotated_games_are_as_python_chess_reads_them() {
    compare("variations.pgn.zst", 60, 6_328);
}

#[test]
fn lichess_like_games_are_as_python_chess_reads_them() {
    compare("lichess_style.pgn.zst", 60, 13_981);
}

#[test]
fn collections_survive_writing_and_reading() {
    for (name, every) in
        [("variations.pgn.zst", 20), ("lichess_2025-05_438.pgn", 4), ("tournament.pgn.zst", 100)]
    {
        let Some(path) = data(name) else {
            return;
        };
        for game in Source::open(path).expect("opens").games() {
            let game = game.expect("whole");
            if game.number() % every != 0 {
                continue;
            }
            let mut writer = Writer::new(Vec::new());
            writer.write(&game).expect("memory");
            let text = String::from_utf8(writer.into_inner()).expect("text");
            let again = Game::parse(&text).expect("a game");
            assert!(again.diagnostics.is_empty(), "{:?}", again.diagnostics);
            assert_eq!(again, game.normalised(), "{text}");
            assert!(text.lines().all(|line| line.len() < 80 || line.starts_with('[')), "{text}");
        }
    }
}
