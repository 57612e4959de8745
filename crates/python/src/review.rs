//! Reviews of games.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use pinsight_coach::{Budget, Coach, GameReview as Reviewed};
use pinsight_players::{EngineConfig, Stop};
use pinsight_rules::{Ply, Position};
use pinsight_wire::GameReview;
use pyo3::prelude::*;

use crate::engine::program_text;
use crate::error::refused;
use crate::game::Game;
use crate::interrupt::interruptible;
use crate::json::dataclass;
use crate::progress::Progress;

/// Judge every move of a game, and say what decided it.
///
/// `nodes` is the budget for each position; `engine` is a UCI program, by default the built-in search, whose reviews are
/// the same on every machine. `threads` of 0 means all cores. `progress` shows a bar.
///
/// >>> for move in review(Game.parse("1. f3 e5 2. g4 Qh4#"), nodes=2000).moves:
/// ...     if move.judgement:
/// ...         print(move.judgement, move.findings[0])
/// blunder 2.g4?? allows 2...Qh4#.
#[pyfunction]
#[pyo3(signature = (game, *, nodes=None, engine=None, threads=0, progress=false))]
pub(crate) fn review<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    nodes: Option<u64>,
    engine: Option<PathBuf>,
    threads: usize,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game.borrow().0.clone();
    let engine = engine.as_deref().map(program_text).transpose()?;
    let name = engine.clone().unwrap_or_else(|| "built-in search".to_owned());
    let threads = match threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let budget = nodes.map_or_else(Budget::default, Budget::new);
    let coach = Coach::new(engine.map(EngineConfig::new), budget, threads);
    let review = match game.start() {
        Some(start) => Some(run(py, coach, start, game.plies().collect(), progress)?),
        None => None,
    };
    dataclass(py, "review", &GameReview::new("", &name, &game, review.as_ref()))
}

fn run(py: Python<'_>, coach: Coach, start: Position, plies: Vec<Ply>, shown: bool) -> PyResult<Reviewed> {
    let (stop, done) = (Stop::new(), Arc::new(AtomicU64::new(0)));
    let total = 2 * plies.len() as u64 + 1;
    let mut progress = Progress::new(py, shown, "step", Some(total))?;
    let (flag, count) = (stop.clone(), Arc::clone(&done));
    let work = move || {
        coach.review_until(&start, &plies, &flag, &|steps, _| count.store(steps as u64, Ordering::Relaxed))
    };
    let review = interruptible(py, &stop, work, || progress.step(py, done.load(Ordering::Relaxed)))?;
    progress.close(py, total)?;
    review.ok_or_else(|| refused("the review was stopped"))
}
