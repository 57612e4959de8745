//! Errors of players.

use std::io;
use std::time::Duration;

use thiserror::Error;

/// Why a player returns no move.
#[derive(Debug, Error)]
pub enum PlayerError {
    /// There is no legal move.
    #[error("there is no legal move: the game is over")]
    NoMove,
    /// The UCI engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// Why a UCI engine failed. After every error except [`Option`](Self::Option) its process has ended.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The program cannot be started.
    #[error("cannot start the engine `{program}`: {}", start_failure(.reason))]
    Start {
        /// The program.
        program: String,
        /// The system's error.
        reason: io::Error,
    },
    /// The engine did not answer in time and was killed.
    #[error("the engine `{program}` did not answer `{command}` within {:.1} s; it was killed", .after.as_secs_f64())]
    Timeout {
        /// The program.
        program: String,
        /// The UCI command without an answer.
        command: String,
        /// The timeout.
        after: Duration,
    },
    /// The process ended.
    #[error("the engine `{program}` ended while it was asked `{command}`: {status}")]
    Exited {
        /// The program.
        program: String,
        /// The UCI command without an answer.
        command: String,
        /// The exit status.
        status: String,
    },
    /// The engine was used after its process had ended.
    #[error("the engine `{program}` is no longer running")]
    NotRunning {
        /// The program.
        program: String,
    },
    /// The engine answered with an illegal move or none.
    #[error("the engine `{program}` answered `{answer}`, which is not a legal move in {fen}")]
    IllegalMove {
        /// The program.
        program: String,
        /// The answer.
        answer: String,
        /// The position.
        fen: String,
    },
    /// The engine has no such option, or the value is not valid for it.
    #[error("the engine `{program}` cannot set the option `{name}` to `{value}`: {reason}")]
    Option {
        /// The program.
        program: String,
        /// The name of the option.
        name: String,
        /// The value.
        value: String,
        /// What was expected.
        reason: String,
    },
}

/// Returns the message of an error, without the error number for a missing program.
fn start_failure(reason: &io::Error) -> String {
    match reason.kind() {
        io::ErrorKind::NotFound => "no such program".to_owned(),
        _ => reason.to_string(),
    }
}
