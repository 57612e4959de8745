//! Games.

mod lazy;
mod node;
mod state;

use pinsight_openings::GameOpening;
use pinsight_pgn::{
    Diagnostic as PgnDiagnostic, Fault, Game as PgnGame, GameResult, NoGame, NodeId, NodeMove, NodeRef,
    RawGame, Step, Verdict, split,
};
use pinsight_rules::{Ply, Position};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};

use crate::board::Board;
use crate::diagnostic::diagnostic_object;
use crate::error::{Place, illegal_move, invalid_fen, pgn_error};
use crate::interrupt::SIGNAL_GAMES;
use crate::json::opening_object;
use crate::moves::{MoveArg, move_list};

use lazy::LazyGame;
use state::State;

pub(crate) use node::Node;

/// Most games are shorter.
const USUAL_PLIES: usize = 128;

/// A game: tags and a tree of moves. `str` gives PGN.
///
/// >>> game = Game()
/// >>> game.tags["White"] = "Anderssen"
/// >>> for san in ["e4", "e5", "f4"]:
/// ...     node = game.play(san)
/// >>> node.nags = [1]
/// >>> print(str(game).splitlines()[-1])
/// 1. e4 e5 2. f4 $1 *
#[pyclass(module = "pinsight")]
#[derive(Clone)]
pub(crate) struct Game(pub(crate) LazyGame);

impl From<PgnGame> for Game {
    fn from(game: PgnGame) -> Self {
        Self(game.into())
    }
}

impl From<&RawGame<'_>> for Game {
    fn from(raw: &RawGame<'_>) -> Self {
        Self(raw.to_buf().into())
    }
}

impl Game {
    /// Returns the start position; an error if it is not legal.
    pub(crate) fn start(&self) -> PyResult<Position> {
        self.0.start().ok_or_else(|| {
            let is_cause = |fault: &&PgnDiagnostic| matches!(fault.fault, Fault::BadStart { .. });
            let place = self.0.diagnostics.iter().find(is_cause).map_or_else(|| self.place(), Place::from);
            place.add_to(invalid_fen("the game has no legal start position"))
        })
    }

    /// The number of the game; 0 means that it was not read.
    pub(crate) fn place(&self) -> Place {
        Place { game: Some(self.0.number()).filter(|&number| number > 0), ..Place::default() }
    }

    /// A word that is not a legal move, where the file has it.
    fn raw_word(&self, node: NodeRef<'_>, word: &str) -> PyErr {
        let ply = node.ply();
        let is_cause = |fault: &&PgnDiagnostic| fault.ply == Some(ply) && fault.found == word;
        let unknown = || Place { ply: Some(u64::from(ply)), ..self.place() };
        let place = self.0.diagnostics.iter().find(is_cause).map_or_else(unknown, Place::from);
        place.add_to(illegal_move(format!("{word} is not a legal move, so no position follows it")))
    }

    /// Returns the board at a node, with the moves that lead to it.
    pub(crate) fn board_at(&self, id: NodeId) -> PyResult<Board> {
        let mut board = Board::new(self.start()?);
        for node in self.0.tree.line(id) {
            match node.played() {
                Some(NodeMove::Move(mv)) => board.play(Some(*mv))?,
                Some(NodeMove::Null) => board.play(None)?,
                Some(NodeMove::Raw(word)) => return Err(self.raw_word(node, word)),
                None => {}
            }
        }
        Ok(board)
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (board=None))]
    fn make(board: Option<&Board>) -> Self {
        match board {
            None => PgnGame::new().into(),
            Some(board) => PgnGame::from_position(board.position).into(),
        }
    }

    /// Return the game that led to a board.
    #[classmethod]
    fn from_board(_class: &Bound<'_, PyType>, board: &Board) -> Self {
        let mut game = PgnGame::from(&board.history());
        if let Some(end) = board.history().end() {
            game.result = end.outcome.into();
        }
        game.into()
    }

    /// Parse the first game of a text; raise `PgnError` if there is none.
    #[classmethod]
    fn parse(_class: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        let first = split(&"text".into(), text.as_bytes()).next().map(|raw| Self::from(&raw));
        first.ok_or_else(|| pgn_error(NoGame))
    }

    /// Parse all games of a text.
    #[classmethod]
    fn parse_all(class: &Bound<'_, PyType>, text: &str) -> PyResult<Vec<Self>> {
        let (py, name) = (class.py(), "text".into());
        let mut rest = split(&name, text.as_bytes()).map(|raw| Self::from(&raw));
        let mut games = Vec::new();
        loop {
            let before = games.len();
            py.detach(|| games.extend(rest.by_ref().take(SIGNAL_GAMES)));
            if games.len() == before {
                return Ok(games);
            }
            py.check_signals()?;
        }
    }

    /// The tags.
    #[getter]
    fn tags(this: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        this.py().import("pinsight._tags")?.getattr("Tags")?.call1((this,))
    }

    /// The tags, by the name that python-chess uses.
    #[getter]
    fn headers(this: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        Self::tags(this)
    }

    fn _tag(&self, name: &str) -> Option<&str> {
        self.0.tags.get(name)
    }

    fn _set_tag(&mut self, name: &str, value: &str) {
        self.0.tags.set(name, value);
    }

    fn _remove_tag(&mut self, name: &str) -> bool {
        self.0.tags.remove(name).is_some()
    }

    fn _tag_names(&self) -> Vec<&str> {
        self.0.tags.iter().map(|(name, _)| name).collect()
    }

    /// The root of the tree.
    #[getter]
    fn tree(this: Py<Self>) -> Node {
        Node::new(this, NodeId::ROOT)
    }

    /// ``"1-0"``, ``"0-1"``, ``"1/2-1/2"`` or ``"*"``.
    #[getter]
    fn result(&self) -> &'static str {
        self.0.result.token()
    }

    #[setter]
    fn set_result(&mut self, token: &str) -> PyResult<()> {
        self.0.result = GameResult::from_ascii(token.as_bytes()).ok_or_else(|| {
            PyValueError::new_err(format!("{token:?} is not a result: expected 1-0, 0-1, 1/2-1/2 or *"))
        })?;
        Ok(())
    }

    /// The number of the game in its file, from 1.
    #[getter]
    fn number(&self) -> u64 {
        self.0.number()
    }

    /// What was wrong with the text of the game.
    #[getter]
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.0.diagnostics.iter().map(|fault| diagnostic_object(py, fault)).collect()
    }

    /// Whether a part of the game could not be replayed.
    #[getter]
    fn is_broken(&self) -> bool {
        self.0.verdict() == Verdict::Broken
    }

    /// Return the start position.
    fn board(&self) -> PyResult<Board> {
        self.start().map(Board::new)
    }

    /// Return the last node of the mainline.
    fn end(this: Py<Self>, py: Python<'_>) -> Node {
        let last = this.borrow(py).0.last();
        Node::new(this, last)
    }

    /// Return the nodes of the mainline, without the root.
    fn mainline(this: Py<Self>, py: Python<'_>) -> Vec<Node> {
        let ids: Vec<NodeId> = this.borrow(py).0.tree.mainline().map(|node| node.id()).collect();
        ids.into_iter().map(|id| Node::new(this.clone_ref(py), id)).collect()
    }

    /// Return the moves of the mainline, up to the first that is not legal.
    fn mainline_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (mut mode, mut moves) = (None, Vec::with_capacity(USUAL_PLIES));
        let replayed = self.0.replay_unparsed(|ply| {
            let mode = *mode.get_or_insert_with(|| ply.before.castling_mode());
            moves.push(ply.before.uci(ply.played, mode));
        });
        if !replayed {
            let mode = self.0.start().map(|start| start.castling_mode()).unwrap_or_default();
            moves.extend(self.0.plies().map(|ply| ply.before.uci(ply.played, mode)));
        }
        move_list(py, moves.into_iter())
    }

    /// Return all nodes in the order in which PGN writes them, without the root.
    fn walk(this: Py<Self>, py: Python<'_>) -> Vec<Node> {
        let ids: Vec<NodeId> = {
            let game = this.borrow(py);
            let moves = game.0.tree.walk().filter_map(|step| match step {
                Step::Move(step) => Some(step.node.id()),
                Step::VariationsDone(_) | Step::Open | Step::Close => None,
            });
            moves.collect()
        };
        ids.into_iter().map(|id| Node::new(this.clone_ref(py), id)).collect()
    }

    /// Return the last named opening of the mainline.
    ///
    /// >>> print(Game.parse("1. Nf3 Nc6 2. e4 e5 3. Bb5 *").opening())
    /// C60 Ruy Lopez
    fn opening<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let start = self.start()?;
        let plies: Vec<Ply> = self.0.plies().collect();
        let found = GameOpening::of_plies(&start, &plies).opening;
        found.map(|opening| opening_object(py, opening)).transpose()
    }

    /// Add a move to the end of the mainline and return its node.
    fn play(this: Py<Self>, py: Python<'_>, played: MoveArg<'_>) -> PyResult<Node> {
        let end = Self::end(this, py);
        end.add(py, played)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let tag = |name| self.0.tags.get(name).unwrap_or("?").to_owned();
        let plies = self.0.tree.mainline().count();
        format!("<Game {} - {}, {}, {plies} plies>", tag("White"), tag("Black"), self.0.result)
    }

    /// Whether tags, moves, variations, comments and results are equal.
    fn __eq__(&self, other: &Self) -> bool {
        *self.0 == *other.0
    }

    /// Return a copy.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (State,))> {
        Ok((py.get_type::<Self>().getattr("_restore")?.unbind(), (State::of(&self.0),)))
    }

    #[classmethod]
    fn _restore(_class: &Bound<'_, PyType>, state: State) -> PyResult<Self> {
        state.restore().map(Self)
    }
}
