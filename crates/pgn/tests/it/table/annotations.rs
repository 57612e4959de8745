//! Annotations and commands.

use pinsight_pgn::{Command, CommentPlace, Fault, Game, Nag};

use super::{faults, played, read};

fn nags(game: &Game) -> Vec<Vec<u8>> {
    let of = |node: pinsight_pgn::NodeRef<'_>| node.nags().iter().map(|nag| nag.0).collect();
    game.tree.mainline().map(of).collect()
}

#[test]
fn a_nag_before_the_tags_does_not_end_them() {
    let game = read("$3 [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *");
    assert_eq!(faults(&game), [Fault::NagBeforeMove]);
    assert_eq!(played(&game), ["O-O"]);
}

#[test]
fn words_of_signs_only_are_stray() {
    let game = read("1. e4 -= e5 ++ 2. d4 *");
    assert_eq!(faults(&game), [Fault::Stray, Fault::Stray]);
    assert_eq!(played(&game), ["e4", "e5", "d4"]);
}

#[test]
fn annotations_are_kept() {
    let game = read("1. e4 $0 $255 e5! 2. Nf3?! $14 Nc6+- 3. Bb5 D N a6 -+ 4. Ba4 ± Nf6!! *");
    assert_eq!(faults(&game), []);
    let expected: [&[u8]; 8] = [&[0, 255], &[1], &[6, 14], &[18], &[220, 146], &[19], &[16], &[3]];
    assert_eq!(nags(&game), expected);
    assert_eq!(played(&game), ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"]);
    let game = read("1. e4 $256 e5 !!! *");
    assert_eq!(faults(&game), [Fault::UnknownNag, Fault::UnknownNag]);
    assert_eq!(Nag::from_glyph("!"), Some(Nag(1)));
}

#[test]
fn commands_in_comments_are_typed_where_known() {
    let game = read(
        "1. e4 { [%eval 0.25,20] [%clk 0:03:00] hi [%cal Ge2e4] [%csl Rd5] [%emt 0:00:01] [%xyz 1 2] } *",
    );
    let node = game.tree.mainline().next().expect("a move");
    let comment = node.comments(CommentPlace::After).next().expect("a comment");
    let commands: Vec<_> = comment.commands().collect();
    assert!(matches!(
        commands[..],
        [
            Command::Eval(_),
            Command::Clock(_),
            Command::Arrows(_),
            Command::Marks(_),
            Command::Elapsed(_),
            Command::Other { .. }
        ]
    ));
    assert_eq!(comment.prose(), "hi");
    assert!(comment.text().contains("[%xyz 1 2]"));
}
