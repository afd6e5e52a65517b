//! The `grundy` command.

use grundy_budget::Counting;
use std::ffi::OsString;
use std::process::ExitCode;

/// Counts every byte, so that `--memory` holds.
#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() -> ExitCode {
    ExitCode::from(grundy_cli::run(&std::env::args_os().collect::<Vec<OsString>>()))
}
