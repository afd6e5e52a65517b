//! Reading values: the expressions of the language that need no names.

use grundy_lang::Text;

use crate::lang::{Expr, Kind, parse_expression};
use crate::{Nus, Result, Store, SyntaxError, Value, ValueError};

impl Store {
    /// The value that a text in the notation of values stands for, such as `{0,*|^ || -1}` or `2v* + Tiny(1/4)`.
    pub fn parse(&mut self, text: &str) -> Result<Value> {
        let expression = parse_expression(text)?;
        self.read(&expression)
    }

    /// The value of an expression without names, relations or lists. Nesting is bounded by the reader.
    fn read(&mut self, expression: &Expr) -> Result<Value> {
        match &expression.kind {
            Kind::Sum(terms) => {
                let mut total = Value::ZERO;
                for (minus, term) in terms {
                    let term = self.read(term)?;
                    let term = if *minus { self.negative(term)? } else { term };
                    total = self.sum(total, term)?;
                }
                Ok(total)
            }
            Kind::Negative(inner) => {
                let inner = self.read(inner)?;
                self.negative(inner)
            }
            Kind::Form(left, right) => {
                let (left, right) = (self.read_all(left)?, self.read_all(right)?);
                self.form(&left, &right)
            }
            Kind::Switch(options) => {
                let options = self.read_all(options)?;
                self.switch(&options)
            }
            Kind::Call(name, arguments) if arguments.len() == 1 && matches!(name.as_str(), "Tiny" | "Miny") => {
                let argument = self.read(&arguments[0])?;
                if name == "Tiny" { self.tiny(argument) } else { self.miny(argument) }
            }
            kind => match self.literal(kind)? {
                Some(value) => Ok(value),
                None => Err(not_a_value(expression).into()),
            },
        }
    }

    fn read_all(&mut self, expressions: &[Expr]) -> Result<Vec<Value>> {
        expressions.iter().map(|expression| self.read(expression)).collect()
    }

    /// The value of a number, nimber or multiple of up.
    pub(crate) fn literal(&mut self, kind: &Kind) -> Result<Option<Value>> {
        let zero = crate::Dyadic::ZERO;
        let value = match kind {
            Kind::Number(number) => self.number(number)?,
            Kind::Nimber(nimber) => self.nimber(*nimber)?,
            Kind::Ups(ups) => self.compact(Nus { number: zero, ups: *ups, nimber: 0 })?,
            Kind::UpPower(power) => self.signed_up(*power, Self::up_power)?,
            Kind::UpSum(power) => self.signed_up(*power, Self::up_sum)?,
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

    fn signed_up(&mut self, power: i32, make: fn(&mut Self, u32) -> Result<Value>) -> Result<Value> {
        if power == 0 || power.unsigned_abs() > 1000 {
            return Err(ValueError::undefined("powers of up go from 1 to 1000"));
        }
        let value = make(self, power.unsigned_abs())?;
        if power < 0 { self.negative(value) } else { Ok(value) }
    }
}

fn not_a_value(expression: &Expr) -> SyntaxError {
    let message = match &expression.kind {
        Kind::Name(name) | Kind::Call(name, _) => {
            Text::new("`{name}` is not part of the notation of values").with("name", name)
        }
        Kind::Fraction(_, denominator) => Text::new("{denominator} is not a power of two, so this is not a short game")
            .with("denominator", denominator),
        _ => Text::new("this is not a value"),
    };
    let span = expression.span;
    SyntaxError { column: span.start, width: (span.end - span.start).max(1), message, help: None }
}
