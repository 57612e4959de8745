//! Games as rows: tags, clocks, evals, faults, and only the work that the columns need.

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int16Type, Int32Type, Int64Type, Time32SecondType};
use arrow_array::{Array, RecordBatch};
use pinsight_data::{GAMES, GameBatchBuilder, GameColumn, GameReader, GameWants, MovesParser};
use pinsight_moves::MovesReader;
use pinsight_pgn::{Command, CommentPlace, Game, split};
use pinsight_testkit::collections;
use pinsight_testkit::random::Random;

/// Hard cases: odd tags, clocks with fractions and gaps, mates, variations with clocks, null moves, other starts,
/// illegal moves, no start at all, no moves at all.
const GAMES_TEXT: &str = r#"[Event "Rated \"Blitz\" game"]
[Site "https://lichess.org/abcd1234"]
[Date "2025.05.01"]
[Round "-"]
[White "Ünal, Öz"]
[Black "b"]
[Result "1-0"]
[UTCDate "2025.05.01"]
[UTCTime "14:11:32"]
[WhiteElo "1918"]
[BlackElo "2500?"]
[WhiteRatingDiff "+1"]
[BlackRatingDiff "-8"]
[WhiteTitle "BOT"]
[ECO "C40"]
[Opening "King's Knight"]
[TimeControl "300+3"]
[Termination "Normal"]

1. e4 { [%eval 0.17] [%clk 0:05:00] } (1. d4 { [%clk 9:00:00] } d5) 1... e5 { [%clk 0:04:59.5] [%eval #-3] }
2. Nf3 $1 { fine } 2... Nc6 { [%eval 0.3,22] } 1-0

[UTCDate "2020.??.??"]
[UTCTime "25:00:00"]
[WhiteElo "?"]
[BlackElo "40000"]
[WhiteRatingDiff "5"]
[Result "0-1"]
[Result "1-0"]
[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]
[SetUp "1"]

1. O-O -- 2. Kf2 O-O-O 0-1

[White "Anna"]

1. e4 { [%clk 0:01:00] } e5 2. Ke3 { [%clk 0:00:59] } Nf6 *

[FEN "no position"]

1. e4 *

[Event "no moves"]

1/2-1/2
"#;

fn batch(columns: &[GameColumn]) -> RecordBatch {
    let mut builder = GameBatchBuilder::new(columns);
    for raw in split(&"hard.pgn".into(), GAMES_TEXT.as_bytes()) {
        builder.add(&raw);
    }
    builder.finish().unwrap()
}

#[test]
fn tags_become_columns_if_they_fit_else_other_tags() {
    let batch = batch(GameColumn::ALL);
    assert_eq!(batch.schema(), GAMES.schema());
    assert_eq!(batch.num_rows(), 5);
    let text = |name: &str, row| {
        let column = batch[name].as_string::<i32>();
        column.is_valid(row).then(|| column.value(row).to_owned())
    };
    assert_eq!(text("Event", 0).as_deref(), Some("Rated \"Blitz\" game"));
    assert_eq!(text("White", 0).as_deref(), Some("Ünal, Öz"));
    assert_eq!(text("Event", 1), None);
    assert_eq!(text("Result", 1).as_deref(), Some("0-1"), "of a tag that is given twice the first counts");
    assert_eq!(text("result_token", 2).as_deref(), Some("*"));
    assert_eq!(
        text("tag_order", 1).as_deref(),
        Some("UTCDate UTCTime WhiteElo BlackElo WhiteRatingDiff Result FEN SetUp")
    );
    assert_eq!(text("start_fen", 0), None);
    assert_eq!(text("start_fen", 1).as_deref(), Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    assert_eq!(text("final_fen", 1).as_deref(), Some("2kr3r/8/8/8/8/8/5K2/R4R2 w - - 4 3"));
    assert_eq!(text("final_fen", 3), None);
    assert_eq!(text("file", 4).as_deref(), Some("hard.pgn"));
    assert_eq!(batch["game"].as_primitive::<Int64Type>().values(), &[1, 2, 3, 4, 5]);
    assert_eq!(batch["UTCDate"].as_primitive::<Date32Type>().value(0), 20_209);
    assert_eq!(batch["UTCTime"].as_primitive::<Time32SecondType>().value(0), 51_092);
    assert!(batch["UTCDate"].is_null(1) && batch["UTCTime"].is_null(1));
    let elo = batch["WhiteElo"].as_primitive::<Int16Type>();
    assert_eq!((elo.value(0), elo.is_null(1)), (1918, true));
    assert_eq!(batch["BlackRatingDiff"].as_primitive::<Int16Type>().value(0), -8);
    assert_eq!(batch["WhiteRatingDiff"].as_primitive::<Int16Type>().value(1), 5);

    let others = |row| -> Vec<(String, String)> {
        let entries = batch["other_tags"].as_map().value(row);
        let (keys, values) = (entries.column(0).as_string::<i32>(), entries.column(1).as_string::<i32>());
        keys.iter().zip(values).map(|(key, value)| (key.unwrap().into(), value.unwrap().into())).collect()
    };
    let pairs = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect()
    };
    assert_eq!(others(0), pairs(&[("Date", "2025.05.01"), ("Round", "-"), ("BlackElo", "2500?")]));
    assert_eq!(
        others(1),
        pairs(&[
            ("UTCDate", "2020.??.??"),
            ("UTCTime", "25:00:00"),
            ("WhiteElo", "?"),
            ("BlackElo", "40000"),
            ("WhiteRatingDiff", "5"),
            ("FEN", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
            ("SetUp", "1"),
        ])
    );
}

#[test]
fn clocks_and_evals_belong_to_their_moves() {
    let batch = batch(GameColumn::ALL);
    assert_eq!(batch["plies"].as_primitive::<Int32Type>().values(), &[4, 4, 2, 0, 0]);
    let moves = batch["moves"].as_binary::<i32>();
    let sans = |row| -> Vec<String> {
        let steps = MovesReader::new(moves.value(row)).unwrap().map(Result::unwrap);
        steps.map(|step| step.played.map_or("--".to_owned(), |mv| step.before.san(mv))).collect()
    };
    assert_eq!(sans(0), ["e4", "e5", "Nf3", "Nc6"]);
    assert_eq!(sans(1), ["O-O", "--", "Kf2", "O-O-O"]);
    assert_eq!(sans(2), ["e4", "e5"], "the part before the illegal move");
    assert!(moves.is_null(3) && sans(4).is_empty());

    let clocks = batch["clocks"].as_list::<i32>();
    let of = |row| clocks.value(row).as_primitive::<Int32Type>().iter().collect::<Vec<_>>();
    assert_eq!(of(0), [Some(300_000), Some(299_500), None, None], "not the variation's");
    assert_eq!(of(2), [Some(60_000), None], "not that of the illegal move");
    assert!(clocks.is_null(1) && clocks.is_null(3) && clocks.is_null(4));

    let evals = batch["evals"].as_list::<i32>();
    let of = |row| -> Vec<Option<[Option<i32>; 3]>> {
        let list = evals.value(row);
        let list = list.as_struct();
        let part = |part: usize, index: usize| {
            let values = list.column(part).as_primitive::<Int32Type>();
            values.is_valid(index).then(|| values.value(index))
        };
        (0..list.len())
            .map(|index| list.is_valid(index).then(|| [0, 1, 2].map(|name| part(name, index))))
            .collect()
    };
    assert_eq!(
        of(0),
        [Some([Some(17), None, None]), Some([None, Some(-3), None]), None, Some([Some(30), None, Some(22)])]
    );
    assert!(evals.is_null(1));
}

#[test]
fn diagnostics_explain_where_the_moves_end() {
    let batch = batch(GameColumn::ALL);
    let faults = batch["diagnostics"].as_list::<i32>();
    let codes = |row| -> Vec<String> {
        let list = faults.value(row);
        list.as_struct()["code"].as_string::<i32>().iter().map(|code| code.unwrap().to_owned()).collect()
    };
    assert!(faults.is_null(0));
    assert_eq!(codes(1), ["duplicate-tag"]);
    assert_eq!(codes(2), ["illegal-move"]);
    assert_eq!(codes(3), ["bad-start"]);
    let list = faults.value(2);
    let list = list.as_struct();
    assert_eq!(list["severity"].as_string::<i32>().value(0), "error");
    assert_eq!(list["ply"].as_primitive::<Int32Type>().value(0), 3);
}

#[test]
fn the_movetext_is_unchanged() {
    let batch = batch(&[GameColumn::Movetext]);
    let text = batch["movetext"].as_string::<i32>();
    assert!(
        text.value(0).starts_with("1. e4 { [%eval 0.17] [%clk 0:05:00] } (1. d4")
            && text.value(0).ends_with("1-0")
    );
    assert_eq!(text.value(2), "1. e4 { [%clk 0:01:00] } e5 2. Ke3 { [%clk 0:00:59] } Nf6 *");
    assert_eq!(text.value(4), "1/2-1/2");
    let mut without = GameBatchBuilder::of_all(false);
    split(&"x".into(), GAMES_TEXT.as_bytes()).for_each(|raw| {
        without.add(&raw);
    });
    assert_eq!(without.finish().unwrap()["movetext"].null_count(), 5);
}

#[test]
fn only_the_needed_parts_are_read() {
    let needs = |columns: &[GameColumn]| {
        let wants = GameWants::of(columns);
        (wants.moves, wants.movetext)
    };
    assert_eq!(needs(&[GameColumn::White, GameColumn::OtherTags, GameColumn::Game]), (false, false));
    assert_eq!(needs(&[GameColumn::Movetext]), (false, true));
    assert_eq!(needs(&[GameColumn::Plies]), (true, false));
    // Without a column that needs them the moves are not parsed, so there are no faults.
    let mut builder = GameBatchBuilder::new(&[GameColumn::Black, GameColumn::WhiteElo]);
    for raw in split(&"x".into(), GAMES_TEXT.as_bytes()) {
        assert!(builder.add(&raw).is_empty());
    }
    let batch = builder.finish().unwrap();
    assert_eq!((batch.num_rows(), batch.num_columns()), (5, 2));
    assert_eq!(batch["Black"].as_string::<i32>().value(0), "b");
    assert!(builder.is_empty() && builder.finish().unwrap().num_rows() == 0);
    // Of a tag that is given twice the first counts, also if another one is sought in vain.
    let results = &self::batch(&[GameColumn::Result, GameColumn::Black])["Result"];
    assert_eq!(results.as_string::<i32>().value(1), "0-1");
    // No columns: `count(*)`.
    let mut builder = GameBatchBuilder::new(&[]);
    split(&"x".into(), GAMES_TEXT.as_bytes()).for_each(|raw| {
        builder.add(&raw);
    });
    assert_eq!(builder.finish().unwrap().num_rows(), 5);
}

/// Tags that need decoding, duplicate, damaged and multi-line tags.
#[test]
fn unusual_tags_equal_those_of_the_tree() {
    let odd: [&[u8]; 13] = [
        b"[White \"Anna \\\"the rook\\\" B\"]\n",
        b"[White \"C:\\\\pgn\"]\n",
        b"[White \"two\r\nlines\"]\n",
        "[White \"J\u{f6}rg\"]\n".as_bytes(),
        b"[White \"J\xf6rg\"]\n",
        b"[Wei\xdf \"Anna\"]\n",
        b"[White \"\"]\n",
        b"[White]\n",
        b"[White Anna]\n",
        b"[White \"Anna\"\n",
        b"[White \"Anna\"] ; a note \xe9\n",
        b"[White \"Anna\"]\n[White \"Berta\"]\n",
        b"[ \"x\"]\n",
    ];
    let plain: &[u8] = b"[Event \"a\"]\n";
    let mut readers = [GameWants::ALL, GameWants { moves: false, ..GameWants::ALL }].map(GameReader::new);
    for odd in odd {
        for tags in [[plain, odd, b"[BlackElo \"2000\"]\n"].concat(), [odd, plain].concat()] {
            for movetext in ["\n1. e4 e5 *\n", "\n1. e4 e5 2. Ke3 *\n", "\n1. e4 e5 2. nf3 --- *\n"] {
                let text = [&tags, movetext.as_bytes()].concat();
                for raw in split(&"x".into(), &text) {
                    let tree = Game::read(&raw);
                    let expected: Vec<_> = tree.tags.iter().collect();
                    for reader in &mut readers {
                        let found: Vec<_> = reader.read(&raw).tags().collect();
                        assert_eq!(found, expected, "{}", String::from_utf8_lossy(&text));
                    }
                }
            }
        }
    }
}

#[test]
fn tags_of_damaged_games_equal_those_of_the_tree() {
    const HARMFUL: &[u8] = b"[]\"\\\n\r {}();%.\xc3\xb6\xffa1 ";
    let mut random = Random::new(5);
    let mut readers = [GameWants::ALL, GameWants { moves: false, ..GameWants::ALL }].map(GameReader::new);
    for _ in 0..10_000 {
        let mut text = GAMES_TEXT.as_bytes()[..random.below(GAMES_TEXT.len())].to_vec();
        for _ in 0..random.below(6) {
            let at = random.below(text.len() + 1);
            if random.below(2) == 0 {
                text.insert(at, HARMFUL[random.below(HARMFUL.len())]);
            } else if let Some(byte) = text.get_mut(at) {
                *byte = HARMFUL[random.below(HARMFUL.len())];
            }
        }
        for raw in split(&"x".into(), &text) {
            let tree = Game::read(&raw);
            for reader in &mut readers {
                let found: Vec<_> = reader.read(&raw).tags().collect();
                let text = String::from_utf8_lossy(raw.bytes);
                assert_eq!(found, tree.tags.iter().collect::<Vec<_>>(), "{text}");
            }
        }
    }
}

/// The tree is read by other code.
#[test]
fn rows_of_real_games_agree_with_their_trees() {
    for name in ["lichess_2025-05_438.pgn", "lichess_style.pgn.zst", "variations.pgn.zst"] {
        let Some(path) = collections::file(name) else { continue };
        let mut reader = GameReader::new(GameWants::ALL);
        let source = pinsight_pgn::Source::open(path).unwrap();
        let mut splitter = pinsight_pgn::Splitter::new(source);
        for _ in 0..400 {
            let Some(raw) = splitter.next_game() else { break };
            let raw = raw.unwrap();
            let row = reader.read(&raw);
            let game = Game::read(&raw);
            assert_eq!(row.tags().collect::<Vec<_>>(), game.tags.iter().collect::<Vec<_>>());
            assert_eq!(row.result, game.result);
            let plies: Vec<_> = game.plies().collect();
            let steps: Vec<_> = MovesReader::new(&row.moves).unwrap().map(Result::unwrap).collect();
            assert_eq!(
                steps.iter().map(|step| (step.played, step.after)).collect::<Vec<_>>(),
                plies.iter().map(|ply| (Some(ply.played), ply.after)).collect::<Vec<_>>()
            );
            let (mut clocks, mut evals) = (Vec::new(), Vec::new());
            for node in game.tree.mainline() {
                let commands: Vec<_> = node
                    .comments(CommentPlace::After)
                    .flat_map(|comment| comment.commands().collect::<Vec<_>>())
                    .collect();
                clocks.push(commands.iter().find_map(|command| match command {
                    Command::Clock(clock) => Some(clock.as_millis() as i32),
                    _ => None,
                }));
                evals.push(commands.iter().find_map(|command| match command {
                    Command::Eval(eval) => Some(*eval),
                    _ => None,
                }));
            }
            let or_nothing = |some: bool, len: usize| if some { len } else { 0 };
            clocks.truncate(or_nothing(clocks.iter().any(Option::is_some), clocks.len()));
            evals.truncate(or_nothing(evals.iter().any(Option::is_some), evals.len()));
            assert_eq!((&row.clocks, &row.evals), (&clocks, &evals));
            let again = format!("{}\n\n", row.movetext().unwrap());
            let reread = Game::parse(&again).unwrap();
            assert_eq!(reread.tree, game.tree);
        }
    }
}

#[test]
fn clocks_belong_to_the_same_moves_in_rows_and_in_the_tree() {
    let text = "1. e4 {[%clk 0:01:00]} (1. d4 {[%clk 0:09:00]} d5) {x} e5 (1... c5) {[%clk 0:02:00]} 2. Nf3 \
                ({before} 2. d4) ({[%clk 0:08:00]}) 2... Nc6 {[%clk 0:03:00]} {[%clk 0:04:00]} 3. Bb9 {[%clk 0:05:00]} *";
    let name = "test".into();
    let raw = pinsight_pgn::split(&name, text.as_bytes()).next().unwrap();
    let mut reader = GameReader::new(GameWants::ALL);
    let row = reader.read(&raw);
    let game = Game::read(&raw);
    let clocks: Vec<Option<i32>> = game
        .plies()
        .zip(game.tree.mainline())
        .map(|(_, node)| node.clock().map(|clock| clock.as_millis() as i32))
        .collect();
    assert_eq!(clocks, [Some(60_000), Some(120_000), Some(480_000), Some(180_000)]);
    assert_eq!(row.clocks, clocks);
}

#[test]
fn the_opening_is_that_of_the_moves_whatever_the_tags_say() {
    let games = b"[ECO \"A00\"]\n\n1. Nf3 Nc6 2. e4 e5 3. Bb5 h5 *\n\n1. a3 *\n\n[SetUp \"1\"]\n\
        [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n\n1. e4 e5 2. Ke2 -- 3. Kd3 *";
    let columns = [GameColumn::OpeningEco, GameColumn::OpeningName, GameColumn::OutOfBookPly];
    let mut builder = GameBatchBuilder::new(&columns);
    for raw in split(&"games".into(), games) {
        builder.add(&raw);
    }
    let batch = builder.finish().expect("a batch");
    let texts = |name: &str| batch[name].as_string::<i32>().iter().collect::<Vec<_>>();
    assert_eq!(texts("opening_eco"), [Some("C60"), Some("A00"), None, Some("C20")]);
    assert_eq!(
        texts("opening_name"),
        [Some("Ruy Lopez"), Some("Anderssen's Opening"), None, Some("Bongcloud Attack")]
    );
    let plies = batch["out_of_book_ply"].as_primitive::<Int32Type>().iter().collect::<Vec<_>>();
    assert_eq!(plies, [Some(6), None, Some(1), Some(4)]);
}

#[test]
fn a_movetext_may_have_tags_but_counts_as_one_game() {
    let mut parser = MovesParser::default();
    let game = "[White \"Zoe\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *";
    for (text, plies, fault) in [
        (game.to_owned(), 1, None),
        (format!("{game}\n\n{game}"), 1, Some("more than one game")),
        ("1. e4 e5 1-0 1. d4 d5 0-1".to_owned(), 2, Some("more than one game")),
        ("1. e4 e5 2. Ke3 1-0 1. d4 d5 0-1".to_owned(), 2, Some("ply 3")),
        ("1. e4 e5 1-0".to_owned(), 2, None),
        ("1. e4 e5 1-0 { a comment }".to_owned(), 2, None),
        ("1. e4 e5".to_owned(), 2, None),
        ("1. e4 e5 2. N".to_owned(), 2, Some("ply 3: the text breaks off")),
        ("1. e4 e5 2. ".to_owned(), 2, Some("ply 3: the text breaks off")),
        ("1. e4 e5 2. Nf3 2.".to_owned(), 3, Some("ply 4: the text breaks off")),
        ("1. e4 e5 2. Nf".to_owned(), 2, Some("ply 3: `Nf`")),
        ("1. e4 e5 2. Nf3 { [%clk 0:0".to_owned(), 3, Some("comment")),
        ("garbage".to_owned(), 0, Some("ply 1")),
        ("\n\n1. c4\n\nc5 *\n".to_owned(), 2, None),
        (" \n".to_owned(), 0, None),
    ] {
        let parsed = parser.parse(&text, None).expect("the start position");
        let count = MovesReader::new(parsed.moves).expect("moves").count();
        assert_eq!(count, plies, "{text}");
        let found = parsed.fault.as_deref();
        assert_eq!(found.is_some(), fault.is_some(), "{text}: {found:?}");
        assert!(found.unwrap_or_default().contains(fault.unwrap_or_default()), "{text}: {found:?}");
    }
}
