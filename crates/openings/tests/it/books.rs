//! Polyglot books, compared with python-chess.

use std::collections::BTreeMap;

use pinsight_openings::{Book, BookBuilder, BookError};
use pinsight_pgn::GameResult;
use pinsight_rules::{CastlingMode, Color, Position, Zobrist};
use pinsight_testkit::python;
use pinsight_testkit::random::{self, Random};

/// Prints the entries of a book for each FEN: `move:weight:learn`, and `illegal` for moves that are not legal.
const PROBE: &str = r#"
import sys, chess, chess.polyglot
lines = sys.stdin.read().splitlines()
with chess.polyglot.open_reader(lines[0]) as book:
    for fen in lines[1:]:
        board = chess.Board(fen, chess960=True)
        found = []
        for entry in book.find_all(chess.polyglot.zobrist_hash(board)):
            move = chess.Move(entry.move.from_square, entry.move.to_square, entry.move.promotion)
            legal = board.is_legal(move)
            found.append(f"{move.uci()}:{entry.weight}:{entry.learn}" if legal else "illegal")
        print(" ".join(sorted(found)))
"#;

/// Writes a book and probes it with python-chess.
fn probe_with_python(book: &[u8], positions: &[Position]) -> Vec<String> {
    let file = std::env::temp_dir().join(format!("pinsight-book-{}-{}.bin", std::process::id(), book.len()));
    std::fs::write(&file, book).expect("the book is written");
    let fens: Vec<String> = positions
        .iter()
        .map(|position| format!("{}\n", position.shredder_fen(pinsight_rules::EnPassantMode::Fen)))
        .collect();
    let answers = python::run(PROBE, &format!("{}\n{}", file.display(), fens.concat()));
    std::fs::remove_file(&file).expect("the book is removed");
    answers
}

fn probe(book: &Book, position: &Position) -> String {
    let probe = book.probe(position);
    let moves = probe.moves.iter().map(|found| {
        format!("{}:{}:{}", position.uci(found.played, CastlingMode::Chess960), found.weight, found.learn)
    });
    let mut words: Vec<String> = moves.chain((0..probe.illegal).map(|_| "illegal".to_owned())).collect();
    words.sort();
    words.join(" ")
}

/// Positions of random games, castling and promotions included.
fn positions() -> Vec<Position> {
    random::positions(3_000, 7).into_iter().filter(|position| !position.legal_moves().is_empty()).collect()
}

#[test]
fn keys_are_the_published_ones() {
    for (moves, key) in [
        ("", 0x463b_9618_1691_fc9c),
        ("e2e4", 0x823c_9b50_fd11_4196),
        ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
        ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
    ] {
        let mut position = Position::default();
        for word in moves.split_whitespace() {
            position = position.play(position.parse_move(word).expect(word)).expect(word);
        }
        assert_eq!(Zobrist::polyglot(&position), Zobrist(key), "{moves}");
    }
}

#[test]
fn python_chess_reads_the_books_that_we_make() {
    let positions = positions();
    let mut random = Random::new(3);
    let results = [GameResult::Win(Color::White), GameResult::Win(Color::Black), GameResult::Draw];
    let mut builder = BookBuilder::default();
    // By FEN, then by move: the points that the moves deserve.
    let mut expected: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    for position in &positions {
        for _ in 0..4 {
            let played = random.choose(&position.legal_moves()).expect("a legal move");
            let result = random.choose(&results).expect("a result");
            builder.add(position, played, result);
            let points = match result {
                GameResult::Win(color) => 2 * u64::from(color == position.turn()),
                _ => 1,
            };
            let key = format!("{:x}", Zobrist::polyglot(position).0);
            let uci = position.uci(played, CastlingMode::Chess960).to_string();
            *expected.entry(key).or_default().entry(uci).or_default() += points;
        }
    }
    let book = builder.finish(1);
    let answers = probe_with_python(&book.to_bytes(), &positions);
    for (position, answer) in positions.iter().zip(&answers) {
        let key = format!("{:x}", Zobrist::polyglot(position).0);
        let moves = expected[&key].iter().filter(|(_, points)| **points > 0);
        let mut words: Vec<String> = moves.map(|(uci, points)| format!("{uci}:{points}:0")).collect();
        words.sort();
        assert_eq!(*answer, words.join(" "), "{position}");
        assert_eq!(probe(&book, position), *answer, "{position}");
    }
}

#[test]
fn entries_of_any_bytes_are_read_as_python_chess_reads_them() {
    let positions = positions();
    let mut random = Random::new(11);
    let mut entries = Vec::new();
    for position in &positions {
        for _ in 0..3 {
            // Half of the codes are legal moves.
            let legal = random.choose(&position.legal_moves()).expect("a legal move");
            let castle = position.uci(legal, CastlingMode::Chess960);
            let code = match (random.below(2), castle) {
                (0, pinsight_rules::UciMove::Normal { from, to, promotion: None }) => {
                    (from.index() << 6 | to.index()) as u16
                }
                _ => random.below(5 << 12) as u16,
            };
            entries.push((Zobrist::polyglot(position).0, code, random.bits() as u16, random.bits() as u32));
        }
    }
    entries.sort_unstable();
    let bytes: Vec<u8> = entries
        .iter()
        .flat_map(|(key, code, weight, learn)| {
            [&key.to_be_bytes()[..], &code.to_be_bytes(), &weight.to_be_bytes(), &learn.to_be_bytes()]
                .concat()
        })
        .collect();
    let book = Book::from_bytes(&bytes).expect("a book");
    assert_eq!(book.to_bytes(), bytes);
    for (position, answer) in positions.iter().zip(probe_with_python(&bytes, &positions)) {
        assert_eq!(probe(&book, position), answer, "{position}");
    }
}

#[test]
fn a_choice_has_the_probability_of_its_weight() {
    let start = Position::default();
    let mut builder = BookBuilder::default();
    for (san, wins) in [("e4", 6), ("d4", 3), ("c4", 1)] {
        for _ in 0..wins {
            builder.add(&start, start.parse_move(san).expect(san), GameResult::Win(Color::White));
        }
    }
    builder.add(&start, start.parse_move("f3").expect("f3"), GameResult::Win(Color::Black));
    let probe = builder.finish(1).probe(&start);
    assert_eq!(probe.moves.len(), 3, "a move that only lost is left out");
    let mut random = Random::new(5);
    let mut counts = BTreeMap::<String, u32>::new();
    for _ in 0..10_000 {
        let played = probe.choose(random.bits()).expect("a move");
        *counts.entry(start.san(played)).or_default() += 1;
    }
    for (san, expected) in [("e4", 6_000), ("d4", 3_000), ("c4", 1_000)] {
        assert!(counts[san].abs_diff(expected) < 200, "{counts:?}");
    }
    assert_eq!(probe.choose(0).map(|mv| start.san(mv)), Some("e4".to_owned()));
    assert_eq!(probe.choose(u64::MAX).map(|mv| start.san(mv)), Some("c4".to_owned()));
}

#[test]
fn merging_adds_weights_and_keeps_them_in_range() {
    let start = Position::default();
    let book = |san: &str, wins: u32| {
        let mut builder = BookBuilder::default();
        (0..wins).for_each(|_| {
            builder.add(&start, start.parse_move(san).expect(san), GameResult::Win(Color::White));
        });
        builder.finish(1)
    };
    let merged = Book::merge([&book("e4", 10), &book("d4", 4), &book("e4", 5)]);
    let weights: Vec<(String, u16)> =
        merged.probe(&start).moves.iter().map(|found| (start.san(found.played), found.weight)).collect();
    assert_eq!(weights, [("e4".to_owned(), 30), ("d4".to_owned(), 8)]);
    let large = Book::merge([&book("e4", 30_000), &book("e4", 30_000), &book("d4", 30_000), &book("c4", 1)]);
    let weights: Vec<u16> = large.probe(&start).moves.iter().map(|found| found.weight).collect();
    assert_eq!(weights, [60_000, 30_000, 1]);
}

#[test]
fn broken_books_are_refused() {
    assert!(matches!(Book::from_bytes(&[0; 35]), Err(BookError::Truncated { number: 3, extra: 3 })));
    let mut unsorted = vec![0; 32];
    unsorted[0] = 1;
    assert!(matches!(Book::from_bytes(&unsorted), Err(BookError::Unsorted { number: 2 })));
    assert_eq!(Book::from_bytes(&[]).expect("an empty book"), Book::default());
    assert!(Book::open("no/such/book.bin").is_err());
}
