//! Retrograde analysis and loopy nimbers against brute force written apart.

use grundy_budget::Budget;
use grundy_graph::Digraph;
use grundy_graph::loopy::{LoopyNimber, Winner, loopy_nimbers};
use grundy_graph::numbered::{Numbered, NumberedVerdicts};
use grundy_graph::retrograde::{Stuck, Verdict, best_move, endless_play, verdicts, verdicts_from};

/// The verdicts by their definition, round by round: in round n everything that is decided in n moves.
fn fixpoint(digraph: &Digraph, stuck: Stuck) -> Vec<Verdict> {
    let order = digraph.order();
    let mut known: Vec<Option<Verdict>> = vec![None; order];
    for round in 0..=2 * order as u32 + 1 {
        let before = known.clone();
        for v in (0..order).filter(|&v| before[v].is_none()) {
            let next: Vec<Option<Verdict>> = digraph.successors(v).iter().map(|&w| before[w as usize]).collect();
            if next.is_empty() {
                if round == 0 {
                    known[v] = Some(if stuck == Stuck::Loses { Verdict::Loss(0) } else { Verdict::Win(0) });
                }
            } else if next.iter().any(|w| matches!(w, Some(Verdict::Loss(_)))) {
                known[v] = Some(Verdict::Win(round));
            } else if next.iter().all(|w| matches!(w, Some(Verdict::Win(_)))) {
                known[v] = Some(Verdict::Loss(round));
            }
        }
        if known == before {
            break;
        }
    }
    known.into_iter().map(|known| known.unwrap_or(Verdict::Draw)).collect()
}

/// Two digraphs side by side: a move in one of them. Vertex (u, x) is u·(order of the second) + x.
fn sum(one: &Digraph, other: &Digraph) -> Digraph {
    let width = other.order();
    let place = |u: usize, x: usize| (u * width + x) as u32;
    let mut arcs = Vec::new();
    for u in 0..one.order() {
        for x in 0..width {
            arcs.extend(one.successors(u).iter().map(|&v| (place(u, x), place(v as usize, x))));
            arcs.extend(other.successors(x).iter().map(|&y| (place(u, x), place(u, y as usize))));
        }
    }
    Digraph::from_arcs(one.order() * width, &arcs).unwrap()
}

/// Heaps of Nim up to a size.
fn heaps(largest: u32) -> Digraph {
    let arcs: Vec<(u32, u32)> = (0..=largest).flat_map(|n| (0..n).map(move |m| (n, m))).collect();
    Digraph::from_arcs(largest as usize + 1, &arcs).unwrap()
}

fn result(verdict: Verdict) -> Winner {
    match verdict {
        Verdict::Win(_) => Winner::First,
        Verdict::Loss(_) => Winner::Second,
        Verdict::Draw => Winner::Nobody,
    }
}

/// The loopy nimbers by what they mean: a vertex is worth the heap that it loses beside; if there is none it is infinite,
/// and its set holds the heaps that it wins beside.
fn by_heaps(digraph: &Digraph) -> Vec<LoopyNimber> {
    // A label is at most the number of arcs that leave the vertex.
    let most = (0..digraph.order()).map(|v| digraph.out_degree(v)).max().unwrap_or(0) as u32 + 1;
    let beside = fixpoint(&sum(digraph, &heaps(most)), Stuck::Loses);
    let width = most as usize + 1;
    (0..digraph.order())
        .map(|v| {
            let results: Vec<Winner> = (0..width).map(|heap| result(beside[v * width + heap])).collect();
            match results.iter().position(|&found| found == Winner::Second) {
                Some(nimber) => LoopyNimber::Finite(nimber as u32),
                None => LoopyNimber::Infinite(
                    (0..).zip(&results).filter(|(_, found)| **found == Winner::First).map(|(heap, _)| heap).collect(),
                ),
            }
        })
        .collect()
}

/// A digraph whose arcs are looked up in both directions.
struct Arcs<'a> {
    digraph: &'a Digraph,
    reversed: Digraph,
    stuck: Stuck,
}

impl Numbered for Arcs<'_> {
    fn count(&self) -> usize {
        self.digraph.order()
    }

    fn moves(&self, state: usize) -> usize {
        self.digraph.out_degree(state)
    }

    fn before(&self, state: usize, states: &mut Vec<usize>) {
        states.extend(self.reversed.successors(state).iter().map(|&from| from as usize));
    }

    fn ended(&self, _: usize) -> Verdict {
        self.stuck.verdict()
    }
}

fn check_verdicts(digraph: &Digraph) {
    for stuck in [Stuck::Loses, Stuck::Wins] {
        let found = verdicts(digraph, stuck, &Budget::unlimited()).unwrap();
        let arcs = Arcs { digraph, reversed: digraph.reversed(), stuck };
        let numbered = NumberedVerdicts::new(&arcs, 1, &Budget::unlimited()).unwrap();
        assert!((0..digraph.order()).all(|v| numbered.get(v) == found[v]), "{:?}", digraph.arcs().collect::<Vec<_>>());
        assert_eq!(found, fixpoint(digraph, stuck), "{:?} {stuck:?}", digraph.arcs().collect::<Vec<_>>());
    }
}

/// All digraphs on so many vertices, loops among their arcs.
fn all_digraphs(order: u32, mut visit: impl FnMut(&Digraph)) {
    let pairs: Vec<(u32, u32)> = (0..order).flat_map(|u| (0..order).map(move |v| (u, v))).collect();
    for code in 0_u32..1 << pairs.len() {
        let arcs: Vec<(u32, u32)> =
            pairs.iter().enumerate().filter(|(bit, _)| code >> bit & 1 == 1).map(|(_, &pair)| pair).collect();
        visit(&Digraph::from_arcs(order as usize, &arcs).unwrap());
    }
}

#[test]
fn every_digraph_on_at_most_four_vertices() {
    let mut seen = 0;
    for order in 0..=4 {
        all_digraphs(order, |digraph| {
            seen += 1;
            check_verdicts(digraph);
            let found = loopy_nimbers(digraph, &Budget::unlimited()).unwrap();
            assert_eq!(found, by_heaps(digraph), "{:?}", digraph.arcs().collect::<Vec<_>>());
        });
    }
    assert_eq!(seen, 1 + 2 + 16 + 512 + 65536);
}

/// Sums of two digraphs on at most three vertices: all of the first kind with a sample of the second.
#[test]
fn values_add_as_positions_do() {
    let mut all = Vec::new();
    (1..=3).for_each(|order| all_digraphs(order, |digraph| all.push(digraph.clone())));
    let values: Vec<Vec<LoopyNimber>> =
        all.iter().map(|digraph| loopy_nimbers(digraph, &Budget::unlimited()).unwrap()).collect();
    for (i, one) in all.iter().enumerate() {
        for (j, other) in all.iter().enumerate().filter(|(j, _)| (i * 31 + j * 17) % 13 == 0) {
            check_sum(one, &values[i], other, &values[j]);
        }
    }
}

fn check_sum(one: &Digraph, first: &[LoopyNimber], other: &Digraph, second: &[LoopyNimber]) {
    let found = verdicts(&sum(one, other), Stuck::Loses, &Budget::unlimited()).unwrap();
    for (u, a) in first.iter().enumerate() {
        for (x, b) in second.iter().enumerate() {
            let expected = (a + b).winner();
            let arcs = |digraph: &Digraph| digraph.arcs().collect::<Vec<_>>();
            assert_eq!(
                result(found[u * second.len() + x]),
                expected,
                "{u} of {:?}, {x} of {:?}",
                arcs(one),
                arcs(other)
            );
        }
    }
}

/// Random numbers that are the same on every machine (Marsaglia's xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % u64::from(bound)) as u32
    }

    /// A digraph with up to `most` vertices, from few arcs to many, loops among them.
    fn digraph(&mut self, most: u32) -> Digraph {
        let order = 1 + self.below(most);
        let arcs = if self.below(4) == 0 {
            // Every pair with one chance in so many.
            let chance = 2 + self.below(8);
            let pairs = (0..order).flat_map(|u| (0..order).map(move |v| (u, v)));
            pairs.filter(|_| self.below(chance) == 0).collect()
        } else {
            // Some arcs, up to three a vertex.
            let count = self.below(3 * order + 1);
            (0..count).map(|_| (self.below(order), self.below(order))).collect::<Vec<_>>()
        };
        Digraph::from_arcs(order as usize, &arcs).unwrap()
    }
}

/// How many random digraphs are looked at; `GRUNDY_DIGRAPHS=3000` asks for fewer of them.
fn cases() -> usize {
    match std::env::var("GRUNDY_DIGRAPHS") {
        Ok(text) => text.parse().expect("a number of digraphs"),
        Err(_) => 100_000,
    }
}

/// Best moves win as soon as they can, and endless play keeps to drawn vertices.
fn check_strategy(digraph: &Digraph, found: &[Verdict]) {
    for v in 0..digraph.order() {
        match (found[v], best_move(digraph, found, v).map(|w| found[w as usize])) {
            (Verdict::Win(0) | Verdict::Loss(0), None) | (Verdict::Draw, Some(Verdict::Draw)) => {}
            (Verdict::Win(n), Some(Verdict::Loss(m))) | (Verdict::Loss(n), Some(Verdict::Win(m))) => {
                assert_eq!(n, m + 1);
            }
            other => panic!("{other:?}"),
        }
        let endless = endless_play(digraph, found, v as u32);
        assert_eq!(endless.is_some(), found[v] == Verdict::Draw);
        if let Some((walk, back)) = endless {
            let closed = walk.iter().chain([&walk[back]]).copied().collect::<Vec<_>>();
            assert!(closed.windows(2).all(|arc| digraph.has_arc(arc[0] as usize, arc[1] as usize)));
            assert!(walk.iter().all(|&w| found[w as usize] == Verdict::Draw));
        }
    }
}

#[test]
fn random_digraphs_up_to_forty_vertices() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut seen = [0; 3];
    for _ in 0..cases() {
        let digraph = dice.digraph(40);
        check_verdicts(&digraph);
        for stuck in [Stuck::Loses, Stuck::Wins] {
            let found = verdicts(&digraph, stuck, &Budget::unlimited()).unwrap();
            check_strategy(&digraph, &found);
            found.iter().for_each(|&verdict| seen[result(verdict) as usize] += 1);
        }
        let nimbers = loopy_nimbers(&digraph, &Budget::unlimited()).unwrap();
        assert_eq!(nimbers, by_heaps(&digraph), "{:?}", digraph.arcs().collect::<Vec<_>>());
    }
    assert!(seen.iter().all(|&count| count > cases()), "{seen:?}");
}

#[test]
fn random_sums_of_two() {
    let mut dice = Dice(0xd1b5_4a32_d192_ed03);
    let value = |digraph: &Digraph| loopy_nimbers(digraph, &Budget::unlimited()).unwrap();
    for _ in 0..cases() {
        let (one, other) = (dice.digraph(8), dice.digraph(8));
        check_sum(&one, &value(&one), &other, &value(&other));
    }
}

/// Large enough for several threads to have work, with rounds that are kept as lists and rounds that are sought.
#[test]
fn threads_find_the_same() {
    let mut dice = Dice(7);
    for (order, degree, ends) in [(20_000, 3, 10), (20_000, 2, 2), (30_000, 1, 3)] {
        let mut arcs = Vec::new();
        for v in (0..order).filter(|v| v % ends > 0) {
            arcs.extend((0..=dice.below(degree)).map(|_| (v, dice.below(order))));
        }
        let digraph = Digraph::from_arcs(order as usize, &arcs).unwrap();
        for stuck in [Stuck::Loses, Stuck::Wins] {
            let expected = fixpoint(&digraph, stuck);
            for threads in [1, 2, 5] {
                let ended = |_| stuck.verdict();
                assert_eq!(verdicts_from(&digraph, ended, threads, &Budget::unlimited()).unwrap(), expected);
            }
        }
    }
}

/// A heap from which one or two may be taken, and a store that has an arc to every heap: more moves than a narrow cell counts.
struct Tower(usize);

impl Numbered for Tower {
    fn count(&self) -> usize {
        self.0 + 2
    }

    fn moves(&self, state: usize) -> usize {
        if state > self.0 { self.0 + 1 } else { state.min(2) }
    }

    fn before(&self, state: usize, states: &mut Vec<usize>) {
        if state <= self.0 {
            states.extend(state + 1..=self.0.min(state + 2));
            states.push(self.0 + 1);
        }
    }

    fn ended(&self, _: usize) -> Verdict {
        Verdict::Loss(0)
    }
}

#[test]
fn long_plays_and_many_moves_take_wider_cells() {
    let budget = Budget::unlimited();
    for heaps in [1000, 16_382, 16_383, 40_000, 100_000] {
        let found = NumberedVerdicts::new(&Tower(heaps), 1, &budget).unwrap();
        assert_eq!(found.get(heaps + 1), Verdict::Win(1));
        assert_eq!(found.get(999), Verdict::Loss(666));
        let last = heaps as u32 / 3 * 2;
        assert_eq!(found.get(heaps / 3 * 3), Verdict::Loss(last));
        let wide = heaps + 1 > 16_383;
        assert_eq!(budget.memory(), (heaps as u64 + 2) * if wide { 4 } else { 2 }, "{heaps}");
        assert_eq!(found.moves(), 2 * heaps as u64 - 1 + heaps as u64 + 1);
    }
    assert_eq!(budget.memory(), 0);
}
