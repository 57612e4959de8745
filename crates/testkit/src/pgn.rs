//! Properties of the PGN splitter, reader and writer for arbitrary bytes; used as fuzz targets.

use std::sync::Arc;

use pinsight_pgn::{Game, RawGame, Replayer, Source, SplitOptions, Splitter, Verdict, Writer, split};

/// Reading and replaying never panics, the replayer and the game tree report the same, and every diagnostic lies inside
/// its game and can be rendered.
pub fn reader(data: &[u8]) {
    let name: Arc<str> = "fuzz".into();
    let mut replayer = Replayer::new();
    for raw in split(&name, data) {
        let mut game = Game::read(&raw);
        let moves = game.check();
        let fast = replayer.replay(&raw);
        assert_eq!(fast.diagnostics, game.diagnostics);
        assert_eq!((fast.moves, fast.result), (moves, game.result));
        assert_eq!(fast.verdict() == Verdict::Good, game.diagnostics.is_empty());
        for found in &game.diagnostics {
            assert!(raw.span.start <= found.span.start && found.span.end <= raw.span.end);
            assert!(found.line >= raw.line && found.column >= 1);
            assert!(!found.render().is_empty() && !found.to_string().is_empty());
        }
        let mut replay = game.replay();
        while let Some(Ok(ply)) = replay.next() {
            assert!(ply.before.is_legal(ply.played));
        }
        assert_eq!(fast.plies, replay.half_moves());
    }
}

/// A written game reads back as the same game without diagnostics, and is written again byte for byte.
pub fn round_trip(data: &[u8]) {
    let name: Arc<str> = "fuzz".into();
    for raw in split(&name, data) {
        let game = Game::read(&raw);
        let text = written(&game);
        let again: Vec<Game> = Game::parse_all(&text).collect();
        let [again] = again.as_slice() else {
            panic!("{} games in {text}", again.len());
        };
        assert!(again.diagnostics.is_empty(), "{text}\n{:?}", again.diagnostics);
        assert!(*again == game.normalised(), "{text}");
        assert_eq!(written(again), text);
    }
}

/// The games cover the whole input, the batch size has no influence, and each game split again yields itself. The first
/// byte sets the batch size.
pub fn splitter(data: &[u8]) {
    let (batch, data) = data.split_first().map_or((1, data), |(&first, rest)| (usize::from(first) + 1, rest));
    let name: Arc<str> = "fuzz".into();
    let games: Vec<RawGame<'_>> = split(&name, data).collect();
    let mut end = if data.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    for game in &games {
        assert_eq!(game.span, end..end + game.bytes.len() as u64);
        end = game.span.end;
        let alone: Vec<usize> = split(&name, game.bytes).map(|game| game.bytes.len()).collect();
        assert_eq!(alone, [game.bytes.len()]);
    }
    let options = SplitOptions { batch, ..SplitOptions::default() };
    let mut splitter = Splitter::with_options(Source::from_bytes("fuzz", data), options);
    let mut expected = games.iter();
    while let Some(game) = splitter.next_game() {
        let game = game.unwrap_or_else(|error| panic!("{error}"));
        let expected = expected.next().unwrap_or_else(|| panic!("unexpected game at {:?}", game.span));
        assert_eq!((game.number, &game.span, game.line), (expected.number, &expected.span, expected.line));
        assert_eq!(game.bytes, expected.bytes);
    }
    assert!(expected.next().is_none());
}

fn written(game: &Game) -> String {
    let mut writer = Writer::new(Vec::new());
    writer.write(game).unwrap_or_else(|error| panic!("{error}"));
    String::from_utf8(writer.into_inner()).unwrap_or_else(|error| panic!("{error}"))
}
