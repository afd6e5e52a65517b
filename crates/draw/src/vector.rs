//! A picture as PDF and as TikZ: vectors for papers and slides.
//!
//! PDF text is drawn with the stroke font, so that no font has to be embedded; TikZ text is set by TeX.

use crate::picture::{Item, Picture, Stands};
use crate::role::{Colours, Theme};
use crate::shape::{Anchor, Fill, Outline, Path, Point, Shape, Step};
use grundy_budget::pulse;
use std::fmt::{self, Write as _};

/// Visits the shapes of a picture in drawing order.
fn each_shape(items: &[Item], mut visit: impl FnMut(&Shape)) {
    let mut stack: Vec<&Item> = items.iter().rev().collect();
    while let Some(item) = stack.pop() {
        pulse(16);
        match item {
            Item::Shape(shape) if shape.fill == Fill::Unseen => {}
            Item::Shape(shape) => visit(shape),
            Item::Group(group) if group.stands == Stands::Ghost => {}
            Item::Group(group) => stack.extend(group.items.iter().rev()),
        }
    }
}

/// Appends what is formatted.
fn put(to: &mut String, what: fmt::Arguments<'_>) {
    // why: a string takes everything that is written to it.
    let _ = to.write_fmt(what);
}

/// The control length that makes a cubic look like a quarter circle, in radii.
const QUARTER: f64 = 0.5523;

/// A rectangle with round corners.
pub(crate) fn round_rect(x: f64, y: f64, right: f64, bottom: f64, r: f64) -> Path {
    let k = r * (1.0 - QUARTER);
    Path::from((x + r, y))
        .line_to((right - r, y))
        .cubic_to((right - k, y), (right, y + k), (right, y + r))
        .line_to((right, bottom - r))
        .cubic_to((right, bottom - k), (right - k, bottom), (right - r, bottom))
        .line_to((x + r, bottom))
        .cubic_to((x + k, bottom), (x, bottom - k), (x, bottom - r))
        .line_to((x, y + r))
        .cubic_to((x, y + k), (x + k, y), (x + r, y))
        .close()
}

/// The outline as a path; texts have none.
fn path_of(outline: &Outline) -> Option<Path> {
    Some(match outline {
        &Outline::Circle((x, y), r) => round_rect(x - r, y - r, x + r, y + r, r),
        &Outline::Rect((x, y), w, h, rounding) => {
            let r = rounding.min(w / 2.0).min(h / 2.0);
            if r > 0.0 {
                round_rect(x, y, x + w, y + h, r)
            } else {
                Path::from((x, y)).line_to((x + w, y)).line_to((x + w, y + h)).line_to((x, y + h)).close()
            }
        }
        Outline::Polygon(points) => polygon(points),
        Outline::Path(path) => path.clone(),
        Outline::Text { .. } => return None,
    })
}

fn polygon(points: &[Point]) -> Path {
    let mut path = Path::new();
    for (i, &p) in points.iter().enumerate() {
        path.push(if i == 0 { Step::Move(p) } else { Step::Line(p) });
    }
    path.close()
}

/// The parts of a colour, from 0 to 1.
#[cfg(feature = "png")]
fn parts(rgb: u32) -> [f64; 3] {
    let [_, r, g, b] = rgb.to_be_bytes();
    [r, g, b].map(|part| f64::from(part) / 255.0)
}

#[cfg(feature = "png")]
mod pdf {
    use super::{
        Anchor, Colours, Fill, Outline, Path, Picture, Point, Shape, Step, Theme, each_shape, parts, path_of, polygon,
        put,
    };
    use crate::font::{EM, strokes};
    use crate::shape::text_width;

    impl Picture {
        /// The picture as a PDF of one page, as large as the picture, a unit a point.
        pub fn to_pdf(&self, theme: Theme) -> Vec<u8> {
            let view = self.view();
            let mut page = format!(
                "1 J 1 j\n{} rg 0 0 {:.0} {:.0} re f\n1 0 0 -1 {:.2} {:.2} cm\n",
                triple(theme.paper()),
                view.width(),
                view.height(),
                -view.left,
                view.bottom
            );
            each_shape(&self.items, |shape| paint(&mut page, shape, theme));
            let objects = [
                "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
                "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
                format!(
                    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {:.0} {:.0}] /Contents 4 0 R /Resources << >> >>",
                    view.width(),
                    view.height()
                ),
                format!("<< /Length {} >>\nstream\n{page}endstream", page.len()),
            ];
            let mut file = String::from("%PDF-1.4\n");
            let mut places = Vec::new();
            for (index, object) in objects.iter().enumerate() {
                places.push(file.len());
                put(&mut file, format_args!("{} 0 obj\n{object}\nendobj\n", index + 1));
            }
            let start = file.len();
            put(&mut file, format_args!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1));
            places.iter().for_each(|place| {
                put(&mut file, format_args!("{place:010} 00000 n \n"));
            });
            put(
                &mut file,
                format_args!("trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1),
            );
            file.into_bytes()
        }
    }

    fn triple(rgb: u32) -> String {
        let [r, g, b] = parts(rgb);
        format!("{r:.3} {g:.3} {b:.3}")
    }

    fn paint(page: &mut String, shape: &Shape, theme: Theme) {
        let Colours { ink, tint } = shape.role.colours(theme);
        if let Outline::Text { at, text, size, anchor, bold } = &shape.outline {
            return write_text(page, (*at, text, *size, *anchor, *bold), ink);
        }
        let Some(path) = path_of(&shape.outline) else { return };
        let fill = match shape.fill {
            Fill::Tint => Some(tint),
            Fill::Solid => Some(ink),
            Fill::Hollow | Fill::Unseen => None,
        };
        if let Some(fill) = fill {
            put(page, format_args!("{} rg ", triple(fill)));
            steps(page, &path);
            page.push_str("f\n");
        }
        if shape.width > 0.0 {
            let dashes: Vec<String> = shape.pattern().iter().map(|dash| format!("{dash:.1}")).collect();
            put(page, format_args!("{} RG {:.2} w [{}] 0 d ", triple(ink), shape.width, dashes.join(" ")));
            steps(page, &path);
            page.push_str("S\n");
        }
        if let Some(corners) = shape.head_corners() {
            put(page, format_args!("{} rg ", triple(ink)));
            steps(page, &polygon(&corners));
            page.push_str("f\n");
        }
    }

    /// Text in the strokes of our own font, as bitmaps draw it.
    fn write_text(page: &mut String, (at, text, size, anchor, bold): (Point, &str, f64, Anchor, bool), ink: u32) {
        let (units, width) = strokes(text);
        let room = text_width(text, size, bold);
        let scale = (size / EM).min(if width > 0.0 { room / width } else { f64::INFINITY });
        let left = match anchor {
            Anchor::Start => at.0,
            Anchor::Middle => at.0 - width * scale / 2.0,
            Anchor::End => at.0 - width * scale,
        };
        let base = at.1 + 0.36 * size;
        let place = |(x, y): Point| (left + x * scale, base - y * scale);
        let mut path = Path::new();
        for step in units.steps() {
            path.push(match *step {
                Step::Move(p) => Step::Move(place(p)),
                Step::Line(p) => Step::Line(place(p)),
                Step::Quad(a, p) => Step::Quad(place(a), place(p)),
                Step::Cubic(a, b, p) => Step::Cubic(place(a), place(b), place(p)),
                Step::Close => Step::Close,
            });
        }
        put(page, format_args!("{} RG {:.2} w [] 0 d ", triple(ink), size * if bold { 0.135 } else { 0.085 }));
        steps(page, &path);
        page.push_str("S\n");
    }

    fn steps(page: &mut String, path: &Path) {
        let mut from = (0.0, 0.0);
        for step in path.steps() {
            match *step {
                Step::Move((x, y)) => {
                    put(page, format_args!("{x:.2} {y:.2} m "));
                    from = (x, y);
                }
                Step::Line((x, y)) => {
                    put(page, format_args!("{x:.2} {y:.2} l "));
                    from = (x, y);
                }
                Step::Quad(a, p) => {
                    // PDF has cubic curves only.
                    let third = |e: Point| (e.0 + (a.0 - e.0) * 2.0 / 3.0, e.1 + (a.1 - e.1) * 2.0 / 3.0);
                    cubic(page, third(from), third(p), p);
                    from = p;
                }
                Step::Cubic(a, b, p) => {
                    cubic(page, a, b, p);
                    from = p;
                }
                Step::Close => page.push_str("h "),
            }
        }
    }

    fn cubic(page: &mut String, a: Point, b: Point, p: Point) {
        put(page, format_args!("{:.2} {:.2} {:.2} {:.2} {:.2} {:.2} c ", a.0, a.1, b.0, b.1, p.0, p.1));
    }
}

impl Picture {
    /// The picture as a `tikzpicture` for LaTeX; needs the package tikz and nothing else.
    pub fn to_tikz(&self, theme: Theme) -> String {
        let mut tikz = String::from("\\begin{tikzpicture}[x=0.75pt,y=-0.75pt,line cap=round,line join=round]\n");
        each_shape(&self.items, |shape| tikz_shape(&mut tikz, shape, theme));
        tikz.push_str("\\end{tikzpicture}\n");
        tikz
    }
}

fn tikz_colour(rgb: u32) -> String {
    let [_, r, g, b] = rgb.to_be_bytes();
    format!("{{rgb,255:red,{r};green,{g};blue,{b}}}")
}

fn tikz_shape(tikz: &mut String, shape: &Shape, theme: Theme) {
    let Colours { ink, tint } = shape.role.colours(theme);
    if let Outline::Text { at: (x, y), text, size, anchor, bold } = &shape.outline {
        let anchor = match anchor {
            Anchor::Start => "west",
            Anchor::Middle => "center",
            Anchor::End => "east",
        };
        let (size, words) = (size * 0.75, latex(text));
        let bold = if *bold { "\\bfseries " } else { "" };
        put(
            tikz,
            format_args!(
                "\\node[anchor={anchor},inner sep=0,text={},font=\\sffamily\\fontsize{{{size:.1}}}{{{size:.1}}}\\selectfont] at ({x:.2},{y:.2}) {{{bold}{words}}};\n",
                tikz_colour(ink)
            ),
        );
        return;
    }
    let Some(path) = path_of(&shape.outline) else { return };
    let mut options = Vec::new();
    match shape.fill {
        Fill::Tint => options.push(format!("fill={}", tikz_colour(tint))),
        Fill::Solid => options.push(format!("fill={}", tikz_colour(ink))),
        Fill::Hollow | Fill::Unseen => {}
    }
    if shape.width > 0.0 {
        options.push(format!("draw={},line width={:.2}pt", tikz_colour(ink), shape.width * 0.75));
    }
    if let [on, off, ..] = shape.pattern() {
        options.push(format!("dash pattern=on {:.1}pt off {:.1}pt", on * 0.75, off * 0.75));
    }
    if !options.is_empty() {
        put(tikz, format_args!("\\path[{}] {};\n", options.join(","), tikz_path(&path)));
    }
    if let Some(corners) = shape.head_corners() {
        put(tikz, format_args!("\\path[fill={}] {};\n", tikz_colour(ink), tikz_path(&polygon(&corners))));
    }
}

fn tikz_path(path: &Path) -> String {
    let mut out = String::new();
    for step in path.steps() {
        let step = match *step {
            Step::Move((x, y)) => format!(" ({x:.2},{y:.2})"),
            Step::Line((x, y)) => format!(" -- ({x:.2},{y:.2})"),
            Step::Quad((a, b), (x, y)) => format!(" .. controls ({a:.2},{b:.2}) .. ({x:.2},{y:.2})"),
            Step::Cubic((a, b), (c, d), (x, y)) => {
                format!(" .. controls ({a:.2},{b:.2}) and ({c:.2},{d:.2}) .. ({x:.2},{y:.2})")
            }
            Step::Close => " -- cycle".to_owned(),
        };
        out.push_str(&step);
    }
    out.trim_start().to_owned()
}

/// Text as LaTeX sets it.
fn latex(text: &str) -> String {
    let mut out = String::new();
    for char in text.chars() {
        match char {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '#' | '$' | '%' | '&' | '_' => {
                out.push('\\');
                out.push(char);
            }
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '<' | '>' | '|' => {
                put(&mut out, format_args!("${char}$"));
            }
            '∞' => out.push_str("$\\infty$"),
            '⊕' => out.push_str("$\\oplus$"),
            '¬' => out.push_str("$\\neg$"),
            '→' => out.push_str("$\\to$"),
            '…' => out.push_str("\\dots{}"),
            'ω' => out.push_str("$\\omega$"),
            '−' => out.push_str("$-$"),
            char => out.push(char),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Role;

    fn sample() -> Picture {
        let mut picture = Picture::new("sample");
        picture.add(Shape::circle((0.0, 0.0), 20.0).role(Role::Left).solid());
        picture.add(Shape::rect((30.0, -10.0), 40.0, 20.0).rounded(5.0));
        picture.add(Shape::arrow((0.0, 0.0), (30.0, 0.0)));
        picture.label((50.0, 0.0), "x_1 & {¬y}");
        picture
    }

    #[test]
    fn a_pdf_knows_where_its_objects_stand() {
        let pdf = String::from_utf8(sample().to_pdf(Theme::Light)).unwrap();
        assert!(pdf.starts_with("%PDF-1.4\n") && pdf.ends_with("%%EOF\n"));
        let start: usize = pdf.rsplit("startxref\n").next().unwrap().lines().next().unwrap().parse().unwrap();
        assert!(pdf[start..].starts_with("xref\n0 5\n"));
        for (index, line) in pdf[start..].lines().skip(3).take(4).enumerate() {
            let place: usize = line[..10].parse().unwrap();
            assert!(pdf[place..].starts_with(&format!("{} 0 obj\n", index + 1)), "{line}");
        }
        let length: usize = pdf.split("/Length ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        let (_, stream) = pdf.split_once("stream\n").unwrap();
        assert!(stream[length..].starts_with("endstream"), "{length}");
    }

    #[test]
    fn tikz_escapes_what_tex_would_read() {
        let tikz = sample().to_tikz(Theme::Light);
        assert!(tikz.contains("x\\_1 \\& \\{$\\neg$y\\}"), "{tikz}");
        assert!(tikz.starts_with("\\begin{tikzpicture}") && tikz.ends_with("\\end{tikzpicture}\n"));
        assert_eq!(tikz.matches("\\path[").count(), 4);
    }

    #[test]
    fn a_reduced_picture_fits_and_cannot_be_clicked() {
        let mut picture = sample();
        picture.part("take 1", |part| {
            part.add(Shape::square((100.0, 100.0), 50.0));
        });
        let reduced = picture.reduced(40.0, 30.0);
        assert!(reduced.bounds().width() <= 41.0 && reduced.bounds().height() <= 31.0, "{:?}", reduced.bounds());
        assert!(!reduced.is_interactive());
    }
}
