//! The values of tags that are numbers, dates and times.

use chrono::{NaiveDate, NaiveTime, Timelike};

use super::column::GameColumn;
use crate::builder::Value;
use crate::column::Kind;

/// The value of a tag in its column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TagValue<'a> {
    Text(&'a str),
    Number(i16),
    /// Days since 1970.
    Date(i32),
    /// Seconds since midnight.
    Time(i32),
}

impl<'a> TagValue<'a> {
    /// Parses the text of a tag; `None` if the column cannot hold it.
    pub(crate) fn read(column: GameColumn, text: &'a str) -> Option<Self> {
        match column.column().kind {
            Kind::Int16 => number(text).map(Self::Number),
            Kind::Date => date(text).map(Self::Date),
            Kind::Time => time(text).map(Self::Time),
            _ => Some(Self::Text(text)),
        }
    }

    /// Parses the text of a tag to the value that its column's builder takes.
    #[inline]
    pub(crate) fn column_value(column: GameColumn, text: Option<&'a str>) -> Value<'a> {
        match column.column().kind {
            Kind::Int16 => Value::Int16(text.and_then(number)),
            Kind::Date => Value::Date(text.and_then(date)),
            Kind::Time => Value::Time(text.and_then(time)),
            _ => Value::optional_text(text),
        }
    }

    /// Returns the text in the form of the PGN standard and lichess; `None` if the number is not a date or time.
    pub(crate) fn text(self, column: GameColumn) -> Option<String> {
        Some(match self {
            Self::Text(text) => text.to_owned(),
            Self::Number(number) => match column {
                GameColumn::WhiteRatingDiff | GameColumn::BlackRatingDiff => format!("{number:+}"),
                _ => number.to_string(),
            },
            Self::Date(days) => NaiveDate::from_epoch_days(days)?.format("%Y.%m.%d").to_string(),
            Self::Time(seconds) => {
                let time = NaiveTime::from_num_seconds_from_midnight_opt(seconds.try_into().ok()?, 0)?;
                time.format("%H:%M:%S").to_string()
            }
        })
    }

    /// Returns whether [`text`](Self::text) restores `text` exactly.
    pub(crate) fn is_exact(self, column: GameColumn, text: &str) -> bool {
        match self {
            Self::Text(_) => true,
            // Cheaper than formatting, and the same: the parser accepts nothing else of this length.
            Self::Date(_) => text.len() == 10,
            Self::Time(_) => text.len() == 8,
            Self::Number(_) => self.text(column).as_deref() == Some(text),
        }
    }
}

fn number(text: &str) -> Option<i16> {
    text.trim().parse().ok()
}

/// Parses `2025.05.01` to days since 1970; `None` for an incomplete date or one that is not in the calendar.
fn date(text: &str) -> Option<i32> {
    let text = text.trim();
    let date = NaiveDate::parse_from_str(text, "%Y.%m.%d").ok().filter(|_| text.len() == 10);
    date.map(|date| date.to_epoch_days())
}

/// Parses `14:11:32` to seconds since midnight.
fn time(text: &str) -> Option<i32> {
    let text = text.trim();
    let time = NaiveTime::parse_from_str(text, "%H:%M:%S").ok().filter(|_| text.len() == 8)?;
    // chrono accepts a leap second.
    (time.nanosecond() < 1_000_000_000).then_some(time.num_seconds_from_midnight() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_exist_in_the_calendar() {
        // By `date -u -d DATE +%s` over 86400.
        for (text, days) in
            [("1970.01.01", 0), ("2000.02.29", 11_016), ("2025.05.01", 20_209), ("1851.06.21", -43_293)]
        {
            assert_eq!(date(text), Some(days), "{text}");
            assert_eq!(TagValue::Date(days).text(GameColumn::UtcDate).as_deref(), Some(text));
        }
        for text in ["2025.02.29", "1900.02.29", "2020.??.??", "2020.00.10", "2020.13.01", "2020.1.1", ""] {
            assert_eq!(date(text), None, "{text}");
        }
    }

    #[test]
    fn exact_texts_are_restored() {
        use GameColumn::{UtcTime, WhiteElo, WhiteRatingDiff};
        for (column, text, exact) in [
            (WhiteElo, "2500", true),
            (WhiteElo, "0", true),
            (WhiteElo, "-1", true),
            (WhiteElo, "+2500", false),
            (WhiteElo, "02500", false),
            (WhiteElo, " 2500", false),
            (WhiteRatingDiff, "+5", true),
            (WhiteRatingDiff, "-8", true),
            (WhiteRatingDiff, "+0", true),
            (WhiteRatingDiff, "5", false),
            (WhiteRatingDiff, "-0", false),
            (UtcTime, "14:11:32", true),
        ] {
            let value = TagValue::read(column, text);
            assert_eq!(value.map(|value| value.is_exact(column, text)), Some(exact), "{text}");
            assert_eq!(value.map(|value| value.text(column).as_deref() == Some(text)), Some(exact), "{text}");
        }
        for text in ["24:00:00", "1:2:3", "12:59:60"] {
            assert_eq!(TagValue::read(UtcTime, text), None, "{text}");
        }
    }
}
