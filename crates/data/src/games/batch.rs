//! Games as Arrow record batches.

use std::sync::Arc;

use arrow_array::builder::{
    BinaryBuilder, Date32Builder, Int16Builder, Int32Builder, Int64Builder, MapBuilder, MapFieldNames,
    StringBuilder, Time32MillisecondBuilder,
};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef, TimeUnit};
use pinsight_pgn::{Diagnostic, RawGame};
use pinsight_rules::Position;

use super::column::{GameColumn, Source};
use super::lists::{Clocks, Diagnostics, Evals, clock_field, diagnostic_element, eval_element};
use super::reader::GameReader;
use super::row::GameRow;
use super::tag::TagValue;
use super::wants::GameWants;

/// The Arrow schema of all columns of games.
pub fn games_schema() -> SchemaRef {
    schema_of(GameColumn::ALL)
}

fn schema_of(columns: &[GameColumn]) -> SchemaRef {
    Arc::new(Schema::new(columns.iter().map(|column| column.field()).collect::<Vec<_>>()))
}

impl GameColumn {
    /// The column's name and type in Arrow. Every column may be null but for `plies`, `result_token`, `file` and `game`,
    /// which are there in all games.
    pub fn field(self) -> Field {
        let nullable = !matches!(self, Self::Plies | Self::ResultToken | Self::File | Self::Game);
        Field::new(self.name(), self.data_type(), nullable)
    }

    fn data_type(self) -> DataType {
        match self {
            Self::WhiteElo | Self::BlackElo | Self::WhiteRatingDiff | Self::BlackRatingDiff => {
                DataType::Int16
            }
            Self::UtcDate => DataType::Date32,
            Self::UtcTime => DataType::Time32(TimeUnit::Millisecond),
            Self::Moves => DataType::Binary,
            Self::Clocks => DataType::List(clock_field()),
            Self::Evals => DataType::List(eval_element()),
            Self::Plies => DataType::Int32,
            Self::OtherTags => DataType::Map(tag_entries(), false),
            Self::Diagnostics => DataType::List(diagnostic_element()),
            Self::Game => DataType::Int64,
            _ => DataType::Utf8,
        }
    }
}

fn tag_entries() -> FieldRef {
    let fields = ["key", "value"].map(|name| Field::new(name, DataType::Utf8, false));
    Arc::new(Field::new("key_value", DataType::Struct(fields.into_iter().collect()), false))
}

/// Gathers games as the columns of an Arrow record batch; keep one per thread and use it again and again.
///
/// Only the columns that are asked for are made, and only what they need is done: when none of them comes from the
/// moves these are not replayed, and the movetext is passed over unread.
///
/// ```
/// use arrow_array::cast::AsArray;
/// use arrow_array::types::Int32Type;
/// use pinsight_data::{GameBatchBuilder, GameColumn};
///
/// let mut builder = GameBatchBuilder::new(&[GameColumn::White, GameColumn::Plies]);
/// for game in pinsight_pgn::split(&"example".into(), b"[White \"Anna\"]\n\n1. e4 e5 *\n\n1. d4 *") {
///     builder.add(&game);
/// }
/// let batch = builder.finish()?;
/// assert_eq!(batch.num_rows(), 2);
/// assert_eq!(batch["White"].as_string::<i32>().value(0), "Anna");
/// assert_eq!(batch["plies"].as_primitive::<Int32Type>().values(), &[2, 1]);
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
#[derive(Debug)]
pub struct GameBatchBuilder {
    schema: SchemaRef,
    reader: GameReader,
    columns: Vec<GameColumn>,
    builders: Vec<Builder>,
    rows: usize,
    /// For texts that are made.
    text: String,
}

impl GameBatchBuilder {
    /// A builder of some columns, in this order.
    pub fn new(columns: &[GameColumn]) -> Self {
        Self::with_wants(columns, GameWants::of(columns))
    }

    /// A builder of all columns; the movetext is null unless it is wanted.
    pub fn of_all(movetext: bool) -> Self {
        Self::with_wants(GameColumn::ALL, GameWants { movetext, ..GameWants::MOVES })
    }

    fn with_wants(columns: &[GameColumn], wants: GameWants) -> Self {
        Self {
            schema: schema_of(columns),
            reader: GameReader::new(wants),
            columns: columns.to_vec(),
            builders: columns.iter().map(|&column| Builder::new(column)).collect(),
            rows: 0,
            text: String::new(),
        }
    }

    /// The schema of the batches.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// How many games were gathered.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Adds a game. Returns what was wrong with it, as far as was looked.
    pub fn add(&mut self, raw: &RawGame<'_>) -> &[Diagnostic] {
        let Self { reader, columns, builders, text, .. } = self;
        let row = reader.read(raw);
        let mut slots = [None; 17];
        for (column, value) in row.column_tags() {
            if let Some(slot) = slots.get_mut(column as usize) {
                *slot = Some(value);
            }
        }
        for (&column, builder) in columns.iter().zip(builders) {
            match column.source() {
                Source::Tag => builder.add_tag(column, slots.get(column as usize).copied().flatten()),
                _ => builder.add(column, row, text),
            }
        }
        self.rows += 1;
        &row.diagnostics
    }

    /// Returns the games so far and starts a new batch.
    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        let arrays: Vec<ArrayRef> = self.builders.iter_mut().map(Builder::finish).collect();
        self.rows = 0;
        RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays, &options)
    }
}

/// Gathers one column.
#[derive(Debug)]
enum Builder {
    Text(StringBuilder),
    Short(Int16Builder),
    Date(Date32Builder),
    Time(Time32MillisecondBuilder),
    Int(Int32Builder),
    Long(Int64Builder),
    Bytes(BinaryBuilder),
    Clocks(Box<Clocks>),
    Evals(Box<Evals>),
    Tags(Box<MapBuilder<StringBuilder, StringBuilder>>),
    Diagnostics(Box<Diagnostics>),
}

impl Builder {
    fn new(column: GameColumn) -> Self {
        match column.data_type() {
            DataType::Int16 => Self::Short(Int16Builder::new()),
            DataType::Date32 => Self::Date(Date32Builder::new()),
            DataType::Time32(_) => Self::Time(Time32MillisecondBuilder::new()),
            DataType::Int32 => Self::Int(Int32Builder::new()),
            DataType::Int64 => Self::Long(Int64Builder::new()),
            DataType::Binary => Self::Bytes(BinaryBuilder::new()),
            DataType::Map(..) => {
                let [entry, key, value] = ["key_value", "key", "value"].map(str::to_owned);
                let names = MapFieldNames { entry, key, value };
                let builder = MapBuilder::new(Some(names), StringBuilder::new(), StringBuilder::new());
                Self::Tags(Box::new(builder.with_values_field(Field::new("value", DataType::Utf8, false))))
            }
            DataType::List(_) if column == GameColumn::Clocks => Self::Clocks(Box::default()),
            DataType::List(_) if column == GameColumn::Evals => Self::Evals(Box::default()),
            DataType::List(_) => Self::Diagnostics(Box::default()),
            _ => Self::Text(StringBuilder::new()),
        }
    }

    /// A column that comes from its tag.
    #[inline]
    fn add_tag(&mut self, column: GameColumn, text: Option<&str>) {
        if let Self::Text(builder) = self {
            return builder.append_option(text);
        }
        let value = text.and_then(|text| TagValue::read(column, text));
        match (self, value) {
            (Self::Short(builder), Some(TagValue::Number(number))) => builder.append_value(number),
            (Self::Short(builder), _) => builder.append_null(),
            (Self::Date(builder), Some(TagValue::Date(days))) => builder.append_value(days),
            (Self::Date(builder), _) => builder.append_null(),
            (Self::Time(builder), Some(TagValue::Time(time))) => builder.append_value(time),
            (Self::Time(builder), _) => builder.append_null(),
            // No other column has a tag.
            _ => {}
        }
    }

    fn add(&mut self, column: GameColumn, row: &GameRow, text: &mut String) {
        match self {
            Self::Text(builder) => match column {
                GameColumn::Movetext => builder.append_option(row.movetext()),
                GameColumn::StartFen => {
                    let unusual = row.start.filter(|start| *start != Position::default());
                    builder.append_option(unusual.map(|start| start.to_string()));
                }
                GameColumn::FinalFen => builder.append_option(row.last.map(|last| last.to_string())),
                GameColumn::ResultToken => builder.append_value(row.result.token()),
                GameColumn::File => builder.append_value(&*row.file),
                _ => {
                    text.clear();
                    for (name, _) in row.tags() {
                        if !text.is_empty() {
                            text.push(' ');
                        }
                        text.push_str(name);
                    }
                    builder.append_value(&text);
                }
            },
            Self::Int(builder) => builder.append_value(i32::try_from(row.plies).unwrap_or(i32::MAX)),
            Self::Long(builder) => builder.append_value(row.number as i64),
            Self::Bytes(builder) => builder.append_option((!row.moves.is_empty()).then_some(&row.moves)),
            Self::Clocks(builder) => builder.add(&row.clocks),
            Self::Evals(builder) => builder.add(&row.evals),
            Self::Tags(builder) => {
                for (name, value) in row.other_tags() {
                    builder.keys().append_value(name);
                    builder.values().append_value(value);
                }
                // Fails only if there are more keys than values.
                let _ = builder.append(true);
            }
            Self::Diagnostics(builder) => builder.add(&row.diagnostics),
            // Columns that come from tags.
            Self::Short(_) | Self::Date(_) | Self::Time(_) => {}
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Text(builder) => Arc::new(builder.finish()),
            Self::Short(builder) => Arc::new(builder.finish()),
            Self::Date(builder) => Arc::new(builder.finish()),
            Self::Time(builder) => Arc::new(builder.finish()),
            Self::Int(builder) => Arc::new(builder.finish()),
            Self::Long(builder) => Arc::new(builder.finish()),
            Self::Bytes(builder) => Arc::new(builder.finish()),
            Self::Clocks(builder) => Arc::new(std::mem::take(builder).finish()),
            Self::Evals(builder) => Arc::new(std::mem::take(builder).finish()),
            Self::Tags(builder) => Arc::new(builder.finish()),
            Self::Diagnostics(builder) => Arc::new(std::mem::take(builder).finish()),
        }
    }
}
