//! What goes wrong with an engine.

use std::io;
use std::time::Duration;

use thiserror::Error;

/// Why an engine gives no answer. After any of them but [`Option`](Self::Option) it is no longer running.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The program cannot be started.
    #[error("cannot start the engine `{program}`: {reason}")]
    Start {
        /// The program.
        program: String,
        /// Why.
        reason: io::Error,
    },
    /// It did not answer in time, and was killed.
    #[error("the engine `{program}` did not answer `{question}` within {:.1} s; it was killed", .after.as_secs_f64())]
    Hung {
        /// The program.
        program: String,
        /// What it was asked.
        question: String,
        /// How long it was waited for.
        after: Duration,
    },
    /// It ended by itself.
    #[error("the engine `{program}` ended while it was asked `{question}`: {status}")]
    Died {
        /// The program.
        program: String,
        /// What it was asked.
        question: String,
        /// How it ended.
        status: String,
    },
    /// It was asked again after it had ended.
    #[error("the engine `{program}` is no longer running")]
    Gone {
        /// The program.
        program: String,
    },
    /// It played a move that is not legal, or none at all.
    #[error("the engine `{program}` answered `{answer}`, which is no legal move in {fen}")]
    NoMove {
        /// The program.
        program: String,
        /// What it said.
        answer: String,
        /// The position.
        fen: String,
    },
    /// It has no such option, or the option does not take that value.
    #[error("the engine `{program}` cannot set the option `{name}` to `{value}`: {reason}")]
    Option {
        /// The program.
        program: String,
        /// The option.
        name: String,
        /// The value.
        value: String,
        /// Why not.
        reason: String,
    },
}
