//! The questions of the page: no request makes the server fail.
#![no_main]

#[path = "../targets/api.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| target::run(bytes));
