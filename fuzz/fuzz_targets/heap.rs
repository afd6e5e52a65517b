//! No text breaks the reader of rules, and what it reads it prints so that it reads the same again.
#![no_main]

use grundy_heap::Rule;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(rule) = text.parse::<Rule>() {
        assert_eq!(rule.to_string().parse(), Ok(rule));
    }
});
