//! The WebSocket: changes of games, lines of thinking computers, analyses.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use pinsight_players::{Limit, Stop};
use pinsight_rules::{History, Position};
use pinsight_wire::{self as wire, LiveMessage, LiveRequest as Request, Search};
use tokio::sync::mpsc;

use crate::error::ApiError;
use crate::extract::JSON_BYTES;
use crate::game::GameId;
use crate::hub::{Listener, Message};
use crate::lines::{Collector, INTERVAL};
use crate::routes::explain::read_fen;
use crate::state::{App, MAX_ANALYSES, message};

/// The maximum number of games that a page listens to.
const MAX_GAMES: usize = 100;
/// The maximum number of lines of an analysis.
const MOST_LINES: usize = 5;
/// The pause between two pings of a page.
const PING: Duration = Duration::from_secs(15);
/// The time after which a page that has sent nothing, not even a pong, is gone.
const PATIENCE: Duration = Duration::from_secs(45);
/// How long an analysis waits for an earlier one to stop.
const WAIT_FOR_ANALYST: Duration = Duration::from_secs(2);
/// The longest analysis: a page that was left open does not use a core without end.
const LONGEST_ANALYSIS: Duration = Duration::from_secs(600);

pub(crate) async fn live(
    State(app): State<App>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|error| ApiError::bad_request(error.body_text()))?;
    let listener = app.hub().listen().ok_or_else(|| ApiError::busy("too many pages are open"))?;
    let upgrade = upgrade.max_message_size(JSON_BYTES).max_frame_size(JSON_BYTES);
    Ok(upgrade.on_upgrade(|socket| async move {
        let (notes, heard) = mpsc::channel(16);
        let connection = Connection { app, listener, socket, notes, heard, analysis: None, analyses: 0 };
        // Every error means that the page is gone.
        let _ = connection.serve().await;
    }))
}

/// The page is gone.
struct Gone;

struct Connection {
    app: App,
    listener: Listener,
    socket: WebSocket,
    /// Sends the output of an analysis, with its number.
    notes: mpsc::Sender<(u64, Message)>,
    heard: mpsc::Receiver<(u64, Message)>,
    analysis: Option<Analysis>,
    /// The number of analyses so far; numbers each, so that late output of an earlier one is recognised.
    analyses: u64,
}

/// A running analysis; stopped on drop.
struct Analysis {
    number: u64,
    stop: Stop,
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

impl Connection {
    async fn serve(mut self) -> Result<(), Gone> {
        let hello = wire::Hello {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            session: self.app.session(),
            read_only: self.app.store().is_read_only(),
        };
        self.send(message(&LiveMessage::Hello(hello))).await?;
        let mut heard_from = Instant::now();
        let mut pings = tokio::time::interval(PING);
        loop {
            tokio::select! {
                _ = pings.tick() => {
                    if heard_from.elapsed() > PATIENCE {
                        return Err(Gone);
                    }
                    self.socket.send(Frame::Ping(Bytes::new())).await.map_err(|_| Gone)?;
                }
                message = self.listener.messages.recv() => {
                    self.send(message.ok_or(Gone)?).await?;
                    if self.listener.has_missed() {
                        self.catch_up().await?;
                    }
                }
                note = self.heard.recv() => {
                    let (number, note) = note.ok_or(Gone)?;
                    // Drop late output of an earlier analysis.
                    if self.analysis.as_ref().is_some_and(|analysis| analysis.number == number) {
                        self.send(note).await?;
                    }
                }
                frame = self.socket.recv() => {
                    let frame = frame.ok_or(Gone)?.map_err(|_| Gone)?;
                    heard_from = Instant::now();
                    match frame {
                        Frame::Text(text) => self.take(&text).await?,
                        Frame::Binary(_) => {
                            self.refuse(ApiError::bad_request("expected text, found bytes")).await?;
                        }
                        Frame::Close(_) => return Err(Gone),
                        Frame::Ping(_) | Frame::Pong(_) => {}
                    }
                }
            }
        }
    }

    async fn send(&mut self, text: Message) -> Result<(), Gone> {
        self.socket.send(Frame::Text(text)).await.map_err(|_| Gone)
    }

    async fn refuse(&mut self, error: ApiError) -> Result<(), Gone> {
        self.send(message(&LiveMessage::from(error))).await
    }

    async fn take(&mut self, text: &str) -> Result<(), Gone> {
        let request = serde_json::from_str(text)
            .map_err(|error| ApiError::bad_request(format!("the message cannot be read: {error}")));
        let done = match request {
            Ok(Request::Subscribe { game, version }) => self.subscribe(game, version).await,
            Ok(Request::Unsubscribe { game }) => {
                self.listener.unsubscribe(game);
                Ok(None)
            }
            Ok(Request::Analyse { fen, player, lines }) => self.analyse(fen, player, lines).map(|()| None),
            Ok(Request::Stop {}) => {
                self.analysis = None;
                Ok(None)
            }
            Ok(Request::Ping { game, version }) => self.pong(game.zip(version)).await,
            Err(error) => Err(error),
        };
        match done {
            Ok(Some(answer)) => self.send(answer).await,
            Ok(None) => Ok(()),
            Err(error) => self.refuse(error).await,
        }
    }

    async fn subscribe(&mut self, game: GameId, version: Option<u64>) -> Result<Option<Message>, ApiError> {
        if self.listener.games().len() >= MAX_GAMES {
            return Err(ApiError::too_large(format!("a page listens to at most {MAX_GAMES} games")));
        }
        // Subscribe before reading: a change in between is sent twice, and its version tells.
        self.listener.subscribe(game);
        let current = match self.app.hold(game).await {
            Ok(mut held) => held.game()?.info.version,
            Err(error) => {
                self.listener.unsubscribe(game);
                return Err(error);
            }
        };
        if version == Some(current) {
            let current = LiveMessage::Current(wire::Current { game, version: current });
            return Ok(Some(message(&current)));
        }
        whole(&self.app, game).await.map(Some)
    }

    /// Answers a ping: with the game if the page has an old version of it.
    async fn pong(&mut self, shown: Option<(GameId, u64)>) -> Result<Option<Message>, ApiError> {
        if let Some((game, version)) = shown
            && let Ok(mut held) = self.app.hold(game).await
            && held.game()?.info.version > version
        {
            drop(held);
            return whole(&self.app, game).await.map(Some);
        }
        Ok(Some(message(&LiveMessage::Pong)))
    }

    /// Sends all games again to a page that missed messages.
    async fn catch_up(&mut self) -> Result<(), Gone> {
        for game in self.listener.games() {
            // The game was deleted meanwhile.
            if let Ok(whole) = whole(&self.app, game).await {
                self.send(whole).await?;
            }
        }
        self.send(message(&LiveMessage::Games)).await
    }

    fn analyse(&mut self, fen: String, player: String, lines: Option<usize>) -> Result<(), ApiError> {
        self.analyses += 1;
        let number = self.analyses;
        self.analysis = None;
        let (position, _) = read_fen(&fen)?;
        let lines = lines.unwrap_or(1);
        if !(1..=MOST_LINES).contains(&lines) {
            return Err(ApiError::bad_request(format!("`lines` is {lines}: expected 1 to {MOST_LINES}")));
        }
        if position.count_legal_moves() == 0 {
            return Err(ApiError::conflict("the game is over here: there is nothing to analyse"));
        }
        let stop = Stop::new();
        self.analysis = Some(Analysis { number, stop: stop.clone() });
        let task = Task { fen, position, player, lines, number, stop, notes: self.notes.clone() };
        tokio::spawn(task.run(self.app.clone()));
        Ok(())
    }
}

/// Returns a game as a message.
async fn whole(app: &App, game: GameId) -> Result<Message, ApiError> {
    let game = app.game(game).await?;
    Ok(message(&LiveMessage::Game(Box::new(wire::WholeGame { game }))))
}

fn lock(collector: &Mutex<Collector>) -> MutexGuard<'_, Collector> {
    // A panic cannot leave a view half changed.
    collector.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A requested analysis.
struct Task {
    /// As received, so that the page recognises its request.
    fen: String,
    position: Position,
    player: String,
    lines: usize,
    number: u64,
    stop: Stop,
    notes: mpsc::Sender<(u64, Message)>,
}

impl Task {
    async fn run(self, app: App) {
        let waiting = Arc::clone(app.analysts()).acquire_owned();
        let permit = match tokio::time::timeout(WAIT_FOR_ANALYST, waiting).await {
            Ok(Ok(permit)) => permit,
            // The server is shutting down.
            Ok(Err(_)) => return,
            Err(_) => {
                let refusal = ApiError::busy(format!(
                    "{MAX_ANALYSES} analyses are running, which is the limit: end one in another tab"
                ));
                let _ = self.notes.send((self.number, message(&LiveMessage::from(refusal)))).await;
                return;
            }
        };
        if self.stop.is_raised() {
            return;
        }
        let task = Arc::new(self);
        let collector = Arc::new(Mutex::new(Collector::new(task.position)));
        let mut work = {
            let (task, collector) = (Arc::clone(&task), Arc::clone(&collector));
            tokio::task::spawn_blocking(move || {
                let _permit = permit;
                if let Err(error) = task.work(&app, &collector) {
                    let refusal = message(&LiveMessage::from(error));
                    let _ = task.notes.blocking_send((task.number, refusal));
                }
            })
        };
        let longest = tokio::time::sleep(LONGEST_ANALYSIS);
        tokio::pin!(longest);
        loop {
            tokio::select! {
                () = &mut longest, if !task.stop.is_raised() => task.stop.raise(),
                // A crash of the engine ends only the analysis.
                _ = &mut work => return,
                () = tokio::time::sleep(INTERVAL) => {
                    let note = lock(&collector).due().map(|view| task.note(view.clone(), false));
                    if let Some(note) = note {
                        let _ = task.notes.send((task.number, note)).await;
                    }
                }
            }
        }
    }

    fn work(&self, app: &App, collector: &Mutex<Collector>) -> Result<(), ApiError> {
        let mut analyst = app.players().make_analyst(&self.player, self.lines)?;
        let history = History::new(self.position);
        let chosen = analyst.choose(&history, &Limit::default(), &self.stop, &mut |info| {
            if let Some(view) = lock(collector).add(info) {
                // A slow page may miss a view: the next one is complete.
                let _ = self.notes.try_send((self.number, self.note(view.clone(), false)));
            }
        });
        chosen.map_err(|error| {
            let (name, trouble) =
                (app.players().name(&self.player), app.players().trouble(&self.player, &error));
            ApiError::conflict(format!("{name} cannot go on: {trouble}"))
        })?;
        let last = self.note(lock(collector).view().clone(), true);
        let _ = self.notes.blocking_send((self.number, last));
        Ok(())
    }

    fn note(&self, search: Search, done: bool) -> Message {
        let (fen, player) = (self.fen.clone(), self.player.clone());
        message(&LiveMessage::Analysis(wire::Analysis { fen, player, done, search }))
    }
}
