//! Who wins a partisan position under normal play, by search on the sum of its components.
//!
//! For boards whose canonical forms are too large. Light components are replaced by their values, which add, cancel and
//! compare by algebra; stops, means and temperatures decide sums early; heavy components are played, and bounded by sums of
//! light ones where the game can be cut. A sum with Right to move is the negative with Left to move, so a table holds one answer
//! a sum: whether Left, about to move, wins.
//!
//! The search goes where a proof seems nearest: proof numbers (L. V. Allis, M. van der Meulen, J. van den Herik,
//! Proof-number search, 1994), depth first within thresholds (A. Nagai, Df-pn algorithm, 2002). A sum that is not yet decided
//! is worth at first as many steps as there are moves to answer.

mod book;
mod lean;
mod sum;

use crate::listing::list;
use crate::{Settings, Stop, ValueSearch};
use book::{Book, Effort};
use grundy_budget::Meter;
use grundy_game::{OwnSearch, PartisanHints, Player, Text};
use grundy_value::{Store, Thermographs, Value};
use lean::{Bounds, Leans, Profiles, Shortfall};
use rustc_hash::FxHashMap;
use sum::{Part, State};

struct Component<P> {
    position: P,
    /// How many moves Left and Right have.
    moves: [u32; 2],
    /// Whether it is its own negative.
    balanced: bool,
    bounds: Option<Box<Bounds>>,
    /// The distinct options of each player, one after the other, once they are needed.
    options: [Option<Box<[Part]>>; 2],
}

/// What a component of a position was found to be, with Left's eyes.
#[derive(Clone, Copy)]
enum Found {
    Value(Value),
    Component(u32),
}

/// A sum under search.
struct Frame {
    state: State,
    /// The options, each with its opponent about to move as Left.
    options: Vec<Choice>,
    /// The option searched now.
    current: usize,
    limits: Effort,
}

struct Choice {
    state: State,
    effort: Effort,
}

/// A search that decides whether a player about to move wins, and remembers every sum it has met.
pub struct PartisanSearch<'a, R: PartisanHints> {
    rules: &'a R,
    store: Store,
    thermographs: Thermographs,
    light: ValueSearch<'a, R>,
    theorems: bool,
    /// What the game brings, for single positions.
    own: Option<Box<dyn OwnSearch<R::Position>>>,
    components: Vec<Component<R::Position>>,
    found: FxHashMap<R::Position, Found>,
    slices: FxHashMap<R::Position, u32>,
    profiles: Profiles,
    leans: FxHashMap<Value, Option<Leans>>,
    book: Book,
    meter: Meter,
    reserved: u64,
}

impl<'a, R: PartisanHints> PartisanSearch<'a, R> {
    /// A search with an empty table; `theorems` lets it use closed forms of the components it meets, and the game's own search.
    pub fn new(rules: &'a R, settings: &Settings, theorems: bool) -> Self {
        Self {
            rules,
            store: Store::new(&settings.budget),
            thermographs: Thermographs::default(),
            light: ValueSearch::new(rules, settings, theorems),
            theorems,
            own: theorems.then(|| rules.own_search(settings.threads(), &settings.budget)).flatten(),
            components: Vec::new(),
            found: FxHashMap::default(),
            slices: FxHashMap::default(),
            profiles: Profiles::default(),
            leans: FxHashMap::default(),
            book: Book::default(),
            meter: settings.budget.meter(),
            reserved: 0,
        }
    }

    /// Whether `player`, about to move in `position`, wins.
    pub fn wins(&mut self, position: &R::Position, player: Player) -> Result<bool, Stop> {
        if let Some(own) = &mut self.own
            && let Some(wins) = own.wins(position, player)?
        {
            return Ok(wins);
        }
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
        self.book.len()
    }

    fn left_wins(&mut self, root: State) -> Result<bool, Stop> {
        let effort = self.judge(&root)?;
        if effort.is_decided() {
            return Ok(effort.wins());
        }
        let mut stack = vec![self.open(root, Effort::UNLIMITED)?];
        loop {
            let Some(frame) = stack.last_mut() else { return Err(Stop::contradiction()) };
            let (effort, best, second) = weigh(&frame.options);
            if effort.is_decided() || effort.exceeds(frame.limits) {
                let Some(frame) = stack.pop() else { return Err(Stop::contradiction()) };
                let bytes = self.book.note(&mut self.store, frame.state, effort)?;
                self.charge(bytes)?;
                match stack.last_mut() {
                    Some(before) => before.options[before.current].effort = effort,
                    None => return Ok(effort.wins()),
                }
                continue;
            }
            frame.current = best;
            let option = &frame.options[best];
            let limits = option.effort.limits(frame.limits, effort, second);
            let state = option.state.clone();
            match self.book.effort(&mut self.store, &state)?.filter(|effort| effort.is_decided()) {
                Some(decided) => frame.options[best].effort = decided,
                None => stack.push(self.open(state, limits)?),
            }
        }
    }

    /// Lists the options of a sum; when one is known to be lost for the opponent, it alone.
    fn open(&mut self, state: State, limits: Effort) -> Result<Frame, Stop> {
        let options = self.options(&state)?;
        self.meter.steps(1 + options.len() as u64)?;
        let mut open = Vec::with_capacity(options.len());
        for option in options {
            let effort = self.judge(&option)?;
            let choice = Choice { state: option, effort };
            if !effort.is_decided() {
                open.push(choice);
            } else if !effort.wins() {
                return Ok(Frame { state, options: vec![choice], current: 0, limits });
            }
        }
        Ok(Frame { state, options: open, current: 0, limits })
    }

    /// How hard a sum is, or seems to be.
    fn judge(&mut self, state: &State) -> Result<Effort, Stop> {
        if !state.has_components()
            && let Some(wins) = self.decided_by_values(state)?
        {
            return Ok(Effort::decided(wins));
        }
        if let Some(effort) = self.book.effort(&mut self.store, state)? {
            return Ok(effort);
        }
        match self.shortfall(state)? {
            Some(short) if short.to_win < 0 => Ok(Effort::decided(true)),
            Some(short) if short.to_lose < 0 => Ok(Effort::decided(false)),
            short => Ok(self.first_effort(state, short)),
        }
    }

    /// How hard a sum seems before anything is known: Left wins by answering Right's moves, and Right by answering Left's; it is
    /// the harder the further away the bounds are.
    fn first_effort(&self, state: &State, short: Option<Shortfall>) -> Effort {
        let (mut left, mut right) = (1u32, 1u32);
        for part in state.parts() {
            match *part {
                Part::Value(_) | Part::Compact(_) => (left, right) = (left + 1, right + 1),
                Part::Component(piece) => {
                    let [own, other] = self.components[piece.number()].moves;
                    let (own, other) = if piece.is_negative() { (other, own) } else { (own, other) };
                    (left, right) = (left + own, right + other);
                }
            }
        }
        match short {
            None => Effort::new(right, left),
            Some(Shortfall { to_win, to_lose }) => {
                let hardness = |moves: u32, short: i32| moves.isqrt().saturating_mul(Shortfall::hardness(short));
                Effort::new(hardness(right, to_win), hardness(left, to_lose))
            }
        }
    }

    /// Every sum Left can move to, as its opponent sees it; of two that differ by a number, ups and nimbers only the one that is
    /// worse for the opponent, where one is.
    fn options(&mut self, state: &State) -> Result<Vec<State>, Stop> {
        let mut found: Vec<State> = Vec::new();
        let rest = self.negative(state)?;
        self.options_in_values(state, &rest, &mut found)?;
        let mut last = None;
        for piece in state.pieces() {
            if last.replace(piece) == Some(piece) {
                continue;
            }
            let player = if piece.is_negative() { Player::Right } else { Player::Left };
            self.list_options(piece.number(), player)?;
            let rest = rest.without(Part::Component(self.negative_piece(piece)));
            let Some(options) = self.components[piece.number()].options[player as usize].take() else { continue };
            let result: Result<(), Stop> = sum::Reader(&options).try_for_each(|option| {
                let option = if piece.is_negative() { option } else { self.negative(&option)? };
                found.push(self.plus(&rest, &option)?);
                Ok(())
            });
            self.components[piece.number()].options[player as usize] = Some(options);
            result?;
        }
        self.without_worse(found)
    }

    fn options_in_values(&mut self, state: &State, rest: &State, found: &mut Vec<State>) -> Result<(), Stop> {
        let values: Vec<Value> = state.values().collect();
        for value in values {
            // Numbers are left alone while there is anything else (number avoidance); a component may be a zero in
            // disguise, where only the number helps, so beside components they stay.
            if !state.has_components() && self.store.as_number(value).is_some() && state.count() > 1 {
                continue;
            }
            let negative = self.store.negative(value)?;
            let others = if value == state.compact {
                rest.with_compact(Value::ZERO)
            } else {
                rest.without(Part::Value(negative))
            };
            for option in self.store.left_options(value)? {
                let option = self.store.negative(option)?;
                let option = self.state_of_value(option);
                found.push(self.plus(&others, &option)?);
            }
        }
        Ok(())
    }

    /// Drops a sum when another differs from it by a number, ups and nimbers that make it no better for its mover.
    fn without_worse(&mut self, mut found: Vec<State>) -> Result<Vec<State>, Stop> {
        found.sort_unstable();
        found.dedup();
        let mut kept: Vec<State> = Vec::with_capacity(found.len());
        let mut first = 0;
        for state in found {
            if kept.get(first).is_some_and(|other| other.parts() != state.parts()) {
                first = kept.len();
            }
            let mut dominated = false;
            let mut at = first;
            while at < kept.len() {
                if self.store.le(kept[at].compact, state.compact)? {
                    dominated = true;
                    break;
                }
                if self.store.le(state.compact, kept[at].compact)? {
                    kept.remove(at);
                } else {
                    at += 1;
                }
            }
            if !dominated {
                kept.push(state);
            }
        }
        Ok(kept)
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
        let mut options = Vec::with_capacity(moves.len());
        for played in &moves {
            let mut option = position.clone();
            self.rules.play(&mut option, played);
            options.push(self.state_of_sum(std::slice::from_ref(&option))?);
        }
        options.sort_unstable();
        options.dedup();
        let written = sum::written(&options);
        self.charge((size_of::<Part>() * written.len() + 16) as u64)?;
        self.components[component].options[player as usize] = Some(written);
        Ok(())
    }

    /// The sum that some positions are.
    fn state_of_sum(&mut self, positions: &[R::Position]) -> Result<State, Stop> {
        let mut components = Vec::new();
        positions.iter().for_each(|position| self.rules.split(position, &mut components));
        let mut state = State::default();
        for mut component in components {
            let negative = self.rules.canonicalise_up_to_sign(&mut component);
            let part = match self.find(component)? {
                Found::Value(value) => {
                    let value = if negative { self.store.negative(value)? } else { value };
                    self.state_of_value(value)
                }
                Found::Component(number) => State::of(Part::component(number, negative && !self.balanced(number))),
            };
            state = self.plus(&state, &part)?;
        }
        Ok(state)
    }

    fn balanced(&self, number: u32) -> bool {
        self.components[number as usize].balanced
    }

    fn find(&mut self, position: R::Position) -> Result<Found, Stop> {
        if let Some(&found) = self.found.get(&position) {
            return Ok(found);
        }
        let closed = if self.theorems { self.rules.closed_value(&position, &mut self.store)? } else { None };
        let found = if let Some(value) = closed {
            Found::Value(value)
        } else if self.rules.weight(&position) <= self.rules.light() {
            Found::Value(self.light.value(&mut self.store, &position)?)
        } else {
            let component = self.component(position.clone())?;
            if self.components.len() >= sum::MOST_COMPONENTS {
                return Err(Stop::TooLarge(Text::new("too many components")));
            }
            self.components.push(component);
            Found::Component(self.components.len() as u32 - 1)
        };
        let bytes = 2 * self.rules.position_bytes(&position) + size_of::<Component<R::Position>>();
        self.charge(bytes as u64)?;
        self.found.insert(position, found);
        Ok(found)
    }

    fn component(&mut self, position: R::Position) -> Result<Component<R::Position>, Stop> {
        let mut moves = Vec::new();
        let mut counts = [0; 2];
        for player in Player::BOTH {
            moves.clear();
            list(self.rules, &position, player, self.meter.budget(), &mut moves)?;
            counts[player as usize] = moves.len().min(1 << 20) as u32;
        }
        let mut negative = position.clone();
        let balanced = counts[0] == counts[1]
            && self.rules.negate(&mut negative)
            && !self.rules.canonicalise_up_to_sign(&mut negative)
            && negative == position;
        let bounds = self.bounds(&position)?;
        Ok(Component { position, moves: counts, balanced, bounds, options: [None, None] })
    }

    fn charge(&mut self, bytes: u64) -> Result<(), Stop> {
        self.meter.budget().reserve(bytes)?;
        self.reserved += bytes;
        Ok(())
    }
}

/// What the options say of a sum: how hard it is, which option to search next, and how hard the next best one is.
fn weigh(options: &[Choice]) -> (Effort, usize, u32) {
    let (mut best, mut second) = (0, u32::MAX);
    for (at, option) in options.iter().enumerate().skip(1) {
        let key = |choice: &Choice| (choice.effort.to_lose, choice.effort.to_win);
        if key(option) < key(&options[best]) {
            second = options[best].effort.to_lose;
            best = at;
        } else {
            second = second.min(option.effort.to_lose);
        }
    }
    (Effort::of_options(options.iter().map(|option| option.effort)), best, second)
}

impl<R: PartisanHints> Drop for PartisanSearch<'_, R> {
    fn drop(&mut self) {
        self.meter.budget().release(self.reserved);
    }
}
