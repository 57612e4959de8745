//! What holds in every position.

use pinsight_rules::{
    Bitboard, CastlingSide, Claim, Color, EnPassantMode, History, Move, Ply, Position, Role, Setup, Square,
    VALUES, Zobrist, exchange,
};
use pinsight_testkit::exchange::exchange as slow_exchange;
use pinsight_testkit::{properties, random};
use proptest::prelude::*;

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The moves as pairs of squares with promotion, changed by a mirror and sorted.
fn mirrored(position: &Position, mirror: impl Fn(Square) -> Square) -> Vec<(Square, Square, Option<Role>)> {
    let moves = position.legal_moves();
    let mut list: Vec<_> =
        moves.iter().map(|mv| (mirror(mv.from()), mirror(mv.to()), mv.promotion())).collect();
    list.sort();
    list
}

#[test]
fn changed_colours_give_the_same_moves_turned_over() {
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
fn the_mirror_gives_the_same_moves_mirrored() {
    for position in random::positions(10_000, 11) {
        let mut setup = position.to_setup();
        setup.castling = Bitboard::EMPTY;
        let plain = Position::try_from(setup.clone()).expect("legal without rights");
        let mirror = Position::try_from(setup.flip_files()).expect("legal in the mirror");
        assert_eq!(mirrored(&plain, Square::flip_files), mirrored(&mirror, |square| square), "{position}");
    }
}

#[test]
fn undo_restores_everything_and_redo_brings_it_back() {
    let mut random = random::Random::new(12);
    for number in 0..60 {
        let mut history = History::new(random::chess960(number * 16));
        let mut seen = vec![(*history.position(), history.zobrist(), history.repetitions())];
        for (_, mv) in random::game(*history.start(), 200, &mut random) {
            history.play(mv).expect("legal");
            assert_eq!(history.zobrist(), Zobrist::of(history.position()), "incremental and from scratch");
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
fn a_new_move_forgets_what_was_taken_back() {
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
fn repetition_is_claimed_at_three_and_ends_the_game_at_five() {
    let mut history = History::default();
    let mut stands = Vec::new();
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().take(16) {
        history.play(history.position().parse_move(text).expect("legal")).expect("legal");
        stands.push((history.claim().map(Claim::name), history.end().map(|end| end.termination.name())));
    }
    assert_eq!(stands[6], (None, None));
    assert_eq!(stands[7], (Some("threefold repetition"), None));
    assert_eq!(stands[15], (None, Some("fivefold repetition")));
}

#[test]
fn fifty_moves_may_be_claimed() {
    let mut history = History::new(position("7k/8/8/8/8/8/R7/7K w - - 99 90"));
    assert_eq!(history.claim(), None);
    history.play(history.position().parse_move("Rb2").expect("legal")).expect("legal");
    assert_eq!(history.claim().map(Claim::name), Some("50 moves without capture or pawn move"));
}

#[test]
fn positions_and_moves_are_small() {
    assert_eq!(size_of::<Position>(), 48);
    assert_eq!((size_of::<Move>(), size_of::<Option<Move>>()), (2, 2));
}

#[test]
fn moves_from_a_square_in_sets_and_captures_agree_with_all_moves() {
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

/// Checks by playing, the way nobody would do it fast.
#[test]
fn a_move_gives_check_or_exposes_the_king_when_playing_it_shows_so() {
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

/// Every pair of squares, tried: the explainer finds a move exactly where there is one.
#[test]
fn explanations_allow_exactly_the_legal_moves() {
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
                            // In Chess960 a king's step may look like castling; his own rook's square is not free.
                            assert_eq!(missed, None, "{position}: {refusal}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn castling_is_allowed_exactly_when_it_is_generated() {
    for position in random::positions(30_000, 16) {
        for side in CastlingSide::ALL {
            let generated =
                position.legal_moves().iter().copied().find(|mv| mv.castling_side() == Some(side));
            assert_eq!(position.can_castle(side).ok(), generated, "{position}");
        }
    }
}

#[test]
fn castling_conditions_in_standard_and_chess960() {
    let can = |fen: &str, side| position(fen).can_castle(side).is_ok();
    let queen_side = CastlingSide::QueenSide;
    let king_side = CastlingSide::KingSide;
    assert!(can("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", queen_side), "b1 may be attacked");
    assert!(!can("2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", queen_side), "c1 may not");
    assert!(!can("3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", queen_side), "d1 may not");
    assert!(can("r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", queen_side), "the rook may be attacked");
    assert!(!can("4k3/8/8/8/8/8/8/rR2K3 w B - 0 1", queen_side), "the rook on b1 shields the king from a1");
    assert!(can("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", queen_side));
    assert!(can("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", king_side), "king and rook change places");
    assert!(!can("4k3/8/8/8/8/8/8/5KRr w G - 0 1", king_side), "behind the rook stands another");
    assert!(can("4k3/8/8/8/8/8/8/6KR w H - 0 1", king_side), "the king stays");
}

#[test]
fn passing_changes_the_turn_and_is_not_for_a_side_in_check() {
    let start = Position::default();
    let passed = start.pass().expect("not in check");
    assert_eq!(passed.turn(), Color::Black);
    assert_eq!(passed.board(), start.board());
    assert_eq!(position("4r1k1/8/8/8/8/8/8/4K3 w - - 0 1").pass(), None);
}

#[test]
fn the_most_moves_known_fit() {
    // The position with 218 legal moves, by Nenad Petrovic, 1964.
    let most = position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    assert_eq!(most.legal_moves().len(), 218);
    assert_eq!(most.count_legal_moves(), 218);
}

#[test]
fn the_fast_exchange_equals_all_orders() {
    let mut searched = 0;
    for position in random::positions(20_000, 17) {
        for (square, piece) in position.board().pieces() {
            let color = !piece.color;
            let attackers =
                position.attackers(square, color).len() + position.attackers(square, piece.color).len();
            // Every order of more captures than that takes too long to look at.
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
fn exchanges_by_hand() {
    let cases = [
        ("4k3/8/4p3/3p4/8/4N3/8/4K3 w - - 0 1", "d5", 0, "a knight for a pawn"),
        ("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "d5", 1, "a free pawn"),
        ("3rk3/3r4/8/3p4/8/3R4/3R4/3QK3 w - - 0 1", "d5", 1, "three against two in a row"),
        ("3rk3/3r4/8/3p4/8/3R4/3R4/4K3 w - - 0 1", "d5", 0, "two against two"),
        ("4k3/8/4n3/8/8/1b6/4R3/2B1K3 w - - 0 1", "e6", 0, "the bishop on b3 guards"),
        ("4k2r/6P1/8/8/8/8/8/4K3 w - - 0 1", "h8", 5 + 8, "a pawn takes and becomes a queen"),
        ("4r1k1/8/8/8/8/8/4N3/4K3 b - - 0 1", "e2", 0, "the king takes back"),
        ("4r1k1/4r3/8/8/8/8/4N3/4K3 b - - 0 1", "e2", 3, "the king cannot take what is guarded"),
        ("4k3/8/8/8/1b2p3/2N5/8/4K3 w - - 0 1", "e4", 0, "the knight is pinned"),
        (
            "4k3/8/8/8/1b6/2p5/3P4/4K3 w - - 0 1",
            "c3",
            0,
            "along the line, but the bishop takes back a pawn for a pawn",
        ),
        ("4k3/8/8/8/8/2p5/3P4/4K3 w - - 0 1", "c3", 1, "along the line and free"),
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
fn pieces_alike_are_those_of_the_same_colour_and_role() {
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
    fn no_text_makes_the_readers_panic(data in arbitrary_bytes()) {
        properties::fen(&data);
        properties::san(&data);
        properties::uci(&data);
    }

    #[test]
    fn any_setup_is_written_and_read_back(
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
