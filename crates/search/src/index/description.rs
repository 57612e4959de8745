//! The metadata of an index: its version and the table that it belongs to.

use std::hash::Hasher;
use std::io::Read;

use parquet::file::reader::{ChunkReader, Length};
use pinsight_data::StoredGamesError;
use serde::{Deserialize, Serialize};
use twox_hash::XxHash64;

use super::IndexError;
use super::popular::StoredNode;
use crate::table::GamesTable;

/// The version of the format.
pub(super) const VERSION: u32 = 2;
/// The key of the metadata in the Parquet file.
pub(super) const METADATA_KEY: &str = "pinsight.position_index";

/// The metadata of an index, stored as JSON.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub(super) struct Description {
    pub(super) version: u32,
    /// The checksum of the end of the file ([`checksum`](super::checksum)).
    pub(super) checksum: String,
    pub(super) table: TableState,
    /// The number of keys in each row group.
    pub(super) keys: Vec<u64>,
    /// The trees of popular positions.
    pub(super) popular: Vec<StoredNode>,
}

/// Reads only the version, which every version has.
#[derive(Deserialize)]
pub(super) struct VersionOnly {
    pub(super) version: u32,
}

/// What identifies the content of a table.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub(super) struct TableState {
    /// The name, for messages.
    name: String,
    bytes: u64,
    games: u64,
    /// The time of the last change, in nanoseconds since 1970.
    modified: Option<u64>,
    /// The XXH64 of the footer.
    footer: u64,
    /// The XXH64 of the file.
    content: u64,
}

impl TableState {
    pub(super) fn of(table: &GamesTable) -> Result<Self, StoredGamesError> {
        Ok(Self {
            name: table.name().to_owned(),
            bytes: table.file().len(),
            games: table.rows(),
            modified: table.file().modified(),
            footer: footer_hash(table)?,
            content: content_hash(table)?,
        })
    }

    /// Fails unless `table` is in this state. Reads all of it only if the time of its last change differs.
    pub(super) fn check(&self, table: &GamesTable) -> Result<(), IndexError> {
        let is_same = self.bytes == table.file().len()
            && self.games == table.rows()
            && self.footer == footer_hash(table)?
            && (self.modified.is_some() && self.modified == table.file().modified()
                || self.content == content_hash(table)?);
        match is_same {
            true => Ok(()),
            false => Err(IndexError::OtherTable {
                name: self.name.clone(),
                games: self.games,
                bytes: self.bytes,
                found_games: table.rows(),
                found_bytes: table.file().len(),
            }),
        }
    }
}

/// Hashes the metadata at the end of the file, with its length and the magic number.
fn footer_hash(table: &GamesTable) -> Result<u64, StoredGamesError> {
    let file = table.file();
    let tail = file.get_bytes(file.len().saturating_sub(8), 8)?;
    let length = tail.first_chunk().map_or(0, |bytes| u64::from(u32::from_le_bytes(*bytes))) + 8;
    let start = file.len().checked_sub(length).ok_or(StoredGamesError::Damaged)?;
    hash(file.get_read(start)?.take(length))
}

/// Hashes the whole file. The trees of popular positions depend on tags too, so the moves are not enough.
fn content_hash(table: &GamesTable) -> Result<u64, StoredGamesError> {
    hash(table.file().get_read(0)?)
}

fn hash(mut bytes: impl Read) -> Result<u64, StoredGamesError> {
    let mut hasher = XxHash64::with_seed(0);
    let mut buffer = vec![0; 1 << 16];
    loop {
        match bytes.read(&mut buffer).map_err(parquet::errors::ParquetError::from)? {
            0 => return Ok(hasher.finish()),
            count => hasher.write(buffer.get(..count).unwrap_or_default()),
        }
    }
}
