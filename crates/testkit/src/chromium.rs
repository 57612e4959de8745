//! Pages in a real browser, without a driver: the page gets a script that tries it and writes down what it saw.
//!
//! `make test` finds or installs a Chromium and names it in `PINSIGHT_CHROMIUM`; without that `chromium` is tried.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Behind this the page's own report begins, in its last element.
const BEGIN: &str = "<pre id=\"seen\">";

/// What the script saw: the text of its report, and what the browser's console said.
#[derive(Debug)]
pub struct Seen {
    /// The lines that the script wrote with `note(...)`.
    pub notes: Vec<String>,
    /// Errors of the page, as its window or the browser's console tell them.
    pub errors: Vec<String>,
}

/// Opens a page, as a file, in a frame of this size, and runs a script in it.
///
/// In the script `note(text)` writes a line down and `key(name)` presses a key. It runs when the page is loaded and may
/// wait for things: `await`. Every error of the page is collected, those before it included.
///
/// # Panics
/// When there is no Chromium, with the command that installs it; a test that looks at nothing must not pass.
pub fn try_page(page: &Path, size: (u32, u32), script: &str) -> Seen {
    let text = fs::read_to_string(page).expect("the page");
    let watch = "<script>window.wrong = []; addEventListener('error', (e) => wrong.push(String(e.message))); \
                 addEventListener('unhandledrejection', (e) => wrong.push(String(e.reason)));</script>";
    let tries = format!(
        "<script>addEventListener('load', async () => {{\n\
         const notes = [];\n\
         const note = (text) => notes.push(String(text));\n\
         const key = (name) => document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key: name, bubbles: true }}));\n\
         try {{\n{script}\n}} catch (error) {{ wrong.push(String(error)); }}\n\
         parent.postMessage(notes.map((line) => 'note ' + line).concat(wrong.map((line) => 'wrong ' + line), 'end').join('\\n'), '*');\n\
         }});</script>"
    );
    // Before all other scripts, and behind all else.
    let text = text.replacen("<head>", &format!("<head>{watch}"), 1);
    let (before, after) = text.rsplit_once("</body>").expect("a page with a body");
    let folder = page.parent().expect("a folder");
    let tried = folder.join("tried.html");
    fs::write(&tried, format!("{before}{tries}</body>{after}")).expect("written");

    // A window cannot be as narrow as a phone, but a frame can.
    let (width, height) = size;
    let frame = folder.join("frame.html");
    let outer = format!(
        "<!doctype html><meta charset=\"utf-8\"><body><script>addEventListener('message', (e) => {{\n\
         const seen = document.createElement('pre'); seen.id = 'seen'; seen.textContent = e.data;\n\
         document.body.append(seen); }});</script>\
         <iframe src=\"tried.html\" style=\"border:0;width:{width}px;height:{height}px\"></iframe></body>"
    );
    fs::write(&frame, outer).expect("written");
    let output = browser(folder, &["--virtual-time-budget=20000", "--dump-dom"], &frame);
    let dom = String::from_utf8_lossy(&output.stdout);
    let console = String::from_utf8_lossy(&output.stderr);
    let report = dom.rsplit_once(BEGIN).and_then(|(_, rest)| rest.split_once("</pre>"));
    let (report, _) = report.unwrap_or_else(|| panic!("the page gave no report\n{console}"));
    let lines =
        || report.lines().map(|line| line.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"));
    assert_eq!(lines().next_back().as_deref(), Some("end"), "{report}");
    let said = console.lines().filter(|line| line.contains(":CONSOLE")).map(str::to_owned);
    let of = |sign: &'static str| lines().filter_map(move |line| line.strip_prefix(sign).map(str::to_owned));
    Seen { notes: of("note ").collect(), errors: of("wrong ").chain(said).collect() }
}

fn browser(folder: &Path, arguments: &[&str], page: &Path) -> Output {
    let chromium = std::env::var("PINSIGHT_CHROMIUM").unwrap_or_else(|_| "chromium".to_owned());
    let profile = folder.join("profile");
    let mut command = Command::new(&chromium);
    command
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--disable-dev-shm-usage", "--enable-logging=stderr", "--log-level=0"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg("--window-size=1600,1200")
        .args(arguments)
        .arg(page);
    let output = command.output().unwrap_or_else(|error| {
        panic!("cannot start {chromium}: {error}; `make test` sets it up, by hand: apt-get install chromium")
    });
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}
