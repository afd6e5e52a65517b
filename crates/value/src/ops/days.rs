//! All games born by a day.

use rustc_hash::FxHashSet;

use crate::{Result, Store, Value, ValueError};

impl Store {
    /// All values born by `day`, each once, in order of handle: 1, 4, 22 and 1474 of them for days 0 to 3.
    ///
    /// Canonical options are antichains of earlier values, so pairs of antichains are enough. Day 4 has more values than
    /// can be listed and is refused.
    pub fn born_by(&mut self, day: u32) -> Result<Vec<Value>> {
        if day > 3 {
            return Err(ValueError::TooLarge { what: "the list of games born by day 4 or later" });
        }
        let mut born = vec![Value::ZERO];
        for _ in 0..day {
            let sides = self.antichains(&born)?;
            let mut next = FxHashSet::default();
            for left in &sides {
                for right in &sides {
                    next.insert(self.form(left, right)?);
                }
            }
            born = next.into_iter().collect();
            born.sort_unstable();
        }
        Ok(born)
    }

    /// All sets of pairwise incomparable values.
    fn antichains(&mut self, values: &[Value]) -> Result<Vec<Vec<Value>>> {
        let mut chains: Vec<Vec<Value>> = vec![Vec::new()];
        for &value in values {
            for place in 0..chains.len() {
                let mut free = true;
                for &other in &chains[place] {
                    free = free && !self.le(value, other)? && !self.le(other, value)?;
                }
                if free {
                    let mut longer = chains[place].clone();
                    longer.push(value);
                    chains.push(longer);
                }
            }
        }
        Ok(chains)
    }
}
