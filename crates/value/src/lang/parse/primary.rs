//! What needs no operator: brackets, forms, lists, names, calls, positions, texts.

use super::super::ast::{Clause, Expr, Kind, Span};
use super::reader::{Beside, Reader, is_name_start, is_reserved};
use super::{NESTING_LIMIT, Parsed};
use grundy_lang::Text;

impl Reader {
    pub(super) fn primary(&mut self) -> Parsed<Expr> {
        self.skip_blanks();
        let start = self.at;
        self.beside = Beside::Anything;
        let primary = match self.peek() {
            Some('(') => {
                let mut inner = self.in_parentheses()?;
                inner.span = Span { start, end: self.at };
                inner
            }
            Some('{') => {
                self.at += 1;
                let segments = self.bracketed(true, Self::segments)?;
                let kind = self.form_from(segments, start)?;
                self.spanned(start, kind)
            }
            Some('[') => {
                self.at += 1;
                let kind = self.bracketed(false, Self::list)?;
                self.spanned(start, kind)
            }
            Some('"') => self.text_literal()?,
            _ => return self.literal_or_name(),
        };
        self.beside = Beside::Anything;
        Ok(primary)
    }

    /// A literal, or a name and what it starts.
    fn literal_or_name(&mut self) -> Parsed<Expr> {
        if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return self.number();
        }
        if let Some(part) = self.infinitesimal()? {
            return Ok(part);
        }
        match self.peek() {
            Some(c) if is_name_start(c) => self.named(),
            _ => Err(self.unexpected(Text::new("a value"))),
        }
    }

    /// `(expression)`, from the opening bracket on.
    pub(super) fn in_parentheses(&mut self) -> Parsed<Expr> {
        self.at += 1;
        self.bracketed(false, |reader| {
            let inner = reader.expression()?;
            reader.expect(")")?;
            Ok(inner)
        })
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

    /// Segments between bars, each with the length of the bar before it, up to the closing brace.
    pub(super) fn segments(&mut self) -> Parsed<Vec<(usize, Vec<Expr>)>> {
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
                return Err(self.unexpected(Text::new("`,`, `|` or `}`")));
            }
        }
    }

    /// Builds the form from its segments: the longest bar binds loosest.
    pub(super) fn form_from(&self, mut segments: Vec<(usize, Vec<Expr>)>, start: usize) -> Parsed<Kind> {
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
        let (left, right) = (self.side_from(segments, start)?, self.side_from(right, start)?);
        let passes = left.iter().chain(&right).any(|option| matches!(&option.kind, Kind::Name(name) if name == "pass"));
        Ok(if passes { Kind::Cycle(None, left, right) } else { Kind::Form(left, right) })
    }

    fn side_from(&self, mut segments: Vec<(usize, Vec<Expr>)>, start: usize) -> Parsed<Vec<Expr>> {
        if segments.len() == 1 {
            return Ok(segments.remove(0).1);
        }
        segments[0].0 = 0;
        let kind = self.form_from(segments, start)?;
        Ok(vec![self.spanned(start, kind)])
    }

    /// The inside of a list: elements, or `e for x in list for y in list …`.
    fn list(&mut self) -> Parsed<Kind> {
        if self.take("]") {
            return Ok(Kind::List(Vec::new()));
        }
        let first = self.expression()?;
        let mut clauses: Vec<Clause> = Vec::new();
        while self.take_word("for") {
            self.room_for(clauses.len() as u32)?;
            clauses.push(self.clause()?);
        }
        if !clauses.is_empty() {
            self.expect("]")?;
            return Ok(Kind::Each(clauses, Box::new(first)));
        }
        let mut elements = vec![first];
        while self.take(",") {
            elements.push(self.expression()?);
        }
        self.expect("]")?;
        Ok(Kind::List(elements))
    }

    /// A name, a call, or a position `game:…`.
    pub(super) fn named(&mut self) -> Parsed<Expr> {
        let start = self.at;
        let name = self.name();
        if !self.colon_ends && self.position_follows() {
            self.at = start;
            return self.position();
        }
        if is_reserved(&name) && !matches!(name.as_str(), "true" | "false" | "pass") {
            self.at = start;
            return Err(self.unexpected(Text::new("a value")));
        }
        if self.next_mark() == Some('(') {
            self.skip_blanks();
            let arguments = self.arguments()?;
            return Ok(self.spanned(start, Kind::Call(name, arguments)));
        }
        if self.next_mark() == Some('{') && !is_reserved(&name) {
            self.skip_blanks();
            let braces = self.at;
            self.at += 1;
            let segments = self.bracketed(true, Self::segments)?;
            return match self.form_from(segments, braces)? {
                Kind::Form(left, right) | Kind::Cycle(_, left, right) => {
                    Ok(self.spanned(start, Kind::Cycle(Some(name), left, right)))
                }
                other => Ok(self.spanned(start, other)),
            };
        }
        Ok(self.spanned(start, Kind::Name(name)))
    }

    /// The arguments of a call, from the opening bracket on.
    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        self.at += 1;
        self.bracketed(false, |reader| {
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
                    return Err(reader.unexpected(Text::new("`,` or `)`")));
                }
            }
        })
    }

    /// Whether a colon and a position come next, perhaps after the rule's own arguments as in `subtract(1,2):9`.
    fn position_follows(&self) -> bool {
        let mut at = self.at;
        if self.text.get(at) == Some(&'(') {
            // `outcome(subtract(1,2):9)` is a call, `subtract(1,2):9` a position: what counts stands after the bracket's own end.
            let mut open = 0usize;
            let close = self.text[at..].iter().take_while(|&&c| c != '\n').position(|&c| {
                match c {
                    '(' => open += 1,
                    ')' => open -= 1,
                    _ => {}
                }
                open == 0
            });
            let Some(close) = close else { return false };
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
}
