//! Thermographs: how the stops of a game move as it cools.

use rustc_hash::FxHashMap;

use crate::{Dyadic, Result, Store, Value};

/// A memory of thermographs: each value met is worked out once, from those of its options.
#[derive(Debug, Default)]
pub struct Thermographs {
    known: FxHashMap<Value, Thermograph>,
}

impl Thermographs {
    /// The thermograph of G. All calls on one memory must pass the same store.
    pub fn of(&mut self, store: &mut Store, g: Value) -> Result<&Thermograph> {
        if !self.known.contains_key(&g) {
            store.add_thermographs(g, &mut self.known)?;
        }
        self.known.get(&g).ok_or_else(|| crate::ValueError::undefined("the thermograph of a value of another store"))
    }
}

impl Thermographs {
    /// The thermograph of a value that was asked for before.
    pub(crate) fn known(&self, g: Value) -> Option<&Thermograph> {
        self.known.get(&g)
    }
}

/// One wall of a thermograph: a continuous piecewise-linear function of temperature from −1 up, or from 0 up for loopy
/// games.
///
/// Kept as its pieces from the bottom: where each begins, its value there, and its slope, −1, 0 or 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    temperature: Dyadic,
    value: Dyadic,
    slope: i64,
}

impl Piece {
    fn at(&self, temperature: &Dyadic) -> Dyadic {
        let rise = temperature - &self.temperature;
        match self.slope {
            0 => self.value.clone(),
            slope if slope > 0 => &self.value + &rise,
            _ => &self.value - &rise,
        }
    }
}

impl Wall {
    fn constant(value: Dyadic) -> Self {
        Self::vertical(value, Dyadic::from(-1))
    }

    /// The wall that stands at a value from a temperature up.
    pub(crate) fn vertical(value: Dyadic, temperature: Dyadic) -> Self {
        Self { pieces: vec![Piece { temperature, value, slope: 0 }] }
    }

    /// The temperature at its foot.
    pub fn foot(&self) -> &Dyadic {
        &self.pieces[0].temperature
    }

    /// The part of the wall from a temperature up.
    pub(crate) fn from(&self, temperature: &Dyadic) -> Self {
        let above = self.pieces.partition_point(|piece| piece.temperature <= *temperature);
        let first = &self.pieces[above.saturating_sub(1)];
        let foot = Piece { temperature: temperature.clone(), value: first.at(temperature), slope: first.slope };
        Self { pieces: std::iter::once(foot).chain(self.pieces[above..].iter().cloned()).collect() }
    }

    /// Goes on with another wall from the temperature of its foot up.
    pub(crate) fn continue_with(&mut self, other: &Self) {
        self.pieces.retain(|piece| piece.temperature < *other.foot());
        for piece in &other.pieces {
            push(&mut self.pieces, piece.clone());
        }
    }

    /// The value at a temperature from −1 up.
    pub fn at(&self, temperature: &Dyadic) -> Dyadic {
        let above = self.pieces.partition_point(|piece| piece.temperature <= *temperature);
        self.pieces[above.saturating_sub(1)].at(temperature)
    }

    /// The corners from the bottom up as (value, temperature), the foot at temperature −1 first; above the last the wall
    /// is vertical.
    pub fn corners(&self) -> Vec<(Dyadic, Dyadic)> {
        self.pieces.iter().map(|piece| (piece.value.clone(), piece.temperature.clone())).collect()
    }

    /// The temperatures at which the slope changes, from the top down.
    pub fn critical_temperatures(&self) -> Vec<Dyadic> {
        self.pieces[1..].iter().rev().map(|piece| piece.temperature.clone()).collect()
    }

    /// The slopes from the top down: how the value changes as the temperature rises.
    pub fn slopes(&self) -> Vec<i64> {
        self.pieces.iter().rev().map(|piece| piece.slope).collect()
    }

    /// This wall plus `slope` times the temperature.
    pub(crate) fn tilted(&self, slope: i64) -> Self {
        let tilt = |piece: &Piece| Piece {
            temperature: piece.temperature.clone(),
            value: if slope > 0 { &piece.value + &piece.temperature } else { &piece.value - &piece.temperature },
            slope: piece.slope + slope,
        };
        Self { pieces: self.pieces.iter().map(tilt).collect() }
    }

    /// The larger of two walls at each temperature, or the smaller for `sign` = −1.
    pub(crate) fn envelope(&self, other: &Self, sign: i32) -> Self {
        let mut pieces: Vec<Piece> = Vec::new();
        let (mut i, mut j) = (0, 0);
        let mut start = self.foot().clone();
        loop {
            let (a, b) = (&self.pieces[i], &other.pieces[j]);
            let next_a = self.pieces.get(i + 1).map(|piece| &piece.temperature);
            let next_b = other.pieces.get(j + 1).map(|piece| &piece.temperature);
            let end = match (next_a, next_b) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (one, None) | (None, one) => one,
            };
            push_envelope(&mut pieces, (a, b), &start, end, sign);
            let Some(end) = end.cloned() else { return Self { pieces } };
            i += usize::from(next_a == Some(&end));
            j += usize::from(next_b == Some(&end));
            start = end;
        }
    }

    /// The lowest temperature at which this wall is no more than `other`; both meet there if they start apart. None if
    /// they stay apart.
    pub(crate) fn meeting(&self, other: &Self) -> Option<Dyadic> {
        let (mut i, mut j) = (0, 0);
        let mut start = self.foot().clone();
        loop {
            let (a, b) = (&self.pieces[i], &other.pieces[j]);
            let gap = &a.at(&start) - &b.at(&start);
            if gap.signum() <= 0 {
                return Some(start);
            }
            let next_a = self.pieces.get(i + 1).map(|piece| &piece.temperature);
            let next_b = other.pieces.get(j + 1).map(|piece| &piece.temperature);
            let end = [next_a, next_b].into_iter().flatten().min().cloned();
            let closing = b.slope - a.slope;
            if closing > 0 {
                let time = if closing == 2 { gap.half() } else { gap };
                let meeting = &start + &time;
                if end.as_ref().is_none_or(|end| meeting <= *end) {
                    return Some(meeting);
                }
            }
            let end = end?;
            i += usize::from(next_a == Some(&end));
            j += usize::from(next_b == Some(&end));
            start = end;
        }
    }

    /// The wall that follows this scaffold up to a temperature and is vertical above.
    fn cut(mut self, temperature: &Dyadic) -> Self {
        let value = self.at(temperature);
        self.pieces.retain(|piece| piece.temperature < *temperature);
        push(&mut self.pieces, Piece { temperature: temperature.clone(), value, slope: 0 });
        self
    }
}

/// Adds the larger of two lines between `start` and `end`, split where they cross.
fn push_envelope(pieces: &mut Vec<Piece>, (a, b): (&Piece, &Piece), start: &Dyadic, end: Option<&Dyadic>, sign: i32) {
    let lead = (&a.at(start) - &b.at(start)).signum() * sign;
    let gain = (a.slope - b.slope).signum() as i32 * sign;
    let first = if lead > 0 || (lead == 0 && gain >= 0) { (a, b) } else { (b, a) };
    let line =
        |piece: &Piece, from: &Dyadic| Piece { temperature: from.clone(), value: piece.at(from), slope: piece.slope };
    push(pieces, line(first.0, start));
    if lead * gain >= 0 {
        return;
    }
    let gap = (&a.at(start) - &b.at(start)).abs();
    let time = if (a.slope - b.slope).abs() == 2 { gap.half() } else { gap };
    let crossing = start + &time;
    if end.is_none_or(|end| crossing < *end) {
        push(pieces, line(first.1, &crossing));
    }
}

/// Adds a piece unless it only goes on with the last one.
fn push(pieces: &mut Vec<Piece>, piece: Piece) {
    if pieces.last().is_none_or(|last| last.slope != piece.slope) {
        pieces.push(piece);
    }
}

/// The thermograph of a game: its left and right stops as functions of temperature, from −1 up, or from 0 up for loopy
/// games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    /// The left wall.
    pub left: Wall,
    /// The right wall.
    pub right: Wall,
    /// The temperature: where the walls meet, −1 for integers.
    pub temperature: Dyadic,
    /// The mean: where the mast stands.
    pub mean: Dyadic,
}

impl Thermograph {
    fn mast(value: &Dyadic) -> Self {
        let wall = Wall::constant(value.clone());
        Self { left: wall.clone(), right: wall, temperature: Dyadic::from(-1), mean: value.clone() }
    }

    /// None if the scaffolds stay apart; those of short games close in on each other above their last corners.
    fn from_scaffolds(left: Wall, right: Wall) -> Option<Self> {
        let temperature = left.meeting(&right)?;
        let (left, right) = (left.cut(&temperature), right.cut(&temperature));
        let mean = left.at(&temperature);
        Some(Self { left, right, temperature, mean })
    }
}

/// Size of the text drawing.
const COLUMNS: i64 = 48;
const ROWS: i64 = 16;

impl Thermograph {
    /// The thermograph drawn with characters, Left's side on the left as is the custom, and its corners listed exactly.
    pub fn draw(&self) -> String {
        let bottom = self.left.foot().clone();
        let top = &self.temperature + &Dyadic::ONE;
        let ends = (self.left.at(&bottom), self.right.at(&bottom));
        let span = &ends.0.clone().max(self.mean.clone()) - &ends.1.clone().min(self.mean.clone());
        let high = ends.0.max(self.mean.clone());
        let column = |value: &Dyadic| scaled(&(&high - value), &span, COLUMNS);
        let step = (&top - &bottom).divided_by_power(ROWS.ilog2());
        let mut lines = Vec::new();
        let mut temperature = &top + &step;
        for _ in 0..=ROWS {
            temperature = &temperature - &step;
            let (left, right) = (self.left.at(&temperature), self.right.at(&temperature));
            let mut line = vec![' '; COLUMNS as usize + 1];
            line[column(&left)] = if left == right { '|' } else { '/' };
            line[column(&right)] = if left == right { '|' } else { '\\' };
            let line: String = line.into_iter().collect();
            lines.push(format!("{:>10}  {}", temperature.to_string(), line.trim_end()));
        }
        lines.push(format!("mean {}, temperature {}", self.mean, self.temperature));
        for (name, wall) in [("left", &self.left), ("right", &self.right)] {
            let corners: Vec<_> = wall.corners().iter().map(|(value, t)| format!("{value} at {t}")).collect();
            lines.push(format!("{name} wall: {}", corners.join(", ")));
        }
        lines.join("\n")
    }
}

/// `part` of `whole` in `units`, rounded down; half way when the whole is nothing.
fn scaled(part: &Dyadic, whole: &Dyadic, units: i64) -> usize {
    if whole.is_zero() {
        return (units / 2) as usize;
    }
    let exponent = part.exponent().max(whole.exponent());
    let lift = |x: &Dyadic| x.numerator() << (exponent - x.exponent());
    let share = lift(part) * units / lift(whole);
    // why: a share of a picture, and none is below 0
    usize::try_from(share).unwrap_or(0).min(units as usize)
}

impl Store {
    /// The thermograph of G, exact and extended down to temperature −1 (Siegel, Combinatorial Game Theory, chapter II.5).
    ///
    /// The left scaffold is the largest right wall of a left option less the temperature, the right scaffold its mirror
    /// image; a mast rises where they meet. Time is linear in the followers times their corners.
    pub fn thermograph(&mut self, g: Value) -> Result<Thermograph> {
        let known = self.thermographs(g)?;
        Ok(known[&g].clone())
    }

    /// The thermographs of G and all it can lead to.
    pub(crate) fn thermographs(&mut self, g: Value) -> Result<FxHashMap<Value, Thermograph>> {
        let mut known = FxHashMap::default();
        self.add_thermographs(g, &mut known)?;
        Ok(known)
    }

    /// Adds the thermographs of G and all it can lead to, as far as they are not there yet.
    fn add_thermographs(&mut self, g: Value, known: &mut FxHashMap<Value, Thermograph>) -> Result<()> {
        let integer = |store: &Self, value: Value| store.as_number(value).filter(|x| x.is_integer()).cloned();
        let is_leaf = |store: &Self, value: Value| known.contains_key(&value) || integer(store, value).is_some();
        for value in self.postorder(g, is_leaf)? {
            if known.contains_key(&value) {
                continue;
            }
            let graph = match integer(self, value) {
                Some(number) => Thermograph::mast(&number),
                None => self.thermograph_from(value, known)?,
            };
            known.insert(value, graph);
        }
        Ok(())
    }

    fn thermograph_from(&mut self, value: Value, known: &FxHashMap<Value, Thermograph>) -> Result<Thermograph> {
        let options = self.expand(value)?;
        let left = self.arena[options.left()].iter().map(|option| known[option].right.tilted(-1));
        let right = self.arena[options.right()].iter().map(|option| known[option].left.tilted(1));
        let scaffolds = left.reduce(|a, b| a.envelope(&b, 1)).zip(right.reduce(|a, b| a.envelope(&b, -1)));
        // Only integers lack options on a side, and they are not asked about here.
        let graph = scaffolds.and_then(|(left, right)| Thermograph::from_scaffolds(left, right));
        graph.ok_or_else(|| crate::ValueError::undefined("a game with moves for one player"))
    }

    /// The mean of G: what a large number of copies is worth on average.
    pub fn mean(&mut self, g: Value) -> Result<Dyadic> {
        match self.number_part(g) {
            Some(number) => Ok(number),
            None => Ok(self.thermograph(g)?.mean),
        }
    }

    /// The temperature of G: how much a move is worth, −1/2^e for numbers with denominator 2^e.
    pub fn temperature(&mut self, g: Value) -> Result<Dyadic> {
        if let Some(number) = self.as_number(g) {
            return Ok(-&Dyadic::ONE.divided_by_power(number.exponent()));
        }
        if self.is_numberish(g) {
            return Ok(Dyadic::ZERO);
        }
        Ok(self.thermograph(g)?.temperature)
    }
}
