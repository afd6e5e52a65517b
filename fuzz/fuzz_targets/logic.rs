//! Formulas: no text breaks a reader, what is printed reads back, and small formulas are decided as the game is won.
#![no_main]

#[path = "../targets/logic.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|text: &str| target::run(text));
