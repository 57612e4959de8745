//! The WebSocket: changes of games, lines of thinking computers, analyses.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use pinsight_players::Stop;
use pinsight_wire::{self as wire, LiveMessage, LiveRequest as Request};
use tokio::sync::mpsc;

use super::app::App;
use super::extract::JSON_BYTES;
use super::routes::explain::read_fen;
use crate::analysis::{Analysis, Task};
use crate::error::ApiError;
use crate::game::{GameId, Listener, Message, message};

/// The maximum number of games that a page listens to.
const MAX_GAMES: usize = 100;
/// The maximum number of lines of an analysis.
const MOST_LINES: usize = 5;
/// The pause between two pings of a page.
const PING: Duration = Duration::from_secs(15);
/// The time after which a page that has sent nothing, not even a pong, is gone.
const PATIENCE: Duration = Duration::from_secs(45);

pub(crate) async fn live(
    State(app): State<App>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|error| ApiError::bad_request(error.body_text()))?;
    let full = || ApiError::busy(format!("the limit of pages ({}) is reached: close one", app.limits.pages));
    let listener = app.games.hub().listen().ok_or_else(full)?;
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

impl Connection {
    async fn serve(mut self) -> Result<(), Gone> {
        let hello = wire::Hello {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            session: self.app.session,
            read_only: self.app.games.store().is_read_only(),
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
                    self.send_frame(Frame::Ping(Bytes::new())).await?;
                }
                message = self.listener.messages.recv() => {
                    let Some(message) = message else {
                        return Err(self.close().await);
                    };
                    self.send(message).await?;
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
                        // The next call answers it and returns `None`.
                        Frame::Close(_) => {}
                        Frame::Ping(_) | Frame::Pong(_) => {}
                    }
                }
            }
        }
    }

    async fn send(&mut self, text: Message) -> Result<(), Gone> {
        self.send_frame(Frame::Text(text)).await
    }

    /// Sends a frame; a page that does not read for too long is gone.
    async fn send_frame(&mut self, frame: Frame) -> Result<(), Gone> {
        let sent = tokio::time::timeout(PATIENCE, self.socket.send(frame)).await;
        sent.map_err(|_| Gone)?.map_err(|_| Gone)
    }

    /// Closes the socket because the server is shutting down.
    async fn close(&mut self) -> Gone {
        let reason = Utf8Bytes::from_static("the server is shutting down");
        let _ = self.send_frame(Frame::Close(Some(CloseFrame { code: close_code::AWAY, reason }))).await;
        Gone
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
        let current = match self.app.games.version(game).await {
            Ok(current) => current,
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
            && self.app.games.version(game).await.is_ok_and(|current| current > version)
        {
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
        tokio::spawn(task.run(self.app.analysts.clone(), Arc::clone(&self.app.players)));
        Ok(())
    }
}

/// Returns a game as a message.
async fn whole(app: &App, game: GameId) -> Result<Message, ApiError> {
    let game = app.games.shape(game).await?;
    Ok(message(&LiveMessage::Game(Box::new(wire::WholeGame { game }))))
}
