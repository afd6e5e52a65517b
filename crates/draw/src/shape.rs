//! Shapes: lines, circles, rectangles, polygons, curves and text, each with a role.

use crate::role::{Dash, Role};
use grundy_lang::{Language, Text};

/// A point: x grows to the right, y grows downwards.
pub type Point = (f64, f64);

/// The largest absolute coordinate a picture keeps; anything larger, or not a number, is drawn at the border.
const LIMIT: f64 = 1e6;

/// A finite coordinate within the limit.
pub(crate) fn tame(x: f64) -> f64 {
    if x.is_nan() { 0.0 } else { x.clamp(-LIMIT, LIMIT) }
}

fn tame_point((x, y): Point) -> Point {
    (tame(x), tame(y))
}

/// A piece of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Lift the pen and put it down here.
    Move(Point),
    /// Straight to here.
    Line(Point),
    /// Curve with one control point.
    Quad(Point, Point),
    /// Curve with two control points.
    Cubic(Point, Point, Point),
    /// Straight back to where the pen was put down.
    Close,
}

/// A path: straight and curved strokes, drawn one after another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    steps: Vec<Step>,
}

impl Path {
    /// An empty path.
    pub fn new() -> Self {
        Self::default()
    }

    /// A path that starts here.
    pub fn from(p: Point) -> Self {
        Self::new().move_to(p)
    }

    fn then(mut self, step: Step) -> Self {
        self.push(step);
        self
    }

    /// Adds a step in place.
    pub fn push(&mut self, step: Step) {
        self.steps.push(match step {
            Step::Move(p) => Step::Move(tame_point(p)),
            Step::Line(p) => Step::Line(tame_point(p)),
            Step::Quad(a, p) => Step::Quad(tame_point(a), tame_point(p)),
            Step::Cubic(a, b, p) => Step::Cubic(tame_point(a), tame_point(b), tame_point(p)),
            Step::Close => Step::Close,
        });
    }

    /// Lifts the pen and puts it down here.
    #[must_use]
    pub fn move_to(self, p: Point) -> Self {
        self.then(Step::Move(p))
    }

    /// Straight to here.
    #[must_use]
    pub fn line_to(self, p: Point) -> Self {
        self.then(Step::Line(p))
    }

    /// Curve with one control point.
    #[must_use]
    pub fn quad_to(self, control: Point, p: Point) -> Self {
        self.then(Step::Quad(control, p))
    }

    /// Curve with two control points.
    #[must_use]
    pub fn cubic_to(self, first: Point, second: Point, p: Point) -> Self {
        self.then(Step::Cubic(first, second, p))
    }

    /// Straight back to where the pen was put down.
    #[must_use]
    pub fn close(self) -> Self {
        self.then(Step::Close)
    }

    /// The steps in drawing order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.steps
            .iter()
            .flat_map(|step| match *step {
                Step::Move(p) | Step::Line(p) => [Some(p), None, None],
                Step::Quad(a, p) => [Some(a), Some(p), None],
                Step::Cubic(a, b, p) => [Some(a), Some(b), Some(p)],
                Step::Close => [None; 3],
            })
            .flatten()
    }

    /// The strokes as straight lines, curves cut into eight.
    #[cfg(feature = "png")]
    pub(crate) fn flattened(&self) -> Vec<(Point, Point)> {
        let mut lines = Vec::with_capacity(self.steps.len());
        let (mut start, mut from) = ((0.0, 0.0), (0.0, 0.0));
        for step in &self.steps {
            let curve = match *step {
                Step::Move(p) => {
                    (start, from) = (p, p);
                    continue;
                }
                Step::Close => {
                    lines.push((from, start));
                    from = start;
                    continue;
                }
                Step::Line(p) => {
                    lines.push((from, p));
                    from = p;
                    continue;
                }
                Step::Quad(a, p) => raised(from, a, p),
                Step::Cubic(a, b, p) => [from, a, b, p],
            };
            for i in 1..=8 {
                let to = on_cubic(curve, f64::from(i) / 8.0);
                lines.push((from, to));
                from = to;
            }
        }
        lines
    }

    /// The box of the strokes, exact also for curves.
    fn bounds(&self) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        let mut from = (0.0, 0.0);
        for step in &self.steps {
            let to = match *step {
                Step::Move(p) | Step::Line(p) => p,
                Step::Quad(a, p) => {
                    cubic_extremes(&mut bounds, raised(from, a, p));
                    p
                }
                Step::Cubic(a, b, p) => {
                    cubic_extremes(&mut bounds, [from, a, b, p]);
                    p
                }
                Step::Close => continue,
            };
            bounds.add(to);
            from = to;
        }
        bounds
    }

    fn shift(&mut self, dx: f64, dy: f64) {
        self.map(|(x, y)| (tame(x + dx), tame(y + dy)));
    }

    fn scale(&mut self, factor: f64) {
        self.map(|(x, y)| (tame(x * factor), tame(y * factor)));
    }

    fn map(&mut self, moved: impl Fn(Point) -> Point) {
        for step in &mut self.steps {
            *step = match *step {
                Step::Move(p) => Step::Move(moved(p)),
                Step::Line(p) => Step::Line(moved(p)),
                Step::Quad(a, p) => Step::Quad(moved(a), moved(p)),
                Step::Cubic(a, b, p) => Step::Cubic(moved(a), moved(b), moved(p)),
                Step::Close => Step::Close,
            };
        }
    }
}

/// A quadratic curve as a cubic one: its controls lie two thirds of the way to the one control.
fn raised(p: Point, control: Point, q: Point) -> [Point; 4] {
    let third = |e: Point| (e.0 + (control.0 - e.0) * 2.0 / 3.0, e.1 + (control.1 - e.1) * 2.0 / 3.0);
    [p, third(p), third(q), q]
}

/// A point of a cubic curve.
fn on_cubic([p, a, b, q]: [Point; 4], t: f64) -> Point {
    let s = 1.0 - t;
    let mix =
        |p: f64, a: f64, b: f64, q: f64| s * s * s * p + 3.0 * s * s * t * a + 3.0 * s * t * t * b + t * t * t * q;
    (mix(p.0, a.0, b.0, q.0), mix(p.1, a.1, b.1, q.1))
}

/// Adds the points of a cubic curve where it turns back in x or y: roots of the derivative.
fn cubic_extremes(bounds: &mut Bounds, curve: [Point; 4]) {
    let [p, a, b, q] = curve;
    for (p, a, b, q) in [(p.0, a.0, b.0, q.0), (p.1, a.1, b.1, q.1)] {
        let (c2, c1, c0) = (q - 3.0 * b + 3.0 * a - p, 2.0 * (b - 2.0 * a + p), a - p);
        let root = (c1 * c1 - 4.0 * c2 * c0).max(0.0).sqrt();
        let candidates =
            if c2.abs() < 1e-9 { [-c0 / c1, f64::NAN] } else { [(-c1 + root) / (2.0 * c2), (-c1 - root) / (2.0 * c2)] };
        for t in candidates {
            if t > 0.0 && t < 1.0 {
                bounds.add(on_cubic(curve, t));
            }
        }
    }
}

/// Which point of a text stands at its place; vertically the text is always centred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// The text begins at the place.
    Start,
    /// The text is centred on the place.
    #[default]
    Middle,
    /// The text ends at the place.
    End,
}

/// The outline of a shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A circle by centre and radius.
    Circle(Point, f64),
    /// A rectangle by upper left corner, width, height and rounding of the corners.
    Rect(Point, f64, f64, f64),
    /// A closed polygon.
    Polygon(Vec<Point>),
    /// A path.
    Path(Path),
    /// One line of text.
    Text {
        /// The place.
        at: Point,
        /// The words.
        text: String,
        /// Height of the letters' body (em).
        size: f64,
        /// Which point of the text stands at the place.
        anchor: Anchor,
        /// Heavy letters.
        bold: bool,
    },
}

/// How the inside of a shape is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// With the role's tint.
    Tint,
    /// With the role's ink.
    Solid,
    /// Not at all.
    Hollow,
    /// Nothing of the shape is seen: it only takes clicks.
    Unseen,
}

/// One shape with its style.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    pub(crate) outline: Outline,
    pub(crate) role: Role,
    pub(crate) fill: Fill,
    pub(crate) width: f64,
    pub(crate) dash: Dash,
    pub(crate) head: bool,
    /// The words of a text that is said in other languages too.
    words: Option<Text>,
}

/// Length and half width of an arrow head, in stroke widths beyond a basis.
pub(crate) const HEAD: (f64, f64) = (9.0, 3.6);

impl Shape {
    fn new(outline: Outline, fill: Fill) -> Self {
        Self { outline, role: Role::Plain, fill, width: 1.5, dash: Dash::Auto, head: false, words: None }
    }

    /// A straight line.
    pub fn line(a: Point, b: Point) -> Self {
        Self::path(Path::from(a).line_to(b))
    }

    /// A straight line with a head at its end.
    pub fn arrow(a: Point, b: Point) -> Self {
        Self::line(a, b).with_head()
    }

    /// A circle.
    pub fn circle(centre: Point, radius: f64) -> Self {
        Self::new(Outline::Circle(tame_point(centre), tame(radius).max(0.0)), Fill::Tint)
    }

    /// A rectangle by upper left corner, width and height.
    pub fn rect(corner: Point, width: f64, height: f64) -> Self {
        Self::new(Outline::Rect(tame_point(corner), tame(width).max(0.0), tame(height).max(0.0), 0.0), Fill::Tint)
    }

    /// A square by centre and half its side.
    pub fn square((x, y): Point, half: f64) -> Self {
        Self::rect((x - half, y - half), 2.0 * half, 2.0 * half)
    }

    /// A closed polygon.
    pub fn polygon(points: impl IntoIterator<Item = Point>) -> Self {
        Self::new(Outline::Polygon(points.into_iter().map(tame_point).collect()), Fill::Tint)
    }

    /// A path, not filled.
    pub fn path(path: Path) -> Self {
        Self::new(Outline::Path(path), Fill::Hollow)
    }

    /// One line of text, centred on the place.
    pub fn text(at: Point, text: impl Into<String>) -> Self {
        let text = text.into().replace(['\n', '\r', '\t'], " ");
        let outline = Outline::Text { at: tame_point(at), text, size: 14.0, anchor: Anchor::Middle, bold: false };
        Self::new(outline, Fill::Solid)
    }

    /// One line of words, centred on the place: [`crate::Picture::told_in`] says them in another language.
    pub fn words(at: Point, words: impl Into<Text>) -> Self {
        let words = words.into();
        Self { words: Some(words.clone()), ..Self::text(at, words.to_string()) }
    }

    /// Says the words in a language.
    pub(crate) fn tell_in(&mut self, language: Language) {
        if let (Outline::Text { text, .. }, Some(words)) = (&mut self.outline, &self.words) {
            *text = words.say(language);
        }
    }

    /// Sets the meaning.
    #[must_use]
    pub fn role(mut self, role: Role) -> Self {
        self.role = role;
        self
    }

    /// Rounds the corners of a rectangle.
    #[must_use]
    pub fn rounded(mut self, radius: f64) -> Self {
        if let Outline::Rect(_, _, _, rounding) = &mut self.outline {
            *rounding = tame(radius).max(0.0);
        }
        self
    }

    /// Fills with the role's ink.
    #[must_use]
    pub fn solid(mut self) -> Self {
        self.fill = Fill::Solid;
        self
    }

    /// Leaves the inside unpainted.
    #[must_use]
    pub fn hollow(mut self) -> Self {
        self.fill = Fill::Hollow;
        self
    }

    /// Makes the shape a place that takes clicks and is not seen.
    #[must_use]
    pub fn unseen(mut self) -> Self {
        self.fill = Fill::Unseen;
        self
    }

    /// Sets the width of the stroke.
    #[must_use]
    pub fn width(mut self, width: f64) -> Self {
        self.width = tame(width).max(0.0);
        self
    }

    /// Sets the dash.
    #[must_use]
    pub fn dash(mut self, dash: Dash) -> Self {
        self.dash = dash;
        self
    }

    /// Puts an arrow head at the end of a path.
    #[must_use]
    pub fn with_head(mut self) -> Self {
        self.head = true;
        self
    }

    /// Sets the size of text.
    #[must_use]
    pub fn size(mut self, em: f64) -> Self {
        if let Outline::Text { size, .. } = &mut self.outline {
            *size = tame(em).max(0.0);
        }
        self
    }

    /// Makes text heavy.
    #[must_use]
    pub fn bold(mut self) -> Self {
        if let Outline::Text { bold, .. } = &mut self.outline {
            *bold = true;
        }
        self
    }

    /// Sets which point of the text stands at its place.
    #[must_use]
    pub fn anchor(mut self, place: Anchor) -> Self {
        if let Outline::Text { anchor, .. } = &mut self.outline {
            *anchor = place;
        }
        self
    }

    /// The dash to draw with: only open lines take the dash of their role.
    pub(crate) fn pattern(&self) -> &'static [f64] {
        match (self.dash, &self.outline, self.fill) {
            (Dash::Auto, Outline::Path(_), Fill::Hollow) => self.role.dash().pattern(),
            (dash, ..) => dash.pattern(),
        }
    }

    /// The three corners of the arrow head: tip first.
    pub(crate) fn head_corners(&self) -> Option<[Point; 3]> {
        let Outline::Path(path) = &self.outline else { return None };
        if !self.head {
            return None;
        }
        let points: Vec<Point> = path.points().collect();
        let (&tip, rest) = points.split_last()?;
        let from = rest.iter().rev().find(|&&p| distance(p, tip) > 1e-6)?;
        let (length, half) = (HEAD.0 + self.width, HEAD.1 + self.width / 2.0);
        let d = distance(*from, tip);
        let (ux, uy) = ((tip.0 - from.0) / d, (tip.1 - from.1) / d);
        let base = (tip.0 - ux * length, tip.1 - uy * length);
        Some([tip, (base.0 - uy * half, base.1 + ux * half), (base.0 + uy * half, base.1 - ux * half)])
    }

    /// Moves the shape.
    pub(crate) fn shift(&mut self, dx: f64, dy: f64) {
        let moved = |(x, y): Point| (tame(x + dx), tame(y + dy));
        match &mut self.outline {
            Outline::Circle(p, _) | Outline::Rect(p, ..) | Outline::Text { at: p, .. } => *p = moved(*p),
            Outline::Polygon(points) => points.iter_mut().for_each(|p| *p = moved(*p)),
            Outline::Path(path) => path.shift(dx, dy),
        }
    }

    /// Makes the shape smaller or larger, seen from the origin; strokes keep a width that can be seen.
    pub(crate) fn scale(&mut self, factor: f64) {
        let scaled = |(x, y): Point| (tame(x * factor), tame(y * factor));
        match &mut self.outline {
            Outline::Circle(p, r) => (*p, *r) = (scaled(*p), *r * factor),
            Outline::Rect(p, w, h, rounding) => {
                (*p, *w, *h, *rounding) = (scaled(*p), *w * factor, *h * factor, *rounding * factor);
            }
            Outline::Polygon(points) => points.iter_mut().for_each(|p| *p = scaled(*p)),
            Outline::Path(path) => path.scale(factor),
            Outline::Text { at, size, .. } => (*at, *size) = (scaled(*at), *size * factor),
        }
        if self.width > 0.0 {
            self.width = (self.width * factor).max(0.4);
        }
    }

    /// The smallest box known to hold the shape with its stroke.
    pub fn bounds(&self) -> Bounds {
        let mut bounds = match &self.outline {
            &Outline::Circle((x, y), r) => Bounds::of([(x - r, y - r), (x + r, y + r)]),
            &Outline::Rect((x, y), w, h, _) => Bounds::of([(x, y), (x + w, y + h)]),
            Outline::Polygon(points) => Bounds::of(points.iter().copied()),
            Outline::Path(path) => {
                let mut bounds = path.bounds();
                for corner in self.head_corners().into_iter().flatten() {
                    bounds.add(corner);
                }
                bounds
            }
            &Outline::Text { at: (x, y), ref text, size, anchor, bold } => {
                let width = text_width(text, size, bold);
                let left = match anchor {
                    Anchor::Start => x,
                    Anchor::Middle => x - width / 2.0,
                    Anchor::End => x - width,
                };
                return Bounds::of([(left, y - 0.62 * size), (left + width, y + 0.68 * size)]);
            }
        };
        bounds.grow(self.width / 2.0);
        bounds
    }
}

/// Euclidean distance.
pub(crate) fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// An upper estimate of the width of a text in any common sans-serif face.
pub fn text_width(text: &str, size: f64, bold: bool) -> f64 {
    let em: f64 = text.chars().map(char_width).sum();
    em * size * if bold { 1.12 } else { 1.0 }
}

fn char_width(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '|' | '\'' | '.' | ',' | ':' | ';' | '!' | ' ' | 'I' => 0.35,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '/' | '\\' | '-' | '"' => 0.45,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 1.0,
        'A'..='Z' | '+' | '<' | '>' | '=' | '~' | '#' | '&' | '^' => 0.84,
        ' '..='~' => 0.66,
        '\u{300}'..='\u{36f}' => 0.0,
        '\u{a0}'..='\u{24f}' => 0.8,
        _ => 1.1,
    }
}

/// A box that holds everything added to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Least x.
    pub left: f64,
    /// Least y.
    pub top: f64,
    /// Greatest x.
    pub right: f64,
    /// Greatest y.
    pub bottom: f64,
}

impl Bounds {
    /// The box of nothing.
    pub const EMPTY: Bounds =
        Bounds { left: f64::INFINITY, top: f64::INFINITY, right: f64::NEG_INFINITY, bottom: f64::NEG_INFINITY };

    /// The box of some points.
    pub fn of(points: impl IntoIterator<Item = Point>) -> Self {
        let mut bounds = Self::EMPTY;
        for p in points {
            bounds.add(p);
        }
        bounds
    }

    /// Whether nothing has been added.
    pub fn is_empty(&self) -> bool {
        self.left > self.right
    }

    /// Width, 0 for the box of nothing.
    pub fn width(&self) -> f64 {
        (self.right - self.left).max(0.0)
    }

    /// Height, 0 for the box of nothing.
    pub fn height(&self) -> f64 {
        (self.bottom - self.top).max(0.0)
    }

    /// Takes in a point.
    pub fn add(&mut self, (x, y): Point) {
        self.left = self.left.min(x);
        self.right = self.right.max(x);
        self.top = self.top.min(y);
        self.bottom = self.bottom.max(y);
    }

    /// Takes in another box.
    pub fn join(&mut self, other: &Bounds) {
        self.left = self.left.min(other.left);
        self.right = self.right.max(other.right);
        self.top = self.top.min(other.top);
        self.bottom = self.bottom.max(other.bottom);
    }

    /// The middle.
    pub fn centre(&self) -> Point {
        (f64::midpoint(self.left, self.right), f64::midpoint(self.top, self.bottom))
    }

    /// Whether a point lies inside.
    pub fn holds(&self, (x, y): Point) -> bool {
        (self.left..=self.right).contains(&x) && (self.top..=self.bottom).contains(&y)
    }

    /// Whether another box is the same up to what no eye sees.
    pub fn is_close_to(&self, other: &Bounds) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() < 0.01;
        near(self.left, other.left)
            && near(self.top, other.top)
            && near(self.right, other.right)
            && near(self.bottom, other.bottom)
    }

    /// Widens on all four sides.
    pub fn grow(&mut self, by: f64) {
        self.left -= by;
        self.top -= by;
        self.right += by;
        self.bottom += by;
    }
}
