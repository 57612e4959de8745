//! Games as CSV and as JSON lines.

use std::fmt::Write as _;

use pinsight_pgn::{Eval, EvalScore};
use pinsight_rules::Position;
use serde_json::{Map, Value, json};

use super::column::{GameColumn, Source};
use super::row::GameRow;
use super::tag::TagValue;
use crate::csv::csv_field;
use crate::moves::MovesReader;

impl GameRow {
    /// The names of the columns as a line of CSV.
    pub fn csv_header() -> String {
        let names: Vec<&str> = GameColumn::ALL.iter().map(|column| column.name()).collect();
        names.join(",") + "\n"
    }

    /// Adds the row as a line of CSV. Moves are in UCI, clocks in milliseconds, evals in pawns or `#` and moves to mate,
    /// separated by blanks, with `-` for missing values; other tags and diagnostics are JSON.
    pub fn write_csv(&self, out: &mut String) {
        for (index, &column) in GameColumn::ALL.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            let value = match column {
                GameColumn::Moves => self.uci().join(" "),
                GameColumn::Clocks => words(&self.clocks, ToString::to_string),
                GameColumn::Evals => words(&self.evals, eval_text),
                _ => match self.json(column) {
                    Value::Null => String::new(),
                    Value::String(text) => text,
                    other => other.to_string(),
                },
            };
            out.push_str(&csv_field(&value));
        }
        out.push('\n');
    }

    /// Adds the row as a line of JSON: an object with the columns that are there.
    pub fn write_json(&self, out: &mut String) {
        let columns = GameColumn::ALL.iter().map(|&column| (column.name().to_owned(), self.json(column)));
        let object: Map<String, Value> = columns.filter(|(_, value)| !value.is_null()).collect();
        let _ = writeln!(out, "{}", Value::Object(object));
    }

    fn json(&self, column: GameColumn) -> Value {
        let text = |text: Option<String>| text.map_or(Value::Null, Value::String);
        if column.source() == Source::Tag {
            let value = self.tag(column.name());
            return match value.and_then(|text| TagValue::read(column, text)) {
                None => Value::Null,
                Some(TagValue::Number(number)) => json!(number),
                // As people write them elsewhere: 2025-05-01.
                Some(TagValue::Date(_)) => text(value.map(|date| date.trim().replace('.', "-"))),
                Some(TagValue::Time(_) | TagValue::Text(_)) => text(value.map(str::to_owned)),
            };
        }
        match column {
            GameColumn::Movetext => text(self.movetext().map(str::to_owned)),
            GameColumn::Moves if self.start.is_none() => Value::Null,
            GameColumn::Moves => json!(self.uci()),
            GameColumn::Clocks if self.clocks.is_empty() => Value::Null,
            GameColumn::Clocks => json!(self.clocks),
            GameColumn::Evals if self.evals.is_empty() => Value::Null,
            GameColumn::Evals => self.evals.iter().map(eval_json).collect(),
            GameColumn::StartFen => {
                let unusual = self.start.filter(|start| *start != Position::default());
                text(unusual.map(|start| start.to_string()))
            }
            GameColumn::Plies => json!(self.plies),
            GameColumn::FinalFen => text(self.last.map(|last| last.to_string())),
            GameColumn::OtherTags => Value::Object(
                self.other_tags().map(|(name, value)| (name.to_owned(), json!(value))).collect(),
            ),
            GameColumn::Diagnostics if self.diagnostics.is_empty() => Value::Null,
            GameColumn::Diagnostics => {
                let diagnostics = self.diagnostics.iter().map(|found| {
                    json!({
                        "severity": found.severity().to_string(),
                        "code": found.fault.code(),
                        "ply": found.ply,
                        "line": found.line,
                        "column": found.column,
                        "message": found.message(),
                    })
                });
                diagnostics.collect()
            }
            GameColumn::ResultToken => json!(self.result.token()),
            GameColumn::TagOrder => json!(self.tags().map(|(name, _)| name).collect::<Vec<_>>().join(" ")),
            GameColumn::File => json!(*self.file),
            _ => json!(self.number),
        }
    }

    /// The moves in UCI; `0000` for a null move.
    fn uci(&self) -> Vec<String> {
        let Ok(reader) = MovesReader::new(&self.moves) else {
            return Vec::new();
        };
        let mode = reader.start().castling_mode();
        let steps = reader.map_while(Result::ok);
        steps
            .map(|step| match step.played {
                Some(mv) => step.before.uci(mv, mode).to_string(),
                None => "0000".to_owned(),
            })
            .collect()
    }
}

fn words<T>(values: &[Option<T>], text: impl Fn(&T) -> String) -> String {
    let words = values.iter().map(|value| value.as_ref().map_or_else(|| "-".to_owned(), &text));
    words.collect::<Vec<_>>().join(" ")
}

fn eval_text(eval: &Eval) -> String {
    match eval.score {
        EvalScore::Centipawns(score) => (f64::from(score) / 100.0).to_string(),
        EvalScore::Mate(moves) => format!("#{moves}"),
    }
}

fn eval_json(eval: &Option<Eval>) -> Value {
    match eval {
        None => Value::Null,
        Some(Eval { score: EvalScore::Centipawns(score), depth }) => {
            json!({"cp": score, "mate": null, "depth": depth})
        }
        Some(Eval { score: EvalScore::Mate(moves), depth }) => {
            json!({"cp": null, "mate": moves, "depth": depth})
        }
    }
}
