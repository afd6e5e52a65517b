//! The search tree of canonical labelling.

use super::partition::{Partition, Refiner, mix};
use crate::union_find::{find, unite};
use grundy_budget::{Exhausted, Meter};
use num_bigint::BigUint;

/// One node of the current path down the tree.
#[derive(Default)]
struct Level {
    partition: Partition,
    /// The vertex singled out at this node, on the way to its child.
    chosen: u16,
    /// Vertices of the target cell whose subtrees are done.
    done: Vec<u16>,
    /// Orbits of the automorphisms found so far that fix the path to this node.
    orbits: Vec<u32>,
    /// How many of the generators are already in `orbits`.
    used: usize,
}

/// A labelling at the bottom of the tree.
#[derive(Clone, Default)]
struct Leaf<const W: usize> {
    labels: Vec<u16>,
    rows: Vec<[u64; W]>,
    /// The vertices singled out on the path to it.
    path: Vec<u16>,
    /// The traces of the nodes on the path to it.
    traces: Vec<u64>,
}

/// A search, with memory kept between runs. Rows have `W` words.
#[derive(Default)]
pub(super) struct Search<const W: usize> {
    rows: Vec<[u64; W]>,
    levels: Vec<Level>,
    refiner: Refiner,
    traces: Vec<u64>,
    first: Leaf<W>,
    best: Leaf<W>,
    has_leaf: bool,
    scratch: Vec<[u64; W]>,
    positions: Vec<u16>,
    /// Generators, one after the other, `order` entries each.
    generators: Vec<u16>,
    /// The factors of the size of the group.
    factors: Vec<u32>,
    least: Vec<u16>,
    meter: Option<Meter>,
}

impl<const W: usize> Search<W> {
    pub(super) fn run(
        &mut self,
        rows: impl Iterator<Item = [u64; W]>,
        colours: Option<&[u32]>,
        meter: Option<Meter>,
    ) -> Result<(), Exhausted> {
        self.rows.clear();
        self.rows.extend(rows);
        self.generators.clear();
        self.factors.clear();
        self.traces.clear();
        self.has_leaf = false;
        self.meter = meter;
        let order = self.rows.len();
        let mut partition = std::mem::take(&mut self.level(0).partition);
        partition.reset(order, colours);
        let mut begin = 0;
        while begin < order {
            self.refiner.enqueue(begin, order);
            begin += partition.length[begin] as usize;
        }
        let trace = self.refiner.refine(&self.rows, &mut partition);
        self.traces.push(trace);
        self.level(0).partition = partition;
        self.visit(0).map(drop)
    }

    fn level(&mut self, depth: usize) -> &mut Level {
        if self.levels.len() <= depth {
            self.levels.resize_with(depth + 1, Level::default);
        }
        &mut self.levels[depth]
    }

    /// Visits the node at `depth` of the current path; returns the depth of the node to go on with. The recursion is
    /// at most as deep as there are vertices.
    fn visit(&mut self, depth: usize) -> Result<usize, Exhausted> {
        if let Some(meter) = &mut self.meter {
            meter.step()?;
        }
        if self.is_settled(depth) {
            return Ok(self.leaf(depth));
        }
        let target = self.target(depth);
        let order = self.rows.len() as u32;
        let mut candidates = self.levels[depth].partition.cell(target).to_vec();
        candidates.sort_unstable();
        let level = &mut self.levels[depth];
        level.done.clear();
        level.orbits.clear();
        level.orbits.extend(0..order);
        level.used = 0;
        for v in candidates {
            self.absorb_generators(depth);
            if self.is_equal_to_done(depth, v) {
                continue;
            }
            if self.descend(depth, v) {
                let to = self.visit(depth + 1)?;
                if to < depth {
                    return Ok(to);
                }
            }
            self.levels[depth].done.push(v);
        }
        if self.on_first_path(depth) {
            self.absorb_generators(depth);
            let v = u32::from(self.first.path[depth]);
            let level = &mut self.levels[depth];
            let root = find(&mut level.orbits, v);
            let size = (0..order).filter(|&u| find(&mut level.orbits, u) == root).count();
            self.factors.push(size as u32);
        }
        Ok(depth)
    }

    /// Makes the child of the node in which `v` is singled out; `false` if its trace shows that nothing new is there.
    fn descend(&mut self, depth: usize, v: u16) -> bool {
        self.level(depth + 1);
        let (upper, lower) = self.levels.split_at_mut(depth + 1);
        let (parent, child) = (&mut upper[depth], &mut lower[0]);
        parent.chosen = v;
        child.partition.copy_from(&parent.partition);
        let begin = child.partition.single_out(v);
        self.refiner.enqueue(begin, self.rows.len());
        let trace = self.refiner.refine(&self.rows, &mut child.partition);
        self.traces.truncate(depth + 1);
        self.traces.push(mix(trace, begin as u64));
        if !self.has_leaf {
            return true;
        }
        let traces = &self.traces[..];
        self.first.traces.starts_with(traces) || {
            let common = traces.len().min(self.best.traces.len());
            traces >= &self.best.traces[..common]
        }
    }

    /// Whether all ways to go on from a node lead to the same graph: its wide cells are each complete or empty, and
    /// every two of them are joined completely or not at all. Then any order within the cells will do.
    fn is_settled(&self, depth: usize) -> bool {
        let partition = &self.levels[depth].partition;
        if partition.cells == self.rows.len() {
            return true;
        }
        let mask = |begin: usize| {
            let mut mask = [0_u64; W];
            partition.cell(begin).iter().for_each(|&v| mask[v as usize / 64] |= 1 << (v % 64));
            mask
        };
        partition.wide_cells().all(|other| {
            let (mask, size) = (mask(other), u32::from(partition.length[other]));
            partition.wide_cells().all(|begin| {
                let row = &self.rows[partition.labels[begin] as usize];
                let count: u32 = (0..W).map(|w| (row[w] & mask[w]).count_ones()).sum();
                count == 0 || count == size - u32::from(begin == other)
            })
        })
    }

    /// The cell to single out from: the first of the smallest wide cells.
    fn target(&self, depth: usize) -> usize {
        let partition = &self.levels[depth].partition;
        // why: only asked while there is a wide cell
        partition.wide_cells().min_by_key(|&begin| partition.length[begin]).unwrap_or(0)
    }

    fn on_first_path(&self, depth: usize) -> bool {
        depth < self.first.path.len() && (0..depth).all(|d| self.levels[d].chosen == self.first.path[d])
    }

    /// Takes the generators found since the last look into the orbits of a node, if they fix the path to it.
    fn absorb_generators(&mut self, depth: usize) {
        let order = self.rows.len();
        if order == 0 {
            return;
        }
        let count = self.generators.len() / order;
        let (upper, lower) = self.levels.split_at_mut(depth);
        let level = &mut lower[0];
        for generator in self.generators.chunks_exact(order).skip(level.used) {
            if upper.iter().all(|above| generator[above.chosen as usize] == above.chosen) {
                for (u, &v) in generator.iter().enumerate().filter(|&(u, &v)| u != v as usize) {
                    unite(&mut level.orbits, u as u32, u32::from(v));
                }
            }
        }
        level.used = count;
    }

    fn is_equal_to_done(&mut self, depth: usize, v: u16) -> bool {
        let level = &mut self.levels[depth];
        let root = find(&mut level.orbits, u32::from(v));
        let (done, orbits) = (&level.done, &mut level.orbits);
        done.iter().any(|&u| find(orbits, u32::from(u)) == root)
    }

    /// Deals with a labelling; returns the depth of the node to go on with.
    fn leaf(&mut self, depth: usize) -> usize {
        self.scratch_rows(depth);
        if !self.has_leaf {
            self.has_leaf = true;
            self.save_best(depth);
            self.first.clone_from(&self.best);
            self.settled_group(depth);
            return depth;
        }
        for leaf in [&self.first, &self.best] {
            if leaf.traces == self.traces && leaf.rows == self.scratch {
                let labels = &self.levels[depth].partition.labels;
                let at = self.generators.len();
                self.generators.resize(at + self.rows.len(), 0);
                leaf.labels.iter().zip(labels).for_each(|(&u, &v)| self.generators[at + u as usize] = v);
                // The subtree below the fork is an image of one already seen.
                return (0..depth).take_while(|&d| leaf.path[d] == self.levels[d].chosen).count();
            }
        }
        let better = (self.traces.as_slice(), &self.scratch) > (self.best.traces.as_slice(), &self.best.rows);
        if better {
            self.save_best(depth);
        }
        depth
    }

    /// The graph renamed by the labelling at `depth`.
    fn scratch_rows(&mut self, depth: usize) {
        let labels = &self.levels[depth].partition.labels;
        self.positions.clear();
        self.positions.resize(labels.len(), 0);
        labels.iter().enumerate().for_each(|(i, &v)| self.positions[v as usize] = i as u16);
        self.scratch.clear();
        for &v in labels {
            let mut renamed = [0_u64; W];
            for (w, &word) in self.rows[v as usize].iter().enumerate() {
                let mut rest = word;
                while rest != 0 {
                    let u = 64 * w + rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    let to = self.positions[u] as usize;
                    renamed[to / 64] |= 1 << (to % 64);
                }
            }
            self.scratch.push(renamed);
        }
    }

    fn save_best(&mut self, depth: usize) {
        self.best.labels.clone_from(&self.levels[depth].partition.labels);
        std::mem::swap(&mut self.best.rows, &mut self.scratch);
        self.best.path.clear();
        self.best.path.extend(self.levels[..depth].iter().map(|level| level.chosen));
        self.best.traces.clone_from(&self.traces);
    }

    /// The symmetric groups of the wide cells of the first settled node.
    fn settled_group(&mut self, depth: usize) {
        let order = self.rows.len() as u16;
        let partition = &self.levels[depth].partition;
        for begin in partition.wide_cells() {
            self.factors.extend(2..=u32::from(partition.length[begin]));
            for pair in partition.cell(begin).windows(2) {
                let at = self.generators.len();
                self.generators.extend(0..order);
                self.generators.swap(at + pair[0] as usize, at + pair[1] as usize);
            }
        }
    }

    /// The vertices in canonical order.
    pub(super) fn best_labels(&self) -> &[u16] {
        &self.best.labels
    }

    /// The rows of the canonical graph.
    pub(super) fn best_rows(&self) -> &[[u64; W]] {
        &self.best.rows
    }

    pub(super) fn generators(&self) -> impl Iterator<Item = &[u16]> {
        self.generators.chunks_exact(self.rows.len().max(1))
    }

    pub(super) fn group_size(&self) -> BigUint {
        self.factors.iter().copied().map(BigUint::from).product()
    }

    /// The least vertex in the orbit of each vertex.
    pub(super) fn least_in_orbit(&mut self) -> &[u16] {
        let order = self.rows.len();
        let mut parents: Vec<u32> = (0..order as u32).collect();
        for generator in self.generators.chunks_exact(order.max(1)) {
            generator.iter().enumerate().for_each(|(u, &v)| unite(&mut parents, u as u32, u32::from(v)));
        }
        self.least.clear();
        self.least.extend((0..order as u32).map(|v| find(&mut parents, v) as u16));
        &self.least
    }
}
