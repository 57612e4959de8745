//! The time spent on each move.

use std::sync::Arc;

use datafusion::arrow::array::{Array, AsArray, Int32Builder, ListBuilder};
use datafusion::arrow::datatypes::{DataType, Int32Type};

use super::function::{ChessFunction, Takes};

/// `move_times(clocks, time_control)`: the milliseconds spent on each ply, from the clocks, the base time and the increment.
pub(super) fn move_times() -> ChessFunction {
    let returns = DataType::new_list(DataType::Int32, true);
    let takes = &[Takes::Clocks, Takes::Text("time_control")];
    ChessFunction::new("move_times", takes, returns, |arguments| {
        let (clocks, controls) = (arguments.array(0)?.as_list::<i32>(), arguments.texts(1)?);
        let mut times = ListBuilder::new(Int32Builder::new());
        for row in 0..arguments.rows() {
            if clocks.is_null(row) || controls.is_null(row) {
                times.append_null();
                continue;
            }
            let clocks = clocks.value(row);
            let clocks: Vec<Option<i32>> = clocks.as_primitive::<Int32Type>().iter().collect();
            times.append_value(spent(&clocks, controls.value(row)));
        }
        Ok(Arc::new(times.finish()))
    })
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
        Some(before? - clock? + added)
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
    }
}
