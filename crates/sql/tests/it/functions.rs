//! The functions agree with python-chess.

use pinsight_sql::{Format, SqlOptions, SqlSession};
use pinsight_testkit::{python, random};
use tokio::runtime::Runtime;

/// Answers the query of the test with python-chess. A pattern is a list of 64 sets of symbols, from a8 to h1.
const ORACLE: &str = r#"
import json, sys
import chess.pgn, io
given = json.load(sys.stdin)
def squares(pattern):
    found, rank = [], pattern.split()[0].replace("/", "")
    while rank:
        if rank[0] == "[":
            letters, rank = rank[1:].split("]", 1)
        else:
            letters, rank = rank[0], rank[1:]
        if letters.isdigit():
            found += [None] * int(letters)
        else:
            found.append(set("".join({"A": "PNBRQK", "a": "pnbrqk"}.get(l, l) for l in letters)))
    return found
def matches(pattern, board):
    for index, wanted in enumerate(squares(pattern)):
        piece = board.piece_at(chess.square_mirror(index))
        if wanted is not None and "?" not in wanted and (piece.symbol() if piece else "_") not in wanted:
            return False
    turn = pattern.split()[1:]
    return not turn or board.turn == (turn[0] == "w")
def forms(board):
    # The pattern matches the flipped position if the flipped pattern matches the position.
    both = [board, board.mirror()]
    return both + [b.transform(chess.flip_horizontal) for b in both]
def first(boards, test):
    return next((ply for ply, board in enumerate(boards) if test(board)), None)
def then(boards, one, other, within):
    for ply, board in enumerate(boards):
        if matches(one, board) and any(matches(other, b) for b in boards[ply + 1 : ply + 1 + within]):
            return ply
def material(board):
    side = lambda color: "".join(chess.piece_symbol(p).upper() * len(board.pieces(p, color)) for p in (6, 5, 4, 3, 2, 1))
    return {side(True), side(False)}
pawns = lambda board: (board.pieces(1, True), board.pieces(1, False))
key = lambda board: (board.board_fen(), board.turn, board.clean_castling_rights(), board.ep_square if board.has_legal_en_passant() else None)
text = io.StringIO(given["pgn"])
expected, tree = [], {}
position = chess.Board(given["fen"])
while (game := chess.pgn.read_game(text)) is not None:
    board = game.board()
    boards = [board.copy()]
    for move in game.mainline_moves():
        board.push(move)
        boards.append(board.copy())
    found = [
        first(boards, lambda b: key(b) == key(position)), first(boards, lambda b: pawns(b) == pawns(position)),
        first(boards, lambda b: material(b) == {"KQRRBBNNPPPPPPP", "KQRRBBNNPPPPPPPP"}),
        first(boards, lambda b: matches(given["one"], b)), first(boards, lambda b: any(matches(given["one"], f) for f in forms(b))),
        then(boards, given["one"], given["other"], 3),
        sorted(chess.square_name(s) for color in (True, False) for s in board.attackers(color, chess.E4)),
        sum(any(b.attackers(c, chess.E4) for c in (True, False)) for b in boards),
    ]
    expected.append(found)
    ply = found[0]
    if ply is not None and ply + 1 < len(boards):
        san = boards[ply].san(boards[ply + 1].peek())
        tree[san] = tree.get(san, 0) + 1
for index, (row, wanted) in enumerate(zip(given["rows"], expected, strict=True)):
    assert row == wanted, (index, row, wanted)
assert given["tree"] == tree, (given["tree"], tree)
for column in range(6):
    hits = sum(row[column] is not None for row in expected)
    assert 5 < hits, (column, hits)
print(len(expected))
"#;

#[test]
fn positions_patterns_and_attackers_are_those_of_python_chess() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = random::annotated_games(150, 4);
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, &text).expect("written");
    let file = format!("'{}'", path.display());
    let runtime = Runtime::new().expect("threads");
    let session =
        SqlSession::new(&SqlOptions { threads: Some(2), ..SqlOptions::default() }).expect("a session");
    let rows = |query: &str| -> Vec<serde_json::Value> {
        let mut bytes = Vec::new();
        let written =
            runtime.block_on(async { session.query(query).await?.write(Format::Json, &mut bytes).await });
        written.unwrap_or_else(|error| panic!("{query}: {error}"));
        let text = String::from_utf8(bytes).expect("text");
        text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    };
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (one, other) = ("8/8/8/[Nn_]2a4/8/?A6/8/8 b", "8/8/8/_7/8/8/8/8");
    let found = rows(&format!(
        "SELECT g.*, attacked FROM (SELECT game, position_ply(moves, '{fen}') AS a, pawns_ply(moves, '{fen}') AS b, \
         material_ply(moves, 'KQRRBBNNPPPPPPPvKQRRBBNNPPPPPPPP') AS c, subfen_ply(moves, '{one}') AS d, \
         subfen_ply(moves, '{one}', 'flip', 'mirror') AS e, subfen_ply(moves, '{one}', 'then = {other}', 'within = 3') AS f, \
         attackers(final_fen(moves), 'e4') AS g FROM {file}) g JOIN (SELECT game, \
         count(*) FILTER (WHERE cardinality(attackers(fen, 'e4')) > 0) AS attacked FROM positions({file}) GROUP BY game) p \
         ON g.game = p.game ORDER BY g.game"
    ));
    let found: Vec<_> = found
        .iter()
        .map(|row| {
            let attackers = row["g"].as_array().expect("a list");
            let mut squares: Vec<&str> =
                attackers.iter().map(|piece| piece["square"].as_str().expect("a square")).collect();
            squares.sort_unstable();
            serde_json::json!([
                row["a"],
                row["b"],
                row["c"],
                row["d"],
                row["e"],
                row["f"],
                squares,
                row["attacked"]
            ])
        })
        .collect();
    let tree: serde_json::Map<String, serde_json::Value> =
        rows(&format!("SELECT san, games FROM opening_tree({file}, '{fen}')"))
            .into_iter()
            .map(|row| (row["san"].as_str().expect("a move").to_owned(), row["games"].clone()))
            .collect();
    let input = serde_json::json!({ "pgn": text, "fen": fen, "one": one, "other": other, "rows": found, "tree": tree });
    assert_eq!(python::run(ORACLE, &input.to_string()), ["150"]);
}

/// A bishop pins a knight to the queen in each; it wins nothing, a pawn, a queen for a pawn, a queen for a bishop and a pawn.
#[test]
fn a_pin_that_costs_material_is_found() {
    let runtime = Runtime::new().expect("threads");
    let session =
        SqlSession::new(&SqlOptions { threads: Some(1), ..SqlOptions::default() }).expect("a session");
    for (moves, lost) in [
        ("1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 *", 0),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 d6 4. c3 Bg4 5. d4 exd4 6. cxd4 Bxf3 7. Qxf3 Nxd4 *", 1),
        ("1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. Nxe5 Bxd1 *", 8),
        ("1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. Nxe5 Bxd1 5. Kxd1 dxe5 6. dxe5 *", 5),
    ] {
        for loss in [1, 5, 6, 8, 9] {
            let query = format!(
                "SELECT pin_ply('{moves}', 'bishop > knight > queen', 'loss = {loss}') IS NOT NULL AS found"
            );
            let shown =
                runtime.block_on(async { session.query(&query).await?.to_table().await }).expect("rows");
            assert_eq!(shown.contains("true"), loss <= lost, "{moves} {loss}\n{shown}");
        }
    }
}
