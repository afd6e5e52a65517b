//! The small checker judges the certificates of `tests/forged`, keeps to its limits, and says what it does with exit codes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy-check")).args(arguments).output().expect("the command starts")
}

/// A folder that is gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("grundy-check-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_str().expect("the path is text").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // why: what is left of a folder for temporary files harms nobody
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A certificate with the last line that belongs to it.
fn framed(body: &str) -> String {
    let fnv = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let checksum = body.bytes().fold(0xcbf2_9ce4_8422_2325, fnv);
    format!("{body}end {} {checksum:016x}\n", body.lines().count())
}

#[test]
fn forged_certificates_are_refused_and_honest_ones_accepted() {
    let folder = Folder::new("forged");
    let forged = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/forged");
    let mut judged = 0;
    for entry in std::fs::read_dir(forged).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|ending| ending != "txt") {
            continue;
        }
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a certificate");
        let body: String = text.split_inclusive('\n').filter(|line| !line.starts_with('#')).collect();
        let output = run(&[&folder.file(&name, &framed(&body)), "--memory", "64"]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let code = output.status.code();
        if name.starts_with("true-") {
            assert_eq!(code, Some(0), "{name}: {told}");
        } else {
            assert!(matches!(code, Some(1..=3)) && !told.contains("panicked"), "{name}: {code:?} {told}");
        }
        judged += 1;
    }
    assert!(judged > 60, "{judged}");
}

#[test]
fn limits_and_mistakes_have_exit_codes() {
    let folder = Folder::new("limits");
    let kayles = framed("grundy certificate 3\nkind period\nrule octal(0.77)\npreperiod 71\nperiod 12\n");
    let kayles = folder.file("kayles.txt", &kayles);
    let code = |arguments: &[&str]| run(arguments).status.code();
    let proved = run(&[&kayles]);
    let told = String::from_utf8_lossy(&proved.stdout).into_owned();
    assert_eq!(
        told,
        "proved: the nimbers of octal(0.77) repeat with least period 12 from heap 71 on (2 claims checked)\n"
    );
    assert_eq!(code(&[&kayles, "--steps", "3"]), Some(3));
    assert_eq!(code(&[&kayles, "--time", "0"]), Some(3));
    assert_eq!(code(&[&kayles, "--memory", "0"]), Some(3));
    assert_eq!(code(&[]), Some(2));
    assert_eq!(code(&[&kayles, "--steps"]), Some(2));
    assert_eq!(code(&[&kayles, "--wisdom", "3"]), Some(2));
    assert_eq!(code(&["/nowhere/at/all"]), Some(2));
    assert_eq!(code(&["/dev/zero", "--memory", "16"]), Some(3));
    assert_eq!(code(&[&folder.file("poem.txt", "shall I compare thee")]), Some(2));
}

/// A certificate may name a pipe that nobody writes to; waiting for it ends with the time.
#[test]
#[cfg(unix)]
fn a_pipe_that_says_nothing_ends_with_the_time() {
    let folder = Folder::new("pipe");
    let pipe = folder.0.join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo starts");
    assert!(made.success());
    let body = format!("grundy certificate 3\nkind nimber\nposition chomp:@{}\nnimber 1\n", pipe.display());
    let output = run(&[&folder.file("proof.txt", &framed(&body)), "--time", "1"]);
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    let output = run(&[pipe.to_str().expect("the path is text"), "--time", "1"]);
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Built alone, the checker is without the solvers. Where the whole workspace is built at once, they are linked all the
/// same, so this looks at what the manifests ask for.
#[test]
fn the_solvers_are_not_asked_for() {
    let manifest = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).expect("the manifest");
    for room in ["grundy-games", "grundy-solve"] {
        let line = manifest.lines().find(|line| line.starts_with(room)).expect("the room is named");
        assert!(line.contains("default-features = false") && !line.contains("features = [\"search"), "{line}");
    }
}
