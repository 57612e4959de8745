//! Notices when the page was built, so that the program is built again with it.

fn main() {
    // The folder of the page is there in a checkout, not in a published crate. Without `dist` in it the whole folder is
    // watched, so that a first build of the page is noticed.
    let watched = ["../../web/dist", "../../web", "page", "build.rs"];
    if let Some(path) = watched.into_iter().find(|path| std::path::Path::new(path).exists()) {
        #[allow(clippy::print_stdout, reason = "this is how cargo is told")]
        {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}
