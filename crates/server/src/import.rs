//! Import and export of PGN: a file as a list of games, one game of it, and a game as text.

use std::sync::Arc;

use pinsight_pgn::{
    Comment, CommentPlace, Diagnostic, Fault, Game as PgnGame, MoveStep, NodeId, NodeMove, NodeRef, RawGame,
    Source as PgnSource, SplitOptions, Splitter, Step, Tags, Tree,
};
use pinsight_rules::Legality;
use pinsight_wire as wire;

use crate::error::ApiError;
use crate::game::{Game, MAX_NODES, Source};
use crate::persist::tags_text;
use crate::seat::Play;
use crate::store::{ImportText, NewImport, NewImportGame, Print};

/// The maximum size of all games of a file, decompressed.
const MAX_TEXT: u64 = 128 << 20;
/// The maximum number of games of a file; `pinsight scan` reads larger files.
const MAX_GAMES: usize = 50_000;
/// The maximum size of a game.
const MAX_GAME: usize = 8 << 20;
/// The tags in the list of games.
const SHOWN_TAGS: [&str; 11] =
    ["White", "Black", "Event", "Site", "Date", "Round", "Result", "ECO", "Opening", "WhiteElo", "BlackElo"];

/// Reads all games of a file.
pub(crate) fn read_all(
    name: String,
    bytes: Vec<u8>,
    created: i64,
) -> Result<(NewImport, Vec<NewImportGame>), ApiError> {
    let print = Print::of(&bytes);
    let source = PgnSource::from_bytes(&name, bytes);
    let mut splitter =
        Splitter::with_options(source, SplitOptions { max_game: MAX_GAME, ..SplitOptions::default() });
    let mut games = Vec::new();
    let mut first_fault = None;
    let mut faulty = 0;
    let mut size = 0;
    while let Some(raw) = splitter.next_game() {
        let raw = raw.map_err(|error| ApiError::bad_pgn(error.to_string()))?;
        size += raw.bytes.len() as u64;
        if size > MAX_TEXT {
            return Err(ApiError::too_large(format!(
                "the file contains more than {} MiB of games",
                MAX_TEXT >> 20
            )));
        }
        if games.len() == MAX_GAMES {
            return Err(ApiError::too_large(format!("the file contains more than {MAX_GAMES} games")));
        }
        let read = PgnGame::read(&raw);
        if first_fault.is_none() && mainline_plies(&read) == 0 {
            first_fault = read
                .diagnostics
                .iter()
                .map(wire::Diagnostic::from)
                .find(|fault| fault.severity == wire::Severity::Error);
        }
        let row = row(&raw, &read);
        faulty += u64::from(row.verdict == wire::Verdict::Broken.name());
        games.push(row);
    }
    let is_empty = |row: &NewImportGame| row.plies == 0 && row.tags == "[]";
    if games.iter().all(is_empty) {
        if let Some(fault) = first_fault {
            return Err(ApiError::bad_pgn(fault.message));
        }
        return Err(ApiError::bad_pgn(
            "the file contains no game: expected PGN, plain or compressed with zstd, gzip or bzip2",
        ));
    }
    Ok((NewImport { name, created, faulty, print, total: games.len() }, games))
}

fn row(raw: &RawGame<'_>, game: &PgnGame) -> NewImportGame {
    let mut shown = Tags::new();
    for tag in SHOWN_TAGS {
        if let Some(value) = game.tags.get(tag) {
            shown.set(tag, value);
        }
    }
    NewImportGame {
        number: raw.number,
        tags: tags_text(&shown),
        result: game.result.token(),
        plies: mainline_plies(game),
        verdict: wire::Verdict::from(game.verdict()).name(),
        faults: reported(game).count(),
        offset: raw.span.start,
        line: raw.line,
        column_offset: raw.column_offset,
        bytes: raw.bytes.to_vec(),
    }
}

/// Returns the diagnostics to report: text that was pasted often has no result, which is not worth a warning.
fn reported(game: &PgnGame) -> impl Iterator<Item = &Diagnostic> {
    game.diagnostics.iter().filter(|diagnostic| !matches!(diagnostic.fault, Fault::MissingResult { .. }))
}

/// Returns the number of legal plies of the mainline.
fn mainline_plies(game: &PgnGame) -> usize {
    game.tree.mainline().take_while(|node| !matches!(node.played(), Some(NodeMove::Raw(_)))).count()
}

/// Reads one game of an import.
pub(crate) fn open(name: &str, text: &ImportText, source: Source) -> Result<Game, ApiError> {
    let file: Arc<str> = name.into();
    let raw = RawGame {
        number: source.number,
        span: text.offset..text.offset + text.bytes.len() as u64,
        line: text.line,
        column_offset: text.column_offset,
        blank_before: true,
        bytes: &text.bytes,
        oversized: false,
        legality: Legality::Strict,
        is_lossy: false,
        source: &file,
    };
    let mut game = from_pgn(PgnGame::read(&raw))?;
    game.info.source = Some(source);
    Ok(game)
}

/// Converts a game that was read. Words that are no legal moves, and the moves after them, become a comment: the
/// diagnostics report them.
pub(crate) fn from_pgn(mut read: PgnGame) -> Result<Game, ApiError> {
    if read.tree.len() > MAX_NODES {
        return Err(ApiError::too_large(format!("the game has more than {MAX_NODES} moves")));
    }
    read.normalise();
    remove_raw_words(&mut read.tree);
    let start = read.start();
    let last = read.last();
    let diagnostics = reported(&read).map(wire::Diagnostic::from).collect();
    let mut game = Game::new(start.unwrap_or_default(), read.tags, None, Play::default());
    game.info.result = read.result;
    game.info.head = last;
    game.diagnostics = diagnostics;
    if start.is_some() {
        game.tree = read.tree;
    } else {
        // An illegal start position leaves only raw words, and the comment before them.
        for comment in read.tree.root().all_comments() {
            game.tree.add_comment(NodeId::ROOT, CommentPlace::After, comment.clone());
        }
    }
    Ok(game)
}

fn remove_raw_words(tree: &mut Tree) {
    let raw_id = |step| match step {
        Step::Move(MoveStep { node, .. }) if matches!(node.played(), Some(NodeMove::Raw(_))) => {
            Some(node.id())
        }
        _ => None,
    };
    let raw: Vec<NodeId> = tree.walk().filter_map(raw_id).collect();
    for id in raw {
        let Some(parent) = tree.get(id).and_then(|node| node.parent()).map(|parent| parent.id()) else {
            continue;
        };
        let words =
            std::iter::successors(tree.get(id), NodeRef::next).filter_map(|node| match node.played() {
                Some(NodeMove::Raw(word)) => Some(word.to_string()),
                _ => None,
            });
        let text = format!("Not read: {}", words.collect::<Vec<_>>().join(" "));
        tree.remove(id);
        tree.add_comment(parent, CommentPlace::After, Comment::new(&text));
    }
}

/// Writes a game as PGN.
pub(crate) fn to_pgn(game: &Game) -> String {
    let mut written = PgnGame::new();
    written.tags = game.info.tags.clone();
    written.tree = game.tree.clone();
    written.result = game.info.result;
    written.to_string()
}
