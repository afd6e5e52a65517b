//! From tokens to the tree.

use super::ast::{
    Argument, Binary, Clause, Collect, Compare, Expr, ExprKind, FormatPiece, Function, Parameter, Statement,
    StatementKind, Unary,
};
use super::token::{RawPiece, Token, inner_tokens, tokens};
use crate::{Mistake, Place};
use grundy_lang::Text;
use num_bigint::BigInt;

/// Deepest nesting of expressions and blocks.
const DEEPEST: usize = 120;

/// Longest chain of operators, calls or `elif` in one expression or statement.
const LONGEST_CHAIN: usize = 400;

const KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// Modules that pasted code may import; their known names are provided.
pub(crate) const MODULES: &[&str] =
    &["math", "functools", "itertools", "collections", "operator", "sys", "typing", "heapq"];

struct Parser {
    tokens: Vec<(Token, Place)>,
    at: usize,
    depth: usize,
    /// For each function around this place, whether it yields.
    yields: Vec<bool>,
    /// Nesting of loops in the present function.
    loops: usize,
}

/// The statements of a script.
pub(crate) fn parse(source: &str) -> Result<Vec<Statement>, Mistake> {
    let mut parser = Parser::new(tokens(source)?);
    let mut body = Vec::new();
    while *parser.peek() != Token::End {
        parser.statement(&mut body)?;
    }
    Ok(body)
}

/// One expression that is all of `source`, which starts at `place` of its file.
pub(crate) fn parse_expression(source: &str, place: Place) -> Result<Expr, Mistake> {
    let mut parser = Parser::new(inner_tokens(source, place)?);
    let expr = parser.expressions()?;
    if *parser.peek() == Token::End { Ok(expr) } else { Err(parser.unexpected()) }
}

impl Parser {
    fn new(tokens: Vec<(Token, Place)>) -> Self {
        Self { tokens, at: 0, depth: 0, yields: Vec::new(), loops: 0 }
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn place(&self) -> Place {
        self.tokens[self.at].1
    }

    fn next(&mut self) -> Token {
        let token = self.tokens[self.at].0.clone();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        token
    }

    fn unexpected(&self) -> Mistake {
        let problem = match self.peek() {
            Token::End | Token::Newline => Text::new("the line ends too early"),
            Token::Indent => Text::new("this line is indented without a reason"),
            Token::Dedent => Text::new("an indented block is missing"),
            Token::Name(name) => unexpected(name),
            Token::Int(number) => unexpected(&number.to_string()),
            Token::Text(text) => unexpected(text),
            Token::Format(_) => unexpected("f\"…\""),
            Token::Symbol(symbol) => unexpected(symbol),
        };
        Mistake::new(self.place(), problem)
    }

    fn is(&self, symbol: &str) -> bool {
        matches!(self.peek(), Token::Symbol(found) if *found == symbol)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Name(found) if found == word)
    }

    fn take(&mut self, symbol: &str) -> bool {
        let found = self.is(symbol);
        if found {
            self.next();
        }
        found
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.next();
        }
        found
    }

    fn expect(&mut self, symbol: &'static str) -> Result<(), Mistake> {
        if self.take(symbol) {
            return Ok(());
        }
        Err(self.unexpected().help(Text::new("expected `{symbol}`").with("symbol", symbol)))
    }

    fn expect_word(&mut self, word: &'static str) -> Result<(), Mistake> {
        if self.take_word(word) {
            return Ok(());
        }
        Err(self.unexpected().help(Text::new("expected `{symbol}`").with("symbol", word)))
    }

    fn name(&mut self) -> Result<String, Mistake> {
        match self.peek() {
            Token::Name(name) if !KEYWORDS.contains(&name.as_str()) => {
                let name = name.clone();
                self.next();
                Ok(name)
            }
            _ => Err(self.unexpected().help("expected a name")),
        }
    }

    fn deeper<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T, Mistake>) -> Result<T, Mistake> {
        if self.depth >= DEEPEST {
            return Err(Mistake::new(self.place(), "the code is nested too deeply"));
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        result
    }

    fn chain(&self, length: usize) -> Result<(), Mistake> {
        if length < LONGEST_CHAIN {
            return Ok(());
        }
        Err(Mistake::new(self.place(), "this chain is too long"))
    }

    // Statements.

    fn block(&mut self) -> Result<Vec<Statement>, Mistake> {
        self.expect(":")?;
        let mut body = Vec::new();
        if *self.peek() != Token::Newline {
            self.simple_line(&mut body)?;
            return Ok(body);
        }
        self.next();
        if *self.peek() != Token::Indent {
            return Err(Mistake::new(self.place(), "an indented block is missing"));
        }
        self.next();
        while *self.peek() != Token::Dedent {
            self.deeper(|parser| parser.statement(&mut body))?;
        }
        self.next();
        Ok(body)
    }

    fn statement(&mut self, body: &mut Vec<Statement>) -> Result<(), Mistake> {
        let place = self.place();
        let word = match self.peek() {
            Token::Name(word) => word.clone(),
            Token::Symbol("@") => return self.decorated(body),
            _ => return self.simple_line(body),
        };
        let kind = match word.as_str() {
            "if" => self.if_statement(0)?,
            "while" => {
                self.next();
                let test = self.named_expression()?;
                let inner = self.looped()?;
                StatementKind::While(test, inner, self.else_block()?)
            }
            "for" => {
                self.next();
                let target = self.targets()?;
                self.expect_word("in")?;
                let items = self.expressions()?;
                let inner = self.looped()?;
                StatementKind::For(target, items, inner, self.else_block()?)
            }
            "def" => StatementKind::Def(self.def(false)?),
            "class" => return Err(self.refuse("classes are not known here; use tuples and functions")),
            "try" => return Err(self.refuse("`try` is not known here; test the condition with `if`")),
            "with" => return Err(self.refuse("`with` is not known here; no files are read")),
            "async" | "await" => return Err(self.refuse("`async` is not known here")),
            _ => return self.simple_line(body),
        };
        body.push(Statement { place, kind });
        Ok(())
    }

    fn refuse(&self, problem: &'static str) -> Mistake {
        Mistake::new(self.place(), problem)
    }

    fn looped(&mut self) -> Result<Vec<Statement>, Mistake> {
        self.loops += 1;
        let inner = self.block();
        self.loops -= 1;
        inner
    }

    fn else_block(&mut self) -> Result<Vec<Statement>, Mistake> {
        if self.take_word("else") { self.block() } else { Ok(Vec::new()) }
    }

    fn if_statement(&mut self, length: usize) -> Result<StatementKind, Mistake> {
        self.chain(length)?;
        self.next();
        let test = self.named_expression()?;
        let then = self.block()?;
        let place = self.place();
        let otherwise = if self.is_word("elif") {
            vec![Statement { place, kind: self.if_statement(length + 1)? }]
        } else {
            self.else_block()?
        };
        Ok(StatementKind::If(test, then, otherwise))
    }

    fn decorated(&mut self, body: &mut Vec<Statement>) -> Result<(), Mistake> {
        let mut cached = false;
        while self.take("@") {
            let place = self.place();
            let mut name = self.name()?;
            while self.take(".") {
                name = self.name()?;
            }
            if !matches!(name.as_str(), "lru_cache" | "cache") {
                let problem = Text::new("the decorator `{name}` is not known here").with("name", name);
                return Err(Mistake::new(place, problem));
            }
            if self.is("(") {
                self.next();
                self.arguments()?;
            }
            cached = true;
            if *self.peek() != Token::Newline {
                return Err(self.unexpected());
            }
            self.next();
        }
        let place = self.place();
        if !self.is_word("def") {
            return Err(self.unexpected().help(Text::new("expected `{symbol}`").with("symbol", "def")));
        }
        let function = self.def(cached)?;
        body.push(Statement { place, kind: StatementKind::Def(function) });
        Ok(())
    }

    fn def(&mut self, cached: bool) -> Result<Function, Mistake> {
        self.next();
        let place = self.place();
        let name = self.name()?;
        self.expect("(")?;
        let (parameters, rest) = self.parameters(")", true)?;
        if self.take("->") {
            self.expression()?;
        }
        self.yields.push(false);
        let loops = std::mem::take(&mut self.loops);
        let body = self.block();
        self.loops = loops;
        let yields = self.yields.pop().unwrap_or(false);
        Ok(Function { place, name, parameters, rest, body: body?, cached, yields })
    }

    /// Parameters up to the symbol `close`, which is taken.
    fn parameters(
        &mut self,
        close: &'static str,
        annotated: bool,
    ) -> Result<(Vec<Parameter>, Option<String>), Mistake> {
        let (mut parameters, mut rest) = (Vec::<Parameter>::new(), None);
        while !self.take(close) {
            let place = self.place();
            if self.take("**") {
                return Err(Mistake::new(place, "`**` parameters are not known here"));
            }
            if self.take("*") {
                if rest.is_some() || self.is(",") {
                    return Err(self.unexpected());
                }
                rest = Some(self.name()?);
            } else {
                let name = self.name()?;
                if rest.is_some() {
                    return Err(Mistake::new(place, "nothing may follow the `*` parameter"));
                }
                if parameters.iter().any(|known| known.name == name) {
                    let problem = Text::new("`{name}` appears twice").with("name", name);
                    return Err(Mistake::new(place, problem));
                }
                if annotated && self.take(":") {
                    self.expression()?;
                }
                let default = if self.take("=") { Some(self.expression()?) } else { None };
                if default.is_none() && parameters.last().is_some_and(|last| last.default.is_some()) {
                    return Err(Mistake::new(place, "a parameter without a default follows one that has a default"));
                }
                parameters.push(Parameter { name, default });
            }
            if !self.is(close) {
                self.expect(",")?;
            }
        }
        Ok((parameters, rest))
    }

    fn simple_line(&mut self, body: &mut Vec<Statement>) -> Result<(), Mistake> {
        loop {
            let place = self.place();
            let kind = self.simple()?;
            body.push(Statement { place, kind });
            if !self.take(";") {
                break;
            }
            if *self.peek() == Token::Newline {
                break;
            }
        }
        match self.peek() {
            Token::Newline => {
                self.next();
                Ok(())
            }
            Token::End => Ok(()),
            _ => Err(self.unexpected()),
        }
    }

    fn simple(&mut self) -> Result<StatementKind, Mistake> {
        let word = match self.peek() {
            Token::Name(word) => word.as_str(),
            _ => "",
        };
        match word {
            "return" => {
                if self.yields.is_empty() {
                    return Err(self.refuse("`return` stands outside of a function"));
                }
                self.next();
                let empty = matches!(self.peek(), Token::Newline | Token::End) || self.is(";");
                Ok(StatementKind::Return(if empty { None } else { Some(self.expressions()?) }))
            }
            "break" | "continue" => {
                if self.loops == 0 {
                    let problem = Text::new("`{word}` stands outside of a loop").with("word", word);
                    return Err(Mistake::new(self.place(), problem));
                }
                let stop = word == "break";
                self.next();
                Ok(if stop { StatementKind::Break } else { StatementKind::Continue })
            }
            "pass" => {
                self.next();
                Ok(StatementKind::Pass)
            }
            "global" | "nonlocal" => {
                let global = word == "global";
                self.next();
                let mut names = vec![self.name()?];
                while self.take(",") {
                    names.push(self.name()?);
                }
                Ok(if global { StatementKind::Global(names) } else { StatementKind::Nonlocal(names) })
            }
            "del" => {
                self.next();
                let mut targets = vec![self.expression()?];
                while self.take(",") {
                    targets.push(self.expression()?);
                }
                Ok(StatementKind::Delete(targets))
            }
            "assert" => {
                self.next();
                let test = self.expression()?;
                let message = if self.take(",") { Some(self.expression()?) } else { None };
                Ok(StatementKind::Assert(test, message))
            }
            "raise" => {
                self.next();
                let empty = matches!(self.peek(), Token::Newline | Token::End);
                Ok(StatementKind::Raise(if empty { None } else { Some(self.expression()?) }))
            }
            "import" => self.import(),
            "from" => self.import_from(),
            _ => self.assignment(),
        }
    }

    fn module(&mut self) -> Result<String, Mistake> {
        let place = self.place();
        let name = self.name()?;
        if MODULES.contains(&name.as_str()) {
            return Ok(name);
        }
        let problem = Text::new("the module `{name}` is not known here").with("name", name);
        Err(Mistake::new(place, problem).help(Text::new("known are {list}").with("list", MODULES.join(", "))))
    }

    fn import(&mut self) -> Result<StatementKind, Mistake> {
        self.next();
        let mut names = Vec::new();
        loop {
            let module = self.module()?;
            let local = if self.take_word("as") { self.name()? } else { module.clone() };
            names.push((local, module));
            if !self.take(",") {
                return Ok(StatementKind::Import(names));
            }
        }
    }

    fn import_from(&mut self) -> Result<StatementKind, Mistake> {
        self.next();
        let module = self.module()?;
        self.expect_word("import")?;
        let mut names = Vec::new();
        if self.take("*") {
            names.push(("*".to_owned(), module));
            return Ok(StatementKind::Import(names));
        }
        let bracket = self.take("(");
        loop {
            let name = self.name()?;
            let local = if self.take_word("as") { self.name()? } else { name.clone() };
            names.push((local, format!("{module}.{name}")));
            if !self.take(",") || (bracket && self.is(")")) {
                break;
            }
        }
        if bracket {
            self.expect(")")?;
        }
        Ok(StatementKind::Import(names))
    }

    fn assignment(&mut self) -> Result<StatementKind, Mistake> {
        let first = self.starred_expressions()?;
        if self.take(":") {
            assignable(&first)?;
            self.expression()?;
            if self.take("=") {
                let value = self.starred_expressions()?;
                return Ok(StatementKind::Assign(vec![first], value));
            }
            return Ok(StatementKind::Pass);
        }
        if let Some(operator) = self.augmented() {
            if !matches!(first.kind, ExprKind::Name(_) | ExprKind::Index(..)) {
                return Err(cannot_assign(first.place));
            }
            self.next();
            return Ok(StatementKind::Augment(first, operator, self.expressions()?));
        }
        if !self.is("=") {
            return Ok(StatementKind::Expr(first));
        }
        let mut targets = vec![first];
        while self.take("=") {
            self.chain(targets.len())?;
            targets.push(self.starred_expressions()?);
        }
        let Some(value) = targets.pop() else { return Err(self.unexpected()) };
        for target in &targets {
            assignable(target)?;
        }
        Ok(StatementKind::Assign(targets, value))
    }

    fn augmented(&self) -> Option<Binary> {
        let Token::Symbol(symbol) = self.peek() else { return None };
        Some(match *symbol {
            "+=" => Binary::Add,
            "-=" => Binary::Subtract,
            "*=" => Binary::Multiply,
            "//=" => Binary::FloorDivide,
            "%=" => Binary::Remainder,
            "**=" => Binary::Power,
            "&=" => Binary::And,
            "|=" => Binary::Or,
            "^=" => Binary::Xor,
            "<<=" => Binary::ShiftLeft,
            ">>=" => Binary::ShiftRight,
            "/=" => Binary::Divide,
            _ => return None,
        })
    }

    // Expressions.

    /// The targets of a `for`: names, nested tuples, elements.
    fn targets(&mut self) -> Result<Expr, Mistake> {
        let place = self.place();
        let mut items = Vec::new();
        let mut comma = false;
        loop {
            let at = self.place();
            let item = if self.take("*") {
                let inner = self.target_item()?;
                Expr { place: at, kind: ExprKind::Star(Box::new(inner)) }
            } else {
                self.target_item()?
            };
            assignable(&item)?;
            items.push(item);
            if !self.take(",") {
                break;
            }
            comma = true;
            if self.is_word("in") {
                break;
            }
        }
        match items.pop() {
            Some(only) if !comma && items.is_empty() => Ok(only),
            Some(last) => {
                items.push(last);
                Ok(Expr { place, kind: ExprKind::Tuple(items) })
            }
            None => Err(self.unexpected()),
        }
    }

    fn target_item(&mut self) -> Result<Expr, Mistake> {
        self.deeper(Self::postfix)
    }

    /// Expressions between commas, a tuple when there is a comma.
    fn expressions(&mut self) -> Result<Expr, Mistake> {
        self.starred_expressions()
    }

    fn starred_expressions(&mut self) -> Result<Expr, Mistake> {
        let place = self.place();
        let first = self.starred()?;
        if !self.is(",") {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.take(",") {
            if self.ends_list() {
                break;
            }
            items.push(self.starred()?);
        }
        Ok(Expr { place, kind: ExprKind::Tuple(items) })
    }

    fn ends_list(&self) -> bool {
        match self.peek() {
            Token::Newline | Token::End => true,
            Token::Symbol(symbol) => matches!(*symbol, ")" | "]" | "}" | "=" | ":" | ";") || self.augmented().is_some(),
            _ => false,
        }
    }

    fn starred(&mut self) -> Result<Expr, Mistake> {
        let place = self.place();
        if self.take("*") {
            let inner = self.deeper(|parser| parser.binary(1))?;
            return Ok(Expr { place, kind: ExprKind::Star(Box::new(inner)) });
        }
        self.named_expression()
    }

    fn named_expression(&mut self) -> Result<Expr, Mistake> {
        let expr = self.expression()?;
        if self.is(":=")
            && let ExprKind::Name(name) = &expr.kind
        {
            let name = name.clone();
            self.next();
            let value = self.expression()?;
            return Ok(Expr { place: expr.place, kind: ExprKind::Walrus(name, Box::new(value)) });
        }
        Ok(expr)
    }

    fn expression(&mut self) -> Result<Expr, Mistake> {
        self.deeper(Self::conditional)
    }

    fn conditional(&mut self) -> Result<Expr, Mistake> {
        let place = self.place();
        if self.is_word("lambda") {
            return self.lambda();
        }
        if self.is_word("yield") {
            return self.yielding();
        }
        let then = self.or()?;
        if !self.take_word("if") {
            return Ok(then);
        }
        let test = self.or()?;
        self.expect_word("else")?;
        let otherwise = self.expression()?;
        Ok(Expr { place, kind: ExprKind::IfElse(Box::new(test), Box::new(then), Box::new(otherwise)) })
    }

    fn yielding(&mut self) -> Result<Expr, Mistake> {
        let place = self.place();
        self.next();
        match self.yields.last_mut() {
            Some(yields) => *yields = true,
            None => return Err(Mistake::new(place, "`yield` stands outside of a function")),
        }
        if self.take_word("from") {
            let items = self.expression()?;
            let kind = ExprKind::Yield(Some(Box::new(Expr { place, kind: ExprKind::Star(Box::new(items)) })));
            return Ok(Expr { place, kind });
        }
        let empty = self.ends_list();
        let value = if empty { None } else { Some(Box::new(self.expressions()?)) };
        Ok(Expr { place, kind: ExprKind::Yield(value) })
    }

    fn lambda(&mut self) -> Result<Expr, Mistake> {
        let place = self.place();
        self.next();
        let (parameters, rest) = self.parameters(":", false)?;
        let value = self.expression()?;
        let body = vec![Statement { place: value.place, kind: StatementKind::Return(Some(value)) }];
        let name = "lambda".to_owned();
        let function = Function { place, name, parameters, rest, body, cached: false, yields: false };
        Ok(Expr { place, kind: ExprKind::Lambda(Box::new(function)) })
    }

    fn or(&mut self) -> Result<Expr, Mistake> {
        let place = self.place();
        let first = self.and()?;
        if !self.is_word("or") {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.take_word("or") {
            items.push(self.and()?);
        }
        Ok(Expr { place, kind: ExprKind::Or(items) })
    }

    fn and(&mut self) -> Result<Expr, Mistake> {
        let place = self.place();
        let first = self.not()?;
        if !self.is_word("and") {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.take_word("and") {
            items.push(self.not()?);
        }
        Ok(Expr { place, kind: ExprKind::And(items) })
    }

    fn not(&mut self) -> Result<Expr, Mistake> {
        let place = self.place();
        if self.take_word("not") {
            let inner = self.deeper(Self::not)?;
            return Ok(Expr { place, kind: ExprKind::Not(Box::new(inner)) });
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Result<Expr, Mistake> {
        let place = self.place();
        let first = self.binary(1)?;
        let mut links = Vec::new();
        loop {
            let at = self.place();
            let Some(operator) = self.compare_operator()? else { break };
            links.push((operator, at, self.binary(1)?));
        }
        if links.is_empty() {
            return Ok(first);
        }
        Ok(Expr { place, kind: ExprKind::Compare(Box::new(first), links) })
    }

    fn compare_operator(&mut self) -> Result<Option<Compare>, Mistake> {
        let operator = match self.peek() {
            Token::Symbol(symbol) => match *symbol {
                "==" => Compare::Equal,
                "!=" => Compare::Unequal,
                "<" => Compare::Less,
                "<=" => Compare::LessEqual,
                ">" => Compare::Greater,
                ">=" => Compare::GreaterEqual,
                _ => return Ok(None),
            },
            Token::Name(word) => match word.as_str() {
                "in" => Compare::In,
                "not" => {
                    self.next();
                    self.expect_word("in")?;
                    return Ok(Some(Compare::NotIn));
                }
                "is" => {
                    self.next();
                    let negated = self.take_word("not");
                    return Ok(Some(if negated { Compare::IsNot } else { Compare::Is }));
                }
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        self.next();
        Ok(Some(operator))
    }

    fn binary_operator(&self) -> Option<(Binary, u8)> {
        let Token::Symbol(symbol) = self.peek() else { return None };
        Some(match *symbol {
            "|" => (Binary::Or, 1),
            "^" => (Binary::Xor, 2),
            "&" => (Binary::And, 3),
            "<<" => (Binary::ShiftLeft, 4),
            ">>" => (Binary::ShiftRight, 4),
            "+" => (Binary::Add, 5),
            "-" => (Binary::Subtract, 5),
            "*" => (Binary::Multiply, 6),
            "/" => (Binary::Divide, 6),
            "//" => (Binary::FloorDivide, 6),
            "%" => (Binary::Remainder, 6),
            _ => return None,
        })
    }

    /// Operators that bind at least as tightly as `least`.
    fn binary(&mut self, least: u8) -> Result<Expr, Mistake> {
        let mut left = self.unary()?;
        let mut length = 0;
        while let Some((operator, strength)) = self.binary_operator().filter(|(_, strength)| *strength >= least) {
            self.chain(length)?;
            length += 1;
            let place = self.place();
            self.next();
            let right = self.binary(strength + 1)?;
            left = Expr { place, kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)) };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expr, Mistake> {
        let place = self.place();
        let operator = match self.peek() {
            Token::Symbol("-") => Unary::Negative,
            Token::Symbol("+") => Unary::Positive,
            Token::Symbol("~") => Unary::Invert,
            _ => return self.power(),
        };
        self.next();
        let inner = self.deeper(Self::unary)?;
        if let (Unary::Negative, ExprKind::Int(number)) = (operator, &inner.kind) {
            return Ok(Expr { place, kind: ExprKind::Int(-number) });
        }
        Ok(Expr { place, kind: ExprKind::Unary(operator, Box::new(inner)) })
    }

    fn power(&mut self) -> Result<Expr, Mistake> {
        let base = self.postfix()?;
        let place = self.place();
        if !self.take("**") {
            return Ok(base);
        }
        let exponent = self.deeper(Self::unary)?;
        Ok(Expr { place, kind: ExprKind::Binary(Binary::Power, Box::new(base), Box::new(exponent)) })
    }

    fn postfix(&mut self) -> Result<Expr, Mistake> {
        let mut expr = self.atom()?;
        let mut length = 0;
        loop {
            self.chain(length)?;
            length += 1;
            let place = self.place();
            if self.take("(") {
                let arguments = self.arguments()?;
                expr = Expr { place: expr.place, kind: ExprKind::Call(Box::new(expr), arguments) };
            } else if self.take("[") {
                expr = self.subscript(expr, place)?;
            } else if self.take(".") {
                let name = self.name()?;
                expr = Expr { place, kind: ExprKind::Attribute(Box::new(expr), name) };
            } else {
                return Ok(expr);
            }
        }
    }

    fn subscript(&mut self, object: Expr, place: Place) -> Result<Expr, Mistake> {
        let mut parts = [None, None, None];
        let mut part = 0;
        let mut colons = 0;
        loop {
            if self.is(":") {
                self.next();
                colons += 1;
                part += 1;
                if part > 2 {
                    return Err(self.unexpected());
                }
            } else if self.take("]") {
                break;
            } else if parts[part].is_none() {
                parts[part] = Some(Box::new(self.expressions()?));
            } else {
                return Err(self.unexpected());
            }
        }
        if colons > 0 {
            return Ok(Expr { place, kind: ExprKind::Slice(Box::new(object), parts) });
        }
        let [Some(index), _, _] = parts else { return Err(Mistake::new(place, "an index is missing")) };
        Ok(Expr { place, kind: ExprKind::Index(Box::new(object), index) })
    }

    fn arguments(&mut self) -> Result<Vec<Argument>, Mistake> {
        let mut arguments = Vec::new();
        while !self.take(")") {
            let place = self.place();
            if self.take("**") {
                return Err(Mistake::new(place, "`**` arguments are not known here"));
            }
            let argument = if self.take("*") {
                Argument::Spread(self.expression()?)
            } else {
                let value = self.named_expression()?;
                match value.kind {
                    ExprKind::Name(ref name) if self.is("=") => {
                        let name = name.clone();
                        self.next();
                        Argument::Named(name, self.expression()?)
                    }
                    _ if self.is_word("for") => {
                        let clauses = self.clauses()?;
                        let kind = ExprKind::Comprehension(Collect::Generator, Box::new(value), None, clauses);
                        Argument::Plain(Expr { place, kind })
                    }
                    _ if arguments.iter().any(|known| matches!(known, Argument::Named(..))) => {
                        return Err(Mistake::new(place, "an argument without a name follows one with a name"));
                    }
                    _ => Argument::Plain(value),
                }
            };
            arguments.push(argument);
            if arguments.len() > 250 {
                return Err(Mistake::new(place, "there are too many arguments"));
            }
            if !self.is(")") {
                self.expect(",")?;
            }
        }
        Ok(arguments)
    }

    fn clauses(&mut self) -> Result<Vec<Clause>, Mistake> {
        let mut clauses = Vec::new();
        while self.take_word("for") {
            self.chain(clauses.len() * 16)?;
            let target = self.targets()?;
            self.expect_word("in")?;
            let items = self.or()?;
            let mut conditions = Vec::new();
            while self.take_word("if") {
                conditions.push(self.condition()?);
            }
            clauses.push(Clause { target, items, conditions });
        }
        Ok(clauses)
    }

    fn condition(&mut self) -> Result<Expr, Mistake> {
        let expr = self.or()?;
        if self.is(":=")
            && let ExprKind::Name(name) = &expr.kind
        {
            let name = name.clone();
            self.next();
            let value = self.or()?;
            return Ok(Expr { place: expr.place, kind: ExprKind::Walrus(name, Box::new(value)) });
        }
        Ok(expr)
    }

    fn atom(&mut self) -> Result<Expr, Mistake> {
        let place = self.place();
        let kind = match self.peek().clone() {
            Token::Int(number) => {
                self.next();
                ExprKind::Int(number)
            }
            Token::Text(_) | Token::Format(_) => self.strings()?,
            Token::Name(name) => match name.as_str() {
                "None" | "True" | "False" => {
                    self.next();
                    match name.as_str() {
                        "None" => ExprKind::None,
                        word => ExprKind::Bool(word == "True"),
                    }
                }
                _ => ExprKind::Name(self.name()?),
            },
            Token::Symbol("(") => self.round()?,
            Token::Symbol("[") => self.square()?,
            Token::Symbol("{") => self.curly()?,
            _ => return Err(self.unexpected()),
        };
        Ok(Expr { place, kind })
    }

    /// Strings that stand side by side are one.
    fn strings(&mut self) -> Result<ExprKind, Mistake> {
        let mut pieces: Vec<FormatPiece> = Vec::new();
        let mut plain = true;
        let add = |pieces: &mut Vec<FormatPiece>, text: String| match pieces.last_mut() {
            Some(FormatPiece::Text(last)) => last.push_str(&text),
            _ => pieces.push(FormatPiece::Text(text)),
        };
        loop {
            match self.peek().clone() {
                Token::Text(text) => add(&mut pieces, text),
                Token::Format(raw) => {
                    plain = false;
                    for piece in raw {
                        match piece {
                            RawPiece::Text(text) => add(&mut pieces, text),
                            RawPiece::Value { source, place, quoted, format } => {
                                let value = self.deeper(|_| parse_expression(&source, place))?;
                                pieces.push(FormatPiece::Value { value, quoted, format });
                            }
                        }
                    }
                }
                _ => break,
            }
            self.next();
        }
        if plain {
            let text = pieces.pop().map_or(String::new(), |piece| match piece {
                FormatPiece::Text(text) => text,
                FormatPiece::Value { .. } => String::new(),
            });
            return Ok(ExprKind::Text(text));
        }
        Ok(ExprKind::Format(pieces))
    }

    fn round(&mut self) -> Result<ExprKind, Mistake> {
        self.next();
        if self.take(")") {
            return Ok(ExprKind::Tuple(Vec::new()));
        }
        let first = self.starred()?;
        if self.is_word("for") {
            let clauses = self.clauses()?;
            self.expect(")")?;
            return Ok(ExprKind::Comprehension(Collect::Generator, Box::new(first), None, clauses));
        }
        if self.take(")") {
            return match first.kind {
                ExprKind::Star(_) => Err(Mistake::new(first.place, "a `*` needs a list around it")),
                kind => Ok(kind),
            };
        }
        let mut items = vec![first];
        self.items(")", &mut items)?;
        Ok(ExprKind::Tuple(items))
    }

    /// The rest of a list whose first item is known, with its closing bracket.
    fn items(&mut self, close: &'static str, items: &mut Vec<Expr>) -> Result<(), Mistake> {
        while !self.take(close) {
            self.expect(",")?;
            if self.take(close) {
                return Ok(());
            }
            items.push(self.starred()?);
        }
        Ok(())
    }

    fn square(&mut self) -> Result<ExprKind, Mistake> {
        self.next();
        if self.take("]") {
            return Ok(ExprKind::List(Vec::new()));
        }
        let first = self.starred()?;
        if self.is_word("for") {
            let clauses = self.clauses()?;
            self.expect("]")?;
            return Ok(ExprKind::Comprehension(Collect::List, Box::new(first), None, clauses));
        }
        let mut items = vec![first];
        self.items("]", &mut items)?;
        Ok(ExprKind::List(items))
    }

    fn curly(&mut self) -> Result<ExprKind, Mistake> {
        self.next();
        if self.take("}") {
            return Ok(ExprKind::Dict(Vec::new()));
        }
        let first = self.starred()?;
        if !self.take(":") {
            if self.is_word("for") {
                let clauses = self.clauses()?;
                self.expect("}")?;
                return Ok(ExprKind::Comprehension(Collect::Set, Box::new(first), None, clauses));
            }
            let mut items = vec![first];
            self.items("}", &mut items)?;
            return Ok(ExprKind::Set(items));
        }
        let value = self.expression()?;
        if self.is_word("for") {
            let clauses = self.clauses()?;
            self.expect("}")?;
            return Ok(ExprKind::Comprehension(Collect::Dict, Box::new(first), Some(Box::new(value)), clauses));
        }
        let mut pairs = vec![(first, value)];
        while !self.take("}") {
            self.expect(",")?;
            if self.take("}") {
                break;
            }
            let key = self.expression()?;
            self.expect(":")?;
            pairs.push((key, self.expression()?));
        }
        Ok(ExprKind::Dict(pairs))
    }
}

fn unexpected(found: &str) -> Text {
    let shown: String = found.chars().take(40).collect();
    Text::new("`{found}` does not belong here").with("found", shown)
}

fn cannot_assign(place: Place) -> Mistake {
    Mistake::new(place, "nothing can be assigned to this")
}

fn assignable(target: &Expr) -> Result<(), Mistake> {
    match &target.kind {
        ExprKind::Name(_) | ExprKind::Index(..) | ExprKind::Slice(..) => Ok(()),
        ExprKind::Star(inner) => assignable(inner),
        ExprKind::Tuple(items) | ExprKind::List(items) => {
            let stars = items.iter().filter(|item| matches!(item.kind, ExprKind::Star(_))).count();
            if stars > 1 {
                return Err(cannot_assign(target.place));
            }
            items.iter().try_for_each(assignable)
        }
        _ => Err(cannot_assign(target.place)),
    }
}

/// The number of an expression that is one.
pub(crate) fn literal(expr: &Expr) -> Option<&BigInt> {
    match &expr.kind {
        ExprKind::Int(number) => Some(number),
        _ => None,
    }
}
