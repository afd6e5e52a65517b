//! The fuzz target for rules files on the gallery, the snippets and its committed corpus, and on seeded mutations of these.
//! `GRUNDY_FUZZ=1000000 cargo test -p grundy-rules --test fuzz` runs as many mutations as it says, `GRUNDY_FUZZ_SEED` others.

#[path = "../../../fuzz/targets/rules.rs"]
mod target;

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

/// What the reader looks for, so that mutations come near to what it accepts.
const WORDS: &[&str] = &[
    "board = ",
    "cells = ",
    "state = ",
    "heaps of n",
    "left = ",
    "right = ",
    "both = ",
    "players = 3",
    "stuck = 'draw'",
    "endless = 'draw'",
    "left_wins = ",
    "draws = ",
    "ends = ",
    "'graph'",
    "'hex'",
    "'grid'",
    "'strip'",
    " -> ",
    " then ",
    " must",
    "any",
    "diagonal",
    "?",
    "[xo]",
    "(.x)+",
    ".*",
    "|",
    "take v",
    "walk",
    "cut L edge and what falls",
    "colour v L where no neighbour is R",
    " where ",
    " for k in range(1, n)",
    "def ",
    "return ",
    "lambda x: ",
    "yield ",
    "while True:",
    "1 << 70",
    "-1",
    "0",
    "10**9",
    "'",
    "\"",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    ":",
    ",",
    ";",
    "=",
    "\n",
    "    ",
    "#",
    "é",
    "\\",
    "f'{n}'",
    "nimber",
    "split",
    "images",
    "result",
    "label",
    "write",
    "read",
    "not in",
    "is None",
    "**",
    "//",
    "%",
    "@",
    "lru_cache",
];

fn mutate(seed: &str, other: &str, random: &mut Random) -> String {
    let mut text: Vec<char> = seed.chars().collect();
    let other: Vec<char> = other.chars().collect();
    for _ in 0..=random.below(4) {
        let at = random.below(text.len() + 1);
        match random.below(7) {
            0 if at < text.len() => text[at] = char::from(b' ' + random.below(95) as u8),
            1 if at < text.len() => drop(text.remove(at)),
            2 | 3 => drop(text.splice(at..at, WORDS[random.below(WORDS.len())].chars())),
            4 => {
                let end = at + random.below(text.len() - at + 1).min(30);
                drop(text.splice(at..end, []));
            }
            5 => {
                let from = random.below(other.len() + 1);
                text.truncate(at);
                text.extend_from_slice(&other[from..]);
            }
            _ => {
                let end = at + random.below(text.len() - at + 1).min(40);
                let copy = text[at..end].to_vec();
                drop(text.splice(at..at, copy));
            }
        }
    }
    text.into_iter().collect()
}

fn asked(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |number| number.parse().expect(name))
}

#[test]
fn no_rules_file_panics() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut corpus = Vec::new();
    for folder in ["../../rules", "../../rules/start", "tests/snippets", "../../fuzz/corpus/rules"] {
        let entries = std::fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        let mut paths: Vec<_> = entries.filter(|path| path.extension().is_some_and(|end| end == "py")).collect();
        paths.sort();
        corpus.extend(paths.iter().map(|path| std::fs::read_to_string(path).unwrap()));
    }
    assert!(corpus.len() > 100);
    let run = |text: &str| {
        let ended = catch_unwind(AssertUnwindSafe(|| target::run(text)));
        assert!(ended.is_ok(), "the target fails on\n{text}");
    };
    corpus.iter().for_each(|seed| run(seed));
    let mut random = Random(asked("GRUNDY_FUZZ_SEED", 1976));
    for _ in 0..asked("GRUNDY_FUZZ", 2_000) {
        let (seed, other) = (&corpus[random.below(corpus.len())], &corpus[random.below(corpus.len())]);
        run(&mutate(seed, other, &mut random));
    }
}
