//! Running the command.

use std::io::Write;
use std::process::{Command, Stdio};

/// What a run of the command printed and how it ended.
#[allow(dead_code, reason = "not every test file looks at everything")]
pub struct Run {
    pub out: String,
    pub err: String,
    pub code: i32,
}

/// Runs `grundy` with arguments and an empty standard input.
#[allow(dead_code, reason = "not every test file uses both ways")]
pub fn grundy(arguments: &[&str]) -> Run {
    grundy_with_input(arguments, b"")
}

/// Runs `grundy` with arguments and a standard input.
pub fn grundy_with_input(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(arguments)
        .env_remove("CLICOLOR_FORCE")
        // Whoever runs the tests may speak another language.
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let input = input.to_vec();
    // A command that fails early closes its input; that is its right.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the input was written");
    Run {
        out: String::from_utf8(output.stdout).expect("the output is UTF-8"),
        err: String::from_utf8(output.stderr).expect("the messages are UTF-8"),
        code: output.status.code().expect("the command was not killed"),
    }
}

/// Reads one JSON object.
#[allow(dead_code, reason = "not every test file reads JSON")]
pub fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}
