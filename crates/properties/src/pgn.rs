//! Properties of the PGN splitter, reader and writer for arbitrary bytes; used as fuzz targets.

use std::sync::Arc;

use pinsight_pgn::{
    Diagnostic, Fault, Game, NodeId, NodeMove, NodeRef, RawGame, Replayer, Severity, Source, SplitOptions,
    Splitter, Step, Writer, split,
};

/// Reading and replaying never panics, the tree holds the moves that the replay loop counts, and every diagnostic lies
/// inside its game and can be rendered.
pub fn reader(data: &[u8]) {
    let name: Arc<str> = "fuzz".into();
    let mut replayer = Replayer::new();
    for raw in split(&name, data) {
        let game = Game::read(&raw);
        let replayed = replayer.replay(&raw);
        assert_eq!(replayed.diagnostics, game.diagnostics);
        assert_eq!((replayed.result, replayed.start), (game.result, game.start()));
        for found in &game.diagnostics {
            assert!(raw.span.start <= found.span.start && found.span.end <= raw.span.end);
            assert!(found.line >= raw.line && found.column >= 1);
            assert!(!found.render().is_empty() && !found.to_string().is_empty());
        }
        let mut moves = 0;
        for step in game.tree.walk() {
            let Step::Move(step) = step else { continue };
            match step.node.played() {
                Some(NodeMove::Move(mv)) => assert!(step.before.is_some_and(|before| before.is_legal(*mv))),
                Some(NodeMove::Null) => assert!(step.before.is_some_and(|before| before.pass().is_some())),
                Some(NodeMove::Raw(_)) | None => continue,
            }
            moves += 1;
        }
        assert_eq!(replayed.moves, moves);
        let is_raw = |node: &NodeRef<'_>| matches!(node.played(), Some(NodeMove::Raw(_)));
        let plies = game.tree.mainline().take_while(|node| !is_raw(node)).last();
        assert_eq!(replayed.plies, plies.map_or(0, |node| node.ply() as usize));
        assert_eq!(replayed.last, game.tree.position(plies.map_or(NodeId::ROOT, |node| node.id())));
    }
}

/// A written game reads back as the same game, without faults but its illegal moves and a result that the board
/// contradicts, and is written again byte for byte. A game that cannot be played is written with the bytes that were read; its
/// `Display` is not held to this, since text of another encoding gets longer, and the splitter looks ahead by bytes.
pub fn round_trip(data: &[u8]) {
    let name: Arc<str> = "fuzz".into();
    for raw in split(&name, data) {
        let game = Game::read(&raw);
        if game.start().is_none() {
            let mut writer = Writer::new(Vec::new());
            writer.write(&game).expect("memory");
            assert_eq!(writer.into_inner().trim_ascii(), raw.bytes.trim_ascii());
            continue;
        }
        let text = game.to_string();
        let again = Game::parse_all(&text);
        let [again] = again.as_slice() else {
            panic!("{} games in {text}", again.len());
        };
        assert_eq!(again.to_string(), text);
        let is_warning = |found: &Diagnostic| {
            found.severity() == Severity::Warning
                && !matches!(found.fault, Fault::ResultAgainstBoard { .. } | Fault::ManyTags { .. })
        };
        assert!(!again.diagnostics.iter().any(is_warning), "{text}\n{:?}", again.diagnostics);
        let mut normalised = game.clone();
        normalised.normalise();
        assert!(*again == normalised, "{text}");
    }
}

/// The games cover the whole input but for byte order marks between them, the batch size has no influence, and each game split again yields itself. The first
/// byte sets the batch size. Holds for plain text.
pub fn splitter(data: &[u8]) {
    let (batch, data) = data.split_first().map_or((1, data), |(&first, rest)| (usize::from(first) + 1, rest));
    let name: Arc<str> = "fuzz".into();
    let games: Vec<RawGame<'_>> = split(&name, data).collect();
    let mut end = 0;
    for game in &games {
        while data[end as usize..].starts_with(b"\xEF\xBB\xBF") {
            end += 3;
        }
        assert_eq!(game.span, end..end + game.bytes.len() as u64);
        end = game.span.end;
        let alone: Vec<usize> = split(&name, game.bytes).map(|game| game.bytes.len()).collect();
        assert_eq!(alone, [game.bytes.len()]);
    }
    if !is_plain(data) {
        return;
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

/// Whether a source passes the bytes on as they are: neither compressed nor UTF-16 nor refused as binary.
fn is_plain(data: &[u8]) -> bool {
    let mut read = vec![0; data.len() + 1];
    let mut source = Source::from_bytes("fuzz", data);
    let mut length = 0;
    while let Ok(count @ 1..) = source.read(&mut read[length..]) {
        length += count;
    }
    read[..length] == *data
}
