//! A position with the moves that led to it.

use std::borrow::Cow;

use pinsight_drawing::{Glyphs, Renderer, Scene, TextBoard};
use pinsight_openings::Opening;
use pinsight_players::Stop;
use pinsight_rules::{
    Bitboard, CastlingMode, CastlingSide, Color, EnPassantMode, End, History, Move as LegalMove, Outcome,
    Piece as RulesPiece, Position, Square, UciMove, Zobrist, attacks, perft,
};
use pinsight_tactics::{PinOptions, motifs_of, motifs_of_line, standing};
use pinsight_wire::{Explanation, Motif, Why};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyType};

use crate::arguments::{ColorArg, RoleArg, SquareArg, square_object, square_set};
use crate::draw::Look;
use crate::error::{Place, illegal_move, refused};
use crate::facts::parse_position;
use crate::interrupt::interruptible;
use crate::json::{dataclass, opening_object};
use crate::legal_moves::LegalMoves;
use crate::moves::{Move, MoveArg, move_object};
use crate::piece::Piece;
use crate::pin::{Pin, wrap};

/// A position and the moves played to reach it.
#[pyclass(module = "pinsight")]
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) position: Position,
    /// The moves played, each with the position before it.
    stack: Vec<(Position, UciMove)>,
    chess960: bool,
}

impl Board {
    pub(crate) fn new(position: Position) -> Self {
        Self { position, stack: Vec::new(), chess960: !position.has_standard_castling() }
    }

    fn mode(&self) -> CastlingMode {
        if self.chess960 { CastlingMode::Chess960 } else { self.position.castling_mode() }
    }

    /// Plays a legal move, or a null move.
    pub(crate) fn play(&mut self, played: Option<LegalMove>) -> PyResult<()> {
        let (uci, next) = match played {
            Some(mv) => (self.position.uci(mv, self.mode()), self.position.play_unchecked(mv)),
            None => {
                let passed = self.position.pass();
                (UciMove::Null, passed.ok_or_else(|| illegal_move("a null move is not possible in check"))?)
            }
        };
        self.stack.push((self.position, uci));
        self.position = next;
        Ok(())
    }

    fn start(&self) -> Position {
        self.stack.first().map_or(self.position, |(before, _)| *before)
    }

    /// Counts the occurrences of the current position, this one included.
    fn repetitions(&self) -> usize {
        let now = Zobrist::of(&self.position);
        let reach = usize::from(self.position.halfmove_clock());
        let earlier = self.stack.iter().rev().take(reach);
        1 + earlier.filter(|(before, _)| Zobrist::of(before) == now).count()
    }

    /// The game as the players need it; null moves begin a new one.
    pub(crate) fn history(&self) -> History {
        let from = self.stack.iter().rposition(|(_, uci)| *uci == UciMove::Null).map_or(0, |null| null + 1);
        let moves = self.stack.get(from..).unwrap_or_default();
        let mut history = History::new(moves.first().map_or(self.position, |(before, _)| *before));
        for (before, uci) in moves {
            // The moves were legal when they were pushed.
            if let Ok(mv) = before.move_from_uci(*uci) {
                let _ = history.play(mv);
            }
        }
        history
    }

    fn right(&self, color: ColorArg, side: CastlingSide) -> bool {
        self.position.castling_right(color.0, side).is_some()
    }

    fn castles(&self, played: &MoveArg<'_>, side: Option<CastlingSide>) -> PyResult<bool> {
        let found = played.legal(&self.position)?.castling_side();
        Ok(found.is_some() && (side.is_none() || found == side))
    }
}

/// Counts the positions after `depth` plies; checks the flag before each subtree of four plies.
fn perft_until(position: &Position, depth: u32, stop: &Stop) -> u64 {
    if depth <= 4 {
        return if stop.is_raised() { 0 } else { perft(position, depth) };
    }
    let moves = position.legal_moves();
    moves.iter().map(|&mv| perft_until(&position.play_unchecked(mv), depth - 1, stop)).sum()
}

fn mode(name: &str) -> PyResult<EnPassantMode> {
    match name {
        "fen" => Ok(EnPassantMode::Fen),
        "xfen" => Ok(EnPassantMode::XFen),
        "legal" => Ok(EnPassantMode::Legal),
        _ => Err(PyValueError::new_err(format!("en_passant is {name:?}: expected legal, fen or xfen"))),
    }
}

/// What a board is pickled as: the first position, the moves, and whether castling is written as in Chess960.
type State = (String, Vec<String>, bool);

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (fen=None, *, chess960=false, allow_impossible=false))]
    fn make(fen: Option<&str>, chess960: bool, allow_impossible: bool) -> PyResult<Self> {
        let position = fen.map_or(Ok(Position::default()), |fen| parse_position(fen, allow_impossible))?;
        let board = Self::new(position);
        Ok(Self { chess960: chess960 || board.chess960, ..board })
    }

    #[classmethod]
    fn from_chess960_pos(_class: &Bound<'_, PyType>, number: usize) -> PyResult<Self> {
        let position = Position::chess960(number).ok_or_else(|| {
            PyValueError::new_err(format!("{number} is not a Chess960 position: expected 0 to 959"))
        })?;
        Ok(Self { chess960: true, ..Self::new(position) })
    }

    // Fields of the position.

    #[getter]
    fn turn(&self) -> bool {
        self.position.turn() == Color::White
    }

    #[getter]
    fn fullmove_number(&self) -> u16 {
        self.position.fullmove_number()
    }

    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.position.halfmove_clock()
    }

    #[getter]
    fn chess960(&self) -> bool {
        self.chess960
    }

    #[getter]
    fn ep_square<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.position.en_passant(EnPassantMode::Fen).map(|square| square_object(py, square)).transpose()
    }

    fn ply(&self) -> u32 {
        2 * (u32::from(self.position.fullmove_number()) - 1) + u32::from(self.position.turn() == Color::Black)
    }

    fn has_castling_rights(&self, color: ColorArg) -> bool {
        CastlingSide::ALL.into_iter().any(|side| self.right(color, side))
    }

    fn has_kingside_castling_rights(&self, color: ColorArg) -> bool {
        self.right(color, CastlingSide::KingSide)
    }

    fn has_queenside_castling_rights(&self, color: ColorArg) -> bool {
        self.right(color, CastlingSide::QueenSide)
    }

    fn has_legal_en_passant(&self) -> bool {
        self.position.en_passant(EnPassantMode::Legal).is_some()
    }

    // Text.

    #[pyo3(signature = (*, shredder=false, en_passant="legal"))]
    fn fen(&self, shredder: bool, en_passant: &str) -> PyResult<String> {
        let mode = mode(en_passant)?;
        Ok(if shredder { self.position.shredder_fen(mode) } else { self.position.fen(mode) })
    }

    fn shredder_fen(&self) -> String {
        self.position.shredder_fen(EnPassantMode::Legal)
    }

    #[pyo3(signature = (*, en_passant="legal"))]
    fn epd(&self, en_passant: &str) -> PyResult<String> {
        let fen = self.fen(false, en_passant)?;
        Ok(fen.splitn(5, ' ').take(4).collect::<Vec<_>>().join(" "))
    }

    fn board_fen(&self) -> String {
        let fen = self.position.to_string();
        fen.split(' ').next().unwrap_or_default().to_owned()
    }

    #[pyo3(signature = (*, figurines=false))]
    fn text(&self, figurines: bool) -> String {
        let glyphs = if figurines { Glyphs::Figurines } else { Glyphs::default() };
        TextBoard { glyphs, ..TextBoard::default() }.draw(self.position.board())
    }

    fn __str__(&self) -> String {
        let board = self.position.board();
        let rank = |rank: usize| {
            let squares = (0..8).filter_map(|file| Square::from_index(8 * (7 - rank) + file));
            let letters =
                squares.map(|square| board.piece_at(square).map_or('.', RulesPiece::letter).to_string());
            letters.collect::<Vec<_>>().join(" ")
        };
        (0..8).map(rank).collect::<Vec<_>>().join("\n")
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.position.fen(EnPassantMode::Legal))
    }

    // Moves.

    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves::new(self.position, self.mode())
    }

    #[getter]
    fn move_stack<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, Move>>> {
        self.stack.iter().map(|(_, uci)| move_object(py, *uci)).collect()
    }

    fn push(&mut self, played: MoveArg<'_>) -> PyResult<()> {
        let pushed = played.resolve(&self.position).and_then(|played| self.play(played));
        pushed.map_err(|error| Place::ply(self.stack.len() + 1).add_to(error))
    }

    fn push_san<'py>(&mut self, py: Python<'py>, san: &str) -> PyResult<Bound<'py, Move>> {
        self.push(MoveArg::Text(san))?;
        self.peek(py)
    }

    fn push_uci<'py>(&mut self, py: Python<'py>, uci: &str) -> PyResult<Bound<'py, Move>> {
        self.push(MoveArg::Move(uci.parse().map_err(illegal_move)?))?;
        self.peek(py)
    }

    fn pop<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, Move>> {
        let (before, uci) =
            self.stack.pop().ok_or_else(|| PyIndexError::new_err("pop from a board without moves"))?;
        self.position = before;
        move_object(py, uci)
    }

    fn peek<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Move>> {
        let last = self.stack.last().ok_or_else(|| PyIndexError::new_err("peek at a board without moves"))?;
        move_object(py, last.1)
    }

    fn parse_move<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, Move>> {
        match MoveArg::Text(text).resolve(&self.position)? {
            Some(mv) => move_object(py, self.position.uci(mv, self.mode())),
            None => move_object(py, UciMove::Null),
        }
    }

    fn parse_san<'py>(&self, py: Python<'py>, san: &str) -> PyResult<Bound<'py, Move>> {
        self.parse_move(py, san)
    }

    fn parse_uci<'py>(&self, py: Python<'py>, uci: &str) -> PyResult<Bound<'py, Move>> {
        let uci: UciMove = uci.parse().map_err(illegal_move)?;
        match MoveArg::Move(uci).resolve(&self.position)? {
            Some(mv) => move_object(py, self.position.uci(mv, self.mode())),
            None => move_object(py, UciMove::Null),
        }
    }

    fn san(&self, played: MoveArg<'_>) -> PyResult<String> {
        self.san_of(&played)
    }

    fn lan(&self, played: MoveArg<'_>) -> PyResult<String> {
        Ok(played.resolve(&self.position)?.map_or_else(|| "--".to_owned(), |mv| self.position.lan(mv)))
    }

    fn uci(&self, played: MoveArg<'_>) -> PyResult<String> {
        let found = played.resolve(&self.position)?;
        Ok(found.map_or(UciMove::Null, |mv| self.position.uci(mv, self.mode())).to_string())
    }

    fn variation_san(&self, moves: Vec<Bound<'_, PyAny>>) -> PyResult<String> {
        let mut board = self.clone();
        let mut words = Vec::new();
        for (index, played) in moves.iter().enumerate() {
            let played: MoveArg<'_> = played.extract()?;
            let number = board.position.fullmove_number();
            let at_move = |error| Place::ply(index + 1).add_to(error);
            let san = board.san_of(&played).map_err(at_move)?;
            words.push(match board.position.turn() {
                Color::White => format!("{number}. {san}"),
                Color::Black if words.is_empty() => format!("{number}... {san}"),
                Color::Black => san,
            });
            board.push(played).map_err(at_move)?;
        }
        Ok(words.join(" "))
    }

    fn is_legal(&self, played: MoveArg<'_>) -> bool {
        played.resolve(&self.position).is_ok_and(|found| found.is_some())
    }

    fn is_capture(&self, played: MoveArg<'_>) -> PyResult<bool> {
        Ok(self.position.is_capture(played.legal(&self.position)?))
    }

    fn is_en_passant(&self, played: MoveArg<'_>) -> PyResult<bool> {
        Ok(played.legal(&self.position)?.is_en_passant())
    }

    fn is_castling(&self, played: MoveArg<'_>) -> PyResult<bool> {
        self.castles(&played, None)
    }

    fn is_kingside_castling(&self, played: MoveArg<'_>) -> PyResult<bool> {
        self.castles(&played, Some(CastlingSide::KingSide))
    }

    fn is_queenside_castling(&self, played: MoveArg<'_>) -> PyResult<bool> {
        self.castles(&played, Some(CastlingSide::QueenSide))
    }

    fn gives_check(&self, played: MoveArg<'_>) -> PyResult<bool> {
        Ok(self.position.gives_check(played.legal(&self.position)?))
    }

    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        if depth > 6 {
            return Err(PyValueError::new_err("the depth is above 6: use `pinsight perft`"));
        }
        let (position, stop) = (self.position, Stop::new());
        interruptible(py, &stop, || perft_until(&position, depth, &stop), || Ok(()))
    }

    // Pieces and attacks.

    fn piece_at(&self, square: SquareArg) -> Option<Piece> {
        self.position.board().piece_at(square.0).map(Piece)
    }

    fn piece_type_at(&self, square: SquareArg) -> Option<u8> {
        self.position.board().role_at(square.0).map(crate::arguments::role_number)
    }

    fn color_at(&self, square: SquareArg) -> Option<bool> {
        self.position.board().color_at(square.0).map(|color| color == Color::White)
    }

    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let map = PyDict::new(py);
        for (square, piece) in self.position.board().pieces() {
            map.set_item(square_object(py, square)?, Piece(piece))?;
        }
        Ok(map)
    }

    fn pieces<'py>(
        &self,
        py: Python<'py>,
        piece_type: RoleArg,
        color: ColorArg,
    ) -> PyResult<Bound<'py, PyFrozenSet>> {
        square_set(py, self.position.board().by_piece(RulesPiece::new(color.0, piece_type.0)))
    }

    fn king<'py>(&self, py: Python<'py>, color: ColorArg) -> PyResult<Bound<'py, PyAny>> {
        square_object(py, self.position.king(color.0))
    }

    fn attacks<'py>(&self, py: Python<'py>, square: SquareArg) -> PyResult<Bound<'py, PyFrozenSet>> {
        square_set(py, self.position.board().attacks_from(square.0))
    }

    fn attackers<'py>(
        &self,
        py: Python<'py>,
        color: ColorArg,
        square: SquareArg,
    ) -> PyResult<Bound<'py, PyFrozenSet>> {
        square_set(py, self.position.attackers(square.0, color.0))
    }

    fn is_attacked_by(&self, color: ColorArg, square: SquareArg) -> bool {
        self.position.is_attacked(square.0, color.0)
    }

    fn checkers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        square_set(py, self.position.checkers())
    }

    fn is_check(&self) -> bool {
        self.position.in_check()
    }

    fn is_pinned(&self, color: ColorArg, square: SquareArg) -> bool {
        self.position.king_pins(color.0).any(|pin| pin.pinned == square.0)
    }

    fn pin<'py>(
        &self,
        py: Python<'py>,
        color: ColorArg,
        square: SquareArg,
    ) -> PyResult<Bound<'py, PyFrozenSet>> {
        let is_pinned = self.is_pinned(color, square);
        let line =
            if is_pinned { attacks::line(self.position.king(color.0), square.0) } else { Bitboard::FULL };
        square_set(py, line)
    }

    // The end of the game.

    fn is_checkmate(&self) -> bool {
        self.position.is_checkmate()
    }

    fn is_stalemate(&self) -> bool {
        self.position.is_stalemate()
    }

    fn is_insufficient_material(&self) -> bool {
        self.position.is_dead()
    }

    #[pyo3(signature = (count=3))]
    fn is_repetition(&self, count: usize) -> bool {
        self.repetitions() >= count
    }

    fn is_fivefold_repetition(&self) -> bool {
        self.repetitions() >= 5
    }

    fn is_seventyfive_moves(&self) -> bool {
        self.position.halfmove_clock() >= 150 && self.position.count_legal_moves() > 0
    }

    fn is_fifty_moves(&self) -> bool {
        self.position.can_claim_fifty_moves() && self.position.count_legal_moves() > 0
    }

    fn can_claim_draw(&self) -> bool {
        self.position.claim_after(self.repetitions()).is_some()
    }

    #[pyo3(signature = (*, claim_draw=false))]
    fn outcome<'py>(&self, py: Python<'py>, claim_draw: bool) -> PyResult<Option<Bound<'py, PyAny>>> {
        let repetitions = self.repetitions();
        let outcome = match self.position.end_after(repetitions) {
            Some(End { outcome: Outcome::Win(color), termination }) => {
                Some((termination.name(), Some(color == Color::White)))
            }
            Some(End { outcome: Outcome::Draw, termination }) => Some((termination.name(), None)),
            None if claim_draw => self.position.claim_after(repetitions).map(|claim| (claim.name(), None)),
            None => None,
        };
        outcome.map(|outcome| py.import("pinsight._facts")?.getattr("Outcome")?.call1(outcome)).transpose()
    }

    #[pyo3(signature = (*, claim_draw=false))]
    fn is_game_over(&self, py: Python<'_>, claim_draw: bool) -> PyResult<bool> {
        Ok(self.outcome(py, claim_draw)?.is_some())
    }

    #[pyo3(signature = (*, claim_draw=false))]
    fn result(&self, py: Python<'_>, claim_draw: bool) -> PyResult<String> {
        match self.outcome(py, claim_draw)? {
            Some(outcome) => outcome.call_method0("result")?.extract(),
            None => Ok("*".to_owned()),
        }
    }

    // Tactics.

    #[pyo3(signature = (*, all=false))]
    fn pins(&self, all: bool) -> Vec<Pin> {
        wrap(standing(&self.position, &PinOptions { all, ..PinOptions::default() }))
    }

    #[pyo3(signature = (*moves))]
    fn motifs<'py>(&self, py: Python<'py>, moves: Vec<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let mut board = self.clone();
        let mut line = Vec::new();
        for (index, played) in moves.iter().enumerate() {
            let mv = played.extract::<MoveArg<'_>>()?.legal(&board.position);
            let mv = mv.map_err(|error| Place::ply(index + 1).add_to(error))?;
            line.push(mv);
            board.play(Some(mv))?;
        }
        let motifs = match line.as_slice() {
            [] => motifs_of(&self.position),
            line => motifs_of_line(&self.position, line).map_err(illegal_move)?,
        };
        dataclass(py, "motifs", &motifs.iter().map(Motif::from).collect::<Vec<_>>())
    }

    fn why<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        let explanation = Explanation::new(&self.position, text.trim()).map_err(illegal_move)?;
        dataclass(py, "why", &Why::from(&explanation))
    }

    fn opening<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = Opening::of(&self.position);
        found.map(|opening| opening_object(py, opening)).transpose()
    }

    // Pictures.

    #[pyo3(signature = (**look))]
    fn svg(&self, look: Option<Bound<'_, PyDict>>) -> PyResult<String> {
        let look = Look::new(look)?;
        Ok(look.renderer()?.svg(&look.scene(&self.position)))
    }

    #[pyo3(signature = (**look))]
    fn png(&self, look: Option<Bound<'_, PyDict>>) -> PyResult<Cow<'static, [u8]>> {
        let look = Look::new(look)?;
        look.renderer()?.png(&look.scene(&self.position)).map(Cow::Owned).map_err(refused)
    }

    fn _repr_svg_(&self) -> String {
        let scene = Scene::new(&self.position).with_pins(&self.position);
        Renderer::default().svg(&scene)
    }

    // Objects.

    fn root(&self) -> Self {
        Self { position: self.start(), stack: Vec::new(), chess960: self.chess960 }
    }

    #[pyo3(signature = (*, stack=true))]
    fn copy(&self, stack: bool) -> Self {
        let stack = if stack { self.stack.clone() } else { Vec::new() };
        Self { position: self.position, stack, chess960: self.chess960 }
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn mirror(&self) -> Self {
        Self { position: self.position.flip_colors(), stack: Vec::new(), chess960: self.chess960 }
    }

    fn polyglot_key(&self) -> u64 {
        Zobrist::polyglot(&self.position).0
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.position == other.position
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, State)> {
        let moves = self.stack.iter().map(|(_, uci)| uci.to_string()).collect();
        let make = py.get_type::<Self>().getattr("_restore")?;
        Ok((make.unbind(), (self.start().to_string(), moves, self.chess960)))
    }

    #[classmethod]
    fn _restore(_class: &Bound<'_, PyType>, fen: &str, moves: Vec<String>, chess960: bool) -> PyResult<Self> {
        let mut board = Self { chess960, ..Self::new(parse_position(fen, true)?) };
        for uci in moves {
            board.push(MoveArg::Move(uci.parse().map_err(illegal_move)?))?;
        }
        Ok(board)
    }
}

impl Board {
    fn san_of(&self, played: &MoveArg<'_>) -> PyResult<String> {
        Ok(played.resolve(&self.position)?.map_or_else(|| "--".to_owned(), |mv| self.position.san(mv)))
    }
}
