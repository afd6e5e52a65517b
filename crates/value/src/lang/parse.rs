//! Reading expressions: recursive descent over the characters, with a limit on nesting.
//!
//! Sums, products and lists are flat, so only brackets and prefixes nest, and those are counted.

use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::ast::{Expr, Kind, Relation, Span, Statement};
use crate::{Dyadic, SyntaxError};

/// How deep brackets and prefixes may nest.
pub const NESTING_LIMIT: u32 = 200;
/// Longest number, in digits.
const DIGITS_LIMIT: usize = 100_000;

type Parsed<T> = std::result::Result<T, SyntaxError>;

/// Reads a whole program: statements separated by line ends or `;`, with `#` comments.
pub fn parse_program(text: &str) -> Parsed<Vec<Statement>> {
    let mut reader = Reader::new(text);
    let mut statements = Vec::new();
    loop {
        reader.skip_separators();
        if reader.peek().is_none() {
            return Ok(statements);
        }
        statements.push(reader.statement()?);
        reader.skip_blanks();
        if !matches!(reader.peek(), None | Some('\n' | ';' | '#')) {
            return Err(reader.unexpected("an operator or the end of the statement"));
        }
    }
}

/// Reads a single expression.
pub fn parse_expression(text: &str) -> Parsed<Expr> {
    let mut reader = Reader::new(text);
    let expression = reader.expression()?;
    reader.skip_separators();
    match reader.peek() {
        None => Ok(expression),
        Some(_) => Err(reader.unexpected("an operator or the end")),
    }
}

struct Reader {
    text: Vec<char>,
    at: usize,
    depth: u32,
    /// Inside braces a bar ends the expression; inside other brackets it is part of a relation.
    bars_end: bool,
    /// Inside brackets a line end is a blank.
    lines_join: bool,
}

impl Reader {
    fn new(text: &str) -> Self {
        Self { text: text.chars().collect(), at: 0, depth: 0, bars_end: false, lines_join: false }
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn peek_at(&self, ahead: usize) -> Option<char> {
        self.text.get(self.at + ahead).copied()
    }

    fn starts_with(&self, word: &str) -> bool {
        word.chars().enumerate().all(|(i, c)| self.peek_at(i) == Some(c))
    }

    /// Takes `word` if it comes next, after blanks.
    fn take(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let found = self.starts_with(word);
        if found {
            self.at += word.chars().count();
        }
        found
    }

    fn take_word(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let end = self.peek_at(word.len());
        self.starts_with(word) && !end.is_some_and(is_name_part) && self.take(word)
    }

    fn expect(&mut self, word: &str) -> Parsed<()> {
        if self.take(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    fn skip_blanks(&mut self) {
        while let Some(c) = self.peek() {
            if c == '#' && self.lines_join {
                self.skip_comment();
            } else if c.is_whitespace() && (c != '\n' || self.lines_join) {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    fn skip_comment(&mut self) {
        while self.peek().is_some_and(|c| c != '\n') {
            self.at += 1;
        }
    }

    fn skip_separators(&mut self) {
        while let Some(c) = self.peek() {
            if c == '#' {
                self.skip_comment();
            } else if c.is_whitespace() || c == ';' {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    fn error(&self, start: usize, message: impl Into<String>) -> SyntaxError {
        let width = self.at.saturating_sub(start).max(1);
        SyntaxError { column: start, width, message: message.into() }
    }

    fn unexpected(&self, expected: &str) -> SyntaxError {
        let message = match self.peek() {
            Some('\n') => format!("expected {expected}, found the end of the line"),
            Some(c) => format!("expected {expected}, found `{}`", c.escape_debug()),
            None => format!("expected {expected}, found the end"),
        };
        SyntaxError { column: self.at, width: 1, message }
    }

    fn spanned(&self, start: usize, kind: Kind) -> Expr {
        Expr { span: Span { start, end: self.at }, kind }
    }

    /// Runs `inner` one bracket or prefix deeper.
    fn nested<T>(&mut self, bars_end: bool, lines_join: bool, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= NESTING_LIMIT {
            let message = format!("nested too deep: more than {NESTING_LIMIT} brackets or signs inside each other");
            return Err(self.error(self.at, message));
        }
        let before = (self.bars_end, self.lines_join);
        (self.bars_end, self.lines_join) = (bars_end, lines_join);
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        (self.bars_end, self.lines_join) = before;
        result
    }

    fn statement(&mut self) -> Parsed<Statement> {
        if self.take_word("let") {
            self.skip_blanks();
            let start = self.at;
            let name = self.name();
            if name.is_empty() {
                return Err(self.unexpected("a name"));
            }
            if is_downs(&name) {
                return Err(self.error(start, format!("`{name}` is the value down; choose another name")));
            }
            self.expect("=")?;
            return Ok(Statement::Let(name, self.expression()?));
        }
        if self.take_word("for") {
            let (name, list) = self.each_head()?;
            self.expect(":")?;
            let body = self.nested(false, false, Self::expression)?;
            return Ok(Statement::Each(name, list, body));
        }
        self.expression().map(Statement::Show)
    }

    /// `x in list`, after `for`.
    fn each_head(&mut self) -> Parsed<(String, Expr)> {
        self.skip_blanks();
        let name = self.name();
        if name.is_empty() {
            return Err(self.unexpected("a name"));
        }
        if !self.take_word("in") {
            return Err(self.unexpected("`in`"));
        }
        Ok((name, self.expression()?))
    }

    fn name(&mut self) -> String {
        let start = self.at;
        if self.peek().is_some_and(is_name_start) {
            while self.peek().is_some_and(is_name_part) {
                self.at += 1;
            }
        }
        self.text[start..self.at].iter().collect()
    }

    fn expression(&mut self) -> Parsed<Expr> {
        self.skip_blanks();
        let start = self.at;
        let left = self.sum()?;
        if self.take("..") {
            let right = self.sum()?;
            return Ok(self.spanned(start, Kind::Range(Box::new(left), Box::new(right))));
        }
        let Some(relation) = self.relation() else {
            return Ok(left);
        };
        let right = self.sum()?;
        Ok(self.spanned(start, Kind::Related(relation, Box::new(left), Box::new(right))))
    }

    fn relation(&mut self) -> Option<Relation> {
        const RELATIONS: [(&str, Relation); 12] = [
            ("==", Relation::Equal),
            ("!=", Relation::NotEqual),
            ("<=", Relation::AtMost),
            (">=", Relation::AtLeast),
            ("<|", Relation::LessOrConfused),
            ("|>", Relation::GreaterOrConfused),
            ("||", Relation::Confused),
            ("‖", Relation::Confused),
            ("≤", Relation::AtMost),
            ("≥", Relation::AtLeast),
            ("<", Relation::Less),
            (">", Relation::Greater),
        ];
        let allowed = |word: &str| !(self.bars_end && word.contains('|'));
        let words: Vec<_> = RELATIONS.iter().filter(|(word, _)| allowed(word)).collect();
        let found = words.into_iter().find(|(word, _)| self.take(word))?;
        Some(found.1)
    }

    fn sum(&mut self) -> Parsed<Expr> {
        self.skip_blanks();
        let start = self.at;
        let first = self.product()?;
        let mut terms = vec![(false, first)];
        loop {
            self.skip_blanks();
            let minus = match self.peek() {
                Some('+') => false,
                Some('-' | '−') => true,
                _ => break,
            };
            self.at += 1;
            terms.push((minus, self.product()?));
        }
        if terms.len() == 1 {
            return Ok(terms.remove(0).1);
        }
        Ok(self.spanned(start, Kind::Sum(terms)))
    }

    fn product(&mut self) -> Parsed<Expr> {
        self.skip_blanks();
        let start = self.at;
        let mut factors = vec![self.prefixed()?];
        loop {
            self.skip_blanks();
            let dot = matches!(self.peek(), Some('.' | '·' | '×')) && self.peek_at(1) != Some('.');
            if dot {
                self.at += 1;
                factors.push(self.prefixed()?);
            } else if self.peek() == Some('/') {
                self.at += 1;
                let left = if factors.len() == 1 {
                    factors.remove(0)
                } else {
                    self.spanned(start, Kind::Product(std::mem::take(&mut factors)))
                };
                let right = self.prefixed()?;
                // Each division nests the left side, so it counts like a bracket.
                if self.depth + quotient_depth(&left) >= NESTING_LIMIT {
                    return Err(self.error(start, "too many divisions in a row"));
                }
                factors = vec![self.spanned(start, Kind::Quotient(Box::new(left), Box::new(right)))];
            } else {
                break;
            }
        }
        if factors.len() == 1 {
            return Ok(factors.remove(0));
        }
        Ok(self.spanned(start, Kind::Product(factors)))
    }

    fn prefixed(&mut self) -> Parsed<Expr> {
        self.skip_blanks();
        let start = self.at;
        if self.take("+-") || self.take("±") {
            let options = self.switch_options()?;
            return Ok(self.spanned(start, Kind::Switch(options)));
        }
        if self.take("-") || self.take("−") {
            // A minus belongs to a number at once, so that -1^ is ↑ above -1 as it is printed.
            if self.peek().is_some_and(|c| c.is_ascii_digit()) {
                let number = self.literal(start, true)?;
                if self.starts_with("**") {
                    return Err(self.unexpected("brackets: write (-x)**y or -(x**y)"));
                }
                return Ok(number);
            }
            let (bars, lines) = (self.bars_end, self.lines_join);
            let inner = self.nested(bars, lines, Self::prefixed)?;
            return Ok(self.spanned(start, Kind::Negative(Box::new(inner))));
        }
        let base = self.primary()?;
        if !self.take("**") {
            return Ok(base);
        }
        let (bars, lines) = (self.bars_end, self.lines_join);
        let exponent = self.nested(bars, lines, Self::prefixed)?;
        Ok(self.spanned(start, Kind::Power(Box::new(base), Box::new(exponent))))
    }

    /// What follows `+-`: one value, or braces with a list and no bar.
    fn switch_options(&mut self) -> Parsed<Vec<Expr>> {
        self.skip_blanks();
        let (bars, lines, start) = (self.bars_end, self.lines_join, self.at);
        if self.peek() == Some('{') {
            self.at += 1;
            let segments = self.nested(true, true, Self::segments)?;
            if let [(0, list)] = &segments[..] {
                return Ok(list.clone());
            }
            let kind = self.form_from(segments, start)?;
            return Ok(vec![self.spanned(start, kind)]);
        }
        Ok(vec![self.nested(bars, lines, Self::prefixed)?])
    }

    fn primary(&mut self) -> Parsed<Expr> {
        self.skip_blanks();
        let start = self.at;
        match self.peek() {
            Some('(') => {
                self.at += 1;
                let mut inner = self.nested(false, true, |reader| {
                    let inner = reader.expression()?;
                    reader.expect(")")?;
                    Ok(inner)
                })?;
                inner.span = Span { start, end: self.at };
                Ok(inner)
            }
            Some('{') => {
                self.at += 1;
                let segments = self.nested(true, true, Self::segments)?;
                let kind = self.form_from(segments, start)?;
                Ok(self.spanned(start, kind))
            }
            Some('[') => {
                self.at += 1;
                let kind = self.nested(false, true, Self::list)?;
                Ok(self.spanned(start, kind))
            }
            Some('"') => self.text_literal(),
            Some(c) if c.is_ascii_digit() || "^v*↑↓⇑⇓∗★".contains(c) && self.literal_ahead() => {
                self.literal(start, false)
            }
            Some(c) if is_name_start(c) => self.named(),
            _ => Err(self.unexpected("a value")),
        }
    }

    fn text_literal(&mut self) -> Parsed<Expr> {
        let start = self.at;
        self.at += 1;
        while let Some(c) = self.peek() {
            self.at += 1;
            if c == '"' {
                let text = self.text[start + 1..self.at - 1].iter().collect();
                return Ok(self.spanned(start, Kind::Text(text)));
            }
        }
        Err(self.error(start, "this text has no closing quote"))
    }

    /// Whether a `v` here starts a down and not a name.
    fn literal_ahead(&self) -> bool {
        if self.peek() != Some('v') {
            return true;
        }
        let word: String = self.text[self.at..].iter().take_while(|c| is_name_part(**c)).collect();
        let colon = self.peek_at(word.chars().count()) == Some(':');
        is_downs(&word) && !colon
            || word.strip_prefix('v').is_some_and(|rest| {
                rest.trim_start_matches('v').starts_with("Tiny") || rest.trim_start_matches('v').starts_with("Miny")
            })
    }

    /// Segments between bars, each with the length of the bar before it, up to the closing brace.
    fn segments(&mut self) -> Parsed<Vec<(usize, Vec<Expr>)>> {
        let mut segments = Vec::new();
        let mut bar = 0;
        loop {
            let mut list = Vec::new();
            self.skip_blanks();
            if !matches!(self.peek(), Some('|' | '}' | '‖')) {
                list.push(self.expression()?);
                while self.take(",") {
                    list.push(self.expression()?);
                }
            }
            segments.push((bar, list));
            if self.take("}") {
                return Ok(segments);
            }
            bar = 0;
            while let Some(c) = self.peek().filter(|c| matches!(c, '|' | '‖')) {
                bar += if c == '|' { 1 } else { 2 };
                self.at += 1;
            }
            if bar == 0 {
                return Err(self.unexpected("`,`, `|` or `}`"));
            }
        }
    }

    /// Builds the form from its segments: the longest bar binds loosest.
    fn form_from(&self, mut segments: Vec<(usize, Vec<Expr>)>, start: usize) -> Parsed<Kind> {
        let longest = segments.iter().map(|(bar, _)| *bar).max().unwrap_or(0);
        if longest == 0 {
            return Err(self.error(start, "a game needs a bar between left and right options, as in {0|1}"));
        }
        if segments.len() > NESTING_LIMIT as usize {
            return Err(self.error(start, "too many bars in one pair of braces"));
        }
        let mut splits = segments.iter().enumerate().filter(|(_, (bar, _))| *bar == longest);
        let split = splits.next().map_or(0, |(place, _)| place);
        if splits.next().is_some() {
            return Err(self.error(start, "two bars of the same length: use one more bar for the outer one"));
        }
        let right = segments.split_off(split);
        Ok(Kind::Form(self.side_from(segments, start)?, self.side_from(right, start)?))
    }

    fn side_from(&self, mut segments: Vec<(usize, Vec<Expr>)>, start: usize) -> Parsed<Vec<Expr>> {
        if segments.len() == 1 {
            return Ok(segments.remove(0).1);
        }
        segments[0].0 = 0;
        let kind = self.form_from(segments, start)?;
        Ok(vec![self.spanned(start, kind)])
    }

    /// The inside of a list: elements, or `e for x in list`.
    fn list(&mut self) -> Parsed<Kind> {
        if self.take("]") {
            return Ok(Kind::List(Vec::new()));
        }
        let first = self.expression()?;
        if self.take_word("for") {
            let (name, list) = self.each_head()?;
            self.expect("]")?;
            return Ok(Kind::Each(name, Box::new(first), Box::new(list)));
        }
        let mut elements = vec![first];
        while self.take(",") {
            elements.push(self.expression()?);
        }
        self.expect("]")?;
        Ok(Kind::List(elements))
    }

    /// A name, a call, or a position `game:…`.
    fn named(&mut self) -> Parsed<Expr> {
        let start = self.at;
        let name = self.name();
        if self.position_follows() {
            self.at = start;
            return self.position();
        }
        if self.peek() == Some('(') {
            self.at += 1;
            let arguments = self.nested(false, true, |reader| {
                let mut arguments = Vec::new();
                if reader.take(")") {
                    return Ok(arguments);
                }
                loop {
                    arguments.push(reader.expression()?);
                    if reader.take(")") {
                        return Ok(arguments);
                    }
                    if !reader.take(",") {
                        return Err(reader.unexpected("`,` or `)`"));
                    }
                }
            })?;
            return Ok(self.spanned(start, Kind::Call(name, arguments)));
        }
        Ok(self.spanned(start, Kind::Name(name)))
    }

    /// Whether a colon and a position come next, perhaps after the rule's own arguments as in `subtract(1,2):9`.
    fn position_follows(&self) -> bool {
        let mut at = self.at;
        if self.text.get(at) == Some(&'(') {
            let close = self.text[at..].iter().position(|&c| c == ')' || c == '\n');
            let Some(close) = close.filter(|&close| self.text[at + close] == ')') else {
                return false;
            };
            at += close + 1;
        }
        self.text.get(at) == Some(&':') && self.text.get(at + 1).is_some_and(|c| !c.is_whitespace())
    }

    /// A position ends at a blank, a `+`, a comma or `;` outside its brackets, or a closing bracket it did not open; a
    /// quoted part may hold anything.
    fn position(&mut self) -> Parsed<Expr> {
        let start = self.at;
        let mut open = 0usize;
        let mut quoted = false;
        while let Some(c) = self.peek() {
            match c {
                '"' => quoted = !quoted,
                _ if quoted => {}
                '(' | '[' | '{' => open += 1,
                ')' | ']' | '}' | '+' if open == 0 => break,
                ')' | ']' | '}' => open -= 1,
                c if c.is_whitespace() => break,
                _ => {}
            }
            self.at += 1;
        }
        if quoted {
            return Err(self.error(start, "this position has no closing quote"));
        }
        // Punctuation right before the end belongs to the list or program around it.
        while matches!(self.text[self.at - 1], ',' | ';') {
            self.at -= 1;
        }
        let text = self.text[start..self.at].iter().collect();
        Ok(self.spanned(start, Kind::Position(text)))
    }

    /// A literal: a number, ups and a nimber written without blanks between, any part of it.
    fn literal(&mut self, start: usize, minus: bool) -> Parsed<Expr> {
        let mut parts = Vec::new();
        if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            parts.push(self.number(minus)?);
        }
        if let Some(ups) = self.ups()? {
            parts.push(ups);
        }
        if let Some(tiny) = self.tiny(!parts.is_empty())? {
            parts.push(tiny);
        }
        if matches!(self.peek(), Some('*' | '∗' | '★')) && !self.starts_with("**") {
            parts.push(self.star()?);
        }
        if self.peek() == Some('±') {
            self.at += 1;
            let options = self.switch_options()?;
            parts.push(self.spanned(start, Kind::Switch(options)));
        }
        match parts.len() {
            0 => Err(self.unexpected("a value")),
            1 => Ok(parts.remove(0)),
            _ => Ok(self.spanned(start, Kind::Sum(parts.into_iter().map(|part| (false, part)).collect()))),
        }
    }

    fn digits(&mut self) -> Parsed<BigInt> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at - start > DIGITS_LIMIT {
            return Err(self.error(start, format!("a number of more than {DIGITS_LIMIT} digits")));
        }
        let digits: String = self.text[start..self.at].iter().collect();
        digits.parse().map_err(|_| self.unexpected("a digit"))
    }

    fn small<T: TryFrom<BigInt>>(&mut self, what: &str) -> Parsed<T> {
        let start = self.at;
        let number = self.digits()?;
        T::try_from(number).map_err(|_| self.error(start, format!("this {what} is too large")))
    }

    fn number(&mut self, minus: bool) -> Parsed<Expr> {
        let start = self.at;
        let mut numerator = self.digits()?;
        if minus {
            numerator = -numerator;
        }
        if self.peek() != Some('/') || !self.peek_at(1).is_some_and(|c| c.is_ascii_digit()) {
            return Ok(self.spanned(start, Kind::Number(numerator.into())));
        }
        self.at += 1;
        let denominator = self.digits()?;
        if denominator.is_zero() {
            return Err(self.error(start, "division by zero"));
        }
        let kind = match Dyadic::from_fraction(&numerator, &denominator) {
            Some(number) => Kind::Number(number),
            None => Kind::Fraction(numerator, denominator),
        };
        Ok(self.spanned(start, kind))
    }

    /// `^`, `^^`, `^3`, `^[2]`, `^<2>` and the same with `v`.
    fn ups(&mut self) -> Parsed<Option<Expr>> {
        let start = self.at;
        let (sign, weight) = match self.peek() {
            Some('^' | '↑') => (1, 1),
            Some('v' | '↓') => (-1, 1),
            Some('⇑') => (1, 2),
            Some('⇓') => (-1, 2),
            _ => return Ok(None),
        };
        let arrow = self.peek();
        let mut count = 0i64;
        while self.peek() == arrow {
            self.at += 1;
            count += weight;
        }
        let single = count == 1;
        let kind = match self.peek() {
            Some(c) if single && c.is_ascii_digit() => Kind::Ups(self.small::<i64>("multiple of up")? * sign),
            Some('[') if single && self.bracketed_count(']') => {
                self.at += 1;
                let n = self.small::<i32>("power of up")?;
                self.at += 1;
                Kind::UpSum(n * sign as i32)
            }
            Some('<') if single && self.bracketed_count('>') => {
                self.at += 1;
                let n = self.small::<i32>("power of up")?;
                self.at += 1;
                Kind::UpPower(n * sign as i32)
            }
            _ => Kind::Ups(count * sign),
        };
        Ok(Some(self.spanned(start, kind)))
    }

    /// Whether an opening bracket here is followed by digits and `close`.
    fn bracketed_count(&self, close: char) -> bool {
        let digits = self.text[self.at + 1..].iter().take_while(|c| c.is_ascii_digit()).count();
        digits > 0 && self.peek_at(digits + 1) == Some(close)
    }

    /// `Tiny(x)` or `Miny(x)` right after a number.
    fn tiny(&mut self, after: bool) -> Parsed<Option<Expr>> {
        if after && (self.starts_with("Tiny(") || self.starts_with("Miny(")) {
            return self.named().map(Some);
        }
        Ok(None)
    }

    fn star(&mut self) -> Parsed<Expr> {
        let start = self.at;
        self.at += 1;
        let nimber = if self.peek().is_some_and(|c| c.is_ascii_digit()) { self.small("nimber")? } else { u64::one() };
        Ok(self.spanned(start, Kind::Nimber(nimber)))
    }
}

fn quotient_depth(expression: &Expr) -> u32 {
    let mut depth = 0;
    let mut at = expression;
    loop {
        at = match &at.kind {
            Kind::Quotient(left, _) => left,
            Kind::Product(factors) => match factors.first() {
                Some(first) => first,
                None => return depth,
            },
            _ => return depth,
        };
        depth += 1;
    }
}

fn is_name_start(c: char) -> bool {
    c.is_alphabetic() && !"↑↓".contains(c) || c == '_'
}

fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// `v`, `vv`, `v3`: words that mean multiples of down.
fn is_downs(word: &str) -> bool {
    let rest = word.trim_start_matches('v');
    let arrows = word.len() - rest.len();
    arrows > 0 && (rest.is_empty() || (arrows == 1 && rest.chars().all(|c| c.is_ascii_digit())))
}
