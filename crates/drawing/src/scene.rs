//! What a picture shows.

use pinsight_rules::{Bitboard, Board, Color, Move, Piece, Position, Role, Square, VALUES};
use pinsight_tactics::{Line, Pin, standing_pins};

use crate::captured::Captured;
use crate::mark::{Arrow, Circle, Label};

/// What a picture shows: a board, from which side, with which marks.
///
/// ```
/// use pinsight_drawing::{Picture, Scene};
/// use pinsight_rules::Position;
/// let position: Position = "7k/6q1/8/8/8/8/1B6/1K6 b - - 1 1".parse()?;
/// let scene = Scene::new(&position).with_pins(&position);
/// let svg = Picture::default().svg(&scene);
/// assert!(svg.contains("The bishop on b2 is pinning the queen on g7 to the king on h8."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// The pieces.
    pub board: Board,
    /// Whose turn it is, for the description.
    pub turn: Option<Color>,
    /// What the picture is called, for those who cannot see it; else whose turn it is.
    pub title: Option<String>,
    /// Whether black's side is below.
    pub flip: bool,
    /// Whether files and ranks are named.
    pub coordinates: bool,
    /// The pieces that are gone, shown above and below the board with the material balance.
    pub captured: Option<Captured>,
    /// Where the last move began and ended.
    pub last_move: Option<(Square, Square)>,
    /// The king in check.
    pub check: Option<Square>,
    /// The chosen piece.
    pub selected: Option<Square>,
    /// Where the chosen piece may go.
    pub targets: Bitboard,
    /// Pins: an arrow from the attacker through the pinned piece to the shielded one.
    pub pins: Vec<Line>,
    /// Arrows.
    pub arrows: Vec<Arrow>,
    /// Circles.
    pub circles: Vec<Circle>,
    /// Labels.
    pub labels: Vec<Label>,
}

impl Scene {
    /// A position, with its check marked.
    pub fn new(position: &Position) -> Self {
        Self {
            turn: Some(position.turn()),
            check: position.in_check().then(|| position.king(position.turn())),
            ..Self::of_board(position.board())
        }
    }

    /// A board without anything else.
    pub fn of_board(board: &Board) -> Self {
        Self {
            board: *board,
            turn: None,
            title: None,
            flip: false,
            coordinates: true,
            captured: None,
            last_move: None,
            check: None,
            selected: None,
            targets: Bitboard::EMPTY,
            pins: Vec::new(),
            arrows: Vec::new(),
            circles: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// With the pins that stand in the position, as seen with the usual values.
    pub fn with_pins(mut self, position: &Position) -> Self {
        self.pins = standing_pins(position).iter().map(Pin::line).collect();
        self
    }

    /// With the move that led here.
    pub fn with_last_move(mut self, mv: Move) -> Self {
        self.last_move = Some((mv.from(), mv.to()));
        self
    }

    /// With the squares to which the piece on this square may go.
    pub fn with_moves_from(mut self, position: &Position, square: Square) -> Self {
        self.selected = Some(square);
        self.targets = position.legal_moves_from(square).into_iter().map(Move::to).collect();
        self
    }

    /// With the pieces that were on the board at the start and no longer are.
    pub fn with_captured(mut self, start: &Board) -> Self {
        self.captured = Some(Captured::since(start, &self.board));
        self
    }

    /// By how many pawns this side is ahead.
    pub fn balance(&self, color: Color) -> i32 {
        let value = |color| -> i32 {
            let roles = Role::ALL.into_iter().filter(|&role| role != Role::King);
            roles.map(|role| VALUES[role] * self.count(Piece::new(color, role))).sum()
        };
        value(color) - value(!color)
    }

    fn count(&self, piece: Piece) -> i32 {
        i32::try_from(self.board.by_piece(piece).len()).unwrap_or(i32::MAX)
    }

    /// What the picture is called.
    pub fn title(&self) -> String {
        match (&self.title, self.turn) {
            (Some(title), _) => title.clone(),
            (None, Some(Color::White)) => "Chess position, white to move".to_owned(),
            (None, Some(Color::Black)) => "Chess position, black to move".to_owned(),
            (None, None) => "Chess position".to_owned(),
        }
    }

    /// What the picture shows, in words.
    pub fn description(&self) -> String {
        let mut sentences: Vec<String> = Color::ALL
            .into_iter()
            .filter_map(|color| {
                let pieces = Role::ALL.into_iter().rev().map(|role| Piece { color, role });
                let view: Vec<String> = pieces.filter_map(|piece| self.squares_of(piece)).collect();
                let side = if color == Color::White { "White" } else { "Black" };
                (!view.is_empty()).then(|| format!("{side}: {}.", view.join(", ")))
            })
            .collect();
        if let Some((from, to)) = self.last_move {
            sentences.push(format!("Last move from {from} to {to}."));
        }
        if let Some(king) = self.check {
            sentences.push(format!("The king on {king} is in check."));
        }
        sentences.extend(self.pins.iter().map(ToString::to_string));
        sentences.join(" ")
    }

    /// `knights b1 g1`.
    fn squares_of(&self, piece: Piece) -> Option<String> {
        let squares = self.board.by_piece(piece);
        let plural = if squares.more_than_one() { "s" } else { "" };
        let names: String = squares.into_iter().map(|square| format!(" {square}")).collect();
        squares.any().then(|| format!("{}{plural}{names}", piece.role))
    }
}
