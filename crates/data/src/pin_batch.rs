//! Pin events as Arrow record batches.

use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Int32Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};

use crate::column::{Column, Value};
use crate::repeated::Repeated;
use crate::row::PinRow;

/// The Arrow schema of all columns of pins as a file has them.
pub fn pins_schema() -> SchemaRef {
    Arc::new(Schema::new(Column::ALL.iter().map(|column| column.field()).collect::<Vec<_>>()))
}

impl Column {
    /// The column's name and type in Arrow.
    pub fn field(self) -> Field {
        let data_type = match self {
            Self::Game => DataType::Int64,
            Self::WhiteElo | Self::BlackElo | Self::Ply | Self::MoveNumber | Self::Cost => DataType::Int32,
            Self::Holds => DataType::Boolean,
            _ => DataType::Utf8,
        };
        let nullable = matches!(
            self,
            Self::White
                | Self::Black
                | Self::WhiteElo
                | Self::BlackElo
                | Self::Result
                | Self::Eco
                | Self::Date
                | Self::Site
                | Self::Cause
                | Self::By
                | Self::Cost
                | Self::Holds
                | Self::Refutation
        );
        Field::new(self.name(), data_type, nullable)
    }
}

/// Gathers pin events as the columns of an Arrow record batch; keep one per thread and use it again and again.
///
/// ```
/// use arrow_array::cast::AsArray;
/// use pinsight_data::{PinBatchBuilder, PinFilter, PinScanner};
/// use pinsight_tactics::Options;
///
/// let mut scanner = PinScanner::new(PinFilter::default(), Options::default());
/// let mut builder = PinBatchBuilder::new();
/// for game in pinsight_pgn::split(&"example".into(), b"1. e4 e5 2. Nf3 d6 3. d4 Bg4 *") {
///     scanner.scan(&game, |row| builder.add(row));
/// }
/// let batch = builder.finish();
/// assert_eq!(batch["attacker_square"].as_any_dictionary().values().as_string::<i32>().value(0), "g4");
/// ```
#[derive(Debug)]
pub struct PinBatchBuilder {
    schema: SchemaRef,
    builders: Vec<Builder>,
    rows: usize,
    /// The game of the row before, in this batch.
    game: Option<(Arc<str>, u64)>,
    text: String,
}

#[derive(Debug)]
enum Builder {
    /// Texts that repeat.
    Repeated(Box<Repeated>),
    Text(StringBuilder),
    Int(Int32Builder),
    Long(Int64Builder),
    Bool(BooleanBuilder),
}

impl Default for PinBatchBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl PinBatchBuilder {
    /// A builder of all columns.
    pub fn new() -> Self {
        let (mut fields, mut builders) = (Vec::new(), Vec::new());
        for &column in Column::ALL {
            let field = column.field();
            let builder = match field.data_type() {
                DataType::Int64 => Builder::Long(Int64Builder::new()),
                DataType::Int32 => Builder::Int(Int32Builder::new()),
                DataType::Boolean => Builder::Bool(BooleanBuilder::new()),
                _ if column == Column::Fen => Builder::Text(StringBuilder::new()),
                _ => Builder::Repeated(Box::default()),
            };
            let repeated = matches!(builder, Builder::Repeated(_));
            fields.push(if repeated { field.with_data_type(Repeated::data_type()) } else { field });
            builders.push(builder);
        }
        Self { builders, schema: Arc::new(Schema::new(fields)), rows: 0, game: None, text: String::new() }
    }

    /// The schema of the batches: that of the file, but that texts which repeat are dictionaries.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// How many pin events were gathered.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Adds a pin event.
    pub fn add(&mut self, row: &PinRow<'_>) {
        self.rows += 1;
        let same_game = self
            .game
            .as_ref()
            .is_some_and(|(file, number)| Arc::ptr_eq(file, &row.game.file) && *number == row.game.number);
        if !same_game {
            self.game = Some((Arc::clone(&row.game.file), row.game.number));
        }
        for (&column, builder) in Column::ALL.iter().zip(&mut self.builders) {
            match builder {
                Builder::Repeated(builder) if same_game && column.is_of_game() => builder.add_again(),
                Builder::Repeated(builder) => match column.value(row) {
                    Value::Coded(code, name) => builder.add_coded(code, || name),
                    Value::Square(square) => builder.add_coded(square.index(), || square.to_string()),
                    Value::Text(text) => builder.add(text),
                    Value::Written => {
                        self.text.clear();
                        column.write(row, &mut self.text);
                        builder.add(Some(&*self.text).filter(|text| !text.is_empty()));
                    }
                },
                Builder::Text(builder) => builder.append_value(row.fen),
                Builder::Int(builder) => builder.append_option(match column {
                    Column::WhiteElo => row.game.white_elo.and_then(|elo| elo.try_into().ok()),
                    Column::BlackElo => row.game.black_elo.and_then(|elo| elo.try_into().ok()),
                    Column::Ply => Some(i32::try_from(row.ply).unwrap_or(i32::MAX)),
                    Column::MoveNumber => Some(i32::from(row.move_number())),
                    _ => row.pin.cost,
                }),
                Builder::Long(builder) => builder.append_value(row.game.number as i64),
                Builder::Bool(builder) => builder.append_option(row.holds()),
            }
        }
    }

    /// The events gathered so far; the builder then begins anew.
    pub fn finish(&mut self) -> RecordBatch {
        (self.rows, self.game) = (0, None);
        let arrays: Vec<ArrayRef> = self.builders.iter_mut().map(Builder::finish).collect();
        // The builders were made of the schema, and each was told every row.
        RecordBatch::try_new(Arc::clone(&self.schema), arrays)
            .unwrap_or_else(|_| RecordBatch::new_empty(Arc::clone(&self.schema)))
    }
}

impl Builder {
    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Repeated(builder) => builder.finish(),
            Self::Text(builder) => Arc::new(builder.finish()),
            Self::Int(builder) => Arc::new(builder.finish()),
            Self::Long(builder) => Arc::new(builder.finish()),
            Self::Bool(builder) => Arc::new(builder.finish()),
        }
    }
}
