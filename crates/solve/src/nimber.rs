//! Nimbers of impartial positions by depth-first search with a table.

use crate::{Engine, Stop};
use grundy_budget::Meter;
use grundy_game::{Player, Rules};
use rustc_hash::FxHashMap;

/// A search for nimbers that remembers every component it has met.
///
/// Positions are split into components, each replaced by its canonical representative; the nimber of a component is the
/// mex of its options' nimbers (Sprague 1935, Grundy 1939). The stack is explicit, so deep games cannot overflow it.
pub struct NimberSearch<'a, R: Rules> {
    rules: &'a R,
    table: FxHashMap<R::Position, u64>,
    meter: Meter,
    theorems: bool,
    reserved: u64,
    moves: Vec<R::Move>,
    parts: Vec<R::Position>,
}

struct Frame<P> {
    position: P,
    first_move: usize,
    next_move: usize,
    seen: NimberSet,
}

impl<'a, R: Rules> NimberSearch<'a, R> {
    /// A search with an empty table; `theorems` lets it use closed forms of the positions it meets.
    pub fn new(rules: &'a R, engine: &Engine, theorems: bool) -> Self {
        let meter = engine.budget.meter();
        Self { rules, table: FxHashMap::default(), meter, theorems, reserved: 0, moves: Vec::new(), parts: Vec::new() }
    }

    /// The nimber of `position`.
    pub fn nimber(&mut self, position: &R::Position) -> Result<u64, Stop> {
        let mut simple = position.clone();
        if self.theorems {
            self.rules.simplify(&mut simple);
        }
        let mut parts = Vec::new();
        self.rules.split(&simple, &mut parts);
        let mut total = 0;
        for mut part in parts {
            self.rules.canonicalise(&mut part);
            total ^= self.component(part)?;
        }
        Ok(total)
    }

    fn known(&mut self, part: &R::Position) -> Option<u64> {
        if let Some(&nimber) = self.table.get(part) {
            return Some(nimber);
        }
        if self.theorems { self.rules.closed_form(part) } else { None }
    }

    fn component(&mut self, root: R::Position) -> Result<u64, Stop> {
        if let Some(nimber) = self.known(&root) {
            return Ok(nimber);
        }
        let base = self.moves.len();
        let mut stack = vec![self.open(root)?];
        let mut last = 0;
        while let Some(mut frame) = stack.pop() {
            if frame.next_move == self.moves.len() {
                last = frame.seen.mex();
                self.moves.truncate(frame.first_move);
                self.remember(frame.position, last)?;
                continue;
            }
            match self.try_option(&frame) {
                Ok(nimber) => {
                    frame.seen.insert(nimber);
                    frame.next_move += 1;
                    stack.push(frame);
                }
                Err(missing) => {
                    let child = self.open(missing)?;
                    stack.push(frame);
                    stack.push(child);
                }
            }
        }
        debug_assert_eq!(self.moves.len(), base);
        Ok(last)
    }

    fn open(&mut self, position: R::Position) -> Result<Frame<R::Position>, Stop> {
        self.meter.step()?;
        let first_move = self.moves.len();
        self.rules.moves(&position, Player::Left, &mut self.moves);
        Ok(Frame { position, first_move, next_move: first_move, seen: NimberSet::default() })
    }

    /// The nimber of the option of `frame` in turn, or a component of it that must be searched first.
    fn try_option(&mut self, frame: &Frame<R::Position>) -> Result<u64, R::Position> {
        let mut option = frame.position.clone();
        self.rules.play(&mut option, &self.moves[frame.next_move]);
        if self.theorems {
            self.rules.simplify(&mut option);
        }
        let mut parts = std::mem::take(&mut self.parts);
        parts.clear();
        self.rules.split(&option, &mut parts);
        let mut total = 0;
        let mut missing = None;
        for mut part in parts.drain(..) {
            self.rules.canonicalise(&mut part);
            match self.known(&part) {
                Some(nimber) => total ^= nimber,
                None => missing = Some(part),
            }
        }
        self.parts = parts;
        missing.map_or(Ok(total), Err)
    }

    fn remember(&mut self, position: R::Position, nimber: u64) -> Result<(), Stop> {
        let bytes = (self.rules.position_bytes(&position) + 9) as u64 * 8 / 7;
        self.meter.budget().reserve(bytes)?;
        self.reserved += bytes;
        self.table.insert(position, nimber);
        Ok(())
    }
}

impl<R: Rules> Drop for NimberSearch<'_, R> {
    fn drop(&mut self) {
        self.meter.budget().release(self.reserved);
    }
}

/// A set of nimbers that knows its mex.
#[derive(Default)]
pub(crate) struct NimberSet {
    words: Vec<u64>,
}

impl NimberSet {
    /// Nimbers of searched positions are at most their number of moves, so the set stays as small as a move list.
    /// Closed forms can give larger ones; those can never be the mex of a position whose moves fit in memory.
    const LARGEST: u64 = 1 << 32;

    pub fn insert(&mut self, nimber: u64) {
        if nimber >= Self::LARGEST {
            return;
        }
        let word = (nimber / 64) as usize;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (nimber % 64);
    }

    /// The least nimber that is not in the set.
    pub fn mex(&self) -> u64 {
        for (index, word) in self.words.iter().enumerate() {
            if *word != u64::MAX {
                return index as u64 * 64 + u64::from(word.trailing_ones());
            }
        }
        self.words.len() as u64 * 64
    }
}
