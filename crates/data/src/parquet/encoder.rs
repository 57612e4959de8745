//! From record batches to the leaves of a row group.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, ListArray, MapArray, RecordBatch};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, FieldRef, SchemaRef};
use parquet::arrow::arrow_writer::{
    ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves,
};
use parquet::errors::ParquetError;
use parquet::schema::types::ColumnDescPtr;

use super::chunk::Chunk;
use super::levels::Levels;
use super::pages::Packer;
use super::values::Values;

/// Encodes row groups.
pub(super) struct Encoder {
    factory: ArrowRowGroupWriterFactory,
    pub(super) schema: SchemaRef,
    /// The leaves of the schema, in order.
    columns: Vec<ColumnDescPtr>,
}

/// One leaf of a row group, encoded.
pub(super) enum Leaf {
    Ours(Chunk),
    Arrow(ArrowColumnChunk),
}

impl Encoder {
    pub(super) fn new(
        factory: ArrowRowGroupWriterFactory,
        schema: SchemaRef,
        columns: Vec<ColumnDescPtr>,
    ) -> Self {
        Self { factory, schema, columns }
    }

    /// The leaves of a row group, in order.
    pub(super) fn encode(&self, group: &[RecordBatch]) -> Result<Vec<Leaf>, ParquetError> {
        let mut work = Work { levels: Levels::default(), values: Values::default(), packer: Packer::new()? };
        let mut leaves = Vec::with_capacity(self.columns.len());
        for (place, field) in self.schema.fields().iter().enumerate() {
            let parts: Vec<&ArrayRef> = group.iter().filter_map(|batch| batch.columns().get(place)).collect();
            let columns = self.columns.get(leaves.len()..).unwrap_or_default();
            match work.encode(field, columns, &parts)? {
                Some(ours) => leaves.extend(ours.into_iter().map(Leaf::Ours)),
                None => self.encode_by_arrow(field, &parts, &mut leaves)?,
            }
        }
        Ok(leaves)
    }

    /// A column of a kind that our tables do not have.
    fn encode_by_arrow(
        &self,
        field: &Field,
        parts: &[&ArrayRef],
        leaves: &mut Vec<Leaf>,
    ) -> Result<(), ParquetError> {
        // The number of the row group matters only for encryption.
        let mut others = self.factory.create_column_writers(0)?.into_iter().skip(leaves.len());
        let mut writers: Vec<ArrowColumnWriter> = Vec::new();
        for part in parts {
            for (number, leaf) in compute_leaves(field, part)?.iter().enumerate() {
                if number == writers.len() {
                    writers.push(others.next().ok_or_else(|| unknown(field))?);
                }
                if let Some(writer) = writers.get_mut(number) {
                    writer.write(leaf)?;
                }
            }
        }
        for writer in writers {
            leaves.push(Leaf::Arrow(writer.close()?));
        }
        Ok(())
    }
}

fn unknown(field: &Field) -> ParquetError {
    ParquetError::General(format!("the column {} is none of the file's", field.name()))
}

/// What is needed to encode a leaf, used for one after the other.
struct Work<'a> {
    levels: Levels,
    values: Values<'a>,
    packer: Packer,
}

/// Nothing if a column is of no kind that is known here.
type Encoded = Result<Option<Vec<Chunk>>, ParquetError>;

impl<'a> Work<'a> {
    /// The leaves of a column; `columns` are these and more.
    fn encode(&mut self, field: &Field, columns: &[ColumnDescPtr], parts: &[&'a ArrayRef]) -> Encoded {
        let depth = u8::from(field.is_nullable()) + 1;
        match field.data_type() {
            DataType::List(element) => {
                let lists = parts.iter().map(|part| part.as_list_opt().map(Lists::of_list));
                let Some(lists) = lists.collect::<Option<Vec<_>>>() else {
                    return Ok(None);
                };
                match element.data_type() {
                    DataType::Struct(fields) => self.encode_lists(
                        field,
                        depth + u8::from(element.is_nullable()),
                        fields,
                        columns,
                        &lists,
                    ),
                    _ => self.encode_lists(field, depth, std::slice::from_ref(element), columns, &lists),
                }
            }
            DataType::Map(entries, _) => {
                let maps = parts.iter().map(|part| part.as_map_opt().map(Lists::of_map));
                match (entries.data_type(), maps.collect::<Option<Vec<_>>>()) {
                    (DataType::Struct(fields), Some(maps)) => {
                        self.encode_lists(field, depth, fields, columns, &maps)
                    }
                    _ => Ok(None),
                }
            }
            _ => match (self.gather_rows(field, parts), columns.first()) {
                (Some(()), Some(column)) => Ok(Some(vec![self.encode_leaf(column)?])),
                _ => Ok(None),
            },
        }
    }

    fn encode_lists(
        &mut self,
        list: &Field,
        depth: u8,
        fields: &[FieldRef],
        columns: &[ColumnDescPtr],
        parts: &[Lists<'a>],
    ) -> Encoded {
        let mut chunks = Vec::with_capacity(fields.len());
        for ((number, field), column) in fields.iter().enumerate().zip(columns) {
            let leaf = (number, &**field);
            match self.gather_elements(list, depth, leaf, parts) {
                Some(()) => chunks.push(self.encode_leaf(column)?),
                None => return Ok(None),
            }
        }
        Ok(Some(chunks))
    }

    fn encode_leaf(&mut self, column: &ColumnDescPtr) -> Result<Chunk, ParquetError> {
        Chunk::encode(column, &self.levels, &mut self.values, &mut self.packer)
    }

    /// Gathers a column without lists.
    fn gather_rows(&mut self, field: &Field, parts: &[&'a ArrayRef]) -> Option<()> {
        let Self { levels, values, .. } = self;
        let greatest = u8::from(field.is_nullable());
        levels.begin(greatest);
        values.begin(field)?;
        for part in parts {
            match part.nulls().filter(|nulls| nulls.null_count() > 0) {
                None => levels.add_rows(greatest, part.len()),
                Some(nulls) => nulls.iter().for_each(|valid| levels.add_rows(valid.into(), 1)),
            }
            values.add(part, 0..part.len(), part.nulls())?;
        }
        Some(())
    }

    /// Gathers a leaf of lists. An element that is there is defined as far as `depth`.
    fn gather_elements(
        &mut self,
        list: &Field,
        depth: u8,
        (number, field): (usize, &Field),
        parts: &[Lists<'a>],
    ) -> Option<()> {
        let Self { levels, values, .. } = self;
        let empty = u8::from(list.is_nullable());
        let greatest = depth + u8::from(field.is_nullable());
        levels.begin(greatest);
        values.begin(field)?;
        for part in parts {
            let leaf = *part.leaves.get(number)?;
            let present = NullBuffer::union(part.elements, leaf.nulls());
            for (row, (start, end)) in part.offsets.iter().zip(part.offsets.iter().skip(1)).enumerate() {
                let there = part.nulls.is_none_or(|nulls| nulls.is_valid(row));
                let elements = *start as usize..*end as usize;
                if !there || elements.is_empty() {
                    levels.begin_row(1);
                    levels.define(if there { empty } else { 0 }, 1);
                    continue;
                }
                levels.begin_row(elements.len());
                let present = present.as_ref().map(|present| present.slice(elements.start, elements.len()));
                match &present {
                    Some(present) if present.null_count() > 0 => {
                        for (place, valid) in elements.clone().zip(present) {
                            let element = part.elements.is_none_or(|elements| elements.is_valid(place));
                            levels.define(if valid { greatest } else { depth - u8::from(!element) }, 1);
                        }
                    }
                    _ => levels.define(greatest, elements.len()),
                }
                values.add(leaf, elements, present.as_ref())?;
            }
        }
        Some(())
    }
}

/// Lists of elements that have one leaf each or several.
struct Lists<'a> {
    /// Where each list begins and ends among the elements.
    offsets: &'a [i32],
    nulls: Option<&'a NullBuffer>,
    /// Which elements are there, where they are made of several leaves.
    elements: Option<&'a NullBuffer>,
    leaves: Vec<&'a ArrayRef>,
}

impl<'a> Lists<'a> {
    fn of_list(list: &'a ListArray) -> Self {
        let (elements, leaves) = match list.values().as_struct_opt() {
            Some(elements) => (elements.nulls(), elements.columns().iter().collect()),
            None => (None, vec![list.values()]),
        };
        Self { offsets: list.value_offsets(), nulls: list.nulls(), elements, leaves }
    }

    fn of_map(map: &'a MapArray) -> Self {
        let leaves = vec![map.keys(), map.values()];
        Self { offsets: map.value_offsets(), nulls: map.nulls(), elements: None, leaves }
    }
}
