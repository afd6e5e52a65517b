//! Reduced canonical forms: games up to infinitesimals.

use rustc_hash::FxHashMap;

use crate::{Result, Store, Value};

impl Store {
    /// The reduced canonical form of G: the simplest game that differs from G by an infinitesimal.
    ///
    /// Grossman and Siegel, Reductions of partizan games: a numberish game is its number; otherwise options are reduced,
    /// and those dominated or reversible up to infinitesimals are dropped or bypassed.
    pub fn reduced(&mut self, g: Value) -> Result<Value> {
        let mut reduced: FxHashMap<Value, Value> = FxHashMap::default();
        for value in self.postorder(g, Self::is_numberish)? {
            let result = match self.number_part(value) {
                Some(number) => self.number(&number)?,
                None => self.reduce_from(value, &reduced)?,
            };
            reduced.insert(value, result);
        }
        Ok(reduced[&g])
    }

    /// Whether G ≤ H up to an infinitesimal: the left stop of G − H is at most 0.
    fn le_nearly(&mut self, g: Value, h: Value) -> Result<bool> {
        let difference = self.difference(g, h)?;
        Ok(self.exact_left(difference).signum() <= 0)
    }

    fn reduce_from(&mut self, value: Value, reduced: &FxHashMap<Value, Value>) -> Result<Value> {
        let options = self.expand(value)?;
        let left = self.arena[options.left()].iter().map(|option| reduced[option]).collect();
        let right = self.arena[options.right()].iter().map(|option| reduced[option]).collect();
        let left = self.bypass_nearly(value, left, true)?;
        let right = self.bypass_nearly(value, right, false)?;
        self.form(&left, &right)
    }

    /// Bypasses options that reverse up to an infinitesimal, then drops dominated ones.
    fn bypass_nearly(&mut self, game: Value, mut side: Vec<Value>, for_left: bool) -> Result<Vec<Value>> {
        let mut place = 0;
        while place < side.len() {
            let replies = if for_left { self.right_options(side[place])? } else { self.left_options(side[place])? };
            let mut through = None;
            for reply in replies {
                let reverses = if for_left { self.le_nearly(reply, game)? } else { self.le_nearly(game, reply)? };
                if reverses && !self.is_number(side[place]) {
                    through = Some(reply);
                    break;
                }
            }
            let Some(through) = through else {
                place += 1;
                continue;
            };
            side.swap_remove(place);
            side.extend(if for_left { self.left_options(through)? } else { self.right_options(through)? });
        }
        side.sort_unstable();
        side.dedup();
        let mut kept: Vec<Value> = Vec::new();
        'options: for &option in &side {
            for &other in &side {
                let (low, high) = if for_left { (option, other) } else { (other, option) };
                if option != other && self.le_nearly(low, high)? && (!self.le_nearly(high, low)? || other < option) {
                    continue 'options;
                }
            }
            kept.push(option);
        }
        Ok(kept)
    }
}
