//! Tables filled, stopped, resumed, damaged, probed.

use grundy_budget::{Budget, Limits};
use grundy_game::Refusal;
use grundy_game::tabled::{Blocks, Cell, Keyed, NimberLanes, OutcomeLanes, PairBlocks, Place, Unfilled};
use grundy_tables::{About, Cluster, Progress, Table, TableError, fill_dense, fill_keyed};
use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn grid(rows: u32, columns: u32) -> Vec<(u32, u32, u8)> {
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let joins = |(row, column): (u32, u32)| {
        let cell = row * columns + column;
        let right = (column + 1 < columns).then_some((cell, cell + 1, 1));
        right.into_iter().chain((row + 1 < rows).then_some((cell, cell + columns, 0)))
    };
    cells.flat_map(joins).collect()
}

fn cram(rows: u32, columns: u32, low: u32) -> (About, Arc<dyn Blocks>) {
    let blocks =
        PairBlocks::<NimberLanes>::new(rows * columns, &grid(rows, columns), low, "row by row".into()).unwrap();
    (About::dense("cram", &format!("cram:{rows}x{columns}"), &blocks), Arc::new(blocks))
}

fn brute(rows: u32, columns: u32) -> Vec<u8> {
    let pairs = grid(rows, columns);
    let mut nimbers = vec![0u8; 1 << (rows * columns)];
    for position in 0..nimbers.len() {
        let taken = pairs.iter().map(|(a, b, _)| 1 << a | 1 << b).filter(|taken| position & taken == *taken);
        let options = taken.fold(0u32, |set, taken| set | 1 << nimbers[position ^ taken]);
        nimbers[position] = options.trailing_ones() as u8;
    }
    nimbers
}

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

fn fill(
    folder: &Path,
    table: &(About, Arc<dyn Blocks>),
    cluster: &Cluster,
    budget: &Budget,
) -> Result<About, TableError> {
    fill_dense(folder, &table.0, Arc::clone(&table.1), cluster, &Arc::new(Progress::default()), budget)
}

fn alone(folder: &Path, table: &(About, Arc<dyn Blocks>), threads: usize) -> About {
    fill(folder, table, &Cluster::alone(threads), &Budget::unlimited()).unwrap()
}

/// As many processes as there are folders, all within this one.
fn together<T: Send + 'static>(
    folders: &[PathBuf],
    work: impl Fn(&Path, &Cluster) -> T + Send + Sync + Clone + 'static,
) -> Vec<T> {
    let listeners: Vec<TcpListener> = folders.iter().map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let addresses: Vec<String> = listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect();
    drop(listeners);
    let start = |(process, folder): (usize, &PathBuf)| {
        let cluster = Cluster { threads: 1, process, addresses: addresses.clone(), patience: Duration::from_mins(1) };
        let (folder, work) = (folder.clone(), work.clone());
        std::thread::spawn(move || work(&folder, &cluster))
    };
    let threads: Vec<_> = folders.iter().enumerate().map(start).collect();
    threads.into_iter().map(|thread| thread.join().unwrap()).collect()
}

#[test]
fn dense_tables_are_right_and_do_not_depend_on_who_fills_them() {
    let table = cram(4, 4, 11);
    let expected = brute(4, 4);
    let home = room();
    let first = home.path().join("1.zarr");
    let about = alone(&first, &table, 1);
    let census = about.census.clone().unwrap();
    for (value, count) in census.iter().enumerate() {
        assert_eq!(*count, expected.iter().filter(|nimber| usize::from(**nimber) == value).count() as u64);
    }
    let open = Table::open(&first).unwrap();
    for (number, &nimber) in expected.iter().enumerate() {
        assert_eq!(open.probe(Place::Number(number as u64)).unwrap(), Some(nimber), "{number}");
    }
    assert_eq!(open.probe(Place::Number(1 << 16)).unwrap(), None);
    assert_eq!(
        open.verify(&Budget::unlimited()).unwrap(),
        tree(&first.join("c")).values().map(|file| file.len() as u64).sum::<u64>()
    );
    let mut exported = Vec::new();
    open.each(&Budget::unlimited(), |_, value| {
        exported.push(value);
        Ok(())
    })
    .unwrap();
    assert_eq!(exported, expected);
    for threads in [2, 3] {
        let other = home.path().join(format!("{threads}.zarr"));
        alone(&other, &table, threads);
        assert!(tree(&other) == tree(&first), "{threads} threads");
    }
}

#[test]
fn processes_with_one_folder_or_one_each_fill_the_same_table() {
    let home = room();
    let first = home.path().join("alone.zarr");
    alone(&first, &cram(4, 4, 10), 1);
    let whole = tree(&first);
    for processes in [2, 3] {
        let common = vec![home.path().join(format!("common{processes}.zarr")); processes];
        let work =
            |folder: &Path, cluster: &Cluster| fill(folder, &cram(4, 4, 10), cluster, &Budget::unlimited()).unwrap();
        together(&common, work);
        assert!(tree(&common[0]) == whole, "{processes} processes, one folder");
        let own: Vec<PathBuf> =
            (0..processes).map(|at| home.path().join(format!("own{processes}.{at}.zarr"))).collect();
        together(&own, work);
        let mut joined = BTreeMap::new();
        let mut files = 0;
        for folder in &own {
            let tree = tree(folder);
            files += tree.len();
            joined.extend(tree);
        }
        assert!(joined == whole, "{processes} processes, a folder each");
        // Every shard is in one folder, the description in each.
        assert_eq!(files, whole.len() + processes - 1);
    }
}

#[test]
fn a_table_is_taken_up_wherever_it_was_left_and_by_whomever() {
    let table = cram(4, 4, 9);
    let home = room();
    let whole = home.path().join("whole.zarr");
    alone(&whole, &table, 1);
    let torn = home.path().join("torn.zarr");
    for (attempt, positions) in [700, 5000, 9000, 15_000, 30_000].into_iter().enumerate() {
        let budget = Budget::new(Limits { positions: Some(positions), ..Limits::default() });
        let stopped = fill(&torn, &table, &Cluster::alone(1 + attempt % 3), &budget).unwrap_err();
        assert!(stopped.exhausted().is_some(), "{stopped}");
        assert!(matches!(Table::open(&torn), Err(TableError::Unfinished(_))));
        fs::write(torn.join("c/3.99.part"), b"half a shard").unwrap();
    }
    alone(&torn, &table, 2);
    assert!(tree(&torn) == tree(&whole));
    alone(&torn, &table, 1);
    assert!(tree(&torn) == tree(&whole));
}

#[test]
fn no_flipped_bit_is_missed() {
    let table = cram(3, 4, 9);
    let home = room();
    let folder = home.path().join("table.zarr");
    alone(&folder, &table, 1);
    let verify = || Table::open(&folder).and_then(|table| table.verify(&Budget::unlimited()));
    verify().unwrap();
    for (name, sound) in tree(&folder) {
        let path = folder.join(name);
        for bit in 0..8 * sound.len() {
            let mut damaged = sound.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, &damaged).unwrap();
            assert!(verify().is_err(), "{} bit {bit}", path.display());
        }
        fs::write(&path, &sound).unwrap();
    }
    verify().unwrap();
}

#[test]
fn another_table_another_format_and_another_program_are_told_apart() {
    let home = room();
    let folder = home.path().join("table.zarr");
    alone(&folder, &cram(3, 3, 8), 1);
    let other = fill(&folder, &cram(3, 4, 8), &Cluster::alone(1), &Budget::unlimited()).unwrap_err();
    assert!(matches!(other, TableError::Foreign { .. }), "{other}");
    assert!(matches!(Table::open(home.path()), Err(TableError::Unread { .. })));
    fs::write(home.path().join("zarr.json"), "{\"zarr_format\": 3}").unwrap();
    assert!(matches!(Table::open(home.path()), Err(TableError::Foreign { .. })));
    let blocked = home.path().join("file");
    fs::write(&blocked, b"").unwrap();
    let error = fill(&blocked, &cram(3, 3, 8), &Cluster::alone(1), &Budget::unlimited()).unwrap_err();
    assert!(matches!(error, TableError::Unwritten { .. }), "{error}");
    let busy = home.path().join("busy.zarr");
    fs::create_dir(&busy).unwrap();
    let lock = fs::File::create(busy.join(".lock")).unwrap();
    lock.lock().unwrap();
    let error = fill(&busy, &cram(3, 3, 8), &Cluster::alone(1), &Budget::unlimited()).unwrap_err();
    assert!(matches!(error, TableError::Busy(_)), "{error}");
}

/// Nothing is written into a folder that holds other things, and nothing there is taken for what a crash left behind.
#[test]
fn other_folders_are_left_alone() {
    let home = room();
    let folder = home.path().join("downloads");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("film.part"), b"half a film").unwrap();
    let before = tree(home.path());
    let error = fill(&folder, &cram(3, 3, 8), &Cluster::alone(1), &Budget::unlimited()).unwrap_err();
    assert!(matches!(error, TableError::Foreign { .. }), "{error}");
    let error = heaps(&folder, &Cluster::alone(1), &Budget::unlimited()).unwrap_err();
    assert!(matches!(error, TableError::Foreign { .. }), "{error}");
    assert!(tree(home.path()) == before);
}

/// A process that waits for another in vain says so.
#[test]
fn who_does_not_come_is_told() {
    let home = room();
    let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    let addresses = listeners.map(|listener| listener.local_addr().unwrap().to_string()).to_vec();
    let cluster = Cluster { threads: 1, process: 0, addresses, patience: Duration::from_millis(100) };
    let error = fill(home.path(), &cram(3, 3, 8), &cluster, &Budget::unlimited()).unwrap_err();
    assert!(matches!(error, TableError::Cluster(_)) && error.to_string().contains("has not come"), "{error}");
}

/// A description with another number of the format and a checksum that fits is told as such.
#[test]
fn another_version_is_told() {
    let home = room();
    let folder = home.path().join("table.zarr");
    alone(&folder, &cram(3, 3, 8), 1);
    let path = folder.join("zarr.json");
    let mut node: serde_json::Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let ours = node["attributes"]["grundy"].as_object_mut().unwrap();
    ours.shift_remove("check");
    ours.insert("format".into(), 99.into());
    let check = format!("{:08x}", crc32c::crc32c(node.to_string().as_bytes()));
    node["attributes"]["grundy"]["check"] = check.into();
    fs::write(&path, format!("{node:#}\n")).unwrap();
    let error = Table::open(&folder).err().unwrap();
    assert!(matches!(&error, TableError::Foreign { .. }) && error.to_string().contains("format 99"), "{error}");
    let error = fill(&folder, &cram(3, 3, 8), &Cluster::alone(1), &Budget::unlimited()).unwrap_err();
    assert!(error.to_string().contains("format 99"), "{error}");
}

/// A shard that cannot be written stops everything, and nothing that was there is lost.
#[test]
fn a_shard_that_cannot_be_written_stops_all_workers() {
    let table = cram(4, 4, 9);
    let home = room();
    let folder = home.path().join("table.zarr");
    let last = table.1.blocks() - 1;
    let budget = Budget::new(Limits { positions: Some(1), ..Limits::default() });
    fill(&folder, &table, &Cluster::alone(1), &budget).unwrap_err();
    // Where the last shard belongs there is a folder with something in it.
    fs::create_dir_all(folder.join(format!("c/{last}/something"))).unwrap();
    let error = fill(&folder, &table, &Cluster::alone(3), &Budget::unlimited()).unwrap_err();
    assert!(matches!(error, TableError::Unwritten { .. }), "{error}");
    fs::remove_dir_all(folder.join(format!("c/{last}"))).unwrap();
    alone(&folder, &table, 2);
    let whole = home.path().join("whole.zarr");
    alone(&whole, &table, 1);
    assert!(tree(&folder) == tree(&whole));
}

/// Blocks that are found on the way, each cell the number of its block.
#[derive(Default)]
struct Running {
    /// The block that should come next, and how often another was asked for.
    state: Mutex<(u64, u64)>,
}

impl Blocks for Running {
    fn cell(&self) -> Cell {
        Cell::Nimber
    }
    fn count(&self) -> u64 {
        40 * 128
    }
    fn block_cells(&self) -> u64 {
        128
    }
    fn needs(&self, _: u64) -> Vec<u64> {
        Vec::new()
    }
    fn in_order(&self) -> bool {
        true
    }
    fn fill(&self, block: u64, _: &[&[u64]], words: &mut [u64], budget: &Budget) -> Result<(), Unfilled> {
        budget.spend(128)?;
        let mut state = self.state.lock().unwrap();
        state.1 += u64::from(block != state.0);
        state.0 = block + 1;
        words.fill(block * 0x0101_0101_0101_0101);
        Ok(())
    }
    fn numbering(&self) -> String {
        "one after the other".into()
    }
}

#[test]
fn blocks_that_are_found_on_the_way_are_asked_for_in_order() {
    let home = room();
    let whole = home.path().join("whole.zarr");
    for threads in [1, 3] {
        let running = Arc::new(Running::default());
        let about = About::dense("running", "running:40", &*running);
        let table: (About, Arc<dyn Blocks>) = (about, running.clone());
        let folder = if threads == 1 { whole.clone() } else { home.path().join("torn.zarr") };
        if threads > 1 {
            let budget = Budget::new(Limits { positions: Some(13 * 128), ..Limits::default() });
            let stopped = fill(&folder, &table, &Cluster::alone(1), &budget).unwrap_err();
            assert!(stopped.exhausted().is_some(), "{stopped}");
            // Whoever carries on begins with the first block that is missing.
            running.state.lock().unwrap().0 = tree(&folder.join("c")).len() as u64;
        }
        alone(&folder, &table, threads);
        assert_eq!(*running.state.lock().unwrap(), (40, 0), "{threads} threads");
        assert!(tree(&folder) == tree(&whole));
    }
}

#[test]
fn outcomes_take_two_bits() {
    let blocks = PairBlocks::<OutcomeLanes>::new(9, &grid(3, 3), 8, String::new()).unwrap();
    let table: (About, Arc<dyn Blocks>) = (About::dense("domineering", "domineering:3x3", &blocks), Arc::new(blocks));
    let home = room();
    let about = alone(home.path(), &table, 1);
    assert_eq!(about.census.unwrap().iter().sum::<u64>(), 512);
    // Whoever starts wins the whole board (3×3 is a first-player win).
    assert_eq!(Table::open(home.path()).unwrap().probe(Place::Number(511)).unwrap(), Some(3));
}

/// Two heaps of Nim, the larger first.
struct TwoHeaps(u128, u128);

impl Keyed for TwoHeaps {
    fn key_bytes(&self) -> usize {
        2
    }
    fn starts(&self) -> Vec<u128> {
        vec![self.0 << 8 | self.1]
    }
    fn tier(&self, key: u128) -> u32 {
        ((key >> 8) + (key & 255)) as u32
    }
    fn options(&self, key: u128, options: &mut Vec<u128>) -> Result<(), Refusal> {
        let (a, b) = (key >> 8, key & 255);
        let sorted = |a: u128, b: u128| a.max(b) << 8 | a.min(b);
        options.extend((0..a).map(|a| sorted(a, b)).chain((0..b).map(|b| sorted(a, b))));
        Ok(())
    }
    fn numbering(&self) -> String {
        "larger heap, smaller heap".into()
    }
}

fn heaps(folder: &Path, cluster: &Cluster, budget: &Budget) -> Result<About, TableError> {
    let game = TwoHeaps(24, 13);
    let about = About::keyed("nim", "nim:24,13", &game, None);
    fill_keyed(folder, &about, Arc::new(game), cluster, &Arc::new(Progress::default()), budget).map(|(about, _)| about)
}

#[test]
fn keyed_tables_are_right_for_any_number_of_processes_and_after_a_stop() {
    let home = room();
    let whole = home.path().join("whole.zarr");
    let about = heaps(&whole, &Cluster::alone(1), &Budget::unlimited()).unwrap();
    let table = Table::open(&whole).unwrap();
    let mut count = 0;
    for a in 0..=24u64 {
        for b in 0..=a.min(13) {
            let place = Place::Key((a + b) as u32, u128::from(a << 8 | b));
            assert_eq!(table.probe(place).unwrap(), Some((a ^ b) as u8), "{a},{b}");
            count += 1;
        }
    }
    assert_eq!((about.positions, table.verify(&Budget::unlimited()).is_ok()), (count, true));
    assert_eq!(table.probe(Place::Key(25, 25 << 8)).unwrap(), None);
    assert_eq!(table.probe(Place::Key(999, 1)).unwrap(), None);
    assert_eq!(table.nth(count).unwrap(), None);
    assert!(table.nth(count - 1).unwrap().is_some());
    for threads in [2, 3] {
        let other = home.path().join(format!("{threads}.zarr"));
        heaps(&other, &Cluster::alone(threads), &Budget::unlimited()).unwrap();
        assert!(tree(&other) == tree(&whole), "{threads} threads");
    }
    let common = vec![home.path().join("processes.zarr"); 2];
    together(&common, |folder, cluster| heaps(folder, cluster, &Budget::unlimited()).unwrap());
    assert!(tree(&common[0]) == tree(&whole));
    let torn = home.path().join("torn.zarr");
    for (attempt, positions) in [50, 90, 60].into_iter().enumerate() {
        let budget = Budget::new(Limits { positions: Some(positions), ..Limits::default() });
        let stopped = heaps(&torn, &Cluster::alone(1 + attempt), &budget).unwrap_err();
        assert!(stopped.exhausted().is_some(), "{stopped}");
    }
    heaps(&torn, &Cluster::alone(2), &Budget::unlimited()).unwrap();
    assert!(tree(&torn) == tree(&whole));
    for (name, sound) in tree(&whole) {
        let path = whole.join(&name);
        for bit in [0, 8 * sound.len() / 2 + 3, 8 * sound.len() - 1] {
            let mut damaged = sound.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, &damaged).unwrap();
            let verified = Table::open(&whole).and_then(|table| table.verify(&Budget::unlimited()));
            assert!(verified.is_err(), "{} bit {bit}", name.display());
        }
        fs::write(&path, &sound).unwrap();
    }
}
