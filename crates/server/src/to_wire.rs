//! Games, nodes and changes as JSON shapes.

use pinsight_pgn::{Comment, Nag};
use pinsight_rules::{Color, EnPassantMode, Move, Position};
use pinsight_tactics::{PinOptions, detect, standing_pins};
use pinsight_wire as wire;

use crate::game::{Edit, Game, Source, shown_name};
use crate::persist::tags_of;
use crate::seat::Play;
use crate::store::{GameRow, ImportInfo, ImportRow};
use crate::tree::{NodeId, Played, ROOT, Tree};

/// In trees with more nodes, only the mainline is sent with positions.
const MAX_NODES_WITH_POSITION: usize = 1_000;

/// Returns a game without its moves; `thinking` is the side whose computer is thinking.
pub(crate) fn header(game: &Game, thinking: Option<Color>) -> wire::GameHeader {
    let info = &game.info;
    let fen = |id| {
        let node = game.tree.get(id);
        node.map(|node| node.position.fen(EnPassantMode::Fen)).unwrap_or_default()
    };
    wire::GameHeader {
        id: game.id,
        name: game.name(),
        version: info.version,
        created: info.created,
        updated: info.updated,
        tags: (&info.tags).into(),
        result: info.result.token().to_owned(),
        start_fen: fen(ROOT),
        plies: game.tree.plies() as u64,
        head: info.head,
        head_fen: fen(info.head),
        source: info.source.map(|Source { import, number }| wire::GameSource { import, number }),
        play: play(info.play.clone(), thinking),
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
    }
}

fn play(play: Play, thinking: Option<Color>) -> wire::Play {
    let Play { white, black, running, delay, problem } = play;
    wire::Play { white, black, running, delay, thinking: thinking.map(wire::Color), problem }
}

/// Returns a game with its moves.
pub(crate) fn game(game: &Game, thinking: Option<Color>) -> wire::Game {
    let tree = &game.tree;
    let all_positions = tree.len() <= MAX_NODES_WITH_POSITION;
    let mainline = tree.line_through(ROOT);
    let nodes = tree.walk().into_iter().filter_map(|id| {
        let with_position = all_positions || mainline.contains(&id);
        node_with(tree, id, with_position)
    });
    wire::Game {
        header: header(game, thinking),
        nodes: nodes.collect(),
        diagnostics: game.diagnostics.clone(),
    }
}

/// Returns the node `id` with its position.
pub(crate) fn node(tree: &Tree, id: NodeId) -> Option<wire::GameNode> {
    node_with(tree, id, true)
}

fn node_with(tree: &Tree, id: NodeId, with_position: bool) -> Option<wire::GameNode> {
    let node = tree.get(id)?;
    let before = before(tree, id);
    let played = before.zip(node.played);
    let mv = played.and_then(|(_, played)| legal_move(played));
    let mut shape = wire::GameNode {
        id,
        parent: node.parent,
        children: node.children.clone(),
        ply: node.ply,
        number: before.unwrap_or(&node.position).fullmove_number(),
        color: before.map(|before| before.turn().into()),
        san: played.map(|(before, played)| match played {
            Played::Move(mv) => before.san(mv),
            Played::Null => "--".to_owned(),
        }),
        uci: played.map(|(before, played)| match played {
            Played::Move(mv) => before.uci(mv, before.castling_mode()).to_string(),
            Played::Null => "0000".to_owned(),
        }),
        from: mv.map(|mv| mv.from().into()),
        to: mv.map(|mv| mv.to().into()),
        nags: node.nags.iter().map(|&number| Nag(number).into()).collect(),
        comments: Vec::new(),
        clock: None,
        eval: None,
        shapes: Vec::new(),
        position: if with_position { position(tree, id) } else { None },
    };
    for remark in &node.remarks {
        shape.add_comment(remark.place, &Comment::new(&remark.text));
    }
    Some(shape)
}

fn before(tree: &Tree, id: NodeId) -> Option<&Position> {
    let parent = tree.get(tree.get(id)?.parent?)?;
    Some(&parent.position)
}

fn legal_move(played: Played) -> Option<Move> {
    match played {
        Played::Move(mv) => Some(mv),
        Played::Null => None,
    }
}

/// Returns the position of the node `id` with its moves and pins.
pub(crate) fn position(tree: &Tree, id: NodeId) -> Option<wire::BoardPosition> {
    let node = tree.get(id)?;
    let (pins, released) = match (before(tree, id), node.played.and_then(legal_move)) {
        (Some(before), Some(mv)) => {
            let change = detect(before, mv, &PinOptions::default());
            ([change.new, change.kept].concat(), change.released)
        }
        _ => (standing_pins(&node.position), Vec::new()),
    };
    let end = tree.end(id);
    let claim = if end.is_none() { tree.claim(id) } else { None };
    Some(wire::BoardPosition {
        fen: node.position.fen(EnPassantMode::Fen),
        turn: node.position.turn().into(),
        check: node.checked_king().map(wire::Square),
        moves: wire::destinations(&node.position),
        promotions: wire::promotions(&node.position),
        outcome: end.map(wire::End::from),
        claim: claim.map(|claim| claim.name().to_owned()),
        captured: (&node.lost).into(),
        balance: node.balance(),
        pins: pins.iter().map(wire::WordedPin::from).collect(),
        released: released.iter().map(wire::WordedPin::from).collect(),
    })
}

/// Returns what `edit` changed in `game`.
pub(crate) fn change(game: &Game, edit: &Edit, thinking: Option<Color>) -> wire::LiveMessage {
    let children = |&id: &NodeId| Some((id, game.tree.get(id)?.children.clone()));
    wire::LiveMessage::Change(Box::new(wire::Change {
        game: game.id,
        version: game.info.version,
        header: header(game, thinking),
        nodes: edit.nodes.iter().filter_map(|&id| node(&game.tree, id)).collect(),
        removed: edit.removed.clone(),
        children: edit.parents.iter().filter_map(children).collect(),
        node: edit.node,
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
