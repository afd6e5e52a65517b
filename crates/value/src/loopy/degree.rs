//! Degrees and varieties: how far a stopper is from having a negative.

use super::sides::{downsum, upsum};
use super::stopper::Stopper;
use crate::{Result, Store, Value, ValueError};

impl Stopper {
    /// The degree of G: the onside of G − G, which is 0 for short games (Siegel, Combinatorial Game Theory, chapter VI.5).
    pub fn degree(&self, store: &mut Store) -> Result<Self> {
        if self.as_value().is_some() {
            return Ok(Value::ZERO.into());
        }
        let negative = self.negative(store)?;
        upsum(self, &negative, store)
    }

    /// Whether G + G = G.
    pub fn is_idempotent(&self, store: &mut Store) -> Result<bool> {
        Ok(upsum(self, self, store)? == *self && downsum(self, self, store)? == *self)
    }

    /// The variety of G of degree D: G upsummed with the offside of −G − D, which is the offside of G with the onside of
    /// −G + D where G is stable. Games whose degree is not idempotent, or that are not stable, have none.
    pub fn variety(&self, store: &mut Store) -> Result<Self> {
        let degree = self.degree(store)?;
        if !degree.is_idempotent(store)? {
            return Err(ValueError::undefined("this game has no variety: its degree is not idempotent"));
        }
        let (negative, minus_degree) = (self.negative(store)?, degree.negative(store)?);
        let inner = downsum(&negative, &minus_degree, store)?;
        let above = upsum(self, &inner, store)?;
        let inner = upsum(&negative, &degree, store)?;
        if above != downsum(self, &inner, store)? {
            return Err(ValueError::undefined("this game has no variety: it is not stable"));
        }
        Ok(above)
    }
}
