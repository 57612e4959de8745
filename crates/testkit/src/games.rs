//! Real games.

use pinsight_rules::{Move, Position};

/// Two games of the lichess database (CC0) in which every cause of a pin change occurs.
pub const EVERY_CAUSE: [&str; 2] = [
    "e4 e5 Nf3 d5 exd5 e4 Ng1 Nf6 Bc4 Bc5 f3 O-O Nc3 Bf5 d4 exd3 cxd3 Re8+ Nge2 a6 d4 Bb4 O-O b5 Bb3 c6 dxc6 \
     Nxc6 a3 Ba5 Bf4 Bb6 Be3 Rxe3 Qd2 Re8 Rad1 Rc8 Kh1 Na5 Ba2 Qd6 b4 Nc6 d5 Ne5 Qf4 Qd7 Nc1 Rxc3 Rde1 Rxc1 Rxc1 \
     Nd3 Qd2 Nxc1 Rxc1 Qd6 Rc6 Qd8 d6 Be6 Bxe6 Rxe6 g3 Qd7 Rxb6 Nd5 Rb8+ Re8 Rxe8+ Qxe8 Qxd5 Qe1+ Kg2 Qe2+ Kh3 \
     Qe6+ Qxe6 fxe6 d7 Kf8 d8=Q+ Kf7 Qd7+ Kf6 Qd8+ Ke5 Qg5+ Kd6 Qxg7 Kd5 Qxh7 Ke5 Qe4+ Kd6 Qd3+ Ke7 Qd4 Kf7 Qa7+ \
     Kf6 Qxa6 Ke5 Qxb5+ Kf6 Qe8 Ke5 a4 Kd6 a5 Kd5 a6 Ke5 a7 Kd5 a8=Q+ Ke5 Qac8 Kf5 Qc2+ Ke5 Qh8+ Kd6 f4 Ke7 Qd8+ \
     Kf7 Qcc8 Kg6 Qcc7 Kf5 Qd3+ Kf6 Qcc4 Ke7 Qdc3 Kf7 Qc7+",
    "e4 d6 d4 Nf6 Nc3 g6 d5 Bg7 Nf3 e5 dxe6 Bxe6 Bg5 a5 Qe2 O-O O-O-O Na6 e5 dxe5 Rxd8 Raxd8 Bxf6 Bxf6 Qe4 Nc5 Qe1 \
     a4 a3 b5 Bxb5 e4 Nxe4 Bg7 Nxc5 Rb8 Nxe6 Rxb5 Nxf8 Kxf8 c3 Bh6+ Kb1 Rd5",
];

/// Well-known games.
pub const FAMOUS: [&str; 12] = [
    // Morphy against the Duke of Brunswick and Count Isouard, Paris 1858
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 \
     Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
    // Anderssen - Kieseritzky, London 1851
    "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 Ng8 Bxf4 \
     Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#",
    // Anderssen - Dufresne, Berlin 1852
    "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6 Nbd2 Bb7 Ne4 \
     Qf5 Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ Nxe7 Qxd7+ Kxd7 Bf5+ Ke8 Bd7+ Kf8 Bxe7#",
    // D. Byrne - Fischer, New York 1956
    "Nf3 Nf6 c4 g6 Nc3 Bg7 d4 O-O Bf4 d5 Qb3 dxc4 Qxc4 c6 e4 Nbd7 Rd1 Nb6 Qc5 Bg4 Bg5 Na4 Qa3 Nxc3 bxc3 Nxe4 Bxe7 Qb6 \
     Bc4 Nxc3 Bc5 Rfe8+ Kf1 Be6 Bxb6 Bxc4+ Kg1 Ne2+ Kf1 Nxd4+ Kg1 Ne2+ Kf1 Nc3+ Kg1 axb6 Qb4 Ra4 Qxb6 Nxd1 h3 Rxa2 Kh2 \
     Nxf2 Re1 Rxe1 Qd8+ Bf8 Nxe1 Bd5 Nf3 Ne4 Qb8 b5 h4 h5 Ne5 Kg7 Kg1 Bc5+ Kf1 Ng3+ Ke1 Bb4+ Kd1 Bb3+ Kc1 Ne2+ Kb1 \
     Nc3+ Kc1 Rc2#",
    // Kasparov - Topalov, Wijk aan Zee 1999
    "e4 d6 d4 Nf6 Nc3 g6 Be3 Bg7 Qd2 c6 f3 b5 Nge2 Nbd7 Bh6 Bxh6 Qxh6 Bb7 a3 e5 O-O-O Qe7 Kb1 a6 Nc1 O-O-O Nb3 exd4 \
     Rxd4 c5 Rd1 Nb6 g3 Kb8 Na5 Ba8 Bh3 d5 Qf4+ Ka7 Rhe1 d4 Nd5 Nbxd5 exd5 Qd6 Rxd4 cxd4 Re7+ Kb6 Qxd4+ Kxa5 b4+ Ka4 \
     Qc3 Qxd5 Ra7 Bb7 Rxb7 Qc4 Qxf6 Kxa3 Qxa6+ Kxb4 c3+ Kxc3 Qa1+ Kd2 Qb2+ Kd1 Bf1 Rd2 Rd7 Rxd7 Bxc4 bxc4 Qxh8 Rd3 \
     Qa8 c3 Qa4+ Ke1 f4 f5 Kc1 Rd2 Qa7",
    // Fischer - Spassky, Reykjavik 1972, sixth game
    "c4 e6 Nf3 d5 d4 Nf6 Nc3 Be7 Bg5 O-O e3 h6 Bh4 b6 cxd5 Nxd5 Bxe7 Qxe7 Nxd5 exd5 Rc1 Be6 Qa4 c5 Qa3 Rc8 Bb5 a6 \
     dxc5 bxc5 O-O Ra7 Be2 Nd7 Nd4 Qf8 Nxe6 fxe6 e4 d4 f4 Qe7 e5 Rb8 Bc4 Kh8 Qh3 Nf8 b3 a5 f5 exf5 Rxf5 Nh7 Rcf1 Qd8 \
     Qg3 Re7 h4 Rbb7 e6 Rbc7 Qe5 Qe8 a4 Qd8 R1f2 Qe8 R2f3 Qd8 Bd3 Qe8 Qe4 Nf6 Rxf6 gxf6 Rxf6 Kg8 Bc4 Kh8 Qf4",
    // Deep Blue - Kasparov, New York 1997, sixth game
    "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7 Ng5 Ngf6 Bd3 e6 N1f3 h6 Nxe6 Qe7 O-O fxe6 Bg6+ Kd8 Bf4 b5 a4 Bb7 Re1 Nd5 Bg3 Kc8 \
     axb5 cxb5 Qd3 Bc6 Bf5 exf5 Rxe7 Bxe7 c4",
    // Légal's mate
    "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#",
    // Réti - Tartakower, Vienna 1910
    "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nf6 Qd3 e5 dxe5 Qa5+ Bd2 Qxe5 O-O-O Nxe4 Qd8+ Kxd8 Bg5+ Kc7 Bd8#",
    // Rotlewi - Rubinstein, Lodz 1907
    "d4 d5 Nf3 e6 e3 c5 c4 Nc6 Nc3 Nf6 dxc5 Bxc5 a3 a6 b4 Bd6 Bb2 O-O Qd2 Qe7 Bd3 dxc4 Bxc4 b5 Bd3 Rd8 Qe2 Bb7 O-O \
     Ne5 Nxe5 Bxe5 f4 Bc7 e4 Rac8 e5 Bb6+ Kh1 Ng4 Be4 Qh4 g3 Rxc3 gxh4 Rd2 Qxd2 Bxe4+ Qg2 Rh3",
    // Short - Timman, Tilburg 1991
    "e4 Nf6 e5 Nd5 d4 d6 Nf3 g6 Bc4 Nb6 Bb3 Bg7 Qe2 Nc6 O-O O-O h3 a5 a4 dxe5 dxe5 Nd4 Nxd4 Qxd4 Re1 e6 Nd2 Nd5 Nf3 \
     Qc5 Qe4 Qb4 Bc4 Nb6 b3 Nxc4 bxc4 Re8 Rd1 Qc5 Qh4 b6 Be3 Qc6 Bh6 Bh8 Rd8 Bb7 Rad1 Bg7 R8d7 Rf8 Bxg7 Kxg7 R1d4 \
     Rae8 Qf6+ Kg8 h4 h5 Kh2 Rc8 Kg3 Rce8 Kf4 Bc8 Kg5",
    // Botvinnik - Capablanca, Rotterdam 1938
    "d4 Nf6 c4 e6 Nc3 Bb4 e3 d5 a3 Bxc3+ bxc3 c5 cxd5 exd5 Bd3 O-O Ne2 b6 O-O Ba6 Bxa6 Nxa6 Bb2 Qd7 a4 Rfe8 Qd3 c4 \
     Qc2 Nb8 Rae1 Nc6 Ng3 Na5 f3 Nb3 e4 Qxa4 e5 Nd7 Qf2 g6 f4 f5 exf6 Nxf6 f5 Rxe1 Rxe1 Re8 Re6 Rxe6 fxe6 Kg7 Qf4 \
     Qe8 Qe5 Qe7 Ba3 Qxa3 Nh5+ gxh5 Qg5+ Kf8 Qxf6+ Kg8 e7 Qc1+ Kf2 Qc2+ Kg3 Qd3+ Kh4 Qe4+ Kxh5 Qe2+ Kh4 Qe4+ g4 Qe1+ \
     Kh5",
];

/// Parses the moves of a game; returns each with the position before it.
pub fn moves(text: &str) -> Vec<(Position, Move)> {
    let mut position = Position::default();
    text.split_whitespace()
        .map(|san| {
            let mv = position.parse_move(san).unwrap_or_else(|error| panic!("{error}"));
            let before = position;
            position = position.play_unchecked(mv);
            (before, mv)
        })
        .collect()
}

/// Returns every position before a move of the games in this module.
pub fn positions() -> Vec<Position> {
    FAMOUS.iter().chain(&EVERY_CAUSE).flat_map(|game| moves(game)).map(|(before, _)| before).collect()
}
