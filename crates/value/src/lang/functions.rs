//! The functions of the language, each with its page of help.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::Datum;
use crate::loopy::{Loopy, Stopper, downsum, upsum};
use crate::scratch::Scratch;
use crate::surreal::{Surreal, cut, day_tree, from_signs, sign_expansion, simplest_between};
use crate::{Dyadic, Result, Store, Style, Temper, Value, ValueError, nimber};

/// A function of the language.
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// Its arguments; those in brackets may be left out, and one that ends in … stands for any number of them.
    pub arguments: &'static [&'static str],
    /// What it gives, in one line.
    pub about: &'static str,
    /// An example.
    pub example: &'static str,
    /// What the example prints.
    pub prints: &'static str,
    pub(super) run: fn(&mut Call) -> Result<Datum>,
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.signature())
    }
}

impl Function {
    /// The name with its arguments.
    pub fn signature(&self) -> String {
        format!("{}({})", self.name, self.arguments.join(", "))
    }

    pub(super) fn accepts(&self, count: usize) -> bool {
        let is_many = |argument: &&&str| argument.ends_with('…');
        let needed = self.arguments.iter().filter(|argument| !argument.starts_with('[') && !is_many(argument)).count();
        let most =
            if self.arguments.iter().any(|argument| is_many(&argument)) { usize::MAX } else { self.arguments.len() };
        (needed..=most).contains(&count)
    }
}

/// A call: the store and the arguments.
pub(super) struct Call<'a> {
    pub(super) store: &'a mut Store,
    pub(super) arguments: Vec<Datum>,
}

impl Call<'_> {
    fn value(&self, place: usize) -> Result<Value> {
        match &self.arguments[place] {
            Datum::Value(value) => Ok(*value),
            other => Err(other.instead_of("expected a value, found {found}")),
        }
    }

    /// The loopy game at a place; none for other values.
    fn loopy(&self, place: usize) -> Option<&Loopy> {
        if let Datum::Loopy(game) = &self.arguments[place] { Some(game) } else { None }
    }

    /// A stopper, short games included.
    fn stopper(&self, place: usize) -> Result<Stopper> {
        self.arguments[place].stopper()
    }

    /// The canonical options of a player in order of print.
    fn options(&mut self, left: bool) -> Result<Datum> {
        if self.loopy(0).is_some() {
            let options = self.stopper(0)?.options(left, self.store)?;
            return self.sorted_stoppers(options);
        }
        let g = self.value(0)?;
        let options = if left { self.store.left_options(g)? } else { self.store.right_options(g)? };
        self.sorted(options)
    }

    fn sorted_stoppers(&mut self, stoppers: Vec<Stopper>) -> Result<Datum> {
        let mut named = Vec::with_capacity(stoppers.len());
        for stopper in stoppers {
            let text = stopper.print(self.store, Style::Plain)?;
            named.push((text.len(), text, Datum::from_loopy(stopper.into())));
        }
        named.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        Ok(Datum::list(named.into_iter().map(|(_, _, game)| game).collect()))
    }

    /// The stop of a game that may be loopy.
    fn stop(&mut self, left: bool) -> Result<Datum> {
        if self.loopy(0).is_some() {
            return Ok(Datum::from_loopy(self.stopper(0)?.stop(left, self.store)?.into()));
        }
        let g = self.value(0)?;
        let stop = if left { self.store.left_stop(g) } else { self.store.right_stop(g) };
        self.dyadic(&stop)
    }

    /// The numbers next to the stops of a loopy game.
    fn stop_numbers(&mut self) -> Result<(Option<Dyadic>, Option<Dyadic>)> {
        let game = self.stopper(0)?;
        Ok((game.number_at_stop(true, self.store)?, game.number_at_stop(false, self.store)?))
    }

    /// tiny of a loopy game.
    fn loopy_tiny(&mut self) -> Result<Loopy> {
        let negative = self.arguments[0].loopy()?.negative(self.store)?;
        let zero = Loopy::from(Value::ZERO);
        let threat = Loopy::form(std::slice::from_ref(&zero), &[negative], self.store)?;
        Loopy::form(&[zero], &[threat], self.store)
    }

    fn number(&self, place: usize) -> Result<Dyadic> {
        let value = self.value(place)?;
        let number = self.store.as_number(value).cloned();
        number.ok_or_else(|| ValueError::undefined("expected a number, found a game that is not a number"))
    }

    fn count(&self, place: usize) -> Result<usize> {
        let number = self.number(place)?;
        let count = number.is_integer().then(|| number.numerator().to_usize()).flatten();
        count.ok_or_else(|| ValueError::undefined("expected a natural number of moderate size"))
    }

    fn surreal(&self, place: usize) -> Result<Surreal> {
        self.arguments[place].surreal(self.store)
    }

    fn list(&self, place: usize) -> Result<&[Datum]> {
        match &self.arguments[place] {
            Datum::List(items) => Ok(items),
            other => Err(other.instead_of("expected a list, found {found}")),
        }
    }

    fn text(&self, place: usize) -> Result<&str> {
        match &self.arguments[place] {
            Datum::Text(text) => Ok(text),
            other => Err(other.instead_of("expected a text in quotes, found {found}")),
        }
    }

    fn dyadic(&mut self, number: &Dyadic) -> Result<Datum> {
        self.store.number(number).map(Datum::Value)
    }

    fn integer(&mut self, integer: BigInt) -> Result<Datum> {
        self.dyadic(&Dyadic::from(integer))
    }

    /// A list of values in the order they print, which does not depend on the store's history.
    fn sorted(&mut self, values: Vec<Value>) -> Result<Datum> {
        let mut named = Vec::with_capacity(values.len());
        let mut memory = Scratch::new(self.store.budget());
        for value in values {
            let text = self.store.print(value)?;
            memory.add(text.len() + size_of::<(usize, String, Value)>())?;
            named.push((text.len(), text, value));
        }
        named.sort();
        Ok(Datum::list(named.into_iter().map(|(_, _, value)| Datum::Value(value)).collect()))
    }

    /// A nimber written ∗n, or n itself, and whether it was written as a nimber.
    fn nimber(&self, place: usize) -> Result<(u128, bool)> {
        self.nimber_of(&self.arguments[place])
    }

    fn nimber_of(&self, datum: &Datum) -> Result<(u128, bool)> {
        let Datum::Value(value) = *datum else {
            return Err(datum.instead_of("expected a value, found {found}"));
        };
        if let Some(nimber) = self.store.as_nimber(value).filter(|_| value != Value::ZERO) {
            return Ok((u128::from(nimber), true));
        }
        let number = self.store.as_number(value).filter(|number| number.is_integer());
        let number = number.and_then(|number| number.numerator().to_u128());
        number.map(|number| (number, false)).ok_or_else(|| ValueError::undefined("expected a nimber below 2^128"))
    }

    /// A nimber in the way the arguments were written.
    fn nimber_result(&mut self, nimber: u128, as_nimber: bool) -> Result<Datum> {
        if as_nimber {
            let nimber = u64::try_from(nimber).map_err(|_| ValueError::TooLarge { what: "the nimber" })?;
            return self.store.nimber(nimber).map(Datum::Value);
        }
        self.integer(BigInt::from(nimber))
    }
}

macro_rules! functions {
    ($($name:ident($($argument:literal),*) $about:literal, $example:literal => $prints:literal, $run:expr;)*) => {
        /// Every function, in order of name within its group.
        pub const FUNCTIONS: &[Function] = &[$(Function {
            name: stringify!($name),
            arguments: &[$($argument),*],
            about: $about,
            example: $example,
            prints: $prints,
            run: $run,
        }),*];
    };
}

functions! {
    options("g") "the canonical options: the left ones, then the right ones", "options({1,*|-1})" => "[[1], [-1]]", |call| {
        Ok(Datum::list(vec![call.options(true)?, call.options(false)?]))
    };
    left_options("g") "the canonical left options", "left_options(^*)" => "[*, 0]", |call| {
        call.options(true)
    };
    right_options("g") "the canonical right options", "right_options(^)" => "[*]", |call| {
        call.options(false)
    };
    outcome("g") "who wins: first, second, left or right; of loopy games also who draws", "outcome(^*)" => "first", |call| {
        if let Some(game) = call.loopy(0).cloned() {
            return Ok(Datum::Text(game.outcome(call.store)?.to_string()));
        }
        Ok(Datum::Text(call.store.outcome(call.value(0)?).name().into()))
    };
    misere_outcome("g") "who wins the canonical form in misère play", "misere_outcome(*)" => "second", |call| {
        let g = call.value(0)?;
        Ok(Datum::Text(call.store.misere_outcome(g)?.name().into()))
    };
    birthday("g") "the day on which a value is born; for surreal numbers an ordinal", "birthday({0|1/2})" => "3", |call| {
        if let Datum::Surreal(number) = &call.arguments[0] {
            let day = number.birthday().ok_or_else(|| ValueError::undefined("the birthday is known for reals and for sums of ordinals only"))?;
            return Datum::from_surreal(call.store, day.into());
        }
        let day = call.store.birthday(call.value(0)?)?;
        call.integer(day)
    };
    left_stop("g") "the number reached when Left starts", "left_stop({5|2||-1})" => "2", |call| {
        call.stop(true)
    };
    right_stop("g") "the number reached when Right starts", "right_stop({5|2||-1})" => "-1", |call| {
        call.stop(false)
    };
    stop_count("g") "the number of ways to play down to a number", "stop_count({5|2||-1})" => "3", |call| {
        let count = call.store.stop_count(call.value(0)?)?;
        call.integer(count)
    };
    left_incentives("g") "the left incentives G^L - G", "left_incentives(+-1)" => "[{2|0}]", |call| {
        let gains = call.store.left_incentives(call.value(0)?)?;
        call.sorted(gains)
    };
    right_incentives("g") "the right incentives G - G^R", "right_incentives(+-1)" => "[{2|0}]", |call| {
        let gains = call.store.right_incentives(call.value(0)?)?;
        call.sorted(gains)
    };
    incentives("g") "the incentives of both players", "incentives(+-1)" => "[{2|0}]", |call| {
        let gains = call.store.incentives(call.value(0)?)?;
        call.sorted(gains)
    };
    mean("g") "the mean value", "mean({5|2||-1})" => "5/4", |call| {
        if call.loopy(0).is_some() {
            let mean = call.stopper(0)?.thermograph(call.store)?.mean;
            return call.dyadic(&mean);
        }
        let mean = call.store.mean(call.value(0)?)?;
        call.dyadic(&mean)
    };
    temperature("g") "the temperature", "temperature({5|2||-1})" => "9/4", |call| {
        if call.loopy(0).is_some() {
            let temperature = call.stopper(0)?.thermograph(call.store)?.temperature;
            return call.dyadic(&temperature);
        }
        let temperature = call.store.temperature(call.value(0)?)?;
        call.dyadic(&temperature)
    };
    thermograph("g") "the thermograph, drawn from temperature -1 up", "thermograph(+-1) == thermograph({1|-1})" => "true", |call| {
        let graph = match call.loopy(0) {
            Some(_) => call.stopper(0)?.thermograph(call.store)?,
            None => call.store.thermograph(call.value(0)?)?,
        };
        Ok(Datum::Thermograph(Box::new(graph)))
    };
    cool("g", "t") "g cooled by the number t", "cool({5|1}, 1)" => "{4|2}", |call| {
        let (g, t) = (call.value(0)?, call.number(1)?);
        call.store.cool(g, &t).map(Datum::Value)
    };
    heat("g", "t") "g heated by t", "heat(*, 1/2)" => "+-1/2", |call| {
        let (g, t) = (call.value(0)?, call.value(1)?);
        call.store.heat(g, t).map(Datum::Value)
    };
    overheat("g", "s", "t") "g overheated from s to t", "overheat(1/2, 1, 1)" => "{1|0}", |call| {
        let (g, s, t) = (call.value(0)?, call.value(1)?, call.value(2)?);
        call.store.overheat(g, s, t).map(Datum::Value)
    };
    freeze("g") "g cooled by its own temperature", "freeze({5|1})" => "3*", |call| {
        let g = call.value(0)?;
        call.store.freeze(g).map(Datum::Value)
    };
    chill("g") "g cooled by 1", "chill({3|1})" => "2*", |call| {
        let g = call.value(0)?;
        call.store.chill(g).map(Datum::Value)
    };
    atomic_weight("g") "the atomic weight of an infinitesimal that has one", "atomic_weight({^^|v})" => "1/2", |call| {
        let g = call.value(0)?;
        let weight = call.store.atomic_weight(g)?;
        weight.map(Datum::Value).ok_or_else(|| ValueError::undefined("this game has no atomic weight"))
    };
    reduced("g") "the reduced canonical form: g up to infinitesimals", "reduced({5/2*|-2})" => "{5/2|-2}", |call| {
        let g = call.value(0)?;
        call.store.reduced(g).map(Datum::Value)
    };
    ordinal_sum("g", "h") "the ordinal sum G:H of the canonical forms", "ordinal_sum(1, -1)" => "1/2", |call| {
        let (g, h) = (call.value(0)?, call.value(1)?);
        call.store.ordinal_sum(g, h).map(Datum::Value)
    };
    subordinate("g", "base") "an X with base:X = g", "subordinate(1/2, 1)" => "-1", |call| {
        let (g, base) = (call.value(0)?, call.value(1)?);
        let part = call.store.subordinate(g, base)?;
        part.map(Datum::Value).ok_or_else(|| ValueError::undefined("this game is not an ordinal sum over that base"))
    };
    product("g", "h") "Conway's product of the canonical forms", "product(1/2, ^)" => "^[2]*3", |call| {
        let (g, h) = (call.value(0)?, call.value(1)?);
        call.store.product(g, h).map(Datum::Value)
    };
    norton("g", "u") "Norton's product of g by a positive game u", "norton(1/2, ^)" => "{^^*|v*}", |call| {
        let (g, unit) = (call.value(0)?, call.value(1)?);
        call.store.norton_product(g, unit).map(Datum::Value)
    };
    companion("g") "the companion of g", "companion(^)" => "^*", |call| {
        let g = call.value(0)?;
        call.store.companion(g).map(Datum::Value)
    };
    number_part("g") "the number that a numberish game is infinitely close to", "number_part(2v*)" => "2", |call| {
        let number = call.store.number_part(call.value(0)?);
        let number = number.ok_or_else(|| ValueError::undefined("this game is not near a number"))?;
        call.dyadic(&number)
    };
    is_number("g") "whether g is a number", "is_number(1/2)" => "true", |call| {
        if matches!(call.arguments[0], Datum::Surreal(_) | Datum::Loopy(_)) {
            return Ok(Datum::Truth(matches!(call.arguments[0], Datum::Surreal(_))));
        }
        Ok(Datum::Truth(call.store.is_number(call.value(0)?)))
    };
    is_infinitesimal("g") "whether g lies between all positive and negative numbers", "is_infinitesimal(^)" => "true", |call| {
        if call.loopy(0).is_some() {
            let zero = Some(Dyadic::ZERO);
            return Ok(Datum::Truth(call.stop_numbers()? == (zero.clone(), zero)));
        }
        Ok(Datum::Truth(call.store.is_infinitesimal(call.value(0)?)))
    };
    is_numberish("g") "whether g is a number plus an infinitesimal", "is_numberish(2v*)" => "true", |call| {
        if call.loopy(0).is_some() {
            let (left, right) = call.stop_numbers()?;
            return Ok(Datum::Truth(left.is_some() && left == right));
        }
        Ok(Datum::Truth(call.store.is_numberish(call.value(0)?)))
    };
    is_all_small("g") "whether both players or none can move in every follower", "is_all_small({0|0,*})" => "true", |call| {
        let g = call.value(0)?;
        call.store.is_all_small(g).map(Datum::Truth)
    };
    is_even_tempered("g") "whether every way to play to a number takes an even number of moves", "is_even_tempered(1)" => "true", |call| {
        let g = call.value(0)?;
        Ok(Datum::Truth(call.store.temper(g)? == Some(Temper::Even)))
    };
    is_odd_tempered("g") "whether every way to play to a number takes an odd number of moves", "is_odd_tempered(+-1)" => "true", |call| {
        let g = call.value(0)?;
        Ok(Datum::Truth(call.store.temper(g)? == Some(Temper::Odd)))
    };
    followers("g") "all values that moves of any players lead to, g included", "followers(^)" => "[*, 0, ^]", |call| {
        if call.loopy(0).is_some() {
            let followers = call.stopper(0)?.followers(call.store)?;
            return call.sorted_stoppers(followers);
        }
        let followers = call.store.followers(call.value(0)?)?;
        call.sorted(followers)
    };
    born_by("n") "all values born by day n, for n up to 3", "born_by(1)" => "[*, 0, 1, -1]", |call| {
        let day = u32::try_from(call.count(0)?).map_err(|_| ValueError::TooLarge { what: "the list of games born by day 4 or later" })?;
        let born = call.store.born_by(day)?;
        call.sorted(born)
    };
    compare("g", "h") "how g and h compare: <, >, == or ||", "compare(*, ^)" => "||", |call| {
        let order = if call.loopy(0).is_some() || call.loopy(1).is_some() {
            let (g, h) = (call.arguments[0].loopy()?, call.arguments[1].loopy()?);
            g.compare(&h, call.store)?
        } else {
            let (g, h) = (call.value(0)?, call.value(1)?);
            call.store.compare(g, h)?
        };
        let text = match order {
            crate::Order::Less => "<",
            crate::Order::Greater => ">",
            crate::Order::Equal => "==",
            crate::Order::Confused => "||",
        };
        Ok(Datum::Text(text.into()))
    };
    Tiny("g") "tiny-g, {0||0|-g}", "Tiny(2) > 0" => "true", |call| {
        if call.loopy(0).is_some() {
            return call.loopy_tiny().map(Datum::from_loopy);
        }
        let g = call.value(0)?;
        call.store.tiny(g).map(Datum::Value)
    };
    Miny("g") "miny-g, the negative of tiny-g", "Miny(2) < 0" => "true", |call| {
        if call.loopy(0).is_some() {
            return call.loopy_tiny()?.negative(call.store).map(Datum::from_loopy);
        }
        let g = call.value(0)?;
        call.store.miny(g).map(Datum::Value)
    };
    sum("list") "the sum of a list", "sum([^, *, 2])" => "2^*", |call| {
        let items = call.list(0)?.to_vec();
        let short: Option<Vec<_>> = items.iter().map(|item| if let Datum::Value(value) = item { Some(*value) } else { None }).collect();
        if let Some(values) = short {
            return call.store.sum_all(values).map(Datum::Value);
        }
        let mut total = Loopy::from(Value::ZERO);
        for item in items {
            total = total.plus(&item.loopy()?, call.store)?;
        }
        Ok(Datum::from_loopy(total))
    };
    length("list") "the length of a list", "length(born_by(2))" => "22", |call| {
        let length = call.list(0)?.len();
        call.integer(length.into())
    };
    nimber("n") "the nimber *n", "nimber(3)" => "*3", |call| {
        let (nimber, _) = call.nimber(0)?;
        call.nimber_result(nimber, true)
    };
    nim_sum("a", "b") "the nim-sum of two nimbers, written *n or n", "nim_sum(*6, *5)" => "*3", |call| {
        let (a, b) = (call.nimber(0)?, call.nimber(1)?);
        call.nimber_result(nimber::sum(a.0, b.0), a.1 || b.1)
    };
    nim_product("a", "b") "the nim-product of two nimbers", "nim_product(8, 14)" => "10", |call| {
        let (a, b) = (call.nimber(0)?, call.nimber(1)?);
        call.nimber_result(nimber::product(a.0, b.0), a.1 || b.1)
    };
    mex("values…") "the least nimber that is not among the values, written *n or n, or in a list", "mex(0, 2, 4)" => "1", |call| {
        let mut seen = std::collections::BTreeSet::new();
        let mut as_nimber = false;
        for argument in &call.arguments {
            let items = if let Datum::List(items) = argument { &items[..] } else { std::slice::from_ref(argument) };
            for item in items {
                let (nimber, written_so) = call.nimber_of(item)?;
                seen.insert(nimber);
                as_nimber |= written_so;
            }
        }
        let least = seen.iter().zip(0..).find(|(nimber, count)| **nimber != *count).map(|(_, count)| count);
        call.nimber_result(least.unwrap_or(seen.len() as u128), as_nimber)
    };
    nim_inverse("a") "the nim-inverse", "nim_inverse(*15)" => "*4", |call| {
        let a = call.nimber(0)?;
        let inverse = nimber::inverse(a.0).ok_or_else(|| ValueError::undefined("0 has no nim-inverse"))?;
        call.nimber_result(inverse, a.1)
    };
    nim_power("a", "n") "a nim-multiplied by itself n times", "nim_power(2, 2)" => "3", |call| {
        let a = call.nimber(0)?;
        let exponent = call.number(1)?;
        let exponent = exponent.is_integer().then(|| exponent.numerator().to_u128()).flatten();
        let exponent = exponent.ok_or_else(|| ValueError::undefined("expected a natural number below 2^128"))?;
        call.nimber_result(nimber::power(a.0, exponent), a.1)
    };
    nim_sqrt("a") "the nim-square-root", "nim_sqrt(*3)" => "*2", |call| {
        let a = call.nimber(0)?;
        call.nimber_result(nimber::square_root(a.0), a.1)
    };
    simplest("a", "b") "the simplest number between a and b", "simplest(1/4, 1)" => "1/2", |call| {
        let real = |number: Surreal| number.as_rational().ok_or_else(|| ValueError::undefined("expected two real numbers"));
        let found = simplest_between(&real(call.surreal(0)?)?, &real(call.surreal(1)?)?, call.store.budget())?;
        let number = found.ok_or_else(|| ValueError::undefined("there is no number between them"))?;
        call.dyadic(&number)
    };
    signs("x", "[n]") "the first n signs of the sign expansion of a real number", "signs(3/4)" => "+-+", |call| {
        let limit = if call.arguments.len() > 1 { call.count(1)? } else { 60 };
        let number = call.surreal(0)?.as_rational().ok_or_else(|| ValueError::undefined("only real numbers have signs here"))?;
        let (signs, complete) = sign_expansion(&number, limit, call.store.budget())?;
        Ok(Datum::Text(if complete { signs } else { signs + "…" }))
    };
    from_signs("text") "the number with a sign expansion", "from_signs(\"+-+\")" => "3/4", |call| {
        let number = from_signs(call.text(0)?, call.store.budget())?;
        call.dyadic(&number)
    };
    cut("x", "[n]") "a number as {L|R} with its first options", "cut(1/3, 3)" => "{0, 1/4, 5/16, …|1, 1/2, 3/8, …}", |call| {
        let count = if call.arguments.len() > 1 { call.count(1)? } else { 5 };
        if !(1..=1000).contains(&count) {
            return Err(ValueError::undefined("a cut is written with 1 to 1000 options a side"));
        }
        Ok(Datum::Text(cut(&call.surreal(0)?, count)?.to_string()))
    };
    days("n") "the numbers born on each day up to n", "days(1)" => "day 0: 0\nday 1: -1  1", |call| {
        let days = u32::try_from(call.count(0)?).map_err(|_| ValueError::TooLarge { what: "the tree of that many days" })?;
        Ok(Datum::Text(day_tree(days)?))
    };
    sqrt("x") "the square root, of numbers whose root is a single term", "sqrt(omega)" => "omega**(1/2)", |call| {
        let root = call.surreal(0)?.square_root()?;
        Datum::from_surreal(call.store, root)
    };
    onside("g") "what g is worth when draws count as won by Left", "onside(dud)" => "on", |call| {
        Ok(Datum::from_loopy(call.arguments[0].loopy()?.onside().clone().into()))
    };
    offside("g") "what g is worth when draws count as won by Right", "offside(tis)" => "0", |call| {
        Ok(Datum::from_loopy(call.arguments[0].loopy()?.offside().clone().into()))
    };
    is_stopper("g") "whether g ends when it is played alone", "is_stopper(dud)" => "false", |call| {
        Ok(Datum::Truth(call.arguments[0].loopy()?.as_stopper().is_some()))
    };
    upsum("g", "h") "the onside of the sum of two stoppers", "upsum(over, under)" => "over", |call| {
        let (g, h) = (call.stopper(0)?, call.stopper(1)?);
        Ok(Datum::from_loopy(upsum(&g, &h, call.store)?.into()))
    };
    downsum("g", "h") "the offside of the sum of two stoppers", "downsum(over, under)" => "under", |call| {
        let (g, h) = (call.stopper(0)?, call.stopper(1)?);
        Ok(Datum::from_loopy(downsum(&g, &h, call.store)?.into()))
    };
    degree("g") "how loopy a stopper is: the onside of g - g", "degree(upon)" => "^<on>", |call| {
        Ok(Datum::from_loopy(call.stopper(0)?.degree(call.store)?.into()))
    };
    variety("g") "what a stable stopper is up to games of its own degree", "variety({pass|3/2})" => "under", |call| {
        Ok(Datum::from_loopy(call.stopper(0)?.variety(call.store)?.into()))
    };
    latex("g") "the value for LaTeX", "latex(2v*)" => "2 \\downarrow{\\ast}", |call| {
        call.arguments[0].show(call.store, Style::Latex).map(Datum::Text)
    };
    unicode("g") "the value with arrows and stars", "unicode(2v*)" => "2↓∗", |call| {
        call.arguments[0].show(call.store, Style::Unicode).map(Datum::Text)
    };
}

/// The function of that name.
pub fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

/// The function whose name is nearest to a mistyped one.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    let close = |function: &&Function| {
        let (a, b) = (function.name, name);
        a.starts_with(b) || b.starts_with(a) || one_edit_apart(a, b)
    };
    FUNCTIONS.iter().find(close).map(|function| function.name)
}

/// Whether two words differ by one letter changed, added, left out or moved to its neighbour's place.
fn one_edit_apart(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let start = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let rest = |length: usize| length.saturating_sub(start + end);
    let swapped = a.len() == b.len()
        && rest(a.len()) == 2
        && a.get(start) == b.get(start + 1)
        && a.get(start + 1) == b.get(start);
    (rest(a.len()) <= 1 && rest(b.len()) <= 1) || swapped
}
