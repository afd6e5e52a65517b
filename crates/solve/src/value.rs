//! Values of partisan positions by depth-first search with a table.

mod known;

use self::known::{Components, Recent, Sought};
use crate::listing::list;
use crate::{Settings, Stop};
use grundy_budget::{Budget, Exhausted, Meter};
use grundy_game::{PartisanHints, Player};
use grundy_value::{Store, Value};
use std::ops::Range;

/// A search for canonical forms that remembers every component it has met.
///
/// Positions are split into components, each replaced by the representative of its class under symmetries and swaps of
/// the players; the value of a component is the canonical form of {values of Left's options | values of Right's}. The
/// stack is explicit, so deep games cannot overflow it. All calls on one search must pass the same store.
pub struct ValueSearch<'a, R: PartisanHints> {
    rules: &'a R,
    known: Components<R::Position>,
    recent: Recent<R::Position>,
    meter: Meter,
    theorems: bool,
    reserved: u64,
    /// The components of all options of the positions under way.
    links: Vec<Link>,
    /// Those of them that had no value when their position was met.
    open: Vec<R::Position>,
    moves: Vec<R::Move>,
    parts: Vec<R::Position>,
    sought: Vec<Sought<R::Position>>,
    values: Vec<Value>,
    /// The first two components of options, which options these are, and the further components of options.
    pairs: Vec<(Value, Value)>,
    paired: Vec<usize>,
    further: Vec<(usize, Value)>,
}

/// A position under way; everything it has in the lists lies from these places on.
struct Frame<P> {
    /// The component it is; `None` for the position asked about.
    component: Option<P>,
    first_link: usize,
    first_right_link: usize,
    /// Links before this one have values.
    next_link: usize,
    first_open: usize,
}

/// A component of an option.
#[derive(Clone, Copy)]
struct Link {
    part: Part,
    /// Whether it is the last one of its option.
    last: bool,
}

#[derive(Clone, Copy)]
enum Part {
    Known(Value),
    /// Its representative is at this place of the open ones.
    Open {
        place: u32,
        negative: bool,
    },
}

impl<'a, R: PartisanHints> ValueSearch<'a, R> {
    /// A search with an empty table; `theorems` lets it use closed forms of the positions it meets.
    pub fn new(rules: &'a R, settings: &Settings, theorems: bool) -> Self {
        Self {
            rules,
            known: Components::new(),
            recent: Recent::new(),
            meter: settings.budget.meter(),
            theorems,
            reserved: 0,
            links: Vec::new(),
            open: Vec::new(),
            moves: Vec::new(),
            parts: Vec::new(),
            sought: Vec::new(),
            values: Vec::new(),
            pairs: Vec::new(),
            paired: Vec::new(),
            further: Vec::new(),
        }
    }

    /// The value of `position`.
    pub fn value(&mut self, store: &mut Store, position: &R::Position) -> Result<Value, Stop> {
        let result = self.search(store, position);
        self.links.clear();
        self.open.clear();
        self.sought.clear();
        self.moves.clear();
        result
    }

    /// Components in the table.
    pub fn components(&self) -> usize {
        self.known.len()
    }

    fn search(&mut self, store: &mut Store, position: &R::Position) -> Result<Value, Stop> {
        self.link(position)?;
        self.look_up(store)?;
        let first_right_link = self.links.len();
        let mut stack = Vec::new();
        let mut frame = Frame { component: None, first_link: 0, first_right_link, next_link: 0, first_open: 0 };
        loop {
            if let Some(part) = self.lacking(store, &mut frame)? {
                let child = self.enter(store, part)?;
                room(&mut stack, 1, self.meter.budget())?;
                stack.push(std::mem::replace(&mut frame, child));
                continue;
            }
            let value = self.reckon(store, &frame)?;
            let Some(component) = frame.component else { return Ok(value) };
            self.links.truncate(frame.first_link);
            self.open.truncate(frame.first_open);
            self.learn(component, value)?;
            let Some(parent) = stack.pop() else { return Err(Stop::contradiction()) };
            frame = parent;
        }
    }

    /// The first component of a position's options that has no value yet.
    fn lacking(&mut self, store: &mut Store, frame: &mut Frame<R::Position>) -> Result<Option<R::Position>, Stop> {
        while let Some(link) = self.links.get_mut(frame.next_link) {
            if let Part::Open { place, negative } = link.part {
                let part = &self.open[place as usize];
                let Some(value) = self.known.find(part, self.rules.packed(part)) else { return Ok(Some(part.clone())) };
                link.part = Part::Known(signed(store, value, negative)?);
            }
            frame.next_link += 1;
        }
        Ok(None)
    }

    /// Lists the options of a component and links them to what is known.
    fn enter(&mut self, store: &mut Store, position: R::Position) -> Result<Frame<R::Position>, Stop> {
        let (first_link, first_open) = (self.links.len(), self.open.len());
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        list(self.rules, &position, Player::Left, self.meter.budget(), &mut moves)?;
        let left = moves.len();
        list(self.rules, &position, Player::Right, self.meter.budget(), &mut moves)?;
        // Every option will be looked at, so it counts.
        self.meter.steps(1 + moves.len() as u64)?;
        let mut first_right_link = first_link;
        for (at, played) in moves.iter().enumerate() {
            if at == left {
                first_right_link = self.links.len();
            }
            let mut option = position.clone();
            self.rules.play(&mut option, played);
            self.link(&option)?;
        }
        if left == moves.len() {
            first_right_link = self.links.len();
        }
        self.moves = moves;
        self.look_up(store)?;
        Ok(Frame { component: Some(position), first_link, first_right_link, next_link: first_link, first_open })
    }

    /// Appends the components of an option; what was not met lately is sought.
    fn link(&mut self, option: &R::Position) -> Result<(), Stop> {
        let mut parts = std::mem::take(&mut self.parts);
        parts.clear();
        self.rules.split(option, &mut parts);
        room(&mut self.links, parts.len() + 1, self.meter.budget())?;
        room(&mut self.sought, parts.len(), self.meter.budget())?;
        if parts.is_empty() {
            self.links.push(Link { part: Part::Known(Value::ZERO), last: true });
        }
        let last = parts.len();
        for (at, part) in (1..).zip(parts.drain(..)) {
            let packed = self.rules.packed(&part);
            let part = if let Some(value) = self.recent.get(&part, packed) {
                Part::Known(value)
            } else {
                let mut image = part.clone();
                let negative = self.rules.canonicalise_up_to_sign(&mut image);
                let image = (self.rules.packed(&image), image);
                self.sought.push(Sought::new((packed, part), image, negative, self.links.len()));
                // `look_up` puts in its place what is found.
                Part::Open { place: u32::MAX, negative }
            };
            self.links.push(Link { part, last: at == last });
        }
        self.parts = parts;
        Ok(())
    }

    /// Gives everything that is sought its value, or a place among what is open.
    fn look_up(&mut self, store: &mut Store) -> Result<(), Stop> {
        let mut sought = std::mem::take(&mut self.sought);
        self.known.prepare(&mut sought);
        room(&mut self.open, sought.len(), self.meter.budget())?;
        for sought in sought.drain(..) {
            let value = match self.known.found(&sought) {
                None if self.theorems => self.rules.closed_value(&sought.image.1, store)?,
                found => found,
            };
            self.links[sought.link].part = if let Some(value) = value {
                let value = signed(store, value, sought.negative)?;
                self.recent.put(sought.part, value, self.known.len());
                Part::Known(value)
            } else {
                self.open.push(sought.image.1);
                Part::Open { place: self.open.len() as u32 - 1, negative: sought.negative }
            };
        }
        self.sought = sought;
        Ok(())
    }

    /// The value of a position whose links all have values: that of the game of its options, or their sum for the position asked
    /// about.
    fn reckon(&mut self, store: &mut Store, frame: &Frame<R::Position>) -> Result<Value, Stop> {
        let mut values = std::mem::take(&mut self.values);
        values.clear();
        self.sums(store, frame.first_link..frame.first_right_link, &mut values)?;
        let left = values.len();
        self.sums(store, frame.first_right_link..self.links.len(), &mut values)?;
        let value = match (&frame.component, values.as_slice()) {
            (Some(_), options) => store.form(&options[..left], &options[left..])?,
            (None, &[value]) => value,
            (None, _) => return Err(Stop::contradiction()),
        };
        self.values = values;
        Ok(value)
    }

    /// Appends the values of the options whose links are in a range: sums of the values of their components, all of which must
    /// be known.
    fn sums(&mut self, store: &mut Store, links: Range<usize>, values: &mut Vec<Value>) -> Result<(), Stop> {
        self.pairs.clear();
        self.paired.clear();
        self.further.clear();
        let mut parts = 0;
        for link in &self.links[links] {
            let Part::Known(value) = link.part else { return Err(Stop::contradiction()) };
            match (parts, values.len(), values.last()) {
                (0, ..) => values.push(value),
                (1, option, Some(&first)) => {
                    self.pairs.push((first, value));
                    self.paired.push(option - 1);
                }
                (_, option, _) => self.further.push((option - 1, value)),
            }
            parts = if link.last { 0 } else { parts + 1 };
        }
        store.sum_pairs(&mut self.pairs)?;
        for (&option, &(sum, _)) in self.paired.iter().zip(&self.pairs) {
            values[option] = sum;
        }
        for &(option, value) in &self.further {
            values[option] = store.sum(values[option], value)?;
        }
        Ok(())
    }

    fn learn(&mut self, component: R::Position, value: Value) -> Result<(), Stop> {
        let packed = self.rules.packed(&component);
        let outside = match packed {
            Some(_) => 0,
            None => self.rules.position_bytes(&component).saturating_sub(size_of::<R::Position>()),
        };
        let bytes = (outside + Components::<R::Position>::bytes(packed)) as u64;
        self.meter.budget().reserve(bytes)?;
        self.reserved += bytes;
        Ok(self.known.insert(component, packed, value, self.meter.budget())?)
    }
}

/// The value, or its negative.
fn signed(store: &mut Store, value: Value, negative: bool) -> Result<Value, Stop> {
    Ok(if negative { store.negative(value)? } else { value })
}

/// Makes room for more in a list; while it grows, the old one is there too.
fn room<T>(list: &mut Vec<T>, more: usize, budget: &Budget) -> Result<(), Exhausted> {
    if list.capacity() - list.len() < more {
        let larger = (list.capacity() * 2).max(list.len() + more);
        budget.afford((larger * size_of::<T>()) as u64)?;
        list.reserve(more);
    }
    Ok(())
}

impl<R: PartisanHints> Drop for ValueSearch<'_, R> {
    fn drop(&mut self) {
        self.meter.budget().release(self.reserved);
    }
}
