//! No text breaks the reader of rules, and what it reads it prints so that it reads the same again.
#![no_main]

#[path = "../targets/heap.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|text: &str| target::run(text));
