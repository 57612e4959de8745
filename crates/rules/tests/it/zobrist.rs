//! Zobrist hashes.

use pinsight_rules::{History, Position, Zobrist};

/// Positions and keys of the page of the Polyglot book format.
#[test]
fn polyglot_keys_equal_the_published_ones() {
    for (fen, key) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
        ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
        ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
        ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
        ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
        ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
    ] {
        let position: Position = fen.parse().expect("a position");
        assert_eq!(Zobrist::polyglot(&position), Zobrist(key), "{fen}");
        assert_eq!(
            Zobrist::of(&position),
            Zobrist(key),
            "{fen}: en passant is legal where Polyglot counts it"
        );
    }
}

#[test]
fn position_with_a_lost_castling_right_is_not_a_repetition() {
    let mut game = History::new("r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1".parse().expect("a position"));
    let mut play = |text: &str| {
        let mv = game.position().parse_move(text).expect("a move");
        game.play(mv).expect("legal");
        game.repetitions()
    };
    let there_and_back = ["a1b1", "a8b8", "b1a1", "b8a8"];
    assert_eq!(there_and_back.map(&mut play), [1, 1, 1, 1]);
    // After the first Rb1, Black still had its right, so that position does not recur.
    assert_eq!(there_and_back.map(&mut play), [1, 2, 2, 2]);
    assert_eq!(there_and_back.map(&mut play), [2, 3, 3, 3]);
}
