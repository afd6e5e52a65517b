//! A picture: a title, a text alternative and shapes, some of them grouped into clickable parts.

use crate::role::Role;
use crate::shape::{Bounds, Point, Shape, text_width};
use grundy_budget::pulse;
use grundy_lang::{Language, Text};

/// A picture with a title and a text alternative.
///
/// Shapes are drawn in the order of adding. A *part* is a group of shapes that stands for one or more moves; a *node*
/// is a group that stands for a position. Both can be clicked and reached by keyboard.
///
/// ```
/// use grundy_draw::{Picture, Role, Shape};
///
/// let mut picture = Picture::new("Two sticks").describe("A heap of two sticks");
/// for i in 0..2 {
///     picture.part(format!("take {}", i + 1), |p| {
///         p.add(Shape::rect((20.0 * f64::from(i), 0.0), 8.0, 60.0).rounded(4.0).role(Role::Token));
///     });
/// }
/// assert!(picture.to_svg().contains("data-move=\"take 2\""));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    title: Text,
    description: Text,
    pub(crate) language: Language,
    pub(crate) items: Vec<Item>,
    bounds: Bounds,
}

/// A shape or a group of them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Item {
    Shape(Shape),
    Group(Group),
}

/// What a group stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stands {
    Moves,
    Position,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Group {
    pub stands: Stands,
    /// The moves, or the one position.
    pub labels: Vec<String>,
    /// What a screen reader says.
    pub name: Text,
    pub items: Vec<Item>,
}

impl Picture {
    /// An empty picture. The title is a notation, the same in every language; [`Picture::titled`] gives it words.
    pub fn new(title: impl Into<String>) -> Self {
        let (title, description) = (Text::verbatim(title.into()), Text::default());
        Self { title, description, language: Language::English, items: Vec::new(), bounds: Bounds::EMPTY }
    }

    /// Sets the text alternative: what the picture shows, for those who do not see it.
    #[must_use]
    pub fn describe(mut self, description: impl Into<Text>) -> Self {
        self.description = description.into();
        self
    }

    /// The title.
    pub fn title(&self) -> &Text {
        &self.title
    }

    /// The text alternative; the title when none was set.
    pub fn description(&self) -> &Text {
        if self.description.is_empty() { &self.title } else { &self.description }
    }

    /// Changes the title.
    #[must_use]
    pub fn titled(mut self, title: impl Into<Text>) -> Self {
        self.title = title.into();
        self
    }

    /// The same picture with all its words in a language. The labels of moves stay as they are: people type them.
    #[must_use]
    pub fn told_in(mut self, language: Language) -> Self {
        self.language = language;
        retell(&mut self.items, language, &mut self.bounds);
        self
    }

    /// The box that holds everything drawn so far.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Adds a shape.
    pub fn add(&mut self, shape: Shape) -> &mut Self {
        pulse(4);
        self.bounds.join(&shape.bounds());
        self.items.push(Item::Shape(shape));
        self
    }

    /// Adds a plain text of the common size, centred on the place.
    pub fn label(&mut self, at: Point, text: impl Into<String>) -> &mut Self {
        self.add(Shape::text(at, text))
    }

    /// Groups what `draw` adds into a clickable part that carries one move.
    pub fn part(&mut self, move_label: impl Into<String>, draw: impl FnOnce(&mut Self)) -> &mut Self {
        let label = move_label.into();
        let name = Text::verbatim(&label);
        self.group(Stands::Moves, vec![label], name, draw)
    }

    /// Groups what `draw` adds into a clickable part that carries several moves; `name` is what a screen reader says.
    pub fn part_of(
        &mut self,
        moves: impl IntoIterator<Item = String>,
        name: impl Into<Text>,
        draw: impl FnOnce(&mut Self),
    ) -> &mut Self {
        self.group(Stands::Moves, moves.into_iter().collect(), name.into(), draw)
    }

    /// Groups what `draw` adds into a clickable part that carries several moves, named by them all.
    pub(crate) fn choice(&mut self, moves: Vec<String>, draw: impl FnOnce(&mut Self)) -> &mut Self {
        let name = Text::verbatim(moves.join(", "));
        self.group(Stands::Moves, moves, name, draw)
    }

    /// Groups what `draw` adds into a clickable node that stands for a position.
    pub fn node(
        &mut self,
        position: impl Into<String>,
        name: impl Into<Text>,
        draw: impl FnOnce(&mut Self),
    ) -> &mut Self {
        self.group(Stands::Position, vec![position.into()], name.into(), draw)
    }

    fn group(&mut self, stands: Stands, labels: Vec<String>, name: Text, draw: impl FnOnce(&mut Self)) -> &mut Self {
        let outer = std::mem::take(&mut self.items);
        draw(self);
        let items = std::mem::replace(&mut self.items, outer);
        self.items.push(Item::Group(Group { stands, labels, name, items }));
        self
    }

    /// How many shapes there are.
    pub fn shapes(&self) -> usize {
        let mut stack: Vec<&Item> = self.items.iter().collect();
        let mut count = 0;
        while let Some(item) = stack.pop() {
            match item {
                Item::Shape(_) => count += 1,
                Item::Group(group) => stack.extend(&group.items),
            }
        }
        count
    }

    /// Whether anything can be clicked.
    pub fn is_interactive(&self) -> bool {
        self.items.iter().any(|item| matches!(item, Item::Group(_)))
    }

    /// The moves carried by the parts, in drawing order, each as often as it occurs.
    pub fn moves(&self) -> Vec<&str> {
        let mut moves = Vec::new();
        let mut stack: Vec<&Item> = self.items.iter().rev().collect();
        while let Some(item) = stack.pop() {
            if let Item::Group(group) = item {
                if group.stands == Stands::Moves {
                    moves.extend(group.labels.iter().map(String::as_str));
                }
                stack.extend(group.items.iter().rev());
            }
        }
        moves
    }

    /// Rewrites the moves carried by the parts, and what a screen reader says of them: a component of a sum says which
    /// component it is.
    #[must_use]
    pub fn map_moves(mut self, rename: impl Fn(&str) -> String) -> Self {
        let mut stack: Vec<&mut Item> = self.items.iter_mut().collect();
        while let Some(item) = stack.pop() {
            if let Item::Group(group) = item {
                if group.stands == Stands::Moves {
                    group.name = Text::verbatim(rename(&group.name.to_string()));
                    group.labels.iter_mut().for_each(|label| *label = rename(label));
                }
                stack.extend(group.items.iter_mut());
            }
        }
        self
    }

    /// Draws another picture inside this one with the upper left corner of its bounds at the given place; its title and
    /// text alternative are dropped.
    pub fn place(&mut self, other: Picture, (x, y): Point) -> &mut Self {
        // A picture that shows nothing may still carry parts.
        let corner = if other.bounds.is_empty() { (0.0, 0.0) } else { (other.bounds.left, other.bounds.top) };
        let (dx, dy) = (x - corner.0, y - corner.1);
        let mut items = other.items;
        let mut stack: Vec<&mut Item> = items.iter_mut().collect();
        while let Some(item) = stack.pop() {
            pulse(1);
            match item {
                Item::Shape(shape) => {
                    shape.shift(dx, dy);
                    self.bounds.join(&shape.bounds());
                }
                Item::Group(group) => stack.extend(group.items.iter_mut()),
            }
        }
        self.items.extend(items);
        self
    }

    /// The picture made smaller, if need be, so that it fits into a box, with nothing to click: a node of a state graph.
    #[must_use]
    pub fn reduced(&self, width: f64, height: f64) -> Self {
        let factor = (width / self.bounds.width().max(1.0)).min(height / self.bounds.height().max(1.0)).min(1.0);
        let mut small = Self { items: Vec::new(), bounds: Bounds::EMPTY, ..self.clone() };
        let mut stack: Vec<&Item> = self.items.iter().rev().collect();
        while let Some(item) = stack.pop() {
            match item {
                Item::Shape(shape) => {
                    let mut shape = shape.clone();
                    shape.scale(factor);
                    small.add(shape);
                }
                Item::Group(group) => stack.extend(group.items.iter().rev()),
            }
        }
        small
    }

    /// Pictures side by side with a `+` between them, as the positions of a sum; the text alternatives are joined.
    pub fn sum(title: impl Into<String>, pictures: Vec<Picture>) -> Self {
        let mut whole = Picture::new(title).describe(joined(&pictures, "{first}; plus {second}"));
        let tallest = pictures.iter().map(|p| p.bounds.height()).fold(0.0, f64::max);
        let mut x = 0.0;
        for (i, picture) in pictures.into_iter().enumerate() {
            if i > 0 {
                whole.add(Shape::text((x + 30.0, tallest / 2.0), "+").size(26.0).role(Role::Muted));
                x += 60.0;
            }
            let (width, height) = (picture.bounds.width(), picture.bounds.height());
            whole.place(picture, (x, (tallest - height) / 2.0));
            x += width;
        }
        whole
    }

    /// Pictures in rows, as many in a row as fit into a width of about 900; the text alternatives are joined.
    pub fn gallery(title: impl Into<String>, pictures: Vec<Picture>) -> Self {
        const WIDTH: f64 = 900.0;
        const GAP: f64 = 40.0;
        let mut whole = Picture::new(title).describe(joined(&pictures, "{first}; {second}"));
        let (mut x, mut y, mut tallest) = (0.0, 0.0, 0.0f64);
        for picture in pictures {
            let (width, height) = (picture.bounds.width().max(0.0), picture.bounds.height().max(0.0));
            if x > 0.0 && x + width > WIDTH {
                (x, y, tallest) = (0.0, y + tallest + GAP, 0.0);
            }
            whole.place(picture, (x, y));
            x += width + GAP;
            tallest = tallest.max(height);
        }
        whole
    }

    /// Adds a line of words below everything, centred.
    pub fn caption(&mut self, words: impl Into<Text>) -> &mut Self {
        let words = words.into();
        let text = words.to_string();
        let bounds = if self.bounds.is_empty() {
            Bounds { left: 0.0, top: 0.0, right: text_width(&text, 13.0, false), bottom: 0.0 }
        } else {
            self.bounds
        };
        let at = (f64::midpoint(bounds.left, bounds.right), bounds.bottom + 18.0);
        self.add(Shape::words(at, words).size(13.0).role(Role::Muted))
    }
}

/// The text alternatives of several pictures, each joined to the ones before it by the template.
fn joined(pictures: &[Picture], template: &'static str) -> Text {
    let all = pictures.iter().map(|picture| picture.description().clone());
    all.reduce(|first, second| Text::new(template).with_text("first", first).with_text("second", second))
        .unwrap_or_default()
}

/// Says the words of shapes in a language; longer words may need a larger box.
fn retell(items: &mut [Item], language: Language, bounds: &mut Bounds) {
    for item in items {
        match item {
            Item::Shape(shape) => {
                shape.tell_in(language);
                bounds.join(&shape.bounds());
            }
            Item::Group(group) => retell(&mut group.items, language, bounds),
        }
    }
}
