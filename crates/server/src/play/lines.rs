//! The best lines of a thinking computer, for the page.

use std::time::{Duration, Instant};

use pinsight_players::{Info, Value};
use pinsight_rules::{Color, EnPassantMode, Position};
use pinsight_wire::{Line, Score, Search};

/// The minimum time between two updates of a page.
pub(crate) const INTERVAL: Duration = Duration::from_millis(200);
/// The maximum length of a line in plies.
const MAX_LENGTH: usize = 16;

/// Collects the output of a search and limits the rate of updates.
#[derive(Debug)]
pub(crate) struct Collector {
    position: Position,
    view: Search,
    last_update: Option<Instant>,
    /// Whether the view has changed since the last update.
    changed: bool,
}

impl Collector {
    pub(crate) fn new(position: Position) -> Self {
        Self { position, view: Search::default(), last_update: None, changed: false }
    }

    /// Adds an output; returns the whole view if an update is due.
    pub(crate) fn add(&mut self, info: &Info) -> Option<&Search> {
        self.view.depth = self.view.depth.max(info.depth);
        self.view.nodes = info.nodes;
        self.view.time = u64::try_from(info.time.as_millis()).unwrap_or(u64::MAX);
        let rank = info.line.max(1) - 1;
        if let Some(score) = info.score
            && info.bound.is_none()
            && !info.pv.is_empty()
            && rank <= self.view.lines.len()
        {
            let line = self.line(score.of(Color::White), info);
            match self.view.lines.get_mut(rank) {
                Some(known) => *known = line,
                None => self.view.lines.push(line),
            }
        }
        self.changed = true;
        self.due()
    }

    /// Returns the view if an update is due. Called without new output, too: a search that has found everything is
    /// silent, and its last output must be sent.
    pub(crate) fn due(&mut self) -> Option<&Search> {
        let due = self.changed && self.last_update.is_none_or(|last| last.elapsed() >= INTERVAL);
        if !due || self.view.lines.is_empty() {
            return None;
        }
        (self.last_update, self.changed) = (Some(Instant::now()), false);
        Some(&self.view)
    }

    /// Returns the current view.
    pub(crate) fn view(&self) -> &Search {
        &self.view
    }

    fn line(&self, value: Value, info: &Info) -> Line {
        let mut position = self.position;
        let (mut san, mut uci, mut fens) = (Vec::new(), Vec::new(), Vec::new());
        for &mv in info.pv.iter().take(MAX_LENGTH) {
            let Ok(next) = position.play(mv) else {
                break;
            };
            san.push(position.san(mv));
            uci.push(position.uci(mv, position.castling_mode()).to_string());
            fens.push(next.fen(EnPassantMode::Fen));
            position = next;
        }
        let score = match value {
            Value::Centipawns(score) => Score::Cp(score),
            Value::MatesIn(moves) => Score::Mate(moves.into()),
            Value::MatedIn(moves) => Score::Mate(-i64::from(moves)),
        };
        Line { score, text: value.to_string(), san, uci, fens }
    }
}
