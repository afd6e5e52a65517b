//! Certificates: no text breaks the reader or the checker, and what is written reads back.

use grundy_budget::{Budget, Limits};
use grundy_game::NoFiles;
use grundy_games::parse;
use grundy_solve::{Certificate, check};

/// One run of the target.
pub fn run(text: &str) {
    let Ok(certificate) = Certificate::read(text) else { return };
    let written = certificate.to_string();
    let again = Certificate::read(&written).expect("written certificates are sound");
    assert_eq!(again.to_string(), written);
    let read = |text: &str| parse(text, &NoFiles).map_err(|error| error.to_string());
    let limits = Limits { positions: Some(100_000), memory: Some(64 << 20), ..Limits::default() };
    let _ = check(&certificate, &read, &Budget::new(limits));
}
