//! Imported files of games.

use serde::Serialize;
use utoipa::ToSchema;

use crate::diagnostic::Verdict;
use crate::game::{Game, GameHeader};
use crate::map::Tags;
use crate::result::GameResult;

/// An imported file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ImportHeader {
    /// The number of the import.
    pub id: i64,
    /// The name of the file.
    pub name: String,
    /// When it was imported, in milliseconds since 1970.
    pub created: i64,
    /// The number of games.
    pub total: u64,
    /// The number of broken games.
    pub faulty: u64,
}

/// All imports, newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ImportList {
    /// The imports.
    pub imports: Vec<ImportHeader>,
}

/// A game of an import.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ImportRow {
    /// The number of the game in its file, from 1.
    pub number: u64,
    /// The most important tags.
    #[schema(value_type = BTreeMap<String, String>)]
    pub tags: Tags,
    /// The result.
    #[schema(value_type = GameResult)]
    pub result: String,
    /// The number of plies of the mainline.
    pub plies: u64,
    /// Whether the game was good, repaired or broken.
    #[schema(value_type = Verdict)]
    pub verdict: String,
    /// The number of diagnostics.
    pub faults: u64,
    /// The number under which the game was opened.
    pub game: Option<i64>,
}

/// A game of an import, with the import.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ImportGame {
    /// The number of the import.
    pub import: i64,
    /// The name of its file.
    pub file: String,
    /// The game.
    pub game: ImportRow,
}

/// An entry of the library.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LibraryEntry {
    /// A game.
    Game(Box<GameHeader>),
    /// An imported file of several games.
    Import(ImportHeader),
    /// A game of an import that was not opened.
    ImportGame(ImportGame),
}

/// Games and imports, most recently changed first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Library {
    /// The number of entries that match.
    pub total: u64,
    /// One page of them.
    pub entries: Vec<LibraryEntry>,
}

/// A new import with its first games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Import {
    /// The header.
    #[serde(flatten)]
    pub header: ImportHeader,
    /// The first games.
    pub games: Vec<ImportRow>,
    /// The game, opened, if it is the only one.
    pub game: Option<Game>,
}

/// One page of the games of an import.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ImportPage {
    /// The header.
    #[serde(flatten)]
    pub header: ImportHeader,
    /// The number of games that match.
    pub matched: u64,
    /// One page of them.
    pub games: Vec<ImportRow>,
}
