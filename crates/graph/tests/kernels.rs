//! Kernels against brute force and the reference table.

use grundy_budget::{Budget, Limits};
use grundy_graph::kernel::{Case, check_kernel, count_kernels, find_kernel, kernel_sequence, kernels};
use grundy_graph::{Digraph, GraphError};
use proptest::prelude::*;

mod random_digraph;
use random_digraph::random_digraph;

/// Every kernel by trying every set.
fn brute(digraph: &Digraph) -> Vec<Vec<u32>> {
    let n = digraph.order() as u32;
    let sets = (0..1_u32 << n).map(|set| (0..n).filter(|v| set >> v & 1 == 1).collect::<Vec<u32>>());
    let mut found: Vec<Vec<u32>> = sets.filter(|set| check_kernel(digraph, set).is_ok()).collect();
    found.sort();
    found
}

fn agree(digraph: &Digraph) {
    let budget = Budget::unlimited();
    let all = brute(digraph);
    let answer = find_kernel(digraph, &budget).unwrap();
    match &answer.kernel {
        None => assert!(all.is_empty(), "{digraph:?}"),
        Some(kernel) => assert!(all.contains(kernel), "{digraph:?}"),
    }
    match answer.case {
        Case::Acyclic => assert_eq!(all.len(), 1),
        Case::NoOddCycle => assert!(!all.is_empty()),
        Case::General => assert!(answer.odd_cycle.is_some()),
    }
    assert_eq!(kernels(digraph, usize::MAX, &budget).unwrap(), all, "{digraph:?}");
    assert_eq!(count_kernels(digraph, &budget).unwrap(), all.len().into(), "{digraph:?}");
}

/// All digraphs with up to four vertices, loops included.
#[test]
fn all_small_digraphs_agree_with_brute_force() {
    for order in 0..=4_u32 {
        for code in 0..1_u32 << (order * order) {
            let arcs: Vec<(u32, u32)> =
                (0..order * order).filter(|i| code >> i & 1 == 1).map(|i| (i / order, i % order)).collect();
            agree(&Digraph::from_arcs(order as usize, &arcs).unwrap());
        }
    }
}

#[test]
fn the_reference_counts_come_out() {
    let table = include_str!("../../../tests/reference/kernel_counts.tsv");
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let parameters: Vec<u64> = cells[0].split('_').map(|part| part[1..].parse().unwrap()).collect();
        let digraph = random_digraph(parameters[0], parameters[1], parameters[2]);
        assert_eq!((digraph.order().to_string(), digraph.size().to_string()), (cells[1].into(), cells[2].into()));
        let expected: usize = cells[3].parse().unwrap();
        let budget = Budget::unlimited();
        assert_eq!(count_kernels(&digraph, &budget).unwrap(), expected.into(), "{}", cells[0]);
        if digraph.order() <= 200 {
            let found = find_kernel(&digraph, &budget).unwrap();
            assert_eq!(found.kernel.is_some(), expected > 0, "{}", cells[0]);
            assert_eq!(kernels(&digraph, usize::MAX, &budget).unwrap().len(), expected, "{}", cells[0]);
        }
    }
}

#[test]
fn known_digraphs() {
    let cycle = |n: u32| Digraph::from_arcs(n as usize, &(0..n).map(|v| (v, (v + 1) % n)).collect::<Vec<_>>()).unwrap();
    let budget = Budget::unlimited();
    for n in 1..20 {
        let answer = find_kernel(&cycle(n), &budget).unwrap();
        assert_eq!(answer.case, if n % 2 == 0 { Case::NoOddCycle } else { Case::General });
        assert_eq!(answer.kernel.is_some(), n % 2 == 0);
        assert_eq!(count_kernels(&cycle(n), &budget).unwrap(), (2 * usize::from(n % 2 == 0)).into());
    }
    // A hundred two-cycles that no arc joins: 2^100 kernels.
    let pairs: Vec<(u32, u32)> = (0..200).map(|v| (v, v ^ 1)).collect();
    let many = Digraph::from_arcs(200, &pairs).unwrap();
    assert_eq!(count_kernels(&many, &budget).unwrap().to_string(), "1267650600228229401496703205376");
    assert_eq!(kernels(&many, 7, &budget).unwrap().len(), 7);
    let nothing = Digraph::from_arcs(0, &[]).unwrap();
    assert_eq!(find_kernel(&nothing, &budget).unwrap().kernel, Some(vec![]));
}

#[test]
fn a_choice_below_may_spoil_the_component_above() {
    // The two-cycle 0-1 decides whether the three-cycle 2-3-4 is broken: only {0, …} works.
    let arcs = [(0, 1), (1, 0), (2, 3), (3, 4), (4, 2), (2, 0)];
    agree(&Digraph::from_arcs(5, &arcs).unwrap());
    let turned = [(0, 1), (1, 0), (2, 3), (3, 4), (4, 2), (2, 1)];
    agree(&Digraph::from_arcs(5, &turned).unwrap());
}

#[test]
fn running_out_is_an_answer() {
    let digraph = random_digraph(2000, 8, 1);
    let budget = Budget::new(Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() });
    assert!(matches!(find_kernel(&digraph, &budget), Err(GraphError::Exhausted(_))));
    assert!(matches!(count_kernels(&digraph, &budget), Err(GraphError::Exhausted(_))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn random_digraphs_agree_with_brute_force(order in 1..11_u32, pairs in prop::collection::vec((0..11_u32, 0..11_u32), 0..30)) {
        let arcs: Vec<_> = pairs.into_iter().filter(|&(u, v)| u < order && v < order).collect();
        agree(&Digraph::from_arcs(order as usize, &arcs).unwrap());
    }

    #[test]
    fn sequences_are_sequences(order in 1..11_u32, pairs in prop::collection::vec((0..11_u32, 0..11_u32), 0..20)) {
        let arcs: Vec<_> = pairs.into_iter().filter(|&(u, v)| u < order && v < order).collect();
        let digraph = Digraph::from_arcs(order as usize, &arcs).unwrap();
        let sequence = kernel_sequence(&digraph, &Budget::unlimited()).unwrap();
        let mut left: Vec<u32> = (0..order).collect();
        for kernel in &sequence.kernels {
            let part = digraph.induced(&left);
            let renamed: Vec<u32> = (0..left.len() as u32).filter(|&i| kernel.contains(&left[i as usize])).collect();
            prop_assert_eq!(renamed.len(), kernel.len());
            prop_assert!(check_kernel(&part, &renamed).is_ok());
            left.retain(|v| !kernel.contains(v));
        }
        prop_assert_eq!(&left, &sequence.rest);
        prop_assert!(left.is_empty() || brute(&digraph.induced(&left)).is_empty());
    }
}
