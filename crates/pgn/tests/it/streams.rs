//! Compressed, concatenated, truncated and damaged streams.

use std::io::{Read, Write};
use std::ops::ControlFlow;

use pinsight_pgn::{
    Compression, Event, ProcessOptions, Source, SourceError, SplitOptions, Splitter, process,
};

fn text(games: usize) -> String {
    let game = |number: usize| format!("[Event \"{number}\"]\n\n1. e4 {{ {number} }} e5 1-0\n\n");
    (1..=games).map(game).collect()
}

fn zstd(text: &str) -> Vec<u8> {
    zstd::encode_all(text.as_bytes(), 3).expect("compresses")
}

fn gzip(text: &str) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(text.as_bytes()).expect("compresses");
    packer.finish().expect("compresses")
}

fn bzip2(text: &str) -> Vec<u8> {
    let mut packer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    packer.write_all(text.as_bytes()).expect("compresses");
    packer.finish().expect("compresses")
}

/// Reads the games of a stream, and its error.
fn read(source: Source) -> (Vec<String>, Option<SourceError>) {
    let mut splitter = Splitter::new(source);
    let mut games = Vec::new();
    let mut failure = None;
    while let Some(game) = splitter.next_game() {
        match game {
            Ok(game) => {
                assert!(failure.is_none(), "no game after the error");
                games.push(String::from_utf8_lossy(game.bytes).into_owned());
            }
            Err(error) => failure = Some(error),
        }
    }
    (games, failure)
}

fn games_of(bytes: Vec<u8>) -> (Vec<String>, Option<SourceError>) {
    read(Source::from_bytes("test", bytes))
}

#[test]
fn compression_is_recognised_by_content() {
    let plain = text(3);
    let (expected, _) = games_of(plain.clone().into());
    assert_eq!(expected.len(), 3);
    for (bytes, compression) in [
        (plain.clone().into_bytes(), Compression::None),
        (zstd(&plain), Compression::Zstd),
        (gzip(&plain), Compression::Gzip),
        (bzip2(&plain), Compression::Bzip2),
    ] {
        let mut source = Source::from_bytes("test", bytes.clone());
        assert_eq!(source.compression().expect("reads"), compression);
        let progress = source.progress();
        let (games, failure) = read(source);
        assert_eq!(games, expected);
        assert!(failure.is_none());
        assert_eq!(progress.taken(), bytes.len() as u64);
        assert_eq!(progress.size(), Some(bytes.len() as u64));
    }
}

#[test]
fn concatenated_frames_members_and_streams_are_read() {
    let (one, two) = (text(2), text(5));
    let together = format!("{one}{two}");
    let (expected, _) = games_of(together.into());
    let skippable = [&[0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0][..], b"skip"].concat();
    for bytes in [
        [zstd(&one), zstd(&two)].concat(),
        [skippable.clone(), zstd(&one), skippable, zstd(&two)].concat(),
        [gzip(&one), gzip(&two)].concat(),
        [bzip2(&one), bzip2(&two)].concat(),
    ] {
        let (games, failure) = games_of(bytes);
        assert!(failure.is_none(), "{failure:?}");
        assert_eq!(games, expected);
    }
}

#[test]
fn a_truncated_stream_yields_complete_games_then_an_error() {
    let plain = text(20_000);
    let (all, _) = games_of(plain.clone().into());
    for (name, bytes) in [("zst", zstd(&plain)), ("gz", gzip(&plain)), ("bz2", bzip2(&plain))] {
        let mut most = 0;
        for part in 1..20 {
            let cut = bytes.len() * part / 20;
            let (games, failure) = games_of(bytes[..cut].to_vec());
            let error = failure.unwrap_or_else(|| panic!("{name} cut at {cut} is an error"));
            assert_eq!(error.packed, Some(cut as u64));
            assert!(error.to_string().starts_with("test: cannot read beyond byte"));
            assert!(games.len() < all.len());
            // The blank line after the last game may be missing.
            for (game, expected) in games.iter().zip(&all) {
                assert_eq!(game.trim_end(), expected.trim_end());
            }
            most = most.max(games.len());
        }
        assert!(most > 100 || name == "bz2", "{name}: {most} games before the cut");
    }
}

#[test]
fn damage_is_an_error_after_the_games_before_it() {
    let parts: Vec<String> = (0..50).map(|_| text(100)).collect();
    let frames: Vec<Vec<u8>> = parts.iter().map(|part| zstd(part)).collect();
    let good: usize = frames[..25].iter().map(Vec::len).sum();
    let mut bytes = frames.concat();
    bytes[good] ^= 0xFF;
    let (games, failure) = games_of(bytes);
    assert_eq!(games.len(), 2500);
    let error = failure.expect("an error");
    assert!(error.packed >= Some(good as u64));

    let mut bytes = gzip(&parts.concat());
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0xFF;
    bytes[middle + 1] ^= 0xFF;
    let (games, failure) = games_of(bytes);
    assert!(failure.is_some());
    assert!(games.len() < 5000);
}

#[test]
fn the_error_names_the_truncated_game() {
    let bytes = [gzip("1. e4 1-0\n\n1. d4 d5 2. c4"), vec![0x1F, 0x8B, 8]].concat();
    let (games, failure) = games_of(bytes);
    assert_eq!(games, ["1. e4 1-0\n\n"]);
    assert_eq!(failure.expect("an error").unfinished, Some(2));
}

#[test]
fn reading_one_byte_at_a_time_yields_the_same_games() {
    struct Slow(std::io::Cursor<Vec<u8>>);
    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let one = buffer.len().min(1);
            self.0.read(&mut buffer[..one])
        }
    }
    let plain = text(20);
    let (expected, _) = games_of(plain.clone().into());
    for bytes in [plain.clone().into_bytes(), zstd(&plain), gzip(&plain)] {
        let slow = Slow(std::io::Cursor::new(bytes));
        let (games, failure) = read(Source::from_reader("slow", slow));
        assert_eq!(games, expected);
        assert!(failure.is_none());
    }
}

#[test]
fn the_error_names_a_missing_file() {
    let error = Source::open("no/such/file.pgn").expect_err("there is none");
    assert!(error.to_string().starts_with("no/such/file.pgn: cannot open"));
    let error = Source::open(".").expect_err("no file");
    assert!(error.to_string().contains("directory"));
}

type Outcome = (Vec<(u64, String)>, usize, u64);

fn process_all(sources: Vec<Vec<u8>>, threads: usize, stop_after: usize) -> Outcome {
    let options = ProcessOptions { threads, split: SplitOptions { batch: 500, ..SplitOptions::default() } };
    let sources = sources.into_iter().map(|bytes| Ok(Source::from_bytes("test", bytes)));
    let mut games = Vec::new();
    let mut failures = 0;
    let mut taken = 0;
    let new_worker =
        || |game: pinsight_pgn::RawGame<'_>| (game.number, String::from_utf8_lossy(game.bytes).into_owned());
    let _ = process(sources.collect::<Vec<_>>(), &options, new_worker, |event| {
        match event {
            Event::Game(game) => games.push(game),
            Event::Failed(_) => failures += 1,
            Event::Progress(progress) => {
                assert_eq!(progress.games, games.len() as u64);
                taken = progress.taken_bytes;
            }
        }
        if games.len() >= stop_after {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    (games, failures, taken)
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let mut cut_off = zstd(&text(300));
    cut_off.truncate(cut_off.len() / 2);
    let sources = vec![
        text(300).into_bytes(),
        zstd(&text(200)),
        cut_off,
        Vec::new(),
        gzip(&text(50)),
        b"1. e4 *".to_vec(),
    ];
    let total: usize = sources.iter().map(Vec::len).sum();
    let one = process_all(sources.clone(), 1, usize::MAX);
    assert!(one.0.len() >= 551 && one.1 == 1);
    assert_eq!(one.2, total as u64);
    for threads in [2, 3, 8] {
        assert_eq!(process_all(sources.clone(), threads, usize::MAX), one);
    }
}

#[test]
fn many_sources_reuse_the_batches() {
    let sources: Vec<_> = (0..100).map(|_| b"1. e4 *".to_vec()).collect();
    for threads in [1, 2, 4] {
        assert_eq!(process_all(sources.clone(), threads, usize::MAX).0.len(), 100);
    }
}

#[test]
fn processing_stops_when_the_sink_breaks() {
    for threads in [1, 2, 4] {
        for sources in [vec![text(5000).into_bytes()], vec![zstd(&text(5000))]] {
            assert_eq!(process_all(sources, threads, 10).0.len(), 10);
        }
    }
}

#[test]
fn a_panic_of_a_worker_is_propagated() {
    for threads in [1, 3] {
        let caught = std::panic::catch_unwind(|| {
            let split = SplitOptions { batch: 100, ..SplitOptions::default() };
            let options = ProcessOptions { threads, split };
            let new_worker = || |game: pinsight_pgn::RawGame<'_>| assert!(game.number < 50, "on purpose");
            let source = Ok(Source::from_bytes("test", text(1000)));
            let _: ControlFlow<()> = process([source], &options, new_worker, |_| ControlFlow::Continue(()));
        });
        assert!(caught.is_err());
    }
}
