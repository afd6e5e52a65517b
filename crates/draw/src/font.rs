//! A small stroke font of our own, so that text in a bitmap needs no font file and looks the same everywhere.
//!
//! A glyph is a few pen strokes on a grid of ten units an em: base line at 0, small letters 5 high, capitals 7, y upwards.

use crate::shape::{Path, Point, Step};

/// Blank between two letters, in units.
const GAP: f64 = 1.7;

/// Units an em.
pub(crate) const EM: f64 = 10.0;

/// Width and strokes of a glyph. `M`, `L`, `Q` as in SVG; `E` an ellipse by centre and radii; `D` a dot.
type Glyph = (f64, &'static str);

/// The strokes of a text with its base line starting at the origin, in units, y upwards; and its width in units.
pub(crate) fn strokes(text: &str) -> (Path, f64) {
    let mut path = Path::new();
    let mut x = 0.0;
    for c in text.chars() {
        let (scale, lift, c) = small_digit(c);
        let (base, mark) = accented(c);
        let (width, commands) = glyph(base);
        draw(&mut path, commands, |(px, py)| (x + scale * px, lift + scale * py));
        if let Some((commands, high)) = mark {
            let rise = if high && base.is_ascii_uppercase() { 2.0 } else { 0.0 };
            draw(&mut path, commands, |(px, py)| (x + width / 2.0 + px, py + rise));
        }
        x += scale * width + GAP;
    }
    (path, (x - GAP).max(0.0))
}

/// Superscript and subscript digits are digits made small.
fn small_digit(c: char) -> (f64, f64, char) {
    let digit = |n: u32| char::from_digit(n, 10).unwrap_or('0');
    match c {
        '\u{2080}'..='\u{2089}' => (0.6, -1.5, digit(c as u32 - 0x2080)),
        '¹' => (0.6, 3.4, '1'),
        '²' => (0.6, 3.4, '2'),
        '³' => (0.6, 3.4, '3'),
        '\u{2070}' | '\u{2074}'..='\u{2079}' => (0.6, 3.4, digit(c as u32 - 0x2070)),
        c => (1.0, 0.0, c),
    }
}

const ACUTE: &str = "M-.4 6 L.6 7.4";
const GRAVE: &str = "M.4 6 L-.6 7.4";
const TWO_DOTS: &str = "D-1 6.7 D1 6.7";
const TILDE: &str = "M-1.4 6.3 Q-.6 7.4 0 6.8 Q.6 6.2 1.4 7.2";
const ROOF: &str = "M-1.2 6 L0 7.2 1.2 6";
const CEDILLA: &str = "M.2 0 L0 -.9 Q1.2 -.9 1 -1.8 Q.7 -2.6 -.6 -2.2";

/// The letter under an accent, the accent, and whether it sits on top.
fn accented(c: char) -> (char, Option<(&'static str, bool)>) {
    let tables: [(&str, &str, &str, bool); 6] = [
        ("áéíóúýÁÉÍÓÚÝ", "aeıouyAEIOUY", ACUTE, true),
        ("àèìòùÀÈÌÒÙ", "aeıouAEIOU", GRAVE, true),
        ("äëïöüÄËÏÖÜ", "aeıouAEIOU", TWO_DOTS, true),
        ("ãñõÃÑÕ", "anoANO", TILDE, true),
        ("âêîôûÂÊÎÔÛ", "aeıouAEIOU", ROOF, true),
        ("çÇ", "cC", CEDILLA, false),
    ];
    for (accented, bare, mark, high) in tables {
        if let Some(i) = accented.chars().position(|a| a == c) {
            return (bare.chars().nth(i).unwrap_or(c), Some((mark, high)));
        }
    }
    (c, None)
}

/// Reads the commands of a glyph and adds its strokes.
fn draw(path: &mut Path, commands: &str, place: impl Fn(Point) -> Point) {
    let mut letter = 'M';
    let mut numbers: Vec<f64> = Vec::with_capacity(4);
    for token in commands.split(' ').filter(|t| !t.is_empty()) {
        let number = match token.chars().next() {
            Some(c) if c.is_ascii_uppercase() => {
                letter = c;
                &token[1..]
            }
            _ => token,
        };
        numbers.extend(number.parse::<f64>());
        let needed = if matches!(letter, 'Q' | 'E') { 4 } else { 2 };
        if numbers.len() == needed {
            let (a, b) = ((numbers[0], numbers[1]), (numbers[needed - 2], numbers[needed - 1]));
            match letter {
                'M' => path.push(Step::Move(place(a))),
                'L' => path.push(Step::Line(place(a))),
                'Q' => path.push(Step::Quad(place(a), place(b))),
                'D' => {
                    path.push(Step::Move(place(a)));
                    path.push(Step::Line(place((a.0, a.1 + 0.05))));
                }
                _ => ellipse(path, a, b, &place),
            }
            numbers.clear();
        }
    }
}

/// Four cubic quarter turns; 0.5523 is the usual control length for a quarter circle.
fn ellipse(path: &mut Path, (x, y): Point, (rx, ry): (f64, f64), place: &impl Fn(Point) -> Point) {
    let k = 0.5523;
    let turn = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)];
    let at = |(ux, uy): Point| place((x + ux * rx, y + uy * ry));
    path.push(Step::Move(at(turn[0])));
    for pair in turn.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        path.push(Step::Cubic(at((a.0 + k * b.0, a.1 + k * b.1)), at((b.0 + k * a.0, b.1 + k * a.1)), at(b)));
    }
    path.push(Step::Close);
}

/// A hollow box stands for a character the font lacks.
const MISSING: Glyph = (4.0, "M0 0 L4 0 4 7 0 7 0 0");

#[rustfmt::skip]
fn glyph(c: char) -> Glyph {
    match c {
        'A' => (5.0, "M0 0 L2.5 7 5 0 M.9 2.4 L4.1 2.4"),
        'B' => (4.4, "M0 0 L0 7 2.3 7 Q4 7 4 5.4 Q4 3.8 2.3 3.8 L0 3.8 M2.3 3.8 Q4.4 3.8 4.4 1.9 Q4.4 0 2.3 0 L0 0"),
        'C' => (5.0, "M5 5.8 Q4.2 7 2.8 7 Q0 7 0 3.5 Q0 0 2.8 0 Q4.2 0 5 1.2"),
        'D' => (5.0, "M0 0 L0 7 2 7 Q5 7 5 3.5 Q5 0 2 0 L0 0"),
        'E' => (4.0, "M4 7 L0 7 0 0 4 0 M0 3.7 L3.4 3.7"),
        'F' => (4.0, "M4 7 L0 7 0 0 M0 3.7 L3.4 3.7"),
        'G' => (5.2, "M5 5.8 Q4.2 7 2.8 7 Q0 7 0 3.5 Q0 0 2.8 0 Q4.4 0 5.2 1.2 L5.2 3.2 3.2 3.2"),
        'H' => (4.6, "M0 0 L0 7 M4.6 0 L4.6 7 M0 3.7 L4.6 3.7"),
        'I' => (0.4, "M.2 0 L.2 7"),
        'J' => (2.6, "M2.6 7 L2.6 2 Q2.6 0 1.2 0 Q.4 0 0 .5"),
        'K' => (4.5, "M0 0 L0 7 M4.3 7 L0 2.8 M1.5 4.2 L4.5 0"),
        'L' => (3.8, "M0 7 L0 0 3.8 0"),
        'M' => (5.6, "M0 0 L0 7 2.8 2 5.6 7 5.6 0"),
        'N' => (4.8, "M0 0 L0 7 4.8 0 4.8 7"),
        'O' => (5.6, "E2.8 3.5 2.8 3.5"),
        'P' => (4.2, "M0 0 L0 7 2.3 7 Q4.2 7 4.2 5.1 Q4.2 3.2 2.3 3.2 L0 3.2"),
        'Q' => (5.6, "E2.8 3.5 2.8 3.5 M3.4 1.8 L5.6 -.6"),
        'R' => (4.5, "M0 0 L0 7 2.3 7 Q4.2 7 4.2 5.1 Q4.2 3.2 2.3 3.2 L0 3.2 M2.3 3.2 L4.5 0"),
        'S' => (4.4, "M4.2 5.9 Q3.6 7 2.2 7 Q.2 7 .2 5.3 Q.2 4 2.2 3.6 Q4.4 3.2 4.4 1.8 Q4.4 0 2.2 0 Q.6 0 0 1.2"),
        'T' => (4.8, "M0 7 L4.8 7 M2.4 7 L2.4 0"),
        'U' => (4.8, "M0 7 L0 2.3 Q0 0 2.4 0 Q4.8 0 4.8 2.3 L4.8 7"),
        'V' => (5.0, "M0 7 L2.5 0 5 7"),
        'W' => (7.0, "M0 7 L1.7 0 3.5 6 5.3 0 7 7"),
        'X' => (4.8, "M0 0 L4.8 7 M0 7 L4.8 0"),
        'Y' => (4.8, "M0 7 L2.4 3.4 4.8 7 M2.4 3.4 L2.4 0"),
        'Z' => (4.6, "M0 7 L4.6 7 0 0 4.6 0"),
        'a' => (3.8, "E1.9 2.5 1.9 2.5 M3.8 5 L3.8 0"),
        'b' => (3.8, "M0 7.4 L0 0 E1.9 2.5 1.9 2.5"),
        'c' => (3.6, "M3.6 4.2 Q3 5 2 5 Q0 5 0 2.5 Q0 0 2 0 Q3 0 3.6 .8"),
        'd' => (3.8, "M3.8 7.4 L3.8 0 E1.9 2.5 1.9 2.5"),
        'e' => (3.8, "M0 2.6 L3.8 2.6 Q3.8 5 1.9 5 Q0 5 0 2.5 Q0 0 2 0 Q3.1 0 3.7 .9"),
        'f' => (2.4, "M2.4 7.2 Q1 7.6 1 6 L1 0 M0 4.8 L2.2 4.8"),
        'g' => (3.8, "E1.9 2.5 1.9 2.5 M3.8 5 L3.8 -.2 Q3.8 -2.2 1.9 -2.2 Q.7 -2.2 .2 -1.6"),
        'h' => (3.6, "M0 7.4 L0 0 M0 3 Q0 5 1.9 5 Q3.6 5 3.6 3.2 L3.6 0"),
        'i' => (0.4, "M.2 5 L.2 0 D.2 6.9"),
        'ı' => (0.4, "M.2 5 L.2 0"),
        'j' => (1.2, "M1 5 L1 -1 Q1 -2.2 0 -2.2 D1 6.9"),
        'k' => (3.5, "M0 7.4 L0 0 M3.3 5 L0 1.8 M1.2 3 L3.5 0"),
        'l' => (0.4, "M.2 7.4 L.2 0"),
        'm' => (6.0, "M0 5 L0 0 M0 3 Q0 5 1.6 5 Q3 5 3 3.2 L3 0 M3 3 Q3 5 4.6 5 Q6 5 6 3.2 L6 0"),
        'n' => (3.6, "M0 5 L0 0 M0 3 Q0 5 1.9 5 Q3.6 5 3.6 3.2 L3.6 0"),
        'o' => (3.8, "E1.9 2.5 1.9 2.5"),
        'p' => (3.8, "M0 5 L0 -2.2 E1.9 2.5 1.9 2.5"),
        'q' => (3.8, "M3.8 5 L3.8 -2.2 E1.9 2.5 1.9 2.5"),
        'r' => (2.2, "M0 5 L0 0 M0 2.8 Q.2 5 2.2 4.9"),
        's' => (3.2, "M3.1 4.3 Q2.6 5 1.6 5 Q.2 5 .2 3.8 Q.2 2.9 1.6 2.6 Q3.2 2.3 3.2 1.3 Q3.2 0 1.6 0 Q.4 0 0 .8"),
        't' => (2.3, "M.8 6.6 L.8 1.3 Q.8 0 2.3 .1 M0 5 L2.2 5"),
        'u' => (3.6, "M0 5 L0 1.8 Q0 0 1.7 0 Q3.6 0 3.6 2 M3.6 5 L3.6 0"),
        'v' => (3.6, "M0 5 L1.8 0 3.6 5"),
        'w' => (5.4, "M0 5 L1.3 0 2.7 4.4 4.1 0 5.4 5"),
        'x' => (3.4, "M0 0 L3.4 5 M0 5 L3.4 0"),
        'y' => (3.6, "M0 5 L1.8 0 M3.6 5 L1.4 -1.4 Q1 -2.2 0 -2.1"),
        'z' => (3.4, "M0 5 L3.4 5 0 0 3.4 0"),
        '0' => (4.2, "E2.1 3.5 2.1 3.5"),
        '1' => (4.2, "M.8 5.8 L2.4 7 2.4 0"),
        '2' => (4.2, "M.2 5.4 Q.4 7 2.1 7 Q4 7 4 5.2 Q4 4 2.6 2.7 L0 0 4.2 0"),
        '3' => (4.2, "M.3 7 L3.9 7 2 4.2 Q4.2 4.2 4.2 2.1 Q4.2 0 2 0 Q.5 0 0 1.1"),
        '4' => (4.3, "M3.2 0 L3.2 7 0 2 4.3 2"),
        '5' => (4.2, "M3.8 7 L.7 7 .4 3.9 Q1.2 4.5 2.1 4.5 Q4.2 4.5 4.2 2.3 Q4.2 0 2 0 Q.6 0 0 1"),
        '6' => (4.2, "M3.6 6.6 Q3 7 2.5 7 Q0 7 0 2.4 E2.1 2.2 2.1 2.2"),
        '7' => (4.2, "M0 7 L4.2 7 1.5 0"),
        '8' => (4.2, "E2.1 5.3 1.8 1.7 E2.1 1.8 2.1 1.8"),
        '9' => (4.2, "E2.1 4.8 2.1 2.2 M4.2 4.6 Q4.2 0 1.7 0 Q1.1 0 .6 .4"),
        ' ' | '\u{a0}' | '\u{202f}' => (1.4, ""),
        '.' => (0.4, "D.2 .2"),
        ',' => (0.6, "M.4 .4 L0 -1.2"),
        ':' => (0.4, "D.2 .3 D.2 4.3"),
        ';' => (0.6, "M.4 .4 L0 -1.2 D.4 4.3"),
        '!' => (0.4, "M.2 7 L.2 2.2 D.2 .2"),
        '¡' => (0.4, "M.2 3 L.2 -2 D.2 5"),
        '?' => (3.6, "M0 5.6 Q.3 7 1.8 7 Q3.6 7 3.6 5.4 Q3.6 4.3 2.4 3.6 Q1.7 3.1 1.7 2.1 D1.7 .2"),
        '¿' => (3.6, "M3.6 -.6 Q3.3 -2 1.8 -2 Q0 -2 0 -.4 Q0 .7 1.2 1.4 Q1.9 1.9 1.9 2.9 D1.9 4.8"),
        '\'' | '’' | '‘' | '′' => (0.4, "M.2 7.2 L.2 5.2"),
        '"' | '“' | '”' => (1.8, "M.2 7.2 L.2 5.2 M1.6 7.2 L1.6 5.2"),
        '`' => (1.0, "M0 7.2 L1 5.8"),
        '(' => (1.6, "M1.6 7.8 Q0 5.8 0 3 Q0 .2 1.6 -1.8"),
        ')' => (1.6, "M0 7.8 Q1.6 5.8 1.6 3 Q1.6 .2 0 -1.8"),
        '[' => (1.5, "M1.5 7.6 L0 7.6 0 -1.6 1.5 -1.6"),
        ']' => (1.5, "M0 7.6 L1.5 7.6 1.5 -1.6 0 -1.6"),
        '{' => (2.2, "M2.2 7.6 Q1 7.6 1 6.3 L1 4.3 Q1 3 0 3 Q1 3 1 1.7 L1 -.3 Q1 -1.6 2.2 -1.6"),
        '}' => (2.2, "M0 7.6 Q1.2 7.6 1.2 6.3 L1.2 4.3 Q1.2 3 2.2 3 Q1.2 3 1.2 1.7 L1.2 -.3 Q1.2 -1.6 0 -1.6"),
        '|' => (0.4, "M.2 7.8 L.2 -1.8"),
        '‖' | '∥' => (1.8, "M.2 7.8 L.2 -1.8 M1.6 7.8 L1.6 -1.8"),
        '/' | '⁄' => (3.0, "M0 -1 L3 7.6"),
        '\\' => (3.0, "M0 7.6 L3 -1"),
        '-' | '‐' | '‑' => (2.4, "M0 2.9 L2.4 2.9"),
        '–' | '−' => (4.2, "M0 3 L4.2 3"),
        '—' => (7.0, "M0 3 L7 3"),
        '_' => (4.0, "M0 -1.2 L4 -1.2"),
        '+' => (4.4, "M0 3 L4.4 3 M2.2 .8 L2.2 5.2"),
        '±' => (4.4, "M0 3.8 L4.4 3.8 M2.2 1.8 L2.2 5.8 M0 .2 L4.4 .2"),
        '=' => (4.2, "M0 4 L4.2 4 M0 2 L4.2 2"),
        '≠' => (4.2, "M0 4 L4.2 4 M0 2 L4.2 2 M1 .4 L3.2 5.6"),
        '≡' => (4.2, "M0 4.8 L4.2 4.8 M0 3 L4.2 3 M0 1.2 L4.2 1.2"),
        '<' => (4.0, "M4 5.4 L0 3 4 .6"),
        '>' => (4.0, "M0 5.4 L4 3 0 .6"),
        '≤' => (4.0, "M4 6.2 L0 4 4 1.8 M0 .2 L4 .2"),
        '≥' => (4.0, "M0 6.2 L4 4 0 1.8 M0 .2 L4 .2"),
        '*' | '∗' => (3.4, "M1.7 7 L1.7 3.2 M.1 6.1 L3.3 4.1 M3.3 6.1 L.1 4.1"),
        '^' => (3.6, "M0 4.6 L1.8 7 3.6 4.6"),
        '~' => (4.2, "M0 2.6 Q1 4 2.1 3 Q3.2 2 4.2 3.4"),
        '#' => (4.6, "M1.6 7 L.8 0 M3.8 7 L3 0 M0 2.2 L4.2 2.2 M.4 4.8 L4.6 4.8"),
        '%' => (6.2, "E1.3 5.4 1.3 1.6 E4.9 1.6 1.3 1.6 M5 7 L1.2 0"),
        '&' => (5.2, "M5.2 0 L1 5 Q.4 7 2 7 Q3.6 7 3.2 5.2 Q2.8 4.2 1.2 3.4 Q0 2.8 0 1.7 Q0 0 2 0 Q4.4 0 4.9 3"),
        '@' => (6.8, "E3.4 2.4 1.5 1.7 M4.9 4 L4.9 1.6 Q5 .6 5.9 .8 Q6.8 1.4 6.8 3 Q6.6 6.6 3.4 6.6 Q0 6.4 0 2.4 Q.2 -1.6 3.6 -1.6 Q4.8 -1.6 5.6 -1"),
        '$' => (4.4, "M4.2 5.6 Q3.6 6.4 2.2 6.4 Q.4 6.4 .4 5 Q.4 3.9 2.2 3.5 Q4.4 3.1 4.4 1.9 Q4.4 .4 2.2 .4 Q.6 .4 0 1.4 M2.2 7.4 L2.2 -.6"),
        '×' => (3.4, "M0 1.2 L3.4 4.6 M0 4.6 L3.4 1.2"),
        '÷' => (4.2, "M0 3 L4.2 3 D2.1 5 D2.1 1"),
        '·' | '⋅' | '•' => (0.8, "D.4 3"),
        '…' => (4.4, "D.2 .2 D2.2 .2 D4.2 .2"),
        '°' => (2.4, "E1.2 5.9 1.2 1.2"),
        '⊕' => (5.6, "E2.8 3 2.8 2.8 M0 3 L5.6 3 M2.8 .2 L2.8 5.8"),
        '⊗' => (5.6, "E2.8 3 2.8 2.8 M.9 1.1 L4.7 4.9 M.9 4.9 L4.7 1.1"),
        '∅' => (5.2, "E2.6 3.4 2.6 2.8 M.4 .2 L4.8 6.6"),
        '∞' => (6.4, "E1.6 3 1.6 1.5 E4.8 3 1.6 1.5"),
        '↑' => (3.6, "M1.8 0 L1.8 7 M.2 5.2 L1.8 7 3.4 5.2"),
        '↓' => (3.6, "M1.8 7 L1.8 0 M.2 1.8 L1.8 0 3.4 1.8"),
        '⇑' => (4.4, "M1.4 0 L1.4 5.4 M3 0 L3 5.4 M.2 5 L2.2 7.2 4.2 5"),
        '⇓' => (4.4, "M1.4 7 L1.4 1.6 M3 7 L3 1.6 M.2 2 L2.2 -.2 4.2 2"),
        '→' => (6.4, "M0 3 L6.4 3 M4.6 4.8 L6.4 3 4.6 1.2"),
        '←' => (6.4, "M6.4 3 L0 3 M1.8 4.8 L0 3 1.8 1.2"),
        '✓' => (4.6, "M0 3 L1.6 .6 4.6 6.4"),
        '✗' | '✕' => (4.4, "M0 .6 L4.4 6 M.4 6.2 L4.2 .4"),
        '½' => (6.6, "M0 6 L.9 7 .9 4 M1.6 0 L5 7 M4.4 2.4 Q4.6 3.2 5.4 3.2 Q6.4 3.2 6.4 2.3 Q6.2 1.4 4.3 0 L6.6 0"),
        '∃' => (4.0, "M0 7 L4 7 4 0 0 0 M4 3.7 L.6 3.7"),
        '∀' => (5.0, "M0 7 L2.5 0 5 7 M.9 4.6 L4.1 4.6"),
        '∧' => (4.4, "M0 .4 L2.2 5.4 4.4 .4"),
        '∨' => (4.4, "M0 5.4 L2.2 .4 4.4 5.4"),
        '¬' => (4.2, "M0 4 L4.2 4 4.2 1.8"),
        'ω' => (5.4, "M1.2 5 Q0 4 0 2 Q0 0 1.4 0 Q2.7 0 2.7 2 L2.7 3 M2.7 2 Q2.7 0 4 0 Q5.4 0 5.4 2 Q5.4 4 4.2 5"),
        'ε' => (3.2, "M3.1 4.4 Q2.6 5 1.6 5 Q.3 5 .3 3.8 Q.3 2.7 1.8 2.7 Q0 2.7 0 1.3 Q0 0 1.6 0 Q2.7 0 3.2 .7"),
        _ => MISSING,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::text_width;

    #[test]
    fn every_printable_ascii_character_has_strokes() {
        for c in '!'..='~' {
            assert_ne!(glyph(c), MISSING, "{c}");
            assert!(!strokes(&c.to_string()).0.steps().is_empty(), "{c}");
        }
        for c in "áàéèíïóòúüçñÁÀÉÈÍÏÓÒÚÜÇÑ·¿¡×⊕±½↑↓✓✗≤≥".chars() {
            assert_ne!(glyph(accented(c).0), MISSING, "{c}");
        }
    }

    #[test]
    fn letters_stay_inside_their_width_and_line() {
        for c in ('!'..='~').chain("⊕±½↑↓✓✗≤≥ωε∞".chars()) {
            let (path, width) = strokes(&c.to_string());
            for step in path.steps() {
                let (x, y) = match *step {
                    Step::Move(p) | Step::Line(p) | Step::Quad(_, p) | Step::Cubic(_, _, p) => p,
                    Step::Close => continue,
                };
                assert!((-0.01..=width + 0.01).contains(&x) && (-2.7..=7.9).contains(&y), "{c}: {x} {y} of {width}");
            }
        }
    }

    #[test]
    fn words_are_no_wider_than_the_estimate() {
        for words in ["heap size", "edge 1-2", "0123456789", "WINNING", "millimetre", "take 3 from heap 2"] {
            let (_, width) = strokes(words);
            assert!(width <= text_width(words, EM, false) * 1.05, "{words}: {width} {}", text_width(words, EM, false));
        }
    }
}
