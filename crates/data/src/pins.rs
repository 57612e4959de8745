//! The table of pin events.

use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{Int32Array, RecordBatch};
use arrow_schema::{ArrowError, Schema};
use pinsight_rules::Color;

use crate::column::{Column, Kind, Storage, Table};
use crate::head::{HEAD, HeadColumns, with_head};
use crate::pin_columns::PinColumns;
use crate::scanner::PinEvent;
use crate::words::Words;

/// The table of pin events.
pub static PINS: Table = Table {
    name: "pins",
    columns: &with_head::<32>(&[
        Column::new("ply", Kind::Int32, "the ply of the move, from 1; null moves count").required(),
        Column::new("move_number", Kind::Int32, "the move number, as PGN writes it before the move")
            .required(),
        Column::new("side", Kind::Text, "the side that moved: `white`, `black`").required(),
        Column::new("san", Kind::Text, "the move in SAN").required(),
        Column::new("fen", Kind::Text, "the position before the move").required().stored(Storage::DeltaTexts),
        Column::new("status", Kind::Text, "`new`, `kept`, `released`").required(),
        Column::new(
            "kind",
            Kind::Text,
            "`absolute_pin`, `relative_pin`, `absolute_skewer`, `skewer`, `x_ray`",
        )
        .required(),
        Column::new(
            "cause",
            Kind::Text,
            "of new lines `created`, `replaced`, `stepped_in_front`, `stepped_behind`, `revalued`, `en_passant`, \
             `discovered`, `unmasked`; of released lines `attacker_moved`, `attacker_captured`, `pinned_moved`, \
             `pinned_captured`, `shielded_moved`, `shielded_captured`, `line_blocked`, `revalued`",
        ),
        Column::new(
            "by",
            Kind::Text,
            "the side whose move created or ended it: `attacker` (the attacker's side), `self` (the pinned side)",
        ),
        Column::new(
            "attacker_square",
            Kind::Text,
            "such as `b5`; the squares are those after the move, for released pins those before it",
        )
        .required(),
        Column::new("attacker_role", Kind::Text, "such as `bishop`").required(),
        Column::new("attacker_color", Kind::Text, "`white`, `black`").required(),
        Column::new("pinned_square", Kind::Text, "as for the attacker").required(),
        Column::new("pinned_role", Kind::Text, "as for the attacker").required(),
        Column::new("pinned_color", Kind::Text, "as for the attacker").required(),
        Column::new("shielded_square", Kind::Text, "as for the attacker").required(),
        Column::new("shielded_role", Kind::Text, "as for the attacker").required(),
        Column::new("shielded_color", Kind::Text, "as for the attacker").required(),
        Column::new(
            "cost",
            Kind::Int32,
            "for a relative pin: what capturing the shielded piece wins when the pinned piece is gone",
        ),
        Column::new(
            "static_reply",
            Kind::Text,
            "for a relative pin: the best move of the pinned piece off the line that compensates for that by \
             exchanges on its target square alone, in UCI",
        ),
        Column::new(
            "freedom",
            Kind::Text,
            "the mobility of the pinned piece: `frozen`, `along_the_line`, `free`, `geometric`",
        )
        .required(),
        Column::new(
            "relevance",
            Kind::Text,
            "whether the pin matters, by a static rule: `real`, `potential`; null for other lines",
        ),
    ]),
};

/// Builds record batches of pin events; keep one per thread and reuse it. Strings that repeat are dictionaries.
///
/// ```
/// use arrow_array::StringArray;
/// use arrow_array::cast::AsArray;
/// use arrow_array::types::UInt8Type;
/// use pinsight_data::{PinBatchBuilder, PinScanner};
/// use pinsight_tactics::PinFilter;
/// use pinsight_tactics::PinOptions;
///
/// let mut scanner = PinScanner::new(PinFilter::default(), PinOptions::default());
/// let mut builder = PinBatchBuilder::new();
/// for game in pinsight_pgn::split(&"example".into(), b"1. e4 e5 2. Nf3 d6 3. d4 Bg4 *") {
///     scanner.scan(&game, |event| builder.add(event));
/// }
/// let batch = builder.finish()?;
/// let attackers = batch["attacker_square"].as_dictionary::<UInt8Type>();
/// let attackers = attackers.downcast_dict::<StringArray>().unwrap();
/// assert_eq!(attackers.into_iter().next(), Some(Some("g4")));
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
#[derive(Debug)]
pub struct PinBatchBuilder {
    columns: Vec<&'static Column>,
    wants: Wants,
    games: HeadColumns,
    ply: Vec<i32>,
    move_number: Vec<i32>,
    side: Words,
    san: StringBuilder,
    fen: StringBuilder,
    pins: PinColumns,
}

/// Which of the columns that are expensive to compute to build.
#[derive(Clone, Copy, Debug)]
struct Wants {
    game: bool,
    san: bool,
    fen: bool,
    prospects: bool,
}

impl Default for PinBatchBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl PinBatchBuilder {
    /// Builds all columns of [`PINS`].
    pub fn new() -> Self {
        Self::with_columns(PINS.columns)
    }

    /// Builds some columns of [`PINS`], in this order; computes only what they need.
    pub fn with_columns(columns: impl IntoIterator<Item = &'static Column>) -> Self {
        let columns: Vec<&'static Column> = columns.into_iter().collect();
        let wants = |name| columns.iter().any(|column| column.name == name);
        Self {
            wants: Wants {
                game: HEAD.iter().any(|column| wants(column.name)),
                san: wants("san"),
                fen: wants("fen"),
                prospects: wants("static_reply") || wants("freedom") || wants("relevance"),
            },
            columns,
            games: HeadColumns::default(),
            ply: Vec::new(),
            move_number: Vec::new(),
            side: Words::of(Color::ALL),
            san: StringBuilder::new(),
            fen: StringBuilder::new(),
            pins: PinColumns::new(),
        }
    }

    /// Returns the number of events in the batch so far.
    pub fn len(&self) -> usize {
        self.ply.len()
    }

    /// Returns whether the batch has no events.
    pub fn is_empty(&self) -> bool {
        self.ply.is_empty()
    }

    /// Adds a pin event.
    pub fn add(&mut self, event: &PinEvent<'_>) {
        let Wants { game, san, fen, prospects } = self.wants;
        if game {
            self.games.add(event.game(), 1);
        }
        self.ply.push(i32::try_from(event.ply).unwrap_or(i32::MAX));
        self.move_number.push(i32::from(event.before.fullmove_number()));
        self.side.add(event.before.turn() as u8);
        if san {
            self.san.append_value(event.san());
        }
        if fen {
            self.fen.append_value(event.fen());
        }
        self.pins.add(event.pin);
        if prospects {
            self.pins.add_prospects(event.pin, &event.pin.prospects());
        }
    }

    /// Returns the events so far and starts a new batch.
    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        let rows = self.len();
        let mut arrays = self.games.finish();
        for numbers in [&mut self.ply, &mut self.move_number] {
            // The next batch has about the same size.
            let numbers = std::mem::replace(numbers, Vec::with_capacity(rows));
            arrays.push(Arc::new(Int32Array::from(numbers)));
        }
        arrays.push(self.side.finish());
        for texts in [&mut self.san, &mut self.fen] {
            let room = StringBuilder::with_capacity(rows, texts.values_slice().len());
            arrays.push(Arc::new(std::mem::replace(texts, room).finish()));
        }
        arrays.append(&mut self.pins.finish());
        let all: Vec<_> = PINS.columns.iter().zip(arrays).collect();
        let wanted = self.columns.iter().filter_map(|wanted| {
            let (column, array) = all.iter().find(|(column, _)| column.name == wanted.name)?;
            Some((column.field().with_data_type(array.data_type().clone()), Arc::clone(array)))
        });
        let (fields, arrays): (Vec<_>, Vec<_>) = wanted.unzip();
        RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)
    }
}
