//! The place and the tags of a game that its pin events repeat.

use std::sync::Arc;

use pinsight_pgn::{RawGame, RawTag};

/// The place and the tags of a game that its pin events repeat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameHead {
    /// The file.
    pub file: Arc<str>,
    /// The number of the game in its file, from 1.
    pub number: u64,
    /// `White`
    pub white: Option<String>,
    /// `Black`
    pub black: Option<String>,
    /// `WhiteElo`, if it is an integer.
    pub white_elo: Option<u32>,
    /// `BlackElo`, if it is an integer.
    pub black_elo: Option<u32>,
    /// `Result`
    pub result: Option<String>,
    /// `ECO`
    pub eco: Option<String>,
    /// `Date`
    pub date: Option<String>,
    /// `Site`
    pub site: Option<String>,
}

impl GameHead {
    /// Reads the tags of a game.
    pub fn read(raw: &RawGame<'_>) -> Self {
        let mut head = Self { file: Arc::clone(raw.source), number: raw.number, ..Self::default() };
        for tag in raw.tags() {
            head.set(tag);
        }
        head
    }

    fn set(&mut self, tag: RawTag<'_>) {
        let text = match tag.name {
            b"White" => &mut self.white,
            b"Black" => &mut self.black,
            b"Result" => &mut self.result,
            b"ECO" => &mut self.eco,
            b"Date" => &mut self.date,
            b"Site" => &mut self.site,
            b"WhiteElo" => {
                self.white_elo = tag.text().trim().parse().ok();
                return;
            }
            b"BlackElo" => {
                self.black_elo = tag.text().trim().parse().ok();
                return;
            }
            _ => return,
        };
        *text = Some(tag.text().into_owned());
    }
}
