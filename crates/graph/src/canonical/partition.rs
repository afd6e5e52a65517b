//! Ordered partitions of vertices, and their equitable refinement.

/// An ordered partition of `0..n`: `labels` lists the vertices cell by cell.
#[derive(Clone, Default)]
pub(super) struct Partition {
    /// The vertices, cell by cell.
    pub(super) labels: Vec<u16>,
    /// For each vertex, the index in `labels` at which its cell starts.
    pub(super) start: Vec<u16>,
    /// For each start of a cell, its length.
    pub(super) length: Vec<u16>,
    /// How many cells there are.
    pub(super) cells: usize,
}

impl Partition {
    /// The partition by colour, smaller colours first; all in one cell without colours.
    pub(super) fn reset(&mut self, order: usize, colours: Option<&[u32]>) {
        self.labels.clear();
        self.labels.extend(0..order as u16);
        self.start.clear();
        self.start.resize(order, 0);
        self.length.clear();
        self.length.resize(order, 0);
        self.cells = 0;
        // why: vertices without a colour all have the first one
        let colour = |v: u16| colours.and_then(|c| c.get(v as usize)).copied().unwrap_or(0);
        self.labels.sort_by_key(|&v| colour(v));
        let mut begin = 0;
        while begin < order {
            let of = colour(self.labels[begin]);
            let length = self.labels[begin..].iter().take_while(|&&v| colour(v) == of).count();
            self.make_cell(begin, length);
            begin += length;
        }
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        self.labels.clone_from(&other.labels);
        self.start.clone_from(&other.start);
        self.length.clone_from(&other.length);
        self.cells = other.cells;
    }

    fn make_cell(&mut self, begin: usize, length: usize) {
        self.length[begin] = length as u16;
        for &v in &self.labels[begin..begin + length] {
            self.start[v as usize] = begin as u16;
        }
        self.cells += 1;
    }

    pub(super) fn cell(&self, begin: usize) -> &[u16] {
        &self.labels[begin..begin + self.length[begin] as usize]
    }

    /// The starts of the cells of more than one vertex.
    pub(super) fn wide_cells(&self) -> impl Iterator<Item = usize> + '_ {
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < self.labels.len() {
                let begin = at;
                at += self.length[begin] as usize;
                if self.length[begin] > 1 {
                    return Some(begin);
                }
            }
            None
        })
    }

    /// Makes `v` a cell of its own in front of the rest of its cell; returns where.
    pub(super) fn single_out(&mut self, v: u16) -> usize {
        let begin = self.start[v as usize] as usize;
        let length = self.length[begin] as usize;
        // why: the vertex stands in its own cell
        let at = begin + self.labels[begin..begin + length].iter().position(|&u| u == v).unwrap_or(0);
        self.labels.swap(begin, at);
        self.cells -= 1;
        self.make_cell(begin, 1);
        self.make_cell(begin + 1, length - 1);
        begin
    }
}

/// The working memory of refinement.
#[derive(Default)]
pub(super) struct Refiner {
    queue: Vec<u16>,
    queued: Vec<bool>,
    counts: Vec<(u16, u16)>,
}

/// Mixes a value into a trace.
pub(super) fn mix(trace: u64, value: u64) -> u64 {
    let x = (trace ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^ (x >> 29)
}

impl Refiner {
    pub(super) fn enqueue(&mut self, begin: usize, order: usize) {
        if self.queued.len() < order {
            self.queued.resize(order, false);
        }
        if !std::mem::replace(&mut self.queued[begin], true) {
            self.queue.push(begin as u16);
        }
    }

    /// Refines until every two vertices of a cell have equally many neighbours in each cell. Returns a trace of what
    /// happened that renaming the vertices does not change.
    pub(super) fn refine<const W: usize>(&mut self, rows: &[[u64; W]], partition: &mut Partition) -> u64 {
        let order = rows.len();
        let mut trace = partition.cells as u64;
        let mut next = 0;
        while next < self.queue.len() && partition.cells < order {
            let begin = self.queue[next] as usize;
            next += 1;
            self.queued[begin] = false;
            let mut splitter = [0_u64; W];
            for &v in partition.cell(begin) {
                splitter[v as usize / 64] |= 1 << (v % 64);
            }
            trace = mix(trace, begin as u64);
            let mut at = 0;
            while at < order {
                let length = partition.length[at] as usize;
                if length > 1 {
                    trace = self.split(rows, partition, &splitter, at, trace);
                }
                at += length;
            }
        }
        for &begin in &self.queue[next..] {
            self.queued[begin as usize] = false;
        }
        self.queue.clear();
        mix(trace, partition.cells as u64)
    }

    /// Splits one cell by the number of neighbours in the splitter.
    fn split<const W: usize>(
        &mut self,
        rows: &[[u64; W]],
        partition: &mut Partition,
        splitter: &[u64; W],
        begin: usize,
        mut trace: u64,
    ) -> u64 {
        let length = partition.length[begin] as usize;
        self.counts.clear();
        let (mut least, mut most) = (u16::MAX, 0);
        for &v in &partition.labels[begin..begin + length] {
            let row = &rows[v as usize];
            let count = (0..W).map(|w| (row[w] & splitter[w]).count_ones()).sum::<u32>() as u16;
            least = least.min(count);
            most = most.max(count);
            self.counts.push((count, v));
        }
        trace = mix(trace, (begin as u64) << 32 | u64::from(least) << 16 | u64::from(most));
        if least == most {
            return trace;
        }
        self.counts.sort_unstable();
        for (i, &(_, v)) in self.counts.iter().enumerate() {
            partition.labels[begin + i] = v;
        }
        partition.cells -= 1;
        let was_queued = self.queued[begin];
        let (mut largest, mut largest_at) = (0, begin);
        let mut from = 0;
        while from < length {
            let count = self.counts[from].0;
            let size = self.counts[from..].iter().take_while(|c| c.0 == count).count();
            partition.make_cell(begin + from, size);
            trace = mix(trace, (size as u64) << 16 | u64::from(count));
            if size > largest {
                (largest, largest_at) = (size, begin + from);
            }
            from += size;
        }
        // All fragments but one suffice as further splitters (Hopcroft), unless the whole cell still waits.
        let mut at = begin;
        while at < begin + length {
            if was_queued || at != largest_at {
                self.enqueue(at, rows.len());
            }
            at += partition.length[at] as usize;
        }
        trace
    }
}
