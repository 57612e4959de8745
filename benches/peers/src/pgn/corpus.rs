//! The games to read, held in memory so that no disk is measured.

use std::fs;
use std::sync::Arc;

use crate::options::Options;

/// The corpora, each a file `NAME.pgn.zst`: comments on every move; moves only; many variations.
const NAMES: [&str; 3] = ["lichess_style", "tournament", "variations"];

/// How much of a corpus `--quick` reads.
const QUICK_BYTES: usize = 2_000_000;

/// Some games.
pub(crate) struct Corpus {
    pub(crate) name: &'static str,
    /// The text of the games.
    pub(crate) text: Arc<[u8]>,
    /// The same, packed with zstd.
    pub(super) packed: Arc<[u8]>,
}

impl Corpus {
    /// Loads those that are there, and says which are not.
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
        NAMES.into_iter().filter_map(load).collect()
    }

    fn new(name: &'static str, mut packed: Vec<u8>, quick: bool) -> std::io::Result<Self> {
        let mut text = zstd::decode_all(packed.as_slice())?;
        if quick {
            text.truncate(first_games(&text, QUICK_BYTES).len());
            packed = zstd::encode_all(text.as_slice(), zstd::DEFAULT_COMPRESSION_LEVEL)?;
        }
        Ok(Self { name, text: text.into(), packed: packed.into() })
    }

    /// Some whole games from the beginning, about as many bytes.
    pub(super) fn first_games(&self, bytes: usize) -> &[u8] {
        first_games(&self.text, bytes)
    }
}

fn first_games(text: &[u8], bytes: usize) -> &[u8] {
    let name = "corpus".into();
    let end = pinsight_pgn::split(&name, text).map(|game| game.span.end as usize).find(|&end| end >= bytes);
    &text[..end.unwrap_or(text.len())]
}
