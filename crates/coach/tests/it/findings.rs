//! Findings of real games, replayed.

use pinsight_coach::{Budget, Coach, Finding, FindingKind, GameReview, Judgement, Relevance};
use pinsight_rules::{Color, Position, Role, Square};
use pinsight_tactics::Pin;
use pinsight_testkit::games::{EVERY_CAUSE, FAMOUS};

use crate::plies;

fn review(game: &str, threads: usize) -> GameReview {
    let start = Position::default();
    Coach::new(None, Budget::new(1_500), threads).review(&start, &plies(&start, game))
}

/// The material of `side` minus that of the other, counted on the FEN.
fn material(position: &Position, side: Color) -> i32 {
    let placement = position.to_string();
    let value = |letter: char| match letter.to_ascii_lowercase() {
        'p' => 1,
        'n' | 'b' => 3,
        'r' => 5,
        'q' => 9,
        _ => 0,
    };
    let white: i32 = placement
        .chars()
        .take_while(|letter| *letter != ' ')
        .map(|letter| if letter.is_ascii_uppercase() { value(letter) } else { -value(letter) })
        .sum();
    if side == Color::White { white } else { -white }
}

fn check(finding: &Finding, before: &Position, after: &Position) {
    let text = &finding.text;
    let expected_start = match finding.kind {
        FindingKind::Allows => *after,
        FindingKind::Threatens => after.pass().expect("a threat is no check"),
        FindingKind::Misses | FindingKind::Exploits => *before,
    };
    assert_eq!(*finding.start(), expected_start, "{text}");
    assert_eq!(finding.side(), finding.start().turn(), "{text}");
    let mut position = *finding.start();
    for &mv in finding.moves() {
        position = position.play(mv).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    let gain = material(&position, finding.side()) - material(finding.start(), finding.side());
    match finding.proof.mate {
        Some(moves) => {
            assert!(position.is_checkmate(), "{text}");
            assert_eq!(finding.moves().len(), 2 * moves as usize - 1, "{text}");
            assert_eq!(finding.proof.gain, None, "{text}");
        }
        None => assert_eq!(finding.proof.gain, Some(gain), "{text}"),
    }
    let pieces = |square: &pinsight_rules::Square| square.to_string().len() == 2;
    assert!(!finding.squares().is_empty() && finding.squares().iter().all(pieces), "{text}");
}

/// Counts the sentences of a text. A full stop after a move number ends none.
fn sentences(text: &str) -> usize {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.iter().filter(|word| word.ends_with('.')).count()
}

#[test]
fn lines_are_legal_and_win_what_they_claim() {
    let mut count = 0;
    for game in FAMOUS.iter().take(5).chain(&EVERY_CAUSE) {
        let review = review(game, 2);
        for played in &review.moves {
            for finding in &played.findings {
                check(finding, &played.ply.before, &played.ply.after);
                count += 1;
            }
            assert!(sentences(&played.text) <= 2, "{}", played.text);
            assert!(played.pins.iter().all(|pin| pin.relevance == Relevance::Real && pin.reason.is_some()));
            let losses = played
                .findings
                .iter()
                .filter(|finding| matches!(finding.kind, FindingKind::Allows | FindingKind::Misses));
            assert!(losses.count() <= 1, "a loss is explained once: {}", played.text);
            assert_eq!(played.better.is_empty(), !played.judgement.is_some_and(Judgement::is_bad));
        }
    }
    assert!(count >= 20, "{count} findings");
}

#[test]
fn a_review_is_the_same_on_one_and_two_threads() {
    for game in [FAMOUS[0], FAMOUS[7]] {
        assert_eq!(review(game, 1), review(game, 2));
    }
}

/// In the opera game 11...Nbd7 pins the knight to the king; 12.O-O-O attacks it a second time.
#[test]
fn an_older_pin_is_announced_once_when_it_matters() {
    let review = review(FAMOUS[0], 2);
    let squares = [Square::B5, Square::D7, Square::E8];
    let of_knight = |pin: &Pin| pin.squares() == squares && pin.pinned.piece.role == Role::Knight;
    let announced =
        review.moves.iter().filter(|played| played.pins.iter().any(|proof| of_knight(&proof.pin)));
    assert_eq!(announced.map(|played| played.ply.san()).collect::<Vec<_>>(), ["O-O-O"]);
}

#[test]
fn a_coach_gives_the_same_review_again() {
    let start = Position::default();
    let plies = plies(&start, FAMOUS[8]);
    let coach = Coach::new(None, Budget::new(1_500), 2);
    assert_eq!(coach.review(&start, &plies), coach.review(&start, &plies));
}

#[test]
fn a_game_without_moves_has_no_remarks() {
    let review = Coach::new(None, Budget::new(1_000), 2).review(&Position::default(), &[]);
    assert!(review.moves.is_empty());
    assert_eq!((review.accuracy.white, review.accuracy.black), (None, None));
}

#[test]
fn a_game_of_six_hundred_moves_is_reviewed() {
    let start: Position = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1".parse().expect("a position");
    let moves = "Ra2 Kd8 Ra1 Ke8 ".repeat(150);
    let plies = plies(&start, &moves);
    assert_eq!(plies.len(), 600);
    let review = Coach::new(None, Budget::new(50), 2).review(&start, &plies);
    assert_eq!(review.moves.len(), 600);
    let rooks = |position: &Position| position.board().by_role(Role::Rook).len();
    assert!(review.moves.iter().all(|played| rooks(&played.ply.after) == 2));
}

#[test]
fn a_chess960_game_is_reviewed_with_its_castling() {
    let fen = "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1";
    let start: Position = fen.parse().expect("a position");
    let plies = plies(&start, "e4 e5 O-O O-O d3 d6");
    let review = Coach::new(None, Budget::new(500), 2).review(&start, &plies);
    assert_eq!(review.moves[2].ply.san(), "O-O");
}
