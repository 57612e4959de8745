//! Reads an index.

use std::fs::File;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use bytes::Bytes;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
    RowSelection,
};
use parquet::file::metadata::{PageIndexPolicy, RowGroupMetaData};
use parquet::file::page_index::column_index::ColumnIndexMetaData;
use parquet::file::reader::{ChunkReader, Length};
use pinsight_data::guarded;
use pinsight_footer::load_metadata;
use pinsight_openings::TreeNode;

use super::IndexError;
use super::checksum::is_sound;
use super::description::{Description, METADATA_KEY, VERSION, VersionOnly};
use super::key::{key_of, pawn_hash};
use super::popular::StoredNode;
use crate::query::PawnStructure;
use crate::selection::SoughtPosition;
use crate::shared_file::SharedFile;
use crate::table::{GamesTable, next_batch};

/// The length of the magic number, which begins a file without pages.
const MAGIC: u64 = 4;

/// The position index of a table.
#[derive(Clone, Debug)]
pub struct PositionIndex {
    file: SharedFile,
    metadata: ArrowReaderMetadata,
    keys: Vec<u64>,
    popular: Vec<StoredNode>,
    /// The number of games in each row group of the table.
    rows: Vec<u64>,
}

impl PositionIndex {
    /// Opens the index of `table`; fails unless it was made for the table as it is now.
    pub fn open(file: File, table: &GamesTable) -> Result<Self, IndexError> {
        let file = SharedFile::new(file).map_err(|_| IndexError::NotAnIndex)?;
        let options = ArrowReaderOptions::new()
            .with_skip_arrow_metadata(true)
            .with_page_index_policy(PageIndexPolicy::Required);
        let loaded = guarded(|| load_metadata(&file, options)).map_err(|_| IndexError::NotAnIndex)?;
        let metadata = loaded.map_err(|_| IndexError::NotAnIndex)?;
        let description = describe(&metadata)?;
        if !end(&file, &metadata).is_some_and(|end| is_sound(&end)) {
            return Err(IndexError::Damaged);
        }
        description.table.check(table)?;
        let rows = (0..table.groups()).map(|group| table.group_rows(group) as u64).collect();
        if description.keys.len() != table.groups() || metadata.metadata().num_row_groups() != table.groups()
        {
            return Err(IndexError::Damaged);
        }
        Ok(Self { file, metadata, keys: description.keys, popular: description.popular, rows })
    }

    /// Returns the moves that the games play in a position, if it is a popular one.
    pub fn tree(&self, sought: SoughtPosition) -> Option<TreeNode> {
        self.popular.iter().find(|node| node.is_of(sought))?.tree(sought)
    }

    /// Returns the rows of a row group whose games can have these pawns, in ascending order. Contains all that have them.
    pub fn candidates(&self, group: usize, pawns: &PawnStructure) -> Result<Vec<u32>, IndexError> {
        let (Some(&keys), Some(&rows)) = (self.keys.get(group), self.rows.get(group)) else {
            return Err(IndexError::Damaged);
        };
        let first = key_of(pawn_hash(pawns.by_color()), keys) * rows;
        let wanted = first as i64..(first + rows) as i64;
        let (pages, total) = self.pages(group, &wanted).ok_or(IndexError::Damaged)?;
        let mut batches = self.read(group, pages, total)?;
        let mut found = Vec::new();
        while let Some(batch) = next_batch(&mut batches)? {
            let entries = batch.column(0).as_primitive_opt::<Int64Type>().ok_or(IndexError::Damaged)?;
            let here = entries.values().iter().filter(|entry| wanted.contains(entry));
            found.extend(here.map(|entry| (entry - wanted.start) as u32));
        }
        Ok(found)
    }

    /// Reads all pages; fails if a checksum is wrong.
    pub fn check(&self) -> Result<(), IndexError> {
        for (group, metadata) in self.metadata.metadata().row_groups().iter().enumerate() {
            let total = usize::try_from(metadata.num_rows()).map_err(|_| IndexError::Damaged)?;
            let mut batches = self.read(group, 0..total, total)?;
            while next_batch(&mut batches).map_err(|_| IndexError::Damaged)?.is_some() {}
        }
        Ok(())
    }

    fn read(
        &self,
        group: usize,
        entries: std::ops::Range<usize>,
        total: usize,
    ) -> Result<ParquetRecordBatchReader, IndexError> {
        let selection = RowSelection::from_consecutive_ranges(std::iter::once(entries), total);
        let batches = guarded(|| {
            ParquetRecordBatchReaderBuilder::new_with_metadata(self.file.clone(), self.metadata.clone())
                .with_row_groups(vec![group])
                .with_row_selection(selection)
                .with_batch_size(1 << 14)
                .build()
        })??;
        Ok(batches)
    }

    /// Returns the rows of the pages that may contain entries of a range, and the number of rows of the row group.
    fn pages(&self, group: usize, wanted: &std::ops::Range<i64>) -> Option<(std::ops::Range<usize>, usize)> {
        let metadata = self.metadata.metadata();
        let total = usize::try_from(metadata.row_group(group).num_rows()).ok()?;
        let ColumnIndexMetaData::INT64(bounds) = metadata.column_index()?.get(group)?.first()? else {
            return None;
        };
        let places = metadata.offset_index()?.get(group)?.first()?.page_locations();
        // Entries are sorted, and so are their pages.
        let first = bounds.max_values().partition_point(|&most| most < wanted.start);
        let end = bounds.min_values().partition_point(|&least| least < wanted.end);
        let row = |page: usize| match places.get(page) {
            Some(place) => usize::try_from(place.first_row_index).ok(),
            None => Some(total),
        };
        Some((row(first)?..row(end)?.max(row(first)?), total))
    }
}

/// Reads the file after its last page.
fn end(file: &SharedFile, metadata: &ArrowReaderMetadata) -> Option<Bytes> {
    let end_of = |group: &RowGroupMetaData| {
        let column = group.columns().first()?;
        u64::try_from(column.data_page_offset().checked_add(column.compressed_size())?).ok()
    };
    let start = metadata.metadata().row_groups().iter().filter_map(end_of).max().unwrap_or(MAGIC);
    file.get_bytes(start, usize::try_from(file.len().checked_sub(start)?).ok()?).ok()
}

/// Reads the metadata of an index of this version.
fn describe(metadata: &ArrowReaderMetadata) -> Result<Description, IndexError> {
    let pairs = metadata.metadata().file_metadata().key_value_metadata();
    let pair = pairs.and_then(|pairs| pairs.iter().find(|pair| pair.key == METADATA_KEY));
    let text = pair.and_then(|pair| pair.value.as_deref()).ok_or(IndexError::NotAnIndex)?;
    let VersionOnly { version } = serde_json::from_str(text).map_err(|_| IndexError::NotAnIndex)?;
    if version != VERSION {
        return Err(IndexError::OtherVersion { found: version, expected: VERSION });
    }
    serde_json::from_str(text).map_err(|_| IndexError::Damaged)
}
