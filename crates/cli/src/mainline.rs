//! The mainline and the tags of a game.

use pinsight_pgn::{GameResult, PlayedMove, RawGame, Replayed, Replayer, Sink, Tags};
use pinsight_rules::{Color, Move, Position};

/// The plies of a mainline with the positions after them; `None` is a null move.
pub(crate) type Steps = Vec<(Option<Move>, Position)>;

/// Replays a game and returns the plies of its mainline.
pub(crate) fn play(replayer: &mut Replayer, raw: &RawGame<'_>) -> (Replayed, Steps) {
    struct Mainline(Steps);
    impl Sink for Mainline {
        fn played(&mut self, played: PlayedMove<'_>) {
            if played.depth == 0 {
                self.0.push((Some(played.played), *played.after));
            }
        }

        fn null_move(&mut self, _: u32, _: &Position, after: &Position, depth: u32) {
            if depth == 0 {
                self.0.push((None, *after));
            }
        }
    }
    let mut mainline = Mainline(Steps::new());
    let replayed = replayer.run(raw, &mut mainline);
    (replayed, mainline.0)
}

/// Reads the tags of a game without replaying the moves.
pub(crate) fn tags(raw: &RawGame<'_>) -> Tags {
    raw.tags().map(|tag| (tag.name_text(), tag.text())).collect()
}

/// Returns the value of a tag, unless it is empty or unknown.
pub(crate) fn tag<'a>(tags: &'a Tags, name: &str) -> Option<&'a str> {
    tags.get(name).filter(|value| !value.is_empty() && !value.starts_with('?'))
}

/// Returns a heading such as `game 3: Anna - Berta 1-0 (Club Championship, 2024.05.01)`.
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
    // Control characters in a name must not reach the terminal.
    line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Returns a move with its number: `5. dxe5`, `5... Nf6`.
pub(crate) fn numbered(before: &Position, san: &str) -> String {
    let dots = if before.turn() == Color::White { "." } else { "..." };
    format!("{}{dots} {san}", before.fullmove_number())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_moves_are_plies_with_positions() {
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
