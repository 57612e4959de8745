//! Games out of PGN: all of a file as rows to choose from, and one of them as a tree.

use std::sync::Arc;

use pinsight_pgn::{
    CommentPlace, Game as PgnGame, NodeMove, RawGame, Source as PgnSource, SplitOptions, Splitter, Step, Tags,
};
use pinsight_wire as wire;

use crate::error::ApiError;
use crate::game::{Game, MOST_NODES, Source};
use crate::persist::tags_text;
use crate::seat::Play;
use crate::store::{ImportText, NewImport, NewImportGame, Print};
use crate::tree::{NodeId, Played, ROOT, Remark, Tree};

/// More text than this does not come out of a packed file.
const MOST_TEXT: u64 = 128 << 20;
/// More games than this are for `pinsight scan`, not for a list to choose from.
const MOST_GAMES: usize = 50_000;
/// A longer game is set aside.
const MOST_GAME: usize = 8 << 20;
/// The tags that the chooser shows.
const SHOWN_TAGS: [&str; 10] =
    ["White", "Black", "Event", "Site", "Date", "Round", "Result", "ECO", "WhiteElo", "BlackElo"];

/// Reads all games of a file.
pub(crate) fn read_all(name: String, bytes: Vec<u8>, created: i64) -> Result<NewImport, ApiError> {
    let print = Print::of(&bytes);
    let source = PgnSource::from_bytes(&name, bytes);
    let mut splitter =
        Splitter::with_options(source, SplitOptions { max_game: MOST_GAME, ..SplitOptions::default() });
    let mut games = Vec::new();
    let mut faulty = 0;
    let mut size = 0;
    while let Some(raw) = splitter.next_game() {
        let raw = raw.map_err(|error| ApiError::bad_pgn(error.to_string()))?;
        size += raw.bytes.len() as u64;
        if size > MOST_TEXT {
            return Err(ApiError::too_large(format!(
                "there are more than {} MiB of games in it",
                MOST_TEXT >> 20
            )));
        }
        if games.len() == MOST_GAMES {
            return Err(ApiError::too_large(format!("there are more than {MOST_GAMES} games in it")));
        }
        let row = read_row(&raw);
        faulty += u64::from(row.verdict == wire::Verdict::Broken.name());
        games.push(row);
    }
    let says_nothing = |row: &NewImportGame| row.plies == 0 && row.tags == "[]";
    if games.iter().all(says_nothing) {
        return Err(ApiError::bad_pgn(
            "there is no game in it: expected PGN, plain or packed with zstd, gzip or bzip2",
        ));
    }
    Ok(NewImport { name, created, faulty, print, games })
}

fn read_row(raw: &RawGame<'_>) -> NewImportGame {
    let game = PgnGame::read(raw);
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
        plies: mainline_plies(&game),
        verdict: wire::Verdict::from(game.verdict()).name(),
        faults: game.diagnostics.len(),
        offset: raw.span.start,
        line: raw.line,
        column_offset: raw.column_offset,
        bytes: raw.bytes.to_vec(),
    }
}

/// Returns the number of legal plies of the mainline.
fn mainline_plies(game: &PgnGame) -> usize {
    game.tree.mainline().take_while(|node| !matches!(node.played(), Some(NodeMove::Raw(_)))).count()
}

/// One game of an import, with what is good of it and what was wrong.
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
        source: &file,
    };
    let mut game = from_pgn(PgnGame::read(&raw))?;
    game.info.source = Some(source);
    Ok(game)
}

/// A game of ours out of one that was read.
pub(crate) fn from_pgn(mut read: PgnGame) -> Result<Game, ApiError> {
    if read.tree.len() >= MOST_NODES {
        return Err(ApiError::too_large(format!("the game has more than {MOST_NODES} moves")));
    }
    read.normalise();
    let start = read.start().unwrap_or_default();
    let mut tree = Tree::new(start);
    add_moves(&mut tree, &read);
    let mut game = Game::new(start, read.tags.clone(), None, Play::default());
    game.info.result = read.result;
    game.info.head = tree.line_through(ROOT).last().copied().unwrap_or(ROOT);
    game.tree = tree;
    game.diagnostics = read.diagnostics.iter().map(wire::Diagnostic::from).collect();
    Ok(game)
}

fn add_moves(tree: &mut Tree, read: &PgnGame) {
    let remarks = |node: &pinsight_pgn::NodeRef<'_>| -> Vec<Remark> {
        let places = [CommentPlace::Before, CommentPlace::After, CommentPlace::AfterVariations];
        let at = |place| {
            node.comments(place).map(move |comment| Remark { place, text: comment.text().to_owned() })
        };
        places.into_iter().flat_map(at).collect()
    };
    if let Some(root) = tree.get_mut(ROOT) {
        root.remarks = remarks(&read.tree.root());
        root.nags = read.tree.root().nags().iter().map(|nag| nag.0).collect();
    }
    // The node after which a line goes on, and the one before it, where a variation begins.
    let mut current: Option<NodeId> = Some(ROOT);
    let mut before: Option<NodeId> = None;
    let mut outer = Vec::new();
    for step in read.tree.walk() {
        match step {
            Step::Open => {
                outer.push((before, current));
                current = before;
            }
            Step::Close => (before, current) = outer.pop().unwrap_or((None, None)),
            Step::VariationsDone(_) => {}
            Step::Move(node) => {
                before = current;
                let node = node.node;
                current = before.and_then(|parent| {
                    let played = match node.played()? {
                        NodeMove::Move(mv) => Played::Move(*mv),
                        NodeMove::Null => Played::Null,
                        NodeMove::Raw(_) => return None,
                    };
                    // The same move twice is one line of ours: what follows is put together.
                    let known = tree.child(parent, played);
                    let id = known.or_else(|| tree.add(parent, played, false))?;
                    let added = tree.get_mut(id)?;
                    added.nags.extend(node.nags().iter().map(|nag| nag.0));
                    added.remarks.extend(remarks(&node));
                    Some(id)
                });
            }
        }
    }
}

/// A game as PGN.
pub(crate) fn to_pgn(game: &Game) -> Result<String, ApiError> {
    let mut written = PgnGame::new();
    written.tags = game.info.tags.clone();
    written.tree = pinsight_pgn::Tree::new(game.tree.start());
    written.result = game.info.result;
    let mut ids = std::collections::HashMap::from([(ROOT, pinsight_pgn::NodeId::ROOT)]);
    for id in game.tree.walk() {
        let Some(node) = game.tree.get(id) else {
            continue;
        };
        let parent = node.parent.and_then(|parent| ids.get(&parent).copied());
        let written_id = match (parent, node.played) {
            (Some(parent), Some(played)) => {
                let played = match played {
                    Played::Move(mv) => NodeMove::Move(mv),
                    Played::Null => NodeMove::Null,
                };
                written.tree.add(parent, played).map_err(|error| ApiError::bad_request(error.to_string()))?
            }
            _ => pinsight_pgn::NodeId::ROOT,
        };
        ids.insert(id, written_id);
        for &nag in &node.nags {
            written.tree.add_nag(written_id, pinsight_pgn::Nag(nag));
        }
        for remark in &node.remarks {
            written.tree.add_comment(written_id, remark.place, pinsight_pgn::Comment::new(&remark.text));
        }
    }
    Ok(written.to_string())
}
