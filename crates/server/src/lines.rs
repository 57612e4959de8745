//! What a computer sees while it thinks, for the page.

use std::time::{Duration, Instant};

use pinsight_players::{Info, Value};
use pinsight_rules::{Color, Position};
use pinsight_wire::{Line, Score, Search};

/// How often the page is told at most.
pub(crate) const EVERY: Duration = Duration::from_millis(200);
/// Longer lines are cut.
const LONGEST: usize = 16;

/// Collects what a computer says, and decides when it is worth telling.
#[derive(Debug)]
pub(crate) struct Collector {
    position: Position,
    view: Search,
    told: Option<Instant>,
    /// Whether something was seen since it was told last.
    untold: bool,
}

impl Collector {
    pub(crate) fn new(position: Position) -> Self {
        Self { position, view: Search::default(), told: None, untold: false }
    }

    /// Takes something in; the whole view if it is time to tell it.
    pub(crate) fn take_in(&mut self, info: &Info) -> Option<&Search> {
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
        self.untold = true;
        self.due()
    }

    /// The view if it is time to tell it and it says something new: a computer that has found all there is falls silent,
    /// and its last words have to be told too.
    pub(crate) fn due(&mut self) -> Option<&Search> {
        let due = self.untold && self.told.is_none_or(|told| told.elapsed() >= EVERY);
        if !due || self.view.lines.is_empty() {
            return None;
        }
        (self.told, self.untold) = (Some(Instant::now()), false);
        Some(&self.view)
    }

    /// What was seen last.
    pub(crate) fn view(&self) -> &Search {
        &self.view
    }

    fn line(&self, value: Value, info: &Info) -> Line {
        let mut position = self.position;
        let (mut san, mut uci) = (Vec::new(), Vec::new());
        for &mv in info.pv.iter().take(LONGEST) {
            let Ok(next) = position.play(mv) else {
                break;
            };
            san.push(position.san(mv));
            uci.push(position.uci(mv, position.castling_mode()).to_string());
            position = next;
        }
        let score = match value {
            Value::Centipawns(score) => Score::Cp(score),
            Value::MatesIn(moves) => Score::Mate(moves.into()),
            Value::MatedIn(moves) => Score::Mate(-i64::from(moves)),
        };
        Line { score, text: value.to_string(), san, uci }
    }
}
