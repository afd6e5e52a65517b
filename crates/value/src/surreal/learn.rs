//! Surreal numbers for the learner: forms {L|R} and Conway's definitions, run as stated and told step by step.

use std::fmt;
use std::rc::Rc;

use crate::surreal::Rational;
use num_bigint::BigInt;
use num_traits::One;

use crate::{Dyadic, Result, ValueError};

/// A form {L|R}, not reduced in any way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    left: Vec<Rc<Form>>,
    right: Vec<Rc<Form>>,
    /// How the form is called where it came from; only for showing.
    name: Option<String>,
}

/// Longest explanation in lines, and most options of a computed form.
const LINES_LIMIT: usize = 2000;
const OPTIONS_LIMIT: usize = 1000;

impl Form {
    /// The form with these options.
    pub fn new(left: Vec<Rc<Self>>, right: Vec<Rc<Self>>) -> Self {
        Self { left, right, name: None }
    }

    /// The canonical form of a dyadic number born by day 20.
    pub fn number(number: &Dyadic) -> Result<Self> {
        if number.birthday() > 20.into() {
            return Err(ValueError::TooLarge { what: "the form" });
        }
        Ok(Self::canonical(number))
    }

    fn canonical(number: &Dyadic) -> Self {
        let side = |option: Option<Dyadic>| option.iter().map(|option| Rc::new(Self::canonical(option))).collect();
        let (left, right) = (side(number.left_option()), side(number.right_option()));
        Self { left, right, name: Some(number.to_string()) }
    }

    /// Whether this ≤ other: no left option of this ≥ other, and no right option of other ≤ this.
    fn le(&self, other: &Self, budget: &mut usize) -> Result<bool> {
        *budget = budget.checked_sub(1).ok_or(ValueError::TooLarge { what: "the working" })?;
        for left in &self.left {
            if other.le(left, budget)? {
                return Ok(false);
            }
        }
        for right in &other.right {
            if right.le(self, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether it is a number: no left option ≥ any right option, and all options numbers.
    pub fn is_number(&self) -> Result<bool> {
        let mut budget = 1_000_000;
        self.is_number_within(&mut budget)
    }

    fn is_number_within(&self, budget: &mut usize) -> Result<bool> {
        for option in self.left.iter().chain(&self.right) {
            if !option.is_number_within(budget)? {
                return Ok(false);
            }
        }
        for left in &self.left {
            for right in &self.right {
                if right.le(left, budget)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The dyadic number that a number form is: the simplest between its options.
    pub fn value(&self) -> Option<Dyadic> {
        let bound = |number: Dyadic| crate::Bound { number, closed: false };
        let left = self.left.iter().map(|option| option.value()).collect::<Option<Vec<_>>>()?;
        let right = self.right.iter().map(|option| option.value()).collect::<Option<Vec<_>>>()?;
        Dyadic::simplest(left.into_iter().max().map(bound).as_ref(), right.into_iter().min().map(bound).as_ref())
    }

    fn negative(&self) -> Self {
        let side = |side: &[Rc<Self>]| side.iter().map(|option| Rc::new(option.negative())).collect();
        let name = self.name.as_ref().and_then(|_| self.value()).map(|number| (-&number).to_string());
        Self { left: side(&self.right), right: side(&self.left), name }
    }

    fn plus(&self, other: &Self, budget: &mut usize) -> Result<Self> {
        *budget = budget.checked_sub(1).ok_or(ValueError::TooLarge { what: "the working" })?;
        let mut side = |mine: &[Rc<Self>], theirs: &[Rc<Self>]| -> Result<Vec<Rc<Self>>> {
            let mut options = Vec::new();
            for option in mine {
                options.push(Rc::new(option.plus(other, budget)?));
            }
            for option in theirs {
                options.push(Rc::new(self.plus(option, budget)?));
            }
            Ok(options)
        };
        Ok(Self::new(side(&self.left, &other.left)?, side(&self.right, &other.right)?))
    }

    fn times(&self, other: &Self, budget: &mut usize) -> Result<Self> {
        *budget = budget.checked_sub(1).ok_or(ValueError::TooLarge { what: "the working" })?;
        let mut left = Vec::new();
        let mut right = Vec::new();
        for (mine, theirs, to_left) in [
            (&self.left, &other.left, true),
            (&self.right, &other.right, true),
            (&self.left, &other.right, false),
            (&self.right, &other.left, false),
        ] {
            for x in mine {
                for y in theirs {
                    let both = x.times(y, budget)?.negative();
                    let option = x.times(other, budget)?.plus(&self.times(y, budget)?, budget)?.plus(&both, budget)?;
                    if to_left { left.push(Rc::new(option)) } else { right.push(Rc::new(option)) }
                }
            }
        }
        if left.len() + right.len() > OPTIONS_LIMIT {
            return Err(ValueError::TooLarge { what: "the form" });
        }
        Ok(Self::new(left, right))
    }

    /// The name of a number form, for reading: its number where it is one.
    fn called(&self) -> String {
        match (&self.name, self.is_number()) {
            (Some(name), _) => name.clone(),
            (None, Ok(true)) => self.value().map_or_else(|| self.to_string(), |number| number.to_string()),
            _ => self.to_string(),
        }
    }

    /// `{…} = number`, or the form alone.
    fn with_value(&self) -> String {
        match self.is_number() {
            Ok(true) => self.value().map_or_else(|| self.to_string(), |number| format!("{self} = {number}")),
            _ => format!("{self}, which is not a number"),
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |side: &[Rc<Self>]| {
            let mut names: Vec<_> = side.iter().map(|option| option.called()).collect();
            names.dedup();
            names.join(", ")
        };
        write!(f, "{{{}|{}}}", side(&self.left), side(&self.right))
    }
}

/// The lines of an explanation, indented by depth.
struct Story {
    lines: Vec<String>,
}

impl Story {
    fn tell(&mut self, depth: usize, line: impl fmt::Display) -> Result<()> {
        if self.lines.len() >= LINES_LIMIT {
            return Err(ValueError::TooLarge { what: "the explanation" });
        }
        self.lines.push(format!("{:1$}{line}", "", 2 * depth));
        Ok(())
    }
}

/// Whether x ≤ y, told step by step.
pub fn explain_le(x: &Form, y: &Form) -> Result<(bool, Vec<String>)> {
    let mut story = Story {
        lines: vec!["x ≤ y unless some left option of x is ≥ y or some right option of y is ≤ x".into()],
    };
    let answer = tell_le(x, y, 0, &mut story)?;
    Ok((answer, story.lines))
}

fn tell_le(x: &Form, y: &Form, depth: usize, story: &mut Story) -> Result<bool> {
    let (a, b) = (x.called(), y.called());
    story.tell(depth, format!("is {a} ≤ {b}?"))?;
    for left in &x.left {
        story.tell(depth + 1, format!("left option {} of {a}: is it ≥ {b}?", left.called()))?;
        if tell_le(y, left, depth + 2, story)? {
            story.tell(depth, format!("yes, so {a} ≤ {b} is false"))?;
            return Ok(false);
        }
    }
    for right in &y.right {
        story.tell(depth + 1, format!("right option {} of {b}: is it ≤ {a}?", right.called()))?;
        if tell_le(right, x, depth + 2, story)? {
            story.tell(depth, format!("yes, so {a} ≤ {b} is false"))?;
            return Ok(false);
        }
    }
    story.tell(depth, format!("nothing speaks against it, so {a} ≤ {b} is true"))?;
    Ok(true)
}

/// −x, told step by step.
pub fn explain_negative(x: &Form) -> Result<Vec<String>> {
    let mut story = Story { lines: vec!["−x = {−x^R | −x^L}".into()] };
    tell_negative(x, 0, &mut story)?;
    Ok(story.lines)
}

fn tell_negative(x: &Form, depth: usize, story: &mut Story) -> Result<()> {
    for option in x.right.iter().chain(&x.left) {
        tell_negative(option, depth + 1, story)?;
    }
    story.tell(depth, format!("−{} = {}", x.called(), x.negative().with_value()))
}

/// x + y, told step by step.
pub fn explain_sum(x: &Form, y: &Form) -> Result<Vec<String>> {
    let mut story = Story { lines: vec!["x + y = {x^L + y, x + y^L | x^R + y, x + y^R}".into()] };
    tell_sum(x, y, 0, &mut story)?;
    Ok(story.lines)
}

fn tell_sum(x: &Form, y: &Form, depth: usize, story: &mut Story) -> Result<()> {
    for option in x.left.iter().chain(&x.right) {
        tell_sum(option, y, depth + 1, story)?;
    }
    for option in y.left.iter().chain(&y.right) {
        tell_sum(x, option, depth + 1, story)?;
    }
    let sum = x.plus(y, &mut 1_000_000)?;
    story.tell(depth, format!("{} + {} = {}", x.called(), y.called(), sum.with_value()))
}

/// xy, told step by step: each option of the product with its three products.
pub fn explain_product(x: &Form, y: &Form) -> Result<Vec<String>> {
    let first =
        "xy = {x^L y + x y^L − x^L y^L, x^R y + x y^R − x^R y^R | x^L y + x y^R − x^L y^R, x^R y + x y^L − x^R y^L}";
    let mut story = Story { lines: vec![first.into()] };
    tell_product(x, y, 0, &mut story)?;
    Ok(story.lines)
}

fn tell_product(x: &Form, y: &Form, depth: usize, story: &mut Story) -> Result<()> {
    let (a, b) = (x.called(), y.called());
    let pairs = [
        (&x.left, &y.left, "left"),
        (&x.right, &y.right, "left"),
        (&x.left, &y.right, "right"),
        (&x.right, &y.left, "right"),
    ];
    for (mine, theirs, side) in pairs {
        for p in mine {
            for q in theirs {
                let (c, d) = (p.called(), q.called());
                let value = option_value(x, y, p, q)?;
                story.tell(depth + 1, format!("{side} option ({c})({b}) + ({a})({d}) − ({c})({d}) = {value}"))?;
            }
        }
    }
    let product = x.times(y, &mut 1_000_000)?;
    story.tell(depth, format!("({a})({b}) = {}", product.with_value()))
}

fn option_value(x: &Form, y: &Form, p: &Form, q: &Form) -> Result<String> {
    let value =
        |form: &Form| form.value().map(|number| Rational::new(number.numerator(), BigInt::one() << number.exponent()));
    let values = [value(x), value(y), value(p), value(q)].into_iter().collect::<Option<Vec<Rational>>>();
    let Some(values) = values else {
        return Err(ValueError::undefined("a product is explained for numbers only"));
    };
    let [x, y, p, q] = [0, 1, 2, 3].map(|i: usize| &values[i]);
    Ok((p * y + x * q - p * q).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn form(n: i64, e: u32) -> Form {
        Form::number(&Dyadic::small(n, e)).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn definitions_agree_with_arithmetic(a in -4i64..=4, b in -4i64..=4, e in 0u32..2) {
            let (x, y) = (Dyadic::small(a, e), Dyadic::small(b, 1));
            let (f, g) = (form(a, e), form(b, 1));
            prop_assert_eq!(explain_le(&f, &g).unwrap().0, x <= y);
            prop_assert_eq!(f.plus(&g, &mut 1_000_000).unwrap().value(), Some(&x + &y));
            prop_assert_eq!(f.negative().value(), Some(-&x));
        }
    }

    #[test]
    fn small_products_by_definition() {
        for a in -2i64..=2 {
            for b in -2i64..=2 {
                let product = form(a, 1).times(&form(b, 0), &mut 1_000_000).unwrap();
                assert_eq!(product.value(), Some(Dyadic::small(a * b, 1)), "{a}/2 times {b}");
            }
        }
    }

    #[test]
    fn forms_that_are_no_numbers_are_known() {
        let star = Form::new(vec![Rc::new(form(0, 0))], vec![Rc::new(form(0, 0))]);
        assert!(!star.is_number().unwrap());
        assert!(form(3, 2).is_number().unwrap());
    }

    #[test]
    fn a_short_story() {
        let (answer, lines) = explain_le(&form(0, 0), &form(1, 0)).unwrap();
        assert!(answer);
        insta::assert_snapshot!(lines.join("\n"), @r"
        x ≤ y unless some left option of x is ≥ y or some right option of y is ≤ x
        is 0 ≤ 1?
        nothing speaks against it, so 0 ≤ 1 is true
        ");
    }
}
