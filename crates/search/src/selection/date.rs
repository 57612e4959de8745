//! Dates and ranges of dates.

use std::ops::RangeInclusive;
use std::str::FromStr;

use chrono::NaiveDate;

use pinsight_tactics::FilterError;

const EXPECTED: &str =
    "a date or a range of dates, such as 2024, 2024.05, 2023..2024.06.30, 2024.. or ..1999";

/// A year, month and day.
type Day = (u16, u8, u8);

/// The days that a date stands for; `2024.05` or `2024.05.??` is the whole month.
///
/// Parts are separated by `.`, `-` or `/`. `None` if the year is unknown or the text is not a date.
pub(crate) fn days(text: &str) -> Option<RangeInclusive<Day>> {
    let mut parts = text.trim().split(['.', '-', '/']);
    let year = number(parts.next()?, 4)?;
    let (month, day) = (parts.next(), parts.next());
    if parts.next().is_some() {
        return None;
    }
    let (months, month_known) = part(month, 12)?;
    let (days, day_known) = part(day, 31)?;
    // `2024.??.05` is not a range of days.
    (month_known || !day_known).then(|| {
        let (first, last) = ((year, *months.start(), *days.start()), (year, *months.end(), *days.end()));
        first..=last
    })
}

/// Like [`days`], for dates that exist, with a year of four digits. Games may have others.
fn calendar_days(text: &str) -> Option<RangeInclusive<Day>> {
    let has_year = text.split(['.', '-', '/']).next().is_some_and(|year| year.len() == 4);
    let found = days(text).filter(|_| has_year)?;
    let &(year, month, day) = found.start();
    NaiveDate::from_ymd_opt(year.into(), month.into(), day.into()).map(|_| found)
}

/// Returns the range of a month or day, and whether it is known.
fn part(text: Option<&str>, most: u8) -> Option<(RangeInclusive<u8>, bool)> {
    match text {
        None => Some((1..=most, false)),
        Some(text) if !text.is_empty() && text.bytes().all(|byte| byte == b'?') => Some((1..=most, false)),
        Some(text) => {
            let number = number(text, 2).and_then(|number| u8::try_from(number).ok())?;
            (1..=most).contains(&number).then_some((number..=number, true))
        }
    }
}

fn number(text: &str, most_digits: usize) -> Option<u16> {
    let digits = (1..=most_digits).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok())?
}

/// A range of days.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DateRange {
    first: Day,
    last: Day,
}

impl DateRange {
    /// Returns whether the date of a game is in the range. A partial date is if all its days are.
    pub(crate) fn contains(&self, date: &str) -> bool {
        days(date).is_some_and(|days| self.first <= *days.start() && *days.end() <= self.last)
    }
}

impl FromStr for DateRange {
    type Err = FilterError;

    /// Parses `2024`, `2024.05`, `2024-05-01`, `2023..2024.06`, `2023..` or `..2023`.
    fn from_str(text: &str) -> Result<Self, FilterError> {
        let error = || FilterError::new(text, EXPECTED);
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        if first.trim().is_empty() && last.trim().is_empty() {
            return Err(error());
        }
        let first = match first.trim() {
            "" => (0, 1, 1),
            first => *calendar_days(first).ok_or_else(error)?.start(),
        };
        let last = match last.trim() {
            "" => (9999, 12, 31),
            last => *calendar_days(last).ok_or_else(error)?.end(),
        };
        if first > last {
            return Err(FilterError::new(text, "the earlier date first, such as 2023..2024"));
        }
        Ok(Self { first, last })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(text: &str) -> DateRange {
        text.parse().expect(text)
    }

    #[test]
    fn a_range_contains_whole_years_and_months() {
        assert!(range("1858").contains("1858.??.??"));
        assert!(range("1858").contains("1858.12.31"));
        assert!(!range("1858").contains("1859.01.01"));
        assert!(range("2024.05").contains("2024.05.31"));
        assert!(range("2024-05").contains("2024.05.??"));
        assert!(range("2023..2024.06").contains("2024.06.30"));
        assert!(!range("2023..2024.06").contains("2024.07.01"));
        assert!(range("2024..").contains("2031.01.01"));
        assert!(range("..1999").contains("1857.10.06"));
        assert!(range("2024/5/1").contains("2024.05.01"));
    }

    #[test]
    fn a_partial_date_is_in_the_range_if_all_its_days_are() {
        assert!(!range("2024.05").contains("2024.??.??"));
        assert!(!range("2024.05.02..2025").contains("2024.05.??"));
        for unknown in ["????.??.??", "?", "", "2024.??.05", "May 2024", "2024.13.01", "2024.05.01.02"] {
            assert!(!range("0000..9999").contains(unknown), "{unknown}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for wrong in ["", "..", "2025..2024", "May", "2024.13", "2024.05.32", "2024...2025", "24:01", "20245"]
        {
            assert!(wrong.parse::<DateRange>().is_err(), "{wrong}");
        }
        for no_date in ["24", "2024.02.30", "2023.02.29", "1900.02.29", "2024.04.31", "2024..24"] {
            assert!(no_date.parse::<DateRange>().is_err(), "{no_date}");
        }
        assert!("2024.02.29".parse::<DateRange>().is_ok());
        assert!("2000.02.29".parse::<DateRange>().is_ok());
    }
}
