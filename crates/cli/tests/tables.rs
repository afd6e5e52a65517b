//! Whole tables by the command: several processes, killed processes, probes, other programs.

mod common;

use common::{grundy, json};
use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A folder for tables, in memory where there is one: every shard is synced, and a busy disk would be all that is waited for.
fn room() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

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
    let home = room();
    for start in ["cram:3x5", "domineering:4x4", "chomp:complete(5)", "poset:subsets(4,3)", "nim:20,20,9"] {
        let name = start.replace([':', '(', ')', ','], "-");
        let first = home.path().join(format!("{name}.1"));
        filled(start, &first, &[]);
        for processes in ["2", "4"] {
            let other = home.path().join(format!("{name}.{processes}"));
            filled(start, &other, &["--processes", processes]);
            assert!(tree(&other) == tree(&first), "{start} with {processes} processes");
        }
        let check = grundy(&["table", "check", first.to_str().unwrap(), "--sample", "600"]);
        assert_eq!(check.code, 0, "{start}: {}", check.err);
    }
}

/// A process of two that fill the same table.
fn process(start: &str, folder: &Path, hosts: &str, number: usize) -> Child {
    Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["table", start, "--all", "--threads", "1", "--out", folder.to_str().unwrap()])
        .args(["--hosts", hosts, "--process", &number.to_string(), "--patience", "2s"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Processes that Slurm starts find each other by the variables that it sets. Their ports are always the same, so each run of the tests
/// has addresses of its own, which every Linux machine has.
#[test]
#[cfg(target_os = "linux")]
fn slurm_tells_who_takes_part() {
    let home = room();
    let (alone, folder) = (home.path().join("alone"), home.path().join("slurm"));
    filled("cram:3x4", &alone, &[]);
    let number = std::process::id();
    let hosts = format!("127.{}.{}.[1-2]", 1 + number / 250 % 250, 1 + number % 250);
    let task = |number: usize| {
        Command::new(env!("CARGO_BIN_EXE_grundy"))
            .args(["table", "cram:3x4", "--all", "--threads", "1", "--hosts", "slurm"])
            .args(["--out", folder.to_str().unwrap()])
            .env("SLURM_JOB_NODELIST", &hosts)
            .env("SLURM_NTASKS", "3")
            .env("SLURM_PROCID", number.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    for run in [0, 1, 2].map(task).map(|task| task.wait_with_output().unwrap()) {
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    }
    assert!(tree(&folder) == tree(&alone));
}

/// Two free ports of this machine.
fn hosts() -> String {
    let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    listeners.map(|listener| listener.local_addr().unwrap().to_string()).join(",")
}

#[test]
fn a_table_survives_kills_at_twenty_moments() {
    let home = room();
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
    let home = room();
    let cram = home.path().join("cram.zarr");
    filled("cram:4x4", &cram, &[]);
    let cram = cram.to_str().unwrap();
    for (position, value) in [("cram:3x3", "0"), ("cram:4x3", "*"), ("cram:.", "0"), ("cram:.#..|....", "*")] {
        let searched = json(&grundy(&["solve", position, "--format", "json", "--method", "search"]).out);
        let probed = json(&grundy(&["probe", cram, position, "--format", "json"]).out);
        assert_eq!(probed["value"], searched["value"], "{position}");
        assert_eq!(probed["value"], value, "{position}");
        let by_table = json(&grundy(&["solve", position, "--table", cram, "--format", "json"]).out);
        assert_eq!(by_table["value"], searched["value"], "{position}");
        let moves = |answer: &serde_json::Value| answer["winning_moves"].as_array().unwrap().len();
        assert_eq!(moves(&by_table), moves(&searched), "{position}");
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
    for (more, word) in [(["--tier", "3"], "tiers"), (["--processes", "0"], "at least one process")] {
        let arguments = [&["table", "cram:3x3", "--all", "--out", "nowhere.zarr"][..], &more].concat();
        let run = grundy(&arguments);
        assert!(run.code == 2 && run.err.contains(word), "{more:?}: {}", run.err);
    }
}

#[test]
fn remoteness_is_kept_where_asked() {
    let home = room();
    for start in ["cram:3x4", "nim:5,4,3", "chomp:complete(5)"] {
        let folder = home.path().join(start.replace([':', '(', ')', ','], "-"));
        filled(start, &folder, &["--remoteness"]);
        let folder = folder.to_str().unwrap();
        // A sample is compared with retrograde analysis.
        let check = grundy(&["table", "check", folder, "--sample", "40"]);
        assert_eq!(check.code, 0, "{start}: {}", check.err);
        let probed = json(&grundy(&["probe", folder, start, "--format", "json"]).out);
        let states = json(&grundy(&["solve", start, "--format", "json"]).out);
        assert_eq!(probed["outcome"], states["outcome"], "{start}");
        assert_eq!(probed["remoteness"].as_u64().unwrap() % 2 == 1, states["outcome"] == "first", "{start}");
        assert!(grundy(&["probe", folder, start]).out.contains("moves left"));
        // It is another table than that of nimbers.
        let other = grundy(&["table", start, "--all", "--out", folder]);
        assert_eq!(other.code, 2, "{start}: {}", other.err);
    }
    let folder = home.path().join("bar");
    let run = grundy(&["table", "bar:3x3", "--all", "--remoteness", "--out", folder.to_str().unwrap()]);
    assert!(run.code == 2 && run.err.contains("remoteness"), "{}", run.err);
}

#[test]
fn tables_are_exported() {
    let home = room();
    let folder = home.path().join("bar.zarr");
    filled("bar:4x5", &folder, &[]);
    let folder = folder.to_str().unwrap();
    let csv = home.path().join("bar.csv");
    let run = grundy(&["table", "export", folder, "--to", csv.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{}", run.err);
    let text = fs::read_to_string(&csv).unwrap();
    assert_eq!(text, grundy(&["table", "export", folder]).out);
    assert!(text.contains("\"bar:3,2\",second\n"), "{text}");
    let parquet = home.path().join("bar.parquet");
    let to = ["table", "export", folder, "--format", "parquet", "--to", parquet.to_str().unwrap()];
    assert_eq!(grundy(&to).code, 0);
    let bytes = fs::read(&parquet).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    // Nothing is left beside what cannot be written.
    let before = tree(home.path()).into_keys().collect::<Vec<_>>();
    for nowhere in ["/proc/nowhere.csv", folder] {
        let run = grundy(&["table", "export", folder, "--to", nowhere]);
        assert!(run.code == 1 && run.err.contains("cannot write"), "{nowhere}: {}", run.err);
    }
    assert_eq!(tree(home.path()).into_keys().collect::<Vec<_>>(), before);
    // A device is written to, not replaced.
    assert_eq!(grundy(&["table", "export", folder, "--to", "/dev/null"]).code, 0);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn forecasts_are_told_before_a_long_table_is_begun() {
    for (start, word) in
        [("cram:6x6", "positions"), ("poset:subsets(7,7)", "490013147"), ("chomp:complete(11)", "positions")]
    {
        let run = grundy(&["table", start, "--all", "--out", "nowhere.zarr"]);
        assert!(run.code == 2 && run.err.contains("--yes") && run.err.contains("GB"), "{start}: {}", run.err);
        assert!(run.err.contains(word) || run.err.contains("4.9e8"), "{start}: {}", run.err);
    }
    assert!(!Path::new("nowhere.zarr").exists());
}

#[test]
fn folders_that_cannot_be_written_are_told() {
    for folder in ["/proc/nowhere.zarr", "/dev/null/table.zarr"] {
        let run = grundy(&["table", "cram:3x3", "--all", "--out", folder]);
        assert!(run.code == 1 && run.err.contains("cannot write"), "{folder}: {}", run.err);
    }
}

/// Runs a program of the system that may be missing or forbidden.
fn system(program: &str, arguments: &[&str]) -> bool {
    let run = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    run.is_ok_and(|status| status.success())
}

/// What is undone in the end, whatever happened.
struct Undo(&'static str, Vec<String>);

impl Drop for Undo {
    fn drop(&mut self) {
        let arguments: Vec<&str> = self.1.iter().map(String::as_str).collect();
        system(self.0, &arguments);
    }
}

/// A disk that fills: what is there stays, and with more room the table is finished. Needs the right to mount a small disk in memory.
#[test]
fn a_full_disk_loses_nothing() {
    let home = room();
    let disk = home.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let place = disk.to_str().unwrap();
    if !system("mount", &["-t", "tmpfs", "-o", "size=128k", "grundy-test", place]) {
        eprintln!("no right to mount a small disk: nothing is tried");
        return;
    }
    let _undo = Undo("umount", vec![place.to_owned()]);
    let folder = disk.join("cram.zarr");
    let arguments = ["table", "cram:4x5", "--all", "--threads", "1", "--out", folder.to_str().unwrap()];
    let full = grundy(&arguments);
    assert!(full.code == 1 && full.err.contains("cannot write"), "{} {}", full.code, full.err);
    let shards = tree(&folder.join("c"));
    assert!(!shards.is_empty());
    let probe = grundy(&["probe", folder.to_str().unwrap(), "cram:2x2"]);
    assert!(probe.code == 2 && probe.err.contains("not finished"), "{}", probe.err);
    assert!(system("mount", &["-o", "remount,size=16m", place]));
    let finished = grundy(&arguments);
    assert_eq!(finished.code, 0, "{}", finished.err);
    let now = tree(&folder.join("c"));
    assert!(shards.iter().all(|(name, bytes)| now.get(name) == Some(bytes)));
    let whole = home.path().join("whole.zarr");
    filled("cram:4x5", &whole, &[]);
    assert!(tree(&folder) == tree(&whole));
}

/// Two processes in two network namespaces whose link is cut: both end, and the table is finished by another number of them. Needs the
/// right to make namespaces.
#[test]
fn a_cut_link_ends_both_processes() {
    let number = std::process::id();
    let names = [format!("grundy-a{number}"), format!("grundy-b{number}")];
    let links = [format!("ga{number}"), format!("gb{number}")];
    let ip = |text: String| system("ip", &text.split(' ').collect::<Vec<_>>());
    let _undo = names.clone().map(|name| Undo("ip", vec!["netns".into(), "del".into(), name]));
    let made = names.iter().all(|name| ip(format!("netns add {name}")))
        && ip(format!("link add {} netns {} type veth peer name {} netns {}", links[0], names[0], links[1], names[1]))
        && (0..2).all(|at| {
            ip(format!("-n {} addr add 10.99.0.{}/24 dev {}", names[at], at + 1, links[at]))
                && ip(format!("-n {} link set {} up", names[at], links[at]))
                && ip(format!("-n {} link set lo up", names[at]))
        });
    if !made {
        eprintln!("no right to make network namespaces: nothing is tried");
        return;
    }
    let home = room();
    for start in ["cram:4x6", "chomp:complete(7)"] {
        let folder = home.path().join(start.replace([':', '(', ')'], "-"));
        let mut pair = [0, 1].map(|number| {
            Command::new("ip")
                .args(["netns", "exec", &names[number], env!("CARGO_BIN_EXE_grundy")])
                .args(["table", start, "--all", "--threads", "1", "--out", folder.to_str().unwrap()])
                .args(["--hosts", "10.99.0.1:2101,10.99.0.2:2101", "--process", &number.to_string()])
                .args(["--patience", "2s"])
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        });
        // Cut as soon as something is written.
        let entries = |folder: &Path| fs::read_dir(folder).map_or(0, Iterator::count);
        while entries(&folder).max(entries(&folder.join("c"))) < 5 && pair[0].try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
        assert!(ip(format!("-n {} link set {} down", names[0], links[0])));
        for process in &mut pair {
            assert!(!process.wait().unwrap().success(), "{start}");
        }
        assert!(ip(format!("-n {} link set {} up", names[0], links[0])));
        let check = grundy(&["table", "check", folder.to_str().unwrap()]);
        assert!(check.code == 2 && check.err.contains("not finished"), "{}", check.err);
        filled(start, &folder, &["--processes", "3"]);
        let whole = home.path().join("whole");
        filled(start, &whole, &[]);
        assert!(tree(&folder) == tree(&whole), "{start}");
        fs::remove_dir_all(&whole).unwrap();
    }
}

/// zarr-python reads the same values, where it is installed.
#[test]
fn zarr_for_python_reads_the_same() {
    let installed = Command::new("python3").args(["-c", "import zarr"]).stderr(Stdio::null()).status();
    if !installed.is_ok_and(|status| status.success()) {
        eprintln!("zarr for Python is not installed: nothing to compare");
        return;
    }
    let home = room();
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
