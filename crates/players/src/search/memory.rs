//! Whether the memory of the machine suffices for a hash table.

use std::fs;

/// A hash table that is too large for the memory of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a hash table of {wanted} MB exceeds the available memory of {available} MB")]
pub struct HashTooLarge {
    /// The size of the table in megabytes.
    pub wanted: usize,
    /// The memory in megabytes.
    pub available: usize,
}

/// Checks that a hash table of `wanted` megabytes fits into the memory of the machine after `freed` megabytes are freed.
pub(crate) fn check_hash(wanted: usize, freed: usize) -> Result<(), HashTooLarge> {
    let available = available_memory().map_or(usize::MAX, |available| available.saturating_add(freed));
    check(wanted, available)
}

fn check(wanted: usize, available: usize) -> Result<(), HashTooLarge> {
    if wanted > available { Err(HashTooLarge { wanted, available }) } else { Ok(()) }
}

/// Returns the memory in MB that programs can allocate; `None` where the system does not report it.
///
/// Allocation alone does not show it: Linux grants more than there is and ends the program when it is used.
fn available_memory() -> Option<usize> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<usize>().ok()? >> 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_table_larger_than_the_memory_is_refused() {
        assert_eq!(check(1_000, 1_000), Ok(()));
        let error = check(1_017, 1_000).expect_err("too large");
        assert_eq!(error.to_string(), "a hash table of 1017 MB exceeds the available memory of 1000 MB");
        if cfg!(target_os = "linux") {
            let available = available_memory().expect("the memory");
            assert!((10..100_000_000).contains(&available), "{available} MB");
            assert!(check_hash(usize::MAX, 0).is_err());
        }
    }
}
