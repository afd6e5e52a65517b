//! Misère play against definition and published tables.

use std::fs;
use std::path::Path;

use grundy_budget::Budget;
use grundy_heap::{MisereSolver, QuotientStatus, Rule, misere_quotient};

/// The rows of a reference table, without its header.
fn table(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/reference").join(name);
    let text = fs::read_to_string(path).expect("the reference tables lie in tests/reference");
    text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

#[test]
fn misere_nim_values() {
    for row in table("misere_octal.tsv") {
        let rule: Rule = row[0].parse().unwrap();
        let mut solver = MisereSolver::new(rule, &Budget::unlimited());
        let expected: Vec<&str> = row[2].split(',').collect();
        let heaps = 0..expected.len() as u64;
        if row[1].starts_with("Misere") {
            let found: Vec<String> = heaps.map(|heap| solver.misere_nimber(&[heap]).unwrap().to_string()).collect();
            assert_eq!(found, expected, "{}", row[0]);
        } else {
            let found: Vec<String> = heaps.map(|heap| solver.genus(heap).unwrap().to_string()).collect();
            for (heap, (found, expected)) in found.iter().zip(expected).enumerate() {
                assert!(same_genus(found, expected), "{} heap {heap}: {found}, expected {expected}", row[0]);
            }
        }
    }
}

/// The table shortens genera: `n` is the genus of *n, and one superscript stands for a tame or half-tame sequence that
/// starts with it.
fn same_genus(found: &str, expected: &str) -> bool {
    match expected.split_once('^') {
        None => {
            let nimber: u16 = expected.parse().unwrap();
            let of_nim_heap = match nimber {
                0 => "0^120".to_owned(),
                1 => "1^031".to_owned(),
                _ => format!("{nimber}^{nimber}{}", nimber ^ 2),
            };
            found == of_nim_heap
        }
        Some((_, superscript)) if superscript.len() == 1 => found.starts_with(expected),
        Some(_) => found == expected,
    }
}

#[test]
fn misere_quotients() {
    let mut unsolved = Vec::new();
    for row in table("misere_quotients.tsv") {
        if row[2] != "solved" {
            continue;
        }
        let rule: Rule = row[0].parse().unwrap();
        let heaps = 2 * (row[5].parse::<u64>().unwrap() + row[6].parse::<u64>().unwrap()) + 10;
        let found = misere_quotient(&rule, heaps, &Budget::unlimited()).unwrap();
        let QuotientStatus::Whole { period, preperiod } = found.status else {
            unsolved.push(row[0].clone());
            continue;
        };
        let sizes = [found.monoid.len() as u64, found.monoid.lost_len() as u64, period, preperiod];
        assert_eq!(sizes.map(|size| size.to_string())[..], row[3..7], "{}", row[0]);
        let names: Vec<&str> = row[10].split(' ').collect();
        for (left, a) in names.iter().enumerate() {
            for (right, b) in names.iter().enumerate() {
                assert_eq!(
                    a == b,
                    found.image(left as u64) == found.image(right as u64),
                    "{}: heaps {left}, {right}",
                    row[0]
                );
            }
        }
    }
    assert!(unsolved.is_empty(), "{unsolved:?}");
}

/// Every sum of few small heaps is lost exactly if its image is.
#[test]
fn quotients_know_who_wins() {
    for code in ["0.77", "0.15", "0.34", "0.123", "0.75", "0.26", "4.3", "1,2,5"] {
        let rule: Rule = code.parse().unwrap();
        let found = misere_quotient(&rule, 12, &Budget::unlimited()).unwrap();
        let known = found.images.len() as u64;
        let mut solver = MisereSolver::new(rule, &Budget::unlimited());
        for (a, b, c) in (0..known).flat_map(|a| (0..=a).flat_map(move |b| (0..=b).map(move |c| (a, b, c)))) {
            if a + b + c > 14 {
                continue;
            }
            let image =
                [a, b, c].iter().fold(0, |product, &heap| found.monoid.product(product, found.image(heap).unwrap()));
            assert_eq!(found.monoid.is_lost(image), !solver.first_wins(&[a, b, c]).unwrap(), "{code}: {a} {b} {c}");
        }
    }
}
