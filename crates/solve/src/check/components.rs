//! What a checker knows of the rules of a game.

use super::Flaw;
use crate::Subject;
use crate::listing::listable;
use grundy_budget::{Budget, Exhausted, Meter};
use grundy_game::{Player, Rules};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use std::rc::Rc;

/// The components that a proof comes to, by number: two have the same number when they are the same position. Checkers know
/// components by their numbers alone, so that they are compiled once for all games.
pub trait Components {
    /// The components of the position at the top, each in canonical form.
    fn top(&mut self) -> Result<Vec<u32>, Exhausted>;
    /// The number of a position as it stands; `None` when it is one of another game.
    fn find(&mut self, subject: &dyn Subject) -> Result<Option<u32>, Exhausted>;
    /// The components, in canonical form, of what each move of `player` in a component leads to, in the order of the game.
    fn options(&mut self, component: u32, player: Player) -> Result<Vec<Vec<u32>>, Flaw>;
    /// Whether it is known that every play ends, and not only believed.
    fn surely_end(&self) -> bool;
    /// A component in its notation.
    fn text(&self, component: u32) -> String;
    /// A hash of a component, which does not depend on its number.
    fn hash(&self, component: u32) -> u64;
}

/// The components of positions by some rules.
pub(crate) struct Numbered<'a, R: Rules> {
    rules: &'a R,
    top: Vec<R::Position>,
    face: Face<'a, R::Position>,
    list: Vec<Rc<R::Position>>,
    numbers: FxHashMap<Rc<R::Position>, u32>,
    moves: Vec<R::Move>,
    meter: Meter,
    held: u64,
}

/// How positions are written, and found behind their object-safe face.
pub(crate) struct Face<'a, P> {
    pub text: Box<dyn Fn(&P) -> String + 'a>,
    pub own: Box<dyn Fn(&dyn Subject) -> Option<P> + 'a>,
}

impl<'a, R: Rules> Numbered<'a, R> {
    /// Components by some rules, none of them met yet, of the sum of the positions at the top.
    pub fn new(rules: &'a R, top: Vec<R::Position>, face: Face<'a, R::Position>, budget: &Budget) -> Self {
        let (list, numbers, moves) = (Vec::new(), FxHashMap::default(), Vec::new());
        Self { rules, top, face, list, numbers, moves, meter: budget.meter(), held: 0 }
    }

    /// The component with a number.
    pub fn position(&self, component: u32) -> &R::Position {
        &self.list[component as usize]
    }

    fn number(&mut self, position: R::Position) -> Result<u32, Exhausted> {
        if let Some(&number) = self.numbers.get(&position) {
            return Ok(number);
        }
        let bytes = self.rules.position_bytes(&position) as u64 + 48;
        self.meter.budget().reserve(bytes)?;
        self.held += bytes;
        let number = u32::try_from(self.list.len()).map_err(|_| Exhausted::Memory)?;
        let position = Rc::new(position);
        self.list.push(Rc::clone(&position));
        self.numbers.insert(position, number);
        Ok(number)
    }

    /// The components of a position, in canonical form.
    fn gather(&mut self, position: &R::Position) -> Result<Vec<u32>, Exhausted> {
        let mut parts = Vec::new();
        self.rules.split(position, &mut parts);
        let mut numbers = Vec::with_capacity(parts.len());
        for mut part in parts {
            self.rules.canonicalise(&mut part);
            numbers.push(self.number(part)?);
        }
        Ok(numbers)
    }
}

impl<R: Rules> Components for Numbered<'_, R> {
    fn top(&mut self) -> Result<Vec<u32>, Exhausted> {
        let mut numbers = Vec::new();
        for position in self.top.clone() {
            numbers.extend(self.gather(&position)?);
        }
        Ok(numbers)
    }

    fn find(&mut self, subject: &dyn Subject) -> Result<Option<u32>, Exhausted> {
        (self.face.own)(subject).map(|position| self.number(position)).transpose()
    }

    fn options(&mut self, component: u32, player: Player) -> Result<Vec<Vec<u32>>, Flaw> {
        let position = Rc::clone(&self.list[component as usize]);
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let listed = listable(self.rules, &position).and_then(|()| self.rules.moves(&position, player, &mut moves));
        listed.map_err(|refusal| refusal.of(|| self.text(component)))?;
        self.meter.steps(1 + moves.len() as u64)?;
        self.meter.budget().afford(moves.len() as u64 * 48)?;
        let mut options = Vec::with_capacity(moves.len());
        for played in &moves {
            let mut option = R::Position::clone(&position);
            self.rules.play(&mut option, played);
            options.push(self.gather(&option)?);
        }
        self.moves = moves;
        Ok(options)
    }

    fn surely_end(&self) -> bool {
        self.rules.surely_ends()
    }

    fn text(&self, component: u32) -> String {
        (self.face.text)(self.position(component))
    }

    fn hash(&self, component: u32) -> u64 {
        FxBuildHasher.hash_one(self.position(component))
    }
}

impl<R: Rules> Drop for Numbered<'_, R> {
    fn drop(&mut self) {
        self.meter.budget().release(self.held);
    }
}
