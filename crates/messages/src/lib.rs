//! Every sentence of Grundy in English, Spanish and Catalan.
//!
//! A crate of its own that only front ends need, so that a new sentence compiles none of the other rooms again.
//!
//! ```
//! use grundy_lang::{Language, Text};
//! grundy_messages::install();
//! let text = Text::new("`{typed}` is not {what}").with("typed", "x").with_text("what", Text::new("a heap"));
//! assert_eq!(text.say(Language::Spanish), "`x` no es un montón");
//! assert_eq!(Text::known("second wins").say(Language::Catalan), "guanya el segon");
//! ```

/// The rows of the catalogue: English, Spanish and Catalan between tabs; lines that start with `#` are headings.
pub const MESSAGES: &str = include_str!("../messages.tsv");

/// Brings the translations to [`grundy_lang`]: once at the start of a program that speaks more than English.
pub fn install() {
    grundy_lang::install(MESSAGES);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn gaps(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
    }

    #[test]
    fn every_row_has_three_sentences_with_the_same_gaps() {
        let mut seen = BTreeSet::new();
        for line in MESSAGES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let columns: Vec<&str> = line.split('\t').collect();
            let [english, spanish, catalan] = columns[..] else { panic!("three columns are expected: {line}") };
            assert!(seen.insert(english), "twice in the catalogue: {english}");
            for other in [spanish, catalan] {
                assert!(!other.trim().is_empty(), "no translation of: {english}");
                assert_eq!(gaps(english), gaps(other), "gaps differ: {english} / {other}");
            }
        }
        assert!(seen.len() > 100);
    }
}
