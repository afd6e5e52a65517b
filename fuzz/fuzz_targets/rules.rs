//! No text panics the reader of rules files or the interpreter, and every run ends within its limits.
#![no_main]

#[path = "../targets/rules.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|text: &str| target::run(text));
