//! Stories, losses and tallies, in positions where they can be counted by hand.

use pinsight_rules::{Color, Ply, Position};
use pinsight_tactics::{Cause, LineKind, PinOptions, PinStory, Review, Tally};
use pinsight_testkit::games;

#[track_caller]
fn review(fen: &str, moves: &str) -> Review {
    let start: Position = fen.parse().unwrap();
    let mut position = start;
    let mut plies = Vec::new();
    for (index, san) in moves.split_whitespace().enumerate() {
        let mv = position.parse_move(san).unwrap_or_else(|error| panic!("{error}"));
        plies.push(Ply::new(index + 1, position, mv));
        position = plies[index].after;
    }
    Review::of(&start, plies, &PinOptions::default())
}

#[track_caller]
fn only_story(fen: &str, moves: &str) -> PinStory {
    let review = review(fen, moves);
    assert_eq!(review.stories.len(), 1, "{:?}", review.stories);
    review.stories[0]
}

const QUEEN: &str = "7k/6q1/8/8/8/8/8/1KB5 w - - 0 1";
const KNIGHT: &str = "4k3/4n3/8/8/8/B7/8/4R1K1 w - - 0 1";
const BEFORE_QUEEN: &str = "4q2k/4n3/2P5/8/8/8/8/4R1K1 b - - 0 1";

#[test]
fn a_story_has_a_first_and_a_last_ply() {
    let story = only_story("4k3/4n3/8/8/8/8/8/3R2K1 w - - 0 1", "Re1 Kf7 Kg2");
    assert_eq!((story.since, story.stood, story.loss), (Some(1), 1, None));
    let end = story.end.unwrap();
    assert_eq!((end.ply, end.pin.cause), (2, Some(Cause::ShieldedMoved)));
}

#[test]
fn a_pin_that_shifts_is_one_story() {
    let story = only_story("4k3/4n3/8/8/8/8/8/3R2K1 w - - 0 1", "Re1 Kf8 Kg2");
    assert_eq!(story.stood, 1);
    // The rook moves along the file: the story continues and ends with the rook on its new square.
    let story = only_story("4k3/4n3/8/8/8/8/8/3R2K1 w - - 0 1", "Re1 Kd8 Kg2");
    assert_eq!(story.end.map(|end| end.ply), Some(2));
    let story = only_story("4k3/4n3/7p/8/8/8/8/3R2K1 w - - 0 1", "Re1 h5 Re3 h4 Kg2 Kd7");
    assert_eq!((story.since, story.stood), (Some(1), 5));
    assert_eq!(story.end.unwrap().pin.attacker.square.to_string(), "e3");
}

#[test]
fn a_pin_can_last_from_the_start_to_the_end() {
    let story = only_story("4k3/4n3/7p/8/8/8/8/4R1K1 b - - 0 1", "h5 Kg2 h4");
    assert_eq!((story.since, story.end, story.stood, story.loss), (None, None, 3, None));
}

#[test]
fn a_pinned_piece_captured_for_nothing_is_a_loss() {
    // The rook defends the bishop on e7, so Black loses 3 points.
    let story = only_story(KNIGHT, "Bxe7 Kf7");
    assert_eq!((story.since, story.stood, story.loss), (None, 1, Some(3)));
    // The same if the game ends there: the king cannot recapture.
    assert_eq!(only_story(KNIGHT, "Bxe7").loss, Some(3));
}

#[test]
fn a_traded_pinned_piece_is_no_loss() {
    // The pawn recaptures.
    let fen = "3qk3/6p1/5n2/6B1/8/8/8/6K1 w - - 0 1";
    let story = only_story(fen, "Bxf6 gxf6 Kg2");
    assert_eq!((story.stood, story.loss), (1, None));
    // If the game ends before, the recapture still counts.
    assert_eq!(only_story(fen, "Bxf6").loss, None);
    // If Black plays another move, the knight is lost.
    let stories = review(fen, "Bxf6 Kf7 Kg2").stories;
    assert_eq!(stories[0].loss, Some(3));
}

#[test]
fn a_queen_that_captures_the_bishop_and_is_recaptured_costs_six() {
    assert_eq!(only_story(QUEEN, "Bb2 Qxb2+ Kxb2 Kg7").loss, Some(6));
    assert_eq!(only_story(QUEEN, "Bb2 Qxb2+ Kxb2").loss, Some(6));
    // The game ends before the king recaptures.
    assert_eq!(only_story(QUEEN, "Bb2 Qxb2+").loss, Some(6));
    // A queen that moves along the diagonal is not captured.
    let story = only_story(QUEEN, "Bb2 Qc3 Ka2");
    assert_eq!((story.end, story.loss), (None, None));
}

#[test]
fn a_queen_captured_after_the_pinned_piece_left_is_a_loss() {
    assert_eq!(only_story(BEFORE_QUEEN, "Nf5 Rxe8+ Kg7").loss, Some(9));
    // The pawn that the knight captured counts.
    assert_eq!(only_story(BEFORE_QUEEN, "Nxc6 Rxe8+ Kg7").loss, Some(8));
    // There is no loss if White plays another move.
    assert_eq!(only_story(BEFORE_QUEEN, "Nxc6 Rd1").loss, None);
}

#[test]
fn a_blocked_line_is_no_loss() {
    let story = only_story("4k3/4n3/8/8/8/8/8/4RNK1 w - - 0 1", "Ne3 Kd7");
    assert_eq!((story.end.unwrap().pin.cause, story.loss), (Some(Cause::LineBlocked), None));
}

#[test]
fn the_tally_counts_each_side_as_the_attacker() {
    let review = review(QUEEN, "Bb2 Qxb2+ Kxb2 Kg7");
    let won = Tally { pins: 1, absolute: 1, relative: 0, self_inflicted: 0, won_material: 1 };
    assert_eq!((review.tally().white, review.tally().black), (won, Tally::default()));
    // The black knight moves into the pin.
    let review = self::review("4q2k/8/8/3n4/8/8/8/4R1K1 b - - 0 1", "Ne7 Kg2");
    let own = Tally { pins: 1, absolute: 0, relative: 1, self_inflicted: 1, won_material: 0 };
    assert_eq!(review.tally()[Color::White], own);
}

#[test]
fn every_event_of_a_real_game_belongs_to_one_story() {
    for text in games::FAMOUS.iter().chain(&games::EVERY_CAUSE) {
        for all in [false, true] {
            let plies = games::moves(text);
            let plies =
                plies.iter().enumerate().map(|(index, &(before, mv))| Ply::new(index + 1, before, mv));
            let options = PinOptions { all, ..PinOptions::default() };
            let review = Review::of(&Position::default(), plies, &options);
            let (mut begun, mut ended) = (0, 0);
            for reviewed in &review.moves {
                begun += reviewed.new.len();
                ended += reviewed.released.len();
                for pin in &reviewed.new {
                    let of_it =
                        |story: &&PinStory| story.pin == *pin && story.since == Some(reviewed.ply.number);
                    assert_eq!(review.stories.iter().filter(of_it).count(), 1, "{pin}");
                }
                for pin in &reviewed.released {
                    let of_it = |story: &&PinStory| {
                        story.end.is_some_and(|end| end.pin == *pin && end.ply == reviewed.ply.number)
                    };
                    let stories: Vec<_> = review.stories.iter().filter(of_it).collect();
                    assert_eq!(stories.len(), 1, "{pin}");
                    // Both are of the same class of line.
                    assert_eq!(stories[0].pin.attacker.piece.color, pin.attacker.piece.color);
                    assert_eq!(stories[0].pin.kind == LineKind::XRay, pin.kind == LineKind::XRay);
                }
            }
            assert_eq!(
                (review.stories.len(), review.stories.iter().filter(|story| story.end.is_some()).count()),
                (begun, ended)
            );
            let standing =
                review.moves.last().map(|last| pinsight_tactics::standing(&last.ply.after, &options));
            assert_eq!(begun - ended, standing.unwrap().len(), "pins at the end of the game");
        }
    }
}
