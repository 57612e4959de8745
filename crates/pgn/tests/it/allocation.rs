//! Replaying a game without faults allocates nothing.

use allocation_counter::measure;
use pinsight_pgn::{Replayer, Verdict, split};

/// Tags, moves of every kind, comments with clocks, annotations and nested variations.
const GAME: &str = "\
[Event \"Allocation\"]
[Site \"?\"]
[Date \"2026.11.15\"]
[Round \"1\"]
[White \"Anna\"]
[Black \"Berta\"]
[Result \"1-0\"]
[WhiteElo \"2100\"]

1. e4 { [%clk 0:05:00] } e5 $1 2. Nf3 (2. f4 exf4 (2... d5 3. exd5)) 2... Nc6 3. Bb5 a6 4. Bxc6 dxc6
5. O-O f6! 6. d4 exd4 {the usual way} 7. Nxd4 c5 8. Nb3 Qxd1 9. Rxd1 1-0
";

#[test]
fn a_replayer_allocates_nothing_once_its_buffers_have_grown() {
    let text = format!("{GAME}\n").repeat(100);
    let name = "games".into();
    let mut replayer = Replayer::new();
    let mut plies = 0;
    let mut replay = || {
        for raw in split(&name, text.as_bytes()) {
            let game = replayer.replay_with(&raw, |_| plies += 1);
            assert_eq!((game.plies, game.moves, game.verdict()), (17, 21, Verdict::Good));
        }
    };
    let growing = measure(&mut replay);
    let grown = measure(&mut replay);
    assert!(growing.count_total > 0, "the counter counts");
    assert_eq!(grown.count_total, 0);
    assert_eq!(plies, 2 * 100 * 17);
}
