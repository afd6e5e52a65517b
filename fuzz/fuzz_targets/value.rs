//! Values: no text breaks the reader, and what is printed reads back to the same value.
#![no_main]

#[path = "../targets/value.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|text: &str| target::run(text));
