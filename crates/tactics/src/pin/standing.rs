//! The pins of one position.

use pinsight_rules::Position;

use super::Pin;
use super::board_state::BoardState;
use super::context::PinContext;
use super::options::PinOptions;
use super::status::PinStatus;
use crate::line::lines;

/// Returns the pins of both sides in a position.
///
/// ```
/// use pinsight_rules::Position;
/// use pinsight_tactics::standing_pins;
/// let position: Position = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1".parse()?;
/// let pins = standing_pins(&position);
/// assert_eq!(pins[0].to_string(), "The bishop on b4 is pinning the knight on c3 to the king on e1.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn standing_pins(position: &Position) -> Vec<Pin> {
    standing(position, &PinOptions::default())
}

/// Returns the pins in a position, or all lines if `options.all` is set.
pub fn standing(position: &Position, options: &PinOptions) -> Vec<Pin> {
    let context = PinContext { state: BoardState::from(position), played: None, values: options.values };
    lines(position.board(), &options.values)
        .into_iter()
        .filter(|line| options.includes(line.kind))
        .map(|line| Pin::new(line, PinStatus::Standing, context))
        .collect()
}
