//! Generated and real collections: the same games, plies, final positions and trees as python-chess finds.

use std::io::Write;
use std::path::PathBuf;

use pinsight_pgn::{
    Batch, Comment, CommentPlace, Game, GameResult, PlayedMove, Replayer, Sink, Source, Splitter, Verdict,
    split,
};
use pinsight_rules::{Color, EnPassantMode, Position};
use pinsight_testkit::python;
use pinsight_testkit::random::{self, Random};

/// Returns the path of a collection of real games, if this machine has it.
fn data(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    if path.exists() {
        return Some(path);
    }
    // Written to stderr directly: the test harness captures `eprintln!`.
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

/// Generates a game in various styles, and what the oracle should print for it.
fn made_game(number: usize, random: &mut Random) -> (String, String) {
    let start = match random.below(4) {
        0 => random::chess960(random.below(960)),
        1 => random::scattered(random),
        _ => Position::default(),
    };
    let most = random.below(120);
    let plies = random::game(start, most, random);
    let last = plies.last().map_or(start, |(position, mv)| position.play_unchecked(*mv));
    let result = match last.end() {
        Some(end) => GameResult::from(end.outcome).token(),
        None => random.choose(&["1-0", "0-1", "1/2-1/2", "*"]).expect("a result"),
    };
    let end = random.choose(&["\n", "\r\n"]).expect("a line end");
    let mut text =
        format!("[Event \"Made \\\"{number}\\\" \\\\\"]\n[White \"Anna\"]\n[Result \"{result}\"]\n");
    if start != Position::default() {
        text +=
            &format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n", start.fen(EnPassantMode::Fen));
    }
    text.push('\n');
    for (position, mv) in &plies {
        match random.below(3) {
            0 => text += &format!("{}. ", position.fullmove_number()),
            1 if position.turn() == Color::Black => text += &format!("{}...", position.fullmove_number()),
            _ => {}
        }
        text += &position.san(*mv);
        text += random.choose(&["", "", "", "!", "?!", " $14", " $3 $146"]).expect("a sign");
        match random.below(8) {
            0 => text += " {[%clk 0:01:02] ( a { 1-0 }",
            1 => text += " ; to the end of the line } (\n",
            2 => {
                // A variation of one or two moves.
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
        // python-chess ends a game at a blank line.
        let breaks = random.below(6) == 0 && !text.ends_with('\n');
        text.push(if breaks { '\n' } else { ' ' });
    }
    text += &format!("{result}\n\n");
    let expected = format!("{} 0 {result} {}", plies.len(), last.fen(EnPassantMode::Fen));
    (text.replace('\n', end), expected)
}

#[test]
fn generated_games_equal_those_of_python_chess() {
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

/// Replays a collection; returns our lines and the text for the oracle, of every n-th game, and the number of games.
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

// The numbers of games are those of the collections' own list.

#[test]
fn lichess_games_equal_those_of_python_chess() {
    compare("lichess_2025-05_438.pgn", 2, 438);
}

#[test]
fn tournament_games_equal_those_of_python_chess() {
    compare("tournament.pgn.zst", 60, 33_380);
}

#[test]
fn annotated_games_equal_those_of_python_chess() {
    compare("variations.pgn.zst", 60, 6_328);
}

#[test]
fn lichess_like_games_equal_those_of_python_chess() {
    compare("lichess_style.pgn.zst", 60, 13_981);
}

#[test]
fn collections_round_trip_through_the_writer() {
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

/// Reading the written game gives the same game, in lines of less than 80 columns.
fn holds_after_writing(game: &Game) {
    let text = game.to_string();
    let again = Game::parse(&text).expect("a game");
    assert!(again.diagnostics.is_empty(), "{:?}", again.diagnostics);
    let mut normalised = game.clone();
    normalised.normalise();
    assert_eq!(again, normalised, "{text}");
    assert!(text.lines().all(|line| line.len() < 80 || line.starts_with('[')), "{text}");
}

/// Prints every node of every game in preorder: depth, index among its siblings, move, NAGs, comments.
const TREE_ORACLE: &str = r#"
import io, sys
import chess.pgn
text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="surrogateescape")
def say(*words):
    print(" ".join(str(word) for word in words))
def joined(comment):
    return " ".join(comment.split())
while True:
    game = chess.pgn.read_game(text)
    if game is None:
        break
    work = [(game, 0, 0)]
    while work:
        node, depth, index = work.pop()
        move = node.move.uci() if node.move else "root"
        nags = ",".join(str(nag) for nag in sorted(node.nags))
        before = joined(node.starting_comment or "")
        say(depth, index, move, "[" + nags + "]", "{" + before + "}", "{" + joined(node.comment) + "}")
        work.extend(reversed([(child, depth + 1, i) for i, child in enumerate(node.variations)]))
"#;

/// Describes a tree as [`TREE_ORACLE`] does.
fn describe_tree(game: &Game, lines: &mut Vec<String>) {
    let mut work = vec![(game.tree.root(), 0, 0)];
    while let Some((node, depth, index)) = work.pop() {
        let before = node.parent().and_then(|parent| game.tree.position(parent.id()));
        let mv = match (node.mv(), before) {
            (Some(mv), Some(before)) => before.uci(mv, before.castling_mode()).to_string(),
            _ => "root".to_owned(),
        };
        let mut nags: Vec<u8> = node.nags().iter().map(|nag| nag.0).collect();
        nags.sort_unstable();
        nags.dedup();
        let nags: Vec<String> = nags.iter().map(u8::to_string).collect();
        let joined = |comments: Vec<&Comment>| -> String {
            // A comment with a closing brace is written as a line comment, which python-chess drops.
            let texts = comments.iter().map(|comment| comment.text()).filter(|text| !text.contains('}'));
            let words = texts.flat_map(str::split_whitespace);
            words.collect::<Vec<_>>().join(" ")
        };
        let first = joined(node.comments(CommentPlace::Before).collect());
        let after = node.comments(CommentPlace::After).chain(node.comments(CommentPlace::AfterVariations));
        let after = joined(after.collect());
        lines.push(format!("{depth} {index} {mv} [{}] {{{first}}} {{{after}}}", nags.join(",")));
        let children: Vec<_> = node.children().collect();
        work.extend(children.into_iter().enumerate().rev().map(|(index, child)| (child, depth + 1, index)));
    }
}

/// The trees of games, and of the same games written and read again, are those of python-chess.
#[test]
fn trees_equal_those_of_python_chess() {
    let mut random = Random::new(5);
    let mut games: Vec<Game> =
        (0..200).filter_map(|number| Game::parse(&made_game(number, &mut random).0)).collect();
    if let Some(path) = data("variations.pgn.zst") {
        let real = Source::open(path).expect("opens").games().map(|game| game.expect("complete"));
        games.extend(real.filter(|game| game.number() % 60 == 0));
    }
    let (mut ours, mut text) = (Vec::new(), String::new());
    for game in &games {
        describe_tree(game, &mut ours);
        text += &game.to_string();
        text.push('\n');
    }
    let expected = python::run(TREE_ORACLE, &text);
    for (index, (ours, expected)) in ours.iter().zip(&expected).enumerate() {
        assert_eq!(ours, expected, "node {index}");
    }
    assert_eq!(ours.len(), expected.len());
}

/// Compares the fast path with the lenient parser on the word of every legal move.
struct Agreement<'a> {
    bytes: &'a [u8],
    words: u64,
}

impl Sink for Agreement<'_> {
    fn played(&mut self, mv: PlayedMove<'_>) {
        let rest = &self.bytes[mv.at..];
        let length = rest.iter().position(|byte| b" \t\r\n(){}!?$;".contains(byte)).unwrap_or(rest.len());
        let word = &rest[..length];
        let text = std::str::from_utf8(word).expect("ASCII");
        let lenient = mv.before.read_san(text, None).expect("legal");
        assert_eq!(lenient.mv, Some(mv.played), "{} {text}", mv.before);
        let fast = mv.before.find_san(word);
        assert!(fast.is_none_or(|fast| fast == mv.played), "{} {text}", mv.before);
        self.words += u64::from(fast.is_some());
    }
}

#[test]
fn the_fast_path_agrees_with_the_lenient_parser_on_real_words() {
    for name in ["tournament.pgn.zst", "variations.pgn.zst", "lichess_2025-05_438.pgn"] {
        let Some(path) = data(name) else { continue };
        let mut splitter = Splitter::new(Source::open(path).expect("opens"));
        let (mut replayer, mut words, mut moves) = (Replayer::new(), 0, 0);
        while let Some(raw) = splitter.next_game() {
            let raw = raw.expect("complete");
            let mut agreement = Agreement { bytes: raw.bytes, words: 0 };
            moves += replayer.run(&raw, &mut agreement).moves;
            words += agreement.words;
        }
        assert_eq!(words, moves, "{name}: every word is canonical");
    }
}
