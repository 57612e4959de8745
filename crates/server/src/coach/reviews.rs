//! Reviews of whole games in the background, one at a time. A requested review survives the end of the server: it continues
//! after the next start with the answers of its journal.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pinsight_coach::{Budget, Coach};
use pinsight_players::Stop;
use pinsight_wire::{CoachReview, LiveMessage, ReviewState, ReviewStatus};
use tokio::sync::Semaphore;

use super::journal::{FileJournal, Journals};
use super::line::MainLine;
use crate::error::ApiError;
use crate::game::{GameId, Games, message};
use crate::play::Players;
use crate::store::{ReviewWrite, Write};

/// The minimum time between two reports of progress.
const INTERVAL: Duration = Duration::from_millis(250);

/// The reviews under way. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Reviews {
    games: Games,
    players: Arc<Players>,
    budget: Budget,
    journals: Journals,
    /// The maximum number of reviews that wait or run.
    limit: usize,
    jobs: Arc<Mutex<HashMap<GameId, Arc<Job>>>>,
    turn: Arc<Semaphore>,
}

/// A review that waits or runs.
#[derive(Debug, Default)]
struct Job {
    stop: Stop,
    progress: Mutex<Progress>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    /// The steps done and their number; none while the review waits.
    steps: Option<(usize, usize)>,
    reported: Option<Instant>,
}

impl Job {
    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records progress. Returns whether a report is due.
    fn advance(&self, done: usize, total: usize) -> bool {
        let mut progress = self.progress();
        // The steps end on several threads, so they may arrive out of order.
        let done = progress.steps.map_or(done, |(before, _)| before.max(done));
        progress.steps = Some((done, total));
        let due = progress.reported.is_none_or(|last| last.elapsed() >= INTERVAL);
        if due {
            progress.reported = Some(Instant::now());
        }
        due
    }

    fn status(&self, game: GameId) -> ReviewStatus {
        let (state, (done, total)) = match self.progress().steps {
            Some(steps) => (ReviewState::Running, steps),
            None => (ReviewState::Queued, (0, 0)),
        };
        ReviewStatus { game, state, done, total, problem: None }
    }
}

impl Reviews {
    /// Judges with `nodes` nodes per position; keeps the journals of reviews under way in `folder`. At most `limit` reviews wait
    /// or run.
    pub(crate) fn new(
        games: Games,
        players: Arc<Players>,
        nodes: Option<u64>,
        folder: PathBuf,
        limit: usize,
    ) -> Self {
        let budget = nodes.map_or_else(Budget::default, Budget::new);
        let (journals, turn) = (Journals { folder }, Arc::new(Semaphore::new(1)));
        Self { games, players, budget, journals, limit, jobs: Arc::default(), turn }
    }

    fn jobs(&self) -> MutexGuard<'_, HashMap<GameId, Arc<Job>>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes a job that has ended, unless another one has taken its place.
    fn forget(&self, game: GameId, job: &Arc<Job>) {
        let mut jobs = self.jobs();
        if jobs.get(&game).is_some_and(|known| Arc::ptr_eq(known, job)) {
            jobs.remove(&game);
        }
    }

    /// Returns the number of reviews that wait or run.
    pub(crate) fn len(&self) -> usize {
        self.jobs().len()
    }

    /// Returns the progress of the review of a game.
    pub(crate) async fn status(&self, game: GameId) -> Result<ReviewStatus, ApiError> {
        if let Some(job) = self.jobs().get(&game) {
            return Ok(job.status(game));
        }
        self.games.view(game, |_| Ok(())).await?;
        let row = self.games.store().review(game).await?;
        let state = match (&row.problem, &row.body) {
            (Some(_), _) => ReviewState::Failed,
            (None, Some(_)) => ReviewState::Done,
            (None, None) => ReviewState::None,
        };
        Ok(ReviewStatus { game, state, done: 0, total: 0, problem: row.problem })
    }

    /// Returns the finished review of a game as JSON.
    pub(crate) async fn body(&self, game: GameId) -> Result<String, ApiError> {
        self.games.view(game, |_| Ok(())).await?;
        let row = self.games.store().review(game).await?;
        row.body.ok_or_else(|| ApiError::not_found(format!("game {game} has no review yet: request one")))
    }

    /// Starts the review of a game, unless it is under way; `player` judges.
    pub(crate) async fn start(&self, game: GameId, player: &str) -> Result<ReviewStatus, ApiError> {
        self.games.writable()?;
        self.players.analyst_config(player)?;
        self.games.view(game, |game| MainLine::of(game).map(|_| ())).await?;
        let job = {
            let mut jobs = self.jobs();
            if let Some(job) = jobs.get(&game) {
                return Ok(job.status(game));
            }
            if jobs.len() >= self.limit {
                return Err(ApiError::busy(format!(
                    "the limit of reviews ({}) is reached: wait for one, or cancel one",
                    self.limit
                )));
            }
            Arc::clone(jobs.entry(game).or_default())
        };
        let request = ReviewWrite::Request { game, player: player.to_owned() };
        if let Err(error) = self.games.store().write(Write::Review(request)).await {
            self.jobs().remove(&game);
            return Err(error.into());
        }
        let status = job.status(game);
        self.publish(&status);
        self.spawn(game, player.to_owned(), job);
        Ok(status)
    }

    /// Starts the reviews that were under way when the server ended.
    pub(crate) async fn resume(&self) -> Result<(), ApiError> {
        let requested = self.games.store().requested_reviews().await?;
        self.journals.keep_only(|id| requested.iter().any(|(game, _)| *game == id));
        for (game, player) in requested {
            let job = Arc::clone(self.jobs().entry(game).or_default());
            self.spawn(game, player, job);
        }
        Ok(())
    }

    /// Cancels the review of a game; an earlier one stays.
    pub(crate) async fn cancel(&self, game: GameId) -> Result<ReviewStatus, ApiError> {
        self.games.writable()?;
        let job = self.jobs().remove(&game);
        if let Some(job) = job {
            job.stop.raise();
            self.games.store().write(Write::Review(ReviewWrite::Cancel { game })).await?;
            self.journals.remove(game);
        }
        let status = self.status(game).await?;
        self.publish(&status);
        Ok(status)
    }

    /// Ends all reviews, for shutdown; they stay requested.
    pub(crate) fn stop_all(&self) {
        for job in self.jobs().values() {
            job.stop.raise();
        }
        self.turn.close();
    }

    fn publish(&self, status: &ReviewStatus) {
        self.games.hub().send(status.game, &message(&LiveMessage::Review(status.clone())));
    }

    /// Publishes the progress of a job, unless it was cancelled: the lock orders this before the report of its end.
    fn report(&self, game: GameId, job: &Arc<Job>) {
        let jobs = self.jobs();
        if jobs.get(&game).is_some_and(|known| Arc::ptr_eq(known, job)) {
            self.publish(&job.status(game));
        }
    }

    fn spawn(&self, game: GameId, player: String, job: Arc<Job>) {
        let reviews = self.clone();
        tokio::spawn(async move {
            let result = reviews.run(game, &player, &job).await;
            // A cancelled review has reported already; at shutdown it stays requested.
            if job.stop.is_raised() {
                return;
            }
            let write = match result {
                Ok(body) => ReviewWrite::Finish { game, body },
                Err(error) => ReviewWrite::Fail { game, problem: error.message },
            };
            let stored = reviews.games.store().write(Write::Review(write)).await;
            reviews.journals.remove(game);
            reviews.forget(game, &job);
            let status = match stored {
                Ok(_) => reviews.status(game).await,
                Err(error) => Err(error.into()),
            };
            // A game that was deleted meanwhile has no listeners.
            if let Ok(status) = status {
                reviews.publish(&status);
            }
        });
    }

    /// Reviews a game and returns the review as JSON. The result means nothing once the job is stopped.
    async fn run(&self, game: GameId, player: &str, job: &Arc<Job>) -> Result<String, ApiError> {
        let _turn = self.turn.acquire().await.map_err(|_| ApiError::shutting_down())?;
        if job.stop.is_raised() {
            return Err(ApiError::shutting_down());
        }
        let config = self.players.analyst_config(player)?;
        let line = self.games.view(game, MainLine::of).await?;
        let engine = self.players.name(player).to_owned();
        let (reviews, job, budget) = (self.clone(), Arc::clone(job), self.budget);
        let made_by = format!("{player} {budget:?}");
        let reviewing = tokio::task::spawn_blocking(move || {
            let mut coach = Coach::new(config, budget, threads());
            if let Some(journal) = FileJournal::open(&reviews.journals, game, &made_by) {
                coach = coach.with_journal(Arc::new(journal));
            }
            let MainLine { start, plies, nodes } = line;
            let review = coach.review_until(&start, &plies, &job.stop, &|done, total| {
                if job.advance(done, total) {
                    reviews.report(game, &job);
                }
            })?;
            Some(CoachReview::new(nodes, &engine, &review))
        });
        let review = reviewing.await.ok().flatten().ok_or_else(ApiError::shutting_down)?;
        Ok(message(&review).to_string())
    }
}

/// The threads of a review: one core stays free for games and requests.
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| (cores.get() - 1).max(1))
}
