//! Positions of every game and their sums: no panic, and what is read is written so that it reads the same.
#![no_main]

#[path = "../targets/position.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|text: &str| target::run(text));
