//! Reading the text of a rule.
//!
//! ```text
//! rule  = code | "octal(" code ")" | set | "subtract(" set ")" | "allbut(" set ")" | "paint(" set ")"
//!       | "couples" [ "(" set ")" ] | name
//! code  = digit "." digit+ [ "[" digit+ "]" ]
//! digit = ( "0"…"9" | "a"…"v" | "A"…"V" | "*" | "{" counts "}" ) [ "!" | "=" ]
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
        if !is_name || matches!(next, Some('.' | '!' | '=')) {
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
        Ok(Rule::from_digits(*name, &digits, &tail))
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
        let number = digits.parse::<u64>().ok().filter(|&number| number <= limit);
        number.ok_or_else(|| self.fault_at(start, Fault::TooLarge(digits, limit)))
    }

    fn code(&mut self) -> Result<Rule, RuleError> {
        self.skip_blanks();
        let start = self.at;
        let (mut digits, tail) = self.digits()?;
        // One rule, one text: zeros at the end say nothing, and digits may be capital letters.
        let text = self.text(start).to_ascii_lowercase();
        let mut shown = text.as_str();
        while tail.is_empty() && shown.ends_with('0') && !shown.ends_with(".0") {
            shown = &shown[..shown.len() - 1];
            digits.pop();
        }
        Ok(Rule::from_digits(format!("octal({shown})"), &digits, &tail))
    }

    fn digits(&mut self) -> Result<(Vec<Leave>, Vec<Leave>), RuleError> {
        let start = self.at;
        let leading = self.digit()?;
        if leading.allows(0) || leading.allows(1) {
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
                tail.push(self.digit()?);
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

    fn digit(&mut self) -> Result<Leave, RuleError> {
        let Some(char) = self.peek() else {
            return Err(self.fault(Fault::Expected(Text::new("a digit"))));
        };
        self.at += 1;
        let leave = match char {
            '*' => Leave::at_least(0),
            '{' => self.counts()?,
            _ => match char.to_digit(32) {
                Some(bits) => Leave::bits(u64::from(bits)),
                None => return Err(self.fault_at(self.at - 1, Fault::BadDigit(char))),
            },
        };
        Ok(match self.peek() {
            Some('!') => {
                self.at += 1;
                leave.shaped(Shape::Distinct)
            }
            Some('=') => {
                self.at += 1;
                leave.shaped(Shape::Equal)
            }
            _ => leave,
        })
    }

    /// The inside of `{1,3}`, `{2-4}` or `{2+}`, and the closing brace.
    fn counts(&mut self) -> Result<Leave, RuleError> {
        let mut leave = Leave::bits(0);
        loop {
            let at = self.at;
            let first = self.number(u64::from(Leave::MOST))? as u32;
            if self.eat('+') {
                leave = leave.or(Leave::at_least(first));
            } else if self.eat('-') {
                let last = self.number(u64::from(Leave::MOST))? as u32;
                if last < first {
                    return Err(self.fault_at(at, Fault::EmptyRange(first.into(), last.into())));
                }
                leave = (first..=last).fold(leave, |leave, count| leave.or(Leave::bits(1 << count)));
            } else {
                leave = leave.or(Leave::bits(1 << first));
            }
            if !self.eat(',') {
                self.expect('}', "`}`")?;
                return Ok(leave);
            }
        }
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
