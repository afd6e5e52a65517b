//! Thermographs: stops against temperature, in the usual orientation with Left's values at the left.

use crate::picture::Picture;
use crate::role::Role;
use crate::shape::{Anchor, Path, Point, Shape, text_width};
use grundy_lang::Text;

/// A corner of a wall. The numbers place it, the labels name it exactly.
#[derive(Clone, Debug, PartialEq)]
pub struct Kink {
    /// The stop.
    pub value: f64,
    /// The temperature.
    pub temperature: f64,
    /// The stop in exact print.
    pub value_label: String,
    /// The temperature in exact print.
    pub temperature_label: String,
}

impl Kink {
    /// A corner from exact fractions (numerator, denominator); a denominator of 0 counts as 1.
    pub fn exact(value: (i64, i64), temperature: (i64, i64)) -> Self {
        let number = |(p, q): (i64, i64)| p as f64 / if q == 0 { 1.0 } else { q as f64 };
        let print = |(p, q): (i64, i64)| if q == 1 || q == 0 { p.to_string() } else { format!("{p}/{q}") };
        Self {
            value: number(value),
            temperature: number(temperature),
            value_label: print(value),
            temperature_label: print(temperature),
        }
    }
}

/// A thermograph: the left and the right wall, each from the lowest temperature upwards, meeting in the mast.
///
/// ```
/// use grundy_draw::{Kink, Thermograph};
///
/// // The switch {1|-1}: the walls start at 1 and -1 and meet at 0 when the temperature is 1.
/// let foot = Kink::exact((0, 1), (1, 1));
/// let graph = Thermograph::new(
///     vec![Kink::exact((1, 1), (0, 1)), foot.clone()],
///     vec![Kink::exact((-1, 1), (0, 1)), foot],
/// );
/// assert!(graph.picture("Thermograph of +-1").to_svg().contains("mast value 0"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thermograph {
    left: Vec<Kink>,
    right: Vec<Kink>,
}

/// Size of the plot at most.
const ROOM: (f64, f64) = (420.0, 300.0);

/// Distance between the highest corner and the tip of the mast.
const MAST: f64 = 56.0;

impl Thermograph {
    /// A thermograph from the corners of both walls, lowest temperature first.
    pub fn new(left: Vec<Kink>, right: Vec<Kink>) -> Self {
        Self { left, right }
    }

    fn kinks(&self) -> impl Iterator<Item = &Kink> + Clone {
        self.left.iter().chain(&self.right).filter(|k| k.value.is_finite() && k.temperature.is_finite())
    }

    /// Draws the thermograph, with a text alternative that lists its corners.
    pub fn picture(&self, title: impl Into<String>) -> Picture {
        let mut picture = Picture::new(title).describe(self.words());
        let range = |numbers: &mut dyn Iterator<Item = f64>| {
            numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)))
        };
        let (low, high) = range(&mut self.kinks().map(|k| k.value));
        let (cold, hot) = range(&mut self.kinks().map(|k| k.temperature).chain([0.0]));
        if low > high {
            picture.caption("no thermograph");
            return picture;
        }
        // One scale for both axes, so that sloping walls run at 45 degrees.
        let scale = (ROOM.0 / (high - low).max(1e-9)).min(ROOM.1 / (hot - cold).max(1e-9)).min(120.0);
        let at = |k: &Kink| ((high - k.value) * scale, -k.temperature * scale);
        // The words below and the name of the axis need some width even where the walls have none.
        let width = (high - low) * scale;
        let margin = ((220.0 - width) / 2.0).max(40.0);
        let frame =
            Frame { left: -margin, right: width + margin, top: -hot * scale - MAST, bottom: -cold * scale + 14.0 };
        self.draw_axes(&mut picture, &frame, at);
        for (wall, role) in [(&self.left, Role::Left), (&self.right, Role::Right)] {
            let mut path = Path::new();
            for (i, kink) in wall.iter().enumerate() {
                path = if i == 0 { path.move_to(at(kink)) } else { path.line_to(at(kink)) };
            }
            if wall.len() > 1 {
                picture.add(Shape::path(path).role(role).width(3.0));
            }
        }
        if let Some(top) = self.left.last().or(self.right.last()) {
            let foot = at(top);
            picture.add(Shape::arrow(foot, (foot.0, frame.top)).width(3.0));
        }
        for kink in self.kinks() {
            picture.add(Shape::circle(at(kink), 3.5).solid());
        }
        picture
    }

    fn draw_axes(&self, picture: &mut Picture, frame: &Frame, at: impl Fn(&Kink) -> Point) {
        let mut across: Vec<(f64, &str)> = self.kinks().map(|k| (at(k).0, k.value_label.as_str())).collect();
        across.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut up: Vec<(f64, &str)> = self.kinks().map(|k| (at(k).1, k.temperature_label.as_str())).collect();
        up.push((0.0, "0"));
        up.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut free = f64::NEG_INFINITY;
        for (x, label) in across {
            let half = text_width(label, 12.0, false) / 2.0 + 3.0;
            if x - half < free {
                continue;
            }
            free = x + half;
            picture.add(Shape::line((x, frame.top + 10.0), (x, frame.bottom)).role(Role::Faint).width(1.0));
            picture.add(Shape::text((x, frame.bottom + 12.0), label).size(12.0));
        }
        let mut free = f64::INFINITY;
        for (y, label) in up {
            if y + 7.0 > free {
                continue;
            }
            free = y - 7.0;
            picture.add(Shape::line((frame.left, y), (frame.right, y)).role(Role::Faint).width(1.0));
            let place = (frame.left - 6.0, y);
            picture.add(Shape::text(place, label).size(12.0).anchor(Anchor::End));
        }
        picture.add(Shape::line((frame.left, 0.0), (frame.right, 0.0)).width(1.2));
        let under = frame.bottom + 32.0;
        let word =
            |x: f64, words: &'static str, role: Role| Shape::words((x, under), words).size(12.0).bold().role(role);
        picture.add(word(frame.left, "← Left", Role::Left).anchor(Anchor::Start));
        picture.add(word(frame.right, "Right →", Role::Right).anchor(Anchor::End));
        let place = (frame.left - 6.0, frame.top + 2.0);
        picture.add(Shape::words(place, "temperature").size(12.0).role(Role::Muted).anchor(Anchor::Start));
    }

    fn words(&self) -> Text {
        let Some(top) = self.left.last().or(self.right.last()) else {
            return Text::new("A thermograph without walls.");
        };
        let list = |wall: &[Kink]| {
            let corner = |k: &Kink| {
                Text::new("{value} at temperature {temperature}")
                    .with("value", &k.value_label)
                    .with("temperature", &k.temperature_label)
            };
            wall.iter().map(corner).collect()
        };
        Text::new("Thermograph with mast value {mast}. Left wall: {left}. Right wall: {right}.")
            .with("mast", &top.value_label)
            .with_list("left", list(&self.left))
            .with_list("right", list(&self.right))
    }
}

/// The borders of the plot.
struct Frame {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}
