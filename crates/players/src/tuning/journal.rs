//! A file with the games of a self-play round, from which an interrupted run resumes.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pinsight_rules::{CastlingMode, Color, History, Outcome, Position};
use thiserror::Error;

use super::self_play::{SelfPlay, SelfPlayGame};
use super::weights::Weights;
use crate::limit::Limit;
use crate::player::{Player, Stop};
use crate::score::Value;
use crate::search::{Search, SearchOptions};

/// The games of one round, one per line after a line with the settings.
///
/// A game is its result, the FEN of its start, and each move with its score from White's point of view.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("cannot use {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// It contains games of other settings.
    #[error(
        "{path} has games of other settings: found \"{found}\", expected \"{expected}\"; delete it or name another folder"
    )]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// Its first line.
        found: String,
        /// The line of these settings.
        expected: String,
    },
    /// A line is not a game.
    #[error("{path}, line {line}: not a game of self-play; delete the file to play its games again")]
    NotAGame {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
    },
}

impl Journal {
    /// Opens or creates the journal of `round` in an existing folder. Returns it with the games that it contains. A last
    /// line that is incomplete is removed.
    pub fn open(
        folder: &Path,
        round: u16,
        play: &SelfPlay,
        weights: &Weights,
    ) -> Result<(Self, Vec<SelfPlayGame>), JournalError> {
        let path = folder.join(format!("round-{round}.games"));
        let SelfPlay { games, nodes, seed, .. } = play;
        let fingerprint = fingerprint(weights);
        let head = format!("self-play, {games} games, {nodes} nodes, seed {seed}, fingerprint {fingerprint}");
        let open = || {
            let mut file = OpenOptions::new().read(true).append(true).create(true).open(&path)?;
            let mut text = String::new();
            file.read_to_string(&mut text)?;
            let complete = text.rfind('\n').map_or(0, |end| end + 1);
            text.truncate(complete);
            file.set_len(complete as u64)?;
            if text.is_empty() {
                writeln!(file, "{head}")?;
            }
            Ok((file, text))
        };
        let (file, text) = open().map_err(|source| JournalError::Io { path: path.clone(), source })?;
        let mut lines = text.lines();
        if let Some(found) = lines.next().filter(|&found| found != head) {
            return Err(JournalError::OtherSettings { path, found: found.to_owned(), expected: head });
        }
        let games: Result<Vec<_>, _> = lines
            .enumerate()
            .map(|(index, text)| {
                parse(text).ok_or_else(|| JournalError::NotAGame { path: path.clone(), line: index + 2 })
            })
            .collect();
        games.map(|games| (Self { path: path.clone(), file }, games))
    }

    /// Appends a game.
    pub fn add(&mut self, game: &SelfPlayGame) -> Result<(), JournalError> {
        let written = self.file.write_all(line(game).as_bytes());
        written.map_err(|source| JournalError::Io { path: self.path.clone(), source })
    }
}

/// The nodes of a fixed search: games of another search or of other weights must not be mixed with these.
fn fingerprint(weights: &Weights) -> u64 {
    let mut search = Search::with_weights(SearchOptions::default(), Arc::new(weights.rounded()));
    let choice = search.choose(&History::default(), &Limit::depth(10), &Stop::new(), &mut |_| {});
    choice.ok().and_then(|choice| choice.info).map_or(0, |info| info.nodes)
}

fn line(game: &SelfPlayGame) -> String {
    let mut text = format!("{} {}", game.outcome, game.start);
    let mut position = game.start;
    for &(mv, value) in &game.moves {
        let uci = position.uci(mv, CastlingMode::Standard);
        let _ = match value {
            Value::Centipawns(value) => write!(text, " {uci} {value}"),
            Value::MatesIn(moves) => write!(text, " {uci} +{moves}"),
            Value::MatedIn(moves) => write!(text, " {uci} #{moves}"),
        };
        position = position.play_unchecked(mv);
    }
    text.push('\n');
    text
}

fn parse(line: &str) -> Option<SelfPlayGame> {
    let mut words = line.split(' ');
    let outcome = match words.next()? {
        "1-0" => Outcome::Win(Color::White),
        "0-1" => Outcome::Win(Color::Black),
        "1/2-1/2" => Outcome::Draw,
        _ => return None,
    };
    let fen: Vec<&str> = words.by_ref().take(6).collect();
    let start: Position = fen.join(" ").parse().ok()?;
    let mut position = start;
    let mut moves = Vec::new();
    while let Some(word) = words.next() {
        let mv = position.parse_move(word).ok()?;
        position = position.play_unchecked(mv);
        moves.push((mv, parse_value(words.next()?)?));
    }
    Some(SelfPlayGame { outcome, start, moves })
}

fn parse_value(text: &str) -> Option<Value> {
    if let Some(moves) = text.strip_prefix('+') {
        moves.parse().ok().map(Value::MatesIn)
    } else if let Some(moves) = text.strip_prefix('#') {
        moves.parse().ok().map(Value::MatedIn)
    } else {
        text.parse().ok().map(Value::Centipawns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{env, fs, process};

    #[test]
    fn an_interrupted_round_resumes_with_the_same_games() {
        let folder = env::temp_dir().join(format!("pinsight-journal-{}", process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let play = SelfPlay { games: 6, played: 0, nodes: 60, seed: 3, threads: 1, stop: Stop::new() };
        let mut all = Vec::new();
        let weights = Weights::material();
        play.play(&weights, |game| all.push(game));
        let (mut journal, games) = Journal::open(&folder, 1, &play, &weights).expect("created");
        assert!(games.is_empty());
        for game in &all[..2] {
            journal.add(game).expect("written");
        }
        // A third game, cut off as by a crash.
        let third = line(&all[2]);
        journal.file.write_all(&third.as_bytes()[..third.len() / 2]).expect("written");
        drop(journal);
        let (_, mut games) = Journal::open(&folder, 1, &play, &weights).expect("opened again");
        assert_eq!(games, all[..2]);
        let rest = SelfPlay { played: 2, ..play.clone() };
        rest.play(&weights, |game| games.push(game));
        assert_eq!(games, all);
        let other = SelfPlay { nodes: 61, ..play.clone() };
        let error = Journal::open(&folder, 1, &other, &weights).expect_err("other settings").to_string();
        assert!(error.contains("60 nodes") && error.contains("61 nodes"), "{error}");
        assert!(Journal::open(&folder, 1, &play, &Weights::plain()).is_err(), "other weights");
        fs::remove_dir_all(folder).expect("removed");
    }
}
