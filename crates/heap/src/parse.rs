//! Reading the text of a rule.
//!
//! ```text
//! rule  = code | "octal(" code ")" | set | "subtract(" set ")" | "allbut(" set ")" | "paint(" set ")"
//!       | "couples" [ "(" set ")" ] | name
//! code  = { "0" } digit "." digit+ [ "[" digit+ "]" ]
//! digit = ( "0"…"9" | "a"…"v" | "A"…"V" | "*" | "{" count { "," count } "}" ) [ mark ]
//! count = number [ "-" number ] [ mark ] [ "+" ] [ mark ]
//! mark  = "!" | "=" | "?"
//! set   = item { "," item },  item = number [ "-" number ]
//! ```

use std::str::FromStr;

use crate::error::{Fault, RuleError};
use crate::rule::{Leave, Rule, Shape, join};
use grundy_lang::Text;

/// Names of rules, the codes they stand for, and what they are.
pub const NAMES: &[(&str, &str, &str)] = &[
    ("kayles-row", "0.77", "Kayles: knock down one pin or two neighbours"),
    ("dawson", "0.137", "Dawson's Chess: each file is taken with its neighbours"),
    ("dawson-kayles", "0.07", "Dawson's Kayles: knock down two neighbouring pins"),
    ("officers", "0.6", "Officers: take one bean and leave one heap or two"),
    ("guiles", "0.15", "Guiles: take a heap of one or two, or two beans and leave two heaps"),
    ("stars", "0.4", "take one bean from inside a heap, leaving two heaps"),
    ("grundy", "4!.0", "Grundy's game: split a heap into two different ones"),
    ("nim", "0.[3]", "Nim: take any number from a heap"),
    ("lasker", "4.[3]", "Lasker's Nim: take any number, or split a heap into two"),
];

/// The largest number of beans that a set may name.
pub const MOST_TAKEN: u64 = 1_000_000;

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let mut reader = Reader { chars: text.trim_end().chars().collect(), at: 0 };
        reader.skip_blanks();
        let rule = reader.rule()?;
        match reader.peek() {
            None => Ok(rule),
            Some(char) => Err(reader.fault(Fault::Unexpected(char))),
        }
    }
}

struct Reader {
    chars: Vec<char>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn fault(&self, fault: Fault) -> RuleError {
        self.fault_at(self.at, fault)
    }

    fn fault_at(&self, at: usize, fault: Fault) -> RuleError {
        RuleError { column: at.min(self.chars.len()) + 1, fault }
    }

    fn eat(&mut self, char: char) -> bool {
        let eaten = self.peek() == Some(char);
        self.at += usize::from(eaten);
        eaten
    }

    fn expect(&mut self, char: char, name: &'static str) -> Result<(), RuleError> {
        if self.eat(char) { Ok(()) } else { Err(self.fault(Fault::Expected(Text::new(name)))) }
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    fn text(&self, start: usize) -> String {
        self.chars[start..self.at].iter().collect()
    }

    fn rule(&mut self) -> Result<Rule, RuleError> {
        let start = self.at;
        while self.peek().is_some_and(|char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_')) {
            self.at += 1;
        }
        let word = self.text(start);
        let next = self.peek();
        let is_name = word.starts_with(|char: char| char.is_ascii_alphabetic()) && word.len() > 1;
        if !is_name || matches!(next, Some('.' | '!' | '=' | '?')) {
            self.at = start;
            return if self.is_set() { self.subtraction() } else { self.code() };
        }
        if next == Some('(') { self.called(&word, start) } else { self.named(&word, start) }
    }

    /// A set starts with a number that no point, and no mark of a digit, follows.
    fn is_set(&self) -> bool {
        let rest = &self.chars[self.at..];
        let length = rest.iter().take_while(|char| char.is_ascii_digit()).count();
        length > 0 && matches!(rest.get(length), None | Some(',' | '-' | ' '))
    }

    fn named(&mut self, word: &str, start: usize) -> Result<Rule, RuleError> {
        if word == "couples" {
            return Ok(couples(&[2]));
        }
        let entry = NAMES.iter().find(|entry| entry.0 == word);
        let Some((name, code, _)) = entry else {
            return Err(self.fault_at(start, Fault::UnknownName(word.to_owned())));
        };
        let mut inner = Reader { chars: code.chars().collect(), at: 0 };
        let (digits, tail) = inner.digits()?;
        Ok(Rule::from_mixed_digits(*name, &digits, &tail))
    }

    fn called(&mut self, word: &str, start: usize) -> Result<Rule, RuleError> {
        self.at += 1;
        let rule = match word {
            "octal" => self.code()?,
            "subtract" => self.subtraction()?,
            "allbut" => {
                let set = self.set()?;
                let most = set.iter().copied().max().unwrap_or(0);
                let mut digits = vec![Leave::bits(3); most as usize + 1];
                digits[0] = Leave::bits(0);
                for &take in &set {
                    digits[take as usize] = Leave::bits(0);
                }
                Rule::from_digits(format!("allbut({})", join(&set)), &digits, &[Leave::bits(3)])
            }
            "paint" => {
                let set = self.set()?;
                Rule::from_set(format!("paint({})", join(&set)), &set, Leave::bits(7))
            }
            "couples" => couples(&self.set()?),
            _ => return Err(self.fault_at(start, Fault::UnknownName(word.to_owned()))),
        };
        self.expect(')', "`)`")?;
        Ok(rule)
    }

    fn subtraction(&mut self) -> Result<Rule, RuleError> {
        Ok(Rule::subtraction(&self.set()?))
    }

    /// A set of positive numbers, sorted.
    fn set(&mut self) -> Result<Vec<u64>, RuleError> {
        let mut set = Vec::new();
        loop {
            self.skip_blanks();
            let at = self.at;
            let first = self.number(MOST_TAKEN)?;
            if first == 0 {
                return Err(self.fault_at(at, Fault::Expected(Text::new("a number of at least 1"))));
            }
            let last = if self.eat('-') { self.number(MOST_TAKEN)? } else { first };
            if last < first {
                return Err(self.fault_at(at, Fault::EmptyRange(first, last)));
            }
            set.extend(first..=last);
            self.skip_blanks();
            if !self.eat(',') {
                set.sort_unstable();
                set.dedup();
                return Ok(set);
            }
            if set.len() as u64 > 2 * MOST_TAKEN {
                set.sort_unstable();
                set.dedup();
            }
        }
    }

    fn number(&mut self, limit: u64) -> Result<u64, RuleError> {
        let start = self.at;
        while self.peek().is_some_and(|char| char.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == start {
            return Err(self.fault(Fault::Expected(Text::new("a number"))));
        }
        let digits = self.text(start);
        // why: refused on the next line
        let number = digits.parse::<u64>().ok().filter(|&number| number <= limit);
        number.ok_or_else(|| self.fault_at(start, Fault::TooLarge(digits, limit)))
    }

    fn code(&mut self) -> Result<Rule, RuleError> {
        self.skip_blanks();
        // A digit before the leading one would add beans; CGSuite writes zeros there.
        while self.peek() == Some('0') && self.chars.get(self.at + 1).is_some_and(|&next| next != '.') {
            self.at += 1;
        }
        let start = self.at;
        let (mut digits, tail) = self.digits()?;
        // One rule, one text: zeros at the end say nothing, and digits may be capital letters.
        let text = self.text(start).to_ascii_lowercase();
        let mut shown = text.as_str();
        while tail.is_empty() && shown.ends_with('0') && !shown.ends_with(".0") {
            shown = &shown[..shown.len() - 1];
            digits.pop();
        }
        Ok(Rule::from_mixed_digits(format!("octal({shown})"), &digits, &tail))
    }

    fn digits(&mut self) -> Result<(Vec<Vec<Leave>>, Vec<Leave>), RuleError> {
        let start = self.at;
        let leading = self.digit()?;
        if leading.iter().any(|leave| leave.allows(0) || leave.allows(1)) {
            return Err(self.fault_at(start, Fault::Endless(self.text(start))));
        }
        self.expect('.', "a point after the leading digit")?;
        let mut digits = vec![leading];
        while !matches!(self.peek(), None | Some('[' | ')')) {
            digits.push(self.digit()?);
        }
        let mut tail = Vec::new();
        if self.eat('[') {
            while !matches!(self.peek(), None | Some(']')) {
                let at = self.at;
                match self.digit()?[..] {
                    [only] => tail.push(only),
                    _ => return Err(self.fault_at(at, Fault::Expected(Text::new("a digit with one mark")))),
                }
            }
            if tail.is_empty() {
                return Err(self.fault(Fault::NoDigits));
            }
            self.expect(']', "`]`")?;
        } else if digits.len() == 1 {
            return Err(self.fault(Fault::NoDigits));
        }
        Ok((digits, tail))
    }

    /// A digit: one set of numbers of heaps for each condition on their sizes.
    fn digit(&mut self) -> Result<Vec<Leave>, RuleError> {
        let Some(char) = self.peek() else {
            return Err(self.fault(Fault::Expected(Text::new("a digit"))));
        };
        self.at += 1;
        let leaves = match char {
            '*' => vec![Leave::at_least(0)],
            '{' => self.counts()?,
            _ => match char.to_digit(32) {
                Some(bits) => vec![Leave::bits(u64::from(bits))],
                None => return Err(self.fault_at(self.at - 1, Fault::BadDigit(char))),
            },
        };
        let Some(shape) = self.mark() else { return Ok(leaves) };
        let all = leaves.into_iter().reduce(Leave::or).unwrap_or(Leave::bits(0));
        Ok(vec![all.shaped(shape)])
    }

    /// The condition that is written next, if there is one.
    fn mark(&mut self) -> Option<Shape> {
        let shape = match self.peek()? {
            '!' => Shape::Distinct,
            '=' => Shape::Equal,
            '?' => Shape::Unlike,
            _ => return None,
        };
        self.at += 1;
        Some(shape)
    }

    /// The inside of `{1,3}`, `{2-4}`, `{2+}` or `{0,2!,3+}`, and the closing brace.
    fn counts(&mut self) -> Result<Vec<Leave>, RuleError> {
        let none = Leave::bits(0);
        // No heap and one heap meet every condition, so they go with any other numbers.
        let (mut few, mut many) = (none, Vec::<(Shape, Leave)>::new());
        loop {
            let (leave, mark) = self.count()?;
            let low = Leave::bits(leave.mask() & 3);
            few = few.or(low);
            let high = leave.without(low);
            if !high.is_empty() {
                let shape = mark.unwrap_or(Shape::Any);
                match many.iter_mut().find(|(other, _)| *other == shape) {
                    Some((_, all)) => *all = all.or(high),
                    None => many.push((shape, high)),
                }
            }
            if !self.eat(',') {
                self.expect('}', "`}`")?;
                let mut leaves: Vec<Leave> = many.into_iter().map(|(shape, leave)| leave.shaped(shape)).collect();
                match leaves.first_mut() {
                    Some(first) => *first = first.or(few),
                    None => leaves.push(few),
                }
                return Ok(leaves);
            }
        }
    }

    /// One item of a set of numbers of heaps, with its mark.
    fn count(&mut self) -> Result<(Leave, Option<Shape>), RuleError> {
        let at = self.at;
        let first = self.number(u64::from(Leave::MOST))? as u32;
        let last = if self.eat('-') { self.number(u64::from(Leave::MOST))? as u32 } else { first };
        if last < first {
            return Err(self.fault_at(at, Fault::EmptyRange(first.into(), last.into())));
        }
        let mark = self.mark();
        let leave = (first..=last).fold(Leave::bits(0), |leave, count| leave.or(Leave::bits(1 << count)));
        let leave = if self.eat('+') { leave.or(Leave::at_least(last)) } else { leave };
        Ok((leave, mark.or_else(|| self.mark())))
    }
}

/// Couples are Forever (Guy): split any heap into two, but heaps of the given sizes are never parted.
fn couples(sizes: &[u64]) -> Rule {
    let text = if sizes == [2] { "couples".to_owned() } else { format!("couples({})", join(sizes)) };
    Rule::from_digits(text, &[Leave::bits(4)], &[]).freeze(sizes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        text.parse::<Rule>().unwrap_err().to_string()
    }

    #[test]
    fn rules_print_as_they_are_read() {
        for text in ["octal(0.77)", "octal(4!.0)", "subtract(1,2,5)", "allbut(2)", "paint(1-3)", "grundy", "couples"] {
            let rule: Rule = text.parse().unwrap();
            assert_eq!(rule.to_string(), text);
        }
        for (text, printed) in [("0.77", "octal(0.77)"), ("1-3, 7", "subtract(1-3,7)"), ("5", "subtract(5)")] {
            let rule: Rule = text.parse().unwrap();
            assert_eq!(rule.to_string(), printed);
        }
    }

    #[test]
    fn digits_may_be_capital_letters() {
        let (small, capital): (Rule, Rule) = ("0.3f".parse().unwrap(), "0.3F".parse().unwrap());
        assert_eq!(small.clauses_to(9).collect::<Vec<_>>(), capital.clauses_to(9).collect::<Vec<_>>());
    }

    /// As CGSuite writes codes.
    #[test]
    fn numbers_of_heaps_may_have_marks_of_their_own() {
        let options = |text: &str, heap| {
            let rule: Rule = text.parse().unwrap();
            crate::options(&rule, heap, &grundy_budget::Budget::unlimited()).unwrap()
        };
        for (one, other) in [
            ("04.30", "4.3"),
            ("04.00[30]", "4.00[30]"),
            ("00.00[00]", "0.0"),
            ("0.{1,2!}", "0.6!"),
            ("0.{0!,2!,3!}", "0.D!"),
            ("0.{0!,2!,3}", "0.{0,2!,3}"),
            ("0.{0!,2!,3!+}", "0.{0,2+}!"),
            ("0.{0!,2,3!+}", "0.{0,2,3+!}"),
            ("0.{0,1!,2,3,4+}", "0.*"),
            ("0.{0,1,2!,3!,4!+}", "0.*!"),
            ("0.{0,2?}", "0.{0,2!}"),
        ] {
            for heap in 0..14 {
                assert_eq!(options(one, heap), options(other, heap), "{one} and {other}, heap {heap}");
            }
        }
        let left = |text: &str, heap| {
            let heaps = options(text, heap).into_iter().map(|option| option.heaps);
            heaps.map(|heaps| heaps.iter().map(ToString::to_string).collect::<String>()).collect::<Vec<_>>().join(" ")
        };
        insta::assert_snapshot!(left("0.{2,3?+}", 7), @"15 24 33 114 123 1113 1122 11112");
        insta::assert_snapshot!(left("0.*?3", 7), @"6 15 24 114 123 1113 1122 11112 5");
        insta::assert_snapshot!(left("0.{2!,3}", 7), @"15 24 114 123 222");
        insta::assert_snapshot!(fault("0.[{2!,3}]"), @"column 4: expected a digit with one mark");
    }

    #[test]
    fn bad_codes_show_the_digit() {
        insta::assert_snapshot!(fault("0.8x"), @"column 4: `x` is not a digit of a code; digits are 0-9, a-v, a set such as {1,3}, or *");
        insta::assert_snapshot!(fault("0."), @"column 3: expected a digit after the point");
        insta::assert_snapshot!(fault("9.1"), @"column 1: leading digit `9`: without taking anything a move must leave two heaps or more, else the game never ends");
        insta::assert_snapshot!(fault("1,0"), @"column 3: expected a number of at least 1");
        insta::assert_snapshot!(fault("octal(0.7"), @"column 10: expected `)`");
        insta::assert_snapshot!(fault("4-2"), @"column 1: the range 4-2 is empty");
        insta::assert_snapshot!(fault("subtract(99999999999999999999)"), @"column 10: 99999999999999999999 is beyond the limit of 1000000");
        insta::assert_snapshot!(fault("kales"), @"column 1: no rule is named `kales`");
        insta::assert_snapshot!(fault(""), @"column 1: expected a digit");
    }
}
