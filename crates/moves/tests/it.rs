//! Moves as bytes: they survive a round trip, a decoder written from docs/data.md agrees, damage is an error.

use pinsight_moves::{MovesError, MovesReader, UnplayableMoves, encode_moves};
use pinsight_rules::{CastlingMode, Color, Move, Position};
use pinsight_testkit::random::{self, Random};
use pinsight_testkit::{collections, games, python};
use proptest::prelude::*;

type Game = (Position, Vec<Option<Move>>);

/// Random games from usual and unusual starts, Chess960 and scattered pieces with many queens among them.
fn random_games(count: usize, seed: u64) -> Vec<Game> {
    let mut random = Random::new(seed);
    let mut games = Vec::new();
    while games.len() < count {
        let start = match random.below(4) {
            0 => random::chess960(random.below(960)),
            1 => random::scattered(&mut random),
            _ => Position::default(),
        };
        let mut moves: Vec<Option<Move>> = Vec::new();
        let mut position = start;
        for (_, mv) in random::game(start, 300, &mut random) {
            position = position.play_unchecked(mv);
            moves.push(Some(mv));
        }
        if let Some(passed) = position.pass() {
            moves.push(None);
            moves.extend(random::game(passed, 20, &mut random).into_iter().map(|(_, mv)| Some(mv)));
        }
        games.push((start, moves));
    }
    games
}

fn hard_cases() -> Vec<Game> {
    let game = |fen: &str, moves: &str| -> Game {
        let start: Position = fen.parse().unwrap();
        let mut position = start;
        let read = |word: &str| {
            if word == "--" {
                position = position.pass().unwrap();
                return None;
            }
            let mv = position.parse_move(word).unwrap();
            position = position.play(mv).unwrap();
            Some(mv)
        };
        (start, moves.split_whitespace().map(read).collect())
    };
    let start = Position::default().to_string();
    vec![
        game(&start, ""),
        game(&start, "e4 e5 -- Nf6 --"),
        // All promotions, by steps and captures to both sides.
        game(
            "1n1n1n1n/P1P1P1P1/8/k6K/8/8/p1p1p1p1/1N1N1N1N w - - 0 1",
            "axb8=Q axb1=Q cxd8=N cxd1=R exf8=R exf1=N",
        ),
        game("8/P1P1k3/8/8/8/8/p5K1/8 w - - 0 1", "a8=N a1=B c8=Q"),
        // Pawns behind pawns, and three knights, bishops of one colour, rooks and queens.
        game("4k3/8/8/2p1p3/3P4/3P4/3P4/4K3 w - - 0 1", "dxc5 e4 dxe4 Kd7 d4 Ke6 d5+"),
        game("k7/8/N7/N5Q1/N5Q1/B1B3Q1/8/R1R1K2R w K - 0 1", "Rd1 Ka7 Q5f5 Ka8 Bc1 Ka7 Rf1 Ka8 Q4f3+"),
        game("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O O-O-O"),
        game("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O-O O-O"),
        // Castling that is also a step of the king to the same square.
        game("1k6/8/8/8/8/8/8/5K1R w H - 0 1", "O-O"),
        game("1k6/8/8/8/8/8/8/5K1R w H - 0 1", "Kg1"),
        game("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "dxe3 f4 exd2+"),
    ]
}

#[test]
fn what_is_written_comes_back_in_at_most_two_bytes_a_move() {
    let real = collections::games("tournament.pgn.zst", 2000).into_iter();
    let real = real.chain(games::FAMOUS.iter().chain(&games::EVERY_CAUSE).map(|text| games::moves(text)));
    let real = real.filter_map(|game| {
        let &(start, _) = game.first()?;
        Some((start, game.into_iter().map(|(_, mv)| Some(mv)).collect::<Vec<_>>()))
    });
    for (start, moves) in real.chain(random_games(300, 1)).chain(hard_cases()) {
        let bytes = encode_moves(&start, moves.iter().copied()).unwrap();
        let head = if start == Position::default() { 1 } else { 2 + start.to_string().len() };
        assert!(bytes.len() <= head + 2 * moves.len());
        let reader = MovesReader::new(&bytes).unwrap();
        assert_eq!(*reader.start(), start);
        let mut position = start;
        let mut count = 0;
        for step in reader {
            let step = step.unwrap();
            assert_eq!((step.number, step.before, step.played), (count + 1, position, moves[count]));
            position = match step.played {
                Some(mv) => position.play(mv).unwrap(),
                None => position.pass().unwrap(),
            };
            assert_eq!(step.after, position);
            count += 1;
        }
        assert_eq!(count, moves.len());
    }
}

/// A reader written from `docs/data.md` alone, over python-chess.
const READER: &str = r#"
import sys, chess
KING = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
PAWN = [(0, 1), (0, 2), (-1, 1), (1, 1)]

def decode(board, code, following):
    white = board.turn
    see = lambda square: square if white else square ^ 56
    if code == 255:
        return chess.Move.null()
    if code == 254:
        moves = [m for m in board.legal_moves if board.piece_type_at(m.from_square) != chess.KING]
        moves.sort(key=lambda m: (m.from_square, m.to_square, m.promotion or 0))
        return moves[next(following)]
    own = lambda role: sorted((see(s) for s in board.pieces(role, white)), key=lambda s: (s % 8, s // 8))
    promotion = None
    if code < 64:
        start = max(s for s in own(chess.PAWN) if s % 8 == code // 8)
        files, ranks = PAWN[code % 4]
        promotion = chess.QUEEN if code % 8 >= 4 else None
    elif code < 72:
        start, (files, ranks) = see(board.king(white)), KING[code - 64]
    elif code < 74:
        king = board.king(white)
        rooks = [s for s in chess.SquareSet(board.castling_rights) if (s < 8) == white]
        side = [s for s in rooks if (s > king) == (code == 72)]
        return chess.Move(king, side[0])
    elif code < 90:
        start, (files, ranks) = own(chess.KNIGHT)[(code - 74) // 8], KNIGHT[(code - 74) % 8]
    else:
        if code < 122:
            code -= 90
            start = [s for s in own(chess.BISHOP) if (s % 8 + s // 8) % 2 == code // 16][0]
            diagonal = True
        elif code < 154:
            code -= 122
            start, diagonal = own(chess.ROOK)[code // 16], False
        else:
            code -= 154
            start, diagonal = own(chess.QUEEN)[code // 32], code % 32 >= 16
        by = code % 8
        files = (start % 8 + by) % 8 - start % 8
        ranks = (start // 8 + by) % 8 - start // 8
        if diagonal:
            ranks = -files if code % 16 >= 8 else files
        elif code % 16 >= 8:
            files = 0
        else:
            ranks = 0
    end = start + files + 8 * ranks
    return chess.Move(see(start), see(end), promotion)

for line in sys.stdin:
    data = iter(bytes.fromhex(line))
    board = chess.Board(chess960=True)
    if next(data) == 1:
        length = next(data)
        board = chess.Board(bytes(next(data) for _ in range(length)).decode(), chess960=True)
    moves = []
    for code in data:
        move = decode(board, code, data)
        assert move == chess.Move.null() or move in board.legal_moves, (board.fen(), move)
        moves.append(move.uci())
        board.push(move)
    print(" ".join(moves), board.fen(en_passant="fen"), sep="|")
"#;

#[test]
fn a_reader_made_from_the_description_agrees() {
    let games: Vec<Game> = random_games(60, 2).into_iter().chain(hard_cases()).collect();
    let mut input = String::new();
    let mut expected = Vec::new();
    for (start, moves) in &games {
        for byte in encode_moves(start, moves.iter().copied()).unwrap() {
            input += &format!("{byte:02x}");
        }
        input.push('\n');
        let mut position = *start;
        let mut words = Vec::new();
        for played in moves {
            match *played {
                Some(mv) => {
                    words.push(position.uci(mv, CastlingMode::Chess960).to_string());
                    position = position.play(mv).unwrap();
                }
                None => {
                    words.push("0000".to_owned());
                    position = position.pass().unwrap();
                }
            }
        }
        expected.push(format!("{}|{position}", words.join(" ")));
    }
    assert_eq!(python::run(READER, &input), expected);
}

#[test]
fn damage_is_told_with_its_place() {
    assert_eq!(MovesReader::new(&[]).err(), Some(MovesError::Empty));
    assert_eq!(MovesReader::new(&[7]).err(), Some(MovesError::UnknownStart { found: 7 }));
    for bytes in [&[1][..], &[1, 5, b'8'], b"\x01\x028/", b"\x01\x01\xff"] {
        assert!(matches!(MovesReader::new(bytes), Err(MovesError::BadStart { .. })), "{bytes:?}");
    }
    // 1. e4 e5, then white's king two squares up; then a list that is cut off.
    let error = |bytes: &[u8]| MovesReader::new(bytes).unwrap().find_map(Result::err);
    assert_eq!(error(&[0, 33, 33, 72]), Some(MovesError::NotLegal { ply: 3, at: 3, found: 72 }));
    assert_eq!(error(&[0, 33, 33, 254]), Some(MovesError::Truncated { ply: 3 }));
    assert_eq!(error(&[0, 33, 33, 254, 250]), Some(MovesError::NotLegal { ply: 3, at: 3, found: 254 }));
    assert_eq!(
        error(&[0, 33, 33, 72]).unwrap().to_string(),
        "damaged moves: byte 3 is 72, which is no legal move at ply 3"
    );
    let mut reader = MovesReader::new(&[0, 33, 72, 33]).unwrap();
    assert!(reader.next().unwrap().is_ok() && reader.next().unwrap().is_err() && reader.next().is_none());
    assert_eq!(reader.after().turn(), Color::Black);
}

#[test]
fn a_move_of_another_position_is_not_written() {
    let start = Position::default();
    let e4 = start.parse_move("e4").unwrap();
    let error = encode_moves(&start, [Some(e4), Some(e4)]).unwrap_err();
    assert!(error.to_string().contains("e2e4 is not legal"), "{error}");
    let checked: Position = "4k3/8/8/8/8/8/8/K3r3 w - - 0 1".parse().unwrap();
    assert_eq!(encode_moves(&checked, [None]), Err(UnplayableMoves::NullMoveInCheck { ply: 1 }));
}

proptest! {
    /// Whatever the bytes are: moves that are legal, or an error, and what was read is written the same way or better.
    #[test]
    fn any_bytes_are_moves_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..200), usual in any::<bool>()) {
        let mut bytes = bytes;
        if usual {
            bytes.insert(0, 0);
        }
        let Ok(reader) = MovesReader::new(&bytes) else { return Ok(()); };
        let start = *reader.start();
        let mut played = Vec::new();
        for step in reader.map_while(Result::ok) {
            if let Some(mv) = step.played {
                prop_assert!(step.before.is_legal(mv));
            }
            played.push(step.played);
        }
        let again = encode_moves(&start, played.iter().copied()).unwrap();
        let back: Vec<_> = MovesReader::new(&again).unwrap().map(|step| step.unwrap().played).collect();
        prop_assert_eq!(back, played);
    }
}
