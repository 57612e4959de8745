//! Snapshot tests: scenes as text, SVG and PNG against reviewed files.
//!
//! `PINSIGHT_REDRAW=1 cargo test -p pinsight-drawing --test it pictures` overwrites the files; review them before a
//! commit.

use std::fs;
use std::path::PathBuf;

use pinsight_drawing::{Glyphs, Renderer, Scene, Theme};
use pinsight_rules::{Board, Position, Square};
use resvg::tiny_skia::Pixmap;
use resvg::usvg::{Options, Tree};

/// Width of the reference pictures in pixels.
const WIDTH: u32 = 240;
/// Maximum difference of a channel at which two pixels count as equal: antialiasing differs between machines.
const TOLERANCE: u8 = 48;
/// Maximum number of different pixels per thousand.
const MAX_PER_MILLE: usize = 3;

struct Sample {
    name: &'static str,
    scene: Scene,
    theme: Theme,
}

fn position(fen: &str) -> Position {
    fen.parse().expect("a legal position")
}

fn samples() -> Vec<Sample> {
    let plain = |fen| Scene::new(&position(fen));
    let pinned = |fen| plain(fen).with_pins(&position(fen));
    let moves = |fen, square| plain(fen).with_moves_from(&position(fen), square);
    let italian = "r2qk2r/ppp2p1p/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPP2PPP/R2QK2R w KQkq - 4 7";
    let mate = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4";
    let marked = |mut scene: Scene| {
        scene.arrows = ["h4f2", "Re4e5", "Yb1c3", "Bd1d4"].map(|text| text.parse().expect("an arrow")).into();
        scene.circles = ["f2", "Rd4"].map(|text| text.parse().expect("a circle")).into();
        scene.labels =
            ["f2=?!", "d4=2", "h4=!!", "a1=+-", "h8=#"].map(|text| text.parse().expect("a label")).into();
        scene
    };
    let flipped = |scene| Scene { flip: true, ..scene };
    let light = |name, scene| Sample { name, scene, theme: Theme::LIGHT };
    vec![
        light("start", Scene::new(&Position::default())),
        light("start-flipped", flipped(Scene::new(&Position::default()))),
        light("empty", Scene::from_board(&Board::EMPTY)),
        light("absolute-pin", pinned("7k/6q1/8/8/8/8/1B6/1K6 b - - 1 1")),
        light("pins-both-ways", pinned(italian).with_captured(&Board::start())),
        Sample {
            name: "pins-dark",
            scene: Scene { last_move: Some((Square::C8, Square::G4)), ..pinned(italian) },
            theme: Theme::DARK,
        },
        Sample {
            name: "pins-print",
            scene: Scene { last_move: Some((Square::C8, Square::G4)), ..pinned(italian) },
            theme: Theme::PRINT,
        },
        light("adjacent-pins", pinned("4k3/8/8/3qrb2/3pPn2/3KRQ2/8/8 w - - 0 1")),
        light(
            "mate",
            Scene { last_move: Some((Square::H5, Square::F7)), ..plain(mate) }.with_captured(&Board::start()),
        ),
        light(
            "moves-of-a-queen",
            moves("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", Square::H5),
        ),
        light("castling", moves("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2", Square::E1)),
        light("en-passant", moves("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2", Square::E5)),
        light("marks", marked(plain("rnb1k1nr/pppp1ppp/8/4p3/1b1PP2q/2N5/PPP2PPP/R1BQKBNR w KQkq - 1 4"))),
        Sample {
            name: "bare",
            scene: Scene { coordinates: false, ..flipped(plain("8/5Q2/8/2NB4/4k3/1rn5/5b2/K5R1 b - - 0 1")) },
            theme: Theme::DARK,
        },
    ]
}

fn snapshot_path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(name)
}

/// Returns the snapshot file; overwrites it with `now` first if `PINSIGHT_REDRAW` is set.
fn snapshot(name: &str, now: &[u8]) -> Vec<u8> {
    let path = snapshot_path(name);
    if std::env::var_os("PINSIGHT_REDRAW").is_some() {
        fs::write(&path, now).expect("a snapshot to be written");
    }
    fs::read(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; set PINSIGHT_REDRAW=1 to create it", path.display()))
}

#[test]
fn text_matches_the_snapshots() {
    for sample in samples() {
        let scene = &sample.scene;
        let sidebar = if scene.pins.is_empty() { Vec::new() } else { scene.describe_pins() };
        let text = scene.text(Glyphs::Letters, &sidebar, |_, cell| cell.to_owned());
        let expected = snapshot(&format!("{}.txt", sample.name), text.as_bytes());
        assert_eq!(text, String::from_utf8_lossy(&expected), "{}", sample.name);
    }
}

#[test]
fn svg_matches_the_snapshots() {
    for sample in samples() {
        let svg = Renderer { theme: sample.theme, width: WIDTH }.svg(&sample.scene);
        let expected = snapshot(&format!("{}.svg", sample.name), svg.as_bytes());
        // Reports only the first different line; the whole file would flood the terminal.
        let difference = svg
            .lines()
            .zip(String::from_utf8_lossy(&expected).lines().map(str::to_owned))
            .find(|(a, b)| a != b);
        assert_eq!(difference, None, "{}", sample.name);
        assert_eq!(svg.len(), expected.len(), "{}", sample.name);
    }
}

#[test]
fn png_matches_the_snapshots() {
    for sample in samples() {
        let png = Renderer { theme: sample.theme, width: WIDTH }.png(&sample.scene).expect("a picture");
        let expected = snapshot(&format!("{}.png", sample.name), &png);
        let [now, before] = [&png, &expected].map(|png| Pixmap::decode_png(png).expect("a PNG file"));
        assert_eq!((now.width(), now.height()), (before.width(), before.height()), "{}", sample.name);
        let pixels = now.data().chunks_exact(4).zip(before.data().chunks_exact(4));
        let differ = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > TOLERANCE);
        let (count, all) = (pixels.clone().filter(differ).count(), pixels.count());
        assert!(count * 1000 <= all * MAX_PER_MILLE, "{}: {count} of {all} pixels differ", sample.name);
    }
}

#[test]
fn every_svg_is_valid_and_has_a_title_and_description() {
    for sample in samples() {
        let svg = Renderer { theme: sample.theme, width: WIDTH }.svg(&sample.scene);
        let document = roxmltree::Document::parse(&svg).expect("well-formed XML");
        let root = document.root_element();
        assert_eq!(root.tag_name().name(), "svg");
        let mut children = root.children().filter(roxmltree::Node::is_element);
        let title = children.next().expect("a title");
        assert_eq!((title.tag_name().name(), title.text()), ("title", Some(sample.scene.title().as_str())));
        assert_eq!(children.next().map(|desc| desc.tag_name().name().to_owned()).as_deref(), Some("desc"));
        // Every reference has exactly one target.
        let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        for link in document.descendants().filter_map(|node| node.attribute("href")) {
            assert_eq!(ids.iter().filter(|id| format!("#{id}") == link).count(), 1, "{link}");
        }
        let pieces = document.descendants().filter(|node| node.tag_name().name() == "use").count();
        let captured = sample
            .scene
            .captured
            .as_ref()
            .map_or(0, |captured| captured.roles.iter().map(|(_, roles)| roles.len()).sum());
        assert_eq!(pieces, sample.scene.board.occupied().len() + captured, "{}", sample.name);
        Tree::from_str(&svg, &Options::default()).expect("an SVG that can be drawn");
        assert!(svg.len() < 40_000, "{}: {} bytes", sample.name, svg.len());
    }
}

#[test]
fn markup_in_a_title_is_escaped() {
    let title = "</title><script>alert(1)</script> & \"Anna\" \u{1b}[2J";
    let scene = Scene { title: Some(title.to_owned()), ..Scene::from_board(&Board::EMPTY) };
    let svg = Renderer::default().svg(&scene);
    let document = roxmltree::Document::parse(&svg).expect("well-formed XML");
    assert!(document.descendants().all(|node| node.tag_name().name() != "script"));
    let shown = document.descendants().find(|node| node.tag_name().name() == "title");
    let expected = "</title><script>alert(1)</script> & \"Anna\" [2J";
    assert_eq!(shown.and_then(|node| node.text()), Some(expected));
}
