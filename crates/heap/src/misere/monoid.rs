//! Finite commutative monoids with a set of lost elements.

use rustc_hash::FxHashMap;

/// A finite commutative monoid given by its table, with the elements that are second-player wins. Element 0 is the one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monoid {
    table: Vec<u32>,
    lost: Vec<bool>,
}

impl Monoid {
    /// The monoid of the empty position alone, which the first player wins under misère play.
    pub(crate) fn trivial() -> Self {
        Self { table: vec![0], lost: vec![false] }
    }

    /// The monoid with a table of products, row by row, and its lost elements.
    pub(crate) fn new(table: Vec<u32>, lost: Vec<bool>) -> Self {
        Self { table, lost }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.lost.len()
    }

    /// Whether there is no element; never true.
    pub fn is_empty(&self) -> bool {
        self.lost.is_empty()
    }

    /// The number of elements that are second-player wins.
    pub fn lost_len(&self) -> usize {
        self.lost.iter().filter(|&&lost| lost).count()
    }

    /// Whether the element is a second-player win.
    pub fn is_lost(&self, element: usize) -> bool {
        self.lost[element]
    }

    /// The product of two elements.
    pub fn product(&self, left: usize, right: usize) -> usize {
        self.table[left * self.len() + right] as usize
    }

    /// The k-th power of an element.
    pub fn power(&self, element: usize, exponent: usize) -> usize {
        (0..exponent).fold(0, |power, _| self.product(power, element))
    }

    /// Adjoins a new element t whose powers are won or lost as `levels` say: `levels[k][q]` is whether q·t^k is lost.
    /// From level `repeat` on the levels repeat with the rest of the list. Elements that no context tells apart are made
    /// one. Returns the reduced monoid, the images of the old elements, and the image of t.
    pub(crate) fn adjoin(&self, levels: &[Vec<bool>], repeat: usize) -> (Self, Vec<usize>, usize) {
        let size = self.len();
        let depth = levels.len();
        let fold = |level: usize| if level < depth { level } else { repeat + (level - repeat) % (depth - repeat) };
        let total = size * depth;
        // Elements of the unreduced monoid are numbered level by level: q·t^k is k·size + q.
        let multiply = |x: usize, y: usize| fold(x / size + y / size) * size + self.product(x % size, y % size);
        let lost = |x: usize| levels[x / size][x % size];
        let mut classes = Vec::with_capacity(total);
        let mut representatives: Vec<usize> = Vec::new();
        let mut known: FxHashMap<Vec<u64>, usize> = FxHashMap::default();
        for x in 0..total {
            let mut signature = vec![0u64; total.div_ceil(64)];
            for y in (0..total).filter(|&y| lost(multiply(x, y))) {
                signature[y / 64] |= 1 << (y % 64);
            }
            let next = representatives.len();
            let class = *known.entry(signature).or_insert(next);
            if class == next {
                representatives.push(x);
            }
            classes.push(class);
        }
        let products = representatives.iter().flat_map(|&x| representatives.iter().map(move |&y| (x, y)));
        let table = products.map(|(x, y)| classes[multiply(x, y)] as u32).collect();
        let lost = representatives.iter().map(|&x| lost(x)).collect();
        let generator = classes[fold(1) * size];
        (Self { table, lost }, classes[..size].to_vec(), generator)
    }
}
