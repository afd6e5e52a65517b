//! The licence check: every dependency, direct or not, must be under a licence we may link.

use serde_json::Value;
use std::process::Command;

/// Licences that ask for nothing but attribution. No GPL, LGPL or AGPL.
const ALLOWED: &[&str] = &[
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "Unlicense",
    "CC0-1.0",
    "0BSD",
    "BSL-1.0",
    "Unicode-3.0",
];

/// Reads `cargo metadata` and refuses any package whose licence expression no allowed licence satisfies.
pub fn check() -> Result<(), String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1"])
        .output()
        .map_err(|error| format!("cannot run cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let refused: Vec<String> = packages.iter().filter_map(refusal).collect();
    if refused.is_empty() {
        eprintln!("xtask: licences of {} packages are fine", packages.len());
        Ok(())
    } else {
        Err(format!("xtask: licences not on the list in xtask/src/licences.rs:\n{}", refused.join("\n")))
    }
}

fn refusal(package: &Value) -> Option<String> {
    let name = package["name"].as_str().unwrap_or("?");
    let expression = package["license"].as_str().unwrap_or("none stated");
    (!satisfied(expression)).then(|| format!("  {name}: {expression}"))
}

/// Whether an SPDX expression can be met with allowed licences only. `/` is the old way of writing `OR`.
fn satisfied(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    either(&mut rest) && rest.is_empty()
}

fn either(words: &mut &[&str]) -> bool {
    let mut met = both(words);
    while words.first() == Some(&"OR") {
        *words = &words[1..];
        met |= both(words);
    }
    met
}

fn both(words: &mut &[&str]) -> bool {
    let mut met = one(words);
    while words.first() == Some(&"AND") {
        *words = &words[1..];
        met &= one(words);
    }
    met
}

fn one(words: &mut &[&str]) -> bool {
    match **words {
        ["(", ..] => {
            *words = &words[1..];
            let met = either(words);
            let closed = words.first() == Some(&")");
            *words = words.get(1..).unwrap_or_default();
            met && closed
        }
        [licence, "WITH", exception, ..] => {
            *words = &words[3..];
            ALLOWED.contains(&format!("{licence} WITH {exception}").as_str()) || ALLOWED.contains(&licence)
        }
        [licence, ..] => {
            *words = &words[1..];
            ALLOWED.contains(&licence)
        }
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::satisfied;

    #[test]
    fn expressions_are_understood() {
        for good in ["MIT", "MIT/Apache-2.0", "(MIT OR GPL-3.0) AND ISC", "GPL-2.0 OR MIT"] {
            assert!(satisfied(good), "{good}");
        }
        for bad in ["", "GPL-3.0", "MIT AND LGPL-2.1", "(MIT", "MIT)", "none stated", "AGPL-3.0-or-later"] {
            assert!(!satisfied(bad), "{bad}");
        }
    }
}
