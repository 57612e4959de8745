//! Whole collections: the same games, plies and final positions as python-chess finds. Made ones always, real ones where
//! they are at hand.

use std::io::Write;
use std::path::PathBuf;

use pinsight_pgn::{Batch, Game, Replayer, Source, Splitter, Verdict, Writer, split};
use pinsight_rules::{EnPassantMode, Position};
use pinsight_testkit::python;
use pinsight_testkit::random::{self, Random};

/// A collection of real games, if this machine has it; says so if not.
fn data(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    if path.exists() {
        return Some(path);
    }
    // Past the harness, which keeps what tests print.
    let _ = writeln!(std::io::stderr(), "NOT TESTED with real games: {name} is not on this machine");
    None
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

/// A game as people and programs write them, with the number of its plies, its result and its last position.
fn made_game(number: usize, random: &mut Random) -> (String, String) {
    let start = match random.below(4) {
        0 => random::chess960(random.below(960)),
        1 => random::scattered(random),
        _ => Position::default(),
    };
    let most = random.below(120);
    let plies = random::game(start, most, random);
    let last = plies.last().map_or(start, |(position, mv)| position.play_unchecked(*mv));
    let result = random.choose(&["1-0", "0-1", "1/2-1/2", "*"]).expect("a result");
    let end = random.choose(&["\n", "\r\n"]).expect("a line end");
    let mut text =
        format!("[Event \"Made \\\"{number}\\\" \\\\\"]\n[White \"Anna\"]\n[Result \"{result}\"]\n");
    if start != Position::default() {
        text +=
            &format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n", start.fen(EnPassantMode::Fen));
    }
    text.push('\n');
    for (index, (position, mv)) in plies.iter().enumerate() {
        match random.below(3) {
            0 => text += &format!("{}. ", index / 2 + 1),
            1 => text += &format!("{}...", index / 2 + 1),
            _ => {}
        }
        text += &position.san(*mv);
        text += random.choose(&["", "", "", "!", "?!", " $14", " $3 $146"]).expect("a sign");
        match random.below(8) {
            0 => text += " {[%clk 0:01:02] ( a { 1-0 }",
            1 => text += " ; to the end of the line } (\n",
            2 => {
                // Another move instead, and one more after it.
                let other = random.choose(&position.legal_moves()).expect("there is one");
                text += &format!(" ({} {{why not}}", position.san(other));
                let after = position.play_unchecked(other);
                if let Some(reply) = random.choose(&after.legal_moves()) {
                    text += &format!(" {} ({})", after.san(reply), after.san(reply));
                }
                text.push(')');
            }
            _ => {}
        }
        // A blank line ends the game for python-chess.
        let breaks = random.below(6) == 0 && !text.ends_with('\n');
        text.push(if breaks { '\n' } else { ' ' });
    }
    text += &format!("{result}\n\n");
    let expected = format!("{} 0 {result} {}", plies.len(), last.fen(EnPassantMode::Fen));
    (text.replace('\n', end), expected)
}

#[test]
fn made_games_are_read_as_they_were_made_and_as_python_chess_reads_them() {
    let mut random = Random::new(3);
    let (texts, expected): (Vec<String>, Vec<String>) =
        (0..600).map(|number| made_game(number, &mut random)).unzip();
    let text = texts.concat();
    let name = "made".into();
    let mut replayer = Replayer::new();
    let mut ours = Vec::new();
    for raw in split(&name, text.as_bytes()) {
        let game = replayer.replay(&raw);
        assert_eq!(game.verdict(), Verdict::Good, "{:?}", game.diagnostics);
        let last = game.last.expect("a start").fen(EnPassantMode::Fen);
        ours.push(format!("{} 0 {} {last}", game.plies, game.result));
        holds_after_writing(&Game::read(&raw));
    }
    assert_eq!(ours, expected);
    assert_eq!(python::run(ORACLE, &text), expected);
}

/// Every so many games of a collection: what we say, and the bytes for the oracle.
fn sample(name: &str, every: u64) -> Option<(Vec<String>, String, u64)> {
    let mut splitter = Splitter::new(Source::open(data(name)?).expect("opens"));
    let mut batch = Batch::default();
    let mut replayer = Replayer::new();
    let (mut ours, mut text, mut count) = (Vec::new(), String::new(), 0);
    while splitter.next_batch(&mut batch).expect("whole") {
        for raw in batch.games() {
            count += 1;
            let game = replayer.replay(&raw);
            assert_eq!(game.verdict(), Verdict::Good, "game {}: {:?}", raw.number, game.diagnostics);
            if raw.number % every == 0 {
                let last = game.last.expect("a start").fen(EnPassantMode::Fen);
                ours.push(format!("{} 0 {} {last}", game.plies, game.result));
                text += std::str::from_utf8(raw.bytes).expect("UTF-8");
            }
        }
    }
    Some((ours, text, count))
}

fn compare(name: &str, every: u64, games: u64) {
    if let Some((ours, text, count)) = sample(name, every) {
        assert_eq!(count, games);
        assert_eq!(ours, python::run(ORACLE, &text));
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
            continue;
        };
        let games = Source::open(path).expect("opens").games().map(|game| game.expect("whole"));
        games.filter(|game| game.number() % every == 0).for_each(|game| holds_after_writing(&game));
    }
}

/// Read again it is the same game, and written within the columns.
fn holds_after_writing(game: &Game) {
    let mut writer = Writer::new(Vec::new());
    writer.write(game).expect("memory");
    let text = String::from_utf8(writer.into_inner()).expect("text");
    let again = Game::parse(&text).expect("a game");
    assert!(again.diagnostics.is_empty(), "{:?}", again.diagnostics);
    assert_eq!(again, game.normalised(), "{text}");
    assert!(text.lines().all(|line| line.len() < 80 || line.starts_with('[')), "{text}");
}
