//! Sums of components as the checker compares them.

use super::{Components, Face, Flaw, Numbered};
use crate::{Position, Subject, Sum};
use grundy_budget::{Budget, Meter};
use grundy_game::Player;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use std::rc::Rc;

/// A sum is the list of the numbers of its components, in the order of their hashes: two equal sums are equal lists, and the
/// order in which moves are looked at does not depend on what was met before.
pub(crate) struct Wholes<C: Components + ?Sized> {
    pub components: Box<C>,
    pub meter: Meter,
    /// For each component met, its hash, and what [`print`] gives for its text.
    marks: FxHashMap<u32, (u64, u64)>,
    /// What the moves of a player in a component lead to.
    options: FxHashMap<(u32, Player), Rc<[Vec<u32>]>>,
    held: u64,
}

/// The components of a sum of positions of different games.
pub(crate) fn of_sum<'a>(parts: &[Box<dyn Subject>], budget: &Budget) -> Numbered<'a, Sum> {
    let face = Face {
        text: Box::new(|parts: &Vec<Box<dyn Subject>>| Position::new(parts.clone()).to_string()),
        own: Box::new(|subject| Some(vec![subject.duplicate()])),
    };
    let top = parts.iter().map(|part| vec![part.clone()]).collect();
    Numbered::new(Sum::shared(parts), top, face, budget)
}

impl<C: Components + ?Sized> Wholes<C> {
    /// Sums of some components.
    pub fn new(components: Box<C>, budget: &Budget) -> Self {
        let (marks, options) = (FxHashMap::default(), FxHashMap::default());
        Self { components, meter: budget.meter(), marks, options, held: 0 }
    }

    /// The sum in its notation: the texts of its components in alphabetical order.
    pub fn text(&self, whole: &[u32]) -> String {
        let mut texts: Vec<String> = whole.iter().map(|&part| self.components.text(part)).collect();
        texts.sort_unstable();
        texts.join(" + ")
    }

    /// The hash of a component, and the [`print`] of its text.
    fn mark(&mut self, component: u32) -> Result<(u64, u64), Flaw> {
        if let Some(&mark) = self.marks.get(&component) {
            return Ok(mark);
        }
        let mark = (self.components.hash(component), print(&self.components.text(component)));
        self.hold(32)?;
        self.marks.insert(component, mark);
        Ok(mark)
    }

    /// The [`print`] of the text of a sum, without writing it: most sums are not claimed, and this tells so quickly.
    pub fn print(&mut self, whole: &[u32]) -> Result<u64, Flaw> {
        whole.iter().try_fold(0u64, |sum, &part| Ok(sum.wrapping_add(self.mark(part)?.1)))
    }

    /// Counts bytes against the budget until the end.
    pub fn hold(&mut self, bytes: u64) -> Result<(), Flaw> {
        self.meter.budget().reserve(bytes)?;
        self.held += bytes;
        Ok(())
    }

    /// The sum at the top.
    pub fn top(&mut self) -> Result<Vec<u32>, Flaw> {
        let parts = self.components.top()?;
        self.sorted(parts)
    }

    /// For each component, what the moves of `player` in it lead to; of equal components only one is moved in.
    pub fn moves(&mut self, whole: &[u32], player: Player) -> Result<Vec<(usize, Rc<[Vec<u32>]>)>, Flaw> {
        let mut moves = Vec::with_capacity(whole.len());
        for (at, &part) in whole.iter().enumerate() {
            if at == 0 || whole[at - 1] != part {
                moves.push((at, self.options_of(part, player)?));
            }
        }
        Ok(moves)
    }

    fn options_of(&mut self, component: u32, player: Player) -> Result<Rc<[Vec<u32>]>, Flaw> {
        if let Some(known) = self.options.get(&(component, player)) {
            self.meter.step()?;
            return Ok(Rc::clone(known));
        }
        let options: Rc<[Vec<u32>]> = self.components.options(component, player)?.into();
        let bytes: usize = options.iter().map(|option| size_of::<Vec<u32>>() + 4 * option.len()).sum();
        self.hold(bytes as u64 + 32)?;
        self.options.insert((component, player), Rc::clone(&options));
        Ok(options)
    }

    /// The sum with a component replaced by what a move in it leads to.
    pub fn after(&mut self, whole: &[u32], at: usize, option: &[u32]) -> Result<Vec<u32>, Flaw> {
        let mut parts = option.to_vec();
        parts.extend(whole[..at].iter().chain(&whole[at + 1..]));
        self.sorted(parts)
    }

    /// Every sum that a move of `player` leads to.
    pub fn options(&mut self, whole: &[u32], player: Player) -> Result<Vec<Vec<u32>>, Flaw> {
        let mut list = Vec::new();
        for (at, options) in self.moves(whole, player)? {
            for option in options.iter() {
                list.push(self.after(whole, at, option)?);
            }
        }
        Ok(list)
    }

    fn sorted(&mut self, mut parts: Vec<u32>) -> Result<Vec<u32>, Flaw> {
        if parts.len() > 1 {
            let marked = parts.iter().map(|&part| Ok((self.mark(part)?.0, part)));
            let mut marked = marked.collect::<Result<Vec<_>, Flaw>>()?;
            marked.sort_unstable();
            parts.iter_mut().zip(marked).for_each(|(part, (_, sorted))| *part = sorted);
        }
        Ok(parts)
    }
}

impl<C: Components + ?Sized> Drop for Wholes<C> {
    fn drop(&mut self) {
        self.meter.budget().release(self.held);
    }
}

/// Bytes that a sum takes.
pub(crate) fn bytes(whole: &[u32]) -> u64 {
    4 * whole.len() as u64 + 48
}

/// A number by which texts of sums can be told apart, as a rule, that does not depend on the order of the summands.
pub(super) fn print(text: &str) -> u64 {
    // The sum of nothing has no summand.
    if text.is_empty() {
        return 0;
    }
    text.split(" + ").fold(0, |sum: u64, piece| sum.wrapping_add(FxBuildHasher.hash_one(piece)))
}
