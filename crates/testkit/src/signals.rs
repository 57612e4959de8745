//! Signals of Unix.

/// Whether a signal is ignored here, and so by what is started from here: under `nohup` and the like.
pub fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).expect("a mask") >> (signal - 1) & 1 == 1)
}
