//! Every column of every position agrees with python-chess.

use std::fmt::Write as _;

use pinsight_data::{POSITIONS, PositionBatchBuilder, TableFormat, TableWriter};
use pinsight_pgn::split;
use pinsight_testkit::{games, python, random};

/// Computes the rows of all games and compares them with the given ones.
const COMPARE: &str = r#"
import io, json, sys
import chess.pgn, chess.polyglot
given = json.load(sys.stdin)
rows = iter(given["rows"])
text = io.StringIO(given["pgn"])
number = 0
def material(board):
    side = lambda color: "".join(chess.piece_symbol(p).upper() * len(board.pieces(p, color)) for p in (6, 5, 4, 3, 2, 1))
    return side(True) + "v" + side(False)
while (game := chess.pgn.read_game(text)) is not None:
    number += 1
    tag = game.headers.get
    elo = lambda name: int(tag(name)) if tag(name, "").isdigit() else None
    board = game.board()
    before = None
    for ply, node in enumerate([game, *game.mainline()]):
        if node is not game:
            before = board.copy(stack=False)
            board.push(node.move)
        last, after = node.move, node.next() and node.next().move
        score = node.eval() and node.eval().white()
        expected = {
            "file": "random.pgn", "game": number,
            "white": tag("White"), "black": tag("Black"), "white_elo": elo("WhiteElo"), "black_elo": elo("BlackElo"),
            "result": tag("Result"), "eco": tag("ECO"), "date": tag("Date"), "site": tag("Site"),
            "ply": ply,
            "fen": board.fen(en_passant="fen"), "turn": "white" if board.turn else "black",
            "san": None if last is None else before.san(last), "uci": None if last is None else before.uci(last),
            "next_san": None if after is None else board.san(after), "next_uci": None if after is None else board.uci(after),
            "clock": None if node.clock() is None else round(node.clock() * 1000),
            "eval_cp": score and score.score(), "eval_mate": score and score.mate(),
            "is_check": board.is_check(), "material": material(board), "hash": chess.polyglot.zobrist_hash(board),
        }
        row = next(rows)
        assert row == expected, (number, {k: (row[k], expected[k]) for k in expected if row[k] != expected[k]})
assert next(rows, None) is None
print(number)
"#;

fn collection() -> String {
    let mut text = random::annotated_games(60, 17);
    let head = "[Site \"?\"]\n[Date \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n";
    let odd = ["1. e4 e5 2. -- Nf6", "1. e4 e5 2. Ke3 { [%clk 0:01:00] } Nc6", ""];
    for moves in games::FAMOUS.iter().chain(&odd) {
        let _ = write!(text, "{head}{moves} *\n\n");
    }
    text
}

#[test]
fn positions_are_those_of_python_chess() {
    let text = collection();
    let mut builder = PositionBatchBuilder::new();
    let format = TableFormat::JsonLines;
    let mut writer = TableWriter::new(Vec::new(), format, &POSITIONS.schema(), 1).expect("a writer");
    for raw in split(&"random.pgn".into(), text.as_bytes()) {
        builder.add(&raw);
        let rows = format.encode(builder.finish().expect("columns")).expect("rows");
        writer.write(rows).expect("written");
    }
    let rows = String::from_utf8(writer.finish().expect("rows")).expect("text");
    let rows: Vec<serde_json::Value> =
        rows.lines().map(|row| serde_json::from_str(row).expect(row)).collect();
    assert!(rows.len() > 3000, "{}", rows.len());
    let input = serde_json::json!({ "pgn": text, "rows": rows });
    assert_eq!(python::run(COMPARE, &input.to_string()), [(60 + games::FAMOUS.len() + 3).to_string()]);
}
