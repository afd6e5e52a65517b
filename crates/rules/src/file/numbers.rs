//! Rules about numbers: from their text to a game.

use super::{Declared, Ground, Plan, Reading, functions};
use crate::numbers::{NumberRules, Results};
use crate::script::ast::{Binary, Collect, Expr, ExprKind, Function, Parameter, Statement, StatementKind};
use crate::script::{Datum, Script, bound, clause_names, mentioned, parse_expression};
use crate::{Mistake, Place};
use grundy_game::{Kind, Text};
use std::sync::Arc;

/// The names of the functions that number rules become; no file can write them.
const LEFT_MOVES: &str = "left moves";
const RIGHT_MOVES: &str = "right moves";

pub(super) fn number_ground(reading: &Reading, body: &[Statement]) -> Result<Ground, Mistake> {
    let declared = Declared { body };
    let (state, place) = declared.text("state")?.unwrap_or(("", Place::new(1, 1)));
    let (heaps, list) = match state.trim().strip_prefix("heaps of ") {
        Some(rest) => (true, rest),
        None => (false, state),
    };
    let names: Vec<String> = list.split([',', ' ']).filter(|name| !name.is_empty()).map(str::to_owned).collect();
    let is_name = |name: &String| {
        name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    if names.is_empty() || names.len() > 20 || !names.iter().all(is_name) {
        return Err(Mistake::new(place, "`state` names the numbers of a position")
            .help("for example `\"n\"` or `\"heaps of n\"`"));
    }
    let (left, right, both) = (declared.texts("left")?, declared.texts("right")?, declared.texts("both")?);
    let named = ["left_wins", "right_wins"].iter().any(|name| declared.expr(name).is_some());
    let kind = if left.is_empty() && right.is_empty() && !named { Kind::Impartial } else { Kind::Partisan };
    if left.is_empty() && right.is_empty() && both.is_empty() {
        return Err(Mistake::new(place, "the file says nothing about moves").help("expected `left`, `right` or `both`"));
    }
    let mut extended = body.to_vec();
    let mut sides: [Vec<Expr>; 2] = [Vec::new(), Vec::new()];
    let places = [&left, &right].map(|own| own.iter().chain(&both).map(|(_, place)| *place).collect());
    for ((function, own), side) in [(LEFT_MOVES, &left), (RIGHT_MOVES, &right)].into_iter().zip(&mut sides) {
        for (text, place) in own.iter().chain(&both) {
            let rule = number_rule(text, *place, heaps)?;
            if !heaps {
                as_many_numbers(&rule, names.len())?;
            }
            side.push(rule);
        }
        let function = number_function(function, &names, side, place);
        extended.push(Statement { place, kind: StatementKind::Def(function) });
    }
    if let Some(function) = number_results(&declared, &names, place)? {
        extended.push(Statement { place, kind: StatementKind::Def(function) });
    }
    let script = Script::of(&extended)?;
    let describe = match (heaps, names.len()) {
        (true, _) => "heaps between commas, such as 3,4,5".to_owned(),
        (false, 1) => "a number, such as 10".to_owned(),
        (false, count) => format!("{count} numbers between commas"),
    };
    let small = small_numbers(names.len(), heaps);
    let moves = [LEFT_MOVES, RIGHT_MOVES].map(str::to_owned);
    let width = names.len();
    let plan = Plan { places, width, heaps, small, ..Plan::new(script, moves, &describe) };
    let mut rules = functions(reading, &declared, plan)?;
    let results = match (heaps, width) {
        (true, 2..) => Results::Heaps(width),
        (false, 1) => Results::Number,
        _ => Results::Numbers,
    };
    let defined = bound(body);
    let global = |name: &str| {
        let known = defined.iter().any(|known| known == name);
        known.then(|| rules.global(name).unwrap_or(Datum::None))
    };
    let numbers = NumberRules::compile([&sides[0], &sides[1]], &names, results, &global);
    // What the file says of endings may tell the numbers apart, and with more players the turn is part of the position.
    let plain = width > 1 && !rules.hooks.result && reading.players == 2;
    let compiled = || numbers.as_ref().filter(|_| plain);
    rules.symmetric = !heaps && compiled().is_some_and(|numbers| numbers.are_symmetric(width));
    let partisan = kind == Kind::Partisan && !rules.results.declared;
    rules.exchange = compiled().filter(|_| partisan).and_then(|numbers| numbers.exchange(width));
    if matches!(results, Results::Heaps(_)) {
        rules.heap_rules = numbers.filter(|_| !rules.hooks.result);
    } else {
        rules.numbers = numbers;
    }
    Ok(Ground::Functions(Arc::new(rules), kind))
}

/// Refuses a rule whose result does not have as many numbers as a position.
fn as_many_numbers(rule: &Expr, width: usize) -> Result<(), Mistake> {
    let count = match &rule.kind {
        ExprKind::IfElse(_, then, _) => return as_many_numbers(then, width),
        ExprKind::Comprehension(_, result, None, _) => numbers_of(result),
        ExprKind::List(items) => items.first().and_then(numbers_of),
        _ => None,
    };
    match count {
        Some(count) if count != width => {
            let problem = Text::new("a position has {width} numbers and this result {count}");
            Err(Mistake::new(rule.place, problem.with("width", width).with("count", count)))
        }
        _ => Ok(()),
    }
}

/// How many numbers an expression writes, where that is plain to see.
fn numbers_of(result: &Expr) -> Option<usize> {
    match &result.kind {
        ExprKind::Tuple(items) => Some(items.len()),
        ExprKind::Int(_) | ExprKind::Binary(..) | ExprKind::Unary(..) => Some(1),
        _ => None,
    }
}

fn small_numbers(count: usize, heaps: bool) -> Vec<String> {
    match (heaps, count) {
        (true, 1) => {
            let mut all: Vec<String> = (0..12).map(|n| n.to_string()).collect();
            all.extend((0..5).flat_map(|a| (a..5).map(move |b| format!("{a},{b}"))));
            all
        }
        (false, 1) => (0..24).map(|n| n.to_string()).collect(),
        (false, 2) => (0..6).flat_map(|a| (0..6).map(move |b| format!("{a},{b}"))).collect(),
        (false, 3) => {
            (0..4).flat_map(|a| (0..4).flat_map(move |b| (0..4).map(move |c| format!("{a},{b},{c}")))).collect()
        }
        _ => Vec::new(),
    }
}

pub(super) fn name_at(name: &str, place: Place) -> Expr {
    Expr { place, kind: ExprKind::Name(name.to_owned()) }
}

/// The function that lists the options of one player.
fn number_function(function: &str, names: &[String], rules: &[Expr], place: Place) -> Function {
    let mut body = Vec::new();
    let parameter = unpacked(names, place, &mut body);
    let total = rules.iter().fold(Expr { place, kind: ExprKind::List(Vec::new()) }, |total, options| Expr {
        place: options.place,
        kind: ExprKind::Binary(Binary::Add, Box::new(total), Box::new(options.clone())),
    });
    body.push(Statement { place, kind: StatementKind::Return(Some(total)) });
    let parameters = vec![Parameter { name: parameter, default: None }];
    Function { place, name: function.to_owned(), parameters, rest: None, body, cached: false, yields: false }
}

/// The function `result` that the conditions `left_wins`, `right_wins`, `draws`, `wins` and `loses` become.
fn number_results(declared: &Declared<'_>, names: &[String], place: Place) -> Result<Option<Function>, Mistake> {
    let mut body = Vec::new();
    let words = [("left_wins", "left"), ("right_wins", "right"), ("draws", "draw"), ("wins", "win"), ("loses", "lose")];
    for (name, word) in words {
        for (text, place) in declared.texts(name)? {
            let told = Expr { place, kind: ExprKind::Text(word.to_owned()) };
            let told = Statement { place, kind: StatementKind::Return(Some(told)) };
            let condition = parse_expression(text, place)?;
            body.push(Statement { place, kind: StatementKind::If(condition, vec![told], Vec::new()) });
        }
    }
    if body.is_empty() {
        return Ok(None);
    }
    let parameter = unpacked(names, place, &mut body);
    let parameters = vec![Parameter { name: parameter, default: None }];
    let function =
        Function { place, name: "result".to_owned(), parameters, rest: None, body, cached: false, yields: false };
    Ok(Some(function))
}

/// The parameter of a function about a position of these numbers; where there are several, the body first takes them apart.
fn unpacked(names: &[String], place: Place, body: &mut Vec<Statement>) -> String {
    if let [only] = names {
        return only.clone();
    }
    let targets = names.iter().map(|name| name_at(name, place)).collect();
    let target = Expr { place, kind: ExprKind::Tuple(targets) };
    body.insert(0, Statement { place, kind: StatementKind::Assign(vec![target], name_at("position ", place)) });
    "position ".to_owned()
}

/// The options of one rule: `RESULT [for NAME in RANGE]… [where CONDITION]`, as a list.
fn number_rule(text: &str, place: Place, heaps: bool) -> Result<Expr, Mistake> {
    let at = |offset: usize| Place::new(place.line, place.column + text[..offset].chars().count() as u32);
    let for_at = outside(text, " for ");
    let where_at = outside(text, " where ");
    let end = for_at.unwrap_or(text.len()).min(where_at.unwrap_or(text.len()));
    let result = number_result(&text[..end], place, heaps)?;
    let one = Expr { place, kind: ExprKind::List(vec![result.clone()]) };
    match (for_at, where_at) {
        (Some(start), _) => {
            if where_at.is_some_and(|at| at < start) {
                return Err(Mistake::new(at(start + 1), "`for` stands before `where`"));
            }
            // The clauses of a comprehension, whose element is put in place afterwards.
            let end = where_at.unwrap_or(text.len());
            let shifted = at(start);
            let shifted = Place::new(shifted.line, shifted.column.saturating_sub(2));
            let parsed = parse_expression(&format!("[0{}]", &text[start..end]), shifted)?;
            let ExprKind::Comprehension(_, _, _, mut clauses) = parsed.kind else {
                let problem = Text::new("`{found}` does not belong here").with("found", "for");
                return Err(Mistake::new(at(start + 1), problem));
            };
            let condition = where_at.map(|start| condition_at(text, start, &at)).transpose()?;
            let variables = clause_names(&clauses);
            let free = condition.as_ref().is_some_and(|condition| {
                let mentioned = mentioned(condition);
                !variables.iter().any(|name| mentioned.contains(name))
            });
            let whole = |clauses| {
                let kind = ExprKind::Comprehension(Collect::List, Box::new(result), None, clauses);
                Expr { place, kind }
            };
            match (condition, free) {
                // A condition that does not depend on the loop is asked before it, as in `a // b` where `b > 0`.
                (Some(condition), true) => Ok(only_if(condition, whole(clauses), place)),
                (Some(condition), false) => {
                    if let Some(last) = clauses.last_mut() {
                        last.conditions.push(condition);
                    }
                    Ok(whole(clauses))
                }
                (None, _) => Ok(whole(clauses)),
            }
        }
        (None, Some(start)) => Ok(only_if(condition_at(text, start, &at)?, one, place)),
        (None, None) => Ok(one),
    }
}

/// Where `word` stands outside of all brackets.
fn outside(text: &str, word: &str) -> Option<usize> {
    let mut depth = 0i32;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        (depth == 0 && text[at..].starts_with(word)).then_some(at)
    })
}

/// The condition after the `where` at `start`.
fn condition_at(text: &str, start: usize, at: &dyn Fn(usize) -> Place) -> Result<Expr, Mistake> {
    let from = start + " where ".len();
    parse_expression(&text[from..], at(from))
}

/// A list, or an empty one where the condition does not hold.
fn only_if(condition: Expr, list: Expr, place: Place) -> Expr {
    let nothing = Expr { place, kind: ExprKind::List(Vec::new()) };
    Expr { place, kind: ExprKind::IfElse(Box::new(condition), Box::new(list), Box::new(nothing)) }
}

fn number_result(text: &str, place: Place, heaps: bool) -> Result<Expr, Mistake> {
    if !heaps {
        return parse_expression(text, place);
    }
    if text.trim() == "nothing" {
        return Ok(Expr { place, kind: ExprKind::Tuple(Vec::new()) });
    }
    let mut parts = Vec::new();
    let mut offset = 0;
    for piece in text.split(';') {
        let at = Place::new(place.line, place.column + text[..offset].chars().count() as u32);
        parts.push(parse_expression(piece, at)?);
        offset += piece.len() + 1;
    }
    Ok(Expr { place, kind: ExprKind::Tuple(parts) })
}
