//! Blanks never change a meaning, and what is printed is read back.

use grundy_value::Store;
use grundy_value::lang::{Expr, Kind, NoPositions, Session, Span, parse_expression};
use proptest::prelude::*;

/// The parts that expressions are made of; blanks may stand between any two.
const PARTS: &[&str] = &[
    "0", "1", "2", "12", "2.5", "0.25", "n", "half", "v", "vv", "^", "^^", "*", "**", "+", "-", "+-", "±", ".", "/",
    "(", ")", "{", "}", "[", "]", "|", "||", ",", "<", ">", "<=", "==", "..", "Tiny", "over", "on", "pass", "&",
    "mean", "for", "in", "·",
];

/// An expression as the list of its parts.
fn expression() -> impl Strategy<Value = Vec<&'static str>> {
    let leaf = proptest::sample::select(vec![
        vec!["0"],
        vec!["1"],
        vec!["3"],
        vec!["2.5"],
        vec!["n"],
        vec!["^"],
        vec!["v"],
        vec!["*"],
        vec!["*", "2"],
        vec!["*", "n"],
        vec!["^", "3"],
        vec!["^", "n"],
        vec!["^", "[", "2", "]"],
        vec!["v", "<", "3", ">"],
        vec!["Tiny", "(", "2", ")"],
    ]);
    leaf.prop_recursive(4, 40, 3, |inner| {
        let operator = proptest::sample::select(vec!["+", "-", "+-", ".", "·", "/", "**"]);
        let beside = proptest::sample::select(vec![vec!["^"], vec!["*"], vec!["v", "*"], vec!["^^"], vec!["*", "3"]]);
        prop_oneof![
            4 => (inner.clone(), operator, inner.clone()).prop_map(|(a, o, b)| [a, vec![o], b].concat()),
            2 => (inner.clone(), beside).prop_map(|(a, b)| [a, b].concat()),
            1 => inner.clone().prop_map(|a| [vec!["-"], a].concat()),
            1 => inner.clone().prop_map(|a| [vec!["+-"], a].concat()),
            1 => inner.clone().prop_map(|a| [vec!["("], a, vec![")"]].concat()),
            1 => inner.clone().prop_map(|a| [vec!["+-", "{"], a, vec![",", "0", "}"]].concat()),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| [vec!["{"], a, vec!["|"], b, vec!["}"]].concat()),
            1 => inner.clone().prop_map(|a| [vec!["["], a, vec!["for", "n", "in", "1", "..", "2", "]"]].concat()),
            1 => (inner.clone(), inner).prop_map(|(a, b)| [a, vec!["<="], b].concat()),
        ]
    })
}

/// The parts with blanks where `spread` says and where two parts would run together.
fn written(parts: &[&str], mut spread: impl FnMut() -> bool) -> String {
    let mut text = String::new();
    let mut before = "";
    for (place, part) in parts.iter().enumerate() {
        let after = parts.get(place + 1).copied().unwrap_or_default();
        if run_together(before, part, after) || (!text.is_empty() && spread()) {
            text.push(' ');
        }
        text.push_str(part);
        before = part;
    }
    text
}

/// Whether a part right after another would be read as something else: as one word or number, as one longer sign, or as
/// the point of a number.
fn run_together(before: &str, part: &str, after: &str) -> bool {
    let word = |c: char| c.is_alphanumeric();
    let digit = |text: &str| text.ends_with(|c: char| c.is_ascii_digit());
    let signs = ["+-", "**", "||", "..", "<=", ">=", "==", "<|", "|>", "^^", "!="];
    let longer = |sign: &&str| {
        let joined = format!("{before}{part}");
        (1..sign.len()).any(|cut| before.ends_with(&sign[..cut]) && part.starts_with(&sign[cut..]))
            && !before.is_empty()
            && joined.contains(*sign)
    };
    let point = part == "." && digit(before) && after.starts_with(|c: char| c.is_ascii_digit());
    (before.ends_with(word) && part.starts_with(word)) || signs.iter().any(longer) || point
}

/// What a text means, its places left out.
fn meaning(text: &str) -> Option<Expr> {
    let mut expression = parse_expression(text).ok()?;
    forget_places(&mut expression);
    Some(expression)
}

fn forget_places(expression: &mut Expr) {
    expression.span = Span::default();
    match &mut expression.kind {
        Kind::NimberOf(inner) | Kind::UpsOf(_, _, inner) | Kind::Negative(inner) => forget_places(inner),
        Kind::Form(left, right) | Kind::Cycle(_, left, right) => left.iter_mut().chain(right).for_each(forget_places),
        Kind::Switch(list) | Kind::Product(list) | Kind::List(list) | Kind::Call(_, list) => {
            list.iter_mut().for_each(forget_places);
        }
        Kind::Sum(terms) => terms.iter_mut().for_each(|(_, term)| forget_places(term)),
        Kind::Sides(a, b) | Kind::Quotient(a, b) | Kind::Power(a, b) | Kind::Related(_, a, b) | Kind::Range(a, b) => {
            forget_places(a);
            forget_places(b);
        }
        Kind::Each(clauses, body) => {
            clauses.iter_mut().for_each(|clause| forget_places(&mut clause.list));
            forget_places(body);
        }
        _ => {}
    }
}

/// Blanks as the bits of a number say.
fn by_bits(mut bits: u64) -> impl FnMut() -> bool {
    move || {
        bits = bits.rotate_left(1);
        bits & 1 == 1
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn blanks_between_the_parts_of_an_expression_change_nothing(parts in expression(), bits in any::<u64>()) {
        let spread = meaning(&written(&parts, || true));
        for text in [written(&parts, || false), written(&parts, by_bits(bits))] {
            prop_assert_eq!(&spread, &meaning(&text), "{}", text);
        }
    }

    #[test]
    fn blanks_between_any_parts_change_nothing(parts in proptest::collection::vec(proptest::sample::select(PARTS), 1..9), bits in any::<u64>()) {
        let texts = [written(&parts, || true), written(&parts, || false), written(&parts, by_bits(bits))];
        let meanings: Vec<_> = texts.iter().map(|text| meaning(text)).collect();
        prop_assert!(meanings.windows(2).all(|pair| pair[0] == pair[1]), "{:?}: {:?}", texts, meanings);
    }

    #[test]
    fn a_name_and_its_value_in_brackets_are_interchangeable(parts in expression(), value in proptest::sample::select(vec!["2", "1/2", "^", "*3", "{1|0}", "-1"])) {
        let run = |text: &str| Session::new(Store::default(), NoPositions).run_to_texts(text).ok();
        let bracketed = format!("({value})");
        // Clauses bind the name themselves.
        prop_assume!(!parts.contains(&"for"));
        let replaced: Vec<&str> = parts.iter().map(|part| if *part == "n" { bracketed.as_str() } else { part }).collect();
        let named = format!("let n = {value}; {}", written(&parts, || true));
        prop_assert_eq!(run(&named), run(&written(&replaced, || true)), "{}", named);
    }

    #[test]
    fn what_is_printed_is_read_back(parts in expression()) {
        let text = format!("let n = 2; {}", written(&parts, || true));
        let mut session = Session::new(Store::default(), NoPositions);
        let Ok(shown) = session.run_to_texts(&text) else { return Ok(()) };
        for result in shown {
            let again = session.run_to_texts(&result);
            prop_assert_eq!(again.as_deref(), Ok(&[result.clone()][..]), "{}", text);
        }
    }
}
