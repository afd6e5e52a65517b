//! Certificates: no text breaks the reader or the checker, and what is written reads back.

use grundy_budget::{Budget, Limits, caught};
use grundy_game::NoFiles;
use grundy_games::parse;
use grundy_solve::{Certificate, check};
use std::time::Duration;

/// One run of the target.
pub fn run(text: &str) {
    let Ok(certificate) = Certificate::read(text) else { return };
    let written = certificate.to_string();
    let again = Certificate::read(&written).expect("written certificates are sound");
    assert_eq!(again.to_string(), written);
    let read = |text: &str| parse(text, &NoFiles).map_err(|error| error.to_string());
    let budget = Budget::new(Limits { time: Some(Duration::from_secs(5)), ..Limits::default() });
    let _entered = budget.enter();
    // A certificate of a mutated claim may prove something else, or nothing; it only must come to an end.
    let _ = caught(|| check(&certificate, &read));
}
