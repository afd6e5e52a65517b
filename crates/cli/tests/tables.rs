//! Whole tables by the command: several processes, killed processes, probes, other programs.

mod common;

use common::{grundy, json};
use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// All files below a folder with their contents.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.insert(path.strip_prefix(folder).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    files
}

fn filled(start: &str, folder: &Path, more: &[&str]) {
    let mut arguments = vec!["table", start, "--all", "--threads", "1", "--out", folder.to_str().unwrap()];
    arguments.extend(more);
    let run = grundy(&arguments);
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
fn the_number_of_processes_does_not_show() {
    let home = tempfile::tempdir().unwrap();
    for start in ["cram:3x5", "domineering:4x4", "chomp:complete(5)", "poset:subsets(4,3)", "nim:20,20,9"] {
        let name = start.replace([':', '(', ')', ','], "-");
        let first = home.path().join(format!("{name}.1"));
        filled(start, &first, &[]);
        for processes in ["2", "4"] {
            let other = home.path().join(format!("{name}.{processes}"));
            filled(start, &other, &["--processes", processes]);
            assert!(tree(&other) == tree(&first), "{start} with {processes} processes");
        }
        let check = grundy(&["table", "check", first.to_str().unwrap(), "--sample", "60"]);
        assert_eq!(check.code, 0, "{start}: {}", check.err);
    }
}

/// A process of two that fill the same table.
fn process(start: &str, folder: &Path, hosts: &str, number: usize) -> Child {
    Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["table", start, "--all", "--threads", "1", "--out", folder.to_str().unwrap()])
        .args(["--hosts", hosts, "--process", &number.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Two free ports of this machine.
fn hosts() -> String {
    let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    listeners.map(|listener| listener.local_addr().unwrap().to_string()).join(",")
}

#[test]
fn a_table_survives_kills_at_twenty_moments() {
    let home = tempfile::tempdir().unwrap();
    for start in ["cram:4x5", "chomp:complete(6)"] {
        let name = start.replace([':', '(', ')'], "-");
        let whole = home.path().join(format!("{name}.whole"));
        filled(start, &whole, &[]);
        let torn = home.path().join(format!("{name}.torn"));
        let mut state = 12345u64;
        for attempt in 0..20 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let hosts = hosts();
            let mut pair = [0, 1].map(|number| process(start, &torn, &hosts, number));
            std::thread::sleep(Duration::from_millis(state >> 57));
            // The other one notices by itself and ends too.
            pair[attempt % 2].kill().unwrap();
            for process in &mut pair {
                process.wait().unwrap();
            }
        }
        filled(start, &torn, &["--processes", "2"]);
        assert!(tree(&torn) == tree(&whole), "{start}");
    }
}

#[test]
fn probes_and_searches_use_tables() {
    let home = tempfile::tempdir().unwrap();
    let cram = home.path().join("cram.zarr");
    filled("cram:4x4", &cram, &[]);
    let cram = cram.to_str().unwrap();
    for (position, value) in [("cram:3x3", "0"), ("cram:4x3", "*"), ("cram:.", "0"), ("cram:.#..|....", "*")] {
        let searched = json(&grundy(&["solve", position, "--format", "json", "--method", "search"]).out);
        let probed = json(&grundy(&["probe", cram, position, "--format", "json"]).out);
        assert_eq!(probed["value"], searched["value"], "{position}");
        let by_table = json(&grundy(&["solve", position, "--table", cram, "--format", "json"]).out);
        assert_eq!(by_table["value"], searched["value"], "{position}");
        let moves = |answer: &serde_json::Value| answer["winning_moves"].as_array().unwrap().len();
        assert_eq!(moves(&by_table), moves(&searched), "{position}");
        let _ = value;
    }
    let missing = grundy(&["probe", cram, "cram:5x5"]);
    assert_eq!(missing.code, 2, "{}", missing.err);
    let info = json(&grundy(&["table", "info", cram, "--format", "json"]).out);
    assert_eq!(info["positions"], 65536);
    let export = grundy(&["table", "export", cram]);
    assert_eq!(export.out.lines().count(), 65537);
    assert!(grundy(&["table", "cram:6x6", "--all", "--out", "nowhere.zarr"]).err.contains("--yes"));
    assert_eq!(grundy(&["table", "toads:TT_FF", "--all", "--out", "nowhere.zarr"]).code, 2);
    assert_eq!(grundy(&["table", "cram:4x3", "--all", "--out", cram]).code, 2);
}

/// zarr-python reads the same values, where it is installed.
#[test]
fn zarr_for_python_reads_the_same() {
    let installed = Command::new("python3").args(["-c", "import zarr"]).stderr(Stdio::null()).status();
    if !installed.is_ok_and(|status| status.success()) {
        eprintln!("zarr for Python is not installed: nothing to compare");
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let (dense, keyed) = (home.path().join("cram.zarr"), home.path().join("chomp.zarr"));
    filled("cram:3x5", &dense, &[]);
    filled("chomp:complete(4)", &keyed, &[]);
    let script = "
import sys, zarr
a = zarr.open_array(sys.argv[1], mode='r')
cells = a[:]
print(a.attrs['grundy']['positions'], [int(((cells & 15) == v).sum() + ((cells >> 4) == v).sum()) for v in range(16)])
g = zarr.open_group(sys.argv[2], mode='r')
rows = 0
for t in range(len(g.attrs['grundy']['tiers'])):
    keys, values = g[f'tier.{t:04}/keys'][:], g[f'tier.{t:04}/values'][:]
    assert len(keys) == len(values) == g.attrs['grundy']['tiers'][t]
    rows += len(keys)
print(rows)
";
    let output = Command::new("python3").args(["-c", script]).args([&dense, &keyed]).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let census =
        json(&grundy(&["table", "info", dense.to_str().unwrap(), "--format", "json"]).out)["census"].to_string();
    let rows = json(&grundy(&["table", "info", keyed.to_str().unwrap(), "--format", "json"]).out)["positions"].clone();
    let expected = format!("32768 {}\n{rows}\n", census.replace(',', ", "));
    assert_eq!(printed, expected, "{}", String::from_utf8_lossy(&output.stderr));
}
