//! Numbers, and the parts that stand beside them: ups, tiny and miny, nimbers.

use super::super::ast::{Arrows, Expr, Kind};
use super::Parsed;
use super::expression::fraction;
use super::reader::{Beside, Reader, is_downs, is_name_part, is_name_start, is_reserved};
use grundy_lang::Text;
use num_bigint::BigInt;
use num_traits::pow::pow;

/// Longest number, in digits.
const DIGITS_LIMIT: usize = 100_000;

impl Reader {
    /// The next part that may stand beside what was read last, if one comes here: ups, then tiny or miny, then a nimber.
    pub(super) fn part_beside(&mut self) -> Parsed<Option<Expr>> {
        let before = self.at;
        self.skip_blanks();
        let part = match self.peek() {
            Some('^' | '↑' | '⇑' | 'v' | '↓' | '⇓') if self.beside < Beside::Ups && self.arrows_ahead() => {
                Some((self.ups()?, Beside::Ups))
            }
            Some('o' | 'u') if self.beside < Beside::Ups && self.over_ahead() && before > 0 => {
                let start = self.at;
                let name = self.name();
                Some((self.spanned(start, Kind::Name(name)), Beside::Star))
            }
            Some('T' | 'M' | '⧾' | '⧿') if self.beside < Beside::Tiny && self.tiny_ahead() => {
                Some((self.tiny()?, Beside::Tiny))
            }
            Some('*' | '∗' | '★') if self.beside < Beside::Star && !self.starts_with("**") => {
                Some((self.star()?, Beside::Star))
            }
            _ => None,
        };
        let Some((part, beside)) = part else {
            self.at = before;
            return Ok(None);
        };
        self.beside = beside;
        Ok(Some(part))
    }

    /// Whether a `v` here starts a down and not a name.
    fn arrows_ahead(&self) -> bool {
        if self.peek() != Some('v') {
            return true;
        }
        let word: String = self.text[self.at..].iter().take_while(|c| is_name_part(**c)).collect();
        let colon = self.peek_at(word.chars().count()) == Some(':') && !self.colon_ends;
        let rest = word.trim_start_matches('v');
        is_downs(&word) && !colon || rest == "Tiny" || rest == "Miny"
    }

    /// Whether the word `over` or `under` comes here.
    fn over_ahead(&self) -> bool {
        let word: String = self.text[self.at..].iter().take_while(|c| is_name_part(**c)).collect();
        word == "over" || word == "under"
    }

    /// Whether `Tiny(` or `Miny(` comes here.
    fn tiny_ahead(&self) -> bool {
        if matches!(self.peek(), Some('⧾' | '⧿')) {
            return true;
        }
        let word = self.starts_with("Tiny") || self.starts_with("Miny");
        let after = self.text[self.at..].iter().skip(4).find(|c| !self.is_blank(**c));
        word && after == Some(&'(')
    }

    fn tiny(&mut self) -> Parsed<Expr> {
        let start = self.at;
        let name = match self.peek() {
            Some('⧾') => "Tiny",
            Some('⧿') => "Miny",
            _ => return self.named(),
        };
        self.at += 1;
        if self.next_mark() != Some('(') {
            self.skip_blanks();
            return Err(self.unexpected(Text::verbatim("`(`")));
        }
        self.skip_blanks();
        let argument = self.in_parentheses()?;
        Ok(self.spanned(start, Kind::Call(name.to_owned(), vec![argument])))
    }

    fn digits(&mut self) -> Parsed<BigInt> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at - start > DIGITS_LIMIT {
            let message = Text::new("a number of more than {limit} digits").with("limit", DIGITS_LIMIT);
            return Err(self.error(start, message));
        }
        let digits: String = self.text[start..self.at].iter().collect();
        digits.parse().map_err(|_| self.unexpected(Text::new("a digit")))
    }

    /// A number with the digits after its point, as in 2.5.
    pub(super) fn number(&mut self) -> Parsed<Expr> {
        let start = self.at;
        let whole = self.digits()?;
        if !self.point_ahead() {
            return Ok(self.spanned(start, Kind::Number(whole.into())));
        }
        self.at += 1;
        let point = self.at;
        let after = self.digits()?;
        if self.point_ahead() {
            self.at += 1;
            return Err(self.error(start, "a number with two points"));
        }
        let unit = pow(BigInt::from(10), self.at - point);
        Ok(self.spanned(start, fraction(whole * &unit + after, unit)))
    }

    /// Whether a point and a digit come here.
    fn point_ahead(&self) -> bool {
        self.peek() == Some('.') && self.peek_at(1).is_some_and(|c| c.is_ascii_digit())
    }

    /// Digits that count something.
    fn count<T: TryFrom<BigInt>>(&mut self, too_large: &'static str) -> Parsed<T> {
        let start = self.at;
        let number = self.digits()?;
        if self.point_ahead() {
            self.at += 2;
            let error = self.error(start, "expected a whole number");
            return Err(error.help("write brackets for a product: (*3).5"));
        }
        T::try_from(number).map_err(|_| self.error(start, too_large))
    }

    /// `^`, `^^`, `^3`, `^n`, `^[2]`, `^<2>` and the same with `v`.
    fn ups(&mut self) -> Parsed<Expr> {
        let start = self.at;
        let arrow = self.peek();
        let sign = if matches!(arrow, Some('^' | '↑' | '⇑')) { 1 } else { -1 };
        let weight = if matches!(arrow, Some('⇑' | '⇓')) { 2 } else { 1 };
        let mut count = 0i64;
        while self.peek() == arrow {
            self.at += 1;
            count += weight;
        }
        if count == 1 {
            for (open, close, family) in [('[', ']', Arrows::Sum), ('<', '>', Arrows::Power)] {
                if self.bracketed_count(open, close) {
                    return self.arrows_in_brackets(start, sign, family);
                }
            }
            // A letter after `v` would have made it a name.
            if let Some(kind) = self.arrows_counted(sign, arrow != Some('v'))? {
                return Ok(self.spanned(start, kind));
            }
        }
        Ok(self.spanned(start, Kind::Ups(count * sign)))
    }

    fn arrows_counted(&mut self, sign: i64, name_may_follow: bool) -> Parsed<Option<Kind>> {
        if self.next_mark().is_some_and(|c| c.is_ascii_digit()) {
            self.skip_blanks();
            return Ok(Some(Kind::Ups(self.count::<i64>("this multiple of up is too large")? * sign)));
        }
        let count = self.named_count(name_may_follow)?;
        Ok(count.map(|count| Kind::UpsOf(sign < 0, Arrows::Multiple, Box::new(count))))
    }

    /// A name or brackets that say how many, if they come next.
    fn named_count(&mut self, name_may_follow: bool) -> Parsed<Option<Expr>> {
        let before = self.at;
        self.skip_blanks();
        match self.peek() {
            Some('(') => return self.in_parentheses().map(Some),
            Some(c) if name_may_follow && is_name_start(c) => {
                let word: String = self.text[self.at..].iter().take_while(|c| is_name_part(**c)).collect();
                if !is_reserved(&word) && !is_downs(&word) && !self.tiny_ahead() {
                    return self.named().map(Some);
                }
            }
            _ => {}
        }
        self.at = before;
        Ok(None)
    }

    /// Whether an opening bracket, digits or a name, and the closing bracket come here.
    fn bracketed_count(&self, open: char, close: char) -> bool {
        let mut marks = self.text[self.at..].iter().skip_while(|c| self.is_blank(**c));
        if marks.next() != Some(&open) {
            return false;
        }
        let mut marks = marks.skip_while(|c| self.is_blank(**c)).peekable();
        let mut length = 0;
        while marks.next_if(|c| is_name_part(**c)).is_some() {
            length += 1;
        }
        length > 0 && marks.find(|c| !self.is_blank(**c)) == Some(&close)
    }

    fn arrows_in_brackets(&mut self, start: usize, sign: i64, family: Arrows) -> Parsed<Expr> {
        self.skip_blanks();
        self.at += 1;
        self.skip_blanks();
        let kind = if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            let power = self.count::<i32>("this power of up is too large")? * sign as i32;
            if family == Arrows::Sum { Kind::UpSum(power) } else { Kind::UpPower(power) }
        } else {
            let at = self.at;
            let name = self.name();
            let count = self.spanned(at, Kind::Name(name));
            Kind::UpsOf(sign < 0, family, Box::new(count))
        };
        self.expect(if family == Arrows::Sum { "]" } else { ">" })?;
        Ok(self.spanned(start, kind))
    }

    fn star(&mut self) -> Parsed<Expr> {
        let start = self.at;
        self.at += 1;
        if self.next_mark().is_some_and(|c| c.is_ascii_digit()) {
            self.skip_blanks();
            let nimber = self.count("this nimber is too large")?;
            return Ok(self.spanned(start, Kind::Nimber(nimber)));
        }
        match self.named_count(true)? {
            Some(count) => Ok(self.spanned(start, Kind::NimberOf(Box::new(count)))),
            None => Ok(self.spanned(start, Kind::Nimber(1))),
        }
    }
}
