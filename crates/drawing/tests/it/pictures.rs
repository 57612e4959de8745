//! A dozen scenes as text, SVG and PNG, beside what was drawn and looked at before.
//!
//! `PINSIGHT_REDRAW=1 cargo test -p pinsight-drawing --test pictures` draws them anew, to be looked at again.

use std::fs;
use std::path::PathBuf;

use pinsight_drawing::{Glyphs, Picture, Scene, Theme};
use pinsight_rules::{Board, Position, Square};
use resvg::tiny_skia::Pixmap;
use resvg::usvg::{Options, Tree};

/// The reference pictures are so wide.
const SIZE: u32 = 240;
/// One pixel may differ so much in one channel before it counts: edges are not drawn alike everywhere.
const TOLERANCE: u8 = 48;
/// So many of a thousand pixels may differ by more than that.
const PER_MILLE: usize = 3;

struct Sample {
    name: &'static str,
    scene: Scene,
    theme: Theme,
}

fn position(fen: &str) -> Position {
    fen.parse().expect("a position")
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
        light("empty", Scene::of_board(&Board::EMPTY)),
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

fn snapshot(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(name)
}

/// The file as it was looked at; with `PINSIGHT_REDRAW` what is drawn now is written first.
fn looked_at(name: &str, now: &[u8]) -> Vec<u8> {
    let path = snapshot(name);
    if std::env::var_os("PINSIGHT_REDRAW").is_some() {
        fs::write(&path, now).expect("a snapshot to be written");
    }
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}; PINSIGHT_REDRAW=1 draws it", path.display()))
}

#[test]
fn scenes_as_text_are_as_they_were() {
    for sample in samples() {
        let scene = &sample.scene;
        let beside = if scene.pins.is_empty() { Vec::new() } else { scene.pins_in_words() };
        let text = scene.text(Glyphs::Letters, &beside, |_, cell| cell.to_owned());
        let expected = looked_at(&format!("{}.txt", sample.name), text.as_bytes());
        assert_eq!(text, String::from_utf8_lossy(&expected), "{}", sample.name);
    }
}

#[test]
fn scenes_as_svg_are_as_they_were() {
    for sample in samples() {
        let svg = Picture { theme: sample.theme, size: SIZE }.svg(&sample.scene);
        let expected = looked_at(&format!("{}.svg", sample.name), svg.as_bytes());
        // The whole of it would flood the terminal.
        let difference = svg
            .lines()
            .zip(String::from_utf8_lossy(&expected).lines().map(str::to_owned))
            .find(|(a, b)| a != b);
        assert_eq!(difference, None, "{}", sample.name);
        assert_eq!(svg.len(), expected.len(), "{}", sample.name);
    }
}

#[test]
fn scenes_as_png_look_as_they_did() {
    for sample in samples() {
        let png = Picture { theme: sample.theme, size: SIZE }.png(&sample.scene).expect("a picture");
        let expected = looked_at(&format!("{}.png", sample.name), &png);
        let [now, before] = [&png, &expected].map(|png| Pixmap::decode_png(png).expect("a PNG file"));
        assert_eq!((now.width(), now.height()), (before.width(), before.height()), "{}", sample.name);
        let pixels = now.data().chunks_exact(4).zip(before.data().chunks_exact(4));
        let differ = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > TOLERANCE);
        let (count, all) = (pixels.clone().filter(differ).count(), pixels.count());
        assert!(count * 1000 <= all * PER_MILLE, "{}: {count} of {all} pixels differ", sample.name);
    }
}

#[test]
fn every_svg_is_valid_and_says_what_it_shows() {
    for sample in samples() {
        let svg = Picture { theme: sample.theme, size: SIZE }.svg(&sample.scene);
        let document = roxmltree::Document::parse(&svg).expect("well-formed XML");
        let root = document.root_element();
        assert_eq!(root.tag_name().name(), "svg");
        let mut children = root.children().filter(roxmltree::Node::is_element);
        let title = children.next().expect("a title");
        assert_eq!((title.tag_name().name(), title.text()), ("title", Some(sample.scene.title().as_str())));
        assert_eq!(children.next().map(|desc| desc.tag_name().name().to_owned()).as_deref(), Some("desc"));
        // What is used is there, and nothing is there twice.
        let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        for link in document.descendants().filter_map(|node| node.attribute("href")) {
            assert_eq!(ids.iter().filter(|id| format!("#{id}") == link).count(), 1, "{link}");
        }
        let pieces = document.descendants().filter(|node| node.tag_name().name() == "use").count();
        let gone = sample
            .scene
            .captured
            .as_ref()
            .map_or(0, |captured| captured.gone.iter().map(|(_, gone)| gone.len()).sum());
        assert_eq!(pieces, sample.scene.board.occupied().len() + gone, "{}", sample.name);
        Tree::from_str(&svg, &Options::default()).expect("an SVG that can be drawn");
        assert!(svg.len() < 40_000, "{}: {} bytes", sample.name, svg.len());
    }
}

#[test]
fn a_title_from_outside_stays_text() {
    let title = "</title><script>alert(1)</script> & \"Anna\" \u{1b}[2J";
    let scene = Scene { title: Some(title.to_owned()), ..Scene::of_board(&Board::EMPTY) };
    let svg = Picture::default().svg(&scene);
    let document = roxmltree::Document::parse(&svg).expect("well-formed XML");
    assert!(document.descendants().all(|node| node.tag_name().name() != "script"));
    let shown = document.descendants().find(|node| node.tag_name().name() == "title");
    let expected = "</title><script>alert(1)</script> & \"Anna\" [2J";
    assert_eq!(shown.and_then(|node| node.text()), Some(expected));
}
