//! Retrograde analysis and loopy nimbers against brute force written apart.

use grundy_budget::Budget;
use grundy_graph::Digraph;
use grundy_graph::loopy::{LoopyNimber, Winner, loopy_nimbers};
use grundy_graph::numbered::{Numbered, NumberedVerdicts};
use grundy_graph::retrograde::{Stuck, Verdict, best_move, endless_play, verdicts};
use proptest::prelude::*;

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
        let numbered = NumberedVerdicts::new(&arcs, &Budget::unlimited()).unwrap();
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

/// Digraphs with up to `most` vertices, from few arcs to many, loops among them.
fn some_digraph(most: u32) -> impl Strategy<Value = Digraph> {
    (1..=most, 0..5_u32).prop_flat_map(move |(order, density)| {
        let count = (order * (density + 1) / 2) as usize;
        prop::collection::vec((0..order, 0..order), 0..=count)
            .prop_map(move |arcs| Digraph::from_arcs(order as usize, &arcs).unwrap())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn random_digraphs(digraph in some_digraph(40)) {
        check_verdicts(&digraph);
        for stuck in [Stuck::Loses, Stuck::Wins] {
            let found = verdicts(&digraph, stuck, &Budget::unlimited()).unwrap();
            for v in 0..digraph.order() {
                let next = best_move(&digraph, &found, v).map(|w| found[w as usize]);
                match (found[v], next) {
                    (Verdict::Win(0) | Verdict::Loss(0), None) | (Verdict::Draw, Some(Verdict::Draw)) => {}
                    (Verdict::Win(n), Some(Verdict::Loss(m))) | (Verdict::Loss(n), Some(Verdict::Win(m))) => {
                        prop_assert_eq!(n, m + 1);
                    }
                    other => prop_assert!(false, "{:?}", other),
                }
                let endless = endless_play(&digraph, &found, v as u32);
                prop_assert_eq!(endless.is_some(), found[v] == Verdict::Draw);
                if let Some((walk, back)) = endless {
                    let closed = walk.iter().chain([&walk[back]]).copied().collect::<Vec<_>>();
                    prop_assert!(closed.windows(2).all(|arc| digraph.has_arc(arc[0] as usize, arc[1] as usize)));
                    prop_assert!(walk.iter().all(|&w| found[w as usize] == Verdict::Draw));
                }
            }
        }
    }

    #[test]
    fn random_loopy_nimbers(digraph in some_digraph(14)) {
        prop_assert_eq!(loopy_nimbers(&digraph, &Budget::unlimited()).unwrap(), by_heaps(&digraph));
    }

    #[test]
    fn random_sums(one in some_digraph(7), other in some_digraph(7)) {
        let value = |digraph: &Digraph| loopy_nimbers(digraph, &Budget::unlimited()).unwrap();
        check_sum(&one, &value(&one), &other, &value(&other));
    }
}
