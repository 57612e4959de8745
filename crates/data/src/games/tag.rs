//! The values of tags that are numbers, dates and times.

use super::column::GameColumn;

/// What a column holds of a tag's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TagValue<'a> {
    Text(&'a str),
    Number(i16),
    /// Days since the beginning of 1970.
    Date(i32),
    /// Thousandths of a second since midnight.
    Time(i32),
}

impl<'a> TagValue<'a> {
    /// What the column holds of a text, if it can.
    pub(crate) fn read(column: GameColumn, text: &'a str) -> Option<Self> {
        match column {
            GameColumn::WhiteElo
            | GameColumn::BlackElo
            | GameColumn::WhiteRatingDiff
            | GameColumn::BlackRatingDiff => text.trim().parse().ok().map(Self::Number),
            GameColumn::UtcDate => date(text.trim()).map(Self::Date),
            GameColumn::UtcTime => time(text.trim()).map(Self::Time),
            _ => Some(Self::Text(text)),
        }
    }

    /// The text again, as the standard and lichess write it.
    #[cfg(any(test, feature = "parquet"))]
    pub(crate) fn text(self, column: GameColumn) -> String {
        match self {
            Self::Text(text) => text.to_owned(),
            Self::Number(number) => match column {
                GameColumn::WhiteRatingDiff | GameColumn::BlackRatingDiff => format!("{number:+}"),
                _ => number.to_string(),
            },
            Self::Date(days) => {
                let (year, month, day) = civil(days);
                format!("{year:04}.{month:02}.{day:02}")
            }
            Self::Time(thousandths) => {
                let seconds = thousandths / 1000;
                format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
            }
        }
    }

    /// Whether the text comes back just as it is.
    pub(crate) fn is_exact(self, column: GameColumn, text: &str) -> bool {
        match self {
            Self::Text(_) => true,
            // Nearly always, and cheaper to see than by writing it.
            Self::Number(_) => {
                let (sign, digits) = match text.as_bytes() {
                    [sign @ (b'+' | b'-'), digits @ ..] => (Some(*sign), digits),
                    digits => (None, digits),
                };
                let is_plain = !digits.is_empty()
                    && digits.iter().all(u8::is_ascii_digit)
                    && (digits.first() != Some(&b'0') || digits.len() == 1);
                match column {
                    GameColumn::WhiteRatingDiff | GameColumn::BlackRatingDiff => {
                        is_plain && sign.is_some() && text != "-0"
                    }
                    _ => is_plain && sign != Some(b'+') && text != "-0",
                }
            }
            Self::Date(_) => text.len() == 10,
            Self::Time(_) => text.len() == 8,
        }
    }
}

/// `2025.05.01` as days since 1970; nothing for a date that is not whole, or not in the calendar.
fn date(text: &str) -> Option<i32> {
    let &[y0, y1, y2, y3, b'.', m0, m1, b'.', d0, d1] = text.as_bytes() else {
        return None;
    };
    let digit = |byte: u8| byte.is_ascii_digit().then(|| i32::from(byte - b'0'));
    let year = digit(y0)? * 1000 + digit(y1)? * 100 + digit(y2)? * 10 + digit(y3)?;
    let month = digit(m0)? * 10 + digit(m1)?;
    let day = digit(d0)? * 10 + digit(d1)?;
    let days = days(year, month, day);
    (civil(days) == (year, month, day)).then_some(days)
}

/// `14:11:32` as thousandths of a second.
fn time(text: &str) -> Option<i32> {
    let &[h0, h1, b':', m0, m1, b':', s0, s1] = text.as_bytes() else {
        return None;
    };
    let digit = |byte: u8| byte.is_ascii_digit().then(|| i32::from(byte - b'0'));
    let two = |tens: u8, ones: u8| Some(digit(tens)? * 10 + digit(ones)?);
    let (hours, minutes, seconds) = (two(h0, h1)?, two(m0, m1)?, two(s0, s1)?);
    (hours < 24 && minutes < 60 && seconds < 60).then_some(((hours * 60 + minutes) * 60 + seconds) * 1000)
}

/// Days from the beginning of 1970 to a date of our calendar. Years begin with March, so that the odd day is the last.
fn days(year: i32, month: i32, day: i32) -> i32 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The date of a day.
fn civil(days: i32) -> (i32, i32, i32) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + i32::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        // By `date -u -d DATE +%s` over 86400.
        for (text, days) in
            [("1970.01.01", 0), ("2000.02.29", 11_016), ("2025.05.01", 20_209), ("1851.06.21", -43_293)]
        {
            assert_eq!(date(text), Some(days), "{text}");
            assert_eq!(TagValue::Date(days).text(GameColumn::UtcDate), text);
        }
        for text in ["2025.02.29", "1900.02.29", "2020.??.??", "2020.00.10", "2020.13.01", "2020.1.1", ""] {
            assert_eq!(date(text), None, "{text}");
        }
        let (first, last) = (days(0, 1, 1), days(9999, 12, 31));
        assert!((first..=last).all(|day| {
            let (year, month, date) = civil(day);
            days(year, month, date) == day
        }));
    }

    #[test]
    fn what_is_exact_comes_back_as_it_is() {
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
            assert_eq!(value.map(|value| value.text(column) == text), Some(exact), "{text}");
        }
        for (column, text) in
            [(WhiteElo, "?"), (WhiteElo, "40000"), (UtcTime, "24:00:00"), (UtcTime, "1:2:3")]
        {
            assert_eq!(TagValue::read(column, text), None, "{text}");
        }
    }
}
