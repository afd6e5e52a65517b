//! Sums of large groups of Clobber with a value, and who wins them.

use super::shapes::Piece;
use crate::racing::lock;
use grundy_value::{Value, ValueError};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::Mutex;

/// How many large groups there can be on a board of [`super::shapes::MOST_BITS`] bits: on a strip each has at least seven stones and a gap
/// beside it, on a board at least nine.
const MOST_PIECES: usize = 7;

/// Large groups, the greatest first and none after the last, and the value of the small ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Sum {
    pieces: [Piece; MOST_PIECES],
    pub value: Value,
}

impl Sum {
    pub const EMPTY: Self = Self { pieces: [Piece::NONE; MOST_PIECES], value: Value::ZERO };

    pub fn pieces(&self) -> &[Piece] {
        let count = self.pieces.iter().take_while(|&&piece| piece != Piece::NONE).count();
        &self.pieces[..count]
    }

    pub fn with_value(self, value: Value) -> Self {
        Self { value, ..self }
    }

    /// Takes out a piece, if it is there.
    pub fn take(&mut self, piece: Piece) -> bool {
        let found = self.pieces.iter().position(|&known| known == piece);
        if let Some(at) = found {
            self.pieces[at..].rotate_left(1);
            self.pieces[MOST_PIECES - 1] = Piece::NONE;
        }
        found.is_some()
    }

    /// Adds a piece, or takes out its negative.
    pub fn add(&mut self, piece: Piece) -> Result<(), ValueError> {
        if self.take(piece.negative()) {
            return Ok(());
        }
        if self.pieces[MOST_PIECES - 1] != Piece::NONE {
            return Err(ValueError::TooLarge { what: "the sum" });
        }
        self.pieces[MOST_PIECES - 1] = piece;
        self.sort();
        Ok(())
    }

    /// The negative, whose value is known.
    pub fn negative(&self, value: Value) -> Self {
        let mut negative = Self { pieces: self.pieces.map(Piece::negative), value };
        negative.sort();
        negative
    }

    fn sort(&mut self) {
        self.pieces.sort_unstable_by(|one, other| other.cmp(one));
    }

    /// A number that is nearly always another one for another sum, and never 0.
    pub fn mark(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.hash(&mut hasher);
        hasher.finish() | 1
    }
}

/// Who wins sums of the same pieces: a value beside them, and whether Left, about to move, wins.
type Note = (Value, bool);

/// Most sums of the same pieces are met with one value only; two words say either.
#[derive(Debug)]
enum Notes {
    One(Note),
    Several(Box<[Note]>),
}

impl Notes {
    fn all(&self) -> &[Note] {
        match self {
            Self::One(note) => std::slice::from_ref(note),
            Self::Several(notes) => notes,
        }
    }
}

/// Sums of a single group need no list of pieces.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Shelf {
    single: FxHashMap<Piece, Notes>,
    several: FxHashMap<Box<[Piece]>, Notes>,
}

/// Whether Left, about to move, wins: of the sums that were opened, for all threads.
pub(super) struct Book {
    shelves: Vec<Mutex<Shelf>>,
}

/// So many that two threads seldom want the same one.
const SHELVES: u64 = 256;

impl Book {
    pub fn new() -> Self {
        Self { shelves: (0..SHELVES).map(|_| Mutex::default()).collect() }
    }

    fn shelf(&self, pieces: &[Piece]) -> &Mutex<Shelf> {
        let mut hasher = FxHasher::default();
        pieces.hash(&mut hasher);
        &self.shelves[(hasher.finish() >> 32 & (SHELVES - 1)) as usize]
    }

    /// What is known of a sum, or follows from what is known of one that is at most or at least as good for Left.
    pub fn find(
        &self,
        sum: &Sum,
        mut le: impl FnMut(Value, Value) -> Result<bool, ValueError>,
    ) -> Result<Option<bool>, ValueError> {
        let pieces = sum.pieces();
        let shelf = lock(self.shelf(pieces));
        let notes = match pieces {
            [piece] => shelf.single.get(piece),
            _ => shelf.several.get(pieces),
        };
        for &(value, wins) in notes.map_or(&[][..], Notes::all) {
            if value == sum.value || if wins { le(value, sum.value)? } else { le(sum.value, value)? } {
                return Ok(Some(wins));
            }
        }
        Ok(None)
    }

    /// Notes who wins, and returns the bytes that takes at most. What follows from it need not be kept.
    pub fn note(
        &self,
        sum: &Sum,
        wins: bool,
        mut le: impl FnMut(Value, Value) -> Result<bool, ValueError>,
    ) -> Result<usize, ValueError> {
        let pieces = sum.pieces();
        let new = (sum.value, wins);
        let mut guard = lock(self.shelf(pieces));
        let shelf = &mut *guard;
        let notes = match pieces {
            [piece] => shelf.single.get_mut(piece),
            _ => shelf.several.get_mut(pieces),
        };
        let Some(notes) = notes else {
            match pieces {
                [piece] => drop(shelf.single.insert(*piece, Notes::One(new))),
                _ => drop(shelf.several.insert(pieces.into(), Notes::One(new))),
            }
            // A map that has just grown is seven sixteenths full.
            return Ok(5 * (size_of_val(pieces) + size_of::<Notes>() + if pieces.len() == 1 { 0 } else { 32 }) / 2);
        };
        let mut kept = Vec::with_capacity(notes.all().len() + 1);
        for &(value, known) in notes.all() {
            let said =
                value == sum.value || known == wins && if wins { le(sum.value, value)? } else { le(value, sum.value)? };
            if !said {
                kept.push((value, known));
            }
        }
        let bytes = if kept.len() == notes.all().len() { 2 * size_of::<Note>() + 32 } else { 0 };
        kept.push(new);
        *notes = if let [note] = kept[..] { Notes::One(note) } else { Notes::Several(kept.into()) };
        Ok(bytes)
    }

    #[cfg(test)]
    pub fn len(&self) -> usize {
        let of_shelf = |shelf: &Mutex<Shelf>| {
            let shelf = lock(shelf);
            shelf.single.values().chain(shelf.several.values()).map(|notes| notes.all().len()).sum::<usize>()
        };
        self.shelves.iter().map(of_shelf).sum()
    }
}
