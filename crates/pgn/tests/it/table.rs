//! Every promise of the reader and the writer, by name: one test or more for each row of the table of inputs.

mod annotations;
mod limits;
mod moves;
mod structure;

use pinsight_pgn::{Fault, Game, Replayer, Writer, split};

/// The mainline as it is meant, from the moves that were played.
fn played(game: &Game) -> Vec<String> {
    let plies = game.replay().map_while(Result::ok);
    plies.map(|ply| ply.san()).collect()
}

fn faults(game: &Game) -> Vec<Fault> {
    game.diagnostics.iter().map(|found| found.fault.clone()).collect()
}

/// Reads one game and plays it out; the fast way has to agree.
fn read(text: &str) -> Game {
    read_bytes(text.as_bytes())
}

fn read_bytes(bytes: &[u8]) -> Game {
    let name = "test.pgn".into();
    let mut games: Vec<Game> = split(&name, bytes)
        .map(|raw| {
            let mut game = Game::read(&raw);
            let moves = game.check();
            let fast = Replayer::new().replay(&raw);
            assert_eq!(fast.diagnostics, game.diagnostics);
            assert_eq!((fast.moves, fast.result), (moves, game.result));
            let mut replay = game.replay();
            while let Some(Ok(_)) = replay.next() {}
            assert_eq!(fast.plies, replay.half_moves());
            assert_eq!(fast.last, game.start().ok().map(|_| *replay.position()));
            game
        })
        .collect();
    assert_eq!(games.len(), 1, "one game");
    games.remove(0)
}

fn from(fen: &str, movetext: &str) -> Game {
    read(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{movetext} *\n"))
}

fn written(game: &Game) -> String {
    let mut writer = Writer::new(Vec::new());
    writer.write(game).expect("memory");
    String::from_utf8(writer.into_inner()).expect("text")
}

fn comments(game: &Game) -> Vec<String> {
    let root = game.tree.root();
    let nodes = std::iter::once(root).chain(game.tree.mainline());
    nodes.flat_map(|node| node.all_comments()).map(|comment| comment.text().to_owned()).collect()
}
