//! Errors of the server.

use serde::Serialize;
use utoipa::ToSchema;

/// The answer to a refused request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ErrorAnswer {
    /// The error.
    pub error: ErrorDetail,
}

/// Why a request was refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ErrorDetail {
    /// A stable code: `illegal_move`.
    pub code: String,
    /// The reason in one sentence.
    pub message: String,
}
