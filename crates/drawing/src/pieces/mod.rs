//! The piece set: twelve original drawings, shared by the renderers and the web page.
//!
//! Each is an SVG file in this folder with a `viewBox` of 100 by 100. The outlines and the lines of base and collar lie
//! on a grid of five units, which are whole pixels at a size of 20 pixels. Black pieces have a light rim for contrast
//! on dark squares.

use core::fmt::Write;

use pinsight_rules::{Color, Piece, Role};

/// Side of a piece's `viewBox`.
pub const TILE: u32 = 100;

/// Returns the SVG file of a piece.
///
/// ```
/// use pinsight_drawing::pieces;
/// use pinsight_rules::{Color, Piece, Role};
/// let knight = pieces::svg(Piece::new(Color::White, Role::Knight));
/// assert!(knight.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">"));
/// ```
pub const fn svg(piece: Piece) -> &'static str {
    match (piece.color, piece.role) {
        (Color::White, Role::King) => include_str!("white-king.svg"),
        (Color::White, Role::Queen) => include_str!("white-queen.svg"),
        (Color::White, Role::Rook) => include_str!("white-rook.svg"),
        (Color::White, Role::Bishop) => include_str!("white-bishop.svg"),
        (Color::White, Role::Knight) => include_str!("white-knight.svg"),
        (Color::White, Role::Pawn) => include_str!("white-pawn.svg"),
        (Color::Black, Role::King) => include_str!("black-king.svg"),
        (Color::Black, Role::Queen) => include_str!("black-queen.svg"),
        (Color::Black, Role::Rook) => include_str!("black-rook.svg"),
        (Color::Black, Role::Bishop) => include_str!("black-bishop.svg"),
        (Color::Black, Role::Knight) => include_str!("black-knight.svg"),
        (Color::Black, Role::Pawn) => include_str!("black-pawn.svg"),
    }
}

/// Returns the content of the piece's `<svg>` element, without line breaks, to embed in another SVG.
pub fn shape(piece: Piece) -> String {
    let svg = svg(piece);
    let from = svg.find('>').map_or(0, |end| end + 1);
    let to = svg.rfind("</svg>").unwrap_or(svg.len());
    svg.get(from..to).unwrap_or_default().lines().map(str::trim).collect()
}

/// Returns the element id of a piece: the letters of its colour and role, such as `wn`.
pub fn id(piece: Piece) -> String {
    [piece.color.letter(), piece.role.letter().to_ascii_lowercase()].iter().collect()
}

/// Returns an SVG sprite sheet: one `<g>` with the [`id`] of each piece, for `<use href="#wn">`.
pub fn sprite() -> String {
    let mut sprite = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\"><defs>");
    for color in Color::ALL {
        for role in Role::ALL {
            let piece = Piece { color, role };
            // Writing to a `String` cannot fail.
            let _ = write!(sprite, "<g id=\"{}\">{}</g>", id(piece), shape(piece));
        }
    }
    sprite.push_str("</defs></svg>\n");
    sprite
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_colours_have_the_same_outline() {
        for role in Role::ALL {
            let outline = |color| {
                let shape = shape(Piece { color, role });
                shape.split('"').find(|part| part.starts_with('M')).map(str::to_owned)
            };
            assert!(outline(Color::White).is_some(), "{role}");
            assert_eq!(outline(Color::White), outline(Color::Black), "{role}");
        }
    }

    #[test]
    fn the_sprite_contains_each_piece_once() {
        let sprite = sprite();
        for name in ["wk", "wq", "wr", "wb", "wn", "wp", "bk", "bq", "br", "bb", "bn", "bp"] {
            assert_eq!(sprite.matches(&format!("<g id=\"{name}\">")).count(), 1, "{name}");
        }
        assert_eq!(sprite.matches("<svg").count(), 1);
        assert_eq!(sprite.matches("<g").count(), sprite.matches("</g>").count());
    }
}
