//! Reviews of games.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use pinsight_coach::{Budget, Coach};
use pinsight_players::{EngineConfig, Stop};
use pinsight_rules::Ply;
use pinsight_wire::GameReview;
use pyo3::prelude::*;

use crate::error::refused;
use crate::game::Game;
use crate::interrupt::interruptible;
use crate::json::dataclass;

/// Reviews a game; calls `progress` with the steps done and their total.
#[pyfunction]
#[pyo3(name = "_review", signature = (game, nodes, engine, threads, progress))]
pub(crate) fn review_json<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    nodes: Option<u64>,
    engine: Option<String>,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game.borrow().0.clone();
    let name = engine.clone().unwrap_or_else(|| "built-in search".to_owned());
    let threads = match threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let budget = nodes.map_or_else(Budget::default, Budget::new);
    let coach = Coach::new(engine.map(EngineConfig::new), budget, threads);
    let plies: Vec<Ply> = game.plies().collect();
    let (stop, done, total) = (Stop::new(), AtomicUsize::new(0), 2 * plies.len() + 1);
    let review = match game.start() {
        None => None,
        Some(start) => {
            let step = |steps, _| done.store(steps, Ordering::Relaxed);
            let work = || coach.review_until(&start, &plies, &stop, &step);
            let report = || match &progress {
                Some(progress) => progress.call1((done.load(Ordering::Relaxed), total)).map(drop),
                None => Ok(()),
            };
            let review = interruptible(py, &stop, work, report)?;
            Some(review.ok_or_else(|| refused("the review was stopped"))?)
        }
    };
    dataclass(py, "review", &GameReview::new("", &name, &game, review.as_ref()))
}
