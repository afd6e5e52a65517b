//! Statements, relations, sums, products and powers.

use super::super::ast::{Clause, Expr, Kind, Relation, Statement};
use super::Parsed;
use super::reader::{Beside, Reader};
use crate::Dyadic;
use grundy_lang::Text;
use num_bigint::BigInt;
use num_traits::One;

impl Reader {
    pub(super) fn statement(&mut self) -> Parsed<Statement> {
        if self.take_word("let") {
            let name = self.new_name()?;
            self.expect("=")?;
            return Ok(Statement::Let(name, self.expression()?));
        }
        let mut clauses = Vec::new();
        while self.take_word("for") {
            self.room_for(clauses.len() as u32)?;
            self.colon_ends = true;
            let clause = self.clause();
            self.colon_ends = false;
            clauses.push(clause?);
            self.expect(":")?;
        }
        let body = self.expression()?;
        Ok(if clauses.is_empty() { Statement::Show(body) } else { Statement::Each(clauses, body) })
    }

    /// `x in list`, after `for`.
    pub(super) fn clause(&mut self) -> Parsed<Clause> {
        let name = self.new_name()?;
        if !self.take_word("in") {
            return Err(self.unexpected(Text::verbatim("`in`")));
        }
        Ok(Clause { name, list: self.expression()? })
    }

    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        self.skip_blanks();
        let start = self.at;
        let left = self.sides()?;
        if self.take("..") {
            let right = self.sum()?;
            return Ok(self.spanned(start, Kind::Range(Box::new(left), Box::new(right))));
        }
        let Some(relation) = self.relation() else {
            return Ok(left);
        };
        let right = self.sides()?;
        Ok(self.spanned(start, Kind::Related(relation, Box::new(left), Box::new(right))))
    }

    /// A sum, or two as onside and offside.
    fn sides(&mut self) -> Parsed<Expr> {
        self.skip_blanks();
        let start = self.at;
        let onside = self.sum()?;
        if !self.take("&") {
            return Ok(onside);
        }
        let offside = self.sum()?;
        Ok(self.spanned(start, Kind::Sides(Box::new(onside), Box::new(offside))))
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
        let allowed = |word: &str| !(self.bars_end && (word.contains('|') || word == "‖"));
        let words: Vec<_> = RELATIONS.iter().filter(|(word, _)| allowed(word)).collect();
        let found = words.into_iter().find(|(word, _)| self.take(word))?;
        Some(found.1)
    }

    fn sum(&mut self) -> Parsed<Expr> {
        self.skip_blanks();
        let start = self.at;
        let mut terms = vec![(false, self.term()?)];
        loop {
            self.skip_blanks();
            // The switch sign between two terms adds the switch, which `term` reads.
            if self.starts_with("+-") || self.peek() == Some('±') {
                terms.push((false, self.term()?));
                continue;
            }
            let minus = match self.peek() {
                Some('+') => false,
                Some('-' | '−') => true,
                _ => break,
            };
            self.at += 1;
            terms.push((minus, self.term()?));
        }
        if terms.len() == 1 {
            return Ok(terms.remove(0).1);
        }
        Ok(self.spanned(start, Kind::Sum(terms)))
    }

    /// A product with ups, a tiny and a nimber beside it, or a switch.
    fn term(&mut self) -> Parsed<Expr> {
        self.skip_blanks();
        let start = self.at;
        if self.take("+-") || self.take("±") {
            let options = self.deeper(|reader| match reader.switch_list()? {
                Switched::List(list) => Ok(list),
                Switched::Base(base) => Ok(vec![reader.term_from(base)?]),
            })?;
            return Ok(self.spanned(start, Kind::Switch(options)));
        }
        self.term_from(None)
    }

    /// The rest of a term whose first primary may have been read already.
    fn term_from(&mut self, base: Option<Expr>) -> Parsed<Expr> {
        self.skip_blanks();
        let start = base.as_ref().map_or(self.at, |base| base.span.start);
        let mut parts = vec![self.product(base)?];
        while let Some(part) = self.part_beside()? {
            parts.push(part);
        }
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        Ok(self.spanned(start, Kind::Sum(parts.into_iter().map(|part| (false, part)).collect())))
    }

    fn product(&mut self, base: Option<Expr>) -> Parsed<Expr> {
        self.skip_blanks();
        let start = base.as_ref().map_or(self.at, |base| base.span.start);
        let mut factors = vec![match base {
            Some(base) => self.power_of(base)?,
            None => self.signed()?,
        }];
        loop {
            self.skip_blanks();
            let dot = matches!(self.peek(), Some('.' | '·' | '×')) && self.peek_at(1) != Some('.');
            if dot {
                self.at += 1;
                factors.push(self.signed()?);
            } else if self.peek() == Some('/') {
                self.at += 1;
                let left = if factors.len() == 1 {
                    factors.remove(0)
                } else {
                    self.spanned(start, Kind::Product(std::mem::take(&mut factors)))
                };
                let right = self.signed()?;
                // Each division nests the left side, so it counts like a bracket.
                self.room_for(quotient_depth(&left))?;
                factors = vec![self.quotient(start, left, right)?];
            } else {
                break;
            }
        }
        if factors.len() == 1 {
            return Ok(factors.remove(0));
        }
        Ok(self.spanned(start, Kind::Product(factors)))
    }

    /// A quotient; of two numbers it is a number at once.
    fn quotient(&self, start: usize, left: Expr, right: Expr) -> Parsed<Expr> {
        let (Kind::Number(above), Kind::Number(below)) = (&left.kind, &right.kind) else {
            return Ok(self.spanned(start, Kind::Quotient(Box::new(left), Box::new(right))));
        };
        if below.is_zero() {
            return Err(self.error(start, "division by zero"));
        }
        let numerator = above.numerator() * (BigInt::one() << below.exponent());
        let denominator = below.numerator() * (BigInt::one() << above.exponent());
        Ok(self.spanned(start, fraction(numerator, denominator)))
    }

    /// A power with signs before it; the sign of a bare number becomes part of the number.
    pub(super) fn signed(&mut self) -> Parsed<Expr> {
        self.skip_blanks();
        let start = self.at;
        if self.take("+-") || self.take("±") {
            let options = self.deeper(|reader| match reader.switch_list()? {
                Switched::List(list) => Ok(list),
                Switched::Base(Some(base)) => Ok(vec![reader.power_of(base)?]),
                Switched::Base(None) => Ok(vec![reader.signed()?]),
            })?;
            return Ok(self.spanned(start, Kind::Switch(options)));
        }
        if self.take("-") || self.take("−") {
            let inner = self.deeper(Self::signed)?;
            let kind = match inner.kind {
                Kind::Number(number) => Kind::Number(-&number),
                _ => Kind::Negative(Box::new(inner)),
            };
            return Ok(self.spanned(start, kind));
        }
        let base = self.primary()?;
        self.power_of(base)
    }

    fn power_of(&mut self, base: Expr) -> Parsed<Expr> {
        if !self.take("**") {
            return Ok(base);
        }
        let start = base.span.start;
        let exponent = self.deeper(Self::signed)?;
        Ok(self.spanned(start, Kind::Power(Box::new(base), Box::new(exponent))))
    }

    /// What follows `+-`: braces with a list and no bar, or something that starts with braces, or anything else.
    fn switch_list(&mut self) -> Parsed<Switched> {
        self.skip_blanks();
        let start = self.at;
        if self.peek() != Some('{') {
            return Ok(Switched::Base(None));
        }
        self.at += 1;
        let segments = self.bracketed(true, Self::segments)?;
        self.beside = Beside::Anything;
        if let [(0, list)] = &segments[..] {
            return Ok(Switched::List(list.clone()));
        }
        let kind = self.form_from(segments, start)?;
        Ok(Switched::Base(Some(self.spanned(start, kind))))
    }
}

/// What stands after the sign of a switch.
enum Switched {
    /// The left options in braces.
    List(Vec<Expr>),
    /// One option, of which a form in braces may have been read.
    Base(Option<Expr>),
}

/// A fraction as the number it is.
pub(super) fn fraction(numerator: BigInt, denominator: BigInt) -> Kind {
    match Dyadic::from_fraction(&numerator, &denominator) {
        Some(number) => Kind::Number(number),
        None => Kind::Fraction(numerator, denominator),
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
