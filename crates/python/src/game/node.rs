//! Nodes of a game tree.

use std::time::Duration;

use pinsight_pgn::{
    Arrow, Command, Comment, CommentPlace, Eval, EvalScore, Mark, Nag, NodeId, NodeMove, NodeRef, Paint,
    TreeError,
};
use pinsight_rules::UciMove;
use pyo3::exceptions::{PyLookupError, PyValueError};
use pyo3::prelude::*;

use super::Game;
use crate::arguments::{SquareArg, square_object};
use crate::board::Board;
use crate::error::{Place, illegal_move};
use crate::moves::{Move, MoveArg, move_object};

/// A node of a game tree: the root, or a move. Edits reach the game.
///
/// >>> game = Game.parse("1. e4 e5 (1... c5) 2. Nf3 *")
/// >>> c5 = game.tree.next().variations[1]
/// >>> c5.comment = "the Sicilian"
/// >>> c5.promote()
/// True
/// >>> str(game).splitlines()[-1]
/// '1. e4 c5 { the Sicilian } (1... e5 2. Nf3) *'
#[pyclass(module = "pinsight", frozen)]
pub(crate) struct Node {
    game: Py<Game>,
    id: NodeId,
}

impl Node {
    pub(crate) fn new(game: Py<Game>, id: NodeId) -> Self {
        Self { game, id }
    }

    fn at(&self, py: Python<'_>, id: NodeId) -> Self {
        Self::new(self.game.clone_ref(py), id)
    }

    /// Calls `read` with the node; an error if it has been removed.
    fn read<T>(&self, py: Python<'_>, read: impl FnOnce(NodeRef<'_>) -> T) -> PyResult<T> {
        let game = self.game.try_borrow(py)?;
        game.0.tree.get(self.id).map(read).ok_or_else(|| self.gone())
    }

    fn gone(&self) -> PyErr {
        PyLookupError::new_err(format!("node {} has been removed from its game", self.id))
    }

    /// Calls `edit` with the tree; an error if the node has been removed.
    fn edit<T>(
        &self,
        py: Python<'_>,
        edit: impl FnOnce(&mut pinsight_pgn::Tree, NodeId) -> T,
    ) -> PyResult<T> {
        let mut game = self.game.try_borrow_mut(py)?;
        if game.0.tree.get(self.id).is_none() {
            return Err(self.gone());
        }
        Ok(edit(&mut game.0.tree, self.id))
    }

    /// Adds a move after this node, or returns the node that has it already.
    pub(crate) fn add(&self, py: Python<'_>, played: MoveArg<'_>) -> PyResult<Self> {
        let (before, place) = {
            let game = self.game.try_borrow(py)?;
            (game.board_at(self.id)?.position, game.place())
        };
        let ply = u64::from(self.ply(py)? + 1);
        let played = played
            .resolve(&before)
            .map_err(|error| Place { ply: Some(ply), ..place }.add_to(error))?
            .map_or(NodeMove::Null, NodeMove::Move);
        let id = self.edit(py, |tree, id| match tree.child(id, &played) {
            Some(known) => Ok(known),
            None => tree.add(id, played),
        })?;
        id.map(|id| self.at(py, id)).map_err(|error: TreeError| illegal_move(error))
    }

    fn comment_at(&self, py: Python<'_>, places: &[CommentPlace]) -> PyResult<String> {
        self.read(py, |node| {
            let comments = places.iter().flat_map(|&place| node.comments(place));
            comments.map(Comment::text).collect::<Vec<_>>().join(" ")
        })
    }
}

type Shape<'py> = (char, Bound<'py, PyAny>, Bound<'py, PyAny>);

#[pymethods]
impl Node {
    /// The number of the node; the root has 0. Numbers are never used again.
    #[getter]
    fn id(&self) -> u32 {
        self.id.number()
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The move; `None` at the root, and for a word that is not a legal move.
    #[getter]
    #[pyo3(name = "move")]
    fn played<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Move>>> {
        let (played, parent) =
            self.read(py, |node| (node.played().cloned(), node.parent().map(|parent| parent.id())))?;
        match (played, parent) {
            (Some(NodeMove::Move(mv)), Some(parent)) => {
                let game = self.game.try_borrow(py)?;
                let before = game.0.tree.position(parent).ok_or_else(|| self.gone())?;
                let mode = game.0.start().map(|start| start.castling_mode()).unwrap_or_default();
                move_object(py, before.uci(mv, mode)).map(Some)
            }
            (Some(NodeMove::Null), _) => move_object(py, UciMove::Null).map(Some),
            _ => Ok(None),
        }
    }

    /// Return the move in SAN, or the word as written if it is not a legal move; empty at the root.
    fn san(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, |node| node.san())
    }

    /// Whether the move is legal; a game keeps words that are not.
    #[getter]
    fn is_legal(&self, py: Python<'_>) -> PyResult<bool> {
        self.read(py, |node| !matches!(node.played(), Some(NodeMove::Raw(_))))
    }

    /// The number of the ply; 0 at the root.
    #[getter]
    fn ply(&self, py: Python<'_>) -> PyResult<u32> {
        self.read(py, |node| node.ply())
    }

    /// Return the board after the move, with the moves that lead to it.
    fn board(&self, py: Python<'_>) -> PyResult<Board> {
        self.read(py, |_| ())?;
        self.game.try_borrow(py)?.board_at(self.id)
    }

    // Neighbours.

    /// The node before.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        let parent = self.read(py, |node| node.parent().map(|parent| parent.id()))?;
        Ok(parent.map(|id| self.at(py, id)))
    }

    /// Return the node that continues the line.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        let next = self.read(py, |node| node.next().map(|next| next.id()))?;
        Ok(next.map(|id| self.at(py, id)))
    }

    /// The nodes after this one; the first continues the line.
    #[getter]
    fn variations(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        let ids: Vec<NodeId> = self.read(py, |node| node.children().map(|child| child.id()).collect())?;
        Ok(ids.into_iter().map(|id| self.at(py, id)).collect())
    }

    /// Return the nodes that follow in this line.
    fn mainline(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        let ids: Vec<NodeId> = self.read(py, |node| {
            std::iter::successors(node.next(), NodeRef::next).map(|node| node.id()).collect()
        })?;
        Ok(ids.into_iter().map(|id| self.at(py, id)).collect())
    }

    /// Return the nodes from the first move to this one.
    fn line(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        self.read(py, |_| ())?;
        let game = self.game.try_borrow(py)?;
        let ids = game.0.tree.line(self.id).into_iter().map(|node| node.id());
        Ok(ids.map(|id| self.at(py, id)).collect())
    }

    /// Whether the node is in the mainline of the game.
    fn is_mainline(&self, py: Python<'_>) -> PyResult<bool> {
        self.read(py, |node| node.is_mainline())
    }

    /// Whether the node is the first of a variation.
    fn starts_variation(&self, py: Python<'_>) -> PyResult<bool> {
        self.read(py, |node| node.begins_variation())
    }

    // Edits.

    /// Add a move after this node, or return the node that has it.
    fn add_variation(&self, py: Python<'_>, played: MoveArg<'_>) -> PyResult<Self> {
        self.add(py, played)
    }

    /// Add moves one after another; return the last node.
    fn add_line(&self, py: Python<'_>, moves: Vec<Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut node = self.at(py, self.id);
        for played in moves {
            node = node.add(py, played.extract()?)?;
        }
        Ok(node)
    }

    /// Remove the node and all after it.
    fn remove(&self, py: Python<'_>) -> PyResult<()> {
        if self.id == NodeId::ROOT {
            return Err(PyValueError::new_err("the root cannot be removed"));
        }
        self.edit(py, |tree, id| drop(tree.remove(id)))
    }

    /// Move the variation up by one; return whether there was one above.
    fn promote(&self, py: Python<'_>) -> PyResult<bool> {
        self.edit(py, |tree, id| tree.promote(id).is_some())
    }

    /// Move the variation down by one; return whether there was one below.
    fn demote(&self, py: Python<'_>) -> PyResult<bool> {
        self.edit(py, |tree, id| tree.demote(id).is_some())
    }

    // Notes.

    /// The comment after the move, commands such as ``[%clk 0:01:00]`` included.
    #[getter]
    fn comment(&self, py: Python<'_>) -> PyResult<String> {
        self.comment_at(py, &[CommentPlace::After, CommentPlace::AfterVariations])
    }

    #[setter]
    fn set_comment(&self, py: Python<'_>, text: &str) -> PyResult<()> {
        self.edit(py, |tree, id| {
            tree.set_comment(id, CommentPlace::AfterVariations, Comment::new(""));
            tree.set_comment(id, CommentPlace::After, Comment::new(text));
        })
    }

    /// The comment before the first move of a variation.
    #[getter]
    fn starting_comment(&self, py: Python<'_>) -> PyResult<String> {
        self.comment_at(py, &[CommentPlace::Before])
    }

    #[setter]
    fn set_starting_comment(&self, py: Python<'_>, text: &str) -> PyResult<()> {
        self.edit(py, |tree, id| tree.set_comment(id, CommentPlace::Before, Comment::new(text)))
    }

    /// All comments without commands.
    #[getter]
    fn prose(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, |node| {
            let prose = node.all_comments().map(Comment::prose).filter(|prose| !prose.is_empty());
            prose.collect::<Vec<_>>().join(" ")
        })
    }

    /// The numeric annotation glyphs: 1 for ``!``, 4 for ``??``.
    #[getter]
    fn nags(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        self.read(py, |node| node.nags().iter().map(|nag| nag.0).collect())
    }

    #[setter]
    fn set_nags(&self, py: Python<'_>, nags: Vec<u8>) -> PyResult<()> {
        self.edit(py, |tree, id| tree.set_nags(id, nags.into_iter().map(Nag).collect()))
    }

    /// The seconds left on the mover's clock.
    #[getter]
    fn clock(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        self.read(py, |node| node.clock().map(|clock| clock.as_secs_f64()))
    }

    #[setter]
    fn set_clock(&self, py: Python<'_>, seconds: f64) -> PyResult<()> {
        let clock = Duration::try_from_secs_f64(seconds)
            .map_err(|_| PyValueError::new_err(format!("{seconds} is not a time on a clock")))?;
        self.edit(py, |tree, id| tree.set_command(id, &Command::Clock(clock)))
    }

    /// The evaluation in the comment, from White's point of view.
    #[getter]
    fn eval<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(eval) = self.read(py, |node| node.eval())? else { return Ok(None) };
        let score = match eval.score {
            EvalScore::Centipawns(centipawns) => (Some(centipawns), None),
            EvalScore::Mate(moves) => (None, Some(moves)),
        };
        py.import("pinsight._facts")?.getattr("Score")?.call1(score).map(Some)
    }

    #[setter]
    fn set_eval(&self, py: Python<'_>, score: &Bound<'_, PyAny>) -> PyResult<()> {
        let part = |name| score.getattr(name)?.extract::<Option<i32>>();
        let score = match (part("cp")?, part("mate")?) {
            (Some(centipawns), None) => EvalScore::Centipawns(centipawns),
            (None, Some(moves)) => EvalScore::Mate(moves),
            _ => return Err(PyValueError::new_err("expected a Score with either `cp` or `mate`")),
        };
        self.edit(py, |tree, id| tree.set_command(id, &Command::Eval(Eval { score, depth: None })))
    }

    /// The arrows: colour letter, origin, target.
    #[getter]
    fn arrows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Shape<'py>>> {
        let arrows = self.read(py, |node| node.arrows())?;
        let shape = |arrow: Arrow| {
            Ok((arrow.paint.letter(), square_object(py, arrow.from)?, square_object(py, arrow.to)?))
        };
        arrows.into_iter().map(shape).collect()
    }

    #[setter]
    fn set_arrows(&self, py: Python<'_>, arrows: Vec<(char, SquareArg, SquareArg)>) -> PyResult<()> {
        let arrow = |(letter, from, to): (char, SquareArg, SquareArg)| {
            Ok(Arrow { paint: paint(letter)?, from: from.0, to: to.0 })
        };
        let arrows = arrows.into_iter().map(arrow).collect::<PyResult<_>>()?;
        self.edit(py, |tree, id| tree.set_command(id, &Command::Arrows(arrows)))
    }

    /// The marked squares, each with its colour letter.
    #[getter]
    fn circles<'py>(&self, py: Python<'py>) -> PyResult<Vec<(char, Bound<'py, PyAny>)>> {
        let marks = self.read(py, |node| node.marks())?;
        marks.into_iter().map(|mark| Ok((mark.paint.letter(), square_object(py, mark.square)?))).collect()
    }

    #[setter]
    fn set_circles(&self, py: Python<'_>, circles: Vec<(char, SquareArg)>) -> PyResult<()> {
        let mark = |(letter, square): (char, SquareArg)| Ok(Mark { paint: paint(letter)?, square: square.0 });
        let marks = circles.into_iter().map(mark).collect::<PyResult<_>>()?;
        self.edit(py, |tree, id| tree.set_command(id, &Command::Marks(marks)))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.game.as_ptr() == other.game.as_ptr() && self.id == other.id
    }

    fn __hash__(&self) -> u64 {
        (self.game.as_ptr() as u64) ^ u64::from(self.id.number()).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        match self.read(py, |node| (node.ply(), node.san())) {
            Ok((0, _)) => "<Node: start>".to_owned(),
            Ok((ply, san)) => {
                format!("<Node: {}{} {san}>", ply.div_ceil(2), if ply % 2 == 1 { "." } else { "..." })
            }
            Err(_) => "<Node: removed>".to_owned(),
        }
    }
}

fn paint(letter: char) -> PyResult<Paint> {
    let message =
        || PyValueError::new_err(format!("{letter:?} is not a colour: expected one of G, R, Y, B, O"));
    Paint::from_letter(letter).ok_or_else(message)
}
