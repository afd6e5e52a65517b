//! Dense numberings: positions as the numbers 0, 1, 2, … in an order in which options come first, and states of games in which
//! play may go round.

use crate::{Achieved, Player};

/// A numbering of finitely many positions, closed under moves, in which every option has a smaller number than the
/// position it belongs to. Tables over it are plain arrays filled in one pass.
///
/// Moves are given as *distances*, number of the position minus number of the option, and for whole *runs* of
/// consecutive positions at once: what is the same all along a run is asked once. A numbering without such regularity has
/// runs of length 1.
pub trait Numbering<P>: Send + Sync {
    /// How many positions are numbered.
    fn count(&self) -> u64;

    /// The number of a position; `None` when it is not numbered.
    fn rank(&self, position: &P) -> Option<u64>;

    /// The position with a number below [`Numbering::count`].
    fn unrank(&self, number: u64) -> P;

    /// Appends the distances that every position of the run starting at `number` has, and returns the length of the run.
    fn run(&self, number: u64, shared: &mut Vec<u64>) -> u64;

    /// For each place in a run, the distances to options within the same run; empty when there are none.
    fn inner(&self) -> &[Vec<u64>] {
        &[]
    }
}

/// A numbering of finitely many states, each a position with the player about to move, for games in which play may go round: moves
/// go to larger and smaller numbers, and the states before a state can be told. Retrograde analysis then takes two bytes a
/// state.
///
/// Every move from a numbered state leads to a numbered one. Numbers may also stand for nothing that can be played: states
/// without moves and with a drawn end. Positions from which play never comes back, such as those in which something is still to
/// be placed, need no number: they are judged by their options.
pub trait StateNumbering<P>: Send + Sync {
    /// How many states are numbered.
    fn count(&self) -> usize;

    /// The number of a position in which `player` is about to move; `None` when it has none.
    fn number(&self, position: &P, player: Player) -> Option<usize>;

    /// Who is about to move in a state.
    fn player(&self, state: usize) -> Player;

    /// How many moves a state has.
    fn moves(&self, state: usize) -> usize;

    /// Appends the numbered states from which a move leads to this one, each as often as it has such moves.
    fn before(&self, state: usize, states: &mut Vec<usize>);

    /// What the player about to move in a state without moves has achieved under normal play.
    fn ended(&self, state: usize) -> Achieved;
}

/// Numbers several heaps up to given sizes, each changed by itself and only to smaller sizes: mixed radix, the last heap
/// running fastest. A run is all sizes of the last heap.
///
/// ```
/// use grundy_game::{HeapNumbering, Numbering};
/// // Two heaps up to 2 and 3; take any number from one of them.
/// let numbering = HeapNumbering::new(&[2, 3], |size| (0..size).collect()).unwrap();
/// assert_eq!((numbering.count(), numbering.rank(&vec![2, 1]), numbering.unrank(9)), (12, Some(9), vec![2, 1]));
/// let mut shared = Vec::new();
/// assert_eq!((numbering.run(8, &mut shared), shared), (4, vec![8, 4]));
/// assert_eq!(numbering.inner()[2], [2, 1]);
/// ```
#[derive(Clone, Debug)]
pub struct HeapNumbering {
    strides: Vec<u64>,
    radices: Vec<u64>,
    /// For each size, the amounts by which a heap of that size can shrink.
    cuts: Vec<Vec<u64>>,
    count: u64,
}

impl HeapNumbering {
    /// The numbering of heaps up to `sizes`, where `options` lists the sizes a heap can be changed to, all smaller.
    /// `None` when there are no heaps or more than 2^32 positions.
    pub fn new(sizes: &[u64], options: impl Fn(u64) -> Vec<u64>) -> Option<Self> {
        let largest = sizes.iter().copied().max()?;
        let mut count = 1u64;
        let mut strides = vec![0; sizes.len()];
        for (stride, size) in strides.iter_mut().zip(sizes).rev() {
            *stride = count;
            count = count.checked_mul(size.checked_add(1)?).filter(|&count| count <= 1 << 32)?;
        }
        let cuts = (0..=largest).map(|size| options(size).into_iter().map(|to| size - to).collect()).collect();
        Some(Self { strides, radices: sizes.iter().map(|size| size + 1).collect(), cuts, count })
    }

    /// Calls `visit` with the number of every option of a position.
    pub(crate) fn each_option(&self, number: u64, mut visit: impl FnMut(u64)) {
        for (stride, radix) in self.strides.iter().zip(&self.radices) {
            let size = number / stride % radix;
            self.cuts[size as usize].iter().for_each(|cut| visit(number - cut * stride));
        }
    }

    /// Calls `visit` with every distance that some position may have to an option, some perhaps more than once.
    pub(crate) fn each_distance(&self, mut visit: impl FnMut(u64)) {
        let mut cuts: Vec<u64> = self.cuts.iter().flatten().copied().collect();
        cuts.sort_unstable();
        cuts.dedup();
        for (stride, radix) in self.strides.iter().zip(&self.radices) {
            cuts.iter().filter(|cut| *cut < radix).for_each(|cut| visit(cut * stride));
        }
    }

    /// The number of a position with as many heaps or fewer, in any order; `None` when they do not fit.
    pub(crate) fn rank_of_any(&self, heaps: &[u64]) -> Option<u64> {
        let mut places: Vec<usize> = (0..self.radices.len()).collect();
        places.sort_by_key(|&place| std::cmp::Reverse(self.radices[place]));
        let mut heaps = heaps.to_vec();
        heaps.sort_unstable_by(|a, b| b.cmp(a));
        // The largest heap goes where the most fits, and so on: if they fit at all, they fit so.
        let extra = heaps.get(places.len()..).unwrap_or(&[]);
        if extra.iter().any(|&heap| heap > 0)
            || heaps.iter().zip(&places).any(|(heap, &place)| *heap >= self.radices[place])
        {
            return None;
        }
        Some(heaps.iter().zip(&places).map(|(heap, &place)| heap * self.strides[place]).sum())
    }

    /// How a position gets its number.
    pub(crate) fn describe(&self) -> String {
        let strides = self.strides.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        format!("the sum of the heaps' sizes, each times its stride; the strides are {strides}")
    }
}

impl Numbering<Vec<u64>> for HeapNumbering {
    fn count(&self) -> u64 {
        self.count
    }

    fn rank(&self, position: &Vec<u64>) -> Option<u64> {
        let fits = position.len() == self.radices.len() && position.iter().zip(&self.radices).all(|(heap, r)| heap < r);
        fits.then(|| position.iter().zip(&self.strides).map(|(heap, stride)| heap * stride).sum())
    }

    fn unrank(&self, number: u64) -> Vec<u64> {
        self.strides.iter().zip(&self.radices).map(|(stride, radix)| number / stride % radix).collect()
    }

    fn run(&self, number: u64, shared: &mut Vec<u64>) -> u64 {
        let last = self.radices.len() - 1;
        let mut rest = number;
        for stride in &self.strides[..last] {
            let size = rest / stride;
            rest -= size * stride;
            shared.extend(self.cuts[size as usize].iter().map(|cut| cut * stride));
        }
        self.radices[last]
    }

    fn inner(&self) -> &[Vec<u64>] {
        &self.cuts[..self.radices[self.radices.len() - 1] as usize]
    }
}
