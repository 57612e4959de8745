//! The WebSocket: games as they change, computers as they think, analyses.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use pinsight_players::{Limit, Stop};
use pinsight_rules::{History, Position};
use pinsight_wire::{self as wire, LiveMessage, LiveRequest as Request, Search};
use tokio::sync::mpsc;

use crate::app::JSON_BYTES;
use crate::error::ApiError;
use crate::game::GameId;
use crate::hub::{Listener, Message};
use crate::lines::{Collector, EVERY};
use crate::routes::explain::read_fen;
use crate::state::{App, message};

/// More games than this no page listens to.
const MOST_GAMES: usize = 100;
/// How many lines an analysis may have.
const MOST_LINES: usize = 5;

pub(crate) async fn live(
    State(app): State<App>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|error| ApiError::bad_request(error.body_text()))?;
    let listener = app.hub().listen().ok_or_else(|| ApiError::busy("too many pages are open"))?;
    let upgrade = upgrade.max_message_size(JSON_BYTES).max_frame_size(JSON_BYTES);
    Ok(upgrade.on_upgrade(|socket| async move {
        let (notes, heard) = mpsc::channel(16);
        let connection = Connection { app, listener, socket, notes, heard, analysis: None };
        // Whatever ends it: the page has gone.
        let _ = connection.serve().await;
    }))
}

/// The page has gone, or does not listen any more.
struct Gone;

struct Connection {
    app: App,
    listener: Listener,
    socket: WebSocket,
    /// Where an analysis tells what it sees.
    notes: mpsc::Sender<(u64, Message)>,
    heard: mpsc::Receiver<(u64, Message)>,
    analysis: Option<Analysis>,
}

/// An analysis at work; it ends when this is dropped.
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
        loop {
            tokio::select! {
                told = self.listener.messages.recv() => {
                    let told = told.ok_or(Gone)?;
                    self.send(told).await?;
                    if self.listener.has_missed() {
                        self.catch_up().await?;
                    }
                }
                note = self.heard.recv() => {
                    let (number, note) = note.ok_or(Gone)?;
                    // The last words of an analysis that is over are of no interest.
                    if self.analysis.as_ref().is_some_and(|analysis| analysis.number == number) {
                        self.send(note).await?;
                    }
                }
                frame = self.socket.recv() => {
                    let frame = frame.ok_or(Gone)?.map_err(|_| Gone)?;
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
            Err(error) => Err(error),
        };
        match done {
            Ok(Some(answer)) => self.send(answer).await,
            Ok(None) => Ok(()),
            Err(error) => self.refuse(error).await,
        }
    }

    async fn subscribe(&mut self, game: GameId, version: Option<u64>) -> Result<Option<Message>, ApiError> {
        if self.listener.games().len() >= MOST_GAMES {
            return Err(ApiError::too_large(format!("a page listens to at most {MOST_GAMES} games")));
        }
        // First listen, then look: what changes in between is told, and known by its version.
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

    /// Sends everything anew to a page that could not keep up.
    async fn catch_up(&mut self) -> Result<(), Gone> {
        for game in self.listener.games() {
            // One that is gone by now was told as deleted, or will be missed by nobody.
            if let Ok(whole) = whole(&self.app, game).await {
                self.send(whole).await?;
            }
        }
        self.send(message(&LiveMessage::Games)).await
    }

    fn analyse(&mut self, fen: String, player: String, lines: Option<usize>) -> Result<(), ApiError> {
        let number = self.analysis.as_ref().map_or(0, |analysis| analysis.number + 1);
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

/// A game as a message.
async fn whole(app: &App, game: GameId) -> Result<Message, ApiError> {
    let game = app.game(game).await?;
    Ok(message(&LiveMessage::Game(Box::new(wire::WholeGame { game }))))
}

fn lock(collector: &Mutex<Collector>) -> MutexGuard<'_, Collector> {
    // A view is whole after every line that it took in.
    collector.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An analysis to be made.
struct Task {
    /// As the page wrote it, so that it knows its question again.
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
        let Ok(permit) = Arc::clone(app.analysts()).acquire_owned().await else {
            return;
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
        loop {
            tokio::select! {
                // A crash of the analyst ends the analysis and nothing else.
                _ = &mut work => return,
                () = tokio::time::sleep(EVERY) => {
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
            if let Some(view) = lock(collector).take_in(info) {
                // A page that is behind misses nothing: the next view has it all.
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
