//! The fuzz targets on their committed corpus and on seeded mutations of it, in the ordinary test run; `cargo fuzz` runs the
//! same functions for as long as one likes, and so does this program: `GRUNDY_FUZZ=10000000 cargo test --release -p
//! grundy-cli --test fuzz heaps` makes that many mutations, others than usual, and says how many it made.

#[path = "../../../fuzz/targets/api.rs"]
mod api;
#[path = "../../../fuzz/targets/certificate.rs"]
mod certificate;
#[path = "../../../fuzz/targets/forgery.rs"]
mod forgery;
#[path = "../../../fuzz/targets/graph.rs"]
mod graph;
#[path = "../../../fuzz/targets/heap.rs"]
mod heap;
#[path = "../../../fuzz/targets/logic.rs"]
mod logic;
#[path = "../../../fuzz/targets/position.rs"]
mod position;
#[path = "../../../fuzz/targets/rules.rs"]
mod rules;
#[path = "../../../fuzz/targets/value.rs"]
mod value;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(mixed ^ (mixed >> 31)) * bound.max(1) as u128) >> 64) as usize
    }
}

/// What readers look for, so that mutations come near to what they accept.
const WORDS: [&[u8]; 24] = [
    b"nim:",
    b"(",
    b")",
    b":",
    b",",
    b"+",
    b" ",
    b"\n",
    b"{",
    b"}",
    b"|",
    b"*",
    b"-",
    b"0",
    b"1",
    b"18446744073709551615",
    b"@",
    b"\"",
    b"\\",
    b"\xff",
    b"\x1b[31m",
    b"g6:",
    b"x",
    b"99999999999999999999999",
];

fn mutate(seed: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        match random.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 => drop(bytes.splice(at..at, WORDS[random.below(WORDS.len())].iter().copied())),
            3 => bytes.truncate(at),
            4 => {
                let from = random.below(other.len() + 1);
                bytes.truncate(at);
                bytes.extend_from_slice(&other[from..]);
            }
            _ => {
                let end = at + random.below(bytes.len() - at + 1).min(40);
                let copy = bytes[at..end].to_vec();
                drop(bytes.splice(at..at, copy));
            }
        }
    }
    bytes
}

/// Alters lines and words, so that the text keeps the look of a certificate: a line is dropped, doubled, moved or taken from
/// another text; a word becomes another one of the text, or the next number.
fn forge(seed: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let lines_of =
        |bytes: &[u8]| -> Vec<String> { String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect() };
    let (mut lines, others) = (lines_of(seed), lines_of(other));
    let pick = |lines: &[String], random: &mut Random| lines[random.below(lines.len())].clone();
    for _ in 0..=random.below(3) {
        // The first line tells the version.
        let at = 1 + random.below(lines.len() - 1);
        match random.below(8) {
            0 if lines.len() > 2 => drop(lines.remove(at)),
            1 => lines.insert(at, pick(&lines, random)),
            2 => lines[at] = pick(&others, random),
            3 => {
                let elsewhere = 1 + random.below(lines.len() - 1);
                lines.swap(at, elsewhere);
            }
            _ => {
                let source = pick(&lines, random);
                let donors: Vec<&str> = source.split(' ').collect();
                let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
                let place = random.below(words.len());
                words[place] = match words[place].parse::<u64>() {
                    Ok(number) if random.below(2) == 0 => {
                        number.wrapping_add(random.below(3) as u64).wrapping_sub(1).to_string()
                    }
                    _ => donors[random.below(donors.len())].to_owned(),
                };
                lines[at] = words.join(" ");
            }
        }
    }
    (lines.join("\n") + "\n").into_bytes()
}

/// Runs a target on its corpus and on so many mutations.
fn replay(name: &str, mutations: usize, target: impl Fn(&[u8])) {
    replay_with(name, mutations, mutate, target);
}

fn replay_with(
    name: &str,
    mutations: usize,
    mutate: impl Fn(&[u8], &[u8], &mut Random) -> Vec<u8>,
    target: impl Fn(&[u8]),
) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let corpus: Vec<Vec<u8>> = paths.iter().map(|path| std::fs::read(path).unwrap()).collect();
    assert!(!corpus.is_empty());
    let run = |bytes: &[u8]| {
        let ended = catch_unwind(AssertUnwindSafe(|| target(bytes)));
        assert!(ended.is_ok(), "{name} fails on {:?}", String::from_utf8_lossy(bytes));
    };
    corpus.iter().for_each(|seed| run(seed));
    let more: Option<usize> = std::env::var("GRUNDY_FUZZ").ok().map(|number| number.parse().expect("a number"));
    let mut random = Random(more.map_or(1935, |number| 1936 + number as u64));
    let mutations = more.unwrap_or(mutations);
    for _ in 0..mutations {
        let (seed, other) = (&corpus[random.below(corpus.len())], &corpus[random.below(corpus.len())]);
        run(&mutate(seed, other, &mut random));
    }
    println!("{name}: {mutations} mutations of {} inputs", corpus.len());
}

fn text(target: impl Fn(&str)) -> impl Fn(&[u8]) {
    move |bytes| {
        if let Ok(text) = std::str::from_utf8(bytes) {
            target(text);
        }
    }
}

#[test]
fn positions() {
    replay("position", 20_000, text(position::run));
}

#[test]
fn certificates() {
    replay("certificate", 5000, text(certificate::run));
}

#[test]
fn forgeries() {
    replay_with("forgery", 4000, forge, text(forgery::run));
    replay("forgery", 1000, text(forgery::run));
}

#[test]
fn graphs() {
    replay("graph", 20_000, graph::run);
}

#[test]
fn heaps() {
    replay("heap", 50_000, text(heap::run));
}

#[test]
fn formulas() {
    replay("logic", 10_000, text(logic::run));
}

#[test]
fn values() {
    replay("value", 2000, text(value::run));
}

#[test]
fn questions() {
    replay("api", 3000, api::run);
}

#[test]
fn rules_files() {
    replay("rules", 3000, text(rules::run));
}
