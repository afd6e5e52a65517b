//! Files that are written and read again: resumed after a kill, refused when damaged.

mod common;

use common::grundy;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Starts the command and kills it after a while; `true` when it ended by itself before.
fn killed(arguments: &[&str], after: Duration) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    std::thread::sleep(after);
    let ended = child.try_wait().expect("the command can be asked").is_some();
    if !ended {
        child.kill().expect("the command can be killed");
    }
    child.wait().expect("the command ends");
    ended
}

/// Kills the command 25 times at different moments, then lets it finish, and compares with a run that was never disturbed.
/// What a file holds never shrinks.
fn survives_kills(arguments: &[&str], file: &Path) {
    let undisturbed = grundy(arguments);
    assert_eq!(undisturbed.code, 0, "{}", undisturbed.err);
    let path = file.to_str().expect("a plain name");
    let stored = [arguments, &["--file", path]].concat();
    let mut size = 0;
    for round in 0..25 {
        if killed(&stored, Duration::from_millis(15 + 17 * round)) {
            break;
        }
        let now = std::fs::metadata(file).map_or(0, |known| known.len());
        // The block that was being written when the kill came is dropped by the next run.
        assert!(now + (1 << 22) >= size, "{now} bytes after {size}");
        size = now;
    }
    let resumed = grundy(&stored);
    assert_eq!((resumed.code, resumed.out), (0, undisturbed.out), "{}", resumed.err);
}

#[test]
fn a_sequence_survives_25_kills() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["sequence", "grundy", "--to", "60000", "--no-period", "--format", "csv"];
    survives_kills(&arguments, &folder.path().join("nimbers"));
}

#[test]
fn a_table_survives_25_kills() {
    let folder = tempfile::tempdir().unwrap();
    survives_kills(&["table", "chomp", "--connected-graphs", "7"], &folder.path().join("rows"));
}

#[test]
fn no_flipped_bit_gives_a_wrong_nimber() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("nimbers");
    let arguments =
        ["sequence", "0.77", "--to", "300", "--no-period", "--file", file.to_str().unwrap(), "--format", "csv"];
    let right = grundy(&arguments);
    assert_eq!(right.code, 0);
    assert_eq!(grundy(&arguments).out, right.out);
    let sound = std::fs::read(&file).unwrap();
    for step in 0..24 {
        let bit = step * (8 * sound.len() - 1) / 23;
        let mut damaged = sound.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&file, &damaged).unwrap();
        let refused = grundy(&arguments);
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "bit {bit}");
        assert!(refused.err.contains("damaged") || refused.err.contains("expected a file"), "{}", refused.err);
    }
}

#[test]
fn a_damaged_census_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("census");
    let arguments = ["sequence", "--codes", "0.70-0.73", "--to", "200", "--file", file.to_str().unwrap()];
    assert_eq!(grundy(&arguments).code, 0);
    let sound = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, sound.replacen("0.71,", "0.72,", 1)).unwrap();
    let refused = grundy(&arguments);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("damaged"), "{}", refused.err);
    // Half a line at the end is what a kill leaves behind.
    std::fs::write(&file, format!("{sound}0.7")).unwrap();
    assert_eq!(grundy(&arguments).code, 0);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), sound);
}
