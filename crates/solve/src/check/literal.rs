//! Values as certificates write them: every option in sight, nothing to be worked out.

use rustc_hash::FxHashMap;

/// A value by its number in [`Literals`].
pub(crate) type Literal = u32;

/// The options of a value, as far as its notation gives them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Form {
    /// A numerator over a power of two, in lowest terms: n = {n-1|}, -n = {|-n+1}, and a/2^k = {(a-1)/2^k|(a+1)/2^k}.
    Number(i64, u32),
    /// *n: both players have the options 0, *, …, *(n-1).
    Nimber(u64),
    /// The options themselves.
    Braces(Vec<Literal>, Vec<Literal>),
}

/// Values that were read, each once.
#[derive(Default)]
pub(crate) struct Literals {
    forms: Vec<Form>,
    index: FxHashMap<Form, Literal>,
}

/// Braces within braces beyond this are not read.
const DEEPEST: usize = 500;

/// Nimbers with more options than this are not looked at.
const MOST_OPTIONS: u64 = 1 << 16;

impl Literals {
    fn literal(&mut self, form: Form) -> Literal {
        if let Some(&known) = self.index.get(&form) {
            return known;
        }
        let literal = self.forms.len() as Literal;
        self.forms.push(form.clone());
        self.index.insert(form, literal);
        literal
    }

    /// Reads a value: `3`, `-5/8`, `*2`, `{0,*|1}`.
    pub fn read(&mut self, text: &str) -> Option<Literal> {
        let (value, rest) = self.value(text, 0)?;
        rest.is_empty().then_some(value)
    }

    fn value<'t>(&mut self, text: &'t str, depth: usize) -> Option<(Literal, &'t str)> {
        if depth > DEEPEST {
            return None;
        }
        if let Some(inside) = text.strip_prefix('{') {
            let (left, rest) = self.list(inside, '|', depth)?;
            let (right, rest) = self.list(rest, '}', depth)?;
            return Some((self.literal(Form::Braces(left, right)), rest));
        }
        let end = text.find(['{', '}', '|', ',']).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        let form = match word.strip_prefix('*') {
            Some("") => Form::Nimber(1),
            Some(digits) => Form::Nimber(written(digits).filter(|&nimber: &u64| nimber > 1)?),
            None => number(word)?,
        };
        Some((self.literal(form), rest))
    }

    /// Values with commas between them, up to `end`.
    fn list<'t>(&mut self, mut text: &'t str, end: char, depth: usize) -> Option<(Vec<Literal>, &'t str)> {
        let mut list = Vec::new();
        if let Some(rest) = text.strip_prefix(end) {
            return Some((list, rest));
        }
        loop {
            let (value, rest) = self.value(text, depth + 1)?;
            list.push(value);
            if let Some(rest) = rest.strip_prefix(end) {
                return Some((list, rest));
            }
            text = rest.strip_prefix(',')?;
        }
    }

    /// The options of Left (or of Right); nothing where they are too many or too large.
    pub fn options(&mut self, literal: Literal, left: bool) -> Option<Vec<Literal>> {
        match self.forms[literal as usize].clone() {
            Form::Braces(lefts, rights) => Some(if left { lefts } else { rights }),
            Form::Nimber(nimber) if nimber > MOST_OPTIONS => None,
            Form::Nimber(nimber) => {
                let stars = (1..nimber).map(|smaller| self.literal(Form::Nimber(smaller))).collect::<Vec<_>>();
                Some(std::iter::once(self.literal(Form::Number(0, 0))).chain(stars).collect())
            }
            Form::Number(whole, 0) => {
                let has = if left { whole > 0 } else { whole < 0 };
                Some(has.then(|| self.literal(Form::Number(whole - whole.signum(), 0))).into_iter().collect())
            }
            Form::Number(above, power) => {
                let next = if left { above.checked_sub(1)? } else { above.checked_add(1)? };
                let shift = next.trailing_zeros().min(power);
                Some(vec![self.literal(Form::Number(next >> shift, power - shift))])
            }
        }
    }
}

/// A number written the one way that is allowed.
fn written<T: std::str::FromStr + ToString>(text: &str) -> Option<T> {
    // why: what is not a number is refused, whatever it is
    text.parse().ok().filter(|number: &T| number.to_string() == text)
}

fn number(word: &str) -> Option<Form> {
    let Some((above, below)) = word.split_once('/') else { return Some(Form::Number(written(word)?, 0)) };
    let (above, below): (i64, u64) = (written(above)?, written(below)?);
    (below.is_power_of_two() && below > 1 && above % 2 != 0).then(|| Form::Number(above, below.trailing_zeros()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_those_of_the_definitions() {
        let mut literals = Literals::default();
        for (text, left, right) in [
            ("0", vec![], vec![]),
            ("3", vec!["2"], vec![]),
            ("-3", vec![], vec!["-2"]),
            ("3/4", vec!["1/2"], vec!["1"]),
            ("-1/2", vec!["-1"], vec!["0"]),
            ("*", vec!["0"], vec!["0"]),
            ("*3", vec!["0", "*", "*2"], vec!["0", "*", "*2"]),
            ("{0,*|{1|-1}}", vec!["0", "*"], vec!["{1|-1}"]),
            ("{|}", vec![], vec![]),
        ] {
            let value = literals.read(text).unwrap();
            for (side, expected) in [(true, left), (false, right)] {
                let expected: Vec<Literal> = expected.iter().map(|text| literals.read(text).unwrap()).collect();
                assert_eq!(literals.options(value, side), Some(expected), "{text}");
            }
        }
    }

    #[test]
    fn nothing_else_is_read() {
        for text in
            ["", " 0", "+1", "01", "2/4", "1/3", "*0", "*1", "{0|1", "{0|1}}", "{0,|1}", "{0||1}", "^", "1*", "--1"]
        {
            assert_eq!(Literals::default().read(text), None, "{text}");
        }
        let deep = "{".repeat(100_000);
        assert_eq!(Literals::default().read(&deep), None);
    }
}
