//! Rules files: no text panics the reader or the interpreter, and every run ends within its limits.
#![no_main]

use grundy_rules::{Limits, RulesFile, Script};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let limits = Limits { steps: 20_000, bytes: 1_000_000, depth: 200 };
    if let Ok(script) = Script::read(text) {
        let _ = script.run(limits);
    }
    if text.len() < 2000 && (text.contains("board") || text.contains("state")) {
        let _ = RulesFile::read("fuzzed", text);
    }
});
