//! The largest positions that can be read.

use grundy_budget::{Budget, Limits, caught};
use grundy_game::NoFiles;
use grundy_games::parse;
use std::time::Duration;

/// The same text with each number after the colon, one after the other, as large as the reader takes it.
pub fn largest(example: &str) -> String {
    let mut text = example.to_owned();
    let mut at = text.find(':').map_or(0, |colon| colon + 1);
    while let Some(start) = text[at..].find(|c: char| c.is_ascii_digit()).map(|more| at + more) {
        let end = text[start..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |more| start + more);
        let larger = (1..=18).rev().map(|power| format!("{}{}{}", &text[..start], 10u64.pow(power), &text[end..]));
        let budget = Budget::new(Limits { time: Some(Duration::from_secs(2)), ..Limits::default() });
        let _entered = budget.enter();
        let readable = |text: &String| caught(|| parse(text, &NoFiles).is_ok()).unwrap_or(false);
        let before = text.len();
        text = larger.into_iter().find(readable).unwrap_or(text);
        at = (end + text.len().saturating_sub(before)).min(text.len());
    }
    text
}
