//! Both sides of UCI.

use pinsight_players::{EngineOption, Info, serve};
use pinsight_rules::Position;

/// The lines of an engine, as the host reads them. An option reads back from its declaration; the moves of a line of play
/// are legal.
pub fn uci_host(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut position = Position::default();
    for line in text.lines() {
        if let Some(fen) = line.strip_prefix("fen ") {
            position = fen.parse().unwrap_or_default();
        }
        if let Ok(option) = line.parse::<EngineOption>() {
            assert_eq!(option.to_string().parse(), Ok(option), "{line}");
        }
        if let Some(info) = Info::from_uci(line, &position) {
            let mut reached = position;
            for &mv in &info.pv {
                assert!(reached.is_legal(mv), "{line}");
                reached = reached.play_unchecked(mv);
            }
        }
    }
}

/// The lines of a host, as our engine reads them. The engine ends with its input, and answers each `go` but perft with one
/// `bestmove`. Lines that set memory or threads are left out: they are tested elsewhere, and slow. The hash
/// table is as small as possible, since each input clears one.
pub fn uci_server(data: &[u8]) {
    let mut input = b"setoption name Hash value 1\n".to_vec();
    let (mut searches, mut perfts) = (0, 0);
    for line in String::from_utf8_lossy(data).lines().take(50) {
        let lower = line.to_lowercase();
        if lower.contains("hash") || lower.contains("threads") {
            continue;
        }
        let mut words = line.split_whitespace();
        match words.next() {
            Some("go") if words.any(|word| word == "perft") => perfts += 1,
            Some("go") => searches += 1,
            Some("quit") => break,
            _ => {}
        }
        input.extend_from_slice(line.as_bytes());
        input.push(b'\n');
    }
    let mut output = Vec::new();
    serve(input.as_slice(), &mut output, "fuzz").expect("memory can be written");
    let output = String::from_utf8(output).expect("the engine writes UTF-8");
    let answers = output.lines().filter(|line| line.starts_with("bestmove ")).count();
    // `perft` without a number is not a perft.
    assert!((searches..=searches + perfts).contains(&answers), "{output}");
}
