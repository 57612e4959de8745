//! What happens when the program is interrupted or told to end: files that are not finished go.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// The files that are being written.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that goes if the program is interrupted while this lives.
pub(crate) struct Unfinished {
    path: PathBuf,
}

impl Unfinished {
    /// Makes a file; an interrupt before its name is known waits.
    pub(crate) fn make<T>(
        make: impl FnOnce() -> T,
        path_of: impl FnOnce(&T) -> Option<&Path>,
    ) -> (T, Option<Self>) {
        watch();
        let mut list = unfinished();
        let made = make();
        let path = path_of(&made).map(Path::to_owned);
        list.extend(path.clone());
        (made, path.map(|path| Self { path }))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.path);
    }
}

/// Removes the unfinished files. The lock is to be held until the program has ended, so that no new one comes.
fn remove_all(list: &[PathBuf]) {
    for path in list {
        let _ = fs::remove_file(path);
    }
}

/// Begins to listen for signals, once. Where that is not possible the files still go in all other cases.
fn watch() {
    static WATCH: Once = Once::new();
    WATCH.call_once(listen);
}

#[cfg(unix)]
fn listen() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    // Under `nohup`, and in the background of a script, signals are ignored on purpose.
    let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal));
    let Ok(mut signals) = Signals::new(wanted) else {
        return;
    };
    let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let list = unfinished();
            remove_all(&list);
            // The signal itself ends the program, so that whoever started it sees that.
            let _ = emulate_default_handler(signal);
            std::process::exit(128 + signal);
        }
    });
}

/// Whether a signal was ignored when the program started; where that cannot be told, it was not.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(not(unix))]
fn listen() {
    let _ = ctrlc::set_handler(|| {
        let list = unfinished();
        remove_all(&list);
        std::process::exit(130);
    });
}
