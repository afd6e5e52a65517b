//! Long lists of nimbers, printed within the time there is.

use crate::failure::Failure;
use crate::overseer;
use grundy_budget::{Budget, Exhausted};
use std::io::Write;

/// How each nimber of a list is printed.
#[derive(Clone, Copy)]
pub(super) enum Entry {
    /// A line with the heap, this character and the nimber.
    Line(u8),
    /// The nimber, with a comma before it but for the first.
    Item,
    /// Two bytes, little end first, or one where all nimbers are known to be small.
    Bytes { wide: bool },
}

/// A list of the nimbers of heaps 0, 1, 2, … that is added to while they are found.
///
/// Printing a nimber can take as long as finding it, so it must not wait until the time is up; what is left to print then is
/// cut off once the time that a command may be late is used up too.
pub(super) struct Listing<'a> {
    entry: Entry,
    budget: &'a Budget,
    printed: u64,
    /// The next heap in decimal digits.
    heap: Vec<u8>,
    lines: Vec<u8>,
    cut: Option<Exhausted>,
}

impl<'a> Listing<'a> {
    /// Nimbers printed between two looks at the clock.
    const PIECE: usize = 1 << 13;

    pub fn new(entry: Entry, budget: &'a Budget) -> Self {
        Self { entry, budget, printed: 0, heap: b"0".to_vec(), lines: Vec::new(), cut: None }
    }

    /// How many nimbers are printed: the next heap.
    pub fn printed(&self) -> u64 {
        self.printed
    }

    /// Why the list was cut off, if it was.
    pub fn cut(&self) -> Option<Exhausted> {
        self.cut
    }

    /// Prints the nimbers of the next heaps, as many as there is time for.
    pub fn add(&mut self, nimbers: &[u16], out: &mut dyn Write) -> Result<(), Failure> {
        for piece in nimbers.chunks(Self::PIECE) {
            self.cut = self.cut.or_else(|| overseer::too_late(self.budget));
            if self.cut.is_some() {
                return Ok(());
            }
            self.lines.clear();
            match self.entry {
                Entry::Line(between) => piece.iter().for_each(|&nimber| self.add_line(between, nimber)),
                Entry::Item => piece.iter().enumerate().for_each(|(nth, &nimber)| {
                    if self.printed > 0 || nth > 0 {
                        self.lines.push(b',');
                    }
                    add_number(&mut self.lines, nimber);
                }),
                Entry::Bytes { wide: true } => self.lines.extend(piece.iter().flat_map(|nimber| nimber.to_le_bytes())),
                Entry::Bytes { wide: false } => self.lines.extend(piece.iter().map(|&nimber| nimber as u8)),
            }
            out.write_all(&self.lines)?;
            self.printed += piece.len() as u64;
        }
        Ok(())
    }

    fn add_line(&mut self, between: u8, nimber: u16) {
        self.lines.extend_from_slice(&self.heap);
        self.lines.push(between);
        add_number(&mut self.lines, nimber);
        self.lines.push(b'\n');
        let nines = self.heap.iter().rev().take_while(|&&digit| digit == b'9').count();
        let kept = self.heap.len() - nines;
        self.heap[kept..].fill(b'0');
        match self.heap[..kept].last_mut() {
            Some(digit) => *digit += 1,
            None => self.heap.insert(0, b'1'),
        }
    }
}

/// Adds a number in decimal digits.
fn add_number(text: &mut Vec<u8>, number: u16) {
    let mut digits = [0; 5];
    let mut first = digits.len();
    let mut rest = number;
    loop {
        first -= 1;
        digits[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    text.extend_from_slice(&digits[first..]);
}

#[cfg(test)]
mod tests {
    use super::{Entry, Listing, add_number};
    use grundy_budget::{Budget, Exhausted};

    #[test]
    fn all_numbers_are_written_as_they_are() {
        for number in 0..=u16::MAX {
            let mut text = Vec::new();
            add_number(&mut text, number);
            assert_eq!(text, number.to_string().as_bytes());
        }
    }

    #[test]
    fn lists_count_heaps_from_piece_to_piece() {
        let nimbers: Vec<u16> = (0..23_456u32).map(|heap| (heap * 7919 % 65536) as u16).collect();
        let budget = Budget::unlimited();
        let printed = |entry, pieces: usize| {
            let (mut listing, mut out) = (Listing::new(entry, &budget), Vec::new());
            nimbers.chunks(pieces).for_each(|piece| listing.add(piece, &mut out).unwrap());
            assert_eq!((listing.printed(), listing.cut()), (nimbers.len() as u64, None));
            out
        };
        for pieces in [1, 1000, 100_000] {
            let lines: Vec<String> =
                nimbers.iter().enumerate().map(|(heap, nimber)| format!("{heap},{nimber}\n")).collect();
            assert!(printed(Entry::Line(b','), pieces) == lines.concat().as_bytes());
            let items = nimbers.iter().map(u16::to_string).collect::<Vec<_>>().join(",");
            assert!(printed(Entry::Item, pieces) == items.as_bytes());
            let bytes: Vec<u8> = nimbers.iter().flat_map(|nimber| nimber.to_le_bytes()).collect();
            assert!(printed(Entry::Bytes { wide: true }, pieces) == bytes);
        }
    }

    #[test]
    fn a_list_ends_when_the_work_is_cancelled() {
        let budget = Budget::unlimited();
        let (mut listing, mut out) = (Listing::new(Entry::Line(b' '), &budget), Vec::new());
        listing.add(&[0, 1, 2], &mut out).unwrap();
        budget.cancel();
        listing.add(&[3, 1], &mut out).unwrap();
        assert_eq!((out.as_slice(), listing.printed()), (b"0 0\n1 1\n2 2\n".as_slice(), 3));
        assert_eq!(listing.cut(), Some(Exhausted::Cancelled));
    }
}
