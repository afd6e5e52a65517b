//! Forged certificates: the last line is mended as a forger would, and what is accepted is held against the truth.
//!
//! The truth comes from the solvers, which the checker never asks. Only small certificates are looked at, so that a run is
//! short.

use grundy_budget::{Budget, Limits};
use grundy_game::{NoFiles, Outcome, Play};
use grundy_games::parse;
use grundy_graph::Digraph;
use grundy_graph::kernel::{check_kernel, find_kernel};
use grundy_heap::{MisereSolver, Rule, naive_nimbers};
use grundy_logic::{Formula, decide};
use grundy_solve::{
    Arcs, Certificate, PeriodProof, QuotientProof, Settings, ValueProof, answer, check, nimber, position_value,
};
use grundy_value::Store;

/// One run of the target.
pub fn run(text: &str) {
    let Ok(certificate) = Certificate::read(&mended(text)) else { return };
    let written = certificate.to_string();
    assert_eq!(Certificate::read(&written).as_ref(), Ok(&certificate), "what is written reads back");
    let read = |text: &str| parse(text, &NoFiles).map_err(|error| error.to_string());
    let limits = Limits { positions: Some(50_000), memory: Some(64 << 20), ..Limits::default() };
    if check(&certificate, &read, &Budget::new(limits)).is_ok() {
        assert_ne!(is_true(&certificate), Some(false), "a false proof is accepted:\n{written}");
    }
}

/// The text with the last line that belongs to it.
fn mended(text: &str) -> String {
    let is_end = |line: &&str| line.starts_with("end ");
    let cut = text.lines().last().filter(is_end).map_or(text.len(), |end| text.rfind(end).unwrap_or(text.len()));
    let mut body = text[..cut].to_owned();
    if !body.ends_with('\n') {
        body.push('\n');
    }
    let fnv = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let checksum = body.bytes().fold(0xcbf2_9ce4_8422_2325, fnv);
    let lines = body.matches('\n').count();
    format!("{body}end {lines} {checksum:016x}\n")
}

/// Whether what a certificate says is true; nothing where that takes too long to find out.
fn is_true(certificate: &Certificate) -> Option<bool> {
    let budget = Budget::new(Limits { positions: Some(200_000), memory: Some(64 << 20), ..Limits::default() });
    match certificate {
        Certificate::Nimber(proof) => {
            let settings = Settings { budget, threads: 1, ..Settings::default() };
            let found = nimber(&parse(&proof.position, &NoFiles).ok()?, &settings).ok()?;
            Some(found.value?.nimber()? == proof.nimber)
        }
        Certificate::Outcome(proof) => is_true_outcome(&proof.position, proof.play, proof.outcome, budget),
        Certificate::Verdict(proof) => is_true_outcome(&proof.position, proof.play, proof.outcome, budget),
        Certificate::Value(proof) => is_true_value(proof, &budget),
        Certificate::Kernel(proof) => {
            let kernel: Vec<u32> = proof.kernel.iter().map(|&vertex| vertex as u32 - 1).collect();
            Some(check_kernel(&digraph(&proof.digraph)?, &kernel).is_ok())
        }
        Certificate::NoKernel(proof) => {
            let found = find_kernel(&digraph(&proof.digraph)?, &budget).ok()?;
            Some(found.kernel.is_none())
        }
        Certificate::Period(proof) => is_true_period(proof),
        Certificate::Quotient(proof) => is_true_quotient(proof, &budget),
        Certificate::Formula(proof) => {
            let formula: Formula = proof.formula.parse().ok()?;
            Some(decide(&formula, &[], &budget).ok()? == proof.holds)
        }
    }
}

fn is_true_outcome(position: &str, play: Play, outcome: Outcome, budget: Budget) -> Option<bool> {
    let settings = Settings { play, budget, threads: 1, ..Settings::default() };
    let found = answer(&parse(position, &NoFiles).ok()?, &settings).ok()?;
    Some(found.outcome? == outcome)
}

fn is_true_value(proof: &ValueProof, budget: &Budget) -> Option<bool> {
    let mut store = Store::new(budget);
    let value = position_value(&parse(&proof.position, &NoFiles).ok()?, 1, &mut store).ok()?;
    Some(store.parse(&proof.value).ok()? == value)
}

fn digraph(arcs: &Arcs) -> Option<Digraph> {
    let order = usize::try_from(arcs.order).ok().filter(|&order| order <= 1000)?;
    let arcs: Vec<(u32, u32)> = arcs.arcs.iter().map(|&(from, to)| (from as u32 - 1, to as u32 - 1)).collect();
    Digraph::from_arcs(order, &arcs).ok()
}

/// More heaps than this are not worked out.
const MOST_HEAPS: u64 = 3000;

fn is_true_period(proof: &PeriodProof) -> Option<bool> {
    let rule: Rule = proof.rule.parse().ok()?;
    // A hundred heaps more than the theorem asks for.
    let once = proof.preperiod.checked_add(proof.period)?;
    let heaps =
        once.checked_mul(u64::from(rule.most_left()?).max(1))?.checked_add(rule.most_taken()?)?.checked_add(100)?;
    let budget = Budget::new(Limits { positions: Some(20_000_000), ..Limits::default() });
    let nimbers = naive_nimbers(&rule, heaps.min(MOST_HEAPS), &budget).ok().filter(|_| heaps <= MOST_HEAPS)?;
    let (start, period) = (proof.preperiod as usize, proof.period as usize);
    let repeats =
        |start: usize, period: usize| (start..nimbers.len() - period).all(|n| nimbers[n] == nimbers[n + period]);
    let least = (1..period).all(|shorter| !repeats(start, shorter)) && (start == 0 || !repeats(start - 1, period));
    Some(repeats(start, period) && least)
}

/// Every sum of at most three small heaps is lost exactly when the quotient says so.
fn is_true_quotient(proof: &QuotientProof, budget: &Budget) -> Option<bool> {
    let rule: Rule = proof.rule.parse().ok()?;
    let mut solver = MisereSolver::new(rule, budget);
    let product = |x: usize, heap: usize| proof.table[x * proof.order + proof.images[heap]];
    let heaps = proof.images.len().min(8);
    for a in 0..heaps {
        for b in a..heaps {
            for c in b..heaps {
                let element = product(product(product(0, a), b), c);
                let wins = solver.first_wins(&[a as u64, b as u64, c as u64]).ok()?;
                if wins == proof.lost.contains(&element) {
                    return Some(false);
                }
            }
        }
    }
    Some(true)
}
