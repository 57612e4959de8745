//! The picture as SVG.

use core::fmt::Write;

use pinsight_rules::{Bitboard, Color, File, Piece, Rank, Role, Square};
use pinsight_tactics::{Line, LineKind};

use crate::mark::{Arrow, Circle, Label};
use crate::pieces;
use crate::scene::Scene;
use crate::theme::Theme;
use crate::xml::escape;
use crate::{glyph, layout};
use layout::{Layout, Point, SQUARE};

/// How a scene becomes a picture: its colours and its width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The colours.
    pub theme: Theme,
    /// The width in pixels; the height follows.
    pub size: u32,
}

impl Default for Picture {
    /// For light pages, 480 pixels wide.
    fn default() -> Self {
        Self { theme: Theme::LIGHT, size: 480 }
    }
}

impl Picture {
    /// The scene as an SVG file.
    pub fn svg(&self, scene: &Scene) -> String {
        let layout = Layout::of(scene);
        let (width, height) = (layout.width, layout.height);
        let pixels = (f64::from(self.size) * height / width).round();
        let mut svg = Drawing { theme: &self.theme, layout, text: String::with_capacity(1 << 14) };
        svg.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{}\" height=\"{}\" \
             viewBox=\"0 0 {} {}\">",
            self.size,
            Number(pixels),
            Number(width),
            Number(height)
        ));
        svg.add(format_args!("<title>{}</title>", escape(&scene.title())));
        svg.add(format_args!("<desc>{}</desc>", escape(&scene.description())));
        svg.pieces_used(scene);
        svg.board(scene);
        svg.marks_below(scene);
        svg.pieces_and_pins(scene);
        for arrow in &scene.arrows {
            svg.arrow(arrow);
        }
        for label in &scene.labels {
            svg.label(label);
        }
        svg.text.push_str("</svg>\n");
        svg.text
    }
}

/// A number as short as it can be written.
struct Number(f64);

impl core::fmt::Display for Number {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        // Whole numbers have no decimals.
        write!(f, "{}", (self.0 * 10.0).round() / 10.0)
    }
}

impl core::fmt::Display for Point {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} {}", Number(self.x), Number(self.y))
    }
}

struct Drawing<'a> {
    theme: &'a Theme,
    layout: Layout,
    text: String,
}

impl Drawing<'_> {
    /// A line of markup.
    fn add(&mut self, markup: core::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{markup}");
    }

    /// Each piece that is shown, once.
    fn pieces_used(&mut self, scene: &Scene) {
        self.text.push_str("<defs>\n");
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece { color, role };
                let gone =
                    scene.captured.as_ref().is_some_and(|captured| captured.gone[color].contains(&role));
                if scene.board.by_piece(piece).any() || gone {
                    self.add(format_args!("<g id=\"{}\">{}</g>", pieces::id(piece), pieces::shape(piece)));
                }
            }
        }
        self.text.push_str("</defs>\n");
    }

    fn board(&mut self, scene: &Scene) {
        let theme = self.theme;
        let Layout { left, top, width, height, .. } = self.layout;
        let side = 8.0 * SQUARE;
        // A little more than the picture: its height in pixels is rounded.
        self.add(format_args!(
            "<rect x=\"-9\" y=\"-9\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
            Number(width + 18.0),
            Number(height + 18.0),
            theme.page
        ));
        self.add(format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" fill=\"{}\" stroke=\"{}\" \
             stroke-width=\"6\"/>",
            theme.light, theme.frame
        ));
        let dark = Square::ALL.into_iter().filter(|square| !square.is_light());
        let squares: String = dark.map(|square| self.square_path(square)).collect();
        self.add(format_args!("<path d=\"{squares}\" fill=\"{}\"/>", theme.dark));
        if scene.coordinates {
            self.coordinates();
        }
        if let Some(captured) = &scene.captured {
            for (color, gone) in captured.gone.iter() {
                self.captured(scene, color, gone);
            }
        }
    }

    /// A path around a square.
    fn square_path(&self, square: Square) -> String {
        let corner = self.layout.corner(square);
        format!("M{corner}h{SQUARE}v{SQUARE}h-{SQUARE}z")
    }

    fn coordinates(&mut self) {
        let side = 8.0 * SQUARE;
        let mut paths = String::new();
        for (file, rank) in File::ALL.into_iter().zip(Rank::ALL) {
            let centre = self.layout.centre(Square::new(file, rank));
            let below = Point { x: centre.x, y: self.layout.top + side + layout::COORDINATES * 0.5 };
            let beside = Point { x: self.layout.left - layout::COORDINATES * 0.55, y: centre.y };
            paths.push_str(&text_path(&file.letter().to_string(), below, 24.0));
            paths.push_str(&text_path(&rank.digit().to_string(), beside, 24.0));
        }
        self.strokes(&paths, self.theme.ink);
    }

    /// The strokes of text.
    fn strokes(&mut self, paths: &str, color: &str) {
        self.add(format_args!(
            "<g fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\">{paths}</g>",
            glyph::STROKE
        ));
    }

    /// What was taken from one side stands at the other; the side that is ahead has its balance.
    fn captured(&mut self, scene: &Scene, color: Color, gone: &[Role]) {
        const SIZE: f64 = 46.0;
        let taker = !color;
        let at_top = (taker == Color::Black) != scene.flip;
        let y = if at_top { self.layout.top - 10.0 - SIZE } else { self.layout.captured_below() };
        let mut x = self.layout.left;
        let mut before = None;
        for &role in gone {
            // Equal pieces stand closer together.
            x += match before {
                None => 0.0,
                Some(before) if before == role => SIZE * 0.52,
                Some(_) => SIZE * 0.85,
            };
            before = Some(role);
            self.add(format_args!(
                "<use href=\"#{}\" transform=\"translate({} {}) scale({})\"/>",
                pieces::id(Piece { color, role }),
                Number(x),
                Number(y),
                SIZE / SQUARE
            ));
        }
        let balance = scene.balance(taker);
        if balance > 0 {
            let text = format!("+{balance}");
            let wide = text_width(&text, 24.0) / 2.0;
            let begin = if gone.is_empty() { x } else { x + SIZE * 1.15 };
            let centre = Point { x: begin + wide, y: y + SIZE * 0.55 };
            let path = text_path(&text, centre, 24.0);
            self.strokes(&path, self.theme.ink);
        }
    }

    /// Marks that lie on squares, below the pieces.
    fn marks_below(&mut self, scene: &Scene) {
        let theme = self.theme;
        if let Some((from, to)) = scene.last_move {
            let squares = self.square_path(from) + &self.square_path(to);
            self.add(format_args!(
                "<path d=\"{squares}\" fill=\"{}\" fill-opacity=\".6\"/>",
                theme.last_move
            ));
        }
        if let Some(king) = scene.check {
            let corner = self.layout.corner(king);
            self.add(format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"90\" height=\"90\" rx=\"10\" fill=\"{color}\" fill-opacity=\".3\" \
                 stroke=\"{color}\" stroke-width=\"8\"/>",
                Number(corner.x + 5.0),
                Number(corner.y + 5.0),
                color = theme.check
            ));
        }
        if let Some(selected) = scene.selected {
            let square = self.square_path(selected);
            self.add(format_args!("<path d=\"{square}\" fill=\"{}\" fill-opacity=\".35\"/>", theme.target));
        }
        self.targets(scene.targets, scene.board.occupied());
        for circle in &scene.circles {
            self.circle(circle);
        }
    }

    /// A dot where the piece may go, corners where it may take.
    fn targets(&mut self, targets: Bitboard, occupied: Bitboard) {
        let theme = self.theme;
        let mut corners = String::new();
        for square in targets {
            if occupied.contains(square) {
                let Point { x, y } = self.layout.corner(square);
                for (x, y, h, v) in [
                    (x, y, 24, 24),
                    (x + SQUARE, y, -24, 24),
                    (x, y + SQUARE, 24, -24),
                    (x + SQUARE, y + SQUARE, -24, -24),
                ] {
                    let _ = write!(corners, "M{x} {y}h{h}L{x} {}z", y + f64::from(v));
                }
            } else {
                let Point { x, y } = self.layout.centre(square);
                self.add(format_args!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"15\" fill=\"{}\" fill-opacity=\".5\"/>",
                    theme.target
                ));
            }
        }
        if !corners.is_empty() {
            self.add(format_args!("<path d=\"{corners}\" fill=\"{}\" fill-opacity=\".5\"/>", theme.target));
        }
    }

    fn circle(&mut self, circle: &Circle) {
        let Point { x, y } = self.layout.centre(circle.square);
        self.add(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"45\" fill=\"none\" stroke=\"{}\" stroke-width=\"7\"/>",
            self.theme.tint(circle.tint)
        ));
    }

    /// The line of a pin passes over its ends and behind the pinned piece, which stands in a ring.
    fn pieces_and_pins(&mut self, scene: &Scene) {
        let pinned: Bitboard = scene.pins.iter().map(|pin| pin.pinned.square).collect();
        let (front, back): (Vec<_>, Vec<_>) =
            scene.board.pieces().partition(|&(square, _)| pinned.contains(square));
        for (square, piece) in back {
            self.piece(square, piece);
        }
        for pin in &scene.pins {
            self.pin(pin);
        }
        for square in pinned {
            let absolute =
                scene.pins.iter().any(|pin| pin.pinned.square == square && pin.kind == LineKind::AbsolutePin);
            self.ring(square, absolute);
        }
        for (square, piece) in front {
            self.piece(square, piece);
        }
    }

    fn piece(&mut self, square: Square, piece: Piece) {
        let Point { x, y } = self.layout.corner(square);
        self.add(format_args!("<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", pieces::id(piece)));
    }

    /// An absolute pin has a whole line and a full head, a relative one dashes and an open head.
    fn pin(&mut self, pin: &Line) {
        let [attacker, _, shielded] = pin.squares().map(|square| self.layout.centre(square));
        let ray = layout::Ray::between(attacker, shielded);
        let (tail, tip) = (ray.at(36.0), ray.at(ray.length - 29.0));
        let color = self.theme.pin;
        if pin.kind == LineKind::AbsolutePin {
            let shaft = ray.at(ray.length - 57.0);
            let (left, right) = ray.wings(ray.length - 63.0, 19.0);
            self.add(format_args!(
                "<g stroke=\"{color}\" stroke-linejoin=\"round\"><path d=\"M{tail}L{shaft}\" \
                 stroke-width=\"11\" stroke-linecap=\"round\"/>\
                 <path d=\"M{tip}L{left}L{right}z\" fill=\"{color}\" stroke-width=\"5\"/></g>"
            ));
        } else {
            let shaft = ray.at(ray.length - 39.0);
            let (left, right) = ray.wings(ray.length - 55.0, 20.0);
            self.add(format_args!(
                "<g fill=\"none\" stroke=\"{color}\" stroke-width=\"9\" stroke-linecap=\"round\" \
                 stroke-linejoin=\"round\"><path d=\"M{tail}L{shaft}\" stroke-dasharray=\"14 17\"/>\
                 <path d=\"M{left}L{tip}L{right}\"/></g>"
            ));
        }
    }

    fn ring(&mut self, square: Square, absolute: bool) {
        let Point { x, y } = self.layout.centre(square);
        let ground = if square.is_light() { self.theme.light } else { self.theme.dark };
        // Thirteen dashes go round once.
        let dashes = if absolute { "" } else { " stroke-dasharray=\"11.5 10\" stroke-linecap=\"butt\"" };
        self.add(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"44.5\" fill=\"{ground}\" stroke=\"{}\" stroke-width=\"7\"{dashes}/>",
            self.theme.pin
        ));
    }

    fn arrow(&mut self, arrow: &Arrow) {
        let [from, to] = [arrow.from, arrow.to].map(|square| self.layout.centre(square));
        let ray = layout::Ray::between(from, to);
        let (tail, tip) = (ray.at(22.0), ray.at(ray.length - 8.0));
        let shaft = ray.at(ray.length - 42.0);
        let (left, right) = ray.wings(ray.length - 48.0, 23.0);
        let color = self.theme.tint(arrow.tint);
        self.add(format_args!(
            "<g stroke=\"{color}\" stroke-linejoin=\"round\" opacity=\".8\"><path d=\"M{tail}L{shaft}\" \
             stroke-width=\"14\" stroke-linecap=\"round\"/>\
             <path d=\"M{tip}L{left}L{right}z\" fill=\"{color}\" stroke-width=\"4\"/></g>"
        ));
    }

    /// A badge at the upper right corner of the square.
    fn label(&mut self, label: &Label) {
        let corner = self.layout.corner(label.square());
        let width = text_width(label.text(), 22.0) + 22.0;
        let left = corner.x + SQUARE - width + 6.0;
        let top = corner.y - 6.0;
        self.add(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"38\" rx=\"19\" fill=\"{}\" stroke=\"#fff\" \
             stroke-width=\"3\"/>",
            Number(left),
            Number(top),
            Number(width),
            self.theme.badge
        ));
        let centre = Point { x: left + width / 2.0, y: top + 19.0 };
        let path = text_path(label.text(), centre, 22.0);
        self.strokes(&path, "#fff");
    }
}

/// How wide a text is whose digits are so high.
fn text_width(text: &str, height: f64) -> f64 {
    let count = f64::from(u32::try_from(text.chars().count()).unwrap_or(u32::MAX));
    (count.max(1.0) * glyph::ADVANCE - glyph::ADVANCE + glyph::WIDTH) * height / 100.0
}

/// The paths of a text around its centre; its digits are so high.
fn text_path(text: &str, centre: Point, height: f64) -> String {
    let scale = height / 100.0;
    let mut x = centre.x - text_width(text, height) / 2.0;
    let y = centre.y - height / 2.0;
    let mut paths = String::new();
    for path in text.chars().filter_map(glyph::of) {
        let _ = write!(
            paths,
            "<path transform=\"translate({} {}) scale({scale})\" d=\"{path}\"/>",
            Number(x),
            Number(y)
        );
        x += glyph::ADVANCE * scale;
    }
    paths
}
