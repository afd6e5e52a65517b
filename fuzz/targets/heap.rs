//! No text breaks the reader of rules, and what it reads it prints so that it reads the same again.

use grundy_heap::Rule;

/// One run of the target.
pub fn run(text: &str) {
    if let Ok(rule) = text.parse::<Rule>() {
        assert_eq!(rule.to_string().parse(), Ok(rule));
    }
}
