//! A position with the moves that led to it.

use std::borrow::Cow;

use pinsight_drawing::{Glyphs, Renderer, Scene, TextBoard};
use pinsight_openings::Opening;
use pinsight_players::Stop;
use pinsight_rules::{
    Bitboard, CastlingMode, CastlingSide, Claim, Color, EnPassantMode, End, History, Move as LegalMove,
    Outcome, Piece as RulesPiece, Position, Square, UciMove, Zobrist, attacks, perft,
};
use pinsight_tactics::{motifs_of, motifs_of_line};
use pinsight_wire::{Explanation, Motif, Why};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyList, PyType};

use crate::arguments::{ColorArg, RoleArg, SquareArg, square_object, square_set};
use crate::claims::{
    Earlier, can_claim_fifty_moves, can_claim_repetition, have_fifty_moves_passed, occurrences,
};
use crate::draw::Look;
use crate::error::{Place, illegal_move, refused};
use crate::interrupt::interruptible;
use crate::json::{dataclass, opening_object};
use crate::legal_moves::LegalMoves;
use crate::moves::{Move, MoveArg, move_list, move_object};
use crate::piece::Piece;
use crate::pin::Pin;
use crate::position::parse_position;

/// A position, and the moves played to reach it.
///
/// Every board is legal, and only legal moves can be played. `allow_impossible` accepts positions that no game can reach
/// but that engines accept, such as one with 28 queens.
///
/// >>> board = Board()
/// >>> board.push("e4")
/// >>> board.push(Move.from_uci("e7e5"))
/// >>> board.pop()
/// Move.from_uci('e7e5')
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

    /// Returns a legal move in UCI. The mode matters for castling only.
    #[inline]
    fn uci_of(&self, mv: LegalMove) -> UciMove {
        let mode = if mv.castling_side().is_some() { self.mode() } else { CastlingMode::Standard };
        self.position.uci(mv, mode)
    }

    /// Plays a legal move, or a null move.
    pub(crate) fn play(&mut self, played: Option<LegalMove>) -> PyResult<()> {
        let (uci, next) = match played {
            Some(mv) => (self.uci_of(mv), self.position.play_unchecked(mv)),
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

    /// The positions before the current one, in order.
    fn earlier(&self) -> impl Earlier<'_> {
        self.stack.iter().map(|(before, _)| before)
    }

    /// Counts the occurrences of the current position, this one included.
    fn repetitions(&self) -> usize {
        occurrences(&self.position, self.earlier())
    }

    /// Returns the draw that the side to move may claim, now or with its next move.
    fn claim(&self) -> Option<Claim> {
        if can_claim_fifty_moves(&self.position) {
            return Some(Claim::FiftyMoves);
        }
        can_claim_repetition(&self.position, self.earlier()).then_some(Claim::ThreefoldRepetition)
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

/// Counts the positions after `depth` plies; checks the flag before each subtree of three plies.
fn perft_until(position: &Position, depth: u32, stop: &Stop) -> u64 {
    if depth <= 3 {
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

    /// Return a start position of Chess960, from 0 to 959.
    #[classmethod]
    fn from_chess960_pos(_class: &Bound<'_, PyType>, number: usize) -> PyResult<Self> {
        let position = Position::chess960(number).ok_or_else(|| {
            PyValueError::new_err(format!("{number} is not a Chess960 position: expected 0 to 959"))
        })?;
        Ok(Self { chess960: true, ..Self::new(position) })
    }

    // Fields of the position.

    /// The side to move: `WHITE` or `BLACK`.
    #[getter]
    fn turn(&self) -> bool {
        self.position.turn() == Color::White
    }

    /// The number of the move, from 1.
    #[getter]
    fn fullmove_number(&self) -> u16 {
        self.position.fullmove_number()
    }

    /// The number of plies since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.position.halfmove_clock()
    }

    /// Whether castling is written as in Chess960: ``e1h1``.
    #[getter]
    fn chess960(&self) -> bool {
        self.chess960
    }

    /// The square that the last move, a double step of a pawn, passed.
    #[getter]
    fn ep_square<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.position.en_passant(EnPassantMode::Fen).map(|square| square_object(py, square)).transpose()
    }

    /// Return the number of plies since the start of the game, by the counters of the FEN.
    fn ply(&self) -> u32 {
        2 * (u32::from(self.position.fullmove_number()) - 1) + u32::from(self.position.turn() == Color::Black)
    }

    /// Whether a side may still castle, now or later.
    fn has_castling_rights(&self, color: ColorArg) -> bool {
        CastlingSide::ALL.into_iter().any(|side| self.right(color, side))
    }

    /// Whether a side may still castle on the king's side.
    fn has_kingside_castling_rights(&self, color: ColorArg) -> bool {
        self.right(color, CastlingSide::KingSide)
    }

    /// Whether a side may still castle on the queen's side.
    fn has_queenside_castling_rights(&self, color: ColorArg) -> bool {
        self.right(color, CastlingSide::QueenSide)
    }

    /// Whether capturing in passing is legal now.
    fn has_legal_en_passant(&self) -> bool {
        self.position.en_passant(EnPassantMode::Legal).is_some()
    }

    // Text.

    /// Return the FEN. The en passant square is written if the capture is legal, or by another rule.
    #[pyo3(signature = (*, shredder=false, en_passant="legal"))]
    fn fen(&self, shredder: bool, en_passant: &str) -> PyResult<String> {
        let mode = mode(en_passant)?;
        Ok(if shredder { self.position.shredder_fen(mode) } else { self.position.fen(mode) })
    }

    /// Return the FEN with castling rights as the files of the rooks.
    fn shredder_fen(&self) -> String {
        self.position.shredder_fen(EnPassantMode::Legal)
    }

    /// Return the first four fields of the FEN.
    #[pyo3(signature = (*, en_passant="legal"))]
    fn epd(&self, en_passant: &str) -> PyResult<String> {
        let fen = self.fen(false, en_passant)?;
        Ok(fen.splitn(5, ' ').take(4).collect::<Vec<_>>().join(" "))
    }

    /// Return the pieces, the first field of the FEN.
    fn board_fen(&self) -> String {
        let fen = self.position.to_string();
        fen.split(' ').next().unwrap_or_default().to_owned()
    }

    /// Return the board with frame and coordinates.
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

    /// The legal moves.
    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves::new(self.position, self.mode())
    }

    /// The moves played, a copy.
    #[getter]
    fn move_stack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        move_list(py, self.stack.iter().map(|(_, uci)| *uci))
    }

    /// Play a move, given as a `Move`, SAN, LAN or UCI; raise `IllegalMove` if it is not legal.
    ///
    /// >>> Board().push("Ke2")
    /// Traceback (most recent call last):
    /// pinsight._errors.IllegalMove: Ke2 is not legal: the king on e1 cannot go to e2: white's own pawn is there
    fn push(&mut self, played: MoveArg<'_>) -> PyResult<()> {
        let pushed = played.resolve(&self.position).and_then(|played| self.play(played));
        pushed.map_err(|error| Place::ply(self.stack.len() + 1).add_to(error))
    }

    /// Play a move in SAN and return it.
    fn push_san<'py>(&mut self, py: Python<'py>, san: &str) -> PyResult<Bound<'py, Move>> {
        self.push(MoveArg::Text(san))?;
        self.peek(py)
    }

    /// Play a move in UCI and return it.
    fn push_uci<'py>(&mut self, py: Python<'py>, uci: &str) -> PyResult<Bound<'py, Move>> {
        self.push(MoveArg::Move(uci.parse().map_err(illegal_move)?))?;
        self.peek(py)
    }

    /// Take back the last move and return it.
    fn pop<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, Move>> {
        let (before, uci) =
            self.stack.pop().ok_or_else(|| PyIndexError::new_err("pop from a board without moves"))?;
        self.position = before;
        move_object(py, uci)
    }

    /// Return the last move.
    fn peek<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Move>> {
        let last = self.stack.last().ok_or_else(|| PyIndexError::new_err("peek at a board without moves"))?;
        move_object(py, last.1)
    }

    /// Return the legal move that a text in SAN, LAN or UCI means.
    fn parse_move<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, Move>> {
        match MoveArg::Text(text).resolve(&self.position)? {
            Some(mv) => move_object(py, self.position.uci(mv, self.mode())),
            None => move_object(py, UciMove::Null),
        }
    }

    /// Return the legal move that a text in SAN means.
    fn parse_san<'py>(&self, py: Python<'py>, san: &str) -> PyResult<Bound<'py, Move>> {
        self.parse_move(py, san)
    }

    /// Return the legal move that a text in UCI means.
    fn parse_uci<'py>(&self, py: Python<'py>, uci: &str) -> PyResult<Bound<'py, Move>> {
        let uci: UciMove = uci.parse().map_err(illegal_move)?;
        match MoveArg::Move(uci).resolve(&self.position)? {
            Some(mv) => move_object(py, self.position.uci(mv, self.mode())),
            None => move_object(py, UciMove::Null),
        }
    }

    /// Return a legal move in SAN.
    fn san(&self, played: MoveArg<'_>) -> PyResult<String> {
        self.san_of(&played)
    }

    /// Return a legal move in long algebraic notation.
    fn lan(&self, played: MoveArg<'_>) -> PyResult<String> {
        Ok(played.resolve(&self.position)?.map_or_else(|| "--".to_owned(), |mv| self.position.lan(mv)))
    }

    /// Return a legal move in UCI.
    fn uci(&self, played: MoveArg<'_>) -> PyResult<String> {
        let found = played.resolve(&self.position)?;
        Ok(found.map_or(UciMove::Null, |mv| self.position.uci(mv, self.mode())).to_string())
    }

    /// Return a line with move numbers.
    ///
    /// >>> Board().variation_san(["e4", "e5", "Nf3"])
    /// '1. e4 e5 2. Nf3'
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

    /// Whether a move is legal.
    fn is_legal(&self, played: MoveArg<'_>) -> bool {
        played.resolve(&self.position).is_ok_and(|found| found.is_some())
    }

    /// Whether a legal move captures.
    fn is_capture(&self, played: MoveArg<'_>) -> PyResult<bool> {
        Ok(self.position.is_capture(played.legal(&self.position)?))
    }

    /// Whether a legal move captures in passing.
    fn is_en_passant(&self, played: MoveArg<'_>) -> PyResult<bool> {
        Ok(played.legal(&self.position)?.is_en_passant())
    }

    /// Whether a legal move castles.
    fn is_castling(&self, played: MoveArg<'_>) -> PyResult<bool> {
        self.castles(&played, None)
    }

    /// Whether a legal move castles on the king's side.
    fn is_kingside_castling(&self, played: MoveArg<'_>) -> PyResult<bool> {
        self.castles(&played, Some(CastlingSide::KingSide))
    }

    /// Whether a legal move castles on the queen's side.
    fn is_queenside_castling(&self, played: MoveArg<'_>) -> PyResult<bool> {
        self.castles(&played, Some(CastlingSide::QueenSide))
    }

    /// Whether a legal move gives check.
    fn gives_check(&self, played: MoveArg<'_>) -> PyResult<bool> {
        Ok(self.position.gives_check(played.legal(&self.position)?))
    }

    /// Count the positions after `depth` plies, at most 6.
    ///
    /// >>> Board().perft(4)
    /// 197281
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        if depth > 6 {
            return Err(PyValueError::new_err("the depth is above 6: use `pinsight perft`"));
        }
        let (position, stop) = (self.position, Stop::new());
        let flag = stop.clone();
        let count = interruptible(py, &stop, move || perft_until(&position, depth, &flag), || Ok(()))?;
        Ok(count)
    }

    // Pieces and attacks.

    /// Return the piece on a square.
    fn piece_at(&self, square: SquareArg) -> Option<Piece> {
        self.position.board().piece_at(square.0).map(Piece)
    }

    /// Return the number of the kind of piece on a square.
    fn piece_type_at(&self, square: SquareArg) -> Option<u8> {
        self.position.board().role_at(square.0).map(crate::arguments::role_number)
    }

    /// Return the side of the piece on a square.
    fn color_at(&self, square: SquareArg) -> Option<bool> {
        self.position.board().color_at(square.0).map(|color| color == Color::White)
    }

    /// Return all pieces by square.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let map = PyDict::new(py);
        for (square, piece) in self.position.board().pieces() {
            map.set_item(square_object(py, square)?, Piece(piece))?;
        }
        Ok(map)
    }

    /// Return the squares of a side's pieces of one kind.
    fn pieces<'py>(
        &self,
        py: Python<'py>,
        piece_type: RoleArg,
        color: ColorArg,
    ) -> PyResult<Bound<'py, PyFrozenSet>> {
        square_set(py, self.position.board().by_piece(RulesPiece::new(color.0, piece_type.0)))
    }

    /// Return the square of a side's king.
    fn king<'py>(&self, py: Python<'py>, color: ColorArg) -> PyResult<Bound<'py, PyAny>> {
        square_object(py, self.position.king(color.0))
    }

    /// Return the squares that the piece on a square attacks.
    fn attacks<'py>(&self, py: Python<'py>, square: SquareArg) -> PyResult<Bound<'py, PyFrozenSet>> {
        square_set(py, self.position.board().attacks_from(square.0))
    }

    /// Return the squares of a side's pieces that attack a square.
    fn attackers<'py>(
        &self,
        py: Python<'py>,
        color: ColorArg,
        square: SquareArg,
    ) -> PyResult<Bound<'py, PyFrozenSet>> {
        square_set(py, self.position.attackers(square.0, color.0))
    }

    /// Whether a side attacks a square.
    fn is_attacked_by(&self, color: ColorArg, square: SquareArg) -> bool {
        self.position.is_attacked(square.0, color.0)
    }

    /// Return the squares of the pieces that give check.
    fn checkers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        square_set(py, self.position.checkers())
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.position.in_check()
    }

    /// Whether the piece on a square is pinned to its king.
    fn is_pinned(&self, color: ColorArg, square: SquareArg) -> bool {
        self.position.king_pins(color.0).any(|pin| pin.pinned == square.0)
    }

    /// Return the line of an absolute pin, from edge to edge; all squares if the piece is not pinned.
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

    /// Whether the side to move is checkmated.
    fn is_checkmate(&self) -> bool {
        self.position.is_checkmate()
    }

    /// Whether the side to move is stalemated.
    fn is_stalemate(&self) -> bool {
        self.position.is_stalemate()
    }

    /// Whether neither side has the material to give mate.
    fn is_insufficient_material(&self) -> bool {
        self.position.is_dead()
    }

    /// Whether the position has occurred at least `count` times.
    #[pyo3(signature = (count=3))]
    fn is_repetition(&self, count: usize) -> bool {
        self.repetitions() >= count
    }

    /// Whether the position has occurred five times, which ends the game.
    fn is_fivefold_repetition(&self) -> bool {
        self.repetitions() >= 5
    }

    /// Whether 75 moves without capture or pawn move end the game.
    fn is_seventyfive_moves(&self) -> bool {
        self.position.halfmove_clock() >= 150 && self.position.count_legal_moves() > 0
    }

    /// Whether 50 moves without capture or pawn move allow a claim.
    fn is_fifty_moves(&self) -> bool {
        have_fifty_moves_passed(&self.position)
    }

    /// Whether the side to move may claim a draw by 50 moves, now or with its next move.
    fn can_claim_fifty_moves(&self) -> bool {
        can_claim_fifty_moves(&self.position)
    }

    /// Whether the side to move may claim a draw by repetition, now or with its next move.
    fn can_claim_threefold_repetition(&self) -> bool {
        can_claim_repetition(&self.position, self.earlier())
    }

    /// Whether the side to move may claim a draw, now or with its next move.
    fn can_claim_draw(&self) -> bool {
        self.claim().is_some()
    }

    /// Return the end of the game, if it is over.
    ///
    /// >>> board = Board()
    /// >>> for san in ["f3", "e5", "g4", "Qh4#"]:
    /// ...     board.push(san)
    /// >>> board.outcome()
    /// Outcome(termination='checkmate', winner=False)
    #[pyo3(signature = (*, claim_draw=false))]
    fn outcome<'py>(&self, py: Python<'py>, claim_draw: bool) -> PyResult<Option<Bound<'py, PyAny>>> {
        let repetitions = self.repetitions();
        let outcome = match self.position.end_after(repetitions) {
            Some(End { outcome: Outcome::Win(color), termination }) => {
                Some((termination.name(), Some(color == Color::White)))
            }
            Some(End { outcome: Outcome::Draw, termination }) => Some((termination.name(), None)),
            None if claim_draw => self.claim().map(|claim| (claim.name(), None)),
            None => None,
        };
        outcome.map(|outcome| py.import("pinsight._facts")?.getattr("Outcome")?.call1(outcome)).transpose()
    }

    /// Whether the game is over.
    #[pyo3(signature = (*, claim_draw=false))]
    fn is_game_over(&self, py: Python<'_>, claim_draw: bool) -> PyResult<bool> {
        Ok(self.outcome(py, claim_draw)?.is_some())
    }

    /// Return ``"1-0"``, ``"0-1"``, ``"1/2-1/2"`` or ``"*"``.
    #[pyo3(signature = (*, claim_draw=false))]
    fn result(&self, py: Python<'_>, claim_draw: bool) -> PyResult<String> {
        match self.outcome(py, claim_draw)? {
            Some(outcome) => outcome.call_method0("result")?.extract(),
            None => Ok("*".to_owned()),
        }
    }

    // Tactics.

    /// Return the pins of the position; with `all`, skewers and x-rays too.
    #[pyo3(signature = (*, all=false))]
    fn pins(&self, all: bool) -> Vec<Pin> {
        Pin::standing_in(&self.position, all)
    }

    /// Return the tactical motifs of the position, or of a line of moves.
    ///
    /// >>> print(Board("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1").motifs("Nc7+", "Kd7", "Nxa8")[0].kind)
    /// fork
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

    /// Explain why a move is legal or not.
    ///
    /// >>> print(Board("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1").why("Ne2"))
    /// Ne2 is legal: the knight comes from g1
    fn why<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        let explanation = Explanation::new(&self.position, text.trim()).map_err(illegal_move)?;
        dataclass(py, "why", &Why::from(&explanation))
    }

    /// Return the name of the opening with this position, whatever the order of moves.
    fn opening<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = Opening::of(&self.position);
        found.map(|opening| opening_object(py, opening)).transpose()
    }

    // Pictures.

    /// Return a drawing. Arrows and circles are written as ``e2e4`` or ``Re2e4``, with one of G, R, Y, B.
    #[pyo3(signature = (**look))]
    fn svg(&self, look: Option<Bound<'_, PyDict>>) -> PyResult<String> {
        let look = Look::new(look)?;
        Ok(look.renderer()?.svg(&look.scene(&self.position)))
    }

    /// Return a PNG picture; the arguments are those of `svg`.
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

    /// Return the board before the first move.
    fn root(&self) -> Self {
        Self { position: self.start(), stack: Vec::new(), chess960: self.chess960 }
    }

    /// Return a copy, with or without the moves.
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

    /// Return the position with colours swapped and ranks mirrored.
    fn mirror(&self) -> Self {
        Self { position: self.position.flip_colors(), stack: Vec::new(), chess960: self.chess960 }
    }

    /// Return the hash of the position that Polyglot books use.
    fn polyglot_key(&self) -> u64 {
        Zobrist::polyglot(&self.position).0
    }

    /// Whether the positions are equal, whatever moves led to them.
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
