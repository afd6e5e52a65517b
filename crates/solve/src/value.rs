//! Values of partisan positions by depth-first search with a table.

use crate::listing::list;
use crate::{Settings, Stop};
use grundy_budget::Meter;
use grundy_game::{PartisanHints, Player};
use grundy_value::{Store, Value};
use rustc_hash::FxHashMap;

/// A search for canonical forms that remembers every component it has met.
///
/// Positions are split into components, each replaced by the representative of its class under symmetries and swaps of
/// the players; the value of a component is the canonical form of {values of Left's options | values of Right's}. The
/// stack is explicit, so deep games cannot overflow it. All calls on one search must pass the same store.
pub struct ValueSearch<'a, R: PartisanHints> {
    rules: &'a R,
    table: FxHashMap<R::Position, Value>,
    meter: Meter,
    theorems: bool,
    reserved: u64,
    moves: Vec<R::Move>,
    values: Vec<Value>,
    parts: Vec<R::Position>,
    /// Parts met lately, as they stood: most options of neighbouring positions share theirs, and finding them here saves
    /// the search for their representatives.
    recent: FxHashMap<R::Position, Value>,
}

/// Most parts in the short memory.
const RECENT: usize = 1 << 15;

struct Frame<P> {
    position: P,
    first_move: usize,
    first_right_move: usize,
    next_move: usize,
    first_value: usize,
}

/// Why an option has no value yet.
enum Lack<P> {
    /// This component of it must be searched first.
    Component(P),
    Stop(Stop),
}

impl<'a, R: PartisanHints> ValueSearch<'a, R> {
    /// A search with an empty table; `theorems` lets it use closed forms of the positions it meets.
    pub fn new(rules: &'a R, settings: &Settings, theorems: bool) -> Self {
        Self {
            rules,
            table: FxHashMap::default(),
            meter: settings.budget.meter(),
            theorems,
            reserved: 0,
            moves: Vec::new(),
            values: Vec::new(),
            parts: Vec::new(),
            recent: FxHashMap::default(),
        }
    }

    /// The value of `position`.
    pub fn value(&mut self, store: &mut Store, position: &R::Position) -> Result<Value, Stop> {
        loop {
            let part = match self.by_parts(store, position) {
                Ok(value) => return Ok(value),
                Err(Lack::Component(part)) => part,
                Err(Lack::Stop(stop)) => return Err(stop),
            };
            let (moves, values) = (self.moves.len(), self.values.len());
            if let Err(stop) = self.component(store, part) {
                self.moves.truncate(moves);
                self.values.truncate(values);
                return Err(stop);
            }
        }
    }

    /// Components in the table.
    pub fn components(&self) -> usize {
        self.table.len()
    }

    fn component(&mut self, store: &mut Store, root: R::Position) -> Result<(), Stop> {
        let mut stack = vec![self.open(root)?];
        while let Some(frame) = stack.last_mut() {
            if frame.next_move == self.moves.len() {
                if let Some(frame) = stack.pop() {
                    self.close(store, frame)?;
                }
                continue;
            }
            let mut option = frame.position.clone();
            self.rules.play(&mut option, &self.moves[frame.next_move]);
            match self.by_parts(store, &option) {
                Ok(value) => {
                    self.values.push(value);
                    frame.next_move += 1;
                }
                Err(Lack::Component(part)) => {
                    let child = self.open(part)?;
                    if stack.len() == stack.capacity() {
                        // The list doubles, and for a moment the old one is there too.
                        let bytes = 2 * stack.capacity() * size_of::<Frame<R::Position>>();
                        self.meter.budget().afford(bytes as u64)?;
                    }
                    stack.push(child);
                }
                Err(Lack::Stop(stop)) => return Err(stop),
            }
        }
        Ok(())
    }

    fn open(&mut self, position: R::Position) -> Result<Frame<R::Position>, Stop> {
        let first_move = self.moves.len();
        list(self.rules, &position, Player::Left, self.meter.budget(), &mut self.moves)?;
        let first_right_move = self.moves.len();
        list(self.rules, &position, Player::Right, self.meter.budget(), &mut self.moves)?;
        // Every option will be looked at, so it counts.
        self.meter.steps(1 + (self.moves.len() - first_move) as u64)?;
        Ok(Frame { position, first_move, first_right_move, next_move: first_move, first_value: self.values.len() })
    }

    fn close(&mut self, store: &mut Store, frame: Frame<R::Position>) -> Result<(), Stop> {
        let (left, right) = self.values[frame.first_value..].split_at(frame.first_right_move - frame.first_move);
        let value = store.form(left, right)?;
        self.values.truncate(frame.first_value);
        self.moves.truncate(frame.first_move);
        let bytes = (self.rules.position_bytes(&frame.position) + size_of::<Value>() + 1) as u64 * 8 / 7;
        self.meter.budget().reserve(bytes)?;
        self.reserved += bytes;
        self.table.insert(frame.position, value);
        Ok(())
    }

    /// The sum of the values of the components, all of which must be known.
    fn by_parts(&mut self, store: &mut Store, position: &R::Position) -> Result<Value, Lack<R::Position>> {
        let mut parts = std::mem::take(&mut self.parts);
        parts.clear();
        self.rules.split(position, &mut parts);
        let mut total = Value::ZERO;
        let mut lack = None;
        for part in parts.drain(..) {
            let value = match self.recent.get(&part) {
                Some(&value) => Ok(value),
                None => self.part(store, part),
            };
            match value.and_then(|value| add(store, total, value).map_err(Lack::Stop)) {
                Ok(sum) => total = sum,
                Err(found) => {
                    lack = Some(found);
                    break;
                }
            }
        }
        self.parts = parts;
        lack.map_or(Ok(total), Err)
    }

    fn part(&mut self, store: &mut Store, part: R::Position) -> Result<Value, Lack<R::Position>> {
        let mut image = part.clone();
        let negative = self.rules.canonicalise_up_to_sign(&mut image);
        let Some(value) = self.known(store, &image).map_err(Lack::Stop)? else { return Err(Lack::Component(image)) };
        let value = if negative { store.negative(value).map_err(|error| Lack::Stop(error.into()))? } else { value };
        if self.recent.len() >= RECENT {
            self.recent.clear();
        }
        self.recent.insert(part, value);
        Ok(value)
    }

    fn known(&self, store: &mut Store, part: &R::Position) -> Result<Option<Value>, Stop> {
        match self.table.get(part) {
            Some(&value) => Ok(Some(value)),
            None if self.theorems => Ok(self.rules.closed_value(part, store)?),
            None => Ok(None),
        }
    }
}

fn add(store: &mut Store, total: Value, value: Value) -> Result<Value, Stop> {
    Ok(if total == Value::ZERO { value } else { store.sum(total, value)? })
}

impl<R: PartisanHints> Drop for ValueSearch<'_, R> {
    fn drop(&mut self) {
        self.meter.budget().release(self.reserved);
    }
}
