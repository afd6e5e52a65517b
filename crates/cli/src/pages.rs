//! Files of nimbers that are longer than memory: pages of fixed length, read one by one.
//!
//! ```text
//! grundy nimbers 3 of grundy, 1 byte each\n   what the file holds, with the version of the format
//! length, check, bytes, check                 a page of 65,536 nimbers; the next follows at once
//! ```
//! Length and checks are as in [`crate::blocks`]. Only the last page may be shorter: it is what was known when the program was
//! stopped. A file that ends within a page is what an interrupted program left behind, and that page is computed again.

use crate::blocks::{Block, block, read_block};
use crate::failure::Failure;
use crate::files::{resolved, write_whole};
use grundy_heap::Archive;
use grundy_lang::Text;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Nimbers of a page.
const PAGE: u64 = 1 << 16;

/// What stands around the bytes of a page.
const AROUND: u64 = 12;

/// A file of pages.
pub struct Pages {
    path: PathBuf,
    file: File,
    subject: String,
    width: usize,
    /// Where the first page begins.
    start: u64,
    written: u64,
}

/// The first line of a file of nimbers of a rule, so many bytes each.
fn heading(subject: &str, width: usize) -> String {
    format!("grundy nimbers 3 of {subject}, {width} byte{} each\n", if width == 1 { "" } else { "s" })
}

impl Pages {
    /// Whether a file holds pages, as its first line says; a file that is not there holds none.
    pub fn are_in(path: &Path) -> bool {
        let mut first = [0; 17];
        // why: a file that cannot be read is told by whoever opens it.
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut first));
        read.is_ok() && &first == b"grundy nimbers 3 "
    }

    /// Opens the file, or makes it when there is none.
    pub fn open(path: &Path, subject: &str) -> Result<Self, Failure> {
        let failed = |error: io::Error| Failure::unwritten(path.display(), &error);
        let path = resolved(path).map_err(failed)?;
        if std::fs::metadata(&path).map_or(true, |known| known.len() == 0) {
            write_whole(&path, heading(subject, 1).as_bytes())?;
        }
        let file = OpenOptions::new().read(true).write(true).open(&path).map_err(failed)?;
        let mut first = Vec::new();
        BufReader::new(&file).take(1 << 16).read_until(b'\n', &mut first).map_err(failed)?;
        let width = [1, 2].into_iter().find(|&width| first == heading(subject, width).as_bytes());
        let width = width.ok_or_else(|| {
            let shown = String::from_utf8_lossy(&first).trim_end().chars().take(100).collect::<String>();
            let text = Text::new("expected a file that begins with `{heading}`, but this one begins with `{shown}`");
            let text = text.with("heading", heading(subject, 1).trim_end()).with("shown", shown);
            Failure::Usage(Text::new("{file}: {problem}").with("file", path.display()).with_text("problem", text))
        })?;
        let start = first.len() as u64;
        let mut pages = Self { path: path.clone(), file, subject: subject.to_owned(), width, start, written: 0 };
        pages.count().map_err(failed)?;
        Ok(pages)
    }

    /// Bytes of a whole page in the file.
    fn page_bytes(&self) -> u64 {
        PAGE * self.width as u64 + AROUND
    }

    fn offset(&self, page: u64) -> u64 {
        self.start + page * self.page_bytes()
    }

    /// Finds out how many pages there are, and cuts off what is left of one that was never finished.
    fn count(&mut self) -> io::Result<()> {
        let length = self.file.metadata()?.len();
        self.written = length.saturating_sub(self.start) / self.page_bytes();
        let rest = self.offset(self.written);
        let mut bytes = Vec::new();
        if rest < length && matches!(self.block(self.written, &mut bytes)?, Block::Whole | Block::Damaged) {
            self.written += 1;
        } else {
            self.file.set_len(rest)?;
        }
        Ok(())
    }

    fn block(&self, page: u64, bytes: &mut Vec<u8>) -> io::Result<Block> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(self.offset(page)))?;
        let number = u32::try_from(page).map_err(io::Error::other)?;
        read_block(&mut BufReader::with_capacity(1 << 16, file), number, bytes)
    }
}

impl Archive for Pages {
    fn width(&self) -> usize {
        self.width
    }

    fn pages(&self) -> u64 {
        self.written
    }

    fn read(&self, page: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
        match self.block(page, bytes)? {
            Block::Whole => Ok(()),
            Block::Damaged | Block::CutOff => {
                Err(io::Error::new(ErrorKind::InvalidData, format!("page {page} is damaged")))
            }
        }
    }

    fn write(&mut self, page: u64, bytes: &[u8]) -> io::Result<()> {
        // Never over something: what is cut short by a crash is the end of the file.
        let offset = self.offset(page);
        self.file.set_len(offset)?;
        self.file.seek(SeekFrom::Start(offset))?;
        let number = u32::try_from(page).map_err(io::Error::other)?;
        self.file.write_all(&block(number, bytes))?;
        self.written = page + 1;
        Ok(())
    }

    fn widen(&mut self) -> io::Result<()> {
        let mut beside = self.path.clone().into_os_string();
        beside.push(".wide");
        let mut wide = BufWriter::new(File::create(&beside)?);
        let first = heading(&self.subject, 2);
        wide.write_all(first.as_bytes())?;
        let mut bytes = Vec::new();
        for page in 0..self.written {
            self.read(page, &mut bytes)?;
            let doubled: Vec<u8> = bytes.iter().flat_map(|&byte| [byte, 0]).collect();
            wide.write_all(&block(u32::try_from(page).map_err(io::Error::other)?, &doubled))?;
        }
        wide.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        std::fs::rename(&beside, &self.path)?;
        self.file = OpenOptions::new().read(true).write(true).open(&self.path)?;
        (self.width, self.start) = (2, first.len() as u64);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_budget::{Budget, Limits};
    use grundy_heap::{LongSequence, Rule, nimbers};
    use std::fs;

    fn opened(path: &Path, rule: &Rule) -> Result<LongSequence, String> {
        let pages = Pages::open(path, &rule.to_string()).map_err(|failure| failure.to_string())?;
        LongSequence::open(rule, Box::new(pages), 0).map_err(|error| error.to_string())
    }

    #[test]
    fn a_long_sequence_is_taken_up_wherever_it_was_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("nimbers");
        let rule: Rule = "grundy".parse().unwrap();
        let to = 200_000;
        let expected = nimbers(&rule, to, &Budget::unlimited()).unwrap().to_vec();
        for goal in [10, 70_000, 70_001, 131_071, 131_072, to] {
            let mut sequence = opened(&path, &rule).unwrap();
            sequence.extend(goal, &Budget::unlimited()).unwrap();
            sequence.save().unwrap();
            assert_eq!(sequence.len(), goal + 1);
        }
        let whole = fs::read(&path).unwrap();
        let read = |sequence: &mut LongSequence| {
            let mut found = Vec::new();
            sequence
                .each::<grundy_heap::HeapError>(0..u64::MAX, |nimbers| {
                    found.extend_from_slice(nimbers);
                    Ok(())
                })
                .unwrap();
            found
        };
        assert!(read(&mut opened(&path, &rule).unwrap()) == expected);
        // Cut off anywhere, what is left is carried on to the same file.
        for length in [60, 1000, 65_600, 131_200, whole.len() - 1] {
            fs::write(&path, &whole[..length]).unwrap();
            let mut sequence = opened(&path, &rule).unwrap();
            assert!(sequence.len() < to);
            sequence.extend(to, &Budget::unlimited()).unwrap();
            sequence.save().unwrap();
            assert!(fs::read(&path).unwrap() == whole, "{length}");
        }
        // A budget that runs out loses nothing.
        fs::write(&path, &whole[..60]).unwrap();
        let mut sequence = opened(&path, &rule).unwrap();
        let budget = Budget::new(Limits { positions: Some(100_000), ..Limits::default() });
        sequence.extend(to, &budget).unwrap_err();
        sequence.save().unwrap();
        let known = sequence.len() as usize;
        assert!((1..expected.len()).contains(&known) && read(&mut sequence) == expected[..known]);
        // Flipped bits are refused, another rule too.
        for at in [0, 30, 50, 52, 60, 40_000, 66_000, whole.len() - 1] {
            let mut damaged = whole.clone();
            damaged[at] ^= 4;
            fs::write(&path, &damaged).unwrap();
            assert!(opened(&path, &rule).is_err(), "byte {at}");
        }
        fs::write(&path, &whole).unwrap();
        assert!(opened(&path, &"0.77".parse().unwrap()).is_err());
    }

    #[test]
    fn large_nimbers_widen_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("nimbers");
        // Taking up to 300 beans gives nimbers up to 300.
        let rule: Rule = "subtract(1-300)".parse().or_else(|_| "1-300".parse()).unwrap();
        let to = 70_000;
        let expected = nimbers(&rule, to, &Budget::unlimited()).unwrap().to_vec();
        let mut sequence = opened(&path, &rule).unwrap();
        sequence.extend(to, &Budget::unlimited()).unwrap();
        sequence.save().unwrap();
        drop(sequence);
        let mut found = Vec::new();
        let visit = |nimbers: &[u16]| {
            found.extend_from_slice(nimbers);
            Ok::<(), grundy_heap::HeapError>(())
        };
        opened(&path, &rule).unwrap().each(0..u64::MAX, visit).unwrap();
        assert!(found == expected);
    }
}
