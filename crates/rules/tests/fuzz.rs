//! The fuzz target for rules files on the gallery, the snippets and its committed corpus, and on seeded mutations of these.
//! `GRUNDY_FUZZ=1000000 cargo test -p grundy-rules --test fuzz` runs as many mutations as it says, `GRUNDY_FUZZ_SEED` others.

#[path = "../../../fuzz/mutation.rs"]
mod mutation;
#[path = "../../../fuzz/targets/rules.rs"]
mod target;

use std::path::Path;

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

#[test]
fn no_rules_file_panics() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["../../rules", "../../rules/start", "tests/snippets", "../../fuzz/corpus/rules"];
    let mut paths: Vec<_> = folders.iter().flat_map(|folder| mutation::corpus(&root.join(folder))).collect();
    paths.retain(|path| path.is_file());
    assert!(paths.len() > 100);
    let words: Vec<&[u8]> = WORDS.iter().map(|word| word.as_bytes()).collect();
    let mutate =
        |seed: &[u8], other: &[u8], random: &mut mutation::Random| mutation::mutate(seed, other, &words, random);
    mutation::replay("rules", &paths, 2_000, mutate, mutation::text(target::run));
}
