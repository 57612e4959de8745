//! Hostile input takes linear time: doubling it at most doubles the bytes allocated, and large inputs are read at all.

use allocation_counter::measure;
use pinsight_pgn::{Game, Replayer, Source, Splitter, Tags, split};

/// Replays, builds and writes all games of a text.
fn work(text: &str) {
    let name = "hostile".into();
    let mut replayer = Replayer::new();
    for raw in split(&name, text.as_bytes()) {
        replayer.replay(&raw);
        let game = Game::read(&raw);
        let _ = game.to_string();
        let _: Tags = raw.tags().map(|tag| (tag.name_text(), tag.text())).collect();
    }
    let mut splitter = Splitter::new(Source::from_bytes("hostile", text));
    while let Some(game) = splitter.next_game() {
        game.expect("bytes in memory are complete");
    }
}

/// Distinct tags; each is compared with all others in quadratic time.
fn tags(count: usize) -> String {
    let tags: String = (0..count).map(|number| format!("[Tag{number} \"x\"]\n")).collect();
    format!("{tags}\n1. e4 *\n")
}

fn unclosed_comments(count: usize) -> String {
    "[Event \"x\"]\n\n1. e4 {oops\n\n".repeat(count)
}

fn siblings(count: usize) -> String {
    format!("1. e4 {} *", "(1. d4) ".repeat(count))
}

fn illegal_words(count: usize) -> String {
    format!("1. e4 {} *", "Zz9 ".repeat(count))
}

#[test]
fn doubling_hostile_input_at_most_doubles_the_bytes_allocated() {
    type Make = fn(usize) -> String;
    let inputs: [(&str, Make); 4] = [
        ("tags", tags),
        ("unclosed comments", unclosed_comments),
        ("siblings", siblings),
        ("illegal words", illegal_words),
    ];
    for (name, make) in inputs {
        let bytes = |count| {
            let text = make(count);
            measure(|| work(&text)).bytes_total
        };
        let (one, two) = (bytes(5_000), bytes(10_000));
        // Vectors grow by doubling, so the ratio may exceed 2 slightly.
        assert!(two <= one * 5 / 2, "{name}: {one} and {two} bytes");
    }
}

/// Allocations do not show comparisons. In quadratic time each of these takes minutes.
#[test]
fn large_hostile_input_is_read() {
    for text in [
        tags(200_000),
        unclosed_comments(400_000),
        siblings(200_000),
        illegal_words(500_000),
        "{".repeat(1 << 22),
        "1. e4 {\n[x".repeat(400_000),
        format!("1. e4 {}*", "{[Event \"x\"]\n".repeat(200_000)),
    ] {
        work(&text);
    }
}

#[test]
fn parsing_the_first_game_does_not_read_the_others() {
    let one = "1. e4 e5 2. Nf3 Nc6 *\n\n";
    let first = measure(|| drop(Game::parse(one))).bytes_total;
    let of_many = one.repeat(10_000);
    assert_eq!(measure(|| drop(Game::parse(&of_many))).bytes_total, first);
}
