//! How fast digraphs with cycles are analysed. `cargo bench -p grundy-graph --bench retrograde`

use grundy_budget::Budget;
use grundy_graph::Digraph;
use grundy_graph::loopy::loopy_nimbers;
use grundy_graph::numbered::{Numbered, NumberedVerdicts};
use grundy_graph::retrograde::{Stuck, Verdict, verdicts};
use std::time::Instant;

/// A random digraph: each vertex is a sink with one chance in ten, else it has arcs to random vertices.
fn random(order: u32, degree: u32) -> Digraph {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |most: u32| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % u64::from(most)) as u32
    };
    let mut arcs = Vec::new();
    for v in 0..order {
        if next(10) > 0 {
            arcs.extend((0..degree).map(|_| (v, next(order))));
        }
    }
    Digraph::from_arcs(order as usize, &arcs).expect("small enough")
}

/// A ring of states with steps of 1, 2 and 5 forwards and one end in a thousand: moves are worked out, not kept.
struct Ring(usize);

const STEPS: [usize; 3] = [1, 2, 5];

impl Numbered for Ring {
    fn count(&self) -> usize {
        self.0
    }

    fn moves(&self, state: usize) -> usize {
        if state.is_multiple_of(1000) { 0 } else { STEPS.len() }
    }

    fn before(&self, state: usize, states: &mut Vec<usize>) {
        let from = STEPS.iter().map(|step| (state + self.0 - step) % self.0);
        states.extend(from.filter(|&from| self.moves(from) > 0));
    }

    fn ended(&self, _: usize) -> Verdict {
        Verdict::Loss(0)
    }
}

/// The processor time of this process so far, where the system tells; a busy machine does not disturb it.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("a Linux kernel");
    let after = stat.rsplit(')').next().expect("a line of figures");
    let ticks: f64 = after.split_whitespace().skip(11).take(2).map(|word| word.parse::<f64>().expect("a figure")).sum();
    ticks / 100.0
}

/// What so much work took in processor and in wall time.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64, f64) {
    let (wall, processor) = (Instant::now(), processor_seconds());
    let done = work();
    (done, processor_seconds() - processor, wall.elapsed().as_secs_f64())
}

fn numbered() {
    for threads in [1, 2] {
        for count in [1_000_000, 3_000_000, 10_000_000, 30_000_000, 100_000_000] {
            let budget = Budget::unlimited();
            let (found, seconds, wall) =
                timed(|| NumberedVerdicts::new(&Ring(count), threads, &budget).expect("no limits"));
            println!(
                "{count} numbered states, {threads} threads: {seconds:.2} s of processors, {wall:.2} s: {:.1} million arcs a \
                 processor second, {:.2} bytes a state, the last is {:?}",
                found.moves() as f64 / seconds / 1e6,
                budget.memory() as f64 / count as f64,
                found.get(count - 1)
            );
        }
    }
}

fn main() {
    numbered();
    for (order, degree) in [(100_000, 10), (1_000_000, 3), (1_000_000, 10), (10_000_000, 3)] {
        let digraph = random(order, degree);
        let size = digraph.size() as f64;
        for stuck in [Stuck::Loses, Stuck::Wins] {
            let (found, seconds, _) = timed(|| verdicts(&digraph, stuck, &Budget::unlimited()).expect("no limits"));
            let drawn = found.iter().filter(|&&verdict| verdict == Verdict::Draw).count();
            println!(
                "{order} vertices, {size} arcs, {stuck:?}: {drawn} drawn in {seconds:.3} s, {:.1} million arcs/s",
                size / seconds / 1e6
            );
        }
        let (found, seconds, _) = timed(|| loopy_nimbers(&digraph, &Budget::unlimited()).expect("no limits"));
        println!(
            "  loopy nimbers of {} vertices in {seconds:.3} s, {:.1} million arcs/s",
            found.len(),
            size / seconds / 1e6
        );
    }
}
