//! Names of positions.

use pinsight_openings::{GameOpening, Opening, OpeningTracker};
use pinsight_pgn::{Replayer, split};
use pinsight_rules::{History, Position};

/// Plays moves in SAN, move numbers included, from the starting position.
fn game(moves: &str) -> History {
    let mut game = History::default();
    for word in moves.split_whitespace().filter(|word| !word.ends_with('.')) {
        let played = game.position().parse_move(word).unwrap_or_else(|error| panic!("{moves}: {error}"));
        game.play(played).expect("a legal move");
    }
    game
}

#[test]
fn every_line_of_the_table_has_its_name() {
    assert_eq!(Opening::all().len(), 3810);
    for opening in Opening::all() {
        let game = game(opening.moves);
        assert_eq!(Opening::of(game.position()), Some(opening));
        let found = GameOpening::of(&game);
        assert_eq!((found.opening, found.ply), (Some(opening), game.plies().len()));
        assert_eq!(found.out_of_book_ply, None, "{}", opening.moves);
    }
}

#[test]
fn a_name_does_not_depend_on_the_order_of_moves() {
    // Published transpositions.
    for (one, other, name) in [
        ("e4 e5 Nf3 Nc6 Bb5", "Nf3 Nc6 e4 e5 Bb5", "Ruy Lopez"),
        ("d4 d5 c4 e6", "c4 e6 d4 d5", "Queen's Gambit Declined"),
        ("e4 c5 Nf3 Nc6 d4", "Nf3 c5 e4 Nc6 d4", "Sicilian Defense: Open"),
        ("e4 e5 Nf3 Nc6 d4 exd4 Nxd4", "e4 Nc6 Nf3 e5 d4 exd4 Nxd4", "Scotch Game"),
    ] {
        let [one, other] = [one, other].map(|moves| GameOpening::of(&game(moves)));
        assert_eq!(one.opening.map(|opening| opening.name), Some(name));
        assert_eq!(one.opening, other.opening);
    }
}

#[test]
fn the_last_named_position_counts_and_the_first_ply_after_the_book() {
    let found = GameOpening::of(&game("a3 e5 Ra2"));
    assert_eq!(found.opening.map(|opening| opening.name), Some("Anderssen's Opening"));
    assert_eq!((found.ply, found.out_of_book_ply), (1, Some(3)));
    let nothing = GameOpening::of(&History::default());
    assert_eq!(nothing, GameOpening::default());
    // The two knights return, which makes the Ruy Lopez three moves later.
    let late = GameOpening::of(&game("Nh3 Nh6 Ng1 Ng8 e4 e5 Nf3 Nc6 Bb5 h5"));
    assert_eq!(late.opening.map(|opening| opening.name), Some("Ruy Lopez"));
    assert_eq!((late.ply, late.out_of_book_ply), (9, Some(10)));
}

#[test]
fn a_game_from_another_start_has_no_opening() {
    let start: Position = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1".parse().expect("a FEN");
    let mut other = History::new(start);
    other.play(start.parse_move("e4").expect("a legal move")).expect("a legal move");
    let found = GameOpening::of(&other);
    assert_eq!((found.opening, found.ply, found.out_of_book_ply), (None, 0, Some(1)));
}

#[test]
fn the_tracker_of_a_pgn_game_agrees_with_a_history() {
    let text = b"1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 3. Bb5 a6 {Morphy} 4. Ba4 h5 1-0";
    let mut tracker = OpeningTracker::default();
    for raw in split(&"text".into(), text) {
        Replayer::new().run(&raw, &mut tracker);
    }
    assert_eq!(tracker.opening(), GameOpening::of(&game("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 h5")));
}
