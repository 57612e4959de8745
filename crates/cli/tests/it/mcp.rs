//! `pinsight mcp` with the MCP client of PyPI, and with python-chess as the judge of statements.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use pinsight_testkit::python;

/// A client session; `check` is appended.
const SESSION: &str = r#"
import asyncio, base64, json, os, random, sys
import chess
from mcp import ClientSession, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client

program = sys.stdin.read().strip()

async def call(session, tool, **arguments):
    answer = await session.call_tool(tool, arguments)
    assert not answer.is_error, (tool, arguments, answer.content)
    return answer.structured_content

async def main():
    async with stdio_client(StdioServerParameters(command=program, args=["mcp"])) as (read, write):
        async with ClientSession(read, write) as session:
            await session.initialize()
            await check(session)
    print("done")
"#;

fn run_session(check: &str) {
    let script = format!("{SESSION}\n{check}\nasyncio.run(asyncio.wait_for(main(), 900))\n");
    assert_eq!(python::run(&script, env!("CARGO_BIN_EXE_pinsight")), ["done"]);
}

#[test]
fn the_tools_answer_with_facts() {
    run_session(
        r#"
async def check(session):
    tools = (await session.list_tools()).tools
    assert [tool.name for tool in tools] == ["position", "legal_moves", "why", "pins", "motifs", "analyse", "review",
                                             "opening", "board_image", "verify"], tools
    board = chess.Board()
    moves = await call(session, "legal_moves", fen="startpos")
    assert {move["uci"] for move in moves["moves"]} == {move.uci() for move in board.legal_moves}
    pinned = "7k/6q1/8/8/8/8/8/1KB5 w - - 0 1"
    pins = (await call(session, "pins", fen=pinned, moves=["Bb2"]))["pins"]
    assert pins[0]["sentence"] == "The bishop on b2 is pinning the queen on g7 to the king on h8.", pins
    facts = await call(session, "position", fen="rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2")
    assert facts["opening"] == {"eco": "C30", "name": "King's Gambit"}, facts
    assert facts["position"]["legal_moves"] == chess.Board(facts["position"]["fen"]).legal_moves.count()
    opening = await call(session, "opening", fen="startpos", moves=["Nf3", "Nc6", "e4", "e5", "Bb5", "h5"])
    assert (opening["opening"]["name"], opening["out_of_book_ply"]) == ("Ruy Lopez", 6), opening
    why = await call(session, "why", fen="4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", move="Nd5")
    assert "would be in check from the bishop on b4" in json.dumps(why), why
    motifs = (await call(session, "motifs", fen="r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1"))["motifs"]
    assert "fork" in [motif["kind"] for motif in motifs], motifs
    lines = (await call(session, "analyse", fen="6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", nodes=5000))["lines"]
    assert lines[0]["san"] == ["Rd8#"] and lines[0]["score"] == {"mate": 1}, lines
    review = await call(session, "review", pgn="1. f3 e5 2. g4 Qh4# 0-1", nodes=2000)
    assert review["moves"][2]["judgement"] == "blunder", review["moves"][2]
    picture = await session.call_tool("board_image", {"fen": "startpos", "size": 100, "pins": True})
    png = base64.b64decode(picture.content[0].data)
    assert picture.content[0].mime_type == "image/png" and png.startswith(b"\x89PNG"), picture
"#,
    );
}

#[test]
fn sixty_seeded_statements_are_judged_as_python_chess_judges_them() {
    run_session(
        r#"
def positions(rng):
    while True:
        board = chess.Board()
        for _ in range(rng.randrange(20, 90)):
            if board.is_game_over():
                break
            board.push(rng.choice(list(board.legal_moves)))
        if not board.is_game_over():
            yield board

def statements(board, rng):
    """Yields statements of each kind with their truth, true and false ones."""
    squares = list(chess.SquareSet(board.occupied))
    square = rng.choice(squares)
    piece = board.piece_at(square)
    role = rng.choice([piece.piece_type, 1 + piece.piece_type % 6])
    yield {"kind": "piece", "square": chess.square_name(square), "role": chess.piece_name(role)}, role == piece.piece_type
    for color in (True, False):
        candidates = [s for s in squares if board.color_at(s) == color and board.piece_type_at(s) != chess.KING]
        bound = [s for s in candidates if board.is_pinned(color, s)]
        at = rng.choice(bound or candidates)
        king = chess.square_name(board.king(color))
        yield {"kind": "pinned", "square": chess.square_name(at), "to": king}, board.is_pinned(color, at)
    target, side = rng.randrange(64), rng.choice([True, False])
    name = "white" if side else "black"
    yield {"kind": "attacked", "square": chess.square_name(target), "by": name}, board.is_attacked_by(side, target)
    yield {"kind": "check"}, board.is_check()
    pseudo = [m for m in board.pseudo_legal_moves if not board.is_castling(m)]
    move = rng.choice([m for m in pseudo if not board.is_legal(m)] or pseudo)
    yield {"kind": "legal", "move": move.uci()}, board.is_legal(move)
    legal = list(board.legal_moves)
    checks = [m for m in legal if board.gives_check(m)]
    move = rng.choice(checks or legal)
    yield {"kind": "gives_check", "move": board.san(move)}, board.gives_check(move)
    def mates(move):
        board.push(move)
        mate = board.is_checkmate()
        board.pop()
        return mate
    move = next(filter(mates, legal), move)
    yield {"kind": "mates", "move": move.uci()}, mates(move)

async def check(session):
    rng = random.Random(20)
    asked = {}
    for board in positions(rng):
        for statement, truth in statements(board, rng):
            # As many true as false ones of each kind, as far as they occur.
            if asked.get((statement["kind"], truth), 0) >= 5:
                continue
            asked[statement["kind"], truth] = asked.get((statement["kind"], truth), 0) + 1
            answer = await call(session, "verify", fen=board.fen(), statement=statement)
            expected = "true" if truth else "false"
            assert answer["verdict"] == expected and answer["reason"], (board.fen(), statement, truth, answer)
        if sum(asked.values()) >= 60 and all(asked.get((kind, truth), 0) >= 2 for kind, _ in list(asked) for truth in (True, False)):
            break
"#,
    );
}

#[test]
fn statements_that_need_a_search_are_true_false_or_unproved() {
    run_session(
        r#"
async def check(session):
    async def verdict(fen, **statement):
        answer = await call(session, "verify", fen=fen, statement=statement)
        return answer["verdict"], answer["san"], answer["reason"]
    declined = "rnbqkb1r/ppp2ppp/4pn2/3p2B1/2PP4/2N5/PP2PPPP/R2QKBNR b KQkq - 3 4"
    assert (await verdict(declined, kind="pinned", square="f6", to="d8", role="knight"))[0] == "true"
    covered = "rnbqk2r/ppp1bppp/4pn2/3p2B1/2PP4/2N5/PP2PPPP/R2QKBNR w KQkq - 4 5"
    assert (await verdict(covered, kind="pinned", square="f6", to="d8"))[0] == "false"
    # Pinned to a mate: the knight on f6 has left, so Qxg7 mates.
    threat = "5rk1/p1q1bppp/1p6/3n1N2/2r2B2/6P1/PQ3P1P/R5K1 w - - 0 23"
    assert (await verdict(threat, kind="mates", move="Qxg7"))[:2] == ("true", ["Qxg7#"])
    assert (await verdict(threat, kind="mates", move="Qb3"))[0] == "false"
    two = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"  # Morphy's problem: 1. Ra6
    assert (await verdict(two, kind="mate_in", moves=2))[:2] == ("true", ["Ra6", "bxa6", "b7#"])
    assert (await verdict(two, kind="mate_in", moves=1))[0] == "false"
    assert (await verdict(chess.STARTING_FEN, kind="mate_in", moves=3))[0] == "unproved"
    # Mate in three, by search; the line is played out.
    ladder = "8/8/8/5k2/8/8/R7/1R2K3 w - - 0 1"
    board = chess.Board(ladder)
    three, line, _ = await verdict(ladder, kind="mate_in", moves=8)
    for san in line:
        board.push_san(san)
    assert three == "true" and board.is_checkmate(), line
    # Without the material to mate, no search is needed.
    for dead in ["8/8/4k3/8/8/3NK3/8/8 w - - 0 1", "8/8/4k3/8/8/4K3/8/q7 w - - 0 1"]:
        assert (await verdict(dead, kind="mate_in", moves=5))[0] == "false", dead
    loose = "3q2k1/5ppp/8/8/7B/8/5PPP/6K1 w - - 0 1"
    won, line, _ = await verdict(loose, kind="wins", move="Bxd8", gain=9)
    assert (won, line[0]) == ("true", "Bxd8"), (won, line)
    assert (await verdict(loose, kind="wins", move="Bxd8", gain=15))[0] == "unproved"
    assert (await verdict(loose, kind="wins", move="Kf1", gain=3))[0] == "false"
    blunder = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    assert (await verdict(blunder, kind="wins", move="Qg4", gain=3))[0] in ("false", "unproved")
    assert (await verdict(blunder, kind="wins", move="Qh5", gain=9))[0] in ("false", "unproved")
    assert (await verdict(blunder, kind="wins", move="Ke3"))[0] == "false"
    # The queen is won for one move: Rd1 mates.
    back_rank = "3r2k1/q4ppp/8/8/8/8/Q4PPP/6K1 w - - 0 1"
    assert (await verdict(back_rank, kind="wins", move="Qxa7", gain=9))[0] == "false"
    # The material is lost again, by a fork, a trapped queen, a back rank or a passed pawn; the evaluations are those of Stockfish.
    for fen, move in [
        ("8/p1r4p/1p2kp2/7R/P1p5/3B3P/1PP3P1/6K1 w - - 0 34", "Rxh7"),  # -3.6
        ("r4rk1/p1q1bppp/b1p1pn2/2p1NP2/3pP3/3P2N1/PPP3PP/R1BQ1RK1 b - - 0 12", "Qxe5"),  # -2.6
        ("4r3/4r1p1/p2R3p/1p2npk1/8/P5P1/BPR2P1P/6K1 w - - 3 32", "Rxa6"),  # -3.9
        ("2k4r/ppp2ppp/1b1q4/7b/Q4P2/2PP3P/PP3PB1/4R1K1 b - - 0 18", "Qxd3"),  # -4.0
        ("3rr1k1/3b1ppp/2qP1b2/1p2p3/1n6/1P2BN2/3N1PPP/2RQR1K1 b - - 0 26", "Qxd6"),  # -2.9
        ("r1bqk2r/ppp1b1pp/8/3pQ3/8/8/PPP1PPPP/RN2KB1R w KQkq - 1 11", "Qxg7"),  # -3.4
    ]:
        assert (await verdict(fen, kind="wins", move=move))[0] in ("false", "unproved"), fen
    # The 150th half-move without a capture ends the game, unless it mates.
    queen = "7k/8/4K3/8/8/8/8/6Q1 w - - {} 120"
    for clock, expected in [(147, "true"), (148, "false"), (150, "false")]:
        assert (await verdict(queen.format(clock), kind="mate_in", moves=2))[0] == expected, clock
    assert (await verdict(blunder, kind="opening", name="King's Pawn"))[0] == "true"
    assert (await verdict(blunder, kind="opening", name="Sicilian"))[0] == "false"
    najdorf = "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6"
    for name, expected in [("Najdorf", "true"), ("sicilian defense: najdorf", "true"), ("B90", "true"), ("B90 Sicilian Defence", "true"), ("Dragon", "false"), ("ajdorf", "unproved")]:
        assert (await verdict(najdorf, kind="opening", name=name))[0] == expected, name
    assert (await verdict(loose, kind="opening", name="Sicilian"))[0] == "unproved"
    assert (await verdict("6k1/8/8/3r4/4P3/8/8/6K1 w - - 0 1", kind="hanging", square="d5"))[0] == "true"
    # White is in check, and no legal move captures the rook.
    assert (await verdict("6k1/8/8/3r4/4P3/8/8/q5K1 w - - 0 1", kind="hanging", square="d5"))[0] == "false"
    # En passant, legal and illegal: the rook would attack the king.
    en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
    assert (await verdict(en_passant, kind="hanging", square="d5"))[:2] == ("true", ["exd6"])
    exposed = "4k3/8/8/r2pP2K/8/8/8/8 w - d6 0 1"
    assert (await verdict(exposed, kind="hanging", square="d5"))[0] == "false"
    assert (await verdict(exposed, kind="legal", move="exd6"))[0] == "false"
    # The knight on e2 shields no piece, but prevents Re1#.
    to_mate = "4r1k1/8/8/8/8/8/4NPPP/6K1 w - - 0 1"
    assert (await verdict(to_mate, kind="pinned", square="e2"))[:2] == ("true", ["Nc1", "Re1#"])
    assert (await verdict(to_mate.replace(" w ", " b "), kind="pinned", square="e2", by="e8"))[:2] == ("true", [])
    assert (await verdict(to_mate, kind="pinned", square="e2", to="e1"))[0] == "false"
    assert (await verdict(to_mate, kind="pinned", square="f2"))[0] == "false"
    assert (await verdict("r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1", kind="motif", motif="fork", square="c7"))[0] == "true"
"#,
    );
}

#[test]
fn wrong_requests_are_answered_without_ending_the_session() {
    run_session(
        r#"
async def check(session):
    async def refusal(tool, arguments):
        answer = await session.call_tool(tool, arguments)
        assert answer.is_error, (tool, arguments, answer)
        return answer.content[0].text
    try:
        await session.call_tool("no_such_tool", {})
        raise AssertionError("an unknown tool")
    except MCPError as error:
        assert "no tool `no_such_tool`" in str(error), error
    assert "missing field `fen`" in await refusal("position", {})
    assert "unknown field" in await refusal("position", {"fen": "startpos", "colour": 1})
    assert "FEN field" in await refusal("position", {"fen": "not a position"})
    assert "no king" in await refusal("position", {"fen": "8/8/8/8/8/8/8/8 w - - 0 1"})
    assert "is not a square" in await refusal("verify", {"fen": "startpos", "statement": {"kind": "hanging", "square": "z9"}})
    assert "unknown variant" in await refusal("verify", {"fen": "startpos", "statement": {"kind": "nice"}})
    assert "expected 1 to" in await refusal("analyse", {"fen": "startpos", "nodes": 0})
    assert "expected at most" in await refusal("review", {"pgn": "1. e4 " * 400_000})
    assert "found no game" in await refusal("review", {"pgn": ""})
    assert "pgn:1:13 (game 1, ply 3): error: " in await refusal("review", {"pgn": "1. e4 e5 2. Ke3 *"})
    def wrong(**statement):
        return refusal("verify", {"fen": "startpos", "statement": statement})
    assert "gain: found 0; expected 1 to 100" in await wrong(kind="wins", move="e4", gain=0)
    assert "`sacrifice` is a motif of moves" in await wrong(kind="motif", motif="sacrifice")
    assert "unknown field `move`" in await wrong(kind="checkmate", move="e4")
    assert "the name of the opening is empty" in await wrong(kind="opening", name=" ")
    knights = {"fen": "6rk/6pp/8/4N1N1/8/8/8/4K3 w - - 0 1", "statement": {"kind": "mates", "move": "Nf7"}}
    assert "Nf7 is ambiguous: Nef7# or Ngf7#" in await refusal("verify", knights)
    await refusal("position", {"fen": "8" * 3_000_000})
    try:
        await session.call_tool("position", {"fen": "8" * (17 << 20)})
        raise AssertionError("a message of 17 MiB")
    except MCPError as error:
        assert "too long; expected at most 16 MiB" in str(error), error
    moves = await call(session, "legal_moves", fen="startpos")
    assert len(moves["moves"]) == 20
"#,
    );
}

#[test]
fn cancelled_calls_end_their_searches() {
    run_session(
        r#"
def processor_seconds():
    """Returns the processor time of the server, which is the only child."""
    with open(f"/proc/self/task/{os.getpid()}/children") as children:
        (server,) = children.read().split()
    with open(f"/proc/{server}/stat") as status:
        fields = status.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

async def check(session):
    quiet = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
    for tool, arguments in [
        ("analyse", {"fen": quiet, "nodes": 100_000_000}),
        ("verify", {"fen": quiet, "statement": {"kind": "mate_in", "moves": 9}}),
        ("review", {"pgn": "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *", "nodes": 10_000_000}),
    ]:
        running = asyncio.create_task(session.call_tool(tool, arguments))
        await asyncio.sleep(0.5)
        assert not running.done(), tool
        running.cancel()
        try:
            await running
        except asyncio.CancelledError:
            pass
        await asyncio.sleep(1)
        before = processor_seconds()
        await asyncio.sleep(1)
        assert processor_seconds() - before < 0.2, tool
    moves = await call(session, "legal_moves", fen="startpos")
    assert len(moves["moves"]) == 20
"#,
    );
}

#[test]
fn lines_that_are_not_json_do_not_end_the_server() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pinsight"))
        .arg("mcp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let requests = "not json\n{\"jsonrpc\":\"2.0\"}\n[]\n\
        {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\
        \"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n\
        {broken\n{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"no/such\"}\n\
        {\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"tools/call\",\"params\":{\"name\":\"legal_moves\",\"arguments\":[1]}}\n\
        {\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"legal_moves\",\
        \"arguments\":{\"fen\":\"startpos\"}}}\n";
    let mut input = child.stdin.take().expect("piped");
    input.write_all(requests.as_bytes()).expect("the server reads");
    // The input stays open until the last answer: its end would cancel the call.
    let mut text = String::new();
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    let is_answered = |text: &str| [2, 3, 4].iter().all(|id| text.contains(&format!("\"id\":{id}")));
    while !is_answered(&text) && output.read_line(&mut text).expect("UTF-8") > 0 {}
    drop(input);
    assert!(child.wait().expect("it ends").success());
    assert!(text.contains("g1f3"), "{text}");
    assert!(text.contains("no method `no/such`"), "{text}");
    assert!(
        text.contains("wrong parameters; expected `name`, a string, and `arguments`, an object"),
        "{text}"
    );
    assert!(text.lines().all(|line| line.starts_with('{')), "only messages on stdout: {text}");
}
