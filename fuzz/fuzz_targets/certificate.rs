//! Certificates: no text breaks the reader or the checker, and what is written reads back.
#![no_main]

#[path = "../targets/certificate.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|text: &str| target::run(text));
