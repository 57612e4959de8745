//! The thread that writes: many changes in one transaction, each confirmed when that is on the disk.

use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::JoinHandle;

use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use super::layout::{DIAGNOSTICS, GAMES, IMPORT_GAMES, IMPORT_TEXTS, IMPORTS, NODES, Table};
use super::reviews::ReviewWrite;
use super::search::{index_game, index_import, purge_game_index, purge_import_index};
use super::{HistoryWrite, StoreError};

/// More changes than this do not go into one transaction.
const BATCH: usize = 1_000;
/// More than this do not wait.
const QUEUE: usize = 4_000;
/// The time in 1970 at which an import is marked as deleted until all its games are written. If they never are, the next
/// import or the next start removes it.
pub(super) const INCOMPLETE: i64 = 0;

/// A change to be made.
#[derive(Debug)]
pub(crate) enum Write {
    /// A new game; gives its id.
    CreateGame(Box<NewGame>),
    /// A change of a game that is there.
    UpdateGame(Box<GameUpdate>),
    /// A game goes; it can be restored until it is purged.
    DeleteGame { id: i64, time: i64 },
    /// A deleted game comes back.
    RestoreGame(i64),
    /// An import without games, hidden until it is restored; gives its id.
    CreateImport(Box<NewImport>),
    /// Games of an import that is being written. In slices, so that other changes are written in between.
    AddImportGames { import: i64, games: Vec<NewImportGame> },
    /// An import goes; games that were opened stay. It can be restored until it is purged.
    DeleteImport { id: i64, time: i64 },
    /// A deleted import comes back.
    RestoreImport(i64),
    /// Removes what is there of imports that were not completed.
    PurgeIncomplete,
    /// The user has read the notices.
    DismissNotices,
    /// A change of the review of a game.
    Review(ReviewWrite),
}

/// The columns of a game that moves change.
#[derive(Clone, Debug)]
pub(crate) struct GameState {
    pub(crate) name: Option<String>,
    pub(crate) version: u64,
    pub(crate) updated: i64,
    /// As JSON.
    pub(crate) tags: String,
    pub(crate) result: &'static str,
    pub(crate) plies: usize,
    pub(crate) head: u32,
    pub(crate) head_fen: String,
    pub(crate) next_node: u32,
    pub(crate) running: bool,
    /// As JSON.
    pub(crate) play: String,
}

#[derive(Debug)]
pub(crate) struct NewGame {
    pub(crate) created: i64,
    pub(crate) start_fen: String,
    pub(crate) state: GameState,
    pub(crate) source: Option<(i64, u64)>,
    pub(crate) nodes: Vec<NodeRow>,
    /// As JSON; none if there is nothing to say.
    pub(crate) diagnostics: Option<String>,
}

#[derive(Debug)]
pub(crate) struct GameUpdate {
    pub(crate) id: i64,
    pub(crate) state: GameState,
    pub(crate) nodes: Vec<NodeRow>,
    /// Nodes that are at another place among their siblings.
    pub(crate) places: Vec<(u32, i32)>,
    pub(crate) removed: Vec<u32>,
    pub(crate) step: HistoryWrite,
}

/// A node as it is kept. The root has a row only if it says something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct NodeRow {
    pub(crate) id: u32,
    pub(crate) parent: Option<u32>,
    pub(crate) place: i32,
    /// As UCI writes it; none at the root.
    pub(crate) played: Option<String>,
    pub(crate) nags: Vec<u8>,
    /// As JSON; none if there are none.
    pub(crate) remarks: Option<String>,
}

#[derive(Debug)]
pub(crate) struct NewImport {
    pub(crate) name: String,
    pub(crate) created: i64,
    pub(crate) faulty: u64,
    /// Of all that was read, to know it again.
    pub(crate) print: Print,
    pub(crate) total: usize,
}

/// By what the same bytes are known again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Print {
    pub(crate) size: i64,
    pub(crate) digest: i64,
}

#[derive(Debug)]
pub(crate) struct NewImportGame {
    pub(crate) number: u64,
    /// As JSON.
    pub(crate) tags: String,
    pub(crate) result: &'static str,
    pub(crate) plies: usize,
    pub(crate) verdict: &'static str,
    pub(crate) faults: usize,
    pub(crate) offset: u64,
    pub(crate) line: u64,
    pub(crate) column_offset: u64,
    pub(crate) bytes: Vec<u8>,
}

type Answer = oneshot::Sender<Result<i64, StoreError>>;

struct Job {
    write: Write,
    done: Answer,
}

/// The way to the thread that writes. Dropped, it waits until all that was sent is written.
#[derive(Debug)]
pub(super) struct Writer {
    queue: Option<SyncSender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(mut connection: Connection) -> Result<Self, StoreError> {
        let (queue, jobs) = mpsc::sync_channel(QUEUE);
        let thread = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || run(&mut connection, &jobs))
            .map_err(|error| StoreError::Failed(error.to_string()))?;
        Ok(Self { queue: Some(queue), thread: Some(thread) })
    }

    pub(super) fn send(&self, write: Write, done: Answer) -> Result<(), StoreError> {
        let queue = self.queue.as_ref().ok_or(StoreError::Closed)?;
        queue.try_send(Job { write, done }).map_err(|error| match error {
            mpsc::TrySendError::Full(_) => StoreError::Failed("too many changes at once".to_owned()),
            mpsc::TrySendError::Disconnected(_) => StoreError::Closed,
        })
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.queue = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has lost only what it never confirmed.
            let _ = thread.join();
        }
    }
}

fn run(connection: &mut Connection, jobs: &Receiver<Job>) {
    while let Ok(first) = jobs.recv() {
        let mut batch = vec![first];
        batch.extend(jobs.try_iter().take(BATCH - 1));
        write_batch(connection, batch);
    }
    // Leaves one file instead of three; what is in the log is safe either way.
    let _ = connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE);");
}

/// Writes a batch and tells everyone how it went: a job that fails is undone alone, a commit that fails undoes all.
fn write_batch(connection: &mut Connection, batch: Vec<Job>) {
    let (mut outcomes, mut answers) = (Vec::with_capacity(batch.len()), Vec::with_capacity(batch.len()));
    let committed = (|| -> Result<(), StoreError> {
        let mut transaction =
            connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let alone = batch.len() == 1;
        for Job { write, done } in batch {
            answers.push(done);
            if alone {
                outcomes.push(Ok(write.apply(&transaction)?));
            } else {
                let savepoint = transaction.savepoint()?;
                match write.apply(&savepoint) {
                    Ok(id) => outcomes.push(savepoint.commit().map(|()| id).map_err(StoreError::from)),
                    Err(error) => outcomes.push(Err(error)),
                }
            }
        }
        Ok(transaction.commit()?)
    })();
    for (index, answer) in answers.into_iter().enumerate() {
        let outcome = match &committed {
            Ok(()) => outcomes.get(index).cloned().unwrap_or(Err(StoreError::Closed)),
            Err(error) => Err(error.clone()),
        };
        // Whoever asked may have gone away.
        let _ = answer.send(outcome);
    }
}

impl Write {
    fn apply(self, connection: &Connection) -> Result<i64, StoreError> {
        match self {
            Self::CreateGame(game) => game.apply(connection),
            Self::UpdateGame(update) => update.apply(connection),
            Self::DeleteGame { id, time } => mark_deleted(connection, &GAMES, id, Some(time)),
            Self::RestoreGame(id) => mark_deleted(connection, &GAMES, id, None),
            Self::CreateImport(import) => import.apply(connection),
            Self::AddImportGames { import, games } => add_import_games(connection, import, games),
            Self::DeleteImport { id, time } => mark_deleted(connection, &IMPORTS, id, Some(time)),
            Self::RestoreImport(id) => mark_deleted(connection, &IMPORTS, id, None),
            Self::PurgeIncomplete => purge_imports(connection, INCOMPLETE + 1).map(|()| 0),
            Self::DismissNotices => Ok(connection.execute("DELETE FROM notices", [])? as i64),
            Self::Review(write) => write.apply(connection),
        }
    }
}

/// Marks a row as deleted or not deleted; an error if it is gone or so already.
fn mark_deleted(
    connection: &Connection,
    table: &Table,
    id: i64,
    time: Option<i64>,
) -> Result<i64, StoreError> {
    let name = table.name;
    let update =
        format!("UPDATE {name} SET deleted = ?2 WHERE id = ?1 AND (deleted IS NULL) <> (?2 IS NULL)");
    if connection.prepare_cached(&update)?.execute(params![id, time])? == 0 {
        return Err(StoreError::Missing);
    }
    table.seal(connection, "id = ?1", [id])?;
    Ok(id)
}

/// Removes what was deleted before `time` for good.
pub(super) fn purge(connection: &Connection, time: i64) -> Result<(), StoreError> {
    purge_game_index(connection, time)?;
    for (table, key) in [("nodes", "game"), ("diagnostics", "game"), ("history", "game"), ("games", "id")] {
        let delete = format!("DELETE FROM {table} WHERE {key} IN (SELECT id FROM games WHERE deleted < ?1)");
        connection.execute(&delete, [time])?;
    }
    let forget = "UPDATE games SET import = NULL, number = NULL \
                  WHERE import IN (SELECT id FROM imports WHERE deleted < ?1)";
    if connection.execute(forget, [time])? > 0 {
        GAMES.seal(connection, "import IS NULL", [])?;
    }
    purge_imports(connection, time)
}

/// Removes the imports that were deleted before `time`, with their games.
fn purge_imports(connection: &Connection, time: i64) -> Result<(), StoreError> {
    purge_import_index(connection, time)?;
    for (table, key) in [("import_texts", "import"), ("import_games", "import"), ("imports", "id")] {
        let delete =
            format!("DELETE FROM {table} WHERE {key} IN (SELECT id FROM imports WHERE deleted < ?1)");
        connection.execute(&delete, [time])?;
    }
    Ok(())
}

impl NewGame {
    fn apply(self, connection: &Connection) -> Result<i64, StoreError> {
        let Self { created, start_fen, state, source, nodes, diagnostics } = self;
        let (import, number) = source.unzip();
        connection
            .prepare_cached(
                "INSERT INTO games (name, version, created, updated, tags, result, start_fen, plies, head, head_fen, \
                 next_node, import, number, running, play) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
            )?
            .execute(params![
                state.name,
                state.version as i64,
                created,
                state.updated,
                state.tags,
                state.result,
                start_fen,
                state.plies as i64,
                state.head,
                state.head_fen,
                state.next_node,
                import,
                number.map(|number| number as i64),
                state.running,
                state.play,
            ])?;
        let id = connection.last_insert_rowid();
        write_nodes(connection, id, &nodes)?;
        if let Some(list) = diagnostics {
            let insert = "INSERT INTO diagnostics (game, list) VALUES (?1, ?2)";
            connection.prepare_cached(insert)?.execute(params![id, list])?;
            DIAGNOSTICS.seal(connection, "game = ?1", [id])?;
        }
        GAMES.seal(connection, "id = ?1", [id])?;
        index_game(connection, id)?;
        Ok(id)
    }
}

impl GameUpdate {
    fn apply(self, connection: &Connection) -> Result<i64, StoreError> {
        let Self { id, state, nodes, places, removed, step } = self;
        let is_indexed = "SELECT name IS ?2 AND tags = ?3 AND result = ?4 FROM games WHERE id = ?1";
        let is_indexed: Option<bool> = connection
            .prepare_cached(is_indexed)?
            .query_row(params![id, state.name, state.tags, state.result], |row| row.get(0))
            .optional()?;
        let updated = connection
            .prepare_cached(
                "UPDATE games SET name = ?2, version = ?3, updated = ?4, tags = ?5, result = ?6, plies = ?7, head = ?8, \
                 head_fen = ?9, next_node = ?10, running = ?11, play = ?12 WHERE id = ?1",
            )?
            .execute(params![
                id,
                state.name,
                state.version as i64,
                state.updated,
                state.tags,
                state.result,
                state.plies as i64,
                state.head,
                state.head_fen,
                state.next_node,
                state.running,
                state.play,
            ])?;
        if updated == 0 {
            return Err(StoreError::Failed(format!("there is no game {id} any more")));
        }
        write_nodes(connection, id, &nodes)?;
        for (node, place) in places {
            let update = "UPDATE nodes SET place = ?3 WHERE game = ?1 AND id = ?2";
            connection.prepare_cached(update)?.execute(params![id, node, place])?;
            NODES.seal(connection, "game = ?1 AND id = ?2", params![id, node])?;
        }
        for node in removed {
            let delete = "DELETE FROM nodes WHERE game = ?1 AND id = ?2";
            connection.prepare_cached(delete)?.execute(params![id, node])?;
        }
        step.apply(connection, id)?;
        GAMES.seal(connection, "id = ?1", [id])?;
        if is_indexed == Some(false) {
            index_game(connection, id)?;
        }
        Ok(id)
    }
}

fn write_nodes(connection: &Connection, game: i64, nodes: &[NodeRow]) -> Result<(), StoreError> {
    let mut insert = connection.prepare_cached(
        "INSERT OR REPLACE INTO nodes (game, id, parent, place, move, nags, remarks) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    for node in nodes {
        let nags = (!node.nags.is_empty()).then_some(&node.nags);
        insert.execute(params![game, node.id, node.parent, node.place, node.played, nags, node.remarks])?;
        NODES.seal(connection, "game = ?1 AND id = ?2", params![game, node.id])?;
    }
    Ok(())
}

impl NewImport {
    fn apply(self, connection: &Connection) -> Result<i64, StoreError> {
        let Self { name, created, faulty, print, total } = self;
        purge_imports(connection, INCOMPLETE + 1)?;
        connection
            .prepare_cached(
                "INSERT INTO imports (name, created, total, faulty, size, digest, deleted) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                name,
                created,
                total as i64,
                faulty as i64,
                print.size,
                print.digest,
                INCOMPLETE
            ])?;
        let id = connection.last_insert_rowid();
        IMPORTS.seal(connection, "id = ?1", [id])?;
        Ok(id)
    }
}

fn add_import_games(
    connection: &Connection,
    import: i64,
    games: Vec<NewImportGame>,
) -> Result<i64, StoreError> {
    let mut row = connection.prepare_cached(
        "INSERT INTO import_games (import, number, tags, result, plies, verdict, faults) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    let mut text = connection.prepare_cached(
        "INSERT INTO import_texts (import, number, offset, line, column_offset, bytes) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    let before = games.first().map_or(0, |game| game.number as i64 - 1);
    for game in games {
        let number = game.number as i64;
        row.execute(params![
            import,
            number,
            game.tags,
            game.result,
            game.plies as i64,
            game.verdict,
            game.faults as i64
        ])?;
        let (offset, line, column_offset) = (game.offset as i64, game.line as i64, game.column_offset as i64);
        text.execute(params![import, number, offset, line, column_offset, game.bytes])?;
    }
    for table in [IMPORT_GAMES, IMPORT_TEXTS] {
        table.seal(connection, "import = ?1 AND number > ?2", params![import, before])?;
    }
    index_import(connection, import, before)?;
    Ok(import)
}
