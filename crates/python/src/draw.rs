//! Pictures of positions.

use std::fmt::Display;
use std::str::FromStr;

use pinsight_drawing::{Arrow, Circle, Renderer, Scene, Theme};
use pinsight_rules::{Color, Position, Square};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::ColorArg;
use crate::moves::Move;

/// What a picture shows beside the pieces.
#[derive(Default)]
pub(crate) struct Look {
    size: Option<u32>,
    flip: bool,
    lastmove: Option<(Square, Square)>,
    pins: bool,
    motifs: bool,
    no_coordinates: bool,
    arrows: Vec<Arrow>,
    circles: Vec<Circle>,
    theme: Theme,
}

impl Look {
    /// Reads the keywords of a call.
    pub(crate) fn new(keywords: Option<Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut look = Self::default();
        for (name, value) in keywords.iter().flatten() {
            match name.extract::<&str>()? {
                "size" => look.size = Some(value.extract()?),
                "orientation" => look.flip = value.extract::<ColorArg>()?.0 == Color::Black,
                "lastmove" => look.lastmove = last_move(&value)?,
                "pins" => look.pins = value.extract()?,
                "motifs" => look.motifs = value.extract()?,
                "coordinates" => look.no_coordinates = !value.extract::<bool>()?,
                "arrows" => look.arrows = parse_all(&value)?,
                "circles" => look.circles = parse_all(&value)?,
                "theme" => look.theme = theme(value.extract()?)?,
                other => return Err(PyTypeError::new_err(format!("unexpected keyword argument {other:?}"))),
            }
        }
        Ok(look)
    }

    pub(crate) fn scene(&self, position: &Position) -> Scene {
        let mut scene = Scene::new(position);
        if self.pins {
            scene = scene.with_pins(position);
        }
        if self.motifs {
            scene = scene.with_motifs(position);
        }
        scene.flip = self.flip;
        scene.coordinates = !self.no_coordinates;
        scene.last_move = self.lastmove;
        scene.arrows.clone_from(&self.arrows);
        scene.circles.clone_from(&self.circles);
        scene
    }

    pub(crate) fn renderer(&self) -> PyResult<Renderer> {
        let mut renderer = Renderer { theme: self.theme, ..Renderer::default() };
        if let Some(size) = self.size {
            if !(16..=8192).contains(&size) {
                return Err(PyValueError::new_err(format!(
                    "the size {size} is out of range: 16 to 8192 pixels"
                )));
            }
            renderer.width = size;
        }
        Ok(renderer)
    }
}

fn last_move(value: &Bound<'_, PyAny>) -> PyResult<Option<(Square, Square)>> {
    if value.is_none() {
        return Ok(None);
    }
    Ok(value.extract::<PyRef<'_, Move>>()?.squares().into())
}

/// Parses arrows or circles, written as on the command line: `e2e4`, `Re2e4`.
fn parse_all<T: FromStr<Err: Display>>(texts: &Bound<'_, PyAny>) -> PyResult<Vec<T>> {
    let texts: Vec<String> = texts.extract()?;
    texts
        .iter()
        .map(|text| text.parse().map_err(|error: T::Err| PyValueError::new_err(error.to_string())))
        .collect()
}

fn theme(name: &str) -> PyResult<Theme> {
    Theme::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name).collect();
        PyValueError::new_err(format!("no theme is called {name:?}; there are {}", names.join(", ")))
    })
}
