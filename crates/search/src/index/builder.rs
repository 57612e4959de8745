//! Writes an index.

use std::io::Write;
use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves};
use parquet::basic::{Compression, Encoding};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use pinsight_data::{CheckedColumn, StoredGamesError, add_checksums};
use pinsight_moves::MovesReader;
use pinsight_openings::TreeNode;

use super::checksum::{HoldingWriter, UNKNOWN};
use super::description::{Description, METADATA_KEY, TableState, VERSION};
use super::key::{key_of, pawn_hash};
use super::popular::{PopularPositions, Visit, trees};
use super::{COLUMN, IndexError};
use crate::query::PawnStructure;
use crate::table::GamesTable;

/// The size of an index as a share of the table's moves and clocks.
const SHARE: f64 = 0.5;
/// The bits that an entry takes in addition to the logarithm of the mean difference between entries.
const OVERHEAD_BITS: f64 = 3.2;
/// The bounds of that logarithm. 2^20 makes one game in a million a false candidate.
const GAP_BITS: (f64, f64) = (2.0, 20.0);
/// The number of entries of a page, the least that a search reads of a row group.
const PAGE_ENTRIES: usize = 1 << 14;

/// The entries of a row group.
#[derive(Debug)]
pub struct GroupEntries {
    keys: u64,
    entries: Vec<i64>,
    /// The trees of the popular positions.
    nodes: Vec<TreeNode>,
}

impl GroupEntries {
    /// Replays the games of a row group. Runs on any thread.
    pub fn of(
        table: &GamesTable,
        group: usize,
        popular: &PopularPositions,
    ) -> Result<Self, StoredGamesError> {
        let mut hashes: Vec<(u64, u32)> = Vec::new();
        let mut visits = Vec::new();
        table.visit_moves(group, None, |row, moves| {
            let mut reader = MovesReader::new(moves)?;
            let mut last = None;
            loop {
                let pawns = PawnStructure::of(reader.after().board());
                if last.replace(pawns) != Some(pawns) {
                    hashes.push((pawn_hash(pawns.by_color()), row));
                }
                let number = popular.number(reader.after());
                let next = reader.advance()?;
                visits.extend(number.map(|number| Visit { row, number, played: next.flatten() }));
                if next.is_none() {
                    return Ok(());
                }
            }
        })?;
        let rows = table.group_rows(group) as u64;
        let keys = number_of_keys(hashes.len(), rows, table.moves_and_clocks_bytes(group));
        let entry = |(hash, row): (u64, u32)| (key_of(hash, keys) * rows + u64::from(row)) as i64;
        let mut entries: Vec<i64> = hashes.into_iter().map(entry).collect();
        entries.sort_unstable();
        entries.dedup();
        // Parquet has no empty row groups. A wrong candidate does no harm.
        if entries.is_empty() {
            entries.push(0);
        }
        Ok(Self { keys, entries, nodes: trees(table, group, popular, &mut visits)? })
    }
}

/// Returns the number of keys with which `entries` entries take their share of `bytes`.
fn number_of_keys(entries: usize, rows: u64, bytes: u64) -> u64 {
    let (least, most) = GAP_BITS;
    let bits = SHARE * 8.0 * bytes as f64 / entries.max(1) as f64 - OVERHEAD_BITS;
    let gap = bits.clamp(least, most).exp2();
    ((gap * entries as f64 / rows.max(1) as f64) as u64).max(1)
}

/// Writes an index, row group by row group.
pub struct IndexWriter<W: Write + Send> {
    writer: SerializedFileWriter<HoldingWriter<W>>,
    factory: ArrowRowGroupWriterFactory,
    column: Field,
    description: Description,
    popular: PopularPositions,
    /// The trees of the popular positions so far.
    nodes: Vec<TreeNode>,
}

impl<W: Write + Send> std::fmt::Debug for IndexWriter<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("IndexWriter").field("description", &self.description).finish_non_exhaustive()
    }
}

impl<W: Write + Send> IndexWriter<W> {
    /// Begins the index of a table with these popular positions.
    pub fn new(out: W, table: &GamesTable, popular: &PopularPositions) -> Result<Self, IndexError> {
        let column = Field::new(COLUMN, DataType::Int64, false);
        let schema = Arc::new(Schema::new(vec![column.clone()]));
        let properties = WriterProperties::builder()
            .set_compression(Compression::UNCOMPRESSED)
            .set_created_by(format!("pinsight {}", env!("CARGO_PKG_VERSION")))
            .set_dictionary_enabled(false)
            .set_encoding(Encoding::DELTA_BINARY_PACKED)
            .set_statistics_enabled(EnabledStatistics::Page)
            .set_data_page_row_count_limit(PAGE_ENTRIES)
            .build();
        let writer = ArrowWriter::try_new(HoldingWriter::new(out), schema, Some(properties))?;
        let (writer, factory) = writer.into_serialized_writer()?;
        let description = Description {
            version: VERSION,
            checksum: UNKNOWN.to_owned(),
            table: TableState::of(table)?,
            keys: Vec::new(),
            popular: Vec::new(),
        };
        Ok(Self { writer, factory, column, description, popular: popular.clone(), nodes: Vec::new() })
    }

    /// Adds the next row group.
    pub fn push(&mut self, group: GroupEntries) -> Result<(), IndexError> {
        let entries: ArrayRef = Arc::new(Int64Array::from(group.entries));
        // The number of the row group matters only for encryption.
        let mut columns = self.factory.create_column_writers(0)?;
        for (leaf, column) in compute_leaves(&self.column, &entries)?.iter().zip(&mut columns) {
            column.write(leaf)?;
        }
        let columns = columns.into_iter().map(ArrowColumnWriter::close).collect::<Result<_, _>>()?;
        let checked = add_checksums(columns, &self.writer.schema_descr().root_schema_ptr())?;
        let mut rows = self.writer.next_row_group()?;
        for CheckedColumn { pages, close } in checked {
            rows.append_column(&pages, close)?;
        }
        rows.close()?;
        self.description.keys.push(group.keys);
        self.nodes.resize(group.nodes.len(), TreeNode::default());
        for (node, added) in self.nodes.iter_mut().zip(&group.nodes) {
            node.merge(added);
        }
        Ok(())
    }

    /// Completes the index and returns the output.
    pub fn finish(mut self) -> Result<W, IndexError> {
        self.description.popular = self.popular.store(&self.nodes);
        let text = serde_json::to_string(&self.description).map_err(|_| IndexError::Damaged)?;
        self.writer.append_key_value_metadata(KeyValue::new(METADATA_KEY.to_owned(), text));
        self.writer.flush().map_err(ParquetError::from)?;
        self.writer.inner_mut().hold();
        Ok(self.writer.into_inner()?.finish().map_err(ParquetError::from)?)
    }
}
