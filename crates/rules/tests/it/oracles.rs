//! Legal moves and notation compared with cozy-chess and python-chess.

use pinsight_rules::{CastlingMode, EnPassantMode, Position, Zobrist};
use pinsight_testkit::{cozy, python, random};

#[test]
fn legal_moves_equal_cozy_chess_on_fifty_thousand_positions() {
    for position in random::positions(50_000, 1) {
        let board = cozy::board(&position);
        assert_eq!(cozy::our_moves(&position), cozy::legal_moves(&board), "{position}");
        assert_eq!(position.count_legal_moves(), position.legal_moves().len(), "{position}");
        assert_eq!(position.in_check(), !board.checkers().is_empty(), "{position}");
    }
}

#[test]
fn positions_without_legal_moves_are_those_of_cozy_chess() {
    let mut random = random::Random::new(3);
    let mut ended = 0;
    for _ in 0..2_000 {
        let position = random::scattered(&mut random);
        for next in position.legal_moves().iter().map(|&mv| position.play_unchecked(mv)) {
            let has_moves = !cozy::legal_moves(&cozy::board(&next)).is_empty();
            assert_eq!(next.has_legal_moves(), has_moves, "{next}");
            ended += usize::from(!has_moves);
        }
    }
    assert!(ended > 10, "too few positions without moves: {ended}");
}

#[test]
fn pinned_pieces_equal_cozy_chess() {
    for position in random::positions(20_000, 2) {
        let board = cozy::board(&position);
        let ours = position.pinned(position.turn());
        let us = position.board().by_color(position.turn());
        // cozy-chess includes blockers of the other side.
        assert_eq!(ours.0, board.pinned().0 & us.0, "{position}");
    }
}

/// Prints for each FEN the moves in UCI, SAN and LAN, checkers, pinned pieces, FENs and hash.
const SCRIPT: &str = r#"
import sys, chess, chess.polyglot
for line in sys.stdin:
    board = chess.Board(line.strip(), chess960=True)
    moves = sorted((board.uci(m), board.san(m), board.lan(m)) for m in board.legal_moves)
    checkers = sorted(chess.square_name(s) for s in board.checkers())
    pinned = sorted(chess.square_name(s) for c in chess.COLORS for s in chess.SquareSet(board.occupied_co[c])
                    if board.is_pinned(c, s))
    fens = [board.fen(en_passant=mode) for mode in ("fen", "xfen", "legal")]
    ends = [board.is_checkmate(), board.is_stalemate(), board.is_insufficient_material()]
    print("|".join([",".join("%s %s %s" % m for m in moves), ",".join(checkers), ",".join(pinned)] + fens
                   + [str(ends), "%016x" % chess.polyglot.zobrist_hash(board), str(board.is_valid())]))
"#;

fn describe(position: &Position) -> String {
    let moves = position.legal_moves();
    let mut texts: Vec<String> = moves
        .iter()
        .map(|&mv| {
            let uci = position.uci(mv, CastlingMode::Chess960);
            format!("{uci} {} {}", position.san(mv), position.lan(mv))
        })
        .collect();
    texts.sort();
    let squares = |set: pinsight_rules::Bitboard| {
        let mut names: Vec<String> = set.into_iter().map(|square| square.to_string()).collect();
        names.sort();
        names.join(",")
    };
    let pinned =
        position.pinned(pinsight_rules::Color::White) | position.pinned(pinsight_rules::Color::Black);
    let word = |truth: bool| if truth { "True" } else { "False" };
    [
        texts.join(","),
        squares(position.checkers()),
        squares(pinned),
        position.fen(EnPassantMode::Fen),
        position.fen(EnPassantMode::XFen),
        position.fen(EnPassantMode::Legal),
        format!(
            "[{}, {}, {}]",
            word(position.is_checkmate()),
            word(position.is_stalemate()),
            word(position.is_dead())
        ),
        format!("{:016x}", Zobrist::polyglot(position).0),
        "True".to_owned(),
    ]
    .join("|")
}

#[test]
fn moves_notation_fen_and_hash_equal_python_chess_on_five_thousand_positions() {
    let positions = random::positions(5_000, 3);
    let input: String = positions.iter().map(|position| format!("{position}\n")).collect();
    let answers = python::run(SCRIPT, &input);
    assert_eq!(answers.len(), positions.len());
    for (position, answer) in positions.iter().zip(answers) {
        assert_eq!(describe(position), answer, "{position}");
    }
}
