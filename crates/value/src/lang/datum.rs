//! What an expression can be: a value, a truth, a list, a text, a thermograph, a surreal number.

use std::sync::Arc;

use crate::loopy::{Loopy, Stopper};
use crate::surreal::Surreal;
use grundy_lang::Text;

use crate::{Result, Store, Style, Thermograph, Value, ValueError};

/// The result of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    /// The value of a short game; numbers and counts are values too.
    Value(Value),
    /// A surreal number that is no dyadic number.
    Surreal(Surreal),
    /// A game in which play may go round for ever, and that is not worth a short game.
    Loopy(Box<Loopy>),
    /// True or false.
    Truth(bool),
    /// A text.
    Text(String),
    /// A list.
    List(Arc<Vec<Datum>>),
    /// A thermograph.
    Thermograph(Box<Thermograph>),
}

impl Datum {
    /// What kind of thing it is, in words.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Value(_) => "a value",
            Self::Surreal(_) => "a surreal number",
            Self::Loopy(_) => "a loopy game",
            Self::Truth(_) => "a truth",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Thermograph(_) => "a thermograph",
        }
    }

    /// A list.
    pub fn list(items: Vec<Self>) -> Self {
        Self::List(Arc::new(items))
    }

    /// Bytes that one more copy takes; lists are shared.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + if let Self::Text(text) = self { text.len() } else { 0 }
    }

    /// The error that this was found where something else was expected; the template has a gap `found`.
    pub(crate) fn instead_of(&self, template: &'static str) -> ValueError {
        ValueError::undefined(Text::new(template).with_text("found", Text::new(self.kind())))
    }

    /// The datum as printed.
    pub fn show(&self, store: &mut Store, style: Style) -> Result<String> {
        Ok(match self {
            Self::Value(value) => store.print_as(*value, style)?,
            Self::Surreal(number) => number.to_string(),
            Self::Loopy(game) => game.print(store, style)?,
            Self::Truth(truth) => truth.to_string(),
            Self::Text(text) => text.clone(),
            Self::List(items) => {
                let texts = items.iter().map(|item| item.show(store, style)).collect::<Result<Vec<_>>>()?;
                format!("[{}]", texts.join(", "))
            }
            Self::Thermograph(graph) => graph.draw(),
        })
    }

    /// The datum as a surreal number, if it is a number.
    pub(crate) fn surreal(&self, store: &Store) -> Result<Surreal> {
        match self {
            Self::Surreal(number) => Ok(number.clone()),
            Self::Value(value) => match store.as_number(*value) {
                Some(number) => Ok(Surreal::dyadic(number)),
                None => Err(ValueError::undefined("expected a number, found a game that is not a number")),
            },
            other => Err(other.instead_of("expected a number, found {found}")),
        }
    }

    /// The datum as a game that may be loopy, if it is a game.
    pub(crate) fn loopy(&self) -> Result<Loopy> {
        match self {
            Self::Value(value) => Ok((*value).into()),
            Self::Loopy(game) => Ok((**game).clone()),
            other => Err(other.instead_of("expected a value, found {found}")),
        }
    }

    /// The datum as a stopper, if it is one.
    pub(crate) fn stopper(&self) -> Result<Stopper> {
        let game = self.loopy()?;
        let stopper = game.as_stopper().cloned();
        stopper
            .ok_or_else(|| ValueError::undefined("this is defined for stoppers only; take the onside or the offside"))
    }

    /// A loopy game as the value it is when play in it must end.
    pub(crate) fn from_loopy(game: Loopy) -> Self {
        match game.as_value() {
            Some(value) => Self::Value(value),
            None => Self::Loopy(Box::new(game)),
        }
    }

    /// A surreal number as the value it is when it is dyadic.
    pub(crate) fn from_surreal(store: &mut Store, number: Surreal) -> Result<Self> {
        match number.as_dyadic() {
            Some(dyadic) => store.number(&dyadic).map(Self::Value),
            None => Ok(Self::Surreal(number)),
        }
    }
}
