//! Forged certificates: whatever the checker accepts is true.
#![no_main]

#[path = "../targets/forgery.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|text: &str| target::run(text));
