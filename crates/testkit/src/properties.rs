//! Properties of the FEN, EPD, SAN and UCI parsers for arbitrary bytes; used as fuzz targets.

use pinsight_rules::{Epd, Fen, Position, San, Setup, UciMove};

/// A FEN or EPD that parses is equal after writing and parsing it again. The legality check never panics.
pub fn fen(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    if let Ok(fen) = text.parse::<Fen>() {
        let written = fen.setup.to_string();
        let again: Setup = written.parse().unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(again, fen.setup, "{written}");
        if let Ok(position) = Position::try_from(fen.setup) {
            assert_eq!(position.legal_moves().len(), position.count_legal_moves());
            let again: Position = position.to_string().parse().expect("the FEN of a legal position parses");
            assert_eq!(again, position);
        }
    }
    if let Ok(epd) = text.parse::<Epd>() {
        let written = epd.to_string();
        let again: Epd = written.parse().unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(again.operations, epd.operations, "{written}");
    }
}

/// Input: a FEN, a line feed, a SAN. The SAN is rejected with a message or resolves to a legal move, whose canonical
/// SAN resolves to the same move. The fast parser agrees with the slow one.
pub fn san(data: &[u8]) {
    let Some((position, text)) = position_and_text(data) else {
        return;
    };
    let slow = San::parse(text).and_then(|san| {
        let again = San::parse(&san.to_string()).expect("a written SAN parses");
        assert_eq!(again, san, "{text}");
        san.resolve(&position)
    });
    if let Some(fast) = position.find_san(text.as_bytes()) {
        assert_eq!(slow, Ok(fast), "{position} {text}");
    }
    match slow {
        Ok(mv) => {
            assert!(position.is_legal(mv), "{position} {text}");
            let written = position.san(mv);
            assert_eq!(position.find_san(written.as_bytes()), Some(mv), "{position} {text} {written}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(reading) = position.explain_san(text) {
        for candidate in reading.candidates {
            assert!(!candidate.to_string().is_empty());
        }
    }
}

/// Input: a FEN, a line feed, a UCI move. The move is rejected with a message or is legal, and then converts back to
/// the same UCI move; castling is exempt, because it has two forms.
pub fn uci(data: &[u8]) {
    let Some((position, text)) = position_and_text(data) else {
        return;
    };
    let Ok(uci) = text.parse::<UciMove>() else {
        return;
    };
    let again: UciMove = uci.to_string().parse().expect("a written UCI move parses");
    assert_eq!(again, uci);
    match position.move_from_uci(uci) {
        Ok(mv) => {
            assert!(position.is_legal(mv), "{position} {text}");
            if mv.castling_side().is_none() {
                assert_eq!(position.uci(mv, position.castling_mode()), uci, "{position} {text}");
            }
        }
        Err(refusal) => assert!(!refusal.to_string().is_empty()),
    }
}

fn position_and_text(data: &[u8]) -> Option<(Position, &str)> {
    let text = std::str::from_utf8(data).ok()?;
    let (fen, rest) = text.split_once('\n')?;
    let position = if fen.is_empty() { Position::default() } else { fen.parse().ok()? };
    Some((position, rest))
}
