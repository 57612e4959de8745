//! The table of pin events.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_array::builder::{ArrayBuilder, Int32Builder, StringBuilder};
use arrow_schema::{ArrowError, Schema};
use pinsight_rules::Color;

use crate::column::{Column, Kind, Storage, Table, columns};
use crate::head::{HEAD, HeadColumns, with_head};
use crate::pin_columns::PinColumns;
use crate::scanner::PinEvent;
use crate::words::Words;

columns! {
    Int32 "ply".required(), "the ply of the move, from 1; null moves count";
    Int32 "move_number".required(), "the move number, as PGN writes it before the move";
    Text "side".required(), "the side that moved: `white`, `black`";
    Text "san".required(), "the move in SAN";
    Text "fen".required().stored(Storage::DeltaTexts), "the position before the move";
    Text "status".required(), "`new`, `kept`, `released`";
    Text "kind".required(), "`absolute_pin`, `relative_pin`, `absolute_skewer`, `skewer`, `x_ray`";
    Text "cause",
        "of new lines `created`, `replaced`, `stepped_in_front`, `stepped_behind`, `revalued`, `en_passant`, \
         `discovered`, `unmasked`; of released lines `attacker_moved`, `attacker_captured`, `pinned_moved`, \
         `pinned_captured`, `shielded_moved`, `shielded_captured`, `line_blocked`, `revalued`";
    Text "by", "the side whose move created or ended it: `attacker` (the attacker's side), `self` (the pinned side)";
    Text "attacker_square".required(),
        "such as `b5`; the squares are those after the move, for released pins those before it";
    Text "attacker_role".required(), "such as `bishop`";
    Text "attacker_color".required(), "`white`, `black`";
    Text "pinned_square".required(), "as for the attacker";
    Text "pinned_role".required(), "as for the attacker";
    Text "pinned_color".required(), "as for the attacker";
    Text "shielded_square".required(), "as for the attacker";
    Text "shielded_role".required(), "as for the attacker";
    Text "shielded_color".required(), "as for the attacker";
    Int32 "cost", "for a relative pin: what capturing the shielded piece wins when the pinned piece is gone";
    Text "static_reply",
        "for a relative pin: the best move of the pinned piece off the line that compensates for that by \
         exchanges on its target square alone, in UCI";
    Text "freedom".required(), "the mobility of the pinned piece: `frozen`, `along_the_line`, `free`, `geometric`";
    Text "relevance", "whether the pin matters, by a static rule: `real`, `potential`; null for other lines";
}

/// The table of pin events.
pub static PINS: Table = Table { name: "pins", columns: &with_head::<32>(COLUMNS) };

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
    ply: Int32Builder,
    move_number: Int32Builder,
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
            ply: Int32Builder::new(),
            move_number: Int32Builder::new(),
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
        self.ply.append_value(i32::try_from(event.ply).unwrap_or(i32::MAX));
        self.move_number.append_value(i32::from(event.before.fullmove_number()));
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
        let mut arrays = self.games.finish();
        arrays.push(Arc::new(self.ply.finish()));
        arrays.push(Arc::new(self.move_number.finish()));
        arrays.push(self.side.finish());
        arrays.push(Arc::new(self.san.finish()));
        arrays.push(Arc::new(self.fen.finish()));
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
