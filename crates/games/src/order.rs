//! Finite partial orders on at most 128 elements: reading, building, and the nimbers of those without an N.

use grundy_game::Text;
use grundy_graph::names::{escaped_but, natural_order};
use std::collections::VecDeque;

/// Most elements of an order: one bit each.
pub const MOST: usize = 128;

/// A finite partial order with named elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The names of the elements.
    pub names: Vec<String>,
    /// For each element, itself and all above it.
    pub above: Vec<u128>,
    /// For each element, itself and all below it.
    pub below: Vec<u128>,
}

/// The members of a set, in increasing order.
pub fn members(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        next
    })
}

fn too_many(count: usize) -> Text {
    Text::new("the poset has {count} elements; at most {most} are taken").with("count", count).with("most", MOST)
}

impl Order {
    /// The order of named elements in which i is at most j when `at_most(i, j)`.
    fn new(names: Vec<String>, at_most: impl Fn(usize, usize) -> bool) -> Result<Self, Text> {
        let count = names.len();
        if count > MOST {
            return Err(too_many(count));
        }
        let row = |i: usize, up: bool| {
            let related = |j: &usize| if up { at_most(i, *j) } else { at_most(*j, i) };
            (0..count).filter(related).fold(0u128, |set, j| set | 1 << j)
        };
        let above = (0..count).map(|i| row(i, true)).collect();
        let below = (0..count).map(|i| row(i, false)).collect();
        Ok(Self { names, above, below })
    }

    /// How many elements there are.
    pub fn count(&self) -> usize {
        self.names.len()
    }

    /// All elements.
    pub fn all(&self) -> u128 {
        if self.count() == MOST { u128::MAX } else { (1 << self.count()) - 1 }
    }

    /// The order on names in which each pair says that the first is below the second; `names` may hold elements that no
    /// pair mentions. A circle of relations is an error that names it.
    pub fn from_relations(mut names: Vec<String>, pairs: &[(String, String)]) -> Result<Self, Text> {
        names.extend(pairs.iter().flat_map(|(a, b)| [a.clone(), b.clone()]));
        names.sort_by(|a, b| natural_order(a, b));
        names.dedup();
        if names.len() > MOST {
            return Err(too_many(names.len()));
        }
        // Every name of a pair was listed above, so it is found.
        let place = |name: &String| names.partition_point(|other| natural_order(other, name).is_lt());
        let mut direct = vec![0u128; names.len()];
        for (a, b) in pairs {
            direct[place(a)] |= 1 << place(b);
        }
        // Warshall's closure.
        let mut above = direct.clone();
        for k in 0..names.len() {
            for i in 0..names.len() {
                if above[i] >> k & 1 == 1 {
                    above[i] |= above[k];
                }
            }
        }
        if let Some(start) = (0..names.len()).find(|&i| above[i] >> i & 1 == 1) {
            let circle: Vec<&str> = circle(&direct, start).into_iter().map(|i| names[i].as_str()).collect();
            let problem = Text::new("this is not an order: {circle} runs in a circle");
            return Err(problem.with("circle", circle.join(" < ")));
        }
        Self::new(names, |i, j| i == j || above[i] >> j & 1 == 1)
    }

    /// n elements, each above the one before.
    pub fn chain(n: usize) -> Result<Self, Text> {
        Self::numbered(n, |i, j| i <= j)
    }

    /// n elements, no two comparable.
    pub fn antichain(n: usize) -> Result<Self, Text> {
        Self::numbered(n, |i, j| i == j)
    }

    fn numbered(n: usize, at_most: impl Fn(usize, usize) -> bool) -> Result<Self, Text> {
        if n > MOST {
            return Err(too_many(n));
        }
        Self::new((1..=n).map(|i| i.to_string()).collect(), at_most)
    }

    /// The subsets of n letters with sizes from `least` to `most`, ordered by inclusion.
    pub fn subsets(n: usize, least: usize, most: usize) -> Result<Self, Text> {
        if n > 26 {
            return Err(Text::new("subsets of {count} letters; at most 26 are taken").with("count", n));
        }
        let mut sets: Vec<u32> = Vec::new();
        let mut layer = vec![0u32];
        for size in 0..=most.min(n) {
            if size >= least {
                sets.extend(&layer);
            }
            if sets.len() > MOST || layer.len() > 1 << 16 {
                return Err(Text::new("the poset has more than {most} elements").with("most", MOST));
            }
            // Each set grows by letters after its last one, so every set of the next size comes up once.
            let after = |set: u32| 32 - set.leading_zeros() as usize;
            layer = layer.iter().flat_map(|&set| (after(set)..n).map(move |i| set | 1 << i)).collect();
        }
        let name = |&set: &u32| match set {
            0 => "∅".to_owned(),
            _ => (0..n as u8).filter(|i| set >> i & 1 == 1).map(|i| char::from(b'a' + i)).collect(),
        };
        Self::new(sets.iter().map(name).collect(), |i, j| sets[i] & !sets[j] == 0)
    }

    /// All subsets of n letters, ordered by inclusion.
    pub fn boolean(n: usize) -> Result<Self, Text> {
        Self::subsets(n, 0, n)
    }

    /// The divisors of n, ordered by divisibility.
    pub fn divisors(n: u64) -> Result<Self, Text> {
        const LARGEST: u64 = 1_000_000_000_000;
        if n == 0 || n > LARGEST {
            let problem = Text::new("divisors of {number}; expected a number from 1 to {most}");
            return Err(problem.with("number", n).with("most", LARGEST));
        }
        let small = (1..).take_while(|d| d * d <= n).filter(|d| n.is_multiple_of(*d));
        let mut list: Vec<u64> = small.flat_map(|d| [d, n / d]).collect();
        list.sort_unstable();
        list.dedup();
        Self::new(list.iter().map(u64::to_string).collect(), |i, j| list[j].is_multiple_of(list[i]))
    }

    /// Pairs of elements, at most when both are.
    pub fn product(&self, other: &Self) -> Result<Self, Text> {
        let width = other.count();
        let count = self.count() * width;
        if count > MOST {
            return Err(too_many(count));
        }
        let names = self.names.iter().flat_map(|a| other.names.iter().map(move |b| format!("{a}.{b}"))).collect();
        let at_most = |set: &[u128], i: usize, j: usize| set[i] >> j & 1 == 1;
        Self::new(names, |i, j| {
            at_most(&self.above, i / width, j / width) && at_most(&other.above, i % width, j % width)
        })
    }

    /// Both side by side, nothing of one comparable to anything of the other.
    pub fn beside(&self, other: &Self) -> Result<Self, Text> {
        let shift = self.count();
        let names: Vec<String> = self.names.iter().chain(&other.names).cloned().collect();
        Self::new(names, |i, j| match (i < shift, j < shift) {
            (true, true) => self.above[i] >> j & 1 == 1,
            (false, false) => other.above[i - shift] >> (j - shift) & 1 == 1,
            _ => false,
        })
    }

    /// Whether `j` lies directly above `i`.
    pub fn covers(&self, i: usize, j: usize) -> bool {
        i != j && self.above[i] >> j & 1 == 1 && (self.above[i] & self.below[j]).count_ones() == 2
    }

    /// The name of an element as relations write it.
    pub fn written(&self, i: usize) -> String {
        escaped_but(&self.names[i], "-")
    }

    /// The relations between neighbours and the elements without any, as text: `a<b,b<c,d`.
    pub fn relations(&self) -> String {
        let mut items = Vec::new();
        for i in 0..self.count() {
            let covers = (0..self.count()).filter(|&j| self.covers(i, j));
            items.extend(covers.map(|j| format!("{}<{}", self.written(i), self.written(j))));
            if self.above[i] | self.below[i] == 1 << i {
                items.push(self.written(i));
            }
        }
        items.join(",")
    }

    /// The length of the longest chain below each element.
    pub fn levels(&self) -> Vec<usize> {
        let mut levels = vec![0; self.count()];
        let mut upwards: Vec<usize> = (0..self.count()).collect();
        upwards.sort_by_key(|&i| self.below[i].count_ones());
        for i in upwards {
            // why: a least element is on level 0.
            levels[i] = members(self.below[i] & !(1 << i)).map(|j| levels[j] + 1).max().unwrap_or(0);
        }
        levels
    }

    /// The elements comparable to `i`.
    fn comparable(&self, i: usize) -> u128 {
        self.above[i] | self.below[i]
    }

    /// Cuts `set` into classes: the components of being comparable, or of not being comparable.
    pub fn components(&self, set: u128, comparable: bool) -> impl Iterator<Item = u128> {
        let mut rest = set;
        std::iter::from_fn(move || {
            let start = rest & rest.wrapping_neg();
            let (mut seen, mut fresh) = (start, start);
            while fresh != 0 {
                let i = fresh.trailing_zeros() as usize;
                let near = if comparable { self.comparable(i) } else { !self.comparable(i) };
                let new = near & set & !seen;
                seen |= new;
                fresh = (fresh | new) & !(1 << i);
            }
            rest &= !seen;
            (seen != 0).then_some(seen)
        })
    }

    /// The element of `set` above all others of it.
    pub fn maximum(&self, set: u128) -> Option<usize> {
        members(set).find(|&i| set & !self.below[i] == 0)
    }

    /// The sizes of the chains that `set` consists of, if it does.
    pub fn chains(&self, set: u128) -> Option<Vec<u32>> {
        let is_chain = |part: &u128| members(*part).all(|i| part & !self.comparable(i) == 0);
        self.components(set, true).map(|part| is_chain(&part).then_some(part.count_ones())).collect()
    }

    /// The Grundy set of a down-closed or any other part of the order that holds no N: four elements a < c > b < d with
    /// no further relation among them.
    ///
    /// Such an order is put together from single elements by setting orders side by side and by stacking one on another.
    /// Side by side, values add. Stacked, a move in the upper one changes it and a move in the lower one removes it, so
    /// the value is that number of the upper one's value among the numbers that are no option of the lower one. Time
    /// O(n²) sets of n bits (Deuber and Thomassé, Grundy sets of partial orders, 1996).
    pub fn grundy_set(&self, set: u128) -> Option<GrundySet> {
        if set.count_ones() <= 1 {
            return Some(GrundySet { options: set.count_ones().into() });
        }
        let mut beside = self.components(set, true);
        let first = beside.next()?;
        if first != set {
            let parts: Option<Vec<GrundySet>> =
                std::iter::once(first).chain(beside).map(|part| self.grundy_set(part)).collect();
            return Some(GrundySet::beside(&parts?));
        }
        let mut layers: Vec<u128> = self.components(set, false).collect();
        if layers.len() == 1 {
            return None;
        }
        // Every element of a layer is below every element of the next: fewer elements below means further down.
        layers.sort_by_key(|layer| (self.below[layer.trailing_zeros() as usize] & set & !layer).count_ones());
        let mut top = GrundySet { options: 0 };
        for &layer in layers.iter().rev() {
            top = self.grundy_set(layer)?.under(top);
        }
        Some(top)
    }
}

/// The shortest circle through `start` along the given arcs, `start` at both ends.
fn circle(direct: &[u128], start: usize) -> Vec<usize> {
    let mut from = vec![None; direct.len()];
    let mut queue = VecDeque::from([start]);
    while let Some(i) = queue.pop_front() {
        for j in members(direct[i]) {
            if from[j].is_none() {
                from[j] = Some(i);
                queue.push_back(j);
            }
        }
    }
    let mut path = vec![start];
    let mut at = start;
    while let Some(before) = from[at] {
        path.push(before);
        at = before;
        if at == start {
            break;
        }
    }
    path.reverse();
    path
}

/// The set of the nimbers of the options of a position with at most 128 moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrundySet {
    options: u128,
}

impl GrundySet {
    /// The nimber of the position: the least number missing.
    pub fn nimber(self) -> u32 {
        self.options.trailing_ones()
    }

    /// The number that stands at `place`, from 0, among those missing.
    fn missing(self, place: u32) -> u32 {
        let mut holes = !self.options;
        for _ in 0..place {
            holes &= holes.wrapping_sub(1);
        }
        holes.trailing_zeros()
    }

    /// Positions side by side: a move in one of them.
    fn beside(parts: &[Self]) -> Self {
        let total = parts.iter().fold(0, |sum, part| sum ^ part.nimber());
        let moved = |part: &Self| {
            let others = total ^ part.nimber();
            members(part.options).fold(0u128, |set, value| set | 1 << (value as u32 ^ others))
        };
        Self { options: parts.iter().map(moved).fold(0, |all, set| all | set) }
    }

    /// This position with `top` stacked on it: a move here removes `top`.
    fn under(self, top: Self) -> Self {
        let kept = members(top.options).fold(0u128, |set, value| set | 1 << self.missing(value as u32));
        Self { options: self.options | kept }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn brute(order: &Order, set: u128, memo: &mut HashMap<u128, u32>) -> u32 {
        if let Some(&known) = memo.get(&set) {
            return known;
        }
        let options = members(set).fold(0u128, |all, i| all | 1 << brute(order, set & !order.above[i], memo));
        memo.insert(set, options.trailing_ones());
        options.trailing_ones()
    }

    fn holds_an_n(order: &Order) -> bool {
        let n = order.count();
        let below = |i: usize, j: usize| i != j && order.above[i] >> j & 1 == 1;
        let apart = |i: usize, j: usize| order.comparable(i) >> j & 1 == 0;
        (0..n).any(|a| {
            (0..n).filter(|&c| below(a, c)).any(|c| {
                (0..n)
                    .filter(|&b| below(b, c) && apart(a, b))
                    .any(|b| (0..n).any(|d| below(b, d) && apart(a, d) && apart(c, d)))
            })
        })
    }

    /// All orders on 5 elements, up to isomorphism at least once: those in which i below j means i < j.
    #[test]
    fn grundy_sets_agree_with_brute_force_and_fail_only_on_an_n() {
        let pairs: Vec<(usize, usize)> = (0..5).flat_map(|j| (0..j).map(move |i| (i, j))).collect();
        let mut solved = 0;
        for choice in 0u32..1 << pairs.len() {
            let named = |i: usize| i.to_string();
            let chosen: Vec<(String, String)> = pairs
                .iter()
                .enumerate()
                .filter(|(bit, _)| choice >> bit & 1 == 1)
                .map(|(_, &(i, j))| (named(i), named(j)))
                .collect();
            let order = Order::from_relations((0..5).map(named).collect(), &chosen).unwrap();
            let found = order.grundy_set(order.all());
            assert_eq!(found.is_none(), holds_an_n(&order), "{}", order.relations());
            if let Some(set) = found {
                assert_eq!(set.nimber(), brute(&order, order.all(), &mut HashMap::new()), "{}", order.relations());
                solved += 1;
            }
        }
        assert!(solved > 500, "{solved}");
    }

    #[test]
    fn large_orders_without_an_n() {
        let chain = Order::chain(128).unwrap();
        assert_eq!(chain.grundy_set(chain.all()).map(GrundySet::nimber), Some(128));
        let antichain = Order::antichain(128).unwrap();
        assert_eq!(antichain.grundy_set(antichain.all()).map(GrundySet::nimber), Some(0));
        assert!(Order::chain(129).is_err() && Order::boolean(7).is_ok() && Order::boolean(8).is_err());
    }

    #[test]
    fn families_have_their_sizes() {
        assert_eq!(Order::subsets(4, 1, 2).unwrap().names.join(" "), "a b c d ab ac ad bc bd cd");
        assert_eq!(Order::divisors(12).unwrap().names.join(" "), "1 2 3 4 6 12");
        assert_eq!(Order::divisors(12).unwrap().relations(), "1<2,1<3,2<4,2<6,3<6,4<12,6<12");
        assert_eq!(Order::boolean(2).unwrap().levels(), [0, 1, 1, 2]);
        assert!(Order::divisors(0).is_err() && Order::divisors(u64::MAX).is_err());
        assert!(Order::subsets(26, 1, 2).is_err() && Order::subsets(27, 1, 1).is_err());
    }

    #[test]
    fn circles_are_named() {
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        let circle = [pair("x", "a"), pair("a", "b"), pair("b", "c"), pair("c", "a")];
        let problem = Order::from_relations(Vec::new(), &circle).unwrap_err();
        assert_eq!(problem.to_string(), "this is not an order: a < b < c < a runs in a circle");
        let problem = Order::from_relations(Vec::new(), &[pair("a", "a")]).unwrap_err();
        assert_eq!(problem.to_string(), "this is not an order: a < a runs in a circle");
    }
}
