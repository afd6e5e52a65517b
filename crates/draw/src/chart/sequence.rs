//! A sequence of nimbers against heap size, with its period.

use crate::picture::Picture;
use crate::role::{Dash, Role};
use crate::shape::{Anchor, Path, Shape, text_width};
use grundy_lang::Text;

/// How a sequence repeats: from `preperiod` on, value(n + period) = value(n) + saltus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// The first heap from which the rule holds.
    pub preperiod: usize,
    /// The period, at least 1.
    pub period: usize,
    /// What is added in each period; 0 for a periodic sequence.
    pub saltus: u64,
    /// Whether this is proved and not only seen.
    pub proved: bool,
}

/// Nimbers of the heaps 0, 1, 2, …, drawn as points.
///
/// ```
/// use grundy_draw::SequencePlot;
///
/// let plot = SequencePlot::new(vec![0, 1, 2, 0, 1, 2]);
/// assert!(plot.picture("Take one or two").description().to_string().contains("heaps 0 to 5"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SequencePlot {
    values: Vec<u64>,
    recurrence: Option<Recurrence>,
}

/// Size of the plot aimed at.
const ROOM: (f64, f64) = (960.0, 260.0);

/// Places of the plot.
struct Scale {
    dx: f64,
    dy: f64,
}

impl Scale {
    fn x(&self, heap: usize) -> f64 {
        heap as f64 * self.dx
    }

    fn y(&self, value: u64) -> f64 {
        -(value as f64) * self.dy
    }
}

impl SequencePlot {
    /// A plot of the values of heaps 0, 1, 2, ….
    pub fn new(values: Vec<u64>) -> Self {
        Self { values, recurrence: None }
    }

    /// Marks how the sequence repeats.
    #[must_use]
    pub fn recurrence(mut self, recurrence: Recurrence) -> Self {
        self.recurrence = (recurrence.period > 0).then_some(recurrence);
        self
    }

    /// Draws the plot, with a text alternative.
    pub fn picture(&self, title: impl Into<String>) -> Picture {
        let mut picture = Picture::new(title).describe(self.words());
        let most = self.values.iter().copied().max().unwrap_or(0).max(1);
        let last = self.values.len().saturating_sub(1).max(1);
        let scale = Scale { dx: (ROOM.0 / last as f64).clamp(0.5, 18.0), dy: (ROOM.1 / most as f64).min(22.0) };
        self.draw_period(&mut picture, &scale, most);
        draw_axes(&mut picture, &scale, last, most);
        if self.values.len() <= 64 {
            let mut stems = Path::new();
            for (heap, &value) in self.values.iter().enumerate() {
                stems = stems.move_to((scale.x(heap), 0.0)).line_to((scale.x(heap), scale.y(value)));
            }
            picture.add(Shape::path(stems).role(Role::Muted).width(1.2));
        }
        // Dots are strokes of no length with round ends: one element for thousands of them.
        let mut dots = Path::new();
        for (heap, &value) in self.values.iter().enumerate() {
            let (x, y) = (scale.x(heap), scale.y(value));
            dots = dots.move_to((x, y)).line_to((x + 0.01, y));
        }
        if !self.values.is_empty() {
            picture.add(Shape::path(dots).role(Role::Left).width((scale.dx * 0.7).clamp(2.2, 7.0)));
        }
        picture
    }

    /// The first period as a band, the beginnings of later ones as dashed lines.
    fn draw_period(&self, picture: &mut Picture, scale: &Scale, most: u64) {
        let Some(Recurrence { preperiod, period, .. }) = self.recurrence else { return };
        let end = self.values.len();
        if preperiod >= end {
            return;
        }
        let (top, half) = (scale.y(most) - 14.0, scale.dx / 2.0);
        let (from, to) = (scale.x(preperiod) - half, scale.x((preperiod + period).min(end)) - half);
        picture.add(Shape::rect((from, top), to - from, -top).role(Role::Highlight).width(0.0));
        let mut borders = Path::new();
        let step = (period as f64 * scale.dx).max(1e-9);
        let every = (8.0 / step).ceil().max(1.0) as usize;
        for start in (preperiod..end).step_by(period.saturating_mul(every)) {
            let x = scale.x(start) - half;
            borders = borders.move_to((x, 0.0)).line_to((x, top));
        }
        picture.add(Shape::path(borders).role(Role::Highlight).width(1.0).dash(Dash::Dashed));
        let words = self.period_words();
        let right = scale.x(end.saturating_sub(1));
        let left = (from + 2.0).min(right - text_width(&words.to_string(), 12.0, true)).max(0.0);
        picture
            .add(Shape::words((left, top - 12.0), words).size(12.0).bold().role(Role::Highlight).anchor(Anchor::Start));
    }

    fn period_words(&self) -> Text {
        let Some(r) = self.recurrence else { return Text::new("no period marked") };
        let words = match (r.saltus, r.proved) {
            (0, true) => Text::new("period {period} from heap {preperiod}"),
            (0, false) => Text::new("period {period} from heap {preperiod} (seen, not proved)"),
            (_, true) => Text::new("period {period}, saltus {saltus} from heap {preperiod}"),
            (_, false) => Text::new("period {period}, saltus {saltus} from heap {preperiod} (seen, not proved)"),
        };
        words.with("period", r.period).with("saltus", r.saltus).with("preperiod", r.preperiod)
    }

    fn words(&self) -> Text {
        let most = self.values.iter().copied().max().unwrap_or(0);
        let shown: Vec<String> = self.values.iter().take(20).map(u64::to_string).collect();
        Text::new("Nimbers of the heaps 0 to {last}, the largest is {most}; {period}. They begin {shown}.")
            .with("last", self.values.len().saturating_sub(1))
            .with("most", most)
            .with_text("period", self.period_words())
            .with("shown", shown.join(", "))
    }
}

/// Axes with marks at round numbers.
fn draw_axes(picture: &mut Picture, scale: &Scale, last: usize, most: u64) {
    let right = scale.x(last);
    for value in (0..=most).step_by(round_step(18.0 / scale.dy)) {
        let y = scale.y(value);
        picture.add(Shape::line((0.0, y), (right, y)).role(Role::Faint).width(0.8));
        let place = (-10.0 - scale.dx / 2.0, y);
        picture.add(Shape::text(place, value.to_string()).size(12.0).anchor(Anchor::End));
    }
    let widest = text_width(&last.to_string(), 12.0, false);
    for heap in (0..=last).step_by(round_step((widest + 12.0) / scale.dx)) {
        let x = scale.x(heap);
        picture.add(Shape::line((x, 4.0), (x, 8.0)).role(Role::Muted).width(1.0));
        picture.add(Shape::text((x, 18.0), heap.to_string()).size(12.0));
    }
    picture.add(Shape::line((-scale.dx / 2.0, 4.0), (right + scale.dx / 2.0, 4.0)).width(1.2));
    picture.add(Shape::words((right / 2.0, 38.0), "heap size").size(12.0).role(Role::Muted));
    let place = (-10.0 - scale.dx / 2.0, scale.y(most) - 20.0);
    picture.add(Shape::words(place, "nimber").size(12.0).role(Role::Muted).anchor(Anchor::End));
}

/// The least of 1, 2, 5, 10, 20, 50, … that is not below the number.
fn round_step(least: f64) -> usize {
    let mut step = 1usize;
    for factor in [2, 5].iter().cycle() {
        if step as f64 >= least || step > usize::MAX / 10 {
            break;
        }
        // 1 → 2 → 5 → 10: doubling, then to the next half decade, then doubling to the full one.
        step = if *factor == 2 { step * 2 } else { step / 2 * 5 };
        if step as f64 >= least {
            break;
        }
        if *factor == 5 {
            step *= 2;
        }
    }
    step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        let steps: Vec<usize> =
            [0.5, 1.0, 1.1, 3.0, 5.5, 11.0, 23.0, 51.0, 101.0].into_iter().map(round_step).collect();
        assert_eq!(steps, [1, 1, 2, 5, 10, 20, 50, 100, 200]);
    }
}
