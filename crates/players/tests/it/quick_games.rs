//! Quick games: every move is legal, and in five hundred of them with a clock no move exceeds its time.

use std::fs;
use std::ops::ControlFlow;
use std::time::Duration;

use pinsight_players::{
    Choice, Greedy, Info, Level, Limit, Match, Opening, Openings, Player, PlayerError, RandomMover, Reason,
    Search, SearchOptions, Stop, TimeControl,
};
use pinsight_rules::History;

fn search(level: u8) -> Result<Box<dyn Player>, PlayerError> {
    let level = Level::new(level).unwrap_or_default();
    Ok(Box::new(Timed(Search::new(SearchOptions { hash: 1, level, ..SearchOptions::default() }))))
}

/// A search that fails if a move takes longer than its limit plus the overhead.
///
/// Only time in which the thread runs counts, so that the result does not depend on the load: not time in a queue or
/// blocked. Time on the clock is not checked. The kernel measures it; without its measurement nothing is checked. Time in which
/// a hypervisor runs other machines counts as time of the thread: a move that takes too long is searched again, and fails
/// if it takes too long every time.
struct Timed(Search);

const TRIES: usize = 3;

impl Player for Timed {
    fn name(&self) -> String {
        self.0.name()
    }

    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.0.new_game()
    }

    fn choose(
        &mut self,
        game: &History,
        limit: &Limit,
        stop: &Stop,
        inform: &mut dyn FnMut(&Info),
    ) -> Result<Choice, PlayerError> {
        let left = limit.clock.map(|clock| clock.left[game.position().turn()]);
        let Some(allowed) = limit.time.or(left) else {
            return self.0.choose(game, limit, stop, inform);
        };
        let mut times = Vec::new();
        loop {
            let before = thread_time();
            let choice = self.0.choose(game, limit, stop, inform);
            let used = thread_time().zip(before).map_or(Duration::ZERO, |(after, before)| after - before);
            if used <= allowed + self.0.options().overhead {
                return choice;
            }
            times.push(used);
            assert!(times.len() < TRIES, "{times:?} of {allowed:?} after {} plies", game.plies().len());
        }
    }
}

/// Returns how long this thread has run; `None` unless the system is Linux.
fn thread_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
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
        // Large enough for a busy machine; `Timed` checks the time.
        margin: Duration::from_secs(5),
        openings: Openings::List(Opening::list()),
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
    play(100, per_move(Limit::time(Duration::from_millis(1))), &|| search(10));
}

#[test]
fn a_clock_with_increment_against_itself() {
    play(350, "0.02+0.0001".parse().expect("a control"), &|| search(10));
}

#[test]
fn a_repeating_time_control_against_itself() {
    play(50, "5/0.01".parse().expect("a control"), &|| search(10));
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
