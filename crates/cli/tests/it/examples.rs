//! The commands in the README and in `docs`: examples print what the pages show, commands in shell blocks run, and all others
//! are understood.

use std::fs::{self, File};
use std::io::{BufReader, Read, Write};
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn the_examples_of_the_readme_print_what_it_shows() {
    let root = root();
    assert_eq!(run_all(&root.join("README.md"), &root), 5);
}

/// The commands of a page run in their order in a copy of `docs/examples`.
#[test]
fn the_examples_of_the_pages_print_what_they_show() {
    let root = root();
    let mut examples = 0;
    for page in pages().iter().filter(|page| page.starts_with(root.join("docs"))) {
        examples += run_all(page, folder_of_examples().path());
    }
    assert!(examples >= 40, "{examples}");
}

/// Commands in shell blocks run on small files with the names of the page. Servers, matches and reviews, which take long, are ended by a
/// signal; they must not fail before. Commands that need a cluster or S3 are run by `cluster.rs` and `make interop`.
#[test]
fn the_commands_of_shell_blocks_run() {
    let mut count = 0;
    for page in pages() {
        let commands = shell_commands(&fs::read_to_string(&page).expect("the page"));
        if commands.is_empty() {
            continue;
        }
        let folder = folder_of_examples();
        prepare(folder.path(), &commands);
        for command in commands {
            let (status, errors) = run_for_a_while(folder.path(), &command);
            let is_ended = status.signal() == Some(15);
            assert!(status.success() || is_ended, "{}: {command}\n{errors}", page.display());
            count += 1;
        }
    }
    let expected = 7 + if cfg!(feature = "sql") { 6 } else { 0 };
    assert!(count >= expected, "{count}");
}

/// Commands in the text that name a file run as those of blocks do, each in a folder of its own.
#[test]
fn the_commands_of_the_text_with_files_run() {
    let mut count = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("the page");
        let in_blocks = shell_commands(&text);
        // Words in capitals, such as `MONTH.pgn`, are placeholders.
        let is_file = |word: &str| {
            let parts = word.split_once('.');
            parts.is_some_and(|(stem, end)| {
                end.starts_with(char::is_alphabetic) && stem.chars().any(char::is_lowercase)
            })
        };
        let names_a_file = |command: &String| command.split_whitespace().any(is_file);
        let mut commands = other_commands(&text);
        commands
            .retain(|command| names_a_file(command) && is_runnable(command) && !in_blocks.contains(command));
        for command in commands {
            let folder = folder_of_examples();
            prepare(folder.path(), &[]);
            let puzzles = fs::read_to_string(root().join("crates/cli/tests/cmd/themes.in/puzzles.csv"));
            // The rows after the first puzzle are broken.
            let puzzles: String = puzzles.expect("puzzles").split_inclusive('\n').take(2).collect();
            let puzzles = zstd::encode_all(puzzles.as_bytes(), 1).expect("memory");
            fs::write(folder.path().join("puzzles-dev.csv.zst"), puzzles).expect("written");
            let made = run(
                folder.path(),
                "pinsight --quiet convert games.pgn -o games.parquet && cp games.parquet data && \
                 pinsight --quiet book games.pgn -o my.bin",
            );
            assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
            // An existing output would be refused.
            if let Some((_, output)) = command.split_once(" -o ") {
                let _ = fs::remove_file(folder.path().join(output));
            }
            let (status, errors) = run_for_a_while(folder.path(), &command);
            let is_ended = status.signal() == Some(15);
            assert!(status.success() || is_ended, "{}: {command}\n{errors}", page.display());
            count += 1;
        }
    }
    assert!(count >= 10, "{count}");
}

/// The prompt of SQL, on a terminal made by `script` of util-linux. Input that arrives while a query runs is not read, so `quit`
/// follows the rows.
#[cfg(all(feature = "sql", target_os = "linux"))]
#[test]
fn the_prompt_of_sql_answers() {
    let folder = folder_of_examples();
    let mut script =
        shell(folder.path(), "exec timeout --foreground 60 script -qec 'pinsight sql' /dev/null");
    script.env("XDG_DATA_HOME", folder.path().join("store"));
    let mut child = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a shell");
    let mut input = child.stdin.take().expect("an input");
    let output = child.stdout.take().expect("an output");
    input.write_all(b"SELECT White || ' - ' || Black AS names FROM 'opera.pgn';\n").expect("a query");
    let mut shown = Vec::new();
    for byte in BufReader::new(output).bytes() {
        shown.push(byte.expect("output"));
        if shown.ends_with(b" - Duke Karl") {
            input.write_all(b"quit\n").expect("an end");
        }
    }
    let status = child.wait().expect("an end");
    let shown = String::from_utf8_lossy(&shown);
    if matches!(status.code(), Some(126 | 127)) {
        return; // Not every system has `script`.
    }
    assert!(status.success(), "{status}: {shown}");
    assert!(shown.contains(" - Duke Karl"), "{shown}");
}

#[cfg(feature = "sql")]
#[test]
fn the_queries_of_the_data_page_run() {
    let page = fs::read_to_string(root().join("docs/data.md")).expect("the page");
    let folder = folder_of_examples();
    let (_, rest) = page.split_once("\n```sql\n").expect("queries");
    let (queries, _) = rest.split_once("```").expect("an end");
    fs::write(folder.path().join("queries.sql"), queries).expect("written");
    let output = run(
        folder.path(),
        "pinsight --quiet convert blitz.pgn classics.pgn -o games.parquet && pinsight sql < queries.sql",
    );
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Commands outside of examples, which may need other files or not end, are parsed: `--help` at their end runs nothing, but
/// an unknown command, flag or value in front of it is an error.
#[test]
fn all_other_commands_of_the_pages_are_understood() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("queries.sql"), "").expect("written");
    let mut count = 0;
    for page in pages() {
        for command in other_commands(&fs::read_to_string(&page).expect("the page")) {
            let asked = format!("pinsight() {{ command pinsight \"$@\" --help; }}\n{command}");
            let output = run(folder.path(), &asked);
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success() && errors.is_empty(), "{}: {command}\n{errors}", page.display());
            count += 1;
        }
    }
    assert!(count >= 60, "{count}");
}

/// Commands of other programs are not run, since they build for minutes or need the network; but the targets of `make` and the
/// files that they name exist.
#[test]
fn make_targets_and_files_of_the_pages_exist() {
    let root = root();
    let makefile = fs::read_to_string(root.join("Makefile")).expect("the Makefile");
    let is_target = |name: &str| makefile.lines().any(|line| line.starts_with(&format!("{name}:")));
    let mut count = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("the page");
        for code in codes(&text) {
            let mut words = code.split_whitespace();
            if words.next() == Some("make") {
                let target = words.next().unwrap_or("help");
                assert!(is_target(target), "{}: there is no target of `{code}`", page.display());
                count += 1;
            }
            let first = code.split_whitespace().next().unwrap_or_default();
            if first.starts_with("tools/") || first.starts_with("benches/") {
                assert!(root.join(first).exists(), "{}: there is no {first}", page.display());
                count += 1;
            }
        }
    }
    assert!(count >= 30, "{count}");
}

/// Returns whether this test can run a command.
fn is_runnable(command: &str) -> bool {
    let needs_others = command.contains("cluster") || command.contains("s3://");
    let has_sql = cfg!(feature = "sql") || !command.starts_with("pinsight sql");
    // Run by a test of its own.
    let is_prompt = command.split('#').next().is_some_and(|command| command.trim() == "pinsight sql");
    let has_stockfish = stockfish().is_some() || !command.contains("stockfish");
    command.starts_with("pinsight ") && !needs_others && !is_prompt && has_sql && has_stockfish
}

/// Returns the commands `pinsight ...` in shell blocks that this test can run.
fn shell_commands(text: &str) -> Vec<String> {
    let lines = shell_lines(text).into_iter();
    lines
        .map(|line| line.strip_prefix("time ").unwrap_or(&line).to_owned())
        .filter(|command| is_runnable(command))
        .collect()
}

fn stockfish() -> Option<PathBuf> {
    std::env::var_os("PINSIGHT_STOCKFISH").map(PathBuf::from)
}

/// Makes the files that the commands name, and programs: `old`, which is the program under test, and a browser that opens nothing.
fn prepare(folder: &Path, commands: &[String]) {
    let games = fs::read(folder.join("classics.pgn")).expect("the examples");
    let packed = zstd::encode_all(games.as_slice(), 1).expect("memory");
    for name in ["games.pgn.zst", "lichess_db_standard_rated_2025-05.pgn.zst"] {
        fs::write(folder.join(name), &packed).expect("written");
    }
    fs::write(folder.join("games.pgn"), &games).expect("written");
    fs::create_dir(folder.join("games")).expect("a folder");
    fs::write(folder.join("games/1.pgn"), &games).expect("written");
    fs::write(folder.join("queries.sql"), "SELECT 1;").expect("written");
    fs::create_dir_all(folder.join("backup/pinsight")).expect("a folder");
    fs::create_dir(folder.join("data")).expect("a folder");
    symlink(root().join("docs"), folder.join("docs")).expect("a link");
    symlink(env!("CARGO_BIN_EXE_pinsight"), folder.join("old")).expect("a link");
    symlink("/bin/true", folder.join("xdg-open")).expect("a link");
    if let Some(stockfish) = stockfish() {
        symlink(stockfish, folder.join("stockfish")).expect("a link");
    }
    // A table as lichess publishes it on Hugging Face: movetext in place of `moves`.
    if commands.iter().any(|command| command.contains("'lichess.parquet'")) {
        let columns = "White, Black, 'Philidor' AS Opening, '1. e4 e5 2. Nf3 d6 3. d4 Bg4' AS movetext";
        let query = format!("SELECT {columns} FROM 'opera.pgn'");
        let made = run(folder, &format!("pinsight sql \"{query}\" -o lichess.parquet"));
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }
}

/// Runs a command until it ends, or ends it: a server when it listens, a match or review after a few seconds. Returns the status and
/// the errors.
fn run_for_a_while(folder: &Path, command: &str) -> (ExitStatus, String) {
    let is_server = command.starts_with("pinsight serve");
    let local = command.replace("/backup/", "backup/").replace("/usr/games/stockfish", "./stockfish");
    // Another server may use the default port. With `exec`, the signal goes to the program alone.
    let script = format!("exec {}", local.replace("pinsight serve", "pinsight serve --port 0"));
    let [stdout, stderr] = ["stdout", "stderr"].map(|name| folder.join(name));
    let mut shell = shell(folder, &script);
    shell.env("XDG_DATA_HOME", folder.join("store"));
    shell.stdout(File::create(&stdout).expect("a file")).stderr(File::create(&stderr).expect("a file"));
    let mut child = shell.spawn().expect("a shell");
    let start = Instant::now();
    let takes_long = ["pinsight match", "pinsight review"].iter().any(|long| command.starts_with(long));
    let patience = Duration::from_secs(if takes_long { 5 } else { 300 });
    let listens = || is_server && fs::metadata(&stdout).is_ok_and(|file| file.len() > 0);
    let mut status = None;
    while status.is_none() && start.elapsed() < patience && !listens() {
        thread::sleep(Duration::from_millis(20));
        status = child.try_wait().expect("a child");
    }
    let status = status.unwrap_or_else(|| {
        assert!(!is_server || listens(), "{command}: the server does not listen");
        // A job in the background of a shell ignores SIGINT, and so do the programs that it starts.
        let ended = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
        assert!(ended.expect("kill").success());
        child.wait().expect("a child")
    });
    (status, fs::read_to_string(stderr).expect("a file"))
}

/// Returns a folder with a copy of `docs/examples`.
fn folder_of_examples() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for file in fs::read_dir(root().join("docs/examples")).expect("the examples") {
        let file = file.expect("a file");
        fs::copy(file.path(), folder.path().join(file.file_name())).expect("a copy");
    }
    folder
}

/// Returns the lines of shell blocks.
fn shell_lines(text: &str) -> Vec<String> {
    // Code blocks are the odd parts: their language, then their lines.
    let blocks =
        text.split("\n```").skip(1).step_by(2).map(|part| part.split_once('\n').unwrap_or((part, "")));
    let shell = blocks.filter(|(language, _)| matches!(*language, "" | "sh"));
    shell.flat_map(|(_, lines)| lines.lines()).map(str::to_owned).collect()
}

/// Returns the lines of shell blocks, and the code in the text of a page.
fn codes(text: &str) -> Vec<String> {
    let mut codes = shell_lines(text);
    for part in text.split("\n```").step_by(2) {
        codes.extend(part.split('`').skip(1).step_by(2).map(|code| code.replace('\n', " ")));
    }
    codes
}

#[test]
fn the_config_file_of_the_pages_is_accepted() {
    let page = fs::read_to_string(root().join("docs/cli.md")).expect("the page");
    let (_, rest) = page.split_once("\n```toml\n").expect("a config file");
    let (config, _) = rest.split_once("```").expect("an end");
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("config.toml"), config).expect("a file");
    let output = run(folder.path(), "pinsight --config config.toml config --json");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let values: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(values["theme"], "dark");
    assert_eq!(values["limits"]["connections"], 100);
}

#[test]
fn the_index_of_the_pages_has_a_link_to_each() {
    let root = root();
    let index = fs::read_to_string(root.join("docs/README.md")).expect("the index");
    for page in fs::read_dir(root.join("docs")).expect("the pages") {
        let name = page.expect("a page").file_name().into_string().expect("UTF-8");
        if name.ends_with(".md") && name != "README.md" {
            assert!(index.contains(&format!("({name})")), "docs/README.md has no link to {name}");
        }
    }
}

/// Relative links of the pages lead to a file, and to a heading if they name one.
#[test]
fn links_between_the_pages_lead_somewhere() {
    let mut count = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("the page");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
            if link.contains("://") || link.contains(' ') {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target =
                if file.is_empty() { page.clone() } else { page.parent().expect("a folder").join(file) };
            assert!(target.exists(), "{}: {link} does not exist", page.display());
            if !heading.is_empty() {
                let target = fs::read_to_string(&target).expect("a page");
                let mut headings = target.lines().filter(|line| line.starts_with('#')).map(anchor);
                assert!(headings.any(|known| known == heading), "{}: {link} has no heading", page.display());
            }
            count += 1;
        }
    }
    assert!(count >= 50, "{count}");
}

/// Returns the anchor of a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|&c| c.is_alphanumeric() || c == ' ' || c == '-' || c == '_');
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the pages that a reader sees.
fn pages() -> Vec<PathBuf> {
    let root = root();
    let mut pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md"].map(|name| root.join(name)).to_vec();
    for page in fs::read_dir(root.join("docs")).expect("the pages") {
        let page = page.expect("a page").path();
        if page.extension().is_some_and(|end| end == "md") {
            pages.push(page);
        }
    }
    pages.sort();
    pages
}

/// Runs the examples of a page in a folder and compares their output. Returns their number.
fn run_all(page: &Path, folder: &Path) -> usize {
    let text = fs::read_to_string(page).expect("the page");
    let mut count = 0;
    for block in text.split("\n```console\n").skip(1) {
        let block = block.split_once("\n```").expect("a closed code block").0;
        for example in format!("\n{block}").split("\n$ ").skip(1) {
            let (command, expected) = example.split_once('\n').unwrap_or((example, ""));
            let output = run(folder, command);
            let actual = String::from_utf8(output.stdout).expect("UTF-8");
            let [expected, lines] = [expected, &actual].map(|text| text.lines().collect::<Vec<_>>());
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(matches(&expected, &lines), "{}: $ {command}\n{actual}\n{errors}", page.display());
            count += 1;
        }
    }
    count
}

/// Returns the commands `pinsight ...` in shell blocks and in the text of a page. Words in capitals stand for something.
fn other_commands(text: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    for code in codes(text) {
        let line = code.strip_prefix("time ").unwrap_or(&code);
        let line = line.split_once("$ ").map_or(line, |(_, command)| command);
        if line.starts_with("pinsight ") {
            commands.push(line.to_owned());
        }
    }
    let is_name = |word: &str| word.len() > 2 && word.chars().all(|c| c.is_ascii_uppercase());
    let stands_for = |command: &String| {
        command.split_whitespace().any(is_name) && !command.contains('"')
            || command.starts_with("pinsight help")
    };
    commands.retain(|command| !stands_for(command));
    commands
}

fn run(folder: &Path, command: &str) -> Output {
    shell(folder, command).output().expect("a shell")
}

/// Returns a shell command; `pinsight` is the program under test, without a config file. Programs of the folder come first.
fn shell(folder: &Path, command: &str) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_pinsight"));
    let path = format!(
        "{}:{}:{}",
        folder.display(),
        program.parent().expect("a folder").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(command).current_dir(folder).env("PATH", path).env("PINSIGHT_CONFIG", "");
    shell.stdin(Stdio::null());
    shell
}

/// Returns whether the lines are the expected ones, where `...` stands for any number of lines.
fn matches(expected: &[&str], actual: &[&str]) -> bool {
    match expected {
        [] => actual.is_empty(),
        ["...", rest @ ..] => (0..=actual.len()).any(|skipped| matches(rest, &actual[skipped..])),
        [line, rest @ ..] => actual.first() == Some(line) && matches(rest, &actual[1..]),
    }
}
