//! The guarantees of the reader and the writer: at least one test per kind of input.

mod annotations;
mod limits;
mod moves;
mod odd_moves;
mod odd_text;
mod structure;

use pinsight_pgn::{Fault, Game, NodeId, Replayer, split};

/// The legal moves of the mainline, in SAN.
fn played(game: &Game) -> Vec<String> {
    game.plies().map(|ply| ply.san()).collect()
}

fn faults(game: &Game) -> Vec<Fault> {
    game.diagnostics.iter().map(|found| found.fault.clone()).collect()
}

/// Reads one game; replaying without a tree has to agree.
fn read(text: &str) -> Game {
    read_bytes(text.as_bytes())
}

fn read_bytes(bytes: &[u8]) -> Game {
    let mut games = read_all(bytes);
    assert_eq!(games.len(), 1, "one game");
    games.remove(0)
}

fn read_all(bytes: &[u8]) -> Vec<Game> {
    let name = "test.pgn".into();
    split(&name, bytes)
        .map(|raw| {
            let game = Game::read(&raw);
            let replayed = Replayer::new().replay(&raw);
            assert_eq!(replayed.diagnostics, game.diagnostics);
            assert_eq!((replayed.result, replayed.start), (game.result, game.start()));
            if game.tree.position(game.last()).is_some() {
                assert_eq!(replayed.plies as u32, game.tree.get(game.last()).expect("a node").ply());
                assert_eq!(replayed.last, game.tree.position(game.last()));
            }
            assert_eq!(game.tree.position(NodeId::ROOT), game.start());
            game
        })
        .collect()
}

fn from(fen: &str, movetext: &str) -> Game {
    read(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{movetext} *\n"))
}

/// What reading the written game should give.
fn normalised(game: &Game) -> Game {
    let mut game = game.clone();
    game.normalise();
    game
}

fn comments(game: &Game) -> Vec<String> {
    let root = game.tree.root();
    let nodes = std::iter::once(root).chain(game.tree.mainline());
    nodes.flat_map(|node| node.all_comments()).map(|comment| comment.text().to_owned()).collect()
}
