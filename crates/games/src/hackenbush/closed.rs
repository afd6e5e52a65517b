//! Values of pictures without search: the colon principle over bridges and loops, the fusion principle in green parts.
//!
//! Colon principle: what hangs on a vertex counts by its value alone, so a bridge with something of value x on top is the
//! ordinal sum of the bridge and x. Blocks with cycles are settled when they and all they carry have one colour: green ones
//! fuse to a point on which every edge of a cycle is a loop, and of a single player's colour every edge is one free move.
//! One depth-first walk finds bridges and blocks; linear but for the arithmetic of values.

use super::picture::{Colour, Edges, GROUND, Picture};
use crate::vertex_sets::{least, remove};
use grundy_value::{Dyadic, Store, Value, ValueError};

/// A set of colours, one bit each.
pub type Colours = u8;

/// The bit of one colour.
pub const fn only(colour: Colour) -> Colours {
    1 << colour as u8
}

const BLUE: Colours = only(Colour::Blue);
const RED: Colours = only(Colour::Red);
const GREEN: Colours = only(Colour::Green);

/// What stands on a vertex.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The colours in it.
    pub colours: Colours,
    /// How many edges it has.
    pub edges: i64,
    /// Its nimber, if it is green.
    pub nimber: u64,
    /// Whether there are cycles other than loops.
    pub cycles: bool,
    /// Its value, if it has several colours.
    value: Value,
}

impl Part {
    const NOTHING: Self = Self { colours: 0, edges: 0, nimber: 0, cycles: false, value: Value::ZERO };

    /// The value, whatever the colours.
    pub fn value(&self, store: &mut Store) -> Result<Value, ValueError> {
        match self.colours {
            0 => Ok(Value::ZERO),
            BLUE => store.integer(self.edges),
            RED => store.integer(-self.edges),
            GREEN => store.nimber(self.nimber),
            _ => Ok(self.value),
        }
    }

    /// The union of colours and counts, the nim-sum of nimbers.
    fn beside(&self, other: &Self) -> Self {
        Self {
            colours: self.colours | other.colours,
            edges: self.edges + other.edges,
            nimber: self.nimber ^ other.nimber,
            cycles: self.cycles || other.cycles,
            value: Value::ZERO,
        }
    }

    fn mixed(&self) -> bool {
        !self.colours.is_power_of_two() && self.colours != 0
    }
}

/// A vertex on the way.
#[derive(Clone, Copy)]
struct Visit {
    /// When it was found, from 1; 0 before.
    order: u32,
    /// The earliest vertex that it or one above it has an edge to.
    low: u32,
    /// The edge it was found by.
    from: usize,
    /// What stands on it and is settled.
    part: Part,
    /// The edges of its unfinished block found so far, with all that hangs on them.
    block: Part,
}

/// Bookkeeping of one walk; without a store only the shape is found.
struct Walk<'a> {
    visits: Vec<Visit>,
    store: Option<&'a mut Store>,
}

/// All of `set` as one part, when the principles settle it. Values are computed only if there is a `store`.
pub fn settle<const W: usize>(
    picture: &Picture<W>,
    set: &Edges<W>,
    store: Option<&mut Store>,
) -> Result<Option<Part>, ValueError> {
    let fresh = Visit { order: 0, low: 0, from: 0, part: Part::NOTHING, block: Part::NOTHING };
    let mut walk = Walk { visits: vec![fresh; picture.order()], store };
    let mut left = *set;
    let mut found = 1;
    let mut path = vec![GROUND];
    walk.enter(GROUND, found, usize::MAX);
    while let Some(&vertex) = path.last() {
        if let Some(edge) = least(&picture.at(&left, vertex)) {
            remove(&mut left, edge);
            let to = picture.across(edge, vertex);
            let colour = picture.edges[edge].colour;
            if to == vertex {
                let leaf = walk.over(colour, &Part::NOTHING)?;
                walk.add(vertex, &leaf)?;
            } else if walk.visits[to as usize].order > 0 {
                walk.back_edge(vertex, to, colour);
            } else {
                found += 1;
                walk.enter(to, found, edge);
                path.push(to);
            }
            continue;
        }
        path.pop();
        if let Some(&below) = path.last() {
            let colour = picture.edges[walk.visits[vertex as usize].from].colour;
            if !walk.leave(vertex, below, colour)? {
                return Ok(None);
            }
        }
    }
    Ok(Some(walk.visits[GROUND as usize].part))
}

impl Walk<'_> {
    fn enter(&mut self, vertex: u32, order: u32, from: usize) {
        self.visits[vertex as usize] = Visit { order, low: order, from, part: Part::NOTHING, block: Part::NOTHING };
    }

    fn back_edge(&mut self, vertex: u32, to: u32, colour: Colour) {
        let order = self.visits[to as usize].order;
        let visit = &mut self.visits[vertex as usize];
        visit.low = visit.low.min(order);
        visit.block = visit.block.beside(&single(colour));
    }

    /// Hands what stands on `vertex` down to the vertex below; returns whether it is settled or may still be.
    fn leave(&mut self, vertex: u32, below: u32, colour: Colour) -> Result<bool, ValueError> {
        let Visit { low, part, block, .. } = self.visits[vertex as usize];
        let order = self.visits[below as usize].order;
        if low > order {
            let stalk = self.over(colour, &part)?;
            return self.add(below, &stalk).map(|()| true);
        }
        let block = block.beside(&part).beside(&Part { cycles: true, ..single(colour) });
        if block.mixed() {
            return Ok(false);
        }
        if low == order {
            self.add(below, &block)?;
        } else {
            let visit = &mut self.visits[below as usize];
            visit.low = visit.low.min(low);
            visit.block = visit.block.beside(&block);
        }
        Ok(true)
    }

    /// Adds a settled part to what stands on `vertex`.
    fn add(&mut self, vertex: u32, more: &Part) -> Result<(), ValueError> {
        let part = self.visits[vertex as usize].part;
        let mut sum = part.beside(more);
        if sum.mixed()
            && let Some(store) = &mut self.store
        {
            let (a, b) = (part.value(store)?, more.value(store)?);
            sum.value = store.sum(a, b)?;
        }
        self.visits[vertex as usize].part = sum;
        Ok(())
    }

    /// An edge with `part` on top.
    fn over(&mut self, colour: Colour, part: &Part) -> Result<Part, ValueError> {
        let mut stalk = part.beside(&single(colour));
        stalk.nimber = part.nimber + 1;
        if stalk.mixed()
            && let Some(store) = &mut self.store
        {
            let top = part.value(store)?;
            stalk.value = over(store, colour, top)?;
        }
        Ok(stalk)
    }
}

/// An edge alone.
fn single(colour: Colour) -> Part {
    Part { colours: only(colour), edges: 1, nimber: 1, cycles: false, value: Value::ZERO }
}

/// The ordinal sum of one edge and `top`.
fn over(store: &mut Store, colour: Colour, top: Value) -> Result<Value, ValueError> {
    let number = store.as_number(top).cloned();
    match (colour, number) {
        (Colour::Blue, Some(number)) => store.number(&one_over(&number)),
        (Colour::Red, Some(number)) => store.number(&-&one_over(&-&number)),
        (Colour::Blue, None) => {
            let base = store.integer(1)?;
            store.ordinal_sum(base, top)
        }
        (Colour::Red, None) => {
            let base = store.integer(-1)?;
            store.ordinal_sum(base, top)
        }
        (Colour::Green, _) => match store.as_nimber(top).and_then(|nimber| nimber.checked_add(1)) {
            Some(nimber) => store.nimber(nimber),
            None => store.ordinal_sum(Value::STAR, top),
        },
    }
}

/// The ordinal sum 1:x of numbers: (x + n) / 2^(n-1) for the least n ≥ 1 with x + n > 1 (Winning Ways, chapter 3).
fn one_over(x: &Dyadic) -> Dyadic {
    let n = if x.signum() > 0 { 1.into() } else { (&Dyadic::ONE - x).floor() + 1 };
    // A number in a picture has no more bits before the point than the picture has edges.
    let halvings = u32::try_from(&n - 1).unwrap_or(u32::MAX);
    (x + &Dyadic::from(n)).divided_by_power(halvings)
}
