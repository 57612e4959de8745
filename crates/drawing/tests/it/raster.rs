//! Sizes and frames of PNG and GIF.

use std::time::Duration;

use pinsight_drawing::{RenderError, Renderer, Scene, Theme};
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
fn a_png_has_the_requested_width_and_no_transparent_pixels() {
    let scene = Scene::new(&Position::default());
    for width in [Renderer::MIN_WIDTH, 99, 480, 1001] {
        for theme in Theme::ALL {
            let png = Renderer { theme, width }.png(&scene).expect("a picture");
            let pixels = Pixmap::decode_png(&png).expect("a PNG file");
            assert_eq!(pixels.width(), width);
            let transparent = pixels.pixels().iter().filter(|pixel| pixel.alpha() != u8::MAX).count();
            assert_eq!(transparent, 0, "{width} {}", theme.name);
        }
    }
}

#[test]
fn widths_out_of_range_are_rejected() {
    let scene = Scene::new(&Position::default());
    for width in [0, Renderer::MIN_WIDTH - 1, Renderer::MAX_WIDTH + 1, u32::MAX] {
        let renderer = Renderer { width, ..Renderer::default() };
        assert_eq!(renderer.png(&scene), Err(RenderError::Width { found: width }));
        assert_eq!(
            renderer.gif(std::slice::from_ref(&scene), Duration::from_secs(1)),
            Err(RenderError::Width { found: width })
        );
    }
}

#[test]
fn gif_frames_equal_the_png_pictures() {
    let renderer = Renderer { width: 160, ..Renderer::default() };
    let scenes = opening();
    let bytes = renderer.gif(&scenes, Duration::from_millis(700)).expect("a GIF");
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
        let png = renderer.png(scene).expect("a picture");
        let pixels = Pixmap::decode_png(&png).expect("a PNG file");
        assert_eq!((pixels.width() as usize, pixels.height() as usize), (width, height));
        let far = |(a, b): &(&u8, &u8)| a.abs_diff(**b) > 24;
        let count = screen.iter().zip(pixels.data()).filter(far).count();
        assert!(count * 1000 <= screen.len(), "{count} of {} values differ", screen.len());
    }
    assert!(decoder.read_next_frame().expect("the end").is_none());
    assert_eq!(
        delays,
        [70, 70, 70, 70, 70, 70, 280],
        "hundredths of a second; the last frame is shown longer"
    );
}

#[test]
fn a_gif_without_scenes_is_rejected() {
    let result = Renderer::default().gif(&[], Duration::from_secs(1));
    assert_eq!(result, Err(RenderError::NoScenes));
}
