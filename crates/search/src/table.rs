//! A Parquet table of games with the column `moves`, read by row groups and rows.

use std::fs::File;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_schema::{DataType, FieldRef};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
    RowSelection,
};
use parquet::file::metadata::{PageIndexPolicy, RowGroupMetaData};
use pinsight_data::{GameColumn, StoredColumn, StoredGames, StoredGamesError, guarded};
use pinsight_footer::load_metadata;
use pinsight_moves::{MovesError, MovesReader};
use pinsight_pgn::{PlayedMove, RawGame, Sink};
use pinsight_rules::Position;

use crate::heads::{HeadReader, StoredHead};
use crate::query::Horizon;
use crate::shared_file::SharedFile;

/// The rows that one batch of the Parquet reader has at most.
const BATCH_ROWS: usize = 4096;

/// A Parquet table of games with the binary column `moves`, for searches: reads only the rows and columns that a search
/// needs, and row groups on several threads.
#[derive(Clone, Debug)]
pub struct GamesTable {
    file: SharedFile,
    metadata: ArrowReaderMetadata,
    /// The name, for messages.
    name: Arc<str>,
    /// The index of the column `moves`.
    moves: usize,
    /// The index of the column `final_fen`, if it exists.
    final_fen: Option<usize>,
    /// The first row of each row group.
    first_rows: Vec<u64>,
}

impl GamesTable {
    /// Opens a table; `None` if it has no binary column `moves`.
    pub fn open(name: &str, file: File) -> Result<Option<Self>, StoredGamesError> {
        let file = SharedFile::new(file).map_err(parquet::errors::ParquetError::from)?;
        // The embedded Arrow schema may be damaged, which makes its reader panic.
        let options = ArrowReaderOptions::new()
            .with_skip_arrow_metadata(true)
            .with_offset_index_policy(PageIndexPolicy::Optional);
        let metadata = guarded(|| load_metadata(&file, options))??;
        let fields = metadata.schema().fields();
        let is_moves =
            |field: &FieldRef| StoredColumn::of(field) == Some(StoredColumn::Game(GameColumn::Moves));
        let Some(moves) = fields.iter().position(is_moves) else {
            return Ok(None);
        };
        let is_final_fen =
            |field: &FieldRef| field.name() == GameColumn::FinalFen.name() && field.data_type().is_string();
        let final_fen = fields.iter().position(is_final_fen);
        let mut first_rows = Vec::new();
        let mut rows = 0;
        for group in metadata.metadata().row_groups() {
            first_rows.push(rows);
            rows += u64::try_from(group.num_rows()).map_err(|_| StoredGamesError::Damaged)?;
        }
        Ok(Some(Self { file, metadata, name: name.into(), moves, final_fen, first_rows }))
    }

    /// Returns the number of games.
    pub fn rows(&self) -> u64 {
        self.metadata.metadata().file_metadata().num_rows().try_into().unwrap_or(0)
    }

    /// Returns the number of row groups.
    pub fn groups(&self) -> usize {
        self.first_rows.len()
    }

    /// Returns the number of the first game of a row group, from 1.
    pub fn first_game(&self, group: usize) -> u64 {
        self.first_rows.get(group).copied().unwrap_or(0) + 1
    }

    /// Returns the number of games in a row group.
    pub fn group_rows(&self, group: usize) -> usize {
        self.group(group).map_or(0, |group| usize::try_from(group.num_rows()).unwrap_or(0))
    }

    pub(crate) fn file(&self) -> &SharedFile {
        &self.file
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the compressed size of the columns `moves` and `clocks` in a row group.
    pub fn moves_and_clocks_bytes(&self, group: usize) -> u64 {
        let names = [GameColumn::Moves.name(), GameColumn::Clocks.name()];
        let columns = self.group(group).map_or(&[][..], RowGroupMetaData::columns).iter();
        let wanted = columns.filter(|column| {
            column.column_path().parts().first().is_some_and(|part| names.contains(&part.as_str()))
        });
        wanted.map(|column| u64::try_from(column.compressed_size()).unwrap_or(0)).sum()
    }

    fn group(&self, group: usize) -> Option<&RowGroupMetaData> {
        self.metadata.metadata().row_groups().get(group)
    }

    /// Passes the bytes of the column `moves` to `visit`: of these rows of a row group, in ascending order, or of all.
    /// Skips rows without moves.
    pub fn visit_moves(
        &self,
        group: usize,
        rows: Option<&[u32]>,
        mut visit: impl FnMut(u32, &[u8]) -> Result<(), MovesError>,
    ) -> Result<(), StoredGamesError> {
        let mask = ProjectionMask::roots(self.metadata.parquet_schema(), [self.moves]);
        let mut batches = guarded(|| self.read(group, rows, Some(mask)).build())??;
        let mut numbers = row_numbers(rows, self.group_rows(group));
        while let Some(batch) = next_batch(&mut batches)? {
            let column = arrow_cast::cast(batch.column(0), &DataType::Binary)?;
            for moves in column.as_binary::<i32>() {
                let row = numbers.next().ok_or(StoredGamesError::Damaged)?;
                if let Some(moves) = moves {
                    visit(row, moves).map_err(|error| self.damaged(group, row, error))?;
                }
            }
        }
        Ok(())
    }

    /// Returns the rows of a row group whose games can have a match, by their final positions; `None` if these do not tell.
    pub fn rows_within(&self, group: usize, horizon: &Horizon) -> Result<Option<Vec<u32>>, StoredGamesError> {
        let Some(column) = self.final_fen.filter(|_| horizon.is_late()) else {
            return Ok(None);
        };
        let mask = ProjectionMask::roots(self.metadata.parquet_schema(), [column]);
        let mut batches = guarded(|| self.read(group, None, Some(mask)).build())??;
        let mut numbers = row_numbers(None, self.group_rows(group));
        let mut rows = Vec::new();
        while let Some(batch) = next_batch(&mut batches)? {
            let fens = arrow_cast::cast(batch.column(0), &DataType::Utf8)?;
            for fen in fens.as_string::<i32>() {
                let row = numbers.next().ok_or(StoredGamesError::Damaged)?;
                let can_match = fen.is_none_or(|fen| horizon.allows_end(fen.as_bytes()));
                rows.extend(can_match.then_some(row));
            }
        }
        Ok(Some(rows))
    }

    /// Passes the tags and results of these rows of a row group, in ascending order, to `visit`. With `tags`, reads only
    /// the columns of these tags.
    pub fn visit_heads(
        &self,
        group: usize,
        rows: &[u32],
        tags: Option<&[&str]>,
        mut visit: impl FnMut(u32, StoredHead<'_>),
    ) -> Result<(), StoredGamesError> {
        let heads = HeadReader::new(self.metadata.schema().fields(), tags);
        let mask = ProjectionMask::roots(self.metadata.parquet_schema(), heads.columns().iter().copied());
        let mut batches = guarded(|| self.read(group, Some(rows), Some(mask)).build())??;
        let mut numbers = rows.iter();
        while let Some(batch) = next_batch(&mut batches)? {
            if batch.num_rows() > numbers.len() {
                return Err(StoredGamesError::Damaged);
            }
            heads.visit(&batch, |head| numbers.by_ref().take(1).for_each(|&row| visit(row, head)))?;
        }
        Ok(())
    }

    /// Passes these rows of a row group, in ascending order, to `visit` as PGN.
    pub fn visit_games(
        &self,
        group: usize,
        rows: &[u32],
        mut visit: impl FnMut(RawGame<'_>),
    ) -> Result<(), StoredGamesError> {
        let mut games = StoredGames::of(self.read(group, Some(rows), None))?;
        for &row in rows {
            let text = games.next_game().map_err(|error| self.renumbered(error, group, row))?;
            let text = text.ok_or(StoredGamesError::Damaged)?;
            let number = self.first_game(group) + u64::from(row);
            visit(RawGame { number, ..RawGame::new(&self.name, text.as_bytes()) });
        }
        Ok(())
    }

    fn read(
        &self,
        group: usize,
        rows: Option<&[u32]>,
        mask: Option<ProjectionMask>,
    ) -> ParquetRecordBatchReaderBuilder<SharedFile> {
        let builder =
            ParquetRecordBatchReaderBuilder::new_with_metadata(self.file.clone(), self.metadata.clone())
                .with_row_groups(vec![group])
                .with_batch_size(BATCH_ROWS);
        let builder = match mask {
            Some(mask) => builder.with_projection(mask),
            None => builder,
        };
        let total = self.group_rows(group);
        match rows.filter(|rows| rows.len() < total) {
            Some(rows) => {
                let ranges = rows.iter().map(|&row| row as usize..row as usize + 1);
                builder.with_row_selection(RowSelection::from_consecutive_ranges(ranges, total))
            }
            None => builder,
        }
    }

    fn damaged(&self, group: usize, row: u32, error: MovesError) -> StoredGamesError {
        StoredGamesError::Moves { row: self.first_game(group) + u64::from(row), error }
    }

    /// Replaces the row of a selection by the row of the table.
    fn renumbered(&self, error: StoredGamesError, group: usize, row: u32) -> StoredGamesError {
        match error {
            StoredGamesError::Moves { error, .. } => self.damaged(group, row, error),
            other => other,
        }
    }
}

fn row_numbers(rows: Option<&[u32]>, total: usize) -> Box<dyn Iterator<Item = u32> + '_> {
    match rows {
        Some(rows) => Box::new(rows.iter().copied()),
        None => Box::new(0..u32::try_from(total).unwrap_or(u32::MAX)),
    }
}

pub(crate) fn next_batch(
    batches: &mut ParquetRecordBatchReader,
) -> Result<Option<arrow_array::RecordBatch>, StoredGamesError> {
    Ok(guarded(|| batches.next())?.transpose()?)
}

/// Replays moves to `sink` as long as `continues` returns true for the ply and the position after it.
pub fn replay_moves(
    moves: &[u8],
    mut continues: impl FnMut(u32, &Position) -> bool,
    sink: &mut impl Sink,
) -> Result<(), MovesError> {
    let mut reader = MovesReader::new(moves)?;
    sink.start(Some(reader.start()));
    let mut ply = 0;
    while continues(ply, reader.after())
        && let Some(played) = reader.advance()?
    {
        ply += 1;
        let (before, after) = (reader.before(), reader.after());
        match played {
            Some(played) => sink.played(PlayedMove { ply, before, played, after, depth: 0, at: 0 }),
            None => sink.null_move(ply, before, after, 0),
        }
    }
    Ok(())
}
