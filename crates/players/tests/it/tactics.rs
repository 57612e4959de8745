//! Published positions with known best moves, at a fixed number of nodes.

use pinsight_players::{Limit, Player, Search, SearchOptions, Stop, Value};
use pinsight_rules::{Epd, History, Legality, Move};

/// A position of the set.
struct Problem {
    id: String,
    game: History,
    best: Vec<Move>,
    /// The moves to mate, if there is one.
    mate: Option<u32>,
}

fn problems() -> Vec<Problem> {
    let lines = include_str!("../tactics.epd").lines().filter(|line| !line.starts_with('#'));
    let problem = |line: &str| {
        let epd: Epd = line.parse().expect("an EPD");
        let position = epd.setup.position(Legality::default()).expect("a legal position");
        let operand = |code| Some(epd.operation(code)?.operands.first()?.clone());
        Problem {
            id: operand("id").expect("an id"),
            game: History::new(position),
            best: epd.moves("bm", &position).expect("legal moves"),
            mate: operand("dm").map(|moves| moves.parse().expect("a number")),
        }
    };
    lines.map(problem).collect()
}

/// Searches each position with a new player and returns the ids of those that `is_solved` rejects.
fn unsolved(
    problems: &[&Problem],
    nodes: u64,
    is_solved: impl Fn(&Problem, Move, Value) -> bool,
) -> Vec<String> {
    let mut unsolved = Vec::new();
    for problem in problems {
        let mut player = Search::new(SearchOptions { hash: 4, ..SearchOptions::default() });
        let choice =
            player.choose(&problem.game, &Limit::nodes(nodes), &Stop::new(), &mut |_| {}).expect("a move");
        let value = choice.score().expect("a score").of(problem.game.position().turn());
        if !is_solved(problem, choice.mv, value) {
            unsolved.push(problem.id.clone());
        }
    }
    unsolved
}

/// Asserts that at least `least` of the positions are solved: as many as when it was last measured. Raise the number when
/// the search solves more.
fn assert_solved(set: &[&Problem], unsolved: &[String], least: usize) {
    let solved = set.len() - unsolved.len();
    assert!(solved >= least, "{solved} of {} solved, {least} expected; unsolved: {unsolved:?}", set.len());
}

#[test]
fn win_at_chess_moves_are_found() {
    let problems = problems();
    let set: Vec<&Problem> = problems.iter().filter(|problem| problem.id.starts_with("WAC")).collect();
    assert_eq!(set.len(), 109);
    let unsolved = unsolved(&set, 50_000, |problem, mv, _| problem.best.contains(&mv));
    assert_solved(&set, &unsolved, 98);
}

#[test]
fn bratko_kopec_moves_are_found() {
    let problems = problems();
    let set: Vec<&Problem> = problems.iter().filter(|problem| problem.id.starts_with("BK")).collect();
    assert_eq!(set.len(), 18);
    let unsolved = unsolved(&set, 50_000, |problem, mv, _| problem.best.contains(&mv));
    assert_solved(&set, &unsolved, 14);
}

/// A mate counts as found if it is as short as Stockfish's.
#[test]
fn mates_are_found() {
    let problems = problems();
    let set: Vec<&Problem> = problems.iter().filter(|problem| problem.mate.is_some()).collect();
    assert_eq!(set.len(), 27);
    let is_shortest = |problem: &Problem, _, value| matches!((value, problem.mate), (Value::MatesIn(found), Some(known)) if found <= known);
    assert_solved(&set, &unsolved(&set, 100_000, is_shortest), 23);
}
