//! Seeded mutations of a corpus, for tests that run fuzz targets without a fuzzer. `GRUNDY_FUZZ=10000000` makes so many of them,
//! others than usual, and `GRUNDY_FUZZ_SEED` says which.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// SplitMix64.
pub struct Random(u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(mixed ^ (mixed >> 31)) * bound.max(1) as u128) >> 64) as usize
    }
}

/// A text with a few changes: a bit, a byte, a word that readers look for, a piece left out, doubled, or taken from another text.
pub fn mutate(seed: &[u8], other: &[u8], words: &[&[u8]], random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        let end = at + random.below(bytes.len() - at + 1).min(40);
        match random.below(8) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 | 3 => drop(bytes.splice(at..at, words[random.below(words.len())].iter().copied())),
            4 => bytes.truncate(at),
            5 => drop(bytes.drain(at..end)),
            6 => {
                let from = random.below(other.len() + 1);
                bytes.truncate(at);
                bytes.extend_from_slice(&other[from..]);
            }
            _ => {
                let copy = bytes[at..end].to_vec();
                drop(bytes.splice(at..at, copy));
            }
        }
    }
    bytes
}

/// The files of a folder in order of their names.
pub fn corpus(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Runs a target on some files and on so many mutations of them.
pub fn replay(
    name: &str,
    paths: &[PathBuf],
    mutations: usize,
    mutate: impl Fn(&[u8], &[u8], &mut Random) -> Vec<u8>,
    target: impl Fn(&[u8]),
) {
    let corpus: Vec<Vec<u8>> = paths.iter().map(|path| std::fs::read(path).unwrap()).collect();
    assert!(!corpus.is_empty());
    let run = |bytes: &[u8]| {
        let ended = catch_unwind(AssertUnwindSafe(|| target(bytes)));
        assert!(ended.is_ok(), "{name} fails on {:?}", String::from_utf8_lossy(bytes));
    };
    corpus.iter().for_each(|seed| run(seed));
    let asked = |name: &str| -> Option<u64> {
        std::env::var(name).ok().map(|number| number.parse().unwrap_or_else(|_| panic!("{name} is a number")))
    };
    let more = asked("GRUNDY_FUZZ");
    let mut random = Random(asked("GRUNDY_FUZZ_SEED").unwrap_or_else(|| more.map_or(1935, |number| 1936 + number)));
    let mutations = more.unwrap_or(mutations as u64);
    for _ in 0..mutations {
        let (seed, other) = (&corpus[random.below(corpus.len())], &corpus[random.below(corpus.len())]);
        run(&mutate(seed, other, &mut random));
    }
    println!("{name}: {mutations} mutations of {} inputs", corpus.len());
}

/// A target for texts; bytes that are not text are marked as such.
pub fn text(target: impl Fn(&str)) -> impl Fn(&[u8]) {
    move |bytes| target(&String::from_utf8_lossy(bytes))
}
