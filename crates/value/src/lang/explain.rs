//! `explain(x + y)`: Conway's definitions on the forms as written, step by step.

use grundy_lang::Text;
use std::rc::Rc;

use super::ast::{Expr, Kind, Relation};
use super::error::LangError;
use crate::surreal::{Form, explain_le, explain_negative, explain_product, explain_sum};
use crate::{Dyadic, ValueError};

/// The working behind an order, sum, negative or product of forms.
pub(super) fn explain(expression: &Expr) -> Result<String, LangError> {
    let at = |error: ValueError| LangError::at(expression.span, &error);
    let lines = match &expression.kind {
        Kind::Related(Relation::AtMost, x, y) => explain_le(&form(x)?, &form(y)?).map_err(at)?.1,
        Kind::Related(Relation::AtLeast, x, y) => explain_le(&form(y)?, &form(x)?).map_err(at)?.1,
        Kind::Negative(x) => explain_negative(&form(x)?).map_err(at)?,
        Kind::Sum(terms) => match &terms[..] {
            [(false, x), (false, y)] => explain_sum(&form(x)?, &form(y)?).map_err(at)?,
            _ => return Err(unknown(expression)),
        },
        Kind::Product(factors) => match &factors[..] {
            [x, y] => explain_product(&form(x)?, &form(y)?).map_err(at)?,
            _ => return Err(unknown(expression)),
        },
        _ => return Err(unknown(expression)),
    };
    Ok(lines.join("\n"))
}

fn unknown(expression: &Expr) -> LangError {
    let problem = Text::new("explain takes x <= y, x >= y, x + y, x . y or -x, with x and y numbers or forms {L|R}");
    LangError::new(expression.span, problem)
}

/// The form that an expression writes out.
fn form(expression: &Expr) -> Result<Form, LangError> {
    let number = |number: &Dyadic| Form::number(number).map_err(|error| LangError::at(expression.span, &error));
    match &expression.kind {
        Kind::Number(x) => number(x),
        Kind::Negative(inner) => match &inner.kind {
            Kind::Number(x) => number(&-x),
            _ => Err(unknown(expression)),
        },
        Kind::Form(left, right) => {
            let side =
                |side: &[Expr]| side.iter().map(|option| form(option).map(Rc::new)).collect::<Result<Vec<_>, _>>();
            Ok(Form::new(side(left)?, side(right)?))
        }
        _ => Err(unknown(expression)),
    }
}
