//! Staircases in a box: what is left of a chocolate bar, numbered densely, with tables of who wins and of nimbers.
//!
//! A staircase is a list of row lengths, none longer than the one before: a Young diagram, bounded by a monotone lattice
//! path. A bite at (row, column) cuts that row and all later ones down to less than the column.

mod team;

use grundy_budget::{Budget, Exhausted, Meter};
use grundy_game::Play;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The dense numbering of the staircases in a box of `rows` × `columns`, in lexicographic order of the row lengths, so
/// that every bite leads to a smaller number.
///
/// With n rows and row lengths a1 ≥ a2 ≥ … the number is the sum of C(ai + n - i, n - i + 1), the combinatorial number
/// system of the lattice path (Lehmer 1964).
#[derive(Clone, Debug)]
pub struct Staircases {
    columns: usize,
    /// `terms[i][v]`: how many ways rows i, i+1, … have with row i below v.
    terms: Vec<Vec<u64>>,
    /// The same terms column by column: `by_column[v * rows + i]`, next to each other for all rows bitten at one column.
    by_column: Vec<u64>,
}

impl Staircases {
    /// The numbering for a box; `None` when there are 2^48 or more staircases.
    pub fn new(rows: usize, columns: usize) -> Option<Self> {
        let mut terms = vec![Vec::new(); rows];
        let mut below = vec![1u64; columns + 2];
        for row in terms.iter_mut().rev() {
            // Row i below v + 1: row i is some w ≤ v, and the rows after it are at most w.
            let mut sum = 0u64;
            let mut sums = vec![0];
            for ways in &below[1..] {
                sum = sum.checked_add(*ways).filter(|&sum| sum < 1 << 48)?;
                sums.push(sum);
            }
            below.clone_from(&sums);
            *row = sums;
        }
        let by_column = (0..columns).flat_map(|column| terms.iter().map(move |row: &Vec<u64>| row[column])).collect();
        Some(Self { columns, terms, by_column })
    }

    /// The number of rows of the box.
    pub fn rows(&self) -> usize {
        self.terms.len()
    }

    /// How many staircases there are, the empty one included.
    pub fn count(&self) -> u64 {
        self.within(0, self.columns)
    }

    /// How many ways the rows from `row` on have when none is longer than `bound`.
    fn within(&self, row: usize, bound: usize) -> u64 {
        self.terms.get(row).map_or(1, |terms| terms[bound + 1])
    }

    /// The number of a staircase of at most as many rows as the box.
    pub fn rank(&self, lengths: impl IntoIterator<Item = usize>) -> u64 {
        self.terms.iter().zip(lengths).map(|(terms, length)| terms[length]).sum()
    }

    /// The lengths of the staircase with a number.
    pub fn unrank(&self, number: u64) -> Vec<usize> {
        let (mut rest, mut bound) = (number, self.columns);
        let mut length = |terms: &Vec<u64>| {
            let length = terms[..=bound].partition_point(|&term| term <= rest) - 1;
            rest -= terms[length];
            bound = length;
            length
        };
        self.terms.iter().map(&mut length).collect()
    }

    /// Calls `visit` with the number and the lengths of every staircase, in order.
    pub fn each(&self, mut visit: impl FnMut(u64, &[usize])) {
        let mut walk = self.walk();
        for number in 0..self.count() {
            visit(number, &walk.lengths);
            walk.advance();
        }
    }

    /// Calls `visit` with column (from 0) and number of the option for every bite of a staircase, the poisoned square
    /// included.
    #[inline]
    fn bites(&self, walk: &Walk<'_>, mut visit: impl FnMut(usize, u64)) {
        let Walk { lengths, own, number, .. } = walk;
        let mut column = 0;
        for height in (1..=lengths.len()).rev() {
            // The columns that end in this row.
            let own = &own[..height];
            while column < lengths[height - 1] {
                let cut = &self.by_column[column * lengths.len()..][..height];
                let mut option = *number;
                for row in (0..height).rev() {
                    option = option - own[row] + cut[row];
                    visit(column, option);
                }
                column += 1;
            }
        }
    }

    /// A walk over all staircases, starting at the empty one.
    fn walk(&self) -> Walk<'_> {
        Walk { staircases: self, lengths: vec![0; self.rows()], own: vec![0; self.rows()], number: 0, turned: 0 }
    }

    /// Whether rows and columns may be exchanged.
    fn is_square(&self) -> bool {
        self.rows() == self.columns
    }

    /// What one more square, in the given row and column, adds to the number of the staircase turned over; 0 unless the
    /// box is square.
    fn square_turned(&self, row: usize, column: usize) -> u64 {
        if self.is_square() { self.terms[column][row + 1] - self.terms[column][row] } else { 0 }
    }
}

/// A staircase on the way from the first to the last one.
struct Walk<'a> {
    staircases: &'a Staircases,
    lengths: Vec<usize>,
    /// The term of each row; their sum is the number.
    own: Vec<u64>,
    number: u64,
    /// In a square box, the number of the staircase with rows and columns exchanged.
    turned: u64,
}

impl Walk<'_> {
    /// Goes on to the staircase with the next number; from the last one to the empty one.
    fn advance(&mut self) {
        self.number += 1;
        for row in (0..self.lengths.len()).rev() {
            let bound = if row == 0 { self.staircases.columns } else { self.lengths[row - 1] };
            if self.lengths[row] < bound {
                self.turned += self.staircases.square_turned(row, self.lengths[row]);
                self.lengths[row] += 1;
                self.own[row] = self.staircases.terms[row][self.lengths[row]];
                return;
            }
            self.turned -= (0..bound).map(|column| self.staircases.square_turned(row, column)).sum::<u64>();
            self.lengths[row] = 0;
            self.own[row] = 0;
        }
        self.number = 0;
    }
}

/// Memory counted against a budget until it is dropped.
#[derive(Debug)]
struct Held {
    budget: Budget,
    bytes: u64,
}

impl Held {
    fn new(budget: &Budget, bytes: u64) -> Result<Self, Exhausted> {
        budget.reserve(bytes)?;
        Ok(Self { budget: budget.clone(), bytes })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.budget.release(self.bytes);
    }
}

/// The nimbers of all staircases in a box, the poisoned square counted as removed: one byte each, more when the box has
/// more than [`Nimbers::BYTES`] squares.
#[derive(Debug)]
pub struct Nimbers<T> {
    staircases: Staircases,
    table: Vec<T>,
    _held: Held,
}

impl Nimbers<u8> {
    /// Most squares of a box whose nimbers fit into bytes.
    pub const BYTES: usize = 255;
}

impl<T: Copy + Default + Into<u64> + TryFrom<u64>> Nimbers<T> {
    /// Fills the table: time proportional to staircases times squares, half of that when the box is square and a
    /// staircase has the nimber of its mirror image.
    pub fn fill(staircases: Staircases, budget: &Budget) -> Result<Self, Exhausted> {
        let count = staircases.count();
        budget.spend(count)?;
        let held = Held::new(budget, count * size_of::<T>() as u64)?;
        let mut nimbers = vec![T::default(); count as usize];
        // A nimber is at most the number of moves, less than the number of squares: that is free to stand for the empty
        // staircase, which is not an option, so that bites need not look out for the poisoned square.
        let squares = staircases.rows() * staircases.columns;
        // why: nimbers are at most the number of squares, for which the type is chosen.
        let entry = |nimber: usize| T::try_from(nimber as u64).unwrap_or_default();
        nimbers[0] = entry(squares);
        let mut walk = staircases.walk();
        let mut seen = Seen::new(squares + 1);
        for number in 1..count {
            if number % (1 << 16) == 0 {
                budget.check()?;
            }
            walk.advance();
            if staircases.is_square() && walk.turned < number {
                nimbers[number as usize] = nimbers[walk.turned as usize];
                continue;
            }
            let (known, rest) = nimbers.split_at_mut(number as usize);
            seen.clear();
            staircases.bites(&walk, |_, option| seen.insert(known[option as usize].into() as usize));
            rest[0] = entry(seen.mex());
        }
        Ok(Self { staircases, table: nimbers, _held: held })
    }

    /// The nimber of a staircase that fits into the box.
    pub fn nimber(&self, lengths: impl IntoIterator<Item = usize>) -> u64 {
        self.table[self.staircases.rank(lengths) as usize].into()
    }
}

/// A set of small numbers, emptied at no cost: an entry belongs to it while it shows the current stamp. Inserting only
/// writes, so that no insertion waits for the one before, as it would with bits that share a word.
struct Seen {
    stamps: Vec<u8>,
    stamp: u8,
}

/// Stamps compared at once.
const LANES: usize = 16;

impl Seen {
    /// The empty set of numbers below `bound`.
    fn new(bound: usize) -> Self {
        // One more number than can be inserted, so that there is always a smallest one that was not.
        Self { stamps: vec![0; (bound / LANES + 1) * LANES], stamp: 0 }
    }

    fn clear(&mut self) {
        if self.stamp == u8::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    #[inline]
    fn insert(&mut self, number: usize) {
        self.stamps[number] = self.stamp;
    }

    /// The smallest number that is not in the set.
    #[inline]
    fn mex(&self) -> usize {
        let full = self.stamps.chunks_exact(LANES).take_while(|chunk| **chunk == [self.stamp; LANES]).count();
        let rest = &self.stamps[full * LANES..];
        full * LANES + rest.iter().take_while(|&&stamp| stamp == self.stamp).count()
    }
}

/// Which staircases in a box are lost for the player about to move: one bit each, in the order of their numbers.
#[derive(Debug)]
pub struct Losing {
    staircases: Staircases,
    lost: Bits,
    _held: Held,
}

impl Losing {
    /// Fills the table for a box with at least one row and one column, on at most so many threads; small tables are filled on one.
    pub fn fill(rows: usize, columns: usize, play: Play, threads: usize, budget: &Budget) -> Result<Self, Exhausted> {
        let staircases = Staircases::new(rows, columns).ok_or(Exhausted::Memory)?;
        let held = Held::new(budget, staircases.count() / 8 + 16)?;
        let lost = match team::Size::worthwhile(&staircases, threads, budget) {
            Some(size) => team::fill(&staircases, play, size, budget)?,
            None => Pieces::new(staircases.clone(), play, budget)?.take(staircases.count())?,
        };
        Ok(Self { staircases, lost, _held: held })
    }

    /// Whether the player about to move loses a staircase that fits into the box.
    pub fn is_losing(&self, lengths: impl IntoIterator<Item = usize>) -> bool {
        self.lost.read(self.staircases.rank(lengths), 1) == 1
    }

    /// The winning bites of the bar of `rows` × `columns`, as (row, column) from 1; the bar must fit into the box.
    pub fn winning_bites(&self, rows: usize, columns: usize) -> Vec<(usize, usize)> {
        let squares = (1..=rows).flat_map(|row| (1..=columns).map(move |column| (row, column)));
        let bitten = |&(row, column): &(usize, usize)| {
            self.is_losing((1..=rows).map(|other| if other < row { columns } else { column - 1 }))
        };
        squares.filter(bitten).collect()
    }
}

/// The lost staircases of a box in the order of their numbers, found piece by piece.
///
/// The staircases with a given first row are a block of bits, and so are, inside it, those with a given second row, and so on
/// down to blocks that fit into a machine word. Blocks are decided in order. A bite into the first row leads, for all rows below it
/// together, to a block that is decided already, with those rows cut down to the new length: what such bites win is gathered
/// while the first row grows, and needs one pass over whole words each time. What no bite into the rows above has won is then
/// decided inside the block in the same way. In a word the first open staircase is lost, and whatever leads to it is won.
///
/// What is gathered for a row is all that later blocks ask of earlier ones, so no piece is kept: a piece starts with what was
/// gathered for the rows that its staircases share, and is gathered for them in turn. Rows of the full length of the box come last
/// and are looked up cut down by one, so nothing is gathered for them: in all, n / (n + m) bits a staircase of n rows and m columns.
#[derive(Debug)]
pub struct Pieces {
    staircases: Staircases,
    play: Play,
    /// Most staircases of a piece.
    most: u64,
    /// The first rows of all staircases of the present piece; the rows after them are no longer than the last of these.
    shared: Vec<usize>,
    /// The number of the first staircase of the present piece, and how many there are; 0 before the first piece.
    number: u64,
    count: u64,
    /// How many of them were taken.
    taken: u64,
    /// The present piece: bits of what is won already become bits of what is lost.
    bits: Bits,
    /// For each row: what bites into it win among the rows below it, while it grows.
    gathered: Vec<Bits>,
    /// The same for the first rows, where several threads gather it together.
    together: Vec<Arc<Mutex<Bits>>>,
    /// For the rows from each on, by their bound: [`sources`].
    sources: Vec<Vec<Vec<u64>>>,
    meter: Meter,
    /// What is found but not noted yet, and how much that may be: threads that note what they do all the time slow each other down.
    unnoted: u64,
    note_after: u64,
    _held: Held,
}

impl Pieces {
    /// Most bits of a piece: few enough that it stays in the cache of a processor, many enough that pieces begin seldom.
    const MOST: u64 = 1 << 21;

    /// The staircases of a box with at least one row and one column, none of them found yet.
    pub fn new(staircases: Staircases, play: Play, budget: &Budget) -> Result<Self, Exhausted> {
        Self::with_pieces(staircases, play, budget, Self::MOST)
    }

    fn with_pieces(staircases: Staircases, play: Play, budget: &Budget, most: u64) -> Result<Self, Exhausted> {
        let all = staircases.count();
        Self::of_tasks(staircases, all, play, budget, most)
    }

    /// As [`Pieces::with_pieces`], for whoever finds at most `task` staircases on end, and gathers for the rows above together with others.
    fn of_tasks(staircases: Staircases, task: u64, play: Play, budget: &Budget, most: u64) -> Result<Self, Exhausted> {
        let (rows, most) = (staircases.rows(), most.min(staircases.count()).max(64));
        let held = Held::new(budget, Self::bytes_with(&staircases, task, most))?;
        let gathered = (0..rows).map(|row| Bits::new(gathered_bits(&staircases, row, task, most))).collect();
        Ok(Self {
            together: Vec::new(),
            unnoted: 0,
            note_after: 0,
            play,
            most,
            shared: Vec::new(),
            number: 0,
            count: 0,
            taken: 0,
            bits: Bits::new(most),
            gathered,
            sources: (0..=rows).map(|row| sources(&staircases, row)).collect(),
            meter: budget.meter(),
            staircases,
            _held: held,
        })
    }

    /// How many bytes of memory the pieces of a box take.
    pub fn bytes(staircases: &Staircases) -> u64 {
        Self::bytes_with(staircases, staircases.count(), Self::MOST)
    }

    fn bytes_with(staircases: &Staircases, task: u64, most: u64) -> u64 {
        let sizes = (0..staircases.rows()).map(|row| gathered_bits(staircases, row, task, most));
        sizes.fold(most, u64::saturating_add) / 8 + staircases.rows() as u64 * 64
    }

    /// The number of the staircase that is found next.
    pub fn next(&self) -> u64 {
        self.number + self.taken
    }

    /// Finds the next `count` staircases: bits of those that are lost.
    pub fn take(&mut self, count: u64) -> Result<Bits, Exhausted> {
        let mut lost = Bits::new(count);
        self.each_stretch(count, |at, piece, from, length| lost.put(at, piece, from, length))?;
        Ok(lost)
    }

    /// Passes the next `count` staircases by.
    pub fn skip(&mut self, count: u64) -> Result<(), Exhausted> {
        self.each_stretch(count, |_, _, _, _| {})
    }

    /// Calls `visit` with how many staircases came before, the piece, a place in it, and a length, until `count` have come.
    fn each_stretch(&mut self, count: u64, mut visit: impl FnMut(u64, &Bits, u64, u64)) -> Result<(), Exhausted> {
        let mut at = 0;
        while at < count {
            if self.taken == self.count {
                self.find_piece()?;
            }
            let length = (self.count - self.taken).min(count - at);
            visit(at, &self.bits, self.taken, length);
            at += length;
            self.taken += length;
        }
        Ok(())
    }

    fn find_piece(&mut self) -> Result<(), Exhausted> {
        self.pass();
        self.decide_piece()
    }

    /// Goes on to the first rows of the next piece.
    fn pass(&mut self) {
        self.number += self.count;
        self.count = 0;
        advance(&self.staircases, self.most, &mut self.shared);
    }

    /// Begins at the first piece of the staircases with some first rows, for which others gather too.
    fn begin(&mut self, shared: Vec<usize>, number: u64, together: Vec<Arc<Mutex<Bits>>>) {
        (self.shared, self.number, self.count, self.together) = (shared, number, 0, together);
        descend(&self.staircases, self.most, &mut self.shared);
    }

    /// What others must have found before the present piece is decided, as numbers before which they must have: for each row for which
    /// they gather too, the same staircases with this row cut down by one.
    fn needed(&self) -> Vec<u64> {
        let all = &self.staircases;
        let shorter = self.shared.iter().enumerate().take(self.together.len()).filter(|(_, length)| **length > 0);
        let end = |(row, length): (usize, &usize)| {
            let before = place(all, &self.shared[..row], 0, all.columns);
            let bound = bound(all, &self.shared).min(length - 1);
            before + place(all, &self.shared, row, length - 1) + all.within(self.shared.len(), bound)
        };
        shorter.map(end).collect()
    }

    /// Decides the piece whose first rows and first number are set.
    fn decide_piece(&mut self) -> Result<(), Exhausted> {
        let row = self.shared.len();
        let bound = bound(&self.staircases, &self.shared);
        self.count = self.staircases.within(row, bound);
        self.taken = 0;
        self.bits.words[..=self.count as usize / 64].fill(0);
        // Whoever finds the poisoned square gone has won, and so has whoever may not move under misère play.
        for won in 0..=u64::from(self.play == Play::Misere) {
            if (self.number..self.number + self.count).contains(&won) {
                self.bits.write(won - self.number, 1, 1);
            }
        }
        for above in 0..row {
            let mut held = self.together.get(above).map(|bits| lock(bits));
            let gathered = held.as_deref_mut().unwrap_or(&mut self.gathered[above]);
            start_with(&self.staircases, &self.shared, above, gathered, &mut self.bits);
        }
        self.decide(row, bound, 0)?;
        for above in 0..row {
            let mut held = self.together.get(above).map(|bits| lock(bits));
            let gathered = held.as_deref_mut().unwrap_or(&mut self.gathered[above]);
            gather(&self.staircases, &self.shared, above, &self.bits, gathered);
        }
        self.meter.steps(std::mem::take(&mut self.unnoted))
    }

    /// Where the block of the rows after `row` begins for a length of that row.
    fn block(&self, row: usize, length: usize) -> u64 {
        self.staircases.terms[row][length]
    }

    /// Decides the block at `at` of the rows from `row` on, none longer than `bound`: what is won by bites into the rows above
    /// stands there, and what is lost does afterwards.
    fn decide(&mut self, row: usize, bound: usize, at: u64) -> Result<(), Exhausted> {
        let Some(length) = self.decide_words(row, bound, at)? else { return Ok(()) };
        for length in length..=bound {
            let (block, count) = (at + self.block(row, length), self.staircases.within(row + 1, length));
            lengthen(&self.staircases, row + 1, length, &mut self.gathered[row]);
            self.bits.join(block, &self.gathered[row], 0, count);
            self.decide(row + 1, length, block)?;
            if length < bound {
                self.gathered[row].join(0, &self.bits, block, count);
            }
        }
        Ok(())
    }

    /// As [`Pieces::decide`], as far as blocks fit into a word; returns the first length of the row whose block does not, with what was
    /// gathered up to there.
    fn decide_words(&mut self, row: usize, bound: usize, at: u64) -> Result<Option<usize>, Exhausted> {
        let all = &self.staircases;
        if all.within(row, bound) <= 64 {
            let count = all.within(row, bound);
            let lost = lost_in_word(&self.sources[row][bound], self.bits.read(at, count));
            self.bits.write(at, count, lost);
            self.note(count)?;
            return Ok(None);
        }
        let mut gathered = 0;
        for length in 0..=bound {
            let (block, count) = (at + self.block(row, length), all.within(row + 1, length));
            if length > 0 && count <= 64 {
                gathered = lengthened(all, row + 1, length, gathered);
            }
            if count > 64 {
                self.gathered[row].words[0] = gathered;
                self.note(self.block(row, length))?;
                return Ok(Some(length));
            }
            let lost = lost_in_word(&self.sources[row + 1][length], self.bits.read(block, count) | gathered);
            self.bits.write(block, count, lost);
            gathered |= lost;
        }
        let count = all.within(row, bound);
        self.note(count)?;
        Ok(None)
    }

    /// Notes that so many more staircases are found.
    fn note(&mut self, count: u64) -> Result<(), Exhausted> {
        self.unnoted += count;
        if self.unnoted > self.note_after { self.meter.steps(std::mem::take(&mut self.unnoted)) } else { Ok(()) }
    }
}

/// How many bits are gathered at most for a row: while it is shared by pieces, in a task, all staircases of the rows below it that are
/// shorter than the row can get, and within a piece those of the piece.
fn gathered_bits(all: &Staircases, row: usize, task: u64, most: u64) -> u64 {
    let widest = |most: u64| (0..=all.columns).take_while(|&bound| all.within(row, bound) <= most).last();
    let shared = widest(task).map_or(0, |bound| all.within(row + 1, bound.saturating_sub(1)));
    shared.max(widest(most).map_or(0, |bound| all.within(row + 1, bound)))
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Goes on from the first rows of a block of at most `most` staircases to those of the next one, from the last block to the first.
fn advance(all: &Staircases, most: u64, shared: &mut Vec<usize>) {
    while let Some(length) = shared.pop() {
        if length < bound(all, shared) {
            shared.push(length + 1);
            break;
        }
    }
    descend(all, most, shared);
}

/// Goes on to the first block of at most `most` staircases in one.
fn descend(all: &Staircases, most: u64, shared: &mut Vec<usize>) {
    while all.within(shared.len(), bound(all, shared)) > most {
        shared.push(0);
    }
}

/// The longest that a row may be below some first ones.
fn bound(all: &Staircases, above: &[usize]) -> usize {
    above.last().map_or(all.columns, |&length| length)
}

/// Where a piece with the given first rows stands in what is gathered for the row before `row`, when what is longer than `cap` is cut
/// down to it.
fn place(all: &Staircases, shared: &[usize], row: usize, cap: usize) -> u64 {
    let terms = all.terms.iter().zip(shared).skip(row);
    terms.map(|(terms, &length)| terms[length.min(cap)]).sum()
}

/// Marks what bites into the row `above` win in a piece with the given first rows.
///
/// Below a row that has just grown to a length there are rows of this length for the first time: what bites win there is the same as in
/// rows shorter by one, which are looked up when the piece of these is started with, before anything of the new length is gathered. What
/// is below a row as long as it can get is looked up cut down by one.
fn start_with(all: &Staircases, shared: &[usize], above: usize, gathered: &mut Bits, bits: &mut Bits) {
    let (row, length, longest) = (shared.len(), shared[above], bound(all, &shared[..above]));
    let (bound, below) = (shared[row - 1], above + 1);
    let count = all.within(row, bound);
    if length == 0 {
        // Nothing was bitten so far.
        gathered.write(0, 1, 0);
    } else if length < longest {
        grow(all, shared, above, gathered);
    } else {
        let at = place(all, shared, below, longest - 1);
        bits.join(0, gathered, at, all.within(row, bound.min(longest - 1)));
        if bound == longest {
            extension(all, row, bound).for_each(|(from, to, length)| bits.join(to, gathered, at + from, length));
        }
        return;
    }
    bits.join(0, gathered, place(all, shared, below, length), count);
}

/// Marks what is lost in a piece with the given first rows for those that grow from the row `above`.
fn gather(all: &Staircases, shared: &[usize], above: usize, bits: &Bits, gathered: &mut Bits) {
    let length = shared[above];
    // For a row that does not grow any more nothing is gathered.
    if length < bound(all, &shared[..above]) {
        gathered.join(place(all, shared, above + 1, length), bits, 0, all.within(shared.len(), bound(all, shared)));
    }
}

/// Copies what is gathered for the row `above` in a piece, whose first rows after this one are shorter than it by one, to where these
/// are as long as it is.
fn grow(all: &Staircases, shared: &[usize], above: usize, gathered: &mut Bits) {
    let (row, longer) = (shared.len(), shared[above]);
    let rows = &shared[above + 1..];
    let at = place(all, shared, above + 1, longer);
    let count = all.within(row, bound(all, shared));
    let mut to = at;
    let mut grown = 0;
    for (terms, _) in all.terms[above + 1..].iter().zip(rows).take_while(|(_, length)| **length + 1 == longer) {
        to += terms[longer] - terms[longer - 1];
        gathered.repeat(at, to, count);
        grown += 1;
    }
    if grown == rows.len() {
        for (from, extended, length) in extension(all, row, longer) {
            gathered.repeat(at + from, to + extended, length);
        }
    }
}

/// The lost ones of some staircases, given those that are won already and those that lead to each.
#[inline]
fn lost_in_word(sources: &[u64], won: u64) -> u64 {
    let mut open = !won & low(sources.len() as u64);
    let mut lost = 0;
    while open != 0 {
        let first = open.trailing_zeros();
        lost |= 1 << first;
        open &= !(sources[first as usize] | 1 << first);
    }
    lost
}

/// For the rows from `row` on and each bound on their lengths, as long as there are at most 64 staircases: which of them a bite turns
/// into each.
fn sources(all: &Staircases, row: usize) -> Vec<Vec<u64>> {
    let rows = all.rows() - row;
    let mut list = Vec::new();
    for bound in 0..=all.columns {
        let count = all.within(row, bound);
        let Some(part) = Staircases::new(rows, bound).filter(|_| count <= 64) else { break };
        let mut masks = vec![0; count as usize];
        let mut walk = part.walk();
        for number in 0..count {
            part.bites(&walk, |_, option| masks[option as usize] |= 1 << number);
            walk.advance();
        }
        list.push(masks);
    }
    list
}

/// The blocks that extend a bit set over the rows from `row` on within `bound` - 1 to those within `bound`, each staircase with the bit
/// of itself cut down to `bound` - 1, as (from, to, length). Those that start with exactly r rows of `bound` form a block, and so do
/// their images.
fn extension(all: &Staircases, row: usize, bound: usize) -> impl Iterator<Item = (u64, u64, u64)> {
    let (mut from, mut to) = (0, all.within(row, bound - 1));
    (row..all.rows()).map(move |row| {
        from += all.terms[row][bound - 1];
        let length = all.within(row + 1, bound - 1);
        to += length;
        (from, to - length, length)
    })
}

fn lengthen(all: &Staircases, row: usize, bound: usize, bits: &mut Bits) {
    extension(all, row, bound).for_each(|(from, to, length)| bits.repeat(from, to, length));
}

/// As [`lengthen`], of a set that is a word.
#[inline]
fn lengthened(all: &Staircases, row: usize, bound: usize, bits: u64) -> u64 {
    if bound == 1 {
        // All are cut down to nothing.
        return (bits & 1).wrapping_neg() & low(all.within(row, 1));
    }
    extension(all, row, bound).fold(bits, |bits, (from, to, length)| bits | (bits >> from & low(length)) << to)
}

/// The lowest `count` bits.
#[inline]
fn low(count: u64) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// A long list of bits.
#[derive(Debug)]
pub struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// The words that the bits stand in, the first bit lowest; at least one word follows the last bit.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// So many bits, all 0, with room to read a word at the last one.
    fn new(count: u64) -> Self {
        Self { words: vec![0; count as usize / 64 + 2] }
    }

    /// The next `count` bits, at most 64.
    #[inline]
    fn read(&self, at: u64, count: u64) -> u64 {
        let (word, shift) = (at as usize / 64, at % 64);
        let high = if shift == 0 { 0 } else { self.words[word + 1] << (64 - shift) };
        (self.words[word] >> shift | high) & low(count)
    }

    /// Puts `count` bits, at most 64, in the place of those that are there.
    #[inline]
    fn write(&mut self, at: u64, count: u64, bits: u64) {
        let (word, shift) = (at as usize / 64, at % 64);
        self.words[word] = self.words[word] & !(low(count) << shift) | bits << shift;
        if shift + count > 64 {
            self.words[word + 1] = self.words[word + 1] & !(low(count) >> (64 - shift)) | bits >> (64 - shift);
        }
    }

    /// Sets the bits that are set in a stretch of others.
    fn join(&mut self, at: u64, other: &Self, from: u64, count: u64) {
        let (head, full) = stretch(at, count);
        self.write(at, head, self.read(at, head) | other.read(from, head));
        let words = &mut self.words[(at + head) as usize / 64..][..full];
        let shift = (from + head) % 64;
        let others = &other.words[(from + head) as usize / 64..][..=full];
        if shift == 0 {
            words.iter_mut().zip(others).for_each(|(word, other)| *word |= other);
        } else {
            let pairs = others.windows(2).map(|pair| pair[0] >> shift | pair[1] << (64 - shift));
            words.iter_mut().zip(pairs).for_each(|(word, other)| *word |= other);
        }
        let done = head + full as u64 * 64;
        self.write(at + done, count - done, self.read(at + done, count - done) | other.read(from + done, count - done));
    }

    /// Puts a stretch of others in the place of those that are there. Memory that nobody touched before is only written: where it is
    /// read first, as it is to be joined, the system hands it out twice.
    fn put(&mut self, at: u64, other: &Self, from: u64, count: u64) {
        let (head, full) = stretch(at, count);
        self.write(at, head, other.read(from, head));
        copy(&mut self.words[(at + head) as usize / 64..][..full], &other.words, from + head);
        let done = head + full as u64 * 64;
        self.write(at + done, count - done, other.read(from + done, count - done));
    }

    /// Copies a stretch to a place behind it.
    fn repeat(&mut self, from: u64, to: u64, count: u64) {
        let (head, full) = stretch(to, count);
        self.write(to, head, self.read(from, head));
        // Whole words behind the source; what they take lies before them, up to the word at which they begin.
        let (known, fresh) = self.words.split_at_mut((to + head) as usize / 64);
        copy(&mut fresh[..full], known, from + head);
        let done = head + full as u64 * 64;
        self.write(to + done, count - done, self.read(from + done, count - done));
    }
}

/// Fills words with the bits of others from a place on.
fn copy(words: &mut [u64], others: &[u64], from: u64) {
    let (first, shift) = (from as usize / 64, from % 64);
    if !words.is_empty() && shift == 0 {
        words.copy_from_slice(&others[first..first + words.len()]);
    } else if !words.is_empty() {
        let pairs = others[first..=first + words.len()].windows(2);
        let pairs = pairs.map(|pair| pair[0] >> shift | pair[1] << (64 - shift));
        words.iter_mut().zip(pairs).for_each(|(word, bits)| *word = bits);
    }
}

/// How many bits there are before the first whole word of a stretch, and how many whole words follow.
fn stretch(at: u64, count: u64) -> (u64, usize) {
    let head = ((64 - at % 64) % 64).min(count);
    (head, ((count - head) / 64) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all(rows: usize, columns: usize) -> Vec<Vec<usize>> {
        let staircases = Staircases::new(rows, columns).unwrap();
        let mut walk = staircases.walk();
        let mut list = Vec::new();
        for _ in 0..staircases.count() {
            list.push(walk.lengths.clone());
            walk.advance();
        }
        assert!(walk.lengths.iter().all(|&length| length == 0), "the walk comes back to the start");
        list
    }

    #[test]
    fn staircases_come_in_order_and_are_found_by_number() {
        let staircases = Staircases::new(3, 4).unwrap();
        let mut seen = 0;
        staircases.each(|number, lengths| {
            assert_eq!((number, staircases.unrank(number).as_slice()), (seen, lengths));
            assert_eq!(staircases.rank(lengths.iter().copied()), number);
            seen += 1;
        });
        assert_eq!(seen, staircases.count());
    }

    #[test]
    fn numbers_are_dense_and_options_come_first() {
        for (rows, columns) in [(0, 3), (1, 1), (1, 5), (5, 1), (3, 4), (6, 6)] {
            let staircases = Staircases::new(rows, columns).unwrap();
            let mut walk = staircases.walk();
            for number in 0..staircases.count() {
                assert_eq!((walk.number, staircases.rank(walk.lengths.iter().copied())), (number, number));
                let mut bites = 0;
                staircases.bites(&walk, |_, option| {
                    assert!(option < number);
                    bites += 1;
                });
                assert_eq!(bites, walk.lengths.iter().sum::<usize>());
                walk.advance();
            }
        }
        assert_eq!(Staircases::new(16, 16).unwrap().count(), 601_080_390);
        assert!(Staircases::new(1000, 1000).is_none());
    }

    /// The table is the one that nimbers give.
    #[test]
    fn lost_staircases_have_nimber_0() {
        for (rows, columns) in
            [(1, 1), (1, 4), (2, 5), (4, 3), (5, 5), (7, 4), (6, 7), (9, 5), (3, 12), (1, 100), (100, 1)]
        {
            let nimbers = Nimbers::<u8>::fill(Staircases::new(rows, columns).unwrap(), &Budget::unlimited()).unwrap();
            let losing = Losing::fill(rows, columns, Play::Normal, 1, &Budget::unlimited()).unwrap();
            for lengths in all(rows, columns).into_iter().skip(1) {
                let nimber = nimbers.nimber(lengths.iter().copied());
                assert_eq!(losing.is_losing(lengths.iter().copied()), nimber == 0, "{lengths:?}");
            }
        }
    }

    /// However small the pieces are and however they are taken, the bits are the same.
    #[test]
    fn pieces_do_not_show() {
        for (rows, columns) in [(1, 1), (1, 100), (100, 1), (2, 9), (5, 5), (7, 4), (4, 7), (6, 7), (8, 8)] {
            for play in [Play::Normal, Play::Misere] {
                let whole = Losing::fill(rows, columns, play, 1, &Budget::unlimited()).unwrap();
                let count = whole.staircases.count();
                for most in [64, 100, 400, 3000] {
                    let all = Staircases::new(rows, columns).unwrap();
                    let mut pieces = Pieces::with_pieces(all, play, &Budget::unlimited(), most).unwrap();
                    let (passed, first) = (count / 5, count / 3);
                    pieces.skip(passed).unwrap();
                    assert_eq!(pieces.next(), passed);
                    for (from, length) in [(passed, first), (passed + first, count - passed - first)] {
                        let part = pieces.take(length).unwrap();
                        let differs = |at: &u64| part.read(*at, 1) != whole.lost.read(from + at, 1);
                        assert_eq!((0..length).find(differs), None, "{rows}×{columns}, {play:?}, pieces of {most}");
                    }
                    assert_eq!(pieces.next(), count);
                }
            }
        }
    }

    #[test]
    fn memory_is_asked_for_and_given_back() {
        let budget = Budget::new(grundy_budget::Limits { memory: Some(1 << 20), ..Default::default() });
        assert_eq!(Losing::fill(16, 16, Play::Normal, 1, &budget).unwrap_err(), Exhausted::Memory);
        assert_eq!(Losing::fill(40, 40, Play::Normal, 1, &budget).unwrap_err(), Exhausted::Memory);
        drop(Losing::fill(6, 6, Play::Normal, 1, &budget).unwrap());
        assert_eq!(budget.memory(), 0);
    }

    proptest! {
        /// Stretches of bits are joined and repeated as bit by bit.
        #[test]
        fn stretches_of_bits(words in proptest::collection::vec(any::<u64>(), 8..9), at in 0u64..200, from in 0u64..100, count in 0u64..200) {
            let bit = |bits: &Bits, place: u64| bits.read(place, 1);
            let other = Bits { words: words.iter().rev().copied().collect() };
            let mut joined = Bits { words: words.clone() };
            joined.join(at, &other, from, count);
            let before = Bits { words: words.clone() };
            for place in 0..448 {
                let inside = (at..at + count).contains(&place);
                let expected = bit(&before, place) | if inside { bit(&other, place - at + from) } else { 0 };
                prop_assert_eq!(bit(&joined, place), expected);
            }
            let to = from + count + at % 70;
            prop_assume!(to + count <= 448);
            let mut repeated = Bits { words };
            repeated.repeat(from, to, count);
            for place in 0..448 {
                let source = if (to..to + count).contains(&place) { place - to + from } else { place };
                prop_assert_eq!(bit(&repeated, place), bit(&before, source));
            }
        }
    }
}
