//! Games, nodes and changes.

use std::collections::BTreeMap;

use pinsight_pgn::{Command, Comment, EvalScore, Nag, Paint, Tags};
use pinsight_rules::{Color, EnPassantMode};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::position::PositionDto;
use crate::game::{Edit, Game, GameId, Source, shown_name};
use crate::persist::{place_name, tags_of};
use crate::seat::{Play, Seat};
use crate::store::GameRow;
use crate::tree::{Node, NodeId, Played, ROOT, Tree};

/// In trees with more nodes, only the mainline is sent with positions.
const WHOLE_TREE: usize = 1_000;

#[derive(Serialize, Debug)]
pub(crate) struct HeaderDto {
    id: GameId,
    name: String,
    version: u64,
    created: i64,
    updated: i64,
    tags: TagsDto,
    result: String,
    start_fen: String,
    plies: u64,
    head: NodeId,
    head_fen: String,
    source: Option<SourceDto>,
    play: PlayDto,
}

#[derive(Serialize, Debug)]
struct SourceDto {
    import: i64,
    number: u64,
}

#[derive(Serialize, Debug)]
struct PlayDto {
    white: Seat,
    black: Seat,
    running: bool,
    delay: u64,
    thinking: Option<&'static str>,
    problem: Option<String>,
}

impl PlayDto {
    fn new(play: Play, thinking: Option<Color>) -> Self {
        let Play { white, black, running, delay, problem } = play;
        Self { white, black, running, delay, thinking: thinking.map(Color::name), problem }
    }
}

/// Tags as an object, in their order.
#[derive(Debug)]
pub(crate) struct TagsDto(pub(crate) Tags);

impl Serialize for TagsDto {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.0.iter() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl HeaderDto {
    pub(crate) fn of(game: &Game, thinking: Option<Color>) -> Self {
        let info = &game.info;
        let fen = |id| game.tree.get(id).map(|node: &Node| node.position.fen(EnPassantMode::Fen));
        Self {
            id: game.id,
            name: game.name(),
            version: info.version,
            created: info.created,
            updated: info.updated,
            tags: TagsDto(info.tags.clone()),
            result: info.result.token().to_owned(),
            start_fen: fen(ROOT).unwrap_or_default(),
            plies: game.tree.plies() as u64,
            head: info.head,
            head_fen: fen(info.head).unwrap_or_default(),
            source: info.source.map(|Source { import, number }| SourceDto { import, number }),
            play: PlayDto::new(info.play.clone(), thinking),
        }
    }

    /// From what the store has, without the moves.
    pub(crate) fn of_row(row: GameRow, thinking: Option<Color>) -> Self {
        let tags = tags_of(&row.tags).unwrap_or_default();
        let play = serde_json::from_str(&row.play).unwrap_or_default();
        Self {
            id: row.id,
            name: shown_name(row.id, row.name.as_deref(), &tags),
            version: row.version,
            created: row.created,
            updated: row.updated,
            tags: TagsDto(tags),
            result: row.result,
            start_fen: row.start_fen,
            plies: row.plies,
            head: row.head,
            head_fen: row.head_fen,
            source: row.source.map(|(import, number)| SourceDto { import, number }),
            play: PlayDto::new(play, thinking),
        }
    }
}

#[derive(Serialize, Debug)]
pub(crate) struct GameDto<'a> {
    #[serde(flatten)]
    header: HeaderDto,
    nodes: Vec<NodeDto<'a>>,
    diagnostics: &'a serde_json::Value,
}

impl<'a> GameDto<'a> {
    pub(crate) fn of(game: &'a Game, thinking: Option<Color>) -> Self {
        let whole = game.tree.len() <= WHOLE_TREE;
        let mainline = game.tree.line_through(ROOT);
        let is_main = |id| mainline.contains(&id);
        let nodes = game.tree.walk().into_iter().filter_map(|id| {
            let with_position = whole || is_main(id);
            NodeDto::of(&game.tree, id, with_position)
        });
        Self { header: HeaderDto::of(game, thinking), nodes: nodes.collect(), diagnostics: &game.diagnostics }
    }
}

#[derive(Serialize, Debug)]
pub(crate) struct NodeDto<'a> {
    id: NodeId,
    parent: Option<NodeId>,
    children: &'a [NodeId],
    ply: u32,
    number: u16,
    color: Option<&'static str>,
    san: Option<String>,
    uci: Option<String>,
    from: Option<String>,
    to: Option<String>,
    nags: Vec<NagDto>,
    comments: Vec<CommentDto>,
    clock: Option<String>,
    eval: Option<String>,
    shapes: Vec<ShapeDto>,
    position: Option<PositionDto>,
}

#[derive(Serialize, Debug)]
struct NagDto {
    number: u8,
    glyph: Option<&'static str>,
}

#[derive(Serialize, Debug)]
struct CommentDto {
    place: &'static str,
    text: String,
}

#[derive(Serialize, Debug)]
struct ShapeDto {
    color: &'static str,
    from: String,
    to: Option<String>,
}

/// A node with its position; none if there is no such node.
pub(crate) fn node_dto(tree: &Tree, id: NodeId) -> Option<NodeDto<'_>> {
    NodeDto::of(tree, id, true)
}

impl<'a> NodeDto<'a> {
    fn of(tree: &'a Tree, id: NodeId, with_position: bool) -> Option<Self> {
        let node = tree.get(id)?;
        let before = node.parent.and_then(|parent| tree.get(parent)).map(|parent| &parent.position);
        let played = before.zip(node.played);
        let mv = played.and_then(|(_, played)| match played {
            Played::Move(mv) => Some(mv),
            Played::Null => None,
        });
        let mut dto = Self {
            id,
            parent: node.parent,
            children: &node.children,
            ply: node.ply,
            number: before.unwrap_or(&node.position).fullmove_number(),
            color: before.map(|before| before.turn().name()),
            san: played.map(|(before, played)| match played {
                Played::Move(mv) => before.san(mv),
                Played::Null => "--".to_owned(),
            }),
            uci: played.map(|(before, played)| match played {
                Played::Move(mv) => before.uci(mv, before.castling_mode()).to_string(),
                Played::Null => "0000".to_owned(),
            }),
            from: mv.map(|mv| mv.from().to_string()),
            to: mv.map(|mv| mv.to().to_string()),
            nags: node.nags.iter().map(|&number| NagDto { number, glyph: Nag(number).glyph() }).collect(),
            comments: Vec::new(),
            clock: None,
            eval: None,
            shapes: Vec::new(),
            position: if with_position { PositionDto::of(tree, id) } else { None },
        };
        dto.take_in_remarks(node);
        Some(dto)
    }

    fn take_in_remarks(&mut self, node: &Node) {
        for remark in &node.remarks {
            let comment = Comment::new(&remark.text);
            let text = comment.prose();
            if !text.is_empty() {
                self.comments.push(CommentDto { place: place_name(remark.place), text });
            }
            for command in comment.commands() {
                match command {
                    Command::Clock(time) => self.clock = Some(clock_text(time.as_secs())),
                    Command::Eval(eval) => self.eval = Some(eval_text(eval.score)),
                    Command::Arrows(arrows) => self.shapes.extend(arrows.into_iter().map(|arrow| ShapeDto {
                        color: paint_name(arrow.paint),
                        from: arrow.from.to_string(),
                        to: Some(arrow.to.to_string()),
                    })),
                    Command::Marks(marks) => self.shapes.extend(marks.into_iter().map(|mark| ShapeDto {
                        color: paint_name(mark.paint),
                        from: mark.square.to_string(),
                        to: None,
                    })),
                    Command::Elapsed(_) | Command::Other { .. } => {}
                }
            }
        }
    }
}

fn clock_text(seconds: u64) -> String {
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// `+0.35`, `#-3`.
fn eval_text(score: EvalScore) -> String {
    match score {
        EvalScore::Centipawns(score) => {
            let sign = if score < 0 { '-' } else { '+' };
            let size = score.unsigned_abs();
            format!("{sign}{}.{:02}", size / 100, size % 100)
        }
        EvalScore::Mate(moves) => format!("#{moves}"),
    }
}

const fn paint_name(paint: Paint) -> &'static str {
    match paint {
        Paint::Green => "green",
        Paint::Red => "red",
        Paint::Yellow => "yellow",
        Paint::Blue => "blue",
        Paint::Orange => "orange",
        Paint::Cyan => "cyan",
    }
}

/// What a change did: the answer to who made it, and the message to all others.
#[derive(Serialize, Debug)]
pub(crate) struct ChangeDto<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    game: GameId,
    version: u64,
    header: HeaderDto,
    nodes: Vec<NodeDto<'a>>,
    removed: &'a [NodeId],
    children: BTreeMap<NodeId, &'a [NodeId]>,
    node: NodeId,
}

impl<'a> ChangeDto<'a> {
    pub(crate) fn of(game: &'a Game, edit: &'a Edit, thinking: Option<Color>) -> Self {
        let children = |&id: &NodeId| Some((id, game.tree.get(id)?.children.as_slice()));
        Self {
            kind: "change",
            game: game.id,
            version: game.info.version,
            header: HeaderDto::of(game, thinking),
            nodes: edit.nodes.iter().filter_map(|&id| node_dto(&game.tree, id)).collect(),
            removed: &edit.removed,
            children: edit.parents.iter().filter_map(children).collect(),
            node: edit.node,
        }
    }
}
