//! Signals that end the program: SIGINT (Ctrl-C), SIGTERM and SIGHUP.
//!
//! A signal removes the unfinished files and ends the process. A command that calls [`stop_on_signal`] completes its
//! files first; a second signal ends it at once. In both cases the process ends by the signal itself, so that its
//! parent sees it; shells report 128 plus the number of the signal.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, Once, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use pinsight_players::Stop;

/// The temporary files being written.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Raised by the first signal, if the command stops by itself.
static STOP: OnceLock<Stop> = OnceLock::new();

/// The signal that raised `STOP`; 0 before.
static RECEIVED: AtomicI32 = AtomicI32::new(0);

/// Returns a flag that the first signal raises instead of ending the process. The command then completes its output and
/// returns soon.
pub(crate) fn stop_on_signal() -> Stop {
    install_handler();
    STOP.get_or_init(Stop::new).clone()
}

/// Raises the flag of `stop_on_signal` if it exists and is not raised yet.
fn request_stop(signal: i32) -> bool {
    let Some(stop) = STOP.get().filter(|stop| !stop.is_raised()) else {
        return false;
    };
    RECEIVED.store(signal, Ordering::Relaxed);
    stop.raise();
    true
}

/// Ends the process by the signal that has stopped the command, if there was one.
pub(crate) fn end_if_stopped() {
    match RECEIVED.load(Ordering::Relaxed) {
        0 => {}
        signal => end_by(signal),
    }
}

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

/// Standard input that a raised flag ends with an error, also while it waits for data.
pub(crate) struct StoppableStdin {
    chunks: Receiver<io::Result<Vec<u8>>>,
    /// The rest of the last chunk.
    rest: io::Cursor<Vec<u8>>,
    stop: Stop,
}

impl StoppableStdin {
    pub(crate) fn new(stop: Stop) -> Self {
        const CHUNK: usize = 1 << 16;
        let (sender, chunks) = mpsc::sync_channel(2);
        // A thread that waits for data does not keep the process alive.
        thread::spawn(move || {
            let mut stdin = io::stdin().lock();
            loop {
                let mut chunk = vec![0; CHUNK];
                let read = stdin.read(&mut chunk);
                let is_last = !matches!(&read, Ok(1..));
                let chunk = read.map(|count| {
                    chunk.truncate(count);
                    chunk
                });
                if sender.send(chunk).is_err() || is_last {
                    return;
                }
            }
        });
        Self { chunks, rest: io::Cursor::default(), stop }
    }
}

impl Read for StoppableStdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        /// How often the flag is checked.
        const PERIOD: Duration = Duration::from_millis(50);
        loop {
            let count = self.rest.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            if self.stop.is_raised() {
                return Err(io::Error::other("interrupted"));
            }
            match self.chunks.recv_timeout(PERIOD) {
                Ok(chunk) => self.rest = io::Cursor::new(chunk?),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
            if self.rest.get_ref().is_empty() {
                return Ok(0);
            }
        }
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

    // Keep ignoring signals that the parent ignores on purpose (`nohup`, background jobs).
    let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal));
    let Ok(mut signals) = Signals::new(wanted) else {
        return;
    };
    let _ = thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            if !request_stop(signal) {
                let list = unfinished();
                remove_all(&list);
                end_by(signal);
            }
        }
    });
}

#[cfg(unix)]
fn end_by(signal: i32) -> ! {
    let _ = signal_hook::low_level::emulate_default_handler(signal);
    std::process::exit(128 + signal);
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
        if !request_stop(CTRL_C) {
            let list = unfinished();
            remove_all(&list);
            end_by(CTRL_C);
        }
    });
}

/// The number of SIGINT on other systems.
#[cfg(not(unix))]
const CTRL_C: i32 = 2;

#[cfg(not(unix))]
fn end_by(signal: i32) -> ! {
    std::process::exit(128 + signal);
}
