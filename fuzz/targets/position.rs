//! Positions of every game and their sums: no panic, and what is read is written so that it reads the same.

use grundy_game::NoFiles;
use grundy_games::parse;

/// One run of the target.
pub fn run(text: &str) {
    if let Ok(position) = parse(text, &NoFiles) {
        let written = position.to_string();
        let again = parse(&written, &NoFiles).map(|position| position.to_string());
        assert_eq!(again.ok(), Some(written));
    }
}
