//! The ledger does not allocate per move.

use allocation_counter::measure;
use pinsight_rules::{Ply, Position};
use pinsight_tactics::{PinLedger, PinOptions};
use pinsight_testkit::random::{Random, game};

#[test]
fn the_ledger_does_not_allocate_once_its_buffers_have_grown() {
    let mut random = Random::new(17);
    let games: Vec<Vec<Ply>> = (0..50)
        .map(|_| {
            let moves = game(Position::default(), 200, &mut random).into_iter().enumerate();
            moves.map(|(index, (before, mv))| Ply::new(index + 1, before, mv)).collect()
        })
        .collect();
    let start = Position::default();
    for all in [false, true] {
        let mut ledger = PinLedger::with_options(&start, PinOptions { all, ..PinOptions::default() });
        let mut events = 0;
        let mut follow = || {
            for plies in &games {
                ledger.restart(&start);
                for ply in plies {
                    let change = ledger.step(ply);
                    events += change.new_pins().count() + change.released_pins().count();
                }
            }
        };
        let growing = measure(&mut follow);
        let grown = measure(&mut follow);
        assert!(growing.count_total > 0, "the counter counts");
        assert_eq!(grown.count_total, 0, "all: {all}");
        assert!(events > 1_000, "only {events} pins came and went: too few for this test");
    }
}
