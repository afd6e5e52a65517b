//! Who wins a partisan position under normal play, by search on the sum of its components.
//!
//! For boards whose canonical forms are too large. Light components are replaced by their values, which add, cancel and
//! compare by algebra; stops, means and temperatures decide sums early; heavy components are played, in the order in which
//! moves seem to gain, and bounded by sums of light ones where the game can be cut. A sum with Right to move is the
//! negative with Left to move, so a table holds one answer a sum: whether Left, about to move, wins.

mod lean;

use crate::listing::list;
use crate::{Settings, Stop, ValueSearch};
use grundy_budget::Meter;
use grundy_game::{PartisanHints, Player, Text};
use grundy_value::{Dyadic, Store, Thermographs, Value};
use lean::Bounds;
use rustc_hash::{FxHashMap, FxHashSet};

/// A heavy component, or its negative: twice its number, plus one for the negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Piece(u32);

impl Piece {
    fn negative(self) -> Self {
        Self(self.0 ^ 1)
    }

    fn component(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }
}

/// A sum of values and heavy components, both sorted, nothing beside its negative.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct State {
    values: Vec<Value>,
    pieces: Vec<Piece>,
}

/// What a part of a position was found to be.
#[derive(Clone, Copy)]
enum Part {
    Value(Value),
    Component(u32),
}

struct Component<P> {
    position: P,
    /// How many more moves Left has than Right: the guess that orders moves.
    balance: i64,
    bounds: Bounds,
    /// The distinct options of each player, once they are needed.
    options: [Option<Vec<State>>; 2],
}

struct Frame {
    state: State,
    /// The options, worst first, each with its opponent about to move as Left.
    options: Vec<State>,
}

/// A search that decides whether a player about to move wins, and remembers every sum it has met.
pub struct PartisanSearch<'a, R: PartisanHints> {
    rules: &'a R,
    store: Store,
    thermographs: Thermographs,
    light: ValueSearch<'a, R>,
    theorems: bool,
    components: Vec<Component<R::Position>>,
    parts: FxHashMap<R::Position, Part>,
    table: FxHashMap<State, bool>,
    meter: Meter,
    reserved: u64,
}

impl<'a, R: PartisanHints> PartisanSearch<'a, R> {
    /// A search with an empty table; `theorems` lets it use closed forms of the components it meets.
    pub fn new(rules: &'a R, settings: &Settings, theorems: bool) -> Self {
        Self {
            rules,
            store: Store::new(&settings.budget),
            thermographs: Thermographs::default(),
            light: ValueSearch::new(rules, settings, theorems),
            theorems,
            components: Vec::new(),
            parts: FxHashMap::default(),
            table: FxHashMap::default(),
            meter: settings.budget.meter(),
            reserved: 0,
        }
    }

    /// Whether `player`, about to move in `position`, wins.
    pub fn wins(&mut self, position: &R::Position, player: Player) -> Result<bool, Stop> {
        self.wins_sum(std::slice::from_ref(position), player)
    }

    /// Whether `player`, about to move in the sum of `positions`, wins.
    pub fn wins_sum(&mut self, positions: &[R::Position], player: Player) -> Result<bool, Stop> {
        let state = self.state_of_sum(positions)?;
        let state = if player == Player::Left { state } else { self.negative(&state)? };
        let wins = self.left_wins(state);
        self.meter.settle();
        wins
    }

    /// Sums in the table.
    pub fn sums(&self) -> usize {
        self.table.len()
    }

    fn left_wins(&mut self, root: State) -> Result<bool, Stop> {
        if let Some(known) = self.known(&root)? {
            return Ok(known);
        }
        let mut stack = Vec::new();
        let mut last = self.enter(root, &mut stack)?;
        while let Some(frame) = stack.last_mut() {
            if last == Some(false) {
                self.leave(&mut stack, true)?;
                last = Some(true);
                continue;
            }
            let Some(option) = frame.options.pop() else {
                self.leave(&mut stack, false)?;
                last = Some(false);
                continue;
            };
            last = match self.known(&option)? {
                Some(known) => Some(known),
                None => self.enter(option, &mut stack)?,
            };
        }
        last.ok_or_else(Stop::contradiction)
    }

    /// Opens a sum: answers at once when some option is known to be lost for the opponent or there is none.
    fn enter(&mut self, state: State, stack: &mut Vec<Frame>) -> Result<Option<bool>, Stop> {
        let options = self.options(&state)?;
        self.meter.steps(1 + options.len() as u64)?;
        let mut open = Vec::with_capacity(options.len());
        for option in options {
            match self.known(&option)? {
                Some(false) => {
                    self.remember(state, true)?;
                    return Ok(Some(true));
                }
                Some(true) => {}
                None => open.push(option),
            }
        }
        if open.is_empty() {
            self.remember(state, false)?;
            return Ok(Some(false));
        }
        open.reverse();
        stack.push(Frame { state, options: open });
        Ok(None)
    }

    fn leave(&mut self, stack: &mut Vec<Frame>, wins: bool) -> Result<(), Stop> {
        match stack.pop() {
            Some(frame) => self.remember(frame.state, wins),
            None => Ok(()),
        }
    }

    fn known(&mut self, state: &State) -> Result<Option<bool>, Stop> {
        if state.pieces.is_empty()
            && let Some(decided) = self.decided_by_values(&state.values)?
        {
            return Ok(Some(decided));
        }
        match self.table.get(state) {
            Some(&known) => Ok(Some(known)),
            None => self.decided_by_lean(state),
        }
    }

    /// Whether Left wins a sum of values about to move, where comparison or stops say so.
    ///
    /// Left loses going first exactly when G ≤ 0; a sum of two needs no canonical form, only G ≤ −H. For more, stops:
    /// the right stop of a sum is at least the sum of the right stops, and Left may spend her move on the widest gap.
    fn decided_by_values(&mut self, values: &[Value]) -> Result<Option<bool>, Stop> {
        let compare = |store: &mut Store, g: Value, h: Value| -> Result<Option<bool>, Stop> {
            let negative = store.negative(h)?;
            Ok(Some(!store.le(g, negative)?))
        };
        match *values {
            [] => return Ok(Some(false)),
            [g] => return compare(&mut self.store, g, Value::ZERO),
            [g, h] => return compare(&mut self.store, g, h),
            [number, g, h] if self.store.as_compact(number).is_some() => {
                let shifted = self.store.sum(number, g)?;
                return compare(&mut self.store, shifted, h);
            }
            _ => {}
        }
        let (mut left, mut right, mut widest) = (Dyadic::ZERO, Dyadic::ZERO, Dyadic::ZERO);
        for &value in values {
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

    /// Every sum Left can move to, as its opponent sees it, most promising first.
    fn options(&mut self, state: &State) -> Result<Vec<State>, Stop> {
        let mut found: Vec<(i64, State)> = Vec::new();
        for (index, &value) in state.values.iter().enumerate() {
            // Numbers are left alone while there is anything else (number avoidance); a component may be a zero in
            // disguise, where only the number helps, so beside components they stay.
            if state.pieces.is_empty() && self.store.as_number(value).is_some() && state.values.len() > 1 {
                continue;
            }
            let before = self.guess(value)?;
            for option in self.store.left_options(value)? {
                let mut rest = state.clone();
                rest.values[index] = option;
                let gain = self.guess(option)? - before;
                let next = self.negative(&rest)?;
                found.push((gain, self.tidy(next)?));
            }
        }
        for (index, &piece) in state.pieces.iter().enumerate() {
            if index > 0 && state.pieces[index - 1] == piece {
                continue;
            }
            self.options_in(state, index, piece, &mut found)?;
        }
        found.sort_by_key(|(gain, _)| -gain);
        Ok(found.into_iter().map(|(_, option)| option).collect())
    }

    fn options_in(
        &mut self,
        state: &State,
        index: usize,
        piece: Piece,
        found: &mut Vec<(i64, State)>,
    ) -> Result<(), Stop> {
        let player = if piece.is_negative() { Player::Right } else { Player::Left };
        self.list_options(piece.component(), player)?;
        let before = self.balance(piece);
        let mut rest = state.clone();
        rest.pieces.remove(index);
        let rest = self.negative(&rest)?;
        let count = self.components[piece.component()].options[player as usize].as_ref().map_or(0, Vec::len);
        for at in 0..count {
            let Some(reached) = &self.components[piece.component()].options[player as usize] else { break };
            let reached = reached[at].clone();
            let reached = if piece.is_negative() { reached } else { self.negative(&reached)? };
            let mut after: i64 = reached.pieces.iter().map(|&piece| self.balance(piece)).sum();
            for &value in &reached.values {
                after += self.guess(value)?;
            }
            let mut next = rest.clone();
            next.values.extend(reached.values);
            next.pieces.extend(reached.pieces);
            found.push((-after - before, self.tidy(next)?));
        }
        Ok(())
    }

    /// Lists the distinct options of a component, as Left counts them.
    fn list_options(&mut self, component: usize, player: Player) -> Result<(), Stop> {
        if self.components[component].options[player as usize].is_some() {
            return Ok(());
        }
        let position = self.components[component].position.clone();
        let mut moves = Vec::new();
        list(self.rules, &position, player, self.meter.budget(), &mut moves)?;
        self.meter.steps(moves.len() as u64)?;
        let mut seen = FxHashSet::default();
        let mut options = Vec::new();
        for played in &moves {
            let mut option = position.clone();
            self.rules.play(&mut option, played);
            let reached = self.state_of(&option)?;
            if seen.insert(reached.clone()) {
                options.push(reached);
            }
        }
        let bytes = options.iter().map(state_bytes).sum();
        self.charge(bytes)?;
        self.components[component].options[player as usize] = Some(options);
        Ok(())
    }

    /// The sum that a position is.
    fn state_of(&mut self, position: &R::Position) -> Result<State, Stop> {
        self.state_of_sum(std::slice::from_ref(position))
    }

    fn state_of_sum(&mut self, positions: &[R::Position]) -> Result<State, Stop> {
        let mut parts = Vec::new();
        positions.iter().for_each(|position| self.rules.split(position, &mut parts));
        let mut state = State::default();
        for mut part in parts {
            let negative = self.rules.canonicalise_up_to_sign(&mut part);
            match self.part(part)? {
                Part::Value(value) => state.values.push(if negative { self.store.negative(value)? } else { value }),
                Part::Component(number) => state.pieces.push(Piece(number << 1 | u32::from(negative))),
            }
        }
        self.tidy(state)
    }

    fn part(&mut self, position: R::Position) -> Result<Part, Stop> {
        if let Some(&part) = self.parts.get(&position) {
            return Ok(part);
        }
        let closed = if self.theorems { self.rules.closed_value(&position, &mut self.store)? } else { None };
        let part = if let Some(value) = closed {
            Part::Value(value)
        } else if self.rules.weight(&position) <= R::LIGHT {
            Part::Value(self.light.value(&mut self.store, &position)?)
        } else {
            let mut moves = Vec::new();
            list(self.rules, &position, Player::Left, self.meter.budget(), &mut moves)?;
            let left = moves.len() as i64;
            list(self.rules, &position, Player::Right, self.meter.budget(), &mut moves)?;
            let balance = 2 * left - moves.len() as i64;
            let bounds = self.bounds(&position)?;
            let Ok(number) = u32::try_from(self.components.len()) else {
                return Err(Stop::TooLarge(Text::new("too many components")));
            };
            self.components.push(Component { position: position.clone(), balance, bounds, options: [None, None] });
            Part::Component(number)
        };
        self.charge(2 * self.rules.position_bytes(&position) as u64 + 64)?;
        self.parts.insert(position, part);
        Ok(part)
    }

    fn negative(&mut self, state: &State) -> Result<State, Stop> {
        let values = state.values.iter().map(|&value| self.store.negative(value)).collect::<Result<_, _>>()?;
        Ok(State { values, pieces: state.pieces.iter().map(|piece| piece.negative()).collect() })
    }

    /// Sorts, adds up what is made of numbers, ups and nimbers, and drops what stands beside its negative.
    fn tidy(&mut self, mut state: State) -> Result<State, Stop> {
        let mut compact = Value::ZERO;
        let mut others: Vec<Value> = Vec::with_capacity(state.values.len());
        for &value in &state.values {
            if self.store.as_compact(value).is_some() {
                compact = self.store.sum(compact, value)?;
                continue;
            }
            let negative = self.store.negative(value)?;
            match others.iter().position(|&other| other == negative) {
                Some(at) => drop(others.swap_remove(at)),
                None => others.push(value),
            }
        }
        others.sort_unstable();
        if compact != Value::ZERO {
            others.insert(0, compact);
        }
        state.values = others;
        state.pieces.sort_unstable();
        let mut kept: Vec<Piece> = Vec::with_capacity(state.pieces.len());
        for &piece in &state.pieces {
            match kept.iter().rposition(|&other| other == piece.negative()) {
                Some(at) => drop(kept.remove(at)),
                None => kept.push(piece),
            }
        }
        state.pieces = kept;
        Ok(state)
    }

    fn remember(&mut self, state: State, wins: bool) -> Result<(), Stop> {
        self.charge(state_bytes(&state))?;
        self.table.insert(state, wins);
        Ok(())
    }

    fn charge(&mut self, bytes: u64) -> Result<(), Stop> {
        self.meter.budget().reserve(bytes)?;
        self.reserved += bytes;
        Ok(())
    }
}

fn state_bytes(state: &State) -> u64 {
    ((size_of::<State>() + 2) * 8 / 7 + 4 * (state.values.len() + state.pieces.len()) + 32) as u64
}

impl<R: PartisanHints> Drop for PartisanSearch<'_, R> {
    fn drop(&mut self) {
        self.meter.budget().release(self.reserved);
    }
}
