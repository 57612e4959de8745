//! The games to read, held in memory so that no disk is measured.

use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;

use pinsight_rules::{Color, Position};

use super::ours::games;
use crate::options::Options;
use crate::random::Random;

/// The corpora, each a file `NAME.pgn.zst`: comments on every move; moves only; many variations.
const NAMES: [&str; 3] = ["lichess_style", "tournament", "variations"];

/// The number of bytes of a corpus that `--quick` reads.
const QUICK_BYTES: usize = 2_000_000;

/// The number of bytes generated without corpora.
const MADE_BYTES: usize = 20_000_000;

/// A collection of games.
pub(crate) struct Corpus {
    pub(crate) name: &'static str,
    /// The text of the games.
    pub(crate) text: Arc<[u8]>,
    /// The text, compressed with zstd.
    pub(super) packed: Arc<[u8]>,
}

impl Corpus {
    /// Loads the corpora that exist and prints which do not. Generates one if there is none.
    pub(crate) fn load_all(options: &Options) -> Vec<Self> {
        let load = |name| {
            let path = options.data.join(format!("{name}.pgn.zst"));
            match fs::read(path).and_then(|packed| Self::new(name, packed, options.quick)) {
                Ok(corpus) => Some(corpus),
                Err(error) => {
                    println!("{name}: {error}, skipped");
                    None
                }
            }
        };
        let mut found: Vec<Self> = NAMES.into_iter().filter_map(load).collect();
        if found.is_empty() {
            let text = made_games(if options.quick { QUICK_BYTES } else { MADE_BYTES });
            let packed = zstd::encode_all(text.as_bytes(), zstd::DEFAULT_COMPRESSION_LEVEL).expect("packed");
            let made = Self { name: "random", text: text.into_bytes().into(), packed: packed.into() };
            found.push(made);
        }
        found
    }

    fn new(name: &'static str, mut packed: Vec<u8>, quick: bool) -> std::io::Result<Self> {
        let mut text = zstd::decode_all(packed.as_slice())?;
        if quick {
            text.truncate(first_games(&text, QUICK_BYTES).len());
            packed = zstd::encode_all(text.as_slice(), zstd::DEFAULT_COMPRESSION_LEVEL)?;
        }
        Ok(Self { name, text: text.into(), packed: packed.into() })
    }

    /// Returns the first games, about `bytes` bytes.
    pub(super) fn first_games(&self, bytes: usize) -> &[u8] {
        first_games(&self.text, bytes)
    }
}

fn first_games(text: &[u8], bytes: usize) -> &[u8] {
    let end = games(text).map(|game| game.span.end as usize).find(|&end| end >= bytes);
    &text[..end.unwrap_or(text.len())]
}

/// Generates random games with tags and clocks like lichess, about `bytes` bytes.
fn made_games(bytes: usize) -> String {
    let mut random = Random::new(1);
    let mut text = String::new();
    let mut number = 0;
    while text.len() < bytes {
        number += 1;
        let _ = write!(
            text,
            "[Event \"Rated Blitz game\"]\n[Site \"https://lichess.org/{number:08}\"]\n[Date \"2025.05.01\"]\n\
             [White \"player{}\"]\n[Black \"player{}\"]\n[Result \"*\"]\n[UTCDate \"2025.05.01\"]\n\
             [UTCTime \"00:00:01\"]\n[WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n[TimeControl \"180+0\"]\n\
             [Termination \"Normal\"]\n\n",
            random.below(1000),
            random.below(1000),
            1000 + random.below(1800),
            1000 + random.below(1800),
        );
        let mut position = Position::default();
        for ply in 0..random.below(160) {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(random.below(moves.len().max(1))) else {
                break;
            };
            let dots = if position.turn() == Color::White { "." } else { "..." };
            let (seconds, san) = (180 - ply, position.san(mv));
            let _ = write!(
                text,
                "{}{dots} {san} {{ [%clk 0:{:02}:{:02}] }} ",
                ply / 2 + 1,
                seconds / 60,
                seconds % 60
            );
            position = position.play(mv).expect("a legal move");
        }
        text.push_str("*\n\n");
    }
    text
}
