//! Why a position's moves could not be listed.

use crate::Text;
use std::fmt;

/// The reason why the moves of a position cannot be listed: never to be taken for "there are none".
///
/// One pointer wide, so that listing moves in the innermost loop of a search pays nothing for being allowed to fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(Box<Cause>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Cause {
    TooMany { position: Option<String>, count: u64 },
    Failed(Text),
}

impl Refusal {
    /// There are more moves than can be listed.
    pub fn too_many(count: u64) -> Self {
        Self(Box::new(Cause::TooMany { position: None, count }))
    }

    /// The moves cannot be worked out at all.
    pub fn failed(why: Text) -> Self {
        Self(Box::new(Cause::Failed(why)))
    }

    /// Says which position it is, in its notation, where that is not known yet.
    #[must_use]
    pub fn of(mut self, text: impl FnOnce() -> String) -> Self {
        if let Cause::TooMany { position: position @ None, .. } = &mut *self.0 {
            *position = Some(text());
        }
        self
    }

    /// How many moves there are, where there are only too many of them.
    pub fn count(&self) -> Option<u64> {
        match *self.0 {
            Cause::TooMany { count, .. } => Some(count),
            Cause::Failed(_) => None,
        }
    }

    /// The reason as a sentence.
    pub fn text(&self) -> Text {
        match &*self.0 {
            Cause::TooMany { position: Some(position), count } => {
                Text::new("{position} has {count} moves, too many to list")
                    .with("position", position)
                    .with("count", count)
            }
            Cause::TooMany { position: None, count } => {
                Text::new("a position has {count} moves, too many to list").with("count", count)
            }
            Cause::Failed(why) => why.clone(),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for Refusal {}
