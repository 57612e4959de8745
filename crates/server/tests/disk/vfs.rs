//! An SQLite VFS that knows what a loss of power would leave: the bytes at the last sync, and any part of the writes since.
//!
//! Files are real; the VFS of the system does the work. Besides, every write and truncation is recorded until the file is
//! synced.

#![allow(unsafe_code, reason = "a VFS is a table of C functions")]

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use rusqlite::ffi;

/// SplitMix64.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

/// A change of a file that is not synced yet.
enum Pending {
    Write(usize, Vec<u8>),
    Truncate(usize),
}

/// What is known of a file: its bytes at the last sync, and the changes since.
#[derive(Default)]
struct Content {
    synced: Vec<u8>,
    pending: Vec<Pending>,
}

/// An open file: its path and the functions of the system's VFS.
struct Open {
    path: PathBuf,
    methods: *const ffi::sqlite3_io_methods,
}

#[derive(Default)]
struct State {
    /// By the address of SQLite's handle.
    open: HashMap<usize, Open>,
    contents: HashMap<PathBuf, Content>,
}

// SAFETY: the pointers are to static tables of functions.
unsafe impl Send for State {}

static STATE: LazyLock<Mutex<State>> = LazyLock::new(Mutex::default);
static FULL: AtomicBool = AtomicBool::new(false);

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn apply(bytes: &mut Vec<u8>, change: &Pending) {
    match change {
        Pending::Write(offset, written) => {
            if bytes.len() < offset + written.len() {
                bytes.resize(offset + written.len(), 0);
            }
            bytes[*offset..offset + written.len()].copy_from_slice(written);
        }
        Pending::Truncate(size) => bytes.truncate(*size),
    }
}

/// The simulated disk.
pub(crate) struct Disk;

impl Disk {
    /// Makes the VFS the default one of this process.
    pub(crate) fn install() -> Self {
        static INSTALLED: LazyLock<()> = LazyLock::new(|| {
            // SAFETY: the default VFS lives as long as the process; so does the copy, which is leaked.
            unsafe {
                let system = ffi::sqlite3_vfs_find(std::ptr::null());
                let mut vfs = *system;
                vfs.zName = c"power-loss".as_ptr();
                vfs.pNext = std::ptr::null_mut();
                vfs.xOpen = Some(open);
                vfs.xDelete = Some(delete);
                let registered = ffi::sqlite3_vfs_register(Box::leak(Box::new(vfs)), 1);
                assert_eq!(registered, ffi::SQLITE_OK);
            }
        });
        LazyLock::force(&INSTALLED);
        Self
    }

    /// Lets all writes fail as on a full disk, or no longer.
    pub(crate) fn set_full(&self, full: bool) {
        FULL.store(full, Ordering::Relaxed);
    }

    /// Writes the files of `folder` to `after` as a loss of power at this moment may leave them: an arbitrary part of
    /// the writes since the last sync is there, some of them in part.
    pub(crate) fn lose_power(&self, folder: &Path, after: &Path, rng: &mut Rng) {
        let state = state();
        for (path, content) in &state.contents {
            let name = path.file_name().expect("a name").to_string_lossy();
            // The index of the log is rebuilt: it is shared memory, never synced.
            if path.parent() != Some(folder) || name.ends_with("-shm") {
                continue;
            }
            let mut bytes = content.synced.clone();
            for change in &content.pending {
                match (rng.below(3), change) {
                    (0, change) => apply(&mut bytes, change),
                    (1, Pending::Write(offset, written)) => {
                        // Sectors of 512 bytes reach the disk one by one.
                        let sectors = rng.below(written.len() as u64 / 512 + 1) as usize;
                        apply(&mut bytes, &Pending::Write(*offset, written[..sectors * 512].to_vec()));
                    }
                    _ => {}
                }
            }
            std::fs::write(after.join(&*name), bytes).expect("a file");
        }
    }
}

/// Opens a file by the system's VFS and replaces some of its functions.
unsafe extern "C" fn open(
    _: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    // SAFETY: SQLite passes valid pointers, and room for the handle of the system's VFS, whose size was copied.
    unsafe {
        let system = ffi::sqlite3_vfs_find(c"unix".as_ptr());
        let code = (*system).xOpen.expect("a function")(system, name, file, flags, out_flags);
        if code != ffi::SQLITE_OK || name.is_null() {
            return code;
        }
        let methods = (*file).pMethods;
        let mut ours = *methods;
        ours.xClose = Some(close);
        ours.xWrite = Some(write);
        ours.xTruncate = Some(truncate);
        ours.xSync = Some(sync);
        (*file).pMethods = Box::leak(Box::new(ours));
        let path = PathBuf::from(CStr::from_ptr(name).to_string_lossy().into_owned());
        let mut state = state();
        // A file that exists when it is opened first is on the disk.
        let synced = || Content { synced: std::fs::read(&path).unwrap_or_default(), pending: Vec::new() };
        state.contents.entry(path.clone()).or_insert_with(synced);
        state.open.insert(file as usize, Open { path, methods });
        ffi::SQLITE_OK
    }
}

/// Deletes a file, which is taken to be durable: no change is confirmed by the deletion of a file.
unsafe extern "C" fn delete(_: *mut ffi::sqlite3_vfs, name: *const c_char, sync: c_int) -> c_int {
    // SAFETY: SQLite passes a valid name.
    unsafe {
        state().contents.remove(&PathBuf::from(CStr::from_ptr(name).to_string_lossy().into_owned()));
        let system = ffi::sqlite3_vfs_find(c"unix".as_ptr());
        (*system).xDelete.expect("a function")(system, name, sync)
    }
}

/// Returns the functions of the system for a file, and records a change of it.
fn record(file: *mut ffi::sqlite3_file, change: Option<Pending>) -> *const ffi::sqlite3_io_methods {
    let mut state = state();
    let State { open, contents } = &mut *state;
    let open = open.get(&(file as usize)).expect("an open file");
    if let (Some(change), Some(content)) = (change, contents.get_mut(&open.path)) {
        content.pending.push(change);
    }
    open.methods
}

unsafe extern "C" fn close(file: *mut ffi::sqlite3_file) -> c_int {
    let methods = record(file, None);
    state().open.remove(&(file as usize));
    // SAFETY: the handle was opened by these functions.
    unsafe { (*methods).xClose.expect("a function")(file) }
}

unsafe extern "C" fn write(
    file: *mut ffi::sqlite3_file,
    bytes: *const c_void,
    length: c_int,
    offset: ffi::sqlite3_int64,
) -> c_int {
    if FULL.load(Ordering::Relaxed) {
        return ffi::SQLITE_FULL;
    }
    // SAFETY: SQLite passes `length` bytes, and the handle was opened by these functions.
    unsafe {
        let written = std::slice::from_raw_parts(bytes.cast::<u8>(), length as usize).to_vec();
        let methods = record(file, Some(Pending::Write(offset as usize, written)));
        (*methods).xWrite.expect("a function")(file, bytes, length, offset)
    }
}

unsafe extern "C" fn truncate(file: *mut ffi::sqlite3_file, size: ffi::sqlite3_int64) -> c_int {
    let methods = record(file, Some(Pending::Truncate(size as usize)));
    // SAFETY: the handle was opened by these functions.
    unsafe { (*methods).xTruncate.expect("a function")(file, size) }
}

unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, flags: c_int) -> c_int {
    let methods = record(file, None);
    // SAFETY: the handle was opened by these functions.
    let code = unsafe { (*methods).xSync.expect("a function")(file, flags) };
    let mut state = state();
    let State { open, contents } = &mut *state;
    if let Some(content) = open.get(&(file as usize)).and_then(|open| contents.get_mut(&open.path)) {
        for change in std::mem::take(&mut content.pending) {
            apply(&mut content.synced, &change);
        }
    }
    code
}
