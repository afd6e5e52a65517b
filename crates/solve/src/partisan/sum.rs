//! Sums of values and heavy components.

use super::PartisanSearch;
use crate::Stop;
use grundy_game::PartisanHints;
use grundy_value::{Dyadic, Store, Value};

/// A heavy component, or its negative: twice its number, plus one for the negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Piece(u32);

impl Piece {
    pub fn number(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }
}

/// More components than a sum can tell apart.
pub(super) const MOST_COMPONENTS: usize = 1 << 30;

/// One part of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Part {
    Component(Piece),
    Value(Value),
    /// A number, ups and a nimber; where sums are written one after the other, the beginning of one.
    Compact(Value),
}

impl Part {
    pub fn component(number: u32, negative: bool) -> Self {
        Self::Component(Piece(number << 1 | u32::from(negative)))
    }
}

/// A sum of values and heavy components, nothing beside its negative. What is made of numbers, ups and nimbers is added up.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct State {
    /// The components and the other values, in order.
    parts: Vec<Part>,
    pub compact: Value,
}

impl Default for State {
    fn default() -> Self {
        Self { parts: Vec::new(), compact: Value::ZERO }
    }
}

impl State {
    pub fn of(part: Part) -> Self {
        Self { parts: vec![part], compact: Value::ZERO }
    }

    /// The parts but the compact value, components first.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The values, the compact one among them unless it is 0.
    pub fn values(&self) -> impl Iterator<Item = Value> {
        let others = self.parts.iter().filter_map(|part| match *part {
            Part::Value(value) => Some(value),
            Part::Component(_) | Part::Compact(_) => None,
        });
        Some(self.compact).filter(|&compact| compact != Value::ZERO).into_iter().chain(others)
    }

    pub fn pieces(&self) -> impl Iterator<Item = Piece> {
        self.parts.iter().map_while(|part| match *part {
            Part::Component(piece) => Some(piece),
            Part::Value(_) | Part::Compact(_) => None,
        })
    }

    /// How many parts there are.
    pub fn count(&self) -> usize {
        self.parts.len() + usize::from(self.compact != Value::ZERO)
    }

    pub fn has_components(&self) -> bool {
        matches!(self.parts.first(), Some(Part::Component(_)))
    }

    /// What it has in common with sums that differ in the compact value only.
    pub fn into_key(self) -> Box<[Part]> {
        self.parts.into()
    }

    pub fn with_compact(&self, compact: Value) -> Self {
        Self { parts: self.parts.clone(), compact }
    }

    /// The sum without one part that it has.
    pub fn without(&self, part: Part) -> Self {
        let mut rest = self.clone();
        if let Ok(at) = rest.parts.binary_search(&part) {
            rest.parts.remove(at);
        }
        rest
    }
}

/// Sums one after the other: of each the compact value, then its other parts.
pub(super) fn written(sums: &[State]) -> Box<[Part]> {
    sums.iter().flat_map(|sum| [Part::Compact(sum.compact)].into_iter().chain(sum.parts.iter().copied())).collect()
}

/// Reads what [`written`] wrote.
pub(super) struct Reader<'a>(pub &'a [Part]);

impl Iterator for Reader<'_> {
    type Item = State;

    fn next(&mut self) -> Option<State> {
        let (&first, rest) = self.0.split_first()?;
        let Part::Compact(compact) = first else { return None };
        let count = rest.iter().take_while(|part| !matches!(part, Part::Compact(_))).count();
        let (parts, rest) = rest.split_at(count);
        self.0 = rest;
        Some(State { parts: parts.to_vec(), compact })
    }
}

impl<R: PartisanHints> PartisanSearch<'_, R> {
    pub(super) fn state_of_value(&self, value: Value) -> State {
        if self.store.as_compact(value).is_some() {
            State { parts: Vec::new(), compact: value }
        } else {
            State::of(Part::Value(value))
        }
    }

    pub(super) fn negative_piece(&self, piece: Piece) -> Piece {
        if self.components[piece.number()].balanced { piece } else { Piece(piece.0 ^ 1) }
    }

    fn negative_part(&mut self, part: Part) -> Result<Part, Stop> {
        Ok(match part {
            Part::Component(piece) => Part::Component(self.negative_piece(piece)),
            Part::Value(value) => Part::Value(self.store.negative(value)?),
            Part::Compact(value) => Part::Compact(self.store.negative(value)?),
        })
    }

    pub(super) fn negative(&mut self, state: &State) -> Result<State, Stop> {
        let mut parts = state.parts.clone();
        for part in &mut parts {
            *part = self.negative_part(*part)?;
        }
        parts.sort_unstable();
        Ok(State { parts, compact: self.store.negative(state.compact)? })
    }

    /// The sum of two sums; parts beside their negatives go.
    pub(super) fn plus(&mut self, one: &State, other: &State) -> Result<State, Stop> {
        let compact = self.store.sum(one.compact, other.compact)?;
        let mut parts = Vec::with_capacity(one.parts.len() + other.parts.len());
        parts.extend_from_slice(&one.parts);
        for &part in &other.parts {
            let negative = self.negative_part(part)?;
            match parts.iter().position(|&known| known == negative) {
                Some(at) => drop(parts.swap_remove(at)),
                None => parts.push(part),
            }
        }
        parts.sort_unstable();
        Ok(State { parts, compact })
    }

    /// Whether Left wins a sum of values about to move, where comparison or stops say so.
    ///
    /// Left loses going first exactly when G ≤ 0; a sum of two needs no canonical form, only G ≤ −H. For more, stops:
    /// the right stop of a sum is at least the sum of the right stops, and Left may spend her move on the widest gap.
    pub(super) fn decided_by_values(&mut self, state: &State) -> Result<Option<bool>, Stop> {
        let compare = |store: &mut Store, g: Value, h: Value| -> Result<Option<bool>, Stop> {
            let negative = store.negative(h)?;
            Ok(Some(!store.le(g, negative)?))
        };
        match *state.parts {
            [] => return compare(&mut self.store, state.compact, Value::ZERO),
            [Part::Value(g)] => return compare(&mut self.store, g, state.compact),
            [Part::Value(g), Part::Value(h)] => {
                let shifted = self.store.sum(state.compact, g)?;
                return compare(&mut self.store, shifted, h);
            }
            _ => {}
        }
        let (mut left, mut right, mut widest) = (Dyadic::ZERO, Dyadic::ZERO, Dyadic::ZERO);
        for value in state.values() {
            let (l, r) = (self.store.left_stop(value), self.store.right_stop(value));
            widest = widest.max(&l - &r);
            left = &left + &l;
            right = &right + &r;
        }
        if left < Dyadic::ZERO {
            return Ok(Some(false));
        }
        Ok((&right + &widest > Dyadic::ZERO).then_some(true))
    }
}
