//! The story of a pin in a game: when it began, when it ended, what it cost.

use pinsight_rules::{Ply, Position, Square, Values};

use super::loss::LossTracker;
use crate::ledger::{MoveDelta, PinChange};
use crate::pin::Pin;

/// One pin from its first position to its last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PinStory {
    /// The pin when it was new, or as it was at the start of the game.
    pub pin: Pin,
    /// The ply that made it; `None` if it existed at the start.
    pub since: Option<usize>,
    /// How it ended; `None` if it exists at the end of the game.
    pub end: Option<PinEnd>,
    /// The number of plies for which it existed.
    pub stood: usize,
    /// What the pinned side lost when the pin ended, if anything.
    ///
    /// There is a loss when the attacker's side captures the pinned or the shielded piece: with the move that ends the
    /// pin, right after the pinned piece left the line, or by recapturing after the pinned piece captured the attacker.
    /// It includes all captures that follow on the same square, and the exchange there if the game ends before they do.
    pub loss: Option<i32>,
}

/// How a pin ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PinEnd {
    /// The ply that ended it.
    pub ply: usize,
    /// The released pin, with its cause.
    pub pin: Pin,
}

/// Collects the stories of a game.
#[derive(Clone, Debug)]
pub(super) struct StoryTracker {
    values: Values,
    stories: Vec<PinStory>,
    /// The stories that have not ended, with the current squares of their pieces.
    open: Vec<([Square; 3], usize)>,
    losses: Vec<LossTracker>,
}

impl StoryTracker {
    /// Starts at a position with the pins `standing`.
    pub(super) fn new(standing: &[Pin], values: Values) -> Self {
        let mut tracker = Self { values, stories: Vec::new(), open: Vec::new(), losses: Vec::new() };
        for pin in standing {
            tracker.begin(*pin, None);
        }
        tracker
    }

    fn begin(&mut self, pin: Pin, since: Option<usize>) {
        self.open.push((pin.squares(), self.stories.len()));
        self.stories.push(PinStory { pin, since, end: None, stood: 0, loss: None });
    }

    /// Applies the next move.
    pub(super) fn step(&mut self, ply: &Ply, change: &PinChange<'_>) {
        self.step_losses(ply);
        for pin in change.released_pins() {
            self.release(ply, &pin);
        }
        let delta = MoveDelta::new(&ply.before, ply.played);
        for pin in change.kept_pins().filter(|pin| pin.shifted) {
            let origins = delta.origins(pin.squares());
            if let Some((squares, _)) = self.open.iter_mut().find(|(squares, _)| *squares == origins) {
                *squares = pin.squares();
            }
        }
        for pin in change.new_pins() {
            self.begin(pin, Some(ply.number));
        }
    }

    fn release(&mut self, ply: &Ply, pin: &Pin) {
        let Some(place) = self.open.iter().position(|(squares, _)| *squares == pin.squares()) else {
            return;
        };
        let (_, index) = self.open.swap_remove(place);
        let story = &mut self.stories[index];
        story.end = Some(PinEnd { ply: ply.number, pin: *pin });
        story.stood = ply.number - story.since.unwrap_or(0);
        self.losses.extend(LossTracker::new(index, ply, pin, &self.values));
    }

    fn step_losses(&mut self, ply: &Ply) {
        let (stories, values) = (&mut self.stories, &self.values);
        self.losses.retain_mut(|tracker| {
            let continues = tracker.step(ply);
            if !continues {
                stories[tracker.story].loss = tracker.loss(ply.before.board(), values);
            }
            continues
        });
    }

    /// Returns the stories by their beginnings. The game ended at `last` after `plies` plies.
    pub(super) fn finish(mut self, plies: usize, last: &Position) -> Vec<PinStory> {
        for story in self.stories.iter_mut().filter(|story| story.end.is_none()) {
            story.stood = plies - story.since.unwrap_or(0);
        }
        for tracker in self.losses {
            self.stories[tracker.story].loss = tracker.loss_at_end(last, &self.values);
        }
        self.stories
    }
}
