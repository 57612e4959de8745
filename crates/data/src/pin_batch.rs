//! Pin events as Arrow record batches.

use std::fmt::Write;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, Int32Array, Int64Array, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pinsight_rules::UciMove;

use crate::column::Column;
use crate::head::GameHead;
use crate::pin_columns::PinColumns;
use crate::repeated::{Repeated, in_runs};
use crate::row::PinRow;
use crate::words::Words;

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
                | Self::StaticReply
                | Self::Relevance
        );
        Field::new(self.name(), data_type, nullable)
    }

    /// The type in which it is gathered, if that is another: a dictionary for texts that repeat.
    fn gathered(self) -> Option<DataType> {
        match self {
            Self::File | Self::White | Self::Black | Self::Result | Self::Eco | Self::Date | Self::Site => {
                Some(Repeated::data_type())
            }
            Self::StaticReply => Some(Repeated::data_type()),
            Self::Game | Self::WhiteElo | Self::BlackElo | Self::Ply | Self::MoveNumber => None,
            Self::San | Self::Fen | Self::Cost => None,
            _ => Some(Words::data_type()),
        }
    }
}

/// Gathers pin events as the columns of an Arrow record batch; keep one per thread and use it again and again.
///
/// ```
/// use arrow_array::StringArray;
/// use arrow_array::cast::AsArray;
/// use arrow_array::types::UInt8Type;
/// use pinsight_data::{PinBatchBuilder, PinFilter, PinScanner};
/// use pinsight_tactics::PinOptions;
///
/// let mut scanner = PinScanner::new(PinFilter::default(), PinOptions::default());
/// let mut builder = PinBatchBuilder::new();
/// for game in pinsight_pgn::split(&"example".into(), b"1. e4 e5 2. Nf3 d6 3. d4 Bg4 *") {
///     scanner.scan(&game, |row| builder.add(row));
/// }
/// let batch = builder.finish()?;
/// let attackers = batch["attacker_square"].as_dictionary::<UInt8Type>();
/// let attackers = attackers.downcast_dict::<StringArray>().unwrap();
/// assert_eq!(attackers.into_iter().next(), Some(Some("g4")));
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
#[derive(Debug)]
pub struct PinBatchBuilder {
    schema: SchemaRef,
    games: Games,
    ply: Vec<i32>,
    move_number: Vec<i32>,
    side: Words,
    san: StringBuilder,
    fen: StringBuilder,
    pins: PinColumns,
}

/// What all rows of a game have in common, once a game.
#[derive(Debug, Default)]
struct Games {
    /// The game under way.
    last: Option<(Arc<str>, u64)>,
    /// How many rows each game has.
    rows: Vec<usize>,
    file: Repeated,
    game: Vec<i64>,
    white: Repeated,
    black: Repeated,
    white_elo: Vec<Option<i32>>,
    black_elo: Vec<Option<i32>>,
    result: Repeated,
    eco: Repeated,
    date: Repeated,
    site: Repeated,
}

impl Games {
    fn add(&mut self, head: &GameHead) {
        let same = |(file, number): &(Arc<str>, u64)| Arc::ptr_eq(file, &head.file) && *number == head.number;
        if self.last.as_ref().is_some_and(same)
            && let Some(rows) = self.rows.last_mut()
        {
            *rows += 1;
            return;
        }
        self.last = Some((Arc::clone(&head.file), head.number));
        self.rows.push(1);
        self.file.add(Some(&head.file));
        self.game.push(head.number as i64);
        self.white.add(head.white.as_deref());
        self.black.add(head.black.as_deref());
        self.white_elo.push(head.white_elo.and_then(|elo| elo.try_into().ok()));
        self.black_elo.push(head.black_elo.and_then(|elo| elo.try_into().ok()));
        self.result.add(head.result.as_deref());
        self.eco.add(head.eco.as_deref());
        self.date.add(head.date.as_deref());
        self.site.add(head.site.as_deref());
    }

    /// Returns the columns so far, one value per row, and starts new ones.
    fn finish(&mut self) -> Result<[ArrayRef; 10], ArrowError> {
        let mut games = std::mem::take(self);
        let rows = &games.rows;
        let ratings = |elo: &[Option<i32>]| Arc::new(Int32Array::from(in_runs(elo, rows)));
        Ok([
            games.file.finish_runs(rows)?,
            Arc::new(Int64Array::from(in_runs(&games.game, rows))),
            games.white.finish_runs(rows)?,
            games.black.finish_runs(rows)?,
            ratings(&games.white_elo),
            ratings(&games.black_elo),
            games.result.finish_runs(rows)?,
            games.eco.finish_runs(rows)?,
            games.date.finish_runs(rows)?,
            games.site.finish_runs(rows)?,
        ])
    }
}

impl Default for PinBatchBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl PinBatchBuilder {
    /// A builder of all columns.
    pub fn new() -> Self {
        let fields = Column::ALL.iter().map(|&column| {
            let field = column.field();
            match column.gathered() {
                Some(data_type) => field.with_data_type(data_type),
                None => field,
            }
        });
        Self {
            schema: Arc::new(Schema::new(fields.collect::<Vec<_>>())),
            games: Games::default(),
            ply: Vec::new(),
            move_number: Vec::new(),
            side: Words::colors(),
            san: StringBuilder::new(),
            fen: StringBuilder::new(),
            pins: PinColumns::new(),
        }
    }

    /// The schema of the batches: that of the file, but that texts which repeat are dictionaries.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// How many pin events were gathered.
    pub fn len(&self) -> usize {
        self.ply.len()
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.ply.is_empty()
    }

    /// Adds a pin event.
    pub fn add(&mut self, row: &PinRow<'_>) {
        self.games.add(row.game);
        self.ply.push(i32::try_from(row.ply).unwrap_or(i32::MAX));
        self.move_number.push(i32::from(row.move_number()));
        self.side.add(row.side() as u8);
        self.san.append_value(row.san);
        self.fen.append_value(row.fen);
        self.pins.add(row.pin, row.prospects());
    }

    /// Returns the events so far and starts a new batch.
    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        let rows = self.len();
        let mut arrays: Vec<ArrayRef> = self.games.finish()?.into();
        for numbers in [&mut self.ply, &mut self.move_number] {
            // The next will be about as many.
            let numbers = std::mem::replace(numbers, Vec::with_capacity(rows));
            arrays.push(Arc::new(Int32Array::from(numbers)));
        }
        arrays.push(self.side.finish()?);
        for texts in [&mut self.san, &mut self.fen] {
            let room = StringBuilder::with_capacity(rows, texts.values_slice().len());
            arrays.push(Arc::new(std::mem::replace(texts, room).finish()));
        }
        arrays.append(&mut self.pins.finish(Words::finish, uci_texts)?);
        RecordBatch::try_new(Arc::clone(&self.schema), arrays)
    }
}

/// Moves in UCI notation.
fn uci_texts(moves: Vec<Option<UciMove>>) -> Result<ArrayRef, ArrowError> {
    let mut texts = Repeated::default();
    let mut text = String::new();
    for mv in moves {
        texts.add(mv.map(|mv| {
            text.clear();
            // Writing to a string does not fail.
            let _ = write!(text, "{mv}");
            &*text
        }));
    }
    texts.finish()
}
