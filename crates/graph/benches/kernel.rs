//! Times the kernel of one file: `cargo bench --bench kernel -- FILE…`, or of made-up digraphs without one; with
//! `--prove` also the proof that there is none, with `--both` by two threads, of which the time of the first is told, with `--once`
//! without the repetitions that short work gets.

use grundy_budget::Budget;
use grundy_graph::Digraph;
use grundy_graph::acyclic::labels;
use grundy_graph::format::{Format, Names, read_digraph, write_digraph};
use grundy_graph::kernel::{Step, find_kernel_by, find_kernel_or_refute};
use std::time::Instant;

#[path = "../tests/random_digraph/mod.rs"]
mod random_digraph;

fn main() {
    let files: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    if files.is_empty() {
        made_up();
    }
    for file in files {
        let bytes = std::fs::read(&file).expect("the file can be read");
        let (digraph, seconds) = timed(|| read_digraph(&bytes, None, &Budget::unlimited()).expect("a digraph").graph);
        println!("{file}: read {:.0} MB/s", bytes.len() as f64 / seconds / 1e6);
        solve(&file, &digraph);
        if std::env::args().any(|arg| arg == "--prove") {
            prove(&file, &digraph);
        }
    }
}

/// Times the proof that there is no kernel, and counts what is in it.
fn prove(name: &str, digraph: &Digraph) {
    let ((_, steps), seconds) = timed(|| find_kernel_or_refute(digraph, &Budget::unlimited()).expect("no limits"));
    let (mut clauses, mut literals, mut hints) = (0, 0, 0);
    for step in steps.iter().flatten() {
        if let Step::Add { clause, from, .. } = step {
            (clauses, literals, hints) = (clauses + 1, literals + clause.len(), hints + from.len());
        }
    }
    println!("{name}: proof of {clauses} clauses, {literals} literals, {hints} hints in {seconds:.3} s");
}

/// Seconds that the processor has spent on this thread; the wall clock where the system does not tell.
fn clock(start: Instant) -> f64 {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = spent.and_then(|text| text.split(' ').next().and_then(|word| word.parse::<u64>().ok()));
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |ns| ns as f64 / 1e9)
}

/// The result of some work and its time: the best of five where it is short, because other work disturbs the caches.
fn timed<T>(mut work: impl FnMut() -> T) -> (T, f64) {
    let mut once = || {
        let start = Instant::now();
        let before = clock(start);
        let result = work();
        (result, clock(start) - before)
    };
    let (mut result, mut best) = once();
    for _ in 0..if best < 2.0 && !std::env::args().any(|arg| arg == "--once") { 4 } else { 0 } {
        let (again, seconds) = once();
        (result, best) = (again, best.min(seconds));
    }
    (result, best)
}

fn solve(name: &str, digraph: &Digraph) {
    let threads = if std::env::args().any(|arg| arg == "--both") { 2 } else { 1 };
    let (answer, seconds) = timed(|| find_kernel_by(digraph, threads, &Budget::unlimited()).expect("no limits"));
    let found = answer.kernel.as_ref().map_or("none".to_owned(), |kernel| format!("{} vertices", kernel.len()));
    let rate = digraph.size() as f64 / seconds / 1e6;
    println!(
        "{name}: {} kernel: {found} in {seconds:.3} s, {rate:.1} million arcs/s; {}",
        answer.case.name(),
        answer.reason
    );
}

/// A random digraph on a million vertices with ten million arcs; `fix` turns each arc the way the case needs.
fn ten_million(fix: impl Fn(u32, u32) -> (u32, u32)) -> Digraph {
    let digraph = random_digraph::random_digraph(1_000_000, 10, 1);
    let arcs: Vec<(u32, u32)> = digraph.arcs().map(|(u, v)| fix(u as u32, v as u32)).collect();
    Digraph::from_arcs(1_000_000, &arcs).expect("in range")
}

fn made_up() {
    // Arcs follow a hidden order that is not the order of the numbers.
    let key = |v: u32| v.wrapping_mul(0x9E37_79B1);
    let acyclic = ten_million(|u, v| if key(u) > key(v) { (u, v) } else { (v, u) });
    let text = write_digraph(&acyclic, &Names::From(1), Format::Dg).expect("a format for digraphs");
    let (read, seconds) = timed(|| read_digraph(text.as_bytes(), None, &Budget::unlimited()).expect("a digraph").graph);
    println!("text: {:.0} MB read at {:.0} MB/s", text.len() as f64 / 1e6, text.len() as f64 / seconds / 1e6);
    assert_eq!(read, acyclic);
    solve("acyclic", &acyclic);
    let (_, seconds) = timed(|| labels(&acyclic).expect("acyclic"));
    println!("acyclic: labels at {:.1} million arcs/s", acyclic.size() as f64 / seconds / 1e6);
    // Arcs between odd and even numbers only.
    solve("two-coloured", &ten_million(|u, v| (u, (v & !1) | (!u & 1))));
    for (n, c, seed) in [(100_000, 2, 1), (1000, 5, 1), (1000, 5, 2)] {
        solve(&format!("n{n}_c{c}_s{seed}"), &random_digraph::random_digraph(n, c, seed));
    }
}
