//! Tests pages in headless Chromium without a driver: injects a script into the page and reads its report.
//!
//! `make test` finds or installs Chromium and sets `PINSIGHT_CHROMIUM`. Default: `chromium`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Start of the report in the dumped DOM.
const REPORT_START: &str = "<pre id=\"report-lines\">";

/// The result of a script in a page.
#[derive(Debug)]
pub struct PageReport {
    /// The lines written by `note(...)`.
    pub notes: Vec<String>,
    /// Script errors and console messages.
    pub errors: Vec<String>,
}

/// Opens the file `page` in a frame of `size` and runs `script` in it after the page has loaded.
///
/// In the script, `note(text)` adds a line to the report, `key(name)` presses a key, and `await` is allowed. Errors
/// from before the script starts are collected too.
///
/// # Panics
/// If Chromium is missing: a test must not pass without running. The message contains the install command.
pub fn run_in_page(page: &Path, size: (u32, u32), script: &str) -> PageReport {
    let folder = page.parent().expect("a folder");
    let html = fs::read_to_string(page).expect("the page");
    fs::write(folder.join("instrumented.html"), instrument(&html, script)).expect("written");
    let frame = folder.join("frame.html");
    fs::write(&frame, frame_page(size)).expect("written");
    let output = browser(folder, &["--virtual-time-budget=20000", "--dump-dom"], &frame);
    read_report(&String::from_utf8_lossy(&output.stdout), &String::from_utf8_lossy(&output.stderr))
}

/// Adds the error listeners before all other scripts and `script` after all other content.
fn instrument(html: &str, script: &str) -> String {
    let listeners = "<script>window.wrong = []; addEventListener('error', (e) => wrong.push(String(e.message))); \
                     addEventListener('unhandledrejection', (e) => wrong.push(String(e.reason)));</script>";
    let test = format!(
        "<script>addEventListener('load', async () => {{\n\
         const notes = [];\n\
         const note = (text) => notes.push(String(text));\n\
         const key = (name) => document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key: name, bubbles: true }}));\n\
         try {{\n{script}\n}} catch (error) {{ wrong.push(String(error)); }}\n\
         parent.postMessage(notes.map((line) => 'note ' + line).concat(wrong.map((line) => 'wrong ' + line), 'end').join('\\n'), '*');\n\
         }});</script>"
    );
    let html = html.replacen("<head>", &format!("<head>{listeners}"), 1);
    let (before, after) = html.rsplit_once("</body>").expect("a page with a body");
    format!("{before}{test}</body>{after}")
}

/// Returns a page that shows the instrumented page in a frame and stores its report in the DOM. A window cannot be as
/// narrow as a phone, but a frame can.
fn frame_page((width, height): (u32, u32)) -> String {
    format!(
        "<!doctype html><meta charset=\"utf-8\"><body><script>addEventListener('message', (e) => {{\n\
         const report = document.createElement('pre'); report.id = 'report-lines'; report.textContent = e.data;\n\
         document.body.append(report); }});</script>\
         <iframe src=\"instrumented.html\" style=\"border:0;width:{width}px;height:{height}px\"></iframe></body>"
    )
}

fn read_report(dom: &str, console: &str) -> PageReport {
    let report = dom.rsplit_once(REPORT_START).and_then(|(_, rest)| rest.split_once("</pre>"));
    let (report, _) = report.unwrap_or_else(|| panic!("the page sent no report\n{console}"));
    let lines =
        || report.lines().map(|line| line.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"));
    assert_eq!(lines().next_back().as_deref(), Some("end"), "{report}");
    let messages = console.lines().filter(|line| line.contains(":CONSOLE")).map(str::to_owned);
    let with_prefix =
        |prefix: &'static str| lines().filter_map(move |line| line.strip_prefix(prefix).map(str::to_owned));
    PageReport {
        notes: with_prefix("note ").collect(),
        errors: with_prefix("wrong ").chain(messages).collect(),
    }
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
        panic!("cannot start {chromium}: {error}; run `make test`, or install it: apt-get install chromium")
    });
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}
