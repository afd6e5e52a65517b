//! Painting a picture as a PNG bitmap, with the stroke font, so that no font file is needed.

use grundy_budget::pulse;
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform};

use crate::font::{EM, strokes};
use crate::picture::{Item, Picture, Stands};
use crate::role::{Colours, Theme};
use crate::shape::{Anchor, Fill, Outline, Path, Point, Shape, Step, text_width};
use crate::thin::Pixels;
use crate::vector::round_rect;
use grundy_lang::Text;

/// Steps beyond which a path is drawn line by line.
const BUNDLE: usize = 1000;

/// The largest number of pixels a bitmap may have: 256 MB of colour.
const MOST_PIXELS: f64 = 64e6;

/// Why a bitmap could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum PngError {
    /// The picture is too large for a bitmap of this scale.
    TooLarge {
        /// Wished width.
        width: u64,
        /// Wished height.
        height: u64,
    },
    /// The scale is not a positive number.
    BadScale,
    /// The bitmap could not be written as PNG.
    Encoding(String),
}

impl PngError {
    /// The reason for people.
    pub fn text(&self) -> Text {
        match self {
            Self::TooLarge { width, height } => {
                Text::new("a bitmap of {width} × {height} pixels is too large; use SVG or a smaller scale")
                    .with("width", width)
                    .with("height", height)
            }
            Self::BadScale => Text::new("the scale of a bitmap must be a positive number"),
            Self::Encoding(error) => Text::new("the bitmap could not be written: {error}").with("error", error),
        }
    }
}

impl Picture {
    /// A scale that suits most screens: two pixels a unit, or fewer so that large pictures stay below eight million.
    pub fn png_scale(&self) -> f64 {
        let view = self.view();
        (8e6 / (view.width() * view.height()).max(1.0)).sqrt().min(2.0)
    }

    /// The picture as a PNG with `scale` pixels a unit, [`Picture::png_scale`] for instance.
    pub fn to_png(&self, theme: Theme, scale: f64) -> Result<Vec<u8>, PngError> {
        if !(scale.is_finite() && scale > 0.0) {
            return Err(PngError::BadScale);
        }
        let view = self.view();
        let (width, height) = ((view.width() * scale).ceil().max(1.0), (view.height() * scale).ceil().max(1.0));
        let too_large = PngError::TooLarge { width: width as u64, height: height as u64 };
        if width * height > MOST_PIXELS {
            return Err(too_large);
        }
        let mut pixmap = Pixmap::new(width as u32, height as u32).ok_or(too_large)?;
        pixmap.fill(colour(theme.paper()));
        let scale = scale as f32;
        let transform =
            Transform::from_row(scale, 0.0, 0.0, scale, -view.left as f32 * scale, -view.top as f32 * scale);
        let mut canvas = Canvas { pixmap, transform, theme };
        canvas.items(&self.items);
        canvas.pixmap.encode_png().map_err(|e| PngError::Encoding(e.to_string()))
    }
}

fn colour(rgb: u32) -> Color {
    let [_, r, g, b] = rgb.to_be_bytes();
    Color::from_rgba8(r, g, b, 255)
}

fn paint(rgb: u32) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(colour(rgb));
    paint.anti_alias = true;
    paint
}

struct Canvas {
    pixmap: Pixmap,
    transform: Transform,
    theme: Theme,
}

impl Canvas {
    fn items(&mut self, items: &[Item]) {
        let mut stack: Vec<&Item> = items.iter().rev().collect();
        while let Some(item) = stack.pop() {
            pulse(64);
            match item {
                Item::Shape(shape) if shape.fill == Fill::Unseen => {}
                Item::Shape(shape) => self.shape(shape),
                Item::Group(group) if group.stands == Stands::Ghost => {}
                Item::Group(group) => stack.extend(group.items.iter().rev()),
            }
        }
    }

    fn shape(&mut self, shape: &Shape) {
        let Colours { ink, tint } = shape.role.colours(self.theme);
        if let Outline::Text { .. } = shape.outline {
            return self.text(shape, ink);
        }
        let Some(path) = outline(&shape.outline) else { return };
        match shape.fill {
            Fill::Tint => self.fill(&path, tint),
            Fill::Solid => self.fill(&path, ink),
            Fill::Hollow | Fill::Unseen => {}
        }
        match &shape.outline {
            Outline::Path(bundle) if bundle.steps().len() > BUNDLE && shape.pattern().is_empty() => {
                self.bundle(bundle, ink, shape.width);
            }
            _ => self.stroke(&path, ink, shape.width, shape.pattern()),
        }
        if let Some(corners) = shape.head_corners()
            && let Some(head) = outline(&Outline::Polygon(corners.to_vec()))
        {
            self.fill(&head, ink);
        }
    }

    fn fill(&mut self, path: &tiny_skia::Path, rgb: u32) {
        self.pixmap.fill_path(path, &paint(rgb), FillRule::Winding, self.transform, None);
    }

    fn stroke(&mut self, path: &tiny_skia::Path, rgb: u32, width: f64, pattern: &[f64]) {
        if width <= 0.0 {
            return;
        }
        let dash = StrokeDash::new(pattern.iter().map(|&x| x as f32).collect(), 0.0);
        let (line_cap, line_join) = (LineCap::Round, LineJoin::Round);
        let stroke = Stroke { width: width as f32, line_cap, line_join, dash, ..Stroke::default() };
        self.pixmap.stroke_path(path, &paint(rgb), &stroke, self.transform, None);
    }

    /// Strokes a path of thousands of pieces, curves as short lines.
    fn bundle(&mut self, bundle: &Path, ink: u32, width: f64) {
        let Transform { sx: scale, tx, ty, .. } = self.transform;
        let (scale, tx, ty) = (f64::from(scale), f64::from(tx), f64::from(ty));
        let (w, h) = (self.pixmap.width() as usize, self.pixmap.height() as usize);
        let mut pixels = Pixels { data: self.pixmap.data_mut(), width: w, height: h };
        for (from, to) in bundle.flattened() {
            let at = |(x, y): Point| (x * scale + tx, y * scale + ty);
            pixels.line(at(from), at(to), width * scale, ink);
        }
    }

    fn text(&mut self, shape: &Shape, ink: u32) {
        let Outline::Text { at: (x, y), text, size, anchor, bold } = &shape.outline else { return };
        let (units, width) = strokes(text);
        let room = text_width(text, *size, *bold);
        let scale = (size / EM).min(if width > 0.0 { room / width } else { f64::INFINITY });
        let left = match anchor {
            Anchor::Start => *x,
            Anchor::Middle => x - width * scale / 2.0,
            Anchor::End => x - width * scale,
        };
        let base = y + 0.36 * size;
        let Some(path) = convert(units.steps(), |(px, py)| (left + px * scale, base - py * scale)) else { return };
        self.stroke(&path, ink, size * if *bold { 0.135 } else { 0.085 }, &[]);
    }
}

/// The outline as the rasteriser wants it; nothing when it is empty.
fn outline(outline: &Outline) -> Option<tiny_skia::Path> {
    match outline {
        &Outline::Circle((x, y), r) => PathBuilder::from_circle(x as f32, y as f32, r as f32),
        &Outline::Rect((x, y), w, h, rounding) => {
            let r = rounding.min(w / 2.0).min(h / 2.0);
            if r <= 0.0 {
                return Rect::from_xywh(x as f32, y as f32, w as f32, h as f32).map(PathBuilder::from_rect);
            }
            convert(round_rect(x, y, x + w, y + h, r).steps(), |p| p)
        }
        Outline::Polygon(points) => {
            let mut path = Path::new();
            for (i, &p) in points.iter().enumerate() {
                path.push(if i == 0 { Step::Move(p) } else { Step::Line(p) });
            }
            convert(path.close().steps(), |p| p)
        }
        Outline::Path(path) => convert(path.steps(), |p| p),
        Outline::Text { .. } => None,
    }
}

fn convert(steps: &[Step], place: impl Fn(Point) -> Point) -> Option<tiny_skia::Path> {
    let at = |p: Point| {
        let (x, y) = place(p);
        (x as f32, y as f32)
    };
    let mut builder = PathBuilder::new();
    for step in steps {
        match *step {
            Step::Move(p) => {
                let (x, y) = at(p);
                builder.move_to(x, y);
            }
            Step::Line(p) => {
                let (x, y) = at(p);
                builder.line_to(x, y);
            }
            Step::Quad(a, p) => {
                let ((ax, ay), (x, y)) = (at(a), at(p));
                builder.quad_to(ax, ay, x, y);
            }
            Step::Cubic(a, b, p) => {
                let ((ax, ay), (bx, by), (x, y)) = (at(a), at(b), at(p));
                builder.cubic_to(ax, ay, bx, by, x, y);
            }
            Step::Close => builder.close(),
        }
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Role;

    #[test]
    fn a_disc_is_painted_where_it_should_be() {
        let mut picture = Picture::new("disc");
        picture.add(Shape::circle((0.0, 0.0), 20.0).role(Role::Left).solid());
        let png = picture.to_png(Theme::Light, 1.0).unwrap();
        let pixmap = Pixmap::decode_png(&png).unwrap();
        let pixel = |x, y| {
            let p = pixmap.pixel(x, y).unwrap();
            u32::from_be_bytes([0, p.red(), p.green(), p.blue()])
        };
        assert_eq!(pixel(pixmap.width() / 2, pixmap.height() / 2), Role::Left.colours(Theme::Light).ink);
        assert_eq!(pixel(0, 0), Theme::Light.paper());
    }

    #[test]
    fn text_leaves_ink_inside_its_box() {
        let mut picture = Picture::new("words");
        picture.label((0.0, 0.0), "Grundy ⊕ 日");
        let png = picture.to_png(Theme::Dark, 2.0).unwrap();
        let pixmap = Pixmap::decode_png(&png).unwrap();
        let inked = pixmap.pixels().iter().filter(|p| p.red() > 128).count();
        assert!(inked > 100, "{inked}");
    }

    #[test]
    fn absurd_sizes_are_refused() {
        let mut picture = Picture::new("far");
        picture.add(Shape::line((0.0, 0.0), (f64::INFINITY, 1e300)));
        assert!(matches!(picture.to_png(Theme::Light, 1.0), Err(PngError::TooLarge { .. })));
        assert_eq!(picture.to_png(Theme::Light, f64::NAN), Err(PngError::BadScale));
        assert_eq!(picture.to_png(Theme::Light, -1.0), Err(PngError::BadScale));
    }
}
