//! Where the engine keeps its nimbers: in memory, or in pages of which most lie elsewhere.

use crate::archive::{Archive, PAGE};
use crate::cell::{BLOCK, Cell};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::ops::Range;
use std::rc::Rc;

/// The nimbers of heaps 0, 1, 2, … while they are computed.
pub(crate) trait Store<C: Cell> {
    /// How the number of a heap is kept in lists.
    type Index: Copy;

    /// A heap as it is kept in lists.
    fn index(heap: usize) -> Self::Index;

    /// A heap of a list.
    fn heap(index: Self::Index) -> usize;

    /// How many nimbers there are.
    fn len(&self) -> usize;

    /// The nimber of a heap that is there.
    fn at(&self, heap: usize) -> C;

    /// The nimbers of [`BLOCK`] heaps from one on, when all are there.
    fn block(&self, from: usize) -> Option<[C; BLOCK]>;

    /// Calls `visit` with the nimbers of all heaps in a range, in order, in as many pieces as they lie in, and the first heap of each.
    fn pieces(&self, heaps: Range<usize>, visit: impl FnMut(usize, &[C]));

    /// Adds the nimber of the next heap.
    fn push(&mut self, value: C);

    /// Whether everything that was asked for was found, so that what was computed can be trusted.
    fn is_sound(&self) -> bool;
}

impl<C: Cell> Store<C> for Vec<C> {
    type Index = u32;

    #[inline]
    fn index(heap: usize) -> u32 {
        heap as u32
    }

    #[inline]
    fn heap(index: u32) -> usize {
        index as usize
    }

    #[inline]
    fn len(&self) -> usize {
        self.len()
    }

    #[inline]
    fn at(&self, heap: usize) -> C {
        self[heap]
    }

    #[inline]
    fn block(&self, from: usize) -> Option<[C; BLOCK]> {
        self.get(from..)?.first_chunk().copied()
    }

    #[inline]
    fn pieces(&self, heaps: Range<usize>, mut visit: impl FnMut(usize, &[C])) {
        visit(heaps.start, &self[heaps]);
    }

    #[inline]
    fn push(&mut self, value: C) {
        self.push(value);
    }

    #[inline]
    fn is_sound(&self) -> bool {
        true
    }
}

/// Pages of nimbers of which the first, the newest and some others are in memory; all whole ones lie in an archive.
///
/// The heaps that a sweep looks at are rare heaps, which are mostly small, and what is left of the total beside them, which moves on by
/// one with each heap. So nearly everything is found in the first and the newest pages, and what is not moves on slowly.
pub(crate) struct Paged<C> {
    archive: Box<dyn Archive>,
    /// Nimbers of the first heaps, a whole number of pages at most.
    first: Vec<C>,
    /// How many pages `first` may take.
    most_first: usize,
    /// The newest whole pages, in order, after which comes `tail`.
    newest: VecDeque<Rc<[C]>>,
    most_newest: usize,
    /// How many whole pages there are.
    whole: usize,
    /// The page in the making.
    tail: Vec<C>,
    fetched: RefCell<Fetched<C>>,
    /// The first thing that went wrong, until it is told; what is found after that means nothing.
    failure: RefCell<Option<io::Error>>,
    failed: std::cell::Cell<bool>,
}

/// Pages that were fetched, the oldest given up first.
struct Fetched<C> {
    pages: FxHashMap<usize, Rc<[C]>>,
    order: VecDeque<usize>,
    most: usize,
}

impl<C: Cell> Paged<C> {
    /// The store over an archive whose cells are as wide as `C`, with about so many bytes of memory.
    pub(crate) fn open(archive: Box<dyn Archive>, memory: u64) -> Self {
        let pages = (memory / (PAGE * size_of::<C>()) as u64).clamp(8, 1 << 20) as usize;
        let mut store = Self {
            archive,
            first: Vec::new(),
            most_first: pages / 4,
            newest: VecDeque::new(),
            most_newest: pages / 4,
            whole: 0,
            tail: Vec::with_capacity(PAGE),
            fetched: RefCell::new(Fetched { pages: FxHashMap::default(), order: VecDeque::new(), most: pages / 2 }),
            failure: RefCell::new(None),
            failed: std::cell::Cell::new(false),
        };
        let all = store.archive.pages();
        for page in 0..all as usize {
            let Some(cells) = store.read(page) else { break };
            if cells.len() < PAGE {
                // Only the last one may be short; it is written again when it is whole.
                if page as u64 + 1 < all {
                    store.fail(io::Error::new(io::ErrorKind::InvalidData, "a page is too short"));
                }
                store.tail.extend_from_slice(&cells);
                break;
            }
            store.keep(cells);
        }
        store
    }

    /// What went wrong, if anything did.
    pub(crate) fn failure(&mut self) -> Option<io::Error> {
        let told = || io::Error::other("the file could not be used before");
        self.failed.get().then(|| self.failure.get_mut().take().unwrap_or_else(told))
    }

    fn fail(&self, error: io::Error) {
        self.failed.set(true);
        self.failure.borrow_mut().get_or_insert(error);
    }

    /// Writes what is not in the archive yet.
    pub(crate) fn save(&mut self) -> io::Result<()> {
        if self.tail.is_empty() { Ok(()) } else { self.archive.write(self.whole as u64, &bytes_of(&self.tail)) }
    }

    /// Gives the archive back, with everything in it.
    pub(crate) fn into_archive(mut self) -> io::Result<Box<dyn Archive>> {
        self.save()?;
        Ok(self.archive)
    }

    /// Reads a page of the archive.
    fn read(&self, page: usize) -> Option<Rc<[C]>> {
        let mut bytes = Vec::new();
        match self.archive.read(page as u64, &mut bytes) {
            Ok(()) => Some(cells_of(&bytes).into()),
            Err(error) => {
                self.fail(error);
                None
            }
        }
    }

    /// Takes a whole page over as the newest.
    fn keep(&mut self, cells: Rc<[C]>) {
        if self.whole < self.most_first {
            self.first.extend_from_slice(&cells);
        }
        self.newest.push_back(cells);
        if self.newest.len() > self.most_newest {
            self.newest.pop_front();
        }
        self.whole += 1;
    }

    /// Calls `visit` with the cells of a page.
    #[inline]
    fn page<T>(&self, page: usize, visit: impl FnOnce(&[C]) -> T) -> T {
        if let Some(cells) = self.first.get(page * PAGE..(page + 1) * PAGE) {
            return visit(cells);
        }
        if page >= self.whole {
            return visit(&self.tail);
        }
        if let Some(cells) = (page + self.newest.len()).checked_sub(self.whole).and_then(|at| self.newest.get(at)) {
            return visit(cells);
        }
        let cells = self.fetch(page);
        visit(&cells)
    }

    #[cold]
    fn fetch(&self, page: usize) -> Rc<[C]> {
        let mut fetched = self.fetched.borrow_mut();
        if let Some(cells) = fetched.pages.get(&page) {
            return Rc::clone(cells);
        }
        let cells = self.read(page).filter(|cells| cells.len() == PAGE);
        // What is not there was noted as a failure, and nothing that follows from these zeros is believed.
        let cells = cells.unwrap_or_else(|| {
            self.fail(io::Error::new(io::ErrorKind::InvalidData, "a page is too short"));
            vec![C::default(); PAGE].into()
        });
        fetched.pages.insert(page, Rc::clone(&cells));
        fetched.order.push_back(page);
        if fetched.order.len() > fetched.most
            && let Some(oldest) = fetched.order.pop_front()
        {
            fetched.pages.remove(&oldest);
        }
        cells
    }
}

impl<C: Cell> Store<C> for Paged<C> {
    type Index = u64;

    fn index(heap: usize) -> u64 {
        heap as u64
    }

    fn heap(index: u64) -> usize {
        index as usize
    }

    fn len(&self) -> usize {
        self.whole * PAGE + self.tail.len()
    }

    fn at(&self, heap: usize) -> C {
        self.page(heap / PAGE, |cells| cells[heap % PAGE])
    }

    fn block(&self, from: usize) -> Option<[C; BLOCK]> {
        if from + BLOCK > self.len() {
            return None;
        }
        if from % PAGE + BLOCK <= PAGE {
            return self.page(from / PAGE, |cells| cells.get(from % PAGE..)?.first_chunk().copied());
        }
        Some(std::array::from_fn(|nth| self.at(from + nth)))
    }

    fn pieces(&self, heaps: Range<usize>, mut visit: impl FnMut(usize, &[C])) {
        let mut from = heaps.start;
        while from < heaps.end {
            let to = heaps.end.min((from / PAGE + 1) * PAGE);
            self.page(from / PAGE, |cells| visit(from, &cells[from % PAGE..from % PAGE + (to - from)]));
            from = to;
        }
    }

    fn push(&mut self, value: C) {
        self.tail.push(value);
        if self.tail.len() == PAGE {
            let cells = std::mem::replace(&mut self.tail, Vec::with_capacity(PAGE));
            if let Err(error) = self.archive.write(self.whole as u64, &bytes_of(&cells)) {
                self.fail(error);
            }
            self.keep(cells.into());
        }
    }

    fn is_sound(&self) -> bool {
        !self.failed.get()
    }
}

/// Cells as bytes, little end first.
fn bytes_of<C: Cell>(cells: &[C]) -> Vec<u8> {
    let bytes = |&cell: &C| Into::<u16>::into(cell).to_le_bytes().into_iter().take(size_of::<C>());
    cells.iter().flat_map(bytes).collect()
}

/// Cells from their bytes.
fn cells_of<C: Cell>(bytes: &[u8]) -> Vec<C> {
    let value = |bytes: &[u8]| bytes.iter().rev().fold(0usize, |value, &byte| value << 8 | usize::from(byte));
    // Whatever stands in so many bytes fits a cell of that width.
    bytes.chunks_exact(size_of::<C>()).filter_map(|bytes| C::new(value(bytes))).collect()
}
