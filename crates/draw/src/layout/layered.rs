//! Layered drawing of a graph whose vertices have levels (Sugiyama, Tagawa and Toda, 1981).
//!
//! Long arcs get a bend in every level they pass, unless that would be too many; then they run direct. Crossings are
//! reduced by barycentre sweeps and swaps of neighbours. Places are found by moving each level to where its neighbours
//! pull it, keeping the order and the distances (isotonic regression by pooling adjacent violators), to and fro.

use crate::shape::Point;
use grundy_budget::pulse;

/// Sizes for [`layered`].
#[derive(Clone, Copy, Debug)]
pub struct LayeredOptions {
    /// Blank between neighbours of one level.
    pub gap: f64,
    /// Distance between levels at least; wide drawings get more, so that arcs do not lie flat.
    pub level_gap: f64,
    /// Distance between the rows of one level that is too wide for a single row.
    pub row_gap: f64,
    /// How many vertices one row may hold before the level is split into rows; only without bends.
    pub row: usize,
}

impl Default for LayeredOptions {
    fn default() -> Self {
        Self { gap: 18.0, level_gap: 70.0, row_gap: 26.0, row: 48 }
    }
}

/// Where everything is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layered {
    /// The place of each vertex; the highest level is at the top.
    pub points: Vec<Point>,
    /// The bends of each arc between its ends, in the order from its first end to its second.
    pub bends: Vec<Vec<Point>>,
}

/// Bends beyond which arcs run direct, unless there are many vertices.
const MOST_BENDS: usize = 800;

/// Most rows a level is split into.
const MOST_ROWS: usize = 8;

/// Lays out vertices by level; `widths` are the widths of the vertices. Arcs may point either way; arcs inside a level
/// or to vertices that do not exist do not influence the layout.
///
/// Time O((n + m + bends) log n) a sweep, with a fixed number of sweeps.
pub fn layered(levels: &[usize], widths: &[f64], arcs: &[(usize, usize)], options: LayeredOptions) -> Layered {
    let mut work = Work::new(levels, widths, arcs, options);
    work.reduce_crossings();
    work.place();
    work.finish(arcs)
}

struct Work {
    /// Vertices proper; the rest are bends.
    n: usize,
    /// Items of each level in order, lowest level first.
    layers: Vec<Vec<u32>>,
    /// The level of each item, densely numbered.
    level: Vec<u32>,
    width: Vec<f64>,
    /// Neighbours below and above.
    below: Vec<Vec<u32>>,
    above: Vec<Vec<u32>>,
    /// First bend of each arc, if it has bends; they are numbered upwards.
    first_bend: Vec<Option<u32>>,
    x: Vec<f64>,
    /// Whether all arcs join neighbouring levels.
    proper: bool,
    options: LayeredOptions,
}

impl Work {
    fn new(levels: &[usize], widths: &[f64], arcs: &[(usize, usize)], options: LayeredOptions) -> Self {
        let n = levels.len();
        let mut used: Vec<usize> = levels.to_vec();
        used.sort_unstable();
        used.dedup();
        let mut level: Vec<u32> = levels.iter().map(|l| used.partition_point(|u| u < l) as u32).collect();
        let valid = |&(a, b): &(usize, usize)| a < n && b < n && level[a] != level[b];
        let bends: usize =
            arcs.iter().filter(|e| valid(e)).map(|&(a, b)| level[a].abs_diff(level[b]) as usize - 1).sum();
        let proper = bends <= (3 * n).max(MOST_BENDS);
        let mut work = Work {
            n,
            layers: vec![Vec::new(); used.len()],
            width: (0..n).map(|v| widths.get(v).copied().unwrap_or(0.0)).collect(),
            below: vec![Vec::new(); n],
            above: vec![Vec::new(); n],
            first_bend: vec![None; arcs.len()],
            x: Vec::new(),
            level: Vec::new(),
            proper,
            options,
        };
        for (i, arc) in arcs.iter().enumerate().filter(|(_, e)| valid(e)) {
            let (low, high) = if level[arc.0] < level[arc.1] { *arc } else { (arc.1, arc.0) };
            let mut from = low as u32;
            let first = work.below.len() as u32;
            if proper {
                for l in level[low] + 1..level[high] {
                    let bend = work.below.len() as u32;
                    level_push(&mut work, l);
                    work.join(from, bend);
                    from = bend;
                }
            }
            if from != low as u32 {
                work.first_bend[i] = Some(first);
            }
            work.join(from, high as u32);
        }
        level.append(&mut work.level);
        work.level = level;
        for v in 0..work.level.len() {
            work.layers[work.level[v] as usize].push(v as u32);
        }
        work.x = vec![0.0; work.level.len()];
        work
    }

    fn join(&mut self, low: u32, high: u32) {
        self.above[low as usize].push(high);
        self.below[high as usize].push(low);
    }

    fn reduce_crossings(&mut self) {
        let items = self.level.len();
        let sweeps = if items <= 600 { 24 } else { 8 };
        self.rank();
        let (mut best, mut best_cost) = (self.layers.clone(), self.cost());
        for sweep in 0..sweeps {
            let count = self.layers.len();
            for i in 0..count {
                self.sort_layer(if sweep % 2 == 0 { count - 1 - i } else { i }, sweep % 2 == 0);
            }
            if self.proper && items <= 600 {
                self.swap_neighbours();
            }
            let cost = self.cost();
            if cost < best_cost {
                (best, best_cost) = (self.layers.clone(), cost);
            }
        }
        self.layers = best;
        self.rank();
    }

    /// Sets x to the place in the order, centred, with all levels of equal width in direct drawings.
    fn rank(&mut self) {
        for l in 0..self.layers.len() {
            self.rank_layer(l);
        }
    }

    fn rank_layer(&mut self, l: usize) {
        let len = self.layers[l].len() as f64;
        for (i, &v) in self.layers[l].iter().enumerate() {
            let centred = i as f64 - (len - 1.0) / 2.0;
            self.x[v as usize] = if self.proper { centred } else { centred / len.max(1.0).sqrt() };
        }
    }

    fn mean(&self, list: &[u32]) -> Option<f64> {
        pulse(list.len() as u64 / 8);
        let sum: f64 = list.iter().map(|&w| self.x[w as usize]).sum();
        (!list.is_empty()).then(|| sum / list.len() as f64)
    }

    /// Sorts a level by the barycentres of the neighbours above or below.
    fn sort_layer(&mut self, l: usize, by_above: bool) {
        let mut layer = std::mem::take(&mut self.layers[l]);
        let key = |v: u32| {
            let list = if by_above { &self.above[v as usize] } else { &self.below[v as usize] };
            self.mean(list).unwrap_or(self.x[v as usize])
        };
        let mut keyed: Vec<(f64, u32)> = layer.iter().map(|&v| (key(v), v)).collect();
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
        layer.clear();
        layer.extend(keyed.into_iter().map(|(_, v)| v));
        self.layers[l] = layer;
        self.rank_layer(l);
    }

    /// Swaps neighbours of a level while that removes crossings.
    fn swap_neighbours(&mut self) {
        for _ in 0..4 {
            let mut better = false;
            for l in 0..self.layers.len() {
                for i in 1..self.layers[l].len() {
                    pulse(4);
                    let (a, b) = (self.layers[l][i - 1] as usize, self.layers[l][i] as usize);
                    let now = self.pair(&self.below[a], &self.below[b]) + self.pair(&self.above[a], &self.above[b]);
                    let then = self.pair(&self.below[b], &self.below[a]) + self.pair(&self.above[b], &self.above[a]);
                    if then < now {
                        self.layers[l].swap(i - 1, i);
                        self.x.swap(a, b);
                        better = true;
                    }
                }
            }
            if !better {
                break;
            }
        }
    }

    /// Crossings between the arcs of a left and a right neighbour to one other level.
    fn pair(&self, left: &[u32], right: &[u32]) -> usize {
        let x = |v: &u32| self.x[*v as usize];
        pulse((left.len() * right.len() / 8) as u64);
        left.iter().map(|a| right.iter().filter(|b| x(b) < x(a)).count()).sum()
    }

    /// Crossings of a proper drawing; total sideways run of the arcs of a direct one.
    fn cost(&self) -> f64 {
        if self.proper {
            let mut rank = vec![0u32; self.level.len()];
            for layer in &self.layers {
                for (i, &v) in layer.iter().enumerate() {
                    rank[v as usize] = i as u32;
                }
            }
            return (1..self.layers.len()).map(|l| self.crossings_below(l, &rank)).sum::<u64>() as f64;
        }
        let runs = (0..self.n).map(|v| {
            let x = self.x[v];
            self.below[v].iter().map(|&w| (x - self.x[w as usize]).abs()).sum::<f64>()
        });
        runs.sum()
    }

    /// Crossings between a level and the one below: inversions, counted with a Fenwick tree (Barth, Mutzel, Jünger 2004).
    fn crossings_below(&self, l: usize, rank: &[u32]) -> u64 {
        let size = self.layers[l - 1].len();
        let mut tree = vec![0u32; size + 1];
        let (mut total, mut crossings) = (0u64, 0u64);
        let mut ends = Vec::new();
        for &v in &self.layers[l] {
            ends.clear();
            ends.extend(self.below[v as usize].iter().map(|&w| rank[w as usize] as usize));
            pulse(ends.len() as u64);
            for &end in &ends {
                let mut i = end + 1;
                let mut not_beyond = 0u64;
                while i > 0 {
                    not_beyond += u64::from(tree[i]);
                    i &= i - 1;
                }
                crossings += total - not_beyond;
            }
            for &end in &ends {
                let mut i = end + 1;
                while i <= size {
                    tree[i] += 1;
                    i += i & i.wrapping_neg();
                }
                total += 1;
            }
        }
        crossings
    }

    /// Rows a level is split into.
    fn rows(&self, l: usize) -> usize {
        if self.layers[l].iter().any(|&v| v as usize >= self.n) {
            return 1;
        }
        self.layers[l].len().div_ceil(self.options.row.max(1)).clamp(1, MOST_ROWS)
    }

    /// Finds the places: packed first, then pulled towards the neighbours, to and fro.
    fn place(&mut self) {
        let items = self.level.len();
        let rounds = if items <= 600 { 30 } else { 8 };
        for l in 0..self.layers.len() {
            self.pull(l, |_, _| None);
        }
        for round in 0..rounds {
            let count = self.layers.len();
            for i in 0..count {
                let l = if round % 2 == 0 { i } else { count - 1 - i };
                self.pull(l, |work, v| {
                    let (below, above) = (&work.below[v], &work.above[v]);
                    let both: f64 = below.iter().chain(above).map(|&w| work.x[w as usize]).sum();
                    let degree = below.len() + above.len();
                    (degree > 0).then(|| both / degree as f64)
                });
            }
        }
    }

    /// Moves a level as near as may be to where its items wish to be (least squares), keeping order and distances.
    fn pull(&mut self, l: usize, wish: impl Fn(&Self, usize) -> Option<f64>) {
        let rows = self.rows(l) as f64;
        let layer = std::mem::take(&mut self.layers[l]);
        let mut offset = 0.0;
        // Blocks of touching items: total weight, mean of (wish - offset), number of items.
        let mut blocks: Vec<(f64, f64, usize)> = Vec::with_capacity(layer.len());
        let mut offsets = Vec::with_capacity(layer.len());
        for (i, &v) in layer.iter().enumerate() {
            let v = v as usize;
            if i > 0 {
                let before = layer[i - 1] as usize;
                offset += (f64::midpoint(self.width[before], self.width_of(v)) + self.gap(before, v)) / rows;
            }
            offsets.push(offset);
            pulse(1);
            let (target, weight) = match wish(self, v) {
                Some(x) => (x, if v >= self.n { 3.0 } else { 1.0 }),
                None => (self.x[v], 0.01),
            };
            blocks.push((weight, target - offset, 1));
            while let [.., a, b] = blocks[..] {
                if a.1 < b.1 {
                    break;
                }
                blocks.truncate(blocks.len() - 2);
                blocks.push((a.0 + b.0, (a.0 * a.1 + b.0 * b.1) / (a.0 + b.0), a.2 + b.2));
            }
        }
        let starts = blocks.iter().flat_map(|&(_, x, count)| std::iter::repeat_n(x, count));
        for ((&v, start), offset) in layer.iter().zip(starts).zip(&offsets) {
            self.x[v as usize] = start + offset;
        }
        self.layers[l] = layer;
    }

    fn width_of(&self, v: usize) -> f64 {
        self.width.get(v).copied().unwrap_or(0.0)
    }

    /// Bends may pass nearer to each other.
    fn gap(&self, a: usize, b: usize) -> f64 {
        if a >= self.n && b >= self.n { self.options.gap * 0.6 } else { self.options.gap }
    }

    fn finish(self, arcs: &[(usize, usize)]) -> Layered {
        let (left, right) = self.x.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &x| (a.min(x), b.max(x)));
        let spread = if self.x.is_empty() { 0.0 } else { right - left };
        let level_gap = (spread * 0.05).clamp(self.options.level_gap, self.options.level_gap.max(320.0));
        let mut y = vec![0.0; self.level.len()];
        let mut top = 0.0;
        for l in (0..self.layers.len()).rev() {
            let rows = self.rows(l);
            for (i, &v) in self.layers[l].iter().enumerate() {
                y[v as usize] = top + (i % rows) as f64 * self.options.row_gap;
            }
            top += level_gap + (rows - 1) as f64 * self.options.row_gap;
        }
        let point = |v: usize| (self.x[v], y[v]);
        let bends = arcs.iter().zip(&self.first_bend).map(|(&(a, b), first)| {
            let Some(first) = first.map(|v| v as usize) else { return Vec::new() };
            let (low, high) = (self.level[a].min(self.level[b]), self.level[a].max(self.level[b]));
            let mut list: Vec<Point> = (first..first + (high - low - 1) as usize).map(point).collect();
            if self.level[a] > self.level[b] {
                list.reverse();
            }
            list
        });
        Layered { bends: bends.collect(), points: (0..self.n).map(point).collect() }
    }
}

/// Adds a bend at a level.
fn level_push(work: &mut Work, level: u32) {
    work.level.push(level);
    work.width.push(4.0);
    work.below.push(Vec::new());
    work.above.push(Vec::new());
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn naive_crossings(layered: &Layered, arcs: &[(usize, usize)]) -> usize {
        let span = |&(a, b): &(usize, usize)| (layered.points[a].0, layered.points[b].0);
        let mut count = 0;
        for (i, e) in arcs.iter().enumerate() {
            for f in &arcs[..i] {
                let ((a, b), (c, d)) = (span(e), span(f));
                count += usize::from((a < c && b > d) || (a > c && b < d));
            }
        }
        count
    }

    #[test]
    fn a_ladder_is_uncrossed() {
        // Two levels joined by arcs in reversed order cross at first and not at all afterwards.
        let levels = [1, 1, 1, 1, 0, 0, 0, 0];
        let arcs = [(0, 7), (1, 6), (2, 5), (3, 4)];
        let result = layered(&levels, &[10.0; 8], &arcs, LayeredOptions::default());
        assert_eq!(naive_crossings(&result, &arcs), 0);
    }

    #[test]
    fn long_arcs_bend_in_every_level_between() {
        let result = layered(&[0, 1, 2, 3], &[10.0; 4], &[(3, 0), (3, 2), (2, 1), (1, 0)], LayeredOptions::default());
        assert_eq!(result.bends[0].len(), 2);
        assert!(result.bends[0][0].1 < result.bends[0][1].1);
        assert!(result.bends[1..].iter().all(Vec::is_empty));
    }

    proptest! {
        #[test]
        fn vertices_of_a_level_never_overlap(
            levels in prop::collection::vec(0usize..6, 1..40),
            arcs in prop::collection::vec((0usize..42, 0usize..42), 0..120),
        ) {
            let widths: Vec<f64> = (0..levels.len()).map(|i| 10.0 + (i % 3) as f64 * 8.0).collect();
            let options = LayeredOptions::default();
            let result = layered(&levels, &widths, &arcs, options);
            prop_assert_eq!(result.points.len(), levels.len());
            prop_assert_eq!(result.bends.len(), arcs.len());
            for i in 0..levels.len() {
                for j in 0..i {
                    let ((xi, yi), (xj, yj)) = (result.points[i], result.points[j]);
                    if levels[i] == levels[j] {
                        prop_assert!((xi - xj).abs() + 1e-6 >= f64::midpoint(widths[i], widths[j]) + options.gap);
                    } else {
                        prop_assert_eq!(levels[i] < levels[j], yi > yj);
                    }
                }
            }
        }
    }
}
