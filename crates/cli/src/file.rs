//! Output files: written to a temporary file and renamed; replace an existing file only with `--force`.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;
use pinsight_data::folder_files;
use tempfile::{Builder, NamedTempFile};

use crate::interrupt::Unfinished;

/// The end of the name of a temporary file.
const SUFFIX: &str = ".part";

/// How many random letters and digits are in the name of a temporary file.
const RANDOM_LETTERS: usize = 6;

/// A file that appears under its name only when [finished](Self::finish).
pub(crate) struct OutputFile {
    target: PathBuf,
    force: bool,
    writer: BufWriter<NamedTempFile>,
    /// Removes the temporary file on an interrupt.
    unfinished: Option<Unfinished>,
}

impl OutputFile {
    /// Creates the temporary file; fails if `path` exists and `force` is not set.
    pub(crate) fn create(path: &Path, force: bool) -> anyhow::Result<Self> {
        // Write the target of a symbolic link instead of replacing the link.
        let target = match (fs::canonicalize(path), fs::read_link(path)) {
            (Ok(target), _) => target,
            (Err(_), Ok(missing)) => {
                bail!(
                    "cannot write {}: it is a link to {}, which does not exist",
                    path.display(),
                    missing.display()
                )
            }
            (Err(_), Err(_)) => path.to_owned(),
        };
        match fs::metadata(&target) {
            Ok(meta) if !meta.is_file() => bail!("cannot write {}: not a regular file", path.display()),
            Ok(_) if !force => return Err(exists(path)),
            _ => {}
        }
        let cannot = || format!("cannot write {}", path.display());
        let name = target.file_name().with_context(cannot)?;
        let folder = folder_of(&target);
        if !folder.is_dir() {
            bail!("cannot write {}: no such folder: {}", path.display(), folder.display());
        }
        let mut prefix = OsString::from(".");
        prefix.push(name);
        let (temporary, unfinished) =
            Unfinished::create(|| new_file(&prefix, folder), |file| Some(file.as_ref().ok()?.path()));
        let temporary = temporary.map_err(without_path).with_context(cannot)?;
        // The lock marks the file as in use. On a file system without locks, the file remains after a kill.
        let _ = temporary.as_file().try_lock();
        remove_leftovers(&prefix, folder);
        if let Ok(replaced) = fs::metadata(&target) {
            fs::set_permissions(temporary.path(), replaced.permissions()).with_context(cannot)?;
        }
        Ok(Self { target, force, writer: BufWriter::with_capacity(1 << 16, temporary), unfinished })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let written = self.write_all(bytes);
        written.with_context(|| format!("cannot write {}", self.target.display()))
    }

    /// Writes the content to the disk and renames the temporary file to its final name.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        self.publish().map(|_| ())
    }

    /// Like [`finish`](Self::finish), and returns the file for further writing.
    pub(crate) fn publish(self) -> anyhow::Result<File> {
        let Self { target, force, writer, unfinished } = self;
        let cannot = || format!("cannot write {}", target.display());
        let flushed = writer.into_inner().map_err(io::IntoInnerError::into_error);
        let temporary = flushed.map_err(without_path).with_context(cannot)?;
        // Without this a crash of the machine could leave the final name with missing content.
        temporary.as_file().sync_all().with_context(cannot)?;
        let done = if force { temporary.persist(&target) } else { temporary.persist_noclobber(&target) };
        drop(unfinished);
        match done {
            Ok(file) => {
                let _ = file.unlock();
                sync_folder(folder_of(&target)).with_context(cannot)?;
                Ok(file)
            }
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Err(exists(&target)),
            Err(error) => Err(error.error).with_context(cannot),
        }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes).map_err(without_path)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush().map_err(without_path)
    }
}

/// Removes the name of the temporary file from an error.
fn without_path(error: io::Error) -> io::Error {
    let text = error.to_string();
    match text.split_once(" at path ") {
        Some((cause, _)) => io::Error::new(error.kind(), cause.to_owned()),
        None => error,
    }
}

/// Opens a file to read; the error of a missing one is `no such file`.
pub(crate) fn open_file(path: &Path) -> anyhow::Result<File> {
    File::open(path).map_err(missing_file)
}

fn missing_file(error: io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::NotFound => anyhow::anyhow!("no such file"),
        _ => error.into(),
    }
}

/// Returns whether a file has the extension or the first bytes of Parquet. For a pipe, only the name counts: reading it
/// here would lose the bytes.
pub(crate) fn is_parquet(path: &Path) -> bool {
    let mut magic = [0; 4];
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("parquet"))
        || path.is_file()
            && File::open(path)
                .and_then(|mut file| file.read_exact(&mut magic))
                .is_ok_and(|()| &magic == b"PAR1")
}

/// Returns the files of games in a folder and its partition folders; fails if there are none, or both PGN and Parquet,
/// which may be the same games.
pub(crate) fn games_of_folder(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let is_table = |name: &str| name.to_ascii_lowercase().ends_with(".parquet");
    let is_pgn = |name: &str| {
        let name = name.to_ascii_lowercase();
        let packings = [".zst", ".gz", ".bz2"];
        packings.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name).ends_with(".pgn")
    };
    let files = folder_files(folder, &|name| is_table(name) || is_pgn(name))?;
    let (tables, others): (Vec<&PathBuf>, Vec<&PathBuf>) =
        files.iter().partition(|path| is_table(&path.to_string_lossy()));
    match (tables.first(), others.first()) {
        (None, None) => bail!("the folder has no .pgn or .parquet file"),
        (Some(table), Some(other)) => bail!(
            "the folder has PGN and Parquet files, such as {} and {}: name those to read",
            other.display(),
            table.display()
        ),
        _ => Ok(files),
    }
}

/// Returns the folder of a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

fn exists(path: &Path) -> anyhow::Error {
    anyhow::anyhow!("{} exists; use --force to overwrite it", path.display())
}

#[cfg(unix)]
fn new_file(prefix: &OsStr, folder: &Path) -> io::Result<NamedTempFile<File>> {
    use std::os::unix::fs::PermissionsExt;
    // Use the default permissions of new files; the umask applies.
    let permissions = fs::Permissions::from_mode(0o666);
    let mut name = Builder::new();
    name.prefix(prefix).rand_bytes(RANDOM_LETTERS).suffix(SUFFIX).permissions(permissions).tempfile_in(folder)
}

#[cfg(not(unix))]
fn new_file(prefix: &OsStr, folder: &Path) -> io::Result<NamedTempFile<File>> {
    Builder::new().prefix(prefix).rand_bytes(RANDOM_LETTERS).suffix(SUFFIX).tempfile_in(folder)
}

/// Writes the entries of a folder to the disk, so that a renamed file keeps its name after a crash of the machine.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Windows writes the entry with the file.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Removes temporary files of the same output that killed runs left behind. Those of running processes are locked.
fn remove_leftovers(prefix: &OsStr, folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if is_temporary_name(&entry.file_name(), prefix)
            && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
        {
            // Another run may have removed it already.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether `name` is `prefix`, [`RANDOM_LETTERS`] letters or digits and `.part`.
fn is_temporary_name(name: &OsStr, prefix: &OsStr) -> bool {
    let rest = name.as_encoded_bytes().strip_prefix(prefix.as_encoded_bytes());
    rest.and_then(|rest| rest.strip_suffix(SUFFIX.as_bytes()))
        .is_some_and(|random| random.len() == RANDOM_LETTERS && random.iter().all(u8::is_ascii_alphanumeric))
}

/// Returns the format of the extension of `path`.
pub(crate) fn format_of<F: ValueEnum>(path: &Path) -> anyhow::Result<F> {
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    if let Ok(format) = F::from_str(end, true) {
        return Ok(format);
    }
    let names = F::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let ends: Vec<String> = names.map(|name| format!(".{}", name.get_name())).collect();
    let (last, others) = ends.split_last().context("no output formats")?;
    bail!(
        "cannot infer the format of {}: expected a name ending in {} or {last}",
        path.display(),
        others.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_only_when_finished() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out.pgn");
        let names = || fs::read_dir(folder.path()).expect("a folder").count();

        let mut file = OutputFile::create(&path, false).expect("a new file");
        file.write(b"one").expect("written");
        assert!(!path.exists());
        drop(file);
        assert_eq!(names(), 0, "no temporary file remains");

        let mut file = OutputFile::create(&path, false).expect("a new file");
        file.write(b"two").expect("written");
        file.finish().expect("named");
        assert_eq!(fs::read(&path).expect("the file"), b"two");

        assert!(OutputFile::create(&path, false).is_err());
        let mut file = OutputFile::create(&path, true).expect("a replacement");
        file.write(b"three").expect("written");
        assert_eq!(fs::read(&path).expect("the file"), b"two");
        file.finish().expect("named");
        assert_eq!(fs::read(&path).expect("the file"), b"three");
        assert_eq!(names(), 1);

        assert!(OutputFile::create(folder.path(), true).is_err(), "a folder is not a file");
        assert!(OutputFile::create(&folder.path().join("none/out.pgn"), true).is_err());
    }

    #[test]
    fn leftovers_of_killed_runs_are_removed_and_files_in_use_are_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out.pgn");
        let names = || {
            let entries = fs::read_dir(folder.path()).expect("a folder").flatten();
            entries.map(|entry| entry.file_name().into_string().expect("UTF-8")).collect::<Vec<_>>()
        };
        for name in [".out.pgnA1b2C3.part", ".out.pgnA1b2C3", ".out.pgn-12345.part", ".other.pgnA1b2C3.part"]
        {
            fs::write(folder.path().join(name), "").expect("written");
        }
        let running = OutputFile::create(&path, false).expect("a new file");
        assert!(!names().contains(&".out.pgnA1b2C3.part".to_owned()));
        assert_eq!(names().len(), 4, "{:?}", names());

        let second = OutputFile::create(&path, false).expect("a new file");
        assert_eq!(names().len(), 5, "{:?}", names());
        drop(second);
        running.finish().expect("named");
        assert!(path.exists());
    }

    #[test]
    fn an_error_has_the_text_of_the_system_and_no_temporary_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let long = folder.path().join("x".repeat(300));
        let Err(error) = OutputFile::create(&long, false) else { panic!("the name is too long") };
        let text = format!("{error:#}");
        assert!(text.contains("(os error ") && !text.contains(".part"), "{text}");
    }

    #[test]
    fn a_file_created_meanwhile_is_not_overwritten() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out.pgn");
        let file = OutputFile::create(&path, false).expect("a new file");
        fs::write(&path, "other content").expect("written");
        assert!(file.finish().is_err());
        assert_eq!(fs::read(&path).expect("the file"), b"other content");
    }
}
