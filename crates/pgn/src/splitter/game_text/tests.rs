use proptest::prelude::*;

use super::*;
use crate::fault::Fault;
use crate::reader::{RawComment, RawSan};
use crate::result::GameResult;
use crate::tags::RawTag;
use crate::testing::pgn_like;
use crate::{Nag, Replayer, Source, SplitOptions, Splitter, split};

/// Writes down what it is told, and breaks off after some moves.
struct Notes {
    lines: Vec<String>,
    moves_left: usize,
}

impl Visitor for Notes {
    fn tag(&mut self, tag: RawTag<'_>) {
        self.lines.push(format!("{tag:?}"));
    }

    fn san(&mut self, san: RawSan<'_>) -> ControlFlow<()> {
        // Whether it is plain to see depends on how much text follows.
        self.lines.push(format!("{} {:?}", san.at, san.bytes));
        self.moves_left = self.moves_left.saturating_sub(1);
        if self.moves_left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn nag(&mut self, nag: Nag) {
        self.lines.push(format!("{nag:?}"));
    }

    fn comment(&mut self, comment: RawComment<'_>) {
        self.lines.push(format!("{comment:?}"));
    }

    fn end_variation(&mut self) {
        self.lines.push("end".to_owned());
    }

    fn result(&mut self, result: GameResult) {
        self.lines.push(format!("{result:?}"));
    }

    fn fault(&mut self, fault: Fault, at: std::ops::Range<usize>) {
        // Told at another time.
        if fault != Fault::NotUtf8 {
            self.lines.push(format!("{fault:?} {at:?}"));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn games_read_on_the_way_are_those_that_are_cut_out_first(bytes in pgn_like(), moves in 1usize..40) {
        let name = "test".into();
        let notes = || Notes { lines: Vec::new(), moves_left: moves };
        let mut text = GameText::new(&name, &bytes);
        for game in split(&name, &bytes) {
            let (mut cut, mut found) = (notes(), notes());
            let flow = visit(&game, &mut cut);
            let (same, same_flow) = text.visit_next(&mut found).expect("as many games");
            prop_assert_eq!(format!("{same:?}"), format!("{game:?}"));
            prop_assert_eq!(same_flow, flow);
            prop_assert_eq!(found.lines, cut.lines);
        }
        prop_assert!(text.visit_next(&mut notes()).is_none());
    }

    #[test]
    fn games_replayed_on_the_way_are_those_that_are_cut_out_first(bytes in pgn_like()) {
        let name = "test".into();
        let (mut cut, mut found) = (Replayer::new(), Replayer::new());
        let mut text = GameText::new(&name, &bytes);
        for game in split(&name, &bytes) {
            let (same, replayed) = found.replay_next(&mut text).expect("as many games");
            prop_assert_eq!(format!("{same:?}"), format!("{game:?}"));
            prop_assert_eq!(format!("{replayed:?}"), format!("{:?}", cut.replay(&game)));
        }
        prop_assert!(found.replay_next(&mut text).is_none());
    }

    #[test]
    fn noted_tags_are_those_that_a_reader_finds(bytes in pgn_like(), batch in 1usize..400) {
        let options = SplitOptions { batch, ..SplitOptions::default() };
        let mut splitter = Splitter::with_options(Source::from_bytes("test", bytes), options);
        while let Some(game) = splitter.next_game() {
            let game = game.expect("bytes in memory do not break off");
            let [mut noted, mut found] = [(); 2].map(|()| Notes { lines: Vec::new(), moves_left: usize::MAX });
            let flows = (visit(&game, &mut noted), visit(&RawGame { tags: &[], ..game }, &mut found));
            prop_assert_eq!(flows.0, flows.1);
            prop_assert_eq!(noted.lines, found.lines);
        }
    }
}

#[test]
fn plain_tags_are_noted_and_no_others() {
    let plain = "[Event \"a\"]\n[Site \"\"]\n\n1. e4 *\n\n";
    let odd = "[Event \"b \\\" c\"]\n[Site \"d\"]\n\n1. d4 *\n\n";
    let mut splitter = Splitter::new(Source::from_bytes("test", format!("{plain}{odd}{plain}")));
    let mut tags = Vec::new();
    while let Some(game) = splitter.next_game() {
        let game = game.expect("bytes in memory do not break off");
        tags.push(
            game.tags.iter().map(|place| place.read(game.bytes).text().into_owned()).collect::<Vec<_>>(),
        );
    }
    assert_eq!(tags, [vec!["a", ""], vec![], vec!["a", ""]]);
}
