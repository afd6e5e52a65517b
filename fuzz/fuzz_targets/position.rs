//! Positions of every game and their sums: no panic, and what is read is written so that it reads the same.
#![no_main]

use grundy_game::NoFiles;
use grundy_games::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(position) = parse(text, &NoFiles) {
        let written = position.to_string();
        let again = parse(&written, &NoFiles).map(|position| position.to_string());
        assert_eq!(again.ok(), Some(written));
    }
});
