//! A course of play, for pictures in which things stay where they are.

use crate::Rules;
use std::fmt;

/// A move that was made, and where it was clicked.
#[derive(Clone, Debug, PartialEq)]
pub struct Made<M> {
    /// The move.
    pub played: M,
    /// The keys that were clicked, where that is known: which of several equal things was meant.
    pub path: Vec<String>,
}

/// Where a game began, what was played, and where it stands.
pub struct Course<'a, R: Rules> {
    /// The position at the beginning.
    pub start: &'a R::Position,
    /// The moves made since.
    pub made: &'a [Made<R::Move>],
    /// The position now.
    pub now: &'a R::Position,
}

impl<'a, R: Rules> Course<'a, R> {
    /// A game that begins here.
    pub fn at(position: &'a R::Position) -> Self {
        Self { start: position, made: &[], now: position }
    }
}

impl<R: Rules> Clone for Course<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for Course<'_, R> {}

impl<R: Rules> fmt::Debug for Course<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Course").field("start", self.start).field("made", &self.made).field("now", self.now).finish()
    }
}
