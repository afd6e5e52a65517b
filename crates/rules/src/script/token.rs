//! From text to tokens.

use crate::{Mistake, Place};
use grundy_lang::Text;
use num_bigint::BigInt;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    Name(String),
    Int(BigInt),
    Text(String),
    /// The raw pieces of an f-string.
    Format(Vec<RawPiece>),
    Symbol(&'static str),
    Newline,
    Indent,
    Dedent,
    End,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RawPiece {
    Text(String),
    Value { source: String, place: Place, quoted: bool, format: String },
}

/// Symbols, longest first so that the first that fits is right.
const SYMBOLS: &[&str] = &[
    "**=", "//=", "<<=", ">>=", "...", "**", "//", "<<", ">>", "<=", ">=", "==", "!=", "->", "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=", ":=", "+", "-", "*", "/", "%", "&", "|", "^", "~", "<", ">", "(", ")", "[", "]", "{", "}",
    ",", ":", ".", ";", "=", "@",
];

/// Longest file that is read, in bytes.
pub(crate) const LONGEST: usize = 1 << 20;

/// Most digits of a number that is written out.
const MOST_DIGITS: usize = 10_000;

/// Deepest indentation.
const DEEPEST: usize = 100;

struct Lexer<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    source: &'a str,
    /// Byte offset of the next character.
    at: usize,
    place: Place,
    tokens: Vec<(Token, Place)>,
    indents: Vec<u32>,
    brackets: Vec<(char, Place)>,
}

/// The tokens of a script, with a last [`Token::End`].
pub(crate) fn tokens(source: &str) -> Result<Vec<(Token, Place)>, Mistake> {
    if source.len() > LONGEST {
        let problem = Text::new("the file has {bytes} bytes, more than the {limit} that are read");
        return Err(Mistake::new(Place::new(1, 1), problem.with("bytes", source.len()).with("limit", LONGEST)));
    }
    Lexer::new(source, Place::new(1, 1)).run(true)
}

/// The tokens of an expression inside an f-string or a rule, which starts at `place`.
pub(crate) fn inner_tokens(source: &str, place: Place) -> Result<Vec<(Token, Place)>, Mistake> {
    Lexer::new(source, place).run(false)
}

impl<'a> Lexer<'a> {
    fn new(source: &'a str, place: Place) -> Self {
        Self {
            rest: source.chars().peekable(),
            source,
            at: 0,
            place,
            tokens: Vec::new(),
            indents: vec![0],
            brackets: Vec::new(),
        }
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        self.at += c.len_utf8();
        if c == '\n' {
            self.place = Place::new(self.place.line + 1, 1);
        } else {
            self.place.column += 1;
        }
        Some(c)
    }

    fn peek(&mut self) -> Option<char> {
        self.rest.peek().copied()
    }

    fn push(&mut self, token: Token, place: Place) {
        self.tokens.push((token, place));
    }

    fn run(mut self, lines: bool) -> Result<Vec<(Token, Place)>, Mistake> {
        let mut at_line_start = lines;
        loop {
            if at_line_start && self.brackets.is_empty() && !self.indentation()? {
                continue;
            }
            at_line_start = false;
            let place = self.place;
            let Some(c) = self.peek() else { break };
            match c {
                ' ' | '\t' | '\r' | '\u{c}' | '\u{feff}' => {
                    self.next();
                }
                '#' => self.comment(),
                '\\' => self.continuation()?,
                '\n' => {
                    self.next();
                    if lines && self.brackets.is_empty() {
                        self.push(Token::Newline, place);
                        at_line_start = true;
                    }
                }
                c if c.is_ascii_digit() => self.number()?,
                c if c.is_alphabetic() || c == '_' => self.word()?,
                '"' | '\'' => self.text("")?,
                _ => self.symbol()?,
            }
        }
        self.finish(lines)
    }

    fn finish(mut self, lines: bool) -> Result<Vec<(Token, Place)>, Mistake> {
        if let Some((bracket, place)) = self.brackets.pop() {
            return Err(Mistake::new(place, Text::new("this `{bracket}` is not closed").with("bracket", bracket)));
        }
        let place = self.place;
        if lines {
            if !matches!(self.tokens.last(), None | Some((Token::Newline | Token::Dedent, _))) {
                self.push(Token::Newline, place);
            }
            while self.indents.len() > 1 {
                self.indents.pop();
                self.push(Token::Dedent, place);
            }
        }
        self.push(Token::End, place);
        Ok(self.tokens)
    }

    /// Measures the blanks before a line; `false` when the line holds nothing.
    fn indentation(&mut self) -> Result<bool, Mistake> {
        let mut width = 0;
        loop {
            match self.peek() {
                Some(' ') => width += 1,
                Some('\t') => width = width / 8 * 8 + 8,
                Some('\r' | '\u{c}' | '\u{feff}') => {}
                Some('#') => {
                    self.comment();
                    continue;
                }
                Some('\n') => {
                    self.next();
                    return Ok(false);
                }
                _ => break,
            }
            self.next();
        }
        if self.peek().is_none() {
            return Ok(true);
        }
        let place = self.place;
        let current = self.indents.last().copied().unwrap_or(0);
        if width > current {
            if self.indents.len() > DEEPEST {
                return Err(Mistake::new(place, "the lines are indented too deeply"));
            }
            self.indents.push(width);
            self.push(Token::Indent, place);
        }
        while width < self.indents.last().copied().unwrap_or(0) {
            self.indents.pop();
            self.push(Token::Dedent, place);
        }
        if width != self.indents.last().copied().unwrap_or(0) {
            return Err(Mistake::new(place, "this line is indented like no line above it"));
        }
        Ok(true)
    }

    fn comment(&mut self) {
        while self.peek().is_some_and(|c| c != '\n') {
            self.next();
        }
    }

    fn continuation(&mut self) -> Result<(), Mistake> {
        let place = self.place;
        self.next();
        while self.peek() == Some('\r') {
            self.next();
        }
        if self.next() == Some('\n') {
            return Ok(());
        }
        Err(Mistake::new(place, Text::new("`{found}` does not belong here").with("found", '\\')))
    }

    fn number(&mut self) -> Result<(), Mistake> {
        let (place, start) = (self.place, self.at);
        while self.peek().is_some_and(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.') {
            self.next();
        }
        let text = self.source[start..self.at].replace('_', "");
        let lower = text.to_ascii_lowercase();
        let (digits, radix) = match lower.get(..2) {
            Some("0x") => (&lower[2..], 16),
            Some("0b") => (&lower[2..], 2),
            Some("0o") => (&lower[2..], 8),
            _ => (lower.as_str(), 10),
        };
        if radix == 10 && digits.contains(['.', 'e']) {
            return Err(Mistake::new(place, "only whole numbers are known here, not fractions"));
        }
        if digits.len() > MOST_DIGITS {
            return Err(Mistake::new(
                place,
                Text::new("a number of more than {limit} digits").with("limit", MOST_DIGITS),
            ));
        }
        let parsed = BigInt::parse_bytes(digits.as_bytes(), radix);
        let Some(value) = parsed.filter(|_| digits.starts_with(|c: char| c.is_ascii_alphanumeric())) else {
            let shown: String = text.chars().take(40).collect();
            return Err(Mistake::new(place, Text::new("`{text}` is not a whole number").with("text", shown)));
        };
        self.push(Token::Int(value), place);
        Ok(())
    }

    fn word(&mut self) -> Result<(), Mistake> {
        let (place, start) = (self.place, self.at);
        while self.peek().is_some_and(|c| c.is_alphanumeric() || c == '_') {
            self.next();
        }
        let word = &self.source[start..self.at];
        let prefix = word.to_ascii_lowercase();
        if matches!(self.peek(), Some('"' | '\'')) && matches!(prefix.as_str(), "r" | "f" | "u" | "fr" | "rf") {
            return self.text(&prefix);
        }
        self.push(Token::Name(word.to_owned()), place);
        Ok(())
    }

    fn symbol(&mut self) -> Result<(), Mistake> {
        let place = self.place;
        let rest = &self.source[self.at..];
        let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) else {
            let found = self.peek().unwrap_or(' ');
            return Err(Mistake::new(place, Text::new("`{found}` does not belong here").with("found", found)));
        };
        for _ in 0..symbol.len() {
            self.next();
        }
        match *symbol {
            "(" | "[" | "{" => {
                if self.brackets.len() > DEEPEST {
                    return Err(Mistake::new(place, "brackets are nested too deeply"));
                }
                self.brackets.push((symbol.chars().next().unwrap_or('('), place));
            }
            ")" | "]" | "}" => {
                let open = match *symbol {
                    ")" => '(',
                    "]" => '[',
                    _ => '{',
                };
                match self.brackets.pop() {
                    Some((bracket, _)) if bracket == open => {}
                    _ => {
                        return Err(Mistake::new(
                            place,
                            Text::new("`{found}` does not belong here").with("found", symbol),
                        ));
                    }
                }
            }
            _ => {}
        }
        self.push(Token::Symbol(symbol), place);
        Ok(())
    }

    /// A string; `prefix` holds its letters in front.
    fn text(&mut self, prefix: &str) -> Result<(), Mistake> {
        let open = self.place;
        let quote = self.next().unwrap_or('"');
        let mut triple = false;
        if self.peek() == Some(quote) {
            self.next();
            if self.peek() != Some(quote) {
                let token = if prefix.contains('f') { Token::Format(Vec::new()) } else { Token::Text(String::new()) };
                self.push(token, open);
                return Ok(());
            }
            self.next();
            triple = true;
        }
        let (raw, format) = (prefix.contains('r'), prefix.contains('f'));
        let mut pieces = Vec::new();
        let mut text = String::new();
        loop {
            let place = self.place;
            let Some(c) = self.next().filter(|c| triple || *c != '\n') else {
                return Err(Mistake::new(open, "this string is not closed"));
            };
            match c {
                _ if c == quote && !triple => break,
                _ if c == quote && self.source[self.at..].starts_with(&String::from_iter([quote, quote])) => {
                    self.next();
                    self.next();
                    break;
                }
                '\\' if !raw => self.escape(place, &mut text)?,
                '{' | '}' if format => {
                    if self.peek() == Some(c) {
                        self.next();
                        text.push(c);
                    } else if c == '{' {
                        pieces.push(RawPiece::Text(std::mem::take(&mut text)));
                        pieces.push(self.format_value(place)?);
                    } else {
                        return Err(Mistake::new(place, Text::new("`{found}` does not belong here").with("found", c)));
                    }
                }
                _ => text.push(c),
            }
        }
        if format {
            pieces.push(RawPiece::Text(text));
            self.push(Token::Format(pieces), open);
        } else {
            self.push(Token::Text(text), open);
        }
        Ok(())
    }

    fn escape(&mut self, place: Place, text: &mut String) -> Result<(), Mistake> {
        let Some(c) = self.next() else { return Ok(()) };
        match c {
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            '0' => text.push('\0'),
            '\n' => {}
            '\\' | '\'' | '"' => text.push(c),
            'x' | 'u' => {
                let digits: String = (0..if c == 'x' { 2 } else { 4 }).filter_map(|_| self.next()).collect();
                match u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32) {
                    Some(character) => text.push(character),
                    None => return Err(Mistake::new(place, "this escape names no character")),
                }
            }
            other => text.extend(['\\', other]),
        }
        Ok(())
    }

    /// The inside of `{…}` in an f-string.
    fn format_value(&mut self, open: Place) -> Result<RawPiece, Mistake> {
        let (place, start) = (self.place, self.at);
        let mut depth = 0usize;
        let mut end = None;
        let mut quoted = false;
        let mut format_from = None;
        loop {
            let here = self.at;
            let Some(c) = self.next().filter(|c| *c != '\n') else {
                return Err(Mistake::new(open, Text::new("this `{bracket}` is not closed").with("bracket", '{')));
            };
            match c {
                '(' | '[' | '{' => depth += 1,
                '}' if depth == 0 => {
                    let end = end.unwrap_or(here);
                    let format = format_from.map_or(String::new(), |from: usize| self.source[from..here].to_owned());
                    return Ok(RawPiece::Value { source: self.source[start..end].to_owned(), place, quoted, format });
                }
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                '!' if depth == 0 && format_from.is_none() && self.peek() != Some('=') => {
                    end = Some(here);
                    quoted = self.peek() == Some('r');
                }
                ':' if depth == 0 && format_from.is_none() => {
                    end = end.or(Some(here));
                    format_from = Some(self.at);
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(source: &str) -> Vec<Token> {
        tokens(source).unwrap().into_iter().map(|(token, _)| token).collect()
    }

    #[test]
    fn lines_open_and_close_blocks() {
        let found = kinds("if x:\n    y = 1\n\n  # note\nz\n");
        let blocks = found.iter().filter(|t| matches!(t, Token::Indent | Token::Dedent)).count();
        assert_eq!(blocks, 2);
        assert_eq!(kinds("a = (1,\n  2)").iter().filter(|t| **t == Token::Newline).count(), 1);
    }

    #[test]
    fn mistakes_have_a_place() {
        for (source, line, column) in
            [("x = 'abc", 1, 5), ("a\n  b = 1.5", 2, 7), ("f(1", 1, 2), ("x = ]", 1, 5), ("if x:\n   a\n  b", 3, 3)]
        {
            let mistake = tokens(source).unwrap_err();
            assert_eq!(mistake.place, Place::new(line, column), "{source}: {mistake}");
        }
    }
}
