//! Graphs: no bytes break a reader, and what is written reads back.
#![no_main]

#[path = "../targets/graph.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| target::run(bytes));
