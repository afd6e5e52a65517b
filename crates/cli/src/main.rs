//! The `grundy` command.
fn main() {}
