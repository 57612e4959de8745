//! Five hundred quick games: every move legal, none too late.

use std::ops::ControlFlow;
use std::time::Duration;

use pinsight_players::{
    Control, Greedy, Level, Limit, Match, Opening, Player, PlayerError, RandomMover, Reason, Search,
    SearchOptions,
};
use pinsight_rules::History;

fn search(level: u8) -> Result<Box<dyn Player>, PlayerError> {
    let level = Level::new(level).unwrap_or_default();
    Ok(Box::new(Search::new(SearchOptions { hash: 1, level, ..SearchOptions::default() })))
}

/// Plays games and replays each of them under the rules.
fn play(games: u64, control: Control, opponent: &(dyn Fn() -> Result<Box<dyn Player>, PlayerError> + Sync)) {
    let contest = Match {
        games,
        control,
        // A machine that is busy with other things must not fail this; a player that does not come back does.
        margin: Duration::from_secs(5),
        openings: Opening::list(),
        concurrency: 2,
    };
    let mut played = 0;
    let _ = contest.run::<()>(&|| search(10), &opponent, |game| {
        played += 1;
        assert!(matches!(game.game.reason, Reason::Rule(_)), "game {}: {}", game.number, game.game.reason);
        let mut replay = History::new(game.game.start);
        for played in &game.game.moves {
            assert!(replay.end().is_none());
            replay.play(played.mv).expect("a legal move");
        }
        ControlFlow::Continue(())
    });
    assert_eq!(played, games);
}

fn each(limit: Limit) -> Control {
    Control::Move(limit)
}

#[test]
fn against_itself_a_millisecond_a_move() {
    play(60, each(Limit::time(Duration::from_millis(1))), &|| search(10));
}

#[test]
fn against_itself_by_the_clock() {
    play(60, "0.05+0.0005".parse().expect("a control"), &|| search(10));
}

#[test]
fn against_itself_with_a_time_control_every_few_moves() {
    play(30, "5/0.01".parse().expect("a control"), &|| search(10));
}

#[test]
fn against_the_levels() {
    for level in 1..=5 {
        play(20, each(Limit::nodes(300)), &|| search(level));
    }
}

#[test]
fn against_greedy_and_random() {
    play(150, each(Limit::nodes(300)), &|| Ok(Box::new(Greedy::new(5))));
    play(100, each(Limit::depth(2)), &|| Ok(Box::new(RandomMover::new(5))));
}
