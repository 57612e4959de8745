//! Copies the page of reports, which the program contains, from the built web page. Without it the copies are empty.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let built = Path::new("../../web/dist/report");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    for name in ["report.js", "report.css"] {
        let content = fs::read(built.join(name)).unwrap_or_default();
        fs::write(out.join(name), content).expect("OUT_DIR is writable");
    }
    // Without a built page the folder of the page is watched, so that its first build is noticed.
    let watched = ["../../web/dist/report", "../../web", "build.rs"];
    if let Some(path) = watched.into_iter().find(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
}
