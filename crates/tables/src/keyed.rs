//! Filling a table by keys: tier by tier, each position kept by the worker that its key says.
//!
//! Where positions can be grown from the tier below, tiers are filled upwards at once. Otherwise all positions are first found
//! downwards from the starts. The nimbers of options that other workers keep are asked for in batches: everybody asks, everybody
//! answers, everybody counts. Then the tier is gathered, sorted and written, and only then the next one begins: a crash loses one
//! tier. All processes use one folder.

use crate::TableError;
use crate::book::{About, Way, tier_arrays};
use crate::cluster::{Cluster, run};
use crate::dense::Progress;
use crate::files::{Lock, sweep};
use crate::mail::{Letter, Mail};
use crate::read::TierFolder;
use crate::shard;
use crate::zarr::{group, write_node};
use grundy_budget::Budget;
use grundy_game::tabled::{Cell, Keyed, Unfilled};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// Keys of positions that were found.
const FOUND: u8 = 1;
/// Keys whose values are asked for.
const QUESTION: u8 = 2;
/// Values, in the order of the keys asked for.
const ANSWER: u8 = 3;
/// Keys with values: to be kept, when a table is taken up again.
const KEEP: u8 = 4;
/// Keys with values: to be written.
const ROWS: u8 = 5;

/// Keys of one letter.
const BATCH: usize = 1 << 12;
/// Positions between two barriers, so that letters do not pile up: timely knows no back-pressure.
const ROUND: usize = 1 << 13;

/// What was found out while filling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyedSummary {
    /// Moves looked at.
    pub arcs: u64,
}

/// Fills a table, or carries on filling it, and returns what it then says of itself and what it took. All processes call this
/// with the same game and the same folder.
pub fn fill_keyed(
    folder: &Path,
    about: &About,
    keyed: Arc<dyn Keyed>,
    cluster: &Cluster,
    progress: &Arc<Progress>,
    budget: &Budget,
) -> Result<(About, KeyedSummary), TableError> {
    let Way::Keyed { key_bytes, until, .. } = about.way else { return Err(Unfilled::Mismatch.into()) };
    let (lock, there) = about.begin(folder, cluster.process)?;
    if there.census.is_some() {
        lock.map_or(Ok(()), Lock::release)?;
        return Ok((there, KeyedSummary::default()));
    }
    let (folder_of, shown, purse, cell) = (folder.to_owned(), Arc::clone(progress), budget.clone(), about.cell);
    let work = move |mail: &mut Mail<'_>| {
        let mut worker = Worker {
            keyed: &*keyed,
            folder: &folder_of,
            key_bytes,
            cell,
            until,
            progress: &shown,
            budget: &purse,
            keys: BTreeMap::new(),
            found: BTreeMap::new(),
            values: FxHashMap::default(),
            answers: Vec::new(),
            rows: Vec::new(),
            arcs: 0,
        };
        worker.work(mail)
    };
    let found = run(cluster, about.fingerprint(), budget, work)?;
    let (census, tiers, arcs) = found.into_iter().next().ok_or(Unfilled::Mismatch)?;
    let finished = About {
        positions: tiers.iter().sum(),
        census: Some(census),
        way: Way::Keyed { key_bytes, until, tiers },
        ..about.clone()
    };
    finished.write(folder)?;
    lock.map_or(Ok(()), Lock::release)?;
    Ok((finished, KeyedSummary { arcs }))
}

/// One worker.
struct Worker<'a> {
    keyed: &'a dyn Keyed,
    folder: &'a PathBuf,
    key_bytes: usize,
    cell: Cell,
    until: Option<u32>,
    progress: &'a Progress,
    budget: &'a Budget,
    /// The own keys of each tier that is not filled yet, in ascending order.
    keys: BTreeMap<u32, Vec<u128>>,
    /// Keys found for each tier that is not begun yet.
    found: BTreeMap<u32, FxHashSet<u128>>,
    /// The own values.
    values: FxHashMap<u128, u8>,
    /// From whom, the place of the first question, and the values.
    answers: Vec<(usize, usize, Vec<u64>)>,
    /// Rows of the tier that this worker writes.
    rows: Vec<(u128, u8)>,
    arcs: u64,
}

/// Which worker keeps a key: a multiplicative hash (Knuth, The Art of Computer Programming 3, 6.4).
fn keeper(key: u128, workers: usize) -> usize {
    let folded = (key as u64) ^ ((key >> 64) as u64).rotate_left(32);
    let mixed = (folded ^ folded >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((u128::from(mixed) * workers as u128) >> 64) as usize
}

fn words_of(keys: &[u128]) -> Vec<u64> {
    keys.iter().flat_map(|&key| [(key >> 64) as u64, key as u64]).collect()
}

fn keys_of(words: &[u64]) -> impl Iterator<Item = u128> {
    words.as_chunks::<2>().0.iter().map(|&[high, low]| u128::from(high) << 64 | u128::from(low))
}

fn rows_to_words(rows: &[(u128, u8)]) -> Vec<u64> {
    rows.iter().flat_map(|&(key, value)| [(key >> 64) as u64, key as u64, u64::from(value)]).collect()
}

fn words_to_rows(words: &[u64]) -> impl Iterator<Item = (u128, u8)> {
    words.as_chunks::<3>().0.iter().map(|&[high, low, value]| (u128::from(high) << 64 | u128::from(low), value as u8))
}

impl Worker<'_> {
    fn work(&mut self, mail: &mut Mail<'_>) -> Result<(Vec<u64>, Vec<u64>, u64), TableError> {
        let starts = self.keyed.starts();
        // why: without a start there is nothing to fill.
        let top = starts.iter().map(|&key| self.keyed.tier(key)).max().unwrap_or(0);
        let last = self.until.unwrap_or(top).min(top);
        let (stored, mut tiers) = self.take_up(last, mail)?;
        if let Some(seeds) = self.keyed.seeds() {
            if stored == 0 {
                self.note(seeds, mail);
                self.settle(mail)?;
            } else {
                // why: as below.
                let below: Vec<u128> = self.keys.remove(&(stored - 1)).unwrap_or_default();
                self.spread(&below, mail, |keyed, key, grown| {
                    keyed.grow(key, grown);
                    Ok(())
                })?;
            }
        } else {
            self.note(starts, mail);
            self.settle(mail)?;
            for tier in (stored..=top).rev() {
                let keys = self.sorted(tier);
                self.spread(&keys, mail, |keyed, key, options| keyed.options(key, options))?;
                self.keys.insert(tier, keys);
            }
            self.found.clear();
        }
        self.progress.all.store(u64::from(last) + 1, Relaxed);
        for tier in stored..=last {
            let keys = self.keys.remove(&tier).unwrap_or_else(|| self.sorted(tier));
            self.fill(&keys, mail)?;
            if self.keyed.seeds().is_some() && tier < last {
                self.spread(&keys, mail, |keyed, key, grown| {
                    keyed.grow(key, grown);
                    Ok(())
                })?;
            }
            tiers.push(self.store(tier, &keys, mail)?);
        }
        let mut census = vec![0; self.cell.values()];
        self.values.values().for_each(|&value| census[usize::from(value)] += 1);
        census.push(self.arcs);
        let mut census = mail.sum(&census, |_, _| Ok(()))?;
        // why: what was pushed above is there.
        let arcs = census.pop().unwrap_or_default();
        Ok((census, tiers, arcs))
    }

    /// Takes over the tiers that are on disk: how many, and their sizes. The keys of the last of them are kept, to grow from.
    fn take_up(&mut self, last: u32, mail: &mut Mail<'_>) -> Result<(u32, Vec<u64>), TableError> {
        let mut sizes = Vec::new();
        if mail.index() == 0 {
            // All processes are connected, and none writes before all have passed the sum below.
            sweep(self.folder)?;
            while sizes.len() <= last as usize
                && let Some(tier) = TierFolder::open(self.folder, sizes.len() as u32, self.key_bytes)?
            {
                sizes.push(tier.count);
            }
        }
        let stored = mail.sum(&[sizes.len() as u64], |_, _| Ok(()))?[0] as u32;
        sizes.resize(stored as usize, 0);
        let sizes = mail.sum(&sizes, |_, _| Ok(()))?;
        for tier in 0..stored {
            if tier as usize % mail.peers() == mail.index() {
                let missing = || TableError::Unfinished(self.folder.clone());
                let rows = TierFolder::open(self.folder, tier, self.key_bytes)?.ok_or_else(missing)?.rows()?;
                let mut parts: Vec<Vec<(u128, u8)>> = vec![Vec::new(); mail.peers()];
                rows.into_iter().for_each(|row| parts[keeper(row.0, mail.peers())].push(row));
                for (worker, rows) in parts.iter().enumerate() {
                    rows.chunks(BATCH).for_each(|rows| mail.send(worker, KEEP, tier.into(), rows_to_words(rows)));
                }
            }
            self.settle(mail)?;
            self.keys.retain(|&kept, _| kept == tier);
            if mail.index().is_multiple_of(mail.threads()) {
                self.progress.done.fetch_add(1, Relaxed);
            }
        }
        Ok((stored, sizes))
    }

    fn settle(&mut self, mail: &mut Mail<'_>) -> Result<(), TableError> {
        mail.barrier(|mail, letter| self.handle(mail, letter))
    }

    /// Sends keys to their keepers.
    fn note(&mut self, keys: Vec<u128>, mail: &mut Mail<'_>) {
        let mut parts: Vec<Vec<u128>> = vec![Vec::new(); mail.peers()];
        for key in keys {
            let keeper = keeper(key, mail.peers());
            if keeper == mail.index() {
                self.found.entry(self.keyed.tier(key)).or_default().insert(key);
            } else {
                parts[keeper].push(key);
            }
        }
        for (worker, keys) in parts.iter_mut().enumerate() {
            keys.sort_unstable();
            keys.dedup();
            keys.chunks(BATCH).for_each(|keys| mail.send(worker, FOUND, 0, words_of(keys)));
        }
    }

    /// The keys found for a tier, in ascending order.
    fn sorted(&mut self, tier: u32) -> Vec<u128> {
        // why: a tier without keys has none.
        let mut keys: Vec<u128> = self.found.remove(&tier).unwrap_or_default().into_iter().collect();
        keys.sort_unstable();
        keys
    }

    /// Goes through own keys in rounds; all workers make the same number of rounds.
    fn in_rounds(
        &mut self,
        keys: &[u128],
        mail: &mut Mail<'_>,
        mut round: impl FnMut(&mut Self, &[u128], &mut Mail<'_>) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        let rounds = keys.len().div_ceil(ROUND) as u64;
        // Each worker sets a bit for the length it has: the highest of all is enough for everybody.
        let mut figures = vec![0; mail.peers()];
        figures[mail.index()] = rounds;
        let all = mail.sum(&figures, |mail, letter| self.handle(mail, letter))?;
        // why: there is at least one worker.
        let most = all.into_iter().max().unwrap_or(0) as usize;
        for number in 0..most {
            let from = keys.len().min(number * ROUND);
            let to = keys.len().min(from + ROUND);
            round(self, &keys[from..to], mail)?;
        }
        Ok(())
    }

    /// Finds what follows or grows from own keys.
    fn spread(
        &mut self,
        keys: &[u128],
        mail: &mut Mail<'_>,
        list: impl Fn(&dyn Keyed, u128, &mut Vec<u128>) -> Result<(), grundy_game::Refusal>,
    ) -> Result<(), TableError> {
        self.in_rounds(keys, mail, |worker, keys, mail| {
            let mut listed = Vec::new();
            for &key in keys {
                worker.budget.check()?;
                list(worker.keyed, key, &mut listed).map_err(Unfilled::from)?;
            }
            worker.note(listed, mail);
            worker.settle(mail)
        })
    }

    /// Finds the nimbers of the own keys of a tier.
    fn fill(&mut self, keys: &[u128], mail: &mut Mail<'_>) -> Result<(), TableError> {
        self.in_rounds(keys, mail, Self::fill_round)
    }

    fn fill_round(&mut self, keys: &[u128], mail: &mut Mail<'_>) -> Result<(), TableError> {
        let mut sets = vec![[0u64; 4]; keys.len()];
        let mut questions: Vec<(Vec<u128>, Vec<u32>)> = vec![(Vec::new(), Vec::new()); mail.peers()];
        let mut options = Vec::new();
        for (place, &key) in keys.iter().enumerate() {
            self.budget.spend(1)?;
            options.clear();
            self.keyed.options(key, &mut options).map_err(Unfilled::from)?;
            self.arcs += options.len() as u64;
            options.sort_unstable();
            options.dedup();
            for &option in &options {
                let keeper = keeper(option, mail.peers());
                if keeper == mail.index() {
                    insert(&mut sets[place], *self.values.get(&option).ok_or(Unfilled::Mismatch)?);
                } else {
                    questions[keeper].0.push(option);
                    questions[keeper].1.push(place as u32);
                }
            }
        }
        if mail.peers() > 1 {
            for (worker, (keys, _)) in questions.iter().enumerate() {
                for (number, keys) in keys.chunks(BATCH).enumerate() {
                    mail.send(worker, QUESTION, (number * BATCH) as u64, words_of(keys));
                }
            }
            self.settle(mail)?;
            self.settle(mail)?;
            for (from, first, values) in std::mem::take(&mut self.answers) {
                let places = questions[from].1.get(first..).ok_or(Unfilled::Mismatch)?;
                places.iter().zip(values).for_each(|(&place, value)| insert(&mut sets[place as usize], value as u8));
            }
        }
        for (&key, set) in keys.iter().zip(&sets) {
            self.values.insert(key, self.cell.settle(set).ok_or(Unfilled::TooLarge(self.cell))?);
        }
        self.progress.positions.fetch_add(keys.len() as u64, Relaxed);
        Ok(())
    }

    /// Gathers a tier at the worker that writes it, and writes it. Returns how many positions it has.
    fn store(&mut self, tier: u32, keys: &[u128], mail: &mut Mail<'_>) -> Result<u64, TableError> {
        let writer = tier as usize % mail.peers();
        for keys in keys.chunks(BATCH) {
            let row = |&key: &u128| self.values.get(&key).map(|&value| (key, value)).ok_or(Unfilled::Mismatch);
            let rows: Vec<(u128, u8)> = keys.iter().map(row).collect::<Result<_, _>>()?;
            mail.send(writer, ROWS, tier.into(), rows_to_words(&rows));
        }
        self.settle(mail)?;
        let mut rows = std::mem::take(&mut self.rows);
        let mut count = 0;
        if writer == mail.index() {
            rows.sort_unstable();
            count = rows.len() as u64;
            let bytes = write_tier(self.folder, tier, self.key_bytes, &rows)?;
            self.progress.bytes.fetch_add(bytes, Relaxed);
        }
        let count = mail.sum(&[count], |mail, letter| self.handle(mail, letter))?[0];
        if mail.index().is_multiple_of(mail.threads()) {
            self.progress.done.fetch_add(1, Relaxed);
        }
        self.progress.waited.fetch_add(mail.take_waited(), Relaxed);
        Ok(count)
    }

    fn handle(&mut self, mail: &mut Mail<'_>, (_, from, kind, number, words): Letter) -> Result<(), TableError> {
        match kind {
            FOUND => {
                for key in keys_of(&words) {
                    self.found.entry(self.keyed.tier(key)).or_default().insert(key);
                }
            }
            QUESTION => {
                let value = |key| self.values.get(&key).map(|&value| u64::from(value)).ok_or(Unfilled::Mismatch);
                let values = keys_of(&words).map(value).collect::<Result<Vec<u64>, _>>()?;
                mail.send(from as usize, ANSWER, number, values);
            }
            ANSWER => self.answers.push((from as usize, number as usize, words)),
            KEEP => {
                for (key, value) in words_to_rows(&words) {
                    self.values.insert(key, value);
                    self.keys.entry(number as u32).or_default().push(key);
                }
            }
            ROWS => self.rows.extend(words_to_rows(&words)),
            _ => {}
        }
        Ok(())
    }
}

fn insert(set: &mut [u64; 4], value: u8) {
    set[usize::from(value) / 64] |= 1 << (value % 64);
}

/// Writes the sorted rows of a tier, its description last. Returns the bytes of its shards.
fn write_tier(folder: &Path, tier: u32, key_bytes: usize, rows: &[(u128, u8)]) -> Result<u64, TableError> {
    let path = TierFolder::path(folder, tier);
    let ours = || json!({"grundy": {"tier": tier}});
    let mut written = 0;
    let of_key = |&(key, _): &(u128, u8)| key.to_be_bytes()[16 - key_bytes..].to_vec();
    for (name, array) in ["keys", "values"].into_iter().zip(tier_arrays(rows.len() as u64, key_bytes)) {
        let folder = path.join(name);
        for (number, rows) in rows.chunks(array.shard as usize).enumerate() {
            let bytes: Vec<u8> = if name == "keys" {
                rows.iter().flat_map(of_key).collect()
            } else {
                rows.iter().map(|&(_, value)| value).collect()
            };
            let file = array.shard_path(&folder, number as u64);
            written += shard::write(&file, &bytes, array.chunk_bytes(), array.chunks())?;
        }
        write_node(&folder, array.node(ours()))?;
    }
    let about = json!({"grundy": {"tier": tier, "positions": rows.len()}});
    write_node(&path, group(about))?;
    Ok(written)
}
