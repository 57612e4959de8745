//! SVG, from which PNG and GIF are rasterized.

use core::fmt::Write;

use pinsight_rules::{Bitboard, Color, File, Piece, Rank, Role, Square};
use pinsight_tactics::{Line, LineKind};

use crate::geometry::{Number, Point, Ray};
use crate::layout::{BOARD, COORDINATES, Layout, SQUARE};
use crate::mark::{Arrow, Circle, Label};
use crate::scene::Scene;
use crate::theme::Theme;
use crate::xml::escape;
use crate::{glyph, pieces};

/// Height of the digits of coordinates and the material balance.
const TEXT: f64 = 24.0;
/// Height of the digits of labels.
const LABEL_TEXT: f64 = 22.0;

/// Renders scenes with a theme and a width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Renderer {
    /// The colours.
    pub theme: Theme,
    /// The width in pixels; the scene determines the height.
    pub width: u32,
}

impl Default for Renderer {
    /// Returns a renderer with the light theme and a width of 480 pixels.
    fn default() -> Self {
        Self { theme: Theme::LIGHT, width: 480 }
    }
}

impl Renderer {
    /// Renders the scene as an SVG file.
    pub fn svg(&self, scene: &Scene) -> String {
        let layout = Layout::new(scene);
        let (width, height) = (layout.width, layout.height);
        let pixel_height = (f64::from(self.width) * height / width).round();
        let mut svg = SvgWriter { theme: &self.theme, layout, text: String::with_capacity(1 << 14) };
        svg.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{}\" height=\"{}\" \
             viewBox=\"0 0 {} {}\">",
            self.width,
            Number(pixel_height),
            Number(width),
            Number(height)
        ));
        svg.add(format_args!("<title>{}</title>", escape(&scene.title())));
        svg.add(format_args!("<desc>{}</desc>", escape(&scene.description())));
        svg.definitions(scene);
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

struct SvgWriter<'a> {
    theme: &'a Theme,
    layout: Layout,
    text: String,
}

impl SvgWriter<'_> {
    /// Appends one line of markup.
    fn add(&mut self, markup: core::fmt::Arguments<'_>) {
        // Writing to a `String` cannot fail.
        let _ = writeln!(self.text, "{markup}");
    }

    /// Defines each piece that the scene uses, once.
    fn definitions(&mut self, scene: &Scene) {
        self.text.push_str("<defs>\n");
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece { color, role };
                let captured =
                    scene.captured.as_ref().is_some_and(|captured| captured.roles[color].contains(&role));
                if scene.board.by_piece(piece).any() || captured {
                    self.add(format_args!("<g id=\"{}\">{}</g>", pieces::id(piece), pieces::shape(piece)));
                }
            }
        }
        self.text.push_str("</defs>\n");
    }

    fn board(&mut self, scene: &Scene) {
        let theme = self.theme;
        let Layout { left, top, width, height, .. } = self.layout;
        // The background exceeds the viewBox, because rounding the height in pixels can uncover an edge.
        self.add(format_args!(
            "<rect x=\"-9\" y=\"-9\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
            Number(width + 18.0),
            Number(height + 18.0),
            theme.page
        ));
        self.add(format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{BOARD}\" height=\"{BOARD}\" fill=\"{}\" stroke=\"{}\" \
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
            for (color, roles) in captured.roles.iter() {
                self.captured(scene, color, roles);
            }
        }
    }

    /// Returns the path data of a square.
    fn square_path(&self, square: Square) -> String {
        let corner = self.layout.corner(square);
        format!("M{corner}h{SQUARE}v{SQUARE}h-{SQUARE}z")
    }

    fn coordinates(&mut self) {
        let mut paths = String::new();
        for (file, rank) in File::ALL.into_iter().zip(Rank::ALL) {
            let centre = self.layout.centre(Square::new(file, rank));
            let below = Point { x: centre.x, y: self.layout.top + BOARD + COORDINATES * 0.5 };
            let beside = Point { x: self.layout.left - COORDINATES * 0.55, y: centre.y };
            paths.push_str(&glyph::text_paths(&file.letter().to_string(), below, TEXT));
            paths.push_str(&glyph::text_paths(&rank.digit().to_string(), beside, TEXT));
        }
        self.stroke_text(&paths, self.theme.ink);
    }

    fn stroke_text(&mut self, paths: &str, color: &str) {
        self.add(format_args!(
            "<g fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\">{paths}</g>",
            glyph::STROKE
        ));
    }

    /// Draws the captured pieces of `color` on the opponent's side, with the opponent's material balance if it is
    /// ahead.
    fn captured(&mut self, scene: &Scene, color: Color, roles: &[Role]) {
        const SIZE: f64 = 46.0;
        let opponent = !color;
        let at_top = (opponent == Color::Black) != scene.flip;
        let y = if at_top { self.layout.top - 10.0 - SIZE } else { self.layout.captured_below() };
        let mut x = self.layout.left;
        let mut previous = None;
        for &role in roles {
            // Equal pieces overlap more.
            x += match previous {
                None => 0.0,
                Some(previous) if previous == role => SIZE * 0.52,
                Some(_) => SIZE * 0.85,
            };
            previous = Some(role);
            self.add(format_args!(
                "<use href=\"#{}\" transform=\"translate({} {}) scale({})\"/>",
                pieces::id(Piece { color, role }),
                Number(x),
                Number(y),
                SIZE / SQUARE
            ));
        }
        let balance = scene.balance(opponent);
        if balance > 0 {
            let text = format!("+{balance}");
            let half_width = glyph::text_width(&text, TEXT) / 2.0;
            let left = if roles.is_empty() { x } else { x + SIZE * 1.15 };
            let centre = Point { x: left + half_width, y: y + SIZE * 0.55 };
            let paths = glyph::text_paths(&text, centre, TEXT);
            self.stroke_text(&paths, self.theme.ink);
        }
    }

    /// Draws the marks that lie below the pieces.
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

    /// Marks empty target squares with a dot and captures with triangles in the corners of the square.
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

    /// Draws the arrow of a pin above the attacker and the shielded piece and below the pinned piece, which gets a
    /// ring.
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

    /// Draws an absolute pin with a solid line and a filled head, a relative pin with a dashed line and an open head.
    fn pin(&mut self, pin: &Line) {
        let [attacker, _, shielded] = pin.squares().map(|square| self.layout.centre(square));
        let ray = Ray::between(attacker, shielded);
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
        let background = if square.is_light() { self.theme.light } else { self.theme.dark };
        // The circumference is 13 dashes and gaps.
        let dashes = if absolute { "" } else { " stroke-dasharray=\"11.5 10\" stroke-linecap=\"butt\"" };
        self.add(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"44.5\" fill=\"{background}\" stroke=\"{}\" stroke-width=\"7\"{dashes}/>",
            self.theme.pin
        ));
    }

    fn arrow(&mut self, arrow: &Arrow) {
        let [from, to] = [arrow.from, arrow.to].map(|square| self.layout.centre(square));
        let ray = Ray::between(from, to);
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

    /// Draws a badge at the upper right corner of the square.
    fn label(&mut self, label: &Label) {
        let corner = self.layout.corner(label.square());
        let width = glyph::text_width(label.text(), LABEL_TEXT) + 22.0;
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
        let paths = glyph::text_paths(label.text(), centre, LABEL_TEXT);
        self.stroke_text(&paths, "#fff");
    }
}
