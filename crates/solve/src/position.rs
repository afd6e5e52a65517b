//! What a user asks about: a sum of one or more positions.

use crate::{Move, Step, Subject, Sum};
use grundy_draw::Picture;
use grundy_game::{Achieved, Kind, Outcome, Play, Player, Refusal, Rules, Text};
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

    /// How many players move in turn; the most of any part.
    pub fn players(&self) -> usize {
        self.parts.iter().map(|part| part.players()).fold(2, usize::max)
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

    /// What `player` has, about to move where there is no move.
    pub fn ended(&self, player: Player, play: Play) -> Achieved {
        let normal = self.ending(player).map_or(Achieved::Loss, |outcome| outcome.achieved(player));
        if play == Play::Normal { normal } else { normal.for_other() }
    }

    /// What a play that goes on for ever is for `player`.
    pub fn endless(&self, player: Player, play: Play) -> Achieved {
        let normal = match &self.parts[..] {
            [only] => only.endless().achieved(player),
            _ => Achieved::Draw,
        };
        if play == Play::Normal { normal } else { normal.for_other() }
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

    /// A text that positions share when they are images of each other, whichever way their components lie; never shown.
    pub fn shape(&self) -> String {
        let components = self.parts.iter().flat_map(|part| part.split());
        let mut shapes: Vec<String> = components.map(|component| component.shape()).collect();
        shapes.sort_unstable();
        shapes.join(" + ")
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

    /// The steps made in each part, under the names they have there, and the part of the last one.
    fn by_part(&self, steps: &[Step]) -> Result<(Vec<Vec<Step>>, Option<usize>), Refusal> {
        let mut made = vec![Vec::new(); self.parts.len()];
        let mut last = None;
        let prefixes: Vec<String> = (0..self.parts.len()).map(|part| self.part_label(part, "")).collect();
        for step in steps {
            let inner =
                prefixes.iter().enumerate().find_map(|(part, prefix)| Some((part, step.label.strip_prefix(prefix)?)));
            let Some((part, label)) = inner else {
                let text = Text::new("{position} has no move called `{move}`").with("position", self);
                return Err(Refusal::failed(text.with("move", &step.label)));
            };
            let key = format!("{}/", part + 1);
            let inside = |key_of: &String| key_of.strip_prefix(&key).unwrap_or(key_of).to_owned();
            let path = step.path.iter().map(inside).collect();
            made[part].push(Step { label: label.to_owned(), player: step.player, path });
            last = Some(part);
        }
        Ok((made, last))
    }

    /// The position that the steps lead to from here, with the names that things have here: numbers of edges and vertices
    /// are those of the beginning.
    ///
    /// ```
    /// # use grundy_game::{NoFiles, Player};
    /// use grundy_solve::Step;
    ///
    /// let start = grundy_games::parse("hackenbush:lr + nim:3", &NoFiles)?;
    /// let now = start.after(&[Step::new("hackenbush: cut red 2 (1-2)", Some(Player::Right))])?;
    /// assert_eq!(now.to_string(), "hackenbush:l + nim:3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn after(&self, steps: &[Step]) -> Result<Self, Refusal> {
        let (made, _) = self.by_part(steps)?;
        let parts = self.parts.iter().zip(&made).map(|(part, steps)| part.after(steps));
        Ok(Self { parts: parts.collect::<Result<_, _>>()? })
    }

    /// The position that the steps lead to from here, as a picture in which everything stands where it stood here, with
    /// the last step marked.
    pub fn picture_after(&self, steps: &[Step]) -> Result<Picture, Refusal> {
        let (made, last) = self.by_part(steps)?;
        let mut pictures = Vec::with_capacity(made.len());
        for (part, (subject, steps)) in self.parts.iter().zip(&made).enumerate() {
            let picture = subject.picture_after(steps)?;
            pictures.push(if last == Some(part) {
                picture.since(&subject.picture_after(&steps[..steps.len() - 1])?)
            } else {
                picture
            });
        }
        let now = self.after(steps)?;
        Ok(self.beside(pictures, || now.to_string()))
    }

    /// The parts as pictures side by side; clickable parts carry the names of moves of the whole sum.
    pub fn picture(&self) -> Picture {
        self.beside(self.parts.iter().map(|subject| subject.picture()).collect(), || self.to_string())
    }

    /// Pictures of the parts side by side.
    fn beside(&self, mut pictures: Vec<Picture>, title: impl FnOnce() -> String) -> Picture {
        if pictures.len() == 1
            && let Some(only) = pictures.pop()
        {
            return only;
        }
        let names = |part: usize| move |label: &str| self.part_label(part, label);
        let named = pictures.into_iter().enumerate().map(|(part, picture)| picture.map_moves(names(part)));
        Picture::sum(title(), named.collect())
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
