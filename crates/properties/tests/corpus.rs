//! Runs the fuzz targets over their corpora.

use std::fs;
use std::path::Path;

use pinsight_properties::TARGETS;

#[test]
fn properties_hold_on_the_corpora() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    for (name, property) in TARGETS {
        let folder = fuzz.join("corpus").join(name);
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut count = 0;
        for entry in entries {
            let path = entry.expect("a readable corpus").path();
            let data = fs::read(&path).expect("a readable file");
            let result = std::panic::catch_unwind(|| property(&data));
            assert!(result.is_ok(), "the property does not hold for {}", path.display());
            count += 1;
        }
        assert!(count >= 5, "{} has {count} files, expected at least 5", folder.display());
    }
}

#[test]
fn every_target_is_built_by_cargo_fuzz() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let manifest = fs::read_to_string(fuzz.join("Cargo.toml")).expect("the manifest of the fuzz targets");
    let built: Vec<&str> = manifest
        .lines()
        .filter_map(|line| line.strip_prefix("path = \"fuzz_targets/")?.strip_suffix(".rs\""))
        .collect();
    let targets: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    assert_eq!(built, targets);
}
