//! Five hundred quick games: every move is legal and in time.

use std::ops::ControlFlow;
use std::time::Duration;

use pinsight_players::{
    Greedy, Level, Limit, Match, Opening, Player, PlayerError, RandomMover, Reason, Search, SearchOptions,
    Stop, TimeControl,
};
use pinsight_rules::History;

fn search(level: u8) -> Result<Box<dyn Player>, PlayerError> {
    let level = Level::new(level).unwrap_or_default();
    Ok(Box::new(Search::new(SearchOptions { hash: 1, level, ..SearchOptions::default() })))
}

/// Plays games of the search against `opponent` and replays them.
fn play(
    games: u64,
    control: TimeControl,
    opponent: &(dyn Fn() -> Result<Box<dyn Player>, PlayerError> + Sync),
) {
    let contest = Match {
        games,
        control,
        // Large enough for a busy machine; a player that never returns still fails.
        margin: Duration::from_secs(5),
        openings: Opening::list(),
        concurrency: 2,
        stop: Stop::new(),
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

fn per_move(limit: Limit) -> TimeControl {
    TimeControl::Move(limit)
}

#[test]
fn one_millisecond_per_move_against_itself() {
    play(60, per_move(Limit::time(Duration::from_millis(1))), &|| search(10));
}

#[test]
fn a_clock_with_increment_against_itself() {
    play(60, "0.05+0.0005".parse().expect("a control"), &|| search(10));
}

#[test]
fn a_repeating_time_control_against_itself() {
    play(30, "5/0.01".parse().expect("a control"), &|| search(10));
}

#[test]
fn fixed_nodes_against_the_levels() {
    for level in 1..=5 {
        play(20, per_move(Limit::nodes(300)), &|| search(level));
    }
}

#[test]
fn fixed_nodes_and_depth_against_greedy_and_random() {
    play(150, per_move(Limit::nodes(300)), &|| Ok(Box::new(Greedy::new(5))));
    play(100, per_move(Limit::depth(2)), &|| Ok(Box::new(RandomMover::new(5))));
}
