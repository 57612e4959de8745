//! Games.

mod node;

use pinsight_openings::GameOpening;
use pinsight_pgn::{
    Diagnostic as PgnDiagnostic, Fault, Game as PgnGame, GameResult, NodeId, NodeMove, NodeRef, Step,
    Verdict, split,
};
use pinsight_rules::{Ply, Position};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::board::Board;
use crate::diagnostic::Diagnostic;
use crate::error::{Place, illegal_move, invalid_fen, pgn_error};
use crate::interrupt::SIGNAL_GAMES;
use crate::json::opening_object;
use crate::moves::{Move, MoveArg, move_object};

pub(crate) use node::Node;

/// A game: tags and a tree of moves.
#[pyclass(module = "pinsight")]
#[derive(Clone)]
pub(crate) struct Game(pub(crate) PgnGame);

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

/// What a game is pickled as: its PGN, and its tags without those that PGN requires.
type State = (String, Vec<(String, String)>);

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (board=None))]
    fn make(board: Option<&Board>) -> Self {
        match board {
            None => Self(PgnGame::new()),
            Some(board) => Self(PgnGame::from_position(board.position)),
        }
    }

    #[classmethod]
    fn from_board(_class: &Bound<'_, PyType>, board: &Board) -> Self {
        let mut game = PgnGame::from(&board.history());
        if let Some(end) = board.history().end() {
            game.result = end.outcome.into();
        }
        Self(game)
    }

    #[classmethod]
    fn parse(_class: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        text.parse().map(Self).map_err(|error: pinsight_pgn::NoGame| pgn_error(error))
    }

    #[classmethod]
    fn parse_all(class: &Bound<'_, PyType>, text: &str) -> PyResult<Vec<Self>> {
        let (py, name) = (class.py(), "text".into());
        let mut rest = split(&name, text.as_bytes()).map(|raw| Self(PgnGame::read(&raw)));
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

    #[getter]
    fn tags(this: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        this.py().import("pinsight._tags")?.getattr("Tags")?.call1((this,))
    }

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

    #[getter]
    fn tree(this: Py<Self>) -> Node {
        Node::new(this, NodeId::ROOT)
    }

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

    #[getter]
    fn number(&self) -> u64 {
        self.0.number()
    }

    #[getter]
    fn diagnostics(&self) -> Vec<Diagnostic> {
        self.0.diagnostics.iter().cloned().map(Diagnostic).collect()
    }

    #[getter]
    fn is_broken(&self) -> bool {
        self.0.verdict() == Verdict::Broken
    }

    fn board(&self) -> PyResult<Board> {
        self.start().map(Board::new)
    }

    fn end(this: Py<Self>, py: Python<'_>) -> Node {
        let last = this.borrow(py).0.last();
        Node::new(this, last)
    }

    fn mainline(this: Py<Self>, py: Python<'_>) -> Vec<Node> {
        let ids: Vec<NodeId> = this.borrow(py).0.tree.mainline().map(|node| node.id()).collect();
        ids.into_iter().map(|id| Node::new(this.clone_ref(py), id)).collect()
    }

    fn mainline_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, Move>>> {
        let mode = self.0.start().map(|start| start.castling_mode()).unwrap_or_default();
        self.0.plies().map(|ply| move_object(py, ply.before.uci(ply.played, mode))).collect()
    }

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

    fn opening<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let start = self.start()?;
        let plies: Vec<Ply> = self.0.plies().collect();
        let found = GameOpening::of_plies(&start, &plies).opening;
        found.map(|opening| opening_object(py, opening)).transpose()
    }

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

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, State)> {
        let tags = self.0.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Ok((py.get_type::<Self>().getattr("_restore")?.unbind(), (self.0.to_string(), tags)))
    }

    #[classmethod]
    fn _restore(_class: &Bound<'_, PyType>, text: &str, tags: Vec<(String, String)>) -> PyResult<Self> {
        let mut game: PgnGame = text.parse().map_err(|error: pinsight_pgn::NoGame| pgn_error(error))?;
        game.tags = tags.into_iter().collect();
        Ok(Self(game))
    }
}
