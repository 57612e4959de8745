//! The commands with players: random games, matches, play in the terminal, the UCI engine with python-chess.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use pinsight_testkit::python;

fn pinsight(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
    command.args(args).env_remove("CLICOLOR_FORCE");
    command
}

/// Runs the program with the given input and returns exit code, stdout and stderr.
fn run(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut child = pinsight(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Fails if the program ends without reading all of its input.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn random_games_depend_on_the_seed_but_not_on_threads() {
    let games = |seed: &str, threads: &str| {
        let (code, stdout, _) = run(&["random", "--games", "100", "--seed", seed, "--threads", threads], "");
        assert_eq!(code, Some(0));
        stdout
    };
    let one = games("7", "1");
    assert_eq!(one, games("7", "3"));
    assert_ne!(one, games("8", "1"));
    assert_eq!(one.lines().filter(|line| line.starts_with("game ")).count(), 100);
}

/// Replays the games with python-chess: every move is legal, and the end and its reason agree.
const REPLAY: &str = r#"
import chess, chess.pgn, sys
why = {chess.Termination.CHECKMATE: "checkmate", chess.Termination.STALEMATE: "stalemate",
       chess.Termination.INSUFFICIENT_MATERIAL: "insufficient material",
       chess.Termination.THREEFOLD_REPETITION: "threefold repetition",
       chess.Termination.FIFTY_MOVES: "50 moves without capture or pawn move"}
games = 0
for path in sys.stdin.read().split():
    with open(path) as file:
        while (game := chess.pgn.read_game(file)) is not None:
            games += 1
            assert not game.errors, game.errors
            board = game.board()
            for move in game.mainline_moves():
                assert move in board.legal_moves
                assert not board.is_game_over() and not board.is_repetition(3) and board.halfmove_clock < 100
                board.push(move)
            if board.is_game_over():
                outcome = board.outcome()
            elif board.is_repetition(3):
                outcome = chess.Outcome(chess.Termination.THREEFOLD_REPETITION, None)
            else:
                assert board.halfmove_clock >= 100
                outcome = chess.Outcome(chess.Termination.FIFTY_MOVES, None)
            assert game.headers["Result"] == outcome.result(), (game.headers["Result"], outcome)
            # Long lines are broken inside comments.
            comment = " ".join(game.end().comment.split())
            assert why[outcome.termination] in comment, (comment, outcome)
print(games)
"#;

#[test]
fn python_chess_agrees_on_moves_and_ends_of_random_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("random.pgn");
    let path = path.to_str().expect("UTF-8");
    let (code, _, stderr) = run(&["random", "--games", "200", "--seed", "3", "--summary", "-o", path], "");
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(python::run(REPLAY, path), ["200"]);
}

#[test]
fn match_games_are_legal_and_have_clocks_and_evaluations() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.pgn");
    let path = path.to_str().expect("UTF-8");
    let args = ["match", "search", "greedy", "--games", "6", "--tc", "1+0.01", "--margin", "10s", "-o", path];
    let (code, stdout, stderr) = run(&args, "");
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.contains("search - greedy: 6 won, 0 drawn, 0 lost\n"), "{stdout}");
    assert_eq!(python::run(REPLAY, path), ["6"]);
    let text = fs::read_to_string(path).expect("the file");
    assert!(text.contains("[%eval ") && text.contains("[%clk 0:00:0"), "{text}");
    assert!(text.contains("[TimeControl \"1+0.01\"]"), "{text}");
    assert!(!text.contains("[Date \"????"), "{text}");
    // Six wins: Wilson's interval is 6 / (6 + 1.96²) to 1, which is +77 Elo at least.
    assert!(stdout.contains("\nscore 100.0 % (61.0 to 100.0)\nElo difference ? (+77 to ?)\n"), "{stdout}");
    let (code, stdout, _) = run(&["check", path], "");
    assert_eq!(code, Some(0), "{stdout}");
}

#[test]
fn openings_are_read_from_epd_and_pgn_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let epd = folder.path().join("openings.epd");
    let ending = "4k3/8/8/8/8/8/4P3/4K2Q w - -";
    fs::write(&epd, format!("# comment\n{ending} id \"queen\";\n")).expect("written");
    let epd = epd.to_str().expect("UTF-8");
    let args = ["match", "random", "random,seed=3", "--games", "2", "--openings", epd, "--json"];
    let (code, stdout, stderr) = run(&args, "");
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(stdout.lines().count(), 3);

    let pgn = folder.path().join("openings.pgn");
    fs::write(&pgn, "[Opening \"Englund\"]\n\n1. d4 e5 2. dxe5 Nc6 *\n").expect("written");
    let out = folder.path().join("out.pgn");
    let (pgn, out) = (pgn.to_str().expect("UTF-8"), out.to_str().expect("UTF-8"));
    let args = [
        "match",
        "random",
        "random,seed=3",
        "--games",
        "2",
        "--openings",
        pgn,
        "--opening-plies",
        "3",
        "-o",
        out,
    ];
    assert_eq!(run(&args, "").0, Some(0));
    let text = fs::read_to_string(out).expect("the file");
    assert_eq!(text.matches("[Opening \"Englund\"]").count(), 2);
    assert_eq!(text.matches("1. d4 e5 2. dxe5").count(), 2);
    let times: Vec<&str> = text.split("[%emt ").skip(1).filter_map(|rest| rest.split(']').next()).collect();
    let digits = |time: &str| time.split_once('.').map_or(0, |(_, digits)| digits.len());
    assert!(!times.is_empty() && times.iter().all(|time| digits(time) <= 3), "{times:?}");

    fs::write(folder.path().join("wrong.epd"), "8/8/8/8/8/8/8/8 w - -\n").expect("written");
    let wrong = folder.path().join("wrong.epd");
    let (code, _, stderr) =
        run(&["match", "random", "random", "--openings", wrong.to_str().expect("UTF-8")], "");
    assert_eq!(code, Some(2));
    assert!(stderr.contains("line 1"), "{stderr}");
}

/// A test that the better player passes, one that the worse player fails, and one that is too short.
#[test]
fn a_match_stops_when_the_sprt_accepts_a_hypothesis() {
    let sprt = |first: &str, second: &str, more: &[&str]| {
        let args = ["match", first, second, "--nodes", "60", "--sprt", "elo0=0,elo1=200"];
        let (code, stdout, stderr) = run(&[&args[..], more].concat(), "");
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{stdout}");
        stdout
    };
    let better = sprt("greedy", "random", &[]);
    let last = better.lines().last().expect("a verdict");
    assert!(last.starts_with("SPRT elo0=0,elo1=200,alpha=0.05,beta=0.05: H1 accepted, LLR "), "{better}");
    assert!(last.ends_with("(-2.94 to 2.94)"), "{better}");
    assert!(better.contains(" of 2 for greedy; LLR "), "{better}");
    let games = better.lines().filter(|line| line.starts_with("game ")).count();
    assert!(games < 100 && games.is_multiple_of(2), "{games} games");
    assert!(sprt("random", "greedy", &[]).contains(": H0 accepted, "));
    assert!(sprt("random", "random,seed=2", &["-n", "3"]).contains(": undecided, LLR "));
    let json = sprt("greedy", "random", &["--json", "--concurrency", "2"]);
    assert!(json.contains("\"llr\":"), "{json}");
    assert!(json.lines().last().is_some_and(|line| line.contains("\"accepted\":\"H1\"")), "{json}");
    let (code, _, stderr) = run(&["match", "random", "random", "--sprt", "elo0=5,elo1=0"], "");
    assert_eq!(code, Some(2));
    assert!(stderr.contains("found elo0=5 and elo1=0; expected elo0=0,elo1=5"), "{stderr}");
}

#[test]
fn random_openings_are_played_with_both_colours() {
    let folder = tempfile::tempdir().expect("a folder");
    let openings = |seed: &str| {
        let path = folder.path().join(format!("{seed}.pgn"));
        let path = path.to_str().expect("UTF-8");
        let args = ["match", "search", "search", "-n", "4", "--nodes", "20", "--random-openings", "6"];
        let (code, _, stderr) = run(&[&args[..], &["--seed", seed, "-o", path]].concat(), "");
        assert_eq!(code, Some(0), "{stderr}");
        let text = fs::read_to_string(path).expect("the file");
        // The first move with a comment is the first that a player chose.
        let moves =
            text.split("\n1. ").skip(1).filter_map(|moves| moves.split(" 4. ").next().map(str::to_owned));
        moves.collect::<Vec<String>>()
    };
    let first = openings("1");
    assert_eq!((first.len(), &first[0], &first[2]), (4, &first[1], &first[3]));
    assert_ne!(first[0], first[2]);
    assert_ne!(first, openings("2"));
}

#[test]
fn allow_impossible_works_in_every_command_with_a_position_or_games() {
    let fen = "QQQQQQnk/Q5pp/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1";
    for args in [
        vec!["board", fen],
        vec!["moves", fen],
        vec!["why", fen, "Qa2b2"],
        vec!["pins", fen],
        vec!["perft", fen, "1"],
        vec!["random", "--games", "2", fen],
        vec!["engine", "search", fen, "--depth", "2"],
        vec!["play", "--level", "1", "--movetime", "20ms", fen],
    ] {
        let (code, _, stderr) = run(&args, "quit\n");
        assert_eq!(code, Some(2), "{args:?}: {stderr}");
        assert!(stderr.contains("use --allow-impossible to accept it"), "{args:?}: {stderr}");
        let allowed: Vec<&str> = args.iter().copied().chain(["--allow-impossible"]).collect();
        let (code, stdout, stderr) = run(&allowed, "Qh2xh7\nquit\n");
        assert!(matches!(code, Some(0 | 1)), "{allowed:?}: {stderr}");
        assert!(!stdout.is_empty(), "{allowed:?}");
    }
    let game = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. Qaxg8# 1-0\n");
    for command in [&["pins", "--pgn"][..], &["board", "--pgn", "-"], &["fens"], &["check"], &["review"]] {
        let (code, _, stderr) = run(command, &game);
        assert_eq!(code, Some(1), "{command:?}: {stderr}");
        let (code, stdout, stderr) = run(&[command, &["--allow-impossible"]].concat(), &game);
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{command:?}: {stdout}");
    }
}

#[test]
fn a_match_starts_from_impossible_positions_if_allowed() {
    let folder = tempfile::tempdir().expect("a folder");
    let openings = folder.path().join("queens.epd");
    fs::write(&openings, "QQQQQQnk/Q5pp/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - id \"28 queens\";\n")
        .expect("written");
    let path = openings.to_str().expect("UTF-8");
    let args = ["match", "search", "random", "--games", "2", "--movetime", "20ms", "--openings", path];
    let (code, _, stderr) = run(&args, "");
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.contains("line 1") && stderr.contains("use --allow-impossible to accept it"), "{stderr}");
    let allowed: Vec<&str> = args.iter().copied().chain(["--allow-impossible"]).collect();
    let (code, stdout, stderr) = run(&allowed, "");
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.contains("game 2"), "{stdout}");
}

#[test]
fn invalid_players_are_rejected() {
    for (args, message) in [
        (["match", "no-such-engine", "random"], "cannot start the engine `no-such-engine`"),
        (["match", "search,level=0", "random"], "expected a number from 1 to 10"),
        (["match", "search", "greedy,depth=3"], "greedy has no setting `depth`"),
        (["engine", "no-such-engine", "startpos"], "cannot start the engine `no-such-engine`"),
        (["match", "search", "--tc=soon"], "is not a time control"),
    ] {
        let (code, stdout, stderr) = run(&args, "");
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{args:?}: {stderr}");
        assert!(stderr.contains(message), "{args:?}: {stderr}");
    }
}

#[test]
fn play_handles_moves_and_commands() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.pgn");
    let path = path.to_str().expect("UTF-8");
    let lines = format!(
        "help\ne5\nKe2\npins\nmoves\nfen\nlevel 11\nlevel 2\nhint\ne2e4\nundo\nundo\nd4\nsave {path}\nsave {path}\n\
         resign\nNf3\nquit\n"
    );
    let args = ["play", "--level", "1", "--movetime", "20ms"];
    let (code, stdout, stderr) = run(&args, &lines);
    assert_eq!(code, Some(0), "{stderr}");
    for part in [
        "You play white against search level 1.",
        "e5 is not legal: ",
        "No pins.",
        "Na3 Nc3 Nf3 Nh3 a3 a4 b3 b4",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "Expected a number from 1 to 10",
        "Level set to 2.",
        "search level 2: 1... ",
        "You have not moved yet.",
        "Saved as ",
        "exists; choose another name",
        "The game is over: 0-1: you resigned.",
        "The game is over; use undo, save FILE or quit.",
    ] {
        assert!(stdout.contains(part), "{part}\n{stdout}");
    }
    let saved = fs::read_to_string(path).expect("the file");
    assert!(saved.contains("[White \"You\"]") && saved.contains("1. d4 "), "{saved}");
    let date = saved.lines().find_map(|line| line.strip_prefix("[Date \"")?.strip_suffix("\"]"));
    let year: u32 = date.and_then(|date| date.split('.').next()?.parse().ok()).expect("a date");
    assert!(year >= 2024, "{saved}");
}

#[test]
fn play_takes_its_seed_from_the_clock_and_repeats_it_on_request() {
    let seed = |args: &[&str]| {
        let (code, _, stderr) = run(args, "quit\n");
        assert_eq!(code, Some(0), "{stderr}");
        stderr.trim().strip_prefix("seed ").expect("the seed").to_owned()
    };
    let seeds: Vec<String> = (0..4).map(|_| seed(&["play"])).collect();
    assert!(seeds.iter().any(|seed| *seed != seeds[0]), "{seeds:?}");
    assert_eq!(seed(&["play", "--seed", "7"]), "7");
    // Twenty replies of a player whose moves are random.
    let moves: String = "a3\na4\na5\nb3\nb4\nc3\nc4\nd3\nd4\ne3\nh3\nh4\nf3\ng3\n".repeat(2);
    let game = |args: &[&str]| run(&[&["play", "--against"], args].concat(), &moves).1;
    assert_eq!(game(&["random", "--seed", "7"]), game(&["random", "--seed", "7"]));
    assert_ne!(game(&["random", "--seed", "7"]), game(&["random", "--seed", "8"]));
    assert_eq!(game(&["random,seed=7"]), game(&["random", "--seed", "7"]));
    assert_eq!(seed(&["play", "--against", "random,seed=3"]), "3");
}

#[test]
fn play_saves_the_seed_that_is_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = format!("{} uci", env!("CARGO_BIN_EXE_pinsight"));
    for (against, name, tag) in
        [("random,seed=3", "random.pgn", Some("[Seed \"3\"]")), (engine.as_str(), "engine.pgn", None)]
    {
        let path = folder.path().join(name);
        let (code, _, stderr) = run(&["play", "--against", against], &format!("save {}\n", path.display()));
        assert_eq!((code, stderr.contains("seed")), (Some(0), tag.is_some()), "{stderr}");
        let saved = std::fs::read_to_string(path).expect("the game");
        assert_eq!(saved.lines().find(|line| line.contains("Seed")), tag);
    }
    for (against, message) in [
        ("random,seed=3", "`random,seed=3` sets the seed already; omit --seed"),
        (&engine, "is a UCI engine"),
    ] {
        let (code, stdout, stderr) = run(&["play", "--against", against, "--seed", "4"], "quit\n");
        assert_eq!((code, stdout.as_str()), (Some(2), ""));
        assert!(stderr.contains(message), "{stderr}");
    }
}

#[test]
fn a_match_has_at_least_one_game() {
    let (code, stdout, stderr) = run(&["match", "random", "random", "-n", "0"], "");
    assert_eq!((code, stdout.as_str()), (Some(2), ""));
    assert!(stderr.contains("invalid value '0' for '--games <N>'"), "{stderr}");
}

#[test]
fn a_scripted_game_is_saved_although_stdout_is_closed() {
    let folder = tempfile::tempdir().expect("a folder");
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut child = pinsight(&["play", "--level", "1", "--movetime", "10ms"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("piped").write_all(b"e4\nd4\nsave game.pgn\n").expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let saved = fs::read_to_string(folder.path().join("game.pgn")).expect("the file");
    assert!(saved.contains("\n1. e4 ") && saved.contains(" 2. d4 "), "{saved}");
}

#[test]
fn checkmate_ends_the_game_in_the_terminal() {
    let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let (code, stdout, _) = run(&["play", fen], "Ra8\n");
    assert_eq!(code, Some(0));
    assert!(stdout.contains("The game is over: 1-0 by checkmate."), "{stdout}");
}

#[test]
fn playing_black_flips_the_board_and_moves_second() {
    let (code, stdout, _) = run(&["play", "--side", "black", "--level", "1"], "quit\n");
    assert_eq!(code, Some(0));
    assert!(stdout.contains("    h   g   f   e   d   c   b   a"), "{stdout}");
    assert!(stdout.contains("search level 1: 1. "), "{stdout}");
}

/// The engine does not read and ignores the end of its input.
#[cfg(target_os = "linux")]
#[test]
fn an_engine_ends_when_the_program_is_killed() {
    let python = std::env::var("PINSIGHT_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../players/tests/scripted_engine.py");
    let engine = format!("{python} {script} deaf");
    let mut child = pinsight(&["match", &engine, "random"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let arguments = format!("\0{script}\0deaf\0");
    let engines = || {
        let processes = fs::read_dir("/proc").expect("Linux").flatten();
        let lines = processes.map(|process| fs::read(process.path().join("cmdline")).unwrap_or_default());
        lines.filter(|line| line.ends_with(arguments.as_bytes())).count()
    };
    wait_until("the engine runs", || engines() == 1);
    child.kill().expect("killed");
    child.wait().expect("it ends");
    wait_until("the engine has ended", || engines() == 0);
}

/// Checks a condition until it is true, for at most a minute.
#[cfg(target_os = "linux")]
fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let start = std::time::Instant::now();
    while !condition() {
        assert!(start.elapsed() < std::time::Duration::from_secs(60), "{what}: not within a minute");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn engine_prints_lines_with_scores_for_white() {
    let fen = "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1";
    let (code, stdout, _) = run(&["engine", "search", fen, "--depth", "4"], "");
    assert_eq!(code, Some(0));
    assert!(stdout.contains("#-1"), "{stdout}");
    assert!(stdout.ends_with("search plays Ra1#\n"), "{stdout}");
    let over = "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1";
    let (code, stdout, _) = run(&["engine", "search", over], "");
    assert_eq!((code, stdout.as_str()), (Some(1), "the game is over: 1-0 by checkmate\n"));
}

#[test]
fn uci_handles_a_whole_session() {
    let lines = "uci\nisready\nnonsense\nsetoption name Hash value 8\nsetoption name Hash value 0\n\
                 setoption name Nothing value 1\nsetoption name Skill value 10\nsetoption name MultiPV value 2\n\
                 ucinewgame\nposition startpos moves e2e5\nposition startpos moves e2e4 e7e5\ngo depth 3\n\
                 position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ngo mate 1\nponderhit\ngo depth x\nstop\n\
                 position fen R5k1/5ppp/8/8/8/8/8/7K b - - 0 1\ngo movetime 10\nisready\nquit\n";
    let (code, stdout, stderr) = run(&["uci"], lines);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    for part in [
        "id name Pinsight ",
        "option name Hash type spin default 16 min 1 max 65536",
        "option name UCI_Chess960 type check default false",
        "uciok\n",
        "readyok\n",
        "info string unknown command `nonsense`",
        "info string setoption: Hash: expected a whole number from 1 to 65536",
        "info string setoption: no option `Nothing`",
        "info string position: e2e5: ",
        "info string go: `depth without a number` is not understood",
        " multipv 2 ",
        " score mate 1 ",
        "bestmove a1a8",
        "bestmove (none)",
    ] {
        assert!(stdout.contains(part), "{part}\n{stdout}");
    }
    assert_eq!(stdout.matches("bestmove").count(), 4, "one answer to each go\n{stdout}");
}

/// Plays ten games with python-chess as the client: every kind of limit, options, pondering, WDL, Chess960. The test
/// fails on any warning that python-chess logs about our output.
const CLIENT: &str = r#"
import chess, chess.engine, logging, sys
odd = []
class Keep(logging.Handler):
    def emit(self, record):
        odd.append(record.getMessage())
logging.getLogger("chess.engine").addHandler(Keep(level=logging.WARNING))
program = sys.stdin.read().strip()
L = chess.engine.Limit
clock = L(white_clock=5, black_clock=5, white_inc=0.01, black_inc=0.01)
limits = [L(time=0.005), L(depth=3), L(nodes=500), clock, L(white_clock=2, black_clock=2, remaining_moves=10),
          L(depth=2), L(nodes=300), L(time=0.002), L(nodes=200), L(depth=2)]
engine = chess.engine.SimpleEngine.popen_uci([program, "uci"], timeout=60)
assert engine.id["name"].startswith("Pinsight"), engine.id
for number, limit in enumerate(limits):
    board = chess.Board.from_chess960_pos(300 + number) if number >= 8 else chess.Board()
    engine.configure({"Hash": 1 + number, "Threads": 1 + number % 2, "Skill": 10 - number % 3})
    while not board.is_game_over(claim_draw=True) and board.ply() < 120:
        result = engine.play(board, limit, game=number, info=chess.engine.INFO_ALL, ponder=number == 5)
        assert result.move in board.legal_moves
        board.push(result.move)
board = chess.Board()
lines = engine.analyse(board, L(depth=4), multipv=3)
assert [line["multipv"] for line in lines] == [1, 2, 3]
assert len({line["pv"][0] for line in lines}) == 3
with engine.analysis(board) as analysis:
    for count, info in enumerate(analysis):
        if count > 5:
            break
assert engine.play(board, L(depth=3), root_moves=[chess.Move.from_uci("a2a3")]).move.uci() == "a2a3"
# The opponent plays the expected move (ponderhit) or another one (stop).
board = chess.Board()
hits = 0
for number in range(16):
    limit = L(white_clock=1, black_clock=1, white_inc=0.02, black_inc=0.02)
    result = engine.play(board, limit, game="ponder", ponder=True)
    board.push(result.move)
    expected = result.ponder if number % 4 else None
    assert result.ponder is None or result.ponder in board.legal_moves
    hits += expected is not None
    if board.is_game_over():
        break
    board.push(expected or next(iter(board.legal_moves)))
assert hits > 5, hits
engine.configure({"UCI_ShowWDL": True, "Skill": 10})
even, mate = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
wdl = engine.analyse(chess.Board(even), L(depth=4))["wdl"].relative
assert wdl.total() == 1000 and abs(wdl.wins - wdl.losses) < 300, wdl
info = engine.analyse(chess.Board(mate), L(mate=1))
assert info["wdl"].relative.wins == 1000 and info["score"].relative.mate() == 1, info
for key in ["depth", "seldepth", "nodes", "hashfull", "tbhits", "time", "multipv", "pv"]:
    assert key in info, (key, info)
try:
    engine.configure({"NoSuchOption": 1})
    raise SystemExit("an unknown option was accepted")
except chess.engine.EngineError:
    pass
engine.ping()
engine.quit()
assert not odd, odd
print("ten games")
"#;

#[test]
fn python_chess_plays_ten_games_with_our_engine() {
    assert_eq!(python::run(CLIENT, env!("CARGO_BIN_EXE_pinsight")), ["ten games"]);
}

#[test]
fn tuning_by_self_play_is_deterministic() {
    let folder = tempfile::tempdir().expect("a folder");
    let make_with = |name: &str, seed: &str, more: &[&str]| {
        let path = folder.path().join(name);
        let args =
            ["tune", "--self-play", "6", "--rounds", "2", "--nodes", "40", "--steps", "3", "--seed", seed];
        let (code, _, stderr) = run(&[&args[..], &["-o", path.to_str().expect("UTF-8")], more].concat(), "");
        assert_eq!(code, Some(0), "{stderr}");
        assert!(
            stderr.contains("round 1 of 2: 3 games") && stderr.contains("round 2 of 2: 6 games"),
            "{stderr}"
        );
        fs::read_to_string(path).expect("written")
    };
    let make = |name: &str, seed: &str| make_with(name, seed, &[]);
    let weights = make("one.rs", "1");
    assert_eq!(weights, make("two.rs", "1"));
    assert_ne!(weights, make("three.rs", "2"));
    let journal = folder.path().join("journal");
    let more = ["--journal", journal.to_str().expect("UTF-8")];
    assert_eq!(weights, make_with("four.rs", "1", &more));
    // Cut off in the middle of a game.
    let games = fs::read(journal.join("round-2.games")).expect("games");
    fs::write(journal.join("round-2.games"), &games[..games.len() / 2]).expect("written");
    assert_eq!(weights, make_with("five.rs", "1", &more), "resumed");
    assert_eq!(fs::read(journal.join("round-2.games")).expect("games"), games);
    assert!(weights.contains("--self-play 6 --rounds 2 --nodes 40 --seed 1"), "the file names its command");
    let (code, _, stderr) = run(&["tune", "--self-play", "6", "games.pgn", "-o", "never.rs"], "");
    assert_eq!(code, Some(2), "games are played or read: {stderr}");
}
