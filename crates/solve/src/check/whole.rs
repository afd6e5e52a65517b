//! Sums of components as the checker compares them.

use super::Flaw;
use crate::listing::listable;
use grundy_budget::{Budget, Meter};
use grundy_game::{Player, Rules};
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// The rules of a game, as far as sums of its components need them. A sum is the list of its components, each in canonical
/// form, in the order of their hashes: two equal sums are equal lists. (Where different components have one hash, two equal
/// sums may be different lists; then a claim is not found, and nothing false is believed.)
pub(crate) struct Wholes<'a, R: Rules> {
    pub rules: &'a R,
    pub meter: Meter,
    text: Box<dyn Fn(&R::Position) -> String + 'a>,
}

impl<'a, R: Rules> Wholes<'a, R> {
    /// Sums by some rules; `text` writes a position.
    pub fn new(rules: &'a R, budget: &Budget, text: impl Fn(&R::Position) -> String + 'a) -> Self {
        Self { rules, meter: budget.meter(), text: Box::new(text) }
    }

    /// The sum in its notation: the texts of its components in alphabetical order.
    pub fn text(&self, whole: &[R::Position]) -> String {
        let mut texts: Vec<String> = whole.iter().map(&self.text).collect();
        texts.sort_unstable();
        texts.join(" + ")
    }

    /// The sum of some positions.
    pub fn gather(&self, positions: &[R::Position]) -> Vec<R::Position> {
        let mut parts = Vec::new();
        positions.iter().for_each(|position| self.rules.split(position, &mut parts));
        parts.iter_mut().for_each(|part| self.rules.canonicalise(part));
        sorted(parts)
    }

    /// Every sum that a move of `player` leads to; of equal components only one is moved in.
    pub fn options(&mut self, whole: &[R::Position], player: Player) -> Result<Vec<Vec<R::Position>>, Flaw> {
        let mut options = Vec::new();
        let mut moves = Vec::new();
        for (at, part) in whole.iter().enumerate() {
            if at > 0 && whole[at - 1] == *part {
                continue;
            }
            moves.clear();
            listable(self.rules, part)?;
            self.rules.moves(part, player, &mut moves)?;
            self.meter.steps(1 + moves.len() as u64)?;
            for played in &moves {
                let mut option = part.clone();
                self.rules.play(&mut option, played);
                let mut parts = self.gather(&[option]);
                parts.extend(whole[..at].iter().chain(&whole[at + 1..]).cloned());
                options.push(sorted(parts));
            }
        }
        Ok(options)
    }

    /// Bytes that a sum takes.
    pub fn bytes(&self, whole: &[R::Position]) -> u64 {
        whole.iter().map(|part| self.rules.position_bytes(part) as u64).sum::<u64>() + 48
    }
}

fn sorted<P: std::hash::Hash>(mut parts: Vec<P>) -> Vec<P> {
    if parts.len() > 1 {
        parts.sort_by_cached_key(|part| FxBuildHasher.hash_one(part));
    }
    parts
}
