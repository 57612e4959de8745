//! Import and export of PGN: one game of a file, and a game as text.

use std::sync::Arc;

use pinsight_pgn::{
    Comment, CommentPlace, Diagnostic, Fault, Game as PgnGame, MoveStep, NodeId, NodeMove, NodeRef, RawGame,
    Step, Tree,
};
use pinsight_rules::Legality;
use pinsight_wire as wire;

use super::model::{Game, MAX_NAGS, MAX_NODES, Source};
use super::seats::Play;
use crate::error::ApiError;
use crate::store::ImportText;

/// Returns the diagnostics to report: text that was pasted often has no result, which is not worth a warning.
pub(super) fn reported(game: &PgnGame) -> impl Iterator<Item = &Diagnostic> {
    game.diagnostics.iter().filter(|diagnostic| !matches!(diagnostic.fault, Fault::MissingResult { .. }))
}

/// Returns the number of legal plies of the mainline.
pub(super) fn mainline_plies(game: &PgnGame) -> usize {
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
    cut_nags(&mut read.tree);
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

/// Keeps the first NAGs of each move, so that an answer with the game is not much larger than its text.
fn cut_nags(tree: &mut Tree) {
    let many = |step| match step {
        Step::Move(MoveStep { node, .. }) if node.nags().len() > MAX_NAGS => Some(node.id()),
        _ => None,
    };
    let many: Vec<NodeId> = tree.walk().filter_map(many).chain([NodeId::ROOT]).collect();
    for id in many {
        let nags = tree.get(id).map(|node| node.nags().iter().copied().take(MAX_NAGS).collect());
        tree.set_nags(id, nags.unwrap_or_default());
    }
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
