//! Chess as JSON, the same in every command and on the web board.

pub(crate) use pinsight_json::{diagnostic, end, legal_move, position, square, verdict};
