//! What became of each pin: positions where it can be counted on the fingers.

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
fn a_story_has_its_beginning_and_its_end() {
    let story = only_story("4k3/4n3/8/8/8/8/8/3R2K1 w - - 0 1", "Re1 Kf7 Kg2");
    assert_eq!((story.since, story.stood, story.loss), (Some(1), 1, None));
    let end = story.end.unwrap();
    assert_eq!((end.ply, end.pin.cause), (2, Some(Cause::ShieldedMoved)));
}

#[test]
fn a_pin_that_shifts_is_one_story() {
    let story = only_story("4k3/4n3/8/8/8/8/8/3R2K1 w - - 0 1", "Re1 Kf8 Kg2");
    assert_eq!(story.stood, 1);
    // The rook comes nearer, the pin is the same, and it ends where the rook then stands.
    let story = only_story("4k3/4n3/8/8/8/8/8/3R2K1 w - - 0 1", "Re1 Kd8 Kg2");
    assert_eq!(story.end.map(|end| end.ply), Some(2));
    let story = only_story("4k3/4n3/7p/8/8/8/8/3R2K1 w - - 0 1", "Re1 h5 Re3 h4 Kg2 Kd7");
    assert_eq!((story.since, story.stood), (Some(1), 5));
    assert_eq!(story.end.unwrap().pin.attacker.square.to_string(), "e3");
}

#[test]
fn a_pin_may_stand_from_the_start_and_to_the_end() {
    let story = only_story("4k3/4n3/7p/8/8/8/8/4R1K1 b - - 0 1", "h5 Kg2 h4");
    assert_eq!((story.since, story.end, story.stood, story.loss), (None, None, 3, None));
}

#[test]
fn a_pinned_piece_that_is_taken_for_nothing_is_lost() {
    // The bishop on e7 is guarded by the rook: 3 points.
    let story = only_story(KNIGHT, "Bxe7 Kf7");
    assert_eq!((story.since, story.stood, story.loss), (None, 1, Some(3)));
    // The game may end there: the king could not take back.
    assert_eq!(only_story(KNIGHT, "Bxe7").loss, Some(3));
}

#[test]
fn a_pinned_piece_that_is_traded_is_not_lost() {
    // Bishop takes knight, pawn takes bishop.
    let fen = "3qk3/6p1/5n2/6B1/8/8/8/6K1 w - - 0 1";
    let story = only_story(fen, "Bxf6 gxf6 Kg2");
    assert_eq!((story.stood, story.loss), (1, None));
    // If the game ends before the pawn takes, that it can is known.
    assert_eq!(only_story(fen, "Bxf6").loss, None);
    // If it does something else, the knight is gone for good.
    let stories = review(fen, "Bxf6 Kf7 Kg2").stories;
    assert_eq!(stories[0].loss, Some(3));
}

#[test]
fn a_queen_that_takes_the_bishop_and_is_taken_back_costs_six() {
    assert_eq!(only_story(QUEEN, "Bb2 Qxb2+ Kxb2 Kg7").loss, Some(6));
    assert_eq!(only_story(QUEEN, "Bb2 Qxb2+ Kxb2").loss, Some(6));
    // The king is to take when the game breaks off.
    assert_eq!(only_story(QUEEN, "Bb2 Qxb2+").loss, Some(6));
    // Nobody takes the queen that steps aside along the diagonal.
    let story = only_story(QUEEN, "Bb2 Qc3 Ka2");
    assert_eq!((story.end, story.loss), (None, None));
}

#[test]
fn a_queen_that_falls_after_the_pinned_piece_left_is_lost() {
    assert_eq!(only_story(BEFORE_QUEEN, "Nf5 Rxe8+ Kg7").loss, Some(9));
    // What the knight took on its way is counted.
    assert_eq!(only_story(BEFORE_QUEEN, "Nxc6 Rxe8+ Kg7").loss, Some(8));
    // It does not fall if something else is played.
    assert_eq!(only_story(BEFORE_QUEEN, "Nxc6 Rd1").loss, None);
}

#[test]
fn a_line_that_is_blocked_costs_nothing() {
    let story = only_story("4k3/4n3/8/8/8/8/8/4RNK1 w - - 0 1", "Ne3 Kd7");
    assert_eq!((story.end.unwrap().pin.cause, story.loss), (Some(Cause::LineBlocked), None));
}

#[test]
fn each_side_is_counted_as_the_attacker() {
    let review = review(QUEEN, "Bb2 Qxb2+ Kxb2 Kg7");
    let won = Tally { pins: 1, absolute: 1, relative: 0, self_inflicted: 0, won_material: 1 };
    assert_eq!((review.tally().white, review.tally().black), (won, Tally::default()));
    // Black steps into the pin himself.
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
                    // The same three roles, but for a promotion, and the same class of line.
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
            assert_eq!(begun - ended, standing.unwrap().len(), "what stands at the end");
        }
    }
}
