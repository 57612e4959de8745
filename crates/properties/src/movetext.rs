//! Columns of movetext and UCI moves, and the binary column `moves`.

use pinsight_data::MovesParser;
use pinsight_moves::{MovesReader, encode_moves};
use pinsight_rules::Move;

/// Input: a FEN, a line feed, movetext or UCI moves. The parsed moves are legal, and their bytes are those of encoding them.
/// As bytes of the column `moves`, the input is refused or yields legal moves.
pub fn movetext(data: &[u8]) {
    if let Ok(mut moves) = MovesReader::new(data) {
        while let Ok(Some(played)) = moves.advance() {
            if let Some(mv) = played {
                assert!(moves.before().is_legal(mv));
            }
        }
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (fen, text) = text.split_once('\n').unwrap_or(("", text));
    let mut parser = MovesParser::default();
    let Ok(parsed) = parser.parse(text, Some(fen)) else { return };
    let reader = MovesReader::new(parsed.moves).expect("parsed moves can be read");
    let start = *reader.start();
    let steps: Result<Vec<_>, _> = reader.collect();
    let played: Vec<Option<Move>> =
        steps.expect("parsed moves can be read").into_iter().map(|step| step.played).collect();
    let encoded = encode_moves(&start, played).expect("parsed moves are legal");
    assert_eq!(encoded, parsed.moves, "{text}");
}
