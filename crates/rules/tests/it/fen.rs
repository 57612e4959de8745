//! Parsing, validating and writing FEN and EPD.

use pinsight_rules::{EnPassantMode, Epd, Fen, FenField, ParsePositionError, Position, Setup, Square};
use pinsight_testkit::{python, random};

fn faults(fen: &str) -> Vec<String> {
    let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    setup.faults().iter().map(ToString::to_string).collect()
}

#[test]
fn syntax_errors_give_field_and_column() {
    let cases = [
        ("", FenField::Pieces, 1),
        ("8/8/8/8/8/8/8 w - - 0 1", FenField::Pieces, 14),
        ("8/8/8/8/8/8/8/7 w - - 0 1", FenField::Pieces, 16),
        ("8/8/8/8/8/8/8/9 w - - 0 1", FenField::Pieces, 15),
        ("8/8/8/8/8/8/8/8/8 w - - 0 1", FenField::Pieces, 16),
        ("8/8/8/ppppppppp/8/8/8/8 w - - 0 1", FenField::Pieces, 15),
        ("8/8/8/x7/8/8/8/8 w - - 0 1", FenField::Pieces, 7),
        ("8/8/8/7/8/8/8/8 w - - 0 1", FenField::Pieces, 8),
        ("8/8/8/p8/8/8/8/8 w - - 0 1", FenField::Pieces, 8),
        ("8/8/8/8/8/8/8/8", FenField::Turn, 16),
        ("8/8/8/8/8/8/8/8 white - - 0 1", FenField::Turn, 17),
        ("8/8/8/8/8/8/8/8 w KX - 0 1", FenField::Castling, 20),
        ("8/8/8/8/8/8/8/8 w - e9 0 1", FenField::EnPassant, 21),
        ("8/8/8/8/8/8/8/8 w - - x 1", FenField::HalfmoveClock, 23),
        ("8/8/8/8/8/8/8/8 w - - 0 one", FenField::FullmoveNumber, 25),
        ("8/8/8/8/8/8/8/8 w - - 0 1 more", FenField::End, 27),
    ];
    for (text, field, column) in cases {
        let error = text.parse::<Fen>().expect_err(text);
        assert_eq!((error.field, error.column), (field, column), "{text}: {error}");
    }
}

#[test]
fn all_faults_of_a_setup_are_listed() {
    let found = faults("P7/8/8/8/8/8/8/4K2K w Kq e4 0 1");
    let expected = [
        "white has 2 kings, on e1 and h1",
        "black has no king",
        "a white pawn is on a8, where no pawn can be",
        "white cannot have the right to castle with a rook on h1: its king is not on its first rank",
        "black cannot have the right to castle with a rook on a8: its king is not on its first rank",
        "e4 cannot be the en passant square: with white to move it is on the sixth rank",
    ];
    assert_eq!(found, expected);
}

#[test]
fn each_kind_of_fault_is_found_and_described() {
    let cases = [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "white has no king"),
        ("8/8/8/8/3kK3/8/8/8 w - - 0 1", "the kings on e4 and d4 are adjacent"),
        (
            "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1",
            "it is white's turn, but the black king on e8 is in check from the rook on e4",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1",
            "white cannot have the right to castle with a rook on h1: there is no such rook",
        ),
        (
            "4k3/8/8/8/4K3/8/8/R7 w Q - 0 1",
            "white cannot have the right to castle with a rook on a1: its king is not on its first rank",
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - c6 0 1",
            "c6 cannot be the en passant square: there is no pawn where the double step ends",
        ),
        (
            "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "d6 cannot be the en passant square: there is a piece where the double step begins",
        ),
        (
            "4k3/3n4/3n4/3pP3/8/8/8/4K3 w - d6 0 1",
            "d6 cannot be the en passant square: there is a piece on it",
        ),
        (
            "QQQQQQQQ/QQ6/7k/8/8/K7/8/8 w - - 0 1",
            "white has at least 9 promoted pieces, but only 8 pawns are gone",
        ),
        (
            "QQ2k3/8/8/8/8/8/PPPPPPPP/4K3 b - - 0 1",
            "white has at least 1 promoted piece, but only 0 pawns are gone",
        ),
        ("4k3/8/8/PPPPPPPP/PPPPPPPP/8/8/4K3 w - - 0 1", "white has 16 pawns, more than eight"),
        ("4k3/8/NNNNNNNN/NNNNNNNN/8/8/8/4K3 w - - 0 1", "white has 17 pieces, more than sixteen"),
        ("3kr3/8/8/8/r3K2r/8/8/8 w - - 0 1", "no move can have given check from a4, h4 and e8 at once"),
        ("3k4/8/8/8/r3K2r/8/8/8 w - - 0 1", "no move can have given check from a4 and h4 at once"),
        ("4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1", "no move can have given check from d3 and f3 at once"),
        ("4k3/8/8/2pP4/8/8/8/K6r w - c6 0 1", "no double step of a pawn can have given check from h1"),
    ];
    for (fen, sentence) in cases {
        let found = faults(fen);
        assert!(found.iter().any(|fault| fault == sentence), "{fen}: {found:?}");
    }
}

#[test]
fn error_message_lists_all_faults() {
    let error = "8/8/8/8/8/8/8/8 w - - 0 1".parse::<Position>().expect_err("no kings");
    assert!(matches!(&error, ParsePositionError::Position(error) if error.faults.len() == 2));
    assert_eq!(error.to_string(), "impossible position: white has no king; black has no king");
}

#[test]
fn counters_out_of_range_are_corrected_with_a_note() {
    for (counters, halfmove, fullmove, notes) in [
        ("0 1", 0, 1, 0),
        ("0 0", 0, 1, 1),
        ("-3 -7", 0, 1, 2),
        ("- -", 0, 1, 2),
        ("99999 70000", u16::MAX, u16::MAX, 2),
        ("150 6000", 150, 6000, 0),
    ] {
        let fen: Fen = format!("4k3/8/8/8/8/8/8/4K3 w - - {counters}").parse().expect(counters);
        let read = (fen.setup.halfmove_clock, fen.setup.fullmove_number, fen.notes.len());
        assert_eq!(read, (halfmove, fullmove, notes), "{counters}");
    }
}

#[test]
fn counters_are_optional() {
    let position: Position =
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -".parse().expect("a position");
    assert_eq!(position, Position::default());
}

#[test]
fn castling_rights_are_parsed_in_any_order_and_notation() {
    let start = Position::default();
    for rights in ["KQkq", "qkQK", "HAha", "AHah", "KAkq"] {
        let fen = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w {rights} - 0 1");
        assert_eq!(fen.parse(), Ok(start), "{rights}");
    }
    assert!(start.shredder_fen(EnPassantMode::Fen).contains(" HAha "));
}

#[test]
fn x_fen_writes_the_file_of_an_inner_rook() {
    // The right belongs to the rook on f1, not to the outermost one on h1.
    let fen = "4k3/8/8/8/8/8/8/4KR1R w F - 0 1";
    let position: Position = fen.parse().expect("a position");
    assert_eq!(position.to_string(), fen);
    let outer: Position = "4k3/8/8/8/8/8/8/4KR1R w K - 0 1".parse().expect("a position");
    assert_ne!(position, outer);
}

#[test]
fn en_passant_square_depends_on_the_mode() {
    let cases = [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", [true, false, false]),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", [true, true, true]),
        ("4k3/8/8/r2pP2K/8/8/8/8 w - d6 0 1", [true, true, false]),
    ];
    for (fen, expected) in cases {
        let position: Position = fen.parse().expect(fen);
        let modes = [EnPassantMode::Fen, EnPassantMode::XFen, EnPassantMode::Legal];
        assert_eq!(modes.map(|mode| position.en_passant(mode).is_some()), expected, "{fen}");
    }
}

#[test]
fn fens_of_random_positions_round_trip() {
    for position in random::positions(20_000, 7) {
        assert_eq!(position.to_string().parse(), Ok(position));
        assert_eq!(position.shredder_fen(EnPassantMode::Fen).parse(), Ok(position));
        assert_eq!(position.to_setup().faults(), [], "{position}: reached by legal moves");
    }
}

/// A leading blank disables the fast path.
#[test]
fn fast_path_and_parser_agree_on_mutated_fens() {
    let mut random = random::Random::new(9);
    let letters = b"KQRBNPkqrbnp12345678/ wb-aehAEH036%";
    let (mut read, mut refused) = (0, 0);
    for position in random::positions(20_000, 10) {
        let mut fen = position.to_string().into_bytes();
        for _ in 0..random.below(3) {
            let (index, letter) = (random.below(fen.len()), letters[random.below(letters.len())]);
            match random.below(3) {
                0 => fen[index] = letter,
                1 => fen.insert(index, letter),
                _ => drop(fen.remove(index)),
            }
        }
        let fen = String::from_utf8(fen).unwrap();
        let (fast, slow) = (fen.parse::<Fen>(), format!(" {fen}").parse::<Fen>());
        match (fast, slow) {
            (Ok(fast), Ok(slow)) => {
                assert_eq!(fast, slow, "{fen}");
                let faults = fast.setup.faults();
                assert_eq!(Position::try_from(fast.setup).is_ok(), faults.is_empty(), "{fen}");
                read += 1;
            }
            (Err(_), Err(_)) => refused += 1,
            (fast, slow) => panic!("{fen}: {fast:?}, {slow:?}"),
        }
    }
    assert!(read > 5_000 && refused > 5_000, "{read} read, {refused} refused: too uniform");
}

#[test]
fn setup_is_refused_exactly_when_it_has_faults() {
    let mut random = random::Random::new(12);
    let mut refused = 0;
    for number in 0..20_000 {
        let mut setup = random_setup(&mut random);
        if number % 4 == 0 {
            setup.castling = setup.castling.with(Square::ALL[random.below(64)]);
        }
        let faults = setup.faults();
        let error = Position::try_from(setup.clone()).err();
        assert_eq!(error.map(|error| error.faults).unwrap_or_default(), faults, "{setup}");
        refused += usize::from(!faults.is_empty());
    }
    assert!((2_000..18_000).contains(&refused), "{refused} of 20,000 are refused: too uniform");
}

#[test]
fn epd_operations_round_trip() {
    let text = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01 (mate)\"; c0 \"word\"; hmvc 3; fmvn 20;";
    let epd: Epd = text.parse().expect("an EPD");
    assert_eq!(epd.to_string(), text);
    assert_eq!((epd.setup.halfmove_clock, epd.setup.fullmove_number), (3, 20));
    let position = Position::try_from(epd.setup.clone()).expect("a position");
    let best = epd.moves("bm", &position).expect("legal");
    assert_eq!(best.iter().map(|&mv| position.san(mv)).collect::<Vec<_>>(), ["Qd1+"]);
    assert_eq!(
        epd.operation("id").map(|operation| operation.operands.clone()),
        Some(vec!["BK.01 (mate)".to_owned()])
    );
    // The last `;` is often missing.
    let open: Epd = "8/8/8/8/8/8/8/8 w - - bm Qd1 Qd2; id \"a b\"".parse().expect("an EPD");
    assert_eq!(open.to_string(), "8/8/8/8/8/8/8/8 w - - bm Qd1 Qd2; id \"a b\";");
    assert_eq!(open.notes.len(), 1);
    assert_eq!(open.notes[0].to_string(), "EPD: no `;` after the last operation, added");
    for wrong in
        ["8/8/8/8/8/8/8/8 w - - ;", "8/8/8/8/8/8/8/8 w - - id \"open", "8/8/8/8/8/8/8/8 w - - \"no name\" 3;"]
    {
        assert!(wrong.parse::<Epd>().is_err(), "{wrong}");
    }
}

#[test]
fn counters_of_a_fen_before_epd_operations_are_operations() {
    let fields = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -";
    let epd: Epd = format!("{fields} 3 20 bm Qd1+;").parse().expect("an EPD");
    assert_eq!((epd.setup.halfmove_clock, epd.setup.fullmove_number), (3, 20));
    assert_eq!(epd.to_string(), format!("{fields} hmvc 3; fmvn 20; bm Qd1+;"));
    let epd: Epd = format!("{fields} 3 bm Qd1+;").parse().expect("an EPD");
    assert_eq!((epd.setup.halfmove_clock, epd.setup.fullmove_number), (3, 1));
    assert!(format!("{fields} 3x 20 bm Qd1+;").parse::<Epd>().is_err());
}

#[test]
fn adjacent_digits_are_added_and_noted() {
    let canonical = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for (fen, notes) in
        [(canonical, 0), ("4k3/17/8/8/8/8/8/4K3 w - - 0 1", 1), ("4k12/8/8/8/8/8/11111111/4K3 w - - 0 1", 2)]
    {
        let read: Fen = fen.parse().expect(fen);
        assert_eq!((read.setup.to_string().as_str(), read.notes.len()), (canonical, notes), "{fen}");
    }
    let read: Fen = "4k3/8/8/8/8/8/8/1111K12 w - - 0 1".parse().expect("a FEN");
    assert_eq!(read.notes[0].to_string(), "FEN field 1 (pieces): `1111K12` read as `4K3`");
    assert!("4k3/18/8/8/8/8/8/4K3 w - - 0 1".parse::<Fen>().is_err());
}

/// Unlike this crate, python-chess does not count promoted pieces and accepts a double check by two leapers.
#[test]
fn validity_equals_python_chess_on_random_setups() {
    let mut random = random::Random::new(8);
    let setups: Vec<Setup> = (0..5_000).map(|_| random_setup(&mut random)).collect();
    let script = r"
import sys, chess
for line in sys.stdin:
    status = chess.Board(line.strip(), chess960=True).status()
    print(int(status == chess.STATUS_VALID))
";
    let input: String = setups.iter().map(|setup| format!("{setup}\n")).collect();
    let answers = python::run(script, &input);
    assert_eq!(answers.len(), setups.len());
    let mut possible = 0;
    for (setup, answer) in setups.iter().zip(answers) {
        let faults: Vec<String> = setup
            .faults()
            .iter()
            .map(ToString::to_string)
            .filter(|fault| {
                !(fault.contains("promoted") || fault.contains("at once") && two_leapers_check(setup))
            })
            .collect();
        assert_eq!(faults.is_empty(), answer == "1", "{setup}: {faults:?}");
        possible += usize::from(faults.is_empty());
    }
    assert!((500..4_500).contains(&possible), "{possible} of 5,000 are possible: too uniform");
}

fn two_leapers_check(setup: &Setup) -> bool {
    let board = &setup.board;
    let Some(king) = board.king(setup.turn) else {
        return false;
    };
    let checkers = board.attackers(king, !setup.turn, board.occupied());
    checkers.len() == 2 && !checkers.intersects(board.diagonal_sliders() | board.orthogonal_sliders())
}

/// Returns a legal position with up to two random changes.
fn random_setup(random: &mut random::Random) -> Setup {
    use pinsight_rules::{Color, Piece, Role};
    let plies = random::game(random::chess960(random.below(960)), 120, random);
    let (position, _) = plies[random.below(plies.len())];
    let mut setup = position.to_setup();
    for _ in 0..random.below(3) {
        let square = Square::ALL[random.below(64)];
        match random.below(6) {
            0 => setup.turn = !setup.turn,
            1 => setup.en_passant = Some(square),
            2 => setup.board.remove(square),
            3 => {
                let color = Color::ALL[random.below(2)];
                setup.board.set(square, Piece::new(color, Role::ALL[random.below(6)]));
            }
            4 => setup.board.set(square, Piece::new(setup.turn, Role::Pawn)),
            _ => {}
        }
    }
    // Drop rights without their rook: their FEN would name another rook.
    let kings_and_rooks = setup.board.by_role(Role::King) | setup.board.by_role(Role::Rook);
    if !setup.castling.is_subset(kings_and_rooks) || setup.to_string().parse() != Ok(setup.clone()) {
        setup.castling = pinsight_rules::Bitboard::EMPTY;
    }
    setup
}
