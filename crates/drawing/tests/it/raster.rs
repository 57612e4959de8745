//! PNG and GIF: their sizes, their frames.

use std::time::Duration;

use pinsight_drawing::{Picture, PictureError, Scene, Theme};
use pinsight_rules::Position;
use resvg::tiny_skia::Pixmap;

fn opening() -> Vec<Scene> {
    let mut position = Position::default();
    let mut scenes = vec![Scene::new(&position)];
    for san in ["e4", "e5", "Nf3", "d6", "d4", "Bg4"] {
        let mv = position.parse_move(san).expect("a legal move");
        position = position.play(mv).expect("a legal move");
        scenes.push(Scene::new(&position).with_last_move(mv).with_pins(&position));
    }
    scenes
}

#[test]
fn a_png_is_as_wide_as_asked_and_covers_its_ground() {
    let scene = Scene::new(&Position::default());
    for size in [Picture::MIN_SIZE, 99, 480, 1001] {
        for theme in Theme::ALL {
            let png = Picture { theme, size }.png(&scene).expect("a picture");
            let pixels = Pixmap::decode_png(&png).expect("a PNG file");
            assert_eq!(pixels.width(), size);
            let clear = pixels.pixels().iter().filter(|pixel| pixel.alpha() != u8::MAX).count();
            assert_eq!(clear, 0, "{size} {}", theme.name);
        }
    }
}

#[test]
fn sizes_that_make_no_sense_are_refused() {
    let scene = Scene::new(&Position::default());
    for size in [0, Picture::MIN_SIZE - 1, Picture::MAX_SIZE + 1, u32::MAX] {
        let picture = Picture { size, ..Picture::default() };
        assert_eq!(picture.png(&scene), Err(PictureError::Size { found: size }));
        assert_eq!(
            picture.gif(std::slice::from_ref(&scene), Duration::from_secs(1)),
            Err(PictureError::Size { found: size })
        );
    }
}

#[test]
fn a_gif_shows_what_the_pictures_show() {
    let picture = Picture { size: 160, ..Picture::default() };
    let scenes = opening();
    let bytes = picture.gif(&scenes, Duration::from_millis(700)).expect("a GIF");
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes.as_slice()).expect("a GIF file");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut screen = vec![0u8; width * height * 4];
    let mut delays = Vec::new();
    for scene in &scenes {
        let frame = decoder.read_next_frame().expect("a frame").expect("as many frames as scenes");
        delays.push(frame.delay);
        for (y, row) in frame.buffer.chunks_exact(usize::from(frame.width) * 4).enumerate() {
            for (x, pixel) in row.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
                let at = ((usize::from(frame.top) + y) * width + usize::from(frame.left) + x) * 4;
                screen[at..at + 4].copy_from_slice(pixel);
            }
        }
        let png = picture.png(scene).expect("a picture");
        let pixels = Pixmap::decode_png(&png).expect("a PNG file");
        assert_eq!((pixels.width() as usize, pixels.height() as usize), (width, height));
        let far = |(a, b): &(&u8, &u8)| a.abs_diff(**b) > 24;
        let count = screen.iter().zip(pixels.data()).filter(far).count();
        assert!(count * 1000 <= screen.len(), "{count} of {} values differ", screen.len());
    }
    assert!(decoder.read_next_frame().expect("the end").is_none());
    assert_eq!(delays, [70, 70, 70, 70, 70, 70, 280], "hundredths of a second; the end stays longer");
}

#[test]
fn a_gif_needs_a_scene() {
    assert!(matches!(Picture::default().gif(&[], Duration::from_secs(1)), Err(PictureError::Drawing(_))));
}
