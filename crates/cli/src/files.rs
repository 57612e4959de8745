//! The files of one command: no output may be an input or another output.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::bail;

use crate::config;
use crate::file::{OutputFile, folder_of};

/// The input and output files of one command. The config file is an input.
pub(crate) struct Files {
    known: Vec<KnownFile>,
}

struct KnownFile {
    /// How messages name the file: `the input a.pgn`, `--output b.pgn`.
    label: String,
    identity: Identity,
    is_input: bool,
}

impl Files {
    /// Creates the set of a command that reads `inputs`; `-` is standard input. Fails if standard output is redirected
    /// to one of them.
    pub(crate) fn reading<P: AsRef<Path>>(inputs: impl IntoIterator<Item = P>) -> anyhow::Result<Self> {
        let known = inputs.into_iter().map(|path| KnownFile::input(path.as_ref()));
        let files = Self { known: known.chain(config::path().map(KnownFile::config)).collect() };
        files.check_stdout()?;
        Ok(files)
    }

    /// Creates the output file of `option`; fails if it is one of the files so far, also through a link.
    pub(crate) fn create(&mut self, option: &str, path: &Path, force: bool) -> anyhow::Result<OutputFile> {
        self.add(option, path)?;
        OutputFile::create(path, force)
    }

    /// Adds the output file of `option`; fails if it is one of the files so far, also through a link.
    pub(crate) fn add(&mut self, option: &str, path: &Path) -> anyhow::Result<()> {
        let output = KnownFile {
            label: format!("{option} {}", path.display()),
            identity: Identity::of_path(path),
            is_input: false,
        };
        if let Some(other) = self.known.iter().find(|other| other.identity.is_same(&output.identity)) {
            let remedy = if other.is_input { "the output" } else { "one of them" };
            bail!("{} and {} are the same file; choose another name for {remedy}", output.label, other.label);
        }
        self.known.push(output);
        Ok(())
    }

    /// Fails if standard output is redirected to one of the inputs, which would grow while it is read.
    fn check_stdout(&self) -> anyhow::Result<()> {
        let stdout = Identity::of_stdout();
        match self.known.iter().find(|input| input.identity.is_same(&stdout)) {
            Some(input) => {
                bail!("standard output and {} are the same file; redirect it to another file", input.label)
            }
            None => Ok(()),
        }
    }
}

impl KnownFile {
    fn config(path: &Path) -> Self {
        let label = format!("the config file {}", path.display());
        Self { label, identity: Identity::of_path(path), is_input: true }
    }

    fn input(path: &Path) -> Self {
        let (label, identity) = match path == Path::new("-") {
            true => ("standard input".to_owned(), Identity::of_stdin()),
            false => (format!("the input {}", path.display()), Identity::of_path(path)),
        };
        Self { label, identity, is_input: true }
    }
}

/// What makes two names the same regular file.
#[derive(Default)]
struct Identity {
    /// Device and inode, which all links to a file share.
    node: Option<(u64, u64)>,
    /// The path without symbolic links; of a new file, that of its folder with its name.
    path: Option<PathBuf>,
}

impl Identity {
    fn of_path(path: &Path) -> Self {
        // Only `stat`, never `open`: opening a named pipe would block, and closing it would end its writer.
        let meta = fs::metadata(path);
        if meta.as_ref().is_ok_and(|meta| !meta.is_file()) {
            return Self::default();
        }
        let in_folder = || Some(fs::canonicalize(folder_of(path)).ok()?.join(path.file_name()?));
        Self { node: meta.ok().as_ref().and_then(node), path: fs::canonicalize(path).ok().or_else(in_folder) }
    }

    fn is_same(&self, other: &Self) -> bool {
        let is_equal = self.node.is_some() && self.node == other.node;
        is_equal || self.path.is_some() && self.path == other.path
    }

    fn of_stdin() -> Self {
        Self { node: node_of_stream(io::stdin()), path: None }
    }

    fn of_stdout() -> Self {
        Self { node: node_of_stream(io::stdout()), path: None }
    }
}

#[cfg(unix)]
fn node(meta: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((meta.dev(), meta.ino()))
}

/// The standard library has no stable file index on this system; only paths are compared.
#[cfg(not(unix))]
fn node(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// Returns the identity of a redirected stream; `None` for pipes and terminals.
#[cfg(unix)]
fn node_of_stream(stream: impl std::os::fd::AsFd) -> Option<(u64, u64)> {
    let file = fs::File::from(stream.as_fd().try_clone_to_owned().ok()?);
    file.metadata().ok().filter(Metadata::is_file).as_ref().and_then(node)
}

#[cfg(not(unix))]
fn node_of_stream<S>(_: S) -> Option<(u64, u64)> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(files: &mut Files, path: &Path) -> Option<String> {
        files.create("--output", path, true).err().map(|error| error.to_string())
    }

    #[test]
    fn an_output_is_compared_by_identity_not_by_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("games.pgn"), "1. e4 *\n").expect("written");
        fs::create_dir(path("sub")).expect("a folder");
        let mut files = Files::reading([path("games.pgn")]).expect("stdout is another file");
        for same in ["games.pgn", "./games.pgn", "sub/../games.pgn"] {
            let refusal = refusal(&mut files, &path(same)).expect(same);
            assert!(refusal.contains("are the same file"), "{refusal}");
        }
        assert_eq!(refusal(&mut files, &path("copy.pgn")), None);
    }

    #[test]
    fn two_new_outputs_must_differ() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut files = Files::reading([folder.path().join("missing.pgn")]).expect("stdout is another file");
        assert_eq!(refusal(&mut files, &folder.path().join("new.pgn")), None);
        assert!(refusal(&mut files, &folder.path().join("./new.pgn")).is_some());
        assert!(refusal(&mut files, &folder.path().join("missing.pgn")).is_some());
    }

    #[cfg(unix)]
    #[test]
    fn links_to_an_input_are_the_input() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("games.pgn"), "1. e4 *\n").expect("written");
        std::os::unix::fs::symlink(path("games.pgn"), path("soft.pgn")).expect("a link");
        fs::hard_link(path("games.pgn"), path("hard.pgn")).expect("a link");
        for (input, output) in
            [("games.pgn", "soft.pgn"), ("soft.pgn", "games.pgn"), ("soft.pgn", "hard.pgn")]
        {
            let mut files = Files::reading([path(input)]).expect("stdout is another file");
            assert!(refusal(&mut files, &path(output)).is_some(), "{input} {output}");
        }
    }
}
