//! Formulas as users meet them: read, decided, played and printed.

#![allow(clippy::format_push_string, clippy::needless_for_each, reason = "building test formulas reads best so")]

use std::time::Duration;

use grundy_budget::{Budget, Exhausted, Limits};
use grundy_logic::{Formula, Quantifier, advise, decide, read_qdimacs, write_qdimacs};
use proptest::prelude::*;

/// The formula of the formula game's introduction.
const THREE: &str = "E x1 A x2 E x3 : (x1) (x2|-x3) (-x1|-x2|x3)";

#[test]
fn the_first_player_sets_x1_and_then_copies_x2() {
    let formula: Formula = THREE.parse().unwrap();
    let budget = Budget::unlimited();
    let start = advise(&formula, &[], &budget).unwrap();
    assert_eq!((start.winner, start.winning_values()), (Quantifier::Exists, vec![true]));
    for x2 in [false, true] {
        let reply = advise(&formula, &[true, x2], &budget).unwrap();
        assert_eq!((reply.mover, reply.winning_values()), (Some(Quantifier::Exists), vec![x2]));
        let end = advise(&formula, &[true, x2, x2], &budget).unwrap();
        assert_eq!((end.mover, end.winner), (None, Quantifier::Exists));
    }
    let blunder = advise(&formula, &[false], &budget).unwrap();
    assert_eq!((blunder.winner, blunder.winning_values()), (Quantifier::ForAll, vec![false, true]));
}

/// Whether two sides of n variables can be matched: ∀ sets x, ∃ must answer with y = x, through a chain of parities.
fn parity(n: usize, flipped: bool) -> String {
    let mut text = String::from("A");
    (0..n).for_each(|i| text += &format!(" x{i}"));
    text += " E";
    (0..=n).for_each(|i| text += &format!(" p{i}"));
    text += " : (-p0)";
    for i in 0..n {
        let (x, p, q) = (format!("x{i}"), format!("p{i}"), format!("p{}", i + 1));
        text += &format!(" (-{x}|-{p}|-{q}) ({x}|{p}|-{q}) ({x}|-{p}|{q}) (-{x}|{p}|{q})");
    }
    if flipped { text + &format!(" (p{n})") } else { text }
}

#[test]
fn parities_of_many_variables() {
    let budget = Budget::unlimited();
    assert_eq!(decide(&parity(40, false).parse().unwrap(), &[], &budget), Ok(true));
    assert_eq!(decide(&parity(40, true).parse().unwrap(), &[], &budget), Ok(false));
}

/// A pigeon for each of n + 1 places in n holes, with a universal bystander: hard for every method at hand.
fn pigeons(n: usize) -> String {
    let name = |pigeon: usize, hole: usize| format!("p{pigeon}_{hole}");
    let all = (0..=n).flat_map(|p| (0..n).map(move |h| name(p, h)));
    let mut text = format!("E {} A u E v :", all.collect::<Vec<_>>().join(" "));
    for pigeon in 0..=n {
        let holes: Vec<String> = (0..n).map(|hole| name(pigeon, hole)).collect();
        text += &format!(" ({}|u|v) ({}|-u|-v) (u|-v) (-u|v)", holes.join("|"), holes.join("|"));
    }
    for hole in 0..n {
        for a in 0..=n {
            (0..a).for_each(|b| text += &format!(" (-{}|-{})", name(a, hole), name(b, hole)));
        }
    }
    text
}

#[test]
fn every_limit_reaches_into_the_solvers() {
    let formula: Formula = pigeons(14).parse().unwrap();
    let limits = [
        (Limits { time: Some(Duration::from_millis(100)), ..Limits::default() }, Exhausted::Time),
        (Limits { memory: Some(10_000), ..Limits::default() }, Exhausted::Memory),
        (Limits { positions: Some(20_000), ..Limits::default() }, Exhausted::Positions),
    ];
    for (limits, stop) in limits {
        let budget = Budget::new(limits);
        assert_eq!(decide(&formula, &[], &budget), Err(stop));
        assert_eq!(budget.memory(), 0);
    }
}

#[test]
fn cancelling_stops_a_running_decision() {
    let budget = Budget::unlimited();
    let switch = budget.clone();
    let formula: Formula = pigeons(14).parse().unwrap();
    let solver = std::thread::spawn(move || decide(&formula, &[], &budget));
    std::thread::sleep(Duration::from_millis(50));
    switch.cancel();
    assert_eq!(solver.join().unwrap(), Err(Exhausted::Cancelled));
}

#[test]
fn many_blocks_need_no_deep_stack() {
    let blocks = 3000;
    let mut text = String::new();
    (0..blocks).for_each(|i| text += &format!("A a{i} E e{i} "));
    text += ":";
    (0..blocks).for_each(|i| text += &format!(" (a{i}|-e{i}) (-a{i}|e{i})"));
    assert_eq!(decide(&text.parse().unwrap(), &[], &Budget::unlimited()), Ok(true));
}

proptest! {
    #[test]
    fn no_text_breaks_the_readers(text in "\\PC*", bytes in prop::collection::vec(any::<char>(), 0..80)) {
        for text in [text, bytes.into_iter().collect()] {
            let _ = text.parse::<Formula>();
            let _ = read_qdimacs(&text);
        }
    }

    #[test]
    fn nearly_right_text_breaks_no_reader(inline in "[EA∃ :()|¬x1-3&-]{0,40}", file in "(p cnf [0-9]{1,10} [0-3]\n)?[ea0-9 \n-]{0,60}") {
        let _ = inline.parse::<Formula>();
        let _ = read_qdimacs(&file);
    }

    #[test]
    fn printing_then_reading_gives_the_same_formula(
        blocks in prop::collection::vec((any::<bool>(), 1..4_usize), 1..5),
        clauses in prop::collection::vec(prop::collection::vec((1..20_i64, any::<bool>()), 0..5), 0..8),
    ) {
        let count: usize = blocks.iter().map(|&(_, size)| size).sum();
        let mut file = format!("p cnf {count} {}\n", clauses.len());
        let mut next = 1;
        for (exists, size) in blocks {
            file += if exists { "e" } else { "a" };
            (next..next + size).for_each(|number| file += &format!(" {number}"));
            file += " 0\n";
            next += size;
        }
        for clause in &clauses {
            for &(number, positive) in clause {
                let number = number % count as i64 + 1;
                file += &format!("{} ", if positive { number } else { -number });
            }
            file += "0\n";
        }
        let reading = read_qdimacs(&file).unwrap();
        prop_assert!(reading.remarks.is_empty());
        let formula = reading.formula;
        prop_assert_eq!(&formula.to_string().parse::<Formula>().unwrap(), &formula);
        prop_assert_eq!(&read_qdimacs(&write_qdimacs(&formula)).unwrap().formula, &formula);
    }
}
