//! Removes unfinished files when a signal ends the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// The temporary files being written.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Guards a temporary file, which a signal removes while the guard lives.
pub(crate) struct Unfinished {
    path: PathBuf,
}

impl Unfinished {
    /// Creates a file. A signal handler that runs meanwhile waits until its path is registered.
    pub(crate) fn create<T>(
        create: impl FnOnce() -> T,
        path_of: impl FnOnce(&T) -> Option<&Path>,
    ) -> (T, Option<Self>) {
        install_handler();
        let mut list = unfinished();
        let created = create();
        let path = path_of(&created).map(Path::to_owned);
        list.extend(path.clone());
        (created, path.map(|path| Self { path }))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.path);
    }
}

/// Removes the files. The caller holds the lock until the process ends, so that no file is added.
fn remove_all(list: &[PathBuf]) {
    for path in list {
        let _ = fs::remove_file(path);
    }
}

/// Installs the signal handler once. Without it, only a signal leaves temporary files behind.
fn install_handler() {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(handle_signals);
}

#[cfg(unix)]
fn handle_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    // Keep ignoring signals that the parent ignores on purpose (`nohup`, background jobs).
    let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal));
    let Ok(mut signals) = Signals::new(wanted) else {
        return;
    };
    let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let list = unfinished();
            remove_all(&list);
            // End by the signal itself, so that the parent sees it.
            let _ = emulate_default_handler(signal);
            std::process::exit(128 + signal);
        }
    });
}

/// Returns whether the signal is ignored; false if that is unknown.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(not(unix))]
fn handle_signals() {
    let _ = ctrlc::set_handler(|| {
        let list = unfinished();
        remove_all(&list);
        std::process::exit(130);
    });
}
