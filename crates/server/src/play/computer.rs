//! Computer players: one task per running game, whether a page is open or not.

use std::sync::Arc;
use std::time::Duration;

use pinsight_pgn::{GameResult, NodeId};
use pinsight_players::{Limit, Player, PlayerError, Search as BuiltInSearch, SearchOptions, Stop};
use pinsight_rules::{Color, History, Move};
use pinsight_wire::{LiveMessage, Search, Seat, Thinking};
use tokio::sync::mpsc;

use super::idle::IdlePlayers;
use super::lines::Collector;
use super::players::{Players, limit};
use crate::error::{ApiError, Code};
use crate::game::{By, Edit, Game, GameId, Games, Message, Play, Runner, RunnerToStart, message};

/// The idle time after which a game's task ends and its engine is stopped.
const IDLE_TIMEOUT: Duration = Duration::from_secs(120);

/// The longest pause before a move against a human.
const PAUSE_FOR_HUMAN: Duration = Duration::from_millis(400);
/// The time on the clock below which a computer makes no pause.
const LITTLE_TIME: Duration = Duration::from_secs(20);
/// The part of the time left that a computer uses for a move: one of so many.
const SHARE_OF_TIME: u32 = 30;

/// The player that judges an offer of a draw.
const BUILT_IN: &str = "search";
/// The number of plies from which on a computer accepts a draw.
const DRAW_FROM: usize = 20;
/// The number of positions that are searched to judge an offer.
const DRAW_NODES: u64 = 20_000;
/// The highest score, in centipawns for the computer, at which it accepts.
const DRAW_SCORE: i32 = 0;

/// The next step of a game's task.
enum Task {
    /// The game was deleted.
    Leave,
    /// A human is to move, or the game is paused.
    Wait,
    /// The rules end the game.
    Over,
    Think(Box<Problem>),
}

/// A computer's turn.
#[derive(Clone)]
struct Problem {
    head: NodeId,
    seat: Seat,
    color: Color,
    history: History,
    delay: Duration,
    limit: Limit,
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
        let left = game.time_left(color);
        let delay = Duration::from_millis(game.info.play.delay);
        // Against a human, a short pause shows that the computer has moved; not if it is short of time.
        let pause =
            if left.is_some_and(|left| left < LITTLE_TIME) { Duration::ZERO } else { PAUSE_FOR_HUMAN };
        let delay = if game.info.play.only_computers() { delay } else { delay.min(pause) };
        let mut limit = limit(seat);
        if let (Some(left), Some(timing)) = (left, game.info.play.timing) {
            let share = left / SHARE_OF_TIME + timing.increment() / 2;
            limit.time = limit.time.map(|time| time.min(share));
        }
        Some(Self {
            head: game.info.head,
            seat: seat.clone(),
            color,
            history: game.history(),
            delay,
            limit,
            seed: game.id.unsigned_abs().wrapping_mul(1_000_003).wrapping_add(game.info.version),
        })
    }

    /// Whether the game still waits for this turn; with `while_running`, only if it is running.
    fn is_current(&self, game: &Game, while_running: bool) -> bool {
        game.info.head == self.head
            && *game.info.play.seat(self.color) == self.seat
            && (game.info.play.running || !while_running)
            && !game.is_over()
    }
}

/// The computer players of all games. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Computers {
    games: Games,
    players: Arc<Players>,
    idle: Arc<IdlePlayers>,
}

impl Computers {
    /// Keeps at most `idle` players between two moves.
    pub(crate) fn new(games: Games, players: Arc<Players>, idle: usize) -> Self {
        Self { games, players, idle: Arc::new(IdlePlayers::new(idle)) }
    }

    /// Starts the runners of games as they begin to run.
    pub(crate) async fn start_runners(self, mut runners: mpsc::UnboundedReceiver<RunnerToStart>) {
        while let Some((id, runner)) = runners.recv().await {
            let computers = self.clone();
            let guard = RemoveOnDrop { computers: self.clone(), id, runner };
            tokio::spawn(async move { computers.run(id, &guard.runner).await });
        }
    }

    /// Plays a game until it is deleted or idle.
    async fn run(&self, id: GameId, runner: &Runner) {
        loop {
            runner.clear_poke();
            match self.task(id).await {
                // Engines and hash tables end with the game; a change of it starts another task. Without the check, one
                // that came meanwhile, as the restoration of a deleted game, would wake a task that ends.
                Task::Leave | Task::Over if self.games.runners().remove_idle(id, runner) => return,
                Task::Leave | Task::Over => {}
                Task::Wait => {
                    let woken = tokio::time::timeout(IDLE_TIMEOUT, runner.wake.notified()).await;
                    if woken.is_err() && self.games.runners().remove_idle(id, runner) {
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
                    let result = self.think(id, runner, &problem, true).await;
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
        let task = self.games.view(id, |game| {
            Ok(match Problem::of(game) {
                _ if game.is_over() => Task::Over,
                Some(problem) if game.info.play.running => Task::Think(Box::new(problem)),
                _ => Task::Wait,
            })
        });
        task.await.unwrap_or(Task::Leave)
    }

    /// Lets a computer choose a move; `None` if the game changed meanwhile.
    async fn think(
        &self,
        id: GameId,
        runner: &Runner,
        problem: &Problem,
        while_running: bool,
    ) -> Result<Option<Move>, String> {
        let Ok(permit) = self.players.permits(&problem.seat.player).acquire_owned().await else {
            return Ok(None);
        };
        let player = self.idle.take(id, problem.color, &problem.seat);
        let stop = Stop::new();
        *runner.thinking() = Some((problem.color, stop.clone()));
        self.send_thinking(id, Some(problem.color), Search::default());
        let work = {
            let (computers, history, stop) = (self.clone(), problem.history.clone(), stop.clone());
            let (color, seat, seed) = (problem.color, problem.seat.clone(), problem.seed);
            let limit = problem.limit.clone();
            tokio::task::spawn_blocking(move || {
                let _permit = permit;
                // Starting an engine may take long.
                let player = match player {
                    Some(player) => player,
                    None => computers.players.make(&seat, seed).map_err(|error| error.message)?,
                };
                let (player, choice) = computers.choose(id, color, player, &history, &limit, &stop);
                Ok((player, choice.map_err(|error| computers.players.trouble(&seat.player, &error))))
            })
        };
        tokio::pin!(work);
        let mut valid = true;
        let done = loop {
            tokio::select! {
                done = &mut work => break done,
                () = runner.wake.notified(), if valid => {
                    valid = self.is_current(id, problem, while_running).await;
                    if !valid {
                        stop.raise();
                    }
                }
            }
        };
        *runner.thinking() = None;
        let made: Result<_, String> = done.map_err(|_| "the player has crashed".to_owned())?;
        if !valid {
            // An engine that failed, as by an illegal answer to `stop`, cannot be used again.
            if let Ok((player, Ok(_))) = made {
                self.idle.put(id, problem.color, problem.seat.clone(), player);
            }
            self.send_thinking(id, None, Search::default());
            // The wake-up was consumed above: look at the game again.
            runner.poke();
            return Ok(None);
        }
        let (player, choice) = made?;
        let mv = choice?;
        self.idle.put(id, problem.color, problem.seat.clone(), player);
        Ok(Some(mv))
    }

    /// Whether the game still waits for this turn.
    async fn is_current(&self, id: GameId, problem: &Problem, while_running: bool) -> bool {
        let problem = problem.clone();
        let current = self.games.view(id, move |game| Ok(problem.is_current(game, while_running)));
        current.await.unwrap_or(false)
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
                && self.games.hub().has_listeners(id)
            {
                self.send_thinking(id, Some(color), view.clone());
            }
        });
        (player, choice.map(|choice| choice.mv))
    }

    fn send_thinking(&self, id: GameId, color: Option<Color>, search: Search) {
        let thinking = Thinking { game: id, color: color.map(Color::into), search };
        self.games.hub().send(id, &message(&LiveMessage::Thinking(thinking)));
    }

    /// Plays the chosen move, or stores why there is none. Returns `None` if the game changed meanwhile.
    async fn settle(
        &self,
        id: GameId,
        problem: &Problem,
        result: Result<Option<Move>, String>,
        while_running: bool,
    ) -> Result<Option<Message>, ApiError> {
        let mv = match result {
            Ok(None) => return Ok(None),
            Ok(Some(mv)) => mv,
            Err(trouble) => {
                let name = self.players.name(&problem.seat.player);
                return Err(self.pause(id, format!("{name} cannot move: {trouble}")).await?);
            }
        };
        let problem = problem.clone();
        let change = self.games.change(id, By::Computer, None, move |game| {
            if !problem.is_current(game, while_running) {
                return Err(ApiError::changed_meanwhile());
            }
            game.reopen();
            let edit = game.play(problem.head, mv, false)?;
            if game.is_over() && game.info.play.only_computers() {
                game.info.play.running = false;
            }
            Ok(edit)
        });
        match change.await {
            Err(error) if error.code == Code::Stale => Ok(None),
            change => change.map(Some),
        }
    }

    /// Offers a draw to the computer of a game. It accepts from [`DRAW_FROM`] on unless the built-in search finds its
    /// position better than equal.
    pub(crate) async fn offer_draw(&self, id: GameId, expected: Option<u64>) -> Result<Message, ApiError> {
        let (color, history, plies) = self.games.view(id, draw_question).await?;
        let name = self.games.view(id, move |game| Ok(game.player_name(color))).await?;
        if plies >= DRAW_FROM {
            let permit = self.players.permits(BUILT_IN).acquire_owned().await;
            let permit = permit.map_err(|_| ApiError::shutting_down())?;
            let judged = tokio::task::spawn_blocking(move || {
                let _permit = permit;
                let mut search = BuiltInSearch::new(SearchOptions::default());
                let choice = search.choose(&history, &Limit::nodes(DRAW_NODES), &Stop::new(), &mut |_| {});
                choice.ok().and_then(|choice| choice.score()).map(|score| score.of(color).clamped())
            });
            let score = judged.await.ok().flatten();
            if score.is_some_and(|score| score <= DRAW_SCORE) {
                return self.games.change(id, By::User, expected, agree_on_draw).await;
            }
        }
        Err(ApiError::conflict(format!("{name} declines the draw")))
    }

    /// Pauses a game whose computer cannot move, and returns the reason as an error.
    async fn pause(&self, id: GameId, trouble: String) -> Result<ApiError, ApiError> {
        let error = ApiError::conflict(&trouble);
        let change = self.games.change(id, By::Computer, None, |game| {
            let play = Play { running: false, problem: Some(trouble), ..game.info.play.clone() };
            Ok(game.set_play(play))
        });
        change.await.map(|_| error)
    }

    /// Pauses the game, if it has the expected version, and plays one move of the computer to move.
    pub(crate) async fn step(&self, id: GameId, expected: Option<u64>) -> Result<Message, ApiError> {
        let pause = self.games.change(id, By::User, expected, |game| {
            if game.is_over() {
                return Err(ApiError::conflict("the game is over"));
            }
            if Problem::of(game).is_none() {
                return Err(ApiError::conflict(format!("a human is to move: {}", game.turn().name())));
            }
            if !game.info.play.running {
                return Ok(Edit::unchanged(game.info.head));
            }
            let play = Play { running: false, ..game.info.play.clone() };
            Ok(game.set_play(play))
        });
        pause.await?;
        let problem = self.games.view(id, |game| Ok(Problem::of(game))).await?;
        let problem = problem.ok_or_else(|| ApiError::conflict("there is no computer to move"))?;
        // Register the search: "Move now" and the shutdown of the server stop it.
        let runner = self.games.runners().register(id);
        let runner = runner.ok_or_else(|| ApiError::busy("a computer is thinking already"))?;
        let guard = RemoveOnDrop { computers: self.clone(), id, runner };
        let result = self.think(id, &guard.runner, &problem, false).await;
        drop(guard);
        let message = self.settle(id, &problem, result, false).await?;
        message.ok_or_else(ApiError::changed_meanwhile)
    }
}

/// Returns the computer that a draw is offered to, the line to the head, and its length.
fn draw_question(game: &Game) -> Result<(Color, History, usize), ApiError> {
    let play = &game.info.play;
    if game.is_over() || game.info.result != GameResult::Unfinished {
        return Err(ApiError::conflict("the game is over"));
    }
    let color = match (play.white.is_human(), play.black.is_human()) {
        (true, false) => Color::Black,
        (false, true) => Color::White,
        _ => return Err(ApiError::conflict("a draw is offered to a computer by a human")),
    };
    Ok((color, game.history(), game.tree.line(game.info.head).len()))
}

fn agree_on_draw(game: &mut Game) -> Result<Edit, ApiError> {
    draw_question(game)?;
    game.info.tags.set("Termination", "draw by agreement");
    Ok(game.set_result(GameResult::Draw))
}

/// Removes a runner from the table and stops its engines when its task ends, also by a panic.
struct RemoveOnDrop {
    computers: Computers,
    id: GameId,
    runner: Arc<Runner>,
}

impl Drop for RemoveOnDrop {
    fn drop(&mut self) {
        self.computers.games.runners().remove(self.id, &self.runner);
        self.computers.idle.drop_of(self.id);
    }
}
