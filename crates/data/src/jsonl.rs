//! Rows as JSON lines: one object a line, the pin as `pinsight pins --json` has it, with game and move before it.

use std::io::{self, Write};

use pinsight_wire::Pin;
use serde::Serialize;

use crate::row::PinRow;
use crate::sink::RowSink;

/// Writes rows as JSON lines.
#[derive(Debug)]
pub struct JsonLinesSink<W> {
    out: W,
}

impl<W: Write> JsonLinesSink<W> {
    /// Writes to a stream, or to a `Vec<u8>`.
    pub fn new(out: W) -> Self {
        Self { out }
    }

    /// What was written to.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// What was written to.
    pub fn into_inner(self) -> W {
        self.out
    }
}

/// The names are those of the columns; the three pieces are objects.
#[derive(Serialize)]
struct JsonRow<'a> {
    file: &'a str,
    game: u64,
    white: Option<&'a str>,
    black: Option<&'a str>,
    white_elo: Option<u32>,
    black_elo: Option<u32>,
    result: Option<&'a str>,
    eco: Option<&'a str>,
    date: Option<&'a str>,
    site: Option<&'a str>,
    ply: usize,
    move_number: u16,
    side: &'a str,
    san: &'a str,
    fen: &'a str,
    #[serde(flatten)]
    pin: Pin,
}

impl<W: Write> RowSink for JsonLinesSink<W> {
    fn write(&mut self, row: &PinRow<'_>) -> io::Result<()> {
        let game = row.game;
        let json = JsonRow {
            file: &game.file,
            game: game.number,
            white: game.white.as_deref(),
            black: game.black.as_deref(),
            white_elo: game.white_elo,
            black_elo: game.black_elo,
            result: game.result.as_deref(),
            eco: game.eco.as_deref(),
            date: game.date.as_deref(),
            site: game.site.as_deref(),
            ply: row.ply,
            move_number: row.move_number(),
            side: row.side().name(),
            san: row.san,
            fen: row.fen,
            pin: row.pin.into(),
        };
        serde_json::to_writer(&mut self.out, &json)?;
        self.out.write_all(b"\n")
    }
}
