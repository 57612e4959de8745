//! Unix signals.

/// Returns whether this process, and hence its children, ignores the signal, for example under `nohup`.
pub fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.is_some_and(|mask| {
        u64::from_str_radix(mask.trim(), 16).expect("a hexadecimal mask") >> (signal - 1) & 1 == 1
    })
}
