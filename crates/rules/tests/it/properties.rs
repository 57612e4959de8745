//! Properties of all positions.

use pinsight_rules::{
    Bitboard, Claim, Color, EnPassantMode, History, Move, Ply, Position, Role, Setup, Square, VALUES,
    Zobrist, exchange,
};
use pinsight_testkit::exchange::exchange as slow_exchange;
use pinsight_testkit::{properties, random};
use proptest::prelude::*;

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns origins, targets and promotions of the legal moves, mirrored and sorted.
fn mirrored(position: &Position, mirror: impl Fn(Square) -> Square) -> Vec<(Square, Square, Option<Role>)> {
    let moves = position.legal_moves();
    let mut list: Vec<_> =
        moves.iter().map(|mv| (mirror(mv.from()), mirror(mv.to()), mv.promotion())).collect();
    list.sort();
    list
}

#[test]
fn swapped_colours_give_mirrored_moves() {
    for position in random::positions(10_000, 10) {
        let flipped = position.flip_colors();
        assert_eq!(
            mirrored(&position, Square::flip_ranks),
            mirrored(&flipped, |square| square),
            "{position}"
        );
        assert_eq!(flipped.flip_colors(), position);
    }
}

#[test]
fn mirrored_files_give_mirrored_moves() {
    for position in random::positions(10_000, 11) {
        let mut setup = position.to_setup();
        setup.castling = Bitboard::EMPTY;
        let plain = Position::try_from(setup.clone()).expect("legal without rights");
        let mirror = Position::try_from(setup.flip_files()).expect("legal in the mirror");
        assert_eq!(mirrored(&plain, Square::flip_files), mirrored(&mirror, |square| square), "{position}");
    }
}

#[test]
fn undo_and_redo_restore_position_hash_and_repetitions() {
    let mut random = random::Random::new(12);
    for number in 0..60 {
        let mut history = History::new(random::chess960(number * 16));
        let mut seen = vec![(*history.position(), history.zobrist(), history.repetitions())];
        for (_, mv) in random::game(*history.start(), 200, &mut random) {
            history.play(mv).expect("legal");
            assert_eq!(history.zobrist(), Zobrist::of(history.position()), "incremental update");
            seen.push((*history.position(), history.zobrist(), history.repetitions()));
        }
        for expected in seen.iter().rev() {
            assert_eq!((*history.position(), history.zobrist(), history.repetitions()), *expected);
            history.undo();
        }
        assert_eq!(history.undo(), None);
        for expected in &seen[1..] {
            assert!(history.redo());
            assert_eq!((*history.position(), history.zobrist(), history.repetitions()), *expected);
        }
        assert!(!history.redo());
    }
}

#[test]
fn new_move_discards_undone_moves() {
    let mut history = History::default();
    for text in ["e4", "e5", "Nf3"] {
        history.play(history.position().parse_move(text).expect("legal")).expect("legal");
    }
    history.undo();
    history.undo();
    history.play(history.position().parse_move("c5").expect("legal")).expect("legal");
    assert!(!history.redo());
    let moves: Vec<String> = history.plies().iter().map(Ply::san).collect();
    assert_eq!(moves, ["e4", "c5"]);
}

#[test]
fn threefold_repetition_can_be_claimed_and_fivefold_ends_the_game() {
    let mut history = History::default();
    let mut states = Vec::new();
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().take(16) {
        history.play(history.position().parse_move(text).expect("legal")).expect("legal");
        states.push((history.claim().map(Claim::name), history.end().map(|end| end.termination.name())));
    }
    assert_eq!(states[6], (None, None));
    assert_eq!(states[7], (Some("threefold repetition"), None));
    assert_eq!(states[15], (None, Some("fivefold repetition")));
}

#[test]
fn fifty_moves_can_be_claimed() {
    let mut history = History::new(position("7k/8/8/8/8/8/R7/7K w - - 99 90"));
    assert_eq!(history.claim(), None);
    history.play(history.position().parse_move("Rb2").expect("legal")).expect("legal");
    assert_eq!(history.claim().map(Claim::name), Some("50 moves without capture or pawn move"));
}

#[test]
fn position_has_48_bytes_and_a_move_two() {
    assert_eq!(size_of::<Position>(), 48);
    assert_eq!((size_of::<Move>(), size_of::<Option<Move>>()), (2, 2));
}

#[test]
fn moves_by_square_move_sets_and_captures_agree_with_all_moves() {
    for position in random::positions(10_000, 13) {
        let all = position.legal_moves();
        let mut by_square: Vec<Move> =
            Square::ALL.into_iter().flat_map(|square| position.legal_moves_from(square)).collect();
        let mut sorted: Vec<Move> = all.to_vec();
        by_square.sort();
        sorted.sort();
        assert_eq!(by_square, sorted, "{position}");
        let mut in_sets: Vec<Move> = position.legal_move_sets().iter().collect();
        in_sets.sort();
        assert_eq!(in_sets, sorted, "{position}");
        let mut captures: Vec<Move> = position.legal_captures().to_vec();
        captures.sort();
        let expected: Vec<Move> = sorted.into_iter().filter(|&mv| position.is_capture(mv)).collect();
        assert_eq!(captures, expected, "{position}");
    }
}

#[test]
fn gives_check_and_exposes_king_agree_with_playing_the_move() {
    for position in random::positions(3_000, 14) {
        let us = position.turn();
        for &mv in &position.legal_moves() {
            let next = position.play_unchecked(mv);
            assert_eq!(position.gives_check(mv), next.is_attacked(next.king(!us), us), "{position} {mv:?}");
            assert!(!next.is_attacked(next.king(us), !us), "{position} {mv:?}");
            if mv.castling_side().is_none() {
                assert!(position.exposes_king(mv.from(), mv.to()).is_empty(), "{position} {mv:?}");
            }
        }
    }
}

#[test]
fn explain_move_accepts_exactly_the_legal_moves() {
    for position in random::positions(400, 15) {
        let legal = position.legal_moves();
        for from in Square::ALL {
            for to in Square::ALL {
                for promotion in [None, Some(Role::Queen), Some(Role::Knight), Some(Role::King)] {
                    match position.explain_move(from, to, promotion) {
                        Ok(mv) => assert!(legal.contains(&mv), "{position} {mv:?}"),
                        Err(refusal) => {
                            let missed = legal.iter().find(|mv| {
                                mv.castling_side().is_none()
                                    && (mv.from(), mv.to(), mv.promotion()) == (from, to, promotion)
                            });
                            assert_eq!(missed, None, "{position}: {refusal}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn pass_changes_the_turn_unless_in_check() {
    let start = Position::default();
    let passed = start.pass().expect("not in check");
    assert_eq!(passed.turn(), Color::Black);
    assert_eq!(passed.board(), start.board());
    assert_eq!(position("4r1k1/8/8/8/8/8/8/4K3 w - - 0 1").pass(), None);
}

#[test]
fn position_with_the_most_moves_has_218() {
    // The position with 218 legal moves, by Nenad Petrovic, 1964.
    let most = position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    assert_eq!(most.legal_moves().len(), 218);
    assert_eq!(most.count_legal_moves(), 218);
}

#[test]
fn exchange_equals_the_search_of_all_orders() {
    let mut searched = 0;
    for position in random::positions(20_000, 17) {
        for (square, piece) in position.board().pieces() {
            let color = !piece.color;
            let attackers =
                position.attackers(square, color).len() + position.attackers(square, piece.color).len();
            // More attackers have too many orders to search.
            if (1..=9).contains(&attackers) {
                let fast = exchange(position.board(), square, color, &VALUES);
                let slow = slow_exchange(position.board(), square, color, &VALUES);
                assert_eq!(fast, slow, "{position} on {square}");
                searched += usize::from(slow > 0);
            }
        }
    }
    assert!(searched > 5_000, "{searched}");
}

#[test]
fn exchange_returns_the_gain_found_by_hand() {
    let cases = [
        ("4k3/8/4p3/3p4/8/4N3/8/4K3 w - - 0 1", "d5", 0, "a knight for a pawn"),
        ("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "d5", 1, "a free pawn"),
        ("3rk3/3r4/8/3p4/8/3R4/3R4/3QK3 w - - 0 1", "d5", 1, "three against two in a row"),
        ("3rk3/3r4/8/3p4/8/3R4/3R4/4K3 w - - 0 1", "d5", 0, "two against two"),
        ("4k3/8/4n3/8/8/1b6/4R3/2B1K3 w - - 0 1", "e6", 0, "the bishop on b3 defends"),
        ("4k2r/6P1/8/8/8/8/8/4K3 w - - 0 1", "h8", 5 + 8, "a pawn captures and promotes to a queen"),
        ("4r1k1/8/8/8/8/8/4N3/4K3 b - - 0 1", "e2", 0, "the king recaptures"),
        ("4r1k1/4r3/8/8/8/8/4N3/4K3 b - - 0 1", "e2", 3, "the king cannot capture a defended piece"),
        ("4k3/8/8/8/1b2p3/2N5/8/4K3 w - - 0 1", "e4", 0, "the knight is pinned"),
        (
            "4k3/8/8/8/1b6/2p5/3P4/4K3 w - - 0 1",
            "c3",
            0,
            "along the line of the pin, but the bishop recaptures",
        ),
        ("4k3/8/8/8/8/2p5/3P4/4K3 w - - 0 1", "c3", 1, "a free pawn for a pawn that is not pinned"),
    ];
    for (fen, square, gain, why) in cases {
        let position = position(fen);
        let square = square.parse().expect("a square");
        assert_eq!(exchange(position.board(), square, position.turn(), &VALUES), gain, "{why}: {fen}");
        assert_eq!(slow_exchange(position.board(), square, position.turn(), &VALUES), gain, "{why}: {fen}");
    }
}

fn arbitrary_bytes() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..80),
        "[rnbqkpRNBQKP1-8/]{10,70} [wb] [KQkqA-Ha-h-]{1,5} [a-h-][36]? [0-9]{1,3} [0-9]{1,3}"
            .prop_map(String::into_bytes),
        "\n[KQRBNa-hx1-8=+#O0-]{1,9}".prop_map(String::into_bytes),
        "\n[a-h][1-8][a-h][1-8][qrbnk]?".prop_map(String::into_bytes),
    ]
}

#[test]
fn alike_returns_the_pieces_of_the_same_colour_and_role() {
    for position in random::positions(500, 31) {
        let board = position.board();
        for square in Square::ALL {
            let alike = board.piece_at(square).map_or(Bitboard::EMPTY, |piece| board.by_piece(piece));
            assert_eq!(board.alike(square), alike, "{position} {square}");
        }
    }
}

proptest! {
    #[test]
    fn parsers_do_not_panic(data in arbitrary_bytes()) {
        properties::fen(&data);
        properties::san(&data);
        properties::uci(&data);
    }

    #[test]
    fn fen_of_any_setup_round_trips(
        pieces in prop::collection::vec((0usize..64, 0usize..12), 0..40),
        black in any::<bool>(),
        en_passant in prop::option::of(0usize..64),
        halfmove_clock in any::<u16>(),
        fullmove_number in 1u16..,
    ) {
        let mut setup = Setup { halfmove_clock, fullmove_number, ..Setup::EMPTY };
        for (square, piece) in pieces {
            let color = Color::ALL[piece % 2];
            setup.board.set(Square::ALL[square], pinsight_rules::Piece::new(color, Role::ALL[piece / 2]));
        }
        setup.turn = if black { Color::Black } else { Color::White };
        setup.en_passant = en_passant.and_then(Square::from_index);
        prop_assert_eq!(setup.to_string().parse(), Ok(setup.clone()));
        if let Ok(position) = Position::try_from(setup) {
            prop_assert_eq!(position.fen(EnPassantMode::Fen).parse(), Ok(position));
        }
    }
}
