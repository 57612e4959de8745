//! The HTML page of a review in a real browser.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use pinsight_testkit::chromium::{PageReport, run_in_page};
use tempfile::TempDir;

/// Morphy against two amateurs, Paris 1858, with markup in tags and comments.
const OPERA: &str = "\
[Event \"Paris <img src=x onerror=wrong.push(1)>\"]
[Site \"Opera\"]
[Date \"1858.??.??\"]
[White \"Morphy <script>wrong.push('name')</script>\"]
[Black \"Duke & Count </script><b>bold</b>\"]
[Result \"1-0\"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 {A <i>pin</i>, and a \"weak\" one </script><script>wrong.push('comment')</script>}
4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 $1 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7
12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
";

const QUIET: &str = "[White \"Anna\"]\n[Black \"Berta\"]\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n";
const BROKEN: &str = "[White \"Clara\"]\n\n1. e4 e5 2. Ke3 *\n";
const NO_START: &str = "[White \"Dora\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n";

/// Writes the page of the games and returns its folder, its path and the exit code.
fn report(games: &str, arguments: &[&str]) -> (TempDir, PathBuf, Option<i32>) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.pgn"), games).expect("written");
    let page = folder.path().join("report.html");
    let output = Command::new(env!("CARGO_BIN_EXE_pinsight"))
        .args(["review", "--all-pins", "games.pgn", "-o", "report.html"])
        .args(arguments)
        .current_dir(folder.path())
        .output()
        .expect("the program starts");
    assert!(output.stdout.is_empty());
    assert!(page.exists(), "{}", String::from_utf8_lossy(&output.stderr));
    (folder, page, output.status.code())
}

fn open_page(games: &str, size: (u32, u32), script: &str) -> PageReport {
    let (_folder, page, _) = report(games, &[]);
    run_in_page(&page, size, script)
}

#[test]
fn keys_and_buttons_step_through_the_game() {
    let seen = open_page(
        OPERA,
        (1440, 900),
        "const at = () => new URLSearchParams(location.hash.slice(1)).get('ply');
         const label = () => document.querySelector('.table').getAttribute('aria-label');
         const settle = () => new Promise((done) => setTimeout(done, 60));
         await settle(); note(label()); // where the first pin arises
         key('ArrowLeft'); await settle(); note(label());
         key('ArrowRight'); key('ArrowRight'); await settle(); note(label());
         key('Home'); await settle(); note(label());
         key('ArrowLeft'); await settle(); note(at());
         key('End'); await settle(); note(label());
         key('ArrowRight'); await settle(); note(at());
         document.querySelector('[aria-label=\"One move back\"]').click(); await settle(); note(at());
         const moves = [...document.querySelectorAll('.moves .move')];
         moves[5].click(); await settle(); note(label()); note(moves[5].getAttribute('aria-current'));
         key('Home'); document.querySelector('.strip-labels button').click(); await settle(); note(label());
         const chart = document.querySelector('.strip-chart'), box = chart.getBoundingClientRect();
         chart.dispatchEvent(new MouseEvent('click', { clientX: box.right - 1, clientY: box.top + 3, bubbles: true }));
         await settle(); note(at());",
    );
    assert_eq!(seen.errors, Vec::<String>::new());
    assert_eq!(
        seen.notes,
        [
            "Position after 3... Bg4",
            "Position after 3. d4",
            "Position after 4. dxe5",
            "Position at the start",
            "0",
            "Position after 17. Rd8#",
            "33",
            "32",
            "Position after 3... Bg4",
            "true",
            "Position after 3... Bg4",
            "33",
        ]
    );
}

#[test]
fn the_board_shows_the_pieces_and_pins_of_the_move() {
    let seen = open_page(
        OPERA,
        (1440, 900),
        "const settle = () => new Promise((done) => setTimeout(done, 60));
         const pieces = (id) => document.querySelectorAll(`.chessboard [data-piece=${id}]`).length;
         const pins = () => document.querySelectorAll('.chessboard [data-pin]').length;
         key('Home'); await settle(); note(['wp', 'bp', 'wn', 'bk'].map(pieces)); note(pins());
         document.querySelectorAll('.moves .move')[5].click(); await settle();
         note(document.querySelector('.chessboard [data-pin]').dataset.pin);
         note(document.querySelector('.pins .ledger.new .sentence').textContent.includes('bishop on g4 pins the knight on f3 to the queen on d1'));
         key('End'); await settle(); note(['wr', 'wb', 'wk', 'bk', 'wq'].map(pieces)); note(document.querySelectorAll('.in-check').length);
         const taken = (side) => document.querySelector(`.player[data-color=${side}]`);
         note(taken('white').querySelectorAll('.piece-icon').length + ' ' + taken('black').querySelectorAll('.piece-icon').length + ' ' + taken('black').querySelector('.ahead').textContent);
         const y = (id) => document.querySelector(`.chessboard [data-piece=${id}]`).getBoundingClientRect().y;
         note(y('wk') > y('bk')); key('f'); await settle(); note(y('wk') > y('bk'));",
    );
    assert_eq!(seen.errors, Vec::<String>::new());
    assert_eq!(
        seen.notes,
        [
            "8,8,2,1",
            "0",
            "g4f3d1",
            "true",
            // At the mate White has a rook, a bishop and the king, but no queen; Black has the king.
            "1,1,1,1,0",
            "1",
            // White captured a rook, a bishop, a knight, three pawns; Black the queen, a rook, a bishop, two knights, a
            // pawn.
            "6 6 +10",
            "true",
            "false",
        ]
    );
}

#[test]
fn markup_in_names_and_comments_is_shown_as_text() {
    let seen = open_page(
        OPERA,
        (1440, 900),
        "note(document.querySelector('.game-head h1').textContent);
         note(document.querySelector('.game-head .muted').textContent);
         note(document.querySelector('.moves .comment').textContent);
         note(document.querySelectorAll('#page img, #page script, #page i, #page b').length);
         note(document.querySelector('.moves').textContent.includes('Bg5!'));",
    );
    assert_eq!(seen.errors, Vec::<String>::new(), "nothing of it was run");
    assert_eq!(
        seen.notes,
        [
            "Morphy <script>wrong.push('name')</script> – Duke & Count </script><b>bold</b>",
            "1–0Paris <img src=x onerror=wrong.push(1)> · 1858",
            "A <i>pin</i>, and a \"weak\" one </script><script>wrong.push('comment')</script>",
            "0",
            "true",
        ]
    );
}

#[test]
fn several_games_have_a_list_and_totals() {
    let games = [OPERA, QUIET, BROKEN, NO_START].join("\n");
    let (_folder, page, code) = report(&games, &[]);
    assert_eq!(code, Some(1), "two games are faulty");
    let seen = run_in_page(
        &page,
        (1440, 900),
        "const settle = () => new Promise((done) => setTimeout(done, 60));
         const items = () => [...document.querySelectorAll('.report-games li button')];
         note(items().length);
         const number = (element) => Number(element.textContent);
         const opened = async (at) => { items()[at].click(); await settle(); return document.querySelector('.game-head').textContent; };
         note((await opened(1)).includes('Anna – Berta')); note(document.querySelectorAll('.strip-chart .bar').length);
         key('ArrowRight'); await settle(); note(document.querySelector('.table').getAttribute('aria-label'));
         note((await opened(2)).includes('Ke3')); note(document.querySelectorAll('.moves .move').length);
         note((await opened(3)).includes('Dora')); key('ArrowRight'); await settle(); note(document.querySelectorAll('.chessboard').length);
         await opened(0);
         // The totals are the sums over the games, everywhere.
         const rows = (table) => [...table.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td')].map(number));
         const [own, all] = [...document.querySelectorAll('table.tally')].map(rows);
         const chart = [...document.querySelectorAll('.chart .count')].map(number);
         const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
         note(JSON.stringify(all) === JSON.stringify(own));
         const pins = document.querySelectorAll('.strip-chart .bar').length;
         note(pins > 3 && all[0][0] + all[1][0] === pins && sum(chart) === pins);
         note(all.every(([every, absolute, relative]) => every === absolute + relative));
         const search = document.querySelector('.report-games input');
         search.value = 'berta'; search.dispatchEvent(new Event('input', { bubbles: true })); await settle();
         note(items().length);",
    );
    assert_eq!(seen.errors, Vec::<String>::new());
    assert_eq!(
        seen.notes,
        ["4", "true", "0", "Position after 1. e4", "true", "2", "true", "0", "true", "true", "true", "1"]
    );
}

#[test]
fn the_page_fits_phone_and_tablet_and_has_themes() {
    let games = [OPERA, QUIET].join("\n");
    let script = "const settle = () => new Promise((done) => setTimeout(done, 60));
         note(document.documentElement.scrollWidth <= innerWidth);
         const page = () => getComputedStyle(document.documentElement).backgroundColor;
         const tool = document.querySelector('.theme'), before = page();
         tool.click(); await settle(); const light = page(); tool.click(); await settle(); const dark = page(); tool.click(); await settle();
         note(light !== dark); note(page() === before);";
    for size in [(360, 800), (768, 1024), (1440, 900)] {
        let seen = open_page(&games, size, script);
        assert_eq!(seen.errors, Vec::<String>::new(), "{size:?}");
        assert_eq!(seen.notes, ["true", "true", "true"], "{size:?}");
    }
}

#[test]
fn the_coach_judges_the_moves_on_the_page() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.pgn"), "1. f3 e5 2. g4 Qh4# 0-1\n").expect("written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
    command.args(["review", "--nodes", "2000", "games.pgn", "-o", "report.html"]).current_dir(folder.path());
    let output = command.output().expect("the program starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let seen = run_in_page(
        &folder.path().join("report.html"),
        (1440, 900),
        "const settle = () => new Promise((done) => setTimeout(done, 60));
         document.querySelectorAll('.moves .move')[2].click(); await settle();
         note(document.querySelector('.moves .glyph.blunder').textContent);
         note(document.querySelector('.coach').textContent.includes('Qh4#'));
         note(document.querySelector('.review-side').textContent.includes('1 blunder'));
         note(document.querySelectorAll('.eval-graph .judged').length);",
    );
    assert_eq!(seen.errors, Vec::<String>::new());
    assert_eq!(seen.notes, ["??", "true", "true", "1"]);
}

#[test]
fn a_page_of_five_hundred_games_stays_below_20_mb() {
    let mut games = String::new();
    for number in 1..=500 {
        let _ = writeln!(games, "{}", OPERA.replace("[White \"Morphy", &format!("[White \"Player {number}")));
    }
    let (_folder, page, code) = report(&games, &[]);
    assert_eq!(code, Some(0));
    let size = fs::metadata(&page).expect("the page").len();
    assert!(size < 20 << 20, "{size} bytes");
    let seen = run_in_page(
        &page,
        (1440, 900),
        "const items = document.querySelectorAll('.report-games li button');
         note(items.length); items[499].click(); await new Promise((done) => setTimeout(done, 100));
         note(document.querySelector('.game-head h1').textContent.startsWith('Player 500'));",
    );
    assert_eq!(seen.errors, Vec::<String>::new());
    assert_eq!(seen.notes, ["500", "true"]);
}

#[test]
fn a_page_is_complete_or_absent() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("report.html"), "mine").expect("written");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
        let output = command.arg("review").args(arguments).current_dir(folder.path()).output();
        let output = output.expect("the program starts");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, errors) = run(&["none.pgn", "-o", "report.html"]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("report.html exists; use --force to overwrite it"), "{errors}");
    let (code, _) = run(&["none.pgn", "-o", "report.html", "--force"]);
    assert_eq!(code, Some(2));
    assert_eq!(fs::read_to_string(folder.path().join("report.html")).expect("the file"), "mine");
    let (code, errors) = run(&["none.pgn", "-o", "report.pdf"]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("expected a name ending in .pgn or .html"), "{errors}");
}

#[test]
fn a_page_holds_a_limited_number_of_games() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.pgn"), "[Event \"x\"]\n\n1. e4 *\n\n".repeat(2_001))
        .expect("written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
    command.args(["review", "--all-pins", "games.pgn", "-o", "report.html"]).current_dir(folder.path());
    let output = command.output().expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(
        errors.contains("the page holds the first 2000 games; select fewer, or write them with -o FILE.pgn")
    );
    let page = fs::read_to_string(folder.path().join("report.html")).expect("the page");
    assert_eq!(page.matches("class=\"game\">").count(), 2_000);
}
