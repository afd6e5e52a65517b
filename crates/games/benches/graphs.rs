//! Node Kayles on random cubic graphs and Chomp on random graphs, beside the plain way: every position once, in a hash table on
//! bit sets, component by component. One line a graph: both times, how many times faster, positions, memory held.
//!
//! Graphs may be named: `cargo bench -p grundy-games --bench graphs -- cubic 44 1` is the first random cubic graph on 44 vertices,
//! `chomp 12 20 1` a random connected graph on 12 vertices with 20 edges. With `write` before them the graph is
//! written and nothing is solved, with `plain` only the plain way is gone; `alone` leaves it out, and `misere` asks for misère play.

use grundy_budget::Budget;
use grundy_game::{NoFiles, Play};
use grundy_games::parse;
use grundy_solve::{Settings, answer};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The same numbers on every machine (S. Vigna's splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// Edges of a graph, ends from 0.
type Edges = Vec<(usize, usize)>;

fn rows(order: usize, edges: &Edges) -> Vec<u64> {
    let mut rows = vec![0; order];
    for &(u, v) in edges {
        rows[u] |= 1 << v;
        rows[v] |= 1 << u;
    }
    rows
}

/// The component of the least vertex of `set`.
fn component(rows: &[u64], set: u64) -> u64 {
    let (mut seen, mut fresh) = (set & set.wrapping_neg(), set & set.wrapping_neg());
    while fresh != 0 {
        let mut next = 0;
        while fresh != 0 {
            next |= rows[fresh.trailing_zeros() as usize];
            fresh &= fresh - 1;
        }
        fresh = next & set & !seen;
        seen |= fresh;
    }
    seen
}

fn is_connected(order: usize, edges: &Edges) -> bool {
    let all = u64::MAX >> (64 - order);
    component(&rows(order, edges), all) == all
}

/// A random connected cubic graph, by pairing half-edges until the graph is simple (B. Bollobás, 1980).
fn cubic(order: usize, seed: u64) -> Edges {
    let mut random = Random(seed);
    loop {
        let mut ends: Vec<usize> = (0..3 * order).map(|end| end / 3).collect();
        for i in (1..ends.len()).rev() {
            ends.swap(i, random.below(i + 1));
        }
        let mut edges: Edges = ends.chunks(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1]))).collect();
        edges.sort_unstable();
        let simple = edges.iter().all(|(u, v)| u != v) && edges.windows(2).all(|pair| pair[0] != pair[1]);
        if simple && is_connected(order, &edges) {
            return edges;
        }
    }
}

/// A random connected graph with `size` edges.
fn connected(order: usize, size: usize, seed: u64) -> Edges {
    let mut random = Random(seed);
    loop {
        let mut pairs: Edges = (0..order).flat_map(|u| (u + 1..order).map(move |v| (u, v))).collect();
        for i in 0..size {
            let j = i + random.below(pairs.len() - i);
            pairs.swap(i, j);
        }
        pairs.truncate(size);
        pairs.sort_unstable();
        if is_connected(order, &pairs) {
            return pairs;
        }
    }
}

fn written(edges: &Edges) -> String {
    edges.iter().map(|(u, v)| format!("{}-{}", u + 1, v + 1)).collect::<Vec<_>>().join(",")
}

/// A hasher for one word.
#[derive(Default)]
struct OneWord(u64);

impl Hasher for OneWord {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are words");
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(word ^ 0x5851_F42D_4C95_7F2D) * 0x9E37_79B9_7F4A_7C15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}

/// The plain way: the nimber of every position that can be reached, each once.
struct Plain {
    /// The neighbours of each vertex.
    rows: Vec<u64>,
    /// The edges of each vertex.
    stars: Vec<u64>,
    /// The edges that meet each edge.
    meeting: Vec<u64>,
    known: HashMap<u64, u8, BuildHasherDefault<OneWord>>,
}

impl Plain {
    fn new(order: usize, edges: &Edges) -> Self {
        let star = |v: usize| {
            let here = edges.iter().enumerate().filter(|(_, edge)| edge.0 == v || edge.1 == v);
            here.map(|(at, _)| 1 << at).sum()
        };
        let stars: Vec<u64> = (0..order).map(star).collect();
        let meeting = edges.iter().map(|&(u, v)| stars[u] | stars[v]).collect();
        Self { rows: rows(order, edges), stars, meeting, known: HashMap::default() }
    }

    /// Node Kayles on a set of vertices.
    fn kayles(&mut self, mut set: u64) -> u8 {
        let mut nimber = 0;
        while set != 0 {
            let part = component(&self.rows, set);
            set &= !part;
            nimber ^= self.kayles_part(part);
        }
        nimber
    }

    fn kayles_part(&mut self, part: u64) -> u8 {
        if let Some(&known) = self.known.get(&part) {
            return known;
        }
        let (mut options, mut rest) = (0u64, part);
        while rest != 0 {
            let v = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            options |= 1 << self.kayles(part & !(self.rows[v] | 1 << v));
        }
        let nimber = options.trailing_ones() as u8;
        self.known.insert(part, nimber);
        nimber
    }

    /// Chomp on a set of edges, without the vertices that have none.
    fn chomp(&mut self, mut set: u64) -> u8 {
        let mut nimber = 0;
        while set != 0 {
            let part = component(&self.meeting, set);
            set &= !part;
            nimber ^= self.chomp_part(part);
        }
        nimber
    }

    fn chomp_part(&mut self, part: u64) -> u8 {
        if let Some(&known) = self.known.get(&part) {
            return known;
        }
        let mut options = 0u64;
        let (mut rest, order) = (part, self.stars.len());
        while rest != 0 {
            options |= 1 << self.chomp_left(part, part & !(rest & rest.wrapping_neg()));
            rest &= rest - 1;
        }
        for v in 0..order {
            if part & self.stars[v] != 0 {
                // The vertex itself is gone, not left over.
                options |= 1 << (self.chomp_left(part, part & !self.stars[v]) ^ 1);
            }
        }
        let nimber = options.trailing_ones() as u8;
        self.known.insert(part, nimber);
        nimber
    }

    /// The nimber of what is left of some edges and all their vertices.
    fn chomp_left(&mut self, part: u64, left: u64) -> u8 {
        let lonely = self.stars.iter().filter(|&star| part & star != 0 && left & star == 0).count();
        self.chomp(left) ^ lonely as u8 & 1
    }
}

/// The processor time of this process so far, threads that have ended included; a busy machine does not disturb it.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("a Linux kernel");
    let after = stat.rsplit(") ").next().unwrap_or_default();
    let ticks: u64 = after.split(' ').skip(11).take(2).filter_map(|word| word.parse::<u64>().ok()).sum();
    ticks as f64 / 100.0
}

/// The graph that some words name: what it is called, its number of vertices, its edges.
fn named(words: &[&str]) -> (String, usize, Edges) {
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<usize>().ok()).expect("a number");
    let name = words.join(" ");
    match words[0] {
        "cubic" => (name, number(1), cubic(number(1), number(2) as u64)),
        "chomp" => (name, number(1), connected(number(1), number(2), number(3) as u64)),
        other => panic!("`{other}` is neither cubic nor chomp"),
    }
}

fn compare(words: &[&str], play: Play, plain_too: bool) {
    let (name, order, edges) = named(words);
    let kayles = words[0] == "cubic";
    let plain = plain_too.then(|| {
        let started = processor_seconds();
        let mut plain = Plain::new(order, &edges);
        let nimber = if kayles { plain.kayles(u64::MAX >> (64 - order)) } else { plain.chomp((1 << edges.len()) - 1) };
        (nimber, processor_seconds() - started, plain.known.len())
    });
    let game = if kayles { "kayles" } else { "chomp" };
    let position = parse(&format!("{game}:{}", written(&edges)), &NoFiles).expect("a graph");
    let threads = std::env::var("THREADS").ok().and_then(|count| count.parse().ok()).unwrap_or(1);
    let settings = Settings { play, threads, budget: Budget::unlimited(), ..Settings::default() };
    let (started, clock) = (processor_seconds(), std::time::Instant::now());
    let found = answer(&position, &settings).expect("no limits");
    let (own, wall) = (processor_seconds() - started, clock.elapsed().as_secs_f64());
    let outcome = found.outcome.map(|outcome| format!("{outcome:?}")).unwrap_or_default();
    let value = found.value.map(|value| value.to_string()).unwrap_or_default();
    print!(
        "{name} {play}: {outcome} {value} {own:.2} s, {wall:.2} s by the clock, {} positions",
        settings.budget.positions()
    );
    if let Some((nimber, seconds, count)) = plain {
        assert_eq!(outcome == "Second", nimber == 0);
        print!("; plain *{nimber} {seconds:.2} s, {count} positions: {:.1} times", seconds / own);
    }
    println!();
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [] => {
            for (order, seed) in [("30", "1"), ("40", "1"), ("40", "2"), ("44", "1")] {
                compare(&["cubic", order, seed], Play::Normal, true);
                compare(&["cubic", order, seed], Play::Misere, false);
            }
            for (order, size, seed) in [("12", "18", "1"), ("12", "20", "1"), ("13", "20", "1"), ("14", "20", "1")] {
                compare(&["chomp", order, size, seed], Play::Normal, true);
                compare(&["chomp", order, size, seed], Play::Misere, false);
            }
            compare(&["chomp", "12", "26", "1"], Play::Normal, false);
        }
        ["plain", ..] => {
            let (name, order, edges) = named(&words[1..]);
            let mut plain = Plain::new(order, &edges);
            let all = u64::MAX >> (64 - order);
            let nimber = if words[1] == "cubic" { plain.kayles(all) } else { plain.chomp((1 << edges.len()) - 1) };
            println!("{name}: *{nimber}, {} positions", plain.known.len());
        }
        ["write", ..] => println!("{}", written(&named(&words[1..]).2)),
        ["misere", ..] => compare(&words[1..], Play::Misere, false),
        ["alone", ..] => compare(&words[1..], Play::Normal, false),
        _ => compare(&words, Play::Normal, true),
    }
}
