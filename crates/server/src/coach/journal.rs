//! The journals of reviews under way: one file per game beside the store, with the answers of the engine so far.
//!
//! A journal saves work after a restart and nothing else: one that is missing, damaged or cannot be written costs time.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pinsight_coach::Journal;

use crate::game::GameId;

/// The folder of the journals.
#[derive(Clone, Debug)]
pub(super) struct Journals {
    pub(super) folder: PathBuf,
}

impl Journals {
    fn path(&self, game: GameId) -> PathBuf {
        self.folder.join(format!("review-{game}.journal"))
    }

    /// Removes the journal of a game.
    pub(super) fn remove(&self, game: GameId) {
        // There is none if it could not be written.
        let _ = std::fs::remove_file(self.path(game));
    }

    /// Removes the journals of all games but some.
    pub(super) fn keep_only(&self, is_kept: impl Fn(GameId) -> bool) {
        for entry in std::fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_str().and_then(|name| name.strip_prefix("review-")?.strip_suffix(".journal"));
            if let Some(game) = name.and_then(|game| game.parse().ok()).filter(|&game| !is_kept(game)) {
                self.remove(game);
            }
        }
    }
}

/// The journal of a review.
pub(super) struct FileJournal {
    /// The answers of an earlier run.
    known: HashMap<u64, String>,
    file: Mutex<File>,
}

impl FileJournal {
    /// Opens the journal of a game, or starts it anew unless its first line is `made_by`, the engine and its settings. `None` if
    /// it cannot be written.
    pub(super) fn open(journals: &Journals, game: GameId, made_by: &str) -> Option<Self> {
        let path = journals.path(game);
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).ok()?;
        let mut text = String::new();
        let is_text = file.read_to_string(&mut text).is_ok();
        let header = format!("pinsight {} {made_by}\n", env!("CARGO_PKG_VERSION"));
        let (mut known, mut end) = (HashMap::new(), 0);
        if let Some(lines) = text.strip_prefix(&header).filter(|_| is_text) {
            end = header.len();
            for line in lines.split_inclusive('\n') {
                // The last line may be incomplete.
                let Some((question, answer)) = read_line(line) else { break };
                known.insert(question, answer.to_owned());
                end += line.len();
            }
        }
        file.set_len(end as u64).ok()?;
        file.seek(SeekFrom::End(0)).ok()?;
        if end == 0 {
            file.write_all(header.as_bytes()).ok()?;
        }
        Some(Self { known, file: Mutex::new(file) })
    }
}

impl Journal for FileJournal {
    fn find(&self, question: u64) -> Option<String> {
        self.known.get(&question).cloned()
    }

    fn record(&self, question: u64, answer: &str) {
        let line = format!("{question:016x} {:016x} {answer}\n", checksum(question, answer));
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        // A full disk costs the rest of the journal.
        let _ = file.write_all(line.as_bytes());
    }
}

/// Reads a complete line with the right checksum.
fn read_line(line: &str) -> Option<(u64, &str)> {
    let (question, rest) = line.strip_suffix('\n')?.split_once(' ')?;
    let (sum, answer) = rest.split_once(' ')?;
    let question = u64::from_str_radix(question, 16).ok()?;
    (u64::from_str_radix(sum, 16).ok()? == checksum(question, answer)).then_some((question, answer))
}

fn checksum(question: u64, answer: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (question, answer).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use pinsight_coach::Journal;

    use super::{FileJournal, Journals};

    #[test]
    fn answers_outlive_the_process_up_to_an_incomplete_or_damaged_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let journals = Journals { folder: folder.path().to_owned() };
        let open = |made_by| FileJournal::open(&journals, 7, made_by).expect("a journal");
        let journal = open("search 100");
        journal.record(1, "cp 35 e2e4");
        journal.record(2, "");
        drop(journal);
        let path = folder.path().join("review-7.journal");
        let append = |text: &str| {
            let mut file = std::fs::OpenOptions::new().append(true).open(&path).expect("the file");
            file.write_all(text.as_bytes()).expect("a line");
        };
        append("0000000000000003 00");
        let journal = open("search 100");
        assert_eq!(journal.find(1).as_deref(), Some("cp 35 e2e4"));
        assert_eq!(journal.find(2).as_deref(), Some(""));
        assert_eq!(journal.find(3), None);
        // The incomplete line is gone, so that the next one is readable.
        journal.record(3, "cp 1 d2d4");
        drop(journal);
        let text = std::fs::read_to_string(&path).expect("the file");
        std::fs::write(&path, text.replace("cp 35", "cp 95")).expect("a damaged file");
        assert_eq!(open("search 100").find(1), None);
        assert_eq!(open("search 200").find(3), None, "another engine");
        journals.keep_only(|_| false);
        assert!(!path.exists());
    }
}
