//! Filling a dense table: block by block, level by level, by any number of workers.
//!
//! A block is a shard. Blocks are put into *levels*, each needing only lower ones. The missing blocks of a level are dealt out
//! to the workers in runs of neighbours, which mostly need what the same worker made; after each level everybody waits until
//! all its blocks are written. A worker that needs a block takes it from the memory of its process, from the folder if it is
//! there, or asks a process that has it, and while it fills one block it has already asked for what the next one needs. Blocks
//! travel as they are stored, so their checksums travel with them.

use crate::book::About;
use crate::cluster::{Cluster, run};
use crate::files::{Lock, sweep};
use crate::mail::{Letter, Mail};
use crate::shard;
use crate::zarr::Array;
use crate::{Census, TableError};
use grundy_budget::Budget;
use grundy_game::tabled::{Blocks, Unfilled};
use grundy_lang::Text;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError};

/// Send me this block.
const ASK: u8 = 1;
/// Here it is: the number of bytes, then the bytes.
const BLOCK: u8 = 2;
/// These blocks are in my folder.
const HELD: u8 = 3;

/// How far a table is, for whoever watches.
#[derive(Debug, Default)]
pub struct Progress {
    /// Blocks or tiers that are there.
    pub done: AtomicU64,
    /// All of them; 0 while that is not known.
    pub all: AtomicU64,
    /// Positions filled by this process.
    pub positions: AtomicU64,
    /// Bytes written by this process.
    pub bytes: AtomicU64,
    /// Blocks that came from other processes.
    pub received: AtomicU64,
    /// Microseconds that the threads of this process waited for others, all together.
    pub waited: AtomicU64,
}

/// Blocks in working order that are kept in memory, the oldest given up first.
struct Cache {
    kept: Mutex<(FxHashMap<u64, Arc<[u64]>>, VecDeque<u64>)>,
    most: usize,
}

impl Cache {
    fn get(&self, block: u64) -> Option<Arc<[u64]>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).0.get(&block).cloned()
    }

    fn put(&self, block: u64, words: &Arc<[u64]>) {
        let mut guard = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (kept, order) = &mut *guard;
        if self.most == 0 || kept.insert(block, Arc::clone(words)).is_some() {
            return;
        }
        order.push_back(block);
        while order.len() > self.most {
            if let Some(oldest) = order.pop_front() {
                kept.remove(&oldest);
            }
        }
    }
}

/// What the workers of a process share.
struct Shared {
    blocks: Arc<dyn Blocks>,
    array: Array,
    folder: PathBuf,
    cache: Cache,
    progress: Arc<Progress>,
    budget: Budget,
}

/// Fills a table, or carries on filling it, and returns what it then says of itself. All processes call this with the same
/// blocks; their folders may be one and the same, or each its own, in which case each holds a part of the shards at the end.
pub fn fill_dense(
    folder: &Path,
    about: &About,
    blocks: Arc<dyn Blocks>,
    cluster: &Cluster,
    progress: &Arc<Progress>,
    budget: &Budget,
) -> Result<About, TableError> {
    let array = about.array().ok_or(Unfilled::Mismatch)?;
    let (lock, there) = about.begin(folder, cluster.process)?;
    if there.census.is_some() {
        lock.map_or(Ok(()), Lock::release)?;
        return Ok(there);
    }
    let block_bytes = array.shard_bytes() as u64;
    // Besides what is kept, each worker holds what one block needs, the block itself, and packed copies.
    let most_needed = 24 * block_bytes * cluster.threads as u64;
    let for_cache =
        if blocks.in_order() { 0 } else { (budget.memory_left().min(1 << 40) / 2).saturating_sub(most_needed) };
    let shared = Arc::new(Shared {
        array,
        folder: folder.to_owned(),
        cache: Cache { kept: Mutex::default(), most: (for_cache / block_bytes) as usize },
        progress: Arc::clone(progress),
        budget: budget.clone(),
        blocks,
    });
    progress.all.store(shared.blocks.blocks(), Relaxed);
    let found = run(cluster, about.fingerprint(), budget, move |mail| Worker::new(&shared, mail)?.work(mail))?;
    let census = found.into_iter().next().ok_or(Unfilled::Mismatch)?;
    let finished = About { census: Some(census), ..about.clone() };
    finished.write(folder)?;
    lock.map_or(Ok(()), Lock::release)?;
    Ok(finished)
}

/// One worker.
struct Worker<'a> {
    shared: &'a Shared,
    /// For each block, one more than the process that holds it; 0 when it is missing.
    holders: Vec<u32>,
    levels: Vec<u32>,
    /// Blocks that came from other processes and are not used up.
    arrived: FxHashMap<u64, Arc<[u64]>>,
    census: Census,
}

impl<'a> Worker<'a> {
    fn new(shared: &'a Shared, mail: &mut Mail<'_>) -> Result<Self, TableError> {
        let count = usize::try_from(shared.blocks.blocks()).map_err(|_| Unfilled::Mismatch)?;
        let mut levels: Vec<u32> = Vec::with_capacity(count);
        for block in 0..count as u64 {
            let level = |&need: &u64| levels.get(need as usize).map(|level| level + 1).ok_or(Unfilled::Mismatch);
            let highest = shared
                .blocks
                .needs(block)
                .iter()
                .map(level)
                .try_fold(0, |most, level| level.map(|level| most.max(level)))?;
            levels.push(if shared.blocks.in_order() { block as u32 } else { highest });
        }
        mail.step()?;
        let census = Census::new(shared.blocks.cell());
        Ok(Self { shared, holders: vec![0; count], levels, arrived: FxHashMap::default(), census })
    }

    fn path(&self, block: u64) -> PathBuf {
        self.shared.array.shard_path(&self.shared.folder, block)
    }

    fn work(mut self, mail: &mut Mail<'_>) -> Result<Vec<u64>, TableError> {
        self.announce(mail)?;
        self.recount(mail)?;
        // why: without blocks there is nothing to fill.
        let deepest = self.levels.iter().copied().max().unwrap_or(0);
        for level in 0..=deepest {
            let missing: Vec<u64> = (0..self.holders.len() as u64)
                .filter(|&block| self.levels[block as usize] == level && self.holders[block as usize] == 0)
                .collect();
            let share =
                |worker: usize| worker * missing.len() / mail.peers()..(worker + 1) * missing.len() / mail.peers();
            let own: Vec<u64> = missing[share(mail.index())].to_vec();
            let dealt: Vec<(u64, u32)> = (0..mail.peers())
                .flat_map(|worker| missing[share(worker)].iter().map(move |&block| (block, worker)))
                .map(|(block, worker)| (block, 1 + mail.process_of(worker) as u32))
                .collect();
            for (at, &block) in own.iter().enumerate() {
                self.ask_for(block, mail);
                if let Some(&next) = own.get(at + 1) {
                    self.ask_for(next, mail);
                }
                self.make(block, mail)?;
                let kept = own.get(at + 1).map_or_else(Vec::new, |&next| self.shared.blocks.needs(next));
                self.arrived.retain(|need, _| kept.contains(need));
            }
            mail.barrier(|mail, letter| self.handle(mail, letter))?;
            for (block, holder) in dealt {
                self.holders[block as usize] = holder;
            }
            if mail.processes() > 1 {
                let there = self.holders.iter().filter(|holder| **holder != 0).count();
                self.shared.progress.done.fetch_max(there as u64, Relaxed);
            }
            self.shared.progress.waited.fetch_add(mail.take_waited(), Relaxed);
        }
        let counts = std::mem::take(&mut self.census.counts);
        mail.sum(&counts, |mail, letter| self.handle(mail, letter))
    }

    /// Tells all which blocks are in the folder of this process, and hears the same of the others.
    fn announce(&mut self, mail: &mut Mail<'_>) -> Result<(), TableError> {
        if mail.index().is_multiple_of(mail.threads()) {
            // All processes are connected, and none writes before all have come to the barrier below.
            sweep(&self.shared.folder)?;
            let held: Vec<u64> = (0..self.holders.len() as u64).filter(|&block| self.path(block).is_file()).collect();
            for worker in 0..mail.peers() {
                for piece in held.chunks(1 << 12) {
                    mail.send(worker, HELD, 0, piece.to_vec());
                }
            }
        }
        mail.barrier(|mail, letter| self.handle(mail, letter))
    }

    /// Checks and counts the blocks that are there, each by one worker of a process that has it.
    fn recount(&mut self, mail: &mut Mail<'_>) -> Result<(), TableError> {
        for block in 0..self.holders.len() as u64 {
            let worker = match self.holders[block as usize] {
                0 => continue,
                holder => (holder as usize - 1) * mail.threads() + block as usize % mail.threads(),
            };
            if worker == mail.index() {
                let words = self.stored(&self.path(block))?;
                self.count(block, &words);
                self.shared.progress.done.fetch_add(1, Relaxed);
                mail.step()?;
            }
        }
        mail.barrier(|mail, letter| self.handle(mail, letter))
    }

    /// The words of a shard in the order of their numbers.
    fn stored(&self, path: &Path) -> Result<Vec<u64>, TableError> {
        let array = &self.shared.array;
        self.words(path, shard::read(path, array.chunk_bytes(), array.chunks())?)
    }

    fn words(&self, path: &Path, mut bytes: Vec<u8>) -> Result<Vec<u64>, TableError> {
        // Chunks outside the array are absent and mean zeros.
        bytes.resize(bytes.len().max(self.shared.array.shard_bytes()), 0);
        let words: Vec<u64> = bytes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word)).collect();
        if words.len() == self.shared.blocks.block_words() {
            Ok(words)
        } else {
            Err(TableError::damaged(
                path,
                Text::new("the shard is damaged: {problem}").with_text("problem", Text::new("it is too long")),
            ))
        }
    }

    /// Counts the cells of a block that are not spare, and returns how many these are.
    fn count(&mut self, block: u64, words: &[u64]) -> u64 {
        let blocks = &self.shared.blocks;
        let before = block * blocks.block_cells();
        let cells = blocks.count().saturating_sub(before).min(blocks.block_cells());
        self.census.add(words, cells);
        cells
    }

    /// Whether this process can read a block by itself.
    fn is_near(&self, block: u64, mail: &Mail<'_>) -> bool {
        self.holders[block as usize] as usize == mail.process() + 1
    }

    /// Asks for what a block needs and this process lacks. With a common folder that is nothing.
    fn ask_for(&mut self, block: u64, mail: &mut Mail<'_>) {
        if mail.processes() == 1 {
            return;
        }
        for need in self.shared.blocks.needs(block) {
            let known = self.arrived.contains_key(&need) || self.is_near(need, mail);
            if known || self.shared.cache.get(need).is_some() || self.path(need).is_file() {
                continue;
            }
            // Nothing yet, so that it is asked for once.
            self.arrived.insert(need, Arc::default());
            let process = self.holders[need as usize].saturating_sub(1) as usize;
            mail.send(process * mail.threads(), ASK, need, Vec::new());
        }
    }

    /// A needed block in working order.
    fn need(&mut self, block: u64, mail: &mut Mail<'_>) -> Result<Arc<[u64]>, TableError> {
        if let Some(words) = self.shared.cache.get(block) {
            return Ok(words);
        }
        if self.arrived.contains_key(&block) {
            loop {
                if let Some(words) = self.arrived.get(&block).filter(|words| !words.is_empty()) {
                    return Ok(Arc::clone(words));
                }
                match mail.receive()? {
                    Some(letter) => self.handle(mail, letter)?,
                    None => mail.wait()?,
                }
            }
        }
        let mut words = self.stored(&self.path(block))?;
        self.shared.blocks.to_working(&mut words);
        let words: Arc<[u64]> = words.into();
        self.shared.cache.put(block, &words);
        Ok(words)
    }

    /// Fills a block and writes it.
    fn make(&mut self, block: u64, mail: &mut Mail<'_>) -> Result<(), TableError> {
        let blocks = Arc::clone(&self.shared.blocks);
        let needs = blocks.needs(block);
        let needed: Vec<Arc<[u64]>> = needs.iter().map(|&need| self.need(need, mail)).collect::<Result<_, _>>()?;
        let slices: Vec<&[u64]> = needed.iter().map(|words| &**words).collect();
        let mut words = vec![0; blocks.block_words()];
        if mail.processes() > 1 {
            self.fill_beside(block, &slices, &mut words, mail)?;
        } else {
            blocks.fill(block, &slices, &mut words, &self.shared.budget)?;
        }
        if self.shared.cache.most > 0 {
            self.shared.cache.put(block, &Arc::from(words.as_slice()));
        }
        blocks.to_stored(&mut words);
        let positions = self.count(block, &words);
        let array = &self.shared.array;
        let before = block * array.shard;
        let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.truncate(array.rows.saturating_sub(before).min(array.shard) as usize);
        let written = shard::write(&self.path(block), &bytes, array.chunk_bytes(), array.chunks())?;
        self.shared.progress.done.fetch_add(1, Relaxed);
        self.shared.progress.positions.fetch_add(positions, Relaxed);
        self.shared.progress.bytes.fetch_add(written, Relaxed);
        while let Some(letter) = mail.receive()? {
            self.handle(mail, letter)?;
        }
        mail.step()
    }

    /// Fills a block in a thread of its own, and answers the others meanwhile: a block may take long, and silence means that a
    /// process is lost.
    fn fill_beside(
        &mut self,
        block: u64,
        needed: &[&[u64]],
        words: &mut [u64],
        mail: &mut Mail<'_>,
    ) -> Result<(), TableError> {
        let (blocks, budget) = (Arc::clone(&self.shared.blocks), self.shared.budget.clone());
        let (done, waiting) = (AtomicBool::new(false), std::thread::current());
        std::thread::scope(|scope| {
            let done = &done;
            let filling = scope.spawn(move || {
                let _entered = budget.enter();
                let filled = grundy_budget::caught(|| blocks.fill(block, needed, words, &budget));
                done.store(true, Release);
                waiting.unpark();
                filled.unwrap_or_else(|exhausted| Err(exhausted.into()))
            });
            while !done.load(Acquire) && !filling.is_finished() {
                while let Some(letter) = mail.receive()? {
                    self.handle(mail, letter)?;
                }
                mail.idle()?;
            }
            let failed = |_| TableError::Cluster(Text::new("a thread failed while it filled a block"));
            Ok(filling.join().map_err(failed)??)
        })
    }

    fn handle(&mut self, mail: &mut Mail<'_>, (_, from, kind, number, words): Letter) -> Result<(), TableError> {
        match kind {
            HELD => {
                let holder = 1 + mail.process_of(from as usize) as u32;
                for block in words {
                    // The nearest holder is the best: this process itself, otherwise the first.
                    if let Some(known) = self.holders.get_mut(block as usize)
                        && (*known == 0 || *known > holder)
                    {
                        *known = holder;
                    }
                }
            }
            ASK => {
                let path = self.path(number);
                let bytes = std::fs::read(&path).map_err(TableError::unread(&path))?;
                let mut body = vec![bytes.len() as u64];
                body.extend(
                    bytes.chunks(8).map(|piece| piece.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))),
                );
                mail.send(from as usize, BLOCK, number, body);
            }
            BLOCK if self.arrived.get(&number).is_some_and(|words| words.is_empty()) => {
                let array = &self.shared.array;
                let path = self.path(number);
                let (length, rest) = words.split_first().ok_or(Unfilled::Mismatch)?;
                let mut bytes: Vec<u8> = rest.iter().flat_map(|word| word.to_le_bytes()).collect();
                bytes.truncate(*length as usize);
                let unpacked = shard::unpack(&path, &bytes, array.chunk_bytes(), array.chunks())?;
                let mut words = self.words(&path, unpacked)?;
                self.shared.blocks.to_working(&mut words);
                self.arrived.insert(number, words.into());
                self.shared.progress.received.fetch_add(1, Relaxed);
            }
            _ => {}
        }
        Ok(())
    }
}
