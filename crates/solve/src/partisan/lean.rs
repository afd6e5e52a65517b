//! How far a sum leans towards a player: its mean and its temperature, or bounds on them.

use super::PartisanSearch;
use super::sum::{Piece, State};
use crate::Stop;
use grundy_game::{PartisanHints, Player};
use grundy_value::{Dyadic, Value};
use std::ops::Neg;

/// A mean and a temperature: those of a sum of values, the temperature at least 0 and not too low.
#[derive(Clone, Debug)]
pub(super) struct Lean {
    pub mean: Dyadic,
    pub heat: Dyadic,
}

impl Lean {
    /// Of the empty sum.
    const NONE: Self = Self { mean: Dyadic::ZERO, heat: Dyadic::ZERO };

    /// Of the sum: means add, and no sum is hotter than its hottest part (Hanner 1959; Siegel, Combinatorial Game Theory,
    /// II.5).
    fn plus(&self, mean: &Dyadic, heat: &Dyadic) -> Self {
        Self { mean: &self.mean + mean, heat: if *heat > self.heat { heat.clone() } else { self.heat.clone() } }
    }
}

impl Neg for &Lean {
    type Output = Lean;

    fn neg(self) -> Lean {
        Lean { mean: -&self.mean, heat: self.heat.clone() }
    }
}

/// Sums that a heavy component lies between, as far as any are known.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds {
    pub above: Option<Lean>,
    pub below: Option<Lean>,
}

impl<R: PartisanHints> PartisanSearch<'_, R> {
    /// Bounds on a heavy component by the one-hand-tied principle: the best way to cut it into light slices.
    pub(super) fn bounds(&mut self, position: &R::Position) -> Result<Option<Box<Bounds>>, Stop> {
        let bounds = Bounds { above: self.cut(position, Player::Left)?, below: self.cut(position, Player::Right)? };
        Ok((bounds.above.is_some() || bounds.below.is_some()).then(|| Box::new(bounds)))
    }

    /// The sum of slices, all light, that is at least as good for `player` as the position, with the mean that says most.
    fn cut(&mut self, position: &R::Position, player: Player) -> Result<Option<Lean>, Stop> {
        let slices = self.rules.slices(position, player);
        if slices < 2 {
            return Ok(None);
        }
        // best[end]: the best cut of the slices before `end`.
        let mut best: Vec<Option<Lean>> = vec![Some(Lean::NONE)];
        for end in 1..=slices {
            let mut found: Option<Lean> = None;
            for start in (0..end).rev() {
                let slice = self.rules.slice(position, player, start..end);
                if self.rules.weight(&slice) > self.rules.light() {
                    break;
                }
                let Some(before) = best[start].clone() else { continue };
                let lean = self.slice_lean(slice)?;
                let lean = before.plus(&lean.mean, &lean.heat);
                let says_more = |found: &Lean| match player {
                    Player::Left => lean.mean < found.mean,
                    Player::Right => lean.mean > found.mean,
                };
                if found.as_ref().is_none_or(says_more) {
                    found = Some(lean);
                }
            }
            best.push(found);
        }
        Ok(best.pop().flatten())
    }

    /// The lean of a light slice. Neighbouring positions share most of theirs, where they stand.
    fn slice_lean(&mut self, slice: R::Position) -> Result<Lean, Stop> {
        if let Some(lean) = self.slices.get(&slice) {
            return Ok(lean.clone());
        }
        let state = self.state_of_sum(std::slice::from_ref(&slice))?;
        let lean = self.lean(state.values(), Lean::NONE)?;
        self.charge((self.rules.position_bytes(&slice) + size_of::<Lean>() + 8) as u64)?;
        self.slices.insert(slice, lean.clone());
        Ok(lean)
    }

    /// The lean of `start` and some values.
    fn lean(&mut self, mut values: impl Iterator<Item = Value>, start: Lean) -> Result<Lean, Stop> {
        values.try_fold(start, |lean, value| {
            let graph = self.thermographs.of(&mut self.store, value)?;
            Ok(lean.plus(&graph.mean, &graph.temperature))
        })
    }

    fn lean_above(&self, piece: Piece) -> Option<Lean> {
        let bounds = self.components[piece.number()].bounds.as_ref()?;
        if piece.is_negative() { bounds.below.as_ref().map(Neg::neg) } else { bounds.above.clone() }
    }

    fn lean_below(&self, piece: Piece) -> Option<Lean> {
        let bounds = self.components[piece.number()].bounds.as_ref()?;
        if piece.is_negative() { bounds.above.as_ref().map(Neg::neg) } else { bounds.below.clone() }
    }

    /// Whether Left wins a sum about to move, where means and temperatures say so.
    ///
    /// The left stop lies between the mean and the mean plus the temperature. Left, about to move, wins when it is
    /// positive and loses when it is negative, and both hold of a sum that is larger or smaller, respectively.
    pub(super) fn decided_by_lean(&mut self, state: &State) -> Result<Option<bool>, Stop> {
        if !state.pieces().all(|piece| self.components[piece.number()].bounds.is_some()) {
            return Ok(None);
        }
        let values = self.lean(state.values(), Lean::NONE)?;
        let sum = |of: &dyn Fn(Piece) -> Option<Lean>| {
            let add = |lean: Lean, piece| of(piece).map(|part| lean.plus(&part.mean, &part.heat));
            state.pieces().try_fold(values.clone(), add)
        };
        if sum(&|piece| self.lean_below(piece)).is_some_and(|below| below.mean > Dyadic::ZERO) {
            return Ok(Some(true));
        }
        let above = sum(&|piece| self.lean_above(piece));
        Ok(above.is_some_and(|above| &above.mean + &above.heat < Dyadic::ZERO).then_some(false))
    }

    /// About sixteen times the mean of a sum; a component counts as half-way between its bounds.
    pub(super) fn inclination(&mut self, state: &State) -> Result<i64, Stop> {
        let mut total = 0;
        for value in state.values() {
            total += sixteenths(&self.thermographs.of(&mut self.store, value)?.mean);
        }
        for piece in state.pieces() {
            if let Some(Bounds { above: Some(above), below: Some(below) }) =
                self.components[piece.number()].bounds.as_deref()
            {
                let mean = sixteenths(&(&above.mean + &below.mean).half());
                total += if piece.is_negative() { -mean } else { mean };
            }
        }
        Ok(total)
    }
}

/// About sixteen times a number, as far as it is of use to order moves.
fn sixteenths(number: &Dyadic) -> i64 {
    const FAR: i64 = 1 << 20;
    let sixteen = (0..4).fold(number.clone(), |number, _| &number + &number);
    // Numbers beyond all bounds lean as far as any.
    i64::try_from(sixteen.floor())
        .map_or_else(|_| if number.signum() < 0 { -FAR } else { FAR }, |near| near.clamp(-FAR, FAR))
}
