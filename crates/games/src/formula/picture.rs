//! The formula as a board: the prefix with the values chosen so far, and the clauses with their literals judged.

use super::{FormulaGame, Played, Step};
use grundy_draw::{Anchor, Bounds, Dash, Gesture, Picture, Point, Role, Shape, text_width};
use grundy_game::{Game, Text};
use grundy_logic::{Literal, Quantifier};

/// Lines are broken at this width.
const WIDTH: f64 = 620.0;
const LETTER: f64 = 15.0;
/// Height of the box of a variable, of one of its two values, and of a clause.
const BOX: f64 = 30.0;
/// Blank between two boxes.
const GAP: f64 = 10.0;
/// Variables and clauses drawn at most; of longer prefixes those about to be set.
const MOST: usize = 120;

/// Draws a position.
pub fn draw(game: &FormulaGame, played: &Played) -> Picture {
    let values = game.values(played);
    let clauses = game.formula.clauses();
    let holding = clauses.iter().filter(|clause| judged(clause, &values) == Some(true)).count();
    let broken = clauses.iter().filter(|clause| judged(clause, &values) == Some(false)).count();
    let description = Text::new(
        "A quantified formula: {set} of {variables} variables are set; {holding} of {clauses} clauses are satisfied, {broken} falsified.",
    )
    .with("set", values.len())
    .with("variables", game.formula.variables())
    .with("holding", holding)
    .with("clauses", clauses.len())
    .with("broken", broken);
    let mut picture = Picture::new(game.text(played)).describe(description);
    let bottom = prefix(&mut picture, game, played, &values);
    matrix(&mut picture, game, played, &values, bottom + 2.0 * GAP);
    picture
}

/// Whether a clause is satisfied or falsified by the values so far; `None` while that is open.
fn judged(clause: &[Literal], values: &[bool]) -> Option<bool> {
    let truths = || clause.iter().map(|literal| truth(*literal, values));
    if truths().any(|truth| truth == Some(true)) {
        Some(true)
    } else {
        truths().all(|truth| truth == Some(false)).then_some(false)
    }
}

fn truth(literal: Literal, values: &[bool]) -> Option<bool> {
    values.get(literal.variable()).map(|&value| value == literal.is_positive())
}

/// Satisfied things are green with a tick, falsified ones orange with a cross, open ones plain.
fn dress(truth: Option<bool>) -> (Role, &'static str) {
    match truth {
        Some(true) => (Role::Winning, " ✓"),
        Some(false) => (Role::Losing, " ✗"),
        None => (Role::Plain, ""),
    }
}

/// A pen that goes from left to right and begins a new line where the width is used up.
struct Pen {
    at: Point,
    line: f64,
}

impl Pen {
    fn room(&mut self, width: f64) -> Point {
        if self.at.0 > 0.0 && self.at.0 + width > WIDTH {
            self.at = (0.0, self.at.1 + self.line);
        }
        let corner = self.at;
        self.at.0 += width + GAP;
        corner
    }
}

/// Draws the variables in the order of play, each as a column: its quantifier, its name, its value or the two values to
/// choose from. Returns the lower border.
fn prefix(picture: &mut Picture, game: &FormulaGame, played: &Played, values: &[bool]) -> f64 {
    let moves = game.steps(played);
    let chooses = moves.iter().any(|step| matches!(step, Step::Set(_)));
    let mut pen = Pen { at: (0.0, 0.0), line: 3.0 * BOX + GAP };
    let from = values.len().saturating_sub(MOST / 2).min(game.formula.variables().saturating_sub(MOST));
    let to = (from + MOST).min(game.formula.variables());
    if from > 0 {
        ellipsis(picture, &mut pen);
    }
    for variable in from..to {
        let name = game.formula.name(variable);
        let width = (text_width(name, LETTER, true) + 18.0).max(BOX + 4.0);
        let (x, y) = pen.room(width);
        let next = chooses && variable == values.len();
        let sign = if game.formula.quantifier(variable) == Quantifier::Exists { "∃" } else { "∀" };
        let role = if next { Role::Highlight } else { Role::Plain };
        let words = Shape::text((x + width / 2.0, y + BOX / 2.0), format!("{sign}{name}"));
        picture.add(words.size(LETTER).bold().role(role));
        let below = (x, y + BOX);
        match values.get(variable) {
            Some(&value) => {
                picture.thing(format!("value of {name}"), Text::default(), |p| {
                    p.add(Shape::rect(below, width, BOX).rounded(5.0).role(Role::Token));
                    let at = (x + width / 2.0, y + 1.5 * BOX);
                    p.add(Shape::text(at, u8::from(value).to_string()).size(LETTER).bold().role(Role::Token));
                });
            }
            None if next => {
                for (row, step) in moves.iter().enumerate() {
                    let corner = (x, y + BOX * (1.0 + row as f64));
                    choice(picture, &game.label(played, step), step, corner, width);
                }
            }
            None => {
                let edge = Shape::rect(below, width, BOX).rounded(5.0).role(Role::Faint).hollow();
                picture.add(edge.dash(Dash::Dotted));
            }
        }
    }
    if to < game.formula.variables() {
        ellipsis(picture, &mut pen);
    }
    if game.turns.iter().any(Option::is_none) {
        let (x, y) = pen.room(64.0);
        picture.room(Shape::rect((x, y + BOX), 64.0, BOX).bounds());
        if moves.contains(&Step::Pass) {
            choice(picture, "pass", &Step::Pass, (x, y + BOX), 64.0);
        }
    }
    picture.room(Bounds { left: 0.0, top: 0.0, right: 0.0, bottom: pen.at.1 + 3.0 * BOX });
    pen.at.1 + 3.0 * BOX
}

fn ellipsis(picture: &mut Picture, pen: &mut Pen) {
    let (x, y) = pen.room(BOX);
    picture.add(Shape::text((x + BOX / 2.0, y + 1.5 * BOX), "…").role(Role::Muted));
}

/// A button for one step.
fn choice(picture: &mut Picture, label: &str, step: &Step, (x, y): Point, width: f64) {
    let words = match step {
        Step::Set(value) => u8::from(*value).to_string(),
        _ => label.to_owned(),
    };
    picture.gesture(Gesture::new(label, [label]));
    picture.button(label, Text::default(), |part| {
        part.add(Shape::rect((x, y + 1.0), width, BOX - 2.0).rounded(5.0).role(Role::Highlight).width(2.0));
        let at = (x + width / 2.0, y + BOX / 2.0);
        part.add(Shape::text(at, words).size(LETTER).bold().role(Role::Highlight));
    });
}

/// Draws the clauses; a falsified one is the button that refutes, where that is a move.
fn matrix(picture: &mut Picture, game: &FormulaGame, played: &Played, values: &[bool], top: f64) {
    let moves = game.steps(played);
    let refutes = moves.contains(&Step::Refute);
    let mut pen = Pen { at: (0.0, top), line: BOX + GAP };
    let clauses = game.formula.clauses();
    for (number, clause) in clauses.iter().enumerate().take(MOST) {
        let truth = judged(clause, values);
        let words: Vec<(String, Option<bool>)> =
            clause.iter().map(|literal| literal_text(game, *literal, values)).collect();
        // As wide as it will be when all is judged, so that nothing moves.
        let sign = " ✗";
        let judged = |literal: &Literal| text_width(&literal_words(game, *literal, Some(false)), LETTER, true);
        let inner: f64 = clause.iter().map(judged).sum();
        let bars = words.len().saturating_sub(1) as f64 * 2.0 * GAP;
        let width = inner + bars + text_width(sign, LETTER, true) + 2.0 * GAP;
        let corner = pen.room(width.max(BOX));
        let key = format!("clause {}", number + 1);
        if refutes && truth == Some(false) {
            picture.gesture(Gesture::new("refute", [key.clone()]));
        }
        picture.thing(key, Text::default(), |p| draw_clause(p, &words, truth, corner, width.max(BOX)));
    }
    if clauses.len() > MOST {
        let words = format!("… {}", clauses.len());
        let (x, y) = pen.room(text_width(&words, LETTER, false));
        picture.add(Shape::text((x, y + BOX / 2.0), words).anchor(Anchor::Start).role(Role::Muted));
    }
}

fn literal_text(game: &FormulaGame, literal: Literal, values: &[bool]) -> (String, Option<bool>) {
    let truth = truth(literal, values);
    (literal_words(game, literal, truth), truth)
}

fn literal_words(game: &FormulaGame, literal: Literal, truth: Option<bool>) -> String {
    let sign = if literal.is_positive() { "" } else { "¬" };
    format!("{sign}{}{}", game.formula.name(literal.variable()), dress(truth).1)
}

fn draw_clause(
    picture: &mut Picture,
    words: &[(String, Option<bool>)],
    truth: Option<bool>,
    (x, y): Point,
    width: f64,
) {
    let (role, sign) = dress(truth);
    picture.add(Shape::rect((x, y), width, BOX).rounded(BOX / 2.0).role(role).width(2.0));
    let mut at = (x + GAP, y + BOX / 2.0);
    for (place, (word, truth)) in words.iter().enumerate() {
        if place > 0 {
            picture.add(Shape::text((at.0 + GAP, at.1), "∨").size(LETTER).role(Role::Muted));
            at.0 += 2.0 * GAP;
        }
        let text = Shape::text(at, word.clone()).size(LETTER).bold().anchor(Anchor::Start);
        picture.add(text.role(dress(*truth).0));
        at.0 += text_width(word, LETTER, true);
    }
    if truth.is_some() && words.len() != 1 {
        picture.add(Shape::text((x + width - GAP, y + BOX / 2.0), sign).size(LETTER).anchor(Anchor::End).role(role));
    }
}
