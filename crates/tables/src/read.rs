//! Reading tables: probing single positions, checking everything.

use crate::TableError;
use crate::book::{About, Way, tier_arrays};
use crate::shard::{self, Index};
use crate::zarr::{Array, read_node};
use grundy_budget::Budget;
use grundy_game::tabled::{Cell, Place};
use grundy_lang::Text;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// How many positions have each value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    cell: Cell,
    /// The numbers, from value 0 on.
    pub counts: Vec<u64>,
}

impl Census {
    /// Nothing counted.
    pub fn new(cell: Cell) -> Self {
        Self { cell, counts: vec![0; cell.values()] }
    }

    /// Counts the first `cells` cells of packed words.
    pub fn add(&mut self, words: &[u64], cells: u64) {
        let bits = self.cell.bits();
        let each = u64::from(64 / bits);
        let (whole, rest) = ((cells / each) as usize, (cells % each) as u32);
        let whole = &words[..whole.min(words.len())];
        // Bytes are counted, then taken apart: four tables, so that equal bytes in a row do not wait for each other.
        let mut bytes = vec![[0u64; 4]; 256];
        for word in whole {
            for (at, byte) in word.to_le_bytes().into_iter().enumerate() {
                bytes[usize::from(byte)][at % 4] += 1;
            }
        }
        for (byte, counts) in bytes.iter().enumerate() {
            let count = counts.iter().sum::<u64>();
            for at in 0..8 / bits {
                self.counts[byte >> (at * bits) & (self.cell.values() - 1)] += count;
            }
        }
        for at in 0..rest {
            if let Some(word) = words.get(whole.len()) {
                self.counts[(word >> (at * bits)) as usize & (self.cell.values() - 1)] += 1;
            }
        }
    }
}

/// Chunks that were unpacked lately.
#[derive(Default)]
struct Recent {
    indices: FxHashMap<PathBuf, Arc<Index>>,
    chunks: FxHashMap<(u64, u64, u8), Arc<Vec<u8>>>,
    bytes: usize,
}

/// Bytes of unpacked chunks that are kept.
const KEPT: usize = 64 << 20;

/// A finished table, open for reading.
pub struct Table {
    folder: PathBuf,
    about: About,
    recent: Mutex<Recent>,
}

impl Table {
    /// Opens a finished table.
    pub fn open(folder: &Path) -> Result<Self, TableError> {
        let table = Self::open_unfinished(folder)?;
        if table.about.census.is_none() {
            return Err(TableError::Unfinished(folder.to_owned()));
        }
        Ok(table)
    }

    /// Opens a table that need not be finished, to ask what it is about.
    pub fn open_unfinished(folder: &Path) -> Result<Self, TableError> {
        let none = || {
            let error = std::io::Error::new(std::io::ErrorKind::NotFound, "there is no table");
            TableError::Unread { path: folder.to_owned(), error }
        };
        let about = About::read(folder)?.ok_or_else(none)?;
        Ok(Self { folder: folder.to_owned(), about, recent: Mutex::default() })
    }

    /// What the table holds.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The folder of the table.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// One chunk of an array, from memory when it was read lately; `name` tells arrays of the table apart.
    fn chunk(&self, folder: &Path, array: &Array, name: (u64, u8), number: u64) -> Result<Arc<Vec<u8>>, TableError> {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(chunk) = recent.chunks.get(&(name.0, number, name.1)) {
            return Ok(Arc::clone(chunk));
        }
        let (shard, within) = (number / array.chunks() as u64, number as usize % array.chunks());
        let path = array.shard_path(folder, shard);
        let index = match recent.indices.get(&path) {
            Some(index) => Arc::clone(index),
            None => {
                let index = Arc::new(Index::open(&path, array.chunks())?);
                recent.indices.insert(path.clone(), Arc::clone(&index));
                index
            }
        };
        let chunk = Arc::new(index.chunk(&path, within, array.chunk_bytes())?);
        if recent.bytes > KEPT {
            recent.chunks.clear();
            recent.bytes = 0;
        }
        recent.bytes += chunk.len();
        recent.chunks.insert((name.0, number, name.1), Arc::clone(&chunk));
        Ok(chunk)
    }

    /// What stands at a place; `None` when the table has no such place.
    pub fn probe(&self, place: Place) -> Result<Option<u8>, TableError> {
        match (place, &self.about.way) {
            (Place::Number(number), Way::Dense { .. }) => self.probe_number(number),
            (Place::Key(tier, key), Way::Keyed { key_bytes, tiers, .. }) => match tiers.get(tier as usize) {
                None | Some(0) => Ok(None),
                Some(&count) => self.probe_key(tier, count, *key_bytes, key),
            },
            _ => Ok(None),
        }
    }

    fn probe_number(&self, number: u64) -> Result<Option<u8>, TableError> {
        let Some(array) = self.about.array().filter(|_| number < self.about.positions) else { return Ok(None) };
        let bits = u64::from(self.about.cell.bits());
        let byte = number * bits / 8;
        let chunk = self.chunk(&self.folder, &array, (0, 0), byte / array.chunk)?;
        let cell = chunk[(byte % array.chunk) as usize] >> (number * bits % 8);
        Ok(Some(cell & ((self.about.cell.values() - 1) as u8)))
    }

    fn probe_key(&self, tier: u32, count: u64, key_bytes: usize, key: u128) -> Result<Option<u8>, TableError> {
        let folder = TierFolder::path(&self.folder, tier);
        let [keys, values] = tier_arrays(count, key_bytes);
        let name = u64::from(tier) + 1;
        let wanted = &key.to_be_bytes()[16 - key_bytes..];
        // The last chunk that does not begin beyond the key.
        let (mut low, mut high) = (0, count.div_ceil(keys.chunk));
        while high - low > 1 {
            let middle = low.midpoint(high);
            let chunk = self.chunk(&folder.join("keys"), &keys, (name, 0), middle)?;
            if chunk[..key_bytes] > *wanted { high = middle } else { low = middle }
        }
        let chunk = self.chunk(&folder.join("keys"), &keys, (name, 0), low)?;
        let rows = (count - low * keys.chunk).min(keys.chunk) as usize;
        let (mut from, mut to) = (0, rows);
        while from < to {
            let middle = from.midpoint(to);
            if chunk[middle * key_bytes..][..key_bytes] < *wanted { from = middle + 1 } else { to = middle }
        }
        if from == rows || chunk[from * key_bytes..][..key_bytes] != *wanted {
            return Ok(None);
        }
        let chunk = self.chunk(&folder.join("values"), &values, (name, 1), low)?;
        Ok(Some(chunk[from]))
    }

    /// Reads everything, which checks every checksum, and counts again. Returns the bytes on disk.
    pub fn verify(&self, budget: &Budget) -> Result<u64, TableError> {
        let mut census = Census::new(self.about.cell);
        let mut bytes = 0;
        let disagree = || TableError::damaged(&self.folder, Text::new("the census does not fit the cells"));
        self.each_shard(budget, |path, words, cells| {
            census.add(words, cells);
            bytes += std::fs::metadata(path).map_err(TableError::unread(path))?.len();
            Ok(())
        })?;
        if self.about.census.as_ref() == Some(&census.counts) { Ok(bytes) } else { Err(disagree()) }
    }

    /// Calls `visit` with the file, the packed cells and their number for every shard of cells, in order.
    fn each_shard(
        &self,
        budget: &Budget,
        mut visit: impl FnMut(&Path, &[u64], u64) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        let to_words = |mut bytes: Vec<u8>| {
            bytes.resize(bytes.len().next_multiple_of(8), 0);
            bytes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word)).collect::<Vec<u64>>()
        };
        match &self.about.way {
            Way::Dense { block } => {
                let array = self.about.array().unwrap_or_else(|| unreachable!("dense tables have an array"));
                for shard in 0..self.about.positions.div_ceil(*block) {
                    budget.check()?;
                    let path = array.shard_path(&self.folder, shard);
                    let words = to_words(shard::read(&path, array.chunk_bytes(), array.chunks())?);
                    visit(&path, &words, (self.about.positions - shard * block).min(*block))?;
                }
            }
            Way::Keyed { key_bytes, tiers, .. } => {
                for (tier, &count) in tiers.iter().enumerate() {
                    budget.check()?;
                    let folder = TierFolder::open(&self.folder, tier as u32, *key_bytes)?;
                    let rows = folder.filter(|tier| tier.count == count).ok_or_else(|| {
                        TableError::damaged(&self.folder, Text::new("tier {tier} is missing").with("tier", tier))
                    })?;
                    let rows = rows.rows()?;
                    if rows.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
                        return Err(TableError::damaged(
                            &self.folder,
                            Text::new("the keys of tier {tier} are not in order").with("tier", tier),
                        ));
                    }
                    let values: Vec<u8> = rows.iter().map(|row| row.1).collect();
                    visit(&TierFolder::path(&self.folder, tier as u32), &to_words(values), count)?;
                }
            }
        }
        Ok(())
    }

    /// The place of the position that comes after so many others; `None` when there are no more.
    pub fn nth(&self, number: u64) -> Result<Option<Place>, TableError> {
        let Way::Keyed { key_bytes, tiers, .. } = &self.about.way else {
            return Ok((number < self.about.positions).then_some(Place::Number(number)));
        };
        let mut left = number;
        for (tier, &count) in (0..).zip(tiers) {
            if left < count {
                let [keys, _] = tier_arrays(count, *key_bytes);
                let folder = TierFolder::path(&self.folder, tier).join("keys");
                let chunk = self.chunk(&folder, &keys, (u64::from(tier) + 1, 0), left / keys.chunk)?;
                let bytes = &chunk[(left % keys.chunk) as usize * key_bytes..][..*key_bytes];
                return Ok(Some(Place::Key(tier, bytes.iter().fold(0, |key, &byte| key << 8 | u128::from(byte)))));
            }
            left -= count;
        }
        Ok(None)
    }

    /// Calls `visit` with the place and the value of every position, in order.
    pub fn each(
        &self,
        budget: &Budget,
        mut visit: impl FnMut(Place, u8) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        if let Way::Keyed { key_bytes, tiers, .. } = &self.about.way {
            for tier in 0..tiers.len() as u32 {
                budget.check()?;
                let missing =
                    || TableError::damaged(&self.folder, Text::new("tier {tier} is missing").with("tier", tier));
                let rows = TierFolder::open(&self.folder, tier, *key_bytes)?.ok_or_else(missing)?.rows()?;
                for (key, value) in rows {
                    visit(Place::Key(tier, key), value)?;
                }
            }
            return Ok(());
        }
        let bits = self.about.cell.bits();
        let mut number = 0;
        self.each_shard(budget, |_, words, cells| {
            for at in 0..cells {
                let cell = words[(at * u64::from(bits) / 64) as usize] >> (at * u64::from(bits) % 64);
                visit(Place::Number(number), cell as u8 & ((1u16 << bits) - 1) as u8)?;
                number += 1;
            }
            Ok(())
        })
    }
}

/// A tier on disk.
pub(crate) struct TierFolder {
    path: PathBuf,
    key_bytes: usize,
    /// How many positions it has.
    pub count: u64,
}

impl TierFolder {
    /// The folder of a tier.
    pub fn path(table: &Path, tier: u32) -> PathBuf {
        table.join(format!("tier.{tier:04}"))
    }

    /// Opens a tier; `None` when it is not whole.
    pub fn open(table: &Path, tier: u32, key_bytes: usize) -> Result<Option<Self>, TableError> {
        let path = Self::path(table, tier);
        let Some(node) = read_node(&path)? else { return Ok(None) };
        let count = node["attributes"]["grundy"]["positions"].as_u64();
        let count = count
            .ok_or_else(|| TableError::damaged(&path, Text::new("the description of the table lacks something")))?;
        Ok(Some(Self { path, key_bytes, count }))
    }

    /// All rows.
    pub fn rows(&self) -> Result<Vec<(u128, u8)>, TableError> {
        let [keys, values] = tier_arrays(self.count, self.key_bytes);
        let mut rows = Vec::new();
        for shard in 0..self.count.div_ceil(keys.shard) {
            let of = |array: &Array, name: &str| {
                let folder = self.path.join(name);
                let node = read_node(&folder)?;
                if node.is_none_or(|node| {
                    node != array.node(serde_json::json!({"grundy": {"tier": node_tier(&self.path)}}))
                }) {
                    return Err(TableError::damaged(
                        &folder,
                        Text::new("the description of the table lacks something"),
                    ));
                }
                shard::read(&array.shard_path(&folder, shard), array.chunk_bytes(), array.chunks())
            };
            let (keys, values) = (of(&keys, "keys")?, of(&values, "values")?);
            let key = |bytes: &[u8]| bytes.iter().fold(0u128, |key, &byte| key << 8 | u128::from(byte));
            rows.extend(keys.chunks_exact(self.key_bytes).map(key).zip(values));
        }
        rows.truncate(self.count as usize);
        if rows.len() as u64 == self.count {
            Ok(rows)
        } else {
            Err(TableError::damaged(&self.path, Text::new("the tier is not whole")))
        }
    }
}

/// The number of a tier, from the name of its folder.
fn node_tier(path: &Path) -> u32 {
    let name = path.extension().and_then(|number| number.to_str());
    // why: a name that is not a number is a mistake of ours and ends the program.
    name.and_then(|number| number.parse().ok()).unwrap_or_else(|| unreachable!("folders of tiers end in their number"))
}
