//! Onside and offside: what a game with draws is worth when drawn play counts as won by Left, and by Right.

use super::graph::Graph;
use super::stopper::Stopper;
use super::survive::{Endless, Survival};
use crate::{Order, Result, Store, Value, ValueError};
use num_bigint::BigInt;
use num_traits::Signed;

/// The value of a game graph whose sides are stoppers, S & T; a stopper is its own onside and offside.
///
/// Comparison, sum and negative follow the sides: G ≥ H iff both sides are, the onside of a sum is the onside of the sum
/// of the onsides (Winning Ways, chapter 11; Siegel, Combinatorial Game Theory, chapter VI.2). Some games, such as Bach's
/// Carousel, have sides that are not stoppers; no theory of their values is known, and they are refused.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Loopy {
    onside: Stopper,
    offside: Stopper,
}

impl From<Value> for Loopy {
    fn from(value: Value) -> Self {
        Stopper::from(value).into()
    }
}

impl From<Stopper> for Loopy {
    fn from(stopper: Stopper) -> Self {
        Self { offside: stopper.clone(), onside: stopper }
    }
}

impl Loopy {
    /// The value of a game graph.
    pub fn new(graph: &Graph, store: &mut Store) -> Result<Self> {
        if let Some(stopper) = Stopper::new(graph, store)? {
            return Ok(stopper.into());
        }
        Ok(Self { onside: onside(graph, store)?, offside: offside(graph, store)? })
    }

    /// The value with these sides. The onside must be at least the offside.
    pub fn with_sides(onside: Stopper, offside: Stopper, store: &mut Store) -> Result<Self> {
        if !onside.at_least(&offside, store)? {
            return Err(ValueError::undefined("the onside of a game is at least its offside"));
        }
        Ok(Self { onside, offside })
    }

    /// What the game is worth when drawn play counts as won by Left.
    pub fn onside(&self) -> &Stopper {
        &self.onside
    }

    /// What the game is worth when drawn play counts as won by Right.
    pub fn offside(&self) -> &Stopper {
        &self.offside
    }

    /// The stopper it is, if it is one.
    pub fn as_stopper(&self) -> Option<&Stopper> {
        (self.onside == self.offside).then_some(&self.onside)
    }

    /// The short game it is, if it is one.
    pub fn as_value(&self) -> Option<Value> {
        self.as_stopper().and_then(Stopper::as_value)
    }

    /// The game {left|right} of such games, by sides.
    pub fn form(left: &[Self], right: &[Self], store: &mut Store) -> Result<Self> {
        let side = |pick: fn(&Self) -> &Stopper| {
            let graphs =
                |options: &'_ [Self]| options.iter().map(|option| pick(option).graph().clone()).collect::<Vec<_>>();
            let (left, right) = (graphs(left), graphs(right));
            Graph::form(&left.iter().collect::<Vec<_>>(), &right.iter().collect::<Vec<_>>())
        };
        let (on, off) = (side(Self::onside), side(Self::offside));
        if left.iter().chain(right).all(|option| option.as_stopper().is_some()) {
            return Self::new(&on, store);
        }
        Ok(Self { onside: onside(&on, store)?, offside: offside(&off, store)? })
    }

    /// The negative: the sides change places.
    pub fn negative(&self, store: &mut Store) -> Result<Self> {
        Ok(Self { onside: self.offside.negative(store)?, offside: self.onside.negative(store)? })
    }

    /// The sum.
    pub fn plus(&self, other: &Self, store: &mut Store) -> Result<Self> {
        if let (Some(a), Some(b)) = (self.as_stopper(), other.as_stopper()) {
            if let Some(sum) = sum_with_number(a, b, store)? {
                return Ok(sum.into());
            }
            return Self::new(&a.graph().sum(b.graph(), store)?, store);
        }
        Ok(Self {
            onside: upsum(&self.onside, &other.onside, store)?,
            offside: downsum(&self.offside, &other.offside, store)?,
        })
    }

    /// n·G, by doubling.
    pub fn multiple(&self, count: &BigInt, store: &mut Store) -> Result<Self> {
        let mut total = Self::from(Value::ZERO);
        let game = if count.is_negative() { self.negative(store)? } else { self.clone() };
        let bits = count.magnitude();
        for bit in (0..bits.bits()).rev() {
            total = total.plus(&total, store)?;
            if bits.bit(bit) {
                total = total.plus(&game, store)?;
            }
        }
        Ok(total)
    }

    /// Whether this is at least the other: on both sides.
    pub fn at_least(&self, other: &Self, store: &mut Store) -> Result<bool> {
        Ok(self.onside.at_least(&other.onside, store)? && self.offside.at_least(&other.offside, store)?)
    }

    /// How this compares with another.
    pub fn compare(&self, other: &Self, store: &mut Store) -> Result<Order> {
        Ok(Order::from_both(self.at_least(other, store)?, other.at_least(self, store)?))
    }
}

fn sum_with_number(a: &Stopper, b: &Stopper, store: &mut Store) -> Result<Option<Stopper>> {
    for (game, other) in [(a, b), (b, a)] {
        let number = other.as_value().and_then(|value| store.as_number(value).cloned());
        if let Some(number) = number {
            return game.plus_number(&number, store).map(Some);
        }
    }
    Ok(None)
}

/// The onside of the sum of two stoppers.
pub fn upsum(a: &Stopper, b: &Stopper, store: &mut Store) -> Result<Stopper> {
    match sum_with_number(a, b, store)? {
        Some(sum) => Ok(sum),
        None => onside(&a.graph().sum(b.graph(), store)?, store),
    }
}

/// The offside of the sum of two stoppers.
pub fn downsum(a: &Stopper, b: &Stopper, store: &mut Store) -> Result<Stopper> {
    let (a, b) = (a.negative(store)?, b.negative(store)?);
    upsum(&a, &b, store)?.negative(store)
}

/// The onside of a graph: simplified as if endless play were won by Left until it is a stopper, and then proved to be the
/// onside by comparing it with the graph both ways.
fn onside(graph: &Graph, store: &mut Store) -> Result<Stopper> {
    if let Some(stopper) = Stopper::new(graph, store)? {
        return Ok(stopper);
    }
    let simple = graph.simplified(Endless::WonByLeft, store)?;
    let unknown = || ValueError::undefined("a side of this game is not a stopper, and no theory of its value is known");
    let stopper = Stopper::new(&simple, store)?.ok_or_else(unknown)?;
    let mut both = graph.clone();
    let other = both.join(stopper.graph());
    let pairs = [(both.root, other), (other, both.root)];
    let order = Survival::of(&both, &pairs, Endless::WonByLeft, store)?;
    if order.at_least(pairs[0]) && order.at_least(pairs[1]) { Ok(stopper) } else { Err(unknown()) }
}

/// The offside: the negative of the onside of the negative.
fn offside(graph: &Graph, store: &mut Store) -> Result<Stopper> {
    let negative = graph.negative(store)?;
    onside(&negative, store)?.negative(store)
}

/// The onside of the sum of two stoppers, by playing on the pairs of their positions. [`upsum`] takes a short cut past
/// numbers; this does not.
pub fn upsum_of_graphs(a: &Stopper, b: &Stopper, store: &mut Store) -> Result<Stopper> {
    onside(&a.graph().sum(b.graph(), store)?, store)
}
