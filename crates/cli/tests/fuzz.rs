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
#[path = "../../../fuzz/mutation.rs"]
mod mutation;
#[path = "../../../fuzz/targets/position.rs"]
mod position;
#[path = "../../../fuzz/targets/value.rs"]
mod value;

use mutation::{Random, corpus, text};
use std::path::Path;

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
    replay_with(name, mutations, |seed, other, random| mutation::mutate(seed, other, &WORDS, random), target);
}

fn replay_with(
    name: &str,
    mutations: usize,
    mutate: impl Fn(&[u8], &[u8], &mut Random) -> Vec<u8>,
    target: impl Fn(&[u8]),
) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    mutation::replay(name, &corpus(&folder), mutations, mutate, target);
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
