//! Computer players: one task per running game, whether a page is open or not.

use std::sync::Arc;
use std::time::Duration;

use pinsight_pgn::NodeId;
use pinsight_players::{Limit, Player, PlayerError, Stop};
use pinsight_rules::{Color, History, Move};
use pinsight_wire::{LiveMessage, Search, Seat, Thinking};

use crate::error::ApiError;
use crate::extract::IfMatch;
use crate::game::{Game, GameId};
use crate::hub::Message;
use crate::lines::Collector;
use crate::players::limit;
use crate::runners::Runner;
use crate::seat::Play;
use crate::state::{App, By, message};

/// The idle time after which a game's task ends and its engine is stopped.
const IDLE_TIMEOUT: Duration = Duration::from_secs(120);

/// The next step of a game's task.
enum Task {
    /// The game was deleted.
    Leave,
    /// A human is to move, the game is paused, or it is over.
    Wait,
    Think(Box<Problem>),
}

/// A computer's turn.
struct Problem {
    head: NodeId,
    seat: Seat,
    color: Color,
    history: History,
    delay: Duration,
    seed: u64,
}

impl Problem {
    /// Returns the turn at the head; `None` if a human is to move or the game is over.
    fn of(game: &Game) -> Option<Self> {
        let color = game.turn();
        let seat = game.info.play.seat(color);
        if seat.is_human() || game.is_over() {
            return None;
        }
        let delay = if game.info.play.only_computers() { game.info.play.delay } else { 0 };
        Some(Self {
            head: game.info.head,
            seat: seat.clone(),
            color,
            history: game.history(),
            delay: Duration::from_millis(delay),
            seed: game.id.unsigned_abs().wrapping_mul(1_000_003).wrapping_add(game.info.version),
        })
    }

    /// Whether the game still waits for this turn.
    fn is_current(&self, game: &Game) -> bool {
        game.info.head == self.head && *game.info.play.seat(self.color) == self.seat && !game.is_over()
    }
}

/// The players of the last turns of White and Black, to be used again.
#[derive(Default)]
struct LastPlayers {
    white: Option<(Seat, Box<dyn Player>)>,
    black: Option<(Seat, Box<dyn Player>)>,
}

impl LastPlayers {
    fn of(&mut self, color: Color) -> &mut Option<(Seat, Box<dyn Player>)> {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }
}

/// Starts the task of a game.
pub(crate) fn spawn(app: App, id: GameId, runner: Arc<Runner>) {
    tokio::spawn(async move {
        let guard = RemoveOnDrop { app, id, runner };
        guard.app.run(id, &guard.runner).await;
    });
}

impl App {
    /// Plays a game until it is deleted or idle.
    async fn run(&self, id: GameId, runner: &Runner) {
        let mut last_players = LastPlayers::default();
        loop {
            runner.clear_poke();
            match self.task(id).await {
                Task::Leave => return,
                Task::Wait => {
                    let woken = tokio::time::timeout(IDLE_TIMEOUT, runner.wake.notified()).await;
                    if woken.is_err() && self.runners().remove_idle(id, runner) {
                        return;
                    }
                }
                Task::Think(problem) => {
                    if !problem.delay.is_zero() {
                        let poked = tokio::time::timeout(problem.delay, runner.wake.notified()).await.is_ok();
                        if poked {
                            continue;
                        }
                    }
                    let result = self.think(id, runner, &problem, &mut last_players, true).await;
                    if self.settle(id, &problem, result, true).await.is_err() {
                        // Reported as the game's problem, or the store failed: wait for the user.
                        self.send_thinking(id, None, Search::default());
                        runner.wake.notified().await;
                    }
                }
            }
        }
    }

    async fn task(&self, id: GameId) -> Task {
        let Ok(mut held) = self.hold(id).await else {
            return Task::Leave;
        };
        match held.game() {
            Ok(game) if game.info.play.running => {
                Problem::of(game).map_or(Task::Wait, |problem| Task::Think(Box::new(problem)))
            }
            Ok(_) => Task::Wait,
            Err(_) => Task::Leave,
        }
    }

    /// Lets a computer choose a move; `None` if the game changed meanwhile.
    async fn think(
        &self,
        id: GameId,
        runner: &Runner,
        problem: &Problem,
        last_players: &mut LastPlayers,
        while_running: bool,
    ) -> Result<Option<Move>, String> {
        let last_player = last_players.of(problem.color);
        let player = last_player.take().filter(|(seat, _)| *seat == problem.seat).map(|(_, player)| player);
        let Ok(permit) = Arc::clone(&self.runners().permits).acquire_owned().await else {
            return Ok(None);
        };
        let stop = Stop::new();
        *runner.thinking() = Some((problem.color, stop.clone()));
        self.send_thinking(id, Some(problem.color), Search::default());
        let work = {
            let (app, history, stop) = (self.clone(), problem.history.clone(), stop.clone());
            let (color, seat, seed) = (problem.color, problem.seat.clone(), problem.seed);
            tokio::task::spawn_blocking(move || {
                let _permit = permit;
                // Starting an engine may take long.
                let player = match player {
                    Some(player) => player,
                    None => app.players().make(&seat, seed).map_err(|error| error.message)?,
                };
                let (player, choice) = app.choose(id, color, player, &history, &limit(&seat), &stop);
                Ok((player, choice.map_err(|error| app.players().trouble(&seat.player, &error))))
            })
        };
        tokio::pin!(work);
        let mut valid = true;
        let done = loop {
            tokio::select! {
                done = &mut work => break done,
                () = runner.wake.notified(), if valid => {
                    valid = match self.hold(id).await {
                        Ok(mut held) => held.game().is_ok_and(|game| {
                            problem.is_current(game) && (game.info.play.running || !while_running)
                        }),
                        Err(_) => false,
                    };
                    if !valid {
                        stop.raise();
                    }
                }
            }
        };
        *runner.thinking() = None;
        let made: Result<_, String> = done.map_err(|_| "the player has crashed".to_owned())?;
        if !valid {
            *last_player = made.ok().map(|(player, _)| (problem.seat.clone(), player));
            self.send_thinking(id, None, Search::default());
            // The wake-up was consumed above: look at the game again.
            runner.poke();
            return Ok(None);
        }
        let (player, choice) = made?;
        let mv = choice?;
        *last_player = Some((problem.seat.clone(), player));
        Ok(Some(mv))
    }

    /// Runs the player; blocks.
    fn choose(
        &self,
        id: GameId,
        color: Color,
        mut player: Box<dyn Player>,
        history: &History,
        limit: &Limit,
        stop: &Stop,
    ) -> (Box<dyn Player>, Result<Move, PlayerError>) {
        let mut collector = Collector::new(*history.position());
        let choice = player.choose(history, limit, stop, &mut |info| {
            if let Some(view) = collector.add(info)
                && self.hub().has_listeners(id)
            {
                self.send_thinking(id, Some(color), view.clone());
            }
        });
        (player, choice.map(|choice| choice.mv))
    }

    fn send_thinking(&self, id: GameId, color: Option<Color>, search: Search) {
        let thinking = Thinking { game: id, color: color.map(Color::into), search };
        self.hub().send(id, &message(&LiveMessage::Thinking(thinking)));
    }

    /// Plays the chosen move, or stores why there is none. Returns `None` if the game changed meanwhile.
    async fn settle(
        &self,
        id: GameId,
        problem: &Problem,
        result: Result<Option<Move>, String>,
        while_running: bool,
    ) -> Result<Option<Message>, ApiError> {
        let mut held = self.hold(id).await?;
        let mv = match result {
            Ok(None) => return Ok(None),
            Ok(Some(mv)) => mv,
            Err(trouble) => {
                let problem_text =
                    format!("{} cannot move: {trouble}", self.players().name(&problem.seat.player));
                let error = ApiError::conflict(&problem_text);
                self.change_held(&mut held, By::Computer, |game| {
                    let mut play = game.info.play.clone();
                    play.running = false;
                    play.problem = Some(problem_text);
                    Ok(game.set_play(play))
                })
                .await?;
                return Err(error);
            }
        };
        let game = held.game()?;
        if !problem.is_current(game) || (while_running && !game.info.play.running) {
            return Ok(None);
        }
        let change = self.change_held(&mut held, By::Computer, |game| {
            game.reopen();
            let edit = game.play(problem.head, mv, false)?;
            if game.is_over() && game.info.play.only_computers() {
                game.info.play.running = false;
            }
            Ok(edit)
        });
        change.await.map(Some)
    }

    /// Pauses the game and plays one move of the computer to move.
    pub(crate) async fn step(&self, id: GameId) -> Result<Message, ApiError> {
        self.writable()?;
        let running = {
            let mut held = self.hold(id).await?;
            let game = held.game()?;
            if game.is_over() {
                return Err(ApiError::conflict("the game is over"));
            }
            if Problem::of(game).is_none() {
                return Err(ApiError::conflict(format!("a human is to move: {}", game.turn().name())));
            }
            game.info.play.running
        };
        if running {
            self.change(id, IfMatch(None), |game| {
                let play = Play { running: false, ..game.info.play.clone() };
                Ok(game.set_play(play))
            })
            .await?;
        }
        let problem = {
            let mut held = self.hold(id).await?;
            Problem::of(held.game()?).ok_or_else(|| ApiError::conflict("there is no computer to move"))?
        };
        // Register the search: "Move now" and the shutdown of the server stop it.
        let runner =
            self.runners().register(id).ok_or_else(|| ApiError::busy("a computer is thinking already"))?;
        let guard = RemoveOnDrop { app: self.clone(), id, runner };
        let result = self.think(id, &guard.runner, &problem, &mut LastPlayers::default(), false).await;
        drop(guard);
        let message = self.settle(id, &problem, result, false).await?;
        message.ok_or_else(|| ApiError::conflict("the game has changed meanwhile"))
    }

    /// Resumes the games that were running at shutdown.
    pub(crate) async fn resume(&self) -> Result<(), ApiError> {
        for id in self.store().running_games().await? {
            self.poke(id, true);
        }
        Ok(())
    }
}

/// Removes a runner from the table when its task ends, also by a panic.
struct RemoveOnDrop {
    app: App,
    id: GameId,
    runner: Arc<Runner>,
}

impl Drop for RemoveOnDrop {
    fn drop(&mut self) {
        self.app.runners().remove(self.id, &self.runner);
    }
}
