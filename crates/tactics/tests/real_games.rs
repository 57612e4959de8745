//! Two games of the lichess database (CC0) in which every cause occurs.

use std::collections::BTreeSet;

use pinsight_rules::{Ply, Position, VALUES};
use pinsight_tactics::{Cause, Line, Options, PinLedger, lines};

const GAMES: [&str; 2] = [
    "e4 e5 Nf3 d5 exd5 e4 Ng1 Nf6 Bc4 Bc5 f3 O-O Nc3 Bf5 d4 exd3 cxd3 Re8+ Nge2 a6 d4 Bb4 O-O b5 Bb3 c6 dxc6 \
     Nxc6 a3 Ba5 Bf4 Bb6 Be3 Rxe3 Qd2 Re8 Rad1 Rc8 Kh1 Na5 Ba2 Qd6 b4 Nc6 d5 Ne5 Qf4 Qd7 Nc1 Rxc3 Rde1 Rxc1 Rxc1 \
     Nd3 Qd2 Nxc1 Rxc1 Qd6 Rc6 Qd8 d6 Be6 Bxe6 Rxe6 g3 Qd7 Rxb6 Nd5 Rb8+ Re8 Rxe8+ Qxe8 Qxd5 Qe1+ Kg2 Qe2+ Kh3 \
     Qe6+ Qxe6 fxe6 d7 Kf8 d8=Q+ Kf7 Qd7+ Kf6 Qd8+ Ke5 Qg5+ Kd6 Qxg7 Kd5 Qxh7 Ke5 Qe4+ Kd6 Qd3+ Ke7 Qd4 Kf7 Qa7+ \
     Kf6 Qxa6 Ke5 Qxb5+ Kf6 Qe8 Ke5 a4 Kd6 a5 Kd5 a6 Ke5 a7 Kd5 a8=Q+ Ke5 Qac8 Kf5 Qc2+ Ke5 Qh8+ Kd6 f4 Ke7 Qd8+ \
     Kf7 Qcc8 Kg6 Qcc7 Kf5 Qd3+ Kf6 Qcc4 Ke7 Qdc3 Kf7 Qc7+",
    "e4 d6 d4 Nf6 Nc3 g6 d5 Bg7 Nf3 e5 dxe6 Bxe6 Bg5 a5 Qe2 O-O O-O-O Na6 e5 dxe5 Rxd8 Raxd8 Bxf6 Bxf6 Qe4 Nc5 Qe1 \
     a4 a3 b5 Bxb5 e4 Nxe4 Bg7 Nxc5 Rb8 Nxe6 Rxb5 Nxf8 Kxf8 c3 Bh6+ Kb1 Rd5",
];

#[test]
fn every_cause_occurs_in_real_games_and_the_account_balances() {
    let mut causes = BTreeSet::new();
    for game in GAMES {
        let mut position = Position::default();
        let mut ledger = PinLedger::with_options(&position, Options { all: true, ..Options::default() });
        let mut count = 0;
        for (number, san) in game.split_whitespace().enumerate() {
            let mv = position.parse_move(san).unwrap_or_else(|error| panic!("{number}: {error}"));
            let ply = Ply::new(number + 1, position, mv);
            let change = ledger.step(&ply);
            causes.extend(
                change.new.iter().chain(change.released).filter(|pin| pin.kind.is_pin()).map(|pin| pin.cause),
            );
            assert_eq!(count - change.released.len(), change.kept.len());
            count = change.kept.len() + change.new.len();
            position = ply.after;
            let stand: Vec<Line> = ledger.lines().copied().collect();
            assert_eq!(stand, lines(position.board(), &VALUES), "{position}");
            assert_eq!(stand.len(), count);
        }
    }
    for cause in Cause::ALL {
        assert!(causes.contains(&Some(cause)), "{cause} never occurred");
    }
}

#[test]
fn known_moments_of_the_second_game_are_told() {
    let mut position = Position::default();
    let mut ledger = PinLedger::new(&position);
    let mut told = Vec::new();
    for (number, san) in GAMES[1].split_whitespace().take(13).enumerate() {
        let ply = Ply::new(number + 1, position, position.parse_move(san).unwrap());
        told.extend(ledger.step(&ply).new.iter().map(|pin| format!("{san} {pin}")));
        position = ply.after;
    }
    // 7.Bg5 pins the knight before the queen; nothing pins before that.
    assert_eq!(told.last().unwrap(), "Bg5 The bishop on g5 is pinning the knight on f6 to the queen on d8.");
}
