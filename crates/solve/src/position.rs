//! What a user asks about: a sum of one or more positions.

use crate::{Move, Subject, Sum};
use grundy_draw::Picture;
use grundy_game::{Kind, Outcome, Player, Refusal, Rules, Text};
use std::fmt;

/// A sum of one or more positions of any games.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) parts: Vec<Box<dyn Subject>>,
}

/// A named move of a sum and the sum it leads to.
#[derive(Clone, Debug)]
pub struct PositionMove {
    /// The name of the move, with the part of the sum it is made in.
    pub label: String,
    /// The name in words that other languages can say.
    pub words: Text,
    /// The option it leads to.
    pub to: Position,
}

impl Position {
    /// The sum of `parts`.
    pub fn new(parts: Vec<Box<dyn Subject>>) -> Self {
        Self { parts }
    }

    /// The positions side by side.
    pub fn parts(&self) -> &[Box<dyn Subject>] {
        &self.parts
    }

    /// Whether both players always have the same moves.
    pub fn kind(&self) -> Kind {
        Sum::of(&self.parts).kind()
    }

    /// Whether every play ends.
    pub fn ends(&self) -> bool {
        self.parts.iter().all(|part| part.ends())
    }

    /// Whether nobody need win: a play can go on for ever, or end in a position that is declared drawn.
    pub fn may_be_drawn(&self) -> bool {
        self.parts.iter().any(|part| !part.ends() || part.declares())
    }

    /// How the game has ended when `player` is about to move, where its rules say so. In a sum no part has a say.
    pub fn ending(&self, player: Player) -> Option<Outcome> {
        match &self.parts[..] {
            [only] => only.ending(player),
            _ => None,
        }
    }

    /// Every move of `player`.
    pub fn moves(&self, player: Player) -> Result<Vec<PositionMove>, Refusal> {
        let mut moves = Vec::new();
        for (part, subject) in self.parts.iter().enumerate() {
            moves.extend(subject.moves(player)?.into_iter().map(|found| self.lift(part, found)));
        }
        Ok(moves)
    }

    /// A move in part number `part` as a move of the whole sum: `chomp: edge 1-2`, or `nim#2: take 1 from heap 1` when
    /// several parts are of the same game.
    pub(crate) fn lift(&self, part: usize, found: Move) -> PositionMove {
        let label = self.part_label(part, &found.label);
        let words = Text::new("{part}{words}").with("part", self.part_label(part, "")).with_text("words", found.words);
        let mut parts = self.parts.clone();
        parts[part] = found.to;
        PositionMove { label, words, to: Self { parts } }
    }

    /// The sum of the canonical forms of its components, in one order: equal for positions that are images of each other.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let mut parts = self.parts.clone();
        Sum::of(&parts).canonicalise(&mut parts);
        Self { parts }
    }

    /// Whether `other` has the same parts in the same order.
    pub fn same(&self, other: &Self) -> bool {
        self.parts == other.parts
    }

    /// The name of a move in part number `part` as a move of the whole sum.
    fn part_label(&self, part: usize, label: &str) -> String {
        let name = self.parts[part].page().name;
        match (self.parts.len(), self.parts.iter().filter(|other| other.page().name == name).count()) {
            (1, _) => label.to_owned(),
            (_, 1) => format!("{name}: {label}"),
            _ => format!("{name}#{}: {label}", part + 1),
        }
    }

    /// The parts as pictures side by side; clickable parts carry the names of moves of the whole sum.
    pub fn picture(&self) -> Picture {
        if let [only] = &self.parts[..] {
            return only.picture();
        }
        let names = |part: usize| move |label: &str| self.part_label(part, label);
        let pictures = self.parts.iter().enumerate().map(|(part, subject)| subject.picture().map_moves(names(part)));
        Picture::sum(self.to_string(), pictures.collect())
    }

    /// The parts drawn with characters, one under the other.
    pub fn board(&self) -> String {
        self.parts.iter().map(|part| part.board()).collect::<Vec<_>>().join("\n+\n")
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.parts.iter().enumerate() {
            if index > 0 {
                f.write_str(" + ")?;
            }
            f.write_str(&part.text())?;
        }
        Ok(())
    }
}
