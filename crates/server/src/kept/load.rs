//! Reads the main lines of kept games from the store.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use pinsight_openings::{GameOpening, Opening, OpeningTracker};
use pinsight_pgn::{GameResult, PlayedMove, RawGame, Replayer, Sink};
use pinsight_rules::{Move, Ply, Position};

use crate::store::{KeptRow, KeptText};

/// Where a kept game is. As text, `game-3` or `import-2-500`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Game(i64),
    Import { import: i64, number: u64 },
}

impl Place {
    /// The order of a search: games before imports, the newest first; the games of an import in its order.
    pub(super) fn order(self) -> impl Ord {
        match self {
            Self::Game(id) => (false, Reverse(id), 0),
            Self::Import { import, number } => (true, Reverse(import), number),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(id) => write!(f, "game-{id}"),
            Self::Import { import, number } => write!(f, "import-{import}-{number}"),
        }
    }
}

/// A text that is not the place of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoPlace;

impl FromStr for Place {
    type Err = NoPlace;

    fn from_str(text: &str) -> Result<Self, NoPlace> {
        let parsed = match *text.split('-').collect::<Vec<_>>() {
            ["game", id] => id.parse().ok().map(Self::Game),
            ["import", import, number] => import
                .parse()
                .ok()
                .zip(number.parse().ok())
                .map(|(import, number)| Self::Import { import, number }),
            _ => None,
        };
        parsed.ok_or(NoPlace)
    }
}

/// The main line of a kept game, up to its first null move.
#[derive(Clone, Debug)]
pub(super) struct KeptGame {
    pub(super) place: Place,
    /// The start, unless it is the usual one.
    start: Option<Box<Position>>,
    pub(super) moves: Box<[Move]>,
    pub(super) result: GameResult,
    /// The ratings of White and Black, as far as they are known.
    pub(super) ratings: [Option<u32>; 2],
    /// The date as in PGN, unless its year is unknown.
    pub(super) date: Option<Box<str>>,
    pub(super) opening: Option<&'static Opening>,
}

impl KeptGame {
    pub(super) fn start(&self) -> Position {
        self.start.as_deref().copied().unwrap_or_default()
    }

    /// Reads a game that was played or edited on the board.
    pub(super) fn of_row(row: &KeptRow) -> Option<Self> {
        let start: Position = row.start_fen.parse().ok()?;
        let mut line = MainLine::new(start);
        for text in &row.moves {
            match line.position.parse_move(text) {
                Ok(mv) => line.play(mv),
                Err(_) => break,
            }
        }
        Some(line.finish(Place::Game(row.id), &row.tags(), result_of(&row.result)))
    }

    /// Reads a game of an import.
    pub(super) fn of_text(replayer: &mut Replayer, text: &KeptText) -> Option<Self> {
        let place = Place::Import { import: text.import, number: text.number };
        let source: Arc<str> = "import".into();
        let raw = RawGame::new(&source, &text.bytes);
        let mut sink = LineSink::default();
        replayer.run(&raw, &mut sink);
        Some(sink.line?.finish(place, &text.tags(), result_of(&text.result)))
    }
}

/// Collects the moves of a game.
struct MainLine {
    start: Position,
    position: Position,
    moves: Vec<Move>,
    opening: OpeningTracker,
}

impl MainLine {
    fn new(start: Position) -> Self {
        Self { start, position: start, moves: Vec::new(), opening: OpeningTracker::new(&start) }
    }

    fn play(&mut self, mv: Move) {
        let ply = Ply::new(self.moves.len() + 1, self.position, mv);
        self.opening.play(&ply);
        self.position = ply.after;
        self.moves.push(mv);
    }

    fn finish(self, place: Place, tags: &HashMap<String, String>, result: GameResult) -> KeptGame {
        let GameOpening { opening, .. } = self.opening.opening();
        let rating = |name| tags.get(name).and_then(|text| text.parse().ok()).filter(|&rating| rating > 0);
        let date = tags.get("Date").filter(|date| !date.starts_with('?'));
        KeptGame {
            place,
            start: (self.start != Position::default()).then(|| Box::new(self.start)),
            moves: self.moves.into_boxed_slice(),
            result,
            ratings: [rating("WhiteElo"), rating("BlackElo")],
            date: date.map(|date| date.as_str().into()),
            opening,
        }
    }
}

/// Follows the main line of a PGN game up to its first null move.
#[derive(Default)]
struct LineSink {
    line: Option<MainLine>,
    is_over: bool,
}

impl Sink for LineSink {
    fn start(&mut self, start: Option<&Position>) {
        self.line = start.map(|start| MainLine::new(*start));
    }

    fn played(&mut self, played: PlayedMove<'_>) {
        if played.depth == 0
            && !self.is_over
            && let Some(line) = &mut self.line
        {
            line.play(played.played);
        }
    }

    fn null_move(&mut self, _: u32, _: &Position, _: &Position, depth: u32) {
        self.is_over |= depth == 0;
    }
}

fn result_of(token: &str) -> GameResult {
    GameResult::from_ascii(token.as_bytes()).unwrap_or_default()
}
