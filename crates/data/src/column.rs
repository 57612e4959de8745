//! Declarations of tables: the schema, the Parquet encoding and docs/data.md follow from them.

use std::fmt::Write as _;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema, SchemaRef, TimeUnit};

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A string.
    Text,
    /// A 16-bit integer.
    Int16,
    /// A 32-bit integer.
    Int32,
    /// A 64-bit integer.
    Int64,
    /// A 64-bit integer without sign.
    UInt64,
    /// True or false.
    Boolean,
    /// A date.
    Date,
    /// A time of day in seconds.
    Time,
    /// Bytes.
    Bytes,
    /// A list of clocks in milliseconds.
    Clocks,
    /// A list of evaluations.
    Evals,
    /// A map from the names of tags to their values.
    Tags,
    /// A list of diagnostics.
    Diagnostics,
}

impl Kind {
    /// Returns the Arrow type.
    pub fn data_type(self) -> DataType {
        match self {
            Self::Text => DataType::Utf8,
            Self::Int16 => DataType::Int16,
            Self::Int32 => DataType::Int32,
            Self::Int64 => DataType::Int64,
            Self::UInt64 => DataType::UInt64,
            Self::Boolean => DataType::Boolean,
            Self::Date => DataType::Date32,
            Self::Time => DataType::Time32(TimeUnit::Second),
            Self::Bytes => DataType::Binary,
            Self::Clocks => list(DataType::Int32, true),
            Self::Evals => {
                let fields = ["cp", "mate", "depth"].map(|name| Field::new(name, DataType::Int32, true));
                list(DataType::Struct(fields.into_iter().collect()), true)
            }
            Self::Tags => {
                let fields = ["key", "value"].map(|name| Field::new(name, DataType::Utf8, false));
                let entries = DataType::Struct(fields.into_iter().collect());
                DataType::Map(Arc::new(Field::new("key_value", entries, false)), false)
            }
            Self::Diagnostics => {
                let fields = Fields::from(vec![
                    Field::new("severity", DataType::Utf8, false),
                    Field::new("code", DataType::Utf8, false),
                    Field::new("ply", DataType::Int32, true),
                    Field::new("line", DataType::Int64, false),
                    Field::new("column", DataType::Int64, false),
                    Field::new("message", DataType::Utf8, false),
                ]);
                list(DataType::Struct(fields), false)
            }
        }
    }

    /// Returns the name in docs/data.md.
    const fn name(self) -> &'static str {
        match self {
            Self::Text => "string",
            Self::Int16 => "int16",
            Self::Int32 => "int32",
            Self::Int64 => "int64",
            Self::UInt64 => "uint64",
            Self::Boolean => "boolean",
            Self::Date => "date32",
            Self::Time => "time32[s]",
            Self::Bytes => "binary",
            Self::Clocks => "list of int32",
            Self::Evals => "list of struct `cp`, `mate`, `depth`, each int32",
            Self::Tags => "map of string to string",
            Self::Diagnostics => {
                "list of struct `severity`, `code`, `message`: string, `ply`: int32, `line`, `column`: int64"
            }
        }
    }
}

fn list(element: DataType, nullable: bool) -> DataType {
    DataType::List(Arc::new(Field::new("element", element, nullable)))
}

/// How Parquet stores a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// With a dictionary, for values that repeat.
    Dictionary,
    /// Without a dictionary, for values that rarely repeat.
    Plain,
    /// `DELTA_BINARY_PACKED`, for integers that grow slowly.
    DeltaNumbers,
    /// `DELTA_BYTE_ARRAY`, for strings that share a prefix with the one before.
    DeltaTexts,
}

/// A column of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// The name in all formats.
    pub name: &'static str,
    /// The type.
    pub kind: Kind,
    /// Whether a value may be missing.
    pub nullable: bool,
    /// How Parquet stores it.
    pub storage: Storage,
    /// Whether it has a Bloom filter in Parquet, for readers that look for single values.
    pub bloom_filter: bool,
    /// The content, for docs/data.md.
    pub doc: &'static str,
}

impl Column {
    pub(crate) const fn new(name: &'static str, kind: Kind, doc: &'static str) -> Self {
        Self { name, kind, nullable: true, storage: Storage::Dictionary, bloom_filter: false, doc }
    }

    pub(crate) const fn required(mut self) -> Self {
        self.nullable = false;
        self
    }

    pub(crate) const fn stored(mut self, storage: Storage) -> Self {
        self.storage = storage;
        self
    }

    pub(crate) const fn with_bloom_filter(mut self) -> Self {
        self.bloom_filter = true;
        self
    }

    /// Returns the Arrow field.
    pub fn field(&self) -> Field {
        Field::new(self.name, self.kind.data_type(), self.nullable)
    }
}

/// Declares `COLUMNS`, the columns of a table, and `FILLS` if each has the function that fills it: `=> |row| ...`.
macro_rules! columns {
    ($($kind:ident $name:literal $(.$method:ident($($argument:expr)?))*, $doc:literal;)*) => {
        const COLUMNS: &[Column] = &[$(Column::new($name, Kind::$kind, $doc)$(.$method($($argument)?))*,)*];
    };
    ($($kind:ident $name:literal $(.$method:ident($($argument:expr)?))* => $fill:expr, $doc:literal;)*) => {
        columns! { $($kind $name $(.$method($($argument)?))*, $doc;)* }

        const FILLS: &[Fill] = &[$($fill,)*];
    };
}

pub(crate) use columns;

/// Returns the names of columns, separated by commas.
pub fn column_names<'a, F: AsRef<Field> + 'a>(fields: impl IntoIterator<Item = &'a F>) -> String {
    let names: Vec<&str> = fields.into_iter().map(|field| field.as_ref().name().as_str()).collect();
    names.join(", ")
}

/// A table: its name and its columns in order. New columns are only added at the end.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The name.
    pub name: &'static str,
    /// The columns.
    pub columns: &'static [Column],
}

impl Table {
    /// Returns the Arrow schema.
    pub fn schema(&self) -> SchemaRef {
        Arc::new(Schema::new(self.columns.iter().map(Column::field).collect::<Vec<_>>()))
    }

    /// Returns a record batch; the arrays may be dictionaries where the schema says string.
    pub(crate) fn batch(&self, arrays: Vec<ArrayRef>) -> Result<RecordBatch, ArrowError> {
        let fields = self.columns.iter().zip(&arrays);
        let fields = fields.map(|(column, array)| column.field().with_data_type(array.data_type().clone()));
        RecordBatch::try_new(Arc::new(Schema::new(fields.collect::<Vec<_>>())), arrays)
    }

    /// Returns the column of this name.
    pub fn column(&self, name: &str) -> Option<&'static Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// Returns the columns as a Markdown table.
    pub fn markdown(&self) -> String {
        let mut text = "| column | type | content |\n|---|---|---|\n".to_owned();
        for Column { name, kind, doc, .. } in self.columns {
            // Writing to a string does not fail.
            let _ = writeln!(text, "| `{name}` | {} | {doc} |", kind.name());
        }
        text
    }
}
