//! Errors of the API: a code for programs, a sentence for users.

use pinsight_rules::MoveError;
use pinsight_wire::{ErrorDetail, GameId, LiveMessage};

use crate::store::StoreError;

/// The kind of an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Code {
    BadRequest,
    ForeignHost,
    ForeignOrigin,
    ReadOnly,
    NotFound,
    MethodNotAllowed,
    Conflict,
    Stale,
    Timeout,
    TooLarge,
    UnsupportedMediaType,
    IllegalMove,
    BadFen,
    BadPgn,
    UnknownPlayer,
    Busy,
    StoreFailed,
    Internal,
}

impl Code {
    /// Returns the name in the API.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::BadRequest => "bad_request",
            Self::ForeignHost => "foreign_host",
            Self::ForeignOrigin => "foreign_origin",
            Self::ReadOnly => "read_only",
            Self::NotFound => "not_found",
            Self::MethodNotAllowed => "method_not_allowed",
            Self::Conflict => "conflict",
            Self::Stale => "stale",
            Self::Timeout => "timeout",
            Self::TooLarge => "too_large",
            Self::UnsupportedMediaType => "unsupported_media_type",
            Self::IllegalMove => "illegal_move",
            Self::BadFen => "bad_fen",
            Self::BadPgn => "bad_pgn",
            Self::UnknownPlayer => "unknown_player",
            Self::Busy => "busy",
            Self::StoreFailed => "store_failed",
            Self::Internal => "internal",
        }
    }
}

/// An error of the API.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ApiError {
    pub(crate) code: Code,
    pub(crate) message: String,
}

impl ApiError {
    fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(Code::BadRequest, message)
    }

    pub(crate) fn foreign_host(message: impl Into<String>) -> Self {
        Self::new(Code::ForeignHost, message)
    }

    pub(crate) fn foreign_origin(message: impl Into<String>) -> Self {
        Self::new(Code::ForeignOrigin, message)
    }

    pub(crate) fn read_only() -> Self {
        let message = "the server was started with --read-only: nothing can be changed";
        Self::new(Code::ReadOnly, message)
    }

    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::new(Code::NotFound, message)
    }

    /// No route below `/api` matches.
    pub(crate) fn no_such_address(path: &str) -> Self {
        Self::not_found(format!("there is no /api{path}; docs/api.md lists what there is"))
    }

    pub(crate) fn method_not_allowed() -> Self {
        let message = "this address does not know that method";
        Self::new(Code::MethodNotAllowed, message)
    }

    pub(crate) fn conflict(message: impl Into<String>) -> Self {
        Self::new(Code::Conflict, message)
    }

    /// The game is not at the version that the request was made for.
    pub(crate) fn stale(found: u64, expected: u64) -> Self {
        let message = format!("the game has changed meanwhile: expected version {expected}, found {found}");
        Self::new(Code::Stale, message)
    }

    /// Like [`stale`](Self::stale), for a change that was not made for a version.
    pub(crate) fn changed_meanwhile() -> Self {
        Self::new(Code::Stale, "the game has changed meanwhile")
    }

    pub(crate) fn timeout(message: impl Into<String>) -> Self {
        Self::new(Code::Timeout, message)
    }

    pub(crate) fn too_large(message: impl Into<String>) -> Self {
        Self::new(Code::TooLarge, message)
    }

    pub(crate) fn unsupported_media_type(message: impl Into<String>) -> Self {
        Self::new(Code::UnsupportedMediaType, message)
    }

    pub(crate) fn illegal_move(error: &MoveError) -> Self {
        Self::new(Code::IllegalMove, error.to_string())
    }

    pub(crate) fn bad_fen(message: impl Into<String>) -> Self {
        Self::new(Code::BadFen, message)
    }

    pub(crate) fn bad_pgn(message: impl Into<String>) -> Self {
        Self::new(Code::BadPgn, message)
    }

    pub(crate) fn unknown_player(message: impl Into<String>) -> Self {
        Self::new(Code::UnknownPlayer, message)
    }

    pub(crate) fn busy(message: impl Into<String>) -> Self {
        Self::new(Code::Busy, message)
    }

    pub(crate) fn shutting_down() -> Self {
        Self::busy("the server is shutting down")
    }

    /// The task of a game has panicked.
    pub(crate) fn internal(game: GameId) -> Self {
        let message =
            format!("internal error in game {game}, which is read from the store again; please report it");
        Self::new(Code::Internal, message)
    }

    pub(crate) fn is_not_found(&self) -> bool {
        self.code == Code::NotFound
    }

    /// The file of an import cannot be kept on the disk until it is read.
    pub(crate) fn spool_failed(error: &std::io::Error) -> Self {
        Self::store_failed(format!(
            "the file cannot be kept while it is imported, and nothing was changed: {error}"
        ))
    }

    fn store_failed(message: impl Into<String>) -> Self {
        Self::new(Code::StoreFailed, message)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Missing => Self::not_found(error.to_string()),
            _ => Self::store_failed(error.to_string()),
        }
    }
}

impl From<ApiError> for ErrorDetail {
    fn from(error: ApiError) -> Self {
        Self { code: error.code.name().to_owned(), message: error.message }
    }
}

impl From<ApiError> for LiveMessage {
    fn from(error: ApiError) -> Self {
        Self::Error(error.into())
    }
}
