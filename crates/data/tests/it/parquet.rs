//! Parquet files: games survive a round trip, in order with any number of threads; damage is an error.

use std::fs::File;
use std::io::Write as _;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Int64Array, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::metadata::ColumnChunkMetaData;
use pinsight_data::{GAMES, GameBatchBuilder, ParquetSink, StoredGames, StoredGamesError};
use pinsight_pgn::{Game, split};
use pinsight_testkit::random::{self, Random};
use pinsight_testkit::{collections, games};
use proptest::prelude::*;

/// Returns games as a Parquet file, written in batches of `batch` games.
fn packed(text: &str, movetext: bool, threads: usize, batch: usize) -> Vec<u8> {
    let mut sink = ParquetSink::new(Vec::new(), &GAMES.schema(), threads).unwrap();
    let mut builder = GameBatchBuilder::of_all(movetext);
    for raw in split(&"test.pgn".into(), text.as_bytes()) {
        builder.add(&raw);
        if builder.len() == batch {
            sink.write(builder.finish().unwrap()).unwrap();
        }
    }
    sink.write(builder.finish().unwrap()).unwrap();
    sink.finish().unwrap()
}

fn file(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file
}

fn unpacked(bytes: &[u8]) -> String {
    read(bytes).unwrap()
}

fn read(bytes: &[u8]) -> Result<String, StoredGamesError> {
    let mut stored = StoredGames::open(file(bytes))?;
    let mut text = String::new();
    while let Some(game) = stored.next_game()? {
        text += game;
        text.push('\n');
    }
    Ok(text)
}

/// Returns what a round trip keeps: tags in their order, moves with clocks and evaluations, the result.
fn essence(game: &Game) -> (Vec<(String, String)>, Vec<String>, String) {
    let tags = game.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let is_legal =
        |node: &pinsight_pgn::NodeRef<'_>| !matches!(node.played(), Some(pinsight_pgn::NodeMove::Raw(_)));
    let moves = game.tree.mainline().take_while(is_legal).map(|node| {
        let kept = |command: &pinsight_pgn::Command| {
            matches!(command, pinsight_pgn::Command::Clock(_) | pinsight_pgn::Command::Eval(_))
        };
        let comments = node.comments(pinsight_pgn::CommentPlace::After);
        let mut commands: Vec<String> = comments
            .flat_map(|comment| comment.commands().filter(kept).collect::<Vec<_>>())
            .map(|command| command.to_string())
            .collect();
        commands.sort();
        format!("{} {}", node.san(), commands.join(" "))
    });
    (tags, moves.collect(), game.result.to_string())
}

fn assert_round_trip(text: &str) {
    let back = unpacked(&packed(text, false, 1, 100));
    let before: Vec<_> = Game::parse_all(text).iter().map(essence).collect();
    let after: Vec<_> = Game::parse_all(&back).iter().map(essence).collect();
    assert_eq!(before.len(), after.len(), "{text}\n{back}");
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before, after, "{back}");
    }
}

const HARD: &str = r#"[Event "a \"quoted\" \\ name"]
[Round "1.2"]
[White "Ünal"]
[Result "1-0"]
[WhiteElo "2500?"]
[BlackElo "1800"]
[WhiteRatingDiff "5"]
[BlackRatingDiff "-5"]
[UTCDate "2020.??.??"]
[UTCTime "09:08:07"]
[Zebra "last"]
[Annotator "not sorted"]

1. e4 { [%clk 0:05:00] } (1. d4) 1... e5 { [%eval #-3] [%clk 0:04:59.5] } 2. Nf3 { [%eval -0.05,12] } Nc6 0-1

[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR b HFhf - 0 7"]
[SetUp "1"]
[Variant "Chess960"]

7... d5 { [%clk 1:02:03.004] } 8. d4 -- 9. Nd3 *

[White "broken"]

1. e4 e5 2. Ke3 Nc6 1/2-1/2

[FEN "no position at all"]

1. e4 1-0

[Event "no moves"]

0-1

[White "alone"]

1. d4 d5 *
"#;

#[test]
fn tags_moves_clocks_evals_and_results_survive_a_round_trip() {
    assert_round_trip(HARD);
    for text in games::FAMOUS.iter().chain(&games::EVERY_CAUSE) {
        assert_round_trip(text);
    }
}

#[test]
fn the_legal_part_of_a_broken_game_survives() {
    let back = unpacked(&packed(HARD, false, 1, 2));
    assert!(back.contains("[White \"broken\"]\n\n1. e4 e5 1/2-1/2\n"), "{back}");
    assert!(back.contains("[FEN \"no position at all\"]\n\n1-0\n"), "{back}");
    assert!(back.contains("7... d5 { [%clk 1:02:03.004] } 8. d4 -- 9. Nd3 *"), "{back}");
}

#[test]
fn with_the_movetext_everything_survives() {
    let back = unpacked(&packed(HARD, true, 1, 100));
    assert!(back.contains("(1. d4) 1... e5"), "{back}");
    assert!(back.contains("1. e4 e5 2. Ke3 Nc6 1/2-1/2"), "{back}");
}

#[test]
fn real_games_survive_a_round_trip() {
    for name in
        ["lichess_2025-05_438.pgn", "lichess_style.pgn.zst", "tournament.pgn.zst", "variations.pgn.zst"]
    {
        let Some(path) = collections::file(name) else { continue };
        let mut splitter = pinsight_pgn::Splitter::new(pinsight_pgn::Source::open(path).unwrap());
        let mut text = String::new();
        for _ in 0..300 {
            let Some(raw) = splitter.next_game() else { break };
            text += &String::from_utf8_lossy(raw.unwrap().bytes);
            text += "\n\n";
        }
        assert_round_trip(&text);
    }
}

#[test]
fn rows_keep_their_order_with_any_number_of_threads() {
    // Enough for several row groups.
    let schema = Arc::new(Schema::new(vec![Field::new("game", DataType::Int64, false)]));
    let numbers = |threads| {
        let mut sink = ParquetSink::new(Vec::new(), &schema, threads).unwrap();
        for first in (1..150_000).step_by(5000) {
            let game = Int64Array::from_iter_values(first..first + 5000);
            sink.write(RecordBatch::try_new(Arc::clone(&schema), vec![Arc::new(game)]).unwrap()).unwrap();
        }
        sink.finish().unwrap()
    };
    let four = numbers(4);
    assert_eq!(numbers(1), four);
    let builder = ParquetRecordBatchReaderBuilder::try_new(file(&four)).unwrap();
    assert_eq!(builder.metadata().num_row_groups(), 3);
    let mut next = 1;
    for batch in builder.build().unwrap() {
        for &number in batch.unwrap()["game"].as_primitive::<Int64Type>().values() {
            assert_eq!(number, next);
            next += 1;
        }
    }
    assert_eq!(next, 150_001);
}

#[test]
fn damage_is_an_error() {
    let sound = packed(HARD, false, 1, 100);
    assert!(StoredGames::open(file(&sound[..sound.len() / 2])).is_err());
    assert!(StoredGames::open(file(b"")).is_err());
    assert!(StoredGames::open(file(b"PAR1 nothing else PAR1")).is_err());
    // Any byte of the pages changed: an error or some text, never a panic.
    for at in (4..sound.len() - 8).step_by(29) {
        let mut bytes = sound.clone();
        bytes[at] ^= 0x55;
        if let Ok(mut stored) = StoredGames::open(file(&bytes)) {
            while let Ok(Some(_)) = stored.next_game() {}
        }
    }
    let other = arrow_schema::Schema::new(vec![arrow_schema::Field::new(
        "score",
        arrow_schema::DataType::Int32,
        true,
    )]);
    let sink = ParquetSink::new(Vec::new(), &Arc::new(other), 1).unwrap();
    let error = StoredGames::open(file(&sink.finish().unwrap())).unwrap_err().to_string();
    assert!(
        error.contains("no games: expected a column movetext") && error.contains("found score"),
        "{error}"
    );
}

/// Checksums cover the content of pages. Headers of pages and the footer have none: few bits there give other games.
#[test]
fn a_flipped_bit_of_a_page_is_an_error() {
    let sound = packed(HARD, true, 1, 100);
    let games = unpacked(&sound);
    let builder = ParquetRecordBatchReaderBuilder::try_new(file(&sound)).unwrap();
    let ranges = builder.metadata().row_group(0).columns().iter().map(ColumnChunkMetaData::byte_range);
    let pages = ranges.map(|(start, length)| start + length).max().unwrap() as usize;
    let is_silent = |at: &usize| {
        let mut bytes = sound.clone();
        bytes[*at] ^= 1 << (at % 8);
        read(&bytes).is_ok_and(|text| text != games)
    };
    let silent: Vec<usize> = (0..pages).step_by(7).filter(is_silent).collect();
    assert!(silent.len() <= 1, "{silent:?} of {pages}");
    let footer = (pages..sound.len()).step_by(29).filter(is_silent).count();
    assert!(footer <= 5, "{footer} of {} bytes of the footer", (sound.len() - pages) / 29);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn random_games_survive_a_round_trip(seed in any::<u64>(), tags in proptest::collection::vec(("[A-Z][a-z]{0,5}", "[ -~]{0,12}"), 0..6)) {
        let mut random = Random::new(seed);
        let start = if random.below(2) == 0 { random::chess960(random.below(960)) } else { pinsight_rules::Position::default() };
        let mut text = String::new();
        let mut names: Vec<&str> = Vec::new();
        for (name, value) in &tags {
            // Names with a meaning are tested elsewhere.
            if !["Result", "Fen", "Setup"].contains(&name.as_str()) && !names.contains(&name.as_str()) {
                names.push(name);
                text += &format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\""));
            }
        }
        text += &format!("[FEN \"{start}\"]\n\n");
        for (before, mv) in random::game(start, 80, &mut random) {
            let dots = if before.turn() == pinsight_rules::Color::White { "." } else { "..." };
            text += &format!("{}{dots} {} ", before.fullmove_number(), before.san(mv));
            if random.below(3) > 0 {
                text += &format!("{{ [%eval {}{}.{:02}] [%clk {}:{:02}:{:02}.{}] }} ",
                    if random.below(2) == 0 { "-" } else { "" }, random.below(90) + 1, random.below(100),
                    random.below(300), random.below(60), random.below(60), random.below(9) + 1);
            }
        }
        text += "*\n\n";
        assert_round_trip(&text);
    }
}
