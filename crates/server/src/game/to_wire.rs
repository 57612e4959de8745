//! Games, nodes and changes as JSON shapes.

use pinsight_pgn::{CommentPlace, NodeId, NodeRef};
use pinsight_rules::{Color, EnPassantMode, Move, VALUES, material_balance};
use pinsight_tactics::{PinOptions, detect, standing_pins};
use pinsight_wire as wire;

use super::model::{Edit, Game, Source, shown_name};
use super::persist::tags_of;
use super::replay::{Replay, for_each_node};
use super::seats::Play;
use crate::clock::now;
use crate::store::{GameRow, ImportInfo, ImportRow};

/// In trees with more moves, only the mainline is sent with positions.
const MAX_MOVES_WITH_POSITION: usize = 1_000;

/// Returns a game without its moves; `thinking` is the side whose computer is thinking.
pub(crate) fn header(game: &Game, thinking: Option<Color>) -> wire::GameHeader {
    let info = &game.info;
    let fen = |id| game.position(id).fen(EnPassantMode::Fen);
    wire::GameHeader {
        id: game.id,
        name: game.name(),
        version: info.version,
        created: info.created,
        updated: info.updated,
        tags: (&info.tags).into(),
        result: info.result.token().to_owned(),
        start_fen: fen(NodeId::ROOT),
        plies: game.plies() as u64,
        head: info.head.number(),
        head_fen: fen(info.head),
        source: info.source.map(|Source { import, number }| wire::GameSource { import, number }),
        play: wire::Play { clock: game.clock_shape(now()), ..play(info.play.clone(), thinking) },
        can_undo: game.history.can_undo(),
        can_redo: game.history.can_redo(),
        damaged: false,
    }
}

/// Like [`header`], from a row of the store.
pub(crate) fn header_of_row(row: GameRow, thinking: Option<Color>) -> wire::GameHeader {
    let tags = tags_of(&row.tags).unwrap_or_default();
    let stored = serde_json::from_str(&row.play).unwrap_or_default();
    wire::GameHeader {
        id: row.id,
        name: shown_name(row.id, row.name.as_deref(), &tags),
        version: row.version,
        created: row.created,
        updated: row.updated,
        tags: (&tags).into(),
        result: row.result,
        start_fen: row.start_fen,
        plies: row.plies,
        head: row.head,
        head_fen: row.head_fen,
        source: row.source.map(|(import, number)| wire::GameSource { import, number }),
        play: play(stored, thinking),
        can_undo: row.history.can_undo(),
        can_redo: row.history.can_redo(),
        damaged: !row.is_sound,
    }
}

fn play(play: Play, thinking: Option<Color>) -> wire::Play {
    let Play { white, black, running, delay, problem, timing: _ } = play;
    wire::Play { white, black, running, delay, thinking: thinking.map(wire::Color), problem, clock: None }
}

/// Returns a game with its moves.
pub(crate) fn game(game: &Game, thinking: Option<Color>) -> wire::Game {
    let all_positions = game.tree.len() < MAX_MOVES_WITH_POSITION;
    let mut nodes = Vec::with_capacity(game.tree.len() + 1);
    for_each_node(&game.tree, |visit, replay| {
        nodes.push(node_at(&visit.node, replay, all_positions || visit.is_mainline));
    });
    wire::Game { header: header(game, thinking), nodes, diagnostics: game.diagnostics.clone() }
}

/// Returns the existing node `id` with its position.
pub(crate) fn node(game: &Game, id: NodeId) -> Option<wire::GameNode> {
    Some(node_at(&game.tree.get(id)?, &game.replay(id), true))
}

/// Returns a node; `replay` is the line to it.
fn node_at(node: &NodeRef<'_>, replay: &Replay, with_position: bool) -> wire::GameNode {
    let before = replay.before();
    let mv = node.mv();
    let mut shape = wire::GameNode {
        id: node.id().number(),
        parent: node.parent().map(|parent| parent.id().number()),
        children: children(node),
        ply: replay.ply() as u32,
        number: before.unwrap_or(replay.position()).fullmove_number(),
        color: before.map(|before| before.turn().into()),
        san: before.map(|before| mv.map_or_else(|| "--".to_owned(), |mv| before.san(mv))),
        uci: before.map(|before| match mv {
            Some(mv) => before.uci(mv, before.castling_mode()).to_string(),
            None => "0000".to_owned(),
        }),
        from: mv.map(|mv| mv.from().into()),
        to: mv.map(|mv| mv.to().into()),
        nags: node.nags().iter().map(|&nag| nag.into()).collect(),
        comments: Vec::new(),
        clock: None,
        eval: None,
        shapes: Vec::new(),
        position: with_position.then(|| position(replay, mv)),
    };
    for place in [CommentPlace::Before, CommentPlace::After, CommentPlace::AfterVariations] {
        for comment in node.comments(place) {
            shape.add_comment(place, comment);
        }
    }
    shape
}

fn children(node: &NodeRef<'_>) -> Vec<wire::NodeId> {
    node.children().map(|child| child.id().number()).collect()
}

/// Returns the position at the end of a line with its moves and pins; `mv` is the last move, unless it is a null move.
pub(crate) fn position(replay: &Replay, mv: Option<Move>) -> wire::BoardPosition {
    let position = replay.position();
    let (pins, released) = match replay.before().zip(mv) {
        Some((before, mv)) => {
            let change = detect(before, mv, &PinOptions::default());
            ([change.new, change.kept].concat(), change.released)
        }
        None => (standing_pins(position), Vec::new()),
    };
    let end = replay.end();
    let claim = if end.is_none() { replay.claim() } else { None };
    wire::BoardPosition {
        fen: position.fen(EnPassantMode::Fen),
        turn: position.turn().into(),
        check: position.checkers().any().then(|| position.king(position.turn()).into()),
        moves: wire::destinations(position),
        promotions: wire::promotions(position),
        outcome: end.map(wire::End::from),
        claim: claim.map(|claim| claim.name().to_owned()),
        captured: replay.captured().into(),
        balance: material_balance(position.board(), Color::White, &VALUES),
        pins: pins.iter().map(wire::WordedPin::from).collect(),
        released: released.iter().map(wire::WordedPin::from).collect(),
    }
}

/// Returns what `edit` changed in `game`.
pub(crate) fn change(game: &Game, edit: &Edit, thinking: Option<Color>) -> wire::LiveMessage {
    let parent = |&id: &NodeId| Some((id.number(), children(&game.tree.get(id)?)));
    wire::LiveMessage::Change(Box::new(wire::Change {
        game: game.id,
        version: game.info.version,
        header: header(game, thinking),
        nodes: edit.nodes.iter().filter_map(|&id| node(game, id)).collect(),
        removed: edit.removed.iter().map(|id| id.number()).collect(),
        children: edit.parents.iter().filter_map(parent).collect(),
        node: edit.node.number(),
    }))
}

/// Returns an import without its games.
pub(crate) fn import(info: &ImportInfo) -> wire::ImportHeader {
    wire::ImportHeader {
        id: info.id,
        name: info.name.clone(),
        created: info.created,
        total: info.total,
        faulty: info.faulty,
    }
}

/// Returns a game of an import.
pub(crate) fn import_row(row: &ImportRow) -> wire::ImportRow {
    wire::ImportRow {
        number: row.number,
        tags: (&tags_of(&row.tags).unwrap_or_default()).into(),
        result: row.result.clone(),
        plies: row.plies,
        verdict: row.verdict.clone(),
        faults: row.faults,
        game: row.game,
    }
}
