//! The SQL functions of the store: `row_sum` and `search_text`.

use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;

/// Registers the functions; every connection needs them.
pub(super) fn register(connection: &Connection) -> Result<(), rusqlite::Error> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("row_sum", -1, flags, |row| Ok(row_sum(row).cast_signed()))?;
    connection.create_scalar_function("search_text", 3, flags, |row| Ok(search_text(row)))
}

/// The FNV-1a hash: a change of one byte always changes it, in every version of the program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fnv(u64);

impl Fnv {
    pub(super) const NEW: Self = Self(0xCBF2_9CE4_8422_2325);

    pub(super) fn add(self, bytes: &[u8]) -> Self {
        let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        Self(bytes.iter().fold(self.0, step))
    }

    pub(super) fn get(self) -> u64 {
        self.0
    }
}

/// Returns the checksum of values: of their types, lengths and bytes.
fn row_sum(row: &Context<'_>) -> u64 {
    let mut sum = Fnv::NEW;
    for index in 0..row.len() {
        sum = match row.get_raw(index) {
            ValueRef::Null => sum.add(b"n"),
            ValueRef::Integer(value) => sum.add(b"i").add(&value.to_le_bytes()),
            ValueRef::Real(value) => sum.add(b"r").add(&value.to_le_bytes()),
            ValueRef::Text(text) => sum.add(b"t").add(&text.len().to_le_bytes()).add(text),
            ValueRef::Blob(bytes) => sum.add(b"b").add(&bytes.len().to_le_bytes()).add(bytes),
        };
    }
    sum.get()
}

/// Returns what a search finds of a game: its name, the values of its tags, and its result.
fn search_text(row: &Context<'_>) -> String {
    let text = |index| match row.get_raw(index) {
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
        _ => String::new(),
    };
    let tags: Vec<(String, String)> = serde_json::from_str(&text(1)).unwrap_or_default();
    let mut words = vec![text(0), text(2)];
    words.extend(tags.into_iter().map(|(_, value)| value));
    words.join("\n")
}
