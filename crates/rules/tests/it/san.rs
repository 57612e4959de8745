//! Parsing and writing moves.

use pinsight_rules::{Language, Move, Position, ReadSan, San, SanError, SanNote, Square};
use pinsight_testkit::random;

/// Both knights reach e2, but the one on c3 is pinned.
const PINNED_KNIGHT: &str = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns the move in UCI, or the error.
fn read(fen: &str, text: &str) -> String {
    let position = position(fen);
    match position.parse_move(text) {
        Ok(mv) => position.uci(mv, position.castling_mode()).to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn pinned_piece_does_not_make_a_move_ambiguous() {
    assert_eq!(read(PINNED_KNIGHT, "Ne2"), "g1e2");
    let position = position(PINNED_KNIGHT);
    let mv = position.parse_move("Ne2").expect("legal");
    assert_eq!(position.san(mv), "Ne2", "written back without a hint");
}

#[test]
fn surplus_hints_lan_and_uci_are_accepted() {
    for text in ["Ne2", "Nge2", "N1e2", "Ng1e2", "Ng1-e2", "g1e2", "♘e2", "♞g1-e2"] {
        assert_eq!(read(PINNED_KNIGHT, text), "g1e2", "{text}");
    }
    let start = Position::default().to_string();
    for text in ["e4", "e2e4", "e2-e4"] {
        assert_eq!(read(&start, text), "e2e4", "{text}");
    }
}

#[test]
fn wrong_and_missing_marks_are_ignored() {
    for text in ["Nxe2", "Ne2+", "Ne2#", "Ne2++", "Ne2!?", "Ne2+!!", "Ne2??"] {
        assert_eq!(read(PINNED_KNIGHT, text), "g1e2", "{text}");
    }
    let capture = "4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1";
    assert_eq!(read(capture, "ed3"), "e2d3");
    assert_eq!(read(capture, "exd3"), "e2d3");
    assert_eq!(read(capture, "e:d3"), "e2d3");
}

#[test]
fn castling_is_parsed_in_every_spelling() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for text in
        ["O-O", "0-0", "o-o", "O–O", "0–0", "OO", "e1g1", "Ke1g1", "Ke1-g1", "Kg1", "e1h1", "O-O+", "O-O!"]
    {
        assert_eq!(read(fen, text), "e1g1", "{text}");
    }
    for text in ["O-O-O", "0-0-0", "o-o-o", "O–O–O", "e1c1", "e1a1"] {
        assert_eq!(read(fen, text), "e1c1", "{text}");
    }
}

#[test]
fn promotion_is_parsed_in_every_spelling() {
    let fen = "5n2/4k1P1/8/8/8/8/8/4K3 w - - 0 1";
    for text in ["gxf8Q", "gxf8=Q", "gxf8(Q)", "gxf8/Q", "gxf8=Q+", "g7f8q", "g7xf8=Q", "gf8=q", "gf8Q"] {
        assert_eq!(read(fen, text), "g7f8q", "{text}");
    }
    assert_eq!(read(fen, "gxf8N"), "g7f8n");
    for text in ["gxf8=K", "gxf8=P", "gxf8K", "gxf8P", "gxf8=", "gxf8(", "gxf8=X"] {
        let error = San::parse(text).expect_err(text);
        assert!(matches!(error, SanError::Syntax { .. }), "{text}");
        assert!(error.to_string().contains("queen, rook, bishop or knight"), "{error}");
    }
    assert!(read(fen, "gxf8").contains("has to promote on f8"));
    assert!(read(PINNED_KNIGHT, "Ne2=Q").contains("only a pawn on the last rank"));
}

#[test]
fn en_passant_is_parsed_with_and_without_e_p() {
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    for text in ["exd6", "exd6 e.p.", "exd6e.p.", "exd6 ep", "exd6ep", "exd6e.p.+", "e5d6"] {
        assert_eq!(read(fen, text), "e5d6", "{text}");
    }
}

#[test]
fn san_has_as_few_hints_as_possible() {
    let written = |fen: &str, uci: &str| {
        let position = position(fen);
        position.san(position.parse_move(uci).expect("legal"))
    };
    let three_queens = "1k6/8/8/8/8/Q6Q/8/K6Q w - - 0 1";
    assert_eq!(written(three_queens, "h3f1"), "Q3f1", "h3 and h1 share the file, a3 does not reach f1");
    assert_eq!(written(three_queens, "a3d3"), "Qad3");
    assert_eq!(written(three_queens, "h3d3"), "Qhd3");
    let both = "1k6/8/8/8/7Q/8/8/K3Q2Q w - - 0 1";
    assert_eq!(written(both, "h1e4"), "Qh1e4", "e1 shares its rank and h4 its file");
}

#[test]
fn null_moves_are_parsed_but_not_legal() {
    for text in ["--", "Z0", "null", "0000"] {
        assert_eq!(San::parse(text), Ok(San::Null));
        assert!(read(PINNED_KNIGHT, text).contains("not legal"), "{text}");
    }
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let cases = [
        (
            "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
            "Nc3",
            "the knight on e2 cannot move: the king on e1 would be in check from the rook on e8",
        ),
        (
            "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1",
            "Ng4",
            "the knight on g1 cannot go to g4: a knight does not move like that",
        ),
        (
            "4k3/8/8/8/8/P7/8/R3K3 w - - 0 1",
            "Ra5",
            "the rook on a1 cannot go to a5: the pawn on a3 is in the way",
        ),
        (
            "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1",
            "e4",
            "the pawn on e2 cannot go to e4: the pawn on e3 is in the way",
        ),
        (
            "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1",
            "e3",
            "the pawn on e2 cannot go to e3: the pawn on e3 is in the way, and a pawn captures only diagonally",
        ),
        (
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "exd3",
            "the pawn on e2 cannot go to d3: a pawn moves diagonally only to capture, and there is nothing to capture",
        ),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "Qd4", "white has no queen"),
        ("4k3/8/8/1b6/8/8/8/4K3 w - - 0 1", "Ke2", "the king cannot go to e2: the bishop on b5 attacks it"),
        (
            "4r1k1/8/8/8/8/8/7N/4K3 w - - 0 1",
            "Nf3",
            "the king on e1 is in check from the rook on e8, and the move does not end the check",
        ),
        (
            "4k3/8/8/r2pP2K/8/8/8/8 w - d6 0 1",
            "exd6",
            "the pawn on e5 cannot capture en passant: the king on h5 would be in check from the rook on a5",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1",
            "O-O",
            "white does not have the right to castle on the king's side",
        ),
        ("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "O-O", "the bishop on f1 is in the way"),
        ("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "O-O", "the king would cross f1, which the rook on f3 attacks"),
        ("4k3/8/8/8/8/4r3/8/4K2R w K - 0 1", "O-O", "the king is in check from the rook on e3"),
        ("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "Naf3", "there is no white knight on the a-file"),
    ];
    for (fen, text, reason) in cases {
        assert_eq!(read(fen, text), format!("{text} is not legal: {reason}"), "{fen}");
    }
    assert_eq!(
        read("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "e8d8"),
        "e8d8 is not legal: the king on e8 is black's, and it is white's turn"
    );
    assert_eq!(read("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "a3a4"), "a3a4 is not legal: there is no piece on a3");
}

#[test]
fn ambiguous_moves_list_the_alternatives() {
    let answer = read("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "Nd2");
    assert_eq!(answer, "b1d2", "only one of them reaches d2");
    let answer = read("4k3/8/8/8/8/8/3N4/4K1N1 w - - 0 1", "Nf3");
    assert!(answer.starts_with("Nf3 is ambiguous: "), "{answer}");
    assert!(answer.contains("Ndf3") && answer.contains("Ngf3"), "{answer}");
}

#[test]
fn syntax_errors_give_the_column() {
    for (text, column) in [
        ("", 1),
        ("x", 1),
        ("Ni3", 2),
        ("N", 2),
        ("e", 2),
        ("Nf9", 3),
        ("Nf3 e4", 4),
        ("?!", 1),
        ("Nf", 3),
        ("zNf3", 1),
        ("é4", 1),
    ] {
        match San::parse(text) {
            Err(SanError::Syntax { column: found, .. }) => assert_eq!(found, column, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn every_legal_move_round_trips_through_san_lan_and_uci() {
    for position in random::positions(4_000, 4) {
        for &mv in &position.legal_moves() {
            let (san, lan) = (position.san(mv), position.lan(mv));
            assert_eq!(position.parse_move(&san), Ok(mv), "{position} {san}");
            assert_eq!(position.find_san(san.as_bytes()), Some(mv), "{position} {san}");
            assert_eq!(position.parse_move(&lan), Ok(mv), "{position} {lan}");
            let uci = position.uci(mv, position.castling_mode());
            assert_eq!(position.move_from_uci(uci), Ok(mv), "{position} {uci}");
        }
    }
}

#[test]
fn fast_path_and_lenient_parser_agree_on_words() {
    let mut random = random::Random::new(5);
    let mut agreed = 0;
    for position in random::positions(3_000, 6) {
        for _ in 0..40 {
            let text = random_san(&mut random);
            agreed += usize::from(check_agreement(&position, &text));
        }
    }
    assert!(agreed > 1_000, "too few moves: {agreed}");
}

#[test]
fn fast_path_and_lenient_parser_agree_on_mutated_moves() {
    let letters = b"abcdefgh12345678NBRQKPOxo0=+#-:!?().\x00 \n";
    let mut random = random::Random::new(7);
    let mut agreed = 0;
    for position in random::positions(2_000, 8) {
        for &mv in &position.legal_moves() {
            let mut word = position.san(mv).into_bytes();
            let letter = random.choose(letters).unwrap_or_default();
            let at = random.below(word.len());
            match random.below(4) {
                0 => word[at] = letter,
                1 => word.insert(at, letter),
                2 => drop(word.remove(at)),
                _ => word.push(letter),
            }
            let text = String::from_utf8(word).expect("ASCII");
            agreed += usize::from(check_agreement(&position, &text));
        }
    }
    assert!(agreed > 1_000, "too few moves: {agreed}");
}

/// Returns whether the fast path finds a move. Asserts that the lenient parser then finds the same move, and that the
/// fast path accepts every canonical text.
fn check_agreement(position: &Position, text: &str) -> bool {
    let fast = position.find_san(text.as_bytes());
    match (position.read_san(text, None), fast) {
        (Ok(read), Some(mv)) => assert_eq!(read.mv, Some(mv), "{position} {text:?}"),
        (Err(error), Some(mv)) => panic!("{position} {text:?}: {mv:?}, but {error}"),
        (Ok(ReadSan { mv: Some(mv), .. }), None) => assert_ne!(position.san(mv), text, "{position}"),
        _ => {}
    }
    for after in ["", " 12. e4", ")", "\r\n"] {
        let line = format!("{text}{after}");
        let mut next = Position::default();
        let token = text.split([' ', '\n', '\0', ')']).next().unwrap_or_default();
        let played = position.play_san_prefix(line.as_bytes(), &mut next);
        let expected = position.find_san(token.as_bytes()).map(|mv| (mv, token.len()));
        assert_eq!(played, expected, "{position} {line:?}");
        if let Some((mv, _)) = played {
            assert_eq!(next, position.play_unchecked(mv), "{position} {line:?}");
        }
    }
    fast.is_some()
}

fn random_san(random: &mut random::Random) -> String {
    let mut part = |choices: &[&'static str]| random.choose(choices).unwrap_or_default();
    let piece = part(&["", "", "N", "B", "R", "Q", "K"]);
    let hint = part(&["", "", "", "", "a", "b", "d", "g", "1", "4", "7", "e2"]);
    let capture = part(&["", "", "x"]);
    let file = part(&["a", "b", "c", "d", "e", "f", "g", "h"]);
    let rank = part(&["1", "2", "3", "4", "5", "6", "7", "8"]);
    let promotion = part(&["", "", "", "", "", "=Q", "=N"]);
    format!("{piece}{hint}{capture}{file}{rank}{promotion}")
}

#[test]
fn lower_case_letter_is_a_piece_only_if_no_pawn_move_is_legal() {
    let start = Position::default().to_string();
    assert_eq!(read(&start, "nf3"), "g1f3");
    // The pawn on b2 and the bishop on d2 can both capture on c3: the pawn takes precedence.
    let both = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1";
    for (text, uci) in [("bxc3", "b2c3"), ("bc3", "b2c3"), ("Bxc3", "d2c3"), ("Bc3", "d2c3")] {
        assert_eq!(read(both, text), uci, "{text}");
    }
    let bishop = "4k3/8/8/8/8/2p5/3B4/4K3 w - - 0 1";
    for text in ["bxc3", "bc3", "bdxc3", "Bxc3"] {
        assert_eq!(read(bishop, text), "d2c3", "{text}");
    }
    // `b1c3` is UCI, not a bishop on the first rank.
    let first_rank = "4k3/8/8/8/8/8/8/B3K3 w - - 0 1";
    assert_eq!(read(first_rank, "B1c3"), "a1c3");
    assert_eq!(read(first_rank, "b1c3"), "b1c3 is not legal: there is no piece on b1");
    assert_eq!(read(&start, "nf5"), "Nf5 is not legal: no white knight can reach f5");
}

#[test]
fn play_by_squares_plays_exactly_the_legal_moves_but_castling_and_promotions() {
    for position in random::positions(1_000, 9) {
        let legal = position.legal_moves();
        for (from, piece) in position.board().pieces().filter(|(_, piece)| piece.color == position.turn()) {
            for to in Square::ALL {
                let is_plain = |mv: &Move| mv.promotion().is_none() && mv.castling_side().is_none();
                let expected = legal.iter().find(|mv| (mv.from(), mv.to()) == (from, to) && is_plain(mv));
                let mut next = Position::default();
                let played = position.play_by_squares(piece.role, from, to, &mut next);
                assert_eq!(played.as_ref(), expected, "{position} {from}{to}");
                assert!(played.is_none_or(|mv| next == position.play_unchecked(mv)), "{position} {from}{to}");
            }
        }
    }
}

#[test]
fn differences_from_canonical_san_are_noted() {
    let notes = |fen: &str, text: &str| -> Vec<String> {
        position(fen).read_san(text, None).expect("legal").notes.iter().map(ToString::to_string).collect()
    };
    assert_eq!(notes(PINNED_KNIGHT, "Ne2"), Vec::<String>::new());
    assert_eq!(
        notes(PINNED_KNIGHT, "nxe2+"),
        [
            "`n` is read as the knight, which is written `N`",
            "the text has an `x`, but the move is not a capture",
            "the text says check, but the move gives no check",
        ]
    );
    let capture = "4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1";
    assert_eq!(notes(capture, "ed3"), ["the text has no `x`, but the move is a capture"]);
    assert_eq!(notes(capture, "e2d3"), Vec::<String>::new(), "UCI does not mark captures");
}

#[test]
fn figurines_and_invisible_characters_are_accepted() {
    let start = Position::default();
    let knight = start.find_san(b"Nf3");
    for text in ["♘f3", "♞f3", "♘\u{FE0E}f3", "♘\u{FE0F}g1–f3"] {
        let read = start.read_san(text, None).expect(text);
        assert_eq!((read.mv, read.notes.as_slice()), (knight, [].as_slice()), "{text:?}");
    }
    for text in ["\u{FEFF}Nf3", "Nf3\u{200B}", "\u{A0}Nf3"] {
        let read = start.read_san(text, None).expect(text);
        assert_eq!((read.mv, read.notes), (knight, vec![SanNote::InvisibleCharacters]), "{text:?}");
    }
    assert_eq!(start.read_san("♙e4", None).map(|read| read.mv), Ok(start.find_san(b"e4")));
    let error = San::parse("♘\u{FE0F}f9").expect_err("no ninth rank").to_string();
    assert!(error.contains("found `9` at column 4"), "columns count the characters of the text: {error}");
}

#[test]
fn unusual_spelling_of_castling_is_noted() {
    let position = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (text, notes) in [
        ("O-O", vec![]),
        ("O-O!", vec![]),
        ("0-0", vec![SanNote::CastlingSpelling]),
        ("o-o-o", vec![SanNote::CastlingSpelling]),
        ("OO", vec![SanNote::CastlingSpelling]),
        ("O–O", vec![SanNote::CastlingSpelling]),
        ("O-O\u{200B}", vec![SanNote::CastlingSpelling]),
        ("00", vec![SanNote::CastlingSpelling]),
        ("000", vec![SanNote::CastlingSpelling]),
        ("0-00", vec![SanNote::CastlingSpelling]),
        ("О-О", vec![SanNote::CastlingSpelling]),
        ("Kg1", vec![SanNote::CastlingAsKingMove]),
        ("Ke1-c1", vec![SanNote::CastlingAsKingMove]),
        ("e1g1", vec![]),
        ("e1h1", vec![SanNote::CastlingAsKingMove]),
    ] {
        assert_eq!(position.read_san(text, None).map(|read| read.notes), Ok(notes), "{text}");
    }
}

#[test]
fn piece_letters_of_other_languages_are_accepted() {
    let position = position("3r2k1/P7/8/8/8/8/8/2QRK1NB w - - 0 1");
    for (language, words) in [
        (Language::German, ["Kf2", "Db2", "Txd8+", "Lf3", "Sf3", "a8=D", "a8S"]),
        (Language::French, ["Rf2", "Db2", "Txd8+", "Ff3", "Cf3", "a8=D", "a8C"]),
        (Language::Spanish, ["Rf2", "Db2", "Txd8+", "Af3", "Cf3", "a8=D", "a8C"]),
        (Language::Dutch, ["Kf2", "Db2", "Txd8+", "Lf3", "Pf3", "a8=D", "a8P"]),
        (Language::Russian, ["Крf2", "Фb2", "Лxd8+", "Сf3", "Кf3", "a8=Ф", "a8К"]),
        (Language::Russian, ["крf2", "фb2", "Л:d8+", "Сh1-f3", "кf3", "a8Ф", "a8=К"]),
    ] {
        for (word, english) in words.into_iter().zip(["Kf2", "Qb2", "Rxd8+", "Bf3", "Nf3", "a8=Q", "a8=N"]) {
            let read = position.read_san(word, Some(language)).expect(word);
            assert_eq!(read.mv, position.find_san(english.as_bytes()), "{} {word}", language.name());
        }
        let rook = position.read_san("♖xd8", Some(language)).expect("figurines are language-independent");
        assert_eq!(rook.mv, position.find_san(b"Rxd8"), "{}", language.name());
    }
}

#[test]
fn null_moves_are_accepted_unless_in_check() {
    for text in ["--", "Z0", "z0", "null", "@@@@", "0000"] {
        let read = Position::default().read_san(text, None).expect(text);
        let notes = if text == "0000" { vec![SanNote::NullMoveSpelling] } else { vec![] };
        assert_eq!((read.mv, read.notes), (None, notes), "{text}");
        let error = position("4r1k1/8/8/8/8/8/8/4K3 w - - 0 1").read_san(text, None).expect_err(text);
        assert_eq!(
            error.reason(),
            "a null move passes the turn, but the king on e1 is in check from the rook on e8"
        );
    }
}

#[test]
fn a_pawn_capture_without_file_or_x_is_refused() {
    // Two pawns can capture on d5.
    let fen = "4k3/8/8/3p4/2P1P3/8/3P4/4K3 w - - 0 1";
    let named = "a capture names the pawn's file: cxd5 or exd5";
    for text in ["d5", "Pd5", "d5+"] {
        let answer = read(fen, text);
        assert!(answer.ends_with(named), "{text}: {answer}");
    }
    let en_passant = "4k3/8/8/3pP3/8/8/3P4/4K3 w - d6 0 1";
    assert!(read(en_passant, "d6").ends_with("a capture names the pawn's file: exd6"));
    let promotion = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1";
    assert!(read(promotion, "d8=Q").ends_with("a capture names the pawn's file: exd8=Q+"));
    // With `x`, only one pawn can make the capture.
    let read = position(en_passant).read_san("xd6", None).expect("a capture");
    assert_eq!(
        (read.mv, read.notes),
        (position(en_passant).find_san(b"exd6"), vec![SanNote::MissingPawnFile])
    );
    // A file is enough.
    assert_eq!(position(fen).read_san("ed5", None).map(|read| read.mv), Ok(position(fen).find_san(b"exd5")));
}

#[test]
fn captures_by_pawns_need_no_rank_if_there_is_one_reading() {
    let fen = "4k3/8/8/3p4/2P1P3/8/3P4/4K3 w - - 0 1";
    for text in ["ed", "exd", "e:d", "exd!"] {
        let read = position(fen).read_san(text, None).expect(text);
        assert_eq!(
            (read.mv, read.notes),
            (position(fen).find_san(b"exd5"), vec![SanNote::MissingRank]),
            "{text}"
        );
    }
    let two = "4k3/8/3p4/2P5/3p4/2P5/8/4K3 w - - 0 1";
    assert_eq!(read(two, "cd"), "cxd is ambiguous: cxd4 or cxd6");
    assert_eq!(read(fen, "cb"), "cxb is not legal: no white pawn on the c-file can capture on the b-file");
    let promotion = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(read(promotion, "exd=Q"), "e7d8q");
    assert!(read(promotion, "exd").contains("the pawn on e7 has to promote on d8"));
    // Files that are not adjacent are not a capture.
    assert!(matches!(San::parse("eg"), Err(SanError::Syntax { .. })));
}

#[test]
fn check_and_mate_in_words_are_noted() {
    let fen = "4k3/8/8/8/8/8/8/R3KQ2 w Q - 0 1";
    for (text, san) in [
        ("Qf7ch", "Qf7+"),
        ("Qf7 ch", "Qf7+"),
        ("Qf7 ch.", "Qf7+"),
        ("Qf7check", "Qf7+"),
        ("Qf7+ check", "Qf7+"),
        ("Ra8 Mate", "Ra8#"),
        ("O-O-Och", "O-O-O"),
    ] {
        let position = position(fen);
        let read = position.read_san(text, None).expect(text);
        assert_eq!(read.mv, position.parse_move(san).ok(), "{text}");
        assert!(read.notes.contains(&SanNote::CheckInWords), "{text}: {:?}", read.notes);
    }
    for text in ["ch", "mate", "Qch", "Qf7chess", "Qf7 cheque"] {
        assert!(San::parse(text).is_err(), "{text}");
    }
}

#[test]
fn castling_onto_the_rook_is_accepted_in_uci_only() {
    for (fen, text) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Kh1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Kxa1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "Ke8-h8"),
        // Castling is not legal, but the message is the same.
        ("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "Kh1"),
    ] {
        let answer = read(fen, text);
        assert!(
            answer.contains("its own rook is there; castling is written O-O or O-O-O"),
            "{text}: {answer}"
        );
    }
    // The rook of Chess960 is where the king goes.
    let fen = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1";
    assert_eq!(position(fen).parse_move("Kg1"), position(fen).parse_move("O-O"));
}

#[test]
fn the_reason_of_a_refused_pawn_move_concerns_the_likely_pawn() {
    let fen = "6k1/5ppp/8/8/8/8/5PPP/4r1K1 w - - 0 1";
    let in_check = "the king on g1 is in check from the rook on e1, and the move does not end the check";
    for text in ["g3", "g4", "h3"] {
        assert_eq!(read(fen, text), format!("{text} is not legal: {in_check}"));
    }
    assert!(
        read(fen, "gxf3").contains("the pawn on g2 cannot go to f3: a pawn moves diagonally only to capture")
    );
    assert!(read(fen, "a3").contains("there is no white pawn on the a-file"));
}

#[test]
fn a_pawn_cannot_promote_to_a_king_or_stay_a_pawn() {
    let fen = "8/4k1P1/8/8/8/8/8/4K3 w - - 0 1";
    for text in ["g7g8k", "g8=K", "g8K", "g8k", "g8(K)"] {
        let answer = read(fen, text);
        assert!(answer.contains("a pawn cannot promote to a king"), "{text}: {answer}");
    }
    assert!(read(fen, "g7g8p").contains("a pawn cannot stay a pawn on the last rank"));
}
