//! Sums of components as the checker compares them.

use super::Flaw;
use crate::listing::listable;
use grundy_budget::{Budget, Meter};
use grundy_game::{Player, Rules};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

/// The rules of a game, as far as sums of its components need them. A sum is the list of its components, each in canonical
/// form, in the order of their hashes: two equal sums are equal lists. (Where different components have one hash, two equal
/// sums may be different lists; then a claim is not found, and nothing false is believed.)
pub(crate) struct Wholes<'a, R: Rules> {
    pub rules: &'a R,
    pub meter: Meter,
    text: Box<dyn Fn(&R::Position) -> String + 'a>,
    /// What [`print`] gives for the texts of components.
    prints: FxHashMap<R::Position, u64>,
    held: u64,
}

impl<'a, R: Rules> Wholes<'a, R> {
    /// Sums by some rules; `text` writes a position.
    pub fn new(rules: &'a R, budget: &Budget, text: impl Fn(&R::Position) -> String + 'a) -> Self {
        Self { rules, meter: budget.meter(), text: Box::new(text), prints: FxHashMap::default(), held: 0 }
    }

    /// The sum in its notation: the texts of its components in alphabetical order.
    pub fn text(&self, whole: &[R::Position]) -> String {
        let mut texts: Vec<String> = whole.iter().map(&self.text).collect();
        texts.sort_unstable();
        texts.join(" + ")
    }

    /// The [`print`] of the text of a sum, without writing it: most sums are not claimed, and this tells so quickly.
    pub fn print(&mut self, whole: &[R::Position]) -> Result<u64, Flaw> {
        let mut sum = 0u64;
        for part in whole {
            let of_part = match self.prints.get(part) {
                Some(&known) => known,
                None => {
                    let made = print(&(self.text)(part));
                    self.hold(self.rules.position_bytes(part) as u64 + 32)?;
                    self.prints.insert(part.clone(), made);
                    made
                }
            };
            sum = sum.wrapping_add(of_part);
        }
        Ok(sum)
    }

    /// Counts bytes against the budget until the end.
    pub fn hold(&mut self, bytes: u64) -> Result<(), Flaw> {
        self.meter.budget().reserve(bytes)?;
        self.held += bytes;
        Ok(())
    }

    /// Gives back what is held.
    #[cfg(feature = "search")]
    pub fn forget(&mut self) {
        self.prints = FxHashMap::default();
        self.meter.budget().release(std::mem::take(&mut self.held));
    }

    /// The sum of some positions.
    pub fn gather(&self, positions: &[R::Position]) -> Vec<R::Position> {
        let mut parts = Vec::new();
        positions.iter().for_each(|position| self.rules.split(position, &mut parts));
        parts.iter_mut().for_each(|part| self.rules.canonicalise(part));
        sorted(parts)
    }

    /// Every move of `player`, each with the component that it is made in; of equal components only one is moved in.
    pub fn moves(&mut self, whole: &[R::Position], player: Player) -> Result<Vec<(usize, R::Move)>, Flaw> {
        let (mut all, mut moves) = (Vec::new(), Vec::new());
        for (at, part) in whole.iter().enumerate() {
            if at > 0 && whole[at - 1] == *part {
                continue;
            }
            listable(self.rules, part)?;
            self.rules.moves(part, player, &mut moves)?;
            self.meter.steps(1 + moves.len() as u64)?;
            all.extend(moves.drain(..).map(|played| (at, played)));
        }
        Ok(all)
    }

    /// The sum that a move leads to.
    pub fn after(&self, whole: &[R::Position], (at, played): &(usize, R::Move)) -> Vec<R::Position> {
        let mut option = whole[*at].clone();
        self.rules.play(&mut option, played);
        let mut parts = self.gather(&[option]);
        parts.extend(whole[..*at].iter().chain(&whole[at + 1..]).cloned());
        sorted(parts)
    }

    /// Every sum that a move of `player` leads to.
    pub fn options(&mut self, whole: &[R::Position], player: Player) -> Result<Vec<Vec<R::Position>>, Flaw> {
        let moves = self.moves(whole, player)?;
        Ok(moves.iter().map(|played| self.after(whole, played)).collect())
    }

    /// Bytes that a sum takes.
    pub fn bytes(&self, whole: &[R::Position]) -> u64 {
        whole.iter().map(|part| self.rules.position_bytes(part) as u64).sum::<u64>() + 48
    }
}

impl<R: Rules> Drop for Wholes<'_, R> {
    fn drop(&mut self) {
        self.meter.budget().release(self.held);
    }
}

/// A number by which texts of sums can be told apart, as a rule, that does not depend on the order of the summands.
pub(super) fn print(text: &str) -> u64 {
    // The sum of nothing has no summand.
    if text.is_empty() {
        return 0;
    }
    text.split(" + ").fold(0, |sum: u64, piece| sum.wrapping_add(FxBuildHasher.hash_one(piece)))
}

fn sorted<P: std::hash::Hash>(mut parts: Vec<P>) -> Vec<P> {
    if parts.len() > 1 {
        parts.sort_by_cached_key(|part| FxBuildHasher.hash_one(part));
    }
    parts
}
