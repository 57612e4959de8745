//! The state that all requests share.

use std::path::Path;
use std::sync::Arc;

use pinsight_openings::Book;
use tokio::sync::Semaphore;

use super::page::Page;
use crate::analysis::Analysts;
use crate::clock::now;
use crate::coach::{Questions, Reviews};
use crate::error::ApiError;
use crate::game::{GameId, Games};
use crate::kept::KeptGames;
use crate::limits::Limits;
use crate::play::{Computers, Players};

/// What the server is started with.
#[derive(Debug)]
pub(crate) struct AppOptions {
    pub(crate) limits: Limits,
    /// The folder of the store and of the journals of reviews.
    pub(crate) folder: Arc<Path>,
    pub(crate) page: Page,
    /// The nodes per position of a review; `None` for the default.
    pub(crate) nodes: Option<u64>,
    /// A Polyglot book with its name.
    pub(crate) book: Option<Arc<(String, Book)>>,
}

/// The server's state. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub(crate) games: Games,
    pub(crate) players: Arc<Players>,
    pub(crate) computers: Computers,
    pub(crate) analysts: Analysts,
    pub(crate) reviews: Reviews,
    pub(crate) questions: Questions,
    pub(crate) kept: KeptGames,
    pub(crate) limits: Limits,
    /// The folder of the store, for temporary files.
    pub(crate) folder: Arc<Path>,
    /// Limits the pictures that are drawn at once.
    pub(crate) pictures: Arc<Semaphore>,
    pub(crate) page: Arc<Page>,
    /// A number that differs between two starts of the server.
    pub(crate) session: u64,
    /// Held while a game of an import is opened.
    pub(crate) opening: Arc<tokio::sync::Mutex<()>>,
    /// Limits the imports that are read at once.
    pub(crate) importers: Arc<Semaphore>,
    /// Held while an import is written.
    pub(crate) importing: Arc<tokio::sync::Mutex<()>>,
}

impl App {
    pub(crate) fn new(games: Games, players: Arc<Players>, options: AppOptions) -> Self {
        let AppOptions { limits, folder, page, nodes, book } = options;
        Self {
            computers: Computers::new(games.clone(), Arc::clone(&players), limits.idle_computers),
            reviews: Reviews::new(
                games.clone(),
                Arc::clone(&players),
                nodes,
                folder.to_path_buf(),
                limits.reviews,
            ),
            questions: Questions::new(games.clone(), nodes),
            kept: KeptGames::new(games.store().clone(), book),
            games,
            players,
            analysts: Analysts::new(limits.analyses),
            limits,
            folder,
            pictures: Arc::new(Semaphore::new(limits.pictures)),
            page: Arc::new(page),
            session: now().unsigned_abs(),
            opening: Arc::default(),
            importers: Arc::new(Semaphore::new(limits.imports)),
            importing: Arc::default(),
        }
    }

    /// Stops computers and analyses, and closes the sockets, for shutdown.
    pub(crate) fn shut_down(&self) {
        self.players.close();
        self.games.runners().stop_all();
        self.analysts.close();
        self.reviews.stop_all();
        self.games.hub().close();
    }

    /// Returns an error if a game, which has no number yet if it is new, would be one running game too many.
    pub(crate) fn may_run(&self, id: Option<GameId>, running: bool) -> Result<(), ApiError> {
        let (runners, limit) = (self.games.runners(), self.limits.running_games);
        if running && runners.len() >= limit && !id.is_some_and(|id| runners.contains(id)) {
            return Err(ApiError::busy(format!(
                "the limit of running games with a computer ({limit}) is reached: pause or end one"
            )));
        }
        Ok(())
    }

    /// Returns the state of the server in the text format of Prometheus.
    pub(crate) fn metrics(&self) -> String {
        let uptime = now().saturating_sub(i64::try_from(self.session).unwrap_or_default()) / 1000;
        let values = [
            ("pages", "Open pages.", self.games.hub().len() as i64),
            ("games_in_memory", "Games in memory.", self.games.len() as i64),
            ("games_running", "Games with a task for computer players.", self.games.runners().len() as i64),
            ("analyses", "Running analyses.", self.analysts.running() as i64),
            ("reviews", "Reviews that wait or run.", self.reviews.len() as i64),
            ("uptime_seconds", "Seconds since the start.", uptime),
        ];
        let line = |(name, help, value): (&str, &str, i64)| {
            format!("# HELP pinsight_{name} {help}\n# TYPE pinsight_{name} gauge\npinsight_{name} {value}\n")
        };
        values.into_iter().map(line).collect()
    }
}
