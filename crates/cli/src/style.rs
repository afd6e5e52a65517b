//! Colour, only on a terminal and never as the only signal.

use std::io::{IsTerminal, stderr, stdout};

fn wanted(terminal: bool) -> bool {
    terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

fn paint(text: &str, code: &str, terminal: bool) -> String {
    if wanted(terminal) { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
}

/// The word that opens an error message on standard error.
pub fn error(text: &str) -> String {
    paint(text, "1;31", stderr().is_terminal())
}

/// The main word of an answer on standard output.
pub fn strong(text: &str) -> String {
    paint(text, "1", stdout().is_terminal())
}
