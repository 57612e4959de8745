//! The games' positions and tags, as the commands need them.

use std::ops::ControlFlow;

use pinsight_pgn::{GameResult, RawGame, RawTag, Replayed, Replayer, Tags, Visitor, visit};
use pinsight_rules::{Move, Position};

/// Half-moves of the mainline with the positions after them; a null move is none.
pub(crate) type Steps = Vec<(Option<Move>, Position)>;

/// Plays a game out and notes every step of its mainline.
pub(crate) fn play(replayer: &mut Replayer, raw: &RawGame<'_>) -> (Replayed, Steps) {
    let mut told = Vec::new();
    let replayed = replayer.replay_with(raw, |step| told.push((step.number, step.played, *step.after)));
    let mut steps = Steps::with_capacity(replayed.plies);
    let mut position = replayed.start.unwrap_or_default();
    for (number, mv, after) in told {
        pass_until(number, &mut position, &mut steps);
        position = after;
        steps.push((Some(mv), after));
    }
    pass_until(replayed.plies + 1, &mut position, &mut steps);
    (replayed, steps)
}

/// Null moves are counted but not told: plays them up to the half-move with this number.
fn pass_until(number: usize, position: &mut Position, steps: &mut Steps) {
    while steps.len() + 1 < number {
        *position = position.pass().unwrap_or(*position);
        steps.push((None, *position));
    }
}

/// The tags of a game, without a look at its moves.
pub(crate) fn tags(raw: &RawGame<'_>) -> Tags {
    struct Head(Tags);
    impl Visitor for Head {
        fn tag(&mut self, tag: RawTag<'_>) {
            let name = tag.name_text();
            // Of a tag that is given twice the first counts.
            if self.0.get(&name).is_none() {
                self.0.set(name, tag.text());
            }
        }

        fn movetext(&mut self) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }
    let mut head = Head(Tags::new());
    // It always breaks off, or comes to the end.
    let _ = visit(raw, &mut head);
    head.0
}

/// What a tag says, if it says anything.
pub(crate) fn tag<'a>(tags: &'a Tags, name: &str) -> Option<&'a str> {
    tags.get(name).filter(|value| !value.is_empty() && !value.starts_with('?'))
}

/// `game 3: Anna - Berta 1-0 (Club Championship, 2024.05.01)`, as far as it is known.
pub(crate) fn heading(source: &str, number: u64, tags: &Tags, result: GameResult, name_file: bool) -> String {
    let tag = |name| tag(tags, name);
    let players = match (tag("White"), tag("Black")) {
        (None, None) => String::new(),
        (white, black) => format!(" {} - {}", white.unwrap_or("?"), black.unwrap_or("?")),
    };
    let occasion: Vec<&str> = ["Event", "Date"].into_iter().filter_map(tag).collect();
    let occasion = match occasion.as_slice() {
        [] => String::new(),
        known => format!(" ({})", known.join(", ")),
    };
    let file = if name_file { format!("{source}, ") } else { String::new() };
    let line = format!("{file}game {number}:{players} {result}{occasion}");
    // A name must not do anything to the terminal.
    line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_moves_have_their_positions() {
        let text = b"1. e4 -- 2. -- Nf6 3. e5 -- *";
        let name = "text".into();
        let raw = pinsight_pgn::split(&name, text).next().expect("a game");
        let (replayed, steps) = play(&mut Replayer::new(), &raw);
        assert_eq!(replayed.plies, 6);
        let turns: Vec<char> = steps.iter().map(|(_, after)| after.turn().letter()).collect();
        assert_eq!(turns, ['b', 'w', 'b', 'w', 'b', 'w']);
        let nulls: Vec<bool> = steps.iter().map(|(mv, _)| mv.is_none()).collect();
        assert_eq!(nulls, [false, true, true, false, false, true]);
        assert_eq!(replayed.last, steps.last().map(|(_, after)| *after));
    }
}
