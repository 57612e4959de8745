//! The time spent on each move.

use std::sync::Arc;

use datafusion::arrow::array::{Array, AsArray, Int32Builder, ListBuilder};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::Result;
use pinsight_data::MovesParser;

use super::function::{Arguments, ChessFunction, Parameter};

/// `move_times(clocks, time_control)`: the milliseconds spent on each ply, from the clocks, the base time and the increment.
pub(super) fn move_times() -> ChessFunction {
    let returns = DataType::new_list(DataType::Int32, true);
    let takes = &[Parameter::ClocksOrMovetext, Parameter::Text("time_control")];
    ChessFunction::new("move_times", takes, returns, |arguments| {
        let (mut parser, controls) = (MovesParser::default(), arguments.texts(1)?);
        let mut times = ListBuilder::new(Int32Builder::new());
        for row in 0..arguments.rows() {
            let clocks = clocks(arguments, row, &mut parser)?.filter(|_| controls.is_valid(row));
            times.append_option(clocks.map(|clocks| spent(&clocks, controls.value(row))));
        }
        Ok(Arc::new(times.finish()))
    })
}

/// Returns the clocks of a row, from a list or from movetext; `None` if it has none.
fn clocks(
    arguments: &Arguments<'_>,
    row: usize,
    parser: &mut MovesParser,
) -> Result<Option<Vec<Option<i32>>>> {
    let Some(texts) = arguments.array(0)?.as_string_view_opt() else {
        return arguments.clocks(0, row);
    };
    if texts.is_null(row) {
        return Ok(None);
    }
    let parsed = parser.parse(texts.value(row), None).map_err(|error| arguments.error(&error))?;
    Ok((!parsed.clocks.is_empty()).then(|| parsed.clocks.to_vec()))
}

/// Returns the time of each ply; `None` without the clock before or after it. There is no increment for the first move of
/// a side, as on lichess.
fn spent(clocks: &[Option<i32>], control: &str) -> Vec<Option<i32>> {
    let (base, increment) = control.split_once('+').unwrap_or((control, "0"));
    let seconds = |text: &str| text.trim().parse::<f64>().ok().map(|seconds| (seconds * 1000.0) as i32);
    let (base, increment) = (seconds(base), seconds(increment).unwrap_or(0));
    let time = |(ply, &clock): (usize, &Option<i32>)| {
        let (before, added) = match ply.checked_sub(2) {
            Some(own) => (clocks.get(own).copied().flatten(), increment),
            None => (base, 0),
        };
        i32::try_from(i64::from(before?) - i64::from(clock?) + i64::from(added)).ok()
    };
    clocks.iter().enumerate().map(time).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_the_difference_of_clocks_plus_the_increment() {
        let clocks = [Some(300_000), Some(299_000), Some(301_000), None, Some(290_000), Some(280_000)];
        // 300+3: White spends 0, then 2 of 300 plus 3, then 14 of 301 plus 3.
        assert_eq!(spent(&clocks, "300+3"), [Some(0), Some(1000), Some(2000), None, Some(14_000), None]);
        assert_eq!(spent(&clocks, "-"), [None, None, Some(-1000), None, Some(11_000), None]);
        assert_eq!(spent(&[Some(i32::MIN), Some(0)], "9e99+9e99"), [None, Some(i32::MAX)]);
    }
}
