//! The description of a picture.

use pinsight_rules::{Bitboard, Board, Color, Move, Piece, Position, Role, Square, VALUES, material_balance};
use pinsight_tactics::{Line, Motif, Pin, motifs_of, standing_pins};

use crate::captured::Captured;
use crate::mark::{Arrow, Circle, Label};
use crate::motif;

/// The description of a picture: board, orientation and marks.
///
/// ```
/// use pinsight_drawing::{Renderer, Scene};
/// use pinsight_rules::Position;
/// let position: Position = "7k/6q1/8/8/8/8/1B6/1K6 b - - 1 1".parse()?;
/// let scene = Scene::new(&position).with_pins(&position);
/// let svg = Renderer::default().svg(&scene);
/// assert!(svg.contains("The bishop on b2 is pinning the queen on g7 to the king on h8."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// The pieces.
    pub board: Board,
    /// The side to move, for the default title.
    pub turn: Option<Color>,
    /// The accessible title. Default: the side to move.
    pub title: Option<String>,
    /// Whether Black is at the bottom.
    pub flip: bool,
    /// Whether to draw the names of files and ranks.
    pub coordinates: bool,
    /// The captured pieces, drawn above and below the board with the material balance.
    pub captured: Option<Captured>,
    /// Origin and destination of the last move.
    pub last_move: Option<(Square, Square)>,
    /// The king in check.
    pub check: Option<Square>,
    /// The selected piece.
    pub selected: Option<Square>,
    /// The target squares of the selected piece.
    pub targets: Bitboard,
    /// Pins, drawn as an arrow from the attacker through the pinned piece to the shielded one.
    pub pins: Vec<Line>,
    /// Motifs, for the description; their marks are in `arrows` and `circles`.
    pub motifs: Vec<Motif>,
    /// Arrows.
    pub arrows: Vec<Arrow>,
    /// Circles.
    pub circles: Vec<Circle>,
    /// Labels.
    pub labels: Vec<Label>,
}

impl Scene {
    /// Shows a position; highlights the king if it is in check.
    pub fn new(position: &Position) -> Self {
        Self {
            turn: Some(position.turn()),
            check: position.in_check().then(|| position.king(position.turn())),
            ..Self::from_board(position.board())
        }
    }

    /// Shows a board with coordinates and no marks.
    pub fn from_board(board: &Board) -> Self {
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
            motifs: Vec::new(),
            arrows: Vec::new(),
            circles: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// Adds the pins in the position, using the standard piece values.
    pub fn with_pins(mut self, position: &Position) -> Self {
        self.pins = standing_pins(position).iter().map(Pin::line).collect();
        self
    }

    /// Adds the motifs of the position: pins as lines, the others as arrows and circles.
    pub fn with_motifs(mut self, position: &Position) -> Self {
        self = self.with_pins(position);
        self.motifs = motifs_of(position);
        for motif in &self.motifs {
            for arrow in motif::arrows(motif) {
                if !self.arrows.contains(&arrow) {
                    self.arrows.push(arrow);
                }
            }
            for circle in motif::circles(motif) {
                if !self.circles.contains(&circle) {
                    self.circles.push(circle);
                }
            }
        }
        self
    }

    /// Highlights the last move.
    pub fn with_last_move(mut self, mv: Move) -> Self {
        self.last_move = Some((mv.from(), mv.to()));
        self
    }

    /// Selects the piece on `square` and marks the target squares of its legal moves.
    pub fn with_moves_from(mut self, position: &Position, square: Square) -> Self {
        self.selected = Some(square);
        self.targets = position.legal_moves_from(square).into_iter().map(Move::to).collect();
        self
    }

    /// Adds the pieces captured since `start`.
    pub fn with_captured(mut self, start: &Board) -> Self {
        self.captured = Some(Captured::since(start, &self.board));
        self
    }

    /// Returns the material advantage of `color` in pawns; negative if it is behind.
    pub fn balance(&self, color: Color) -> i32 {
        material_balance(&self.board, color, &VALUES)
    }

    /// Returns the accessible title.
    pub fn title(&self) -> String {
        match (&self.title, self.turn) {
            (Some(title), _) => title.clone(),
            (None, Some(Color::White)) => "Chess position, white to move".to_owned(),
            (None, Some(Color::Black)) => "Chess position, black to move".to_owned(),
            (None, None) => "Chess position".to_owned(),
        }
    }

    /// Returns the accessible description: pieces, last move, check and pins in words.
    pub fn description(&self) -> String {
        let mut sentences: Vec<String> = Color::ALL
            .into_iter()
            .filter_map(|color| {
                let pieces = Role::ALL.into_iter().rev().map(|role| Piece { color, role });
                let lists: Vec<String> = pieces.filter_map(|piece| self.squares_of(piece)).collect();
                let side = if color == Color::White { "White" } else { "Black" };
                (!lists.is_empty()).then(|| format!("{side}: {}.", lists.join(", ")))
            })
            .collect();
        if let Some((from, to)) = self.last_move {
            sentences.push(format!("Last move from {from} to {to}."));
        }
        if let Some(king) = self.check {
            sentences.push(format!("The king on {king} is in check."));
        }
        sentences.extend(self.pins.iter().map(ToString::to_string));
        sentences.extend(self.motifs.iter().map(|motif| format!("{motif}.")));
        sentences.join(" ")
    }

    /// Returns `knights b1 g1`, or `None` if there is no such piece.
    fn squares_of(&self, piece: Piece) -> Option<String> {
        let squares = self.board.by_piece(piece);
        let plural = if squares.more_than_one() { "s" } else { "" };
        let names: String = squares.into_iter().map(|square| format!(" {square}")).collect();
        squares.any().then(|| format!("{}{plural}{names}", piece.role))
    }
}
