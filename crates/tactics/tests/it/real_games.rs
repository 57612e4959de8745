//! Real games in which every cause occurs.

use std::collections::BTreeSet;

use pinsight_rules::{Ply, Position, VALUES};
use pinsight_tactics::{Cause, Line, PinLedger, PinOptions, lines};
use pinsight_testkit::games::EVERY_CAUSE;

#[test]
fn every_cause_occurs_in_real_games_and_the_identity_holds() {
    let mut causes = BTreeSet::new();
    for game in EVERY_CAUSE {
        let mut position = Position::default();
        let mut ledger =
            PinLedger::with_options(&position, PinOptions { all: true, ..PinOptions::default() });
        let mut count = 0;
        for (number, san) in game.split_whitespace().enumerate() {
            let mv = position.parse_move(san).unwrap_or_else(|error| panic!("{number}: {error}"));
            let ply = Ply::new(number + 1, position, mv);
            let change = ledger.step(&ply);
            causes.extend(
                change
                    .new_pins()
                    .chain(change.released_pins())
                    .filter(|pin| pin.kind.is_pin())
                    .map(|pin| pin.cause),
            );
            assert_eq!(count - change.released_pins().len(), change.kept_pins().count());
            count = change.kept_pins().count() + change.new_pins().len();
            position = ply.after;
            let tracked: Vec<Line> = ledger.lines().copied().collect();
            assert_eq!(tracked, lines(position.board(), &VALUES), "{position}");
            assert_eq!(tracked.len(), count);
        }
    }
    for cause in Cause::ALL {
        assert!(causes.contains(&Some(cause)), "{cause} never occurred");
    }
}

#[test]
fn the_last_new_pin_before_move_eight_is_bg5() {
    let mut position = Position::default();
    let mut ledger = PinLedger::new(&position);
    let mut found = Vec::new();
    for (number, san) in EVERY_CAUSE[1].split_whitespace().take(13).enumerate() {
        let ply = Ply::new(number + 1, position, position.parse_move(san).unwrap());
        found.extend(ledger.step(&ply).new_pins().map(|pin| format!("{san} {pin}")));
        position = ply.after;
    }
    // 7.Bg5 pins the knight to the queen.
    assert_eq!(found.last().unwrap(), "Bg5 The bishop on g5 is pinning the knight on f6 to the queen on d8.");
}
