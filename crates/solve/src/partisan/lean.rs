//! How far a sum leans towards a player: walls of thermographs at some temperatures, or bounds on them.
//!
//! The theorem behind it is that of Thermostrat (Winning Ways, chapter 6), carried down to the temperature −1, where numbers that
//! are no integers are games too. Let R_t and L_t be the walls of thermographs. If ΣR_t + max(L_t − R_t) > 0 over the parts of a
//! sum at some temperature t ≥ −1, then Left, about to move, wins it: where the left side is largest, she moves in the widest part,
//! which makes ΣR_t larger by the width and by t; whatever Right answers, L_t of that part is at least its R_t before, less t.
//! So she finds the left side no smaller at her next move, and where only integers are left it is their sum. By the same
//! theorem for Right, after each move of Left, she loses where ΣL_t + t < 0 at some t ≥ −1.

use super::PartisanSearch;
use super::sum::{Piece, State};
use crate::Stop;
use grundy_game::{PartisanHints, Player};
use grundy_value::{Dyadic, Thermograph, Value};
use rustc_hash::FxHashMap;
use std::ops::Neg;

/// Numbers are kept in units of 1/1024, rounded so that bounds stay bounds.
const FRACTION: u32 = 10;
const UNIT: i32 = 1 << FRACTION;
/// Larger numbers are not kept, and sums of more parts not looked at, so that nothing overflows.
const FAR: i32 = 1 << 20;
const MOST_PARTS: usize = 1 << 10;
/// The temperatures at which walls are looked at, in quarters; the last place of a wall is for its mast.
const QUARTERS: [i32; 9] = [-4, -2, 0, 1, 2, 3, 4, 5, 6];
const MAST: usize = QUARTERS.len();

/// What a sum is worth to a player at some temperatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Lean {
    /// The sum of the right walls of the parts, or of the left ones where it bounds a sum from above; last the mean.
    wall: [i32; MAST + 1],
    /// The width of the widest thermograph of a part.
    width: [i32; MAST],
    /// The temperature of the hottest part.
    heat: i32,
}

impl Lean {
    /// Of the empty sum.
    const NONE: Self = Self { wall: [0; MAST + 1], width: [0; MAST], heat: -UNIT };

    /// Of the sum: walls and means add.
    fn plus(&self, other: &Self) -> Self {
        Self {
            wall: std::array::from_fn(|at| self.wall[at] + other.wall[at]),
            width: std::array::from_fn(|at| self.width[at].max(other.width[at])),
            heat: self.heat.max(other.heat),
        }
    }

    /// At each temperature the one of two leans that says more: with the larger wall where `sign` is 1.
    fn improve(&mut self, other: &Self, sign: i32) {
        for at in 0..MAST {
            if sign * other.wall[at] > sign * self.wall[at] {
                (self.wall[at], self.width[at]) = (other.wall[at], other.width[at]);
            }
        }
        if sign * other.wall[MAST] > sign * self.wall[MAST] {
            (self.wall[MAST], self.heat) = (other.wall[MAST], other.heat);
        }
    }

    /// Where this is more than 0, Left wins a sum with this lean from below when she is about to move.
    fn won_by(&self) -> i32 {
        (0..MAST).map(|at| self.wall[at] + self.width[at]).fold(self.wall[MAST], i32::max)
    }

    /// Where this is more than 0, Left loses a sum with this lean from above when she is about to move.
    fn lost_by(&self) -> i32 {
        let at_most = (0..MAST).map(|at| self.wall[at] + QUARTERS[at] * (UNIT / 4));
        -at_most.fold(self.wall[MAST] + self.heat, i32::min)
    }
}

impl Neg for &Lean {
    type Output = Lean;

    fn neg(self) -> Lean {
        Lean { wall: self.wall.map(Neg::neg), ..*self }
    }
}

/// The leans of a sum of values, from below and from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Leans {
    below: Lean,
    above: Lean,
}

impl Leans {
    const NONE: Self = Self { below: Lean::NONE, above: Lean::NONE };

    /// Of one value; `None` where numbers are too large.
    fn of(graph: &Thermograph) -> Option<Self> {
        let mut leans = Self::NONE;
        for (at, &quarters) in QUARTERS.iter().enumerate() {
            let temperature = Dyadic::small(quarters.into(), 2);
            let (left, right) = (graph.left.at(&temperature), graph.right.at(&temperature));
            let width = rounded_down(&(&left - &right))?;
            (leans.below.wall[at], leans.above.wall[at]) = (rounded_down(&right)?, rounded_up(&left)?);
            (leans.below.width[at], leans.above.width[at]) = (width, width);
        }
        (leans.below.wall[MAST], leans.above.wall[MAST]) = (rounded_down(&graph.mean)?, rounded_up(&graph.mean)?);
        let heat = rounded_up(&graph.temperature)?;
        (leans.below.heat, leans.above.heat) = (heat, heat);
        Some(leans)
    }

    fn plus(&self, other: &Self) -> Self {
        Self { below: self.below.plus(&other.below), above: self.above.plus(&other.above) }
    }
}

/// The next lower number of units.
fn rounded_down(number: &Dyadic) -> Option<i32> {
    let units = (0..FRACTION).fold(number.clone(), |number, _| &number + &number);
    // why: what is too large has no lean, and that is not an answer
    i32::try_from(units.floor()).ok().filter(|units| units.abs() < FAR)
}

fn rounded_up(number: &Dyadic) -> Option<i32> {
    rounded_down(&-number).map(Neg::neg)
}

/// The different leans of slices, of which there are few, by number: a table of slices is large and looked into all the time.
#[derive(Debug, Default)]
pub(super) struct Profiles {
    list: Vec<Option<Leans>>,
    numbers: FxHashMap<Option<Leans>, u32>,
}

impl Profiles {
    fn get(&self, number: u32) -> Option<Leans> {
        self.list[number as usize]
    }

    /// The number of these leans, and the bytes that they newly take.
    fn number(&mut self, leans: Option<Leans>) -> (u32, u64) {
        if let Some(&number) = self.numbers.get(&leans) {
            return (number, 0);
        }
        let number = self.list.len() as u32;
        self.list.push(leans);
        self.numbers.insert(leans, number);
        (number, (3 * size_of::<Option<Leans>>() + 16) as u64)
    }
}

/// Sums that a heavy component lies between, as far as any are known.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds {
    above: Option<Lean>,
    below: Option<Lean>,
}

/// By how much a sum is short of being won, and of being lost, by Left about to move; decided where one is less than 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shortfall {
    pub to_win: i32,
    pub to_lose: i32,
}

impl Shortfall {
    /// How many times harder it seems to get there: four times for each move that is missing.
    pub fn hardness(short: i32) -> u32 {
        let doublings = 2 * short.clamp(0, 10 * UNIT);
        let rest = (UNIT + doublings % UNIT) as u32;
        (rest << (doublings / UNIT)) >> FRACTION
    }
}

impl<R: PartisanHints> PartisanSearch<'_, R> {
    /// Bounds on a heavy component by the one-hand-tied principle: the best way to cut it into light slices.
    pub(super) fn bounds(&mut self, position: &R::Position) -> Result<Option<Box<Bounds>>, Stop> {
        let bounds = Bounds { above: self.cut(position, Player::Left)?, below: self.cut(position, Player::Right)? };
        Ok((bounds.above.is_some() || bounds.below.is_some()).then(|| Box::new(bounds)))
    }

    /// The sums of slices, all light, that are at least as good for `player` as the position; for each temperature the one that
    /// says most.
    fn cut(&mut self, position: &R::Position, player: Player) -> Result<Option<Lean>, Stop> {
        let slices = self.rules.slices(position, player);
        if !(2..MOST_PARTS).contains(&slices) {
            return Ok(None);
        }
        let sign = if player == Player::Left { -1 } else { 1 };
        // best[end]: the best cut of the slices before `end`.
        let mut best: Vec<Option<Lean>> = vec![Some(Lean::NONE)];
        for end in 1..=slices {
            let mut found: Option<Lean> = None;
            for start in (0..end).rev() {
                let slice = self.rules.slice(position, player, start..end);
                if self.rules.weight(&slice) > self.rules.light() {
                    break;
                }
                let Some(before) = best[start] else { continue };
                let Some(leans) = self.slice_leans(slice)? else { continue };
                let lean = before.plus(if player == Player::Left { &leans.above } else { &leans.below });
                match &mut found {
                    Some(found) => found.improve(&lean, sign),
                    None => found = Some(lean),
                }
            }
            best.push(found);
        }
        Ok(best.pop().flatten())
    }

    /// The leans of a light slice. Neighbouring positions share most of theirs, where they stand.
    fn slice_leans(&mut self, slice: R::Position) -> Result<Option<Leans>, Stop> {
        if let Some(&number) = self.slices.get(&slice) {
            return Ok(self.profiles.get(number));
        }
        let state = self.state_of_sum(std::slice::from_ref(&slice))?;
        let leans = self.leans(state.values())?;
        let (number, bytes) = self.profiles.number(leans);
        self.charge(bytes + (self.rules.position_bytes(&slice) + 2 * size_of::<u32>()) as u64)?;
        self.slices.insert(slice, number);
        Ok(leans)
    }

    /// The leans of the sum of some values.
    fn leans(&mut self, values: impl Iterator<Item = Value>) -> Result<Option<Leans>, Stop> {
        let mut total = Leans::NONE;
        for value in values {
            let leans = match self.leans.get(&value) {
                Some(&leans) => leans,
                None => self.new_leans(value)?,
            };
            let Some(leans) = leans else { return Ok(None) };
            total = total.plus(&leans);
        }
        Ok(Some(total))
    }

    fn new_leans(&mut self, value: Value) -> Result<Option<Leans>, Stop> {
        let leans = Leans::of(self.thermographs.of(&mut self.store, value)?);
        self.charge((size_of::<(Value, Option<Leans>)>() + 8) as u64)?;
        self.leans.insert(value, leans);
        Ok(leans)
    }

    fn lean_above(&self, piece: Piece) -> Option<Lean> {
        let bounds = self.components[piece.number()].bounds.as_ref()?;
        if piece.is_negative() { bounds.below.as_ref().map(Neg::neg) } else { bounds.above }
    }

    fn lean_below(&self, piece: Piece) -> Option<Lean> {
        let bounds = self.components[piece.number()].bounds.as_ref()?;
        if piece.is_negative() { bounds.above.as_ref().map(Neg::neg) } else { bounds.below }
    }

    /// By how much a sum is short of being decided by thermographs, where all its components have bounds. A sum that is larger
    /// than one that Left wins she wins, too, and one that is smaller than one that she loses she loses.
    pub(super) fn shortfall(&mut self, state: &State) -> Result<Option<Shortfall>, Stop> {
        let bounded = |piece: Piece| self.components[piece.number()].bounds.is_some();
        if state.count() > MOST_PARTS || !state.pieces().all(bounded) {
            return Ok(None);
        }
        let Some(values) = self.leans(state.values())? else { return Ok(None) };
        let below = state.pieces().try_fold(values.below, |lean, piece| Some(lean.plus(&self.lean_below(piece)?)));
        let above = state.pieces().try_fold(values.above, |lean, piece| Some(lean.plus(&self.lean_above(piece)?)));
        Ok(Some(Shortfall {
            to_win: below.map_or(FAR, |below| -below.won_by()),
            to_lose: above.map_or(FAR, |above| -above.lost_by()),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_value::{Outcome, Store};

    /// Values of all temperatures, numbers and infinitesimals among them.
    fn some_values(store: &mut Store) -> Vec<Value> {
        let mut values = store.born_by(2).unwrap();
        let ends: Vec<Value> = [-3, -1, 0, 2].map(|n| store.integer(n).unwrap()).to_vec();
        for &left in &ends {
            for &right in &ends {
                let inner = store.form(&[left], &[right]).unwrap();
                values.push(inner);
                values.push(store.form(&[inner], &ends[..1]).unwrap());
            }
        }
        for fraction in 1..4 {
            values.push(store.number(&Dyadic::small(fraction, fraction as u32)).unwrap());
        }
        values.sort_unstable();
        values.dedup();
        values
    }

    /// All sums of three values, each judged by its canonical form.
    #[test]
    fn what_leans_decide_is_so() {
        let mut store = Store::default();
        let values = some_values(&mut store);
        let leans: Vec<Leans> =
            values.iter().map(|&value| Leans::of(&store.thermograph(value).unwrap()).unwrap()).collect();
        let (mut won, mut lost, mut sums) = (0, 0, 0);
        for i in 0..values.len() {
            for j in i..values.len() {
                let pair = store.sum(values[i], values[j]).unwrap();
                for k in j..values.len() {
                    let sum = store.sum(pair, values[k]).unwrap();
                    let wins = matches!(store.outcome(sum), Outcome::Left | Outcome::First);
                    let lean = leans[i].plus(&leans[j]).plus(&leans[k]);
                    let (wins_by_lean, loses_by_lean) = (lean.below.won_by() > 0, lean.above.lost_by() > 0);
                    assert!(!wins_by_lean || wins, "{:?} is not won", [i, j, k].map(|at| values[at]));
                    assert!(!loses_by_lean || !wins, "{:?} is not lost", [i, j, k].map(|at| values[at]));
                    won += usize::from(wins_by_lean);
                    lost += usize::from(loses_by_lean);
                    sums += 1;
                }
            }
        }
        assert!(won + lost > sums / 2, "{won} won and {lost} lost of {sums}");
    }

    /// Integers alone are always decided: who has more moves wins, and who has to begin loses where there are none.
    #[test]
    fn integers_are_decided() {
        let mut store = Store::default();
        for n in -5..=5 {
            let value = store.integer(n).unwrap();
            let leans = Leans::of(&store.thermograph(value).unwrap()).unwrap();
            assert_eq!((leans.below.won_by() > 0, leans.above.lost_by() > 0), (n > 0, n <= 0), "{n}");
        }
    }

    #[test]
    fn what_is_further_away_is_harder() {
        let hardness: Vec<u32> = (-1..=12).map(|moves| Shortfall::hardness(moves * UNIT)).collect();
        assert_eq!(hardness[..4], [1, 1, 4, 16]);
        assert!(hardness.is_sorted());
    }
}
