//! The JSON that the server and the MCP server receive.

use std::fmt::Debug;

use pinsight_wire as wire;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Every request shape either refuses the input with a message or reads the same from a parsed [`Value`]. Shapes that are
/// also written read back equal.
pub fn json(data: &[u8]) {
    accepts_alike::<wire::NewGame>(data);
    accepts_alike::<wire::GamePatch>(data);
    accepts_alike::<wire::MoveRequest>(data);
    accepts_alike::<wire::Plies>(data);
    accepts_alike::<wire::Head>(data);
    accepts_alike::<wire::Annotation>(data);
    accepts_alike::<wire::PlayPatch>(data);
    accepts_alike::<wire::LiveRequest>(data);
    accepts_alike::<wire::PositionQuestion>(data);
    accepts_alike::<wire::MoveQuestion>(data);
    accepts_alike::<wire::LineQuestion>(data);
    accepts_alike::<wire::AnalyseQuestion>(data);
    accepts_alike::<wire::ReviewQuestion>(data);
    accepts_alike::<wire::ImageQuestion>(data);
    accepts_alike::<wire::VerifyQuestion>(data);
    reads_back::<wire::Seat>(data);
    reads_back::<wire::Diagnostic>(data);
    reads_back::<wire::GameResult>(data);
}

fn accepts_alike<T: DeserializeOwned + PartialEq + Debug>(data: &[u8]) -> Option<T> {
    match serde_json::from_slice::<T>(data) {
        Ok(read) => {
            let value: Value = serde_json::from_slice(data).expect("what a shape accepts is JSON");
            let again: T = serde_json::from_value(value).expect("a parsed value reads like its text");
            assert_eq!(again, read);
            Some(read)
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    }
}

fn reads_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(data: &[u8]) {
    if let Some(read) = accepts_alike::<T>(data) {
        let text = serde_json::to_string(&read).expect("a shape is JSON");
        assert_eq!(serde_json::from_str::<T>(&text).expect("its own JSON"), read, "{text}");
    }
}
