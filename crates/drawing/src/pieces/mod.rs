//! The piece set: twelve drawings of our own, one source for renderers and page.
//!
//! Each is an SVG file in this folder, on a square of 100 by 100. What meets the eye at 20 pixels, the outlines and
//! the lines of foot and collar, lies on a grid of five, so that it falls on whole pixels there. Black pieces have a
//! light rim, which shows them on dark ground.

use core::fmt::Write;

use pinsight_rules::{Color, Piece, Role};

/// The side of the square on which a piece is drawn.
pub const TILE: u32 = 100;

/// The SVG file of a piece.
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

/// What stands inside the piece's `<svg>` element, to be put into another picture; without line feeds.
pub fn shape(piece: Piece) -> String {
    let svg = svg(piece);
    let from = svg.find('>').map_or(0, |end| end + 1);
    let to = svg.rfind("</svg>").unwrap_or(svg.len());
    svg.get(from..to).unwrap_or_default().lines().map(str::trim).collect()
}

/// A piece's name in a sprite: the letter of its colour, then that of its role in lower case, like `wn`.
pub fn id(piece: Piece) -> String {
    [piece.color.letter(), piece.role.letter().to_ascii_lowercase()].iter().collect()
}

/// All twelve pieces in one SVG file: a `<g>` of 100 by 100 for each, by its [`id`], for `<use href="#wn">`.
pub fn sprite() -> String {
    let mut sprite = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\"><defs>");
    for color in Color::ALL {
        for role in Role::ALL {
            let piece = Piece { color, role };
            // Writing to a string does not fail.
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
    fn both_colours_share_their_outlines() {
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
    fn the_sprite_has_each_piece_once() {
        let sprite = sprite();
        for name in ["wk", "wq", "wr", "wb", "wn", "wp", "bk", "bq", "br", "bb", "bn", "bp"] {
            assert_eq!(sprite.matches(&format!("<g id=\"{name}\">")).count(), 1, "{name}");
        }
        assert_eq!(sprite.matches("<svg").count(), 1);
        assert_eq!(sprite.matches("<g").count(), sprite.matches("</g>").count());
    }
}
