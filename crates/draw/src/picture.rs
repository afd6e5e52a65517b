//! A picture: a title, a text alternative and shapes, some of them grouped into things that keep their key and can be clicked.

use crate::gesture::Gesture;
use crate::role::Role;
use crate::shape::{Bounds, Point, Shape, text_width};
use grundy_budget::pulse;
use grundy_lang::{Language, Text};
use std::collections::HashMap;

/// A picture with a title and a text alternative.
///
/// Shapes are drawn in the order of adding. A *thing* is a group of shapes with a key: the same thing has the same key in
/// all pictures of one game, so that it can be seen to stay, to slide or to be taken. A *handle* has a key too, but is only
/// a place to click. [`Gesture`]s say which of them are clicked to make a move; a *part* is a thing that makes a move
/// alone. A *node* is a group that stands for a position. Whatever can be clicked is reached by keyboard too.
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
    pub(crate) gestures: Vec<Gesture>,
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
    /// Something on the board; the last move brought or moved it here, or not.
    Thing { fresh: bool },
    /// A place to click that shows only faintly.
    Handle,
    /// A place to click that is seen like a thing.
    Button,
    /// Something that was here before the last move.
    Ghost,
    /// A position.
    Position,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Group {
    pub stands: Stands,
    /// The key, or the position.
    pub key: String,
    /// What a screen reader says; the moves that begin here when empty.
    pub name: Text,
    pub items: Vec<Item>,
}

impl Group {
    /// The box of its shapes.
    fn bounds(&self) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        let mut stack: Vec<&Item> = self.items.iter().collect();
        while let Some(item) = stack.pop() {
            match item {
                Item::Shape(shape) => bounds.join(&shape.bounds()),
                Item::Group(group) => stack.extend(&group.items),
            }
        }
        bounds
    }
}

impl Picture {
    /// An empty picture. The title is a notation, the same in every language; [`Picture::titled`] gives it words.
    pub fn new(title: impl Into<String>) -> Self {
        let (title, description) = (Text::verbatim(title.into()), Text::default());
        Self {
            title,
            description,
            language: Language::English,
            items: Vec::new(),
            gestures: Vec::new(),
            bounds: Bounds::EMPTY,
        }
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

    /// Groups what `draw` adds into a thing that makes one move when it is clicked; its key is the move.
    pub fn part(&mut self, move_label: impl Into<String>, draw: impl FnOnce(&mut Self)) -> &mut Self {
        let label = move_label.into();
        self.gestures.push(Gesture::new(label.clone(), [label.clone()]));
        self.thing(label, Text::default(), draw)
    }

    /// Groups what `draw` adds into a thing that makes one of several moves when it is clicked; `name` is what a screen
    /// reader says.
    pub fn part_of(
        &mut self,
        moves: impl IntoIterator<Item = String>,
        name: impl Into<Text>,
        draw: impl FnOnce(&mut Self),
    ) -> &mut Self {
        let moves: Vec<String> = moves.into_iter().collect();
        // why: a part that no move clicks has the empty key.
        let key = moves.first().cloned().unwrap_or_default();
        self.gestures.extend(moves.into_iter().map(|label| Gesture::new(label, [key.clone()])));
        self.thing(key, name, draw)
    }

    /// Groups what `draw` adds into a thing with a key; `name` is what a screen reader says where it can be clicked, the
    /// moves that begin here when it is empty.
    pub fn thing(&mut self, key: impl Into<String>, name: impl Into<Text>, draw: impl FnOnce(&mut Self)) -> &mut Self {
        self.group(Stands::Thing { fresh: false }, key.into(), name.into(), draw)
    }

    /// Groups what `draw` adds into a place to click, which is no thing itself.
    pub fn handle(&mut self, key: impl Into<String>, name: impl Into<Text>, draw: impl FnOnce(&mut Self)) -> &mut Self {
        self.group(Stands::Handle, key.into(), name.into(), draw)
    }

    /// Groups what `draw` adds into a place to click, which is no thing itself but is seen like one.
    pub fn button(&mut self, key: impl Into<String>, name: impl Into<Text>, draw: impl FnOnce(&mut Self)) -> &mut Self {
        self.group(Stands::Button, key.into(), name.into(), draw)
    }

    /// Adds a way to make a move by clicking things and handles.
    pub fn gesture(&mut self, gesture: Gesture) -> &mut Self {
        pulse(2);
        self.gestures.push(gesture);
        self
    }

    /// The ways to make moves, in the order of adding.
    pub fn gestures(&self) -> &[Gesture] {
        &self.gestures
    }

    /// Groups what `draw` adds into a clickable node that stands for a position.
    pub fn node(
        &mut self,
        position: impl Into<String>,
        name: impl Into<Text>,
        draw: impl FnOnce(&mut Self),
    ) -> &mut Self {
        self.group(Stands::Position, position.into(), name.into(), draw)
    }

    fn group(&mut self, stands: Stands, key: String, name: Text, draw: impl FnOnce(&mut Self)) -> &mut Self {
        let outer = std::mem::take(&mut self.items);
        draw(self);
        let items = std::mem::replace(&mut self.items, outer);
        self.items.push(Item::Group(Group { stands, key, name, items }));
        self
    }

    /// Keeps room for what is not drawn now: the frame of a board is that of the beginning of the game.
    pub fn room(&mut self, bounds: Bounds) -> &mut Self {
        if !bounds.is_empty() {
            self.bounds.join(&bounds);
        }
        self
    }

    fn groups(&self) -> Vec<&Group> {
        let mut found = Vec::new();
        let mut stack: Vec<&Item> = self.items.iter().rev().collect();
        while let Some(item) = stack.pop() {
            if let Item::Group(group) = item {
                found.push(group);
                stack.extend(group.items.iter().rev());
            }
        }
        found
    }

    /// The things by key with the boxes they fill, in drawing order.
    pub fn things(&self) -> Vec<(&str, Bounds)> {
        let things = self.groups().into_iter().filter(|group| matches!(group.stands, Stands::Thing { .. }));
        things.map(|group| (group.key.as_str(), group.bounds())).collect()
    }

    /// The keys of the places to click that are no things, in drawing order.
    pub fn handles(&self) -> Vec<&str> {
        let handles = self.groups().into_iter().filter(|group| matches!(group.stands, Stands::Handle | Stands::Button));
        handles.map(|group| group.key.as_str()).collect()
    }

    /// The picture with the last move marked, given the picture before it: things that are new or moved are marked, and
    /// what was taken, or left its place, stays to be seen as a ghost, unless something stands there now.
    #[must_use]
    pub fn since(mut self, before: &Picture) -> Self {
        let old: HashMap<&str, Bounds> = before.things().into_iter().collect();
        let stays = |key: &str, bounds: &Bounds| old.get(key).is_some_and(|other| other.is_close_to(bounds));
        let mut fresh = Vec::new();
        let mut moved: HashMap<String, bool> = HashMap::new();
        for (key, bounds) in self.things() {
            let same = stays(key, &bounds);
            moved.insert(key.to_owned(), !same);
            if !same {
                fresh.push(bounds);
            }
        }
        self.each_group(|group| {
            if let Stands::Thing { fresh } = &mut group.stands {
                *fresh = moved.get(&group.key) == Some(&true);
            }
        });
        for group in before.groups() {
            let left = matches!(group.stands, Stands::Thing { .. }) && moved.get(&group.key) != Some(&false);
            let bounds = group.bounds();
            if left && !fresh.iter().any(|thing| thing.holds(bounds.centre())) {
                self.bounds.join(&bounds);
                self.items.push(Item::Group(Group { stands: Stands::Ghost, ..group.clone() }));
            }
        }
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
        let node = |item: &Item| matches!(item, Item::Group(Group { stands: Stands::Position, .. }));
        !self.gestures.is_empty() || self.items.iter().any(node)
    }

    /// The moves that can be made on the picture, each as often as there are ways to make it.
    pub fn moves(&self) -> Vec<&str> {
        self.gestures.iter().map(|gesture| gesture.label.as_str()).collect()
    }

    /// Rewrites the names of the moves, and what a screen reader says of parts: a component of a sum says which component
    /// it is.
    #[must_use]
    pub fn map_moves(mut self, rename: impl Fn(&str) -> String) -> Self {
        self.gestures.iter_mut().for_each(|gesture| gesture.label = rename(&gesture.label));
        self.each_group(|group| {
            if group.stands != Stands::Position && !group.name.is_empty() {
                group.name = Text::verbatim(rename(&group.name.to_string()));
            }
        });
        self
    }

    /// Puts a prefix before every key, so that the things of several pictures can be told apart.
    #[must_use]
    pub fn prefixed(mut self, prefix: &str) -> Self {
        self.gestures.iter_mut().for_each(|gesture| gesture.prefix(prefix));
        self.each_group(|group| {
            if group.stands != Stands::Position {
                group.key.insert_str(0, prefix);
            }
        });
        self
    }

    fn each_group(&mut self, mut change: impl FnMut(&mut Group)) {
        let mut stack: Vec<&mut Item> = self.items.iter_mut().collect();
        while let Some(item) = stack.pop() {
            if let Item::Group(group) = item {
                change(group);
                stack.extend(group.items.iter_mut());
            }
        }
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
        self.gestures.extend(other.gestures);
        self.bounds.join(&Bounds {
            left: other.bounds.left + dx,
            top: other.bounds.top + dy,
            right: other.bounds.right + dx,
            bottom: other.bounds.bottom + dy,
        });
        self
    }

    /// The picture made smaller, if need be, so that it fits into a box, with nothing to click: a node of a state graph. Places
    /// to click that are no things are left out, unless there is nothing else.
    #[must_use]
    pub fn reduced(&self, width: f64, height: f64) -> Self {
        let empty = Self { items: Vec::new(), gestures: Vec::new(), bounds: Bounds::EMPTY, ..self.clone() };
        let shapes = |handles: bool| {
            let mut bare = empty.clone();
            let mut stack: Vec<&Item> = self.items.iter().rev().collect();
            while let Some(item) = stack.pop() {
                match item {
                    Item::Shape(shape) => {
                        bare.add(shape.clone());
                    }
                    Item::Group(group) if handles || !matches!(group.stands, Stands::Handle | Stands::Button) => {
                        stack.extend(group.items.iter().rev());
                    }
                    Item::Group(_) => {}
                }
            }
            bare
        };
        let bare = Some(shapes(false)).filter(|bare| !bare.items.is_empty()).unwrap_or_else(|| shapes(true));
        let factor = (width / bare.bounds.width().max(1.0)).min(height / bare.bounds.height().max(1.0)).min(1.0);
        let mut small = empty.clone();
        for item in bare.items {
            if let Item::Shape(mut shape) = item {
                shape.scale(factor);
                small.add(shape);
            }
        }
        small
    }

    /// Pictures side by side with a `+` between them, as the positions of a sum; the text alternatives are joined, and the
    /// keys of the first picture begin with `1/`, and so on.
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
            whole.place(picture.prefixed(&format!("{}/", i + 1)), (x, (tallest - height) / 2.0));
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
        // why: no pictures, no words
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
