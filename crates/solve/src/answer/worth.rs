//! The value of a position, as an answer carries it.

use grundy_value::{Store, Value, ValueError, nimber_text};
use std::fmt;
use std::sync::Arc;

/// A value that stands on its own, written in the one way values are written: `0`, `*`, `*2`, `1/2`, `{1|-1}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Worth {
    /// The nimber of an impartial position.
    Nimber(u64),
    /// A canonical form in its written form; equal values are written alike.
    Form(Arc<str>),
    /// A canonical form that is too long to write.
    Long,
}

impl Worth {
    /// The value of a store in written form; `Err` when the budget ran out, not when it is only too long.
    pub fn of(store: &mut Store, value: Value) -> Result<Self, ValueError> {
        if let Some(nimber) = store.as_nimber(value) {
            return Ok(Self::Nimber(nimber));
        }
        match store.print(value) {
            Ok(text) => Ok(Self::Form(text.into())),
            Err(ValueError::TooLarge { .. }) => Ok(Self::Long),
            Err(error) => Err(error),
        }
    }

    /// The nimber, where the value is one.
    pub fn nimber(&self) -> Option<u64> {
        match self {
            Self::Nimber(nimber) => Some(*nimber),
            Self::Form(_) | Self::Long => None,
        }
    }

    /// The value in full; `None` when it is too long to write.
    pub fn written(&self) -> Option<String> {
        match self {
            Self::Nimber(_) | Self::Form(_) => Some(self.to_string()),
            Self::Long => None,
        }
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nimber(nimber) => f.pad(&nimber_text(*nimber)),
            Self::Form(text) => f.pad(text),
            Self::Long => f.pad("…"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_the_value_room_writes_them() {
        let mut store = Store::default();
        for text in ["0", "*", "*2", "*17", "1/2", "{1|-1}", "^*"] {
            let value = store.parse(text).unwrap();
            let worth = Worth::of(&mut store, value).unwrap();
            assert_eq!(worth.to_string(), store.print(value).unwrap());
            assert_eq!(worth.nimber().is_some(), text.starts_with(['*', '0']), "{text}");
        }
    }
}
