//! Pictures.

use crate::work::chosen;
use grundy::draw::{Anchor, Picture, Role, Shape, Theme};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::{Mutex, PoisonError};

/// A picture: what ``draw`` of a game written in Python fills, and what notebooks show.
///
/// Coordinates are in pixels, x to the right and y down. A shape with ``move=`` is a button for the move of that name. Roles give
/// colours that serve light and dark pages alike: ``plain``, ``muted``, ``faint``, ``left``, ``right``, ``either``, ``kernel``,
/// ``winning``, ``losing``, ``highlight``, ``poison``, ``ground``, ``empty``, ``token``.
///
/// >>> import grundy
/// >>> picture = grundy.Picture("three coins")
/// >>> for place in range(3):
/// ...     picture = picture.circle(30 * place, 0, 12, role="token", move=f"take {place + 1}")
/// >>> picture.svg().count("<circle")
/// 3
#[pyclass(frozen, module = "grundy", name = "Picture")]
pub struct Drawing(Mutex<Picture>);

impl Drawing {
    pub fn of(picture: Picture) -> Self {
        Self(Mutex::new(picture))
    }

    pub fn picture(&self) -> Picture {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn add(slf: &Bound<'_, Self>, shape: Shape, role: &str, played: Option<String>) -> PyResult<()> {
        let shape = shape.role(chosen(role, &ROLES)?);
        let mut picture = slf.get().0.lock().unwrap_or_else(PoisonError::into_inner);
        match played {
            Some(label) => picture.part(label, |picture| {
                picture.add(shape);
            }),
            None => picture.add(shape),
        };
        Ok(())
    }
}

/// The roles of shapes by name.
const ROLES: [(&str, Role); 14] = [
    ("plain", Role::Plain),
    ("muted", Role::Muted),
    ("faint", Role::Faint),
    ("left", Role::Left),
    ("right", Role::Right),
    ("either", Role::Either),
    ("kernel", Role::Kernel),
    ("winning", Role::Winning),
    ("losing", Role::Losing),
    ("highlight", Role::Highlight),
    ("poison", Role::Poison),
    ("ground", Role::Ground),
    ("empty", Role::Empty),
    ("token", Role::Token),
];

#[pymethods]
impl Drawing {
    #[new]
    #[pyo3(signature = (title=""))]
    fn new(title: &str) -> Self {
        Self::of(Picture::new(title))
    }

    /// Adds a line from one point to another.
    #[pyo3(signature = (x1, y1, x2, y2, *, role="plain", r#move=None))]
    fn line<'py>(
        slf: Bound<'py, Self>,
        x1: f64,
        y1: f64,
        x2: f64,
        y2: f64,
        role: &str,
        r#move: Option<String>,
    ) -> PyResult<Bound<'py, Self>> {
        Self::add(&slf, Shape::line((x1, y1), (x2, y2)), role, r#move)?;
        Ok(slf)
    }

    /// Adds a circle.
    #[pyo3(signature = (x, y, radius, *, role="plain", solid=false, r#move=None))]
    fn circle<'py>(
        slf: Bound<'py, Self>,
        x: f64,
        y: f64,
        radius: f64,
        role: &str,
        solid: bool,
        r#move: Option<String>,
    ) -> PyResult<Bound<'py, Self>> {
        let shape = Shape::circle((x, y), radius);
        Self::add(&slf, if solid { shape.solid() } else { shape }, role, r#move)?;
        Ok(slf)
    }

    /// Adds a rectangle by its upper left corner and its size.
    #[pyo3(signature = (x, y, width, height, *, role="plain", solid=false, r#move=None))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn rect<'py>(
        slf: Bound<'py, Self>,
        x: f64,
        y: f64,
        width: f64,
        height: f64,
        role: &str,
        solid: bool,
        r#move: Option<String>,
    ) -> PyResult<Bound<'py, Self>> {
        let shape = Shape::rect((x, y), width, height);
        Self::add(&slf, if solid { shape.solid() } else { shape }, role, r#move)?;
        Ok(slf)
    }

    /// Adds a text centred on a point.
    #[pyo3(signature = (x, y, text, *, role="plain", size=16.0, r#move=None))]
    fn text<'py>(
        slf: Bound<'py, Self>,
        x: f64,
        y: f64,
        text: &str,
        role: &str,
        size: f64,
        r#move: Option<String>,
    ) -> PyResult<Bound<'py, Self>> {
        Self::add(&slf, Shape::text((x, y), text).size(size).anchor(Anchor::Middle), role, r#move)?;
        Ok(slf)
    }

    /// The names of the moves that can be clicked.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.picture().moves().into_iter().map(str::to_owned).collect()
    }

    /// The picture as SVG.
    fn svg(&self) -> String {
        self.picture().told_in(crate::errors::spoken()).to_svg()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    /// The picture as a bitmap.
    #[pyo3(signature = (*, dark=false))]
    fn png<'py>(&self, py: Python<'py>, dark: bool) -> PyResult<Bound<'py, PyBytes>> {
        let picture = self.picture();
        let theme = if dark { Theme::Dark } else { Theme::Light };
        let bytes = py.detach(|| picture.to_png(theme, picture.png_scale()));
        Ok(PyBytes::new(py, &bytes.map_err(|error| PyRuntimeError::new_err(crate::errors::say(&error.text())))?))
    }

    fn __repr__(&self) -> String {
        let picture = self.picture();
        format!("<picture: {}, {} shapes>", picture.title(), picture.shapes())
    }
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Drawing>()
}
