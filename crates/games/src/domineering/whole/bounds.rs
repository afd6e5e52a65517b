//! Bounds on boards by thermographs of their slices.
//!
//! A cut between two columns takes moves from Right only, so a board is at most the sum of the slices between cuts (the
//! one-hand-tied principle). Let L_t and R_t be the walls of thermographs. Left, about to move in a sum, loses it where ΣL_t + t < 0 at
//! some temperature t ≥ −1, and wins it where ΣR_t + max(L_t − R_t) > 0; the search of sums in the room `solve` has the proof
//! (`partisan/lean.rs`). The negative of a board is the board turned, so bounds from above are enough.

use grundy_value::{Dyadic, Thermograph, ValueError};

/// Numbers are kept in units of 1/64, rounded so that bounds stay bounds: 64 cells hold at most 32 moves, so all fit.
const UNIT: i16 = 64;
const LANES: usize = 16;
/// The temperatures at which walls are looked at, in quarters; the last lane is for the mast.
const QUARTERS: [i16; MAST] = [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12];
const MAST: usize = LANES - 1;

/// What a sum of games is at most worth to Left, at some temperatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Lean {
    /// The sum of the left walls of the parts, and of their means.
    wall: [i16; LANES],
    /// The width of the widest thermograph; last the temperature of the hottest part.
    width: [i16; LANES],
}

impl Lean {
    /// Of the empty sum.
    pub const NONE: Self = {
        let mut width = [0; LANES];
        width[MAST] = -UNIT;
        Self { wall: [0; LANES], width }
    };

    pub fn of(graph: &Thermograph) -> Result<Self, ValueError> {
        let mut lean = Self::NONE;
        for (lane, quarters) in QUARTERS.into_iter().enumerate() {
            let temperature = Dyadic::small(quarters.into(), 2);
            let (left, right) = (graph.left.at(&temperature), graph.right.at(&temperature));
            (lean.wall[lane], lean.width[lane]) = (rounded_up(&left)?, -rounded_up(&(&right - &left))?);
        }
        (lean.wall[MAST], lean.width[MAST]) = (rounded_up(&graph.mean)?, rounded_up(&graph.temperature)?);
        Ok(lean)
    }

    /// Of the sum: walls and means add.
    #[inline]
    pub fn plus(&self, other: &Self) -> Self {
        let mut sum = *self;
        for lane in 0..LANES {
            sum.wall[lane] += other.wall[lane];
            sum.width[lane] = sum.width[lane].max(other.width[lane]);
        }
        sum
    }

    /// At each temperature the one of two bounds that says more.
    #[inline]
    pub fn improve(&mut self, other: &Self) {
        for lane in 0..LANES {
            let better = -i16::from(other.wall[lane] < self.wall[lane]);
            self.width[lane] = other.width[lane] & better | self.width[lane] & !better;
            self.wall[lane] = self.wall[lane].min(other.wall[lane]);
        }
    }

    /// Where this is less than 0, Left loses what is bounded when she is about to move.
    pub fn short_of_losing(&self) -> i16 {
        let at = |lane: usize| self.wall[lane] + QUARTERS[lane] * (UNIT / 4);
        (0..MAST).map(at).fold(self.wall[MAST] + self.width[MAST], i16::min)
    }

    /// Where this is less than 0, Left wins the negative of what is bounded when she is about to move.
    pub fn negative_short_of_winning(&self) -> i16 {
        (0..MAST).map(|lane| self.wall[lane] - self.width[lane]).fold(self.wall[MAST], i16::min)
    }
}

/// The next higher number of units.
fn rounded_up(number: &Dyadic) -> Result<i16, ValueError> {
    let units = (0..UNIT.ilog2()).fold(number.clone(), |number, _| &number + &number);
    i16::try_from(units.ceil()).map_err(|_| ValueError::TooLarge { what: "the number" })
}
