//! Writing a picture as SVG or as a page of its own.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use grundy_budget::pulse;

use crate::picture::{Group, Item, Picture, Stands};
use crate::role::{Role, stylesheet_for};
use crate::shape::{Anchor, Bounds, Fill, Outline, Path, Point, Shape, Step};
use grundy_lang::Language;

/// Blank border around everything.
const MARGIN: f64 = 8.0;

/// How a picture is dressed when written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dress {
    /// With its own style sheet and paper, to stand alone.
    Whole,
    /// Bare, for a page that has the style sheet.
    Fragment,
}

impl Picture {
    /// The picture as a well-formed SVG document with its own style sheet, light and dark.
    pub fn to_svg(&self) -> String {
        self.write(Dress::Whole)
    }

    /// The picture as an SVG element without style sheet and paper, for a page that carries [`crate::stylesheet`].
    pub fn to_fragment(&self) -> String {
        self.write(Dress::Fragment)
    }

    /// The picture as a page of its own, with title and text alternative as visible words.
    pub fn to_html(&self) -> String {
        let title = self.title().say(self.language);
        let mut html =
            format!("<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<title>", self.language);
        escape(&mut html, &title);
        html.push_str(
            "</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <style>:root{color-scheme:light dark}body{font-family:system-ui,sans-serif;max-width:100ch;margin:2rem auto;\
             padding:0 1rem}svg{max-width:100%;height:auto}\
             @media (prefers-color-scheme:dark){body{background:#15181d;color:#e8ecf1}}</style>\n</head>\n<body>\n<h1>",
        );
        escape(&mut html, &title);
        html.push_str("</h1>\n");
        html.push_str(&self.to_svg());
        html.push_str("<p>");
        escape(&mut html, &self.description().say(self.language));
        html.push_str("</p>\n</body>\n</html>\n");
        html
    }

    /// The visible area: everything drawn and a margin.
    pub(crate) fn view(&self) -> Bounds {
        let mut view = self.bounds();
        if view.is_empty() {
            view = Bounds { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 };
        }
        view.grow(MARGIN);
        Bounds { left: view.left.floor(), top: view.top.floor(), right: view.right.ceil(), bottom: view.bottom.ceil() }
    }

    fn write(&self, dress: Dress) -> String {
        let view = self.view();
        let (w, h) = (view.width(), view.height());
        // An element of role `img` hides its children from screen readers, so a picture with buttons is a group.
        let role = if self.is_interactive() { "group" } else { "img" };
        let mut out = String::with_capacity(4096);
        let _ = write!(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"gd\" role=\"{role}\" viewBox=\"");
        numbers(&mut out, &[view.left, view.top, w, h]);
        out.push_str("\" width=\"");
        number(&mut out, w);
        out.push_str("\" height=\"");
        number(&mut out, h);
        out.push_str("\">\n<title>");
        escape(&mut out, &self.title().say(self.language));
        out.push_str("</title>\n<desc>");
        escape(&mut out, &self.description().say(self.language));
        out.push_str("</desc>\n");
        if dress == Dress::Whole {
            let roles = roles_of(&self.items);
            // why: a string can always be written to
            let _ =
                write!(out, "<style>\n{}</style>\n<rect class=\"paper\" x=\"", stylesheet_for(roles.iter().copied()));
            for (value, next) in [(view.left, "\" y=\""), (view.top, "\" width=\""), (w, "\" height=\"")] {
                number(&mut out, value);
                out.push_str(next);
            }
            number(&mut out, h);
            out.push_str("\"/>\n");
        }
        write_items(&mut out, &self.items, &Begun::of(self), self.language);
        out.push_str("</svg>\n");
        out
    }
}

/// The roles in use, in order. A series counts by its class.
fn roles_of(items: &[Item]) -> BTreeSet<Role> {
    let mut roles = BTreeSet::new();
    let mut stack: Vec<&Item> = items.iter().collect();
    while let Some(item) = stack.pop() {
        match item {
            Item::Shape(Shape { fill: Fill::Unseen, .. }) => false,
            Item::Shape(Shape { role: Role::Series(i), .. }) => roles.insert(Role::Series(i % 8)),
            Item::Shape(shape) => roles.insert(shape.role),
            Item::Group(group) => {
                stack.extend(&group.items);
                false
            }
        };
    }
    roles
}

/// The keys that are clicked to make moves, each with the moves that begin there.
struct Begun<'a>(HashMap<&'a str, Vec<&'a str>>);

impl<'a> Begun<'a> {
    fn of(picture: &'a Picture) -> Self {
        let mut begun: HashMap<&str, Vec<&str>> = HashMap::new();
        for gesture in &picture.gestures {
            for (step, key) in gesture.path.iter().enumerate() {
                let moves = begun.entry(key).or_default();
                // A move with several ways to make it is carried once.
                if step == 0 && moves.last() != Some(&gesture.label.as_str()) {
                    moves.push(&gesture.label);
                }
            }
        }
        Self(begun)
    }
}

/// Writes the items in order, groups with an explicit stack of what is still open.
fn write_items(out: &mut String, items: &[Item], begun: &Begun<'_>, language: Language) {
    let mut stack = vec![(items.iter(), false)];
    while let Some((rest, in_part)) = stack.last_mut() {
        let in_part = *in_part;
        pulse(4);
        match rest.next() {
            Some(Item::Shape(shape)) => write_shape(out, shape, in_part),
            Some(Item::Group(group)) => {
                let clicked = open_group(out, group, begun, language);
                stack.push((group.items.iter(), clicked));
            }
            None => {
                stack.pop();
                if !stack.is_empty() {
                    out.push_str("</g>\n");
                }
            }
        }
    }
}

/// Names of parts that begin more moves than this say no moves.
const MOST_NAMED: usize = 3;

/// Writes the beginning of a group and returns whether it can be clicked.
fn open_group(out: &mut String, group: &Group, begun: &Begun<'_>, language: Language) -> bool {
    let moves = begun.0.get(group.key.as_str());
    let (class, data) = match (group.stands, moves) {
        (Stands::Position, _) => ("node", "data-node"),
        (Stands::Ghost, _) => ("ghost", "data-ghost"),
        (Stands::Handle, _) => ("part handle", "data-key"),
        (Stands::Button, _) => ("part button", "data-key"),
        (Stands::Thing { fresh: true }, Some(_)) => ("part last", "data-key"),
        (Stands::Thing { fresh: false }, Some(_)) => ("part", "data-key"),
        (Stands::Thing { fresh: true }, None) => ("thing last", "data-key"),
        (Stands::Thing { fresh: false }, None) => ("thing", "data-key"),
    };
    let _ = write!(out, "<g class=\"{class}\" {data}=\"");
    escape(out, &group.key);
    if group.stands == Stands::Ghost {
        out.push_str("\" aria-hidden=\"true\">\n");
        return false;
    }
    if moves.is_none() && group.stands != Stands::Position {
        out.push_str("\">\n");
        return false;
    }
    let moves = moves.map_or(&[][..], Vec::as_slice);
    if group.stands != Stands::Position {
        out.push_str("\" data-move=\"");
    }
    for (i, label) in moves.iter().enumerate() {
        if i > 0 {
            // A line break between moves; written bare it would be read as a blank.
            out.push_str("&#10;");
        }
        escape(out, label);
    }
    out.push_str("\" role=\"button\" tabindex=\"0\" aria-label=\"");
    let name = match (group.name.say(language), moves.len()) {
        (name, _) if !name.is_empty() => name,
        (_, 1..=MOST_NAMED) => moves.join(", "),
        _ => group.key.clone(),
    };
    escape(out, &name);
    out.push_str("\">\n<title>");
    escape(out, &name);
    out.push_str("</title>\n");
    true
}

fn write_shape(out: &mut String, shape: &Shape, in_part: bool) {
    match &shape.outline {
        &Outline::Circle((x, y), r) => {
            attributes(out, "circle", &[("cx", x), ("cy", y), ("r", r)]);
        }
        &Outline::Rect((x, y), w, h, rounding) => {
            attributes(out, "rect", &[("x", x), ("y", y), ("width", w), ("height", h)]);
            if rounding > 0.0 {
                attribute(out, "rx", rounding);
            }
        }
        Outline::Polygon(points) => {
            out.push_str("<polygon points=\"");
            let flat: Vec<f64> = points.iter().flat_map(|&(x, y)| [x, y]).collect();
            numbers(out, &flat);
            out.push('"');
        }
        Outline::Path(path) => {
            if in_part && shape.fill == Fill::Hollow {
                // A thin line is hard to hit; a broad unseen one takes the click.
                out.push_str("<path class=\"hit\" d=\"");
                path_data(out, path);
                out.push_str("\"/>\n");
            }
            out.push_str("<path d=\"");
            path_data(out, path);
            out.push('"');
        }
        Outline::Text { .. } => return write_text(out, shape),
    }
    let extra = match shape.fill {
        Fill::Tint => "",
        Fill::Solid => " s",
        Fill::Hollow => " o",
        Fill::Unseen => {
            out.push_str(" class=\"zone\"/>\n");
            return;
        }
    };
    let _ = write!(out, " class=\"{}{extra}\"", shape.role.class());
    attribute(out, "stroke-width", shape.width);
    let pattern = shape.pattern();
    if !pattern.is_empty() {
        out.push_str(" stroke-dasharray=\"");
        numbers(out, pattern);
        out.push('"');
    }
    out.push_str("/>\n");
    if let Some(corners) = shape.head_corners() {
        out.push_str("<polygon points=\"");
        numbers(out, &corners.map(|(x, y)| [x, y]).concat());
        let _ = writeln!(out, "\" class=\"{} s\" stroke-width=\"0\"/>", shape.role.class());
    }
}

fn write_text(out: &mut String, shape: &Shape) {
    let Outline::Text { at: (x, y), text, size, anchor, bold } = &shape.outline else { return };
    // The base line that centres capital letters and digits on y.
    attributes(out, "text", &[("x", *x), ("y", y + 0.36 * size), ("font-size", *size)]);
    match anchor {
        Anchor::Start => {}
        Anchor::Middle => out.push_str(" text-anchor=\"middle\""),
        Anchor::End => out.push_str(" text-anchor=\"end\""),
    }
    if *bold {
        out.push_str(" font-weight=\"700\"");
    }
    let _ = write!(out, " class=\"{}\">", shape.role.class());
    escape(out, text);
    out.push_str("</text>\n");
}

fn path_data(out: &mut String, path: &Path) {
    let mut put = |letter: char, points: &[Point]| {
        out.push(letter);
        for (i, &(x, y)) in points.iter().enumerate() {
            if i > 0 {
                out.push(' ');
            }
            numbers(out, &[x, y]);
        }
    };
    for step in path.steps() {
        match *step {
            Step::Move(p) => put('M', &[p]),
            Step::Line(p) => put('L', &[p]),
            Step::Quad(a, p) => put('Q', &[a, p]),
            Step::Cubic(a, b, p) => put('C', &[a, b, p]),
            Step::Close => put('Z', &[]),
        }
    }
}

fn attributes(out: &mut String, element: &str, list: &[(&str, f64)]) {
    let _ = write!(out, "<{element}");
    for &(name, value) in list {
        attribute(out, name, value);
    }
}

fn attribute(out: &mut String, name: &str, value: f64) {
    let _ = write!(out, " {name}=\"");
    number(out, value);
    out.push('"');
}

fn numbers(out: &mut String, list: &[f64]) {
    for (i, &x) in list.iter().enumerate() {
        if i > 0 {
            out.push(' ');
        }
        number(out, x);
    }
}

/// Prints a coordinate to two decimals without idle zeros.
fn number(out: &mut String, x: f64) {
    let hundredths = (x * 100.0).round() as i64;
    if hundredths < 0 {
        out.push('-');
    }
    let (whole, part) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    let _ = write!(out, "{whole}");
    if part % 10 != 0 {
        let _ = write!(out, ".{part:02}");
    } else if part != 0 {
        let _ = write!(out, ".{}", part / 10);
    }
}

/// Escapes text for elements and attributes; characters that XML forbids become the replacement character.
fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(' '),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(x: f64) -> String {
        let mut out = String::new();
        number(&mut out, x);
        out
    }

    #[test]
    fn numbers_are_compact() {
        let list: Vec<_> = [0.0, -0.001, 1.0, 1.5, -0.25, 1.005, 12.345, -3.1, 1e6].into_iter().map(printed).collect();
        insta::assert_snapshot!(list.join(" "), @"0 0 1 1.5 -0.25 1 12.35 -3.1 1000000");
    }

    #[test]
    fn a_small_picture_prints_like_this() {
        let mut picture = Picture::new("A & B").describe("one edge");
        picture.part("edge 1-2", |p| {
            p.add(Shape::arrow((0.0, 0.0), (40.0, 0.0)).role(Role::Right).width(2.0));
        });
        picture.label((0.0, 0.0), "<1>");
        insta::assert_snapshot!(picture.to_fragment(), @r##"
        <svg xmlns="http://www.w3.org/2000/svg" class="gd" role="group" viewBox="-25 -17 74 35" width="74" height="35">
        <title>A &amp; B</title>
        <desc>one edge</desc>
        <g class="part" data-key="edge 1-2" data-move="edge 1-2" role="button" tabindex="0" aria-label="edge 1-2">
        <title>edge 1-2</title>
        <path class="hit" d="M0 0L40 0"/>
        <path d="M0 0L40 0" class="right o" stroke-width="2" stroke-dasharray="9 5"/>
        <polygon points="40 0 29 4.6 29 -4.6" class="right s" stroke-width="0"/>
        </g>
        <text x="0" y="5.04" font-size="14" text-anchor="middle" class="plain">&lt;1&gt;</text>
        </svg>
        "##);
    }
}
