//! Cooling, heating, overheating, freezing.

use rustc_hash::FxHashMap;

use crate::{Dyadic, Result, Store, Value, ValueError};

impl Store {
    /// G cooled by t > −1: every move costs t, until the game has cooled down to a number, its mean.
    ///
    /// Conway, On Numbers and Games, chapter 9: G_t = {G^L_t − t | G^R_t + t} up to the temperature of G, the mean above.
    /// A number that is not an integer has the temperature −1/2^e, so below 0 numbers move too.
    pub fn cool(&mut self, g: Value, t: &Dyadic) -> Result<Value> {
        if *t <= Dyadic::from(-1) {
            return Err(ValueError::undefined("games are cooled by temperatures above -1 only"));
        }
        let graphs = self.thermographs(g)?;
        let (cost, gain) = (self.number(&-t)?, self.number(t)?);
        let mut cooled: FxHashMap<Value, Value> = FxHashMap::default();
        let below_zero = t.signum() < 0;
        let stays = |store: &Self, value: Value| {
            store.as_number(value).is_some_and(|number| !below_zero || number.is_integer())
        };
        for value in self.postorder(g, stays)? {
            let result = if stays(self, value) {
                value
            } else if graphs[&value].temperature < *t {
                self.number(&graphs[&value].mean)?
            } else {
                self.rebuild(value, &cooled, cost, gain)?
            };
            cooled.insert(value, result);
        }
        Ok(cooled[&g])
    }

    /// {G^L' + for_left | G^R' + for_right} from the images of the options.
    fn rebuild(
        &mut self,
        value: Value,
        images: &FxHashMap<Value, Value>,
        for_left: Value,
        for_right: Value,
    ) -> Result<Value> {
        let options = self.expand(value)?;
        let mut side = |range: std::ops::Range<usize>, shift: Value| {
            range.map(|place| self.sum(images[&self.arena[place]], shift)).collect::<Result<Vec<_>>>()
        };
        let (left, right) = (side(options.left(), for_left)?, side(options.right(), for_right)?);
        self.form(&left, &right)
    }

    /// G frozen: cooled by its own temperature; a number stays as it is.
    pub fn freeze(&mut self, g: Value) -> Result<Value> {
        let temperature = self.temperature(g)?;
        if temperature.signum() <= 0 { Ok(g) } else { self.cool(g, &temperature) }
    }

    /// G chilled: cooled by one.
    pub fn chill(&mut self, g: Value) -> Result<Value> {
        self.cool(g, &Dyadic::ONE)
    }

    /// G heated by T: {T + ∫G^L | −T + ∫G^R}, numbers staying as they are.
    pub fn heat(&mut self, g: Value, t: Value) -> Result<Value> {
        let minus = self.negative(t)?;
        let mut heated: FxHashMap<Value, Value> = FxHashMap::default();
        for value in self.postorder_to_numbers(g)? {
            let result = if self.is_number(value) { value } else { self.rebuild(value, &heated, t, minus)? };
            heated.insert(value, result);
        }
        Ok(heated[&g])
    }

    /// G overheated from S to T: an integer n becomes n·S, anything else {T + ∫G^L | −T + ∫G^R}.
    pub fn overheat(&mut self, g: Value, s: Value, t: Value) -> Result<Value> {
        let minus = self.negative(t)?;
        let integer = |store: &Self, value: Value| store.as_number(value).filter(|x| x.is_integer()).cloned();
        let mut heated: FxHashMap<Value, Value> = FxHashMap::default();
        for value in self.postorder(g, |store, value| integer(store, value).is_some())? {
            let result = match integer(self, value) {
                Some(number) => self.multiple(&number.numerator(), s)?,
                None => self.rebuild(value, &heated, t, minus)?,
            };
            heated.insert(value, result);
        }
        Ok(heated[&g])
    }
}
