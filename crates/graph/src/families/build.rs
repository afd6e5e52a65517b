//! How the named graphs are built.

type Pairs = Vec<(usize, usize)>;
/// A graph to be built: its order is known first, so that huge ones can be refused before any work.
pub(super) struct Edges {
    pub(super) order: u64,
    pub(super) make: Box<dyn FnOnce() -> Result<Pairs, &'static str>>,
}

fn edges(order: u64, make: impl FnOnce(usize) -> Pairs + 'static) -> Edges {
    Edges { order, make: Box::new(move || Ok(make(order as usize))) }
}

fn refuse(expected: &'static str) -> Edges {
    Edges { order: 0, make: Box::new(move || Err(expected)) }
}

/// All pairs of vertices for which the relation holds, which is asked for `u < v`.
fn pairs(order: u64, joined: impl Fn(usize, usize) -> bool + 'static) -> Edges {
    edges(order, move |n| (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).filter(|&(u, v)| joined(u, v)).collect())
}

pub(super) fn fixed(order: u64, list: &'static [(usize, usize)]) -> Edges {
    edges(order, |_| list.to_vec())
}

pub(super) fn empty(n: u64) -> Edges {
    edges(n, |_| Vec::new())
}

pub(super) fn complete(n: u64) -> Edges {
    pairs(n, |_, _| true)
}

pub(super) fn path(n: u64) -> Edges {
    edges(n, |n| (1..n).map(|v| (v - 1, v)).collect())
}

fn ring(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).map(move |v| (v, (v + 1) % n))
}

pub(super) fn cycle(n: u64) -> Edges {
    edges(n, |n| ring(n).collect())
}

pub(super) fn star(n: u64) -> Edges {
    edges(n, |n| (1..n).map(|v| (0, v)).collect())
}

pub(super) fn wheel(n: u64) -> Edges {
    edges(n, |n| (1..n).map(|v| (0, v)).chain(ring(n - 1).map(|(u, v)| (u + 1, v + 1))).collect())
}

pub(super) fn fan(n: u64) -> Edges {
    edges(n, |n| (1..n).map(|v| (0, v)).chain((2..n).map(|v| (v - 1, v))).collect())
}

pub(super) fn friendship(n: u64) -> Edges {
    edges(2 * n + 1, |order| (1..order).map(|v| (0, v)).chain((1..order).step_by(2).map(|v| (v, v + 1))).collect())
}

pub(super) fn sunlet(n: u64) -> Edges {
    edges(2 * n, |order| ring(order / 2).chain((0..order / 2).map(|v| (v, v + order / 2))).collect())
}

pub(super) fn multipartite(sizes: &[u64]) -> Edges {
    let order = sizes.iter().sum();
    let sizes = sizes.to_vec();
    edges(order, move |n| {
        let part: Vec<usize> =
            sizes.iter().enumerate().flat_map(|(i, &size)| std::iter::repeat_n(i, size as usize)).collect();
        (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).filter(|&(u, v)| part[u] != part[v]).collect()
    })
}

pub(super) fn turan(n: u64, parts: u64) -> Edges {
    pairs(n, move |u, v| u as u64 % parts != v as u64 % parts)
}

pub(super) fn circulant(p: &[u64]) -> Edges {
    let n = p[0] as usize;
    let mut joined = vec![false; n + 1];
    for step in p[1..].iter().map(|&step| step as usize % n) {
        joined[step] = true;
        joined[n - step] = true;
    }
    pairs(n as u64, move |u, v| joined[v - u])
}

pub(super) fn moebius_ladder(n: u64) -> Edges {
    if n % 2 == 1 {
        return refuse("an even number of vertices");
    }
    edges(n, |n| ring(n).chain((0..n / 2).map(|v| (v, v + n / 2))).collect())
}

/// The generalised Petersen graph; its first n vertices are the outer ring.
pub(super) fn petersen_like(n: u64, k: u64) -> Edges {
    if 2 * k > n {
        return refuse("the second parameter of `gp` to be at most half the first");
    }
    edges(2 * n, move |order| {
        let (n, k) = (order / 2, k as usize);
        ring(n).chain((0..n).map(|v| (v, v + n))).chain((0..n).map(|v| (n + v, n + (v + k) % n))).collect()
    })
}

pub(super) fn antiprism(n: u64) -> Edges {
    edges(2 * n, |order| ring(order).chain((0..order).map(|v| (v, (v + 2) % order))).collect())
}

/// Cubic Hamiltonian graphs by the notation of Lederberg, Coxeter and Frucht: a ring, and a chord from each vertex.
pub(super) fn lcf(jumps: &'static [isize], times: usize) -> Edges {
    edges((jumps.len() * times) as u64, move |n| {
        let chord = move |v: usize| (v as isize + jumps[v % jumps.len()]).rem_euclid(n as isize) as usize;
        ring(n).chain((0..n).map(move |v| (v, chord(v)))).collect()
    })
}

pub(super) fn hypercube(dimension: u64) -> Edges {
    let order = if dimension < 32 { 1 << dimension } else { u64::MAX };
    edges(order, move |n| (0..n).flat_map(|v| (0..dimension).map(move |bit| (v & !(1 << bit), v | 1 << bit))).collect())
}

/// The Cartesian product of paths; the last coordinate runs fastest.
pub(super) fn grid(sides: &[u64]) -> Edges {
    let order = sides.iter().fold(1_u64, |order, &side| order.saturating_mul(side));
    let sides: Vec<usize> = sides.iter().filter(|&&side| side > 1).map(|&side| side as usize).collect();
    edges(order, move |n| {
        let mut list = Vec::new();
        let mut stride = n;
        for &side in &sides {
            stride /= side;
            list.extend((0..n).filter(|v| v / stride % side + 1 < side).map(|v| (v, v + stride)));
        }
        list
    })
}

/// The squares of a board, joined when the distances along the two sides are in the relation.
fn board(a: u64, b: u64, joined: impl Fn(usize, usize) -> bool + 'static) -> Edges {
    let b = b as usize;
    pairs(a * b as u64, move |u, v| joined((u / b).abs_diff(v / b), (u % b).abs_diff(v % b)))
}

pub(super) fn king(a: u64, b: u64) -> Edges {
    board(a, b, |dr, dc| dr.max(dc) == 1)
}

pub(super) fn knight(a: u64, b: u64) -> Edges {
    board(a, b, |dr, dc| dr * dc == 2)
}

pub(super) fn queens(a: u64, b: u64) -> Edges {
    board(a, b, |dr, dc| dr == 0 || dc == 0 || dr == dc)
}

pub(super) fn rook(a: u64, b: u64) -> Edges {
    board(a, b, |dr, dc| dr == 0 || dc == 0)
}

pub(super) fn torus(a: u64, b: u64) -> Edges {
    edges(a * b, move |n| {
        let (a, b) = (a as usize, b as usize);
        let right = (0..n).map(|v| (v, v / b * b + (v + 1) % b % b));
        right.chain((0..n).map(|v| (v, (v / b + 1) % a * b + v % b))).collect()
    })
}

/// The complete tree; the children of v are b·v + 1 … b·v + b.
pub(super) fn tree(branching: u64, height: u64) -> Edges {
    let level = |order: u64| order.saturating_mul(branching).saturating_add(1);
    let order = (0..height).fold(1_u64, |order, _| level(order));
    edges(order, move |n| (1..n).map(|v| ((v - 1) / branching as usize, v)).collect())
}

/// The k-subsets of n things in lexicographic order of their bitsets, joined by how many things they share.
pub(super) fn subsets(n: u64, k: u64, joined: fn(u32, u32) -> bool) -> Edges {
    let order = binomial(n, k);
    if n > 63 {
        return if order <= 1 { empty(order) } else { edges(u64::MAX, |_| Vec::new()) };
    }
    edges(order, move |_| {
        let sets = k_subsets(n, k);
        let pairs = (0..sets.len()).flat_map(|v| (0..v).map(move |u| (u, v)));
        pairs.filter(|&(u, v)| joined(k as u32, (sets[u] & sets[v]).count_ones())).collect()
    })
}

fn k_subsets(n: u64, k: u64) -> Vec<u64> {
    if k > n {
        return Vec::new();
    }
    // More than half of the things: what is left out is fewer, and there are no more such sets than asked for.
    if k > n - k {
        let all = if n == 64 { u64::MAX } else { (1 << n) - 1 };
        let mut sets: Vec<u64> = k_subsets(n, n - k).into_iter().map(|set| all & !set).collect();
        sets.sort_unstable();
        return sets;
    }
    let mut sets = vec![0_u64];
    for _ in 0..k {
        let grown = sets.iter().flat_map(|&set| (64 - set.leading_zeros()..n as u32).map(move |bit| set | 1 << bit));
        sets = grown.collect();
    }
    sets.sort_unstable();
    sets
}

fn binomial(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    (0..k.min(n - k)).fold(1_u64, |product, i| product.saturating_mul(n - i) / (i + 1))
}

pub(super) fn paley(q: u64) -> Edges {
    if q % 4 != 1 || (2..q).take_while(|d| d * d <= q).any(|d| q.is_multiple_of(d)) {
        return refuse("a prime that is 1 modulo 4");
    }
    let mut square = vec![false; q as usize];
    (1..q).for_each(|x| square[(x * x % q) as usize] = true);
    pairs(q, move |u, v| square[v - u])
}

pub(super) fn clebsch() -> Edges {
    pairs(16, |u, v| [1, 2, 4, 8, 15].contains(&(u ^ v)))
}

pub(super) fn icosahedron() -> Edges {
    // Two poles, each with a pentagon; the pentagons are joined like an antiprism.
    edges(12, |_| {
        let band = (0..10).flat_map(|v| [(v, (v + 1) % 10), (v, (v + 2) % 10)]);
        band.chain((0..10).map(|v| (v, 10 + v % 2))).collect()
    })
}

pub(super) fn cuboctahedron() -> Edges {
    // Its vertices are the edges of the cube; two are joined when they meet at a corner and share a face, which for
    // edges of the cube is the same as meeting.
    edges(12, |_| {
        let cube: Vec<(usize, usize)> =
            (0..8).flat_map(|v| (0..3).map(move |bit| (v, v | 1 << bit))).filter(|(u, v)| u != v).collect();
        let meet = |a: (usize, usize), b: (usize, usize)| a.0 == b.0 || a.0 == b.1 || a.1 == b.0 || a.1 == b.1;
        (0..12).flat_map(|v| (0..v).map(move |u| (u, v))).filter(|&(u, v)| meet(cube[u], cube[v])).collect()
    })
}

pub(super) fn groetzsch() -> Edges {
    // Mycielski's construction on the 5-cycle.
    edges(11, |_| {
        let outer = ring(5).flat_map(|(u, v)| [(u, v), (u + 5, v), (u, v + 5)]);
        outer.chain((5..10).map(|v| (v, 10))).collect()
    })
}

pub(super) fn chvatal() -> Edges {
    fixed(
        12,
        &[
            (0, 1),
            (0, 4),
            (0, 6),
            (0, 9),
            (1, 2),
            (1, 5),
            (1, 7),
            (2, 3),
            (2, 6),
            (2, 8),
            (3, 4),
            (3, 7),
            (3, 9),
            (4, 5),
            (4, 8),
            (5, 10),
            (5, 11),
            (6, 10),
            (6, 11),
            (7, 8),
            (7, 11),
            (8, 10),
            (9, 10),
            (9, 11),
        ],
    )
}
