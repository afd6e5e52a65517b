//! A game from a rules file, without a line of Rust: solved, added to a built-in game, and its nimber sequence.
//!
//! `cargo run --example own_rules`

use grundy::budget::Budget;
use grundy::game::NoFiles;
use grundy::games::Catalogue;
use grundy::heap::Sequence;
use grundy::rules::WithRules;
use grundy::solve::{Settings, answer};

const RULES: &str = r#"
summary = "knock down one pin or two neighbours"
state = "heaps of n"
both = ["a; n - 1 - a for a in range(n)", "a; n - 2 - a for a in range(n - 1)"]
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let catalogue = Catalogue::standard().with_rules("pins", RULES)?;
    let position = catalogue.parse("pins:5 + nim:3", &NoFiles)?;
    let found = answer(&position, &Settings::default())?;
    println!("{position}: {}", found.value_text().unwrap_or_default());
    for winning in &found.winning_moves {
        println!("  win by {}", winning.label);
    }
    // The rules turn out to be the code 0.77, whose period is proved.
    if let Some(rule) = catalogue.code("pins", &NoFiles)? {
        let mut sequence = Sequence::new(rule);
        sequence.extend(200, &Budget::unlimited())?;
        println!("{}: {:?}", sequence.rule(), sequence.period().map(|found| (found.period, found.preperiod)));
    }
    Ok(())
}
